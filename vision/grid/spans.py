"""Spans: boxes of several whole cells, which tell how far a board of touching cells goes.

Like neighbours run together there, but the sides of what they make still lie on the lines between cells.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

ON_LINE = 0.16
"""A side lies on a line between cells when it is this near to it, in steps."""
REACH = 24
"""Cells along a span, at most."""


def find(low: NDArray[np.float64], high: NDArray[np.float64], shape: tuple[int, ...]) -> NDArray[np.int64]:
    """Windows (left, top, right, bottom) of the boxes that cover several whole cells, within an array of places.

    ``low`` and ``high`` are the boxes' corners (N×2) in that array.
    """
    first, last = np.rint(low), np.rint(high)
    on_lines = (np.abs(low - first) < ON_LINE) & (np.abs(high - last) < ON_LINE)
    on_lines &= (first >= 0) & (last <= shape[::-1])
    wide, tall = (last - first).T
    keep = on_lines[:, 0] & on_lines[:, 1] & (wide >= 1) & (tall >= 1)
    longest = np.maximum(wide, tall)
    keep &= (longest >= 2) & (longest <= REACH)
    found = np.concatenate([first[keep], last[keep]], axis=1).astype(np.int64)
    return np.array(sorted(set(map(tuple, found.tolist()))), np.int64).reshape(-1, 4)


def windows(spans: NDArray[np.int64], core: tuple[int, int, int, int]) -> list[tuple[int, int, int, int]]:
    """What all spans that hang together with the core cover, and every single span that holds the core."""
    if not len(spans):
        return []
    low, high = np.array(core[:2]), np.array(core[2:])
    for _ in range(len(spans)):
        touching = (spans[:, :2] <= high).all(axis=1) & (spans[:, 2:] >= low).all(axis=1)
        wider_low = np.minimum(low, spans[touching, :2].min(axis=0, initial=10**6))
        wider_high = np.maximum(high, spans[touching, 2:].max(axis=0, initial=-1))
        if (wider_low == low).all() and (wider_high == high).all():
            break
        low, high = wider_low, wider_high
    holding = (spans[:, :2] <= np.array(core[:2])).all(axis=1) & (spans[:, 2:] >= np.array(core[2:])).all(axis=1)
    largest = sorted(map(tuple, spans[holding].tolist()), key=lambda span: (span[2] - span[0]) * (span[3] - span[1]))
    windows = [(int(low[0]), int(low[1]), int(high[0]), int(high[1]))]
    return [*windows, *((a, b, c, d) for a, b, c, d in largest[:2])]


def covered(spans: NDArray[np.int64], window: tuple[int, int, int, int]) -> NDArray[np.bool_]:
    """Which places of the window lie in a span that is a part of it."""
    left, top, right, bottom = window
    covered = np.zeros((bottom - top, right - left), bool)
    for x0, y0, x1, y1 in spans.tolist():
        inside = x0 >= left and y0 >= top and x1 <= right and y1 <= bottom
        if inside and (x0, y0, x1, y1) != window:
            covered[y0 - top : y1 - top, x0 - left : x1 - left] = True
    return covered
