"""How far cells are from a drawing that may begin between their pixels."""

from __future__ import annotations

from typing import TYPE_CHECKING

import cv2
import numpy as np

from vision.grid.away import away

if TYPE_CHECKING:
    from numpy.typing import NDArray

SLACK = 0.5
"""Pixels by which a drawing may be off its place."""


def unlike(cells: NDArray[np.float32], drawing: NDArray[np.float32]) -> NDArray[np.float32]:
    """How far (Lab) each pixel of N cells is from all that the drawing shows half a pixel around it, N×side×side.

    Steps between cells are seldom whole pixels, so that strokes are drawn and sampled a little differently in each.
    """
    size = drawing.shape[1], drawing.shape[0]
    steps = [np.array([[1, 0, x], [0, 1, y]], np.float32) for x in (-SLACK, 0, SLACK) for y in (-SLACK, 0, SLACK)]
    moved = np.stack([cv2.warpAffine(drawing, step, size, borderMode=cv2.BORDER_REPLICATE) for step in steps])
    least, most = moved.min(axis=0), moved.max(axis=0)
    return away(cells, np.clip(cells, least, most))
