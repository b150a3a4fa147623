"""Squeezed: whether the cells that one click changes are smaller than all others, as while they turn over or shrink.

Until they have turned half over they show their old colours, so that the board seems to be at rest.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from vision.grid.pattern import clicks
from vision.middle import median

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from vision.grid.cells import Cells

SMALLER, PLAINLY, ALIKE = 0.04, 4.0, 2.25
"""Share by which such cells are smaller than others of their state, and times as much as other cells are off; the most
over the least: they turn together, while borders look otherwise beside other neighbours."""
FEWEST, MOST = 3, 5
"""Cells of a click that have others of their state beside them to be told from, at least; and of any click, at most."""


def squeezed(one: Cells) -> bool:
    """Whether just the cells of some click are smaller than all others of their states; one other cell may be off."""
    crosses = clicks(one.grid.rows, one.grid.cols)
    if _gone(one, crosses):
        return True
    sizes = 1 - one.foreign.mean(axis=1)
    parts = [np.flatnonzero(one.states.labels == state) for state in range(one.states.count)]
    if all(sizes[own].min(initial=1.0) >= (1 - SMALLER) * sizes[own].max(initial=0.0) for own in parts):
        return False
    for click in crosses[_possible(crosses, sizes, parts)]:
        inside, outside = [], []
        for own in parts:
            others = own[~click[own]]
            if len(others):
                usual = max(median(sizes[others]), 1e-6)
                inside.append(1 - sizes[own[click[own]]] / usual)
                outside.append(np.abs(1 - sizes[others] / usual))
        smaller, off = np.concatenate(inside), np.sort(np.concatenate(outside))
        if len(smaller) < FEWEST or smaller.max() > ALIKE * smaller.min():
            continue
        if smaller.min() > max(SMALLER, PLAINLY * off[:-1].max(initial=0.0)):
            return True
    return False


def _gone(one: Cells, crosses: NDArray[np.bool_]) -> bool:
    """Whether just the cells of some click have no outline, and not because others of their states have none either."""
    gone = ~(one.grid.taken | one.grid.spanned).ravel()
    if not FEWEST <= np.count_nonzero(gone) <= MOST or not (crosses == gone).all(axis=1).any():
        return False
    labels = one.states.labels
    return set(labels[gone].tolist()) <= set(labels[~gone].tolist())


def _possible(
    crosses: NDArray[np.bool_], sizes: NDArray[np.float32], parts: list[NDArray[np.int64]]
) -> NDArray[np.bool_]:
    """Clicks whose cells are all smaller than the largest of their state, but where no other is of that state.

    There must be one for the cell that is clicked: a lone lit one may shine on its neighbours.
    """
    possible = np.ones(len(crosses), np.bool_)
    for own in parts:
        if not len(own):
            continue
        large = own[sizes[own] >= (1 - SMALLER) * sizes[own].max()]
        told = np.logical_not(crosses[:, own].all(axis=1))
        possible &= ~(told & crosses[:, large].any(axis=1))
        possible[own] &= told[own]
        if not possible.any():
            break
    return possible
