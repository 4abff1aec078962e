"""The clips in use as one library: motions, their analyses, the motion graph; each computed once."""

import time
from collections import OrderedDict
from contextlib import contextmanager
from dataclasses import dataclass, field, replace

import numpy as np

from ..core.analysis import ContactCorrection, Corrections, SegmentCorrection, analyse, content_key
from ..core.clips import families
from ..core.errors import ClipError, LibraryError
from ..core.graph import build_graph
from ..core.motion import Motion, Skeleton
from .deleted import is_gone
from .rigs.actions import keyed_bones, slot_of
from .rigs.armatures import motion_of, skeleton_of

_KEPT = 512                 # analyses kept, by the contents of what was analysed
_LEGS = (0.05, 100.0)       # metres; shorter and longer ones are a wrong unit
_GONE = "its Action or armature has been deleted: undo that, or import it again"
NO_CLIPS = "no clips in use: import clips that walk, or add the starter clips"
_analyses = OrderedDict()
_graphs = OrderedDict()
_last_content = {}          # by the Action's session_uid: what was analysed last


@dataclass(frozen=True, eq=False)
class LibraryClip:
    """A clip of the library.

    Attributes
    ----------
    name : str
    motion : Motion
    source : str; the file it came from
    scale_to_m : float; metres per unit of the source
    notes : tuple of str; what was repaired and what is doubtful
    action_uid : int; the Action's ``session_uid``
    corrections : Corrections; what the user has set right
    """

    name: str
    motion: Motion
    source: str = ""
    scale_to_m: float = 1.0
    notes: tuple[str, ...] = ()
    action_uid: int = 0
    corrections: Corrections = Corrections()

    @property
    def content(self):
        """Digest of everything that an analysis depends on."""
        return content_key(self.motion, corrections=self.corrections)


@dataclass(frozen=True, eq=False)
class Library:
    """Clips of one skeleton.

    Attributes
    ----------
    armature : bpy.types.Object; the armature that most of the clips move
    skeleton : Skeleton; of that armature
    clips : tuple of LibraryClip
    left_out : tuple of str; which clips were left out and why, one line each
    """

    armature: object
    skeleton: Skeleton
    clips: tuple[LibraryClip, ...]
    left_out: tuple[str, ...] = ()

    @property
    def frames(self):
        """Number of frames of all clips."""
        return sum(clip.motion.frames for clip in self.clips)


@dataclass
class Stopwatch:
    """Seconds per stage of the work."""

    seconds: dict[str, float] = field(default_factory=dict)

    @contextmanager
    def timed(self, stage):
        """Add the time spent inside the block to a stage."""
        start = time.perf_counter()
        try:
            yield
        finally:
            self.seconds[stage] = self.seconds.get(stage, 0.0) + time.perf_counter() - start


def library_of(entries):
    """The largest group of clips that share one skeleton.

    Parameters
    ----------
    entries : iterable of STEPWEAVE_PG_clip; those not in use are passed over

    Returns
    -------
    Library

    Raises
    ------
    LibraryError
        No clip is in use.
    """
    libraries, left_out = libraries_of(entries)
    if not libraries:
        raise LibraryError("; ".join(left_out) or NO_CLIPS)
    library = libraries[0]
    others = [clip.name for other in libraries[1:] for clip in other.clips]
    if others:
        named = ", ".join(others)
        left_out.append(
            f"left out {len(others)} clips of other skeletons than '{library.clips[0].name}': {named}"
        )
    return replace(library, left_out=tuple(left_out))


def libraries_of(entries):
    """Clips grouped by skeleton, the group with most clips first.

    Returns
    -------
    tuple of (list of Library) and (list of str)
        The groups, and a line for each clip that cannot be used.
    """
    skeletons, clips, refused, renamed = {}, [], {}, {}
    for entry in entries:
        if not entry.use or entry.status == "REFUSED":
            continue
        if entry.action is None or entry.armature is None:
            refused.setdefault(_GONE, []).append(entry.name)
            continue
        try:
            if entry.armature not in skeletons:
                skeletons[entry.armature] = skeleton_of(entry.armature)
            lost = _lost_bones(entry)
            if lost:
                renamed.setdefault((entry.armature.name, lost), []).append(entry.name)
            clips.append((entry.armature, _clip_of(entry, skeletons[entry.armature])))
        except ClipError as error:
            refused.setdefault(str(error), []).append(entry.name)
    left_out = [
        f"{_few(names)} key {_few(lost)}, which '{armature}' has not: name its bones so again"
        for (armature, lost), names in renamed.items()
    ]
    left_out += [f"left out {_few(names)}: {reason}" for reason, names in refused.items()]
    family_of = dict(zip(skeletons, families(list(skeletons.values()))))
    libraries = []
    for family in sorted(set(family_of.values())):
        members = [(armature, clip) for armature, clip in clips if family_of[armature] == family]
        if not members:
            continue
        armatures = [armature for armature, _ in members]
        main = max(set(armatures), key=armatures.count)
        libraries.append(Library(main, skeletons[main], tuple(clip for _, clip in members)))
    libraries.sort(key=lambda library: (len(library.clips), library.frames), reverse=True)
    return libraries, left_out


