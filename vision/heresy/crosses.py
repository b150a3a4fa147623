"""What sets the five cells of a row and a column apart from the other four, in nine measures, one of each cell.

Glyphs differ, and a hand draws one fainter or less well than another: so a measure is taken for the sum of what all
cells have, what its glyph has of its own, what the five have more, and noise. What glyphs have of their own is taken to
vary about as much as the noise, and the rest follows by generalized least squares (Aitken, 1935): cells are mostly
compared with others of the same glyph, as far as there are any.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from vision.heresy.glyphs import LETTERS

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

CROSSES = tuple(tuple(i for i in range(9) if i // 3 == row or i % 3 == col) for row in range(3) for col in range(3))
WITHIN = np.array([[float(i in cross) for i in range(9)] for cross in CROSSES])
OWN = 1.0  # variance of what glyphs have of their own, by that of the noise
FREE = 7  # degrees of freedom: nine cells but for their mean and what five have more


def more(measures: Floats, states: NDArray[np.int64], noise: Floats) -> Floats:
    """How much more of each of ``measures`` the five cells of each cross have, by its standard error.

    Args:
        measures: M×9, one a cell.
        states: 9, the cells' glyphs.
        noise: M standard deviations that are usual. What the cells vary by beside tells little, so few they are, and is
            only added to it.

    Returns:
        M×9: measure × cross.
    """
    glyphs = states[:, None] == np.arange(len(LETTERS))
    weight = np.linalg.inv(np.eye(9) + OWN * (glyphs @ glyphs.T))
    each = weight.sum(axis=1)
    weight -= np.outer(each, each) / each.sum()  # of what is left beside the mean
    along = WITHIN @ weight
    known = (along * WITHIN).sum(axis=1)
    effect = measures @ along.T / known
    left = np.einsum("mi,ij,mj->m", measures, weight, measures)[:, None] - effect**2 * known
    return np.asarray(effect * np.sqrt(known / (np.maximum(left, 0) / FREE + noise[:, None] ** 2)))
