"""Where to look again at twice the size: small crowds of red and green spots.

The finest level of the pyramid is four times the work of the next. The smallest locks need it, but on the level above
they still show as a crowd of spots of both colours, so only the crowds' surroundings are searched.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import cv2
import numpy as np

if TYPE_CHECKING:
    from vision.wheels.propose import Spots

CELL = 24
"""Side of a counting cell in level pixels; three of them hold a lock whose level pitch is too small to be read."""
CROWD = 5
SHARE = 0.3
"""At most this share of the picture is looked at again; where more is crowded, only the densest crowds are."""


def regions(spots: Spots, shape: tuple[int, int]) -> list[tuple[int, int, int, int]]:
    """Boxes (left, top, right, bottom), level pixels, around the crowds of spots on a level of ``shape`` (H, W)."""
    if not ((spots.sign > 0).any() and (spots.sign < 0).any()):
        return []
    height, width = -(-shape[0] // CELL), -(-shape[1] // CELL)
    counts = []
    for sign in (1, -1):
        at = (spots.xy[spots.sign == sign] // CELL).astype(np.intp)
        cells = np.bincount(at[:, 1] * width + at[:, 0], minlength=height * width).astype(np.float32)
        counts.append(cv2.boxFilter(cells.reshape(height, width), -1, (3, 3), normalize=False))
    both = np.where((counts[0] >= 1) & (counts[1] >= 1), counts[0] + counts[1], 0)
    crowd = CROWD
    while True:
        # The window around a crowded cell, and half a lock more on every side.
        mask = cv2.dilate((both >= crowd).astype(np.uint8), np.ones((5, 5), np.uint8))
        if cv2.countNonZero(mask) <= SHARE * mask.size or crowd > both.max():
            break
        crowd += 2
    count, _, boxes, _ = cv2.connectedComponentsWithStats(mask, connectivity=4)
    found = []
    for left, top, across, down, _ in boxes[1:count].tolist():
        right, bottom = min((left + across) * CELL, shape[1]), min((top + down) * CELL, shape[0])
        found.append((left * CELL, top * CELL, right, bottom))
    return found
