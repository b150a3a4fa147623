"""A glance: the cells of a lattice at a few pixels each, and how far apart these are."""

from __future__ import annotations

from typing import TYPE_CHECKING

import cv2
import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from vision.memento.axis import Axis

SIDE = 6  # pixels a side a cell is reduced to, the outermost left out


def glance(picture: NDArray[np.uint8], x: Axis, y: Axis) -> NDArray[np.float32]:
    """The insides of the cells of a lattice at a few pixels each, one a row."""
    (height, width), side = picture.shape[:2], SIDE
    left, right = max(0, round(x.origin)), min(width, round(x.end))
    top, bottom = max(0, round(y.origin)), min(height, round(y.end))
    small = cv2.resize(picture[top:bottom, left:right], (x.count * side, y.count * side), interpolation=cv2.INTER_AREA)
    inside = small.reshape(y.count, side, x.count, side * 3)[:, 1:-1, :, 3:-3].transpose(0, 2, 1, 3)
    return np.asarray(inside.reshape(x.count * y.count, -1), np.float32)


def apart(looks: NDArray[np.float32]) -> NDArray[np.float32]:
    """Mean squares of the differences of all pairs."""
    products = cv2.mulTransposed(looks, aTa=False) / np.float32(looks.shape[1])
    squares = products.diagonal()
    return np.asarray(squares[:, None] + squares - 2 * products, np.float32)
