"""Likely: whether a plain grid of two colours has the shape and the pattern of a board, by a small fitted model.

Boards are square or nearly so, their cells stand as far apart one way as the other, and most games deal patterns that
clicks can make. Plans of seats, calendars, walls of status lamps and the like are wide, or oblong, or large, or fail.
No figure decides alone.
"""

from __future__ import annotations

from math import log

FIGURES = ("wide", "tall", "many", "oblong", "passed")
WEIGHTS, CONSTANT = (-5.61, -1.14, -1.23, -7.09, 0.85), 2.77
"""Of the figures, as fitted by ``calibration.fit_likely``: hardly any board scores below zero."""
MANY, MOST = 64, 5
"""Cells from which a board is large; checks beyond these say no more."""


def figures(size: tuple[int, int], aspect: float, passed: int) -> tuple[float, ...]:
    """What the model sees, by ``FIGURES``.

    Args:
        size: rows and columns.
        aspect: a column's step over a row's.
        passed: how many checks that boards made by clicks pass the pattern does (``vision.grid.dealt``).
    """
    rows, cols = size
    wide = log(cols / rows)
    many = max(0.0, log(rows * cols / MANY))
    return max(0.0, wide), max(0.0, -wide), many, abs(log(aspect)), float(min(max(0, passed), MOST))


def likely(size: tuple[int, int], aspect: float, passed: int) -> float:
    """How much more speaks for a board than for something else; arguments as of ``figures``."""
    seen = figures(size, aspect, passed)
    return CONSTANT + sum(weight * figure for weight, figure in zip(WEIGHTS, seen, strict=True))
