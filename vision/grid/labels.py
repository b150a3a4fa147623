"""Labels: small writing in the cells, as in calendars, on keys, pads, price tags and status tiles.

Digits and letters as large as their cell are found by ``vision.grid.content``. These are a few strokes somewhere in a
plain cell. A board's cells hold nothing, one and the same drawing, or a diagram of squares; strokes of writing differ
from cell to cell and run every way.
"""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING

import cv2
import numpy as np

from vision.grid import content, patches
from vision.grid.away import away
from vision.grid.middle import median
from vision.share import share

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from vision.grid.cells import Cells
    from vision.scene import Scene

SIDE = 48
"""Pixels along a cell: enough to tell strokes of small writing."""
WITHIN, ROUND, SQUARE = 0.86, 0.95, 0.93
"""Of a body's half size, what is looked at; inside the ellipse, too, where outlines fill less than this of a box."""
HINT = 8.0
"""Strokes seen at the coarse scale differ at least this much (Lab); else it is not worth looking closer."""
NOISE = 5.0
"""Strokes differ this many times more from the ring than its own pixels."""
COMMON, RIM = 0.7, 3
"""Share of a state's cells from which ink that hangs together with the rim is their outline; and how wide (pixels) what
such an outline may touch is."""
LEAST, MOST = 0.002, 0.3
"""Share of a cell that is stroke: less may be dirt, more is a drawing."""
MANY, FEWEST = 0.3, 3
"""Share of a state's cells, and number of them, that hold strokes."""
DEEP = 60.0
"""Differences (Lab) beyond this are as good as this."""
SLANTED, HALF = (0.42, 0.6), 0.38
"""Share of the strokes that run neither level nor upright: less in diagrams, worn or not, more in the rounded corners
of cells; half of the cells have at least the second."""
VARIED, STRAIGHTER = 0.25, 0.75
"""Cells this unlike hold no diagrams, of which boards have few kinds, but maybe straight digits: so much of the above
is enough then."""
WRITTEN, DIRT = 0.045, 0.8
"""That share, times how unlike the cells of a state are, at least; as unlike as the second nothing is but noise."""


def labelled(scene: Scene, one: Cells) -> bool:
    """Whether small writing stands in many cells."""
    rough = one.drawn.take(np.flatnonzero(_within(one, patches.SIDE)), axis=1)
    if share(rough.max(axis=1) > np.maximum(HINT, one.spread)) < MANY:
        return False
    size = one.grid.rows, one.grid.cols
    fine = patches.places(scene, one.homography, size, SIDE, np.arange(one.count))
    within = _within(one, SIDE)
    drawn = away(fine, one.rings[:, None, None].astype(np.float32))
    ink = (drawn > np.maximum(content.STROKE, NOISE * one.spread)[:, None, None]) & within
    covered = patches.unseen(scene, one.homography, size)
    whole = ~one.marred if covered is None else ~(one.marred | covered.any(axis=(1, 2)))
    for state in range(one.states.count):
        own = np.flatnonzero((one.states.labels == state) & whole)
        if len(own) < FEWEST:
            continue
        free = within & ~_outline(ink[own].mean(axis=0) >= COMMON, within)
        inked = (ink[own] & free).sum(axis=(1, 2)) / within.sum()
        holds = own[(inked > LEAST) & (inked < MOST)]
        if len(holds) < max(FEWEST, MANY * len(own)):
            continue
        slanted = content.slanted(fine[holds, ..., 0], free)
        if not STRAIGHTER * SLANTED[0] <= slanted <= SLANTED[1]:
            continue
        unlike = 1 - content.alike(_steadied(np.minimum(drawn[holds], DEEP), free)[:, free])
        least = STRAIGHTER if unlike >= VARIED else 1.0
        written = least * SLANTED[0] <= slanted and unlike * slanted >= WRITTEN and unlike <= DIRT
        # A pointer on one cell may have more slanted strokes than all the others together.
        if written and np.median([content.slanted(fine[[cell], ..., 0], free) for cell in holds]) >= least * HALF:
            return True
    return False


def _steadied(drawn: NDArray[np.float32], free: NDArray[np.bool_]) -> NDArray[np.float32]:
    """Cells (N×side×side), each moved by the pixel that makes what is ``free`` in it most like all others'."""
    moved = np.stack([np.roll(drawn, move, axis=(1, 2)) for move in product((-1, 0, 1), repeat=2)])
    common = drawn.mean(axis=0)
    best = np.einsum("mnij,ij->mn", moved, np.where(free, common - common[free].mean(), 0.0)).argmax(axis=0)
    return np.asarray(moved[best, np.arange(len(drawn))])


def _outline(common: NDArray[np.bool_], within: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """What of the ink that is ``common`` to most cells hangs together with the rim of the part ``within``."""
    rim = within & ~(cv2.erode(within.astype(np.uint8), np.ones((3, 3), np.uint8)) > 0)
    if not (common & rim).any():
        return np.zeros_like(within)
    parts = cv2.connectedComponents(common.astype(np.uint8), connectivity=8)[1]
    touching = np.isin(parts, np.unique(parts[common & rim]))
    return np.asarray(cv2.dilate(touching.astype(np.uint8), np.ones((RIM, RIM), np.uint8)) > 0)


def _within(one: Cells, side: int) -> NDArray[np.bool_]:
    """The pixels of a place that are looked at, side×side; none of the outermost."""
    steps = (np.arange(side) + 0.5) / side * 2 - 1
    x, y = np.abs(steps[None, :] / one.grid.body[0]), np.abs(steps[:, None] / one.grid.body[1])
    within = np.maximum(x, y) <= WITHIN
    fills = one.grid.fills[np.isfinite(one.grid.fills)]
    if not fills.size or median(fills) < SQUARE:
        within &= np.hypot(x, y) <= ROUND
    within[[0, -1]] = within[:, [0, -1]] = False
    return np.asarray(within)
