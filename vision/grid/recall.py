"""Recall: read a known place again from a few pixels of each cell and the colours remembered, without any search."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from functools import cache
from typing import TYPE_CHECKING, Any

import cv2
import numpy as np

from vision.glimpse import as_others, told
from vision.grid.answer import chances, distances
from vision.grid.patches import INNER, OUTER
from vision.middle import median, middle
from vision.reading import CellReading

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from vision.reading import Reading

SPOKES, ROUNDS = 16, 3
NEAR = 0.3
"""A cell shows a remembered state when it is this near to its look, as a share of the distance between looks."""
FADING = 0.25
"""Off the way between two looks by less than this share of their distance: a cell in mid-fade, not another picture."""
CHANGED = 14.0
"""Lab difference from which a point around the board no longer shows what it did."""


@dataclass(frozen=True, slots=True, eq=False)
class Study:
    """What the pixels remembered tell.

    Attributes:
        seen: N×3, the look (Lab) of each cell.
        spread: N, the deviation inside each.
        plain: the widest of these on the board it was learnt from.
        looks: k×3, the look of each state, in the reading's order.
        between: k×k, how far these are from each other.
        gap: how much the corners differed from every look (0 where no gap is to be seen).
        outside: A×3, Lab of the pixels around the board.
    """

    seen: NDArray[np.float64]
    spread: NDArray[np.float64]
    plain: float
    looks: NDArray[np.float64]
    between: NDArray[np.float64]
    gap: float
    outside: NDArray[np.float64]


@dataclass(frozen=True, slots=True, eq=False)
class Memory:
    """What is needed to read a place again. Most boards are read only once, so it is studied only when asked for.

    Attributes:
        shape: height and width of the frame.
        spots: M int, frame pixels counted line by line: P for each of the N cells, 9 around each of the C points where
            four cells meet, A just outside the board.
        counts: N, C and A.
        colors: M×3 uint8, what these pixels showed.
        states: N int, the state of each cell then.
        study: None before the first change.
    """

    shape: tuple[int, int]
    spots: NDArray[np.int64]
    counts: tuple[int, int, int]
    colors: NDArray[np.uint8]
    states: NDArray[np.int64]
    study: Study | None = None


def learn(pixels: NDArray[np.uint8], reading: Reading, size: tuple[int, int], body: tuple[float, float]) -> Memory:
    """Remember the board of ``reading`` in the frame's pixels (H×W×3); ``size`` is rows and columns."""
    height, width = pixels.shape[:2]
    rows, cols = size
    right, below = _spokes()
    middles = np.array([(cell.col, cell.row) for cell in reading.cells]).T[..., None] + 0.5
    across, down, off = np.arange(cols) + 0.5, np.arange(rows) + 0.5, 0.3
    ends = np.array([-off, rows + off]), np.array([-off, cols + off])
    meets, sides = _product(across[:-1] + 0.5, down[:-1] + 0.5), (_product(across, ends[0]), _product(ends[1], down))
    # Along and down are worked out apart: arrays whose last axis is two are slow.
    inside = middles[0] + right * body[0], middles[1] + below * body[1]
    parts = [(inside[axis].ravel(), meets[axis], sides[0][axis], sides[1][axis]) for axis in (0, 1)]
    x, y = _pixels(np.array(reading.homography), *map(np.concatenate, parts))
    cells, edge = inside[0].size, inside[0].size + meets[0].size
    around = _product(np.arange(-1, 2), np.arange(-1, 2))
    near = ((line[cells:edge, None] + steps).ravel() for line, steps in zip((x, y), around, strict=True))
    x, y = (np.concatenate([line[:cells], part, line[edge:]]) for line, part in zip((x, y), near, strict=True))
    spots = np.minimum(np.maximum(y, 0), height - 1) * width + np.minimum(np.maximum(x, 0), width - 1)
    return Memory(
        (height, width),
        spots,
        (len(reading.cells), len(meets[0]), len(sides[0][0]) + len(sides[1][0])),
        _colors(pixels, spots),
        np.array([cell.state for cell in reading.cells]),
    )


