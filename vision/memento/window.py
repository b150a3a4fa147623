"""Windows: the cells of a lattice cut out of a picture and reduced, for all extents and readings of it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from vision.memento import covers

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from vision.memento.panes import Extent, Panes


@dataclass(frozen=True, slots=True, eq=False)
class Window:
    """A lattice window with its cells reduced, shared by all extents tried in it.

    Attributes:
        panes: the lattice and the support of its sides.
        cells: rows×cols×CELL×CELL×3 Lab.
        vectors: n×d looks of the cells.
        distance: n×n between them.
        texture: n; root mean square deviation inside each cell, Lab.
        seams: looks of the four borders of each cell, rows×cols×4×d, in the order left, right, top, bottom.
    """

    panes: Panes
    cells: NDArray[np.float32]
    vectors: NDArray[np.float32]
    distance: NDArray[np.float64]
    texture: NDArray[np.float64]
    seams: NDArray[np.float32]


def window(picture: NDArray[np.uint8], panes: Panes) -> Window:
    """Cut the cells of ``panes`` out of ``picture``."""
    cells = covers.canonical(picture, panes.x, panes.y)
    vectors = covers.looks(cells)
    rows, cols = cells.shape[:2]
    rim, size = covers.RIM, covers.CELL
    inside = cells[:, :, rim : size - rim, rim : size - rim].reshape(rows * cols, -1, 3)
    away = inside - (np.einsum("ijk->ik", inside) / np.float32(inside.shape[1]))[:, None]
    texture = np.sqrt(np.einsum("ijk,ijk->i", away, away) / np.float32(inside.shape[1])).astype(np.float64)
    strips = (
        cells[:, :, 2:-2, 1] + cells[:, :, 2:-2, 2],
        cells[:, :, 2:-2, -3] + cells[:, :, 2:-2, -2],
        cells[:, :, 1, 2:-2] + cells[:, :, 2, 2:-2],
        cells[:, :, -3, 2:-2] + cells[:, :, -2, 2:-2],
    )
    seams = np.stack([s.reshape(rows, cols, -1) for s in strips], 2)
    seams *= np.float32(0.5)
    return Window(panes, cells, vectors, covers.distances(vectors), texture, seams)


@dataclass(frozen=True, slots=True, eq=False)
class Part:
    """The cells of one extent of a window, row by row.

    Attributes:
        window: all cells.
        extent: which of them.
        index: n; their places among those of the window.
        vectors: n×d looks.
        distance: n×n between them.
        texture: n.
        seams: rows×cols×4×d, see ``Window``.
    """

    window: Window
    extent: Extent
    index: NDArray[np.int_]
    vectors: NDArray[np.float32]
    distance: NDArray[np.float64]
    texture: NDArray[np.float64]
    seams: NDArray[np.float32]


def part(win: Window, extent: Extent) -> Part:
    """The cells of ``extent``."""
    top, bottom, left, right = extent
    index = (np.arange(top, bottom)[:, None] * win.cells.shape[1] + np.arange(left, right)).ravel()
    distance = win.distance[index[:, None], index]
    return Part(win, extent, index, win.vectors[index], distance, win.texture[index], win.seams[top:bottom, left:right])
