"""Read, where neither side of the strokes is a glyph: by the edges of the picture as it is, whatever makes them.

No ink is told from a ground. At every place of a glyph's frame the directions of all edges are what the classifier
knows of glyphs, and the classifier of windows is the second witness. Both look at the same edges: a panel of which no
more is seen is never sure.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import cv2
import numpy as np

from vision.heresy.align import VOTERS
from vision.heresy.classify import SIZE, distances_of, edges, probabilities
from vision.heresy.flat import CELL, MARGIN, flatten, ink_of
from vision.heresy.judge import Evidence
from vision.heresy.lattice import refit
from vision.heresy.prospects import better
from vision.heresy.scan import GLYPH, SOFT, likely
from vision.heresy.views import weighed

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from vision.heresy.lattice import Lattice
    from vision.scene import Scene

    Look = tuple[Evidence, NDArray[np.float32]]

SIZES = 0.82, 1.0, 1.22  # of a glyph's frame, over that of the window it was found in
ASIDE = 2.0, 1.0  # pixels from one try to the next, five each way: at first, and once the lattice lies better
TRIES = np.array([(x, y) for y in range(-2, 3) for x in range(-2, 3)], np.float64)
HELD = 7  # cells a lattice is drawn anew through


def borne_out(scene: Scene, lattice: Lattice, look: Look | None) -> Look | None:
    """The best of a ``look`` at a place that was found by windows, the edges there, and both together."""
    bare = outlined(scene, lattice)
    if look is None:
        return bare
    both = weighed(look[0], [(bare[0].square, bare[0].match)])
    return better((both, look[1]), better(look, bare))


def outlined(scene: Scene, lattice: Lattice) -> Look:
    """What the edges of the nine cells show at a place that was found by windows, and where these edges are."""
    place = replace(lattice, polarity=0)
    sizes = [lattice.share / GLYPH * size for size in SIZES]
    seen, offset = min((_fitted(scene, place, size, ASIDE[0]) for size in sizes), key=lambda one: _unlike(one[0]))
    nearest = seen.square.min(axis=1)
    moved = refit(place, offset, nearest <= np.sort(nearest)[HELD - 1])
    if moved is not None:
        again, _ = _fitted(scene, moved, seen.scale, ASIDE[1])
        seen = again if _unlike(again) < _unlike(seen) else seen
    return seen, ink_of(flatten(scene, seen.lattice.homography, seen.lattice.cell), 0)


def _fitted(scene: Scene, lattice: Lattice, scale: float, step: float) -> tuple[Evidence, NDArray[np.float64]]:
    """What is seen in frames of ``scale`` cells, and where each cell's best fit sits off the lattice, in cells."""
    flat = flatten(scene, lattice.homography, lattice.cell)
    factor = SIZE / (scale * CELL)
    smooth = cv2.INTER_AREA if factor < 1 else cv2.INTER_LINEAR
    view = cv2.resize(flat, None, fx=factor, fy=factor, interpolation=smooth).astype(np.float32)
    first, last = ((MARGIN + (k + 0.5) * CELL) * factor - 0.5 for k in (0, 2))
    middles = np.stack(np.meshgrid(*[np.linspace(first, last, 3)] * 2), axis=-1).reshape(9, 1, 2)
    places = (middles + step * TRIES).reshape(-1, 2).tolist()
    features = edges(np.stack([cv2.getRectSubPix(view, (SIZE, SIZE), (x, y)) for x, y in places]))
    square = distances_of(features.reshape(9, len(TRIES), -1))
    odds = likely(features).reshape(9, len(TRIES), -1).max(axis=1)
    match = (1 / (1 + np.exp(-odds / SOFT))).astype(np.float32)
    offset = TRIES[square.min(axis=2).argmin(axis=1)] * step / factor / CELL
    square = square.min(axis=1)
    score = float(np.sort(match.max(axis=1))[-VOTERS:].mean())
    return Evidence(lattice, square, match, probabilities(square), score, scale, outlined=True), offset


def _unlike(seen: Evidence) -> float:
    """How far the cells that are most like glyphs are from them."""
    return float(np.sort(seen.square.min(axis=1))[:HELD].mean())
