"""Whether the cells of one state look alike: lit and unlit cells do, the parts of a picture under tiles don't."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

import cv2
import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from vision.frame import Frame
    from vision.reading import Reading

REACH = 0.28
"""Half the side of what is looked at in each cell, in cells: the middle, free of borders."""
SPREAD = 0.05
"""Of the distance between two states' colours: what noise and compression make of equal cells stays below."""
WHOLE = 0.38
"""Half the side of what is looked at for drawings, in cells."""
GRAIN = 8
"""Pixels a side that is reduced to."""
PLAINER = (1.1, 0.4)
"""How much more there must be drawn in the cells of one state than in the other's: times, and levels on top."""
SPECKS = (2.0, 1.0)
"""How much more cells of one state must differ from each other than those of the other: times, and levels on top."""
UNLIKE = 0.85
"""How far two cells of one state are apart, as a share of what is drawn in them, from which they differ in it."""


def uneven(frame: Frame, reading: Reading) -> bool:
    """Whether cells of one state differ in colour from each other, measured against how far the states are apart.

    Args:
        frame: the picture that was read.
        reading: a board in it.
    """
    half = max(1, int(REACH * reading.pitch))
    colours: dict[int | None, list[np.ndarray[tuple[int], np.dtype[np.float64]]]] = {}
    for cell in reading.cells:
        x, y = int(cell.center[0]), int(cell.center[1])
        patch = frame.pixels[max(0, y - half) : y + half + 1, max(0, x - half) : x + half + 1]
        if patch.size:
            colours.setdefault(cell.state, []).append(patch.reshape(-1, 3).mean(axis=0))
    middles = [np.median(found, axis=0) for found in colours.values()]
    if len(middles) < 2:
        return False
    apart = max(float(np.abs(one - other).max()) for one in middles for other in middles)
    spread = max(
        float(np.abs(np.array(found) - middle).max()) for found, middle in zip(colours.values(), middles, strict=True)
    )
    return spread > SPREAD * apart


def lonely(frame: Frame, reading: Reading) -> bool:
    """Whether a state is seen in one cell alone, and one state's cells hold something that they don't share.

    A tile taken off shows a part of a picture; a light switched on shows what the others do, in another colour.

    Args:
        frame: the picture that was read.
        reading: a board of two states in it.
    """
    patches: dict[int | None, list[NDArray[np.float32]]] = {}
    for cell in reading.cells:
        patches.setdefault(cell.state, []).append(_patch(frame, cell.center, WHOLE * reading.pitch))
    if len(patches) != 2 or min(map(len, patches.values())) > 1:
        return False
    drawn = [(found, float(np.median([_texture(patch) for patch in found]))) for found in patches.values()]
    (_, less), (cells, more) = sorted(drawn, key=lambda pair: pair[1])
    if more <= PLAINER[0] * less + PLAINER[1]:
        return False
    apart = [_texture(one - other) for one, other in pairwise(cells)]
    return not apart or float(np.median(apart)) > UNLIKE * more


def speckled(frame: Frame, reading: Reading) -> bool:
    """Whether cells of one state hold each something else, though hardly another colour, and the other's do not.

    Args:
        frame: the picture that was read.
        reading: a board of two states in it.
    """
    patches: dict[int | None, list[NDArray[np.float32]]] = {}
    for cell in reading.cells:
        patches.setdefault(cell.state, []).append(_patch(frame, cell.center, WHOLE * reading.pitch))
    if len(patches) != 2 or min(map(len, patches.values())) < 2:
        return False
    less, more = sorted(
        float(np.median([_texture(one - other) for one, other in pairwise(found)])) for found in patches.values()
    )
    return more > SPECKS[0] * less + SPECKS[1]


def _patch(frame: Frame, center: tuple[float, float], reach: float) -> NDArray[np.float32]:
    """What is drawn in a cell, in few pixels."""
    x, y, half = int(center[0]), int(center[1]), max(1, int(reach))
    patch = frame.pixels[max(0, y - half) : y + half + 1, max(0, x - half) : x + half + 1]
    if not patch.size:
        return np.zeros((GRAIN, GRAIN, 3), np.float32)
    return np.asarray(cv2.resize(patch, (GRAIN, GRAIN), interpolation=cv2.INTER_AREA), np.float32)


def _texture(patch: NDArray[np.float32]) -> float:
    """Standard deviation over the pixels, of the channel with the greatest."""
    return float(patch.reshape(-1, 3).std(axis=0).max())
