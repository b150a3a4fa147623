"""Pieces: whether cells lie on places that show another state, as on a board of Othello, or are strokes."""

from __future__ import annotations

from typing import TYPE_CHECKING

import cv2
import numpy as np

from vision.grid.away import away
from vision.grid.patches import SIDE
from vision.middle import median, middle
from vision.share import share

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from vision.grid.cells import Cells

SAME_SHAPE, ROUNDEST = 0.05, 0.9
"""Outlines fill their boxes this nearly alike; those of round cells less than this."""
OUTLINED = 0.8
"""Share of the cells of round states that have an outline, at least."""
LIKE = 0.3
"""Share of what parts the states up to which something shows a state's look."""
PAGE = 3.0  # Lab: corners are of an empty place where they are no nearer to the page than this
SQUARE = 0.55, 0.7
"""How far from a cell's middle, over half its body, pixels in the corners lie that no round piece reaches."""

NINE, STROKES, DRAWN, SOLID = 9, 0.6, 0.15, 0.85
"""Cells of noughts and crosses; share of its box that a cross fills, at most; share of its place that is strokes, and
that is none, at least; share of its convex hull that a diamond or a leaf fills, at least, and strokes don't."""


def pieces(one: Cells, shape: NDArray[np.float64], states: NDArray[np.int64]) -> int:
    """How many states are round pieces lying on places that, where empty, show another state.

    The corners of such cells have the look of the empty place, whose own corners are like its middle. ``shape`` is of
    the states' outlines, ``states`` are those that cells show: what shows where there is no cell is the page. Cells of
    a few pixels have no corners to tell by.
    """
    found = one.states
    if found.count < 2 or one.source != "ring" or not one.patches.corner.any():
        return 0
    planes = one.patches.planes.take(np.flatnonzero(one.patches.corner), axis=2)
    corners = np.sort(planes, axis=2)[:, :, planes.shape[2] // 2]
    looks = np.array([middle(corners[found.labels == state], axis=0) for state in range(found.count)])
    off = np.sqrt(((looks[:, None] - found.looks[None]) ** 2).sum(axis=2))
    own = np.diag(off)
    empty = np.zeros(found.count, bool)
    empty[states] = own[states] < 0.2 * found.cut
    on_empty = (off < 0.2 * found.cut) & empty[None] & (own[:, None] > 0.5 * found.cut)
    if not on_empty.any():
        return 0
    # What shows around a cell that is drawn smaller is the page, which may be a little like the other state.
    ends = one.patches.own[:, 0].reshape(-1, 3)
    on_empty &= off <= away(looks, middle(ends))[:, None] + PAGE
    # Round cells one of whose colours is like the page's: the places where nothing seems to lie are as round.
    outlined = np.array([share(one.grid.taken.ravel()[found.labels == state]) for state in range(found.count)])
    round_too = (np.abs(shape[:, None] - shape[None]) < SAME_SHAPE) & ((shape < ROUNDEST) & (outlined > OUTLINED))[None]
    on_empty &= ~(round_too | _square(one)[:, None])
    return int(on_empty.any(axis=1).sum())


def crossed(one: Cells) -> bool:
    """Whether one state of nine cells is strokes rather than a shape, as in noughts and crosses.

    The page shows between strokes; a lamp that is hardly another colour than the page has a broken outline, too.
    """
    if one.count != NINE:
        return False
    fills, body = one.grid.fills.ravel(), one.patches.ring | one.patches.core
    for state in range(one.states.count):
        own = one.states.labels == state
        some = fills[own & np.isfinite(fills)]
        if len(some) > 1 and median(some) < STROKES:
            off = away(one.drawings[state], one.patches.page)
            drawn = off > LIKE * one.states.cut
            if DRAWN <= share(drawn[body]) <= 1 - DRAWN and _solid(drawn & body) < SOLID:
                return True
    return False


def _solid(drawn: NDArray[np.bool_]) -> float:
    """Share of its convex hull that something drawn (side×side) fills."""
    hull = cv2.convexHull(np.argwhere(drawn).astype(np.int32))
    filled = cv2.fillConvexPoly(np.zeros(drawn.shape, np.uint8), hull[:, :, ::-1], 1)
    return share(drawn[np.asarray(filled) > 0])


def _square(one: Cells) -> NDArray[np.bool_]:
    """Which states' cells show their look farther into their corners than a round piece does: a frame is around it."""
    across, down = (
        np.abs(np.arange(SIDE) - (SIDE - 1) / 2) / (SIDE / 2 * width) for width in (one.grid.body[0], one.grid.body[1])
    )
    near = [(SQUARE[0] <= off) & (off <= SQUARE[1]) for off in (down, across)]
    inner = one.patches.inner()[:, near[0]][:, :, near[1]].reshape(one.count, -1, 3)
    found = np.zeros(one.states.count, bool)
    for state, look in enumerate(one.states.looks):
        drawn = middle(inner[one.states.labels == state], axis=0)
        found[state] = drawn.size > 0 and bool((away(drawn, look) < LIKE * one.states.cut).all())
    return found
