"""What was done, as the JSON that the command line writes."""

import numpy as np

from ..core.errors import LibraryError
from ..core.graph import CYCLES
from ..core.metrics import measure
from ..core.motion import retarget
from ..core.picture import draw_filmstrip, draw_walk, write_png
from .jobs import exhaust
from .library import analysed_steps, graph_of, libraries_of

_FINE = {label for labels in CYCLES.values() for label in labels if len(label) > 1}


def analysis_report(entries, warnings):
    """Contacts and segments of clips and the graph of the largest group that shares a skeleton.

    Parameters
    ----------
    entries : STEPWEAVE_PG_clip collection
    warnings : list of str; what was refused before

    Returns
    -------
    tuple of dict and list of (str, Analysis)
        ``clips`` and ``graph`` as documented in the README, frames counted from 0 in the source file; and
        the analyses by clip.
    """
    libraries, refused = libraries_of(entries)
    order = {entry.action.session_uid: i for i, entry in enumerate(entries) if entry.action}
    notes, graph, clips, analyses = [*warnings, *refused], None, {}, {}
    for library in libraries:
        found, refused = exhaust(analysed_steps(library))
        notes += refused
        clips |= {order[clip.action_uid]: _clip(clip, analysis) for clip, analysis in found}
        analyses |= {order[clip.action_uid]: (clip.name, analysis) for clip, analysis in found}
        if graph is None and found:
            graph = _graph_of(found, library.skeleton, notes)
    if not clips:
        raise LibraryError(notes[0])
    if len(libraries) > 1:
        notes.append(f"{len(libraries)} skeletons: the graph is that of the largest group of clips")
    told = {"clips": [clips[i] for i in sorted(clips)], "graph": graph, "warnings": notes}
    return told, [analyses[i] for i in sorted(analyses)]


def _clip(clip, analysis):
    return {
        "name": clip.name,
        "source": clip.source,
        "fps": _short(clip.motion.fps),
        "frames": clip.motion.frames,
        "scale_to_m": _short(clip.scale_to_m),
        "contacts": [
            {"side": c.side, "start": int(c.start), "end": int(c.end)} for c in analysis.contacts
        ],
        "segments": [
            {
                "start": int(s.start),
                "end": int(s.end),
                "label": s.label,
                "group": s.label,
                "speed_mps": _short(s.speed),
                "turn_deg": _short(np.degrees(s.turn)),
                "confidence": _short(s.confidence),
            }
            for s in analysis.segments
        ],
        "warnings": [*clip.notes, *analysis.warnings],
    }


def _graph_of(found, skeleton, notes):
    try:
        graph = graph_of(found, skeleton)
    except LibraryError as error:
        notes.append(str(error))
        return {"nodes": [], "edges": []}
    counts = {label: len(group.speed) for label, group in graph.groups.items()}
    for edge in graph.transitions:
        counts.setdefault(edge.source, 0)
        counts.setdefault(edge.target, 0)
    return {
        "nodes": [
            {"label": label, "level": "fine" if label in _FINE else "coarse", "count": count}
            for label, count in counts.items()
        ],
        "edges": [{"from": t.source, "to": t.target, "count": int(t.count)} for t in graph.transitions],
    }


def _short(number):
    """A number without the noise of single precision."""
    return float(f"{number:.6g}")


def walk_report(woven, seconds, warnings):
    """Everything there is to say about a walk, as ``report.json`` holds it.

    Parameters
    ----------
    woven : jobs.Woven
    seconds : dict of stage to float
    warnings : list of str; of stages before

    Returns
    -------
    dict
    """
    walk = woven.walk
    sources = [retarget(clip.motion, walk.motion.skeleton) for clip, _ in woven.analysed]
    judged = measure(
        walk.motion,
        walk.path,
        walk.target_distance,
        sources,
        walk.plants,
        walk.joins,
        ground=woven.ground,
        poses=False,
    )
    judged["plants_found"] = judged.pop("plants")
    judged["plants"] = judged.pop("given_plants")
    return {
        **judged,
        "target_distance_m": np.round(walk.target_distance, 5).tolist(),
        "segments": [
            {"clip": s.clip, "label": s.label, "start": int(s.start), "end": int(s.start + s.frames)}
            for s in walk.segments
        ],
        "seconds": {stage: round(spent, 4) for stage, spent in seconds.items()},
        "warnings": [*warnings, *woven.warnings],
    }


def summary(report, out):
    """A few words about a walk for the terminal."""
    plants, path = report["plants"], report["path"]
    line = (
        f"{report['frames']} frames ({report['frames'] / report['fps']:.1f} s, "
        f"{report['target_distance_m'][-1]:.1f} m), {plants['count']} footsteps, "
        f"slip {plants['slip_mean_cm']:.2f} cm mean, path off by {path['mean_cm']:.1f} cm mean, "
        f"{path['end_cm']:.1f} cm at the end: {out}"
    )
    return "\n".join([line, *(f"  {warning}" for warning in report["warnings"])])


def draw(walk, path):
    """Draw a walk into a PNG."""
    asked = walk.path.points if not walk.path.closed else np.vstack([walk.path.points, walk.path.points[:1]])
    write_png(path, draw_walk(walk.motion, walk.plants, asked, walk.path_walked))


def draw_motion(motion, path):
    """Draw a motion that stays about one place into a PNG, pose beside pose."""
    write_png(path, draw_filmstrip(motion))
