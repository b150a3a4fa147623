"""Remnant: whether some cell of one more line stands beside a board, whatever is to be seen of the others in that line.

A message, a hand or another window may cover most of a line. What is left of it looks as the board's cells do, stands
where the next cell would, and has what parts cells all around it. Plain surroundings, buttons and letters have not.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from vision.grid import patches
from vision.grid.away import away
from vision.middle import middle

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from vision.grid.cells import Cells

PARTED, FAINTLY = 8.0, 3.0
"""How much (Lab) the rim of a place differs from its cell's body on all four sides: plainly, and at least."""
DRAWN = 2.0
"""How far (Lab, of one channel) a line of places differs, at least, where it may hold a cell."""
KNOWN = 5
"""Cells of a state that tell its look, at most."""
NEAR, USUAL = 4.0, 2.0
"""How near (Lab) a pixel is to a state's look, or over what is usual in its cells."""
BODY, RIM = (0.54, 0.8), (0.47, 0.75)
"""Share of the body's pixels that are near, at least; how much its rim differs from it, over what cells' rims do: where
cells are parted plainly, and faintly."""
CORNER = 3
"""Pixels at the corners of a place, which round cells leave out."""


def remnant(one: Cells, shown: NDArray[np.bool_] | None) -> bool:
    """Whether any place beside the board looks as a cell does.

    ``shown`` tells which pixels of the board's places are in the picture (``patches.shown``), None where all are.
    """
    sides = [side for side, most in zip(patches.AROUND, one.patches.ranges, strict=True) if most >= DRAWN]
    if not sides:
        return False
    labels, body = one.states.labels, one.patches.ring
    within = np.flatnonzero(body)
    lines = [one.patches.lab[side] for side in sides]
    if shown is not None:  # only places that are all in the picture
        lines = [line[shown[side].all(axis=(1, 2))] for line, side in zip(lines, sides, strict=True)]
    bodies = [patches.taken(line, within) for line in lines]
    for state in range(one.states.count):
        own = np.flatnonzero(labels == state)[:KNOWN]
        if not len(own):
            continue
        known = patches.taken(one.patches.own[own], within)
        look = middle(known, axis=0)
        limit = np.maximum(NEAR, USUAL * middle(away(known, look), axis=0))
        near = [(away(seen, look) < limit).mean(axis=1) for seen in bodies]
        if max(shares.max(initial=0.0) for shares in near) < min(BODY):
            continue
        rims = _rims(middle(one.patches.own[own], axis=0)[None], body)[0]
        if rims.min() < FAINTLY:
            continue
        faint = bool(rims.min() < PARTED)
        for line, shares in zip(lines, near, strict=True):
            alike = shares >= BODY[faint]
            if alike.any() and (_rims(line[alike], body) >= RIM[faint] * rims).all(axis=1).any():
                return True
    return False


def _rims(places: NDArray[np.float32], body: NDArray[np.bool_]) -> NDArray[np.float32]:
    """How much (Lab) the rim of places (N×side×side×3) differs from their body above, below, left and right; N×4."""
    inner = slice(CORNER, -CORNER)
    sides = places[:, 0, inner], places[:, -1, inner], places[:, inner, 0], places[:, inner, -1]
    look = middle(places[:, body], axis=1)
    return middle(away(np.stack(sides, axis=1), look[:, None, None]), axis=2)
