"""The gate: whether a picture is worth searching, and its extents worth reading cell by cell, by cheap numbers.

How its colours are shared out tells most pages and windows before any search. Most pictures without a board that pass
still have extents, and reading them costs more than finding them: a plain cut of the first ones' cells tells more.
"""

from __future__ import annotations

from functools import cache
from math import log
from typing import TYPE_CHECKING

import numpy as np

from vision.memento import covers
from vision.memento.evidence import TWIN
from vision.memento.gate_weights import COLOURS, COLOURS_BASE, DULL_BELOW, GATE, GATE_BASE, SHUT_BELOW
from vision.memento.glance import apart, glance
from vision.memento.outline import EDGE_NAMES
from vision.memento.weights import EDGES_FROM
from vision.share import share

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from numpy.typing import NDArray

    from vision.memento.axis import Axis
    from vision.memento.fits import Fit

MANY, MANY_BELOW = 400, -3.3
"""Colours of a photograph, and log odds that hardly any board seen in one is below: few of the fit's have so many."""
VIVID = -1.0
"""The same that hardly any board is below: of 234 seen so far 7 in 100."""
LIKELY, AMONG = -1.5, 2.5
"""Log odds from which an extent nobody proposed is worth reading, and by how much they may be less than the best's."""
ALIKE, UNSEEN, SHARE = 0.2, 3.0, 0.25  # how near cells are that are alike, by the usual and in levels; least share
SAME, FEWEST, BUSY = 0.05, 3, 10.0  # how near the few nearest are at least; how far apart cells are, in levels
PLAIN = 6.0  # levels: cells that are no farther apart are the same
WHOLLY, MOSTLY = 0.5, 0.75  # share of a cell that is nothing of a tile; least share of cells that are none
ASKED = 2  # extents: the first one is at times the board's with a row too many
COLOUR_NAMES = ("most", "four", "sixteen", "entropy", "colours")
CUT_NAMES = ("ratio", "inner", "outer", "covered", "uncovered", "alone", "twins")
NAMES = (*COLOUR_NAMES, *EDGE_NAMES, "score", *CUT_NAMES)
"""All the gate asks of an extent."""


def dull(shares: NDArray[np.float64]) -> bool:
    """Whether the colours of a picture, its ``paint.palette``, are hardly those of a board that can be read."""
    least = DULL_BELOW if len(shares) < MANY else MANY_BELOW
    return _odds(colours(shares), COLOURS_BASE, *_bends(tuple(COLOURS.values()))) < least


def vivid(shares: NDArray[np.float64]) -> bool:
    """Whether the colours of a picture, its ``paint.palette``, are those of most boards that can be read."""
    return len(shares) > 0 and _odds(colours(shares), COLOURS_BASE, *_bends(tuple(COLOURS.values()))) >= VIVID


def shut(shares: NDArray[np.float64], picture: NDArray[np.uint8], fitted: Sequence[Fit]) -> bool:
    """Whether nothing in a picture can be a board that would be read.

    Args:
        shares: the colours of the picture, its ``paint.palette``.
        picture: H×W×3, the coarse view.
        fitted: the extents in it, those first that its edges speak for most.
    """
    if not fitted or fitted[0].score < EDGES_FROM:
        return True
    return all(odds(numbers(shares, picture, one)) < SHUT_BELOW for one in fitted[:ASKED])


def repeated(picture: NDArray[np.uint8], x: Axis, y: Axis, same: float = SAME) -> bool:
    """Whether some cells of a lattice nobody proposed are one and the same tile, as far as a glance tells.

    Args:
        picture: H×W×3, what the lattice lies on.
        x: its upright lines.
        y: its level lines.
        same: how near to each other the nearest cells are at least, by the usual distance.
    """
    looks = glance(picture, x, y)
    looks -= looks.mean(0)
    away = apart(looks)
    cells = len(looks)
    usual = float(away.sum()) / (cells * (cells - 1))
    if usual <= BUSY**2:
        return False
    np.fill_diagonal(away, np.inf)
    if np.partition(away.min(1), FEWEST - 1)[FEWEST - 1] >= same**2 * usual:
        return False
    alike = int((away < max(ALIKE**2 * usual, UNSEEN**2)).sum(1).max()) + 1
    return alike >= SHARE * cells


