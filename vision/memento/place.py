"""A board at a known place: the look of its tiles and of its surroundings, and readings made from them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import cv2
import numpy as np

from vision.memento import covers
from vision.memento.middles import median, quantile
from vision.reading import CellReading, Reading, Verdict

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from vision.frame import Frame
    from vision.memento.axis import Axis

OUTSIDE = 0.2  # cells: width of the ring around the board whose look tells that the place is still the same
ROWS = 4  # rows of the picture that are enough for one value of the ring
MOVED = 14.0  # Lab units the ring may change before the place counts as another
STEEPNESS = 8.0  # log odds of a cell for each e-fold of distance from a tile


@dataclass(frozen=True, slots=True, eq=False)
class Memory:
    """What ``reread`` needs: the lattice in frame pixels, the look of a tile, how far is far, the ring around."""

    x: Axis
    y: Axis
    tile: NDArray[np.float32]
    border: float
    ring: NDArray[np.float32]


def recall(frame: Frame, known: Reading) -> Reading | None:
    """Read the place of ``known`` again by the look of its tiles; None where its surroundings have changed."""
    memory = known.memory
    if not isinstance(memory, Memory):
        return None
    right = memory.x.origin + memory.x.count * memory.x.pitch
    bottom = memory.y.origin + memory.y.count * memory.y.pitch
    if right > frame.width + 2 or bottom > frame.height + 2:
        return None
    around = ring(frame.pixels, memory.x, memory.y)
    if around.shape != memory.ring.shape or quantile(np.abs(around - memory.ring).sum(-1), 0.5) > MOVED:
        return None
    vectors = covers.looks(covers.canonical(frame.pixels, memory.x, memory.y))
    probability = uncovered(np.sqrt(((vectors - memory.tile) ** 2).sum(1)), memory.border)
    doubtful = tuple(int(i) for i in np.flatnonzero((probability > 0.1) & (probability < 0.9)))
    confidence = float(np.maximum(probability, 1 - probability).prod())
    said, reasons = known.verdict, known.reasons
    if doubtful:
        said, reasons = "unsure", ("some cells are neither plainly a tile nor plainly picture",)
    return reading(
        memory.x,
        memory.y,
        probability,
        said=said,
        reasons=reasons,
        suspects=doubtful,
        confidence=confidence,
        memory=memory,
    )


def tile_look(
    vectors: NDArray[np.float32], covered: NDArray[np.bool_], clear: NDArray[np.bool_]
) -> tuple[NDArray[np.float32], float]:
    """The look of a tile, by the ``clear`` ones, and the distance at which a cell is as likely covered as not."""
    tile = median(vectors[clear])
    away = np.sqrt(((vectors - tile) ** 2).sum(1))
    inner = max(float(away[clear].max()), covers.FLOOR)
    outer = float(away[~covered].min()) if (~covered).any() else max(4 * inner, 8.0)
    return tile, float(np.sqrt(inner * max(outer, 1.05 * inner)))


def spread(vectors: NDArray[np.float32], covered: NDArray[np.bool_]) -> float:
    """How far face-up cells are from each other, as a share of their distance from a tile (medians)."""
    up = vectors[~covered]
    if len(up) < 2 or not covered.any():
        return 1.0
    apart = up - median(vectors[covered])
    away = quantile(np.sqrt(np.einsum("ij,ij->i", apart, apart)), 0.5)
    distance = covers.distances(up)
    between = distance[~np.tri(len(up), dtype=bool)]
    return quantile(between, 0.5) / max(away, covers.FLOOR)


def uncovered(away: NDArray[np.float32], border: float) -> NDArray[np.float64]:
    """Probability of each cell to show the picture, from its distance to the look of a tile."""
    odds = STEEPNESS * np.log(np.maximum(away.astype(np.float64), 0.3 * covers.FLOOR) / border)
    return np.asarray(1 / (1 + np.exp(-np.clip(odds, -12, 12))))


def ring(pixels: NDArray[np.uint8], x: Axis, y: Axis) -> NDArray[np.float32]:
    """Lab of thin strips just outside the four sides of the board, coarse."""
    height, width = pixels.shape[:2]
    left, right = x.origin, x.origin + x.count * x.pitch
    top, bottom = y.origin, y.origin + y.count * y.pitch
    dx, dy = OUTSIDE * x.pitch, OUTSIDE * y.pitch
    strips = []
    for x0, x1, y0, y1, size in (
        (left - dx, left, top, bottom, (1, 24)),
        (right, right + dx, top, bottom, (1, 24)),
        (left, right, top - dy, top, (24, 1)),
        (left, right, bottom, bottom + dy, (24, 1)),
    ):
        a, b = min(max(round(x0), 0), width), min(max(round(x1), 0), width)
        c, d = min(max(round(y0), 0), height), min(max(round(y1), 0), height)
        if b - a < 2 or d - c < 2:
            strips.append(np.zeros((24, 3), np.uint8))
            continue
        step = max(1, (d - c) // (ROWS * size[1]))
        small = cv2.resize(pixels[c:d:step, a:b], size, interpolation=cv2.INTER_AREA)
        strips.append(small.reshape(24, 3))
    return np.asarray(cv2.cvtColor(np.stack(strips).astype(np.float32) / np.float32(255), cv2.COLOR_BGR2LAB))


def reading(
    x: Axis,
    y: Axis,
    probability: NDArray[np.float64],
    *,
    said: Verdict,
    reasons: tuple[str, ...],
    suspects: tuple[int, ...],
    confidence: float,
    memory: Memory,
) -> Reading:
    """A reading of the lattice ``x``, ``y`` in frame pixels; ``probability`` of each cell to be face up, row by row."""
    cells = tuple(
        CellReading(
            row,
            col,
            int(p >= 0.5),
            (1 - p, p),
            (x.origin + (col + 0.5) * x.pitch - 0.5, y.origin + (row + 0.5) * y.pitch - 0.5),
        )
        for row in range(y.count)
        for col in range(x.count)
        for p in (float(probability[row * x.count + col]),)
    )
    matrix = (x.pitch, 0.0, x.origin - 0.5, 0.0, y.pitch, y.origin - 0.5, 0.0, 0.0, 1.0)
    return Reading(said, reasons, "memento", 2, cells, confidence, matrix, suspects, memory)
