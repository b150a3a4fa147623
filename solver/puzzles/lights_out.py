"""Lights Out: a click advances the cell and some of its neighbours by one state; the goal is all 0."""

from __future__ import annotations

from functools import lru_cache

from solver import lattice
from solver.notation import Layout, holes_of
from solver.puzzle import Puzzle

TYPE_CHECKING = False  # importing typing costs start-up time
if TYPE_CHECKING:
    from collections.abc import Iterable

KIND = "lights-out"


def puzzle(
    rows: int, cols: int, *, states: int = 2, rule: str = "cross", holes: Iterable[tuple[int, int]] = ()
) -> Puzzle:
    """Lights Out on a grid; clicks are named ``r2 c3``.

    Args:
        rows: number of rows.
        cols: number of columns.
        states: colours of a cell, 0..states-1 in click order.
        rule: what a click changes, one of ``solver.lattice.RULES``.
        holes: 0-based (row, column) places without a cell.

    Raises:
        RuleError: no such rule, or a size or number of states that makes no puzzle.
    """
    return _puzzle(rows, cols, states, rule, tuple(sorted(set(holes))))


@lru_cache(maxsize=32)
def _puzzle(rows: int, cols: int, states: int, rule: str, holes: tuple[tuple[int, int], ...]) -> Puzzle:
    lattice.check(rows, cols, states, rule)
    cells = lattice.cells(rows, cols, holes)
    moves = lattice.clicks(cells, rows, cols, rule)
    return Puzzle(KIND, rule, "additive", states, cells, moves, goals=((0,) * len(cells),))


def fitting(layout: Layout, states: int | None, rule: str | None) -> Puzzle:
    """The puzzle of the size and holes typed."""
    rows, cols, holes = holes_of(layout)
    return puzzle(rows, cols, states=states or 2, rule=rule or "cross", holes=holes)
