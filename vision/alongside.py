"""Alongside: whether a straight edge runs along a side of a board and on past its corners.

So does the edge of a window or a message that lies over outer lines, wherever that falls between two lines of cells.
The frame of a board turns at its corners, and what runs past them on both sides is a band that the board lies on. An
edge that is seen past the corners alone is of the scenery behind tiles.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import cv2
import numpy as np

from vision.homography import project, project_few
from vision.share import share

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from vision.reading import Reading

    Floats = NDArray[np.float64]

INTO, OUT = 0.12, 0.2
"""Cells from the side, into the board and out of it, in which the edge may lie."""
PAST = np.array([np.linspace(*ends, 12) for ends in ((0.6, 1.2), (0.25, 0.6), (0.03, 0.1))])
"""Cells past a corner at which it is looked for, where frames so near to a board have ended; and, where the picture
ends before, right next to the corner."""
BESIDE = np.linspace(0.02, 0.98, 40)
"""Parts of a side between its corners at which the edge is looked for."""
LEAST, ALONG, HALF = 3.0, 0.85, 0.5
"""Difference (Lab) of neighbouring pixels across an edge, or a line; share of the places past a corner, and of those
between corners, that show it."""
SEEN = 0.6
"""Share of these that must be in the picture."""
GRAIN = 0.5
"""Share of the places up to which half of the lines may show as much: in noise, and in textures, more of them do."""


def alongside(pixels: NDArray[np.uint8], board: Reading) -> bool:
    """Whether an edge runs on past a corner of one side of a board, but past none, or not the same, of the opposite.

    Behind tiles lies scenery with edges of its own: there it runs past both corners, if both are seen, and past none of
    the opposite side.

    Args:
        pixels: H×W×3 BGR, the picture.
        board: what was read in it.
    """
    rows, cols = board.size
    matrix = np.array(board.homography).reshape(3, 3)
    origin, right, below = np.array(project_few(matrix, [(0, 0), (cols, 0), (0, rows)]))
    steps = float(np.hypot(*(right - origin))) / cols, float(np.hypot(*(below - origin))) / rows
    tiles = board.kind == "memento"
    for axis, (across, along) in enumerate(((cols, rows), (rows, cols))):
        out = np.arange(-INTO, OUT + 3 / steps[axis], 1 / steps[axis])  # of neighbouring pixels
        sides = [_corners(pixels, matrix, axis, lines, along, scenery=tiles) for lines in (-out, across + out)]
        passed = [True in corners and not (tiles and False in corners) for corners in sides]
        at_one = any({one, other} == {True, False} for one, other in zip(*sides, strict=True))
        if passed[0] != passed[1] or (at_one and not tiles):
            return True
    return False


def _corners(
    pixels: NDArray[np.uint8], matrix: Floats, axis: int, lines: Floats, along: int, *, scenery: bool
) -> list[bool | None]:
    """Whether an edge at one of some lines runs past either corner of a side; None where the picture ends there.

    Args:
        pixels: the picture.
        matrix: from the board's plane to it.
        axis: which the lines cross, 0 for x and 1 for y.
        lines: where they do, a pixel apart.
        along: cells along the side.
        scenery: whether it must be seen between the corners, too, since what is behind the board has edges of its own.
    """
    past = [_past(pixels, matrix, axis, lines, places) for places in (-PAST, along + PAST)]
    found = any(edges is not None and edges.any() for edges in past)
    if scenery and found and (beside := _changes(pixels, matrix, axis, lines, along * BESIDE)) is not None:
        there = cv2.dilate(beside, np.ones(3, np.uint8)).ravel() >= HALF
        past = [None if edges is None else edges & there for edges in past]
    return [None if edges is None else bool(edges.any()) for edges in past]


def _past(
    pixels: NDArray[np.uint8], matrix: Floats, axis: int, lines: Floats, places: Floats
) -> NDArray[np.bool_] | None:
    """Which of some lines an edge lies at past a corner, at ``PAST`` places; None where the picture ends."""
    *far, near = places
    seen = [edges for some in far if (edges := _edges(pixels, matrix, axis, lines, some)) is not None]
    return np.logical_or.reduce(seen) if seen else _edges(pixels, matrix, axis, lines, near)


def _edges(
    pixels: NDArray[np.uint8], matrix: Floats, axis: int, lines: Floats, places: Floats
) -> NDArray[np.bool_] | None:
    """At which of the ``lines`` pixels differ, or at the next, at most ``places`` along them; None where unseen."""
    found = _changes(pixels, matrix, axis, lines, places)
    return None if found is None else np.asarray((found >= ALONG) & (np.median(found) <= GRAIN))


def _changes(pixels: NDArray[np.uint8], matrix: Floats, axis: int, lines: Floats, places: Floats) -> Floats | None:
    """Share of the ``places`` along each of the ``lines`` where pixels differ there or at the next; None if unseen."""
    points = np.empty((len(places), len(lines), 2))
    points[..., axis], points[..., 1 - axis] = lines, places[:, None]
    shown = np.rint(project(matrix, points.reshape(-1, 2))).astype(np.int64).reshape(points.shape)
    height, width = pixels.shape[:2]
    inside = np.asarray(((shown >= 0) & (shown < (width, height))).all(axis=(1, 2)))
    if share(inside) < SEEN:
        return None
    x, y = shown[inside].transpose(2, 0, 1)
    lab = cv2.cvtColor(pixels[y, x].astype(np.float32) / np.float32(255), cv2.COLOR_BGR2LAB)
    steps = np.linalg.norm(np.diff(lab, axis=1), axis=2) >= LEAST
    return np.asarray((steps[:, 1:] | steps[:, :-1]).mean(axis=0))
