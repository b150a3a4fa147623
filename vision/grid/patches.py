"""Patches: every cell of a grid warped to one small square, in Lab, with a margin of cells around the board."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, TypeVar

import cv2
import numpy as np

from vision.homography import project_few
from vision.middle import middle

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from vision.scene import Scene

Kind = TypeVar("Kind", bound=np.generic)
SIDE = 18
"""Pixels along a cell of the warped board."""
INNER, OUTER, ROUND, CORNER, WHOLE, INSIDE = 0.5, 0.86, 0.95, 1.1, 0.98, 0.88
"""The ring of a cell: between these shares of its body's half size, and inside this ellipse, so that neither what is
drawn in the middle, nor the gap, nor the corners of a round cell come in."""
AROUND: tuple[tuple[int | slice, int | slice], ...] = np.s_[0, 1:-1], np.s_[-1, 1:-1], np.s_[1:-1, 0], np.s_[1:-1, -1]
"""The places above, below, left and right of a board among all that are cut out."""
EDGE = 3
"""Pixels next to the board where its edge and its glow may show."""
SAMPLE = 7
"""One in so many pixels around a board tells what is usual there; cells are not a multiple of it wide."""
FEWEST = 8
"""Pixels of the corners beyond the last of these radii, up to the body's rim, below which there are none."""


def outward(line: NDArray[Kind], side: int) -> NDArray[Kind]:
    """Places of a side, N×side×side…, as they follow one another outwards: N×outwards×along…."""
    turned = line if side < 2 else line.swapaxes(1, 2)
    return turned[:, ::-1] if side in (0, 2) else turned


def taken(places: NDArray[Kind], pixels: NDArray[np.int64]) -> NDArray[Kind]:
    """Some ``pixels`` (P, counted row by row) of each place: N×side×side×3 to N×P×3."""
    column = places.reshape(len(places), places.shape[1] * places.shape[2], places.shape[3])
    return column.take(pixels, axis=1)


@dataclass(frozen=True, eq=False)
class Patches:
    """The cells of one grid and one line of places around them.

    Attributes:
        lab: (rows+2)×(cols+2)×side×side×3 float32, L* a* b*.
        own: (rows·cols)×side×side×3 float32, the same of the board's own cells, row by row.
        ring: side×side bool, the ring of a cell's body.
        core: side×side bool, the middle of a cell's body.
        corner: side×side bool, the corners of a cell's body, which a round cell leaves out.
    """

    lab: NDArray[np.float32]
    own: NDArray[np.float32]
    ring: NDArray[np.bool_]
    core: NDArray[np.bool_]
    corner: NDArray[np.bool_]

    @cached_property
    def planes(self) -> NDArray[np.float32]:
        """Each channel of each own cell in one piece, (rows·cols)×3×side²: several times faster to go through."""
        return np.ascontiguousarray(self.own.reshape(len(self.own), -1, 3).transpose(0, 2, 1))

    @cached_property
    def ranges(self) -> tuple[float, ...]:
        """How far (Lab, of one channel) what is above, below, left and right of the board differs, but for its edge."""
        least, most = (lines[:, EDGE:] for lines in self._extremes)
        return tuple((most.max(axis=1) - least.min(axis=1)).max(axis=1).tolist())

    @cached_property
    def uneven(self) -> NDArray[np.float32]:
        """How far (Lab, of one channel) each line of pixels along a side of the board differs, 4×SIDE, outwards."""
        least, most = self._extremes
        return np.asarray((most - least).max(axis=2))

    @cached_property
    def _extremes(self) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        """The least and the most of each channel there, of each line of pixels, 4×SIDE×3, outwards."""
        low: list[NDArray[np.float32]] = []
        high: list[NDArray[np.float32]] = []
        for pair in (self.lab[[0, -1], 1:-1], self.lab[1:-1, [0, -1]].transpose(1, 0, 3, 2, 4)):
            lines = pair.transpose(0, 2, 4, 1, 3).reshape(2, SIDE, 3, -1)  # each channel of a line in one piece
            for found, (before, after) in ((low, lines.min(axis=3)), (high, lines.max(axis=3))):
                found += [before[::-1], after]
        return np.array(low), np.array(high)

    @cached_property
    def page(self) -> NDArray[np.float32]:
        """What shows around the board, its usual colour (Lab): the middle of some of the pixels, 3."""
        around = np.concatenate([self.lab[side].reshape(-1, 3)[::SAMPLE] for side in AROUND])
        return middle(around)

    def inner(self) -> NDArray[np.float32]:
        """The board's own cells, (rows·cols)×side×side×3, row by row."""
        return self.own

    def under(self, mask: NDArray[np.bool_]) -> NDArray[np.float32]:
        """The pixels of each own cell where ``mask`` (side×side) is set, (rows·cols)×P×3."""
        return taken(self.own, np.flatnonzero(mask))


