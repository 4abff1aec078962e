"""Outlines of SVG elements as points: paths with curves and arcs, polylines, basic shapes, transforms.

SVG's y axis points down; here it is flipped, so that a drawing looks the same seen from above.
"""

import re
from xml.etree import ElementTree

import numpy as np

from ..errors import PathError
from .spline import bezier

FLATNESS = 0.001
PIECES_AT_LEAST = 12
PIECES_AT_MOST = 2000
ARGUMENTS = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "S": 4, "Q": 4, "T": 2, "A": 7, "Z": 0}
NUMBER = r"[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?"
TOKEN = re.compile(rf"([A-Za-z])|({NUMBER})")
ARC = re.compile(rf"\s*,?\s*({NUMBER})\s*,?\s*({NUMBER})\s*,?\s*({NUMBER})\s*,?\s*([01])\s*,?\s*([01])")
SHAPES = ("path", "polyline", "polygon", "line", "circle", "ellipse", "rect")


def svg_outlines(text, scale=1.0):
    """Every outline drawn in an SVG, in document order.

    Parameters
    ----------
    text : str
    scale : float, metres per user unit

    Returns
    -------
    list of (name, points (N, 2) array in metres, closed bool)

    Raises
    ------
    PathError
        The text is no SVG, or path data or a transform cannot be read.
    """
    try:
        root = ElementTree.fromstring(text)
    except ElementTree.ParseError as error:
        raise PathError(f"SVG: not well-formed ({error})") from None
    found = []
    _walk(root, np.eye(3), scale, found)
    return found


def _walk(element, above, scale, found):
    kind = element.tag.rsplit("}", 1)[-1] if isinstance(element.tag, str) else ""
    if kind in ("defs", "clipPath", "mask", "symbol", "pattern", "marker"):
        return
    matrix = above @ _transform(element.get("transform", ""))
    if kind in SHAPES:
        flatness = FLATNESS / scale / max(np.sqrt(abs(np.linalg.det(matrix[:2, :2]))), 1e-12)
        name = element.get("id", kind)
        for points, closed in _shape(kind, element, flatness, name):
            points = points @ matrix[:2, :2].T + matrix[:2, 2]
            found.append((name, points * [scale, -scale], closed))
    for child in element:
        _walk(child, matrix, scale, found)


def _shape(kind, element, flatness, name):
    """Subpaths (points, closed) of one element in its own coordinates."""

    def size(key):
        value = re.match(NUMBER, element.get(key, "0").strip())
        if value is None:
            raise PathError(f"SVG '{name}': {key}=\"{element.get(key)}\" is not a number")
        return float(value.group())

    if kind == "path":
        return _Pen(flatness, name).draw(element.get("d", ""))
    if kind in ("polyline", "polygon"):
        numbers = [float(number) for number in re.findall(NUMBER, element.get("points", ""))]
        if len(numbers) % 2:
            raise PathError(f"SVG '{name}': a point lacks its y")
        return [(np.array(numbers).reshape(-1, 2), kind == "polygon")] if numbers else []
    if kind == "line":
        return [(np.array([[size("x1"), size("y1")], [size("x2"), size("y2")]]), False)]
    if kind == "rect":
        x, y, w, h = size("x"), size("y"), size("width"), size("height")
        return [(np.array([[x, y], [x + w, y], [x + w, y + h], [x, y + h]]), True)]
    rx, ry = (size("r"),) * 2 if kind == "circle" else (size("rx"), size("ry"))
    x, y = size("cx"), size("cy")
    data = f"M{x - rx},{y} A{rx},{ry} 0 0 1 {x + rx},{y} A{rx},{ry} 0 0 1 {x - rx},{y} Z"
    return _Pen(flatness, name).draw(data)


def _transform(text):
    """Matrix (3, 3) of an SVG transform list."""
    matrix = np.eye(3)
    for kind, inside in re.findall(r"(\w+)\s*\(([^)]*)\)", text):
        values = [float(number) for number in re.findall(NUMBER, inside)]
        try:
            matrix = matrix @ _one_transform(kind, values)
        except (IndexError, ValueError, KeyError):
            raise PathError(f"SVG: cannot read the transform '{kind}({inside})'") from None
    return matrix


def _one_transform(kind, values):
    if kind == "matrix":
        return np.vstack([np.array(values).reshape(3, 2).T, [0, 0, 1]])
    if kind == "translate":
        x, y = (values + [0])[:2]
        return np.array([[1, 0, x], [0, 1, y], [0, 0, 1.0]])
    if kind == "scale":
        x, y = (values + values)[:2]
        return np.diag([x, y, 1.0])
    angle = np.radians(values[0])
    if kind == "rotate":
        turn = np.array([[np.cos(angle), -np.sin(angle), 0], [np.sin(angle), np.cos(angle), 0], [0, 0, 1]])
        if len(values) == 1:
            return turn
        there = _one_transform("translate", values[1:3])
        return there @ turn @ np.linalg.inv(there)
    skew = {"skewX": (0, 1), "skewY": (1, 0)}[kind]
    matrix = np.eye(3)
    matrix[skew] = np.tan(angle)
    return matrix


