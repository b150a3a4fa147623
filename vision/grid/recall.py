"""Recall: read a known place again from a few pixels of each cell and the colours remembered, without any search."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import cv2
import numpy as np

from vision.grid.answer import chances, distances
from vision.grid.lattice import apply
from vision.grid.middle import middle
from vision.grid.patches import INNER, OUTER

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
class Memory:
    """What is needed to read a place again.

    Attributes:
        shape: height and width of the frame it was learnt from.
        inside: N×P×2 int, frame pixels (x, y) sampled for each cell.
        corners: C×9×2 int, pixels around the points where four cells meet.
        around: A×2 int, pixels just outside the board.
        looks: k×3, the remembered look (Lab) of each state, in the reading's order.
        plain: the widest deviation inside a cell that was seen.
        gap: how much the corners differed from every look (0 where no gap is to be seen).
        outside: A×3, what the pixels around the board showed.
    """

    shape: tuple[int, int]
    inside: NDArray[np.int64]
    corners: NDArray[np.int64]
    around: NDArray[np.int64]
    looks: NDArray[np.float64]
    plain: float
    gap: float
    outside: NDArray[np.float64]


def learn(pixels: NDArray[np.uint8], reading: Reading, size: tuple[int, int], body: tuple[float, float]) -> Memory:
    """Remember the board of ``reading`` in the frame's pixels (H×W×3); ``size`` is rows and columns."""
    rows, cols = size
    matrix = np.array(reading.homography).reshape(3, 3)
    angle = np.arange(SPOKES * ROUNDS) * (2 * np.pi / SPOKES)
    radius = np.repeat(np.linspace(INNER + 0.06, OUTER - 0.08, ROUNDS), SPOKES) / 2
    ring = np.column_stack([np.cos(angle) * radius * body[0], np.sin(angle) * radius * body[1]])
    middles = np.array([[cell.col + 0.5, cell.row + 0.5] for cell in reading.cells])
    inside = _pixels(matrix, (middles[:, None] + ring[None]).reshape(-1, 2), pixels.shape)
    meets = np.stack(np.meshgrid(np.arange(1, cols), np.arange(1, rows)), axis=-1).reshape(-1, 2)
    near = np.stack(np.meshgrid([-1, 0, 1], [-1, 0, 1]), axis=-1).reshape(-1, 2)
    corners = _clip(_pixels(matrix, meets.astype(np.float64), pixels.shape)[:, None] + near, pixels.shape)
    x, y = np.arange(cols) + 0.5, np.arange(rows) + 0.5
    off = 0.3
    edge = [np.column_stack([x, np.full(cols, -off)]), np.column_stack([x, np.full(cols, rows + off)])]
    edge += [np.column_stack([np.full(rows, -off), y]), np.column_stack([np.full(rows, cols + off), y])]
    around = _pixels(matrix, np.concatenate(edge), pixels.shape)
    blank = Memory(
        (pixels.shape[0], pixels.shape[1]),
        inside.reshape(len(middles), -1, 2),
        corners,
        around,
        np.zeros((0, 3)),
        0.0,
        0.0,
        _lab(pixels, around),
    )
    cells, spread = _cells(pixels, blank)
    states = np.array([cell.state for cell in reading.cells])
    looks = np.array([middle(cells[states == state], axis=0) for state in np.unique(states)])
    return replace(blank, looks=looks, plain=float(spread.max()), gap=_gap(pixels, corners, looks))


def recall(pixels: NDArray[np.uint8], known: Reading, memory: Memory) -> Reading | None:
    """The board of ``known`` in another frame; None where the place shows something else."""
    if pixels.shape[:2] != memory.shape or len(memory.looks) != known.states:
        return None
    change = np.sqrt(((_lab(pixels, memory.around) - memory.outside) ** 2).sum(axis=1))
    if (change > CHANGED).mean() > 0.4:
        return None
    if memory.gap > 8 and _gap(pixels, memory.corners, memory.looks) < 0.5 * memory.gap:
        return None
    seen, spread = _cells(pixels, memory)
    away = distances(seen, memory.looks)
    labels = away.argmin(axis=1)
    between = distances(memory.looks, memory.looks)
    scale = float(between[between > 0].min()) if len(memory.looks) > 1 else 20.0
    plain = spread <= memory.plain + 8
    good = plain & (away.min(axis=1) <= NEAR * scale)
    fading = ~good & plain & _on_the_way(seen, memory.looks)
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
    )


def _pixels(matrix: NDArray[np.float64], points: NDArray[np.float64], shape: tuple[int, ...]) -> NDArray[np.int64]:
    return _clip(np.floor(apply(matrix, points)).astype(np.int64), shape)


def _clip(points: NDArray[np.int64], shape: tuple[int, ...]) -> NDArray[np.int64]:
    return np.clip(points, 0, np.array([shape[1] - 1, shape[0] - 1]))


def _lab(pixels: NDArray[np.uint8], points: NDArray[np.int64]) -> NDArray[np.float64]:
    picked = pixels[points[..., 1], points[..., 0]].reshape(1, -1, 3)
    lab = cv2.cvtColor(picked.astype(np.float32) / np.float32(255), cv2.COLOR_BGR2LAB)
    return np.asarray(lab, np.float64).reshape(*points.shape[:-1], 3)


def _cells(pixels: NDArray[np.uint8], memory: Memory) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Look of every cell (N×3) and the deviation inside it (N)."""
    lab = _lab(pixels, memory.inside)
    looks = middle(lab, axis=1)
    return looks, middle(np.abs(lab - looks[:, None]), axis=1).sum(axis=1)


def _gap(pixels: NDArray[np.uint8], corners: NDArray[np.int64], looks: NDArray[np.float64]) -> float:
    """How far the pixel least like any state is from the states, typical of the corners."""
    lab = _lab(pixels, corners)
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
