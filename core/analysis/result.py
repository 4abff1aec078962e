"""What an analysis says about a clip."""

from dataclasses import dataclass, field

import numpy as np


@dataclass(frozen=True)
class Contact:
    """One stance of one foot.

    Attributes
    ----------
    side : "L" or "R"
    start, end : int; first and last frame on the ground, both included
    """

    side: str
    start: int
    end: int


@dataclass(frozen=True)
class Segment:
    """One step of a clip, between two cuts.

    Attributes
    ----------
    start, end : int; frames of the two cuts; the state at ``end`` is the label's last symbol, and the
        next segment starts there
    label : str; the footstep pattern, one symbol of S, L, R, D, F per state: "LDR"
    boundaries : tuple of int; frames at which the state changes, one fewer than symbols
    speed : float, m/s; along the ground, of the root
    turn : float, radians; change of heading from cut to cut, left positive
    stride_length : float, metres; twice the distance travelled in one step
    cadence : float, steps per minute
    sideways : float, m/s; mean speed to the left of the facing direction
    forward : float, m/s; mean speed along the facing direction
    clearance : float, metres; the highest the swinging foot's lower point gets above its floor
    lean : float, radians; mean lean of the trunk to the left
    arm_swing : float, metres; travel of the hands along the facing direction, mean of both
    confidence : float, 0 to 1
    ignored : bool; not fit for synthesis (glitch, T-pose, fall, no steps to be had)
    reason : str; why it is ignored, or ""
    corrected : bool; a person has set the label
    grounded : bool; a runner's change of feet, at an end or within, is too quick to tell from double support
    """

    start: int
    end: int
    label: str
    boundaries: tuple[int, ...] = ()
    speed: float = 0.0
    turn: float = 0.0
    stride_length: float = 0.0
    cadence: float = 0.0
    sideways: float = 0.0
    forward: float = 0.0
    clearance: float = 0.0
    lean: float = 0.0
    arm_swing: float = 0.0
    confidence: float = 1.0
    ignored: bool = False
    reason: str = ""
    corrected: bool = False
    grounded: bool = False

    @property
    def frames(self):
        """Number of frames from cut to cut."""
        return self.end - self.start


@dataclass(frozen=True, eq=False)
class Analysis:
    """Contacts, centre of mass, cuts and labelled segments of one clip of F frames.

    Attributes
    ----------
    fps : float
    state : (F,) array of "S", "L", "R", "D", "F"
    contact : (F, 2) bool array; any part of the left, right foot on the ground
    foot_contact : (F, 2, 2) bool array; [frame, left/right, heel/toe]
    com : (F, 3) array, metres; centre of mass
    ground : (F, 2) array, metres; height of the floor under each foot's lowest point
    cuts : (K,) int array; the frames at which the clip is cut, first and last included
    segments : tuple of Segment; K - 1 of them
    contacts : tuple of C Contact; by start
    soles : (C, 2, 3) array, metres; where the heel and the ball of the foot stand in each contact
    confidence : (F,) array, 0 to 1; how sure each frame's state is
    warnings : tuple of str
    """

    fps: float
    state: np.ndarray
    contact: np.ndarray
    foot_contact: np.ndarray
    com: np.ndarray
    ground: np.ndarray
    cuts: np.ndarray
    segments: tuple[Segment, ...]
    contacts: tuple[Contact, ...]
    soles: np.ndarray
    confidence: np.ndarray
    warnings: tuple[str, ...] = field(default_factory=tuple)

    @property
    def frames(self):
        """Number of frames."""
        return len(self.state)
