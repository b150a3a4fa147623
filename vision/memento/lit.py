"""Lit: what cells of one look differ by, without the light, or the hue, that grows or falls smoothly over a board."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

ONE_WAY, ANY = 5, 8
"""Cells from which it is told how light falls on them: that grows one way, and any."""


def unlit(off: NDArray[np.float32], places: NDArray[np.int64], shape: tuple[int, int]) -> NDArray[np.float32]:
    """By how much blocks of cells are off, n×blocks×3, without what is smooth all over the board.

    Args:
        off: n×blocks×3, by how much they are off the usual cell.
        places: n, where they are, row by row.
        shape: rows and columns of the board.
    """
    if len(off) < ONE_WAY:
        return off
    side = int(off.shape[1] ** 0.5)
    within = (np.arange(side) + 0.5) / side
    down, across = np.divmod(places, shape[1])
    y = ((down[:, None, None] + within[:, None]) / shape[0] - 0.5) * np.ones(side)
    x = ((across[:, None, None] + within) / shape[1] - 0.5) * np.ones((side, 1))
    terms = (np.ones_like(x), x, y, x * x, x * y, y * y)[: 6 if len(off) >= ANY else 3]
    smooth = np.stack(terms, axis=-1).reshape(-1, len(terms))
    seen = off.reshape(-1, 3).astype(np.float64)
    fit, *_ = np.linalg.lstsq(smooth, seen, rcond=None)
    return np.asarray(seen - smooth @ fit, np.float32).reshape(off.shape)
