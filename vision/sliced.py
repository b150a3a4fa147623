"""Sliced: whether a slice of one more line of cells stands beside a board, as where something lies over the rest of it.

A window, a message or the picture's edge seldom ends just between two lines of cells: it leaves a part of one. What is
left begins as the board's own cells do: with what parts it from the next line, and with a cell's rim. Frames, the ground
and buttons do not, nor does anything that lies around the whole board.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import cv2
import numpy as np

from vision.homography import steps
from vision.middle import medians

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from vision.reading import Reading

    Floats = NDArray[np.float32]

SIDE, DEEP, SHIFT = 32, 7, 1
"""Pixels a cell is looked at with; how many of them a slice is deep; by how many it may be off."""
NEAR, USUAL, LESS = 3.0, 1.5, 0.6
"""Lab: a place this near to what cells begin with is one, or this many times as far as these are from each other; and
the share of how much that varies that both must be below: what is of one tone, or each time another, tells nothing."""
AROUND = 2
"""Sides beside which slices may stand, at most: more are a frame's."""
BLANK = -1


def sliced(pixels: NDArray[np.uint8], board: Reading) -> bool:
    """Whether beside a side of a grid, or of tiles over a picture, something begins as its cells do.

    Args:
        pixels: H×W×3 BGR, the picture.
        board: what was read in it.
    """
    states = np.full(board.size, BLANK)
    for cell in board.cells:
        states[cell.row, cell.col] = cell.state
    if board.kind == "memento":
        states[states == 1] = BLANK  # each of these shows another part of the picture
    shown, there = _canonical(pixels, board)
    found = 0
    for turns in range(4):
        seen, known = np.rot90(shown, turns), np.rot90(there, turns)[SIDE - DEEP : SIDE, SIDE:-SIDE]
        if known.all():
            found += _begins(seen, np.rot90(states, turns))
    return 0 < found <= AROUND


def _begins(seen: Floats, states: NDArray[np.int64]) -> bool:
    """Whether a place above the board begins as cells do: those of some state, told by their lower ends."""
    rows, cols = states.shape
    lines = seen[: (rows + 1) * SIDE, SIDE:-SIDE].reshape(rows + 1, SIDE, cols, SIDE, 3).transpose(0, 2, 1, 3, 4)
    ends = lines[:, :, SIDE - DEEP - SHIFT :]
    beside, own = ends[0], ends[1:]
    for state in np.unique(states[states != BLANK]).tolist():
        cells = own[states == state][:, SHIFT:]
        look = medians(cells)
        varies = _off(look, medians(look.reshape(-1, 3))).mean()
        usual = float(_off(cells, look).mean(axis=(1, 2)).max())
        most = LESS * float(varies)
        near = min(max(NEAR, USUAL * usual), most) if usual <= most else 0.0
        if any((off <= near).any() for off in _shifted(beside, look)):
            return True
    return False


def _shifted(beside: Floats, look: Floats) -> Iterator[Floats]:
    """How far (Lab) each of some places, N×(DEEP+SHIFT)×SIDE×3, is from a look, DEEP×SIDE×3, at each shift; N."""
    yield _off(beside[:, SHIFT:], look).mean(axis=(1, 2))
    yield _off(beside[:, :-SHIFT], look).mean(axis=(1, 2))
    yield _off(beside[:, 2 * SHIFT :], look[:-SHIFT]).mean(axis=(1, 2))


def _off(one: Floats, other: Floats) -> Floats:
    """Differences of colours, Lab."""
    return np.asarray(np.linalg.norm(one - other, axis=-1), np.float32)


def _canonical(pixels: NDArray[np.uint8], board: Reading) -> tuple[Floats, NDArray[np.bool_]]:
    """A board and one line more on each side, SIDE pixels a cell, Lab; and what of it is in the picture."""
    rows, cols = board.size
    matrix = np.array(board.homography).reshape(3, 3)
    corners = np.array([[-1, -1], [cols + 1, -1], [cols + 1, rows + 1], [-1, rows + 1]], np.float64)
    mapped = cv2.perspectiveTransform(corners[None], matrix)[0]
    height, width = pixels.shape[:2]
    low = np.clip(np.floor(mapped.min(axis=0)).astype(int), 0, (width - 1, height - 1))
    high = np.clip(np.ceil(mapped.max(axis=0)).astype(int) + 1, low + 1, (width, height))
    part = pixels[low[1] : high[1], low[0] : high[0]]
    scale = min(1.0, SIDE / min(steps(matrix, board.size)))
    if scale < 1:
        part = cv2.resize(part, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    scales = np.array(part.shape[1::-1]) / (high - low)
    to_part = np.diag([*scales, 1.0]) @ np.array([[1.0, 0, -low[0] + 0.5], [0, 1, -low[1] + 0.5], [0, 0, 1]])
    to_part[:2, 2] -= 0.5
    cell = np.array([[1 / SIDE, 0, 0.5 / SIDE - 1], [0, 1 / SIDE, 0.5 / SIDE - 1], [0, 0, 1]])
    onto = to_part @ matrix @ cell
    size = (cols + 2) * SIDE, (rows + 2) * SIDE
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    seen = cv2.warpPerspective(part, onto, size, flags=flags, borderMode=cv2.BORDER_REPLICATE)
    there = cv2.warpPerspective(np.ones(part.shape[:2], np.uint8), onto, size, flags=cv2.INTER_NEAREST | flags)
    lab = cv2.cvtColor(seen.astype(np.float32) / np.float32(255), cv2.COLOR_BGR2LAB)
    return np.asarray(lab, np.float32), there > 0
