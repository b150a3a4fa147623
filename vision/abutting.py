"""Abutting: whether something of one tone lies right against a side of a board where a row or column may be hidden.

A window, a bar or a message that covers a whole outer line leaves a smaller board, as plain as any. But right beside it
lies something else than beside the other sides. Most boards are square, and one that is has lost no line: what lies
there is rather a heading.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import cv2
import numpy as np

from vision.homography import project
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


def doubted(pixels: NDArray[np.uint8], reading: Reading) -> Reading:
    """A sure reading of a grid, or of tiles, is unsure where more of the board may be hidden."""
    if reading.verdict != "sure" or reading.kind not in LOOSE or not hidden(pixels, reading):
        return reading
    reason = "something lies against one side of the board: it may hide rows or columns"
    return replace(reading, verdict="unsure", reasons=(*reading.reasons, reason))


def hidden(pixels: NDArray[np.uint8], board: Reading) -> bool:
    """Whether an outer row or column of a grid may be hidden by what lies against it.

    Args:
        pixels: H×W×3 BGR, the picture.
        board: what was read in it.
    """
    rows, cols = (1 + max(getattr(cell, name) for cell in board.cells) for name in ("row", "col"))
    if rows == cols:
        return False
    matrix = np.array(board.homography).reshape(3, 3)
    sides = [_side(pixels, matrix, places) for places in _places(rows, cols)]
    for odd, mine in enumerate(sides):
        others = [side for place, side in enumerate(sides) if place != odd and side is not None]
        if mine is None or len(others) < 2:
            continue
        tones, spread = mine
        tone = np.median(tones, axis=0)
        uneven = np.maximum(spread, np.linalg.norm(tones - tone, axis=1))
        ground = np.median([other for other, _ in others], axis=0)
        other = np.linalg.norm(ground - tone, axis=1)
        apart = [np.maximum(far, np.linalg.norm(look - ground, axis=1)) for look, far in others]
        differs = (other >= LEAST) & (np.maximum(uneven, np.max(apart, axis=0)) <= NOISE * other)
        if np.count_nonzero(differs) >= SEEN and uneven[CLEAN:].max() <= NOISE * other[differs].max():
            return True
    return False


def _places(rows: int, cols: int) -> list[Floats]:
    """Places beside a board on its plane: above, below, left and right, each steps × along × 2."""
    along = np.linspace(0.03, 0.97, ALONG)
    steps = np.array(STEPS)[:, None]
    across, down = np.broadcast_arrays(along * cols, steps)[0], np.broadcast_arrays(along * rows, steps)[0]
    out = np.broadcast_to(steps, across.shape)
    pairs = (across, -out), (across, rows + out), (-out, down), (cols + out, down)
    return [np.stack(pair, axis=-1) for pair in pairs]


def _side(pixels: NDArray[np.uint8], matrix: Floats, places: Floats) -> tuple[Floats, Floats] | None:
    """The tone (Lab) at each step and how far most places along are from it; None where one is not in the picture."""
    x, y = np.rint(project(matrix, places.reshape(-1, 2))).astype(np.int64).T
    if min(x.min(), y.min()) < 0 or x.max() >= pixels.shape[1] or y.max() >= len(pixels):
        return None
    seen = np.multiply(pixels[y, x].reshape(len(places), -1, 3), np.float32(1 / 255), dtype=np.float32)
    lab = cv2.cvtColor(seen, cv2.COLOR_BGR2LAB).astype(np.float64)
    tones = np.median(lab, axis=1)
    return tones, np.percentile(np.abs(lab - tones[:, None]).sum(axis=2), MOST, axis=1)
