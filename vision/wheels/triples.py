"""Triples of spots that can be two neighbours of a row and the dot between them in the next row.

Three such spots fix an affine map, so roll, row spacing, stretch and shear need no assumptions beyond wide limits.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from vision.wheels.crowds import alike

if TYPE_CHECKING:
    from vision.wheels.peaks import Spots

Floats32 = NDArray[np.float32]

PITCH = (6.5, 33.0)
"""Distance of neighbours in pixels of a level: one octave and an overlap on both sides."""
SLOPE = 0.40
SHEAR = 0.16
ROW_RATIO = (0.6, 1.3)
NEIGHBOURS = 48
TRIPLES = 6000
REACH = 4.0
"""No dot of the template is further from another than this many pitches."""
BETWEEN: Floats32 = np.array([(1 / 3, 0), (0.42, 0), (0.5, 0), (0.58, 0), (2 / 3, 0)], np.float32)
"""Lattice places between two neighbours where a finer grid would have dots."""
AROUND = ((-1, 0), (2, 0), (-0.5, -1), (0.5, -1), (1.5, -1), (-0.5, 1), (1.5, 1), (0, 2), (1, 2))
"""Lattice places that touch the triangle of (0, 0), (1, 0) and (0.5, 1); (x, row)."""
AROUND_PIXEL = np.stack(np.meshgrid(np.arange(-1, 2), np.arange(-1, 2)), axis=-1).reshape(-1, 2)
NONE: Floats32 = np.empty((0, 8), np.float32)


def triples(spots: Spots) -> Floats32:
    """Bases N×8 of all plausible triples.

    Columns: left spot, step along the row, step to the row below, side of the apex, strength of the weaker neighbour.
    """
    x, y = spots.xy.astype(np.float32).T
    strength = spots.strength.astype(np.float32)
    dx, dy = x[None, :] - x[:, None], y[None, :] - y[:, None]
    square = dx * dx + dy * dy
    near = alike(spots) & (square <= (1.5 * PITCH[1]) ** 2) & (square > 0)
    left, right = np.nonzero(
        near & (dx >= PITCH[0]) & (square <= PITCH[1] ** 2) & (np.abs(dy) <= SLOPE * dx + 1.0)
    )  # fmt: skip
    if not len(left):
        return NONE
    if len(x) <= NEIGHBOURS:
        apex = np.broadcast_to(np.arange(len(x)), (len(left), len(x)))
    else:
        most = min(NEIGHBOURS, int(near.sum(axis=1).max()))
        apex = np.argsort(np.where(near, square, np.float32(np.inf)), axis=1)[left, :most]
    ux, uy, length = dx[left, right][:, None], dy[left, right][:, None], square[left, right][:, None]
    vx, vy = dx[left[:, None], apex] - ux / 2, dy[left[:, None], apex] - uy / 2
    along, across = (vx * ux + vy * uy) / length, (ux * vy - uy * vx) / length
    # A pixel of slack: the centres of three spots are not exact.
    slack = 1.0 / np.sqrt(length)
    pair, which = np.nonzero(
        (np.abs(along) <= SHEAR + slack)
        & (np.abs(across) >= ROW_RATIO[0] - slack)
        & (np.abs(across) <= ROW_RATIO[1] + slack)
        & near[left[:, None], apex]
    )
    down = np.sign(across[pair, which])
    first = left[pair]
    weaker = np.minimum(strength[first], strength[right[pair]])
    return np.column_stack([
        x[first], y[first], ux[pair, 0], uy[pair, 0], vx[pair, which] * down, vy[pair, which] * down, down, weaker
    ]).astype(np.float32)  # fmt: skip


class Labels:
    """A picture that is 1 within about 1.5 pixels of a spot, with an empty margin for what falls outside."""

    def __init__(self, spots: Spots) -> None:
        self._corner = np.floor(spots.xy.min(axis=0)) - 2
        at = np.rint(spots.xy - self._corner).astype(np.intp)
        self._width, self._height = (int(side) + 3 for side in at.max(axis=0))
        # Lines that join the dots are no dots of a finer grid.
        strength = np.where(spots.sign == 0, 0, np.clip(spots.strength, 1, 255)).astype(np.uint8)
        order = np.argsort(strength, kind="stable")
        around = (at[order, 1] * self._width + at[order, 0])[:, None] + AROUND_PIXEL @ (self._width, 1)
        self._flat = np.zeros(self._height * self._width, np.uint8)
        self._flat[around] = 1
        # Where spots meet, the stronger one is written last.
        self._strengths = np.zeros(self._height * self._width, np.uint8)
        self._strengths[around] = strength[order, None]

    def at(self, basis: Floats32, offsets: Floats32) -> NDArray[np.uint8]:
        """Whether there is a spot at each basis' (N×6) lattice ``offsets`` (M×2) from its first spot; N×M, 0 or 1."""
        return np.asarray(self._flat.take(self._places(basis, offsets), mode="clip"), np.uint8)

    def supported(self, basis: Floats32) -> Floats32:
        """Of bases N×8 those that look like neighbours in a lock, at most ``TRIPLES``.

        Each triangle of the template has four or more dots on the nine places that touch it; three will do. Between
        two neighbours there is no dot as strong as they are, as in a finer grid. Of too many an even sample is as
        good: every lock offers some twenty triangles.
        """
        between = self._strengths.take(self._places(basis, BETWEEN), mode="clip").max(axis=1)
        basis = basis[between < 0.5 * basis[:, 7]]
        up = basis[:, 6:7] < 0
        places = np.array(AROUND, np.float32)
        # A triangle that points up is the mirror image: its apex is in the row above.
        mirrored = places * np.array([1, -1], np.float32)
        count = np.where(up, self.at(basis, mirrored), self.at(basis, places)).sum(axis=1)
        kept = basis[count >= 3]
        return np.ascontiguousarray(kept[:: -(-len(kept) // TRIPLES) or 1])

    def _places(self, basis: Floats32, offsets: Floats32) -> NDArray[np.int32]:
        """Indices of the pixels at each basis' (N×6) lattice ``offsets`` (M×2) from its first spot, N×M."""
        x = basis[:, 0:1] + basis[:, 2:3] * offsets[:, 0] + basis[:, 4:5] * offsets[:, 1]
        y = basis[:, 1:2] + basis[:, 3:4] * offsets[:, 0] + basis[:, 5:6] * offsets[:, 1]
        left, top = (self._corner - 0.5).astype(np.float32)
        row = np.clip(y - top, 0, self._height - 1).astype(np.int32)
        return np.asarray(row * self._width + np.clip(x - left, 0, self._width - 1).astype(np.int32), np.int32)
