"""What Stepweave does for a user, on the scene's own data: the same for the panel and the command line.

Long jobs are generators: they yield ``(share done, text)`` between pieces of work and can be stopped there.
"""

from dataclasses import dataclass
from functools import cache
from pathlib import Path as FilePath

import bpy

from ..core.errors import ClipError, LibraryError
from ..core.paths import fit_stroke
from ..core.paths.numbers import checked_frames
from ..core.starter import starter_clips
from ..core.synthesis import Walk, follow_path
from .files import importing
from .graph_jobs import muted_labels
from .library import (
    NO_CLIPS,
    Library,
    Stopwatch,
    analysed_steps,
    graph_of,
    libraries_of,
    library_of,
    none_usable,
    walker_of,
)
from .rigs import armatures
from .rigs.bodies import add_body
from .routes import curves, shown, terrain, timing, watch
from .wording import counted


class ImportBatch:
    """Files imported one after the other into the scene's list of clips; undone as a whole."""

    def __init__(self, context):
        self.scene = context.scene
        self._before = importing.existing()
        self._entries = len(self.scene.stepweave.clips)

    @property
    def added(self):
        """The entries made so far."""
        return list(self.scene.stepweave.clips)[self._entries :]

    def add(self, path):
        """Import one file; a file or a take that cannot be used becomes an entry that says why."""
        refused = []
        try:
            for clip in importing.import_file(path, refused=refused):
                add_clip(self.scene, clip)
        except ClipError as error:
            refused.append((FilePath(path).name, str(error)))
        for name, reason in refused:
            entry = self.scene.stepweave.clips.add()
            entry.name, entry.source = name, str(path)
            entry.status, entry.use, entry.notes = "REFUSED", False, reason

    def undo(self):
        """Leave the scene as it was."""
        clips = self.scene.stepweave.clips
        while len(clips) > self._entries:
            clips.remove(len(clips) - 1)
        importing.remove_new(self._before)

    def summary(self):
        """One line for the user.

        Raises
        ------
        ClipError
            Nothing could be imported; the message is the first file's.
        """
        added = self.added
        count = {status: sum(e.status == status for e in added) for status in ("OK", "REPAIRED", "REFUSED")}
        if added and count["REFUSED"] == len(added):
            more = f" ({len(added)} files refused)" if len(added) > 1 else ""
            raise ClipError(added[0].notes + more)
        words = [f"imported {counted(len(added) - count['REFUSED'], 'clip')}"]
        words += [f"{count['REPAIRED']} of them repaired"] if count["REPAIRED"] else []
        words += [f"{count['REFUSED']} files refused, see the list"] if count["REFUSED"] else []
        return ", ".join(words)


def add_clip(scene, clip):
    """List an imported clip with a scene."""
    entry = scene.stepweave.clips.add()
    entry.name, entry.action, entry.armature = clip.action.name, clip.action, clip.armature
    entry.source, entry.fps, entry.scale_to_m = clip.source, clip.fps, clip.scale_to_m
    entry.frames = round(clip.action.frame_range[1] - clip.action.frame_range[0]) + 1
    entry.status = "REPAIRED" if clip.repaired else "OK"
    entry.rest_pose = clip.rest_pose or ""
    entry.notes = "\n".join((*clip.repairs, *clip.warnings))
    return entry


def add_starter(context):
    """Add the starter character, with a body, and its clips.

    Returns
    -------
    int
        How many clips were added.
    """
    made = _starter_clips()
    with importing.undone_on_failure():
        skeleton = made[0].motion.skeleton
        armature = armatures.new_armature(skeleton, "Starter")
        armatures.keep_roles(armature, {role: skeleton.names[j] for role, j in skeleton.roles.items()})
        add_body(armature, skeleton)
        for clip in made:
            action = armatures.write_motion(armature, clip.motion, clip.motion.name)
            action.use_fake_user = True
            add_clip(context.scene, importing.ImportedClip(action, armature, clip.motion.fps, 1.0, ""))
    return len(made)


@cache
def _starter_clips():
    return starter_clips()


def path_points(thing):
    """Points (N, 3), metres, and closedness of a Curve object; raises PathError when it cannot be walked."""
    curves.path_along(thing)
    return curves.curve_points(thing)


def path_object(context, points, closed=False, name="Path"):
    """A smooth Curve object through a stroke.

    Parameters
    ----------
    context : bpy.types.Context
    points : (N, 2) or (N, 3) array_like, metres; the stroke as drawn
    closed : bool
    name : str

    Returns
    -------
    bpy.types.Object
    """
    ground = terrain.ground_of(context.scene)
    thing = curves.new_spline_curve(fit_stroke(points, closed=closed), name, ground)
    context.view_layer.update()
    return thing


def analyse_steps(context):
    """Analyse the clips in use, whatever their skeletons; returns a line for the user."""
    libraries, notes = libraries_of(context.scene.stepweave.clips)
    found = []
    for library in libraries:
        analysed, refused = yield from analysed_steps(library)
        found += analysed
        notes += refused
    if not found:
        raise LibraryError(notes[0] if notes else NO_CLIPS)
    steps = sum(len(analysis.segments) for _, analysis in found)
    return f"{steps} segments in {len(found)} clips" + (f", {len(notes)} notes" if notes else "")


