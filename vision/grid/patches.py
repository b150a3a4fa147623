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
INNER, OUTER, ROUND, CORNER, WHOLE, INSIDE = 0.5, 0.86, 0.95, 1.1, 0.98, 0.88
FEWEST = 8
"""The ring of a cell: between these shares of its body's half size, and inside this ellipse, so that neither what is
drawn in the middle, nor the gap, nor the corners of a round cell come in."""


@dataclass(frozen=True, slots=True, eq=False)
class Patches:
    """The cells of one grid and one line of places around them.

    Attributes:
        lab: (rows+2)×(cols+2)×side×side×3 float32, L* a* b*.
        ring: side×side bool, the ring of a cell's body.
        core: side×side bool, the middle of a cell's body.
        corner: side×side bool, the corners of a cell's body, which a round cell leaves out.
    """

    lab: NDArray[np.float32]
    ring: NDArray[np.bool_]
    core: NDArray[np.bool_]
    corner: NDArray[np.bool_]

    def inner(self) -> NDArray[np.float32]:
        """The board's own cells, (rows·cols)×side×side×3, row by row."""
        inside = self.lab[1:-1, 1:-1]
        return np.ascontiguousarray(inside).reshape(-1, *inside.shape[2:])


def cut(
    scene: Scene,
    homography: NDArray[np.float64],
    size: tuple[int, int],
    body: tuple[float, float],
    *,
    side: int = SIDE,
) -> Patches:
    """Warp the cells out of the picture.

    Args:
        scene: the picture; a level is used in which a cell has one to two times ``side`` pixels.
        homography: 3×3, board plane → frame pixels (edges).
        size: rows and columns of the grid.
        body: width and height of a cell's body in steps.
        side: pixels along a cell.
    """
    rows, cols = size
    level = _level(homography, size, side)
    source = scene.level(level)
    shrink = np.diag([0.5**level, 0.5**level, 1.0])
    half = np.array([[1.0, 0.0, -0.5], [0.0, 1.0, -0.5], [0.0, 0.0, 1.0]])
    plane = np.array([[1 / side, 0.0, 0.5 / side - 1], [0.0, 1 / side, 0.5 / side - 1], [0.0, 0.0, 1.0]])
    matrix = half @ shrink @ homography @ plane
    extent = ((cols + 2) * side, (rows + 2) * side)
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    if np.abs(matrix[2, :2]).max() < 1e-12 * abs(matrix[2, 2]):
        affine = matrix[:2] / matrix[2, 2]
        warped = cv2.warpAffine(source, affine, extent, flags=flags, borderMode=cv2.BORDER_REPLICATE)
    else:
        warped = cv2.warpPerspective(source, matrix, extent, flags=flags, borderMode=cv2.BORDER_REPLICATE)
    lab = cv2.cvtColor(warped.astype(np.float32) / np.float32(255), cv2.COLOR_BGR2LAB)
    cells = lab.reshape(rows + 2, side, cols + 2, side, 3).transpose(0, 2, 1, 3, 4)
    return Patches(cells, *_masks(body, side))


def _level(homography: NDArray[np.float64], size: tuple[int, int], side: int) -> int:
    rows, cols = size
    corners = apply(homography, np.array([[0.0, 0.0], [cols, 0.0], [cols, rows], [0.0, rows]]))
    sides = np.hypot(*(np.roll(corners, -1, axis=0) - corners).T) / np.array([cols, rows, cols, rows])
    return max(0, int(np.floor(np.log2(max(1.0, float(sides.min()) / side)))))


def shown(scene: Scene, homography: NDArray[np.float64], size: tuple[int, int]) -> NDArray[np.bool_]:
    """Which pixels of the patches of ``cut`` lie in the picture, (rows+2)×(cols+2)×SIDE×SIDE bool."""
    rows, cols = size
    limit = np.array([scene.frame.width, scene.frame.height])
    corners = apply(homography, np.array([[-1.0, -1.0], [cols + 1, -1.0], [cols + 1, rows + 1], [-1.0, rows + 1]]))
    if (corners >= 0).all() and (corners <= limit).all():
        return np.broadcast_to(np.True_, (rows + 2, cols + 2, SIDE, SIDE))
    x = ((np.arange((cols + 2) * SIDE) + 0.5) / SIDE - 1)[None, :]
    y = ((np.arange((rows + 2) * SIDE) + 0.5) / SIDE - 1)[:, None]
    across, down, depth = (row[0] * x + row[1] * y + row[2] for row in homography)
    inside = (across >= 0) & (down >= 0) & (across <= limit[0] * depth) & (down <= limit[1] * depth)
    return np.asarray(inside.reshape(rows + 2, SIDE, cols + 2, SIDE).transpose(0, 2, 1, 3))


def _masks(body: tuple[float, float], side: int) -> tuple[NDArray[np.bool_], NDArray[np.bool_], NDArray[np.bool_]]:
    steps = (np.arange(side) + 0.5) / side * 2 - 1
    x, y = np.abs(steps[None, :] / body[0]), np.abs(steps[:, None] / body[1])
    far = np.maximum(x, y)
    ring = (far >= INNER) & (far <= OUTER) & (np.hypot(x, y) <= ROUND)
    core = far < INNER
    # Near the edge of its place a cell without gaps shows the line between cells, not its own corner.
    inside = (far <= WHOLE) & (far * max(body) <= INSIDE)
    corner = inside & (np.hypot(x, y) > CORNER)
    if corner.sum() < FEWEST:
        corner = inside & (np.hypot(x, y) > 1)
    return ring, core, corner
