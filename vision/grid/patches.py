"""Patches: every cell of a grid warped to one small square, in Lab, with a margin of cells around the board."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import cv2
import numpy as np

from vision.grid.lattice import apply

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from vision.scene import Scene

SIDE = 18
"""Pixels along a cell of the warped board."""
INNER, OUTER, ROUND = 0.5, 0.86, 0.95
"""The ring of a cell: between these shares of its body's half size, and inside this ellipse, so that neither what is
drawn in the middle, nor the gap, nor the corners of a round cell come in."""


@dataclass(frozen=True, slots=True, eq=False)
class Patches:
    """The cells of one grid and one line of places around them.

    Attributes:
        lab: (rows+2)×(cols+2)×SIDE×SIDE×3 float32, L* a* b*.
        shown: (rows+2)×(cols+2)×SIDE×SIDE bool, the pixel lies in the picture.
        ring: SIDE×SIDE bool, the ring of a cell's body.
        core: SIDE×SIDE bool, the middle of a cell's body.
    """

    lab: NDArray[np.float32]
    shown: NDArray[np.bool_]
    ring: NDArray[np.bool_]
    core: NDArray[np.bool_]

    def inner(self) -> NDArray[np.float32]:
        """The board's own cells, (rows·cols)×SIDE×SIDE×3, row by row."""
        inside = self.lab[1:-1, 1:-1]
        return np.ascontiguousarray(inside).reshape(-1, SIDE, SIDE, 3)


def cut(scene: Scene, homography: NDArray[np.float64], rows: int, cols: int, body: tuple[float, float]) -> Patches:
    """Warp the cells out of the picture.

    Args:
        scene: the picture; a level is used in which a cell has one to two times ``SIDE`` pixels.
        homography: 3×3, board plane → frame pixels (edges).
        rows: of the grid.
        cols: of the grid.
        body: width and height of a cell's body in steps.
    """
    level = _level(homography, rows, cols)
    source = scene.level(level)
    shrink = np.diag([0.5**level, 0.5**level, 1.0])
    half = np.array([[1.0, 0.0, -0.5], [0.0, 1.0, -0.5], [0.0, 0.0, 1.0]])
    plane = np.array([[1 / SIDE, 0.0, 0.5 / SIDE - 1], [0.0, 1 / SIDE, 0.5 / SIDE - 1], [0.0, 0.0, 1.0]])
    matrix = half @ shrink @ homography @ plane
    size = ((cols + 2) * SIDE, (rows + 2) * SIDE)
    warped = cv2.warpPerspective(
        source, matrix, size, flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP, borderMode=cv2.BORDER_REPLICATE
    )
    lab = cv2.cvtColor(warped.astype(np.float32) / np.float32(255), cv2.COLOR_BGR2LAB)
    cells = lab.reshape(rows + 2, SIDE, cols + 2, SIDE, 3).transpose(0, 2, 1, 3, 4)
    return Patches(cells, _shown(scene, homography @ plane, size), *_masks(body))


def _level(homography: NDArray[np.float64], rows: int, cols: int) -> int:
    corners = apply(homography, np.array([[0.0, 0.0], [cols, 0.0], [cols, rows], [0.0, rows]]))
    sides = np.hypot(*(np.roll(corners, -1, axis=0) - corners).T) / np.array([cols, rows, cols, rows])
    return max(0, int(np.floor(np.log2(max(1.0, float(sides.min()) / SIDE)))))


def _shown(scene: Scene, matrix: NDArray[np.float64], size: tuple[int, int]) -> NDArray[np.bool_]:
    """Which pixels of the warped board (mapped to frame pixels by ``matrix``) come from inside the picture."""
    width, height = size
    corners = apply(matrix, np.array([[0.0, 0.0], [width, 0.0], [width, height], [0.0, height]]))
    limit = np.array([scene.frame.width, scene.frame.height])
    if (corners >= 0).all() and (corners <= limit).all():
        shown = np.ones((height, width), bool)
    else:
        x, y = np.meshgrid(np.arange(width) + 0.0, np.arange(height) + 0.0)
        places = apply(matrix, np.column_stack([x.ravel(), y.ravel()]))
        shown = ((places >= 0) & (places <= limit)).all(axis=1).reshape(height, width)
    return shown.reshape(height // SIDE, SIDE, width // SIDE, SIDE).transpose(0, 2, 1, 3)


def _masks(body: tuple[float, float]) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    steps = (np.arange(SIDE) + 0.5) / SIDE * 2 - 1
    x, y = np.abs(steps[None, :] / body[0]), np.abs(steps[:, None] / body[1])
    far = np.maximum(x, y)
    ring = (far >= INNER) & (far <= OUTER) & (np.hypot(x, y) <= ROUND)
    core = far < INNER
    return ring, core
