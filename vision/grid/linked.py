"""Linked: boxes one or two steps apart, and whole places for all that hang together so.

As steps are vectors, boards may be turned or seen in perspective.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

LINK = 0.14
"""Steps by which an offset may be off from a whole one."""


def links(
    offsets: NDArray[np.float64], steps: tuple[tuple[float, float], tuple[float, float]]
) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]:
    """All ordered pairs of boxes one or two steps apart: their indices, columns and rows from the first to the second.

    The pairs are in the order of the first index, then of the second.
    """
    (right, below), (ux, uy), (vx, vy) = offsets, *steps
    area = ux * vy - uy * vx
    none = np.zeros(0, np.int64)
    if abs(area) < 1e-6 * max(abs(ux), abs(uy), abs(vx), abs(vy)) ** 2:
        return none, none, none, none
    # Most pairs of a crowd are further apart than two steps.
    reach = 2 + 2 * LINK
    near = np.abs(right) < reach * max(abs(ux), abs(vx))
    near &= np.abs(below) < reach * max(abs(uy), abs(vy))
    first, second = np.nonzero(near)
    x, y = right[first, second], below[first, second]
    i, j = (x * vy - y * vx) / area, (y * ux - x * uy) / area
    across, down = np.rint(i), np.rint(j)
    far = np.abs(across) + np.abs(down)
    linked = (far > 0) & (far <= 2) & (np.abs(i - across) < LINK) & (np.abs(j - down) < LINK)
    return first[linked], second[linked], across[linked].astype(np.int64), down[linked].astype(np.int64)


def sets(
    count: int,
    first: NDArray[np.int64],
    second: NDArray[np.int64],
    across: NDArray[np.int64],
    down: NDArray[np.int64],
) -> Iterator[tuple[list[int], list[tuple[int, int]]]]:
    """Members and their (col, row) of every connected set of linked boxes; sets of fewer than four may be left out.

    Each is walked breadth first from its most linked box. Plain lists: sets are small, and array calls would cost more.
    """
    degrees = np.bincount(first, minlength=count)
    begins = [0, *np.cumsum(degrees).tolist()]
    to, right, below = second.tolist(), across.tolist(), down.tolist()
    places: dict[int, tuple[int, int]] = {}
    linked = int(np.count_nonzero(degrees))
    # Four or more that hang together have one among them with two links.
    for root in np.argsort(-degrees, kind="stable")[: np.count_nonzero(degrees > 1)].tolist():
        if root in places:
            continue
        places[root] = (0, 0)
        members, front = [root], [root]
        while front and len(places) < linked:
            fresh: list[int] = []
            for here in front:
                col, row = places[here]
                for link in range(begins[here], begins[here + 1]):
                    other = to[link]
                    if other not in places:
                        places[other] = (col + right[link], row + below[link])
                        fresh.append(other)
            front = sorted(fresh)
            members += front
        members.sort()
        yield members, [places[member] for member in members]
