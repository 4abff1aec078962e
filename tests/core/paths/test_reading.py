"""Paths from JSON, CSV and SVG."""

import json

import numpy as np
import pytest

from stepweave.core.errors import PathError
from stepweave.core.paths import Path, fit_stroke, read_path

SQUARE = [[0, 0], [2, 0], [2, 2], [0, 2]]


def svg(body):
    return f'<svg xmlns="http://www.w3.org/2000/svg">{body}</svg>'


@pytest.mark.parametrize("text", [
    json.dumps({"points": SQUARE, "closed": True}),
    json.dumps(SQUARE + SQUARE[:1]),
    "x,y\n0,0\n2,0\n2,2\n0,2\n0,0\n",
    "# a square\n0 0\n2 0\n2 2\n0 2\n0 0",
    "y;name;x\n0;a;0\n0;b;2\n2,0;c;2,0\n2;d;0\n0;e;0\n",
    svg('<polygon points="0,0 2,0 2,-2 0,-2"/>'),
    svg('<rect x="0" y="-2" width="2" height="2" transform="matrix(1 0 0 -1 0 -2)"/>'),
    svg('<g transform="translate(1 -1) rotate(90)"><path d="m1-1 0 2h-2v-2z" transform="scale(-1,1)"/></g>'),
])
def test_one_square_in_many_notations(text):
    path = read_path(text)
    assert path.closed
    assert path.length == pytest.approx(8)
    corners = {tuple(np.round(point, 9) + 0.0) for point in path.points}
    assert corners == {(0, 0), (2, 0), (2, 2), (0, 2)}


def test_files_are_read_and_written_back(tmp_path):
    for name, content in (("a.json", json.dumps(Path(SQUARE).to_json())), ("a.csv", "0,0\n2,0\n2,2\n0,2")):
        file = tmp_path / name
        file.write_text(content)
        for source in (file, str(file)):
            np.testing.assert_array_equal(read_path(source).points, SQUARE)
            assert not read_path(source).closed


def test_a_spline_is_read_from_its_hubs():
    spline = fit_stroke(SQUARE, 0.01)
    path = read_path(json.dumps(spline.to_json()))
    np.testing.assert_allclose(path.corners, [2, 4], atol=0.01)


def test_the_scale_is_metres_per_unit():
    assert read_path("0,0\n200,0", scale=0.01).length == pytest.approx(2)
    assert read_path(svg('<line x1="0" y1="0" x2="200" y2="0"/>'), scale=0.01).length == pytest.approx(2)


def test_heights_in_a_file_become_the_ground():
    assert read_path("x,y,z\n0,0,1\n2,0,3").elevation(1) == pytest.approx(2)


def test_a_drawing_of_variants_gives_the_one_asked_for():
    drawing = svg("".join(f'<path id="variant{k}" d="M0 0 L5 {-k}"/>' for k in range(3)))
    assert read_path(drawing, 2).length == pytest.approx(np.hypot(5, 2))
    with pytest.raises(PathError, match="no variant 3"):
        read_path(drawing, 3)


def test_svg_curves_lie_on_their_formulas():
    u = np.linspace(0, 1, 50)[:, None]
    cubic = 3 * u * (1 - u) ** 2 * [1, 2] + 3 * u**2 * (1 - u) * [3, 2] + u**3 * [4, 0]
    for data in ("M0,0 C1,-2 3,-2 4,0", "M 0 0 c 1 -2,3-2,4 0", "M-4 0C-3 2-1 2 0 0S3-2 4 0"):
        path = read_path(svg(f'<path d="{data}"/>'))
        assert np.linalg.norm(path.point(path.nearest(cubic)) - cubic, axis=1).max() < 0.002
    quadratic = 2 * u * (1 - u) * [2, 2] + u**2 * [4, 0]
    for data in ("M0,0 Q2,-2 4,0", "M-4 0 Q-2 2 0 0 T4 0"):
        path = read_path(svg(f'<path d="{data}"/>'))
        assert np.linalg.norm(path.point(path.nearest(quadratic)) - quadratic, axis=1).max() < 0.002


