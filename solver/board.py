"""A board is a puzzle and the state of each of its cells; a solution is how to bring it to a goal."""

from __future__ import annotations

from solver.errors import NotationError
from solver.notation import format_states
from solver.value import Value

TYPE_CHECKING = False  # importing typing costs start-up time
if TYPE_CHECKING:
    from solver.puzzle import Move, Puzzle


class Board(Value):
    """A puzzle and the state of each cell, in notation order.

    Raises:
        NotationError: the number of states is not the number of cells, or a state is out of range.
    """

    puzzle: Puzzle
    states: tuple[int, ...]

    def __post_init__(self) -> None:
        if len(self.states) != len(self.puzzle.cells):
            raise NotationError(f"the board has {len(self.states)} states but {len(self.puzzle.cells)} cells")
        if min(self.states) < 0 or max(self.states) >= self.puzzle.states:
            for cell, state in zip(self.puzzle.cells, self.states, strict=True):
                if not 0 <= state < self.puzzle.states:
                    raise NotationError(
                        f"r{cell.row + 1} c{cell.col + 1} shows {state}, "
                        f"but a cell of this puzzle shows 0 to {self.puzzle.states - 1}"
                    )

    def __str__(self) -> str:
        """The board in text notation."""
        puzzle = self.puzzle
        return format_states(puzzle.cells, self.states, cols=puzzle.cols if puzzle.is_grid else 0)

    def after(self, move: Move, times: int = 1) -> Board:
        """The board after ``move`` was made ``times`` times."""
        states = list(self.states)
        _make(self.puzzle, states, move, times)
        return Board(self.puzzle, tuple(states))


def _make(puzzle: Puzzle, states: list[int], move: Move, times: int) -> None:
    """Change ``states`` as ``move`` made ``times`` times does."""
    if puzzle.family == "additive":
        for cell in move.cells:
            states[cell] = (states[cell] + times) % puzzle.states
    else:
        length = len(move.cells)
        before = [states[cell] for cell in move.cells]
        for place, state in enumerate(before):
            states[move.cells[(place + times) % length]] = state


class Step(Value):
    """One move made ``times`` times in a row (1 or more)."""

    move: Move
    times: int = 1

    def __str__(self) -> str:
        return self.move.name if self.times == 1 else f"{self.move.name} ×{self.times}"


class Solution(Value):
    """Steps that bring ``board`` to ``goal``, replayed before anyone sees them.

    Attributes:
        board: where it starts.
        goal: where it ends.
        steps: in the order to make them.
        cost: moves in all, a step made three times counting three.
        minimum: True where it is proved that no solution costs less.
        lower_bound: no solution costs less than this (equal to ``cost`` where ``minimum``).
        minimum_solutions: how many solutions cost the least; None where not known.
        solutions: how many solutions there are, each move counted modulo its order; None where infinite or not known.
        order_matters: True in permutation puzzles.
    """

    board: Board
    goal: Board
    steps: tuple[Step, ...]
    cost: int
    minimum: bool
    lower_bound: int
    minimum_solutions: int | None = None
    solutions: int | None = None
    order_matters: bool = False

    def __post_init__(self) -> None:
        states = list(self.board.states)
        for step in self.steps:
            _make(self.board.puzzle, states, step.move, step.times)
        if tuple(states) != self.goal.states:
            raise AssertionError("a solution was built that does not reach its goal")
