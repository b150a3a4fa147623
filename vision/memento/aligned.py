"""Aligned: the lattice of a board moved so that its tiles are most alike.

Frames and rims have edges of their own beside the lines, so those that edges tell may be off by a tenth of a cell at an
end. All tiles are one picture: where the lines are right, each shows it at the same spot.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import cv2
import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from vision.memento.axis import Axis

SIDE = 32  # pixels a side a cell is reduced to
REACH = 4  # of them by which a lattice may be off at its ends
ALONG = 4  # pixels along a line that are taken together
GAIN = 0.04  # share by which tiles are more alike, at least, for each pixel that an end of the lattice is moved
LEAST = 0.5  # Lab: differences below this say nothing


def aligned(pixels: NDArray[np.uint8], x: Axis, y: Axis, covered: NDArray[np.bool_]) -> tuple[Axis, Axis]:
    """The lattice with these lines, moved so that its tiles are most alike.

    Args:
        pixels: H×W×3, the picture.
        x: its upright lines.
        y: its level ones.
        covered: rows×cols, True where a tile was read; one at least.
    """
    wide = _wide(pixels, x, y)
    return _moved(wide.transpose(1, 0, 2), covered.T, x), _moved(wide, covered, y)


def _wide(pixels: NDArray[np.uint8], x: Axis, y: Axis) -> NDArray[np.float32]:
    """A board and ``REACH`` pixels around it in Lab; a cell is ``SIDE`` pixels a side; beyond the picture its rim."""
    spans = []
    for axis, length in ((y, pixels.shape[0]), (x, pixels.shape[1])):
        rim = axis.pitch * REACH / SIDE
        first, last = round(axis.origin - rim), round(axis.end + rim)
        spans.append((first, last, max(0, -first), max(0, last - length)))
    (top, bottom, above, below), (left, right, before, after) = spans
    part = pixels[max(0, top) : bottom, max(0, left) : right]
    if above or below or before or after:
        part = cv2.copyMakeBorder(part, above, below, before, after, cv2.BORDER_REPLICATE)
    size = (x.count * SIDE + 2 * REACH, y.count * SIDE + 2 * REACH)
    small = cv2.resize(part, size, interpolation=cv2.INTER_AREA)
    return np.asarray(
        cv2.cvtColor(np.multiply(small, np.float32(1 / 255), dtype=np.float32), cv2.COLOR_BGR2LAB), np.float32
    )


def _moved(wide: NDArray[np.float32], covered: NDArray[np.bool_], axis: Axis) -> Axis:
    """The level lines of a lattice moved by as much as its first tiles, and its last ones, ask for."""
    rows, _ = np.nonzero(covered)
    top, bottom = int(rows.min()), int(rows.max())
    if top == bottom:
        return axis  # one row is alike wherever its lines are
    steps = np.arange(-REACH, REACH + 1)
    sums, squares = _shown(wide, covered)
    first, last = (one.ravel() for one in np.meshgrid(steps, steps, indexing="ij"))
    steep = (last - first) / (bottom - top)
    ends = first - top * steep, last + (len(covered) - 1 - bottom) * steep
    near = np.maximum(abs(ends[0]), abs(ends[1])) <= REACH
    first, last = first[near], last[near]
    lines = np.arange(top, bottom + 1)
    share = (lines - top) / (bottom - top)
    shift = REACH + np.rint(first[:, None] + (last - first)[:, None] * share).astype(int)
    mean = sums[lines, shift].sum(1) / len(rows)
    spread = (squares[lines, shift].sum(1) / len(rows) - np.einsum("ij,ij->i", mean, mean)) / mean.shape[1]
    apart = np.sqrt(np.maximum(spread, 0) + LEAST**2) * (1 + GAIN * (abs(first) + abs(last)))
    best = int(apart.argmin())
    moved, step = (float(one) * axis.pitch / SIDE for one in (first[best], (last[best] - first[best]) / (bottom - top)))
    return replace(axis, origin=axis.origin + moved - top * step, pitch=axis.pitch + step)


def _shown(wide: NDArray[np.float32], covered: NDArray[np.bool_]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """What the tiles of each row of cells show where its lines are, and up to ``REACH`` pixels above and below.

    Returns:
        Rows×steps×d, the sums of what its tiles show; rows×steps, the sums of their squares.
    """
    each, steps = SIDE // ALONG, 2 * REACH + 1
    columns = np.einsum("ijkl->ijl", wide[:, REACH:-REACH].reshape(len(wide), -1, ALONG, 3)).astype(np.float64) / ALONG
    columns -= columns.mean((0, 1))
    columns = columns.reshape(len(wide), -1, 3 * each)
    sums = np.zeros((len(covered), steps, SIDE * 3 * each))
    squares = np.zeros((len(covered), steps))
    for row in np.flatnonzero(covered.any(1)).tolist():
        tiles = columns[SIDE * row : SIDE * (row + 1) + 2 * REACH, covered[row]]
        total, square = tiles.sum(1), np.einsum("ijk,ijk->i", tiles, tiles)
        for step in range(steps):
            sums[row, step] = total[step : step + SIDE].ravel()
            squares[row, step] = square[step : step + SIDE].sum()
    return sums, squares
