"""Rule files: the rules of a puzzle as a few lines of TOML, checked before any work is done.

A file says where cells are, and one of ``rule``, ``lines``, ``edges``, ``rings`` or a table ``[moves]``::

    name = "my-game"                  # kind of the puzzle; without it lights-out, memento or wheels
    states = 3                        # states of a cell, 0..states-1 in click order; 2 if not said
    size = [5, 5]                     # rows and columns; if not said, those of the board given
    holes = ["r1 c1", "r5 c5"]        # places without a cell
    cells = ["..x", "...", "x.."]     # or size and holes as a drawing: '.' cell, 'x' hole
    goal = "all-0"                    # or several, as for --goal but 'invert'; all-0 if not said (all-1 for lines)
    deals_solvable = true             # the game only deals boards that can be solved; false if not said

    rule = "cross-torus"              # a named rule, see solver.lattice
    lines = ["rows", "cols", "diag"]  # each move is a whole line, see solver.puzzles.memento
    edges = [[1, 2], ["r1 c1", 4]]    # a click changes the cell and all cells joined to it ...
    self = false                      # ... or only those joined to it
    rings = [[1, 2, 4, 3]]            # wheels: cells of each ring, clockwise; rows may differ in length

    [moves]                           # any moves: cells by name, or how far each cell advances as a drawing
    "r1 c1" = "r1 c1, r1 c2"          # a cell's own name: a click on that cell
    lever = "101/020/101"

Cells are named ``r2 c3`` or by number, 1 for the first in notation order.
"""

from __future__ import annotations

import re
import tomllib
from typing import TYPE_CHECKING, cast

from solver import lattice
from solver.errors import NotationError, RuleError
from solver.notation import MAX_CELLS, holes_of, layout_of
from solver.notation import parse as parse_board
from solver.puzzle import Move, Puzzle
from solver.puzzles import lights_out, memento, wheels
from solver.typed import goal_boards

if TYPE_CHECKING:
    from collections.abc import Mapping

MAX_TEXT = 4_000_000
SOURCES = ("rule", "lines", "edges", "rings", "moves")
KEYS = ("name", "states", "size", "holes", "cells", "goal", "deals_solvable", "self", *SOURCES)

_WORD = re.compile(r"[\w -]{1,40}")
_NAME = re.compile(r"r(\d{1,7})\s*c(\d{1,7})")


def parse(text: str, *, board: str | None = None) -> Puzzle:
    """The puzzle a rule file describes.

    Args:
        text: the file's text, as the module's first lines show.
        board: a board in text notation, whose size and holes are taken where the file gives none.

    Raises:
        RuleError: the text is no TOML, or says something that makes no puzzle; the message says what to change.
        NotationError: ``board`` can't be understood.
    """
    if len(text) > MAX_TEXT:
        raise RuleError(f"the rule file is too long: at most {MAX_TEXT} characters")
    try:
        rule = tomllib.loads(text)
    except (ValueError, RecursionError) as error:  # a number of 5000 digits, a thousand brackets
        reason = str(error).partition("\n")[0]
        raise RuleError(f"the rule file is not valid TOML: {reason}") from error
    for key in rule:
        if key not in KEYS:
            raise RuleError(f"the rule file says {key!r}, which means nothing: use {', '.join(KEYS)}")
    given = [key for key in SOURCES if key in rule]
    if len(given) != 1:
        told = " and ".join(given) if given else "none of them"
        raise RuleError(f"a rule file has one of {', '.join(SOURCES)}; this one has {told}")
    states = _number(rule, "states", 2)
    lattice.check_states(states)
    puzzle = _wheels(rule, states) if given == ["rings"] else _additive(rule, given[0], states, board)
    deals = rule.get("deals_solvable", False)
    if not isinstance(deals, bool):
        raise RuleError("deals_solvable must be true or false")
    name = rule.get("name", puzzle.kind)
    if not isinstance(name, str) or not _WORD.fullmatch(name):
        raise RuleError("name must be a word of letters, digits, blanks and '-' in quotes")
    puzzle = puzzle.changed(kind=name, deals_solvable=deals)
    return puzzle.changed(goals=_goals(rule, puzzle, given[0]))


