"""Turning: tiles that are on their way from one face to the other, narrower than their fellows."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from vision.middle import median, medians

if TYPE_CHECKING:
    from numpy.typing import NDArray

TURNING = "some tiles look as if they were being turned"
SIDE, WIDE = 2, 2  # pixels of a cell left out at its rim, where gaps and seams are; and looked at from there
UNLIKE, TIMES = 8.0, 4.0  # Lab: how unlike its fellows a side is, at least, and over what is usual of them
SHOWN = 0.5  # share of what cells of the picture differ from tiles by, up to which their colour may just be blurred in
CENTRE = 0.4  # share of that by which the tile's middle may differ
FEWEST = 3  # tiles from which it is told what is usual


def turning(cells: NDArray[np.float32], others: NDArray[np.float32]) -> bool:
    """Whether some tile shows something else at two opposite sides, but not in its middle.

    Args:
        cells: n×S×S×3 Lab, the tiles from the middle of one gap to the middle of the next.
        others: m×S×S×3 Lab, the cells of the picture.
    """
    if len(cells) < FEWEST:
        return False
    # What lies along a side, n×S×3: ornaments off by a pixel don't show.
    ways = cells.mean(axis=1), np.einsum("ijkl->ijl", cells) / np.float32(cells.shape[2])
    ground = medians(ways[0].mean(axis=1))
    apart = np.sqrt(((others.mean(axis=1).mean(axis=1) - ground) ** 2).sum(axis=1))
    shown = SHOWN * median(apart) if len(apart) else 0.0
    for across in ways:
        off = np.sqrt(((across - medians(across)) ** 2).sum(axis=2))
        near = slice(SIDE, SIDE + WIDE), slice(-SIDE - WIDE, -SIDE)
        sides = np.min([off[:, side].min(axis=1) for side in near], axis=0)  # a line is narrower
        size = off.shape[1]
        middle = off[:, 3 * size // 8 : 5 * size // 8].mean(axis=1)
        least = max(UNLIKE, shown, TIMES * median(sides))
        if ((sides >= least) & (middle <= CENTRE * sides)).any():
            return True
    return False
