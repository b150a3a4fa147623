"""Destiny 2's Hive panel: a hit advances all of the cell's row and column in the cycle A (0), X (1), E (2), V (3).

The game names its target glyph elsewhere, so every uniform board is a goal; its four known panels are solvable.
"""

from __future__ import annotations

from functools import lru_cache

from solver import lattice
from solver.errors import RuleError
from solver.notation import Layout, holes_of
from solver.puzzle import Puzzle

KIND = "heresy"


@lru_cache(maxsize=32)
def puzzle(rows: int = 3, cols: int = 3, states: int = 4) -> Puzzle:
    """The panel at any size; hits are named ``r2 c3``.

    Raises:
        RuleError: a size or number of states that makes no puzzle.
    """
    lattice.check(rows, cols, states, "row+column")
    cells = lattice.cells(rows, cols)
    moves = lattice.clicks(cells, rows, cols, "row+column")
    goals = tuple((state,) * len(cells) for state in range(states))
    return Puzzle(KIND, "row+column", "additive", states, cells, moves, goals, deals_solvable=True)


def fitting(layout: Layout, states: int | None, rule: str | None) -> Puzzle:
    """The panel of the size typed."""
    rows, cols, holes = holes_of(layout)
    if holes:
        raise RuleError("a heresy panel has no holes: write a glyph's digit for each cell, or use --puzzle lights-out")
    if rule not in {None, "row+column"}:
        raise RuleError(f"heresy has only the rule 'row+column', not {rule!r}: use lights-out for other rules")
    return puzzle(rows, cols, states or 4)
