"""The gate: whether the extents of a coarse view are worth reading cell by cell, told by numbers that cost little.

Most pictures without a board still have extents, and reading them costs more than finding them. What tells most of
them at once is how their colours are shared out, and a plain cut of the cells of the first extents as they were found.
"""

from __future__ import annotations

from functools import cache
from math import log
from typing import TYPE_CHECKING

import cv2
import numpy as np

from vision.memento import covers
from vision.memento.evidence import TWIN
from vision.memento.gate_weights import GATE, GATE_BASE, SHUT_BELOW
from vision.memento.outline import EDGE_NAMES
from vision.memento.paint import BINS, bounds
from vision.memento.weights import EDGES_FROM

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from vision.memento.fits import Fit

ASKED = 2  # extents: the first one is at times the board's with a row too many
COLOUR_NAMES = ("most", "four", "sixteen", "entropy", "colours")
CUT_NAMES = ("ratio", "inner", "outer", "covered", "uncovered", "alone", "twins")
NAMES = (*COLOUR_NAMES, *EDGE_NAMES, "score", *CUT_NAMES)
"""All the gate asks of an extent."""


def shut(small: NDArray[np.uint8], picture: NDArray[np.uint8], fitted: Sequence[Fit]) -> bool:
    """Whether nothing in a picture can be a board that would be read.

    Args:
        small: h×w×3, the halving of ``picture`` whose colours are counted.
        picture: H×W×3, the coarse view.
        fitted: the extents in it, those first that its edges speak for most.
    """
    if not fitted or fitted[0].score < EDGES_FROM:
        return True
    return all(odds(numbers(small, picture, one)) < SHUT_BELOW for one in fitted[:ASKED])


def odds(values: NDArray[np.float64]) -> float:
    """Log odds that an extent is of a board, by the numbers called ``NAMES``."""
    knots, slopes = _bends()
    return float(GATE_BASE + slopes[0] @ values + (slopes[1:] * np.maximum(values - knots, 0.0)).sum())


@cache
def _bends() -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Knots, 3×N, and slopes, 4×N, of the numbers called ``NAMES``."""
    knots, slopes = zip(*(GATE[name] for name in NAMES), strict=True)
    return np.array(knots).T, np.array(slopes).T


def numbers(small: NDArray[np.uint8], picture: NDArray[np.uint8], one: Fit) -> NDArray[np.float64]:
    """The numbers called ``NAMES`` for one extent; the pictures are those of ``shut``."""
    return np.array((*_colours(small), *one.values.tolist(), one.score, *_cut(picture, one)), np.float64)


def _colours(small: NDArray[np.uint8]) -> tuple[float, ...]:
    """Shares of the picture in its most frequent colours, entropy of all, log of how many there are."""
    counts = cv2.calcHist([small], [0, 1, 2], None, [BINS] * 3, bounds(small)).ravel()
    shares = np.sort(counts[counts > 0])[::-1].astype(np.float64) / max(small.shape[0] * small.shape[1], 1)
    sums = np.cumsum(np.pad(shares, (0, 16)))
    return sums[0], sums[3], sums[15], float(-(shares * np.log(shares)).sum()), log(len(shares))


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
        alone = float((nearest > 1.3 * max(best.inner, covers.FLOOR)).mean())
        twins = float((nearest < TWIN).mean())
    return (
        log(min(max(best.ratio, 0.2), 20.0)),
        log(max(best.inner, 0.4)),
        log(min(max(best.outer, 0.4), 60.0)),
        log(1 + int(best.covered.sum())),
        log(1 + int(rest.sum())),
        alone,
        twins,
    )
