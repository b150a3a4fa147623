"""Recall: a board at a known place read again by the look of its tiles, only where it does not show what it did."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import cv2
import numpy as np

from vision.memento import covers
from vision.memento.axis import Axis
from vision.memento.place import reading, uncovered
from vision.middle import quantile

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from vision.reading import Reading

OUTSIDE = 0.2  # cells: width of the ring around the board whose look tells that the place is still the same
ROWS = 4  # rows of the picture that are enough for one value of the ring
MOVED = 14.0  # Lab units the ring may change before the place counts as another
SAMPLES = 12  # pixels of a cell each way that tell whether it shows what it did


@dataclass(frozen=True, slots=True, eq=False)
class Memory:
    """What is needed to read a place again.

    Attributes:
        x, y: the lattice in frame pixels.
        tile, border: the look of a tile, and how far is far.
        ring: Lab of the surroundings.
        vectors: n×d, the looks of the cells.
        samples: some pixels of the board and its surroundings, line by line.
    """

    x: Axis
    y: Axis
    tile: NDArray[np.float32]
    border: float
    ring: NDArray[np.float32]
    vectors: NDArray[np.float32]
    samples: NDArray[np.uint8]


def remember(
    pixels: NDArray[np.uint8],
    axes: tuple[Axis, Axis],
    tile: tuple[NDArray[np.float32], float],
    cells: NDArray[np.float32],
) -> Memory:
    """The memory of the board at ``axes`` (x, y) of a picture (H×W×3).

    Args:
        pixels: the picture.
        axes: the lattice in its pixels.
        tile: the look of a tile, and how far is far.
        cells: n×d, the looks of the cells.
    """
    return Memory(*axes, *tile, _ring(pixels, *axes), cells, _samples(pixels, *axes))


def recall(pixels: NDArray[np.uint8], known: Reading, memory: Memory) -> Reading | None:
    """Read the place of ``known`` again by the look of its tiles; None where its surroundings have changed."""
    x, y = memory.x, memory.y
    if x.end > pixels.shape[1] + 2 or y.end > pixels.shape[0] + 2:
        return None
    samples = _samples(pixels, x, y)
    if samples.shape != memory.samples.shape:
        return None
    fresh, outside = _changed(samples, memory)
    if not outside and not fresh.any():
        return known
    if outside:
        around = _ring(pixels, x, y)
        if quantile(np.abs(around - memory.ring).sum(-1), 0.5) > MOVED:
            return None
    vectors = _looks(pixels, memory, fresh)
    probability = uncovered(np.sqrt(((vectors - memory.tile) ** 2).sum(1)), memory.border)
    doubtful = tuple(int(i) for i in np.flatnonzero((probability > 0.1) & (probability < 0.9)))
    confidence = float(np.maximum(probability, 1 - probability).prod())
    said, reasons = known.verdict, known.reasons
    if doubtful:
        said, reasons = "unsure", ("some cells are neither plainly a tile nor plainly picture",)
    return reading(
        x,
        y,
        probability,
        said=said,
        reasons=reasons,
        suspects=doubtful,
        confidence=confidence,
        memory=replace(memory, vectors=vectors, samples=samples),
    )


def _looks(pixels: NDArray[np.uint8], memory: Memory, fresh: NDArray[np.bool_]) -> NDArray[np.float32]:
    """The looks of all cells, n×d; those of the ``fresh`` ones (rows×cols) seen anew."""
    x, y = memory.x, memory.y
    if fresh.mean() > 0.5:
        return covers.looks(covers.canonical(pixels, x, y))
    vectors = memory.vectors.copy()
    for row, col in np.argwhere(fresh).tolist():
        across = Axis(x.origin + col * x.pitch, x.pitch, 1)
        down = Axis(y.origin + row * y.pitch, y.pitch, 1)
        vectors[row * x.count + col] = covers.looks(covers.canonical(pixels, across, down))[0]
    return vectors


def _samples(pixels: NDArray[np.uint8], x: Axis, y: Axis) -> NDArray[np.uint8]:
    """Some pixels of the board and its surroundings, see ``_lines``."""
    rows, cols = _lines(y, pixels.shape[0]), _lines(x, pixels.shape[1])
    return pixels[rows.start : rows.stop : rows.step, cols.start : cols.stop : cols.step].copy()


def _lines(axis: Axis, length: int) -> range:
    """Rows or columns of a picture ``length`` pixels long that are looked at."""
    rim = OUTSIDE * axis.pitch
    first, last = max(0, round(axis.origin - rim)), min(length, round(axis.end + rim))
    return range(first, max(first, last), max(1, int(axis.pitch / SAMPLES)))


def _changed(samples: NDArray[np.uint8], memory: Memory) -> tuple[NDArray[np.bool_], bool]:
    """Which cells show something else than what is remembered (rows×cols), and whether the surroundings do."""
    down, across = np.nonzero((samples != memory.samples).reshape(len(samples), -1))
    x, y = memory.x, memory.y
    row = _places(y, len(samples))[down]
    col = _places(x, samples.shape[1])[across // 3]
    inside = (row >= 0) & (row < y.count) & (col >= 0) & (col < x.count)
    fresh = np.zeros((y.count, x.count), bool)
    fresh[row[inside], col[inside]] = True
    return fresh, not inside.all()


def _places(axis: Axis, count: int) -> NDArray[np.int64]:
    """The row or column of the board that each of so many lines lies in, or would if it went on."""
    lines = _lines(axis, 1 << 30)
    first, step = (lines.start + 0.5 - axis.origin) / axis.pitch, lines.step / axis.pitch
    return np.asarray(np.floor(first + step * np.arange(count)), np.int64)


def _ring(pixels: NDArray[np.uint8], x: Axis, y: Axis) -> NDArray[np.float32]:
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
