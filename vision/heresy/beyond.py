"""Read, at last: whether a table of glyphs goes on beyond the nine cells, and whether the picture ends among them."""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from typing import TYPE_CHECKING

import cv2
import numpy as np

from vision.heresy import lit
from vision.heresy.align import align, cut_likely, elsewhere
from vision.heresy.classify import distances
from vision.heresy.enlarged import squared
from vision.heresy.flat import CELL, MARGIN, flatten, ink_of
from vision.heresy.judge import Evidence, glyph_like
from vision.heresy.plates import levelled
from vision.homography import project

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from vision.scene import Scene

AS_LIKE = 0.22  # correlation with a glyph that a place beyond may have less than the nine: those of a table are alike
ROOMY = 0.6  # frame of a glyph in cells, below which another would fit between two
REPEATED = 0.7  # correlation of edges, from which a place shows what nine cells alike do
LINES_BETWEEN = 6  # places between the nine in two rows or two columns
LIT = 0.6  # correlation under the panel's light, from which a place shows a glyph
OUTWARD = np.array([[5 / 3, 0, -1], [0, 5 / 3, -1], [0, 0, 1]])  # makes room for a ring of cells around the nine


def beyond(scene: Scene, seen: Evidence, ink: NDArray[np.float32]) -> int:
    """How many places around the nine cells, or between them (on ``ink``), show a glyph: it is a larger table then."""
    lattice = seen.lattice
    outward = lattice.homography @ OUTWARD
    flat = flatten(scene, outward, lattice.cell * 5 / 3)
    if seen.light is not None:
        around = elsewhere(lit.standing_out(flat, seen.scale * 3 / 5), seen.scale * 3 / 5, 3 / 5, [1, 2, 3])
        return int((lit.likeness(around, seen.light) > LIT).sum())
    within = [ink]
    if lattice.plates:  # beside plates, glyphs were taken off, be they lighter than their ground or darker
        bare = flatten(scene, lattice.homography, lattice.cell)
        within = [ink_of(bare, side) for side in (1, -1)]
    sides = (1, -1) if lattice.plates else (lattice.polarity,)
    places = [elsewhere(ink_of(flat, side), seen.scale * 3 / 5, 3 / 5, [1, 2, 3]) for side in sides]
    if seen.scale < ROOMY:
        places += [elsewhere(each, seen.scale, 1 / 2, [0, 2, 4]) for each in within]
    count = max(_glyphs(tiles, seen.score - AS_LIKE) for tiles in places)
    if len(set(seen.states.tolist())) == 1:
        count = max(count, _repeated(flat, seen.scale))
    count = max(count, _halfway(scene, seen))
    return max(count, _plates_beyond(scene, seen)) if lattice.plates else count


def _halfway(scene: Scene, seen: Evidence) -> int:
    """How many places half a step aside from nine cells, if these are oblong, show a glyph: a table's are so."""
    count = 0
    for right, down in ((0.5, 0), (-0.5, 0), (0, 0.5), (0, -0.5)):
        aside = seen.lattice.homography @ np.array([[1, 0, right], [0, 1, down], [0, 0, 1]])
        middles = squared(scene, replace(seen.lattice, homography=aside))
        if middles is not None:
            picture, place, side = middles
            cut = align(ink_of(flatten(picture, place.homography, place.cell), place.polarity), seen.scale / side)
            count = max(count, int(glyph_like(distances(cut.patches), cut.match).sum()))
    return count


def margin(scene: Scene, seen: Evidence) -> float:
    """Cells between the frames of the nine glyphs and the nearest edge of the picture, below 0 where it cuts them."""
    ends = (1 - seen.scale) / 2, 3 - (1 - seen.scale) / 2
    corners = project(seen.lattice.homography, np.array([(x, y) for x in ends for y in ends]))
    size = np.array([scene.frame.width, scene.frame.height])
    return float(np.concatenate([corners, size - corners]).min()) / seen.lattice.cell


def _plates_beyond(scene: Scene, seen: Evidence) -> int:
    """How many plates around the nine show a glyph: those of the four panels that lie one row and column aside."""
    shown = np.zeros((5, 5), bool)
    for down, right in product((0, 2), (0, 2)):
        aside = seen.lattice.homography @ np.array([[1, 0, right - 1.0], [0, 1, down - 1.0], [0, 0, 1]])
        flush = levelled(flatten(scene, aside, seen.lattice.cell), CELL, MARGIN, faint=False)
        if flush is not None:
            cut = align(ink_of(flush, 1), seen.scale)
            shown[down : down + 3, right : right + 3] |= glyph_like(distances(cut.patches), cut.match).reshape(3, 3)
    shown[1:4, 1:4] = False
    return int(shown.sum())


def _repeated(flat: NDArray[np.uint8], scale: float) -> int:
    """How many places around nine cells alike, or between them, show the same drawing, whatever its tone and ground."""
    edges = cv2.morphologyEx(flat, cv2.MORPH_GRADIENT, np.ones((3, 3), np.uint8)).astype(np.float32)
    usual = elsewhere(edges, scale * 3 / 5, 3 / 5, []).reshape(5, 5, -1)[1:4, 1:4].mean(axis=(0, 1))

    def alike(pace: float, own: list[int]) -> int:
        places = elsewhere(edges, scale * 3 / 5, pace, own)
        return sum(bool(np.corrcoef(usual, one.ravel())[0, 1] >= REPEATED) for one in places if one.std())

    between = alike(3 / 10, [0, 2, 4])
    # Where the corners of four glyphs meet may be what looks like one; a line of a table has more.
    return max(alike(3 / 5, [1, 2, 3]), between if between >= LINES_BETWEEN else 0)


def _glyphs(tiles: NDArray[np.float32], least: float) -> int:
    """How many of some places show a glyph, and correlate with it by more than ``least``."""
    patches, match = cut_likely(tiles)
    if not len(patches):
        return 0
    shown = glyph_like(distances(patches, together=False), match)
    return int(np.count_nonzero(shown & (match.max(axis=1) > least)))
