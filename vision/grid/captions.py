"""Captions: small writing in large cells, of which the views that cells are read and labels are sought on show little.

Rooms, pads, lockers and keys have a number or a word in one corner or along one side. It is looked for in the picture
as it is: a few cells of each state, each against another one. Cells of a game hold the same, or nothing.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import cv2
import numpy as np

from vision.grid.content import gradients
from vision.middle import median

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from vision.grid.cells import Cells
    from vision.scene import Scene

    Box = tuple[int, int, int, int]

SMALLEST, SIDE = 40, 96
"""Pixels along a cell's body, at least; along a cell of the view that is looked at, at least where it is no smaller."""
TURNED = 0.02
"""Steps sideways for each step along, at most."""
INNER, ROUND, ROUNDEST, DISC, POINTED = 0.9, 0.66, 0.9, 0.785, 0.7
"""Share of a cell's body, along each side, that is looked at: its outline is not, nor are the corners beside a round
one; share of its box that such a one fills, at most; and that a disc does: leaves and stars, which fill less, leave
more of the ground; and that shapes do whose points reach into what is beneath them, at most."""
WIDE, ROOM = 0.25, 10
"""Share of a step, and pixels, from one cell's body down to the next one's, at least, where a line of writing may
stand."""
BESIDE = 0.5, 0.25
"""Steps beside a board that show what its ground is like; the first that the picture has room for."""
ENOUGH, FEWEST = 6, 3
"""Cells of a state that are looked at, at most and at least."""
STROKE, NOISE = 16, 12.0
"""Levels by which writing differs from what is around it; levels for each Lab of noise."""
STRONG = 0.5
"""Share of the strongest edges by which writing differs from a ground that has edges, too."""
LEAST, SHARE, SHIFT = 4, 0.02, 0.06
"""Pixels by which two are unlike, at least; share of the pixels of a line; share of a cell by which the same may stand
elsewhere in it."""
LOW, SMALL = 0.5, 4
"""Share of a cell's height that a line of writing takes, at most; pixels that it has, up and down."""
LEVEL = 0.1
"""Share of the room beneath a cell by which lines of writing there are higher or lower, at most: some letters are."""
SLANTED, SLANTED_BENEATH = 0.315, 0.25
"""Share of the strokes that run neither level nor upright, in half of the cells: less in diagrams; and beneath cells,
where nothing is drawn."""
MANY = 0.6
"""Share of the cells that hold writing, and of the pairs of them that hold other writing."""
AROUND, NEARBY = np.array([[0, 1, 0], [1, 1, 1], [0, 1, 0]], np.uint8), np.ones((3, 3), np.uint8)


def captioned(scene: Scene, one: Cells) -> bool | None:
    """Whether in most cells of a state something small is written, another in each, or beneath most cells.

    Some of them are looked at. None where they are too small for that, or askew, and nothing is written beneath them:
    ``vision.grid.labels`` knows how to look at these.
    """
    (right, aslant, _), (askew, down, _), _ = (one.homography / one.homography[2, 2]).tolist()
    body = one.grid.body
    if abs(askew) > TURNED * right or abs(aslant) > TURNED * down:
        return None
    level = max(0, math.floor(math.log2(max(1.0, min(right, down) / SIDE))))
    finer = max(0, level - 1)  # there stand words, of which a letter or two may differ
    if 1 - body[1] >= WIDE and (1 - body[1]) * down * 0.5**finer >= ROOM and _beneath(scene, one, finer):
        return True
    if min(right * body[0], down * body[1]) < SMALLEST:
        return None
    for state in range(one.states.count):
        own = np.flatnonzero((one.states.labels == state) & ~one.marred)
        if len(own) < FEWEST:
            continue
        fill = one.grid.filled(own)
        inner = ROUND * min(1.0, fill / DISC) if fill < ROUNDEST else INNER
        cells = _cut(scene, one, np.divmod(_some(own), one.grid.cols), level, (body[0] * inner, body[1] * inner))
        least = max(STROKE, int(NOISE * median(one.spread[own])))
        if len(cells) >= FEWEST and _written(cells, least, LOW * INNER / inner):
            return True
    return False