def _additive(rule: dict[str, object], source: str, states: int, board: str | None) -> Puzzle:
    """The puzzle of clicks or lines."""
    rows, cols, holes = _grid(rule, board)
    if source == "rule":
        return lights_out.puzzle(rows, cols, states=states, rule=_text(rule, "rule"), holes=holes)
    if source == "lines":
        if holes:
            raise RuleError("lines need a full board: leave the holes out, or write the lines as [moves]")
        lines = tuple(str(line) for line in _list(rule, "lines"))
        return memento.with_lines(rows, cols, lines, "+".join(lines), states)
    cells = lattice.cells(rows, cols, holes)
    index = {(cell.row, cell.col): number for number, cell in enumerate(cells)}
    moves = _joined(rule, index) if source == "edges" else _moves(rule, index, states)
    return Puzzle(lights_out.KIND, source, "additive", states, cells, moves)


def _wheels(rule: dict[str, object], states: int) -> Puzzle:
    """The puzzle of turning rings."""
    if "size" in rule:
        rows, cols, _ = _grid(rule, None)
        lengths: tuple[int, ...] = (cols,) * rows
    else:
        drawn = _drawing(rule)
        if not all(map(all, drawn)):
            raise RuleError("wheels have no holes: draw rows of '.', of the lengths they have")
        lengths = tuple(map(len, drawn))
    places = ((row, col) for row, length in enumerate(lengths) for col in range(length))
    index = {place: number for number, place in enumerate(places)}
    rings = tuple(
        tuple(_cell(name, index, f"ring {number}") for name in _entries(ring, f"ring {number}"))
        for number, ring in enumerate(_list(rule, "rings"), 1)
    )
    if "goal" not in rule:
        raise RuleError("wheels need a goal: write it as a board line, such as goal = '010/0110/111/00'")
    return wheels.with_rings(lengths, rings, states=states, goals=(), rule="rings")


def _grid(rule: dict[str, object], board: str | None) -> tuple[int, int, tuple[tuple[int, int], ...]]:
    """Rows, columns and holes, from the file or else from the board given."""
    if "cells" in rule:
        if "size" in rule or "holes" in rule:
            raise RuleError("cells is a drawing of the whole board: leave size and holes out")
        return holes_of(_drawing(rule))
    holes = _list(rule, "holes") if "holes" in rule else []
    if "size" in rule:
        size = _list(rule, "size")
        if len(size) != 2 or not all(type(value) is int for value in size):
            raise RuleError("size must be two numbers, rows and columns, such as size = [5, 5]")
        rows, cols = cast("list[int]", size)
        return rows, cols, tuple(_place(hole) for hole in holes)
    if holes:
        raise RuleError("holes need a size: add a line such as size = [5, 5]")
    if board is None:
        raise RuleError("the rule file doesn't say how large the board is: add a line such as size = [5, 5]")
    return holes_of(layout_of(parse_board(board)))


def _drawing(rule: dict[str, object]) -> tuple[tuple[bool, ...], ...]:
    """The rows of ``cells``, True where there is a cell."""
    if "cells" not in rule:
        raise RuleError("the rule file doesn't say where cells are: add a line such as cells = ['...', '....']")
    rows = [str(row) for row in _list(rule, "cells")]
    if not rows or not all(rows):
        raise RuleError("cells is empty: draw each row with '.' for a cell and 'x' for a hole")
    if sum(map(len, rows)) > MAX_CELLS:
        raise RuleError(f"the board is too large: at most {MAX_CELLS} cells")
    if unknown := set("".join(rows)) - set(".x"):
        raise RuleError(f"cells is drawn with {min(unknown)!r}: use '.' for a cell and 'x' for a hole")
    return tuple(tuple(sign == "." for sign in row) for row in rows)


def _joined(rule: dict[str, object], index: Mapping[tuple[int, int], int]) -> tuple[Move, ...]:
    """One click a cell, which changes the cells joined to it."""
    own = rule.get("self", True)
    if not isinstance(own, bool):
        raise RuleError("self must be true or false")
    near: list[set[int]] = [{number} if own else set() for number in range(len(index))]
    for number, edge in enumerate(_list(rule, "edges"), 1):
        ends = [_cell(name, index, f"edge {number}") for name in _entries(edge, f"edge {number}")]
        if len(ends) != 2 or ends[0] == ends[1]:
            raise RuleError(f"edge {number} must join two cells, such as [1, 2]")
        near[ends[0]].add(ends[1])
        near[ends[1]].add(ends[0])
    return tuple(
        Move(f"r{row + 1} c{col + 1}", tuple(sorted(near[number])), number) for (row, col), number in index.items()
    )


