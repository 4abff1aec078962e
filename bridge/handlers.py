"""What follows by itself when a path or warp curve is edited with Blender's own tools.

The depsgraph handler only marks a character as dirty; a timer does the work once nothing has moved
for a moment, and never while Blender plays, renders or transforms.
"""

import contextlib
import logging

import bpy
from bpy.app.handlers import persistent

from ..core.errors import StepweaveError
from .routes import terrain, timing, watch

log = logging.getLogger(__name__)

_QUIET = 0.25               # seconds without a change before the work is done
_busy = False


def settle():
    """Do what the edits of the last moments ask for; called by a timer, and by tests.

    Returns
    -------
    float or None
        Seconds after which to look again; None when nothing is left to do.
    """
    if not watch.is_waiting():
        return None
    if _not_now() or watch.since_last() < _QUIET:
        return 0.5 * _QUIET
    names = watch.take()
    with _at_work():
        for scene in bpy.data.scenes:
            for character in scene.stepweave.characters:
                _follow(scene, character, names)
    return None


def mark(name):
    """Let the characters of a Curve object follow it once nothing has changed for a moment."""
    if _busy:
        return
    watch.mark(name)
    if not bpy.app.timers.is_registered(settle):
        bpy.app.timers.register(settle, first_interval=_QUIET)


@persistent
def _on_depsgraph(scene, depsgraph):
    """Mark the curves of our characters as dirty; anything else costs next to nothing."""
    if _busy or not scene.stepweave.characters:
        return
    watched, ground = _watched(scene), scene.stepweave.ground
    for update in depsgraph.updates:
        if not (update.is_updated_geometry or update.is_updated_transform):
            continue
        changed = update.id.original
        if ground is not None and changed in (ground, ground.data):
            _ground_changed(scene)
        name = watched.get(changed)
        if name is not None and watch.is_new(bpy.data.objects[name]):
            mark(name)


def _ground_changed(scene):
    """Whoever has a walk follows the ground it stands on."""
    terrain.forget()
    for character in scene.stepweave.characters:
        if character.live and character.path is not None and character.result is not None:
            mark(character.path.name)


@persistent
def _on_load(*_):
    """Another file, or an undo: what was marked no longer holds."""
    terrain.forget()
    watch.forget()
    for scene in bpy.data.scenes:
        for name in set(_watched(scene).values()):
            watch.acknowledge(bpy.data.objects[name])


def _watched(scene):
    """Curve objects and their data of a scene's characters, with the object's name."""
    watched = {}
    for character in scene.stepweave.characters:
        for thing in (character.path, character.warp):
            if thing is not None and character.live:
                watched[thing] = watched[thing.data] = thing.name
    return watched


def _not_now():
    """Blender is playing, rendering, or the user is in the middle of something."""
    if bpy.app.is_job_running("RENDER"):
        return True
    windows = bpy.context.window_manager.windows
    return any(w.modal_operators or (w.screen and w.screen.is_animation_playing) for w in windows)


@contextlib.contextmanager
def _at_work():
    """Our own writing must not mark anything as dirty."""
    global _busy
    _busy = True
    try:
        yield
    finally:
        _busy = False


def _follow(scene, character, names):
    """Bring one character up to date with its edited curves."""
    from .routes.warping import Warping  # the handlers are there before anything is woven

    moved = [thing for thing in (character.path, character.warp) if thing is not None and thing.name in names]
    if not moved:
        return
    for thing in moved:
        watch.acknowledge(thing)
    if character.result is None:
        return
    try:
        warping = Warping(bpy.context, character, scene)
        if character.warp in moved:
            warping.warp = timing.absorb(character, warping.warp)
        warping.keep()
    except StepweaveError as error:
        character.warnings = str(error)
        return
    if bpy.context.window_manager.windows:
        bpy.ops.ed.undo_push(message="Walk follows its curve")


_HANDLERS = (
    (bpy.app.handlers.depsgraph_update_post, _on_depsgraph),
    (bpy.app.handlers.load_post, _on_load),
    (bpy.app.handlers.undo_post, _on_load),
    (bpy.app.handlers.redo_post, _on_load),
)


def register():
    """Start to listen."""
    for event, handler in _HANDLERS:
        event.append(handler)


def unregister():
    """Stop listening."""
    for event, handler in reversed(_HANDLERS):
        if handler in event:
            event.remove(handler)
    if bpy.app.timers.is_registered(settle):
        bpy.app.timers.unregister(settle)
    watch.forget()
