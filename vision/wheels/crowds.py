"""Crowds of spots: a lock has six dots of each colour close together, lone spots are none of its."""

from __future__ import annotations

from typing import TYPE_CHECKING

import cv2
import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from vision.wheels.peaks import Spots

REACH = 50.0
"""Furthest two dots of a lock are apart whose pitch is too small for a level, in its pixels."""
EACH = 1
LEAST = 5
CELL = 8
REDS = (5, 7)
FAINT = 0.25
EVEN = 1.35
"""How much more than another one a dot of the same colour stands out on an even ground."""
SWAPPED = 0.5
"""Share of how far the stronger of a red and a green dot stands out by which the red one's ground may be greener."""
KEEP = 3
MARGIN = 3
"""Cells around a crowd that belong to its box."""


def crowded(spots: Spots, reach: float, each: int, least: int) -> NDArray[np.bool_]:
    """Which of N spots have ``least`` spots like themselves within ``reach`` pixels, ``each`` of either colour; N.

    Dots of one colour stand out alike, the other colour may be much weaker or stronger. A spot that is merely dark
    may be of either colour.
    """
    sign = spots.sign
    if len(sign) < least or min(np.count_nonzero(sign >= 0), np.count_nonzero(sign <= 0)) < each:
        return np.zeros(len(sign), np.bool_)
    near = _near(spots, reach) & alike(spots)
    kinds = np.stack([sign >= 0, sign <= 0, sign < 2], axis=1).astype(np.float32)
    counts = near.astype(np.float32) @ kinds
    return np.asarray((counts >= (each, each, least)).all(axis=1))


def around_reds(spots: Spots, reach: float, shape: tuple[int, int]) -> tuple[int, int, int, int] | None:
    """Box (left, top, right, bottom) of a picture of ``shape`` (H, W) where six red spots of one strength lie together.

    One of them may be missing. None where there are none, or about as many green ones that are not much fainter.
    """
    red = spots.sign > 0
    if np.count_nonzero(red) < REDS[0]:
        return None
    reds = spots.only(red)
    near = _near(reds, reach)
    ratio = reds.strength[None, :] / reds.strength[:, None]
    near &= (ratio > 1 / EVEN) & (ratio < EVEN)
    counts = near.sum(axis=1)
    kept = np.flatnonzero((counts >= REDS[0]) & (counts <= REDS[1]))
    if not len(kept):
        return None
    strongest = kept[np.argmax(reds.strength[kept])]
    group = reds.xy[near[strongest]]
    first, last = group.min(axis=0), group.max(axis=0)
    margin = float((last - first).max()) / 2 + CELL
    greens = spots.xy[(spots.sign < 0) & (spots.strength > FAINT * reds.strength[strongest])]
    if ((greens >= first - margin) & (greens <= last + margin)).all(axis=1).sum() >= REDS[0]:
        return None
    left, top = np.maximum(first - margin, 0).astype(int).tolist()
    right, bottom = np.minimum(last + margin, shape[::-1]).astype(int).tolist()
    return left, top, right, bottom


def _near(spots: Spots, reach: float) -> NDArray[np.bool_]:
    """Which of N spots lie within ``reach`` pixels of each other, N×N."""
    x, y = spots.xy.T.astype(np.float32)
    return np.asarray((np.abs(x[:, None] - x) <= reach) & (np.abs(y[:, None] - y) <= reach))


def alike(spots: Spots) -> NDArray[np.bool_]:
    """Which of N spots may be dots of one lock by how far they stand out; N×N.

    A red dot may be twelve times as far from its ground as a dull green one. Both lie on one ground: where what is
    around the red ones is as green as the green ones, and the other way round, there are only two colours, as of
    letters and what shows between their strokes.
    """
    strength = spots.strength.astype(np.float32)
    ratio = strength[None, :] / strength[:, None]
    same = spots.sign[None, :] == spots.sign[:, None]
    may = ((ratio > 0.4) & (ratio < 2.5)) | (~same & (ratio > 0.08) & (ratio < 12.5))
    if spots.ground is not None:
        red, green = np.flatnonzero(spots.sign > 0), np.flatnonzero(spots.sign < 0)
        swapped = spots.ground[green] - spots.ground[red, None]
        here, there = np.nonzero(swapped > SWAPPED * np.maximum(strength[green], strength[red, None]))
        may[red[here], green[there]] = may[green[there], red[here]] = False
    return np.asarray(may)


def boxes(spots: Spots, shape: tuple[int, int]) -> list[tuple[int, int, int, int]]:
    """Boxes (left, top, right, bottom) around the largest crowds of spots on a picture of ``shape`` (H, W)."""
    kept = crowded(spots, REACH, EACH, LEAST)
    if not kept.any():
        return []
    mask = np.zeros((-(-shape[0] // CELL), -(-shape[1] // CELL)), np.uint8)
    at = (spots.xy[kept] // CELL).astype(np.intp)
    mask[at[:, 1], at[:, 0]] = 1
    found = outlined(cv2.dilate(mask, np.ones((2 * MARGIN + 1, 2 * MARGIN + 1), np.uint8)), CELL, shape)
    xy = spots.xy[kept]
    return sorted(found, key=lambda box: -int(((xy >= box[:2]) & (xy < box[2:])).all(axis=1).sum()))[:KEEP]


def outlined(mask: NDArray[np.uint8], cell: int, shape: tuple[int, int]) -> list[tuple[int, int, int, int]]:
    """Boxes around the connected parts of a mask whose pixels are cells of a picture of ``shape`` (H, W)."""
    count, _, parts, _ = cv2.connectedComponentsWithStats(mask, connectivity=4)
    return [
        (left * cell, top * cell, min((left + across) * cell, shape[1]), min((top + down) * cell, shape[0]))
        for left, top, across, down, _ in parts[1:count].tolist()
    ]
