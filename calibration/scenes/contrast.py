"""How well drawn strokes can be seen in the finished picture: the truth says `read` only of what an eye can read."""

from __future__ import annotations

from typing import TYPE_CHECKING

import cv2
import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

STROKE, BLANK = 0.5, 0.05  # ink from which a pixel is of a stroke; up to which it is ground
BESIDE = 0.06  # cells around a stroke in which its ground is looked at
FEWEST = 4  # pixels of stroke and of ground without which a cell counts as hidden


def contrasts(
    pixels: NDArray[np.uint8], ink: NDArray[np.float32], corners: NDArray[np.float64], cell: float
) -> NDArray[np.float64]:
    """What parts the strokes in some places of a picture from the ground beside them, N×2.

    Args:
        pixels: H×W×3, BGR.
        ink: H×W, what was drawn, 0..1.
        corners: N×4×2, the corners of each place in pixels.
        cell: its side in pixels.

    Returns:
        Of each place the difference of the mean gray levels, and this over the ground's standard deviation.
    """
    found = np.zeros((len(corners), 2))
    gray = cv2.cvtColor(pixels, cv2.COLOR_BGR2GRAY).astype(np.float32)
    reach = max(1, round(BESIDE * cell))
    near = np.ones((2 * reach + 1, 2 * reach + 1), np.uint8)
    for i, place in enumerate(corners):
        left, top = np.maximum(np.floor(place.min(axis=0)), 0).astype(int)
        right, bottom = np.ceil(place.max(axis=0)).astype(int)
        drawn, seen = ink[top:bottom, left:right], gray[top:bottom, left:right]
        stroke = drawn > STROKE * max(float(drawn.max(initial=0)), BLANK)
        ground = (cv2.dilate(stroke.astype(np.uint8), near) > 0) & (drawn < BLANK)
        if min(stroke.sum(), ground.sum()) >= FEWEST:
            level = abs(float(seen[stroke].mean() - seen[ground].mean()))
            found[i] = level, level / max(float(seen[ground].std()), 1.0)
    return found
