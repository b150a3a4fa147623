"""Terminal: boards that a program writes as lines of signs, like ``# . #`` or ``[X][ ]``.

No cell has an outline there. But the signs of a terminal stand in columns as well as in lines: those of some board's
cells, or the brackets around them, are of one or two kinds and stand in every place of some rows and columns. In tables
and in writing there are more kinds, or places without any.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING

import cv2
import numpy as np

from vision.grid.doubts import LONGEST_SIDE, TERMINAL
from vision.parts import parts
from vision.reading import CellReading, Reading

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from vision.scene import Scene

LONGEST = 2700
"""Pixels of the longer side of the view in which signs are looked for, at most."""
AROUND = 9
"""Pixels of a quarter of the picture around one whose middle is its ground: signs fill less than half of that."""
INK, DARK, FULL = 32, 0.9, 0.5
"""Levels by which writing differs from its ground; share of its pixels that have less ink than the fullest; ink of a
sign's pixels, by that of these: with less, signs that stand close together are one."""
LEAST, TALL, LARGEST = 2, 5, 40
"""Pixels of a sign's longer side, of one that tells how tall signs are, and of the largest."""
MOST, WRITTEN = 6000, 800
"""Parts of a picture of writing, at most: more are a texture; signs of a block that may hold a board."""
WIDER, HIGHER = 3.0, 1.8
"""Heights of a sign that bridge two signs of a block, along a line and from one to the next."""
ABOVE = 0.3
"""Share of the narrower of two parts that the other is above, or below, from which they are one sign."""
FEWEST = 3
"""Lines and columns of a board, at least."""
BLUR, ROOM, SAME, SMALL, SIZED = 0.7, 3, 0.12, 0.5, 0.15
"""Radius by which signs are blurred that are compared, and pixels around them; the share of their ink that two drawings
of one have elsewhere, at most, and what is added to it by a sign's sides in pixels; how much larger one is than the
other, but for a pixel."""
COMMON, KINDS, SIZES = 7, 40, 16
"""Kinds of signs of a block that are tried, the commonest; kinds, and roughly sizes, of one that may hold a board."""
EVEN, STEADY, OFF = 0.12, 0.6, 0.2
"""How far two steps along a line are apart that are one; share that must be so; how far a sign is off its place."""
STATES, NUMBER = 2, 2
"""Texts that are written for cells; signs of the number of a line."""
CHANCE = 0.95
"""Probability that a sign is read right."""


@dataclass(frozen=True, slots=True, eq=False)
class _Signs:
    """The N signs of a block: left, top, width and height of each (N×4), its kind and its line."""

    boxes: NDArray[np.int32]
    kinds: NDArray[np.int64]
    lines: NDArray[np.int64]

    @property
    def across(self) -> NDArray[np.float64]:
        """The middle of each along its line."""
        return np.asarray(self.boxes[:, 0] + self.boxes[:, 2] / 2)

    @property
    def down(self) -> tuple[float, float]:
        """Where the first line has its middle, and a step from line to line."""
        heights = self.boxes[:, 3]  # low signs stand on the line or above it
        step, first = np.polyfit(self.lines, self.boxes[:, 1] + heights / 2, 1, w=heights)
        return float(first), float(step)


@dataclass(frozen=True, slots=True, eq=False)
class _Board:
    """States of places, R×C; the middle of the first (x, y), and a step across and down."""

    states: NDArray[np.int64]
    middle: tuple[float, float]
    step: tuple[float, float]


def terminal(scene: Scene) -> Reading | None:
    """The largest board of signs in the scene, never sure; None where there is none."""
    level = scene.level_for(LONGEST)
    found = [board for signs in _blocks(scene, level) for board in _boards(signs)]
    best = max(found, key=lambda one: one.states.size, default=None)
    return None if best is None else _reading(best, 2.0**level)


