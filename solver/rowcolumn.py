"""Row-and-column puzzles (Alien Tiles, heresy): their kernel has a form that proves minima far beyond its size.

A hit changes its whole row and column, so what changes nothing has the form x_ij = r_i + c_j, with
(C-1) r_i + (R-1) c_j + sum(r) + sum(c) = 0 modulo k. Writing c_0 = 0, c_j = a_j and r_i = r_0 + b_i with b_0 = 0, the
a_j are killed by R-1 and the b_i by C-1, and one sum is left to hold. So only the a_j and r_0 are gone through; then
each row picks its own b_i, and a sum over the rows modulo the number of choices keeps the books.
"""

from __future__ import annotations

from math import gcd
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

WORK = 1_500_000_000
"""Most elementary steps spent; about a nanosecond each."""
BLOCK = 1 << 12
FAR = 1 << 20


class _Shape(NamedTuple):
    """A board with k states whose columns' shifts are gone through: ``loose`` choices a row, ``held`` a column."""

    rows: int
    cols: int
    states: int
    loose: int
    held: int

    @property
    def work(self) -> int:
        """Elementary steps of going through it."""
        return int(self.held ** (self.cols - 1)) * self.states * self.rows * (self.cols + self.loose**2)


def minimum(found: Sequence[int], rows: int, cols: int, states: int) -> tuple[tuple[int, ...], int, int] | None:
    """The cheapest solution, given one.

    Args:
        found: times for each cell's hit, row by row.
        rows: R.
        cols: C.
        states: k.

    Returns:
        Times for each hit, their sum, and how many solutions cost as little; None where that is too much work.
    """
    grid = np.array(list(found), np.int16).reshape(rows, cols)
    flat = _Shape(rows, cols, states, gcd(cols - 1, states), gcd(rows - 1, states))
    turned = _Shape(cols, rows, states, flat.held, flat.loose)
    shape = min(flat, turned, key=lambda shape: shape.work)
    if shape.work > WORK:
        return None
    if shape is turned and shape != flat:
        times, cost, count = _cheapest(np.ascontiguousarray(grid.T), turned)
        times = np.ascontiguousarray(times.T)
    else:
        times, cost, count = _cheapest(grid, flat)
    return tuple(times.ravel().tolist()), cost, count


def _cheapest(grid: NDArray[np.int16], shape: _Shape) -> tuple[NDArray[np.int16], int, int]:
    """Go through the columns' shifts in blocks."""
    least, count, best = FAR, 0, (0, 0)
    total = int(shape.held ** (shape.cols - 1))
    for start in range(0, total, BLOCK):
        shifts = _shifts(start, min(start + BLOCK, total), shape)
        costs = _row_costs(grid, shifts, shape)
        for first in range(shape.states):
            fewest, ways = _fewest(costs, shifts, first, shape)
            cost = int(fewest.min())
            if cost < least:
                least, count, best = cost, 0, (start + int(fewest.argmin()), first)
            if cost == least:
                count += int(ways[fewest == cost].sum())
    shifts = _shifts(best[0], best[0] + 1, shape)
    return _traced(grid, shifts, best[1], shape), least, count


def _shifts(start: int, stop: int, shape: _Shape) -> NDArray[np.int16]:
    """The a_j of the choices ``start``..``stop``, one choice a row."""
    numbers = np.arange(start, stop)
    step = shape.states // shape.held
    digits = [np.zeros_like(numbers), *(numbers // shape.held**place % shape.held for place in range(shape.cols - 1))]
    return (np.stack(digits, axis=1) * step).astype(np.int16)


def _row_costs(grid: NDArray[np.int16], shifts: NDArray[np.int16], shape: _Shape) -> NDArray[np.int32]:
    """[row, shift of the row, choice of columns]: what the row costs."""
    found = np.empty((shape.rows, shape.states, len(shifts)), np.int32)
    for row in range(shape.rows):
        times = (grid[row] + shifts) % shape.states
        cost = times.sum(axis=1, dtype=np.int32)
        for shift in range(shape.states):
            found[row, shift] = cost
            wrapping = (times == shape.states - 1 - shift).sum(axis=1, dtype=np.int32)
            cost = cost + shape.cols - shape.states * wrapping
    return found


def _tables(costs: NDArray[np.int32], first: int, shape: _Shape) -> list[tuple[NDArray[np.int32], NDArray[np.int64]]]:
    """After each row, by the sum of the choices so far: the fewest hits, and in how many ways."""
    size = costs.shape[2]
    step = shape.states // shape.loose
    fewest = np.full((shape.loose, size), FAR, np.int32)
    ways = np.zeros((shape.loose, size), np.int64)
    fewest[0], ways[0] = costs[0, first], 1
    tables = [(fewest, ways)]
    for row in range(1, shape.rows):
        lines = [costs[row, (first + step * choice) % shape.states] for choice in range(shape.loose)]
        after, counts = np.empty_like(fewest), np.empty_like(ways)
        for total in range(shape.loose):
            options = [fewest[total - choice] + line for choice, line in enumerate(lines)]
            after[total] = np.minimum.reduce(options)
            counts[total] = sum(
                ways[total - choice] * (option == after[total]) for choice, option in enumerate(options)
            )
        fewest, ways = after, counts
        tables.append((fewest, ways))
    return tables


def _wanted(shifts: NDArray[np.int16], first: int, shape: _Shape) -> tuple[NDArray[np.int64], NDArray[np.bool_]]:
    """Which sum of the rows' choices closes the books, and whether any can."""
    total = -(shape.rows + shape.cols - 1) * first - shifts.sum(axis=1, dtype=np.int64)
    sums, rest = np.divmod(total % shape.states, shape.states // shape.loose)
    return sums, rest == 0


def _fewest(
    costs: NDArray[np.int32], shifts: NDArray[np.int16], first: int, shape: _Shape
) -> tuple[NDArray[np.int32], NDArray[np.int64]]:
    """For each choice of columns: the fewest hits with r_0 = ``first``, and in how many ways."""
    sums, possible = _wanted(shifts, first, shape)
    fewest, ways = _tables(costs, first, shape)[-1]
    chosen = np.arange(len(shifts))
    return np.where(possible, fewest[sums, chosen], np.int32(FAR)), ways[sums, chosen]


def _traced(grid: NDArray[np.int16], shifts: NDArray[np.int16], first: int, shape: _Shape) -> NDArray[np.int16]:
    """The hits of one choice of columns, its rows' choices found by walking the tables back."""
    costs = _row_costs(grid, shifts, shape)
    tables = _tables(costs, first, shape)
    step = shape.states // shape.loose
    left = int(_wanted(shifts, first, shape)[0][0])
    moved = np.zeros(shape.rows, np.int16)
    for row in range(shape.rows - 1, 0, -1):
        for choice in range(shape.loose):
            shift = (first + step * choice) % shape.states
            before = tables[row - 1][0][left - choice, 0]
            if before + costs[row, shift, 0] == tables[row][0][left, 0]:
                moved[row] = shift
                left = (left - choice) % shape.loose
                break
    moved[0] = first
    times: NDArray[np.int16] = ((grid + moved[:, None] + shifts[0]) % shape.states).astype(np.int16)
    return times
