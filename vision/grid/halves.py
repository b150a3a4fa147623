"""Halves: cells drawn in two tones, as glossy buttons are, or switches, whose halves were taken for cells.

Of such a grid every second line shows what the others never do, or one and the same throughout, as the knobs of
switches. No board does so by chance: clicks on a line change the next ones too.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from vision.grid.cells import Cells
    from vision.grid.extents import Grid

SHORTEST = 4
"""Lines that may be halves of cells, at least."""
LINES, FEWEST = 2, 4
"""Lines of switches of which some are thrown, and how many of these, at least."""


def whole(one: Cells) -> Grid | None:
    """The grid of the cells whose halves ``one`` is of; None where it is of cells."""
    if one.states.count < 2 or one.source != "ring":
        return None
    parted = _knobs if one.states.count == 2 else _parted
    for axis, labels in ((1, one.board), (0, one.board.T)):
        if len(labels) >= SHORTEST and len(labels) % 2 == 0 and parted(labels):
            return _joined(one.grid, axis)
    return None


def _parted(labels: NDArray[np.int64]) -> bool:
    """Whether even and odd rows share no state, one of two neighbours tells the other, and two pairs or more occur."""
    upper, lower = labels[::2].ravel(), labels[1::2].ravel()
    states, others = set(upper.tolist()), set(lower.tolist())
    pairs = len(set(zip(upper.tolist(), lower.tolist(), strict=True)))
    return not states & others and pairs == max(len(states), len(others)) > 1


def _knobs(labels: NDArray[np.int64]) -> bool:
    """Whether every second row is all of one state, and several cells in two others at least are not."""
    for still, others in ((labels[::2], labels[1::2]), (labels[1::2], labels[::2])):
        unlike = others != still[0, 0]
        if (still == still[0, 0]).all() and unlike.any(axis=1).sum() >= LINES and unlike.sum() >= FEWEST:
            return True
    return False


def _joined(grid: Grid, axis: int) -> Grid:
    """The grid with each two neighbouring rows (``axis`` 1) or columns (0) as one."""
    first, second = (np.s_[::2], np.s_[1::2]) if axis == 1 else (np.s_[:, ::2], np.s_[:, 1::2])
    scale, counts, body, outside = np.ones(3), [grid.cols, grid.rows], list(grid.body), list(grid.outside)
    scale[axis], counts[axis], body[axis] = 2, counts[axis] // 2, (1 + body[axis]) / 2
    for side in (2, 3) if axis == 1 else (0, 1):
        outside[side] = outside[side][::2] | outside[side][1::2]
    return replace(
        grid,
        matrix=grid.matrix @ np.diag(scale),
        rows=counts[1],
        cols=counts[0],
        taken=grid.taken[first] | grid.taken[second],
        spanned=grid.spanned[first] | grid.spanned[second],
        fills=np.minimum(grid.fills[first], grid.fills[second]),
        body=(body[0], body[1]),
        outside=tuple(outside),
    )
