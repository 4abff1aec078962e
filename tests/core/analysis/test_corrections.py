import csv
import io

import numpy as np
import pytest

from stepweave.core.analysis import (
    AnalysisSettings,
    ContactCorrection,
    Corrections,
    SegmentCorrection,
    analyse,
    content_key,
    labels_csv,
)
from stepweave.core.errors import SpecificationError


@pytest.fixture(scope="module")
def motion(made_clips):
    return made_clips["walk 1.4 m/s"].motion


@pytest.fixture(scope="module")
def found(motion):
    return analyse(motion)


def assert_grammar(analysis):
    for one, other in zip(analysis.segments, analysis.segments[1:], strict=False):
        assert one.label[-1] == other.label[0]


def test_a_corrected_label_wins_and_the_grammar_still_holds(motion, found):
    segment = found.segments[2]
    wanted = segment.label.replace("D", "F")
    middle = (segment.start + segment.end) // 2
    other = analyse(motion, corrections=Corrections(segments=(SegmentCorrection(middle, wanted),)))
    changed = other.segments[2]
    assert (changed.label, changed.corrected, changed.confidence) == (wanted, True, 1.0)
    assert changed.boundaries == segment.boundaries
    assert np.array_equal(other.cuts, found.cuts)
    assert_grammar(other)


def test_a_label_with_more_symbols_finds_room_for_them(motion, found):
    segment = found.segments[2]
    label = segment.label + "S"
    other = analyse(motion, corrections=Corrections(segments=(SegmentCorrection(segment.start, label),)))
    assert other.segments[2].label == label
    assert len(other.segments[2].boundaries) == 3
    assert_grammar(other)


def test_a_corrected_contact_stands_exactly_where_it_was_said(motion, found):
    contact = next(c for c in found.contacts if c.start > 30)
    foot = "LR".index(contact.side)
    longer = ContactCorrection(contact.side, contact.start - 7, contact.start + 5, True)
    other = analyse(motion, corrections=Corrections(contacts=(longer,)))
    assert other.contact[longer.start : longer.end + 1, foot].all()
    assert not other.contact[longer.start - 1, foot]
    assert any(c.side == contact.side and c.start == longer.start for c in other.contacts)
    assert other.foot_contact[longer.start : longer.end + 1, foot].any(axis=1).all()
    assert_grammar(other)


def test_a_foot_said_to_be_up_is_up(motion, found):
    contact = next(c for c in found.contacts if c.start > 30)
    up = ContactCorrection(contact.side, contact.start, contact.end, False)
    other = analyse(motion, corrections=Corrections(contacts=(up,)))
    assert not other.contact[contact.start : contact.end + 1, "LR".index(contact.side)].any()
    assert_grammar(other)


def test_segments_can_be_left_out_and_taken_in_by_hand(motion, found):
    said = (SegmentCorrection(found.segments[2].start, ignored=True), SegmentCorrection(0, ignored=False))
    other = analyse(motion, corrections=Corrections(segments=said))
    assert found.segments[0].ignored and not other.segments[0].ignored
    assert other.segments[2].reason == "left out by hand"


@pytest.mark.parametrize("label", ["LXR", "LLR", "ldr"])
def test_a_label_that_is_no_pattern_is_refused(label):
    with pytest.raises(SpecificationError, match="S, L, R, D, F"):
        Corrections(segments=(SegmentCorrection(3, label),))


def test_the_key_changes_with_content_settings_and_corrections_and_with_nothing_else(motion):
    key = content_key(motion)
    assert content_key(motion.with_(name="other", rotation=motion.rotation.copy())) == key
    moved = motion.root_position.copy()
    moved[5, 0] += 1e-6
    others = [
        content_key(motion.with_(root_position=moved)),
        content_key(motion.with_(fps=30.0)),
        content_key(motion, AnalysisSettings(contact_speed=0.4)),
        content_key(motion, None, Corrections(segments=(SegmentCorrection(9, "LDR"),))),
    ]
    assert len({key, *others}) == 5


def test_the_table_has_a_row_for_every_segment(found):
    rows = list(csv.DictReader(io.StringIO(labels_csv([("walk, slow", found), ("again", found)]))))
    assert len(rows) == 2 * len(found.segments)
    for row, segment in zip(rows, found.segments, strict=False):
        assert (row["clip"], row["label"]) == ("walk, slow", segment.label)
        assert (int(row["start"]), int(row["end"])) == (segment.start, segment.end)
        assert float(row["speed_mps"]) == pytest.approx(segment.speed, abs=1e-3)
        assert float(row["turn_deg"]) == pytest.approx(np.degrees(segment.turn), abs=0.01)
        assert bool(int(row["ignored"])) == segment.ignored