def _beneath(scene: Scene, one: Cells, level: int) -> bool:
    """Whether something is written beneath most cells, at one height, another in each, but nothing beside the board."""
    # Those of one state: light and shadows, which may reach so far, are the same then.
    alike = one.states.labels == np.bincount(one.states.labels).argmax()
    row, col = np.divmod(_some(np.flatnonzero(alike & ~one.marred)), one.grid.cols)
    share = 1.0, (1 - one.grid.body[1]) * (ROUND if one.grid.filled() < POINTED else INNER)
    cells = _cut(scene, one, (row + 0.5, col), level, share)
    if len(cells) < FEWEST:
        return False
    # What just as well stands beside the board is no writing, but the ground's.
    rows = np.arange(one.grid.rows) + 0.5
    for wide in BESIDE:
        ends = -0.5 - wide / 2, one.grid.cols - 0.5 + wide / 2
        cut = (_cut(scene, one, (rows, np.array(end)), level, (wide, share[1])) for end in ends)
        if sides := [side for side in cut if side]:
            break
    # Writing stands out more than the grain of what it is on.
    strongest = median(np.array([float(_steep(cell).max()) for cell in cells]))
    for least in sorted({STROKE, max(STROKE, int(STRONG * strongest))}):
        if _written(cells, least, 1.0, SLANTED_BENEATH, level=True):
            return not sides or not all(_written(side, least, 1.0, SLANTED_BENEATH) for side in sides)
    return False


