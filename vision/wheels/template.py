"""The lock's template: where its twelve dots lie on the board plane, and the places between and around them.

Coordinates of the board plane: x to the right with neighbours of a row 1 apart, y down with rows sqrt(3)/2 apart.
"Lattice" coordinates are (x, row number): the fit works in them, so that any row spacing is an affine map.
"""

from __future__ import annotations

from functools import cache
from math import sqrt

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

ROWS: tuple[tuple[float, ...], ...] = ((1.0, 2.0, 3.0), (0.5, 1.5, 2.5, 3.5), (1.0, 2.0, 3.0), (1.5, 2.5))
ROW_STEP = sqrt(3) / 2
GREENS = 6
PLACES: tuple[tuple[int, int], ...] = tuple((row, col) for row, xs in enumerate(ROWS) for col in range(len(xs)))
WHEELS: tuple[tuple[int, ...], ...] = ((0, 1, 5, 8, 7, 3), (1, 2, 6, 9, 8, 4), (4, 5, 9, 11, 10, 7))
"""Dots of the left, right and bottom wheel, clockwise."""


@cache
def lattice() -> Floats:
    """The dots in lattice coordinates (x, row), 12×2, in notation order; not to be written to."""
    return np.array([(x, row) for row, xs in enumerate(ROWS) for x in xs], dtype=np.float64)


def plane(points: Floats) -> Floats:
    """Lattice coordinates N×2 → board plane N×2."""
    return np.column_stack([points[:, 0], points[:, 1] * ROW_STEP + 0.5])


@cache
def outside() -> Floats:
    """Lattice places that hold no dot, N×2: between the dots, and the next ones around them; not to be written to.

    A board of some other game that merely contains the template has dots on most of these. Places between dots come
    first (see ``INSIDE_GAPS``): twice as fine a square grid would have cells there.
    """
    own = {(x, float(row)) for row, xs in enumerate(ROWS) for x in xs}
    between = [(x + 0.5, float(row)) for row, xs in enumerate(ROWS) for x in xs[:-1]]
    around = [
        (x + shift, float(row))
        for row, start in enumerate((0.5, 0.0, 0.5, 0.0, 0.5, 0.0), start=-1)
        for x in np.arange(start, 4.5)
        for shift in (0.0,)
    ]
    return np.array(between + [place for place in around if place not in own], dtype=np.float64)


INSIDE_GAPS = sum(len(xs) - 1 for xs in ROWS)
