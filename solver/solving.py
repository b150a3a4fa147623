"""The front door of the solvers: the cheapest way from a board to its goals, with proof, whatever the puzzle."""

from __future__ import annotations

from functools import lru_cache

from solver import lattice
from solver.board import Board, Solution, Step
from solver.errors import NotationError, UnsolvableError
from solver.typed import goal_boards

TYPE_CHECKING = False  # importing typing costs start-up time
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from solver.binary import BinaryPlan
    from solver.modular import ModularPlan
    from solver.permutation import PermutationPlan
    from solver.puzzle import Puzzle


@lru_cache(maxsize=32)
def plan(puzzle: Puzzle) -> BinaryPlan | ModularPlan:
    """What can be worked out once for all boards of an additive puzzle."""
    # Each engine is imported when a board needs it: a typed board is solved in less time than all of them take to load.
    moves = [move.cells for move in puzzle.moves]
    if puzzle.states == 2:
        from solver.binary import BinaryPlan  # noqa: PLC0415

        if len(puzzle.cells) >= lattice.LARGE:
            from solver import gridplan  # noqa: PLC0415

            if (grid := gridplan.fitting(puzzle)) is not None:
                return grid
        return BinaryPlan(len(puzzle.cells), moves)
    from solver import modulargrid  # noqa: PLC0415
    from solver.modular import ModularPlan  # noqa: PLC0415

    if (chased := modulargrid.fitting(puzzle)) is not None:
        return chased
    size = puzzle.rows, puzzle.cols
    crossed = puzzle.rule == "row+column" and puzzle.moves == lattice.clicks(lattice.cells(*size), *size, puzzle.rule)
    return ModularPlan(len(puzzle.cells), moves, puzzle.states, crossed=size if crossed else None)


@lru_cache(maxsize=32)
def turning_plan(puzzle: Puzzle, goal: tuple[int, ...]) -> PermutationPlan:
    """What can be worked out once for all boards of a permutation puzzle with one goal."""
    from solver.permutation import PermutationPlan  # noqa: PLC0415  see above

    return PermutationPlan(puzzle, goal)


def solve(board: Board, goal: str | Board | Iterable[Board] | None = None) -> Solution:
    """The cheapest solution over the goals, proved least where ``minimum`` says so.

    The cost is the number of moves, a move made three times counting three. Of equally cheap solutions to a goal that
    of the moves that come first in ``puzzle.moves`` is taken (with kernels of more than 4096 words: always the same
    one); of equally cheap goals the first.

    Args:
        board: where to start.
        goal: as ``solver.goal_boards`` takes it, or goal boards; None = the puzzle's own goals.

    Raises:
        UnsolvableError: it is proved that no goal can be reached; the message names the check that fails.
        NotationError: the goal can't be understood or is of another puzzle.
        BudgetError: the search was stopped; the message says what is proved.
    """
    goals = _goals(board, goal)
    found = plans(board, goals)
    if found:
        return found[0]
    reason = why_unsolvable(board, goals[0])
    more = f"; nor can the {len(goals) - 1} other goals be reached" if len(goals) > 1 else ""
    raise UnsolvableError(f"this board can't be solved: {reason}{more}")


def plans(board: Board, goals: str | Iterable[Board] | None = None) -> tuple[Solution, ...]:
    """The cheapest solution for every goal that can be reached, cheapest first (ties in the goals' order).

    Raises:
        NotationError: a goal is of another puzzle.
        BudgetError: a search was stopped; the message says what is proved.
    """
    found = (_least(board, goal) for goal in _goals(board, goals))
    return tuple(sorted((solution for solution in found if solution is not None), key=lambda solution: solution.cost))


def solutions(board: Board, goal: str | Board | None = None) -> Iterator[Solution]:
    """Every solution to one goal of an additive puzzle, one at a time.

    Least first where there are few enough to be sorted (4096), else in the kernel's order. Without a goal, the
    puzzle's first.

    Raises:
        NotationError: the puzzle is a permutation puzzle, where solutions are without number, or the goal is wrong.
    """
    puzzle = board.puzzle
    if puzzle.family != "additive":
        raise NotationError("turns can be made for ever, so their solutions can't be listed: ask for the least")
    target = _goals(board, goal)[0]
    worked = plan(puzzle)
    difference = _difference(board, target)
    first = worked.least(difference)
    if first is None:
        return
    for times in worked.every(difference):
        cost = sum(times)
        yield Solution(
            board,
            target,
            _steps(puzzle, times),
            cost,
            cost == first.lower_bound,
            first.lower_bound,
            first.count,
            first.solutions,
        )


def why_unsolvable(board: Board, goal: Board) -> str | None:
    """The check that fails, in words; None where ``goal`` can be reached."""
    if board.puzzle.family == "additive":
        difference = _difference(board, goal)
        check = plan(board.puzzle).failing(difference)
        return None if check is None else check.words(board.puzzle, difference)
    return turning_plan(board.puzzle, goal.states).why_unsolvable(board.states)


def _goals(board: Board, goal: str | Board | Iterable[Board] | None) -> tuple[Board, ...]:
    """The goals meant, all of the board's puzzle."""
    if goal is None or isinstance(goal, str):
        return goal_boards(board, goal)
    goals = (goal,) if isinstance(goal, Board) else tuple(goal)
    if not goals:
        raise NotationError("there is no goal to reach: name one, such as all-0")
    for other in goals:
        if other.puzzle is not board.puzzle and other.puzzle != board.puzzle:
            raise NotationError("the goal is a board of another puzzle: give it the board's size and states")
    return goals


def _difference(board: Board, goal: Board) -> tuple[int, ...]:
    """Steps each cell still has to go."""
    states = board.puzzle.states
    return tuple([(end - start) % states for start, end in zip(board.states, goal.states, strict=True)])


def _steps(puzzle: Puzzle, times: Iterable[int]) -> tuple[Step, ...]:
    """The moves made at all, in the puzzle's order."""
    return tuple([Step(move, count) for move, count in zip(puzzle.moves, times, strict=True) if count])


def _least(board: Board, goal: Board) -> Solution | None:
    """The least solution to one goal; None where it can't be reached."""
    puzzle = board.puzzle
    if puzzle.family == "permutation":
        return turning_plan(puzzle, goal.states).solution(board, goal)
    difference = _difference(board, goal)
    least = plan(puzzle).least(difference)
    if least is None:
        return None
    bound = least.lower_bound
    if bound < least.cost:  # a move brings no more steps than it has cells
        bound = max(bound, -(-sum(difference) // max(len(move.cells) for move in puzzle.moves)))
    steps = _steps(puzzle, least.times)
    return Solution(board, goal, steps, least.cost, least.cost == bound, bound, least.count, least.solutions)
