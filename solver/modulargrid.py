"""Lights Out grids of k states by light-chasing: a system of one row's unknowns instead of one for every cell.

Once the first row's hits are chosen, each cell of a row is put right by the hit below it, so all rows follow and what
is left over below the last row is P times the first row plus a part of the board. P is as small as a row; solving
P x = c by ``ModularPlan`` solves the board. The matrix of hits is symmetric, so the kernel's words are the checks too.
"""

from __future__ import annotations

from itertools import chain

from solver import lattice
from solver.errors import BudgetError
from solver.least import Check
from solver.modular import ModularPlan

TYPE_CHECKING = False  # importing typing costs start-up time
if TYPE_CHECKING:
    from collections.abc import Sequence

    from solver.puzzle import Puzzle

MIN_CELLS = 36
"""Below this many cells one elimination is as quick."""
WORK = 4_000_000
"""Most cells chased to find P: about a 150 × 150 grid, a few seconds."""


class ModularGridPlan(ModularPlan):
    """A plan for all boards of one size; chases down the longer side.

    Raises:
        BudgetError: the grid is too large.
    """

    __slots__ = ("_centre", "_first", "_shape")

    def __init__(self, rows: int, cols: int, states: int, *, centre: bool) -> None:  # takes the elimination's place
        self._shape = rows, cols
        self._centre = int(centre)
        self.cells = self.moves = rows * cols
        self.states = states
        length, width = max(rows, cols), min(rows, cols)
        if length * width * width > WORK:
            raise BudgetError(f"a grid of {rows} × {cols} cells with {states} states is too large: take fewer")
        clear = [(0,) * width] * length
        units = [[int(place == other) for place in range(width)] for other in range(width)]
        over = [self._chased(clear, unit)[1] for unit in units]
        columns = [[place for place, value in enumerate(left) for _ in range(value)] for left in over]
        self._first = ModularPlan(width, columns, states)
        self.generators = tuple(
            (self._turned(self._chased(clear, word)[0]), order) for word, order in self._first.generators
        )
        self.checks = tuple(
            Check(tuple((cell, value * order // states) for cell, value in enumerate(word) if value), order)
            for word, order in self.generators
        )
        self._crossed = None
        self._list_kernel()

    def particular(self, difference: Sequence[int]) -> bytes | None:
        """Times for each move that bring about ``difference``, or None where it is proved none do."""
        rows, cols = self._shape
        if cols > rows:
            lines = [tuple(difference[place::cols]) for place in range(cols)]
        else:
            lines = [tuple(difference[start : start + cols]) for start in range(0, rows * cols, cols)]
        over = self._chased(lines, (0,) * len(lines[0]))[1]
        first = self._first.particular([-value % self.states for value in over])
        return None if first is None else bytes(self._turned(self._chased(lines, first)[0]))

    def _chased(self, lines: Sequence[Sequence[int]], first: Sequence[int]) -> tuple[list[list[int]], list[int]]:
        """All rows of hits that follow from the first one, and the hits a row below the last would need."""
        states, centre = self.states, self._centre
        above: Sequence[int] = (0,) * len(first)
        hits = [*first]
        found = []
        for line in lines:
            found.append(hits)
            left, right = (0, *hits[:-1]), (*hits[1:], 0)
            below = [
                (want - centre * here - one - two - three) % states
                for want, here, one, two, three in zip(line, hits, left, right, above, strict=True)
            ]
            above, hits = hits, below
        return found, hits

    def _turned(self, lines: list[list[int]]) -> tuple[int, ...]:
        """Lines along the longer side as one sequence in notation order."""
        rows, cols = self._shape
        return tuple(chain.from_iterable(zip(*lines, strict=True) if cols > rows else lines))


def fitting(puzzle: Puzzle) -> ModularGridPlan | None:
    """The plan for ``puzzle`` where it is a plain grid of 3 or more states, else None."""
    if puzzle.rule not in {"cross", "neighbours"} or len(puzzle.cells) < MIN_CELLS:
        return None
    rows, cols = puzzle.rows, puzzle.cols
    if len(puzzle.cells) != rows * cols or puzzle.moves != lattice.clicks(puzzle.cells, rows, cols, puzzle.rule):
        return None
    return ModularGridPlan(rows, cols, puzzle.states, centre=puzzle.rule == "cross")
