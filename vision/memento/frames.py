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
LARGE = 0.15  # what an e-fold of size is worth against support
WHOLE = 0.96  # share of the picture's side from which a rectangle is the picture itself
APART = 4.0  # pixels: rectangles nearer than this are one
MOST = 4  # rectangles
WAYS = 6  # ways to share out a rectangle
COUNTS = range(3, 9)  # rows and columns
OBLONG = 0.36  # greatest log ratio of a cell's sides
NEAR = 2  # pixels around the place of a line where it may be


def boards(edges: Edges) -> list[tuple[Axis, Axis]]:
    """Lattices that fill the closed rectangles of ``edges``, those first that have edges where their lines are."""
    found = []
    for left, top, right, bottom in rectangles(edges):
        across = _ways(edges.masks[0][int(top) : int(bottom)].sum(0) / max(bottom - top, 1.0), left, right)
        down = _ways(edges.masks[1][:, int(left) : int(right)].sum(1) / max(right - left, 1.0), top, bottom)
        pairs = [
            (one + other, x, y)
            for (one, x), (other, y) in product(across, down)
            if abs(log(x.pitch / y.pitch)) < OBLONG
        ]
        found += sorted(pairs, key=lambda pair: -pair[0])[:WAYS]
    return [(x, y) for _, x, y in sorted(found, key=lambda pair: -pair[0])]


def rectangles(edges: Edges) -> list[tuple[float, float, float, float]]:
    """Left, top, right and bottom of closed rectangles, the best closed and largest first."""
    upright, level = edges.masks
    height, width = upright.shape
    xs, ys = _lines(upright.sum(0)), _lines(level.sum(1))
    first, last = np.triu_indices(len(xs), 1)
    upper, lower = np.triu_indices(len(ys), 1)
    sides = _held(edges.upright, xs, ys[upper], ys[lower])  # lines × pairs of the others
    ends = _held(edges.level, ys, xs[first], xs[last])
    four = np.stack(np.broadcast_arrays(sides[first], sides[last], ends[upper].T, ends[lower].T))
    wide, high = np.broadcast_arrays((xs[last] - xs[first])[:, None], ys[lower] - ys[upper])
    least = four.min(0)
    score = least + four.mean(0) + LARGE * np.log(np.maximum(np.minimum(wide, high), 1))
    fits = (np.minimum(wide, high) >= COUNTS[0] * NARROWEST) & (wide < WHOLE * width) & (high < WHOLE * height)
    score[~fits | (least < CLOSED)] = -np.inf
    found: list[tuple[float, float, float, float]] = []
    for place in np.argsort(-score, axis=None)[: 8 * MOST]:
        i, j = divmod(int(place), score.shape[1])
        if score[i, j] == -np.inf:
            break
        one = (xs[first[i]] + 0.5, ys[upper[j]] + 0.5, xs[last[i]] + 0.5, ys[lower[j]] + 0.5)
        if all(max(abs(a - b) for a, b in zip(one, other, strict=True)) > APART for other in found):
            found.append(one)
        if len(found) >= MOST:
            break
    return found


def _lines(profile: NDArray[np.int_]) -> NDArray[np.int_]:
    """Places of the strongest lines of a profile, in order."""
    soft = np.convolve(profile, np.ones(3), "same").astype(np.float32)
    tall = cv2.dilate(soft[None], np.ones((1, 7), np.uint8))[0]
    peaks = np.flatnonzero((soft >= tall) & (soft > FAINT))
    return np.sort(peaks[np.argsort(-soft[peaks])[:LINES]])


def _held(
    sums: NDArray[np.int32], lines: NDArray[np.int_], starts: NDArray[np.int_], stops: NDArray[np.int_]
) -> NDArray[np.float64]:
    """Share of each stretch that has an edge along each line, a pixel off at most: lines × stretches."""
    along = sums[stops] - sums[starts]
    near = np.clip(lines[:, None] + np.arange(-1, 2), 0, sums.shape[1] - 2)
    held = (along[:, near + 1] - along[:, near]).max(2)
    return np.asarray(held.T / np.maximum(stops - starts, 1), np.float64)


def _ways(profile: NDArray[np.float64], low: float, high: float) -> list[tuple[float, Axis]]:
    """Ways to share out a stretch: how much more edge there is at the lines than half-way between, and the lines."""
    best = cv2.dilate(profile.astype(np.float32)[None], np.ones((1, 2 * NEAR + 1), np.uint8))[0]
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
