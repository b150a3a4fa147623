"""Machinarium's prison lock: three wheels of six dots that share dots; green (1) belongs on the central triangle."""

from __future__ import annotations

from functools import lru_cache
from math import sqrt

from solver import lattice
from solver.errors import NotationError, RuleError
from solver.notation import MAX_CELLS
from solver.puzzle import Cell, Move, Puzzle

TYPE_CHECKING = False  # importing typing costs start-up time
if TYPE_CHECKING:
    from solver.notation import Layout

KIND = "wheels"
ROWS = (3, 4, 3, 2)
RINGS = ((0, 1, 5, 8, 7, 3), (1, 2, 6, 9, 8, 4), (4, 5, 9, 11, 10, 7))
GOAL = (0, 1, 0, 0, 1, 1, 0, 1, 1, 1, 0, 0)


@lru_cache(maxsize=1)
def puzzle() -> Puzzle:
    """The lock; moves ``1 cw``, ``1 ccw``, ``2 cw``... with 1 = left, 2 = right, 3 = bottom wheel, 60° a turn."""
    return with_rings(ROWS, RINGS, states=2, goals=(GOAL,))


def with_rings(
    rows: tuple[int, ...],
    rings: tuple[tuple[int, ...], ...],
    *,
    states: int,
    goals: tuple[tuple[int, ...], ...],
    kind: str = KIND,
    rule: str = "wheels",
) -> Puzzle:
    """Wheels with any rings and colours.

    Args:
        rows: number of dots in each row, drawn centred on a hexagonal lattice.
        rings: dots of each wheel, clockwise, as indices in notation order.
        states: number of colours.
        goals: boards that count as solved.
        kind: name of the puzzle.
        rule: name of the rule.

    Raises:
        RuleError: an empty board, a ring of fewer than 2 dots, or a ring that names a dot twice or one not there.
    """
    lattice.check_states(states)
    if not rows or min(rows) < 1:
        raise RuleError("a row of the wheels' board is empty: each row has one dot or more")
    if sum(rows) > MAX_CELLS:
        raise RuleError(f"a board of {sum(rows)} dots is too large: at most {MAX_CELLS}")
    widest = max(rows)
    cells = tuple(
        Cell(row, col, col + (widest - length) / 2 + 0.5, row * sqrt(3) / 2 + 0.5)
        for row, length in enumerate(rows)
        for col in range(length)
    )
    for number, ring in enumerate(rings, 1):
        if len(ring) < 2 or len(set(ring)) != len(ring):
            raise RuleError(f"ring {number} must name 2 or more dots, each once")
        if min(ring) < 0 or max(ring) >= len(cells):
            raise RuleError(f"ring {number} names a dot that is not there: the board has {len(cells)} dots")
    if not rings:
        raise RuleError("there is no ring to turn: name at least one")
    moves = tuple(
        move
        for number, ring in enumerate(rings, 1)
        for move in (Move(f"{number} cw", ring), Move(f"{number} ccw", ring[::-1]))
    )
    return Puzzle(kind, rule, "permutation", states, cells, moves, goals, deals_solvable=True)


def fitting(layout: Layout, states: int | None, rule: str | None) -> Puzzle:
    """The lock, whose rows must be as typed."""
    if tuple(map(len, layout)) != ROWS or not all(map(all, layout)):
        lengths = "/".join(str(len(row)) for row in layout)
        raise NotationError(f"the wheels have rows of 3/4/3/2 dots, not {lengths}: such as 101/0101/010/10")
    if rule not in {None, "wheels"}:
        raise RuleError(f"the wheels have no rule {rule!r}: use a rule file for other rings")
    if states is None or states == 2:
        return puzzle()
    return with_rings(ROWS, RINGS, states=states, goals=(GOAL,))
