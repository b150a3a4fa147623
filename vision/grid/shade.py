"""Shade: whether all that the cells of a board hold is a smooth shade, as of lamps that are brighter in their middle.

What is drawn or written has edges: from one pixel to the next it changes by a good part of all that it differs from the
cell around it. A shade changes by little everywhere, and is a way to fill a cell, as a plain colour is.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import cv2
import numpy as np

from vision.grid.away import away
from vision.grid.content import uniform
from vision.middle import middle

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from vision.grid.cells import Cells

STEEPEST = 0.3
"""Share of what a cell's middle differs from its ring by which a shade changes from pixel to pixel: those of lamps up
to a quarter, strokes and signs by two fifths and more."""
FAINT = 3.0
"""Change (Lab) from pixel to pixel that is none, whatever a cell holds."""


def shaded(one: Cells) -> bool:
    """Whether the cells of every state hold one and the same smooth shade, or nothing."""
    body = one.patches.ring | one.patches.core
    inside = cv2.erode(body.astype(np.uint8), np.ones((3, 3), np.uint8)) > 0
    return uniform(one) and all(_smooth(drawing, one, inside) for drawing in one.drawings)


def _smooth(drawing: NDArray[np.float32], one: Cells, inside: NDArray[np.bool_]) -> bool:
    """Whether what is drawn in a cell (side×side×3) has no edges ``inside``."""
    x, y = (cv2.Sobel(drawing, cv2.CV_32F, *axes) / 8 for axes in ((1, 0), (0, 1)))
    step = float(np.sqrt((x**2 + y**2).sum(axis=2))[inside].max())
    most = float(away(drawing[one.patches.core], middle(drawing[one.patches.ring], axis=0)).max())
    return step <= max(FAINT, STEEPEST * most)
