"""Several characters of a scene: who comes too near whom, and the least change that helps."""

from ..core.errors import LibraryError
from ..core.paths import Walker, find_collisions, resolve_collisions
from .jobs import exhaust, walk_steps
from .library import analysed_steps, graph_of, library_of, none_usable, walker_of
from .rigs import armatures
from .routes import timing
from .wording import counted


def collision_steps(context):
    """List the collisions of the scene's characters; returns a line for the user."""
    walkers, _ = yield from _walkers(context)
    yield 0.9, "comparing"
    return _list(context.scene, walkers, find_collisions(walkers, timing.scene_fps(context.scene)))


def resolve_steps(context):
    """Apply the least change that keeps everybody apart; returns the changes in words."""
    scene, fps = context.scene, timing.scene_fps(context.scene)
    walkers, characters = yield from _walkers(context)
    yield 0.5, "keeping them apart"
    resolution = resolve_collisions(walkers, fps)
    for character, before, after in zip(characters, walkers, resolution.walkers):
        _apply(character, before, after, fps)
    _list(scene, resolution.walkers, resolution.left)
    scene.stepweave.crowd_changes = "\n".join(change.text for change in resolution.changes)
    if not resolution.changes:
        return "nobody comes too near"
    left = f"; {len(resolution.left)} left" if resolution.left else ""
    return "; ".join(change.text for change in resolution.changes[:4]) + left


def _walkers(context):
    """The scene's characters as walkers, and their properties."""
    scene, fps = context.scene, timing.scene_fps(context.scene)
    characters = [c for c in scene.stepweave.characters if c.path is not None]
    if len(characters) < 2:
        raise LibraryError("fewer than two characters with a path: add characters and draw their paths")
    library = library_of(scene.stepweave.clips)
    analysed, refused = yield from analysed_steps(library)
    if not analysed:
        raise none_usable(library, refused)
    graph = graph_of(
        analysed, armatures.skeleton_of(library.armature), notes=(*library.left_out, *refused)
    )
    walkers = []
    for character in characters:
        walker_of(character, library)
    for number, character in enumerate(characters):
        yield 0.3 + 0.5 * number / len(characters), f"timing {character.name}"
        warp = timing.warp_of(character, timing.path_of(character), graph, fps)
        others = tuple(timing.variants_of(character).paths())
        walkers.append(Walker(character.name, warp, character.radius, others))
    return walkers, characters


def _apply(character, before, after, fps):
    """Write what was changed into a character's properties; its walk follows when it is made again."""
    if after is before:
        return
    character.start_frame = round(after.warp.start * fps) + 1
    if len(after.warp.handles) != len(before.warp.handles):
        timing.keep(character, after.warp)
    for number, path in enumerate(after.variants):
        if after.warp.path is path:
            character.variant = number


def _list(scene, walkers, collisions):
    """Fill the scene's list; returns a line."""
    listed = scene.stepweave.collisions
    listed.clear()
    for found in collisions:
        item = listed.add()
        item.first, item.second = walkers[found.first].name, walkers[found.second].name
        item.frame, item.place = round(found.frame) + 1, tuple(found.place)
        item.overlap = -found.clearance
    return counted(len(collisions), "collision") if len(collisions) else "nobody comes too near"


def walk_again_steps(context):
    """Make the walks of all characters that have one anew."""
    characters = [c for c in context.scene.stepweave.characters if c.path and c.result]
    for number, character in enumerate(characters):
        yield 0.9 + 0.1 * number / len(characters), f"walking {character.name}"
        exhaust(walk_steps(context, character))
