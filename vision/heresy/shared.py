"""Read, where plates are hardly to be seen: the one shape that all nine cells share, found in the mean of them.

Rust, grain and brushed metal break up the edge of a plate, and signs cut into it are as faint as that. Yet the plates
of a panel are all alike, and each is like itself turned by a quarter and mirrored: seventy-two pictures of one edge. In
their mean the grain is gone and nine signs are a blur, while a rim, a disc or a square goes all the way round.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

import cv2
import numpy as np

from vision.middle import median, medians, quantile

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Mask = NDArray[np.bool_]
    Floats = NDArray[np.float32]

ROOM = 0.1  # cells: how far beyond its cell a plate's edge is looked for
RADII = 0.275, 0.56  # cells: half the side of a plate, at least and at most
FINE = 2  # radii tried in a pixel
SPIKES = 4.0  # median deviations that a pixel may differ from its cell's ground; rust and rivets differ more
ROUND = 0.85  # of the way round that an edge is seen on
CLEAR, ONE_SHAPE = 1.4, 2.0  # an edge over what neighbouring pixels of the mean differ by; over that of the other shape
FIRST = 0.5  # of the clearest edge: the innermost one so clear is a plate's
INWARD = 1.0  # pixels that a plate ends within its edge


def plate(gray: NDArray[np.uint8], cell: int, margin: int) -> Mask | None:
    """What of a cell its plate covers, cell×cell; None where the nine cells share no disc and no square.

    Args:
        gray: S×S, three cells and a margin around them each way.
        cell: side of a cell in pixels.
        margin: width of the margin in pixels.
    """
    room = round(ROOM * cell)
    mean = _mean(gray, cell, margin, room)
    down, right = np.gradient(mean)
    radii = np.arange(round(RADII[0] * cell * FINE), round(RADII[1] * cell * FINE)) / FINE
    found = []
    for away, across, along in _shapes(len(mean)):
        # In the order of their distances, pixels of one ring stand in one piece.
        order = np.argsort(away, axis=None)
        ranked, outward = away.ravel()[order], (right * across + down * along).ravel()[order]
        first, last = np.searchsorted(ranked, radii - 0.5), np.searchsorted(ranked, radii + 0.5, side="right")
        rings = [outward[one:other] for one, other in zip(first.tolist(), last.tolist(), strict=True)]
        around = [(quantile(ring, 1 - ROUND), quantile(ring, ROUND)) for ring in rings]
        edge = np.array([max(low, -high, 0.0) for low, high in around])
        found.append((float(edge.max()), edge, away))
    found.sort(key=lambda one: -one[0])
    best, edge, away = found[0]
    noise = float(np.std(np.diff(mean, axis=1)))
    if best < CLEAR * noise or best < ONE_SHAPE * found[1][0] or not best:
        return None
    radius = radii[np.flatnonzero(edge > FIRST * best)[0]]
    whole: Mask = away < radius - INWARD
    return whole[room:-room, room:-room]


def _mean(gray: NDArray[np.uint8], cell: int, margin: int, room: int) -> Floats:
    """The mean of the nine cells with some ``room`` around, each over its ground, turned and mirrored in all ways."""
    side, first = cell + 2 * room, margin - room
    starts = [first + k * cell for k in range(3)]
    cells = np.stack([gray[y : y + side, x : x + side] for y in starts for x in starts]).astype(np.float32)
    cells -= medians(cells.reshape(9, -1).T)[:, None, None]
    most = SPIKES * max(1.5 * median(np.abs(cells).ravel()), 1.0)
    mean = np.clip(cells, -most, most).mean(axis=0)
    turned: Floats = np.stack([np.rot90(mean, quarter) for quarter in range(4)]).mean(axis=0)
    return np.asarray(cv2.GaussianBlur((turned + turned[:, ::-1]) / 2, (0, 0), 0.7), np.float32)


@cache
def _shapes(side: int) -> tuple[tuple[Floats, Floats, Floats], ...]:
    """Of a disc and of a square: each pixel's distance from the middle, and the way outward (x, y); side×side each."""
    line = np.arange(side, dtype=np.float32) - np.float32((side - 1) / 2)
    x, y = np.meshgrid(line, line)
    away = np.maximum(np.hypot(x, y), np.float32(0.5))
    lying = np.abs(x) >= np.abs(y)
    across, along = np.where(lying, np.sign(x), 0), np.where(lying, 0, np.sign(y))
    return (away, x / away, y / away), (np.maximum(np.abs(x), np.abs(y)), across, along)
