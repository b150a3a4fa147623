"""Additive puzzles with k states: Smith's normal form over the local rings Z_{p^e}, put together over Z_k.

Over Z_{p^e} every entry is a unit times a power of p, so the entry of least power, taken as pivot, clears its row and
its column: U A V = diag(p^v). Row i then says p^v z_i = (U b)_i: solvable where p^v divides it, and z_i is free by
multiples of p^(e-v), which gives the kernel. The Chinese remainder theorem joins the prime powers of k. Vectors are
packed as fields of one Python int, so that a board costs one multiplication per cell.
(Newman, "Integral Matrices", 1972; Storjohann, "Algorithms for Matrix Canonical Forms", 2000.)
"""

from __future__ import annotations

from itertools import repeat
from math import prod
from operator import add, mul
from struct import Struct

from solver.errors import BudgetError
from solver.least import Check, Least
from solver.value import Value

TYPE_CHECKING = False  # importing typing costs start-up time
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

LISTED = 1 << 12
LISTED_BYTES = 1 << 20
"""Kernels of at most so many words and bytes are gone through one by one, larger ones by ``solver.modular_coset``."""


MAX_ENTRIES = 2_000_000
"""Most entries of the matrix that is brought into normal form."""


class _Row(Value):
    """A row of U A V = diag: ``divisor`` must divide (U b)_i modulo ``power``; ``column`` of V belongs to its pivot."""

    left: tuple[int, ...]
    divisor: int
    power: int
    column: tuple[int, ...]


