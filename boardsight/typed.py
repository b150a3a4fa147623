"""A typed board solved without any picture (and without importing OpenCV or numpy)."""

from __future__ import annotations

from time import perf_counter

from boardsight.plan import Wish, board_of, plan, swapped
from boardsight.result import Click, Result, Times


def solve_typed(text: str, puzzle: str | None, wish: Wish) -> Result:
    """Solve a board in text notation.

    Args:
        text: the board.
        puzzle: one of ``solver.puzzle.KINDS``; may be None where the wish names a rule.
        wish: goal, order and so on.

    Raises:
        NotationError: the board or the goal can't be understood, or doesn't fit the puzzle.
        RuleError: the rule file can't be understood.
    """
    start = perf_counter()
    board = board_of(text, puzzle, rule=wish.rule)
    if wish.swap:
        board = swapped(board)
    planned = plan(board, wish)
    steps = planned.solution.steps if planned.solution is not None else ()
    return Result(
        "sure",
        planned.reasons,
        board=board,
        goal=planned.goal,
        solvable=planned.solvable,
        solution=planned.solution,
        offers=planned.offers,
        clicks=tuple(Click(n, step.move.name, step.times) for n, step in enumerate(steps, 1)),
        ms=Times(solve=1e3 * (perf_counter() - start)),
    )