@cache
def _spokes() -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """How far right of and below its middle the points of a cell are, over its body, P each."""
    order = np.arange(SPOKES * ROUNDS)
    angle = order * (2 * np.pi / SPOKES)
    radius = (INNER + 0.06 + (OUTER - INNER - 0.14) / (ROUNDS - 1) * (order // SPOKES)) / 2
    return np.cos(angle) * radius, np.sin(angle) * radius


def _pixels(
    homography: NDArray[np.float64], x: NDArray[np.float64], y: NDArray[np.float64]
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """The frame pixels, left and top, that hold points of the board plane; ``homography`` is 9 numbers, row by row."""
    a, b, c, d, e, f, g, h, i = homography.tolist()
    depth = g * x + h * y + i
    left, top = (a * x + b * y + c) / depth, (d * x + e * y + f) / depth
    return np.floor(left).astype(np.int64), np.floor(top).astype(np.int64)


def _product(x: NDArray[Any], y: NDArray[Any]) -> tuple[NDArray[Any], NDArray[Any]]:
    """Every x and y of a field, line by line."""
    return x[None].repeat(len(y), axis=0).ravel(), y.repeat(len(x))


def _colors(pixels: NDArray[np.uint8], spots: NDArray[np.int64]) -> NDArray[np.uint8]:
    """What an H×W×3 picture shows at some pixels, counted line by line, M×3."""
    return np.asarray(pixels.reshape(-1, 3).take(spots, axis=0), np.uint8)


def _study(memory: Memory) -> Study:
    inside, corners, outside = _parts(memory.colors, memory.counts)
    seen, spread = _cells(inside)
    looks = np.array([middle(seen[memory.states == state], axis=0) for state in np.unique(memory.states)])
    return Study(seen, spread, float(spread.max()), looks, distances(looks, looks), _gap(corners, looks), _lab(outside))


def recall(pixels: NDArray[np.uint8], known: Reading, memory: Memory) -> Reading | None:
    """The board of ``known`` in another frame; None where the place shows something else."""
    if pixels.shape[:2] != memory.shape:
        return None
    colors = _colors(pixels, memory.spots)
    if np.array_equal(colors, memory.colors):
        return known
    if (later := _told(colors, known, memory)) is not None:
        return later
    study = memory.study or _study(memory)
    looks = study.looks
    if len(looks) != known.states:
        return None
    inside, corners, outside = _parts(colors, memory.counts)
    change = np.sqrt(((_lab(outside) - study.outside) ** 2).sum(axis=1))
    if (change > CHANGED).mean() > 0.4:
        return None
    unlike = study.gap > 8 and not np.array_equal(corners, _parts(memory.colors, memory.counts)[1])
    if unlike and _gap(corners, looks) < 0.5 * study.gap:
        return None
    seen, spread = _cells_again(inside, memory, study)
    away = distances(seen, looks)
    labels = away.argmin(axis=1)
    scale = float(study.between[study.between > 0].min()) if len(looks) > 1 else 20.0
    plain = spread <= study.plain + 8
    good = plain & (away.min(axis=1) <= NEAR * scale)
    fading = ~good & plain
    if fading.any():
        fading[fading] = _on_the_way(seen[fading], looks)
    lost = ~(good | fading)
    if lost.mean() > 0.2 or not (good | fading).any():
        return None
    cells = tuple(
        CellReading(cell.row, cell.col, label, tuple(own), cell.center)
        for cell, label, own in zip(known.cells, labels.tolist(), chances(away, labels).tolist(), strict=True)
    )
    doubted = tuple(int(i) for i in np.flatnonzero(~good))
    reasons = tuple(
        f"r{cells[i].row + 1} c{cells[i].col + 1} "
        + ("lies between two colours" if fading[i] else "shows none of the colours known")
        for i in doubted[:3]
    )
    whole = math.prod(cell.confidence for cell in cells)
    return replace(
        known,
        verdict="unsure" if doubted else known.verdict,
        reasons=(*known.reasons, *reasons),
        cells=cells,
        confidence=whole * (0.5 if doubted or known.verdict != "sure" else 1.0),
        suspects=doubted,
        memory=replace(memory, colors=colors, states=labels, study=replace(study, seen=seen, spread=spread)),
    )


def _told(colors: NDArray[np.uint8], known: Reading, memory: Memory) -> Reading | None:
    """The board where all that changed is that some cells now show just what others did; None where that is not so."""
    count, before = memory.counts[0], memory.colors
    inside = count * SPOKES * ROUNDS
    if known.verdict != "sure" or not np.array_equal(colors[inside:], before[inside:]):
        return None
    like = told(before[:inside].reshape(count, -1), colors[:inside].reshape(count, -1), memory.states)
    if like is None:
        return None
    states, study = memory.states[like], memory.study
    if study is None:
        if len(set(states.tolist())) < known.states:
            return None  # what is gone is remembered first
    else:
        study = replace(study, seen=study.seen[like], spread=study.spread[like])
    cells = as_others(known.cells, like)
    memory = replace(memory, colors=colors, states=states, study=study)
    return replace(known, cells=cells, confidence=math.prod(cell.confidence for cell in cells), memory=memory)


def _parts(colors: NDArray[np.uint8], counts: tuple[int, int, int]) -> tuple[NDArray[np.uint8], ...]:
    """The spots' colours (M×3) as N×P×3 of the cells, C×9×3 of the corners, A×3 of the surroundings."""
    cells, corners, around = counts
    inside = cells * SPOKES * ROUNDS
    edge = inside + 9 * corners
    return (
        colors[:inside].reshape(cells, -1, 3),
        colors[inside:edge].reshape(corners, 9, 3),
        colors[edge : edge + around],
    )


def _lab(colors: NDArray[np.uint8]) -> NDArray[np.float64]:
    """Lab of BGR colours (...×3)."""
    flat = colors.reshape(1, -1, 3).astype(np.float32) / np.float32(255)
    return np.asarray(cv2.cvtColor(flat, cv2.COLOR_BGR2LAB), np.float64).reshape(colors.shape)


def _cells_again(
    inside: NDArray[np.uint8], memory: Memory, study: Study
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """As ``_cells``; cells that show just what is remembered are known."""
    fresh = (inside != _parts(memory.colors, memory.counts)[0]).any(axis=(1, 2))
    if not fresh.any():
        return study.seen, study.spread
    seen, spread = study.seen.copy(), study.spread.copy()
    seen[fresh], spread[fresh] = _cells(inside[fresh])
    return seen, spread


def _cells(colors: NDArray[np.uint8]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Look of every cell (N×3, Lab) and the deviation inside it (N), of what its spots show (N×P×3)."""
    lab = _lab(colors)
    looks = middle(lab, axis=1)
    return looks, middle(np.abs(lab - looks[:, None]), axis=1).sum(axis=1)


def _gap(colors: NDArray[np.uint8], looks: NDArray[np.float64]) -> float:
    """How far the pixel least like any state is from the states, typical of the corners (C×9×3)."""
    away = distances(_lab(colors).reshape(-1, 3), looks).min(axis=1)
    return median(away.reshape(len(colors), -1).max(axis=1))


def _on_the_way(seen: NDArray[np.float64], looks: NDArray[np.float64]) -> NDArray[np.bool_]:
    """Cells whose colour lies between two of the looks."""
    found = np.zeros(len(seen), bool)
    for a in range(len(looks)):
        for b in range(a + 1, len(looks)):
            line = looks[b] - looks[a]
            t = (seen - looks[a]) @ line / max(float(line @ line), 1e-9)
            off = np.linalg.norm(seen - looks[a] - t[:, None] * line, axis=1)
            found |= (t > -0.1) & (t < 1.1) & (off < FADING * float(np.linalg.norm(line)))
    return found
