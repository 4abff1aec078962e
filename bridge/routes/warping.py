"""Dragging time: what a change of the warp curve would look like, at once, and the walk when it rests."""

from dataclasses import dataclass, replace

import numpy as np

from ...core.errors import PathError
from ...core.paths import Handle
from ...core.paths.handles import snap
from ...core.synthesis import follow_path, preview_footprints
from ..graph_jobs import muted_labels
from ..jobs import exhaust, give_result
from ..library import analysed_steps, graph_of, library_of, none_usable, walker_of
from ..rigs import armatures, posing
from . import shown, timing
from .terrain import draped, ground_of

_CURVE_POINTS = 240
_BESIDE = 2.0               # metres from the path at which a place is no longer meant to be on it
_NEAR = 0.2                 # seconds from a handle within which it is taken hold of


@dataclass(frozen=True, eq=False)
class Preview:
    """What the viewport shows while a handle is dragged.

    Attributes
    ----------
    curve : (N, 3) array, metres; the warp curve
    foot : (N, 3) array, metres; the places on the ground under it
    speed : (N,) array, m/s; along it
    place : (P, 3) array, metres; footprints
    heading, side : (P,) arrays; radians, and 0 left or 1 right
    readout : str; speed, frame and second at the handle
    at : (3,) array, metres; the handle
    """

    curve: np.ndarray
    foot: np.ndarray
    speed: np.ndarray
    place: np.ndarray
    heading: np.ndarray
    side: np.ndarray
    readout: str
    at: np.ndarray


