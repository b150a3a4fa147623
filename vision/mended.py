"""Mended: what a message hides of a board, filled in with the board's own pattern.

A board comes again after each step, and so does what it lies on along its sides: hidden pixels look as those do that
are a whole number of steps away. The states of hidden cells are made up by that: whoever reads them must say so.
"""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING

import cv2
import numpy as np

from vision.homography import project

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from vision.reading import Reading

    Box = tuple[int, int, int, int]

FARTHEST = 3
"""Steps from which pixels are taken."""
FILL = 3


def fill(pixels: NDArray[np.uint8], over: NDArray[np.bool_], box: Box, board: Reading) -> None:
    """Fill the ``over``-laid pixels in a box (left, top, right, bottom) in place.

    Args:
        pixels: H×W×3.
        over: H×W, what can't be seen; nothing is taken from there.
        box: where to fill.
        board: what is around it; a grid.
    """
    left, top, right, bottom = box
    if board.kind == "wheels":  # of three meshing wheels, no whole step leads from dots to dots
        pixels[top:bottom, left:right] = np.median(pixels[top:bottom, left:right].reshape(-1, 3), axis=0)
        return
    part = np.s_[top:bottom, left:right]
    open_ = over[part].copy()
    matrix = np.array(board.homography).reshape(3, 3)
    x, y = np.meshgrid(np.arange(left, right) + 0.5, np.arange(top, bottom) + 0.5)
    plane = project(np.linalg.inv(matrix), np.column_stack([x.ravel(), y.ravel()]))
    cols, rows = (1 + max(getattr(cell, name) for cell in board.cells) for name in ("col", "row"))
    size = np.array([cols, rows])
    inside = (plane >= 0) & (plane < size)
    shown = (~over).astype(np.uint8)
    for step in _steps(max(cols, rows)):
        moved = plane + step
        # What lies beside the board goes on along that side of it.
        fits = (((moved >= 0) & (moved < size)) == inside).all(axis=1)
        if not inside.all():
            beyond = ~inside
            fits &= ~((beyond & (np.array(step) != 0)).any(axis=1) & beyond.any(axis=1))
        todo = open_ & fits.reshape(open_.shape)
        if not todo.any():
            continue
        source = (project(matrix, moved) - 0.5).astype(np.float32).reshape(*open_.shape, 2)
        todo &= cv2.remap(shown, source, None, cv2.INTER_NEAREST, borderMode=cv2.BORDER_CONSTANT) > 0
        values = cv2.remap(pixels, source, None, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        pixels[part][todo] = values[todo]
        open_ &= ~todo
    if open_.any():
        around = np.s_[max(0, top - FILL) : bottom + FILL, max(0, left - FILL) : right + FILL]
        mask = np.zeros(over.shape, np.uint8)
        mask[part] = open_.astype(np.uint8)
        pixels[around] = cv2.inpaint(pixels[around], mask[around], FILL, cv2.INPAINT_TELEA)


def _steps(longest: int) -> list[tuple[int, int]]:
    """Steps right and down, the shortest first; the longest straight ones only."""
    reach = range(-FARTHEST, FARTHEST + 1)
    near = [(x, y) for x, y in product(reach, reach) if (x, y) != (0, 0)]
    near.sort(key=lambda step: (abs(step[0]) + abs(step[1]), step))
    far = [(way * many, 0) for many in range(FARTHEST + 1, longest) for way in (-1, 1)]
    return near + far + [(0, step) for step, _ in far]
