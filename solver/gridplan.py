"""Light-chasing behind the interface of ``BinaryPlan``, for large Lights Out grids without holes.

A grid's matrix of moves is symmetric, so the kernel's words are also the checks that solvable boards pass.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from solver import gridchase, lattice
from solver.binary import LISTED, BinaryPlan, span
from solver.errors import UnsolvableError

if TYPE_CHECKING:
    from solver.puzzle import Puzzle


class GridPlan(BinaryPlan):
    """A plan for all boards of one size, made without a matrix."""

    __slots__ = ("_plan",)

    def __init__(self, rows: int, cols: int, *, centre: bool) -> None:  # takes the place of the elimination
        self._plan = gridchase.plan(rows, cols, centre=centre)
        self.cells = self.moves = rows * cols
        self.kernel = self.check_masks = gridchase.kernel_masks(self._plan)
        self._tables = ()
        self._words = span(self.kernel) if self.kernel_size <= LISTED else ()

    def particular(self, difference: int) -> int | None:
        """Moves (a mask) that change exactly the cells in ``difference``, or None where it is proved none do."""
        plan = self._plan
        try:
            rows = gridchase.solve_rows(gridchase.split_rows(difference, plan.rows, plan.cols), plan)
        except UnsolvableError:
            return None
        return gridchase.join_rows(rows, plan.cols)


def fitting(puzzle: Puzzle) -> GridPlan | None:
    """The plan for ``puzzle`` where it is a large plain grid of two states, else None."""
    rows, cols = puzzle.rows, puzzle.cols
    if puzzle.states != 2 or puzzle.rule not in {"cross", "neighbours"} or len(puzzle.cells) < lattice.LARGE:
        return None
    if len(puzzle.cells) != rows * cols or puzzle.moves != lattice.clicks(puzzle.cells, rows, cols, puzzle.rule):
        return None
    return GridPlan(rows, cols, centre=puzzle.rule == "cross")