def _some(cells: NDArray[np.intp]) -> NDArray[np.intp]:
    """A few of many, evenly."""
    few = min(ENOUGH, len(cells))
    return cells[np.arange(few) * (len(cells) - 1) // max(1, few - 1)]


def _cut(
    scene: Scene, one: Cells, places: tuple[NDArray[np.generic], ...], level: int, share: tuple[float, float]
) -> list[NDArray[np.uint8]]:
    """What is seen in the middle of some ``places`` (rows, columns): a ``share`` of a step across and down.

    Only those that are all in the picture at this ``level``.
    """
    (right, aslant, left), (askew, down, top), _ = (one.homography / one.homography[2, 2]).tolist()
    scale, picture = 0.5**level, scene.level(level)
    width, height = int(right * share[0] * scale), int(down * share[1] * scale)
    row, col = (np.asarray(place, np.float64) for place in np.broadcast_arrays(*places))
    x = np.rint((left + (col + 0.5) * right + (row + 0.5) * aslant) * scale - width / 2).astype(int).tolist()
    y = np.rint((top + (row + 0.5) * down + (col + 0.5) * askew) * scale - height / 2).astype(int).tolist()
    cells = [picture[b : b + height, a : a + width] for a, b in zip(x, y, strict=True) if min(a, b) >= 0]
    return [cell for cell in cells if cell.shape[:2] == (height, width)]


def _written(
    cells: list[NDArray[np.uint8]], least: int, low: float, aslant: float = SLANTED, *, level: bool = False
) -> bool:
    """Whether most of these cells are plain but for lines of something small, as ``_lines`` tells, others in each.

    ``level`` ones stand whole in their cells, at one height in most: names do, but not what the ground shows.
    """
    written: list[tuple[NDArray[np.uint8], list[Box]]] = []
    for place, cell in enumerate(cells):
        lines = [line for line in _lines(cell, least, low) if not (level and _cut_off(line, cell))]
        written += [(cell, lines)] if lines else []
        if len(written) + len(cells) - place - 1 < max(FEWEST, MANY * len(cells)):
            return False
    if level and _abreast([lines for _, lines in written], len(cells[0])) < MANY * len(cells):
        return False
    slants = [max(_slanted(cell[a:b, c:d]) for a, b, c, d in lines) for cell, lines in written]
    if median(np.array(slants)) < aslant:
        return False
    off = least // 2 if level else least  # the letters of two names have most of their strokes in common
    unlike = sum(_unlike(written[here], written[here - 1][0], off) for here in range(len(written)))
    return unlike >= MANY * len(written)


def _abreast(written: list[list[Box]], height: int) -> int:
    """In how many of some cells of a ``height``, at most, a line of what is ``written`` is as high up as in another."""
    ends = [np.array(lines)[:, :2] for lines in written]
    off = max(SMALL // 2, round(LEVEL * height))
    return max(
        sum(bool((np.abs(own - here).max(axis=1) <= off).any()) for own in ends) for here in np.concatenate(ends)
    )


def _lines(cell: NDArray[np.uint8], least: int, low: float) -> list[Box]:
    """The lines of a cell (H×W×3) in which there are edges: from one row without any to the next, none too tall."""
    steep = _steep(cell) > least
    ends = np.flatnonzero(np.diff(steep.any(axis=1), prepend=False, append=False)).tolist()
    found: list[Box] = []
    for top, bottom in zip(ends[::2], ends[1::2], strict=True):
        if SMALL <= bottom - top <= low * len(cell):
            wide = np.flatnonzero(steep[top:bottom].any(axis=0))
            found.append((top, bottom, int(wide[0]), int(wide[-1]) + 1))
    return found


def _cut_off(line: Box, cell: NDArray[np.uint8]) -> bool:
    """Whether a line of writing goes on beyond its cell (H×W×3) at some side, as the drawing of a wall does."""
    top, bottom, left, right = line
    return min(top, left) == 0 or bottom == cell.shape[0] or right == cell.shape[1]


def _steep(cell: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """By how many levels of gray each pixel of a cell (H×W×3) and those next to it differ."""
    light = cv2.cvtColor(cell, cv2.COLOR_BGR2GRAY)
    return np.asarray(cv2.morphologyEx(light, cv2.MORPH_GRADIENT, AROUND))


def _slanted(ink: NDArray[np.uint8]) -> float:
    """Share of the gradient energy of writing (H×W×3) that is neither level nor upright."""
    energy, aslant = gradients(cv2.cvtColor(ink, cv2.COLOR_BGR2GRAY))
    return float(aslant.sum()) / max(float(energy.sum()), 1e-6)


def _unlike(one: tuple[NDArray[np.uint8], list[Box]], there: NDArray[np.uint8], least: int) -> bool:
    """Whether some line of a cell is not in another one, wherever in either it begins but for a few pixels."""
    here, lines = one
    far = max(1, int(SHIFT * len(here)))
    around = cv2.copyMakeBorder(there, far, far, far, far, cv2.BORDER_REPLICATE)
    x, y = (place - far for place in cv2.minMaxLoc(cv2.matchTemplate(around, here, cv2.TM_SQDIFF))[2])
    height, width = len(here) - abs(y), here.shape[1] - abs(x)
    off = np.zeros(here.shape[:2], np.bool_)
    part = np.s_[max(0, -y) :, max(0, -x) :]
    here, there = here[part][:height, :width], there[max(0, y) :, max(0, x) :][:height, :width]
    off[part][:height, :width] = _off(here, there, least) | _off(there, here, least)
    return any(
        np.count_nonzero(off[top:bottom, left:right]) >= max(LEAST, SHARE * (bottom - top) * (right - left))
        for top, bottom, left, right in lines
    )


def _off(one: NDArray[np.uint8], other: NDArray[np.uint8], least: int) -> NDArray[np.bool_]:
    """Where a cell (H×W×3) is brighter or darker in some channel than another one shows around there."""
    off = cv2.max(cv2.subtract(one, cv2.dilate(other, NEARBY)), cv2.subtract(cv2.erode(other, NEARBY), one))
    return np.asarray((off > least).any(axis=2))
