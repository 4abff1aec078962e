"""Unit quaternions (w, x, y, z) as arrays: the formula sheet of the package.

Every function takes quaternions as (..., 4) and vectors as (..., 3) arrays, broadcasts over the
leading axes, and returns new float64 arrays. Angles are radians. Products compose like matrices:
``mul(a, b)`` turns by b first, then by a.
"""

import numpy as np

_TINY = 1e-12


def identity(shape=()):
    """(*shape, 4) array of no rotation."""
    out = np.zeros((*shape, 4))
    out[..., 0] = 1.0
    return out


def normalized(q):
    """(..., 4) q scaled to unit length; a zero quaternion becomes the identity."""
    q = np.asarray(q, dtype=float)
    norm = np.linalg.norm(q, axis=-1, keepdims=True)
    out = q / np.maximum(norm, _TINY)
    return np.where(norm > _TINY, out, identity())


def mul(a, b):
    """(..., 4) Hamilton product a b."""
    aw, ax, ay, az = _parts(a)
    bw, bx, by, bz = _parts(b)
    w = aw * bw - ax * bx - ay * by - az * bz
    out = np.empty((*w.shape, 4))
    out[..., 0] = w
    out[..., 1] = aw * bx + ax * bw + ay * bz - az * by
    out[..., 2] = aw * by - ax * bz + ay * bw + az * bx
    out[..., 3] = aw * bz + ax * by - ay * bx + az * bw
    return out


def _parts(a):
    """The components along the last axis, as views."""
    a = np.asarray(a, dtype=float)
    return tuple(a[..., k] for k in range(a.shape[-1]))


def inv(q):
    """(..., 4) inverse of unit quaternions."""
    return np.asarray(q, dtype=float) * (1.0, -1.0, -1.0, -1.0)


def rotate(q, v):
    """(..., 3) vectors v turned by q."""
    w, x, y, z = _parts(q)
    vx, vy, vz = _parts(v)
    tx = 2.0 * (y * vz - z * vy)
    ty = 2.0 * (z * vx - x * vz)
    tz = 2.0 * (x * vy - y * vx)
    out_x = vx + w * tx + y * tz - z * ty
    out = np.empty((*out_x.shape, 3))
    out[..., 0] = out_x
    out[..., 1] = vy + w * ty + z * tx - x * tz
    out[..., 2] = vz + w * tz + x * ty - y * tx
    return out


def log(q):
    """(..., 3) rotation vectors (axis times angle), the short way round."""
    q = np.asarray(q, dtype=float)
    q = np.where(q[..., :1] < 0.0, -q, q)
    sine = np.linalg.norm(q[..., 1:], axis=-1, keepdims=True)
    half = np.arctan2(sine, q[..., :1])
    factor = np.where(sine > 1e-9, 2.0 * half / np.maximum(sine, _TINY), 2.0)
    return q[..., 1:] * factor


def exp(v):
    """(..., 4) quaternions of rotation vectors (axis times angle)."""
    v = np.asarray(v, dtype=float)
    half = 0.5 * np.linalg.norm(v, axis=-1, keepdims=True)
    factor = 0.5 * np.sinc(half / np.pi)
    return np.concatenate([np.cos(half), v * factor], axis=-1)


def angle(q):
    """(...) size of the rotation, 0 to pi."""
    q = np.asarray(q, dtype=float)
    return 2.0 * np.arctan2(np.linalg.norm(q[..., 1:], axis=-1), np.abs(q[..., 0]))


def align(q, reference):
    """(..., 4) q with the sign that lies in the hemisphere of reference."""
    q = np.asarray(q, dtype=float)
    dot = np.sum(q * reference, axis=-1, keepdims=True)
    return np.where(dot < 0.0, -q, q)


def unroll(q, axis=0):
    """Signs of q chosen so that it is continuous along an axis (time by default)."""
    q = np.moveaxis(np.asarray(q, dtype=float), axis, 0)
    if len(q) == 0:
        return np.moveaxis(q, 0, axis)
    flips = np.sum(q[1:] * q[:-1], axis=-1) < 0.0
    sign = np.ones(q.shape[:-1])
    sign[1:] = np.where(np.cumsum(flips, axis=0) % 2, -1.0, 1.0)
    return np.moveaxis(q * sign[..., None], 0, axis)


def slerp(a, b, t):
    """(..., 4) from a (t = 0) to b (t = 1) the short way, at constant angular speed.

    t : (...) array, broadcast against the leading axes of a and b.
    """
    a = np.asarray(a, dtype=float)
    t = np.asarray(t, dtype=float)[..., None]
    b = align(b, a)
    dot = np.clip(np.sum(a * b, axis=-1, keepdims=True), -1.0, 1.0)
    theta = np.arccos(dot)
    sine = np.sin(theta)
    near = sine < 1e-6
    safe = np.where(near, 1.0, sine)
    wa = np.where(near, 1.0 - t, np.sin((1.0 - t) * theta) / safe)
    wb = np.where(near, t, np.sin(t * theta) / safe)
    return normalized(wa * a + wb * b)


def from_axis_angle(axis, radians):
    """(..., 4) turn by radians (...) about axis (..., 3), which need not be of unit length."""
    axis = np.asarray(axis, dtype=float)
    norm = np.linalg.norm(axis, axis=-1, keepdims=True)
    half = 0.5 * np.asarray(radians, dtype=float)[..., None]
    vector = axis / np.maximum(norm, _TINY) * np.sin(half)
    return np.concatenate([np.broadcast_to(np.cos(half), (*vector.shape[:-1], 1)), vector], axis=-1)


