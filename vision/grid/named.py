"""Named: writing that stands some way to the left or right of every row of a grid, as in time sheets and charts.

``vision.grid.titles`` knows what stands right beside a line. Names in one column, all beginning at the same place, end
farther from the cells, most of them.
"""

from __future__ import annotations

import math
from itertools import pairwise
from typing import TYPE_CHECKING

import cv2
import numpy as np

from vision.share import share

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from vision.grid.cells import Cells
    from vision.scene import Scene

VIEW, FAINT = 650, 5
"""The coarse view is at most this long (pixels); what is written shows there with edges this strong, at least."""
STEP = 16
"""Pixels of the view from row to row, at least, and less than twice as many."""
TURNED = 0.03
"""Steps sideways for each step along, at most: names beside a board that leans are not looked for."""
REACH, CLEAR = 7.0, 0.12
"""Steps from the board in which names are looked for; that its own edge takes, and that no name reaches at each row's
upper and lower end."""
INK = 48
"""Levels by which some channel of writing differs from the page."""
ROWS, SHARE, FEW = 3, 0.8, 4
"""Rows of a table, at least; share of them that have a name; rows from which not all need one, and columns none."""
OTHERS, FEWEST = 3, 0.4
"""Names at every other row, at least; share of the rows in which there is something then."""
LONG, WORD, TALLEST, FILLED = 0.8, 2.0, 0.66, 0.7
"""Steps that names are long, most of them, or how many times as long as they are tall: digits and letters that number
lines are less; steps that they are tall, and share of its box that small writing fills, at most."""
BESIDE, SAME = 0.4, 0.1
"""Steps between marks that are as far apart as cells, and by which these may be off one step: another board's cells
hold them, as where a solution is shown beside the board."""
RUNS = 2.5
"""Strokes and gaps that a name's line of pixels goes through, on average."""
MIDDLE, LOW = 0.14, 0.33
"""Steps by which a name's middle may be off its row's, or off where the others' are; and by which these may be off."""


def named(scene: Scene, one: Cells) -> int:
    """How many rows have a name at one side; 0 where hardly all, or all but every other one, do."""
    rows, cols = one.grid.rows, one.grid.cols
    (right, aslant, left), (askew, down, top), _ = (one.homography / one.homography[2, 2]).tolist()
    if rows < ROWS or abs(askew) > TURNED * right or abs(aslant) > TURNED * down:
        return 0
    if rows < FEW and not _headed(scene, (left, left + cols * right), (top - down, top - CLEAR * down), cols):
        return 0
    sides = (left - REACH * right, left - CLEAR * right), (left + (cols + CLEAR) * right, left + (cols + REACH) * right)
    level = max(0, int(math.log2(max(1.0, down / STEP))))
    most = 0
    for side in sides:
        if marked(scene, side, (top, top + rows * down), rows, FEWEST):
            strip = _strip(scene.level(level), 0.5**level, side, (top, top + rows * down))
            most = max(most, _names(strip, rows, right * 0.5**level))
    return most


def _headed(scene: Scene, across: tuple[float, float], down: tuple[float, float], cols: int) -> bool:
    """Whether something stands in each column of a strip above a grid: three lines beside it may be a score."""
    level = scene.level_for(VIEW)
    strength = _strip(scene.edges(level), 0.5**level, across, down)
    if strength is None or not strength.size or strength.shape[1] < cols:
        return False
    return bool((_strongest(strength.T, cols) >= FAINT).all())


def _strip(
    picture: NDArray[np.uint8], scale: float, across: tuple[float, float], down: tuple[float, float]
) -> NDArray[np.uint8] | None:
    """Part of a picture; None where hardly anything of it is in the picture."""
    first, last = max(0, round(across[0] * scale)), min(picture.shape[1], round(across[1] * scale))
    upper, lower = round(down[0] * scale), round(down[1] * scale)
    if last - first < 2 or upper < 0 or lower > picture.shape[0]:
        return None
    return picture[upper:lower, first:last]


