"""Verb `crowd`: several characters in one scene, kept apart."""

import json
from dataclasses import replace
from pathlib import Path

from ...core.errors import PathError, SpecificationError, StepweaveError
from ...core.paths import (
    Walker,
    find_collisions,
    fit_stroke,
    propose_variants,
    read_path,
    resolve_collisions,
    warp_from_file,
)
from ...core.paths.numbers import checked_number
from ...core.synthesis import follow_path
from ...core.synthesis.specification import check_speed
from .. import jobs
from ..files import exporting
from ..library import Stopwatch, analysed_steps, graph_of, library_of, none_usable
from ..rigs import armatures
from ..rigs.doubles import double
from ..routes import timing
from .ground import add_ground_argument, read_ground
from .session import add_clip_arguments, add_verb, bring_in, empty_scene, read_json, write_json
from .walking import path_of_file, tidy, varied

_LATEST = 86400.0           # seconds
_WIDEST = 100.0             # metres
_KNOWN = {"name", "path", "variant", "variants", "speed", "start_s", "radius_m", "warp"}


def add_to(verbs):
    """Add the verb."""
    verb = add_verb(verbs, "crowd", crowd, "let several characters walk in one scene, kept apart")
    add_clip_arguments(verb)
    verb.add_argument("--scene", required=True, metavar="JSON", help="who walks where, how fast")
    verb.add_argument("--resolve", action="store_true", help="change as little as keeps everybody apart")
    add_ground_argument(verb)
    verb.add_argument("--fps", type=float, default=30.0, help="frames per second of the result (30)")
    verb.add_argument("--out", required=True, help="result: .blend")
    verb.add_argument("--report", metavar="JSON", help="collisions, and what was changed")


def crowd(wish, out):
    """Read, time, keep apart, weave each, write."""
    if exporting.checked_ending(wish.out) != ".blend":
        raise SpecificationError(f"cannot write '{wish.out}': a crowd is written as .blend")
    wanted = _characters(wish.scene)
    scene = empty_scene()
    warnings = bring_in(wish, Stopwatch())
    library, ground = library_of(scene.stepweave.clips), read_ground(wish.ground)
    analysed, refused = jobs.exhaust(analysed_steps(library))
    if not analysed:
        raise none_usable(library, refused)
    graph = graph_of(analysed, library.skeleton)
    walkers = [_walker(character, graph, wish.fps) for character in wanted]
    found, changes, left = find_collisions(walkers, wish.fps), (), ()
    if wish.resolve:
        walkers = [_with_ways(walker) for walker in walkers]
        resolution = resolve_collisions(walkers, wish.fps)
        walkers, changes, left = resolution.walkers, resolution.changes, resolution.left
    played = {}
    for walker in walkers:
        distance = walker.warp.target_distance(fps=wish.fps)
        walk = follow_path(graph, walker.warp.path, distance, fps=wish.fps, ground=ground)
        warnings += [f"{walker.name}: {line}" for line in walk.warnings]
        armature = double(library.armature, walker.name)
        first = 1 + round(walker.warp.start * wish.fps)
        armatures.write_motion(armature, walk.motion, f"{walker.name} walk", first)
        played[armature] = walk.motion
    tidy(scene, played, [walker.warp.path for walker in walkers])
    scene.frame_end = max(1 + round(w.end * wish.fps) for w in walkers)
    exporting.export(wish.out, None, None)
    told = {
        "fps": wish.fps,
        "characters": [_character(walker) for walker in walkers],
        "collisions": [_collision(walkers, c) for c in found],
        "changes": [change.text for change in changes],
        "left": [_collision(walkers, c) for c in left],
        "warnings": [*library.left_out, *refused, *warnings],
    }
    if wish.report:
        write_json(wish.report, told)
    still = len(left) if wish.resolve else len(found)
    print(f"{len(walkers)} characters, {len(found)} collisions, {still} left: {wish.out}", file=out)
    still_close = [f"{c['first']} and {c['second']} still collide, frame {c['frame']}" for c in told["left"]]
    for line in (*told["changes"], *still_close, *told["warnings"]):
        print(f"  {line}", file=out)


