"""Stage 1, propose, for dots that touch: discs or hexagons so fat that nothing of the page shows between them.

Next to such a dot of its own colour nothing is less red or less green than it is, so it is no spot. But a line or a
sliver of the page goes around each: outlines of one size tell where the dots are, and what is in them their colours.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from vision.homography import project
from vision.wheels.fit import Fit, fit
from vision.wheels.peaks import Spots
from vision.wheels.template import lattice
from vision.wheels.turning import turned

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from vision.grid.boxes import Boxes

    Floats = NDArray[np.float64]

DOTS, MOST = 12, 30
"""Outlines of one size, at least and at most: of more than these a lock's dots are none, as cells of a table."""
CROWD = 300
"""Outlines of all sizes, at most: of a picture as lively as that no part is as plain as this."""
ALIKE = 0.12
"""Logarithm of the sides of outlines by which those of one size differ, at most."""
SAME = 0.3
"""Sides by which the middles of two outlines of one dot are apart, at most."""
SIDE = 20.0
"""Pixels along a dot in the picture that places are told in: the pitch of a lock is a little more then."""
APART = 12.0
"""Levels of red minus green by which the dots of both colours differ, at least."""
GROUPS = 3
"""Sizes that are tried."""
STRENGTH = 50.0
"""What outlined dots stand out by: one as much as the other."""


def touching(pixels: NDArray[np.uint8], found: Boxes) -> list[Fit]:
    """Locks whose every dot has an outline in a picture.

    Args:
        pixels: H×W×3 BGR.
        found: its closed outlines, see ``vision.grid.boxes``.

    Returns:
        Fits with twelve dots, their maps to pixels (whose centres are whole numbers), best first; none of a lock that
        has a wheel between two of its places.
    """
    if not DOTS <= len(found) <= CROWD:
        return []
    logs, free, fits = np.log(found.sizes), np.ones(len(found), np.bool_), list[Fit]()
    wide, tall = logs.T.astype(np.float32)
    like = (np.abs(wide[:, None] - wide) < ALIKE) & (np.abs(tall[:, None] - tall) < ALIKE)
    for _ in range(GROUPS):
        counts = np.where(free, np.count_nonzero(like & free, axis=1), 0)
        own = np.flatnonzero(like[counts.argmax()] & free)
        if len(own) < DOTS:
            break
        free[own] = False
        side = float(np.exp(np.median(logs[own])))
        middles = _distinct(found.centers[own], SAME * side)
        if DOTS <= len(middles) <= MOST:
            fits += _fitted(pixels, middles, side)
    return fits


def _distinct(middles: Floats, near: float) -> Floats:
    """Of places N×2 one of each bunch that is ``near`` pixels across."""
    close = np.hypot(*(middles[:, None] - middles).T) < near
    return np.asarray(middles[~np.tril(close, k=-1).any(axis=1)])


def _fitted(pixels: NDArray[np.uint8], middles: Floats, side: float) -> list[Fit]:
    """Locks among outlines of one ``side`` in pixels with these ``middles``, N×2 (pixels' edges at whole numbers)."""
    colours = np.array([_mean(pixels, middle, side / 2) for middle in middles])
    red = colours[:, 2] - colours[:, 1]
    if np.ptp(red) < APART:
        return []
    signs = np.where(red > (red.min() + red.max()) / 2, 1, -1).astype(np.int8)
    scale = SIDE / side
    spots = Spots((middles - 0.5) * scale, np.full(len(middles), STRENGTH), signs)
    smaller = np.diag([1 / scale, 1 / scale, 1.0])
    return [
        Fit(smaller @ one.matrix, one.spots, one.residual, one.pitch / scale)
        for one in fit(spots)
        if one.hits == DOTS and not turned(_places(one, spots.xy))
    ]


def _places(one: Fit, where: Floats) -> Floats:
    """The places ``where`` (N×2) that the dots of a fit are nearest to, on its lattice, 12×2."""
    nearest = np.hypot(*(project(one.matrix, lattice())[:, None] - where).T).argmin(axis=0)
    return project(np.asarray(np.linalg.inv(one.matrix), np.float64), where[nearest])


def _mean(pixels: NDArray[np.uint8], middle: Floats, half: float) -> Floats:
    """Mean colour (BGR) of a square of so many pixels to either side of its ``middle``."""
    left, top, right, bottom = (max(0, round(side)) for side in [*(middle - half), *(middle + half)])
    return np.asarray(pixels[top : bottom + 1, left : right + 1].mean(axis=(0, 1)))
