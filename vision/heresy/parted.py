"""Judge, late: whether cells of one glyph are drawn in two ways, and a row and a column part the two.

Where a shot is changing five cells, what they show of their glyphs is not what the other four show of the same ones;
cells on one side are as alike as ever. A strange hand draws a glyph alike everywhere.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from vision.heresy.crosses import CROSSES, WITHIN

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

PARTED = WITHIN[:, :, None] != WITHIN[:, None]
"""Which pairs each cross parts, 9×9×9."""
ACROSS = 2
"""Pairs of a glyph across, at least, that tell how alike it is on the two sides."""
ENOUGH = 4.0
"""By how much less alike pairs across are, in standard errors of pairs that vary by one: of 258 still panels by hands
of others, three had more, and of 45 made from them in mid-fade or mid-wipe, 25."""
ONE = 5.0
"""Logarithm of the odds that two cells are of one glyph, above which it makes no difference: equal pixels have more."""
APART, HARDLY = -1.0, 0.5
"""The same below which they are hardly one; for panels that are only told by their cells together."""
ALIKE = 3.5
"""The same from which all pairs across are plainly alike: what is changing would not be."""


def parted(alike: Floats, states: NDArray[np.int64]) -> tuple[int, ...]:
    """The five cells of the cross that parts cells of one glyph the most; empty where none does enough.

    Args:
        alike: 9×9, logarithms of the odds that two cells are of one glyph (``together.pairs``).
        states: 9, the glyphs.
    """
    same, alike = _same(states), np.minimum(alike, ONE)
    most, found = ENOUGH, -1
    for cross, other in enumerate(PARTED):
        between, beside = same & other, same & ~other
        if between.sum() >= ACROSS and beside.any():
            error = np.sqrt(1 / between.sum() + 1 / beside.sum())
            less = float((alike[beside].mean() - alike[between].mean()) / error)
            most, found = (less, cross) if less > most else (most, found)
    return CROSSES[found] if found >= 0 else ()


def still(alike: Floats, states: NDArray[np.int64], cross: tuple[int, ...]) -> bool:
    """Whether all cells of one glyph that a ``cross`` parts are plainly alike, and there are some."""
    between = alike[_same(states) & PARTED[CROSSES.index(cross)]]
    return bool(len(between) and between.min() >= ALIKE)


def alone(states: NDArray[np.int64]) -> NDArray[np.bool_]:
    """9: the crosses of which no glyph is anywhere else: nothing tells how the five cells look that no shot changes."""
    return np.asarray(~(_same(states) & PARTED).any(axis=(1, 2)))


def two(alike: Floats, states: NDArray[np.int64], *, strictly: bool) -> tuple[int, ...]:
    """Two cells that are read as one glyph, but hardly are one; empty where there are none.

    Cells are looked at more ``strictly`` where the panel is only told by all of them together.
    """
    odds = np.where(_same(states), alike, np.inf)
    one, other = np.unravel_index(int(odds.argmin()), odds.shape)
    return (int(one), int(other)) if odds.min() < (HARDLY if strictly else APART) else ()


def _same(states: NDArray[np.int64]) -> NDArray[np.bool_]:
    """Which pairs are of one glyph, 9×9, each once."""
    return np.triu(states[:, None] == states, 1)
