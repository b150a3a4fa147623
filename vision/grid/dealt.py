"""Dealt: whether clicks on a board can have made its pattern, where chance hardly ever makes such a pattern.

Games deal their boards by clicks, so that they can be solved. A full board of Go, a crossword or a plan passes the
checks of its size by chance only.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from solver import gridchase
from solver.errors import UnsolvableError
from vision.grid.content import uniform

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from vision.grid.cells import Cells

FAILED = -5
"""Checks not passed from which it is no board: by chance one pattern in 32 passes so many. Fewer are failed by games
with rules of their own, and by pictures made to look like a game's."""
TELLING = 2
"""Checks of a size, as of 5×5, from which a pattern that passes them speaks for a board."""


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


def dealt(one: Cells) -> bool:
    """Whether every cell shows one of two drawings, in a pattern that clicks make and chance seldom does."""
    states = one.states.labels.reshape(one.grid.rows, one.grid.cols)
    return one.states.count == 2 and not one.states.strays and made(states) and uniform(one)


@lru_cache
def _plan(rows: int, cols: int) -> gridchase.GridPlan:
    """The plan of a size, made once: pictures of one game ask for the same again and again."""
    return gridchase.plan(rows, cols)
