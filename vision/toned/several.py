"""Several: boards whose cells hold each a picture of its own, some in other tones: dimmed, or without their colours.

Some pictures are there in both tones. They tell the change of colours between these, and how a picture looks in either.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from vision import showing
from vision.grid.answer import offered
from vision.grid.search import search
from vision.grid.states import components
from vision.middle import quantile
from vision.toned.drawing import told
from vision.toned.states import regular

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from vision.grid.cells import Cells
    from vision.reading import Reading
    from vision.scene import Scene
    from vision.trace import Trace

    Floats = NDArray[np.float64]

REASON = "told by pictures that are there in two tones: look whether all cells are read right"
LONGEST = 650
"""Pixels: such a board is looked for on the first halving this small."""
CELLS = 9
"""Cells at least."""
UNEVEN, MOST, OWN = 6.0, 0.7, 0.5
"""Lab: deviation inside a cell's ring, in this quantile of them, from which its ground is a picture's, and the usual
correlation of two of them up to which each is its own: signs stand on grounds all alike."""
SAME = 0.9
"""Correlation of lightness from which two cells hold the same picture."""
APART, NEAR = 6.0, 0.25
"""Lab: how far the two tones of a picture are from each other at least; share of that which parts cells of one tone."""
BOTH, TOLD = 2, 0.5
"""Pictures that are there in both tones, at least, and the share of the cells that hold such ones."""
BRIGHT = 0.95
"""Quantile of a cell's lightness that is its bright parts'."""
WIDE = 1.5
"""How many times farther from the one tone than from the other a picture is whose tone is told."""


def read(scene: Scene, trace: Trace | None = None) -> Reading | None:
    """The board as Lights Out, never for sure; None where there is none, or clicks can't make it."""
    level = scene.level_for(LONGEST)
    for one in search(scene, level):
        if one.count >= CELLS and one.grid.taken.all() and _pictured(one) and (tones := _tones(one)) is not None:
            states, doubtful = tones
            board = offered(states.reshape(one.board.shape), one.grid.matrix, level, REASON)
            if trace is not None:
                trace.note("toned", told(scene.frame.pixels, board), f"{one.grid.rows}×{one.grid.cols} pictures")
            if showing.passed(board) >= 0 and not regular(showing.table(board)):
                return replace(board, suspects=tuple(np.flatnonzero(doubtful).tolist()))
    return None


def _pictured(one: Cells) -> bool:
    """Whether cells hold pictures, not just signs."""
    if quantile(one.spread, MOST) < UNEVEN:
        return False
    return quantile(_likeness(one.patches.under(one.patches.ring).astype(np.float64)), 0.5) <= OWN


def _likeness(shown: Floats) -> Floats:
    """Correlation of the lightness of N cells (N×P×3 Lab) with one another's, N×N, 1 of each with itself."""
    light = shown[:, :, 0] - shown[:, :, 0].mean(axis=1, keepdims=True)
    unit = light / np.maximum(np.linalg.norm(light, axis=1), 1e-9)[:, None]
    like = unit @ unit.T
    np.fill_diagonal(like, 1.0)
    return np.asarray(like)


def _tones(one: Cells) -> tuple[NDArray[np.int64], NDArray[np.bool_]] | None:
    """Of N cells, which show the livelier tone, and of which that is in doubt; None where pictures are not in two."""
    shown = one.patches.under(one.patches.ring | one.patches.core).astype(np.float64)
    picture = components(_likeness(shown) >= SAME)
    lively = np.stack([_bright(shown), np.linalg.norm(shown[:, :, 1:], axis=2).mean(axis=1)], axis=1)
    states = np.full(len(shown), -1)
    both = 0
    for own in (np.flatnonzero(picture == each) for each in range(int(picture.max()) + 1)):
        parted = _parted(shown[own])
        if parted is not None:
            both += 1
            brighter = lively[own[parted]].sum(axis=1).mean() > lively[own[~parted]].sum(axis=1).mean()
            states[own] = parted == brighter
    known = states >= 0
    if both < BOTH or known.mean() < TOLD:
        return None
    tones = [lively[states == tone] for tone in (0, 1)]
    off = np.stack([np.abs(lively[:, None] - tone).sum(axis=2).min(axis=1) for tone in tones], axis=1)
    states[~known] = off.argmin(axis=1)[~known]
    doubtful = ~known & (off.max(axis=1) < WIDE * off.min(axis=1))
    return states, doubtful


def _bright(shown: Floats) -> Floats:
    """How bright the bright parts of each cell (N×P×3 Lab) are."""
    return np.array([quantile(cell, BRIGHT) for cell in shown[:, :, 0]])


def _parted(shown: Floats) -> NDArray[np.bool_] | None:
    """Which cells (N×P×3 Lab) of one picture have one tone, if all others plainly have another; else None."""
    away = np.linalg.norm(shown[:, None] - shown, axis=3).mean(axis=2)
    widest = float(away.max())
    if widest < APART:
        return None
    tone = components(away < NEAR * widest)
    return tone == 0 if tone.max() == 1 else None