def walker_of(character, library):
    """The armature that a character's walk is for: its own, or the one of the clips.

    Raises
    ------
    ClipError
        It has been deleted, or is linked from another file, where Blender would not keep the walk.
    """
    armature = character.armature or library.armature
    if is_gone(armature):
        raise ClipError(f"armature '{armature.name}' has been deleted: choose another one for the character")
    if armature.library:
        raise ClipError(
            f"armature '{armature.name}' is linked from '{armature.library.name}': "
            "make a library override of it first (Object > Library Override > Make)"
        )
    return armature


def analysed_steps(library):
    """Analyse a library clip by clip, those already known for nothing.

    Yields
    ------
    tuple of float and str
        Share done and what is being done.

    Returns
    -------
    tuple of (list of (LibraryClip, Analysis)) and (list of str)
        What could be analysed, and a line for each clip that could not.
    """
    found, refused = [], []
    for i, clip in enumerate(library.clips):
        yield i / len(library.clips), f"analysing {clip.name}"
        content = clip.content
        _last_content[clip.action_uid] = content
        try:
            found.append((clip, _kept(_analyses, content, lambda clip=clip: _analysed(clip))))
        except ClipError as error:
            refused.append(f"left out '{clip.name}': {error}")
    return found, refused


def none_usable(library, refused):
    """What to say when no clip of a library could be analysed.

    Parameters
    ----------
    library : Library
    refused : list of str, at least one; as `analysed_steps` gives it

    Returns
    -------
    LibraryError
    """
    return LibraryError("; ".join((*library.left_out, refused[0])))


def known_analysis(entry):
    """The last analysis of a listed clip in this session, or None."""
    action = entry.action
    return None if action is None else _analyses.get(_last_content.get(action.session_uid))


def graph_of(analysed, skeleton, progress=None, notes=()):
    """The motion graph of analysed clips, brought to a skeleton.

    Parameters
    ----------
    analysed : list of (LibraryClip, Analysis)
    skeleton : Skeleton
    progress : callable, optional; called with the share done; returns False to cancel
    notes : iterable of str, optional; which clips were left out and why, told when the others do not suffice

    Returns
    -------
    MotionGraph
    """
    if np.isnan(skeleton.leg_length):
        raise ClipError("the character's legs cannot be told: set its joint roles, or choose another one")
    if not _LEGS[0] <= skeleton.leg_length <= _LEGS[1]:
        raise ClipError(
            f"the character's legs are {100.0 * skeleton.leg_length:.1f} cm long in this scene's units: "
            "set the scene's Unit Scale, or the armature's scale, right"
        )
    key = (_told(skeleton), *((clip.content, clip.motion.skeleton.names) for clip, _ in analysed))
    pairs = [(clip.motion, analysis) for clip, analysis in analysed]
    try:
        return _kept(_graphs, key, lambda: build_graph(pairs, skeleton=skeleton, progress=progress), 4)
    except LibraryError as error:
        raise LibraryError("; ".join((*notes, str(error)))) from error


def corrections_of(entry):
    """What the user has set right in a listed clip."""
    return Corrections(
        tuple(
            SegmentCorrection(item.frame, item.label, True if item.ignored else None)
            for item in entry.label_corrections
        ),
        tuple(
            ContactCorrection(item.side, item.start, item.end, item.planted)
            for item in entry.contact_corrections
        ),
    )


def _told(skeleton):
    """Everything that tells a skeleton from others, as a key."""
    arrays = (skeleton.parents, skeleton.rest_offset, skeleton.rest_rotation, skeleton.length)
    return skeleton.names, tuple(sorted(skeleton.roles.items())), *(np.asarray(a).tobytes() for a in arrays)


def _few(names, most=3):
    """The first names of a list, and how many more there are."""
    more = f" and {len(names) - most} more" if len(names) > most else ""
    return ", ".join(f"'{name}'" for name in names[:most]) + more


def _analysed(clip):
    return analyse(clip.motion, corrections=clip.corrections)


def _lost_bones(entry):
    """Names of bones that a listed clip keys and its armature has not."""
    keyed = keyed_bones(entry.action, slot_of(entry.action, entry.armature))
    return tuple(sorted(keyed.difference(entry.armature.data.bones.keys())))


def _clip_of(entry, skeleton):
    motion = motion_of(entry.armature, entry.action, entry.fps, skeleton)
    notes = tuple(entry.notes.splitlines())
    return LibraryClip(
        entry.name,
        motion.with_(name=entry.name),
        entry.source,
        entry.scale_to_m,
        notes,
        entry.action.session_uid,
        corrections_of(entry),
    )


def _kept(store, key, compute, most=_KEPT):
    """A value computed once per key; the oldest are forgotten."""
    if key not in store:
        store[key] = compute()
        while len(store) > most:
            store.popitem(last=False)
    store.move_to_end(key)
    return store[key]
