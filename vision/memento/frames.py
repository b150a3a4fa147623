"""Frames: closed rectangles of straight edges, cut into rows and columns.

A board whose tiles are few, or touch, or have a pattern of their own has too few lines in step for a comb. Its outline
is still closed on four sides, and cells are nearly square: few ways to share it out are left to try.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any

import cv2
import numpy as np

from vision.memento.axis import Axis

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import NDArray

    from vision.grid.boxes import Boxes
    from vision.memento.comb import Edges

    _Rectangle = tuple[float, float, float, float]  # left, top, right and bottom

LINES = 16  # strongest lines each way that may be sides
FAINT = 20.0  # pixels of edge below which there is no line
CLOSED = 0.5  # support that each side has at least
LARGE = 0.15  # what an e-fold of size, that of the shorter side, is worth against support
SLIGHTLY = 0.1  # by how much the longer side counts with it
WHOLE = 0.96  # share of the picture's side from which a rectangle is the picture itself
APART = 4.0  # pixels: rectangles nearer than this are one
MOST = 8  # rectangles
WAYS = 4  # ways to share out a rectangle
COUNTS = range(2, 10)  # rows and columns
SQUAT = 0.5  # what it counts against two rows or columns alone, for one line is easily a good one
GAPS = (0.0, 0.06, 0.12, 0.18, 0.25)  # between cells, as shares of a pitch
UNLIKE = 3.5  # pixels by which the gaps of rows and of columns may differ
SMALLEST = 9.0  # pixels: least pitch; all of a rectangle speaks for it, where a comb has a few lines
LEAST, BETWEEN = 0.5, 0.5  # what the faintest line of all counts with their mean, and what edges half-way count against
LONG = 0.5  # what the log ratio of a cell's sides counts against it
OBLONG = 0.46  # the greatest
NEAR = 2  # pixels around the place of a line where it may be
OUTLINES, FILLED = 16, 0.9  # closed outlines that are shared out, and share of their boxes that they fill at least
ASIDE = 0.15  # steps by which the outer line of copies of a tile may be off a board's
PADS = (0.03, 0.08, 0.15)  # steps that may be between outer cells and an outline around them
SAME = 1.5  # pixels: outlines nearer to a rectangle than this are that
LATER = 0.15  # what it counts against a way to share out one of many rectangles that there is a better one


def boards(edges: Edges) -> list[tuple[Axis, Axis]]:
    """Lattices that fill the closed rectangles of ``edges``, those first that have edges where their lines are."""
    return shared_out(edges, rectangles(edges))


def shared_out(
    edges: Edges, closed: list[_Rectangle], pads: tuple[float, ...] = (0.0,), later: float = 0.0
) -> list[tuple[Axis, Axis]]:
    """Lattices that fill rectangles, those first that have edges where their lines are.

    Tiles of a pattern have edges half-way between their lines too, and tiles far apart have two lines each.

    Args:
        edges: of the view.
        closed: left, top, right and bottom of each rectangle.
        pads: what may be between the outer cells and a rectangle, as shares of a pitch.
        later: what it counts against a way to share out a rectangle that there is a better one.
    """
    upright, level = edges.masks
    found: list[tuple[float, Axis, Axis]] = []
    for left, top, right, bottom in closed:
        x = _ways(_profile(upright[int(top) : int(bottom)], 0) / np.float32(bottom - top), left, right, pads)
        y = _ways(_profile(level[:, int(left) : int(right)], 1) / np.float32(right - left), top, bottom, pads)
        found += ((score - later * nth, cols, rows) for nth, (score, cols, rows) in enumerate(_pairs(x, y)))
    return [(x, y) for _, x, y in sorted(found, key=lambda pair: -pair[0])]


def _pairs(across: _Ways, down: _Ways) -> list[tuple[float, Axis, Axis]]:
    """The best ways to share out a rectangle both ways, each number of rows and columns once."""
    oblong = np.abs(np.subtract.outer(np.log(across.pitch), np.log(down.pitch)))
    score = np.add.outer(across.score, down.score) - LONG * oblong
    fits = (oblong < OBLONG) & (np.abs(np.subtract.outer(across.gap, down.gap)) <= UNLIKE)
    found: dict[tuple[int, int], tuple[float, Axis, Axis]] = {}
    for best in np.argsort(np.where(fits, -score, np.inf), axis=None)[: 3 * WAYS].tolist():
        i, j = divmod(best, score.shape[1])
        counts = (int(across.count[i]), int(down.count[j]))
        if fits[i, j] and counts not in found and len(found) < WAYS:
            found[counts] = (float(score[i, j]), across.axis(i), down.axis(j))
    return list(found.values())


def rectangles(edges: Edges) -> list[_Rectangle]:
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
    best = np.argsort(-score)[: 8 * MOST]
    corners = (xs[first[i[best]]], ys[upper[j[best]]], xs[last[i[best]]], ys[lower[j[best]]])
    return distinct(zip(*((corner + 0.5).tolist() for corner in corners), strict=True), APART)[:MOST]


def outlines(boxes: Boxes, shape: tuple[int, ...]) -> list[_Rectangle]:
    """Left, top, right and bottom of the largest boxes that are rectangles, but for a picture of this ``shape``."""
    height, width = shape[:2]
    wide, high = boxes.sizes.T
    inside = (wide < WHOLE * width) & (high < WHOLE * height)
    some = boxes.some(inside & (boxes.fill >= FILLED) & (np.minimum(wide, high) >= COUNTS[0] * SMALLEST))
    largest = np.argsort(-some.sizes.min(axis=1), kind="stable")[:OUTLINES]
    middles, halves = some.centers[largest], some.sizes[largest] / 2
    return [(left, top, right, bottom) for left, top, right, bottom in np.hstack([middles - halves, middles + halves])]


def snapped(edges: Edges, x: Axis, y: Axis) -> _Rectangle:
    """Left, top, right and bottom of a part of a lattice, each where most edges are near its outer line."""
    upright, level = edges.masks
    left, right = _sides(_profile(upright[max(0, int(y.origin)) : int(y.end)], 0), x)
    top, bottom = _sides(_profile(level[:, max(0, int(x.origin)) : int(x.end)], 1), y)
    return left, top, right, bottom


def _sides(profile: NDArray[np.float32], lines: Axis) -> tuple[float, float]:
    """Where a profile is highest near the first and the last of the lines."""
    reach = max(1, round(ASIDE * lines.pitch))
    soft = _soft(profile)
    first, last = (max(0, min(round(place), len(soft) - 1) - reach) for place in (lines.origin, lines.end))
    return (
        first + int(soft[first : first + 2 * reach + 1].argmax()) + 0.5,
        last + int(soft[last : last + 2 * reach + 1].argmax()) + 0.5,
    )


def distinct(found: Iterable[_Rectangle], apart: float = SAME) -> list[_Rectangle]:
    """Those of the rectangles of which a side is farther than some pixels from that of any before it."""
    kept: list[_Rectangle] = []
    for one in found:
        if all(max(abs(a - b) for a, b in zip(one, other, strict=True)) > apart for other in kept):
            kept.append(one)
    return kept


def _profile(mask: NDArray[np.uint8], axis: int) -> NDArray[np.float32]:
    """Pixels of edge summed along an axis."""
    return np.asarray(cv2.reduce(mask, axis, cv2.REDUCE_SUM, dtype=cv2.CV_32F), np.float32).ravel()


def _soft(profile: NDArray[np.float32]) -> NDArray[np.float32]:
    """The same with each place and those beside it summed: an edge may be a pixel off."""
    return np.asarray(cv2.boxFilter(profile[None], -1, (3, 1), normalize=False, borderType=cv2.BORDER_CONSTANT)[0])


def _apart(lines: NDArray[np.int_], most: float) -> tuple[NDArray[np.int_], NDArray[np.int_]]:
    """The first and the second of each pair of lines that some cells fit between, and no more than ``most`` pixels."""
    away = lines - lines[:, None]
    first, second = np.nonzero((away >= COUNTS[0] * SMALLEST) & (away < most))
    return first, second


def _lines(profile: NDArray[np.float32]) -> NDArray[np.int_]:
    """Places of the strongest lines of a profile, in order."""
    soft = _soft(profile)
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


@dataclass(frozen=True, slots=True, eq=False)
class _Ways:
    """Ways to share out a stretch: how well its edges fit, cells, where the first begins, pitch, gap between two."""

    score: NDArray[np.float32]
    count: NDArray[np.int_]
    origin: NDArray[np.float64]
    pitch: NDArray[np.float64]
    gap: NDArray[np.float64]

    def axis(self, number: int) -> Axis:
        """The lines of one of them, each in the middle of its gap."""
        origin, pitch, gap = (float(one[number]) for one in (self.origin, self.pitch, self.gap))
        return Axis(origin, pitch, int(self.count[number]), gap)


def _ways(profile: NDArray[np.float32], low: float, high: float, pads: tuple[float, ...]) -> _Ways:
    """Ways to share out a stretch of a profile, from ``low`` to ``high``, or what lies within pads at its ends."""
    count, gap, pad, before, after, halves, lines, cells = _parts(pads)
    pitch = (high - low) / (count - gap + 2 * pad)
    best = cv2.dilate(profile[None], np.ones((1, 2 * NEAR + 1), np.uint8))[0]
    first, second, between = (
        best[np.minimum((low + (high - low) * part).astype(int), len(best) - 1)] for part in (before, after, halves)
    )
    inner = count - 1
    mean = np.add.reduceat(first + second, lines) / (2 * inner)
    least = np.minimum.reduceat(np.maximum(first, second), lines)
    score = mean + LEAST * least - BETWEEN * np.add.reduceat(between, cells) / count
    score -= np.where(count == COUNTS[0], np.float32(SQUAT), np.float32(0))
    wide = pitch >= SMALLEST
    ways = (score, count, low + (pad - gap / 2) * pitch, pitch, gap * pitch)
    return _Ways(*(one[wide] for one in ways))


@cache
def _parts(pads: tuple[float, ...]) -> tuple[NDArray[Any], ...]:
    """For each of the ``COUNTS`` with each of the ``GAPS`` and ``pads``, and where lines and cells are, as shares.

    Returns:
        Count, gap and pad of each; where gaps begin, where they end, and the middles of cells, of all in turn; where
        the gaps of each begin in those, and where its cells do.
    """
    ways = [(count, gap, pad) for count in COUNTS for gap in GAPS for pad in pads]
    before, after, halves = [], [], []
    for count, gap, pad in ways:
        whole = count - gap + 2 * pad
        ends = (np.arange(1, count) + pad) / whole
        before.append(ends - gap / whole)
        after.append(ends)
        halves.append((np.arange(count) + (1 - gap) / 2 + pad) / whole)
    counts, gaps, padded = np.array(ways).T
    lines = np.cumsum([0, *map(len, before[:-1])])
    cells = np.cumsum([0, *map(len, halves[:-1])])
    told = np.concatenate(before), np.concatenate(after), np.concatenate(halves)
    return counts.astype(int), gaps, padded, *told, lines, cells
