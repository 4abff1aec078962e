import numpy as np
import pytest

from stepweave.core.analysis.decision import STATES
from stepweave.core.analysis.exchanges import settle_exchanges


def settled(*runs):
    """States after the settling, as (symbol, moments) runs; 60 moments a second."""
    path = np.concatenate([np.full(count, STATES.index(symbol)) for symbol, count in runs])
    out = []
    for index in settle_exchanges(path)[0]:
        symbol = STATES[index]
        if out and out[-1][0] == symbol:
            out[-1][1] += 1
        else:
            out.append([symbol, 1])
    return [(symbol, count) for symbol, count in out]


RUN = [("L", 18), ("F", 6), ("R", 18), ("F", 6), ("L", 18)]
AFTER = [("F", 6), ("L", 18), ("F", 6), ("R", 18), ("F", 6)]


@pytest.mark.parametrize("moments", [1, 4])
def test_a_runner_who_changes_feet_too_quickly_to_be_seen_flies_for_a_moment(moments):
    found = settled(*RUN, ("D", moments), ("R", 18), *AFTER)
    assert found == [*RUN[:-1], ("L", 17), ("F", 1), ("R", 18 + moments), *AFTER]


def test_a_walker_does_not():
    walk = [("L", 20), ("D", 3), ("R", 20), ("D", 3)] * 3
    assert settled(*walk) == walk


def test_a_change_of_feet_that_can_be_seen_stays_what_it_is():
    runs = [*RUN, ("D", 6), ("R", 18), *AFTER]
    assert settled(*runs) == runs


def test_a_foot_that_brushes_the_ground_in_its_swing_does_not_step():
    assert settled(("F", 9), ("L", 9), ("D", 2), ("L", 9), ("F", 9)) == [("F", 9), ("L", 20), ("F", 9)]
    step = [("F", 9), ("L", 9), ("D", 6), ("L", 9), ("F", 9)]
    assert settled(*step) == step


def test_what_the_clip_cuts_off_stays_what_it_is():
    runs = [("L", 10), ("D", 2), ("R", 10)]
    assert settled(*runs) == runs
