"""Boards from what a person types: a board in text notation, and the goals they name."""

from __future__ import annotations

from solver.board import Board
from solver.errors import NotationError
from solver.notation import UNREAD, layout_of, parse
from solver.puzzle import Puzzle
from solver.puzzles import module


def typed_board(kind: str | Puzzle, text: str, *, states: int | None = None, rule: str | None = None) -> Board:
    """The board typed, with the puzzle of the size typed.

    Args:
        kind: name of a puzzle (``memento``, ``wheels``, ``lights-out``, ``heresy``...), or a puzzle the board must fit.
        text: the board in text notation, such as ``010/111/010``.
        states: number of states of a cell, None = what the kind usually has.
        rule: named rule, None = what the kind usually has.

    Raises:
        NotationError: the text can't be understood, has unread cells, or doesn't fit.
        RuleError: no such kind or rule, or a size or number of states that makes no puzzle.
    """
    rows = parse(text)
    layout = layout_of(rows)
    puzzle = kind if isinstance(kind, Puzzle) else module(kind).fitting(layout, states, rule)
    found: list[int] = []
    for cell in puzzle.cells:
        sign = rows[cell.row][cell.col] if cell.row < len(rows) and cell.col < len(rows[cell.row]) else None
        if sign == UNREAD:
            raise NotationError(f"r{cell.row + 1} c{cell.col + 1} is '?': write the state it shows")
        if not isinstance(sign, int):
            raise NotationError(f"there is no cell at r{cell.row + 1} c{cell.col + 1}, where this puzzle has one")
        found.append(sign)
    if len(found) != sum(map(sum, layout)):
        raise NotationError(f"the board typed has {sum(map(sum, layout))} cells but this puzzle {len(found)}")
    return Board(puzzle, tuple(found))


def goal_boards(source: Puzzle | Board, text: str | None = None) -> tuple[Board, ...]:
    """The boards that count as solved.

    Args:
        source: a puzzle, or a board of it (``invert`` needs one).
        text: ``all-0``, ``all-1``..., ``same`` (every uniform board), ``invert`` (every cell one state on from the
            board given), a board in text notation, several of these with commas between, or None for the puzzle's own
            goals.

    Raises:
        NotationError: the text can't be understood or doesn't fit the puzzle.
    """
    puzzle = source.puzzle if isinstance(source, Board) else source
    if text is None:
        if not puzzle.goals:
            raise NotationError(f"the puzzle {puzzle.kind!r} names no goal of its own: name one, such as all-0")
        return tuple(Board(puzzle, goal) for goal in puzzle.goals)
    found: dict[Board, None] = {}
    for part in text.split(","):
        found.update(dict.fromkeys(_goals(source, puzzle, part.strip().lower())))
    return tuple(found)


def _goals(source: Puzzle | Board, puzzle: Puzzle, word: str) -> tuple[Board, ...]:
    """The goals one word names."""
    size = len(puzzle.cells)
    if word == "same":
        return tuple(Board(puzzle, (state,) * size) for state in range(puzzle.states))
    if word == "invert":
        if not isinstance(source, Board):
            raise NotationError("the goal 'invert' turns a board's own states: it needs the board")
        return (Board(puzzle, tuple((state + 1) % puzzle.states for state in source.states)),)
    if word.startswith("all-"):
        number = word.removeprefix("all-")
        if not number.isdecimal() or int(number) >= puzzle.states:
            raise NotationError(f"the goal {word!r} names no state: use all-0 to all-{puzzle.states - 1}")
        return (Board(puzzle, (int(number),) * size),)
    if "/" not in word and not word[:1].isdecimal():
        raise NotationError(f"the goal {word!r} means nothing: use all-0, all-1..., same, invert or a board line")
    return (typed_board(puzzle, word),)
