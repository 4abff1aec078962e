"""Variants of a spline: hubs, sub points and their combinations."""

import json

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from stepweave.core.errors import PathError
from stepweave.core.paths import Spline, fit_stroke, propose_variants, read_path

X = np.linspace(0, 12, 300)
WAVE = fit_stroke(np.stack([X, np.sin(X)], 1))
ANGLE = np.linspace(0, 2 * np.pi, 200, endpoint=False)
RING = fit_stroke(3 * np.stack([np.cos(ANGLE), np.sin(ANGLE)], 1), closed=True)
CORNERED = fit_stroke([[0, 0], [4, 0], [4, 4], [8, 4]])
LINE = fit_stroke([[0, 0], [8, 0]], least_hubs=6)


@settings(max_examples=25, deadline=None)
@given(
    spline=st.sampled_from([WAVE, RING, CORNERED, LINE]), count=st.integers(1, 12), points=st.integers(1, 9),
    share=st.floats(0.05, 1.2), seed=st.integers(0, 2**32 - 1), pin=st.booleans(),
    layout=st.sampled_from(["circle", "lateral"]),
)
def test_every_variant_stays_near_its_hubs_and_never_turns_back(
    spline, count, points, share, seed, pin, layout
):
    radius = share * np.median(spline.segment_lengths)
    variants = propose_variants(spline, count, radius, points, seed, pin, layout=layout)
    again = propose_variants(spline, count, radius, points, seed, pin, layout=layout)
    np.testing.assert_array_equal(variants.choice, again.choice)
    assert 1 <= len(variants) <= count
    assert len({tuple(choice) for choice in variants.choice}) == len(variants)
    for one, other in zip(variants.splines, again.splines):
        np.testing.assert_array_equal(one.control, other.control)
        assert np.linalg.norm(one.hubs - spline.hubs, axis=1).max() <= radius * (1 + 1e-9)
        if pin and not spline.closed:
            np.testing.assert_array_equal(one.hubs[[0, -1]], spline.hubs[[0, -1]])
        assert least_progress(spline, one) > 0


def least_progress(spline, variant, samples=200):
    """Smallest cosine between a variant's direction and the spline's at the same place of a segment."""
    u = np.linspace(0, 1, samples)[:, None]
    weights = np.hstack([(1 - u) ** 2, 2 * u * (1 - u), u**2])
    here, there = (weights @ np.diff(each.control, axis=1) for each in (spline, variant))
    size = np.linalg.norm(here, axis=-1) * np.linalg.norm(there, axis=-1)
    return (np.sum(here * there, axis=-1) / np.maximum(size, 1e-12)).min()


def test_a_variant_runs_through_the_points_it_chose():
    variants = propose_variants(WAVE, 8, seed=4)
    with_hub = np.concatenate([WAVE.hubs[:, None], variants.sub_points], axis=1)
    for choice, spline in zip(variants.choice, variants.splines):
        np.testing.assert_allclose(spline.hubs, with_hub[np.arange(len(choice)), choice])


def test_variants_bend_no_tighter_than_asked():
    variants = propose_variants(LINE, 8, radius=0.6, turn_radius=1.0, seed=2)
    assert len(variants) == 8
    for path in variants.paths():
        assert np.abs(path.curvature(np.linspace(0, path.length, 2000))).max() <= 1.05


def test_variants_are_spread_and_differ_by_seed():
    variants = propose_variants(WAVE, 8, seed=1)
    hubs = np.stack([spline.hubs for spline in variants.splines])
    gaps = np.linalg.norm((hubs[:, None] - hubs[None]).reshape(8, 8, -1), axis=-1)[np.triu_indices(8, 1)]
    assert gaps.min() > 0.4 * gaps.max()
    assert not np.array_equal(variants.choice, propose_variants(WAVE, 8, seed=2).choice)


def test_the_first_variant_is_the_spline_itself():
    first = propose_variants(CORNERED, 5).splines[0]
    np.testing.assert_array_equal(first.control, CORNERED.control)


def test_variants_stay_smooth_where_the_spline_is():
    for spline in propose_variants(WAVE, 8, seed=3).splines:
        np.testing.assert_array_equal(spline.corner, WAVE.corner)
    for spline in propose_variants(CORNERED, 8, seed=3).splines:
        np.testing.assert_array_equal(spline.corner, CORNERED.corner)


def test_huge_combinations_are_counted_but_never_enumerated():
    hubs = np.stack([np.arange(100.0), np.zeros(100)], 1)
    spline = Spline(hubs, hubs - [0.3, 0], hubs + [0.3, 0])
    variants = propose_variants(spline, 8, sub_points=9)
    assert variants.total == 10**98
    assert len(variants) == 8


def test_few_combinations_come_back_all():
    two = Spline(np.array([[0, 0], [9.0, 0]]), np.array([[-3, 0], [6.0, 0]]), np.array([[3.0, 0], [12, 0]]))
    assert len(propose_variants(two, 8)) == 1
    assert len(propose_variants(two, 8, radius=0.5, sub_points=1, pin_ends=False)) == 4


def test_variants_are_written_and_read_back():
    variants = propose_variants(WAVE, 4, seed=5)
    text = json.dumps(variants.to_json())
    for index, path in enumerate(variants.paths()):
        assert read_path(text, variant=index).length == pytest.approx(path.length, rel=1e-3)
    with pytest.raises(PathError, match="no variant 4; it has 4"):
        read_path(text, variant=4)
    drawing = read_path(variants.to_svg())
    np.testing.assert_allclose(drawing.point([0, 3]), WAVE.path().point([0, 3]), atol=5e-3)


@pytest.mark.parametrize("wrong", [
    {"count": 0}, {"sub_points": 0}, {"radius": 0}, {"radius": float("nan")}, {"layout": "star"},
])
def test_senseless_wishes_say_so(wrong):
    with pytest.raises(PathError, match="variants"):
        propose_variants(WAVE, **wrong)