def marked(scene: Scene, across: tuple[float, float], down: tuple[float, float], rows: int, least: float) -> bool:
    """Whether there is something in this share of the rows of a strip, at ``least``, by the edges of the coarse view.

    Args:
        scene: the picture.
        across: where the strip begins and ends from left to right, in frame pixels.
        down: the same from top to bottom.
        rows: how many there are in it.
        least: share of them.
    """
    level = scene.level_for(VIEW)
    strength = _strip(scene.edges(level), 0.5**level, across, down)
    if strength is None or len(strength) < rows:
        return True  # can't be told
    if np.count_nonzero(_strongest(strength, rows) >= FAINT) < least * rows:
        return False
    strength = strength[:, strength.min(axis=0) < FAINT]  # a line that runs on along all rows is the board's edge
    return int(np.count_nonzero(_strongest(strength, rows) >= FAINT)) >= least * rows


def _strongest(strength: NDArray[np.uint8], parts: int) -> NDArray[np.uint8]:
    """The strongest edge in each of so many equal parts of a strip (H×W), one after the other along its first axis."""
    begins = np.arange(parts) * len(strength) // parts
    return np.asarray(np.maximum.reduceat(strength.max(axis=1, initial=0), begins))


def _names(strip: NDArray[np.uint8] | None, rows: int, right: float) -> int:
    """How many of the rows of a strip hold a name and nothing else; 0 where not most do."""
    if strip is None:
        return 0
    some = np.sort(strip[::4, ::4].reshape(-1, 3).T, axis=1, kind="stable")
    page = some[:, some.shape[1] // 2].astype(np.float64)
    bare = cv2.inRange(strip, page - INK, page + INK)
    lines = [round(row * len(bare) / rows) for row in range(rows + 1)]
    ends = list(pairwise(lines))
    written = bare.min(axis=1) == 0
    clear = _clear(written, ends)
    # Days of the week are named at every other row, and the rows between have nothing.
    every = [row for row, (upper, lower) in enumerate(ends) if written[upper:lower].any()]
    other = len(every) >= OTHERS and every == list(range(every[0], rows, 2)) and every[0] < 2
    of = len(every) if other else rows
    if sum(clear) < SHARE * of:
        return 0
    found = [_name(bare[slice(*end)] == 0, right) for end, alone in zip(ends, clear, strict=True) if alone]
    names = [name for name in found if name is not None]
    usual = min(max(float(np.median([off for _, off in names])), -LOW), LOW) if names else 0.0
    lined = [long for long, off in names if abs(off - usual) <= MIDDLE]
    fewest = SHARE * of if of >= FEW else of
    return len(lined) if len(lined) >= fewest and sum(lined) >= len(lined) / 2 else 0


def _clear(written: NDArray[np.bool_], ends: list[tuple[int, int]]) -> list[bool]:
    """Which rows are written on, but not near their upper and lower ends; of lines of pixels that are written on."""
    before = [0, *np.cumsum(written).tolist()]
    found = []
    for upper, lower in ends:
        first = upper + math.ceil(CLEAR * (lower - upper))
        last = upper + math.ceil((1 - CLEAR) * (lower - upper))
        found.append(before[upper] == before[first] < before[last] == before[lower])
    return found


def _name(ink: NDArray[np.bool_], right: float) -> tuple[bool, float] | None:
    """Whether a row's name is long, and steps by which it is off the row's middle; None where there is none."""
    step = len(ink)
    tall, wide = np.flatnonzero(ink.any(axis=1)), np.flatnonzero(ink.any(axis=0))
    part = ink[tall[0] : tall[-1] + 1, wide[0] : wide[-1] + 1]
    high, length = part.shape
    if high > TALLEST * step or high < 3 or share(part) > FILLED:
        return None
    runs = np.count_nonzero(part[:, 1:] != part[:, :-1], axis=1).mean()
    if runs < RUNS or _spaced(wide, right):
        return None
    return length >= min(LONG * right, WORD * high), (tall[0] + tall[-1] + 1) / 2 / step - 0.5


def _spaced(wide: NDArray[np.int64], right: float) -> bool:
    """Whether columns of pixels with ink make marks that stand one step from one another."""
    first = wide[np.flatnonzero(np.diff(wide, prepend=-np.inf) > BESIDE * right)]
    return len(first) > 1 and bool((np.abs(np.diff(first) / right - 1) < SAME).all())
