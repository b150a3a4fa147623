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
PARTS = 3  # across and down a cell, that are compared by their colour
COLOUR = 10.0  # difference (Lab) of like cells, at most: of drawn panels of one glyph, worn ones too, it was 8.5
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
    linked = _linked((like > min(most, 1 - WORSE * (1 - usual))) | np.eye(9, dtype=bool))
    apart = (states[:, None] == states) & ~linked
    return tuple(np.flatnonzero(apart.any(axis=1)).tolist())


def two_by_colour(flat: NDArray[np.uint8]) -> bool:
    """Whether nine cells, plates and all, are of two colours or more, as those of a panel of one glyph never are.

    Args:
        flat: SIDE×SIDE×3 BGR, the flattened panel. Light may change over it: cells need only be like some other.
    """
    parts = cv2.resize(flat[MARGIN:-MARGIN, MARGIN:-MARGIN], (3 * PARTS, 3 * PARTS), interpolation=cv2.INTER_AREA)
    lab = cv2.cvtColor(parts.astype(np.float32) / np.float32(255), cv2.COLOR_BGR2LAB)
    cells = lab.reshape(3, PARTS, 3, PARTS, 3).transpose(0, 2, 1, 3, 4).reshape(9, -1)
    off = np.sqrt(((cells[:, None] - cells) ** 2).sum(axis=2)) / PARTS
    return not _linked(off <= COLOUR).all()


def _linked(like: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """9×9: which cells are ``like`` each other, themselves included, or like others that are."""
    for _ in range(3):
        like = like @ like
    return like


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