def _moves(rule: dict[str, object], index: Mapping[tuple[int, int], int], states: int) -> tuple[Move, ...]:
    """The moves of the table ``[moves]``, in its order."""
    table = rule["moves"]
    if not isinstance(table, dict) or not table:
        raise RuleError('[moves] must be a table of moves, such as "r1 c1" = "r1 c1, r1 c2"')
    found = []
    for name, what in table.items():
        if not isinstance(what, str):
            raise RuleError(f'the move {name!r} must be told in quotes, such as "r1 c1, r1 c2" or "110/100/000"')
        if not _WORD.fullmatch(name):
            raise RuleError(f"the move {name[:40]!r} has no good name: use letters, digits, blanks and '-'")
        match = _NAME.fullmatch(name.strip())
        at = index.get((int(match[1]) - 1, int(match[2]) - 1)) if match else None
        if match and at is None:
            raise RuleError(f"the move {name!r} is a click on a cell that is not there")
        if _NAME.search(what):
            changed = [_cell(part.strip(), index, f"the move {name!r}") for part in what.split(",") if part.strip()]
        else:
            changed = _drawn(name, what, index, states)
        if not changed:
            raise RuleError(f"the move {name!r} changes nothing: leave it out")
        found.append(Move(name.strip(), tuple(changed), at))
    return tuple(found)


def _drawn(name: str, drawing: str, index: Mapping[tuple[int, int], int], states: int) -> list[int]:
    """The cells a drawn move advances, each named as often as it advances."""
    try:
        rows = parse_board(drawing)
    except NotationError as error:
        raise RuleError(f"the drawing of the move {name!r} can't be understood: {error}") from error
    changed: list[int] = []
    for row, line in enumerate(rows):
        for col, sign in enumerate(line):
            if sign is None or sign == 0:
                continue
            if not isinstance(sign, int) or sign >= states:
                raise RuleError(f"the move {name!r} advances r{row + 1} c{col + 1} by {sign}: use 0 to {states - 1}")
            if (row, col) not in index:
                raise RuleError(f"the move {name!r} names the cell r{row + 1} c{col + 1}, which is not there")
            changed += [index[row, col]] * sign
    return changed


def _goals(rule: dict[str, object], puzzle: Puzzle, source: str) -> tuple[tuple[int, ...], ...]:
    """The goals of the file, or the usual one."""
    told = rule.get("goal", "all-1" if source == "lines" else "all-0")
    words = [word for word in (told if isinstance(told, list) else [told]) if isinstance(word, str)]
    if not words or (isinstance(told, list) and len(words) != len(told)):
        raise RuleError("goal must be a word in quotes, such as goal = 'all-0', or a list of such words")
    try:
        return tuple(goal.states for goal in goal_boards(puzzle, ",".join(words)))
    except NotationError as error:
        raise RuleError(f"the goal of the rule file doesn't fit: {error}") from error


def _cell(name: object, index: Mapping[tuple[int, int], int], where: str) -> int:
    """The index of a cell named ``r2 c3`` or by number."""
    if type(name) is int and 1 <= name <= len(index):
        return name - 1
    if isinstance(name, str) and _NAME.fullmatch(name.strip()) and (place := _place(name)) in index:
        return index[place]
    raise RuleError(f"{where} names the cell {name!r}, which is not there: use names like r1 c1, or 1 to {len(index)}")


def _place(name: object) -> tuple[int, int]:
    """0-based row and column of ``r2 c3``."""
    match = _NAME.fullmatch(name.strip()) if isinstance(name, str) else None
    if match is None:
        raise RuleError(f"{name!r} is no place on a board: write it as 'r2 c3'")
    return int(match[1]) - 1, int(match[2]) - 1


def _number(rule: dict[str, object], key: str, usual: int) -> int:
    """A whole number of the file."""
    value = rule.get(key, usual)
    if type(value) is not int:
        raise RuleError(f"{key} must be a whole number, not {value!r}")
    return value


def _text(rule: dict[str, object], key: str) -> str:
    """A word of the file."""
    value = rule[key]
    if not isinstance(value, str):
        raise RuleError(f"{key} must be a word in quotes, not {value!r}")
    return value


def _list(rule: dict[str, object], key: str) -> list[object]:
    """A list of the file."""
    return _entries(rule[key], key) if key in rule else []


def _entries(value: object, where: str) -> list[object]:
    """``value`` if it is a list."""
    if not isinstance(value, list):
        raise RuleError(f"{where} must be a list in square brackets, not {value!r}")
    return value
