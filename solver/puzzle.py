"""A puzzle is data: its cells, the states a cell can show, its moves and its goals.

Two families cover everything Boardsight solves. In an *additive* puzzle a move adds 1 modulo ``states`` to some
cells, so order does not matter and a solution solves ``A x = b`` over Z_k. In a *permutation* puzzle a move carries
the cells' states along a cycle.
"""

from __future__ import annotations

from solver.value import Value

TYPE_CHECKING = False  # importing typing costs start-up time
if TYPE_CHECKING:
    from typing import Literal

    Family = Literal["additive", "permutation"]

KINDS = ("memento", "wheels", "lights-out", "heresy")


class Cell(Value):
    """One cell of a board: its 0-based row and column in the text notation, and its centre on the board plane.

    The plane has x to the right, y down, and a distance of 1 between horizontal neighbours; on a plain grid the
    centre of (row, col) is (col + 0.5, row + 0.5).
    """

    row: int
    col: int
    x: float
    y: float


class Move(Value):
    """Something a player can do once.

    Attributes:
        name: in words, as shown to a person (``r2 c3``, ``row 2``, ``col 3``, ``diag``, ``1 cw``).
        cells: indices into ``Puzzle.cells``. Additive: the cells that advance by one state (named twice, by two).
            Permutation: one cycle, the state at ``cells[i]`` goes to ``cells[i + 1]``.
        at: the cell that is clicked, or None where the move has no cell of its own (lines, wheels).
    """

    name: str
    cells: tuple[int, ...]
    at: int | None = None


class Puzzle(Value):
    """The rules of one board, its size included.

    Attributes:
        kind: one of ``KINDS``, or the name of a rule file's puzzle.
        rule: which moves, in a word (``cross``, ``diag``, ``lines``, ``wheels``, ``row+column``...).
        family: ``additive`` or ``permutation``.
        states: how many states a cell can show (k), numbered 0..k-1 in click order.
        cells: in notation order (row by row, top to bottom).
        moves: in the order that breaks ties.
        goals: boards (a state for each cell) that count as solved; more than one means any will do.
        deals_solvable: True where the games are known or assumed to deal only solvable boards.
    """

    kind: str
    rule: str
    family: Family
    states: int
    cells: tuple[Cell, ...]
    moves: tuple[Move, ...]
    goals: tuple[tuple[int, ...], ...] = ()
    deals_solvable: bool = False

    def __hash__(self) -> int:
        """Quick to make, since plans are cached by puzzle; equality compares everything."""
        return hash((self.kind, self.rule, self.family, self.states, len(self.cells), len(self.moves)))

    @property
    def is_grid(self) -> bool:
        """Whether the cells lie on a square grid, so that a shorter notation row means holes."""
        return all(cell.x == cell.col + 0.5 for cell in self.cells)

    @property
    def rows(self) -> int:
        """Number of notation rows."""
        return 1 + max(cell.row for cell in self.cells)

    @property
    def cols(self) -> int:
        """Number of cells in the longest notation row, holes included."""
        return 1 + max(cell.col for cell in self.cells)
