"""Seams: how the picture goes on from cell to cell, by the rims that face each other."""

from __future__ import annotations

from math import log
from typing import TYPE_CHECKING, Any

import cv2
import numpy as np

from vision.middle import medians, quantile

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from vision.memento.window import Part

STRANGE = 1.5  # rims that differ more than this, measured by the usual, say no more than that they differ
STILL = 1.0  # Lab: differences below this say nothing
DEPTHS = 5  # pixels of a cell from its border inwards where the picture may begin
STEADY = (0.3, 1.2)  # how far facing rims are apart, by rims as far apart in one cell, where one picture goes on
INNER, LIVELY = 2, 2.0  # pixels inwards, standard deviation (Lab) of a rim along which more than one colour shows
CORNER = 4  # pixels of a rim left out at both ends


def flow(part: Part, up: NDArray[np.bool_]) -> tuple[NDArray[np.float64], float]:
    """How well one picture goes on over the borders of uncovered cells, inside the board and over its outline.

    The difference of the two rims that face each other is divided by that between the same rim and those of cells
    elsewhere: near 0 where one picture goes on, near 1 where there is no relation.

    Args:
        part: the board's cells.
        up: rows×cols, True where a cell is uncovered.

    Returns:
        The ratios of all pairs of uncovered neighbours, and that of the outline, the least of the four sides: low
        where the picture goes on outside, 1.0 where nothing tells.
    """
    strips = part.seams[up].astype(np.float64)
    if len(strips) < 4:
        return np.zeros(0), 1.0
    places = np.full(up.shape, -1)
    places[up] = np.arange(len(strips))
    # Right rims by left ones, lower rims by upper ones.
    across, down = _apart(strips[:, 1], strips[:, 0]), _apart(strips[:, 3], strips[:, 2])
    ratios = [_ratios(across, places[:, :-1], places[:, 1:]), _ratios(down, places[:-1], places[1:])]
    win, (top, bottom, left, right) = part.window, part.extent
    rows, cols = win.cells.shape[:2]
    sides = []
    if left > 0:
        sides.append((places[:, 0], 0, across.T, win.seams[top:bottom, left - 1, 1]))
    if right < cols:
        sides.append((places[:, -1], 1, across, win.seams[top:bottom, right, 0]))
    if top > 0:
        sides.append((places[0], 2, down.T, win.seams[top - 1, left:right, 3]))
    if bottom < rows:
        sides.append((places[-1], 3, down, win.seams[bottom, left:right, 2]))
    over = []
    for line, mine, apart, outside in sides:
        seen = line >= 0
        own = line[seen]
        if len(own):
            away = strips[own, mine] - outside[seen]
            here = np.sqrt(np.einsum("ij,ij->i", away, away) * (3 / away.shape[1])).sum() / len(own)
            usual = apart[own].sum() / (len(own) * len(strips))
            over.append(float((here + STILL) / (usual + STILL)))
    return np.minimum(np.concatenate(ratios), STRANGE), min(min(over, default=1.0), STRANGE)