def covering(picture: NDArray[np.uint8], x: Axis, y: Axis) -> bool:
    """Whether some cells of a lattice are one tile, and most of the others something else up to their rims.

    Signs and digits leave most of a square as it is, and squares of two colours are a plain grid.
    """
    looks = glance(picture, x, y)
    near = apart(looks) < PLAIN**2
    tiles = near[near.sum(1).argmax()]
    rest = looks[~tiles]
    if len(rest) < FEWEST or len(looks) - len(rest) < FEWEST or near[np.ix_(~tiles, ~tiles)].all():
        return False
    away = np.abs(rest - np.median(looks[tiles], axis=0)).reshape(len(rest), -1, 3).max(2)
    return share((away > BUSY).mean(1) >= WHOLLY) >= MOSTLY


def likely(shares: NDArray[np.float64], picture: NDArray[np.uint8], fitted: Iterable[Fit]) -> list[Fit]:
    """Extents nobody proposed that may be a board, the likeliest first; other arguments as for ``shut``."""
    weighed = [(odds(numbers(shares, picture, one)), one) for one in fitted]
    least = max(LIKELY, max((one for one, _ in weighed), default=0.0) - AMONG)
    return [one for _, one in sorted((pair for pair in weighed if pair[0] >= least), key=lambda pair: -pair[0])]


def odds(values: NDArray[np.float64]) -> float:
    """Log odds that an extent is of a board, by the numbers called ``NAMES``."""
    return _odds(values, GATE_BASE, *_bends(tuple(GATE.values())))


def _odds(values: NDArray[np.float64], base: float, knots: NDArray[np.float64], slopes: NDArray[np.float64]) -> float:
    return float(base + slopes[0] @ values + (slopes[1:] * np.maximum(values - knots, 0.0)).sum())


@cache
def _bends(table: tuple[tuple[tuple[float, ...], tuple[float, ...]], ...]) -> tuple[NDArray[np.float64], ...]:
    """Knots, 3×N, and slopes, 4×N, of a ``table`` that has both for each number."""
    knots, slopes = zip(*table, strict=True)
    return np.array(knots).T, np.array(slopes).T


def numbers(shares: NDArray[np.float64], picture: NDArray[np.uint8], one: Fit) -> NDArray[np.float64]:
    """The numbers called ``NAMES`` for one extent; the other arguments are those of ``shut``."""
    return np.array((*colours(shares), *one.values.tolist(), one.score, *_cut(picture, one)), np.float64)


def colours(shares: NDArray[np.float64]) -> NDArray[np.float64]:
    """The numbers called ``COLOUR_NAMES``: shares of the most frequent colours, entropy of all, log of their number.

    Those of any painting where there are no ``shares``: its colours then tell nothing.
    """
    if not len(shares):
        return np.array([knots[1] for knots, _ in COLOURS.values()])
    most, four, sixteen = (float(shares[:first].sum()) for first in (1, 4, 16))
    return np.array((most, four, sixteen, -float((shares * np.log(shares)).sum()), log(len(shares))))


def _cut(picture: NDArray[np.uint8], one: Fit) -> tuple[float, ...]:
    """How far apart the tiles of the best plain cut are from the other cells, and those from each other."""
    distance = covers.distances(covers.looks(covers.canonical(picture, *one.axes)))
    best = covers.cuts(distance, 1)[0]
    rest = ~best.covered
    alone, twins = 1.0, 0.0
    if rest.sum() >= 2:
        others = distance[np.ix_(rest, rest)]
        np.fill_diagonal(others, np.inf)
        nearest = others.min(1)
        alone = share(nearest > 1.3 * max(best.inner, covers.FLOOR))
        twins = share(nearest < TWIN)
    return (
        log(min(max(best.ratio, 0.2), 20.0)),
        log(max(best.inner, 0.4)),
        log(min(max(best.outer, 0.4), 60.0)),
        log(1 + int(best.covered.sum())),
        log(1 + int(rest.sum())),
        alone,
        twins,
    )
