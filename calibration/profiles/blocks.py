"""Boards without gaps: rectangles of a profile's colours.

Where cells touch, a board in one colour shows no cells at all, and a worn one shows few; but all of it has colours that
the looks have, and what is around it has not. (Histogram backprojection, Swain & Ballard 1991.)
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import cv2
import numpy as np

from calibration.profiles.lattices import blank
from calibration.profiles.profile import MOST_CELLS, SIDE

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from calibration.profiles.profile import Profile
    from vision.reading import Reading
    from vision.scene import Scene

BITS = 4
"""Bits of a channel by which colours are told apart."""
COMMON = 0.01
"""Share of a look's pixels that a colour must have to count as one of its own."""
LONGEST = 1000
"""Pixels of the longer side of the picture that is searched."""
FILLED, SMALLEST = 0.9, 20
"""Share of a rectangle that must have the colours; its least side in pixels."""
UNEVEN, PART = 0.06, 0.12
"""By how much cells may be taller than wide; how far, in cells, a side may be from a whole number of learnt cells."""
SCALES = (1.0, 1.25, 1.5, 2.0, 0.8, 2 / 3, 0.5)


def blocks(scene: Scene, profile: Profile) -> list[Reading]:
    """Readings without states, for each rectangle of the profile's colours that can be a board, the largest first."""
    level = max(0, int(np.ceil(np.log2(max(scene.frame.width, scene.frame.height) / LONGEST))))
    picture = scene.level(level)
    known = _colours(profile)
    mask = known[_bins(picture)].astype(np.uint8)
    kernel = np.ones((5, 5), np.uint8)
    mask = cv2.morphologyEx(cv2.morphologyEx(mask, cv2.MORPH_CLOSE, kernel), cv2.MORPH_OPEN, np.ones((9, 9), np.uint8))
    count, _, stats, _ = cv2.connectedComponentsWithStats(mask, connectivity=4)
    found: list[Reading] = []
    for number in sorted(range(1, count), key=lambda one: -stats[one, cv2.CC_STAT_AREA])[:4]:
        left, top, width, height, area = (int(value) for value in stats[number])
        if min(width, height) < SMALLEST or area < FILLED * width * height:
            continue
        scale = scene.frame.width / picture.shape[1], scene.frame.height / picture.shape[0]
        box = left * scale[0], top * scale[1], width * scale[0], height * scale[1]
        found += [_lattice(box, rows, cols) for rows, cols in _shapes(box[2], box[3], profile)]
    return found


def _bins(pixels: NDArray[np.uint8]) -> NDArray[np.int64]:
    """The number of each pixel's colour."""
    blue, green, red = (pixels[..., channel].astype(np.int64) >> (8 - BITS) for channel in range(3))
    return (blue << 2 * BITS) | (green << BITS) | red


def _colours(profile: Profile) -> NDArray[np.bool_]:
    """Which colours the looks have, with those beside them."""
    side = 2**BITS
    own = np.zeros((side, side, side), np.uint8)
    for look in profile.looks:
        counts = np.bincount(_bins(look).reshape(-1), minlength=side**3).reshape(own.shape)
        own |= (counts >= COMMON * SIDE * SIDE).astype(np.uint8)
    padded = np.pad(own, 1)
    near = np.zeros_like(own)
    for axis in range(3):
        for shift in (-1, 0, 1):
            near |= np.roll(padded, shift, axis)[1:-1, 1:-1, 1:-1]
    return near.reshape(-1).astype(bool)


def _shapes(width: float, height: float, profile: Profile) -> Iterator[tuple[int, int]]:
    """Rows and columns that a rectangle of these sides may have: learnt shapes, or cells of a learnt size."""
    seen = set()
    for rows, cols in profile.shapes:
        if abs(np.log(width / cols * rows / height)) <= UNEVEN:
            seen.add((rows, cols))
            yield rows, cols
    for pitch in profile.pitches:
        for scale in SCALES:
            across, down = width / (pitch * scale), height / (pitch * scale)
            rows, cols = round(down), round(across)
            if (rows, cols) in seen or not (2 <= rows <= MOST_CELLS and 2 <= cols <= MOST_CELLS):
                continue
            if max(abs(across - cols), abs(down - rows)) <= PART:
                seen.add((rows, cols))
                yield rows, cols


def _lattice(box: tuple[float, float, float, float], rows: int, cols: int) -> Reading:
    left, top, width, height = box
    return blank(np.array([[width / cols, 0, left - 0.5], [0, height / rows, top - 0.5], [0, 0, 1.0]]), rows, cols)
