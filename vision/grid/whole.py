"""Whole: which cells of a board show whole, where some may be covered, and the states these tell."""

from __future__ import annotations

from typing import TYPE_CHECKING

import cv2
import numpy as np

from vision.grid import states

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from vision.grid.extents import Grid
    from vision.grid.states import States

SHARE, FEWEST = 0.5, 4
"""At least this share of the cells, and this many, must show whole."""
RATIO, CUT = 2.5, 10.0
"""Their states must be this clear."""
APART = 0.08
"""Share of the cells, away from those that lie together, that may not show whole for other reasons."""
BUNCH = 0.34
"""Share of the cells that a message may cover so that they look like states of their own."""

RIM = 0.3
"""Share of the cells of an outer line that must be seen whole."""
HARDLY, HALF, LARGELY = 0.005, 0.5, 0.2
"""Share of a place that hardly anything hides; of a body that is surely covered; and of all that is strange by which a
line of such bodies stands for it: one thing makes nearly all that is covered."""


def states_of(rings: NDArray[np.float64], whole: NDArray[np.bool_], grid: Grid) -> States | None:
    """The states of the cells that show whole; None where they aren't clear.

    Args:
        rings: N×3, the look of each cell's ring.
        whole: N bool, the cells that may show whole. A few neighbours of one look, or cells of no state, may be what
            lies there: they are struck from it.
        grid: where the cells are.
    """
    while whole.sum() >= max(FEWEST, SHARE * len(whole)):
        told = states.find(rings[whole])
        places = np.flatnonzero(whole)
        odd = places[list(told.strays)] if told.strays else _bunch(told.labels, places, grid)
        if not len(odd):
            return told if told.count >= 2 and told.ratio >= RATIO and told.cut >= CUT else None
        whole[odd] = False
    return None


def around(odd: NDArray[np.bool_]) -> NDArray[np.int64] | None:
    """The places around the cells that don't show whole (rows×cols), row by row; None where they don't lie together."""
    if not odd.any():
        return None
    labels = cv2.connectedComponents(odd.astype(np.uint8), connectivity=8)[1]
    sizes = np.bincount(labels.ravel())[1:]
    if sizes.sum() - sizes.max() > APART * odd.size:
        return None
    row, col = np.nonzero(labels == 1 + sizes.argmax())
    rows = np.arange(max(0, row.min() - 1), min(odd.shape[0], row.max() + 2))
    cols = np.arange(max(0, col.min() - 1), min(odd.shape[1], col.max() + 2))
    return np.asarray((rows[:, None] * odd.shape[1] + cols).ravel(), np.int64)


def hopeless(strange: NDArray[np.bool_], body: NDArray[np.bool_], part: NDArray[np.int64], grid: Grid) -> bool:
    """Whether the cells as they are read already tell that no cover will be found: so is it on most other grids.

    Nearly all that shows no state is in one place, or much of it is all of an outer line.

    Args:
        strange: P×side×side, pixels that show no state, of the places that something may lie over.
        body: side×side, pixels that tell the states apart.
        part: P, which places these are.
        grid: where the cells are.
    """
    share = strange.mean(axis=(1, 2))
    if np.count_nonzero(share > HARDLY) < 2:
        return True
    hidden, much = np.zeros((2, grid.rows * grid.cols))
    hidden[part], much[part] = strange[:, body].mean(axis=1) if body.any() else 0.0, share
    seen, much = grid.taken & (hidden <= HALF).reshape(grid.taken.shape), much.reshape(grid.taken.shape)
    sides = (np.s_[0], np.s_[-1], np.s_[:, 0], np.s_[:, -1])
    return any(seen[side].mean() < RIM and much[side].sum() >= LARGELY * much.sum() for side in sides)


def _bunch(labels: NDArray[np.int64], places: NDArray[np.int64], grid: Grid) -> NDArray[np.int64]:
    """The cells of the rarest of three and more states, as few as lie together; none where they don't."""
    counts = np.bincount(labels)
    rarest = np.argsort(counts, kind="stable")
    for many in range(1, len(counts) - 1):
        own = places[np.isin(labels, rarest[:many])]
        row, col = np.divmod(own, grid.cols)
        window = (np.ptp(row) + 1) * (np.ptp(col) + 1)
        if len(own) <= BUNCH * grid.rows * grid.cols and window <= len(own) + 1:
            return own
    return places[:0]
