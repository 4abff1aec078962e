"""A character steered live: keys and mouse become wishes, steps become poses in the viewport."""

from dataclasses import dataclass, field

import numpy as np

from ..core.synthesis import LiveTake, Specification, fastest
from .jobs import exhaust
from .library import analysed_steps, graph_of, library_of, none_usable, walker_of
from .rigs import armatures, posing
from .routes.terrain import ground_of

#: Turning asked by a key, radians per second.
_KEY_TURN = 1.2
#: Seconds of steps that are ready ahead of what is shown.
_READY = 0.15
#: How far the mouse must be away, metres, before the character walks to it.
_NEAR = 0.35


@dataclass
class Wheel:
    """What the user holds down.

    Attributes
    ----------
    held : set of "forward", "left", "right", "run", "stop"
    target : (2,) array, metres, or None; place on the ground to walk to
    """

    held: set = field(default_factory=set)
    target: np.ndarray | None = None

    def wish(self, state, walk_speed, run_speed):
        """Specification for the next step."""
        if "stop" in self.held:
            return Specification(speed=0.0)
        speed = run_speed if "run" in self.held else walk_speed
        if self.target is not None:
            away = np.asarray(self.target) - state.base
            if np.hypot(*away) < _NEAR:
                return Specification(speed=0.0)
            return Specification(speed=speed, heading=float(np.arctan2(away[1], away[0])))
        turn = _KEY_TURN * (("left" in self.held) - ("right" in self.held))
        if "forward" not in self.held and turn == 0.0:
            return Specification(speed=0.0)
        return Specification(speed=speed, turn_rate=turn)


class Drive:
    """One live take of a character.

    Parameters
    ----------
    context : bpy.types.Context
    character : STEPWEAVE_PG_character
    fps : float; frames per second of the take
    """

    def __init__(self, context, character, fps):
        library = library_of(context.scene.stepweave.clips)
        self.armature = walker_of(character, library)
        found, refused = exhaust(analysed_steps(library))
        if not found:
            raise none_usable(library, refused)
        graph = graph_of(
            found, armatures.skeleton_of(self.armature), notes=(*library.left_out, *refused)
        )
        self.walk_speed = character.speed
        self.run_speed = fastest(graph)
        position, heading = posing.standing_place(self.armature, graph.skeleton)
        self.take = LiveTake(graph, position, heading, fps, ground_of(context.scene))
        self.wheel = Wheel()
        self._before = posing.pose_now(self.armature)
        self.frame = 0

    def show(self, seconds):
        """Pose the character as it is so many seconds into the take; returns its place (2,), metres."""
        self.frame = int(seconds * self.take.state.fps)
        ahead = self.frame + int(_READY * self.take.state.fps)
        while self.take.frames <= ahead:
            self.take.ask(self.wheel.wish(self.take.state, self.walk_speed, self.run_speed))
        pose = self.take.shown(self.frame)
        posing.show_pose(self.armature, pose)
        return pose.root_position[0, :2]

    def keep(self, first_frame):
        """Bake the take into a new Action; returns it."""
        motion, _ = self.take.whole(self.frame + 1)
        return armatures.write_motion(self.armature, motion, f"{self.armature.name} take", first_frame)

    def drop(self):
        """Put the pose back as it was."""
        posing.put_pose(self.armature, self._before)
