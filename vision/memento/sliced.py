"""Sliced: whether a slice of one more line of tiles stands beside a board, as where something lies over the rest of it.

A window, a message or the picture's edge seldom ends just between two lines of tiles: it leaves a part of one. What is
left begins as the board's own tiles do: with what parts them from the next line, and with a tile's rim. Frames, the
ground and buttons do not, nor does anything that lies around the whole board.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import cv2
import numpy as np

from vision.homography import steps
from vision.middle import medians
from vision.showing import table

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from vision.reading import Reading

    Floats = NDArray[np.float32]

SIDE, DEEP, SHIFT, RIM = 32, 7, 1, 3
"""Pixels a tile is looked at with; how many of them a slice is deep; by how many it may be off; how many of it at each
end tell whether it ends there."""
LEAST, LIKE, ENDS = 2.0, 0.4, 0.7
"""What tiles begin with varies by so much (Lab), at least: what is of one tone tells nothing; shares of that by which a
place, and its ends, may be off that is one. Beside 145 whole boards nothing was below 0.55, most slices were below a
third; the ends of a frame in the tiles' own colour are at 0.8 and more."""
AROUND = 2
"""Sides beside which slices may stand, at most: more are a frame's."""


def sliced(pixels: NDArray[np.uint8], board: Reading) -> bool:
    """Whether beside a side of a board something begins as its tiles do.

    Args:
        pixels: H×W×3 BGR, the picture.
        board: what was read in it.
    """
    tiles = table(board) == 0
    if not tiles.any():
        return False
    shown, there = _canonical(pixels, board)
    found = 0
    for turns in range(4):
        seen, known = np.rot90(shown, turns), np.rot90(there, turns)[SIDE - DEEP : SIDE, SIDE:-SIDE]
        if known.all():
            found += _begins(seen, np.rot90(tiles, turns))
    return 0 < found <= AROUND


def _begins(seen: Floats, tiles: NDArray[np.bool_]) -> bool:
    """Whether some place above the board begins as its ``tiles`` do, told by their lower ends."""
    rows, cols = tiles.shape
    # As far as a slice may reach into the board, if it is off.
    first, *own = (_ends(seen, line * SIDE, cols, SHIFT * (line == 1)) for line in range(1, rows + 2))
    ends = np.stack(own)[tiles]
    look = medians(ends)
    varies = float(np.sqrt((_off(look, medians(look.reshape(-1, 3))) ** 2).mean()))  # a rim is a small part of it
    if varies < LEAST:
        return False
    for start in range(2 * SHIFT + 1):
        off = _off(first[:, start : start + DEEP], look)
        # What runs on past a tile's ends is none, however like it the middle is.
        rims = np.concatenate([off[:, :, :RIM], off[:, :, -RIM:]], axis=2)
        if ((off.mean(axis=(1, 2)) <= LIKE * varies) & (rims.mean(axis=(1, 2)) <= ENDS * varies)).any():
            return True
    return False


def _ends(seen: Floats, line: int, cols: int, more: int) -> Floats:
    """The lower ends of the cells above a ``line`` of pixels, and some ``more`` above and below them, cols×…×SIDE×3."""
    rows = seen[line - DEEP - more : line + more, SIDE:-SIDE]
    return rows.reshape(len(rows), cols, SIDE, 3).swapaxes(0, 1)


def _off(one: Floats, other: Floats) -> Floats:
    """Differences of colours, Lab."""
    return np.asarray(np.linalg.norm(one - other, axis=-1), np.float32)


def _canonical(pixels: NDArray[np.uint8], board: Reading) -> tuple[Floats, NDArray[np.bool_]]:
    """A board and one line more on each side, SIDE pixels a cell, Lab; and what of it is in the picture.

    It is reduced by areas: on what ``vision.grid.patches`` cuts out of a level of the scene thin rims of tiles come out
    each time otherwise, and two or three slices of 35 are not told.
    """
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
    back, there = cv2.WARP_INVERSE_MAP, np.ones(part.shape[:2], np.uint8)
    seen = cv2.warpPerspective(part, onto, size, flags=back | cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    there = cv2.warpPerspective(there, onto, size, flags=back | cv2.INTER_NEAREST)
    lab = cv2.cvtColor(seen.astype(np.float32) / np.float32(255), cv2.COLOR_BGR2LAB)
    return np.asarray(lab, np.float32), there > 0