@pytest.mark.parametrize(("flags", "length", "height"), [
    ("0 1", np.pi / 2 * 2, 0.586), ("1 1", 3 * np.pi / 2 * 2, 3.414),
    ("0 0", np.pi / 2 * 2, -0.586), ("1 0", 3 * np.pi / 2 * 2, -3.414),
])
def test_svg_arcs_take_the_side_their_flags_name(flags, length, height):
    path = read_path(svg(f'<path d="M0 0A2 2 0 {flags} {2 * np.sqrt(2)} 0"/>'))
    assert path.length == pytest.approx(length, rel=2e-3)
    extreme = path.points[np.abs(path.points[:, 1]).argmax(), 1]
    assert extreme == pytest.approx(height, abs=2e-3)


def test_an_svg_circle_is_closed_and_smooth():
    path = read_path(svg('<circle cx="1" cy="-1" r="3"/>'))
    assert path.closed
    assert path.length == pytest.approx(6 * np.pi, rel=1e-3)
    assert len(path.corners) == 0
    np.testing.assert_allclose(np.linalg.norm(path.points - [1, 1], axis=1), 3, atol=1e-9)


def test_an_arc_too_small_for_its_ends_grows():
    path = read_path(svg('<path d="M0 0 A1 1 0 0 1 4 0"/>'))
    assert path.length == pytest.approx(2 * np.pi, rel=1e-3)


def test_definitions_are_not_drawn():
    text = svg('<defs><path d="M0 0L1 1"/></defs><path d="M0 0L3 0"/>')
    assert read_path(text).length == pytest.approx(3)


@pytest.mark.parametrize(("text", "message"), [
    ('{"points": [[1, 2]]}', "only one point"),
    ('{"points": [[1, 2], [1, 2]]}', "length is zero"),
    ('{"points": [[0, 0], [1, NaN], [2, 0]]}', "y of point 2 of 3 is not a finite number"),
    ('{"points": [[0, 0], [1, null]]}', "point 2 of 2 is not"),
    ('{"points": [[0, 0], [1, 0, 0]]}', "point 2 has 3 numbers"),
    ('{"points": 3}', "must be a list"),
    ('{"points": []}', "no points"),
    ('{"dots": []}', 'no "points"'),
    ('{"points": [[0, 0], [1, 2]', "not JSON, line 1"),
    ('{"variants": []}', "no variant 0"),
    ('{"hubs": [[0, 0], [1, 0]]}', "hubs without"),
    ('{"points": [[0, 0], [1e99, 0]]}', "x of point 2 of 2 is 1e.99 m, too large"),
    ('{"points": [[0, 0], [1' + "0" * 400 + ', 0]]}', "x of point 2 of 2 is 10000.*, too large"),
    ('{"variants": 3}', "must be a list"),
    ('{"variants": [3]}', "must be an object"),
    ("0,0\n1e9,0", "point 2 is 1e\\+09 m away"),
    ("0,0\n1,x\n", "point 2 is not x,y"),
    ("0,0\n1\n", "point 2 is not x,y"),
    ("1,2\nnan,3\n", "point 2 of 2 is not a finite number"),
    ("\n\n", "empty"),
    ("<svg", "not well-formed"),
    (svg(""), "no path, polyline or shape"),
    (svg('<path id="way" d="M0 0 L1"/>'), "'way': command 'L' needs 2 numbers"),
    (svg('<path d="M0 0 X1 1"/>'), "unknown path command 'X'"),
    (svg('<path d="M0 0 L1,1 &amp;"/>'), "cannot read path data"),
    (svg('<path d="M0 0A1 1 0 2 0 1 1"/>'), "cannot read the arc"),
    (svg('<line x1="0" y1="0" x2="1" y2="0" transform="spin(3)"/>'), "cannot read the transform"),
    (svg('<line x1="0" y1="0" x2="wide" y2="0"/>'), 'x2="wide" is not a number'),
    ("walk_home.json", "does not exist"),
])
def test_what_cannot_be_read_says_why(text, message):
    with pytest.raises(PathError, match=message):
        read_path(text)
