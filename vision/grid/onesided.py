"""One-sided: cells that are rounded at their two upper corners only, or at their two lower ones, as seats in plans are.

The cells of a board are drawn the same way up and down: square, round, or rounded at all four corners.
"""

from __future__ import annotations

from math import dist
from typing import TYPE_CHECKING

import numpy as np

from vision.grid import patches
from vision.grid.away import away
from vision.middle import middle
from vision.share import share

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from vision.grid.cells import Cells
    from vision.scene import Scene

SIDE, FEW = 48, 9
"""Pixels along a cell that show whether a corner is rounded; cells of each state that are looked at so closely."""
APART = 8.0
"""A state's colour differs this much (Lab) from the page's, at least: fainter cells have no corners to be seen."""
CORNER = 0.2
"""Share of a cell's shorter side that a corner takes."""
HINT, MORE = 0.04, 0.12
"""A corner is page in a larger share, by this much, on the round side than on the other: as seen on the coarse view,
from which it is worth looking closer, and on the fine one."""
SQUARE, ROUND = 0.5, 0.7
"""Share of a corner that is page, at most: on the squarer side, on the rounder one. More is a triangle or a drawing."""
SHONE, MIXED = 0.3, 0.3
"""Share of the way from the page to the cell from which a pixel shows neither; share of a corner that does so, from
which it is light that fills it, not its shape."""
FILLED = 0.7
"""Share of its box that a seat fills, at least: stars and hearts, which fill less, are no seats."""
SMALLEST = 3
"""A cell is at least one in so many pixels of its place wide and high."""


def onesided(scene: Scene, one: Cells) -> bool:
    """Whether the cells of all states that stand out from the page are rounded at one side, and that the same."""
    if one.source != "ring" or one.grid.filled() < FILLED:
        return False
    labels = one.states.labels
    page = middle(one.patches.own[:, 0].reshape(-1, 3), axis=0)
    looks = one.states.looks
    shown = [state for state in range(one.states.count) if dist(looks[state], page) >= APART]
    cells = [np.flatnonzero(labels == state) for state in shown]
    coarse = (
        _side(one.patches.own[own[:FEW]], looks[state], page, HINT) for state, own in zip(shown, cells, strict=True)
    )
    if not shown or not all(coarse):
        return False
    chosen = np.concatenate([own[:FEW] for own in cells])
    fine = patches.places(scene, one.homography, (one.grid.rows, one.grid.cols), SIDE, chosen)
    sides = {_side(fine[labels[chosen] == state], looks[state], page, MORE) for state in shown}
    return sides in ({1}, {-1})


def _side(cells: NDArray[np.float32], look: NDArray[np.float64], page: NDArray[np.float32], more: float) -> int:
    """1 where cells (N×side×side×3) of one state are rounded at the top by ``more``, -1 at the bottom, 0 else."""
    typical = middle(cells, axis=0)
    off, own = away(typical, page), away(typical, look.astype(np.float32))
    foreign = off < own
    side = len(foreign)
    inside = slice(side // 2 - side // 6, side // 2 + side // 6)
    tall = np.flatnonzero(foreign[:, inside].mean(axis=1) < 0.5)
    wide = np.flatnonzero(foreign[inside].mean(axis=0) < 0.5)
    if min(len(tall), len(wide)) < side // SMALLEST or tall[-1] - tall[0] == side - 1:
        return 0  # where no gap is seen, what is under a cell may be its shadow
    place = np.s_[tall[0] : tall[-1] + 1, wide[0] : wide[-1] + 1]
    body = foreign[place]
    corner = max(2, round(CORNER * min(body.shape)))
    mixed = (np.minimum(off, own) > SHONE * (off + own))[place]
    if more == MORE and max(share(end) for end in _corners(mixed, corner)) > MIXED:
        return 0
    shares = [share(end) for end in _corners(body, corner)]
    top, bottom = shares[:2], shares[2:]
    for way, rounder, squarer in ((1, top, bottom), (-1, bottom, top)):
        if min(rounder) - max(squarer) >= more and max(squarer) <= SQUARE and max(rounder) <= ROUND:
            return way
    return 0


def _corners(body: NDArray[np.bool_], corner: int) -> list[NDArray[np.bool_]]:
    """The corners of a picture of a cell, the upper ones first."""
    return [end[:, part] for end in (body[:corner], body[-corner:]) for part in (np.s_[:corner], np.s_[-corner:])]
