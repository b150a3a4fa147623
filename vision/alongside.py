"""Alongside: whether a straight edge runs along a side of a board and on past its corners.

So does the edge of a window or a message that lies over outer lines, wherever that falls between two lines of cells.
The frame of a board turns at its corners, and what runs past them on both sides is a band that the board lies on. An
edge that is seen past the corners alone is of the scenery.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import cv2
import numpy as np

from vision.homography import project, steps
from vision.memento.marks import flanked
from vision.share import share
from vision.streaks import streaks

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from vision.reading import Reading

    Floats = NDArray[np.float64]
    Corners = list[NDArray[np.bool_] | None]

INTO, SHALLOW, OUT = 0.4, 0.12, 0.2
"""Cells from the side, into the board and out of it, in which the edge may lie, with all pixels that it takes; into it,
from where it must be seen between the corners, too."""
AT = -0.07, 0.11
"""Cells from a side, into the board and out of it, within which an edge is at it."""
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
FIRST = 2, 0
"""The first of the two sides that lines across x, and across y, lie at, as ``flanked`` tells these."""
PLANKS = 2
"""Edges of a ground that run behind a board, at least."""
GAP, WIDER, NEXT = 0.2, 2, 3
"""Cells around a line of the lattice where its gap is looked for; pixels by which the ground between a board and an
edge is wider than that, where no line of cells can begin before the edge; pixels that an edge takes."""


def alongside(pixels: NDArray[np.uint8], board: Reading) -> bool:
    """Whether an edge runs on past the corners of one side of a board, but not of the opposite one.

    Behind a board lies scenery, and beside it cards and buttons, with edges of their own: it must run past both
    corners, if both are seen, in one line, far past one of them, and from each corner on. At tiles it must be seen
    between the corners, too, wherever it is. A side with buttons right beside it is no other thing's; nor does an edge
    hide a line where more of the ground lies before it than fills a gap, so that the line would have begun. Where
    several others run behind the board it is one of the ground's.

    Args:
        pixels: H×W×3 BGR, the picture.
        board: what was read in it.
    """
    rows, cols = board.size
    matrix = np.array(board.homography).reshape(3, 3)
    pixels_a_cell = steps(matrix, board.size)
    tiles = board.kind == "memento"
    for axis, (across, along) in enumerate(((cols, rows), (rows, cols))):
        out = np.arange(-INTO, OUT + NEXT / pixels_a_cell[axis], 1 / pixels_a_cell[axis])  # of neighbouring pixels
        sought = (out[1:-1] < -SHALLOW) | tiles
        ends = [(lines, _corners(pixels, matrix, axis, lines, along, sought=sought)) for lines in (-out, across + out)]
        passed = _differ([edges for _, edges in ends])
        if passed is None or (tiles and FIRST[axis] + passed in flanked(pixels, board)):
            continue
        near: list[Corners] = []
        for lines, both in ends:
            hiding = ~_apart(pixels, matrix, axis, lines, (across, along))
            near.append([None if edges is None else edges & hiding for edges in both])
        if _differ(near) is not None and not _lined(pixels, matrix, axis, (across, along), out[1] - out[0]):
            return True
    return False


def _lined(pixels: NDArray[np.uint8], matrix: Floats, axis: int, size: tuple[int, int], step: float) -> bool:
    """Whether several edges run past both sides of a board where its cells are: they are the ground's, as of planks.

    ``size`` is in cells across the lines and along them, a ``step`` those that a pixel takes.
    """
    across, along = size
    lines = np.arange(INTO, across - INTO, step)
    if len(lines) <= 2 * NEXT:
        return False
    through = _through(pixels, matrix, axis, lines, (-PAST[0], along + PAST[0]))
    return through is not None and int(np.count_nonzero(np.diff(through.astype(np.int8), prepend=0) == 1)) >= PLANKS


def _through(
    pixels: NDArray[np.uint8], matrix: Floats, axis: int, lines: Floats, past: tuple[Floats, Floats]
) -> NDArray[np.bool_] | None:
    """At which of the ``lines`` an edge lies ``past`` both corners, in one line; None where the picture ends."""
    first, last = (_edges(pixels, matrix, axis, lines, places) for places in past)
    if first is None or last is None:
        return None
    return np.logical_and(_widened(first), _widened(last))


def _widened(edges: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Lines at which an edge lies, or beside one of these: what is one edge may fall otherwise between the pixels."""
    return np.asarray(cv2.dilate(edges.astype(np.uint8), np.ones((NEXT, 1), np.uint8)).ravel() > 0)


