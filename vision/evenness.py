"""Whether the cells of one state look alike: lit and unlit cells do, the parts of a picture under tiles don't."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from vision.frame import Frame
    from vision.reading import Reading

REACH = 0.28
"""Half the side of what is looked at in each cell, in cells: the middle, free of borders."""
SPREAD = 0.05
"""Of the distance between two states' colours: what noise and compression make of equal cells stays below."""


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