class Warping:
    """A character's timing under the mouse.

    Parameters
    ----------
    context : bpy.types.Context
    character : STEPWEAVE_PG_character
    scene : bpy.types.Scene, optional; the character's, when it is not the context's
    """

    def __init__(self, context, character, scene=None):
        self.scene, self.character = scene or context.scene, character
        self.fps = timing.scene_fps(self.scene)
        library = library_of(self.scene.stepweave.clips)
        found, refused = exhaust(analysed_steps(library))
        if not found:
            raise none_usable(library, refused)
        self.armature = walker_of(character, library)
        graph = graph_of(
            found, armatures.skeleton_of(self.armature), notes=(*library.left_out, *refused)
        )
        muted = muted_labels(self.scene)
        self.graph = graph.without(muted) if muted else graph
        self.path = timing.path_of(character)
        self.ground = ground_of(self.scene)
        self.warp = timing.warp_of(character, self.path, self.graph, self.fps)
        self.before = self._first = self.warp
        self.index = None
        self._solved = None, None
        self._walk = shown.of(character.result)
        self._pose = posing.pose_now(self.armature)

    def grab(self, seconds):
        """Take hold of the handle of the curve's mode at a time of the walk, or make one there."""
        away = {
            i: abs(self._second_of(handle) - seconds)
            for i, handle in enumerate(self.warp.handles)
            if (handle.mode or self.warp.mode) == self.warp.mode
        }
        nearest = min(away, key=away.get, default=None)
        if nearest is not None and away[nearest] < _NEAR:
            self.before, self.index = self.warp, nearest
            return
        frame, sigma = seconds * self.fps, timing.usual_sigma(self.warp)
        if self.warp.mode == "speed":
            frame = float(self.warp.tau(np.asarray(seconds))) * self.fps
        self.warp = self.warp.with_handle(Handle(frame, 0.0, sigma, mode=self.warp.mode))
        self.before, self.index = self.warp, len(self.warp.handles) - 1

    def drag(self, rise, marks=()):
        """Lift the handle by so many metres from where it was grabbed; snap it to marks (frames) if any."""
        handle = self.before.handles[self.index]
        per_metre = (1.0 if handle.mode == "speed" else self.fps) / self.warp.height_scale
        values = {"offset": handle.offset + rise * per_metre}
        if len(marks) and handle.mode != "speed":
            values["frame"] = snap(handle.frame, marks)
        self.warp = self.warp.with_handle_changed(self.index, **values)

    def widen(self, factor):
        """Make the bump wider or narrower."""
        for name in ("warp", "before"):
            sigma = getattr(self, name).handles[self.index].sigma_frames
            sigma = float(np.clip(sigma * factor, 2.0, 0.5 * self.warp.seconds * self.fps))
            changed = getattr(self, name).with_handle_changed(self.index, sigma_frames=sigma)
            setattr(self, name, changed)

    def arrive(self, place):
        """Be nearest to a place (2,), metres, at the scene's current frame, with one more handle.

        Returns
        -------
        float
            Share of the wish that could be met.

        Raises
        ------
        PathError
            The current frame lies outside the walk, or the place beside the path.
        """
        now, first = self.scene.frame_current, self.character.start_frame
        frame, last = now - first, first + self.warp.frames - 1
        if not first < now < last:
            who, ends = self.character.name, f"{first + 1} and {last - 1}"
            raise PathError(f"frame {now}: the walk of '{who}' can be bent between {ends}: go there")
        if not np.isfinite(place).all():
            raise PathError("the 3D Cursor is at no finite place: put it on the path")
        beside = float(np.linalg.norm(self.path.point(self.path.nearest(place))[:2] - place))
        if beside > _BESIDE:
            raise PathError(f"the 3D Cursor is {beside:.1f} m beside the path: put it on the path")
        distance = self.path.nearest(place)
        sigma = timing.usual_sigma(self.warp)
        self.warp = self.warp.arriving(float(distance), frame, sigma_frames=sigma)
        self.index = len(self.warp.handles) - 1
        return float(self.warp.applied[self.index])

    def drop_handle(self):
        """Take the handle out; the curve is as if it had never been."""
        self.warp = self.warp.without_handle(self.index)
        self.index = None

    def is_idle(self):
        """Whether keeping it now would change nothing."""
        now, first = ([h for h in w.handles if h.offset or h.hold_frames] for w in (self.warp, self._first))
        return now == first

    def preview(self):
        """What the change looks like, without solving the walk."""
        warp = self.warp
        times = np.linspace(0.0, warp.seconds, _CURVE_POINTS)
        distance = warp.target_distance(fps=self.fps)
        place, heading, side, _ = preview_footprints(self.graph, self.path, distance, self.fps)
        at, readout = np.zeros(3), ""
        if self.index is not None:
            second = np.asarray(np.clip(self.handle_second(), 0.0, warp.seconds))
            at = warp.curve(second)
            speed = float(warp.speed_at(second))
            frame = self.character.start_frame + float(second) * self.fps
            readout = f"{speed:.2f} m/s   frame {frame:.0f}   {float(second):.2f} s"
            if warp.applied[self.index] < 0.999:
                readout += "   (as far as time allows)"
        curve = warp.curve(times)
        flat = np.column_stack([place, np.zeros(len(place))])
        return Preview(
            curve,
            draped(curve * (1.0, 1.0, 0.0), self.ground),
            warp.speed_at(times),
            draped(flat, self.ground),
            heading,
            side,
            readout,
            at,
        )

    def handle_second(self):
        """Second of the edited walk at which the grabbed handle lies."""
        return self._second_of(self.warp.handles[self.index])

    def _second_of(self, handle):
        if (handle.mode or self.warp.mode) == "speed":
            return float(self.warp.time_at(self.warp.pace.distance(handle.frame / self.fps)))
        return handle.frame / self.fps

    def pose(self):
        """Show the character where it would be at the current frame, in the stride it has there now."""
        if self._walk is None:
            return
        now = (self.scene.frame_current - self.character.start_frame) / self.fps
        distance = float(self.warp.distance(np.asarray(np.clip(now, 0.0, self.warp.seconds))))
        posing.show_pose(self.armature, self._walk.pose_at(distance))

    def solve(self):
        """The whole walk as it is timed now."""
        warp, walk = self._solved
        if warp is not self.warp:
            distance = self.warp.target_distance(fps=self.fps)
            walk = follow_path(self.graph, self.path, distance, fps=self.fps, ground=self.ground)
            self._solved = self.warp, walk
        return walk

    def rest(self):
        """The mouse rests: solve the whole walk, pose the character in it; returns its preview.

        Nothing is written into the scene; `keep` has the walk at hand then.
        """
        self._walk = shown.Shown(self.solve(), self.character.start_frame, self.ground)
        self.pose()
        return replace(self.preview(), **self._walk.feet())

    def keep(self):
        """Write handles, curve and walk into the scene; returns the walk."""
        walk = self.solve()
        timing.keep(self.character, self.warp)
        if self.warp.handles or self.character.warp is not None:
            timing.show_curve(self.character, self.warp)
        give_result(self.scene, self.character, self.armature, walk)
        self.character.warnings = "\n".join(walk.warnings)
        return walk

    def drop(self):
        """Leave everything as it was."""
        posing.put_pose(self.armature, self._pose)
