"""The motion graph as a node tree: groups are nodes, transitions are links, muting a node mutes its group."""

import math

import bpy
import numpy as np
from bpy.props import FloatProperty, IntProperty, StringProperty

TREE = "STEPWEAVE_motion_graph"
NODE = "STEPWEAVE_group"
#: Columns of the coarse level, from left to right.
_COLUMNS = ("stand", "start", "walk", "change", "run", "stop")
_WIDTH, _HEIGHT = 260.0, 170.0


class STEPWEAVE_motion_graph(bpy.types.NodeTree):
    """Groups of equal footstep pattern and how they join"""

    bl_idname = TREE
    bl_label = "Motion Graph"
    bl_icon = "NODETREE"


class STEPWEAVE_group(bpy.types.Node):
    """Segments of one footstep pattern"""

    bl_idname = NODE
    bl_label = "Group"
    bl_width_default = 200.0

    footsteps: StringProperty(name="Footstep Pattern")
    count: IntProperty(name="Segments", description="Segments of the clips, mirrored ones included")
    speed: FloatProperty(name="Speed", description="Mean speed, metres per second")
    turn: FloatProperty(name="Turning", description="Mean size of the turn in one segment, degrees")
    seconds: FloatProperty(name="Duration", description="Mean duration, seconds")
    back: StringProperty(name="Back To", description="Groups to the left that may follow this one")
    played: IntProperty(name="Played", description="The segment that was played last", default=-1)

    @classmethod
    def poll(cls, tree):
        """Only in motion graphs."""
        return tree.bl_idname == TREE

    def init(self, _context):
        """One way in, one way out."""
        made = self.inputs.new("NodeSocketFloat", "before", use_multi_input=True)
        made.hide_value = True
        self.outputs.new("NodeSocketFloat", "after")

    def draw_buttons(self, _context, layout):
        """What the group holds."""
        column = layout.column(align=True)
        column.label(text=f"{self.count} segments, {self.seconds:.2f} s")
        column.label(text=f"{self.speed:.2f} m/s, turning {self.turn:.0f}\N{DEGREE SIGN}")
        if self.back:
            column.label(text=f"back to {self.back}", icon="LOOP_BACK")
        column.operator("stepweave.play_group", icon="PLAY").node = self.name

    def draw_label(self):
        """The footstep pattern is the name."""
        return self.footsteps or "Group"


CLASSES = (STEPWEAVE_motion_graph, STEPWEAVE_group)


def fill(tree, graph):
    """Lay a motion graph out in a node tree; what the user had muted stays muted.

    Parameters
    ----------
    tree : bpy.types.NodeTree of type TREE
    graph : MotionGraph
    """
    muted = muted_labels(tree)
    tree.nodes.clear()
    rows = dict.fromkeys(_COLUMNS, 0)
    made = {}
    for label, group in graph.groups.items():
        node = tree.nodes.new(NODE)
        column = _column(label)
        node.name = node.footsteps = label
        node.count = len(group.speed)
        node.speed = float(group.speed.mean())
        node.turn = math.degrees(float(np.abs(group.turn).mean()))
        node.seconds = float(group.duration.mean())
        node.location = _COLUMNS.index(column) * _WIDTH, -rows[column] * _HEIGHT
        node.mute = label in muted
        rows[column] += 1
        made[label] = node
    _link(tree, made, graph.transitions)


def _link(tree, made, transitions):
    """Links to the right; Blender marks circles as faults, so the ways back are written into the nodes."""
    order = {label: i for i, label in enumerate(sorted(made, key=lambda x: (_COLUMNS.index(_column(x)), x)))}
    back = {label: [] for label in made}
    for edge in transitions:
        if edge.source not in made or edge.target not in made:
            continue
        if order[edge.source] < order[edge.target]:
            ends = made[edge.target].inputs[0], made[edge.source].outputs[0]
            tree.links.new(*ends, verify_limits=False)
        elif edge.source != edge.target:
            back[edge.source].append(edge.target)
    for label, targets in back.items():
        made[label].back = ", ".join(sorted(targets))


def muted_labels(tree):
    """Footstep patterns whose nodes are muted; none without a tree."""
    nodes = () if tree is None else tree.nodes
    return {node.footsteps for node in nodes if node.bl_idname == NODE and node.mute}


def _column(label):
    """Which column of the coarse level a label belongs to."""
    if set(label) == {"S"}:
        return "stand"
    if label[0] == "S":
        return "start"
    if label[-1] == "S":
        return "stop"
    if label in {"LDR", "RDL"}:
        return "walk"
    return "run" if label in {"FLF", "FRF"} else "change"
