"""Nooks: what shows between each four cells that touch and have round corners; thin stars between discs.

Where like neighbours run together into larger shapes, the nooks still tell where their lines cross.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from vision.middle import median

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from vision.grid.boxes import Boxes
    from vision.grid.extents import Grid

STAR = 0.66
"""Share of its box up to which a nook between discs fills it; those discs fill 0.79."""
NOOK = 1.5
"""Times a nook's side that a cell's is, at least, where nooks are told by their size."""
FEWEST_CELLS, TRIED = 2, 4
"""Shapes that are no nooks, at least; sizes tried at most to tell them apart."""
OFF = 1.8
"""Pixels that a nook's middle may be off the lines."""
SEEN = 0.6
"""Share of the crossings along an outer line that have a nook where cells follow beyond it."""
MOST = 20
"""Lines of cells added on a side, at most."""


def among(boxes: Boxes, shapes: NDArray[np.int64]) -> Iterator[NDArray[np.bool_]]:
    """Which of some shapes (numbers of ``boxes``) may be nooks, a mask for each guess: thin stars, or the smaller."""
    sides, fill = boxes.sizes[shapes].max(axis=1), boxes.fill[shapes]
    stars = fill <= STAR
    if stars.any() and not stars.all():
        stars &= sides <= sides[~stars].min()
        yield stars
    ordered = np.sort(sides)
    for least in ordered[1:][ordered[1:] >= NOOK * ordered[:-1]][:TRIED]:
        if np.count_nonzero(sides >= least) >= FEWEST_CELLS:
            yield sides < least


def between(grid: Grid) -> bool:
    """Whether what stands in a grid's places may be the nooks between discs, rather than cells."""
    return bool(grid.taken.any() and median(grid.fills[grid.taken]) <= STAR)


def around(boxes: Boxes, nooks: NDArray[np.int64], grid: Grid) -> Grid:
    """The board with all cells around nooks like these (numbers of ``boxes``): four meet at each.

    Lines of cells of one state may run together into a shape that is no box; the nooks in it are.
    """
    sizes = boxes.sizes[nooks]
    alike = ((boxes.sizes >= sizes.min(axis=0)) & (boxes.sizes <= sizes.max(axis=0))).all(axis=1)
    corner, step = _crossing(boxes.centers[nooks], grid.matrix[:2, 2], np.diag(grid.matrix)[:2])
    places = (boxes.centers[alike] - corner) / step
    near = (np.abs(places - np.rint(places)) * step <= OFF).all(axis=1)
    met = {(int(x), int(y)) for x, y in np.rint(places[near])}
    low, high = _grown(met, grid)
    wider = grid.widened((-low[1], high[1] - grid.rows), (-low[0], high[0] - grid.cols))
    spanned = wider.spanned.copy()
    for x, y in met:
        if low[0] < x < high[0] and low[1] < y < high[1]:
            spanned[y - low[1] - 1 : y - low[1] + 1, x - low[0] - 1 : x - low[0] + 1] = True
    matrix = np.diag([*step, 1.0])
    matrix[:2, 2] = corner + step * low
    return replace(wider, matrix=matrix, spanned=spanned, framed=grid.framed)


def _grown(met: set[tuple[int, int]], grid: Grid) -> tuple[list[int], list[int]]:
    """First column and row, and those after the last, of the board with all cells beyond outer lines of nooks."""
    low, high = [0, 0], [grid.cols, grid.rows]
    for _ in range(MOST):
        for axis in (0, 1):
            across = range(low[1 - axis] + 1, high[1 - axis])
            along = [[(k, line) if axis else (line, k) for k in across] for line in (low[axis], high[axis])]
            seen = [bool(line) and len(met.intersection(line)) >= SEEN * len(line) for line in along]
            low[axis], high[axis] = low[axis] - seen[0], high[axis] + seen[1]
    return low, high


def _crossing(
    points: NDArray[np.float64], corner: NDArray[np.float64], step: NDArray[np.float64]
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Corner and step of the lines that cross at N×2 points, by least squares; as given where one line alone is met."""
    corner, step = corner.copy(), step.copy()
    for axis in (0, 1):
        places = np.rint((points[:, axis] - corner[axis]) / step[axis])
        if np.ptp(places) > 0:
            step[axis], corner[axis] = np.polyfit(places, points[:, axis], 1)
    return corner, step
