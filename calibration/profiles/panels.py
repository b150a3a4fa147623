"""Panels of any nine signs: lattices of three by three marks or buttons, whatever is drawn on them.

The eye asks of each mark whether it is like one of the game's own glyphs. A profile knows other ones, so here any marks
will do, and the buttons they may be drawn on.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from calibration.profiles.lattices import blank, further
from calibration.profiles.places import shape_of, shifts
from vision.detectors.heresy import levels
from vision.heresy.blobs import blobs
from vision.heresy.nine import lattices

if TYPE_CHECKING:
    from vision.reading import Reading
    from vision.scene import Scene

SIDE = 3
MOST = 32


def panels(scene: Scene) -> list[Reading]:
    """Readings of heresy without states, one for each place where nine signs may be, the likeliest first."""
    found = []
    for level in levels(scene):
        for marks in blobs(scene.gray(level), level):
            found += lattices(marks)
    found.sort(key=lambda one: -one.rank)
    places = [one.homography for one in found[:MOST]]
    for reading in further(scene):
        if min(shape_of(reading)) < SIDE or max(shape_of(reading)) > 2 * SIDE:
            continue
        matrix = np.reshape(reading.homography, (3, 3))
        for dx, dy in shifts(reading, SIDE, SIDE):
            places.append(matrix @ np.array([[1.0, 0.0, dx], [0.0, 1.0, dy], [0.0, 0.0, 1.0]]))
    return [blank(matrix, SIDE, SIDE, kind="heresy") for matrix in places]
