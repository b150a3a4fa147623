"""Facts of a puzzle or a board, found from what a person types."""

from __future__ import annotations

from typing import TYPE_CHECKING

from boardsight.plan import board_of, rule_text
from solver.errors import NotationError
from solver.facts import analyse, analyse_board
from solver.notation import DIGITS, MAX_CELLS
from solver.rules import parse

if TYPE_CHECKING:
    from solver.facts import BoardFacts, PuzzleFacts
    from solver.puzzle import Puzzle

SIZES = {"memento": (3, 3), "lights-out": (5, 5), "heresy": (3, 3)}
LOCK = "000/0000/000/00"


def puzzle_of(kind: str | None, size: tuple[int, int] | None, *, states: int | None, rule: str | None) -> Puzzle:
    """The puzzle of a kind or rule at a size; the usual size where none is given.

    Raises:
        NotationError: neither kind nor rule, or a size that is too large or does not belong to the puzzle.
        RuleError: there is no such rule, or the rule file can't be understood.
    """
    if kind is None and rule is None:
        raise NotationError("name a puzzle (memento, wheels, lights-out, heresy) or a rule file with --rule")
    text = rule_text(rule) if rule is not None else None
    if text is not None:
        return parse(text, board=None if size is None else blank(size))
    if kind == "wheels":
        if size is not None:
            raise NotationError("the lock has one size: leave --size out")
        return board_of(LOCK, kind, states=states, rule=rule).puzzle
    kind = kind or "lights-out"
    return board_of(blank(size or SIZES.get(kind, (5, 5))), kind, states=states, rule=rule).puzzle


def blank(size: tuple[int, int]) -> str:
    """A board of a size, all cells showing 0.

    Raises:
        NotationError: it has too many cells.
    """
    rows, cols = size
    if not 1 <= rows * cols <= MAX_CELLS:
        raise NotationError(f"a board of {rows}×{cols} cells is too large: at most {MAX_CELLS} cells")
    return "/".join([DIGITS[0] * cols] * rows)


def facts(
    kind: str | None,
    *,
    board: str | None = None,
    size: tuple[int, int] | None = None,
    goal: str | None = None,
    states: int | None = None,
    rule: str | None = None,
) -> PuzzleFacts | BoardFacts:
    """Facts of the board where one is given, else of all boards of the puzzle.

    Raises:
        NotationError: what was typed can't be understood or doesn't fit.
        RuleError: the rule file can't be understood.
        BudgetError: the search was stopped.
    """
    if board is not None:
        return analyse_board(board_of(board, kind, states=states, rule=rule), goal)
    return analyse(puzzle_of(kind, size, states=states, rule=rule), goal)
