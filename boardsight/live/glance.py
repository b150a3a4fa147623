"""What one look gives: a frame, or why there is none; and whether two frames differ where it matters."""

from __future__ import annotations

from dataclasses import dataclass
from math import dist
from typing import TYPE_CHECKING

import numpy as np

from vision.frame import Frame

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from vision.reading import Reading

Box = tuple[int, int, int, int]
"""Left, top, right, bottom in whole pixels of a frame."""

AROUND = 0.9
"""Pitches round the outer cells' centres that belong to a board's area."""
STILL = 1.5
"""Pixels by which a cell may be found elsewhere though nothing has moved."""


@dataclass(frozen=True, slots=True)
class Absence:
    """There was nothing to look at.

    Attributes:
        reason: in words, with what to do about it.
        time: seconds of the clock that frames are timed by.
    """

    reason: str
    time: float


Glance = Frame | Absence


def area_of(reading: Reading, size: tuple[int, int]) -> Box:
    """The pixels of a board and a rim round it, inside a picture of ``size`` (width, height)."""
    rim = AROUND * (reading.pitch or min(size) / 8)
    xs = [cell.center[0] for cell in reading.cells]
    ys = [cell.center[1] for cell in reading.cells]
    return (
        max(0, int(min(xs) - rim)),
        max(0, int(min(ys) - rim)),
        min(size[0], int(max(xs) + rim) + 1),
        min(size[1], int(max(ys) + rim) + 1),
    )


def within(box: Box, reading: Reading) -> bool:
    """Whether the middles of a reading's cells all lie in a box."""
    centers = (cell.center for cell in reading.cells)
    return all(box[0] <= x <= box[2] and box[1] <= y <= box[3] for x, y in centers)


def in_place(known: Reading, reading: Reading) -> bool:
    """Whether a board lies where a known one of as many cells lay."""
    pairs = zip(known.cells, reading.cells, strict=False)
    return len(known.cells) == len(reading.cells) and all(dist(a.center, b.center) < STILL for a, b in pairs)


def same(one: NDArray[np.uint8], other: NDArray[np.uint8], box: Box | None = None) -> bool:
    """Whether two pictures (H×W×3 uint8) agree in every pixel of ``box``, all of it when None."""
    if one is other:
        return True
    if one.shape != other.shape:
        return False
    if box is None:
        return bool(np.array_equal(one, other))
    left, top, right, bottom = box
    return bool(np.array_equal(one[top:bottom, left:right], other[top:bottom, left:right]))