def cut(scene: Scene, homography: NDArray[np.float64], size: tuple[int, int], body: tuple[float, float]) -> Patches:
    """Warp the cells out of the picture, ``SIDE`` pixels each.

    Args:
        scene: the picture.
        homography: 3×3, board plane → frame pixels (edges).
        size: rows and columns of the grid.
        body: width and height of a cell's body in steps.
    """
    lab = _lab(_warp(scene, homography, size, SIDE, (size[0] + 2, size[1] + 2)))
    own = np.ascontiguousarray(lab[1:-1, 1:-1]).reshape(-1, SIDE, SIDE, 3)
    return Patches(lab, own, *_masks(body, SIDE))


def places(
    scene: Scene, homography: NDArray[np.float64], size: tuple[int, int], side: int, chosen: NDArray[np.int64]
) -> NDArray[np.float32]:
    """Some of the board's own cells (row by row) as ``cut`` warps them, but finer: N×side×side×3 L* a* b*."""
    row, col = np.divmod(chosen, size[1])
    shape = int(row.max()) + 2, int(col.max()) + 2
    return _lab(_warp(scene, homography, size, side, shape)[row + 1, col + 1])


def rings(seen: NDArray[np.float32], body: tuple[float, float]) -> NDArray[np.float32]:
    """The median L* a* b* of the rings of some cells as ``places`` gives them, N×3."""
    return middle(seen[:, _masks(body, seen.shape[1])[0]], axis=1)


def whole(homography: NDArray[np.float64], size: tuple[int, int]) -> bool:
    """Whether ``cut`` warps cells out of the frame itself, as it is."""
    return _level(homography, size, SIDE) == 0


def cores(
    scene: Scene, homography: NDArray[np.float64], size: tuple[int, int], body: tuple[float, float], side: int
) -> tuple[NDArray[np.float32], NDArray[np.bool_]]:
    """The middles of the board's own cells as ``cut`` warps them, but finer: ``side`` pixels a cell.

    Returns:
        (rows·cols)×c×c×3 L* a* b* of the smallest square around the middle of a cell's body and one pixel more, and
        which c×c of these pixels belong to it.
    """
    core = _masks(body, side)[1]
    lines = np.flatnonzero(core.any(axis=0) | core.any(axis=1))
    part = slice(max(0, int(lines[0]) - 1), int(lines[-1]) + 2)
    warped = _warp(scene, homography, size, side, (size[0] + 1, size[1] + 1))[1:, 1:, part, part]
    core = core[part, part]
    return _lab(warped).reshape(-1, *core.shape, 3), core


def _warp(
    scene: Scene, homography: NDArray[np.float64], size: tuple[int, int], side: int, shape: tuple[int, int]
) -> NDArray[np.uint8]:
    """So many rows and columns (``shape``) of places, R×C×side×side×3 BGR; the first are above and left of the board.

    A level is used in which a cell has one to two times ``side`` pixels.
    """
    rows, cols = shape
    level = _level(homography, size, side)
    source = scene.level(level)
    shrink = np.array([[0.5**level, 0.0, -0.5], [0.0, 0.5**level, -0.5], [0.0, 0.0, 1.0]])
    plane = np.array([[1 / side, 0.0, 0.5 / side - 1], [0.0, 1 / side, 0.5 / side - 1], [0.0, 0.0, 1.0]])
    matrix = shrink @ homography @ plane
    extent = (cols * side, rows * side)
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    if np.abs(matrix[2, :2]).max() < 1e-12 * abs(matrix[2, 2]):
        affine = matrix[:2] / matrix[2, 2]
        warped = cv2.warpAffine(source, affine, extent, flags=flags, borderMode=cv2.BORDER_REPLICATE)
    else:
        warped = cv2.warpPerspective(source, matrix, extent, flags=flags, borderMode=cv2.BORDER_REPLICATE)
    cells = np.asarray(warped, np.uint8).reshape(rows, side, cols, side, 3)
    return cells.transpose(0, 2, 1, 3, 4)


