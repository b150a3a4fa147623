"""Overlaid: whether only some cells of a grid are unlike all others, as those under a message or a pointer."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from vision.grid.dealt import checks
from vision.grid.doubts import LETTERED
from vision.middle import median
from vision.reading import OVER

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from vision.grid.cells import Cells
    from vision.grid.judge import Judgement

UNLIKE, TIMES, PLAINLY = 4.0, 6.0, 2.5
"""Strain (Lab) of a cell that something lies on, at least; the same over that of the middle cell, where the grid looks
like no board, and where it does."""
POINTED, FEW_ODD, HIDING = 2, 0.3, 0.3
"""Cells that a pointer lies on, at most; share of the cells up to which they are odd ones; share of the difference
between two states by which what hides most of a cell changes it."""
LAID_ON = 2.0
"""Difference (Lab) from its state's drawing of a cell on which something lies; others differ a tenth of it at most."""
FILLED, MORE = 2.0, 1.5
"""What the block of cells under a message in a state's colour holds over them, at most; their strain over all others'.
"""
LOSSY, LIT = 1.5, 0.25
"""Strain of the middle cell in a picture that noise or compression has worn; share of the difference between two states
by which light from elsewhere changes a cell, at most.
"""
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
    odd = _unlike(one, TIMES)
    return bool(np.count_nonzero(odd) >= FEWEST and _block(odd) <= LARGEST)


def laid_on(one: Cells) -> bool:
    """Whether something lies on some cells of a board, be it in the colour of a state."""
    return _strange(one) or _bunched(one)


def _strange(one: Cells) -> bool:
    """Whether something lies on some cells, all others being the very drawings of their states.

    On more cells than a pointer meets, or on one or two and no clicks make the pattern: one is wrong.
    """
    most = float(one.strain.max())
    if most < LAID_ON:
        return False
    touched = np.count_nonzero(one.strain > LAID_ON / 10)
    if POINTED < touched < FEW_ODD * one.count and most > HIDING * one.states.cut:
        return True
    # In lossy pictures, and under light, all cells are a little off.
    plainly = np.count_nonzero(one.strain > most / 10)
    return bool(plainly <= POINTED and one.states.count == 2 and checks(one.board) < 0)


def _bunched(one: Cells) -> bool:
    """Whether some cells that lie together are off the look of their states, far more than any other one is."""
    odd = _unlike(one, PLAINLY)
    if np.count_nonzero(odd) < FEWEST or _block(odd) > min(LARGEST, FILLED * odd.mean()):
        return False
    strain = one.strain.reshape(odd.shape)
    if median(one.strain) < LOSSY and float(strain.max()) < LIT * one.states.cut:
        return False  # a title may shine so on the cells below it
    return bool(strain[odd].min() > MORE * strain[~odd].max())


def _unlike(one: Cells, times: float) -> NDArray[np.bool_]:
    """Cells, rows×cols, whose strain is that many times the middle one's."""
    least = max(UNLIKE, times * median(one.strain))
    return np.asarray(one.strain > least).reshape(one.grid.taken.shape)


def _block(odd: NDArray[np.bool_]) -> float:
    """Share of the board (rows×cols) that the block of its odd cells takes; 1 where it is more than a few lines."""
    rows, cols = np.flatnonzero(odd.any(axis=1)), np.flatnonzero(odd.any(axis=0))
    tall, wide = int(rows[-1] - rows[0]) + 1, int(cols[-1] - cols[0]) + 1
    return tall * wide / odd.size if min(tall, wide) <= LINES else 1.0
