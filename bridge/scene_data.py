"""What the user decides, as properties saved in the .blend."""

import bpy
from bpy.props import (
    BoolProperty,
    CollectionProperty,
    EnumProperty,
    FloatProperty,
    FloatVectorProperty,
    IntProperty,
    PointerProperty,
    StringProperty,
)

from . import graph_tree, handlers
from .dancing import dance_data
from .rigs import role_map
from .routes import terrain

STATUS_ITEMS = (
    ("OK", "Ready", "The clip was read as it is", "CHECKMARK", 0),
    ("REPAIRED", "Repaired", "Something in the file was mended; see the notes", "MODIFIER", 1),
    ("REFUSED", "Refused", "The clip cannot be used; see the notes", "CANCEL", 2),
)
WARP_MODES = (
    ("timing", "Timing", "Height is time: lift to be further along by then"),
    ("speed", "Speed", "Height is speed in metres per second"),
)
WARP_DURATIONS = (
    ("lock", "Lock", "The walk keeps its length in time"),
    ("ripple", "Ripple", "Everything after an edit moves with it"),
)


def _walk_again(character, _context):
    """A setting of the walk was changed: the walk follows when nothing else happens."""
    if character.live and character.path is not None:
        handlers.mark(character.path.name)


def _keep_roles(_role, context):
    """The user has set a role: it is kept with the armature."""
    role_map.keep(context.scene.stepweave)


def _is_armature(_self, thing):
    return thing.type == "ARMATURE"


def _is_mesh(_self, thing):
    return thing.type == "MESH"


def _walk_on_it(settings, _context):
    """Another ground was chosen: the walks follow."""
    terrain.forget()
    for character in settings.characters:
        if character.live and character.path is not None:
            handlers.mark(character.path.name)


def _is_motion_graph(_self, tree):
    return tree.bl_idname == graph_tree.TREE


def _is_curve(_self, thing):
    return thing.type == "CURVE"


class STEPWEAVE_PG_segment_correction(bpy.types.PropertyGroup):
    """A label the user has set right; it wins over analysis."""

    frame: IntProperty(name="Frame", description="A frame inside the segment, counted from the clip's first")
    label: StringProperty(name="Label", description="Footstep pattern: S, L, R, D, F in the order they occur")
    ignored: BoolProperty(name="Ignore", description="Keep this segment out of synthesis")


class STEPWEAVE_PG_contact_correction(bpy.types.PropertyGroup):
    """A stretch in which the user says whether a foot stands."""

    side: EnumProperty(name="Foot", items=(("L", "Left", ""), ("R", "Right", "")))
    start: IntProperty(name="Start", description="First frame, counted from the clip's first")
    end: IntProperty(name="End", description="Last frame (included)")
    planted: BoolProperty(name="Planted", description="The foot stands here; off: it does not")


class STEPWEAVE_PG_clip(bpy.types.PropertyGroup):
    """One motion-captured clip: an Action and what is known about its source."""

    action: PointerProperty(name="Action", type=bpy.types.Action)
    armature: PointerProperty(name="Armature", type=bpy.types.Object, poll=_is_armature)
    use: BoolProperty(name="Use", default=True, description="Take this clip's steps into the walk")
    source: StringProperty(name="Source", description="File the clip came from")
    status: EnumProperty(name="Status", items=STATUS_ITEMS, default="OK")
    notes: StringProperty(name="Notes", description="What was repaired, what is doubtful; one line each")
    fps: FloatProperty(name="Rate", description="Frames per second of the clip", default=30.0, min=1.0)
    frames: IntProperty(name="Frames", description="Number of frames")
    rest_pose: StringProperty(name="Rest Pose", description="T-pose, A-pose, arms down, other")
    scale_to_m: FloatProperty(name="Unit", description="Metres per unit of the source file", default=1.0)
    label_corrections: CollectionProperty(type=STEPWEAVE_PG_segment_correction)
    contact_corrections: CollectionProperty(type=STEPWEAVE_PG_contact_correction)


class STEPWEAVE_PG_warp_handle(bpy.types.PropertyGroup):
    """One edit of the timing: a bump round a frame."""

    frame: FloatProperty(name="Frame", description="Where the bump has its peak, in frames of the walk")
    offset: FloatProperty(name="Offset", description="Frames ahead (timing) or m/s faster (speed)")
    sigma: FloatProperty(
        name="Width", default=20.0, min=0.5, description="Gaussian width before the peak, frames"
    )
    sigma_right: FloatProperty(
        name="Width After", default=0.0, min=0.0, description="Width after the peak, frames; 0 = the same"
    )
    mode: EnumProperty(name="Mode", items=WARP_MODES)
    duration: EnumProperty(
        name="Duration", items=(("curve", "As the Curve", "What is set for the whole curve"), *WARP_DURATIONS)
    )
    metres: FloatProperty(name="Place", description="Where along the path the handle lies, metres")
    hold: FloatProperty(name="Hold", default=0.0, min=0.0, description="Frames the character waits here")