def _characters(source):
    """The characters of a scene file, their paths read."""
    content = read_json(source)
    wanted = content.get("characters") if isinstance(content, dict) else None
    if not isinstance(wanted, list) or not wanted:
        raise SpecificationError(f'{source}: write {{"characters": [{{"path": ..., "speed": ...}}, ...]}}')
    folder = Path(source).parent
    checked = []
    for number, character in enumerate(wanted, start=1):
        what = f"{Path(source).name}: character {number}"
        try:
            checked.append({"what": what, **_checked(character, number, folder)})
        except StepweaveError as error:
            raise SpecificationError(f"{what}: {error}") from None
    names = [character["name"] for character in checked]
    twice = sorted({name for name in names if names.count(name) > 1})
    if twice:
        raise SpecificationError(f"{source}: {', '.join(twice)} names two characters: name each differently")
    return checked


def _checked(character, number, folder):
    if not isinstance(character, dict) or "path" not in character or "speed" not in character:
        raise SpecificationError("needs a path and a speed")
    unknown = set(character) - _KNOWN
    if unknown:
        raise SpecificationError(f"does not know {', '.join(sorted(unknown))}")
    name, variant = character.get("name", f"character {number}"), character.get("variant", 0)
    if not isinstance(name, str) or not name.strip():
        raise SpecificationError(f"name is {name!r:.60}; write it in quotes, or leave it out")
    if isinstance(variant, bool) or not isinstance(variant, int):
        raise SpecificationError(f"variant is {variant!r:.60}; it is a whole number, counted from 0")
    check_speed(checked_number(character["speed"], "speed", unit="m/s"))
    for part, low, high, unit in (("start_s", 0.0, _LATEST, "s"), ("radius_m", 0.01, _WIDEST, "m")):
        if part in character:
            checked_number(character[part], part, low, high, unit)
    others = character.get("variants", [])
    if not isinstance(others, list):
        raise SpecificationError(f"variants is {others!r:.60}; write a list of paths")
    read = [_path(path, folder, variant) for path in [character["path"], *others]]
    return {**character, "name": name, "paths": read}


def _path(path, folder, variant):
    if isinstance(path, str):
        return path_of_file(folder / path, variant)
    if isinstance(path, dict | list):
        return varied(read_path(json.dumps(path)), variant, "path")
    raise PathError(f"path is {path!r:.60}; name a file, or write a list of [x, y]")


def _walker(character, graph, fps):
    path, *others = character["paths"]
    pace = timing.pace_of(path, character["speed"], graph)
    what = f"{character['what']}: warp"
    warp = warp_from_file(character.get("warp", {}), path, pace, fps, what)
    warp = warp.changed(start=float(character.get("start_s", warp.start)))
    return Walker(character["name"], warp, character.get("radius_m", 0.3), tuple(others))


def _with_ways(walker):
    """The walker with variants of its path to choose from, when the scene names none."""
    if walker.variants:
        return walker
    path = walker.warp.path
    others = propose_variants(fit_stroke(path.points, closed=path.closed), radius=2.0 * walker.radius)
    return replace(walker, variants=tuple(others.paths()[1:]))


def _character(walker):
    return {
        "name": walker.name,
        "start_s": walker.warp.start,
        "end_s": walker.end,
        "length_m": walker.warp.path.length,
    }


def _collision(walkers, collision):
    return {
        "first": walkers[collision.first].name,
        "second": walkers[collision.second].name,
        "start": int(collision.start),
        "end": int(collision.end),
        "frame": round(float(collision.frame), 2),
        "place_m": [round(float(x), 3) for x in collision.place],
        "clearance_cm": round(100.0 * float(collision.clearance), 1),
    }
