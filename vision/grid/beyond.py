"""Beyond: whether the board goes on outside the grid that was read, or ends before, where outlines don't show it.

A line of places is held against what the board's cells look like, pixel by pixel and gaps included. Plain surroundings,
even in a state's colour, have no pattern in common with cells.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import cv2
import numpy as np

from vision.grid import patches

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from vision.grid.cells import Cells
    from vision.grid.extents import Grid
    from vision.grid.patches import Patches
    from vision.scene import Scene

BLANK = 0.05
"""A line of places whose pixels all differ less than this (Lab) from its first has no pattern at all."""
MODELS = 9
"""Cells of each state, spread over the board, that show how it looks beside these or those neighbours."""
SLIVER = 27
"""Pixels of each place that must be in the picture."""
NEAR = 6
"""Pixels of a place outside that are next to the board."""
PATTERN, LIKE = 0.8, 0.5
"""Cells with a pattern correlate at least as the first with one another; a line of cells as the second with them."""
FEWEST, OUTLINED = 4, 0.6
"""Cells of the line's state, and share of them all, that have an outline: else it is no wonder that a line has none."""
EVERY = 0.4
"""Each cell's pattern is at least this strong, over that of all."""
QUIET = 0.5
"""What is drawn in most places of the line is at least this strong, over the plainest cell of the board."""
WEAKEST, STRONGEST = 0.5, 2.0
"""The pattern must be this strong, over that of the board's own cells."""


def likeness(scene: Scene, one: Cells) -> float:
    """Correlation with cells of the line outside the board that looks most like cells; 0 where none does."""
    shown = patches.shown(scene, one.homography, (one.grid.rows, one.grid.cols))
    lab = one.patches.lab
    gap = round((1 - min(one.grid.body)) / 2 * patches.SIDE) + 1
    models: NDArray[np.float32] | None = None
    best = 0.0
    for side, axis, end in (
        (np.s_[0, 1:-1], 0, -1),
        (np.s_[-1, 1:-1], 0, 0),
        (np.s_[1:-1, 0], 1, -1),
        (np.s_[1:-1, -1], 1, 0),
    ):
        part = _apart(np.asarray(shown[side].all(axis=0)), axis, end, gap)
        line = lab[side]
        seen = line.reshape(len(line), -1, 3).take(np.flatnonzero(part), axis=1)
        if part.any() and np.abs(seen - seen[0, 0]).max() < BLANK:
            continue  # nothing is drawn there
        if models is None:
            models = _models(one.patches, one.states.labels)
        best = max(best, _like(line, part, models))
    return best


def _apart(seen: NDArray[np.bool_], axis: int, end: int, gap: int) -> NDArray[np.bool_]:
    """What is seen of a place, without what is next to the board: its edge and its glow show there.

    Args:
        seen: side×side.
        axis: along which the board is: 0 above or below the place, 1 beside it.
        end: at which of its pixels along that axis: the last (-1) or the first (0).
        gap: pixels from the board to a cell's body; a third of the place is left out where all of it is seen.
    """
    near = NEAR if seen.all() else gap
    apart = np.moveaxis(seen.copy(), axis, 0)
    apart[slice(-near, None) if end else slice(near)] = False
    return np.moveaxis(apart, 0, axis)


def bare(grid: Grid, seen: Patches, labels: NDArray[np.int64]) -> NDArray[np.bool_]:
    """Places of outer lines, rows×cols, that have neither an outline nor anything else in common with cells.

    Args:
        grid: where the cells are.
        seen: its cells.
        labels: N, their states.
    """
    found = np.zeros(grid.taken.shape, bool)
    places = np.arange(found.size).reshape(found.shape)
    inside = seen.ring | seen.core  # not the border: neighbours show or shine there
    for side in (np.s_[0], np.s_[-1], np.s_[:, 0], np.s_[:, -1]):
        line = places[side]
        state = int(np.bincount(labels[line]).argmax())
        known = np.flatnonzero(grid.taken.ravel() & (labels == state))
        inner = (labels == state).sum() - (labels[line] == state).sum()
        if grid.taken[side].any() or len(known) < max(FEWEST, OUTLINED * inner):
            continue
        cells, others = seen.own[known[:MODELS:2]], seen.own[known[1:MODELS:2]]
        # Only where every cell has a pattern, alike from cell to cell, does it say something that it is missing.
        strength = np.concatenate([cells, others])[:, inside].std(axis=1).max(axis=1)
        patterned = strength.min() > EVERY * strength.mean() and _like(cells, inside, others) >= PATTERN
        if patterned and _like(seen.own[line], inside, others) < LIKE:
            found[side] = True
    return found


def _models(seen: Patches, labels: NDArray[np.int64]) -> NDArray[np.float32]:
    """Some cells of each state."""
    models = []
    for state in np.flatnonzero(np.bincount(labels)):
        own = np.flatnonzero(labels == state)
        if len(own) > MODELS:
            own = own[np.linspace(0, len(own) - 1, MODELS).astype(np.int64)]
        models.append(seen.own[own])
    return np.concatenate(models)


def _like(line: NDArray[np.float32], part: NDArray[np.bool_], models: NDArray[np.float32]) -> float:
    if part.sum() < SLIVER:
        return 0.0
    pixels = np.flatnonzero(part)
    seen, known = (cells.reshape(len(cells), -1, 3).take(pixels, axis=1) for cells in (line, models))
    quiet, least = (cells.std(axis=1).max(axis=1) for cells in (seen, known))
    if np.median(quiet) < QUIET * least.min():
        return 0.0
    flat, others = (cells.reshape(len(cells), -1) for cells in (seen, known))
    model = known[cv2.batchDistance(flat, others, cv2.CV_32F, normType=cv2.NORM_L1, K=1)[1].ravel()]
    # Each channel's mean says nothing; gaps, outlines, gradients and states do.
    one, other = (cells.reshape(-1, 3) - cells.mean(axis=(0, 1)) for cells in (seen, model))
    power, shared = float(np.vdot(other, other)), float(np.vdot(one, other))
    slope = shared / max(power, 1e-6)
    if not WEAKEST <= slope <= STRONGEST:
        return 0.0
    return shared / max(float(np.sqrt(power * float(np.vdot(one, one)))), 1e-6)
