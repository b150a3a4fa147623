"""Twins: lattices on which the same drawing stands again and again, as on the backs of tiles.

Before bricks, planks or a carpet the lines of a board are a few among many. But its tiles are copies of one another,
and in a scene hardly anything else is: distinct points (Moravec 1980) whose surroundings are the same so many pixels
farther along a row or a column vote for the distance between tiles.
"""

from __future__ import annotations

from math import ceil, floor
from typing import TYPE_CHECKING, NamedTuple

import cv2
import numpy as np

from vision.memento.axis import Axis
from vision.memento.glance import apart, glance

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from vision.memento.comb import Edges

STEP, DIAGONAL, AROUND = 5, 4, 9
"""Pixels by which a distinct point is unlike what is beside it, straight and aslant; side of the squares compared."""
DISTINCT, MOST = 5, 900
"""Levels by which it is so at least, and how many of these points are compared."""
REACH, EVERY, ALIKE = 6, 2, 9.0
"""Pixels around a point that are compared, of which every second one is; levels by which like ones differ (RMS)."""
CLOSEST, FARTHEST, TEXTURED = 20, 0.5, 8
"""Shortest distance between twins in pixels; longest as a share of the picture's longer side; and how many nearer ones
make a texture of a point."""
FEWEST, APART, WAYS = 2, 2, 8
"""Pairs of points that speak for a distance, at least; pixels by which distances differ; and how many are taken."""
OBLONG, HALF = 1.6, 1.25
"""Longer side of a tile to the shorter one, at most; the same where it is half of a distance, as of tiles that have no
twin beside them but one farther on."""
LATTICES, PHASES = 8, 3
"""Pairs of distances that are tried, and places of the lines for each."""
ALIGNED = 1
"""Pixels by which twins may be off a row or a column."""
TILES, MOST_LINES = 3, 9
"""Cells that are copies of one tile at least; rows and columns of a board at most."""
COPIES, DRAWN = 6.0, 8.0
"""Levels (RMS) by which copies differ at a glance, at most, and by which a drawing's pixels do, at least."""


class _Votes(NamedTuple):
    """A distance between twins along an axis, and the points that speak for it, N×2."""

    pitch: float
    pairs: int
    points: NDArray[np.int64]


def lattices(picture: NDArray[np.uint8], edges: Edges) -> list[list[tuple[Axis, Axis]]]:
    """Lattices (x, y) on which twins stand, the most credible first; each with its lines at the likeliest places.

    Args:
        picture: H×W×3 uint8.
        edges: its straight edges.
    """
    points = _points(picture)
    if len(points) < 2:
        return []
    first, second = _twins(picture, points)
    longest = int(FARTHEST * max(picture.shape[:2]))
    across, down = (_votes(points[first], points[second], axis, longest) for axis in (0, 1))
    crossed = [(x, y) for x in across for y in down if _oblong(x, y) <= OBLONG]
    crossed += [(_halved(x), y) for x in across for y in down if _oblong(_halved(x), y) <= HALF]
    crossed += [(x, _halved(y)) for x in across for y in down if _oblong(x, _halved(y)) <= HALF]
    crossed.sort(key=lambda both: -min(both[0].pairs, both[1].pairs))
    kept: list[tuple[_Votes, _Votes]] = []
    for both in crossed:
        if not any(all(abs(a.pitch - b.pitch) < APART for a, b in zip(both, other, strict=True)) for other in kept):
            kept.append(both)
    return [_laid(edges, x, y) for x, y in kept[:LATTICES]]


def spread(picture: NDArray[np.uint8], x: Axis, y: Axis) -> tuple[Axis, Axis] | None:
    """The part of a lattice, laid over all of a picture, that copies of one tile stand in; None where there is none.

    Args:
        picture: H×W×3 uint8.
        x: upright lines that are a pitch apart.
        y: level ones.
    """
    height, width = picture.shape[:2]
    x, y = _over(x, width), _over(y, height)
    if min(x.count, y.count) < 2:
        return None
    looks = glance(picture, x, y)
    drawn = looks.reshape(len(looks), -1, 3).std(axis=1).max(axis=1) >= DRAWN
    copies = (apart(looks) <= COPIES**2) & drawn & drawn[:, None]
    rows, cols = np.divmod(np.flatnonzero(copies[copies.sum(axis=1).argmax()]), x.count)
    if len(rows) < TILES:
        return None
    (left, right), (top, bottom) = ((int(one.min()), int(one.max()) + 1) for one in (cols, rows))
    if not all(2 <= lines <= MOST_LINES for lines in (right - left, bottom - top)):
        return None
    return x.cells(left, right - left), y.cells(top, bottom - top)


def _over(lines: Axis, end: int) -> Axis:
    """As many of the lines as there are from 0 to an ``end``."""
    first, last = ceil(-lines.origin / lines.pitch), floor((end - lines.origin) / lines.pitch)
    return lines.cells(first, last - first)


