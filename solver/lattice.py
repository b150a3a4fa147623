"""Named rules of grid puzzles: which cells a click changes, at any size, with holes, flat or on a torus.

Names: ``cross`` (the cell and its 4 neighbours), ``neighbours`` (the 4 neighbours only), ``diagonal`` (the cell and
its 4 corner neighbours), ``block`` (3×3 block), ``ring`` (the block without its middle), ``row+column`` (all of the
cell's row and column), ``merlin`` (the 3×3 of Merlin's Magic Square). The first five also as ``cross-torus`` ...,
where the edges are joined. Each cell changes once however often a small torus wraps onto it. A line passes over holes.
"""

from __future__ import annotations

from solver.errors import RuleError
from solver.notation import MAX_CELLS
from solver.puzzle import Cell, Move

TYPE_CHECKING = False  # importing typing costs start-up time
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

OFFSETS = {
    "cross": ((-1, 0), (0, -1), (0, 0), (0, 1), (1, 0)),
    "neighbours": ((-1, 0), (0, -1), (0, 1), (1, 0)),
    "diagonal": ((-1, -1), (-1, 1), (0, 0), (1, -1), (1, 1)),
    "block": ((-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 0), (0, 1), (1, -1), (1, 0), (1, 1)),
    "ring": ((-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)),
}
RULES = (*OFFSETS, "row+column", "merlin", *(f"{name}-torus" for name in OFFSETS))

LARGE = 400
"""Cells from which a plain grid is solved without a matrix; below, one elimination is as quick."""
MAX_STATES = 128
MAX_CHANGES = 20_000_000

_MERLIN = (
    (0, 1, 3, 4),
    (0, 1, 2),
    (1, 2, 4, 5),
    (0, 3, 6),
    (1, 3, 4, 5, 7),
    (2, 5, 8),
    (3, 4, 6, 7),
    (6, 7, 8),
    (4, 5, 7, 8),
)


def cells(rows: int, cols: int, holes: Iterable[tuple[int, int]] = ()) -> tuple[Cell, ...]:
    """The cells of a ``rows`` × ``cols`` grid without its ``holes`` (0-based row and column), row by row.

    Raises:
        RuleError: nothing left, more than ``MAX_CELLS``, or a hole outside the grid.
    """
    if rows < 1 or cols < 1:
        raise RuleError(f"a board of {rows} rows and {cols} columns is empty: both must be 1 or more")
    if rows * cols > MAX_CELLS:
        raise RuleError(f"a board of {rows} × {cols} cells is too large: at most {MAX_CELLS} cells")
    missing = set(holes)
    for row, col in missing:
        if not (0 <= row < rows and 0 <= col < cols):
            raise RuleError(f"the hole r{row + 1} c{col + 1} is outside the board of {rows} × {cols} cells")
    found = tuple(
        Cell(row, col, col + 0.5, row + 0.5) for row in range(rows) for col in range(cols) if (row, col) not in missing
    )
    if not found:
        raise RuleError("the board has holes only: leave at least one cell")
    return found


def check(rows: int, cols: int, states: int, rule: str) -> None:
    """Refuse a puzzle of clicks that can't be, before anything is built.

    Raises:
        RuleError: no such rule or number of states, ``merlin`` on another size than 3×3, or a rule that changes too
            many cells to list.
    """
    check_states(states)
    if rule not in RULES:
        raise RuleError(f"there is no rule {rule!r}: use one of {', '.join(RULES)}")
    if rule == "merlin" and (rows, cols) != (3, 3):
        raise RuleError(f"the rule 'merlin' is for 3 × 3 cells, not {rows} × {cols}")
    if rule == "row+column" and rows * cols * (rows + cols) > MAX_CHANGES:
        raise RuleError(f"the rule 'row+column' on {rows} × {cols} cells changes too many cells to list: take fewer")


def check_states(states: int) -> None:
    """Refuse a number of states no puzzle can have.

    Raises:
        RuleError: fewer than 2 or more than ``MAX_STATES``.
    """
    if not 2 <= states <= MAX_STATES:
        raise RuleError(f"{states} states make no puzzle: a cell shows one of 2 to {MAX_STATES} states")


def clicks(places: tuple[Cell, ...], rows: int, cols: int, rule: str) -> tuple[Move, ...]:
    """One move a cell, in the order of ``places``: ``r2 c3`` changes what the named ``rule`` (checked) says."""
    index = {(cell.row, cell.col): number for number, cell in enumerate(places)}
    moves = []
    for number, cell in enumerate(places):
        changed = {index[at] for at in _changed(rule, cell.row, cell.col, rows, cols) if at in index}
        moves.append(Move(f"r{cell.row + 1} c{cell.col + 1}", tuple(sorted(changed)), number))
    return tuple(moves)


def _changed(rule: str, row: int, col: int, rows: int, cols: int) -> Iterator[tuple[int, int]]:
    """Places a click at (row, col) changes; some may lie off the board."""
    if rule == "row+column":
        yield from ((row, other) for other in range(cols))
        yield from ((other, col) for other in range(rows))
    elif rule == "merlin":
        yield from (divmod(place, 3) for place in _MERLIN[3 * row + col])
    else:
        name, _, torus = rule.partition("-")
        for down, right in OFFSETS[name]:
            at = ((row + down) % rows, (col + right) % cols) if torus else (row + down, col + right)
            if at != (row, col) or not (down or right):  # a torus one cell wide has no neighbour on that side
                yield at
