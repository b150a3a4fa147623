"""Rails: one button beside each row and one beside each column of a board, all alike, which tell where its cells are.

Games that flip whole lines have something to click for each of them, mostly on two sides of the board. Where both
rails are seen they give all lines of the lattice, even where the tiles are few, or touch, or nothing parts the cells of
the picture, and how many rows and columns there are. What a button looks like is anyone's guess: it is a closed
outline like the next one's, at equal steps in one line, and as far from the board as those of the other rail. One more
may stand in the corner, for the diagonal.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

import cv2
import numpy as np

from vision.memento.axis import Axis
from vision.middle import median, medians

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from vision.grid.boxes import Boxes

    Numbers = NDArray[np.float64]
    Places = NDArray[np.int_]

LARGEST = 0.14  # of the picture's longer side: buttons are smaller
LIKE, HAIR = 0.2, 1.5  # share and pixels by which the sides of like boxes may differ
ASTRAY, SLACK = 0.1, 1.6  # share of their height and pixels by which boxes of one rail may be out of line
APART = 1.1  # box lengths from one to the next, at least
STEADY, JITTER = 0.04, 1.2  # share and pixels by which steps may differ
COUNTS = (2, 9)  # rows and columns of a board
SMALL, WIDE = 0.1, 0.87  # of a step: a button's longer side at least, its length along the rail at most
OBLONG = 1.7  # the longer side of a cell to the shorter at most
OUT = (0.05, 1.2)  # cells between the board and the middles of its buttons
EVEN = 0.12  # cells by which the two rails may differ in that
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
ONE_MORE = 0.6  # correlation with the buttons from which one more of them is seen
LEAST = 2.5  # of buttons less that from which the rails may be a board's
MOST = 3  # boards


@dataclass(frozen=True, slots=True, eq=False)
class Rails:
    """Buttons beside all rows and all columns of what may be a board, in pixels of the picture they were seen in.

    Attributes:
        x, y: the lines of the board.
        unlike: by how much the buttons of one rail differ, as a share of their contrast.
    """

    x: Axis
    y: Axis
    unlike: float


class _Run(NamedTuple):
    """Like boxes at equal steps in one line: the middle of the first, the step, their number, the line, their sizes.

    ``left_out`` is where one more of them stands at an end, which would be the button in the corner; else NaN.
    """

    first: float
    step: float
    many: int
    line: float
    along: float
    across: float
    left_out: float
    members: list[int]


def boards(boxes: Boxes, picture: NDArray[np.uint8]) -> list[Rails]:
    """The rails of boards among the closed outlines of a picture (H×W×3), the plainest first; ``MOST`` at most."""
    height, width = picture.shape[:2]
    kept = boxes.sizes.max(1, initial=0.0) <= LARGEST * max(height, width)
    centers, sizes = boxes.centers[kept], boxes.sizes[kept]
    if len(centers) < 2 * COUNTS[0]:
        return []
    above = _runs(centers, sizes, 0)
    beside = _runs(centers, sizes, 1) if above else []
    found: list[tuple[float, Rails]] = []
    for i, j in _crossing(above, beside, width, height):
        column, row = above[i], beside[j]
        x, y = _lines(column), _lines(row)
        many = column.many + row.many
        if any(_same(x, other.x) and _same(y, other.y) for _, other in found):
            continue
        if _is_grid(centers, sizes, column, row):
            continue
        looks = [_looks(picture, centers, sizes, run.members) for run in (column, row)]
        unlike = max(map(_unlike, looks))
        if _goes_on(picture, looks[0], column, row, 0) or _goes_on(picture, looks[1], row, column, 1):
            continue
        found.append((many - UNLIKE * unlike, Rails(x, y, unlike)))
    found.sort(key=lambda pair: -pair[0])
    return [rails for score, rails in found[:MOST] if score >= LEAST]


def _runs(centers: Numbers, sizes: Numbers, axis: int) -> list[_Run]:
    """Like boxes at equal steps along an axis, as many as follow each other, and the same without one at an end."""
    along, across = centers[:, axis].tolist(), centers[:, 1 - axis].tolist()
    follower = dict(zip(*(side.tolist() for side in _followers(centers, sizes, axis)), strict=True))
    longest = sizes.max(1).tolist()
    begun: set[int] = set()
    seen: set[tuple[int, ...]] = set()
    found: list[_Run] = []
    for start in sorted(follower, key=along.__getitem__):
        if start in begun:
            continue
        members = [start, follower[start]]
        begun.add(start)
        while members[-1] in follower:
            last = members[-1]
            step = (along[last] - along[start]) / (len(members) - 1)
            if abs(along[follower[last]] - along[last] - step) > STEADY * step + JITTER:
                break
            begun.add(last)
            members.append(follower[last])
        key = (len(members), *(round(v / 2) for v in (along[start], along[members[-1]], across[start], longest[start])))
        if len(members) > COUNTS[1] + 1 or key in seen:  # a box may have more than one outline
            continue
        seen.add(key)
        for part, left_out in ((members, np.nan), (members[1:], along[start]), (members[:-1], along[members[-1]])):
            if not COUNTS[0] <= len(part) <= COUNTS[1]:
                continue
            step = (along[part[-1]] - along[part[0]]) / (len(part) - 1)
            length, breadth = (median(sizes[part, side]) for side in (axis, 1 - axis))
            if max(length, breadth) >= SMALL * step and length <= WIDE * step:
                line = median(centers[part, 1 - axis])
                found.append(_Run(along[part[0]], step, len(part), line, length, breadth, left_out, part))
    return found


def _followers(centers: Numbers, sizes: Numbers, axis: int) -> tuple[Places, Places]:
    """Boxes, and for each the next one like it in its line along an axis."""
    along, across = centers[:, axis], centers[:, 1 - axis]
    order = np.argsort(across, kind="stable")
    line, near = across[order], np.maximum(SLACK, ASTRAY * sizes[order, 1 - axis])
    first, last = np.searchsorted(line, line - near), np.searchsorted(line, line + near, side="right")
    many = last - first
    one = np.repeat(np.arange(len(line)), many)
    other = np.arange(len(one)) + np.repeat(first - np.cumsum(many) + many, many)
    one, other = order[one], order[other]
    after = along[other] - along[one] > APART * np.maximum(sizes[one, axis], sizes[other, axis])
    one, other = one[after], other[after]
    unlike = np.abs(sizes[one] - sizes[other]) - LIKE * np.minimum(sizes[one], sizes[other])
    alike = (unlike <= HAIR).all(1)
    one, other = one[alike], other[alike]
    order = np.lexsort((along[other], one))
    one, other = one[order], other[order]
    nearest = np.diff(one, prepend=-1) != 0
    return one[nearest], other[nearest]


def _crossing(above: list[_Run], beside: list[_Run], width: int, height: int) -> list[tuple[int, int]]:
    """Which runs along x and along y stand around one rectangle of cells as its rails do, most buttons first."""
    if not above or not beside:
        return []
    columns, rows = (np.array([run[:-1] for run in runs]) for runs in (above, beside))
    x0, wide, cols, top, w, h, x_out = columns.T[:, :, None]
    y0, high, many, left, b, a, y_out = rows.T[:, None]
    ends_x, ends_y = (x0 - wide / 2, x0 + (cols - 0.5) * wide), (y0 - high / 2, y0 + (many - 0.5) * high)
    out_x, out_y = np.maximum(ends_x[0] - left, left - ends_x[1]), np.maximum(ends_y[0] - top, top - ends_y[1])
    shorter = np.minimum(wide, high)
    ok = np.maximum(wide, high) <= OBLONG * shorter
    ok &= (out_x >= OUT[0] * wide) & (out_x <= OUT[1] * wide) & (out_y >= OUT[0] * high) & (out_y <= OUT[1] * high)
    ok &= np.abs(out_x - out_y) <= EVEN * shorter
    # An arrow beside a row is one beside a column turned by a quarter.
    as_is = np.maximum(np.abs(w - a) - LIKE * np.minimum(w, a), np.abs(h - b) - LIKE * np.minimum(h, b))
    turned = np.maximum(np.abs(w - b) - LIKE * np.minimum(w, b), np.abs(h - a) - LIKE * np.minimum(h, a))
    ok &= np.minimum(as_is, turned) <= HAIR
    ok &= np.isnan(x_out) | (np.abs(x_out - left) <= CORNER * wide)
    ok &= np.isnan(y_out) | (np.abs(y_out - top) <= CORNER * high)
    ok &= (ends_x[0] > -OFF * wide) & (ends_x[1] < width + OFF * wide)
    ok &= (ends_y[0] > -OFF * high) & (ends_y[1] < height + OFF * high)
    i, j = np.nonzero(ok)
    order = np.argsort(-(cols[i, 0] + many[0, j]), kind="stable")
    return [(int(i[k]), int(j[k])) for k in order]


def _lines(run: _Run) -> Axis:
    """The lines between cells that the buttons of a rail are in the middle of."""
    return Axis(run.first - run.step / 2, run.step, run.many)


def _is_grid(centers: Numbers, sizes: Numbers, column: _Run, row: _Run) -> bool:
    """Whether the rails are but one more row and one more column of a grid of such boxes."""
    x, y = _lines(column), _lines(row)
    out_x = max(x.origin - row.line, row.line - x.end) / x.pitch
    out_y = max(y.origin - column.line, column.line - y.end) / y.pitch
    if abs(out_x - 0.5) > NEXT or abs(out_y - 0.5) > NEXT:
        return False
    own = np.array((column.along, column.across))
    places = (centers[(np.abs(sizes - own) <= LIKE * own + HAIR).all(1)] - (x.origin, y.origin)) / (x.pitch, y.pitch)
    inside = (places > 0).all(1) & (places < (x.count, y.count)).all(1) & (np.abs(places % 1 - 0.5) < OWN).all(1)
    held = {(int(u), int(v)) for u, v in places[inside]}
    return len(held) > GRID * x.count * y.count


def _same(one: Axis, other: Axis) -> bool:
    near = SAME * other.pitch
    return one.count == other.count and abs(one.origin - other.origin) < near and abs(one.end - other.end) < near


def _looks(picture: NDArray[np.uint8], centers: Numbers, sizes: Numbers, members: list[int]) -> NDArray[np.float32]:
    """The buttons of a rail at one size: n×SIDE×SIDE×3."""
    size = medians(sizes[members])
    return np.stack([_look(picture, (float(u), float(v)), size) for u, v in centers[members]])


def _look(picture: NDArray[np.uint8], middle: tuple[float, float], size: Numbers) -> NDArray[np.float32]:
    width, height = (max(3, round(WITH * float(v))) for v in size)
    part = cv2.getRectSubPix(picture, (width, height), (middle[0] - 0.5, middle[1] - 0.5))
    return np.asarray(cv2.resize(part, (SIDE, SIDE)), np.float32)


def _relief(look: NDArray[np.float32]) -> NDArray[np.float32]:
    """A look (SIDE×SIDE×3) without its mean colour."""
    return np.asarray(look - look.mean((0, 1)))


def _contrast(look: NDArray[np.float32]) -> float:
    return max(float(np.sqrt((_relief(look) ** 2).mean())), FAINT)


def _unlike(looks: NDArray[np.float32]) -> float:
    """By how much the buttons of a rail differ at most, as a share of their contrast."""
    mean = looks.mean(0)
    return float(np.sqrt(((looks - mean) ** 2).mean((1, 2, 3)).max())) / _contrast(mean)


def _goes_on(picture: NDArray[np.uint8], looks: NDArray[np.float32], own: _Run, other: _Run, axis: int) -> bool:
    """Whether a rail shows one more button at either end that was no closed outline: the board has more cells."""
    size = np.array((own.along, own.across)[:: -1 if axis else 1])
    mean = looks.mean(0)
    for place in (own.first - own.step, own.first + own.many * own.step):
        if abs(place - other.line) <= CORNER * own.step:
            continue  # the one in the corner
        seen = _look(picture, (own.line, place) if axis else (place, own.line), size)
        shape = float((_relief(mean) * _relief(seen)).mean())
        if shape > ONE_MORE * _contrast(mean) * _contrast(seen):
            return True
    return False
