"""Read, between two looks: which of two shows more of a panel, and whether another one is worth it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from vision.heresy.judge import CELL_DISTANCE, CLEAR_CELLS, LESS, Evidence, judge
from vision.heresy.rivals import SURE_MARGIN
from vision.heresy.together import dealt
from vision.reading import RANK

if TYPE_CHECKING:
    from numpy.typing import NDArray

CLEARLY = (0, False, 0, 0)  # the order of a panel that is sure, no cell of it shaky
COVERED = (3, 1.7), (5, 2.3)  # so many cells, so near to a glyph: a panel under something that lies over it
MANY, PLAIN, FEW = 0.66, 0.7, 0.4  # shares: marks of one state; of a cell's distance, to the next glyph; cells so plain


def order(seen: Evidence) -> tuple[int, bool, int, int]:
    """The less, the better a place was read.

    Of boards in doubt one that shots make comes first, however many cells are: hardly a wrong one is so by chance.
    """
    judged = judge(seen)
    odd = judged.verdict == "unsure" and not (seen.legible.all() and dealt(seen.states))
    return RANK[judged.verdict], odd, len(judged.suspects), int(shaky(seen).sum())


def better(
    one: tuple[Evidence, NDArray[np.float32]] | None, other: tuple[Evidence, NDArray[np.float32]] | None
) -> tuple[Evidence, NDArray[np.float32]] | None:
    """Which of two ways to read a place shows more of a panel; the first if they show as much."""
    if one is None or other is None:
        return one or other
    return other if order(other[0]) < order(one[0]) else one


def may_be_covered(seen: Evidence, *, sure: bool) -> bool:
    """Whether some cells are certain glyphs and others none: icons are all alike, and a little like glyphs.

    A panel that is ``sure`` otherwise is looked at in any case.
    """
    if not sure and (not within(COVERED, seen.square.min(axis=1)) or icons(seen)):
        return False
    ranked = seen.ranked
    certain = seen.legible & (ranked[:, 1] - ranked[:, 0] > SURE_MARGIN)
    return bool(certain.sum() >= CLEAR_CELLS and (not seen.legible.all() or shaky(seen).any()))


def shaky(seen: Evidence) -> NDArray[np.bool_]:
    """Which cells are so unlike glyphs that something may lie over them; those of some hands are all a little so.

    Or less like theirs than others of the same glyph are.
    """
    return np.asarray(seen.apart | (seen.lag > LESS))


def icons(seen: Evidence) -> bool:
    """Whether the cells are mostly a little like one glyph, and few plainly so: discs and buttons are."""
    ranked = seen.ranked
    good = ranked[:, 0] < CELL_DISTANCE
    plain = good & (ranked[:, 1] - ranked[:, 0] > PLAIN * ranked[:, 0])
    most = np.bincount(seen.states[good], minlength=1).max()
    return bool(most >= MANY * good.sum() and plain.sum() < FEW * good.sum())


def within(limits: tuple[tuple[int, float], ...], distance: NDArray[np.float64]) -> bool:
    """Whether nine cells with these least squared distances may be a panel, if only once it is looked at better."""
    ranked = np.sort(distance)
    return all(ranked[count - 1] < limit for count, limit in limits)
