"""PNG files without a library."""

import struct
import zlib
from pathlib import Path

import numpy as np


def write_png(path, image):
    """Write a picture as an 8-bit RGB PNG.

    Parameters
    ----------
    path : str or Path
    image : (H, W, 3) uint8 array

    Raises
    ------
    ValueError
        When the array is not such a picture.

    References
    ----------
    ISO/IEC 15948, Portable Network Graphics.
    """
    image = np.ascontiguousarray(image)
    if image.dtype != np.uint8 or image.ndim != 3 or image.shape[2] != 3:
        raise ValueError(f"a picture is a (H, W, 3) uint8 array, not {image.dtype} {image.shape}")
    height, width, _ = image.shape
    rows = image.reshape(height, width * 3)
    filtered = np.empty((height, width * 3 + 1), dtype=np.uint8)
    filtered[:, 0] = 2  # each row as its difference to the row above
    filtered[0, 1:] = rows[0]
    filtered[1:, 1:] = rows[1:] - rows[:-1]
    Path(path).write_bytes(
        b"\x89PNG\r\n\x1a\n"
        + _chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0))
        + _chunk(b"IDAT", zlib.compress(filtered.tobytes(), 6))
        + _chunk(b"IEND", b"")
    )


def _chunk(kind, content):
    return struct.pack(">I", len(content)) + kind + content + struct.pack(">I", zlib.crc32(kind + content))
