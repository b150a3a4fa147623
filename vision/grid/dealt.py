"""Dealt: whether clicks on a board can have made its pattern, where chance hardly ever makes such a pattern.

Games deal their boards by clicks, so that they can be solved, and often by few. A full board of Go, a crossword or a
plan passes the checks of its size by chance only, and needs about as many clicks as half its cells.
"""

from __future__ import annotations

from functools import lru_cache
from math import comb, log2
from typing import TYPE_CHECKING

import numpy as np

from solver import coset, gridchase
from solver.errors import UnsolvableError
from vision.grid import squared
from vision.grid.content import uniform
from vision.grid.holes import even

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from vision.grid.cells import Cells

TELLING = 2
"""Checks of a size, as of 5×5, from which a pattern that passes them speaks for a board."""
RARE, LEAD = 6.0, 3.0
"""Bits: how seldom chance makes a pattern that so few clicks make; and how much seldomer than one with as few lit."""
PLAINLY = 10.0, 6.0
"""The same where much else speaks against a board: of hundreds of patterns by chance, one in five hundred."""
SMALL = 8
"""Sets of clicks that change nothing are gone through where they are no more than two to this power."""


def checks(states: NDArray[np.int64]) -> int:
    """How many checks of its size a pattern of two states (rows × columns) passes, or, negative, does not all pass.

    It passes them where clicks, each on a cell and its neighbours, can make it. It is all one which state is taken for
    lit: a board all lit can always be made (Sutner 1989).
    """
    plan = _plan(*states.shape)
    if not plan.nullity:
        return 0
    try:
        gridchase.solve_rows([int("".join(map(str, row)), 2) for row in states.tolist()], plan)
    except UnsolvableError:
        return -plan.nullity
    return plan.nullity


def made(states: NDArray[np.int64]) -> bool:
    """Whether clicks make this pattern of two states (rows × columns), which on its size chance seldom does."""
    return checks(states) >= TELLING


def hinges(states: NDArray[np.int64], cell: int, least: int = 1) -> bool:
    """Whether clicks make a pattern (rows × columns), and would not with the other state in one cell.

    ``least`` checks of the size must be passed: a pattern of two states by chance passes each every other time.
    """
    other = states.copy()
    other.flat[cell] ^= 1
    return checks(states) >= least and checks(other) < 0


def few_clicks(states: NDArray[np.int64], least: tuple[float, float] = (RARE, LEAD)) -> bool:
    """Whether few clicks make this pattern of two states (rows × columns): one misread cell, and many are needed.

    Few are judged by how many patterns so few clicks can make at all, out of all there are. A few lit cells, which
    anything may show, are as rare: so the clicks must tell more than just how many cells are lit. ``least`` is in bits,
    as ``RARE`` and ``LEAD``. Clicks that turn squares are rarer, and must tell more.
    """
    return rare(states, fewest(states), least) or rare(states, squared.few(states), PLAINLY)


def fewest(states: NDArray[np.int64]) -> int | None:
    """How many clicks make a pattern of two states (rows × columns), at least; None where none do or it is tiny."""
    rows, cols = states.shape
    if states.min() < 0 or states.max() > 1 or rows * cols < RARE:
        return None
    plan = _plan(rows, cols)
    try:
        clicks = gridchase.solve_rows([int("".join(map(str, row)), 2) for row in states.tolist()], plan)
    except UnsolvableError:
        return None
    return coset.minimum(gridchase.join_rows(clicks, cols), _unseen(rows, cols), rows * cols).weight


def rare(states: NDArray[np.int64], clicks: int | None, least: tuple[float, float] = (RARE, LEAD)) -> bool:
    """Whether chance hardly ever makes a pattern that takes so many ``clicks``; ``least`` as for ``few_clicks``."""
    if clicks is None or clicks < 2 or even(states):
        return False  # a plus, cells all alike, or blocks of a table, as anything may show
    lit = int(np.count_nonzero(states))
    chance = _rare(states.size, clicks)
    return chance >= least[0] and chance - _rare(states.size, min(lit, states.size - lit)) >= least[1]


def _rare(cells: int, most: int) -> float:
    """Bits by which chance misses the patterns that up to ``most`` of the cells make, whichever state is lit."""
    return cells - 1 - log2(sum(comb(cells, count) for count in range(most + 1)))


@lru_cache
def _unseen(rows: int, cols: int) -> tuple[int, ...]:
    """Sets of clicks that change nothing, or all cells, which is all one as long as nobody says what is lit."""
    plan = _plan(rows, cols)
    everything = gridchase.join_rows(gridchase.solve_rows([(1 << cols) - 1] * rows, plan), cols)
    nothing = gridchase.kernel_masks(plan) if plan.nullity <= SMALL else ()
    return everything, *nothing


def briefly(one: Cells, least: tuple[float, float] = (RARE, LEAD)) -> bool:
    """Whether few clicks make the pattern of states that was read; ``least`` as for ``few_clicks``."""
    return one.states.count == 2 and rare(one.board, one.clicks, least)


def clicked(one: Cells) -> bool:
    """Whether clicks make the pattern of two states that was read: few do, or its size has checks that it passes."""
    return one.states.count == 2 and (made(one.board) or briefly(one))


def dealt(one: Cells) -> bool:
    """Whether every cell shows one of two drawings, in a pattern that clicks make and chance seldom does."""
    return one.states.count == 2 and not one.states.strays and made(one.board) and uniform(one)


@lru_cache
def _plan(rows: int, cols: int) -> gridchase.GridPlan:
    """The plan of a size, made once: pictures of one game ask for the same again and again."""
    return gridchase.plan(rows, cols)