def crossed(pixels: NDArray[np.uint8], board: Reading, side: int) -> bool:
    """Whether an edge lies at a side of a board, or a little off it, and runs on past both corners.

    Args:
        pixels: H×W×3 BGR, the picture.
        board: what was read in it.
        side: 0 for the left one, 1 for the right one, 2 above and 3 below.
    """
    rows, cols = board.size
    matrix = np.array(board.homography).reshape(3, 3)
    axis, last = divmod(side, 2)
    across, along = (rows, cols) if axis else (cols, rows)
    step = 1 / steps(matrix, board.size)[axis]  # cells a pixel
    out = np.arange(-OUT, OUT + NEXT * step, step)
    lines = across + out if last else -out
    through = _through(pixels, matrix, axis, lines, (-PAST[-1], along + PAST[-1]))
    near = (out[1:-1] >= AT[0]) & (out[1:-1] <= AT[1])
    return through is not None and bool(through[near].any())


def _differ(sides: list[Corners]) -> int | None:
    """On which of two opposite sides edges run past the corners, as they don't on the other; None where neither."""
    passed = [_straight(lines) for lines in sides]
    return passed.index(True) if passed[0] != passed[1] else None


def _straight(both: Corners) -> bool:
    """Whether edges run past all corners of a side that are seen, in one line."""
    past = [_widened(edges) for edges in both if edges is not None]
    return bool(past) and bool(np.logical_and.reduce(past).any())


def _corners(
    pixels: NDArray[np.uint8],
    matrix: Floats,
    axis: int,
    lines: Floats,
    along: int,
    *,
    sought: NDArray[np.bool_],
) -> Corners:
    """At which of some lines an edge runs past either corner of a side; None where the picture ends there.

    It must be seen right past each corner, too, where a frame would lie over the scenery.

    Args:
        pixels: the picture.
        matrix: from the board's plane to it.
        axis: which the lines cross, 0 for x and 1 for y.
        lines: where they do, a pixel apart, outwards.
        along: cells along the side.
        sought: at which lines it must be seen between the corners, too: what is behind the board has edges of its own,
            and so have cells.
    """
    places = -PAST, along + PAST
    past = [_past(pixels, matrix, axis, lines, some) for some in places]
    seen = [edges for edges in past if edges is not None]
    found = np.logical_or.reduce(seen) if seen else np.zeros(len(sought), np.bool_)
    if not found.any() or (beside := _changes(pixels, matrix, axis, lines, along * BESIDE)) is None:
        return past
    there = ~sought | (cv2.dilate(beside, np.ones(3, np.uint8)).ravel() >= HALF)
    there &= found
    near = [_edges(pixels, matrix, axis, lines, some[-1]) for some in places]
    return [None if edges is None else edges & there for edges in near]


def _apart(
    pixels: NDArray[np.uint8], matrix: Floats, axis: int, lines: Floats, size: tuple[int, int]
) -> NDArray[np.bool_]:
    """At which of the ``lines`` an edge lies past more of the ground than fills any gap, as ``_edges`` counts them."""
    across, along = size
    step = abs(lines[1] - lines[0])
    near = np.arange(-GAP, GAP, step)
    gap = max(streaks(_ground(pixels, matrix, axis, line + near, along)).max() for line in range(1, across))
    before = np.append(np.zeros(NEXT, np.int64), streaks(_ground(pixels, matrix, axis, lines, along)))
    return np.asarray(np.lib.stride_tricks.sliding_window_view(before[:-1], NEXT + 2).max(axis=1) >= gap + WIDER)


def _ground(pixels: NDArray[np.uint8], matrix: Floats, axis: int, lines: Floats, along: int) -> NDArray[np.bool_]:
    """Which of some lines show, between the corners of a side, what they show past one of these."""
    found = np.zeros(len(lines), np.bool_)
    beside = _shown(pixels, matrix, axis, lines, along * BESIDE)
    if beside is None:
        return found
    for places in (*-PAST, *(along + PAST)):
        if (past := _shown(pixels, matrix, axis, lines, places)) is not None:
            found |= (np.linalg.norm(beside - np.median(past, axis=0), axis=2) < LEAST).mean(axis=0) >= ALONG
    return found


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
    lab = _shown(pixels, matrix, axis, lines, places)
    if lab is None:
        return None
    steps = np.linalg.norm(np.diff(lab, axis=1), axis=2) >= LEAST
    return np.asarray((steps[:, 1:] | steps[:, :-1]).mean(axis=0))


def _shown(
    pixels: NDArray[np.uint8], matrix: Floats, axis: int, lines: Floats, places: Floats
) -> NDArray[np.float32] | None:
    """What is seen at the ``places`` along each of the ``lines``, places×lines×3, Lab; None where too few are seen."""
    points = np.empty((len(places), len(lines), 2))
    points[..., axis], points[..., 1 - axis] = lines, places[:, None]
    shown = np.rint(project(matrix, points.reshape(-1, 2))).astype(np.int64).reshape(points.shape)
    height, width = pixels.shape[:2]
    inside = np.asarray(((shown >= 0) & (shown < (width, height))).all(axis=(1, 2)))
    if share(inside) < SEEN:
        return None
    x, y = shown[inside].transpose(2, 0, 1)
    return np.asarray(cv2.cvtColor(pixels[y, x].astype(np.float32) / np.float32(255), cv2.COLOR_BGR2LAB), np.float32)
