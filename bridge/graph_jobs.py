"""The motion graph of a scene as a node tree, and its segments on the character."""

import bpy

from . import graph_tree
from .library import analysed_steps, graph_of, library_of, none_usable
from .rigs import actions

_NAME = "Motion Graph"
_shown = {}                 # by the tree's session_uid: where each label's segments lie


def graph_steps(context):
    """Build the graph of the clips in use and lay it out; returns the tree and a line for the user."""
    library = library_of(context.scene.stepweave.clips)
    analysed, refused = yield from analysed_steps(library)
    if not analysed:
        raise none_usable(library, refused)
    yield 0.6, "building the motion graph"
    graph = graph_of(analysed, library.skeleton)
    tree = context.scene.stepweave.graph or bpy.data.node_groups.new(_NAME, graph_tree.TREE)
    context.scene.stepweave.graph = tree
    graph_tree.fill(tree, graph)
    _shown[tree.session_uid] = {
        label: _places(group, graph.clips, {clip.name: clip for clip, _ in analysed})
        for label, group in graph.groups.items()
    }
    missing = f"; {graph.missing[0]}" if graph.missing else ""
    return tree, f"{len(graph.groups)} groups, {len(graph.transitions)} transitions{missing}"


def muted_labels(scene):
    """Footstep patterns the user has muted in the scene's motion graph."""
    return graph_tree.muted_labels(scene.stepweave.graph)


def show_segment(context, node):
    """Put the next segment of a node on its armature and the preview range round it.

    Returns
    -------
    str or None
        What is shown, in words; None when the clips have changed since the graph was laid out.
    """
    places = _shown.get(node.id_data.session_uid, {}).get(node.footsteps)
    if not places:
        return None
    node.played = (node.played + 1) % len(places)
    clip_name, first, last = places[node.played]
    entry = context.scene.stepweave.clips.get(clip_name)
    if entry is None or entry.action is None or entry.armature is None:
        return None
    actions.assign(entry.armature, entry.action)
    scene = context.scene
    at = int(entry.action.frame_range[0])
    scene.use_preview_range = True
    scene.frame_preview_start, scene.frame_preview_end = at + first, at + last
    scene.frame_set(at + first)
    return f"{node.footsteps} {node.played + 1} of {len(places)}: {clip_name}, frames {first} to {last}"


def _places(group, names, clips):
    """(clip, first frame, last frame) of the group's own segments, mirror images left out."""
    places = []
    for clip, start, end, mirrored in zip(group.clip, group.start, group.end, group.mirrored):
        if clip >= 0 and not mirrored and names[clip] in clips:
            places.append((names[clip], int(start), int(end)))
    return places
