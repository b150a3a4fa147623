"""Emblems: what is drawn on every tile, but on nothing else, whatever ground both lie on."""

from __future__ import annotations

from typing import TYPE_CHECKING

import cv2
import numpy as np

from vision.memento import covers
from vision.middle import quantile

if TYPE_CHECKING:
    from numpy.typing import NDArray

FINE = 5
"""Pixels of a reduced cell over which light and ground are even, against which a drawing is seen."""
WITHIN = 3
"""Of them at each side, by which cells may be off."""
SHOWN, FEWEST = 0.6, 3
"""Correlation of a drawing on most tiles with that of all others; tiles that tell it."""
FAINT = 0.3
"""Lab: the least a drawing differs from its ground, root mean square."""
ALIKE = 0.55
"""Correlation of half of the drawing with what may show it."""


def shows(cells: NDArray[np.float32], tiles: NDArray[np.bool_], asked: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Which of the cells ``asked`` about may show the emblem of the ``tiles``: all of them where these have none.

    Args:
        cells: n×S×S×3, Lab.
        tiles: n; those that are clearly tiles.
        asked: n.
    """
    if np.count_nonzero(tiles) < FEWEST or not asked.any():
        return asked
    own = np.stack([_fine(cell) for cell in cells[tiles]])
    total = own.sum(axis=0)
    alone = [_correlation(one, total - one) for one in own]
    if quantile(np.array(alone), 0.25) < SHOWN or np.sqrt(np.mean((total / len(own)) ** 2)) < FAINT:
        return asked
    strongest = float(np.abs(total).max()) / len(own)  # what lies over a part of a cell has edges that are stronger
    found = asked.copy()
    for place in np.flatnonzero(asked).tolist():
        found[place] = _half(np.clip(_fine(cells[place]), -strongest, strongest), total) >= ALIKE
    return found


def _half(cell: NDArray[np.float32], emblem: NDArray[np.float32]) -> float:
    """The best correlation of any half of an emblem with what a cell shows there: the other may be hidden."""
    size = len(cell)
    low, middle, high = WITHIN, size // 2, size - WITHIN
    best = -1.0
    for first, last in ((low, middle), (middle, high)):
        for upper, lower, left, right in ((first, last, low, high), (low, high, first, last)):
            sought = np.ascontiguousarray(emblem[upper:lower, left:right])
            around = cell[upper - WITHIN : lower + WITHIN, left - WITHIN : right + WITHIN]
            best = max(best, float(cv2.matchTemplate(around, sought, cv2.TM_CCORR_NORMED).max()))
    return best


def _fine(cell: NDArray[np.float32]) -> NDArray[np.float32]:
    """What is finer in a cell than the light on it and the ground."""
    return np.asarray(cell - cv2.blur(cell, (FINE, FINE)), np.float32)


def _correlation(one: NDArray[np.float32], other: NDArray[np.float32]) -> float:
    """Of the insides of two cells."""
    inside = slice(covers.RIM, -covers.RIM)
    a, b = (part[inside, inside].ravel().astype(np.float64) for part in (one, other))
    return float(a @ b) / max(float(np.sqrt((a @ a) * (b @ b))), np.finfo(np.float64).tiny)
