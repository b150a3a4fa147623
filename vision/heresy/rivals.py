"""Judge: which other glyphs a cell may be as well, by how far it is from them and by the odds among the four.

Distances say what is a glyph at all; hands differ in ways that bring one near to another all the same. The odds tell
the four apart better, and nothing else. So either may settle a cell, unless the odds are even or against it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

SURE_MARGIN, SURE_MARGIN_TWO = 0.7, 1.0  # squared distance to the next glyph; to the glyph two steps away
PLAIN_ODDS, PLAIN_ODDS_TWO = 2.5, 3.0  # logarithm of the odds against those, enough whatever the distances
LEAST_ODDS = 0.5  # the same where the distances tell it


def too_close(
    square: NDArray[np.float64],
    states: NDArray[np.int64],
    share: NDArray[np.float64],
    odds: NDArray[np.float64] | None,
) -> NDArray[np.bool_]:
    """9×4: which other glyphs each cell may be as well.

    Args:
        square: 9×4 squared distances.
        states: 9, what the cells were read as.
        share: 9, share of the usual margins that each cell must have.
        odds: 9×4 logarithms of the odds among the four, None where they are not known.
    """
    cells = np.arange(len(states))
    twin = np.zeros(square.shape, bool)
    twin[cells, (states + 2) % 4] = True
    away = square - square[cells, states][:, None]
    close = away < share[:, None] * np.where(twin, SURE_MARGIN_TWO, SURE_MARGIN)
    if odds is not None:
        ahead = odds[cells, states][:, None] - odds
        close = (close & (ahead < np.where(twin, PLAIN_ODDS_TWO, PLAIN_ODDS))) | (ahead < LEAST_ODDS)
    close[cells, states] = False
    return np.asarray(close)


def lead(odds: NDArray[np.float64], states: NDArray[np.int64]) -> NDArray[np.float64]:
    """9: logarithm of the odds of each cell's glyph against the likeliest of the others."""
    cells, others = np.arange(len(states)), odds.copy()
    others[cells, states] = -np.inf
    return np.asarray(odds[cells, states] - others.max(axis=1))
