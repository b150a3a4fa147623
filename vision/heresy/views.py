"""Read, once more: the same nine cells with both sides of their strokes as ink.

What is cut into a wall, or raised from it, has a bright and a dark edge, and each alone is half a glyph. In such a
view strokes and edges look alike; it is less clear than ink of one side where there is such, and seldom wrong in the
same way. What both views say may be believed sooner than what one does.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from vision.heresy.align import VOTERS, Aligned
from vision.heresy.classify import distances, probabilities
from vision.heresy.judge import plain_cells

if TYPE_CHECKING:
    from vision.heresy.judge import Evidence


AGREED = 0.7  # share of the margins that is enough where both views tell the same


def compared(seen: Evidence, other: Aligned) -> Evidence:
    """``seen`` with what another view of the same cells shows: the plainer one of each cell, the mean in a dispute."""
    square = distances(other.patches)
    plain, plain_other = plain_cells(seen.square, seen.match), plain_cells(square, other.match)
    state = seen.square.argmin(axis=1)
    agreed = square.argmin(axis=1) == state
    lead, lead_other = (np.diff(np.sort(one, axis=1)[:, :2], axis=1)[:, 0] for one in (seen.square, square))
    rather = np.where(agreed, lead_other > lead, plain_other) & ~plain
    best = np.where((agreed | plain | plain_other)[:, None], seen.square, (seen.square + square) / 2)
    best = np.where(rather[:, None], square, best)
    # Correlation is the other witness: that of either view will do.
    match = np.where((seen.match.argmax(axis=1) == best.argmin(axis=1))[:, None], seen.match, other.match)
    score = max(seen.score, float(np.sort(match.max(axis=1))[-VOTERS:].mean()))
    need = np.where(plain, 1.0, np.where(agreed, AGREED, np.inf))
    return replace(seen, square=best, match=match, probabilities=probabilities(best), score=score, need=need)
