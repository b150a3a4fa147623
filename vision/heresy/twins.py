"""Judge, late: whether cells that are read as one glyph are drawn alike, where most are drawn so.

Two glyphs of a strange hand may both be a little like one of ours, and are then both taken for it. In a game that draws
them from pictures each looks the same wherever it stands, and it shows that they are two.
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
ALIKE, OTHER = 0.95, 0.8  # correlation with the likest cell of its glyph: of most cells; of one drawn otherwise


def strangers(flat: NDArray[np.uint8], scale: float, states: NDArray[np.int64]) -> tuple[int, ...]:
    """Cells that are drawn otherwise than all others of their glyph; none where most differ from each other.

    Args:
        flat: SIDE×SIDE gray, the flattened panel.
        scale: side of the glyphs' frame in cells.
        states: 9, what the cells were read as.
    """
    side = int(np.clip(round(scale * CELL), SMALLEST, CELL))
    edge = MARGIN + (CELL - side) // 2
    gray = flat.astype(np.float32)
    corners = [(edge + i // 3 * CELL, edge + i % 3 * CELL) for i in range(9)]
    marks = [gray[y : y + side, x : x + side] for y, x in corners]
    around = [gray[y - REACH : y + side + REACH, x - REACH : x + side + REACH] for y, x in corners]
    best = {}
    for i, mark in enumerate(marks):
        twins = [other for other in np.flatnonzero(states == states[i]).tolist() if other != i]
        if twins:
            best[i] = max(float(cv2.matchTemplate(around[j], mark, cv2.TM_CCOEFF_NORMED).max()) for j in twins)
    if not best or np.median(list(best.values())) < ALIKE:
        return ()
    return tuple(i for i, like in best.items() if like < OTHER)
