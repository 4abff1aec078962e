"""Verb `walk`: one character along one path."""

from pathlib import Path

import bpy

from ...core.errors import PathError
from ...core.paths import fit_stroke, propose_variants, read_path, warp_from_file
from ...core.paths.warp_files import unmet_wishes
from ...core.synthesis.specification import check_speed
from .. import jobs, reports
from ..files import exporting
from ..library import Stopwatch, library_of
from ..rigs import armatures
from ..rigs.bodies import add_body, has_body
from ..routes import curves, timing
from ..stagecraft import light_and_film
from .ground import add_ground_argument, read_ground
from .session import add_clip_arguments, add_verb, bring_in, empty_scene, read_json, write_json

_USUAL_COUNT = 8            # variants that the verb `variants` proposes by itself


def add_to(verbs):
    """Add the verb."""
    verb = add_verb(verbs, "walk", walk, "weave a walk along a path and write it to a file")
    add_clip_arguments(verb)
    verb.add_argument("--path", required=True, help="JSON, CSV or SVG, metres (an SVG unit is one metre)")
    verb.add_argument("--variant", type=int, default=0, metavar="K", help="another way along (0: as drawn)")
    verb.add_argument("--speed", type=float, required=True, metavar="M_PER_S", help="along the path")
    verb.add_argument("--warp", metavar="JSON", help="warp curve: handles that change the timing")
    add_ground_argument(verb)
    verb.add_argument("--out", required=True, help="result: .bvh, .blend, .fbx or .glb")
    verb.add_argument("--fps", type=float, default=60.0, help="frames per second of the result (60)")
    verb.add_argument("--report", metavar="JSON", help="what was done and how well")
    verb.add_argument("--render", metavar="PNG", help="a picture of the walk")


def walk(wish, out):
    """Weave, bake, write."""
    exporting.checked_ending(wish.out)
    check_speed(wish.speed)
    path = path_of_file(wish.path, wish.variant)
    warp = read_json(wish.warp) if wish.warp else None
    scene, watch = empty_scene(), Stopwatch()
    warnings = bring_in(wish, watch)
    library, ground = library_of(scene.stepweave.clips), read_ground(wish.ground)

    def warped(graph):
        pace = timing.pace_of(path, wish.speed, graph)
        curve = warp_from_file(warp, path, pace, wish.fps, wish.warp)
        warnings.extend(unmet_wishes(curve))
        return curve.target_distance()

    work = jobs.weave_steps(
        library,
        path,
        wish.fps,
        speed=wish.speed,
        target_distance=warped if wish.warp else None,
        ground=ground,
        watch=watch,
    )
    woven = jobs.exhaust(work)
    motion = woven.walk.motion
    with watch.timed("bake"):
        armatures.write_motion(library.armature, motion, Path(wish.out).stem)
    tidy(scene, {library.armature: motion}, [path])
    exporting.export(wish.out, library.armature, motion)
    told = reports.walk_report(woven, watch.seconds, warnings)
    if wish.report:
        write_json(wish.report, told)
    if wish.render:
        reports.draw(woven.walk, wish.render)
    print(reports.summary(told, wish.out), file=out)


def path_of_file(file, variant):
    """The path, or a variant of it: one of the file's own, or one as the verb `variants` proposes."""
    path = read_path(Path(file), variant)
    return path if _holds_variants(file) else varied(path, variant, file)


def varied(path, variant, file):
    """A path's variant of that number, as the verb `variants` proposes them; 0 is the path itself."""
    if variant == 0:
        return path
    if variant < 0:
        raise PathError(f"{file}: there is no variant {variant}; they count from 0, the path itself")
    spline = fit_stroke(path.points, closed=path.closed)
    found = propose_variants(spline, max(variant + 1, _USUAL_COUNT)).paths()
    if variant >= len(found):
        raise PathError(f"{file}: there is no variant {variant}; this path has {len(found)}, counted from 0")
    return found[variant]


def _holds_variants(file):
    """Whether a file is one that the verb `variants` wrote."""
    mark = {".json": '"variants"', ".svg": 'id="variant1"'}.get(Path(file).suffix.lower())
    return mark is not None and mark in Path(file).read_text(encoding="utf-8-sig", errors="replace")


def tidy(scene, walkers, paths):
    """Leave what a person who opens the file wants to see: walkers with bodies, paths, the right range.

    Parameters
    ----------
    scene : bpy.types.Scene
    walkers : dict of armature object to Motion
    paths : list of core.paths.Path
    """
    for thing in list(scene.objects):
        if thing.type == "ARMATURE" and thing not in walkers:
            bpy.data.objects.remove(thing)
    for armature, motion in walkers.items():
        if not has_body(armature):
            add_body(armature, motion.skeleton)
    for path in paths:
        curves.new_curve(path.points, path.closed, "Path")
    motions = list(walkers.values())
    light_and_film(scene, [path.points for path in paths] or [motion.root_position for motion in motions])
    exporting.set_rate(scene, motions[0].fps)
    scene.frame_start, scene.frame_end = 1, max(motion.frames for motion in motions)
    scene.frame_set(1)
