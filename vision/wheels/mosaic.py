"""Many small pictures laid out on one canvas, so that every step of a search is taken once for all of them.

Most pictures hold next to nothing that a search looks for, and there a step costs more to start than to take. Parts
keep ``GAP`` pixels of nothing between them, which no filter of the search reaches across.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

Bytes = NDArray[np.uint8]
Numbers = NDArray[np.int16]

GAP = 8
LARGEST = 90_000
"""Pixels of a canvas up to which many parts are quicker together: more is too much for the processor's cache."""


@dataclass(frozen=True, slots=True, eq=False)
class Mosaic:
    """Where each of P parts lies.

    Attributes:
        boxes: left, top, right and bottom of each part on the canvas.
        shape: height and width of the canvas; its last rows and columns are a gap too.
    """

    boxes: tuple[tuple[int, int, int, int], ...]
    shape: tuple[int, int]

    def pack(self, parts: Sequence[Bytes]) -> Bytes:
        """The canvas with ``parts`` (each H×W) in their places and 0 elsewhere."""
        canvas = np.zeros(self.shape, np.uint8)
        for part, (left, top, right, bottom) in zip(parts, self.boxes, strict=True):
            canvas[top:bottom, left:right] = part
        return canvas

    def inside(self) -> Bytes:
        """The canvas with 255 where there are parts and 0 elsewhere."""
        canvas = np.zeros(self.shape, np.uint8)
        for left, top, right, bottom in self.boxes:
            canvas[top:bottom, left:right] = 255
        return canvas

    def owners(self, margin: int) -> Numbers:
        """The canvas with the number of the part, from 1, ``margin`` pixels inside its edges, and 0 elsewhere."""
        canvas = np.zeros(self.shape, np.int16)
        for number, (left, top, right, bottom) in enumerate(self.boxes, start=1):
            canvas[top + margin : max(bottom - margin, 0), left + margin : max(right - margin, 0)] = number
        return canvas


def batches(parts: Sequence[Bytes]) -> Iterator[slice]:
    """``parts`` (each H×W or more) in their order, so many at once as fit on a canvas of ``LARGEST`` pixels."""
    first, area = 0, 0
    for place, part in enumerate(parts):
        own = part.shape[0] * part.shape[1]
        if area + own > LARGEST and place > first:
            yield slice(first, place)
            first, area = place, 0
        area += own
    if first < len(parts):
        yield slice(first, len(parts))


def lay(parts: Sequence[Bytes]) -> Mosaic:
    """A place for each of ``parts`` (H×W or more), in rows from the tallest to the lowest."""
    sizes = [(-(-part.shape[1] // GAP) * GAP + GAP, -(-part.shape[0] // GAP) * GAP + GAP) for part in parts]
    order = sorted(range(len(parts)), key=lambda place: -sizes[place][1])
    # As wide as the first, the first two, ... of them: whatever leaves the least empty.
    widest, wide = max(wide for wide, _ in sizes), 0
    found = []
    for place in order:
        wide += sizes[place][0]
        found.append(_rows(sizes, order, max(wide, widest)))
    width, height, corners = min(found, key=lambda one: one[0] * one[1])
    boxes = [(x, y, x + part.shape[1], y + part.shape[0]) for (x, y), part in zip(corners, parts, strict=True)]
    return Mosaic(tuple(boxes), (height, width))


def _rows(sizes: Sequence[tuple[int, int]], order: Sequence[int], width: int) -> tuple[int, int, list[tuple[int, int]]]:
    """Width and height of a canvas with parts of the ``sizes`` in rows, and the corner of each part."""
    corners = [(0, 0)] * len(sizes)
    x = y = row = 0
    for place in order:
        wide, tall = sizes[place]
        if x + wide > width:
            x, y, row = 0, y + row, 0
        corners[place] = x, y
        x, row = x + wide, max(row, tall)
    return width, y + row, corners