def _blocks(scene: Scene, level: int) -> Iterator[_Signs]:
    """Blocks of writing of that level, three lines high at least, of no more kinds of signs than boards have."""
    half = scene.gray(level + 1)
    ground = cv2.resize(cv2.medianBlur(scene.gray(level + 2), AROUND), half.shape[::-1], interpolation=cv2.INTER_LINEAR)
    for left, top, right, bottom in _written(cv2.absdiff(half, ground)):
        gray = scene.gray(level)[2 * top : 2 * bottom, 2 * left : 2 * right]
        around = cv2.resize(ground[top:bottom, left:right], gray.shape[::-1], interpolation=cv2.INTER_LINEAR)
        ink = cv2.absdiff(gray, around)
        counts = cv2.calcHist([ink], [0], None, [256], [0, 256]).ravel()[INK:].cumsum()
        full = INK + int(np.searchsorted(counts, DARK * counts[-1])) if counts[-1] else INK
        boxes = _signs(_boxes(ink, FULL * full))
        if not FEWEST**2 <= len(boxes) <= WRITTEN:
            continue
        lines, corner = _lines(boxes), np.array([2 * left, 2 * top, 0, 0], np.int32)
        if lines.max() + 1 < FEWEST:
            continue
        kinds = _kinds(ink, boxes)
        if kinds is not None:
            yield _Signs(boxes + corner, kinds, lines)
            continue
        for own in _ruled(boxes, lines):
            if (kinds := _kinds(ink, boxes[own])) is not None:
                yield _Signs(boxes[own] + corner, kinds, lines[own] - lines[own[0]])


def _ruled(boxes: NDArray[np.int32], lines: NDArray[np.int64]) -> Iterator[NDArray[np.int64]]:
    """Signs of lines that follow each other, as many in each and each below one of the line before.

    So are a board's where there is other writing above and below it.
    """
    across = boxes[:, 0] + boxes[:, 2] / 2
    rows = [np.flatnonzero(lines == line) for line in range(int(lines.max()) + 1)]
    rows = [row[np.argsort(across[row])] for row in rows]
    run: list[NDArray[np.int64]] = []
    for row in [*rows, np.zeros(0, np.int64)]:
        below = (
            bool(run) and len(row) == len(run[-1]) and (np.abs(across[row] - across[run[-1]]) <= boxes[row, 2]).all()
        )
        if not below:
            if len(run) >= FEWEST:
                yield np.concatenate(run)
            run = []
        if len(row) >= FEWEST:
            run.append(row)