class STEPWEAVE_PG_character(bpy.types.PropertyGroup):
    """One walker: who, along which path, how fast, with which timing."""

    armature: PointerProperty(name="Character", type=bpy.types.Object, poll=_is_armature)
    path: PointerProperty(
        name="Path", type=bpy.types.Object, poll=_is_curve, description="Curve object to walk along"
    )
    speed: FloatProperty(
        name="Speed (m/s)",
        default=1.3,
        min=0.0,
        soft_max=6.0,
        description="Walking speed along the path, metres per second",
        update=_walk_again,
    )
    pen_rhythm: StringProperty(description="How the pen moved: shares of the way, evenly in time")
    keep_rhythm: BoolProperty(
        name="Pen's Timing",
        description="Walk as unevenly as the stroke was drawn; the speed is the mean",
        update=_walk_again,
    )
    start_frame: IntProperty(name="Start", default=1, description="Scene frame at which the walk begins")
    variant: IntProperty(
        name="Variant", default=0, min=0, description="0 = the path as drawn", update=_walk_again
    )
    show_variants: BoolProperty(name="Show Variants", description="Show the variants in the viewport")
    variant_count: IntProperty(name="How Many", default=8, min=1, max=64)
    variant_radius: FloatProperty(
        name="Radius (m)", default=0.5, min=0.0, soft_max=5.0, description="How far variants stray, metres"
    )
    variant_sub_points: IntProperty(name="Sub Points", default=6, min=1, max=24)
    variant_seed: IntProperty(name="Seed", default=0, min=0)
    variant_pin_ends: BoolProperty(
        name="Keep Ends", default=True, description="Variants start and end where the path does"
    )
    warp: PointerProperty(name="Warp Curve", type=bpy.types.Object, poll=_is_curve)
    warp_mode: EnumProperty(name="Mode", items=WARP_MODES)
    warp_duration: EnumProperty(
        name="Duration",
        items=WARP_DURATIONS,
    )
    warp_scale: FloatProperty(
        name="Scale", default=0.0, min=0.0, description="Metres of height per second; 0 = from the path"
    )
    warp_delta: FloatProperty(
        name="Base Height (m)", default=0.0, description="Height of the curve's start over the ground, metres"
    )
    handles: CollectionProperty(type=STEPWEAVE_PG_warp_handle)
    handle_index: IntProperty(name="Handle", default=0)
    path_length: FloatProperty(description="Length of the path when the handles were placed on it, metres")
    walked_length: FloatProperty(description="Length of the path when it was walked last, metres")
    path_edit: EnumProperty(
        name="Path Edits Keep",
        items=(
            ("speed", "Speed", "An edited path is walked at the same speed, and arrives when it may"),
            ("arrival", "Arrival", "An edited path is walked in the same time: the speed changes"),
        ),
    )
    live: BoolProperty(name="Live", default=True, description="Make the walk anew when path or timing change")
    radius: FloatProperty(
        name="Room (m)", default=0.3, min=0.05, description="Radius a character needs round itself, metres"
    )
    result: PointerProperty(name="Walk", type=bpy.types.Action)
    take: PointerProperty(name="Take", type=bpy.types.Action, description="The last take driven live")
    warnings: StringProperty(name="Warnings", description="What the walk could not do; one line each")


class STEPWEAVE_PG_collision(bpy.types.PropertyGroup):
    """Two characters that come too near."""

    first: StringProperty(name="First")
    second: StringProperty(name="Second")
    frame: IntProperty(name="Frame", description="Scene frame at which they are nearest")
    place: FloatVectorProperty(name="Place", size=2, description="On the ground, metres")
    overlap: FloatProperty(name="Overlap", description="By how much their circles overlap, metres")


class STEPWEAVE_PG_role(bpy.types.PropertyGroup):
    """Which bone plays a role; its name is the role."""

    bone: StringProperty(name="Bone", update=_keep_roles)


class STEPWEAVE_PG_scene(bpy.types.PropertyGroup):
    """Everything Stepweave keeps with a scene."""

    clips: CollectionProperty(type=STEPWEAVE_PG_clip)
    clip_index: IntProperty(name="Clip", default=0)
    characters: CollectionProperty(type=STEPWEAVE_PG_character)
    character_index: IntProperty(name="Character", default=0)
    ground: PointerProperty(
        name="Ground",
        type=bpy.types.Object,
        poll=_is_mesh,
        description="Mesh whose uppermost surface is walked on; none: the plane at height 0",
        update=_walk_on_it,
    )
    roles: CollectionProperty(type=STEPWEAVE_PG_role)
    roles_of: PointerProperty(name="Roles Of", type=bpy.types.Object, poll=_is_armature)
    collisions: CollectionProperty(type=STEPWEAVE_PG_collision)
    collision_index: IntProperty(name="Collision", default=0)
    crowd_changes: StringProperty(name="Changes", description="What Resolve changed last; one line each")
    dance: PointerProperty(type=dance_data.STEPWEAVE_PG_dance)
    graph: PointerProperty(name="Motion Graph", type=bpy.types.NodeTree, poll=_is_motion_graph)
    show_strip: BoolProperty(
        name="Strip", default=True, description="Show the steps of the listed clip in viewport and timeline"
    )
    show_footprints: BoolProperty(
        name="Footprints", default=True, description="Show footprints and speed along the path"
    )


CLASSES = (
    *graph_tree.CLASSES,
    *dance_data.CLASSES,
    STEPWEAVE_PG_segment_correction,
    STEPWEAVE_PG_contact_correction,
    STEPWEAVE_PG_clip,
    STEPWEAVE_PG_warp_handle,
    STEPWEAVE_PG_character,
    STEPWEAVE_PG_collision,
    STEPWEAVE_PG_role,
    STEPWEAVE_PG_scene,
)


def register():
    """Register the properties and give every scene its ``scene.stepweave``."""
    for cls in CLASSES:
        bpy.utils.register_class(cls)
    bpy.types.Scene.stepweave = PointerProperty(type=STEPWEAVE_PG_scene)


def unregister():
    """Take them away again; what was saved stays in the file."""
    del bpy.types.Scene.stepweave
    for cls in reversed(CLASSES):
        bpy.utils.unregister_class(cls)


def active_character(scene):
    """The walker the panels show, or None."""
    settings = scene.stepweave
    if 0 <= settings.character_index < len(settings.characters):
        return settings.characters[settings.character_index]
    return None