class ModularPlan:
    """What can be worked out from the moves alone.

    Args:
        cells: how many there are.
        moves: cells each move advances, named as often as it advances them.
        states: k.
        crossed: rows and columns, where each cell's move advances its whole row and column.

    Attributes:
        cells, moves, states: how many there are.
        generators: (times for each move, order) of what changes nothing; the kernel's size is the product of
            the orders.
        checks: sums that vanish on every solvable difference; a generating set.

    Raises:
        BudgetError: too many cells and moves.
    """

    __slots__ = (
        "_columns",
        "_crossed",
        "_fields",
        "_modulo",
        "_rows",
        "_words",
        "cells",
        "checks",
        "generators",
        "moves",
        "states",
    )

    def __init__(
        self, cells: int, moves: Sequence[Sequence[int]], states: int, *, crossed: tuple[int, int] | None = None
    ) -> None:
        if cells * (cells + len(moves)) > MAX_ENTRIES:
            raise BudgetError(f"a puzzle of {cells} cells with {states} states is too large: at most 1000 cells")
        self._crossed = crossed
        self.cells = cells
        self.moves = len(moves)
        self.states = states
        kernel: list[tuple[tuple[int, ...], int]] = []
        rows: list[_Row] = []
        for prime, power in _prime_powers(states):
            found, loose = _smith(cells, moves, prime, power)
            lift = states // power * pow(states // power, -1, power)
            rows += (row.changed(column=tuple(lift * value % states for value in row.column)) for row in found)
            kernel += ((tuple(lift * value % states for value in word), order) for word, order in loose)
        self.generators = tuple(kernel)
        self.checks = tuple(
            Check(tuple((cell, f % row.divisor) for cell, f in enumerate(row.left) if f % row.divisor), row.divisor)
            for row in rows
            if row.divisor > 1
        )
        largest = (cells + len(rows)) * (states - 1) ** 2
        code, width = next(
            (code, size) for code, size in zip("BHIQ", (1, 2, 4, 8), strict=True) if largest >> 8 * size == 0
        )
        self._fields = Struct(f"<{len(rows)}{code}"), Struct(f"<{self.moves}{code}")
        self._columns = tuple(_pack([row.left[cell] for row in rows], width) for cell in range(cells))
        self._rows = tuple((row.power, row.divisor, _pack(row.column, width)) for row in rows)
        self._list_kernel()

    @property
    def kernel_size(self) -> int:
        """How many solutions each solvable board has."""
        return prod(order for _, order in self.generators)

    def particular(self, difference: Sequence[int]) -> bytes | None:
        """Times for each move that bring about ``difference``, or None where it is proved none do."""
        sums, times = self._fields
        packed = 0
        values = sums.unpack(sum(map(mul, difference, self._columns)).to_bytes(sums.size, "little"))
        for value, (power, divisor, column) in zip(values, self._rows, strict=True):
            if rest := value % power:
                if rest % divisor:
                    return None
                packed += rest // divisor * column
        states = self.states
        return bytes([value % states for value in times.unpack(packed.to_bytes(times.size, "little"))])

    def least(self, difference: Sequence[int]) -> Least | None:
        """The least solution with its proof, or None where it is proved there is none.

        Ties go to the solution whose moves come first in the puzzle's order.
        """
        found = self.particular(difference)
        if found is None:
            return None
        if not self._words:
            if self._crossed:
                from solver import rowcolumn  # noqa: PLC0415  it needs numpy, which small boards never load

                if proved := rowcolumn.minimum(found, *self._crossed, self.states):
                    times, cost, count = proved
                    return Least(times, cost, cost, count, self.kernel_size)
            from solver import modular_coset  # noqa: PLC0415  likewise

            times, bound, ties = modular_coset.minimum(found, self.generators, self.states)
            return Least(times, sum(times), bound, ties, self.kernel_size)
        coset = self._coset(found)
        costs = [*map(sum, coset)]
        cost = min(costs)
        count = costs.count(cost)
        best = coset[costs.index(cost)]
        if count > 1:
            best = max(times for times, other in zip(coset, costs, strict=True) if other == cost)
        return Least(tuple(best), cost, cost, count, self.kernel_size)

    def failing(self, difference: Sequence[int]) -> Check | None:
        """The shortest check of ``checks`` that ``difference`` fails; None where it is solvable."""
        failing = [check for check in self.checks if check.value(difference)]
        return min(failing, key=lambda check: (len(check.terms), check.terms)) if failing else None

    def every(self, difference: Sequence[int]) -> Iterator[tuple[int, ...]]:
        """All solutions, least first where the kernel has at most ``LISTED`` words, else in the kernel's order."""
        found = self.particular(difference)
        if found is None:
            return
        if self._words:
            coset = sorted(self._coset(found), key=lambda times: (-sum(times), times), reverse=True)
            yield from map(tuple, coset)
            return
        total = [*found]
        turns = [0] * len(self.generators)
        while True:
            yield tuple(total)
            for place, (word, order) in enumerate(self.generators):
                total = [(a + b) % self.states for a, b in zip(total, word, strict=True)]
                turns[place] = (turns[place] + 1) % order
                if turns[place]:
                    break
            else:
                return

    def _coset(self, found: bytes) -> list[bytes]:
        """``found`` plus every kernel word."""
        size = self.moves
        base = int.from_bytes(found, "little")
        return [total.to_bytes(size, "little").translate(self._modulo) for total in map(add, repeat(base), self._words)]

    def _list_kernel(self) -> None:
        """Every kernel word as an int, a byte a move; none where they are too many."""
        self._modulo = bytes(value % self.states for value in range(256))
        self._words: tuple[int, ...] = ()
        if self.kernel_size > min(LISTED, LISTED_BYTES // self.moves):
            return
        words = [bytes(self.moves)]
        for word, order in self.generators:
            words = [
                bytes([(a + times * b) % self.states for a, b in zip(old, word, strict=True)])
                for times in range(order)
                for old in words
            ]
        self._words = tuple(int.from_bytes(word, "little") for word in words)


def _pack(values: Sequence[int], width: int) -> int:
    """Values as fields of ``width`` bytes, the first one lowest."""
    return int.from_bytes(b"".join(value.to_bytes(width, "little") for value in values), "little")


def _prime_powers(number: int) -> Iterator[tuple[int, int]]:
    """(p, p^e) for each prime that divides ``number``, p^e being the power that divides it."""
    prime = 2
    while number > 1:
        power = 1
        while number % prime == 0:
            number //= prime
            power *= prime
        if power > 1:
            yield prime, power
        prime += 1


def _smith(
    cells: int, moves: Sequence[Sequence[int]], prime: int, power: int
) -> tuple[list[_Row], list[tuple[tuple[int, ...], int]]]:
    """U A V = diag(p^v) over Z_``power``: its rows, and the kernel's generators with their orders."""
    width = len(moves)
    rows = [[0] * (width + cells) for _ in range(cells)]
    for number, move in enumerate(moves):
        for cell in move:
            rows[cell][number] = (rows[cell][number] + 1) % power
    for cell in range(cells):
        rows[cell][width + cell] = 1
    right = [[int(place == number) for place in range(width)] for number in range(width)]
    waiting = list(range(cells))
    found: list[_Row] = []
    kernel: list[tuple[tuple[int, ...], int]] = []
    done: set[int] = set()
    divisor = 1
    while divisor < power:
        rest: list[int] = []
        while waiting:
            number = waiting.pop(0)
            row = rows[number]
            pivot = next((c for c in range(width) if row[c] % (divisor * prime)), None)
            if pivot is None:  # no later step at this level can change that: all it adds is divisible too
                rest.append(number)
                continue
            unit = pow(row[pivot] // divisor, -1, power)
            rows[number] = row = [value * unit % power for value in row]
            filled = [(place, value) for place, value in enumerate(row) if value]
            for other in (*waiting, *rest):
                factor = rows[other][pivot] // divisor
                if factor:
                    target = rows[other]
                    for place, value in filled:
                        target[place] = (target[place] - factor * value) % power
            line = [(place, value) for place, value in enumerate(right[pivot]) if value]
            for column, value in filled:
                if column < width and column != pivot:
                    target = right[column]
                    for place, entry in line:
                        target[place] = (target[place] - value // divisor * entry) % power
            found.append(_Row(tuple(row[width:]), divisor, power, tuple(right[pivot])))
            done.add(pivot)
            if divisor > 1:
                kernel.append((tuple(power // divisor * value % power for value in right[pivot]), divisor))
        waiting = rest
        divisor *= prime
    found += (_Row(tuple(rows[number][width:]), power, power, (0,) * width) for number in waiting)
    kernel += ((tuple(right[column]), power) for column in range(width) if column not in done)
    return found, kernel
