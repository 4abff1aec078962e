"""Footsteps found by Stepweave and by other open detectors, on the labelled takes.

Peers: pybvh (foot_contacts) and gaitkit. Install them beside numpy and scipy, then run
python bench/analysis_peers.py ; whoever is missing is left out.
"""

import importlib.util
import sys
from pathlib import Path

import numpy as np

CHECKOUT = Path(__file__).resolve().parent.parent
DATA = CHECKOUT.parent / "shared" / "data"
GAITKIT = ("bike", "zeni", "oconnor", "hreljac", "mickelborough", "ghoussayni", "vancanneyt", "dgei")


def load(name, path, **more):
    """A module or package from a file, without running anything above it."""
    spec = importlib.util.spec_from_file_location(name, path, **more)
    sys.modules[name] = module = importlib.util.module_from_spec(spec)
    return spec, module


def ours(take, motion, path):
    from stepweave.core.analysis import analyse

    return analyse(motion).contact


def pybvh_with(**settings):
    """The foot_contacts of pybvh, with its defaults or other settings; it is told which way is up."""

    def detect(take, motion, path):
        import pybvh

        clip = pybvh.read_bvh_file(str(path))
        clip.world_up = "+y"
        joints = [[name for name in _leg_end(motion, side) if name in clip.joint_names] for side in "lr"]
        found = np.asarray(clip.foot_contacts(foot_joints=joints[0] + joints[1], **settings)) > 0.5
        return np.stack([found[:, : len(joints[0])].any(1), found[:, len(joints[0]) :].any(1)], 1)

    return detect


def _leg_end(motion, side):
    """Names of foot and toe joints."""
    roles = motion.skeleton.roles
    return [motion.skeleton.names[roles[role]] for role in (f"foot_{side}", f"toe_{side}") if role in roles]


def gaitkit_with(method):
    """One of gaitkit's detectors; contact lasts from a heel strike to the next toe-off."""

    def detect(take, motion, path):
        import gaitkit

        found = gaitkit.detect(_angle_frames(motion), method=method, fps=motion.fps, auto_install_deps=False)
        contact = np.zeros((motion.frames, 2), bool)
        for foot, side in enumerate(("left", "right")):
            offs = np.array(sorted(found.to_frames(side)), int)
            for strike in sorted(found.hs_frames(side)):
                later = offs[offs > strike]
                contact[strike : later[0] if len(later) else motion.frames, foot] = True
        return contact, [
            (foot, k) for foot, side in enumerate(("left", "right")) for k in found.hs_frames(side)
        ]

    return detect


def _angle_frames(motion):
    """What gaitkit reads: landmarks in metres and joint angles in degrees, frame by frame."""
    from stepweave.core.analysis.tracks import tracks_of

    roles, place = motion.skeleton.roles, motion.pose.position
    tracks = tracks_of(motion)
    points, angles = {}, {"trunk_angle": np.zeros(motion.frames), "pelvis_tilt": np.zeros(motion.frames)}
    for foot, (side, short) in enumerate((("left", "l"), ("right", "r"))):
        hip, knee, ankle = (place[:, roles[f"{part}_{short}"]] for part in ("thigh", "shin", "foot"))
        heel, ball = tracks.feet[:, foot, 0] * tracks.unit, tracks.feet[:, foot, 1] * tracks.unit
        named = {"hip": hip, "knee": knee, "ankle": ankle, "heel": heel, "toe": ball, "foot_index": ball}
        points |= {f"{side}_{name}": value for name, value in named.items()}
        ahead = np.concatenate([tracks.facing, np.zeros((motion.frames, 1))], 1)
        down = np.array([0.0, 0.0, -1.0])
        angles[f"{side}_hip_angle"] = _angle(knee - hip, down, ahead)
        angles[f"{side}_knee_angle"] = 180.0 - _between(hip - knee, ankle - knee)
        angles[f"{side}_ankle_angle"] = 90.0 - _between(knee - ankle, ball - ankle)
    return [
        {
            "frame_index": k,
            **{name: float(value[k]) for name, value in angles.items()},
            "landmark_positions": {name: value[k].tolist() for name, value in points.items()},
        }
        for k in range(motion.frames)
    ]


def _between(a, b):
    cosine = (a * b).sum(-1) / (np.linalg.norm(a, axis=-1) * np.linalg.norm(b, axis=-1))
    return np.degrees(np.arccos(np.clip(cosine, -1.0, 1.0)))


def _angle(limb, down, ahead):
    return np.degrees(np.arctan2((limb * ahead).sum(-1), limb @ down))


def detectors():
    """Whoever is installed."""
    found = {"Stepweave": ours}
    if importlib.util.find_spec("pybvh"):
        found |= {"pybvh, defaults": pybvh_with(), "pybvh, adaptive": pybvh_with(adaptive=True)}
    else:
        print("left out: pybvh is not installed")
    if importlib.util.find_spec("gaitkit"):
        found |= {f"gaitkit, {method}": gaitkit_with(method) for method in GAITKIT}
    else:
        print("left out: gaitkit is not installed")
    return found


def scores(detect, truths, score):
    """Pooled F1: strikes within 67 and 133 ms on both kinds of labels, contact foot-frames."""
    tallies, failed = {}, 0
    for take, (motion, path, truth) in truths.items():
        kind = "contacts" if truth.contact is not None else "footfalls"
        try:
            answer = detect(take, motion, path)
        except Exception as error:  # a peer may fail on a take: nothing found there
            failed += 1
            print(f"  ({take}: {type(error).__name__}: {error})")
            answer = np.zeros((motion.frames, 2), bool)
        contact, strikes = answer if isinstance(answer, tuple) else (answer, score.strikes_of(answer))
        for tolerance in (0.067, 0.133):
            tally = score.score_strikes(strikes, truth, tolerance, motion.fps)
            tallies.setdefault((kind, tolerance), []).append(tally)
        if truth.contact is not None:
            tallies.setdefault("frames", []).append(score.score_contact(contact, truth))
    order = (("footfalls", 0.067), ("footfalls", 0.133), ("contacts", 0.067), ("contacts", 0.133), "frames")
    return [score.pooled(tallies[key]).f1 for key in order], failed


def main():
    """Print the table."""
    if not DATA.is_dir():
        print("skipped: the labelled takes (../shared/data) are not on this machine")
        return
    load("stepweave", CHECKOUT / "__init__.py", submodule_search_locations=[str(CHECKOUT)])
    spec, score = load("footstep_truth", CHECKOUT / "tests" / "core" / "analysis" / "footstep_truth.py")
    spec.loader.exec_module(score)
    from stepweave.core.clips import load_clip

    truths = {}
    for take in score.TAKES:
        path = score.clip_path(DATA, take)
        motion = load_clip(path)
        truths[take] = (motion, path, score.truth_of(DATA, take, motion.frames))
    print("| detector | PFNN 67 ms | PFNN 133 ms | contacts 67 ms | contacts 133 ms | foot-frames |")
    print("|---|---|---|---|---|---|")
    for name, detect in detectors().items():
        row, failed = scores(detect, truths, score)
        print(
            f"| {name}{f' ({failed} takes failed)' if failed else ''} | "
            + " | ".join(f"{x:.3f}" for x in row)
            + " |"
        )


if __name__ == "__main__":
    main()
