"""To the Moon's memento: a move flips a whole line of tiles; the goal is every tile face up (1).

The lines are the rows, the columns and, but for the game's first puzzle, the diagonal that starts at the bottom-left
tile and climbs to the right; on a board that is not square it has min(rows, cols) tiles.
"""

from __future__ import annotations

from functools import lru_cache

from solver import lattice
from solver.errors import RuleError
from solver.notation import Layout, holes_of
from solver.puzzle import Move, Puzzle

KIND = "memento"
RULES = {"diag": ("rows", "cols", "diag"), "lines": ("rows", "cols")}
LINES = ("rows", "cols", "diag", "falling")


def puzzle(rows: int, cols: int, *, diagonal: bool = True) -> Puzzle:
    """The memento at any size; moves ``row 1``..., ``col 1``..., then ``diag``.

    Raises:
        RuleError: a size that makes no puzzle.
    """
    rule = "diag" if diagonal else "lines"
    return with_lines(rows, cols, RULES[rule], rule)


@lru_cache(maxsize=32)
def with_lines(rows: int, cols: int, lines: tuple[str, ...], rule: str, states: int = 2) -> Puzzle:
    """A memento whose moves are the named ``lines``, in that order.

    Args:
        rows: number of rows.
        cols: number of columns.
        lines: any of ``rows``, ``cols``, ``diag`` (from the bottom-left corner up), ``falling`` (from the top-left
            corner down).
        rule: name for this set of lines.
        states: 2 for tiles with two faces.

    Raises:
        RuleError: an unknown line, or a size that makes no puzzle.
    """
    lattice.check_states(states)
    cells = lattice.cells(rows, cols)
    if not lines:
        raise RuleError(f"there is no line to flip: name one or more of {', '.join(LINES)}")
    moves: list[Move] = []
    short = min(rows, cols)
    for line in lines:
        if line == "rows":
            moves += (Move(f"row {row + 1}", tuple(range(row * cols, (row + 1) * cols))) for row in range(rows))
        elif line == "cols":
            moves += (Move(f"col {col + 1}", tuple(range(col, rows * cols, cols))) for col in range(cols))
        elif line == "diag":
            moves.append(Move("diag", tuple((rows - 1 - step) * cols + step for step in range(short))))
        elif line == "falling":
            moves.append(Move("falling", tuple(step * cols + step for step in range(short))))
        else:
            raise RuleError(f"there is no line {line!r}: use {', '.join(LINES)}")
    return Puzzle(KIND, rule, "additive", states, cells, tuple(moves), ((1,) * len(cells),), deals_solvable=True)


def fitting(layout: Layout, states: int | None, rule: str | None) -> Puzzle:
    """The memento of the size typed."""
    rows, cols, holes = holes_of(layout)
    if holes:
        raise RuleError("a memento has no holes: write 1 for a tile face up and 0 for one face down")
    if states not in {None, 2}:
        raise RuleError(f"a memento tile has 2 faces, not {states}: use a rule file for more")
    if rule is not None and rule not in RULES:
        raise RuleError(f"there is no memento rule {rule!r}: use one of {', '.join(RULES)}")
    name = rule or "diag"
    return with_lines(rows, cols, RULES[name], name)
