"""Permutation puzzles: one table of first moves per goal, found by breadth-first search.

The search starts from the goal and runs the moves backwards. Each board keeps its distance, in how many least ways it
is solved, and the first move, in the puzzle's order, that brings it nearer. Boards are ``bytes``, a state a cell, and
a move is one ``translate`` of its permutation. Larger puzzles are left to ``solver.bidirectional``.
"""

from __future__ import annotations

from collections import Counter
from math import factorial, prod

from solver.board import Board, Solution, Step
from solver.errors import RuleError

TYPE_CHECKING = False  # importing typing costs start-up time
if TYPE_CHECKING:
    from collections.abc import Sequence

    from solver.bidirectional import Search
    from solver.puzzle import Puzzle

TABLE_STATES = 20_000
"""Puzzles with at most this many boards get a table; larger ones are searched with numpy."""


class PermutationPlan:
    """All there is to know about reaching one goal.

    Attributes:
        puzzle: whose moves.
        goal: a state for each cell.
        arrangements: how many boards have the goal's colours; not all need be reachable.
    """

    __slots__ = ("_search", "_table", "arrangements", "goal", "puzzle")

    def __init__(self, puzzle: Puzzle, goal: tuple[int, ...]) -> None:
        self.puzzle = puzzle
        self.goal = goal
        counts = Counter(goal).values()
        self.arrangements = factorial(len(goal)) // prod(map(factorial, counts))
        self._table: dict[bytes, tuple[int, int, int, bytes]] | None = None
        self._search: Search | None = None

    @property
    def table(self) -> dict[bytes, tuple[int, int, int, bytes]]:
        """Board → (distance, number of least solutions, first move, board after it), for every reachable board."""
        if self._table is None:
            self._table = _table(permutations(self.puzzle), bytes(self.goal))
        return self._table

    def least(self, states: Sequence[int]) -> tuple[tuple[int, ...], int | None] | None:
        """The least solution that comes first in the puzzle's order of moves, and how many least solutions there are.

        Returns:
            Moves by number, and how many solutions are as short (None where they can't be counted exactly); None
            where it is proved that the goal can't be reached.

        Raises:
            BudgetError: the search was stopped; the message says what is proved.
        """
        if Counter(states) != Counter(self.goal):
            return None
        if self.arrangements <= TABLE_STATES:
            moves = self.first_moves(states)
            return None if moves is None else (moves, self.table[bytes(states)][1])
        if self._search is None:
            from solver.bidirectional import Search  # noqa: PLC0415  it needs numpy, which the lock never loads

            self._search = Search(self.goal, permutations(self.puzzle), self.puzzle.states, self.arrangements)
        return self._search.find(states)

    def first_moves(self, states: Sequence[int]) -> tuple[int, ...] | None:
        """``least`` by the table alone, the quick way through for puzzles of up to ``TABLE_STATES`` boards."""
        table = self.table
        board = bytes(states)
        if board not in table:
            return None
        left, _, move, board = table[board]
        moves = []
        while left:
            moves.append(move)
            left, _, move, board = table[board]
        return tuple(moves)

    def solution(self, board: Board, goal: Board) -> Solution | None:
        """The least solution; None where it is proved there is none."""
        found = self.least(board.states)
        if found is None:
            return None
        moves, count = found
        cost = len(moves)
        return Solution(board, goal, self._steps(moves), cost, True, cost, count, None, order_matters=True)  # noqa: FBT003

    def why_unsolvable(self, states: Sequence[int]) -> str | None:
        """Why the goal can't be reached; None where it can."""
        have, want = Counter(states), Counter(self.goal)
        for state in range(self.puzzle.states):
            if have[state] != want[state]:
                return (
                    f"a turn never changes how many cells show {state}: "
                    f"the board has {have[state]} of them, the goal {want[state]}"
                )
        if self.least(states) is not None:
            return None
        return "every board that turns can reach was searched, and the goal is not among them"

    def _steps(self, moves: Sequence[int]) -> tuple[Step, ...]:
        """Equal moves in a row as one step."""
        steps: list[Step] = []
        for number in moves:
            move = self.puzzle.moves[number]
            if steps and steps[-1].move is move:
                steps[-1] = Step(move, steps[-1].times + 1)
            else:
                steps.append(Step(move))
        return tuple(steps)


def permutations(puzzle: Puzzle) -> tuple[bytes, ...]:
    """Each move as ``p`` with: after the move, cell i shows what cell p[i] showed.

    Raises:
        RuleError: more than 256 cells.
    """
    if len(puzzle.cells) > 256:
        raise RuleError(f"a puzzle of turns has at most 256 cells, not {len(puzzle.cells)}")
    found = []
    for move in puzzle.moves:
        source = bytearray(range(len(puzzle.cells)))
        for place, cell in enumerate(move.cells):
            source[cell] = move.cells[place - 1]
        found.append(bytes(source))
    return tuple(found)


def inverse(permutation: bytes) -> bytes:
    """The permutation that undoes ``permutation``."""
    found = bytearray(len(permutation))
    for place, source in enumerate(permutation):
        found[source] = place
    return bytes(found)


def _table(moves: tuple[bytes, ...], goal: bytes) -> dict[bytes, tuple[int, int, int, bytes]]:
    """Breadth-first search backwards from ``goal``."""
    table = {goal: (0, 1, -1, goal)}
    undo = [inverse(move) for move in moves]
    padding = bytes(256 - len(goal))
    level = [goal]
    depth = 0
    while level:
        depth += 1
        ways: dict[bytes, int] = {}
        first: dict[bytes, tuple[int, bytes]] = {}
        for number, move in enumerate(undo):
            for board in level:
                before = move.translate(board + padding)
                if before not in table:
                    if before in ways:
                        ways[before] += table[board][1]
                    else:
                        ways[before] = table[board][1]
                        first[before] = (number, board)
        table.update({board: (depth, count, *first[board]) for board, count in ways.items()})
        level = list(ways)
    return table
