"""Covered: which pixels of a board's cells are hidden by one thing that lies over them."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

import cv2
import numpy as np

from vision.grid.away import away
from vision.middle import middle

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Kind = TypeVar("Kind", bound=np.generic)

CLOSE = 5.0
"""Colours nearer than this (Lab) are the same."""
FINER = 2
"""Covers are looked for in this many times larger patches than cells are read from: slivers matter."""
SAME = 0.1
"""Parts of a cover that differ less (Lab) are of one colour."""
SPECK = 0.04
"""Share of a place that a cover hides at least."""
NEAR = 0.35
"""Parts of a cover are at most this far apart, in steps: gaps of its own colour may lie between them."""
ONE = 0.85
"""One thing makes this share of all that is covered; else it is the grid that does not fit."""
LINE = 0.4
"""Pixels, in sides of a place, of a gap that is hidden by a state's colour."""
GAP = 0.06
"""Share of the pixels at the edge of a place that show no state where the cell's gap is hidden."""
ALONG = 0.3
"""Share of a place's edge that is hidden, over the share of the place that is hidden in a state's colour."""
SHARP = 10.0
"""Least difference (Lab) between the two sides of most of a cover's border."""


def covered_pixels(
    explained: NDArray[np.bool_],
    inner: NDArray[np.float32],
    size: tuple[int, int],
    looks: NDArray[np.float64],
) -> NDArray[np.bool_]:
    """N×side×side, pixels that are covered: those that show no state, and what has their colour and hangs together.

    A message in a state's own colour gives itself away by the gaps that it hides, however thin they are.

    Args:
        explained: N×side×side, pixels that show some state.
        inner: N×side×side×3, the cells.
        size: rows and columns that they stand in.
        looks: k×3, the colour of each state.
    """
    rows, cols, side = *size, inner.shape[1]
    colours = _sheet(inner, rows, cols)
    odd = _sheet(~explained, rows, cols).astype(np.uint8)
    edge = np.ones((side, side), bool)
    edge[FINER:-FINER, FINER:-FINER] = False
    filled = np.zeros(explained.shape, bool)
    rim = inner[:, edge]
    filled[:, edge] = np.logical_or.reduce([away(rim, look) < CLOSE for look in looks.astype(np.float32)])
    hidden_gap = _sheet(filled & ~explained, rows, cols).astype(np.uint8)
    # In a place whose gap is hidden, the cell's body may be hidden too.
    open_to = (~explained[:, edge]).mean(axis=1) > GAP
    inside = _sheet(np.broadcast_to(open_to[:, None, None], explained.shape), rows, cols)
    open_places = np.flatnonzero(inside)
    open_colours = colours.reshape(-1, 3).take(open_places, axis=0)
    light = np.ascontiguousarray(open_colours[:, 0])
    hidden = np.zeros(odd.shape, np.uint8)
    square = np.ones((3, 3), np.uint8)
    for seeds, least in ((cv2.morphologyEx(odd, cv2.MORPH_OPEN, square), SPECK * side**2), (hidden_gap, LINE * side)):
        for own, colour in _parts(seeds, least, colours):
            # Most pixels are told by how light they are alone.
            near = np.flatnonzero(np.abs(light - colour[0]) < CLOSE)
            near = near[away(open_colours.take(near, axis=0), colour) < CLOSE]
            alike = own.copy()
            alike.reshape(-1)[open_places[near]] = True
            labels = cv2.connectedComponents(alike.astype(np.uint8), connectivity=4)[1]
            touched = np.zeros(int(labels.max()) + 1, bool)
            touched[labels[own]] = True
            touched[0] = False
            hidden[touched[labels] | own] = 1
    # Its smooth border shows no state either.
    hidden |= cv2.dilate(hidden, square) & odd
    found = _places(hidden, rows, cols)
    # What hides much of a place in a state's colour hides its gap as well.
    seeming = (found & explained).mean(axis=(1, 2))
    gap = (found & ~explained)[:, edge].mean(axis=1)
    found &= ~explained | (gap >= ALONG * seeming)[:, None, None]
    hidden = _sheet(found, rows, cols).astype(np.uint8)
    hidden &= _largest(hidden, round(NEAR * side))
    return _places(hidden if _sharp(hidden, colours) else np.zeros_like(hidden), rows, cols)


def _parts(
    seeds: NDArray[np.uint8], least: float, colours: NDArray[np.float32]
) -> list[tuple[NDArray[np.bool_], NDArray[np.float32]]]:
    """The parts of ``seeds`` that are large enough, and their colour; those of one colour together."""
    count, labels, figures, _ = cv2.connectedComponentsWithStats(seeds, connectivity=8)
    found: list[tuple[NDArray[np.bool_], NDArray[np.float32]]] = []
    for part in range(1, count):
        if figures[part, cv2.CC_STAT_AREA] < least:
            continue
        left, top, width, height = figures[part, :4].tolist()
        box = np.s_[top : top + height, left : left + width]
        own = labels[box] == part
        colour = middle(colours[box][own], axis=0)
        known = next((others for others, other in found if away(colour, other) < SAME), None)
        if known is None:
            known = np.zeros(seeds.shape, bool)
            found.append((known, colour))
        known[box] |= own
    return found


def _sharp(covered: NDArray[np.uint8], colours: NDArray[np.float32]) -> bool:
    """Whether what is covered has sharp borders: a glow or a shadow has not."""
    square = np.ones((3, 3), np.uint8)
    rim = cv2.morphologyEx(covered, cv2.MORPH_GRADIENT, square) > 0
    strength = cv2.morphologyEx(colours, cv2.MORPH_GRADIENT, square)[rim].max(axis=1)
    return bool(len(strength) and np.median(strength) > SHARP)


def _places(sheet: NDArray[np.uint8], rows: int, cols: int) -> NDArray[np.bool_]:
    """The sheet cut into its places again, N×side×side."""
    side = len(sheet) // rows
    return sheet.astype(bool).reshape(rows, side, cols, side).transpose(0, 2, 1, 3).reshape(-1, side, side)


def _largest(covered: NDArray[np.uint8], reach: int) -> NDArray[np.uint8]:
    """The largest thing that lies there: parts no further from each other than ``reach`` are one."""
    near = np.ones((reach, reach), np.uint8)
    labels = cv2.connectedComponents(cv2.dilate(covered, near))[1]
    sizes = np.bincount(labels[covered > 0], minlength=2)
    chosen = int(sizes[1:].argmax()) + 1
    return np.asarray(labels == chosen, np.uint8) if sizes[chosen] >= ONE * sizes.sum() else np.zeros_like(covered)


def _sheet(cells: NDArray[Kind], rows: int, cols: int) -> NDArray[Kind]:
    """The cells (N×side×side…) side by side as one picture."""
    side, rest = cells.shape[1], cells.shape[3:]
    tiled = cells.reshape(rows, cols, side, side, *rest).swapaxes(1, 2)
    return np.ascontiguousarray(tiled.reshape(rows * side, cols * side, *rest))
