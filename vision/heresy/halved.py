"""Judge, late: whether one line runs across the five cells of a shot, with two glyphs on either side of it.

Where a wipe takes a row and a column from one glyph to the next, each of the five shows a part of both. Every cell's
ink is fitted with two neighbours in the cycle that meet at a line, the same in all cells. Whichever of the two a cell
was taken for, so the five must fit better than as whole glyphs do, and the other four worse.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from vision.heresy.align import FINE
from vision.heresy.crosses import CROSSES, more
from vision.heresy.glyphs import LETTERS

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from vision.heresy.strokes import Strokes

    Floats = NDArray[np.float64]

LINES = np.arange(FINE // 5, FINE - FINE // 5)  # pixels of a glyph's frame on the near side of the line
NOISE = 0.05  # share of a cell's ink that gains usually vary by
STRANGE = 0.45  # share of the ink that no glyph explains, from which gains vary more: a hand that is like no drawing
ENOUGH = 2.0  # standard errors by which the five gain more than the other four
GAIN, LEAST = 0.02, -0.03  # share of its ink that a cell of the five gains on the mean; all of them but one, at least
FEWEST, MOST = -0.1, 0.4  # the same that counts: one strange cell does not speak for five, nor against the others


def halved(strokes: Strokes) -> tuple[int, ...]:
    """The five cells that show two glyphs, one on either side of a line; empty where none do."""
    gains = np.minimum(_gains(strokes), MOST)
    of_five = gains[:, CROSSES]  # fits × crosses × 5
    told = (of_five.mean(axis=2) > GAIN) & (np.partition(of_five, 1, axis=2)[..., 1] > LEAST)
    fits = np.flatnonzero(told.any(axis=1))
    if not len(fits):
        return ()
    counted = np.maximum(gains[fits], FEWEST)  # how much worse two glyphs fit a whole one says nothing
    by = np.where(told[fits], more(counted, strokes.states, np.full(len(fits), NOISE)), 0)
    enough = ENOUGH * max(1.0, float(strokes.poor.mean()) / STRANGE)
    return CROSSES[int(by.max(axis=0).argmax())] if by.max() > enough else ()


def _gains(strokes: Strokes) -> Floats:
    """L×9: how much better two neighbours fit each cell than its glyph, for each line; as share of the cell's ink.

    Lines run down or across, and the glyph on the near side comes before or after the other one.
    """
    cells, states = np.arange(9), strokes.states
    drawn = strokes.pens.drawn[strokes.pen]
    drawn = drawn - drawn.min(axis=1, keepdims=True)  # what glyphs share is their ground, not their mean
    own = drawn[states]
    weight = np.median((strokes.ink * (own - own.mean(axis=1, keepdims=True))).sum(axis=1) / own.var(axis=1)) / FINE**2
    drawn = drawn * weight
    ground = (drawn[states] - strokes.ink).mean(axis=1, keepdims=True)
    left = ((strokes.ink + ground)[:, None] - drawn) ** 2
    left = left.reshape(9, len(LETTERS), FINE, FINE)
    whole = left.sum(axis=(2, 3))
    gains = []
    for axis in (2, 3):
        near = left.sum(axis=5 - axis).cumsum(axis=2)[:, :, LINES - 1]
        far = whole[:, :, None] - near
        sides = [(np.roll(near, step, axis=1) + far).min(axis=1) for step in (1, -1)]
        gains += [whole[cells, states][:, None] - side for side in sides]
    share: Floats = np.concatenate(gains, axis=1) / np.maximum((strokes.ink**2).sum(axis=1), 1e-9)[:, None]
    return share.T
