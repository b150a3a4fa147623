"""The looks of cells: cut out through a reading's geometry, and told apart by what is steady within a state.

A cell's picture is compared pixel by pixel in Lab, each pixel weighed by how little it differs among cells of one state
(a Gaussian discriminant with diagonal covariances, Fisher 1936). So a diagram or digit inside the cells, which differs
from cell to cell, hardly counts, and what makes the state does, be it the colour, a rim or a tick. A state may have a
spread of its own: of tiles over a picture the covered ones are all alike, the others all different.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

import cv2
import numpy as np

from calibration.profiles.profile import SIDE

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from calibration.profiles.profile import Profile
    from vision.scene import Scene

BLUR = 1.0  # of SIDE pixels: a board is never found to the pixel
SHIFT = 0.7  # of SIDE pixels: at another size edges lie elsewhere by so much
FLAT = 0.25  # mean deviation in Lab below which a cell shows nothing
FLOOR = 3.0  # units of Lab that two cells of one state may differ by anyway
VOID = 0.5
"""A place has no cell where it is less than this times as far from such a place's look as from any state's."""
SHAPED = 0.6
"""A cell must be alike its look to this share of what the learnt cells are; where these are not, any cell is."""
WIDEST = 255
"""The kept spread of a state that no picture showed."""
FAR, NOWHERE = 1e5, 1e-9
"""Pixels and depth beyond which a point lies in no picture."""
QUARTER = 4.0  # the spread is kept in quarters of a unit


@dataclass(frozen=True, slots=True, eq=False)
class Fit:
    """How cells compare with a profile's looks.

    Attributes:
        states: N, the nearest state of each cell.
        away: N, the distance from that state's look, in spreads.
        between: N×k, how far on the way from the nearest state's look to each other one; 0 at the look itself, 0.5
            half way.
    """

    states: NDArray[np.int64]
    away: NDArray[np.float64]
    between: NDArray[np.float64]


def cut(
    scene: Scene, homography: NDArray[np.float64], places: Sequence[tuple[float, float]], extent: float = 1.0
) -> NDArray[np.uint8]:
    """Cut cells out of a picture.

    Args:
        scene: the picture.
        homography: 3×3, board plane → pixel centres.
        places: (x, y) of the cells' centres on the board plane.
        extent: how much of each cell, from side to side.

    Returns:
        N×SIDE×SIDE×3 uint8 BGR; what lies outside the picture repeats its rim.
    """
    middles = np.asarray(places, np.float64).reshape(-1, 2)
    x, y = middles.T
    here, there = _mapped(homography, x, y), _mapped(homography, x + 1.0, y)
    pitch = float(np.median(np.hypot(there[0] - here[0], there[1] - here[1])))
    level = max(0, int(np.floor(np.log2(max(1.0, extent * pitch / SIDE)))))
    # Pixel (i, j) of a cell's picture is the middle of one of SIDE × SIDE squares.
    across = (np.arange(SIDE) + 0.5) * extent / SIDE - extent / 2
    right, down = np.tile(across, SIDE), np.repeat(across, SIDE)
    where = [
        np.clip((side + 0.5) / 2**level - 0.5, -FAR, FAR).astype(np.float32)
        for side in _mapped(homography, x[:, None] + right, y[:, None] + down)
    ]
    pixels = cv2.remap(scene.level(level), where[0], where[1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(pixels, np.uint8).reshape(len(middles), SIDE, SIDE, 3)


def _mapped(
    homography: NDArray[np.float64], x: NDArray[np.float64], y: NDArray[np.float64]
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Pixels (x and y) of points on the board plane."""
    (a, b, c), (d, e, f), (g, h, i) = homography.tolist()
    depth = g * x + h * y + i if g or h else i
    depth = np.where(np.abs(depth) < NOWHERE, NOWHERE, depth)
    return (a * x + b * y + c) / depth, (d * x + e * y + f) / depth


def lab(cells: NDArray[np.uint8]) -> NDArray[np.float64]:
    """N×(SIDE·SIDE·3) of pictures of cells (N×SIDE×SIDE×3 uint8 BGR), blurred a little."""
    tall = np.ascontiguousarray(cells.reshape(-1, SIDE, 3))
    colours = cv2.cvtColor(tall.astype(np.float32) / np.float32(255), cv2.COLOR_BGR2LAB).reshape(-1, SIDE, SIDE, 3)
    smooth = [cv2.GaussianBlur(one, (0, 0), BLUR) for one in colours]
    return np.asarray(smooth, np.float64).reshape(len(cells), -1)


def compare(cells: NDArray[np.float64], profile: Profile) -> Fit:
    """Compare cells, as ``lab`` gives them, with the looks of a profile."""
    return compare_with(cells, *known(profile))


@lru_cache(maxsize=64)
def known(profile: Profile) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """A profile's looks, as ``lab`` gives them, and its spreads in units of Lab: both k×D, not to be written to."""
    found = lab(profile.looks), unpacked(profile.spreads)
    for one in found:
        one.setflags(write=False)
    return found


