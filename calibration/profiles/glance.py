"""A glance at cells: whether they may look like a profile's, by nine pixels of each.

A profile that does not fit is the usual case, and its lattices are many. Cutting every cell out of the picture to find
that it is of quite another colour is most of the work; a few pixels show it as well.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import cv2
import numpy as np

from calibration.profiles import looks
from calibration.profiles.places import pitch_of
from calibration.profiles.profile import SIDE

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from calibration.profiles.profile import Profile
    from vision.scene import Scene

    Points = Sequence[tuple[float, float]]

REACH = 0.22
"""Where pixels are taken, in cells from a cell's middle, this way and that."""
PIXELS = 10.0
"""A cell is looked at in the level where it is at least so wide."""
WIDE = 1024
OFFSETS = np.array([(x, y) for y in (-REACH, 0.0, REACH) for x in (-REACH, 0.0, REACH)])


def distances(
    scene: Scene,
    places: Sequence[tuple[NDArray[np.float64], Points]],
    profile: Profile,
    gains: Sequence[float] = (1.0,),
) -> list[NDArray[np.float64]]:
    """How far cells are from the nearest of a profile's looks, in its limits, roughly.

    Args:
        scene: the picture.
        places: for each the homography (3×3, board plane → pixels) and the cells' centres on the board plane.
        profile: one theme of it.
        gains: lights in which the looks may be seen.

    Returns:
        For each place and state of the profile the cells' distances, k×N, in the light that suits the place best.
    """
    if not places:
        return []
    known = [_known(profile, gain) for gain in gains]
    spread = looks.known(profile)[1].reshape(-1, SIDE, SIDE, 3)[:, *_rows_and_columns(profile)]
    seen = _seen(scene, places)
    found = []
    for cells in seen:
        each = [
            np.sqrt((((cells[None] - one[:, None]) / spread[:, None]) ** 2).mean(axis=(2, 3))) / profile.limit
            for one in known
        ]
        found.append(min(each, key=lambda away: float(np.median(away.min(axis=0)))))
    return found


def _rows_and_columns(profile: Profile) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    at = np.clip(np.rint(SIDE / 2 - 0.5 + OFFSETS * SIDE / profile.extent), 0, SIDE - 1).astype(np.int64)
    return at[:, 1], at[:, 0]


def _known(profile: Profile, gain: float) -> NDArray[np.float64]:
    """The looks' own pixels at the places of a glance, k×9×3 in Lab."""
    pictures = np.clip(np.rint(gain * profile.looks.astype(np.float64)), 0, 255).astype(np.uint8)
    return looks.lab(pictures).reshape(-1, SIDE, SIDE, 3)[:, *_rows_and_columns(profile)]


def _seen(scene: Scene, places: Sequence[tuple[NDArray[np.float64], Points]]) -> list[NDArray[np.float64]]:
    """Nine pixels of each cell of each place, N×9×3 in Lab."""
    levels = [max(0, int(np.floor(np.log2(max(1.0, pitch_of(matrix) / PIXELS))))) for matrix, _ in places]
    found: list[NDArray[np.float64]] = [np.empty(0)] * len(places)
    for level in sorted(set(levels)):
        here = [number for number, own in enumerate(levels) if own == level]
        spots = [_spots(*places[number]) for number in here]
        where = ((np.concatenate(spots) + 0.5) / 2**level - 0.5).astype(np.float32)
        # Remapping takes no picture wider than 32767 pixels, so the points are laid out in rows.
        wide = np.full((-(-len(where) // WIDE) * WIDE, 2), -1, np.float32)
        wide[: len(where)] = where
        x, y = (np.ascontiguousarray(wide[:, side].reshape(-1, WIDE)) for side in (0, 1))
        pixels = cv2.remap(scene.level(level), x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        colours = cv2.cvtColor(pixels.astype(np.float32) / np.float32(255), cv2.COLOR_BGR2LAB).reshape(-1, 3)
        ends = np.cumsum([len(one) for one in spots])
        for number, part in zip(here, np.split(colours[: ends[-1]].astype(np.float64), ends[:-1]), strict=True):
            found[number] = part.reshape(-1, len(OFFSETS), 3)
    return found


def _spots(homography: NDArray[np.float64], points: Points) -> NDArray[np.float64]:
    """Pixels (9N×2) of the frame that are looked at."""
    plane = (np.asarray(points)[:, None] + OFFSETS).reshape(-1, 2)
    pixels = np.column_stack([plane, np.ones(len(plane))]) @ homography.T
    depth = np.where(np.abs(pixels[:, 2:]) < 1e-9, 1e-9, pixels[:, 2:])
    return np.asarray(np.clip(pixels[:, :2] / depth, -1e5, 1e5))
