"""The keys of one take as its importer laid them, read once as arrays and written back once."""

from itertools import groupby

import numpy as np

from ...core.clips.findings import counted, some
from ...core.clips.frame_rate import snapped
from ...core.clips.gaps import bridged
from ...core.clips.numbers import LARGEST
from ...core.errors import ClipError
from ...core.motion import rotations as rot
from ..rigs import actions, armatures
from ..rigs.rotation_modes import from_quaternion, property_of

_SAME = 1e-5            # keys that differ by less are the same
_LAST_FRAME = 1e7       # a time beyond it is a writing error
_ON_FRAME = 1e-2        # frames
_CAPTURED = 0.5         # share of the frames that a captured channel has keys on, at least
_TURNS = actions.OBJECT_CHANNELS[1:4]


class TakeKeys:
    """All keys of a take, curves with equally many keys in one array; what changes waits for `write`.

    Attributes
    ----------
    action, slot : bpy.types.Action, bpy.types.ActionSlot; a fresh import, which may be changed
    """

    def __init__(self, action, slot):
        self.action, self.slot = action, slot
        self._read()

    def _read(self):
        curves = sorted(actions.fcurves_of(self.action, self.slot), key=_key_count)
        self._groups = [_Group(list(same)) for count, same in groupby(curves, _key_count) if count]
        self._empty = [fcurve for fcurve in curves if not len(fcurve.keyframe_points)]

    def settle(self, owner):
        """Give an object what the take says of it all along, and take these curves off the Action.

        Importers key the object's own place, turn and size even where they never change; left there, they
        would undo whatever is done to the object. Bones whose keyed size is always 1 lose these curves, too.
        """
        gone = {fcurve.as_pointer() for fcurve in self._empty}
        for group in self._groups:
            still = np.ptp(group.value, axis=1) < _SAME
            unsized = np.abs(group.value - 1.0).max(axis=1) < _SAME
            for k, path in enumerate(group.paths):
                if path in actions.OBJECT_CHANNELS and still[k]:
                    getattr(owner, path)[group.fcurves[k].array_index] = group.value[k, 0]
                elif not (unsized[k] and path.endswith("].scale")):
                    continue
                gone.add(group.fcurves[k].as_pointer())
                group.paths[k] = None
        self._groups = [group for group in self._groups if group.without_nameless()]
        for bag in _bags(self.action, self.slot):
            for fcurve in [fcurve for fcurve in bag.fcurves if fcurve.as_pointer() in gone]:
                bag.fcurves.remove(fcurve)
        self._empty = []

    def lay_on_frames(self, scene_fps):
        """Move the keys so that each sample lies on its own frame, the first on frame 1.

        Importers lay times on the scene's frames, wherever between them a sample falls. Keys without an even
        spacing (a hand-made animation) are only moved to frame 1 as a whole.

        Parameters
        ----------
        scene_fps : float; the rate at which they were laid out

        Returns
        -------
        float
            Frames per second of the take now.

        Raises
        ------
        ClipError
            There are no keys, or they lie at times that cannot be.
        """
        if not self._groups:
            raise ClipError(f"Action '{self.action.name}' has no keys: pick one that moves the armature")
        times = np.unique(np.round(np.concatenate([group.times for group in self._groups], axis=None), 2))
        if not np.all(np.abs(times) < _LAST_FRAME):
            raise ClipError(f"Action '{self.action.name}' has keys at impossible times")
        steps = np.diff(times)
        step = float(np.median(steps)) if len(steps) else 1.0
        even = len(steps) > 1 and np.abs(steps / step - np.round(steps / step)).max() < 0.1
        if even:
            step = float(times[-1] - times[0]) / round((times[-1] - times[0]) / step)
        else:
            step = 1.0
        for group in self._groups:
            laid = 1.0 + (group.times - times[0]) / step
            group.set_times(np.round(laid) if even else laid)
        return snapped(scene_fps / step)

    def fill_gaps(self, findings):
        """Bridge keys that are no numbers.

        Raises
        ------
        ClipError
            A channel holds hardly any number.
        """
        frames, owners = [], {}
        for group in self._groups:
            missing = ~(np.abs(group.value) < LARGEST)
            for k in np.flatnonzero(missing.any(axis=1)):
                owner = _owner(group.fcurves[k])
                if missing[k].mean() > 0.5:
                    raise ClipError(f"'{owner}': more than half of its values are no numbers")
                frames.append(np.round(group.keys[k, missing[k], 0]).astype(int))
                owners[owner] = None
                group.set_values(k, bridged(group.value[k].astype(float), missing[k]))
        if frames:
            frames = np.unique(np.concatenate(frames))
            findings.repair(
                f"values that are no numbers bridged in {counted(len(frames), 'frame')} ({some(frames)}) "
                f"of {some(owners)}",
                doubtful=True,
            )

    def set_keys(self, data_path, frames, values):
        """Give the keys of one property other values; their times stay.

        Parameters
        ----------
        data_path : str
        frames : (F,) array
        values : (F, N) array; one row per frame
        """
        for group in self._groups:
            for k in [k for k, path in enumerate(group.paths) if path == data_path]:
                if (axis := group.fcurves[k].array_index) < values.shape[1]:
                    group.set_values(k, np.interp(group.keys[k, :, 0], frames, values[:, axis]))

    def stretch(self, data_path, factor):
        """Multiply the keys of one property."""
        for group in self._groups:
            for k in [k for k, path in enumerate(group.paths) if path == data_path]:
                group.set_values(k, factor * group.value[k])

    def moves_object(self):
        """Whether the take moves the armature object itself."""
        return any(path in actions.OBJECT_CHANNELS for group in self._groups for path in group.paths)

    def turn_object(self, rig, turn):
        """Turn what the take says of the armature object itself about the world's origin.

        Parameters
        ----------
        rig : bpy.types.Object; as it stands before it is turned itself
        turn : (4,) quaternion
        """
        self.write()
        frames, channels = self.channels()
        place, mode = channels.get("location"), rig.rotation_mode
        turned = armatures.rotation_channel(channels, "", mode)
        made = {}
        if place is not None:
            made["", "location"] = rot.rotate(turn, np.where(np.isnan(place), rig.location, place))
        if turned is not None:
            made["", property_of(mode)] = from_quaternion(rot.mul(turn, turned), mode)
        for bag in _bags(self.action, self.slot):
            for fcurve in [f for f in bag.fcurves if f.data_path in ("location", *_TURNS)]:
                bag.fcurves.remove(fcurve)
        actions.write_channels(self.action, self.slot, int(frames[0]), {}, verbatim=made)
        self._read()

    def write(self):
        """Give Blender the keys that have changed."""
        for group in self._groups:
            group.write()

    def channels(self):
        """Values of every animated property at the whole frames from the first key to the last.

        Returns
        -------
        frames : (F,) int array
        channels : dict of data path to (F, N) array, as `actions.read_channels` gives them
        """
        first = min(float(group.times.min()) for group in self._groups)
        last = max(float(group.times.max()) for group in self._groups)
        first, last = int(np.ceil(first - _ON_FRAME)), int(np.floor(last + _ON_FRAME))
        frames = np.arange(first, max(first, last) + 1)
        channels = {}
        for group in self._groups:
            keyed = group.lies_on(frames)
            if not keyed:
                self.write()
            for fcurve, path, values in zip(group.fcurves, group.paths, group.value):
                axis, width = fcurve.array_index, actions.width_of(path)
                if axis < width:
                    if path not in channels:
                        channels[path] = np.full((len(frames), width), np.nan)
                    channels[path][:, axis] = values if keyed else actions.sampled(fcurve, frames)
        return frames, channels

    def is_captured(self, frames):
        """Whether channels that move have keys on most of so many frames, and on whole ones."""
        moving = [group for group in self._groups if group.keys.shape[1] > 2]
        counts = [group.keys.shape[1] for group in moving for _ in group.fcurves]
        if not moving or np.median(counts) < _CAPTURED * frames:
            return False
        return all(np.abs(group.times - np.round(group.times)).max() < _ON_FRAME for group in moving)