def compare_with(cells: NDArray[np.float64], looks: NDArray[np.float64], spread: NDArray[np.float64]) -> Fit:
    """Compare cells with looks (k×D), given the spread (k×D) of each of the D numbers within each state."""
    weights = spread**-2.0
    wide = 2 * np.log(spread).sum(axis=1)

    def squares(one: NDArray[np.float64]) -> NDArray[np.float64]:
        # (one - look)² · weight, written out: three products of matrices take a fraction of the time.
        whole = one**2 @ weights.T - 2 * one @ (weights * looks).T + (weights * looks**2).sum(axis=1)
        return np.asarray(np.maximum(whole, 0.0))

    square = squares(cells)
    unlikely = square + wide
    states = unlikely.argmin(axis=1)
    rows = np.arange(len(cells))
    # How much likelier its own state is than another, as a share of that at the look itself. With one spread for all
    # this is the law of cosines: where a cell's foot lies on the line from its own look to another.
    whole = squares(looks) + wide
    apart = (whole - whole.diagonal()[:, None])[states]
    between = 0.5 * (1 + (unlikely[rows, states][:, None] - unlikely) / np.maximum(apart, 1e-9))
    between[rows, states] = 0.0
    return Fit(states, np.sqrt(square[rows, states] / cells.shape[1]), between)


def vacant(cells: NDArray[np.float64], profile: Profile) -> NDArray[np.bool_]:
    """Which cells, as ``lab`` gives them, are rather the place without a cell that the profile knows."""
    if profile.void is None:
        return np.zeros(len(cells), np.bool_)
    void = lab(profile.void[None])[0]
    nearest = np.min([((cells - look) ** 2).mean(axis=1) for look in known(profile)[0]], axis=0)
    return np.asarray(((cells - void) ** 2).mean(axis=1) < VOID**2 * nearest)


def apart(profile: Profile) -> float:
    """The least distance between the looks of two states, in spreads; infinite where there is one state."""
    looks, spread = known(profile)
    pairs = [(one, other) for one in range(len(looks)) for other in range(len(looks)) if one != other]
    away = (np.sqrt((((looks[one] - looks[other]) / spread[one]) ** 2).mean()) for one, other in pairs)
    return float(min(away, default=np.inf))


def likeness(cells: NDArray[np.float64], looks: NDArray[np.float64], states: NDArray[np.int64]) -> NDArray[np.float64]:
    """Correlation of cells with the looks of their states, channel means left out; 0 where a cell is flat.

    A flat look, of cells without a rim or gap, has no shape to ask for: all is alike.

    Args:
        cells: N×D as ``lab`` gives them.
        looks: k×D, likewise.
        states: N, of the looks.
    """
    one, two = (part.reshape(len(part), -1, 3) for part in (cells, looks))
    one, two = (part - part.mean(axis=1, keepdims=True) for part in (one, two))
    across = np.einsum("npc,npc->n", one, two[states])
    sizes = (np.sqrt(np.einsum("npc,npc->n", part, part)) for part in (one, two))
    own, known = sizes
    return np.where(flat(looks)[states], 1.0, across / np.maximum(own * known[states], 1e-9))


def flat(looks: NDArray[np.float64]) -> NDArray[np.bool_]:
    """Which looks (k×D) show nothing but one colour."""
    rest = looks.reshape(len(looks), -1, 3)
    rest = rest - rest.mean(axis=1, keepdims=True)
    return np.asarray(np.einsum("npc,npc->n", rest, rest) < FLAT**2 * looks.shape[1])


def slopes(looks: NDArray[np.float64]) -> NDArray[np.float64]:
    """How much a shift by ``SHIFT`` pixels changes each number of the looks (k×D), at most among the states.

    Beside a cell is another, in any state: where cells touch, a shift shows some of that.
    """
    cells = looks.reshape(-1, SIDE, SIDE, 3)
    most = np.zeros((SIDE, SIDE, 3))
    for one in cells:
        for other in cells:
            down = np.gradient(np.concatenate([other, one, other], axis=0), axis=0)[SIDE : 2 * SIDE]
            across = np.gradient(np.concatenate([other, one, other], axis=1), axis=1)[:, SIDE : 2 * SIDE]
            most = np.maximum(most, np.hypot(down, across))
    return np.asarray(SHIFT * most.reshape(-1))


def packed(spread: NDArray[np.float64]) -> NDArray[np.uint8]:
    """Spreads (k×D) as they are kept: k×SIDE×SIDE×3 uint8."""
    quarters = np.rint(QUARTER * spread.reshape(-1, SIDE, SIDE, 3))
    return np.clip(quarters, 1, 255).astype(np.uint8)


def unpacked(spread: NDArray[np.uint8]) -> NDArray[np.float64]:
    """Kept spreads in units of Lab, with what is always allowed: k×D."""
    return np.hypot(spread.reshape(len(spread), -1).astype(np.float64) / QUARTER, FLOOR)
