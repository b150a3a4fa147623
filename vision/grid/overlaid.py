"""Overlaid: whether only some neighbouring cells of a grid are unlike all others, as those under a message."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from vision.grid.doubts import LETTERED
from vision.reading import OVER

if TYPE_CHECKING:
    from vision.grid.cells import Cells
    from vision.grid.judge import Judgement

UNLIKE, TIMES = 4.0, 6.0
"""Strain (Lab) of a cell that something lies on, at least; the same over that of the middle cell."""
FEWEST, CELLS = 2, 9
"""Cells that a message lies on, at least; cells of a board."""
LARGEST, LINES = 0.45, 2
"""Share of the board that the block of these cells may take, and how many lines one way."""


def overlaid(one: Cells, judgement: Judgement) -> bool:
    """Whether a grid that does not look like a board may be one with something over a few of its cells."""
    if one.count < CELLS:
        return False
    if OVER in judgement.reasons:
        return True
    if LETTERED in judgement.reasons:  # writing all over the cells is not the message's
        return False
    odd = (one.strain > max(UNLIKE, TIMES * float(np.median(one.strain)))).reshape(one.grid.taken.shape)
    if np.count_nonzero(odd) < FEWEST:
        return False
    rows, cols = np.flatnonzero(odd.any(axis=1)), np.flatnonzero(odd.any(axis=0))
    tall, wide = int(rows[-1] - rows[0]) + 1, int(cols[-1] - cols[0]) + 1
    return min(tall, wide) <= LINES and tall * wide <= LARGEST * odd.size
