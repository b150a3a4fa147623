"""Text notation: a board in a line. Rows top to bottom separated by ``/``, a digit a cell, ``x`` no cell, ``?`` unread.

States above 9 are written ``a``..``w`` (10..32), which leaves ``x`` free for holes.
"""

from __future__ import annotations

from solver.errors import NotationError

TYPE_CHECKING = False  # importing typing costs start-up time
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Protocol

    class Placed(Protocol):
        """Anything with a place in the notation: a solver's cell, a reading's cell."""

        @property
        def row(self) -> int:
            """0-based row."""
            ...

        @property
        def col(self) -> int:
            """0-based column."""
            ...


Layout = tuple[tuple[bool, ...], ...]
"""Rows of places, True where there is a cell."""

DIGITS = "0123456789abcdefghijklmnopqrstuvw"
HOLE = "x"
UNREAD = "?"
MAX_CELLS = 1_000_000


def parse(text: str) -> tuple[tuple[int | str | None, ...], ...]:
    """Split a board line into rows of states (int), holes (None) and unread cells (``"?"``).

    Raises:
        NotationError: empty, too large, or a character that means nothing.
    """
    stripped = text.strip()
    if not stripped:
        raise NotationError("the board is empty: write its rows as digits, separated by '/', such as 010/111/010")
    if len(stripped) > 2 * MAX_CELLS:
        raise NotationError(f"the board is too large: at most {MAX_CELLS} cells can be typed")
    rows: list[tuple[int | str | None, ...]] = []
    for number, line in enumerate(stripped.split("/"), 1):
        if not line:
            raise NotationError(f"row {number} of the board is empty: two '/' in a row, or one at an end")
        row: list[int | str | None] = []
        for column, sign in enumerate(line, 1):
            if sign in (HOLE, "X"):
                row.append(None)
            elif sign == UNREAD:
                row.append(UNREAD)
            elif (state := DIGITS.find(sign.lower())) >= 0:
                row.append(state)
            else:
                raise NotationError(
                    f"row {number}, column {column} of the board is {sign!r}: use a digit for a state, "
                    "'x' for a hole, '?' for a cell that can't be read"
                )
        rows.append(tuple(row))
    return tuple(rows)


def layout_of(rows: tuple[tuple[int | str | None, ...], ...]) -> Layout:
    """Which places of a parsed board have a cell."""
    return tuple(tuple(sign is not None for sign in row) for row in rows)


def holes_of(layout: Layout) -> tuple[int, int, tuple[tuple[int, int], ...]]:
    """Rows, columns and 0-based holes of a grid's layout.

    Raises:
        NotationError: its rows are not equally long.
    """
    cols = len(layout[0])
    for number, row in enumerate(layout, 1):
        if len(row) != cols:
            raise NotationError(
                f"row {number} of the board has {len(row)} cells but row 1 has {cols}: "
                "write equally long rows, with 'x' where there is no cell"
            )
    holes = ((row, col) for row, line in enumerate(layout) for col, cell in enumerate(line) if not cell)
    return len(layout), cols, tuple(holes)


def format_states(cells: Sequence[Placed], states: Sequence[int | None], *, cols: int = 0) -> str:
    """The line for ``states`` (None = unread) laid out as ``cells``; places without a cell become ``x``.

    Rows shorter than ``cols`` are filled up with ``x``: name a grid's columns, so that holes at the right edge show.
    """
    rows = 1 + max(cell.row for cell in cells)
    lines: list[list[str]] = [[] for _ in range(rows)]
    for cell, state in sorted(zip(cells, states, strict=True), key=lambda pair: (pair[0].row, pair[0].col)):
        line = lines[cell.row]
        line.extend(HOLE * (cell.col - len(line)))
        line.append(UNREAD if state is None else DIGITS[state])
    return "/".join("".join(line).ljust(cols, HOLE) or HOLE for line in lines)
