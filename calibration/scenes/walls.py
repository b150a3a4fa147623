"""Walls and floors behind a board: tiles, bricks, chequers and wallpaper, with lines as straight as the board's own."""

from __future__ import annotations

from typing import TYPE_CHECKING

import cv2
import numpy as np

from calibration.scenes.paintings import colour

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Picture = NDArray[np.uint8]

WALLS = ("tiles", "bricks", "chequers", "paper")
"""Bricks have shades of their own; the others repeat."""
STEP = (0.05, 0.11)
"""Least and greatest period, as a share of the picture's height; bricks are twice as long as that."""


def wall(rng: np.random.Generator, height: int, width: int, kind: str) -> Picture:
    """A wall or a floor (H×W×3 uint8 BGR) of a ``kind``, one of ``WALLS``."""
    step = int(height * rng.uniform(*STEP))
    ground, ink = np.array(colour(rng, (0.2, 0.8)), np.float64), np.array(colour(rng, (0.1, 0.9)), np.float64)
    if kind == "bricks":
        return _bricks(rng, (height, width), step, ground, ink)
    side = 2 * step if kind == "chequers" else step
    one = np.empty((side, side, 3), np.float64)
    one[:] = ground
    if kind == "tiles":
        joint = max(1, step // 24)
        one[joint : 2 * joint, joint:] += 16
        one[joint:, joint : 2 * joint] += 16
        one[:joint] = one[:, :joint] = ink
    elif kind == "chequers":
        one[:step, :step] = one[step:, step:] = ground + rng.choice([-1, 1]) * rng.uniform(12, 60)
    else:
        motif = np.full((side, side), 0, np.uint8)
        corners = [
            (side // 2, side // 5),
            (4 * side // 5, side // 2),
            (side // 2, 4 * side // 5),
            (side // 5, side // 2),
        ]
        cv2.fillPoly(motif, [np.array(corners, np.int32)], 255, cv2.LINE_AA)
        cv2.circle(motif, (side // 2, side // 2), max(2, side // 9), 0, -1, cv2.LINE_AA)
        one += (motif / 255)[..., None] * rng.uniform(0.3, 0.9) * (ink - ground)
    shift = rng.integers(0, side, 2)
    rows, cols = (np.arange(length) + shift[i] for i, length in enumerate((height, width)))
    return np.ascontiguousarray(np.clip(one[rows % side][:, cols % side], 0, 255), np.uint8)


def _bricks(
    rng: np.random.Generator, shape: tuple[int, int], step: int, ground: NDArray[np.float64], ink: NDArray[np.float64]
) -> Picture:
    height, width = shape
    canvas = np.empty((height, width, 3), np.uint8)
    canvas[:] = np.clip(ink, 0, 255)
    joint = max(1, step // 12)
    for row, y in enumerate(range(0, height, step)):
        for x in range(-step * (row % 2), width, 2 * step):
            shade = np.clip(ground + rng.integers(-25, 26, 3), 0, 255).tolist()
            cv2.rectangle(canvas, (x + joint, y + joint), (x + 2 * step - 1, y + step - 1), shade, -1)
    return canvas
