"""Rails: one button beside each row and one beside each column of a board, all alike, which tell where its cells are.

Games that flip whole lines have something to click for each of them, mostly on two sides of the board. Where both
rails are seen they give all lines of the lattice, even where the tiles are few, or touch, or nothing parts the cells of
the picture, and how many rows and columns there are. What a button looks like is anyone's guess: it is a closed
outline like the next one's, at equal steps in one line, and as far from the board as those of the other rail. One more
may stand in the corner, for the diagonal.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from math import sqrt
from typing import TYPE_CHECKING

import cv2
import numpy as np

from vision.memento.axis import Axis
from vision.memento.runs import COUNTS, HAIR, LIKE, runs
from vision.middle import medians

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from vision.grid.boxes import Boxes
    from vision.memento.runs import Run

    Numbers = NDArray[np.float64]

LARGEST = 0.14  # of the picture's longer side: buttons are smaller
OBLONG = 1.7  # the longer side of a cell to the shorter at most
OUT = (0.05, 1.2)  # cells between the board and the middles of its buttons
EVEN = 0.12  # cells by which the two rails may differ in that
CUT = 1.5  # pixels from the picture's edge in which a button that it cuts ends
CORNER = 0.3  # cells by which the button in the corner may be off the crossing of the rails
OFF = 0.1  # cells by which a board may seem to leave the picture
NEXT, OWN, GRID = 0.15, 0.2, 0.34
"""Cells from the place of one more row or column in which a rail may be one, and boxes like it those of the board's
cells; share of the cells that hold such boxes then."""
SAME = 0.25  # cells by which lines may be apart that are one
SIDE = 12  # pixels a side to which a button is reduced
WITH = 1.3  # times a button's size that is looked at: what stands out is seen by what is around it
FAINT = 2.0  # levels: the contrast of hardly anything
UNLIKE = 2.0  # buttons that differing by their whole contrast is worth
PLAINLY = 0.6  # of their contrast by which the buttons of a rail differ at most, to be plainly of one look
ONE_MORE = 0.6  # correlation with the buttons from which one more of them is seen
LEAST = 2.5  # of buttons less that from which the rails may be a board's
MOST = 3  # boards


@dataclass(frozen=True, slots=True, eq=False)
class Rails:
    """Buttons beside all rows and all columns of what may be a board, in pixels of the picture they were seen in.

    Attributes:
        x, y: the lines of the board.
        unlike: by how much the buttons of one rail differ, as a share of their contrast.
        whole: whether no button is left out that may be one of a further row or column.
    """

    x: Axis
    y: Axis
    unlike: float
    whole: bool = True


def boards(boxes: Boxes, picture: NDArray[np.uint8]) -> list[Rails]:
    """The rails of boards among the closed outlines of a picture (H×W×3), the plainest first; ``MOST`` at most."""
    height, width = picture.shape[:2]
    kept = boxes.sizes.max(1, initial=0.0) <= LARGEST * max(height, width)
    centers, sizes = boxes.centers[kept], boxes.sizes[kept]
    if len(centers) < 2 * COUNTS[0]:
        return []
    above = runs(centers, sizes, 0)
    beside = runs(centers, sizes, 1) if above else []
    crossing = _crossing(above, beside, width, height)
    columns = {i: _Buttons(picture, centers, sizes, above[i], 0) for i in {i for i, _ in crossing}}
    rows = {j: _Buttons(picture, centers, sizes, beside[j], 1) for j in {j for _, j in crossing}}
    found: list[tuple[float, Rails]] = []
    third = -np.inf
    for i, j in crossing:
        column, row = columns[i], rows[j]
        many = column.run.many + row.run.many
        if third >= many:
            break  # no other one has more buttons
        if any(_same(column.lines, other.x) and _same(row.lines, other.y) for _, other in found):
            continue
        if _is_grid(column, row) or column.goes_on(row.run.line) or row.goes_on(column.run.line):
            continue
        unlike = max(column.unlike, row.unlike)
        whole = not (column.passes(row.run.line) or row.passes(column.run.line))
        found.append((many - UNLIKE * unlike, Rails(column.lines, row.lines, unlike, whole)))
        third = sorted([score for score, _ in found])[-MOST] if len(found) >= MOST else third
    found.sort(key=lambda pair: -pair[0])
    return [one for score, one in found[:MOST] if score >= LEAST]


class _Buttons:
    """What the buttons of a rail show; each rail crosses many, so that is told once, where it is asked for.

    Attributes:
        run: where they are.
        lines: those between cells that they are in the middle of.
    """

    def __init__(self, picture: NDArray[np.uint8], centers: Numbers, sizes: Numbers, run: Run, axis: int) -> None:
        """The buttons of a ``run`` along an axis, which is among the boxes of a picture (H×W×3)."""
        self.run = run
        self.lines = Axis(run.first - run.step / 2, run.step, run.many)
        self._picture, self._axis = picture, axis
        self._centers, self._sizes = centers, sizes
        self._more: dict[float, bool] = {}

    @property
    def _size(self) -> Numbers:
        """Their usual width and height."""
        return np.array((self.run.along, self.run.across)[:: -1 if self._axis else 1])

    @cached_property
    def _looks(self) -> NDArray[np.float32]:
        """The buttons at one size: n×SIDE×SIDE×3."""
        size = medians(self._sizes[self.run.members])
        return np.stack([_look(self._picture, (float(u), float(v)), size) for u, v in self._centers[self.run.members]])

    @cached_property
    def _mean(self) -> tuple[NDArray[np.float32], float]:
        """What is common to all without its mean colour, SIDE×SIDE×3, and its contrast."""
        relief = _relief(self._looks.mean(0))
        return relief, _contrast(relief)

    @cached_property
    def unlike(self) -> float:
        """By how much they differ at most, as a share of their contrast."""
        away = self._looks - self._looks.mean(0)
        return float(np.sqrt((away**2).mean((1, 2, 3)).max())) / self._mean[1]

    @cached_property
    def alike(self) -> Numbers:
        """Where boxes like these are, theirs and others: x and y, 2×N."""
        like = np.abs(self._sizes - self._size) <= LIKE * self._size + HAIR
        return np.ascontiguousarray(self._centers[like[:, 0] & like[:, 1]].T)

    def goes_on(self, line: float) -> bool:
        """Whether one more that was no closed outline is seen at either end: the board has more cells.

        The one that the buttons on the other ``line`` would be in one corner with does not count.
        """
        run = self.run
        ends = (run.first - run.step, run.first + run.many * run.step)
        return any(self._shows(place) for place in ends if abs(place - line) > CORNER * run.step)

    def passes(self, line: float) -> bool:
        """Whether one more at an end was left out that is not in one corner with the buttons on the other ``line``."""
        return abs(self.run.left_out - line) > CORNER * self.run.step

    def _shows(self, place: float) -> bool:
        """Whether there is such a button at a place along the axis."""
        if place not in self._more:
            middle = (self.run.line, place) if self._axis else (place, self.run.line)
            relief, contrast = self._mean
            seen = _relief(_look(self._picture, middle, self._size))
            self._more[place] = float(np.vdot(relief, seen)) / seen.size > ONE_MORE * contrast * _contrast(seen)
        return self._more[place]


def _crossing(above: list[Run], beside: list[Run], width: int, height: int) -> list[tuple[int, int]]:
    """Which runs along x and along y stand around one rectangle of cells as its rails do, most buttons first."""
    if not above or not beside:
        return []
    columns, rows = (np.array([run[:-1] for run in some]) for some in (above, beside))
    x0, wide, cols = columns.T[:3, :, None]
    left = rows[:, 3]
    out_x = np.maximum((x0 - wide / 2) - left, left - (x0 + (cols - 0.5) * wide))
    near = np.nonzero((out_x >= OUT[0] * wide) & (out_x <= OUT[1] * wide))  # few: the rest is asked of these alone
    out_x = out_x[near]
    x0, wide, cols, top, w, h, x_out = columns[near[0]].T
    y0, high, many, left, b, a, y_out = rows[near[1]].T
    ends_x, ends_y = (x0 - wide / 2, x0 + (cols - 0.5) * wide), (y0 - high / 2, y0 + (many - 0.5) * high)
    out_y = np.maximum(ends_y[0] - top, top - ends_y[1])
    shorter = np.minimum(wide, high)
    ok = np.maximum(wide, high) <= OBLONG * shorter
    ok &= (out_y >= OUT[0] * high) & (out_y <= OUT[1] * high)
    ok &= np.abs(out_x - out_y) <= EVEN * shorter
    # An arrow beside a row is one beside a column turned by a quarter.
    as_is = np.maximum(np.abs(w - a) - LIKE * np.minimum(w, a), np.abs(h - b) - LIKE * np.minimum(h, b))
    turned = np.maximum(np.abs(w - b) - LIKE * np.minimum(w, b), np.abs(h - a) - LIKE * np.minimum(h, a))
    ok &= np.minimum(as_is, turned) <= HAIR
    # One more stands in the corner of both rails, or where the diagonal that flips turn ends: lower left, upper right.
    lower, right = top > ends_y[1], left > ends_x[1]
    ok &= np.isnan(x_out) | (np.abs(x_out - left) <= CORNER * wide) | ((x_out < x0) == lower)
    ok &= np.isnan(y_out) | (np.abs(y_out - top) <= CORNER * high) | ((y_out > y0) != right)
    # Cells that the picture cuts off are no buttons.
    ok &= (left - b / 2 > CUT) & (left + b / 2 < width - CUT) & (top - h / 2 > CUT) & (top + h / 2 < height - CUT)
    ok &= (ends_x[0] > -OFF * wide) & (ends_x[1] < width + OFF * wide)
    ok &= (ends_y[0] > -OFF * high) & (ends_y[1] < height + OFF * high)
    found = np.flatnonzero(ok)
    found = found[np.argsort(-(cols + many)[found], kind="stable")]
    return list(zip(near[0][found].tolist(), near[1][found].tolist(), strict=True))


def _is_grid(column: _Buttons, row: _Buttons) -> bool:
    """Whether the rails are but one more row and one more column of a grid of such boxes."""
    x, y = column.lines, row.lines
    out_x = max(x.origin - row.run.line, row.run.line - x.end) / x.pitch
    out_y = max(y.origin - column.run.line, column.run.line - y.end) / y.pitch
    least = GRID * x.count * y.count
    if abs(out_x - 0.5) > NEXT or abs(out_y - 0.5) > NEXT or column.alike.shape[1] <= least:
        return False
    u, v = (column.alike[0] - x.origin) / x.pitch, (column.alike[1] - y.origin) / y.pitch
    inside = (u > 0) & (u < x.count) & (v > 0) & (v < y.count)
    if np.count_nonzero(inside) <= least:
        return False
    u, v = u[inside], v[inside]
    col, line = np.floor(u), np.floor(v)
    own = (np.abs(u - col - 0.5) < OWN) & (np.abs(v - line - 0.5) < OWN)
    held = np.bincount((line[own] * x.count + col[own]).astype(np.int64))
    return int(np.count_nonzero(held)) > least


def _same(one: Axis, other: Axis) -> bool:
    near = SAME * other.pitch
    return one.count == other.count and abs(one.origin - other.origin) < near and abs(one.end - other.end) < near


def _look(picture: NDArray[np.uint8], middle: tuple[float, float], size: Numbers) -> NDArray[np.float32]:
    width, height = (max(3, round(WITH * float(v))) for v in size)
    part = cv2.getRectSubPix(picture, (width, height), (middle[0] - 0.5, middle[1] - 0.5))
    return np.asarray(cv2.resize(part, (SIDE, SIDE)), np.float32)


def _relief(look: NDArray[np.float32]) -> NDArray[np.float32]:
    """A look (SIDE×SIDE×3) without its mean colour."""
    return np.asarray(look - look.mean((0, 1)))


def _contrast(relief: NDArray[np.float32]) -> float:
    return max(sqrt(float(np.vdot(relief, relief)) / relief.size), FAINT)
