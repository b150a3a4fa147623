"""Outer: an outer row or column in the middle of its turn, narrower than its place, where the next line would be.

The rest is as plain a board as any, one line smaller. What is left of the turning line is a bar just as long as the
board, closed all around, and in the middle of the place that a whole line would take; or, where each of its cells turns
the other way, a slab in the middle of each cell's place, as high as that.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

import numpy as np

from vision.memento.axis import Axis
from vision.memento.covers import canonical
from vision.memento.slots import standing

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from vision.memento.comb import Edges

CLOSED = 0.8
"""Support that each side of the bar has at least."""
NEAR = 0.06
"""Steps by which the bar may be out of the middle, and its ends out of line with the board."""
NARROWEST, WIDEST = 0.08, 0.95
"""Steps that it is wide."""
SLAB = 0.96
"""Support that each side of each slab has at least."""
CELL = 0.5
"""And less than that the lines between the places of the cells, for a row that is there has them."""
ACROSS, END = 0.8, 2
"""Support of an edge across a slab; pixels from its ends where its own may be."""
TONED = 6
"""Pixels a side of cells of which the tone is taken, the outermost left out."""
ONE_TONE, ANOTHER, SHADED = 12.0, 10.0, (0.4, 1.0)
"""Lab by which parts of a bar differ that are all of one tone, at most; from tones of the cells, at least, if it is
none of theirs; how much darker tiles are while they turn."""
FRAMED = (0.03, 0.45)
"""Steps from a board to a frame around it."""
LIKE = 0.03
"""Steps by which it may be farther on one side than on another."""
AROUND, INSIDE = 0.85, 0.5
"""Support of each of its sides, from corner to corner; less of it is seen as far from the lines inside."""


def framed(edges: Edges, x: Axis, y: Axis) -> bool:
    """Whether a frame runs all around a board, as far from it on each side: then no line of it is missing.

    What runs as far from the lines inside as well are the rims of cells.

    Args:
        edges: of the view.
        x: the board's upright lines in it.
        y: the board's level lines in it.
    """
    upright, level = edges.masks
    step = min(x.pitch, y.pitch)
    slack = 1 + LIKE * step
    spans = np.arange(max(2.0, FRAMED[0] * step), FRAMED[1] * step)
    if not len(spans) or min(x.origin, y.origin) < spans[0]:
        return False
    outer, inner = [], []
    for along, across, mask in ((x, y, level), (y, x, upright.T)):
        places = across.origin + np.arange(across.count + 1) * across.pitch
        for way, end, others in ((-1, places[0], places[1:-1]), (1, places[-1], places[1:-1])):
            outer.append([_runs(mask, end + way * far, along.origin - far, along.end + far) for far in spans.tolist()])
            inner.append(
                [
                    max((_runs(mask, one + way * far, along.origin, along.end) for one in others.tolist()), default=0.0)
                    for far in spans.tolist()
                ]
            )
    # As far on each side, but for a slack.
    reach = round(slack)
    padded = np.pad(np.where(np.array(inner) < INSIDE, outer, 0.0), ((0, 0), (reach, reach)))
    best = np.max([padded[:, by : by + len(spans)] for by in range(2 * reach + 1)], axis=0)
    return bool((best >= AROUND).all(0).any())


def _runs(mask: NDArray[np.uint8], place: float, first: float, last: float) -> float:
    """Share of a stretch at a ``place`` of the first axis that has an edge, a pixel off at most; 0 outside the mask."""
    row, left, right = round(place), round(first), round(last)
    if row < 1 or row + 1 >= len(mask) or left < 0 or right > mask.shape[1]:
        return 0.0
    return float(mask[row - 1 : row + 2, left:right].max(0).mean())


def turning(edges: Edges, x: Axis, y: Axis, picture: NDArray[np.uint8], covered: NDArray[np.bool_]) -> bool:
    """Whether a line of the board may be turning just beyond one of its sides.

    Args:
        edges: of the view.
        x: the board's upright lines in it.
        y: the board's level lines in it.
        picture: H×W×3, the view.
        covered: rows×cols, True where a tile was read.
    """
    upright, level = edges.masks
    tones = cache(lambda: _tones(picture, x, y).reshape(*covered.shape, 3))
    for along, across, sides, ends in ((x, y, level, upright), (y, x, upright.T, level.T)):
        for start in (across.origin - across.pitch, across.end):
            if _slabs(sides, ends, along, start, across.pitch):
                return True
            for bar in _bars(sides, ends, along, start, across.pitch):
                parts = _tones(picture, along, bar) if along is x else _tones(picture, bar, along)
                if not _another(parts, tones()[covered], tones()[~covered]):
                    return True
    return False


def dwindled(picture: NDArray[np.uint8], x: Axis, y: Axis, covered: NDArray[np.bool_]) -> bool:
    """Whether what stands in the places of one more line of cells may be these, on their way to the other face.

    Args:
        picture: H×W×3, the view.
        x: the board's upright lines in it.
        y: the board's level lines in it.
        covered: rows×cols, True where a tile was read.
    """
    found = standing(picture, x, y)
    if not found:
        return False
    tones = _tones(picture, x, y).reshape(*covered.shape, 3)
    return any(not _another(parts, tones[covered], tones[~covered]) for parts in found)


def _tones(picture: NDArray[np.uint8], x: Axis, y: Axis) -> NDArray[np.float32]:
    """What cells are in their middle, n×3 Lab."""
    cells = canonical(picture, x, y, TONED)
    return np.asarray(cells[:, :, 1:-1, 1:-1].mean(axis=(2, 3)).reshape(-1, 3), np.float32)


def _another(parts: NDArray[np.float32], tiles: NDArray[np.float32], others: NDArray[np.float32]) -> bool:
    """Whether the parts of a bar (n×3 Lab) are of one tone that is neither the tiles', shaded or not, nor another's.

    Then it is no line of the board, but a shelf, a card or the ground between lines of its own.
    """
    tone = parts.mean(axis=0)
    if np.linalg.norm(parts - tone, axis=1).max() > ONE_TONE:
        return False
    tile = tiles.mean(axis=0)
    shade = float(np.clip(tone @ tile / max(1.0, float(tile @ tile)), *SHADED))
    apart = (np.linalg.norm(tone - shade * tile), *np.linalg.norm(tone - others, axis=1).tolist())
    return bool(min(apart) >= ANOTHER)


def _bars(
    level: NDArray[np.uint8], upright: NDArray[np.uint8], along: Axis, start: float, pitch: float
) -> Iterator[Axis]:
    """The bars in the middle of the place of a row that begins at ``start``, as long as the board."""
    height, width = level.shape
    slack = 1 + NEAR * pitch
    top, bottom = round(start), round(start + pitch)
    left, right = round(along.origin), round(along.end)
    if top < 0 or bottom > height or left < 0 or right > width or bottom - top < 4:
        return
    rows = level[max(0, top - 1) : bottom + 1, left:right]
    near = rows[:-2] | rows[1:-1] | rows[2:]  # a pixel off at most
    lines = np.flatnonzero(near.mean(1) >= CLOSED)
    middle = (bottom - top) / 2
    for low in lines[lines < middle].tolist():
        for high in lines[lines > middle].tolist():
            wide = high - low
            if abs((low + high) / 2 - middle) > slack or not NARROWEST * pitch <= wide <= WIDEST * pitch:
                continue
            if np.min(np.abs(lines[:, None] - (-1, low, high, bottom - top)), axis=1).max() > slack:
                continue  # a pattern of more lines, as a page of squares has them
            if all(_closed(upright[top + low + 1 : top + high], end, slack) for end in (left, right)):
                yield Axis(float(top + low), float(wide), 1)


def _slabs(level: NDArray[np.uint8], upright: NDArray[np.uint8], along: Axis, start: float, pitch: float) -> bool:
    """Whether each cell of a row that begins at ``start`` is a slab in the middle of its place."""
    top, bottom = round(start) + 1, round(start + pitch) - 1
    if top < 0 or bottom > len(upright) or bottom - top < 4:
        return False
    part = upright[top:bottom]
    near = np.pad(part[:, :-2] | part[:, 1:-1] | part[:, 2:], ((0, 0), (1, 1)))  # a pixel off at most
    seen = near.mean(0)
    middles = along.origin + (np.arange(along.count) + 0.5) * along.pitch
    halves = np.arange(max(1.0, NARROWEST * along.pitch / 2), along.pitch * WIDEST / 2)
    sides = np.rint(np.stack((middles[:, None] - halves, middles[:, None] + halves))).astype(int)
    between = np.rint(along.origin + np.arange(1, along.count) * along.pitch).astype(int)
    if sides.min() < 0 or sides.max() >= len(seen) or seen[between].max() >= CELL:
        return False
    sided = sides[:, :, seen[sides].min((0, 1)) >= SLAB]
    inner = level[top + END : bottom - END]
    return any(not _shorter(inner, *sided[:, :, one]) for one in range(sided.shape[2]))


def _shorter(level: NDArray[np.uint8], lefts: NDArray[np.int64], rights: NDArray[np.int64]) -> bool:
    """Whether an edge runs across each slab at one height, as at the ends of a button: their sides seem longer."""
    crossed = np.array([level[:, left : right + 1].mean(1) for left, right in zip(lefts, rights, strict=True)])
    return bool(crossed.size and crossed.min(0).max() >= ACROSS)


def _closed(part: NDArray[np.uint8], end: int, slack: float) -> bool:
    """Whether the edges of a part close it near an ``end``."""
    at = part[:, max(0, int(end - slack)) : int(end + slack) + 1]
    return bool(at.size) and float(at.max(1).mean()) >= CLOSED