def _points(picture: NDArray[np.uint8]) -> NDArray[np.int64]:
    """Distinct points (x, y), the most distinct first, N×2."""
    gray = cv2.blur(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), (2, 2))
    height, width = gray.shape
    if min(height, width) <= 2 * (STEP + REACH):
        return np.zeros((0, 2), np.int64)
    middle = gray[STEP:-STEP, STEP:-STEP]
    least = np.full_like(middle, 255)
    for down, right in ((0, STEP), (STEP, 0), (DIAGONAL, DIAGONAL), (DIAGONAL, -DIAGONAL)):
        for way in (1, -1):
            top, left = STEP + way * down, STEP + way * right
            beside = gray[top : top + middle.shape[0], left : left + middle.shape[1]]
            unlike = cv2.blur(cv2.absdiff(middle, beside), (AROUND, AROUND))
            cv2.min(least, unlike, dst=least)
    distinct = least.astype(np.float32)
    distinct += 0.1 * cv2.blur(distinct, (3, 3))  # of several pixels alike, the one in the middle
    peaks = (distinct >= cv2.dilate(distinct, np.ones((7, 7), np.uint8))) & (distinct > DISTINCT)
    peaks[:REACH], peaks[-REACH:], peaks[:, :REACH], peaks[:, -REACH:] = False, False, False, False
    y, x = np.nonzero(peaks)
    order = np.argsort(-distinct[y, x], kind="stable")[:MOST]
    return np.stack([x[order], y[order]], axis=1) + STEP


def _twins(picture: NDArray[np.uint8], points: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """The pairs of points whose surroundings are the same."""
    aside = np.arange(-REACH, REACH + 1, EVERY)
    x, y = points.T
    looks = cv2.blur(picture, (3, 3))[y[:, None, None] + aside[:, None], x[:, None, None] + aside]
    flat = looks.reshape(len(points), -1).astype(np.float32) - 128
    squares = np.einsum("ij,ij->i", flat, flat)
    apart = squares[:, None] + squares - 2 * flat @ flat.T
    one, other = np.nonzero(apart <= ALIKE**2 * flat.shape[1])
    # What is its own twin a few pixels farther on is of a texture.
    near = (one != other) & (np.abs(points[one] - points[other]).max(axis=1) < CLOSEST)
    textured = np.bincount(one[near], minlength=len(points)) >= TEXTURED
    once = (one < other) & ~textured[one] & ~textured[other]
    return one[once], other[once]


def _votes(one: NDArray[np.int64], other: NDArray[np.int64], axis: int, longest: int) -> list[_Votes]:
    """The distances along an axis for which most pairs of points speak."""
    apart = other - one
    along = np.abs(apart[:, axis])
    straight = (np.abs(apart[:, 1 - axis]) <= ALIGNED) & (along >= CLOSEST) & (along < longest)
    one, other, along = one[straight], other[straight], along[straight]
    counts = np.convolve(np.bincount(along, minlength=longest), np.ones(3, int), mode="same")
    found: list[_Votes] = []
    for pitch in np.argsort(-counts, kind="stable"):
        if counts[pitch] < FEWEST or len(found) == WAYS:
            break
        if any(abs(pitch - before.pitch) < APART for before in found):
            continue
        near = np.abs(along - pitch) <= 1
        found.append(_Votes(float(along[near].mean()), int(counts[pitch]), np.concatenate([one[near], other[near]])))
    return found


def _halved(votes: _Votes) -> _Votes:
    return votes._replace(pitch=votes.pitch / 2)


def _oblong(x: _Votes, y: _Votes) -> float:
    """The longer side of a tile to the shorter one."""
    return max(x.pitch, y.pitch) / min(x.pitch, y.pitch)


def _laid(edges: Edges, x: _Votes, y: _Votes) -> list[tuple[Axis, Axis]]:
    """Lattices with these pitches over the points that speak for them, with lines where most edges are."""
    points = np.concatenate([x.points, y.points])
    height, width = edges.masks[0].shape
    (left, top), (right, bottom) = points.min(axis=0), points.max(axis=0) + 1
    left, top = max(0, int(left - x.pitch)), max(0, int(top - y.pitch))
    right, bottom = min(width, int(right + x.pitch)), min(height, int(bottom + y.pitch))
    upright = edges.masks[0][top:bottom, left:right].sum(axis=0, dtype=np.int64)
    level = edges.masks[1][top:bottom, left:right].sum(axis=1, dtype=np.int64)
    rows, cols = (_lines(level, y.pitch, top), _lines(upright, x.pitch, left))
    return [(a, b) for a in cols for b in rows]


def _lines(profile: NDArray[np.int64], pitch: float, start: int) -> list[Axis]:
    """Where lines a ``pitch`` apart have most edges: the best places of them."""
    count = max(1, int(len(profile) / pitch))
    places = np.arange(int(np.ceil(pitch)))
    near = np.convolve(profile, np.ones(3, np.int64), mode="same")
    at = np.rint(places[:, None] + pitch * np.arange(count + 1)).astype(int)
    held = np.where(at < len(near), near[np.minimum(at, len(near) - 1)], 0).sum(axis=1)
    found: list[int] = []
    for place in np.argsort(-held, kind="stable"):
        off = [abs(place - before) for before in found]
        if all(min(one, pitch - one) > max(2.0, 0.1 * pitch) for one in off):
            found.append(int(place))
        if len(found) == PHASES:
            break
    return [Axis(float(start + place), pitch, count) for place in found]
