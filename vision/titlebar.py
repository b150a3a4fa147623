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
        told = len(columns) >= FEWEST and share(written) <= MOST
        return end if told and columns[-1] >= len(written) - near else 0
    return 0
