"""Abutting: whether something of one tone lies right against a side of a board where a row or column may be hidden.

A window, a bar or a message that covers a whole outer line leaves a smaller board, as plain as any. But right beside it
lies something else than beside the other sides. Most boards are square, and one that is has lost no line: what lies
there is rather a heading.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import cv2
import numpy as np

from vision.grid.away import away
from vision.memento.middles import median
from vision.reading import LOOSE

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from vision.reading import Reading

    Floats = NDArray[np.float64]

STEPS, ALONG = (0.03, 0.06, 0.1, 0.15, 0.2), 40
"""Cells away from the outer lines' sides at which these are looked at; places along each."""
CLEAN, LEAST, NOISE = 1, 3.0, 0.25
"""Steps at which the edge of what lies there may show; difference (Lab) that makes it another thing; share of that
difference by which places of one thing may differ."""
SEEN, MOST = 2, 80
"""Steps at which it must be another thing, not a line; percentage of the places along a side that tell of it."""
SIDES = 3
"""Sides that must be in the picture to tell which is odd."""


def doubted(pixels: NDArray[np.uint8], reading: Reading) -> Reading:
    """A sure reading of a grid, or of tiles, is unsure where more of the board may be hidden."""
    if reading.verdict != "sure" or reading.kind not in LOOSE or not hidden(pixels, reading):
        return reading
    return reading.unsure("something lies against one side of the board: it may hide rows or columns")


def hidden(pixels: NDArray[np.uint8], board: Reading) -> bool:
    """Whether an outer row or column of a grid may be hidden by what lies against it.

    Args:
        pixels: H×W×3 BGR, the picture.
        board: what was read in it.
    """
    rows, cols = (1 + max(getattr(cell, name) for cell in board.cells) for name in ("row", "col"))
    if rows == cols:
        return False
    seen = _seen(pixels, np.array(board.homography).reshape(3, 3), _places(rows, cols))
    if len(seen) < SIDES:
        return False
    tones = median(seen.transpose(2, 0, 1, 3))
    # What speaks against it comes in two parts, and the dear one only matters where the other doesn't.
    odd = [side for side in range(len(tones)) if _odd(side, tones, np.zeros(tones.shape[:2]))]
    if not odd:
        return False
    spreads = np.percentile(np.abs(seen - tones[:, :, None]).sum(axis=3), MOST, axis=2)
    return any(_odd(side, tones, spreads) for side in odd)


def _odd(side: int, tones: Floats, spreads: Floats) -> bool:
    """Whether another thing lies at a side than at the others.

    Args:
        side: which.
        tones: sides×steps×3, the tone (Lab) at each step.
        spreads: sides×steps, how far most places along are from it.
    """
    tone = median(tones[side])
    others = [place for place in range(len(tones)) if place != side]
    ground = median(tones[others])
    other = away(ground, tone)
    if np.count_nonzero(other >= LEAST) < SEEN:
        return False
    uneven = np.maximum(spreads[side], away(tones[side], tone))
    apart = np.maximum(spreads[others], away(tones[others], ground)).max(axis=0)
    differs = (other >= LEAST) & (np.maximum(uneven, apart) <= NOISE * other)
    if np.count_nonzero(differs) < SEEN:
        return False
    return bool(uneven[CLEAN:].max() <= NOISE * other[differs].max())


def _places(rows: int, cols: int) -> Floats:
    """Places beside a board on its plane, x and y (2×4×steps×along): above, below, left and right."""
    along, out = np.linspace(0.03, 0.97, ALONG), np.array(STEPS)[:, None]
    places = np.empty((2, 4, len(STEPS), ALONG))
    places[0, :2], places[1, 2:] = along * cols, along * rows
    places[1, 0], places[1, 1], places[0, 2], places[0, 3] = -out, rows + out, -out, cols + out
    return places


def _seen(pixels: NDArray[np.uint8], matrix: Floats, places: Floats) -> Floats:
    """What is seen (Lab) at the places of each side that is wholly in the picture, sides×steps×along×3."""
    mapped = matrix[:, :2] @ places.reshape(2, -1) + matrix[:, 2:]
    x, y = np.rint(mapped[:2] / mapped[2]).astype(np.int64).reshape(2, len(places[0]), -1)
    height, width = pixels.shape[:2]
    shown = (np.minimum(x, y).min(axis=1) >= 0) & (x.max(axis=1) < width) & (y.max(axis=1) < height)
    colours = pixels[y[shown], x[shown]].reshape(-1, ALONG, 3)
    if not len(colours):
        return np.zeros((0, *places.shape[2:], 3))
    lab = cv2.cvtColor(np.multiply(colours, np.float32(1 / 255), dtype=np.float32), cv2.COLOR_BGR2LAB)
    return np.asarray(lab, np.float64).reshape(-1, *places.shape[2:], 3)
