"""Judge, late: whether five cells show, beside what others of their glyphs do, strokes of the next glyph or the last.

A strange hand's glyphs are in part like others, and so are all its cells of one glyph. Where a shot is changing some of
these and not the others, what the ones have more is drawn as what comes or goes is.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from vision.heresy.crosses import CROSSES, WITHIN
from vision.heresy.glyphs import LETTERS
from vision.heresy.strokes import ASIDE

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from vision.heresy.strokes import Strokes

REACH = range(-1, 2)  # pixels that a cell may sit off its place beside another one
ENOUGH = 0.34  # of a cell's ink, as root: of 316 still panels, drawn and by hands of others, three had more
MOST = 4  # cells, beyond which more of them count no more


def doubled(strokes: Strokes) -> tuple[int, ...]:
    """The five cells of the cross of which that is so; empty where it is of none."""
    states = strokes.states
    twins = (states[:, None] == states) & ~np.eye(len(states), dtype=bool)
    pairs = _pairs(strokes, twins)
    told = WITHIN[:, :, None] * (1 - WITHIN[:, None]) * twins
    count = told.sum(axis=(1, 2))
    several = np.sqrt(np.minimum(told.any(axis=2).sum(axis=1), MOST))
    each = np.einsum("sij,cij->sc", pairs, told) / np.maximum(count, 1) * several
    found = each.max(axis=0)
    return CROSSES[int(found.argmax())] if found.max() > ENOUGH else ()


def _pairs(strokes: Strokes, twins: NDArray[np.bool_]) -> NDArray[np.float64]:
    """How much more of the next glyph, and of the last, each cell has than each of its ``twins``: 2×9×9."""
    ink, states = strokes.ink, strokes.states
    side = round(np.sqrt(ink.shape[1]))
    places = ink.reshape(-1, side, side)
    moved = np.stack([np.roll(places, (y, x), axis=(1, 2)).reshape(ink.shape) for y in REACH for x in REACH])
    along = moved @ ink.T  # shift × cell × other cell
    one, other = np.nonzero(twins)
    twin = moved[along.argmax(axis=0)[other, one], other]
    size = (twin**2).sum(axis=1)
    left = ink[one] - (along.max(axis=0)[other, one] / size)[:, None] * twin
    drawn = strokes.pens.drawn[strokes.pen][(states[one] + ASIDE) % len(LETTERS)]
    drawn = drawn - ((drawn * twin).sum(axis=2) / size)[..., None] * twin
    shows = np.zeros((len(ASIDE), len(states), len(states)))
    shows[:, one, other] = (drawn * left).sum(axis=2) / np.sqrt((drawn**2).sum(axis=2) * (ink[one] ** 2).sum(axis=1))
    return shows - shows.swapaxes(1, 2)
