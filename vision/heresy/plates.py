"""Read, where cells are plates: the ground of each brought to one level, and all beside it taken off.

Buttons, discs, rings and tiles stand around glyphs, and what shows between them may be as much ink as the glyphs are.
A glyph never goes all round the middle of its cell; what does is its frame. So the ground within is a part of its own,
smooth and as wide as most of a cell, and where nearly all cells have one alike these are the plates. A plate may have a
tone of its own: glyphs light on dark ones and dark on light ones are the same glyphs.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import cv2
import numpy as np

from vision.heresy import shared

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Mask = NDArray[np.bool_]

FAINTEST, GRAIN = 3.0, 4.0  # gray levels, and times the median, that an edge has at least
STRONGER = 1.0, 2.5, 6.0  # times as much where glyphs reach so near to their frames that a wear of edges joins them
WIDE, OFF = (0.5, 1.06), 0.2  # cells: sides of a plate; how far it may lie off its cell's middle
FEWEST, ALIKE = 7, 0.2  # plates, and how much their sides may differ from most, as a share
FULL = 0.08  # of a cell that a plate's own ground covers at least, beside the glyph
SHARED = 3  # plates that cover a place, for it to be part of every plate
LEVEL = 64  # gray level of the ground


def levelled(flat: NDArray[np.uint8], cell: int, margin: int, *, faint: bool = True) -> NDArray[np.uint8] | None:
    """``flat`` with every plate on one ground, its glyph brighter than that, and nothing beside it.

    None where the cells have no plates.

    Args:
        flat: S×S gray, three cells and a margin around them each way; or S×S×3 BGR, where glyphs stay as they are.
        cell: side of a cell in pixels.
        margin: width of the margin in pixels.
        faint: whether plates count that only the mean of all nine shows: it says nothing of a single one.
    """
    gray = flat if flat.ndim == 2 else np.asarray(cv2.cvtColor(flat, cv2.COLOR_BGR2GRAY), np.uint8)
    found = _plates(gray, cell, margin)
    if found is None and faint:
        found = _shared(gray, cell, margin)
    if found is None:
        return None
    out = np.full(flat.shape, LEVEL, np.float32)
    for ground, plate in found:
        inside = flat[plate].astype(np.float32)
        off = inside - np.median(flat[ground], axis=0)
        # Glyphs are narrow: whatever they differ by, few pixels differ much their way.
        out[plate] += off if flat.ndim == 3 or (off**3).sum() >= 0 else -off
    return np.asarray(np.clip(out, 0, 255), np.uint8)


def _plates(gray: NDArray[np.uint8], cell: int, margin: int) -> list[tuple[Mask, Mask]] | None:
    """Of each of the nine cells the plate's bare ground and the whole plate, S×S each; None where too few have one."""
    edges = cv2.morphologyEx(gray, cv2.MORPH_GRADIENT, np.ones((3, 3), np.uint8))
    limit = max(FAINTEST, GRAIN * float(np.median(edges)))
    found: dict[int, Mask] = {}
    for factor in STRONGER:
        more = _grounds(edges <= factor * limit, cell, margin)
        found = more if len(more) > len(found) else found
    if len(found) < FEWEST:
        return None
    wide = cell + 2 * margin
    cells = [np.s_[y : y + wide, x : x + wide] for y in range(0, 3 * cell, cell) for x in range(0, 3 * cell, cell)]
    hulls = []
    for i, ground in found.items():
        outline = cv2.convexHull(np.argwhere(ground[cells[i]])[:, ::-1].astype(np.int32))
        hulls.append(cv2.fillConvexPoly(np.zeros((wide, wide), np.uint8), outline, 1))
    # A stroke from side to side cuts a plate in two: it is the whole in other cells.
    common = np.sum(hulls, axis=0) >= SHARED
    plates = []
    for i, part in enumerate(cells):
        plate = np.zeros(gray.shape, bool)
        plate[part] = common
        plates.append((found.get(i, plate), plate))
    return plates


def _shared(gray: NDArray[np.uint8], cell: int, margin: int) -> list[tuple[Mask, Mask]] | None:
    """The same where all cells have a plate of one shape, however faint; a plate is its own ground."""
    shape = shared.plate(gray, cell, margin)
    if shape is None:
        return None
    plates = []
    for y, x in np.ndindex(3, 3):
        whole = np.zeros(gray.shape, bool)
        whole[margin + y * cell : margin + (y + 1) * cell, margin + x * cell : margin + (x + 1) * cell] = shape
        plates.append((whole, whole))
    return plates


def _grounds(smooth: Mask, cell: int, margin: int) -> dict[int, Mask]:
    """The cells whose plates are alike, and the ``smooth`` part (S×S) of each."""
    _, names, stats, _ = cv2.connectedComponentsWithStats(smooth.astype(np.uint8), connectivity=4)
    sides, area = stats[1:, 2:4] / cell, stats[1:, 4] / cell**2
    place = (stats[1:, :2] + stats[1:, 2:4] / 2 - margin) / cell
    which = np.floor(place)
    good = (sides > WIDE[0]).all(axis=1) & (sides < WIDE[1]).all(axis=1) & (area > FULL)
    good &= (np.abs(place - which - 0.5) < OFF).all(axis=1) & (which >= 0).all(axis=1) & (which < 3).all(axis=1)
    # A ring on a plate: the inner one is the glyph's.
    own: dict[int, int] = {}
    for i in sorted(np.flatnonzero(good).tolist(), key=lambda i: -float(sides[i].prod())):
        own[int(which[i] @ (1, 3))] = i
    if len(own) < FEWEST:
        return {}
    usual = np.median(sides[list(own.values())], axis=0)
    return {of: names == i + 1 for of, i in own.items() if (np.abs(sides[i] / usual - 1) < ALIKE).all()}
