"""Sign dance on the scene's own data: the signer's listed clip, a folder of dances, a person's choices."""

from dataclasses import replace

import bpy
import numpy as np

from ...core.errors import SpecificationError
from ...core.sign_dance import (
    AssemblySettings,
    Counts,
    SelectionSettings,
    SignDanceModel,
    Wishes,
    make_sign_dance,
    prepare,
)
from ...core.sign_dance.starter import signer_skeleton, starter_dances, starter_sign
from ..files import importing
from ..jobs import add_clip
from ..rigs import actions, armatures
from ..rigs.bodies import add_body
from . import dance_database
from .dance_tempo import scene_rate, song_counts

_prepared = {}              # the last dances made ready, by what they came from


def add_starter_sign(context):
    """Add the generated signer with a generated, sign-like clip, and set the dances to generated ones."""
    dance = context.scene.stepweave.dance
    with importing.undone_on_failure():
        skeleton = signer_skeleton()
        armature = armatures.new_armature(skeleton, "Signer")
        armatures.keep_roles(armature, {role: skeleton.names[j] for role, j in skeleton.roles.items()})
        motion = starter_sign(dance.bpm, fps=context.scene.render.fps / context.scene.render.fps_base)
        action = armatures.write_motion(armature, motion, motion.name)
        add_body(armature, skeleton)
        action.use_fake_user = True
        clip = importing.ImportedClip(action, armature, motion.fps, 1.0, "generated")
        entry = add_clip(context.scene, clip)
    entry.use = False
    context.scene.frame_end = max(context.scene.frame_end, motion.frames)
    dance.sign, dance.use_generated = entry.name, True
    return f"added '{entry.name}': generated, not a real sign"


def dance_steps(context):
    """Make the sign dance of the scene's settings; returns a line for the user."""
    scene = context.scene
    dance = scene.stepweave.dance
    clip = scene.stepweave.clips.get(dance.sign)
    if clip is None or clip.action is None or clip.armature is None:
        raise SpecificationError("no signing: choose the listed clip that holds the sign")
    counts = song_counts(dance)
    sign = armatures.motion_of(clip.armature, clip.action, clip.fps)
    model = SignDanceModel.load(bpy.path.abspath(dance.model)) if dance.model else SignDanceModel()
    yield 0.1, "making the dances ready"
    dances = _dances(dance, sign, counts, model)
    yield 0.5, "choosing and joining"
    settings = AssemblySettings(
        dance.ownership,
        dance.hold_wrists and dance.ownership == "hands",
        selection=SelectionSettings(form=dance.form, order=dance.order),
        **_front(scene, sign),
    )
    made = make_sign_dance(sign, counts, dances, model=model, settings=settings, wishes=_wishes(dance))
    yield 0.8, "baking"
    _bake(dance, clip, sign, made)
    _list(dance, clip, dances, made)
    if abs(scene_rate(scene) / clip.fps - 1.0) > 1e-3:
        drifts = (
            f"the scene plays {scene_rate(scene):g} frames a second, the signing has {clip.fps:g}: "
            f"set the scene's rate to {clip.fps:g}, or song and signing drift apart"
        )
        dance.warnings = "\n".join(filter(None, (drifts, dance.warnings)))
    notes = f", {len(dance.warnings.splitlines())} notes" if dance.warnings else ""
    return f"{len(made.segments)} segments at {counts.bpm:g} BPM{notes}"


def read_dances(context):
    """List the dances of the database with their tempi; returns a line for the user."""
    dance = context.scene.stepweave.dance
    kept, refused = dance_database.read_dances(_places(dance), listen=True)
    typed = {(item.folder, item.key): (item.bpm, item.first_count) for item in dance.dances
             if item.tempo_from == "typed"}
    dance.dances.clear()
    for each in kept:
        item = dance.dances.add()
        item.name, item.key, item.folder = each.clip.name, each.key, str(each.folder)
        counts = each.clip.counts
        item.bpm, item.first_count = (counts.bpm, counts.offset) if counts else (0.0, 0.0)
        item.tempo_from = each.tempo_from
        if (item.folder, item.key) in typed:
            item.bpm, item.first_count = typed[item.folder, item.key]
    dance.refused = "\n".join(refused)
    unknown = sum(item.bpm == 0.0 for item in dance.dances)
    more = f", {unknown} without a tempo: type it" if unknown else ""
    more += f", {len(refused)} files left out" if refused else ""
    return f"{len(kept)} dances{more}"


def save_tempi(context):
    """Write the listed tempi to dances.csv; returns a line for the user."""
    kept, _ = _kept_dances(context.scene.stepweave.dance)
    written = dance_database.save_tempi(kept)
    return f"saved: {', '.join(str(path) for path in written)}"


def _places(dance):
    if not dance.database:
        raise SpecificationError("no dances: choose a folder of dance clips, or use the generated ones")
    return [bpy.path.abspath(dance.database)]


def _kept_dances(dance):
    """The database's dances with the tempi that are typed in the list, and lines on refused files."""
    kept, refused = dance_database.read_dances(_places(dance), listen=True)
    listed = {(item.folder, item.key): item for item in dance.dances}
    out = []
    for each in kept:
        item = listed.get((str(each.folder), each.key))
        if item is not None and item.bpm > 0.0:
            counts = Counts(item.bpm, item.first_count)
            if each.clip.counts is None or not _alike(counts, each.clip.counts):
                each = replace(each, clip=replace(each.clip, counts=counts), tempo_from="typed")
        out.append(each)
    return out, refused


def _alike(counts, others):
    """Whether a list that keeps single floats says the same."""
    return abs(counts.bpm - others.bpm) < 1e-3 and abs(counts.offset - others.offset) < 1e-4


def _dances(dance, sign, counts, model):
    """The database on the signer's skeleton; kept until something changes."""
    source = "generated" if dance.use_generated else dance_database.fingerprint(_places(dance))
    key = (
        source, [(item.key, item.bpm, item.first_count) for item in dance.dances], counts.bpm,
        sign.skeleton.names, sign.rotation[0].tobytes(), model.joints, model.samples,
    )
    if _prepared.get("key") != key:
        if dance.use_generated:
            clips, refused = starter_dances(), []
        else:
            kept, refused = _kept_dances(dance)
            clips = [each.clip for each in kept]
        dances = prepare(clips, sign, counts, joints=model.joints, samples=model.samples)
        _prepared["dances"] = replace(dances, warnings=(*refused, *dances.warnings))
        _prepared["key"] = key
    return _prepared["dances"]


def _front(scene, sign):
    """Settings of `AssemblySettings` for where the dancer comes back to."""
    facing = scene.stepweave.dance.facing
    if facing != "CAMERA":
        return {"face_front": facing == "SIGNER"}
    if scene.camera is None:
        raise SpecificationError("the scene has no camera to face: add one, or face the signer's front")
    camera = np.array(scene.camera.matrix_world.translation) * armatures.metres_per_unit(scene)
    towards = camera[:2] - sign.root_position[0, :2]
    return {"face_front": True, "front": tuple(float(part) for part in towards)}


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