@dataclass(frozen=True, eq=False)
class Woven:
    """A walk and what it was woven from.

    Attributes
    ----------
    walk : Walk
    graph : MotionGraph
    library : Library
    analysed : list of (LibraryClip, Analysis)
    warnings : tuple of str; of the library and of the walk
    ground : Terrain or None
    """

    walk: Walk
    graph: object
    library: Library
    analysed: list
    warnings: tuple[str, ...]
    ground: object = None


def weave_steps(
    library,
    path,
    fps,
    *,
    skeleton=None,
    speed=None,
    target_distance=None,
    muted=(),
    ground=None,
    watch=None,
):
    """Analyse a library, build its graph and let it follow a path.

    Parameters
    ----------
    library : Library
    path : core.paths.Path
    fps : float; frames per second of the walk
    skeleton : Skeleton, optional; who walks (the library's own by default)
    speed : float, m/s; or
    target_distance : (F,) array, metres along the path at each frame, or a callable that gives it for
        the MotionGraph
    muted : collection of str; footstep patterns whose groups stay out of it
    ground : Terrain, optional; what is walked on instead of the plane z = 0
    watch : Stopwatch, optional; gets the seconds of each stage

    Returns
    -------
    Woven
    """
    watch = watch or Stopwatch()
    with watch.timed("analyse"):
        analysed, refused = yield from _scaled(analysed_steps(library), 0.0, 0.5)
    if not analysed:
        raise none_usable(library, refused)
    yield 0.5, "building the motion graph"
    with watch.timed("graph"):
        graph = graph_of(analysed, skeleton or library.skeleton, notes=(*library.left_out, *refused))
        graph = graph.without(muted) if muted else graph
    yield 0.7, "walking"
    if callable(target_distance):
        target_distance = target_distance(graph)
    if target_distance is None:
        checked_frames(path.length / speed, fps)
    with watch.timed("synthesise"):
        walk = follow_path(graph, path, target_distance, speed=speed, fps=fps, ground=ground)
    doubts = ground.doubts(path) if ground else ()
    warnings = (*library.left_out, *refused, *walk.warnings, *doubts)
    return Woven(walk, graph, library, analysed, warnings, ground)


def walk_steps(context, character):
    """Weave and bake the walk of a character along its path; returns a line for the user."""
    scene = context.scene
    path = timing.path_of(character)
    library = library_of(scene.stepweave.clips)
    armature = walker_of(character, library)
    fps = timing.scene_fps(scene)

    warps = []

    def timed(graph):
        warps.append(timing.warp_of(character, path, graph, fps))
        return warps[0].target_distance(fps=fps)

    woven = yield from weave_steps(
        library,
        path,
        fps,
        skeleton=armatures.skeleton_of(armature),
        speed=timing.speed_of(character, path),
        target_distance=timed if timing.is_timed(character) else None,
        muted=muted_labels(scene),
        ground=terrain.ground_of(scene),
    )
    yield 0.95, "baking"
    if warps:
        timing.keep(character, warps[0])
        if character.warp is not None:
            timing.show_curve(character, warps[0])
    else:
        timing.keep_speed(character, path)
    give_result(scene, character, armature, woven.walk)
    warnings = (*woven.warnings, *_shared(scene, character))
    character.warnings = "\n".join(warnings)
    bpy.context.view_layer.update()
    note = f"; {warnings[0]}" if warnings else ""
    return f"{woven.walk.motion.frames} frames, {len(woven.walk.plants)} footsteps{note}"


def _shared(scene, character):
    """A warning in words for each other character whose walk is for the same armature."""
    for other in scene.stepweave.characters:
        if other != character and other.armature == character.armature and other.result is not None:
            yield (
                f"'{other.name}' walks with the same armature '{character.armature.name}', which shows the "
                "walk made last: duplicate it and choose the copy under Character"
            )


def give_result(scene, character, armature, walk):
    """Bake a walk into a new Action of the character; its last result goes when nothing else uses it.

    Parameters
    ----------
    scene : bpy.types.Scene; its end is moved out to hold the walk
    character : STEPWEAVE_PG_character
    armature : bpy.types.Object
    walk : Walk
    """
    before = character.result
    name = before.name if before and before.users <= 2 else f"{armature.name} walk"
    ground = terrain.ground_of(scene)
    action = armatures.write_motion(armature, walk.motion, f"{armature.name} walk", character.start_frame)
    character.result, character.armature = action, armature
    if before is not None and before.users == 0:
        bpy.data.actions.remove(before)
        action.name = name
    shown.keep(action, walk, character.start_frame, ground)
    watch.up_to_date(character)
    scene.use_preview_range = False
    scene.frame_end = max(scene.frame_end, character.start_frame + walk.motion.frames - 1)


def exhaust(work, report=None):
    """Run a job to its end and give back what it returns; `report` is called with every (share, text)."""
    while True:
        try:
            share, text = next(work)
        except StopIteration as done:
            return done.value
        if report:
            report(share, text)


def _scaled(work, start, end):
    """The same job, its shares mapped into start..end."""
    while True:
        try:
            share, text = next(work)
        except StopIteration as done:
            return done.value
        yield start + (end - start) * share, text
