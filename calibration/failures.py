"""Draw what was read on a picture, for the report."""

from __future__ import annotations

from dataclasses import replace
from hashlib import sha256
from typing import TYPE_CHECKING

import cv2
import numpy as np

from vision import marks

if TYPE_CHECKING:
    from pathlib import Path

    from numpy.typing import NDArray

    from calibration.row import Row
    from vision.frame import Frame
    from vision.reading import Reading

LONGEST = 1400
QUALITY = 88


def draw(row: Row, frame: Frame, reading: Reading, folder: Path) -> Row:
    """Write the picture of ``row`` with its reading drawn on it; gives the row that knows the file's name."""
    shown = marks.draw(frame.pixels, marks.compute(reading, None, (frame.width, frame.height)))
    name = f"{sha256(f'{row.group}|{row.name}'.encode()).hexdigest()[:16]}.jpg"
    done, data = cv2.imencode(".jpg", _reduced(shown), [cv2.IMWRITE_JPEG_QUALITY, QUALITY])
    if not done:
        return row
    (folder / name).write_bytes(data.tobytes())
    return replace(row, picture=name)


def _reduced(pixels: NDArray[np.uint8]) -> NDArray[np.uint8]:
    height, width = pixels.shape[:2]
    scale = LONGEST / max(height, width)
    if scale >= 1:
        return pixels
    size = (max(1, round(width * scale)), max(1, round(height * scale)))
    return np.asarray(cv2.resize(pixels, size, interpolation=cv2.INTER_AREA), np.uint8)
