"""Closer: where in a picture a finer view may show a board that a coarse view doesn't.

A board whose cells are only a few pixels on the coarse view is there a busy block: its gaps and outlines run together,
so that the whole board is one of the boxes. Lines of text, icons and photos make such blocks too; but only a grid
repeats both from left to right and from top to bottom.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import cv2
import numpy as np

from vision.grid.boxes import Boxes, edges, find
from vision.overlap import meets

if TYPE_CHECKING:
    from numpy.typing import NDArray

Window = tuple[int, int, int, int]
"""Left, top, right, bottom in pixels of a view."""

SIDES = 7.0, 240.0
"""Shortest and longest side of a busy block, coarse pixels: cells that are larger show on the coarse view."""
FULLEST, SLIMMEST = 0.6, 4.5
STRONG, BUSY = 12, 0.35
"""A block is busy when this share of its pixels has edges this strong."""
BLUR, DENSITIES = 5, (20, 40, 60)
DEEP, NESTED = 0.75, 20
"""Share of a block up to which one within it may be a board of its own; coarse pixels of its sides, at least."""
CROWD, CROWDED = 9, 0.4
"""Pixels along a square, and share of them that has edges this strong where they are many."""
TRIED, MOST = 12, 3
"""Blocks tried for repeating, and windows looked at closer, at most."""
DETAILED = 256
"""Pixels along a crop that is detailed enough to tell whether it repeats."""
REPEATS = 0.25
"""Correlation of a profile with itself, moved by one cell."""
FEWEST_STEPS = 2.3
SHORTEST_STEP = 3
LOUDEST = 0.9
"""Share of a profile's values that are none of its loudest."""


def blocks(strength: NDArray[np.uint8], found: Boxes) -> list[Window]:
    """Busy blocks of a coarse view, the largest first.

    Args:
        strength: the view's edges (from ``boxes.edges``).
        found: the boxes in it.
    """
    strong = cv2.threshold(strength, STRONG - 1, 1, cv2.THRESH_BINARY)[1]
    # On a busy background a board has no outline of its own, but more or stronger edges than what is around it.
    denser = find(cv2.blur(strength, (BLUR, BLUR)), DENSITIES)
    kinds = zip(_fields(found), _fields(denser), _fields(crowded(np.asarray(strong, np.uint8))), strict=True)
    found = Boxes(*(np.concatenate(each) for each in kinds))
    sizes = found.sizes
    keep = (sizes.min(axis=1) >= SIDES[0]) & (sizes.max(axis=1) <= SIDES[1]) & (found.fill >= FULLEST)
    keep &= sizes.max(axis=1) <= SLIMMEST * sizes.min(axis=1)
    if not keep.any():
        return []
    low = np.floor(found.centers[keep] - sizes[keep] / 2).astype(np.int64)
    high = np.ceil(found.centers[keep] + sizes[keep] / 2).astype(np.int64)
    sums = cv2.integral(strong)
    high = np.minimum(high, np.array([strength.shape[1], strength.shape[0]]))
    low = np.maximum(low, 0)
    total = sums[high[:, 1], high[:, 0]] - sums[low[:, 1], high[:, 0]] - sums[high[:, 1], low[:, 0]]
    total = total + sums[low[:, 1], low[:, 0]]
    area = (high - low).prod(axis=1)
    busy = total / area
    chosen: list[Window] = []
    for place in np.argsort(-area, kind="stable"):
        if busy[place] < BUSY:
            continue
        window = (*low[place].tolist(), *high[place].tolist())
        if not any(meets(window, other) and not _deep(window, other) for other in chosen):
            chosen.append(window)
        if len(chosen) == TRIED:
            break
    return chosen


def _deep(window: Window, other: Window) -> bool:
    """Whether a window is well within the other: a board on a page that is a busy block as a whole."""
    (a, b, c, d), (left, top, right, bottom) = window, other
    inside = a >= left and b >= top and c <= right and d <= bottom and min(c - a, d - b) >= NESTED
    return inside and (c - a) * (d - b) <= DEEP * (right - left) * (bottom - top)


def crowded(strong: NDArray[np.uint8]) -> Boxes:
    """Boxes of what has many edges all around: outlines of single cells run together there, lines alone do not.

    ``strong`` is H×W, 1 where an edge is.
    """
    around = cv2.boxFilter(strong, -1, (CROWD, CROWD), normalize=False)
    many = cv2.threshold(around, round(CROWDED * CROWD**2) - 1, 1, cv2.THRESH_BINARY)[1]
    x, y, width, height = cv2.boundingRect(many)  # the labels of an empty page cost as much as any
    _, _, stats, _ = cv2.connectedComponentsWithStats(many[y : y + height, x : x + width], connectivity=4)
    left, top, wide, tall, area = (stats[1:] + np.array([x, y, 0, 0, 0], np.int32)).T.astype(np.float64)
    centers, sizes = np.stack([left + wide / 2, top + tall / 2], axis=1), np.stack([wide, tall], axis=1)
    return Boxes(centers, sizes, area / (wide * tall))


def _fields(found: Boxes) -> tuple[NDArray[np.float64], ...]:
    return found.centers, found.sizes, found.fill


def repeats(picture: NDArray[np.uint8]) -> bool:
    """Whether a crop's edges, or those of what in it has strong ones, come again and again along both of its axes."""
    strength = edges(picture)
    return _repeat(strength) or _repeat(_within_edges(strength))


def _repeat(strength: NDArray[np.uint8]) -> bool:
    profiles = [cv2.reduce(strength, axis, cv2.REDUCE_AVG, dtype=cv2.CV_32F) for axis in (0, 1)]
    return all(_repeats(line) or _repeats(_muted(line)) for line in (np.ravel(profile) for profile in profiles))


def _within_edges(strength: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """A crop's edges without margins that have no strong ones: shadows of what cells lie on repeat nothing."""
    rows, cols = (np.flatnonzero(cv2.reduce(strength, axis, cv2.REDUCE_MAX) >= STRONG) for axis in (1, 0))
    return strength[rows[0] : rows[-1] + 1, cols[0] : cols[-1] + 1] if rows.size else strength


def _muted(profile: NDArray[np.float32]) -> NDArray[np.float32]:
    """A profile without its loudest values: the outline of what cells lie on may be far stronger than theirs."""
    most = int(LOUDEST * len(profile))
    return np.asarray(np.minimum(profile, np.partition(profile, most)[most]), np.float32)


def _repeats(profile: NDArray[np.float32]) -> bool:
    even = profile - profile.mean()
    n = len(even)
    longest = int(n / FEWEST_STEPS)
    if longest <= SHORTEST_STEP or not even.any():
        return False
    shared = np.correlate(even, even, "full")[n - 1 : n + longest]
    squares = np.concatenate([[0.0], np.cumsum(even**2)])
    alike = shared / (np.sqrt(squares[n - longest :][::-1] * (squares[n] - squares[: longest + 1])) + 1e-6)
    # A peak, not the slope from the profile's likeness to itself.
    dip = np.minimum.accumulate(alike)
    peak = alike[SHORTEST_STEP:]
    return bool(((peak > REPEATS) & (peak > dip[SHORTEST_STEP:] + REPEATS)).any())
