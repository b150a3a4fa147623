"""Mended: what lies below a message: what shines through, and the rest filled in with the board's own pattern.

A board comes again after each step, and so does what it lies on along its sides: hidden pixels look as those do that
are a whole number of steps away. The states of hidden cells are made up by that: whoever reads them must say so.
"""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING

import cv2
import numpy as np

from vision.homography import project
from vision.mixture import RANGE

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from vision.message import Message
    from vision.reading import Reading

    Box = tuple[int, int, int, int]

FARTHEST = 3
"""Steps from which pixels are taken."""
FILL = 3
LINE = 512


def take_off(pixels: NDArray[np.uint8], over: NDArray[np.uint8], message: Message) -> None:
    """Take a message off through which something shines, in place; ``over`` is set where nothing can be restored."""
    left, top, right, bottom = message.box
    part = np.s_[top:bottom, left:right]
    below = (pixels[part] - message.mixture.shift) / np.float32(message.mixture.share)
    words = ((below < -RANGE) | (below > 255 + RANGE)).any(axis=2)
    hidden = cv2.dilate(np.asarray(words, np.uint8), np.ones((3, 3), np.uint8))
    # A picture that was scaled is mixed at the border.
    hidden[:1], hidden[-1:], hidden[:, :1], hidden[:, -1:] = 1, 1, 1, 1
    pixels[part] = np.clip(np.rint(below), 0, 255).astype(np.uint8)
    over[part] |= hidden
    around = np.s_[max(0, top - FILL) : bottom + FILL, max(0, left - FILL) : right + FILL]
    mask = np.zeros_like(over)
    mask[part] = hidden
    pixels[around] = cv2.inpaint(pixels[around], mask[around], FILL, cv2.INPAINT_TELEA)


def fill(pixels: NDArray[np.uint8], over: NDArray[np.bool_], box: Box, board: Reading) -> None:
    """Fill the ``over``-laid pixels in a box (left, top, right, bottom) in place.

    Args:
        pixels: H×W×3.
        over: H×W, what can't be seen; nothing is taken from there.
        box: where to fill.
        board: what is around it; a grid.
    """
    left, top, right, bottom = box
    if board.kind == "heresy":  # no glyph follows from another; panels are read past what is hidden
        return
    if board.kind == "wheels":  # of three meshing wheels, no whole step leads from dots to dots
        pixels[top:bottom, left:right] = np.median(pixels[top:bottom, left:right].reshape(-1, 3), axis=0)
        return
    matrix = np.array(board.homography).reshape(3, 3)
    rows_of, cols_of = np.nonzero(over[top:bottom, left:right])
    at = np.column_stack([cols_of + left, rows_of + top])  # pixels yet to be filled, x and y
    plane = project(np.linalg.inv(matrix), (at + 0.5).astype(np.float64))
    rows, cols = board.size
    size = np.array([cols, rows])
    shown = (~over).astype(np.uint8)
    for step in _steps(max(cols, rows)):
        if not len(at):
            return
        fits = np.flatnonzero(_fits(plane, step, size))
        if not len(fits):
            continue
        source = (project(matrix, plane[fits] + step) - 0.5).astype(np.float32)
        seen = _taken(shown, source, cv2.INTER_NEAREST) > 0
        fits = fits[seen]
        if not len(fits):
            continue
        pixels[at[fits, 1], at[fits, 0]] = _taken(pixels, source[seen], cv2.INTER_LINEAR)
        at, plane = np.delete(at, fits, axis=0), np.delete(plane, fits, axis=0)
    if len(at):
        around = np.s_[max(0, top - FILL) : bottom + FILL, max(0, left - FILL) : right + FILL]
        mask = np.zeros(over.shape, np.uint8)
        mask[at[:, 1], at[:, 0]] = 1
        pixels[around] = cv2.inpaint(pixels[around], mask[around], FILL, cv2.INPAINT_TELEA)


def _fits(plane: NDArray[np.float64], step: tuple[int, int], size: NDArray[np.intp]) -> NDArray[np.bool_]:
    """Which places (N×2) a step leaves on the board of a ``size``; what lies beside it goes on along that side."""
    fits = np.ones(len(plane), np.bool_)
    for axis in (0, 1):
        inside = (plane[:, axis] >= 0) & (plane[:, axis] < size[axis])
        moved = plane[:, axis] + step[axis]
        fits &= inside & (moved >= 0) & (moved < size[axis]) if step[axis] else True
    return fits


def _taken(picture: NDArray[np.uint8], source: NDArray[np.float32], way: int) -> NDArray[np.uint8]:
    """What a picture (H×W or H×W×3) shows at N places (N×2); black outside of it."""
    many = len(source)
    table = np.full((-(-many // LINE) * LINE, 2), -2.0, np.float32)  # a map may not be wider than 32767
    table[:many] = source
    got = cv2.remap(picture, table.reshape(-1, LINE, 2), None, way, borderMode=cv2.BORDER_CONSTANT)
    return np.asarray(got.reshape(-1, *picture.shape[2:])[:many], np.uint8)


def _steps(longest: int) -> list[tuple[int, int]]:
    """Steps right and down, the shortest first; the longest straight ones only."""
    reach = range(-FARTHEST, FARTHEST + 1)
    near = [(x, y) for x, y in product(reach, reach) if (x, y) != (0, 0)]
    near.sort(key=lambda step: (abs(step[0]) + abs(step[1]), step))
    far = [(way * many, 0) for many in range(FARTHEST + 1, longest) for way in (-1, 1)]
    return near + far + [(0, step) for step, _ in far]