class _Group:
    """Curves with equally many keys: `keys` (C, K, 2) holds their times and values."""

    def __init__(self, fcurves):
        self.fcurves = fcurves
        self.paths = [fcurve.data_path for fcurve in fcurves]
        self.keys = np.empty((len(fcurves), _key_count(fcurves[0]), 2), dtype=np.float32)
        for fcurve, keys in zip(fcurves, self.keys):
            fcurve.keyframe_points.foreach_get("co", keys.reshape(-1))
        self._changed = np.zeros(len(fcurves), dtype=bool)

    @property
    def times(self):
        """Frames: (1, K) where all curves agree on them, else (C, K)."""
        time = self.keys[:, :, 0]
        return time[:1] if np.array_equal(time, np.broadcast_to(time[:1], time.shape)) else time

    @property
    def value(self):
        """(C, K) values, as a view."""
        return self.keys[:, :, 1]

    def without_nameless(self):
        """Forget the curves whose path is None; whether some are left."""
        kept = np.array([path is not None for path in self.paths])
        self.fcurves = [fcurve for fcurve, keep in zip(self.fcurves, kept) if keep]
        self.paths = [path for path in self.paths if path is not None]
        self.keys, self._changed = self.keys[kept], self._changed[kept]
        return bool(self.fcurves)

    def set_times(self, times):
        """Give the curves other times, (1, K) or (C, K)."""
        before = self.keys[:, :, 0].copy()
        self.keys[:, :, 0] = times
        self._changed |= (before != self.keys[:, :, 0]).any(axis=1)

    def set_values(self, k, values):
        """Give a curve other values (K,)."""
        self.keys[k, :, 1] = values
        self._changed[k] = True

    def lies_on(self, frames):
        """Whether every curve has one key on each of the frames, and says nothing else there."""
        if self.keys.shape[1] != len(frames) or np.abs(self.times - frames).max() > _ON_FRAME:
            return False
        return not any(len(fcurve.modifiers) for fcurve in self.fcurves)

    def write(self):
        for k in np.flatnonzero(self._changed):
            self.fcurves[k].keyframe_points.foreach_set("co", self.keys[k].reshape(-1))
            self.fcurves[k].keyframe_points.handles_recalc()
        self._changed[:] = False


def _key_count(fcurve):
    return len(fcurve.keyframe_points)


def _owner(fcurve):
    """What a message calls the thing that a curve moves."""
    return fcurve.group.name if fcurve.group else fcurve.data_path


def _bags(action, slot):
    """The channelbags of a slot, over layers and strips."""
    bags = [strip.channelbag(slot) for layer in action.layers for strip in layer.strips]
    return [bag for bag in bags if bag]
