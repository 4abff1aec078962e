"""A pinhole camera over the ground."""

from dataclasses import dataclass

import numpy as np


@dataclass(frozen=True, eq=False)
class Camera:
    """A pinhole camera.

    Attributes
    ----------
    position : (3,) metres
    right, up, back : (3,) unit vectors of the picture's axes; back points from the scene to the eye
    focal : float, pixels
    centre : (2,) pixels (x to the right, y down) where the optical axis meets the picture
    size : (width, height) pixels
    """

    position: np.ndarray
    right: np.ndarray
    up: np.ndarray
    back: np.ndarray
    focal: float
    centre: np.ndarray
    size: tuple[int, int]

    def project(self, points):
        """(..., 2) pixels and (...) depth in metres of points (..., 3)."""
        seen = np.asarray(points, dtype=float) - self.position
        depth = -(seen @ self.back)
        scale = self.focal / np.maximum(depth, 1e-3)
        x = self.centre[0] + (seen @ self.right) * scale
        y = self.centre[1] - (seen @ self.up) * scale
        return np.stack([x, y], axis=-1), depth

    def rays(self):
        """(height, width, 3) directions through the pixel centres, not of unit length."""
        width, height = self.size
        x = (np.arange(width) + 0.5 - self.centre[0]) / self.focal
        y = (self.centre[1] - np.arange(height) - 0.5) / self.focal
        x, y = x.astype(np.float32)[None, :, None], y.astype(np.float32)[:, None, None]
        right, up, back = (axis.astype(np.float32) for axis in (self.right, self.up, self.back))
        return x * right + (y * up - back)

    def ground(self):
        """(height, width, 2) float32, metres: where each pixel sees z = 0; very far above the horizon."""
        rays = self.rays()
        reach = np.float32(self.position[2]) / np.maximum(-rays[..., 2], np.float32(1e-4))
        return self.position[:2].astype(np.float32) + reach[..., None] * rays[..., :2]

    def scaled(self, factor):
        """The same view in a picture that is factor times as large."""
        size = (int(self.size[0] * factor), int(self.size[1] * factor))
        return Camera(
            self.position, self.right, self.up, self.back, self.focal * factor, self.centre * factor, size
        )


def framing(points, azimuth, elevation, size, *, field=0.5, margins=(0.06, 0.06, 0.06, 0.06)):
    """Camera that looks at points from a direction and just holds them all.

    Parameters
    ----------
    points : (N, 3) metres
    azimuth : float, radians; where the camera stands as seen from the scene, from +X to the left
    elevation : float, radians above the ground
    size : (width, height) pixels
    field : float, radians; horizontal angle of view
    margins : left, right, top, bottom, as parts of the picture

    Returns
    -------
    Camera
    """
    width, height = size
    back = np.array(
        [np.cos(azimuth) * np.cos(elevation), np.sin(azimuth) * np.cos(elevation), np.sin(elevation)]
    )
    right = np.cross([0.0, 0.0, 1.0], back)
    right /= np.linalg.norm(right)
    up = np.cross(back, right)
    focal = 0.5 * width / np.tan(0.5 * field)
    low = np.array([margins[0] * width, margins[2] * height])
    high = np.array([(1.0 - margins[1]) * width, (1.0 - margins[3]) * height])
    target = 0.5 * (points.min(axis=0) + points.max(axis=0))
    distance = 2.0 * max(float(np.ptp(points, axis=0).max()), 1.0)
    for _ in range(12):
        camera = Camera(target + distance * back, right, up, back, focal, 0.5 * (low + high), size)
        seen, _ = camera.project(points)
        box = seen.min(axis=0), seen.max(axis=0)
        off = (0.5 * (box[0] + box[1]) - camera.centre) * distance / focal
        target = target + off[0] * right - off[1] * up
        grown = float(np.max((box[1] - box[0]) / (high - low)))
        distance = max(distance * (0.4 + 0.6 * grown), 1.5)
    return camera
