"""Whether the cells of one state look alike: lit and unlit cells do, the parts of a picture under tiles don't."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

import cv2
import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from vision.reading import Reading
    from vision.scene import Scene

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


def uneven(scene: Scene, reading: Reading) -> bool:
    """Whether cells of one state differ in colour from each other, measured against how far the states are apart.

    Args:
        scene: the picture that was read.
        reading: a board in it.
    """
    colours = [found.mean(axis=(1, 2)) for found in _patches(scene, reading, REACH)]
    if len(colours) < 2:
        return False
    middles = [np.median(found, axis=0) for found in colours]
    apart = max(float(np.abs(one - other).max()) for one in middles for other in middles)
    spread = max(float(np.abs(found - middle).max()) for found, middle in zip(colours, middles, strict=True))
    return spread > SPREAD * apart


def lonely(scene: Scene, reading: Reading) -> bool:
    """Whether a state is seen in one cell alone, and one state's cells hold something that they don't share.

    A tile taken off shows a part of a picture; a light switched on shows what the others do, in another colour.

    Args:
        scene: the picture that was read.
        reading: a board of two states in it.
    """
    counts = Counter(cell.state for cell in reading.cells)
    if len(counts) != 2 or min(counts.values()) > 1:
        return False
    drawn = [(found, float(np.median(_textures(found)))) for found in _patches(scene, reading, WHOLE)]
    (_, less), (cells, more) = sorted(drawn, key=lambda pair: pair[1])
    if more <= PLAINER[0] * less + PLAINER[1]:
        return False
    return len(cells) < 2 or float(np.median(_textures(cells[:-1] - cells[1:]))) > UNLIKE * more


def speckled(scene: Scene, reading: Reading) -> bool:
    """Whether cells of one state hold each something else, though hardly another colour, and the other's do not.

    Args:
        scene: the picture that was read.
        reading: a board of two states in it.
    """
    counts = Counter(cell.state for cell in reading.cells)
    if len(counts) != 2 or min(counts.values()) < 2:
        return False
    less, more = sorted(
        float(np.median(_textures(found[:-1] - found[1:]))) for found in _patches(scene, reading, WHOLE)
    )
    return more > SPECKS[0] * less + SPECKS[1]


def _patches(scene: Scene, reading: Reading, reach: float) -> list[NDArray[np.float32]]:
    """What is drawn up to ``reach`` cells from the centres, in few pixels: for each state N×GRAIN×GRAIN×3."""
    half = reach * reading.pitch
    level = 0
    while half / 2 ** (level + 1) >= GRAIN:  # still two pixels for each one wanted
        level += 1
    picture = scene.level(level)
    half = max(1, int(half / 2**level))
    side = 2 * half + 1
    column = np.empty((len(reading.cells), side, side, 3), np.uint8)
    places: dict[int | None, list[int]] = {}
    for place, cell in enumerate(reading.cells):
        x = min(max(int((cell.center[0] + 0.5) / 2**level), 0), picture.shape[1] - 1)
        y = min(max(int((cell.center[1] + 0.5) / 2**level), 0), picture.shape[0] - 1)
        patch = picture[max(0, y - half) : y + half + 1, max(0, x - half) : x + half + 1]
        if patch.shape[:2] != (side, side):  # at the picture's edge
            patch = cv2.resize(patch, (side, side), interpolation=cv2.INTER_LINEAR)
        column[place] = patch
        places.setdefault(cell.state, []).append(place)
    # Whole patches are as many pixels wherever they stand, so that all can be reduced in one go.
    size = (GRAIN, GRAIN * len(column))
    small = cv2.resize(column.reshape(-1, side, 3), size, interpolation=cv2.INTER_AREA)
    cells = small.reshape(len(column), GRAIN, GRAIN, 3).astype(np.float32)
    return [cells[own] for own in places.values()]


def _textures(patches: NDArray[np.float32]) -> NDArray[np.float32]:
    """Standard deviation over the pixels of each patch, of the channel with the greatest; N."""
    return np.asarray(patches.std(axis=(1, 2)).max(axis=1))
