"""Runs: like boxes at equal steps in one line, as buttons beside a board are."""

from __future__ import annotations

from statistics import median
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Numbers = NDArray[np.float64]
    Places = NDArray[np.int_]

LIKE, HAIR = 0.2, 1.5  # share and pixels by which the sides of like boxes may differ
ASTRAY, SLACK = 0.1, 1.6  # share of their height and pixels by which boxes of one rail may be out of line
APART = 1.1  # box lengths from one to the next, at least
STEADY, JITTER = 0.04, 1.2  # share and pixels by which steps may differ
COUNTS = (2, 9)  # rows and columns of a board
SMALL, WIDE = 0.1, 0.87  # of a step: a button's longer side at least, its length along the rail at most


class Run(NamedTuple):
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


def runs(centers: Numbers, sizes: Numbers, axis: int) -> list[Run]:
    """Like boxes at equal steps along an axis, as many as follow each other, and the same without one at an end.

    Args:
        centers: N×2, x and y of boxes.
        sizes: N×2, width and height.
        axis: 0 for lines of boxes along x, 1 for those along y.
    """
    along, across = centers[:, axis].tolist(), centers[:, 1 - axis].tolist()
    follower = dict(zip(*(side.tolist() for side in _followers(centers, sizes, axis)), strict=True))
    lengths, breadths = sizes[:, axis].tolist(), sizes[:, 1 - axis].tolist()
    # To two pixels: a box may have more than one outline.
    near, beside, long = (np.rint(one / 2).tolist() for one in (*centers.T[[axis, 1 - axis]], sizes.max(1)))
    begun: set[int] = set()
    seen: set[tuple[float, ...]] = set()
    found: list[Run] = []
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
        key = (len(members), near[start], near[members[-1]], beside[start], long[start])
        if len(members) > COUNTS[1] + 1 or key in seen:
            continue
        seen.add(key)
        for part, left_out in ((members, np.nan), (members[1:], along[start]), (members[:-1], along[members[-1]])):
            if not COUNTS[0] <= len(part) <= COUNTS[1]:
                continue
            step = (along[part[-1]] - along[part[0]]) / (len(part) - 1)
            length = median([lengths[one] for one in part])
            if length > WIDE * step:
                continue
            breadth = median([breadths[one] for one in part])
            if max(length, breadth) >= SMALL * step:
                line = median([across[one] for one in part])
                found.append(Run(along[part[0]], step, len(part), line, length, breadth, left_out, part))
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
