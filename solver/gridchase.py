"""Any h x w Lights Out grid by polynomial light-chasing on packed rows: no matrix is ever made.

Rows are Python integers, bit c of a row being column c. With T the adjacency matrix of a path of w cells and B = T + I
(plus with its centre) or B = T (without), the presses x_r of row r obey x_(r+1) = b_r + x_(r-1) + B x_r. So the row
pushed out below the board is P(T) x_1 + c, where P = f_(h+1)(x + 1) (or f_(h+1)(x)) is a Fibonacci polynomial and c
what falls out when x_1 = 0. The first unit vector e_1 is cyclic for T (e_k = f_k(T) e_1, and f_(w+1)(T) = 0), so
vectors are polynomials modulo F = f_(w+1), and P x_1 = c is one congruence: g = gcd(P, F) decides solvability, its
degree is the nullity, and the rest is shift and exclusive or.

Sources: K. Sutner, "Linear cellular automata and the garden-of-Eden", Math. Intelligencer 11 (1989); Goldwasser,
Klostermeyer and Trapp, "Characterizing switch-setting problems", Linear and Multilinear Algebra 43 (1997); nullities
are OEIS A159257.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from solver.errors import BudgetError, NotationError, UnsolvableError
from solver.gf2poly import degree, divide, fibonacci, gcd_and_inverse, multiply_mod

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy as np
    from numpy.typing import NDArray

MAX_SIDE = 100_000
MAX_CELLS = 400_000_000


@dataclass(frozen=True, slots=True)
class GridPlan:
    """What depends on the size of the grid alone; make it with :func:`plan` and reuse it for boards of that size.

    Attributes:
        rows: height of the grid.
        cols: width of the grid.
        centre: True where a press changes the pressed cell too.
        modulus: F, the minimal polynomial of the path of ``cols`` cells.
        common: g = gcd(P, F).
        inverse: q with P q = g modulo F.
    """

    rows: int
    cols: int
    centre: bool
    modulus: int
    common: int
    inverse: int

    @property
    def nullity(self) -> int:
        """Dimension of the kernel: 2^nullity sets of presses change nothing."""
        return degree(self.common)


def plan(rows: int, cols: int, *, centre: bool = True) -> GridPlan:
    """The plan of a rows x cols grid; cols^2 bit operations, 64 at a time.

    Raises:
        BudgetError: a side is not in 1..``MAX_SIDE`` or there are more than ``MAX_CELLS`` cells.
    """
    if not (1 <= rows <= MAX_SIDE and 1 <= cols <= MAX_SIDE and rows * cols <= MAX_CELLS):
        raise BudgetError(
            f"a grid of {rows}×{cols} is out of range: sides go from 1 to {MAX_SIDE}, with at most {MAX_CELLS} cells"
        )
    modulus = fibonacci(cols + 1)
    common, inverse = gcd_and_inverse(fibonacci(rows + 1, shifted=centre), modulus)
    return GridPlan(rows, cols, centre, modulus, common, inverse)


def nullity(rows: int, cols: int, *, centre: bool = True) -> int:
    """How many independent sets of presses change nothing on a rows x cols grid.

    Raises:
        BudgetError: see :func:`plan`.
    """
    return plan(rows, cols, centre=centre).nullity


def solve_rows(lit: Sequence[int], plan: GridPlan) -> list[int]:
    """One set of presses that changes exactly the cells of ``lit``.

    Args:
        lit: ``plan.rows`` integers, bit c set where column c must change.
        plan: of the size of the board.

    Returns:
        ``plan.rows`` integers, bit c set where column c is pressed.

    Raises:
        NotationError: the number of rows is wrong, or a row has bits outside the grid.
        UnsolvableError: proved that no presses do it.
    """
    if len(lit) != plan.rows:
        raise NotationError(f"the board has {len(lit)} rows but the plan is for {plan.rows}")
    if any(row < 0 or row >> plan.cols for row in lit):
        raise NotationError(f"a row of the board has a bit outside its {plan.cols} columns")
    overflow = _chase(lit, 0, plan)[-1]
    quotient, rest = divide(_to_polynomial(overflow, plan.cols), plan.common)
    if rest:
        raise UnsolvableError(
            f"this {plan.rows}×{plan.cols} board can't be solved: chasing its lights down leaves a bottom row "
            f"that fails {rest.bit_count()} of {plan.nullity} checks; look for a misread cell"
        )
    first = _to_vector(multiply_mod(quotient, plan.inverse, plan.modulus), plan.cols)
    pressed = _chase(lit, first, plan)
    if pressed.pop():
        raise AssertionError("light-chasing left a lit cell in the bottom row")
    return pressed


def kernel_rows(plan: GridPlan) -> list[list[int]]:
    """A basis of the sets of presses that change nothing: ``plan.nullity`` lists of ``plan.rows`` packed rows."""
    cofactor = divide(plan.modulus, plan.common)[0]
    mask = (1 << plan.cols) - 1
    first = _to_vector(cofactor, plan.cols)
    dark = [0] * plan.rows
    basis = []
    for _ in range(plan.nullity):
        basis.append(_chase(dark, first, plan)[:-1])
        first = (first << 1 ^ first >> 1) & mask
    return basis


def join_rows(rows: Sequence[int], cols: int) -> int:
    """Packed rows as one mask, bit r * cols + c standing for (r, c)."""
    return int("".join(f"{row:0{cols}b}" for row in reversed(rows)), 2)


def split_rows(mask: int, rows: int, cols: int) -> list[int]:
    """The packed rows of a mask made by :func:`join_rows`."""
    text = f"{mask:0{rows * cols}b}"
    return [int(text[end - cols : end], 2) for end in range(rows * cols, 0, -cols)]


def kernel_masks(plan: GridPlan) -> tuple[int, ...]:
    """The basis of :func:`kernel_rows` as masks over the cells, ready for ``solver.coset.minimum``."""
    return tuple(join_rows(rows, plan.cols) for rows in kernel_rows(plan))


def solve_grid(lit: NDArray[np.uint8] | NDArray[np.bool_], *, centre: bool = True) -> NDArray[np.uint8]:
    """One set of presses that changes exactly the nonzero cells of ``lit``.

    Args:
        lit: h×w array, nonzero where the cell must change.
        centre: True where a press changes the pressed cell too.

    Returns:
        h×w uint8 array, 1 where a cell is pressed.

    Raises:
        NotationError: not a two-dimensional array.
        BudgetError: see :func:`plan`.
        UnsolvableError: proved that no presses do it.
    """
    import numpy as np  # noqa: PLC0415  packed rows never need it

    if lit.ndim != 2:
        raise NotationError(f"a grid must be an array of rows and columns, but this one has {lit.ndim} axes")
    if lit.shape[1] > lit.shape[0]:
        return np.ascontiguousarray(solve_grid(lit.T, centre=centre).T)
    rows, cols = lit.shape
    made = plan(rows, cols, centre=centre)
    packed = np.packbits(lit, axis=1, bitorder="little")
    step = packed.shape[1]
    data = packed.tobytes()
    pressed = solve_rows([int.from_bytes(data[at : at + step], "little") for at in range(0, rows * step, step)], made)
    joined = b"".join(row.to_bytes(step, "little") for row in pressed)
    bits = np.frombuffer(joined, np.uint8).reshape(rows, step)
    return np.unpackbits(bits, axis=1, count=cols, bitorder="little")


def _chase(lit: Sequence[int], first: int, plan: GridPlan) -> list[int]:
    """The presses of each row, chased down from ``first``; one more row says what is pushed out at the bottom."""
    above, row = 0, first
    pressed = [first]
    mask = (1 << plan.cols) - 1
    if plan.centre:
        for wanted in lit:
            above, row = row, (wanted ^ above ^ row ^ row << 1 ^ row >> 1) & mask
            pressed.append(row)
    else:
        for wanted in lit:
            above, row = row, (wanted ^ above ^ row << 1 ^ row >> 1) & mask
            pressed.append(row)
    return pressed


def _to_polynomial(vector: int, cols: int) -> int:
    """The polynomial V with vector = V(T) e_1: the sum of f_k over the set bits, by Clenshaw's recurrence."""
    after, now = 0, 0
    for bit in f"{vector:0{cols}b}":
        after, now = now, now << 1 ^ after ^ (bit == "1")
    return now


def _to_vector(polynomial: int, cols: int) -> int:
    """Z(T) e_1 by Horner's rule; the inverse of :func:`_to_polynomial`."""
    mask = (1 << cols) - 1
    vector = 0
    for bit in f"{polynomial:b}":
        vector = (vector << 1 ^ vector >> 1) & mask ^ (bit == "1")
    return vector
