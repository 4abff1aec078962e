import pytest

from stepweave.core.clips.frame_rate import frame_rate


@pytest.mark.parametrize(
    ("written", "fps"),
    [
        ("0.0083333", 120.0),
        ("0.008333", 120.0),
        ("0.00833", 120.0),
        ("0.00833403", 120.0),  # 119.99
        ("0.016667", 60.0),
        ("0.0166", 60.0),
        ("0.0333", 30.0),
        ("0.033333", 30.0),
        ("0.0417", 24.0),
        ("0.041667", 24.0),
        ("0.041708", 24000 / 1001),
        ("0.033367", 30000 / 1001),
        ("0.0125", 80.0),
        ("0.08333333", 12.0),
        ("4.1666667e-3", 240.0),
        ("0,0083333", 120.0),
    ],
)
def test_a_frame_time_is_the_rate_that_was_meant(written, fps):
    assert frame_rate(written) == (pytest.approx(fps, rel=1e-9), None)


@pytest.mark.parametrize(
    ("written", "fps", "told"),
    [
        (None, 30.0, "no Frame Time"),
        ("0", 30.0, "no duration"),
        ("-0.03", 30.0, "no duration"),
        ("nan", 30.0, "no duration"),
        ("0.00001", 30.0, "100000 fps"),
        ("120", 120.0, "frames per second"),
        ("30.0", 30.0, "frames per second"),
        ("33.333", 30.0, "milliseconds"),
        ("8.333", 120.0, "milliseconds"),
        ("1", 30.0, "no duration of a frame"),
    ],
)
def test_a_frame_time_that_cannot_be_is_read_otherwise_with_a_warning(written, fps, told):
    found, warning = frame_rate(written)
    assert found == pytest.approx(fps)
    assert told in warning
