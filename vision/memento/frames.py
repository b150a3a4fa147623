"""Frames: closed rectangles of straight edges, cut into rows and columns.

A board whose tiles are few, or touch, or have a pattern of their own has too few lines in step for a comb. Its outline
is still closed on four sides, and cells are nearly square: few ways to share it out are left to try.
"""

from __future__ import annotations

from functools import cache
from itertools import product
from math import log
from typing import TYPE_CHECKING

import cv2
import numpy as np

from vision.memento.axis import Axis
from vision.memento.teeth import NARROWEST

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from vision.memento.comb import Edges

LINES = 16  # strongest lines each way that may be sides
FAINT = 20.0  # pixels of edge below which there is no line
CLOSED = 0.5  # support that each side has at least
LARGE = 0.15  # what an e-fold of size, that of the shorter side, is worth against support
SLIGHTLY = 0.1  # by how much the longer side counts with it
WHOLE = 0.96  # share of the picture's side from which a rectangle is the picture itself
APART = 4.0  # pixels: rectangles nearer than this are one
MOST = 4  # rectangles
WAYS = 6  # ways to share out a rectangle
COUNTS = range(3, 9)  # rows and columns
GAINS = 0.1  # how much more edge there is both ways at the lines than half-way between, from which there are some
OBLONG = 0.36  # greatest log ratio of a cell's sides
NEAR = 2  # pixels around the place of a line where it may be


def boards(edges: Edges) -> list[tuple[Axis, Axis]]:
    """Lattices that fill the closed rectangles of ``edges``, those first that have edges where their lines are."""
    found = []
    upright, level = edges.masks
    for left, top, right, bottom in rectangles(edges):
        across = _ways(_profile(upright[int(top) : int(bottom)], 0) / np.float32(bottom - top), left, right)
        down = _ways(_profile(level[:, int(left) : int(right)], 1) / np.float32(right - left), top, bottom)
        pairs = [
            (one + other, x, y)
            for (one, x), (other, y) in product(across, down)
            if one + other >= GAINS and abs(log(x.pitch / y.pitch)) < OBLONG
        ]
        found += sorted(pairs, key=lambda pair: -pair[0])[:WAYS]
    return [(x, y) for _, x, y in sorted(found, key=lambda pair: -pair[0])]


def rectangles(edges: Edges) -> list[tuple[float, float, float, float]]:
    """Left, top, right and bottom of closed rectangles, the best closed and largest first."""
    upright, level = edges.masks
    height, width = upright.shape
    xs, ys = _lines(_profile(upright, 0)), _lines(_profile(level, 1))
    first, last = _apart(xs, WHOLE * width)
    upper, lower = _apart(ys, WHOLE * height)
    sides = _held(edges.upright, xs, ys, (upper, lower))
    ends = _held(edges.level, ys, xs, (first, last)).T
    # Few are closed: of those alone the rest is told.
    left, right, above, below = sides[first], sides[last], ends[:, upper], ends[:, lower]
    least = np.minimum(np.minimum(left, right), np.minimum(above, below))
    i, j = np.nonzero(least >= CLOSED)
    mean = (left[i, j] + right[i, j] + above[i, j] + below[i, j]) / 4
    wide, high = xs[last[i]] - xs[first[i]], ys[lower[j]] - ys[upper[j]]
    score = least[i, j] + mean + LARGE * np.log(np.minimum(wide, high) + SLIGHTLY * np.maximum(wide, high))
    found: list[tuple[float, float, float, float]] = []
    best = np.argsort(-score)[: 8 * MOST]
    corners = (xs[first[i[best]]], ys[upper[j[best]]], xs[last[i[best]]], ys[lower[j[best]]])
    for one in zip(*((corner + 0.5).tolist() for corner in corners), strict=True):
        if all(max(abs(a - b) for a, b in zip(one, other, strict=True)) > APART for other in found):
            found.append(one)
        if len(found) >= MOST:
            break
    return found


def _profile(mask: NDArray[np.uint8], axis: int) -> NDArray[np.float32]:
    """Pixels of edge summed along an axis."""
    return np.asarray(cv2.reduce(mask, axis, cv2.REDUCE_SUM, dtype=cv2.CV_32F), np.float32).ravel()


def _apart(lines: NDArray[np.int_], most: float) -> tuple[NDArray[np.int_], NDArray[np.int_]]:
    """The first and the second of each pair of lines that some cells fit between, and no more than ``most`` pixels."""
    away = lines - lines[:, None]
    first, second = np.nonzero((away >= COUNTS[0] * NARROWEST) & (away < most))
    return first, second


def _lines(profile: NDArray[np.float32]) -> NDArray[np.int_]:
    """Places of the strongest lines of a profile, in order."""
    soft = cv2.boxFilter(profile[None], -1, (3, 1), normalize=False, borderType=cv2.BORDER_CONSTANT)[0]
    tall = cv2.dilate(soft[None], np.ones((1, 7), np.uint8))[0]
    peaks = np.flatnonzero((soft >= tall) & (soft > FAINT))
    return np.sort(peaks[np.argsort(-soft[peaks])[:LINES]])


def _held(
    sums: NDArray[np.int32], lines: NDArray[np.int_], places: NDArray[np.int_], pairs: tuple[NDArray[np.int_], ...]
) -> NDArray[np.float32]:
    """Share that has an edge, a pixel off at most: lines × stretches, each between a pair of ``places``."""
    near = np.minimum(np.maximum(np.arange(-1, 2)[:, None] + lines, 0), sums.shape[1] - 2)
    at = sums[places]
    on = at.take(near + 1, axis=1) - at.take(near, axis=1)
    starts, stops = pairs
    held = (on[stops] - on[starts]).max(1)
    return np.asarray(held.T / (places[stops] - places[starts]), np.float32)


def _ways(profile: NDArray[np.float32], low: float, high: float) -> list[tuple[float, Axis]]:
    """Ways to share out a stretch: how much more edge there is at the lines than half-way between, and the lines."""
    best = cv2.dilate(profile[None], np.ones((1, 2 * NEAR + 1), np.uint8))[0]
    parts, starts, shares = _parts()
    gain = np.add.reduceat(best[(low + (high - low) * parts).astype(int)] * shares, starts).tolist()
    wide = high - low
    return [
        (one, Axis(low, wide / count, count))
        for one, count in zip(gain, COUNTS, strict=True)
        if wide >= count * NARROWEST
    ]


@cache
def _parts() -> tuple[NDArray[np.float64], NDArray[np.int_], NDArray[np.float64]]:
    """For all ``COUNTS`` in turn: where lines are and half-way between, 0..1; where each begins; what they count."""
    parts, shares = [], []
    for count in COUNTS:
        parts.append(np.concatenate((np.arange(1, count), np.arange(count) + 0.5)) / count)
        shares.append(np.concatenate((np.full(count - 1, 1 / (count - 1)), np.full(count, -1 / count))))
    starts = np.cumsum([0, *map(len, parts[:-1])])
    return np.concatenate(parts), starts, np.concatenate(shares)
