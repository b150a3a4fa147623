"""Second thoughts: what a reading's own tiles say about where the board ends and how large its cells are.

Outer rows and columns without a tile rest on the picture's edges alone, and may be no part of the board; cells that
always come in equal pairs may be halves.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from typing import TYPE_CHECKING

import numpy as np

from vision.algebra import ALGEBRA_PLAIN, checks
from vision.memento import fits
from vision.memento.axis import Axis
from vision.memento.fits import Fit
from vision.memento.outline import EDGE_NAMES, outline
from vision.memento.panes import Extent
from vision.memento.weights import EDGE_WEIGHTS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from vision.memento.comb import Edges

ENDS = 2  # places where each side of the board may be, the best supported ones
MOST = 3  # extents
PARTED = 0.75  # support of the lines between two halves of a cell that is not reached
LEAST = 2  # rows and columns of a board


def revised(edges: Edges, one: Fit, covered: NDArray[np.bool_]) -> list[Fit]:
    """Other rectangles that the tiles of a reading suggest, the most credible by the edges first.

    Args:
        edges: of the view.
        one: the rectangle read.
        covered: rows × columns, True where a tile was read.
    """
    if not covered.any():
        return []
    found = _trimmed(one, covered)
    halves = []
    x, y = one.axes
    upright, level = _lines(one, covered)
    if _halved(covered.T, upright):
        halves.append(fits.exact(edges, one, Axis(x.origin, 2 * x.pitch, x.count // 2), y))
    if _halved(covered, level):
        halves.append(fits.exact(edges, one, x, Axis(y.origin, 2 * y.pitch, y.count // 2)))
    found += [replace(fit, revised=True) for fit in halves if fit is not None and min(fit.extent.shape) >= LEAST]
    return found


def grown(edges: Edges, one: Fit, more: Sequence[int]) -> Fit | None:
    """The rectangle with so many ``more`` lines past its sides: left, right, above, below; None outside the picture."""
    (x, y), (left, right, above, below) = one.axes, more
    across, down = x.cells(-left, x.count + left + right), y.cells(-above, y.count + above + below)
    fit = fits.exact(edges, one, across, down)
    return fit and replace(fit, revised=True)


def dealt(one: Fit, covered: NDArray[np.bool_]) -> Fit | None:
    """The rectangle without outer lines that have no tile, so that flips can make its tiles; None where they can't.

    Of several such rectangles the one that most speaks for by its edges.

    Args:
        one: the rectangle read.
        covered: rows × columns, True where a tile was read.
    """
    if not covered.any():
        return None
    rows, cols = np.flatnonzero(covered.any(1)), np.flatnonzero(covered.any(0))
    ends = (
        range(int(rows[0]) + 1),
        range(int(rows[-1]) + 1, len(covered) + 1),
        range(int(cols[0]) + 1),
        range(int(cols[-1]) + 1, covered.shape[1] + 1),
    )
    first, _, begin, _ = one.extent
    parts = [
        _within(one, Extent(first + top, first + bottom, begin + left, begin + right))
        for top, bottom, left, right in product(*ends)
        if min(bottom - top, right - left) >= LEAST and checks(covered[top:bottom, left:right]) >= ALGEBRA_PLAIN
    ]
    return max(parts, key=lambda fit: fit.score, default=None)


def _within(one: Fit, extent: Extent) -> Fit:
    """Some rows and columns of a rectangle, in the same lattice."""
    density = float(one.values[EDGE_NAMES.index("gain")])
    values = outline(one.panes, extent, density * (extent.shape[0] * extent.shape[1]) ** 0.5)
    return Fit(float(values @ np.array(list(EDGE_WEIGHTS.values()))), one.panes, extent, values, revised=True)


def undivided(edges: Edges, one: Fit, covered: NDArray[np.bool_]) -> Fit | None:
    """The rectangle in cells of twice the size both ways, where hardly a line parts the four in one, all equal.

    Args: as for ``revised``.
    """
    upright, level = _lines(one, covered)
    if min(covered.shape) < 2 * LEAST or not (_halved(covered.T, upright) and _halved(covered, level)):
        return None
    return fits.exact(edges, one, *(Axis(axis.origin, 2 * axis.pitch, axis.count // 2) for axis in one.axes))


def _lines(one: Fit, covered: NDArray[np.bool_]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Mean support of the upright and the level lines of a rectangle, outer ones too.

    It is that between tiles where there are any: a picture may lie in one piece under tiles that are parted.
    """
    top, bottom, left, right = one.extent
    upright, level = one.panes.upright[top:bottom, left : right + 1], one.panes.level[top : bottom + 1, left:right]
    return _between(upright, covered), _between(level.T, covered.T)


def _between(lines: NDArray[np.float32], covered: NDArray[np.bool_]) -> NDArray[np.float64]:
    """The mean of each column of ``lines``: of its sides that have tiles on both sides where there are any."""
    both = np.zeros(lines.shape, bool)
    both[:, 1:-1] = covered[:, 1:] & covered[:, :-1]
    both[:, ~both.any(0)] = True
    return np.asarray((lines * both).sum(0) / both.sum(0), np.float64)


def _halved(covered: NDArray[np.bool_], support: NDArray[np.float64]) -> bool:
    """Whether rows come in equal pairs that hardly a line parts; ``support`` is that of each line, outer ones too."""
    rows = len(covered)
    if rows % 2 or rows < 2 * LEAST:
        return False
    return bool((covered[::2] == covered[1::2]).all() and support[1::2].mean() < PARTED)


def _trimmed(one: Fit, covered: NDArray[np.bool_]) -> list[Fit]:
    """The rectangle with outer rows and columns left out that have no tile."""
    top, bottom, left, right = one.extent
    rows, cols = np.flatnonzero(covered.any(1)), np.flatnonzero(covered.any(0))
    inner = Extent(top + int(rows[0]), top + int(rows[-1]) + 1, left + int(cols[0]), left + int(cols[-1]) + 1)
    level, upright = one.panes.level[:, inner.left : inner.right], one.panes.upright[inner.top : inner.bottom]
    places = (
        _ends(level.mean(1), top, inner.top),
        _ends(level.mean(1), bottom, inner.bottom),
        _ends(upright.mean(0), left, inner.left),
        _ends(upright.mean(0), right, inner.right),
    )
    found = [
        _within(one, extent)
        for extent in (Extent(*sides) for sides in product(*places))
        if extent != one.extent and min(extent.shape) >= LEAST
    ]
    found.sort(key=lambda fit: -fit.score)
    return found[:MOST]


def _ends(support: NDArray[np.float64], now: int, innermost: int) -> list[int]:
    """Where a side may be, between where it is ``now`` and the ``innermost`` tiles."""
    lines = range(min(now, innermost), max(now, innermost) + 1)
    return sorted(lines, key=lambda line: -support[line])[:ENDS]
