"""Title bar: how much of a picture of a whole window its title takes, at the top.

There the picture does not end in the middle of a board; and who takes a picture of a window alone leaves as much around
a board below its title as on the other sides.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from vision.share import share

if TYPE_CHECKING:
    from numpy.typing import NDArray

HEIGHTS, PART = (14, 96), 6
"""Rows that it has, at least and at most; one in so many of the picture's, at most."""
ALIKE, MOSTLY, STEADY = 16, 0.6, 8
"""Levels by which pixels of its ground differ in a row at most; share of a row that is ground; levels by which that
changes from row to row."""
BORDER = 5
"""Pixels at the rim of a window that may be another thing."""
WRITTEN, FEWEST, MOST, NEAR = 40, 4, 0.7, 1.6
"""Levels by which what is written on it differs from its ground; columns that it takes, at least; share of them, at
most; heights from its right end within which there is something, as buttons are: there the picture cuts nothing."""
LIGHTS, EVEN, COLOURED = 3, 2, 50
"""Buttons that stand at its left end, alike but for their colours, where none are at its right end; pixels by which
their widths and gaps differ at most; levels by which channels of each, and the colours of two, differ at least."""


def height(pixels: NDArray[np.uint8]) -> int:
    """Rows of a picture (H×W×3) that the title of a window takes, from the top; 0 where it begins with none."""
    rows = pixels[: min(HEIGHTS[1], len(pixels) // PART)].astype(np.int16)
    if len(rows) < HEIGHTS[0]:
        return 0
    grounds = np.median(rows, axis=1)
    off = np.abs(rows - grounds[:, None]).max(axis=2)
    plain = (off <= ALIKE).mean(axis=1) >= MOSTLY
    steady = np.abs(np.diff(grounds, axis=0)).max(axis=1) <= STEADY
    for first in range(BORDER):
        ends = np.flatnonzero(~(plain[first + 1 :] & steady[first:]))
        if not plain[first] or not len(ends) or ends[0] + 1 < HEIGHTS[0]:
            continue
        end = first + 1 + int(ends[0])
        written = (off[first + BORDER : end - BORDER, BORDER:-BORDER] > WRITTEN).any(axis=0)
        columns, near = np.flatnonzero(written), NEAR * (end - first)
        if len(columns) < FEWEST or share(written) > MOST:
            return 0
        bar = rows[first + BORDER : end - BORDER, BORDER:-BORDER]
        return end if columns[-1] >= len(written) - near or _lights(bar, written, near) else 0
    return 0


def _lights(bar: NDArray[np.int16], written: NDArray[np.bool_], near: float) -> bool:
    """Whether what is ``written`` first on a bar, ``near`` its left end, are coloured buttons of one size."""
    changes = np.flatnonzero(np.diff(np.append(written, False).astype(np.int8), prepend=0))[: 2 * LIGHTS]
    if len(changes) < 2 * LIGHTS or changes[0] > near or np.ptp(np.diff(changes)[::2]) > EVEN:
        return False
    if np.ptp(np.diff(changes)[1::2]) > EVEN or changes[-1] > LIGHTS * near:
        return False
    middles = bar[len(bar) // 2, (changes[::2] + changes[1::2]) // 2]
    apart = min(int(np.abs(middles[one] - middles[one - 1]).max()) for one in range(LIGHTS))
    return min(int(np.ptp(middles, axis=1).min()), apart) >= COLOURED
