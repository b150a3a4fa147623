"""Unbroken: rectangles of places that are all taken, of as many rows and columns as boards have."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from vision.grid.doubts import LONGEST_SIDE
from vision.grid.signs import FEWEST

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray


def unbroken(taken: NDArray[np.bool_]) -> Iterator[tuple[slice, slice]]:
    """Rows and columns of blocks without a gap that no larger one holds, in a mask of places that are taken."""
    for top in range(len(taken)):
        whole = np.ones(taken.shape[1], np.bool_)
        for bottom in range(top + 1, min(len(taken), top + LONGEST_SIDE) + 1):
            whole &= taken[bottom - 1]
            ends = np.flatnonzero(np.diff(np.concatenate([[0], whole.astype(np.int8), [0]]))).reshape(-1, 2).tolist()
            for left, right in ends:
                if min(bottom - top, right - left) < FEWEST or right - left > LONGEST_SIDE:
                    continue
                further = (top > 0 and taken[top - 1, left:right].all()) or (
                    bottom < len(taken) and taken[bottom, left:right].all()
                )
                if not further:
                    yield slice(top, bottom), slice(left, right)
