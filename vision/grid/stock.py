"""Stock: shapes of some cells each beside a grid, laid ready to be put on it, as in games of filling blocks."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from vision.homography import inverse

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from vision.grid.boxes import Boxes
    from vision.grid.cells import Cells
    from vision.scene import Scene

VIEW, FINE = 650, 10.0
"""The view whose outlines are looked at is at most so long (pixels), but shows the smallest cells so large."""
SMALLEST, LARGEST, SQUARE, FILLED = 0.35, 1.15, 0.15, 0.8
"""Sides of a shape's cell over those of the board's, at least and at most; logarithm of the one side over the other;
share of its box that it fills."""
MOST = 60
"""Such boxes, at most: more are another table."""
ALIKE, STEP, ON_LINE = 0.15, 1.3, 0.15
"""Logarithm by which cells of one shape differ in size; sides from one to the next, at most; sides by which these may
be off one line."""
SHAPES, CELLS, LARGE = 2, 3, 9
"""Shapes that lie ready, at least, and cells of each; cells of the largest one: more are a floor, or a wall."""


def stocked(scene: Scene, one: Cells) -> bool:
    """Whether shapes of few cells lie beside a grid, not all of them bars and blocks: small boards are blocks, too."""
    small = SMALLEST * float(np.sqrt(abs(np.linalg.det(one.homography[:2, :2])))) / abs(one.homography[2, 2])
    level = max(0, min(scene.level_for(VIEW), int(np.log2(max(small / FINE, 1.0)))))
    places, sizes = _beside(scene.boxes(level), inverse(one.homography) * [2.0**level, 2.0**level, 1.0], one)
    if not SHAPES * CELLS <= len(places) <= MOST:
        return False
    shapes = [_cells(places[own] / sizes[own].mean(axis=0)) for own in _linked(places, sizes)]
    shapes = [shape for shape in shapes if len(shape) >= CELLS]
    if any(len(shape) > LARGE for shape in shapes):
        return False
    return len(shapes) >= SHAPES and any(len(shape) < np.prod(shape.max(axis=0) + 1) for shape in shapes)


def _beside(boxes: Boxes, plane: NDArray[np.float64], one: Cells) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Where what may be a shape's cell is, and how large (N×2 each), in cells of the board.

    ``plane`` carries the view to the board's cells.
    """
    first, last = boxes.spans(plane)
    sizes = np.maximum(last - first, 1e-3)
    body = sizes / one.grid.body
    fits = ((last < 0) | (first > [one.grid.cols, one.grid.rows])).any(axis=1) & (boxes.fill >= FILLED)
    fits &= (body.min(axis=1) > SMALLEST) & (body.max(axis=1) < LARGEST)
    fits &= np.abs(np.log(body[:, 0] / body[:, 1])) < SQUARE
    return (first + last)[fits] / 2, sizes[fits]


def _linked(places: NDArray[np.float64], sizes: NDArray[np.float64]) -> Iterator[NDArray[np.int64]]:
    """Which boxes make one shape each: neighbours along a line, as large as each other."""
    off = np.sort(np.abs(places[:, None] - places) / sizes, axis=2)
    alike = (np.abs(np.log(sizes[:, None] / sizes)) < ALIKE).all(axis=2)
    next_to = alike & (off[..., 0] < ON_LINE) & (off[..., 1] < STEP)
    names = np.arange(len(places))
    for _ in range(len(places)):
        names = np.where(next_to, names, len(names)).min(axis=1)
    for name in np.unique(names):
        yield np.flatnonzero(names == name)


def _cells(places: NDArray[np.float64]) -> NDArray[np.int64]:
    """Column and row of each cell of a shape, from 0; some have two outlines. Places are in sides of a cell, N×2."""
    whole = np.rint((places - places.min(axis=0)) * 2 / (1 + STEP)).astype(np.int64)
    return np.unique(whole, axis=0)
