"""Sizes: whether the cells of one state are of two sizes or shapes."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

import numpy as np

from vision.grid import patches, pattern, states

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from vision.grid.cells import Cells

SIZES, SIZED = 0.2, 4.0
"""Cells of two sizes differ in this share of what is their own, and this many times more than cells of one size."""
FEW = 0.02, 2
"""Cells of one size differ at least this much, and there are so many of each."""


def sizes(one: Cells) -> bool:
    """Whether cells of one state are of two sizes or shapes: they may be two states in one colour.

    Cells are compared in each quarter by itself, and count as alike if they are so in any: edges of the board, light
    from one side and most of what is drawn leave one untouched. Their outermost pixels are left out, as gaps may be a
    pixel wider here than there; and those that lie a little too high are those that lie too low, turned over.
    """
    side, half = patches.SIDE, patches.SIDE // 2
    foreign = one.foreign * (_within() / np.float32(half))
    board = one.board
    for state in range(one.states.count):
        cells = foreign[one.states.labels == state]
        if len(cells) < 2 * FEW[1]:
            continue
        off = cells - cells.mean(axis=0)
        far = np.square(off) @ _quarters()
        # All so near to one look are near to each other; links to one cell are no shorter than the spanning tree's.
        if far.max(axis=0).min() < (SIZES / 2) ** 2:
            continue
        linked = np.square(cells - cells[far.sum(axis=1).argmin()]) @ _quarters()
        if linked.min(axis=1).max() < SIZES**2:
            continue
        turned = cells.reshape(-1, side, side)
        turns = (turned, turned[:, ::-1], turned[:, :, ::-1], turned[:, ::-1, ::-1])
        parts = [
            turn.reshape(-1, 2, half, 2, half).transpose(1, 3, 0, 2, 4).reshape(4, len(turn), -1) for turn in turns
        ]
        apart = np.min([_apart(parts[0], other) for other in parts], axis=(0, 1))
        if _two_sizes(np.sqrt(np.maximum(apart, 0)).astype(np.float64), board == state):
            return True
    return False


def _apart(some: NDArray[np.float32], others: NDArray[np.float32]) -> NDArray[np.float32]:
    """Squares of the distances between the quarters of N cells and of N others (4×N×pixels each), 4×N×N."""
    lengths, widths = (np.einsum("qij,qij->qi", parts, parts) for parts in (some, others))
    return np.asarray(lengths[:, :, None] + widths[:, None] - 2 * (some @ others.swapaxes(1, 2)), np.float32)


@cache
def _within() -> NDArray[np.float32]:
    """SIDE² of 0 at a cell's outermost pixels and 1 elsewhere."""
    return np.pad(np.ones((patches.SIDE - 2, patches.SIDE - 2), np.float32), 1).ravel()


@cache
def _quarters() -> NDArray[np.float32]:
    """Which pixels of a cell are in each quarter of it, SIDE²×4 of 0 and 1."""
    place = np.arange(patches.SIDE) * 2 // patches.SIDE
    quarter = (2 * place[:, None] + place).ravel()
    return np.asarray(quarter[:, None] == np.arange(4), np.float32)


def _two_sizes(distances: NDArray[np.float64], places: NDArray[np.bool_]) -> bool:
    """Whether cells with these distances between them, N×N, fall into two kinds, whatever their ``places``."""
    widest, following = states.links(distances)[:2]
    if widest < SIZES or widest < SIZED * max(following, FEW[0]):
        return False
    kinds = states.components(distances < widest)
    return int(np.bincount(kinds).min()) >= FEW[1] and not pattern.placed(kinds, places)