def _written(ink: NDArray[np.uint8]) -> Iterator[tuple[int, int, int, int]]:
    """Left, top, right and bottom of blocks of what may be signs, seen from so far that these may run together."""
    boxes = _boxes(ink, INK)
    tall = boxes[boxes[:, 3] >= TALL / 2, 3]
    if not len(tall) or not FEWEST**2 <= len(boxes) <= MOST:
        return
    height = float(np.median(tall))
    mask = (ink >= INK).astype(np.uint8)
    names = parts(cv2.dilate(mask, np.ones((max(3, round(HIGHER * height)), max(3, round(WIDER * height))), np.uint8)))[
        0
    ]
    held = names[boxes[:, 1] + boxes[:, 3] // 2, boxes[:, 0] + boxes[:, 2] // 2]
    for name in np.unique(held):
        own = boxes[held == name]
        first, last = own[:, :2].min(axis=0), (own[:, :2] + own[:, 2:]).max(axis=0)
        if FEWEST**2 <= len(own) <= WRITTEN and last[1] - first[1] >= FEWEST * height:
            left, top = np.maximum(first - 1, 0).tolist()
            right, bottom = np.minimum(last + 1, ink.shape[::-1]).tolist()
            yield left, top, right, bottom


def _boxes(ink: NDArray[np.uint8], least: float) -> NDArray[np.int32]:
    """Left, top, width and height of each part with so much ink at least that may be a sign."""
    boxes = parts((ink >= least).astype(np.uint8))[1][1:, :4]
    longer = boxes[:, 2:].max(axis=1, initial=0)
    return np.asarray(boxes[(longer >= LEAST) & (longer <= LARGEST)])


def _lines(boxes: NDArray[np.int32]) -> NDArray[np.int64]:
    """The line of each sign, from the top: between two there is a row of pixels without ink."""
    top = boxes[:, 1].min()
    filled = np.zeros((boxes[:, 1] + boxes[:, 3]).max() - top + 1, np.int64)
    np.add.at(filled, boxes[:, 1] - top, 1)
    np.add.at(filled, boxes[:, 1] + boxes[:, 3] - top, -1)
    begins = np.diff(np.concatenate([[0], (filled.cumsum() > 0).astype(np.int64)])) > 0
    return np.asarray(begins.cumsum()[boxes[:, 1] - top] - 1)


def _signs(pieces: NDArray[np.int32]) -> NDArray[np.int32]:
    """Boxes of signs: parts of a line that stand above each other, or one in another, are one."""
    found: list[list[int]] = []
    lines = _lines(pieces) if len(pieces) else np.zeros(0, np.int64)
    for line in np.unique(lines):
        last: list[int] = []
        for left, top, width, height in sorted(pieces[lines == line].tolist()):
            shared = min(left + width, last[0] + last[2]) - left if last else 0
            if last and shared > ABOVE * min(width, last[2]):
                right, bottom = max(left + width, last[0] + last[2]), max(top + height, last[1] + last[3])
                last[1] = min(top, last[1])
                last[2:] = right - last[0], bottom - last[1]
            else:
                last = [left, top, width, height]
                found.append(last)
    return np.array(found, np.int32).reshape(-1, 4)


def _kinds(ink: NDArray[np.uint8], boxes: NDArray[np.int32]) -> NDArray[np.int64] | None:
    """The kind of each sign; None where there are more than boards have."""
    sizes = boxes[:, 2:]
    if len(np.unique(sizes // 2, axis=0)) > SIZES:
        return None
    side = tuple((sizes.max(axis=0) + 2 * ROOM).tolist())
    drawn = np.stack([_drawn(ink, box, side) for box in boxes.tolist()]).reshape(len(boxes), -1)
    drawn /= drawn.sum(axis=1, keepdims=True)
    kinds = np.full(len(boxes), -1, np.int64)
    for kind in range(KINDS):
        left = np.flatnonzero(kinds < 0)
        if not left.size:
            return kinds
        first = left[0]
        apart = np.abs(drawn[left] - drawn[first]).sum(axis=1) / 2
        sized = (np.abs(sizes[left] - sizes[first]) <= 1 + SIZED * sizes[first]).all(axis=1)
        kinds[left[sized & (apart <= SAME + SMALL / sizes[first].sum())]] = kind
    return kinds if kinds.min() >= 0 else None


def _drawn(ink: NDArray[np.uint8], box: list[int], side: tuple[int, int]) -> NDArray[np.float32]:
    """A sign in the middle, by its ink, of a picture of that size; blurred, since it lies between pixels."""
    left, top, width, height = box
    own = ink[top : top + height, left : left + width].astype(np.float32)
    x, y = (float(np.average(np.arange(own.shape[1 - axis]), weights=own.sum(axis=axis))) for axis in (0, 1))
    matrix = np.array([[1.0, 0.0, side[0] / 2 - x], [0.0, 1.0, side[1] / 2 - y]])
    return np.asarray(cv2.GaussianBlur(cv2.warpAffine(own, matrix, side), (0, 0), BLUR), np.float32)


def _boards(signs: _Signs) -> Iterator[_Board]:
    """Boards whose places begin with a sign of one of two kinds each, or of one with one of two texts behind it."""
    kinds, counts = np.unique(signs.kinds, return_counts=True)
    common = kinds[np.argsort(-counts)][:COMMON].tolist()
    for chosen in (*combinations(common, 1), *combinations(common, 2)):
        laid = _laid(signs, np.flatnonzero(np.isin(signs.kinds, chosen)))
        if laid is None:
            continue
        places, first, step = laid
        for rows, cols in _filled(places >= 0):
            block = places[rows, cols]
            left, right = first + cols.start * step - step / 2, first + cols.stop * step
            told = None if _amid(signs, rows, (left, right)) else _states(signs, block, step)
            if told is not None:
                states, off = told
                top, down = signs.down
                yield _Board(states, (first + cols.start * step + off, top + rows.start * down), (step, down))


def _amid(signs: _Signs, rows: slice, span: tuple[float, float]) -> bool:
    """Whether more stands in some of those lines beside a span (left, right) than a number that names the line."""
    lines = (signs.lines >= rows.start) & (signs.lines < rows.stop)
    beside = lines & ((signs.across < span[0]) | (signs.across > span[1]))
    return bool(np.bincount(signs.lines[beside], minlength=1).max() > NUMBER)


def _laid(signs: _Signs, own: NDArray[np.int64]) -> tuple[NDArray[np.int64], float, float] | None:
    """Where signs stand along the lines: their numbers (lines × places), the first place's middle and a step."""
    across, lines = signs.across[own], signs.lines[own]
    order = np.lexsort((across, lines))
    own, across, lines = own[order], across[order], lines[order]
    steps = np.diff(across)[np.diff(lines) == 0]
    if len(own) < FEWEST**2 or not len(steps) or (step := float(np.median(steps))) < LEAST:
        return None
    close = np.abs(steps - step) <= EVEN * step
    if close.mean() < STEADY:
        return None
    step = float(steps[close].mean())
    turn = np.exp(2j * np.pi * across / step).mean()
    first = float(np.angle(turn) / (2 * np.pi) % 1 * step)
    number = np.rint((across - first) / step).astype(np.int64)
    if np.ptp(number) == 0:
        return None
    step, first = (float(one) for one in np.polyfit(number, across, 1))
    if step < LEAST:
        return None
    fits = np.abs(across - first - number * step) <= OFF * step
    low = int(number[fits].min(initial=0)) if fits.any() else 0
    places = np.full((int(signs.lines.max()) + 1, int(number.max()) - low + 1), -1, np.int64)
    places[lines[fits], number[fits] - low] = own[fits]
    return places, first + low * step, step


def _filled(taken: NDArray[np.bool_]) -> Iterator[tuple[slice, slice]]:
    """Blocks without a gap that no larger one holds, of as many rows and columns as boards have."""
    for top in range(len(taken)):
        whole = np.ones(taken.shape[1], np.bool_)
        for bottom in range(top + 1, min(len(taken), top + LONGEST_SIDE) + 1):
            whole &= taken[bottom - 1]
            ends = np.flatnonzero(np.diff(np.concatenate([[0], whole.astype(np.int8), [0]]))).reshape(-1, 2).tolist()
            for left, right in ends:
                if min(bottom - top, right - left) < FEWEST or right - left > LONGEST_SIDE:
                    continue
                further = (top > 0 and taken[top - 1, left:right].all()) or (
                    bottom < len(taken) and taken[bottom, left:right].all()
                )
                if not further:
                    yield slice(top, bottom), slice(left, right)


def _states(signs: _Signs, block: NDArray[np.int64], step: float) -> tuple[NDArray[np.int64], float] | None:
    """States of places that begin with those signs, 1 where there is more ink; None where they are not of two kinds.

    Behind signs of two kinds may stand what stands there in all lines, like a comma, and anything after the last. Where
    all lines, or all columns, are alike, it is a ruler or a table. And by how many pixels the middle of a place is
    behind its first sign's.
    """
    across, area = signs.across, signs.boxes[:, 2] * signs.boxes[:, 3]
    texts = [[_text(signs, across, sign, step) for sign in line] for line in block.tolist()]
    first = [[int(signs.kinds[text[0]]) for text in line] for line in texts]
    behind = [[tuple(signs.kinds[text[1:]].tolist()) for text in line] for line in texts]
    alone = len({kind for line in first for kind in line}) == 1
    if not alone and any(len(set(column)) > 1 for column in list(zip(*behind, strict=True))[:-1]):
        return None
    shown = behind if alone else first
    kinds = list(dict.fromkeys(one for line in shown for one in line))
    named = np.array([[kinds.index(one) for one in line] for line in shown])
    if len(kinds) != STATES or (named == named[0]).all() or (named == named[:, :1]).all():
        return None
    own = [text if alone else text[:1] for line in texts for text in line]
    ink = np.array([area[text].sum() for text in own])
    lit = int(ink[named.ravel() == 1].mean() > ink[named.ravel() == 0].mean())
    ends = signs.boxes[:, 0] + signs.boxes[:, 2]
    off = [(signs.boxes[text, 0].min() + ends[text].max()) / 2 - across[text[0]] for text in own]
    return np.asarray((named == lit).astype(np.int64)), float(np.median(off))


def _text(signs: _Signs, across: NDArray[np.float64], sign: int, step: float) -> NDArray[np.int64]:
    """A sign and those behind it up to the next place, in order."""
    ahead = across - across[sign]
    near = np.flatnonzero((signs.lines == signs.lines[sign]) & (ahead >= 0) & (ahead < (1 - OFF) * step))
    return np.asarray(near[np.argsort(ahead[near])])


def _reading(one: _Board, scale: float) -> Reading:
    (x, y), (across, down) = ((scale * a, scale * b) for a, b in (one.middle, one.step))
    cells = tuple(
        CellReading(
            row,
            col,
            int(state),
            (1 - CHANCE, CHANCE) if state else (CHANCE, 1 - CHANCE),
            (x + col * across - 0.5, y + row * down - 0.5),
        )
        for (row, col), state in np.ndenumerate(one.states)
    )
    matrix = (across, 0.0, x - across / 2 - 0.5, 0.0, down, y - down / 2 - 0.5, 0.0, 0.0, 1.0)
    return Reading("unsure", (TERMINAL,), "lights-out", 2, cells, CHANCE ** len(cells), matrix)
