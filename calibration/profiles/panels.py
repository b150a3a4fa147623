"""Panels of any nine signs: lattices of three by three marks or buttons, whatever is drawn on them.

The eye asks of each mark whether it is like one of the game's own glyphs. A profile knows other ones, so here any marks
will do, and the buttons they may be drawn on.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import cv2
import numpy as np

from calibration.profiles import signs
from calibration.profiles.lattices import blank, further
from calibration.profiles.places import shifted, shifts
from vision.heresy.blobs import blobs
from vision.heresy.levels import levels
from vision.heresy.nine import lattices

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from vision.reading import Reading
    from vision.scene import Scene

SIDE = 3
MOST = 32
INKED, GROUND, FEWEST = 0.8, 0.05, 9
"""Ink from which pixels are of a sign, and up to which of its ground; of each so many must be known."""
OFF = 0.35
"""How far beside the line from the ground's colour to the sign's a colour may lie, as a share of it."""
APART = 12.0
"""Grey levels by which sign and ground must differ."""


def panels(scene: Scene) -> list[Reading]:
    """Readings of heresy without states, one for each place where nine signs may be, the likeliest first."""
    found = []
    for level in levels(scene):
        for marks in blobs(scene.gray(level), level):
            found += lattices(marks)
    found.sort(key=lambda one: -one.rank)
    places = [one.homography for one in found[:MOST]]
    for reading in further(scene):
        if min(reading.size) < SIDE or max(reading.size) > 2 * SIDE:
            continue
        matrix = np.reshape(reading.homography, (3, 3))
        for dx, dy in shifts(reading, SIDE, SIDE):
            places.append(shifted(matrix, dx, dy))
    return [blank(matrix, SIDE, SIDE, kind="heresy") for matrix in places]


def panels_in_colours(scene: Scene, cells: NDArray[np.uint8]) -> list[Reading]:
    """The same, seen through glasses that make signs white and their ground black, as their colours are in ``cells``.

    A rough wall has marks of its own in any grey picture; few of them have a sign's colour.

    Args:
        scene: the picture.
        cells: N×S×S×3 uint8 BGR, pictures of signs.
    """
    inked = signs.ink(cells)
    shown, bare = cells[inked > INKED].astype(np.float64), cells[inked < GROUND].astype(np.float64)
    if min(len(shown), len(bare)) < FEWEST:
        return []
    ground = np.median(bare, axis=0)
    way = np.median(shown, axis=0) - ground
    if float(np.linalg.norm(way)) < APART:
        return []
    found = []
    for level in levels(scene):
        found += lattices(blobs(_through(scene.level(level), ground, way), level)[0])
    found.sort(key=lambda one: -one.rank)
    return [blank(one.homography, SIDE, SIDE, kind="heresy") for one in found[:MOST]]


def _through(pixels: NDArray[np.uint8], ground: NDArray[np.float64], way: NDArray[np.float64]) -> NDArray[np.uint8]:
    """How far pixels (H×W×3 uint8 BGR) are on the way from the ground's colour to the sign's, 0 to 255: H×W."""
    length = float(way @ way)
    rest = pixels.astype(np.float32) - ground.astype(np.float32)
    along = cv2.transform(rest, (way / length).astype(np.float32)[None])
    beside = np.einsum("ijk,ijk->ij", rest, rest) / np.float32(length) - along * along
    like = np.clip(along, 0, 1) * cv2.exp(beside * np.float32(-1 / OFF**2))
    return np.asarray(np.rint(255 * like), np.uint8)