def closely(cells: NDArray[np.float32], up: NDArray[np.bool_]) -> tuple[float, int, int]:
    """The same inside the board as near to the borders as cells show picture, for few cells and pictures of detail.

    Gaps and rims between cells are alike: nothing changes over them, though it does as far inside a cell. So where the
    picture begins is told by facing rims that differ about as much as rims as far apart in one cell do.

    Args:
        cells: rows×cols×S×S×3 Lab.
        up: rows×cols, True where a cell is uncovered.

    Returns:
        The median ratio of all pairs of uncovered neighbours, 1.0 where nothing tells, their number, and that of those
        whose facing rims show more than one colour each.
    """
    places = np.full(up.shape, -1)
    places[up] = np.arange(np.count_nonzero(up))
    pairs = ((places[:, :-1], places[:, 1:]), (places[:-1], places[1:]))
    borders = sum(int(np.count_nonzero((one >= 0) & (two >= 0))) for one, two in pairs)
    best = 1.0
    if not borders or places.max() < 2:
        return best, borders, 0
    # Upright lines of pixels of each cell from left to right, level ones from top to bottom.
    upright = cells[up][:, CORNER:-CORNER].transpose(2, 0, 1, 3).reshape(cells.shape[3], int(up.sum()), -1)
    level = cells[up][:, :, CORNER:-CORNER].transpose(1, 0, 2, 3).reshape(upright.shape)
    lively = 0
    for lines, (one, two) in zip((upright, level), pairs, strict=True):
        there = (one >= 0) & (two >= 0)
        least = np.minimum(_spread(lines[-1 - INNER])[one[there]], _spread(lines[INNER])[two[there]])
        lively += int(np.count_nonzero(least >= LIVELY))
    for depth in range(DEPTHS):
        ratios, steps = [], []
        for lines, (one, two) in zip((upright, level), pairs, strict=True):
            there = (one >= 0) & (two >= 0)
            before, after = lines[-1 - depth], lines[depth]
            apart = _apart(before, after)
            within = [_away(before, lines[-2 - 3 * depth]), _away(after, lines[3 * depth + 1])]
            usual = (within[0][one[there]] + within[1][two[there]]) / 2
            ratios.append(_ratios(apart, one, two))
            steps.append((apart[one[there], two[there]] + STILL) / (usual + STILL))
        if STEADY[0] <= quantile(np.concatenate(steps), 0.5) <= STEADY[1]:
            best = min(best, quantile(np.concatenate(ratios), 0.5))
    return best, borders, lively


def _spread(strips: NDArray[np.float32]) -> NDArray[np.float64]:
    """Standard deviation, Lab, of the colours along each strip."""
    colours = strips.reshape(len(strips), -1, 3).astype(np.float64)
    return np.asarray(np.sqrt(colours.var(1).sum(1)))


def _ratios(apart: NDArray[np.float64], one: NDArray[np.int_], two: NDArray[np.int_]) -> NDArray[np.float64]:
    """Of neighbours, numbered as in ``apart`` or -1 where covered, how far they are apart by what is usual."""
    there = (one >= 0) & (two >= 0)
    first, second = one[there], two[there]
    facing = apart[first, second]
    usual = (apart.sum(1)[first] - facing - apart[first, first]) / (len(apart) - 2)
    return np.asarray((facing + STILL) / (usual + STILL), np.float64)


def _apart(one: NDArray[Any], two: NDArray[Any]) -> NDArray[np.float64]:
    """Root mean square Lab differences between all strips of ``one`` and all of ``two``."""
    a, b = np.ascontiguousarray(one, np.float64), np.ascontiguousarray(two, np.float64)
    products = cv2.gemm(a, b, 1.0, None, 0.0, flags=cv2.GEMM_2_T)
    squares = np.einsum("ij,ij->i", a, a)[:, None] + np.einsum("ij,ij->i", b, b) - 2 * products
    return np.asarray(np.sqrt(np.maximum(squares, 0) * 3 / a.shape[1]))


def _away(one: NDArray[np.float32], two: NDArray[np.float32]) -> NDArray[np.float64]:
    """Root mean square Lab difference of each strip of ``one`` and the same of ``two``."""
    away = one.astype(np.float64) - two
    return np.asarray(np.sqrt(np.einsum("ij,ij->i", away, away) * 3 / away.shape[1]))


def rims(seams: NDArray[np.float32], covered: NDArray[np.bool_]) -> tuple[float, float]:
    """How far the rims of uncovered cells are from each other's, and from a tile's: near 0 for cards and for slots."""
    looks = seams.reshape(*covered.shape, -1)
    up = looks[~covered]
    if len(up) < 2 or not covered.any():
        return 2.0, 2.0
    own = _apart(up, up)
    np.fill_diagonal(own, np.inf)
    tile = medians(looks[covered])[None]
    near = np.sort(_apart(up, tile)[:, 0])[len(up) // 4]
    return log(1 + quantile(own.min(1), 0.5)), log(1 + float(near))
