"""Libraries to walk with: the starter clips, and real ones."""

import pytest

from stepweave.core.analysis import analyse
from stepweave.core.clips import load_clip
from stepweave.core.graph import build_graph
from stepweave.core.starter import starter_clips


@pytest.fixture(scope="session")
def starter_motions():
    return [clip.motion for clip in starter_clips(30)]


@pytest.fixture(scope="session")
def starter_graph(starter_motions):
    return build_graph([(motion, analyse(motion)) for motion in starter_motions])


@pytest.fixture(scope="session")
def cmu_motions(shared_data):
    names = ("cmu_16_11*", "cmu_16_15*", "cmu_16_31*", "cmu_16_33*", "cmu_16_35*")
    return [load_clip(next((shared_data / "locomotion").glob(name + ".bvh"))) for name in names]


@pytest.fixture(scope="session")
def cmu_graph(cmu_motions):
    return build_graph([(motion, analyse(motion)) for motion in cmu_motions])
