"""Which steps of a plan were made, told from the board before and the board after."""

from __future__ import annotations

from typing import TYPE_CHECKING

from solver.board import Board, Solution, Step
from solver.errors import BoardsightError
from solver.solving import solve

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

NEAR = 2
"""Clicks that may lie between two looks at one and the same game, beside those of the plan."""
PAIRS = 200
"""Moves up to which pairs of them are tried."""


def made(before: Board, after: Board, steps: Sequence[Step]) -> tuple[Step, ...] | None:
    """The steps, or parts of steps, that lead from one board to the other; None where none of them do.

    Where the order of moves matters (turns) only the first so many can have been made. Else any of them: those of a
    least solution have independent effects (if some cancelled each other out, a cheaper solution would do without
    them), so there is one way at most, found by solving with these moves alone.
    """
    for prefix in _prefixes(steps):
        if _after(before, prefix) == after.states:
            return prefix
    if before.puzzle.family != "additive" or not steps:
        return None
    if len(steps) == 1:  # its parts were all tried
        return None
    few = before.puzzle.changed(moves=tuple(step.move for step in steps))
    try:
        found = solve(Board(few, before.states), Board(few, after.states))
    except BoardsightError:
        return None
    times = {step.move: step.times for step in steps}
    return found.steps if all(step.times <= times[step.move] for step in found.steps) else None


def rest(plan: Solution, after: Board, done: Sequence[Step]) -> Solution:
    """What is left of a plan once some of its steps are made and the board is ``after``."""
    gone = {step.move: 0 for step in done}
    for step in done:
        gone[step.move] += step.times
    steps: list[Step] = []
    for step in plan.steps:
        taken = min(step.times, gone.get(step.move, 0))
        if taken:
            gone[step.move] -= taken
        if step.times > taken:
            steps.append(Step(step.move, step.times - taken))
    cost = sum(step.times for step in steps)
    # What is left of a least solution is least: a cheaper rest would have made the whole cheaper.
    bound = cost if plan.minimum else 0
    return Solution(after, plan.goal, tuple(steps), cost, plan.minimum, bound, order_matters=plan.order_matters)


def once(before: Board, after: Board) -> bool:
    """Whether one click leads from one board to the other."""
    return any(before.after(move).states == after.states for move in before.puzzle.moves)


def near(before: Board, after: Board) -> bool:
    """Whether one or two clicks lead from one board to the other."""
    puzzle = before.puzzle
    if once(before, after):
        return True
    if len(puzzle.moves) > PAIRS:
        return sum(a != b for a, b in zip(before.states, after.states, strict=True)) <= NEAR * 5
    boards = [before.after(move) for move in puzzle.moves]
    if puzzle.family == "additive":
        reached = {board.states for board in boards}
        back = puzzle.states - 1  # a move made that often undoes itself
        return any(after.after(move, back).states in reached for move in puzzle.moves)
    return any(board.after(move).states == after.states for board in boards for move in puzzle.moves)


def _prefixes(steps: Sequence[Step]) -> Iterator[tuple[Step, ...]]:
    for count, step in enumerate(steps):
        for times in range(1, step.times + 1):
            yield (*steps[:count], Step(step.move, times))


def _after(board: Board, steps: Sequence[Step]) -> tuple[int, ...]:
    for step in steps:
        board = board.after(step.move, step.times)
    return board.states