def between(a, b):
    """(..., 4) smallest rotation that turns direction a (..., 3) into direction b (..., 3)."""
    a = np.asarray(a, dtype=float)
    b = np.asarray(b, dtype=float)
    a = a / np.maximum(np.linalg.norm(a, axis=-1, keepdims=True), _TINY)
    b = b / np.maximum(np.linalg.norm(b, axis=-1, keepdims=True), _TINY)
    a, b = np.broadcast_arrays(a, b)
    w = 1.0 + np.sum(a * b, axis=-1, keepdims=True)
    q = np.concatenate([w, np.cross(a, b)], axis=-1)
    other = np.where(np.abs(a[..., :1]) < 0.9, [1.0, 0.0, 0.0], [0.0, 1.0, 0.0])
    half_turn = np.concatenate([np.zeros_like(w), np.cross(a, other)], axis=-1)
    return normalized(np.where(w > 1e-9, q, half_turn))


def from_euler(angles, order):
    """(..., 4) from Euler angles (..., 3) given in the order of the letters.

    order : like "XYZ"; as in BVH and in intrinsic notation, the first letter is the outermost turn:
        ``from_euler((a, b, c), "ZXY") = Rz(a) Rx(b) Ry(c)``.
    """
    angles = np.asarray(angles, dtype=float)
    out = None
    for i, letter in enumerate(order.upper()):
        half = 0.5 * angles[..., i]
        q = np.zeros((*half.shape, 4))
        q[..., 0] = np.cos(half)
        q[..., 1 + "XYZ".index(letter)] = np.sin(half)
        out = q if out is None else mul(out, q)
    return out


def from_matrix(m):
    """(..., 4) from rotation matrices (..., 3, 3)."""
    m = np.asarray(m, dtype=float)
    trace = m[..., 0, 0] + m[..., 1, 1] + m[..., 2, 2]
    squares = np.stack(
        [trace, *(2.0 * m[..., i, i] - trace for i in range(3))], axis=-1
    )  # each is 4 q_k^2 - 1
    k = np.argmax(squares, axis=-1)
    skew = np.stack(
        [m[..., 2, 1] - m[..., 1, 2], m[..., 0, 2] - m[..., 2, 0], m[..., 1, 0] - m[..., 0, 1]], axis=-1
    )
    rows = np.empty((*m.shape[:-2], 4, 4))
    rows[..., 0, 0] = 1.0 + trace
    rows[..., 0, 1:] = skew
    rows[..., 1:, 0] = skew
    for i in range(3):
        for j in range(3):
            rows[..., 1 + i, 1 + j] = m[..., i, j] + m[..., j, i]
        rows[..., 1 + i, 1 + i] = 1.0 - trace + 2.0 * m[..., i, i]
    return normalized(np.take_along_axis(rows, k[..., None, None], axis=-2)[..., 0, :])


def to_matrix(q):
    """(..., 3, 3) rotation matrices."""
    w, x, y, z = np.moveaxis(np.asarray(q, dtype=float), -1, 0)
    m = np.empty((*w.shape, 3, 3))
    m[..., 0, 0] = 1.0 - 2.0 * (y * y + z * z)
    m[..., 0, 1] = 2.0 * (x * y - w * z)
    m[..., 0, 2] = 2.0 * (x * z + w * y)
    m[..., 1, 0] = 2.0 * (x * y + w * z)
    m[..., 1, 1] = 1.0 - 2.0 * (x * x + z * z)
    m[..., 1, 2] = 2.0 * (y * z - w * x)
    m[..., 2, 0] = 2.0 * (x * z - w * y)
    m[..., 2, 1] = 2.0 * (y * z + w * x)
    m[..., 2, 2] = 1.0 - 2.0 * (x * x + y * y)
    return m


def about_z(radians):
    """(..., 4) turns about the world's up axis."""
    half = 0.5 * np.asarray(radians, dtype=float)
    zero = np.zeros_like(half)
    return np.stack([np.cos(half), zero, zero, np.sin(half)], axis=-1)


def yaw(q):
    """(...) angle about Z of the swing-twist split of q: its heading part, -pi to pi."""
    q = np.asarray(q, dtype=float)
    turn = 2.0 * np.arctan2(q[..., 3], q[..., 0])
    return np.mod(turn + np.pi, 2.0 * np.pi) - np.pi


def mean(q, weights):
    """Weighted mean rotation over the first axis.

    The eigenvector of sum w q q^T is the reference; the mean is then taken about it in the log map
    (one Karcher step), so that it is free of the quaternion's sign and exact for two samples.

    Parameters
    ----------
    q : (N, ..., 4) array
    weights : (N,) or (N, ...) array, sum 1

    Returns
    -------
    (..., 4) array

    References
    ----------
    Markley et al. 2007, "Averaging quaternions".
    """
    q = np.asarray(q, dtype=float)
    w = np.asarray(weights, dtype=float)
    w = w.reshape(w.shape + (1,) * (q.ndim - 1 - w.ndim))
    if len(q) == 1:
        return q[0].copy()
    reference = q[np.argmax(w.reshape(len(q), -1).max(axis=1))]
    about = normalized(np.sum(w[..., None] * align(q, reference), axis=0))
    for _ in range(2):
        step = np.sum(w[..., None] * log(mul(inv(about), q)), axis=0)
        about = mul(about, exp(step))
    return about
