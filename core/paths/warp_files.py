"""A warp curve from a file, every fault named by the file and the number of the handle."""

from ..errors import PathError
from .warp import WarpCurve

SLOWEST = 0.05  # metres/second


def warp_from_file(content, path, pace, fps, name):
    """Warp curve of a file's contents, as a person wrote it for this very walk.

    Beyond what `WarpCurve.from_json` refuses, a handle that would do nothing is a mistake here: one outside
    the walk, or one that says again what another says.

    Parameters
    ----------
    content : dict
    path : Path
    pace : Pace
    fps : float
    name : str
        The file, for the errors.

    Returns
    -------
    WarpCurve

    Raises
    ------
    PathError
    """
    try:
        warp = WarpCurve.from_json(content, path, pace, fps)
        _each_does_something(warp)
    except PathError as error:
        raise PathError(f"{name}: {error}") from None
    return warp


def unmet_wishes(warp):
    """A line for each handle that could not be followed all the way."""
    return [
        f"handle {number} at frame {handle.frame:g}: followed to {share:.0%}, or time would run backwards; "
        f"make it wider"
        for number, (handle, share) in enumerate(zip(warp.handles, warp.applied), 1)
        if share < 0.995
    ]


def _each_does_something(warp):
    if not warp.path.closed and warp.pace.length > warp.path.length + 0.01:
        raise PathError(
            f"pace: it goes {warp.pace.length:.2f} m, but the path has {warp.path.length:.2f} m; "
            f"let its distances end there"
        )
    if warp.pace.length < SLOWEST * warp.pace.seconds:
        speed = warp.pace.length / warp.pace.seconds
        raise PathError(f"pace: {speed:.2g} m/s on the whole; walk at {SLOWEST:g} m/s at least, with holds")
    last = warp.changed(handles=()).seconds * warp.fps
    seen = {}
    for number, handle in enumerate(warp.handles, 1):
        if not 0 <= handle.frame <= last:
            raise PathError(
                f"handle {number} at frame {handle.frame:g}: the walk has frames 0 to {last:.0f} "
                f"before it is edited; put the handle among them"
            )
        mode = handle.mode or warp.mode
        holds = mode == "timing" and handle.hold_frames > 0
        shape = handle.frame, mode, handle.sigma_frames, handle.right, holds
        if shape in seen:
            raise PathError(
                f"handle {number} at frame {handle.frame:g}: handle {seen[shape]} is there already and as "
                f"wide; add their offsets up in one, or leave one out"
            )
        seen[shape] = number
