"""Judge, late: whether cells that are read as one glyph are drawn alike, where most are drawn so.

Two glyphs of a strange hand may both be a little like one of ours, and are then both taken for it. In a game that draws
them from pictures each looks the same wherever it stands, and it shows that they are two. So it does where something
lies over a cell and makes another glyph of it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import cv2
import numpy as np

from vision.heresy.flat import CELL, MARGIN

if TYPE_CHECKING:
    from numpy.typing import NDArray

SMALLEST = 14  # pixels of the part of a cell that is compared, at least
REACH = 4  # pixels that it may sit off its place in the other cell
ALIKE, TWINS = 0.85, 0.8  # correlation with the likest cell of its glyph, of most cells; of two drawn alike, at most
UNIFORM = 0.95  # the same of nine cells read as one glyph, which no others bear out: plates make emblems alike, too
WORSE = 5.0  # times as far from 1 as most that two drawn alike may be


def two_by_looks(flat: NDArray[np.uint8], scale: float, states: NDArray[np.int64]) -> tuple[int, ...]:
    """Cells of glyphs that are drawn in two ways or more; none where even like cells differ from each other.

    Args:
        flat: SIDE×SIDE gray, the flattened panel.
        scale: side of the glyphs' frame in cells.
        states: 9, what the cells were read as.
    """
    like = _correlations(flat, scale, states)
    best = like.max(axis=1)
    paired = best > 0
    usual = float(np.median(best[paired])) if paired.any() else 0.0
    if usual < ALIKE:
        return ()
    most = UNIFORM if len(set(states.tolist())) == 1 else TWINS
    linked = (like > min(most, 1 - WORSE * (1 - usual))) | np.eye(9, dtype=bool)
    for _ in range(3):  # what is like a cell that is like another belongs to that, too
        linked = linked @ linked
    apart = (states[:, None] == states) & ~linked
    return tuple(np.flatnonzero(apart.any(axis=1)).tolist())


def _correlations(flat: NDArray[np.uint8], scale: float, states: NDArray[np.int64]) -> NDArray[np.float64]:
    """9×9: how like each other the marks of cells of one glyph are, wherever they sit; 0 of other cells."""
    side = int(np.clip(round(scale * CELL), SMALLEST, CELL))
    edge = MARGIN + (CELL - side) // 2
    gray = flat.astype(np.float32)
    corners = [(edge + i // 3 * CELL, edge + i % 3 * CELL) for i in range(9)]
    like = np.zeros((9, 9))
    for i, j in zip(*np.nonzero((states[:, None] == states) & ~np.eye(9, dtype=bool)), strict=True):
        (y, x), (v, u) = corners[i], corners[j]
        around = gray[v - REACH : v + side + REACH, u - REACH : u + side + REACH]
        like[i, j] = cv2.matchTemplate(around, gray[y : y + side, x : x + side], cv2.TM_CCOEFF_NORMED).max()
    return np.asarray(np.maximum(like, like.T))
