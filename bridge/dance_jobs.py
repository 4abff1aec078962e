"""Sign dance on the scene's own data: the signer's listed clip, a folder of dances, a person's choices."""

import bpy

from ..core.errors import SpecificationError
from ..core.sign_dance import (
    AssemblySettings,
    Counts,
    SelectionSettings,
    SignDanceModel,
    Wishes,
    make_sign_dance,
    prepare,
    read_database,
    tapped_tempo,
    track_beats,
)
from ..core.sign_dance.starter import signer_skeleton, starter_dances, starter_sign
from . import actions, armatures, importing
from .jobs import add_clip
from .music import read_music

_prepared = {}              # the last dances made ready, by what they came from
_taps = []


def add_starter_sign(context):
    """Add the generated signer with a generated, sign-like clip, and set the dances to generated ones."""
    dance = context.scene.stepweave.dance
    with importing.undone_on_failure():
        skeleton = signer_skeleton()
        armature = armatures.new_armature(skeleton, "Signer")
        armatures.keep_roles(armature, {role: skeleton.names[j] for role, j in skeleton.roles.items()})
        motion = starter_sign(dance.bpm, fps=context.scene.render.fps / context.scene.render.fps_base)
        action = armatures.write_motion(armature, motion, motion.name)
        action.use_fake_user = True
        clip = importing.ImportedClip(action, armature, motion.fps, 1.0, "generated")
        entry = add_clip(context.scene, clip)
    entry.use = False
    dance.sign, dance.use_generated = entry.name, True
    return f"added '{entry.name}': generated, not a real sign"


def dance_steps(context):
    """Make the sign dance of the scene's settings; returns a line for the user."""
    scene = context.scene
    dance = scene.stepweave.dance
    clip = scene.stepweave.clips.get(dance.sign)
    if clip is None or clip.action is None or clip.armature is None:
        raise SpecificationError("no signing: choose the listed clip that holds the sign")
    counts = Counts(dance.bpm, dance.offset)
    sign = armatures.motion_of(clip.armature, clip.action, clip.fps)
    model = SignDanceModel.load(bpy.path.abspath(dance.model)) if dance.model else SignDanceModel()
    yield 0.1, "making the dances ready"
    dances = _dances(dance, sign, counts, model)
    yield 0.5, "choosing and joining"
    settings = AssemblySettings(
        dance.ownership,
        dance.hold_wrists and dance.ownership == "hands",
        selection=SelectionSettings(form=dance.form, order=dance.order),
    )
    made = make_sign_dance(sign, counts, dances, model=model, settings=settings, wishes=_wishes(dance))
    yield 0.8, "baking"
    _bake(dance, clip, sign, made)
    _list(dance, clip, dances, made)
    notes = f", {len(made.warnings)} notes" if made.warnings else ""
    return f"{len(made.segments)} segments at {counts.bpm:g} BPM{notes}"


def find_tempo(context):
    """Find tempo and first count in the music file; returns a line for the user."""
    dance = context.scene.stepweave.dance
    found = track_beats(*read_music(bpy.path.abspath(dance.music)))
    dance.bpm, dance.offset = found.bpm, found.offset
    return f"{found.bpm:.1f} BPM, first count at {found.offset:.2f} s"


def tap(context, second):
    """One tap of the user on the beat; returns the tempo so far, or None after the first."""
    if _taps and second - _taps[-1] > 2.5:
        _taps.clear()
    _taps.append(second)
    if len(_taps) < 3:
        return None
    counts = tapped_tempo(_taps)
    context.scene.stepweave.dance.bpm = counts.bpm
    return context.scene.stepweave.dance.bpm


def _dances(dance, sign, counts, model):
    """The database on the signer's skeleton; kept until something changes."""
    key = (
        dance.use_generated, dance.database, counts.bpm, sign.skeleton.names, sign.rotation[0].tobytes(),
        model.joints, model.samples,
    )
    if _prepared.get("key") != key:
        if dance.use_generated:
            clips = starter_dances()
        elif dance.database:
            clips = read_database(bpy.path.abspath(dance.database))
        else:
            raise SpecificationError("no dances: choose a folder of dance clips, or use the generated ones")
        _prepared["dances"] = prepare(clips, sign, counts, joints=model.joints, samples=model.samples)
        _prepared["key"] = key
    return _prepared["dances"]


def _wishes(dance):
    """What the user has locked and excluded."""
    locked, excluded = {}, {}
    for number, segment in enumerate(dance.segments):
        if segment.locked and segment.dance >= 0:
            locked[number] = segment.dance
        if segment.excluded:
            excluded[number] = frozenset(item.dance for item in segment.excluded)
    return Wishes(locked, excluded)


def _bake(dance, clip, sign, made):
    """The result as a new Action, the sign's own channels key for key; or as strips, one per segment."""
    bones = [name for name, owned in zip(sign.skeleton.names, made.owned) if owned]
    kept = armatures.own_channels(clip.armature, clip.action, bones)
    first = round(clip.action.frame_range[0])
    name = f"{clip.name} dance"
    dance.result = armatures.write_motion(clip.armature, made.motion, name, first, verbatim=kept)
    data = clip.armature.animation_data
    track = data.nla_tracks.get(name)
    if track is not None:
        data.nla_tracks.remove(track)
    if dance.strips:
        starts = [first + segment.start for segment in made.segments]
        _as_strips(clip.armature, dance.result, name, starts, first + sign.frames - 1)


def _as_strips(armature, action, name, starts, last):
    """One NLA strip per segment, all of one Action, each showing its own frames."""
    data = armature.animation_data
    slot = actions.slot_of(action, armature)
    data.action = None
    track = data.nla_tracks.new()
    track.name = name
    for number, (start, end) in enumerate(zip(starts, [*starts[1:], last]), start=1):
        strip = track.strips.new(f"{name} {number}", start, action)
        strip.action_slot = slot
        strip.action_frame_start, strip.action_frame_end = start, end
        strip.frame_start, strip.frame_end = start, end
        strip.extrapolation = "NOTHING"


def _list(dance, clip, dances, made):
    """Segments and candidates for the panel; locks and exclusions stay."""
    first = round(clip.action.frame_range[0])
    while len(dance.segments) > len(made.segments):
        dance.segments.remove(len(dance.segments) - 1)
    while len(dance.segments) < len(made.segments):
        dance.segments.add()
    for item, segment, choice in zip(dance.segments, made.segments, made.choices):
        item.start, item.dance = first + int(segment.start), choice.dance
        item.chosen = dances.label(choice.dance)
        item.candidates.clear()
        for found in choice.candidates:
            row = item.candidates.add()
            row.name, row.dance, row.bpm = dances.label(found.dance), found.dance, found.bpm
            row.similarity, row.posture, row.degree = found.similarity, found.posture, found.degree
    dance.warnings = "\n".join(made.warnings)
