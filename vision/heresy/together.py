"""Read, at last: what nine cells are together, where each by itself is in doubt.

A strange hand's glyph may be as like one of ours as another, and then each cell that shows it is in doubt. But cells of
one glyph are drawn alike, cells of two are not, and what is one glyph for certain leaves the others to the rest; and
shots turn a panel into one board of sixteen. So each of the 4^9 boards there are gets its odds: by what every cell is
like, by which are alike, and by whether shots can have made it. They are few enough to be summed up one by one, as a
random field over all pairs (Besag 1974) of nine sites can be.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from itertools import product
from typing import TYPE_CHECKING

import numpy as np

from vision.grid.pattern import striped
from vision.heresy.classify import edges_apart
from vision.heresy.crosses import WITHIN
from vision.heresy.glyphs import LETTERS
from vision.middle import median

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

CELLS, STATES = 9, len(LETTERS)
CELL, PAIR = 0.42, 0.28
"""Shares of the odds that count, of a cell and of two: cells of one hand go wrong together, and pairs are no news of
each other. Chosen on 272 pictures by five hands of others: of 205 boards likelier than 0.9 one was wrong so, of a panel
that its cells tell by themselves."""
MOST = 8.0
"""Logarithm of the odds that two cells are alike, at most, either way."""
SHOT = 2.8
"""Logarithm of the odds of a board that shots make, over one that they don't: if half of all were dealt by shots."""
DRAWN_ALIKE = 3.0
"""The same from which two are drawn alike."""
BELIEVED, SEVERAL = 0.9, 3
"""Probability of a board that is believed, and its glyphs: of two signs in nine cells each may be of any other game."""
MISSING = 2  # cells that the others can tell: shots leave no more than so many free
LEAST = 1e-3
"""Squared distance of two cells' edges, at least."""


@dataclass(frozen=True, slots=True, eq=False)
class Together:
    """The likeliest board.

    Attributes:
        states: 9, its glyphs.
        shares: 9×4, the probability of each glyph in each cell.
        chance: the probability of this board.
        alike: 9×9, logarithms of the odds that each two cells are of one glyph, as they look.
    """

    states: NDArray[np.int64]
    shares: Floats
    chance: float
    alike: Floats

    @property
    def several(self) -> bool:
        """Whether this board is of several glyphs, which tell one another."""
        return len(set(self.states.tolist())) >= SEVERAL

    @property
    def believed(self) -> bool:
        """Whether this board is likely enough, and of several glyphs, but not of the same in every row, or column.

        Seats, and whatever else is numbered line by line, show such signs.
        """
        return self.several and not striped(self.states.reshape(3, 3)) and self.chance >= BELIEVED

    @property
    def borne(self) -> NDArray[np.bool_]:
        """9: cells that are drawn as another one of their glyph is: whatever that is like, nothing lies over them."""
        same = (self.states[:, None] == self.states) & ~np.eye(CELLS, dtype=bool)
        return np.asarray((same & (self.alike >= DRAWN_ALIKE)).any(axis=1))


def together(patches: NDArray[np.float32], odds: Floats, shown: NDArray[np.bool_]) -> Together:
    """What nine cells are.

    Args:
        patches: 9×4×24×24, the cells as they were cut out (``align.Aligned``).
        odds: 9×4 logarithms of the odds of each cell among the four glyphs.
        shown: 9, the cells that nothing lies over: of others nothing is known but what shots can make of the board.
    """
    likely = CELL * odds * shown[:, None]
    alike = pairs(patches)
    counted = PAIR * np.clip(alike, -MOST, MOST) * np.outer(shown, shown)
    boards = _boards()
    # The odds of every set of cells for each glyph; a board is four such sets.
    each = boards.within @ likely + np.einsum("si,ij,sj->s", boards.within, np.triu(counted, 1), boards.within)[:, None]
    found = sum(each[boards.sets[state], state] for state in range(STATES)) + SHOT * boards.shot
    best = int(np.argmax(found))
    share = np.exp(found - found[best])
    share /= share.sum()
    shares = np.array([share.reshape(STATES**i, STATES, -1).sum(axis=(0, 2)) for i in range(CELLS)])
    states = best // STATES ** np.arange(CELLS)[::-1] % STATES
    return Together(states, shares, float(share[best]), alike)


def dealt(states: NDArray[np.int64]) -> bool:
    """Whether shots make a board of one glyph of these 9: of all boards they do so of one in sixteen."""
    return bool(_boards().shot[STATES ** np.arange(CELLS)[::-1] @ states])


def completed(states: NDArray[np.int64], missing: NDArray[np.bool_]) -> NDArray[np.int64] | None:
    """9: a board with its ``missing`` cells as they must be, for shots to make it; None if no one way or several do."""
    found = []
    places = np.flatnonzero(missing)
    for tried in product(range(STATES), repeat=len(places)) if len(places) <= MISSING else ():
        board = states.copy()
        board[places] = tried
        if dealt(board):
            found.append(board)
    return found[0] if len(found) == 1 else None


def pairs(patches: NDArray[np.float32]) -> Floats:
    """Logarithm of the odds that each two of nine cells (9×4×24×24) are of one glyph, as they look: 9×9."""
    factors, offset = _weights()
    return np.asarray(figures(edges_apart(patches)) @ factors + offset)


def figures(apart: Floats) -> Floats:
    """What tells whether two cells are of one glyph, from how far each two are apart (``classify.edges_apart``): 9×9×3.

    The logarithm of that, of it over how far most cells are from the nearest one, and over how far the nearer of the
    two is from its own.
    """
    logs = np.log(np.maximum(apart, LEAST))
    nearest = np.where(np.eye(len(logs), dtype=bool), np.inf, logs).min(axis=1)
    return np.stack([logs, logs - median(nearest), logs - np.minimum(nearest[:, None], nearest)], axis=-1)


@cache
def _weights() -> tuple[Floats, float]:
    """The factors of the figures and the offset, as ``calibration.fit_together`` gives them, for even odds."""
    data = json.loads(files("vision.heresy").joinpath("together.json").read_text("utf-8"))
    *factors, offset = data["weights"]
    return np.array(factors), float(offset - np.log(data["alike"] / (1 - data["alike"])))


@dataclass(frozen=True, slots=True, eq=False)
class _Boards:
    """All boards; the first cell's glyph counts most in a board's number.

    Attributes:
        sets: 4×262144, which cells show each glyph, as a number whose bits are the cells.
        within: 512×9, the cells of each such set.
        shot: 262144, 1 where shots make a board of one glyph of it, else 0.
    """

    sets: NDArray[np.int64]
    within: Floats
    shot: NDArray[np.float32]


@cache
def _boards() -> _Boards:
    """All boards; not to be written to."""
    cells = np.arange(CELLS)
    states = np.indices((STATES,) * CELLS, np.uint8).reshape(CELLS, -1)
    sets = np.stack([(1 << cells) @ (states == state) for state in range(STATES)])
    within = (np.arange(1 << CELLS)[:, None] >> cells & 1).astype(np.float64)
    turned = (WITHIN @ states % STATES).astype(np.int64)  # each cell shot as often as the board says
    shot = np.zeros(STATES**CELLS, np.float32)
    shot[STATES ** cells[::-1] @ turned] = 1
    return _Boards(sets, within, shot)
