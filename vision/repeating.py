"""Repeating: how far apart a floor, a wall or a paper that fills much of a picture repeats itself along an axis."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

LINES, RIM = 40, 0.02
"""Lines that are compared with themselves; share of the picture at either end where there is none."""
LEVELS = 24
"""By which two pixels differ at most: beyond, they are just as unlike."""
LEAST = 4
"""Shortest period, in pixels."""
LIVELY, MANY = 0.5, 0.1
"""Mean difference from which a piece of a line is not plain; share of the pieces that are not, and then of those that
repeat, at least."""
PLAINLY, FIRST = 0.3, 0.9
"""Share of the usual difference that is gone at the period, at least; share of the most that goes at the first one."""
FAR = 0.6
"""Share of the picture over which the period is measured at most."""


def period(gray: NDArray[np.uint8], longest: int) -> float | None:
    """Pixels after which much of a picture repeats along x; None where it does not.

    Lines are cut in pieces as long as the ``longest`` period, and each is compared with what is so many pixels ahead of
    it, the last one behind it (an average magnitude difference function, Ross et al. 1974): a floor repeats left and
    right of a board, whatever the line crosses in between. The first period found is then measured over many of them.

    Args:
        gray: H×W uint8, smooth enough for half a pixel not to matter.
        longest: the longest period looked for, pixels.
    """
    height, width = gray.shape
    if longest <= LEAST or (pieces := width // longest) < 2:
        return None
    lines = gray[np.linspace(RIM * height, (1 - RIM) * height - 1, LINES).astype(int)].astype(np.int16)
    shifts = range(LEAST, longest)
    differs = np.array([_pieces(_differs(lines, shift), shift, pieces, longest) for shift in shifts])
    usual = np.median(differs, axis=0)
    lively = np.flatnonzero(usual > LIVELY)
    if len(lively) < MANY * usual.size:
        return None
    gone = 1 - differs[:, lively] / usual[lively]
    many = max(4, int(MANY * len(lively)))
    told = np.sort(gone, axis=1)[:, -many:].mean(axis=1)
    told = told - np.minimum.accumulate(told)  # what is even for some pixels hardly differs at first
    if told.max() < PLAINLY:
        return None
    high = (told >= FIRST * told.max()) & (told >= np.r_[0.0, told[:-1]]) & (told >= np.r_[told[1:], 0.0])
    first = int(np.flatnonzero(high)[0])
    best = lively[np.argsort(gone[first])[-many:]]
    return _measured(lines[np.unique(best // pieces)], float(shifts[first]))


def _differs(lines: NDArray[np.int16], shift: int) -> NDArray[np.int16]:
    """How unlike lines are to what is a ``shift`` ahead."""
    return np.asarray(np.minimum(np.abs(lines[:, shift:] - lines[:, :-shift]), LEVELS), np.int16)


def _pieces(differs: NDArray[np.int16], shift: int, count: int, length: int) -> NDArray[np.float64]:
    """How unlike each piece of each line is to what is a ``shift`` ahead of it, or, the last one, behind it."""
    end = (count - 1) * length
    ahead = differs[:, :end].reshape(len(differs), count - 1, length).mean(axis=2)
    behind = differs[:, end - shift : end - shift + length].mean(axis=1, keepdims=True)
    return np.hstack([ahead, behind]).ravel()


def _measured(lines: NDArray[np.int16], found: float) -> float:
    """A period ``found`` to a pixel, measured over as many of them as fit."""
    times = 2
    while times * found < FAR * lines.shape[1]:
        middle = round(times * found)
        near = np.arange(middle - 3, middle + 4)
        cost = np.array([_differs(lines, int(shift)).mean() for shift in near])
        found = float(near[cost <= cost.min() * 1.02 + 0.02].mean()) / times
        times *= 2
    return found
