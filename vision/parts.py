"""Parts: what hangs together in a mask."""

from __future__ import annotations

from typing import TYPE_CHECKING

import cv2
import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray


def parts(mask: NDArray[np.uint8]) -> tuple[NDArray[np.int32] | NDArray[np.uint16], NDArray[np.int32]]:
    """The 8-connected parts of a mask, H×W uint8.

    Names of 16 bits are found a third faster than longer ones, and are enough but for noise all over a large picture.

    Returns:
        Names of the pixels' parts, H×W, 0 being none; and for each name left, top, width, height and area, N×5.
    """
    try:
        _, names, stats, _ = cv2.connectedComponentsWithStats(mask, connectivity=8, ltype=cv2.CV_16U)
    except cv2.error:  # more of them than such names
        _, names, stats, _ = cv2.connectedComponentsWithStats(mask, connectivity=8, ltype=cv2.CV_32S)
    return np.asarray(names), np.asarray(stats, np.int32)
