"""Recall: read a known place again from a few pixels of each cell and the colours remembered, without any search."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import cv2
import numpy as np

from vision.grid.answer import chances, distances
from vision.grid.middle import middle
from vision.grid.patches import INNER, OUTER
from vision.homography import project

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
        looks: k×3, the look (Lab) of each state, in the reading's order.
        plain: the widest deviation inside a cell.
        gap: how much the corners differed from every look (0 where no gap is to be seen).
        outside: A×3, Lab of the pixels around the board.
    """

    looks: NDArray[np.float64]
    plain: float
    gap: float
    outside: NDArray[np.float64]


@dataclass(frozen=True, slots=True, eq=False)
class Memory:
    """What is needed to read a place again. Most boards are read only once, so it is studied only when asked for.

    Attributes:
        shape: height and width of the frame it was learnt from.
        spots: M×2 int, frame pixels (x, y): P for each of the N cells, 9 around each of the C points where four cells
            meet, A just outside the board.
        counts: N, C and A.
        colors: M×3 uint8, what these pixels showed.
        states: N int, the state of each cell.
        study: None before the first look back.
    """

    shape: tuple[int, int]
    spots: NDArray[np.int64]
    counts: tuple[int, int, int]
    colors: NDArray[np.uint8]
    states: NDArray[np.int64]
    study: Study | None = None


def learn(pixels: NDArray[np.uint8], reading: Reading, size: tuple[int, int], body: tuple[float, float]) -> Memory:
    """Remember the board of ``reading`` in the frame's pixels (H×W×3); ``size`` is rows and columns."""
    rows, cols = size
    order = np.arange(SPOKES * ROUNDS)
    angle = order * (2 * np.pi / SPOKES)
    radius = (INNER + 0.06 + (OUTER - INNER - 0.14) / (ROUNDS - 1) * (order // SPOKES)) / 2
    ring = np.stack([np.cos(angle) * radius * body[0], np.sin(angle) * radius * body[1]], axis=1)
    middles = np.array([(cell.col, cell.row) for cell in reading.cells]) + 0.5
    x, y, off = np.arange(cols) + 0.5, np.arange(rows) + 0.5, 0.3
    meets = _product(x[:-1] + 0.5, y[:-1] + 0.5)
    above, beside = np.array([-off, rows + off]), np.array([-off, cols + off])
    around = np.concatenate([_product(x, above), _product(beside, y)])
    inside = (middles[:, None] + ring).reshape(-1, 2)
    limit = np.array([pixels.shape[1] - 1, pixels.shape[0] - 1])
    matrix = np.array(reading.homography).reshape(3, 3)
    places = np.floor(project(matrix, np.concatenate([inside, meets, around]))).astype(np.int64)
    cells, edge = len(inside), len(inside) + len(meets)
    steps = np.arange(-1, 2)
    corners = (places[cells:edge, None] + _product(steps, steps)).reshape(-1, 2)
    spots = np.concatenate([places[:cells], corners, places[edge:]])
    np.minimum(np.maximum(spots, 0, out=spots), limit, out=spots)
    return Memory(
        (pixels.shape[0], pixels.shape[1]),
        spots,
        (len(middles), len(meets), len(around)),
        _colors(pixels, spots),
        np.array([cell.state for cell in reading.cells]),
    )


def _product(x: NDArray[Any], y: NDArray[Any]) -> NDArray[Any]:
    """Every (x, y), line by line."""
    pairs = np.empty((len(y), len(x), 2), x.dtype)
    pairs[..., 0], pairs[..., 1] = x, y[:, None]
    return pairs.reshape(-1, 2)


def _colors(pixels: NDArray[np.uint8], spots: NDArray[np.int64]) -> NDArray[np.uint8]:
    """What an H×W×3 picture shows at M spots (M×2, x and y), M×3."""
    return np.asarray(pixels.reshape(-1, 3).take(spots[:, 1] * pixels.shape[1] + spots[:, 0], axis=0), np.uint8)


def _study(memory: Memory) -> Study:
    inside, corners, outside = _seen(memory.colors, memory.counts)
    cells, spread = _cells(inside)
    looks = np.array([middle(cells[memory.states == state], axis=0) for state in np.unique(memory.states)])
    return Study(looks, float(spread.max()), _gap(corners, looks), outside)


def recall(pixels: NDArray[np.uint8], known: Reading, memory: Memory) -> Reading | None:
    """The board of ``known`` in another frame; None where the place shows something else."""
    if pixels.shape[:2] != memory.shape:
        return None
    study = memory.study or _study(memory)
    looks = study.looks
    if len(looks) != known.states:
        return None
    inside, corners, outside = _seen(_colors(pixels, memory.spots), memory.counts)
    change = np.sqrt(((outside - study.outside) ** 2).sum(axis=1))
    if (change > CHANGED).mean() > 0.4:
        return None
    if study.gap > 8 and _gap(corners, looks) < 0.5 * study.gap:
        return None
    seen, spread = _cells(inside)
    away = distances(seen, looks)
    labels = away.argmin(axis=1)
    between = distances(looks, looks)
    scale = float(between[between > 0].min()) if len(looks) > 1 else 20.0
    plain = spread <= study.plain + 8
    good = plain & (away.min(axis=1) <= NEAR * scale)
    fading = ~good & plain & _on_the_way(seen, looks)
    lost = ~(good | fading)
    if lost.mean() > 0.2 or not (good | fading).any():
        return None
    probabilities = chances(away, labels)
    cells = tuple(
        replace(cell, state=int(label), probabilities=tuple(map(float, row)))
        for cell, label, row in zip(known.cells, labels, probabilities, strict=True)
    )
    doubted = tuple(int(i) for i in np.flatnonzero(~good))
    reasons = tuple(
        f"r{cells[i].row + 1} c{cells[i].col + 1} "
        + ("lies between two colours" if fading[i] else "shows none of the colours known")
        for i in doubted[:3]
    )
    whole = float(np.prod([cell.confidence for cell in cells]))
    return replace(
        known,
        verdict="unsure" if doubted else known.verdict,
        reasons=(*known.reasons, *reasons),
        cells=cells,
        confidence=whole * (0.5 if doubted or known.verdict != "sure" else 1.0),
        suspects=doubted,
        memory=replace(memory, study=study),
    )


def _seen(colors: NDArray[np.uint8], counts: tuple[int, int, int]) -> tuple[NDArray[np.float64], ...]:
    """Lab of the spots' colours (M×3): N×P×3 of the cells, C×9×3 of the corners, A×3 of the surroundings."""
    lab = cv2.cvtColor(colors[None].astype(np.float32) / np.float32(255), cv2.COLOR_BGR2LAB)[0].astype(np.float64)
    cells, corners, around = counts
    inside = cells * SPOKES * ROUNDS
    edge = inside + 9 * corners
    return lab[:inside].reshape(cells, -1, 3), lab[inside:edge].reshape(corners, 9, 3), lab[edge : edge + around]


def _cells(lab: NDArray[np.float64]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Look of every cell (N×3) and the deviation inside it (N), of what its spots show (N×P×3)."""
    looks = middle(lab, axis=1)
    return looks, middle(np.abs(lab - looks[:, None]), axis=1).sum(axis=1)


def _gap(lab: NDArray[np.float64], looks: NDArray[np.float64]) -> float:
    """How far the pixel least like any state is from the states, typical of the corners (C×9×3)."""
    away = np.sqrt(((lab[:, :, None] - looks) ** 2).sum(axis=3)).min(axis=2)
    return float(np.median(away.max(axis=1)))


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