def _lab(cells: NDArray[np.uint8]) -> NDArray[np.float32]:
    column = np.ascontiguousarray(cells).reshape(-1, cells.shape[-2], 3)
    shares = column.astype(np.float32)
    shares /= 255
    lab = cv2.cvtColor(shares, cv2.COLOR_BGR2LAB)
    return np.asarray(lab, np.float32).reshape(cells.shape)


def _level(homography: NDArray[np.float64], size: tuple[int, int], side: int) -> int:
    rows, cols = size
    corners = project_few(homography, [(0, 0), (cols, 0), (cols, rows), (0, rows)])
    sides = [
        math.dist(here, there) / cells
        for here, there, cells in zip(corners, [*corners[1:], corners[0]], (cols, rows, cols, rows), strict=True)
    ]
    return max(0, math.floor(math.log2(max(1.0, min(sides) / side))))


def shown(scene: Scene, homography: NDArray[np.float64], size: tuple[int, int]) -> NDArray[np.bool_] | None:
    """Which pixels of the patches of ``cut`` are in the picture, (rows+2)×(cols+2)×SIDE×SIDE; None where all are."""
    rows, cols = size
    width, height = scene.frame.width, scene.frame.height
    corners = project_few(homography, [(-1, -1), (cols + 1, -1), (cols + 1, rows + 1), (-1, rows + 1)])
    if all(0 <= x <= width and 0 <= y <= height for x, y in corners):
        return None
    x = ((np.arange((cols + 2) * SIDE) + 0.5) / SIDE - 1)[None, :]
    y = ((np.arange((rows + 2) * SIDE) + 0.5) / SIDE - 1)[:, None]
    across, down, depth = (row[0] * x + row[1] * y + row[2] if row[:2].any() else row[2] for row in homography)
    inside = (across >= 0) & (down >= 0) & (across <= width * depth) & (down <= height * depth)
    return np.asarray(inside.reshape(rows + 2, SIDE, cols + 2, SIDE).transpose(0, 2, 1, 3))


def unseen(scene: Scene, homography: NDArray[np.float64], size: tuple[int, int]) -> NDArray[np.bool_] | None:
    """Which pixels of the own cells of ``cut`` are known to be covered (``Scene.over``), N×SIDE×SIDE; None if none."""
    if scene.over is None:
        return None
    rows, cols = size
    half = np.array([[1.0, 0.0, -0.5], [0.0, 1.0, -0.5], [0.0, 0.0, 1.0]])
    plane = np.array([[1 / SIDE, 0.0, 0.5 / SIDE], [0.0, 1 / SIDE, 0.5 / SIDE], [0.0, 0.0, 1.0]])
    flags = cv2.INTER_NEAREST | cv2.WARP_INVERSE_MAP
    mask = cv2.warpPerspective(
        scene.over.astype(np.uint8), half @ homography @ plane, (cols * SIDE, rows * SIDE), flags=flags
    )
    if not mask.any():
        return None
    return np.asarray(mask.reshape(rows, SIDE, cols, SIDE).swapaxes(1, 2).reshape(-1, SIDE, SIDE) > 0)


def _masks(body: tuple[float, float], side: int) -> tuple[NDArray[np.bool_], NDArray[np.bool_], NDArray[np.bool_]]:
    steps = (np.arange(side) + 0.5) / side * 2 - 1
    x, y = np.abs(steps[None, :] / body[0]), np.abs(steps[:, None] / body[1])
    far, radius = np.maximum(x, y), np.hypot(x, y)
    ring = (far >= INNER) & (far <= OUTER) & (radius <= ROUND)
    core = far < INNER
    # Near the edge of its place a cell without gaps shows the line between cells, not its own corner.
    inside = (far <= WHOLE) & (far * max(body) <= INSIDE)
    corner = inside & (radius > CORNER)
    if np.count_nonzero(corner) < FEWEST:
        corner = inside & (radius > 1)
    return ring, core, corner
