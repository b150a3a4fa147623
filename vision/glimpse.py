"""Glimpse: some pixels of a place, to tell whether it shows just what it did."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from vision.homography import project

if TYPE_CHECKING:
    from numpy.typing import NDArray


def glimpse(pixels: NDArray[np.uint8], matrix: NDArray[np.float64], points: NDArray[np.float64]) -> NDArray[np.uint8]:
    """The pixels of a picture (H×W×3) at ``points`` (M×2) of a plane that ``matrix`` (3×3) maps to it, M×3.

    Points beside the picture show its edge.
    """
    spots = np.floor(project(matrix, points))
    height, width = pixels.shape[:2]
    np.clip(spots, 0, (width - 1, height - 1), out=spots)
    x, y = spots.astype(np.int64).T
    return np.asarray(pixels.reshape(-1, 3).take(y * width + x, axis=0), np.uint8)