class _Pen:
    """Follows SVG path data; keeps the current point, the last control point and the subpaths drawn."""

    def __init__(self, flatness, name):
        self.flatness, self.name = flatness, name
        self.at, self.start = np.zeros(2), np.zeros(2)
        self.control, self.last = None, ""
        self.drawn, self.current = [], []

    def draw(self, data):
        for command, values in self._commands(data):
            relative = command.islower()
            kind = command.upper()
            if kind == "M":
                self._lift(closed=False)
                self.at = self.start = np.array(values) + (self.at if relative else 0)
                self.current = [self.at[None]]
            elif kind == "Z":
                self._lift(closed=True)
                self.at = self.start
                self.current = [self.at[None]]
            else:
                self._stroke(kind, np.array(values), relative)
            self.last = kind
        self._lift(closed=False)
        return self.drawn

    def _commands(self, data):
        """Pairs of a command letter and its numbers; repeated numbers repeat the command."""
        position, command = 0, None
        while position < len(data):
            token = TOKEN.match(data, position)
            if token is None:
                if data[position] not in " \t\r\n,":
                    raise PathError(f"SVG '{self.name}': cannot read path data at '{data[position:][:12]}'")
                position += 1
                continue
            if token.group(1):
                command = token.group(1)
                position = token.end()
                if command.upper() not in ARGUMENTS:
                    raise PathError(f"SVG '{self.name}': unknown path command '{command}'")
                if command.upper() == "Z":
                    yield command, []
                continue
            if command is None or command in "Zz":
                raise PathError(f"SVG '{self.name}': path data has a number without a command")
            values, position = self._numbers(data, position, command)
            yield command, values
            command = {"M": "L", "m": "l"}.get(command, command)

    def _numbers(self, data, position, command):
        values, count = [], ARGUMENTS[command.upper()]
        if command in "Aa":
            head = ARC.match(data, position)
            if head is None:
                raise PathError(f"SVG '{self.name}': cannot read the arc at '{data[position:][:20]}'")
            values, position = [float(value) for value in head.groups()], head.end()
        number = re.compile(rf"[\s,]*({NUMBER})")
        while len(values) < count:
            match = number.match(data, position)
            if match is None:
                raise PathError(f"SVG '{self.name}': command '{command}' needs {count} numbers")
            values.append(float(match.group(1)))
            position = match.end()
        return values, position

    def _stroke(self, kind, values, relative):
        base = self.at if relative else np.zeros(2)
        if kind in "HV":
            end = self.at.copy()
            axis = "HV".index(kind)
            end[axis] = values[0] + base[axis]
            points = end[None]
        elif kind == "A":
            end = values[5:] + base
            points = _arc(self.at, end, *values[:5], self.flatness)
        else:
            ends = values.reshape(-1, 2) + base
            mirrored = {"S": "CS", "T": "QT"}.get(kind)
            if mirrored:
                known = self.control is not None and self.last in mirrored
                ends = np.vstack([2 * self.at - self.control if known else self.at, ends])
            points = self._curve(ends)
        self.current.append(points)
        self.at = points[-1]

    def _curve(self, ends):
        """Line (1 point), quadratic (2) or cubic (3) from the current point."""
        self.control = ends[-2] if len(ends) > 1 else None
        if len(ends) == 1:
            return ends
        if len(ends) == 2:
            bend, end = ends
            ends = np.stack([self.at + 2 / 3 * (bend - self.at), end + 2 / 3 * (bend - end), end])
        control = np.vstack([self.at, ends])
        bend = np.hypot(*np.diff(control, 2, axis=0).T).max()
        return bezier(control, np.linspace(0, 1, _pieces(0.75 * bend, self.flatness) + 1)[1:])

    def _lift(self, closed):
        points = np.concatenate(self.current) if self.current else np.zeros((0, 2))
        if len(points) > 1:
            self.drawn.append((points, closed))
        self.current = []


def _pieces(bulge, flatness):
    return int(np.clip(np.ceil(np.sqrt(bulge / flatness)), PIECES_AT_LEAST, PIECES_AT_MOST))


def _arc(start, end, rx, ry, tilt, large, sweep, flatness):
    """Points of an elliptical arc after its start; centre form as in SVG 1.1, appendix F.6."""
    rx, ry = abs(rx), abs(ry)
    if rx == 0 or ry == 0 or np.allclose(start, end, rtol=0, atol=1e-12):
        return end[None]
    tilt = np.radians(tilt)
    turn = np.array([[np.cos(tilt), np.sin(tilt)], [-np.sin(tilt), np.cos(tilt)]])
    half = turn @ (start - end) / 2 / [rx, ry]
    grow = max(1.0, np.hypot(*half))
    rx, ry, half = rx * grow, ry * grow, half / grow
    square = half @ half
    reach = np.sqrt(max(0.0, (1 - square) / square)) * (-1 if large == sweep else 1)
    centre = reach * np.array([half[1], -half[0]])
    first, last = half - centre, -half - centre
    angle = np.arctan2(first[1], first[0])
    span = (np.arctan2(last[1], last[0]) - angle) % (2 * np.pi)
    span = span if sweep else span - 2 * np.pi
    count = _pieces(max(rx, ry) * span**2 / 8, flatness)
    angles = angle + span * np.linspace(0, 1, count + 1)[1:]
    unit = np.stack([np.cos(angles), np.sin(angles)], axis=1) + centre
    points = (unit * [rx, ry]) @ turn + (start + end) / 2
    points[-1] = end
    return points
