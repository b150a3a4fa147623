"""Additive puzzles with two states: one elimination over GF(2), then a solution costs a few table look-ups.

Moves are reduced to a basis of what they can change, each basis vector owning a *pivot* cell that no other has, with
the moves that make it. Every cell then stands for a fixed pair (syndrome | moves), so a board is solved by xoring one
256-entry table value for each 8 cells; a syndrome that is not zero proves it unsolvable. The other solutions differ by
the kernel, moves that together change nothing, whose lightest coset member is the least solution.
(Anderson & Feil, "Turning Lights Out with Linear Algebra", Math. Magazine 71, 1998.)
"""

from __future__ import annotations

from itertools import repeat
from operator import xor

from solver.errors import BudgetError
from solver.least import Check, Least

TYPE_CHECKING = False  # importing typing costs start-up time
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    import numpy as np
    from numpy.typing import NDArray

LISTED = 1 << 12
"""Kernels up to this size are gone through one by one, larger ones by ``solver.coset``."""

MAX_CELLS = 16_000
"""An elimination over more cells or moves takes minutes; plain grids have ``solver.gridplan``."""

_TEXT = bytes(48 + (value & 1) for value in range(256))


class BinaryPlan:
    """What can be worked out from the moves alone; bit i of a mask stands for cell i or for move i.

    Attributes:
        cells, moves: how many there are.
        kernel: masks of moves that change nothing together; a basis, ``len(kernel)`` is the nullity.
        check_masks: masks of cells that must add up to an even number for a board to be solvable; a basis.

    Raises:
        BudgetError: more than ``MAX_CELLS`` cells or moves.
    """

    __slots__ = ("_tables", "_words", "cells", "check_masks", "kernel", "moves")

    def __init__(self, cells: int, moves: Sequence[Sequence[int]]) -> None:
        if max(cells, len(moves)) > MAX_CELLS:
            raise BudgetError(f"a puzzle of {cells} cells is too large for this rule: at most {MAX_CELLS} cells")
        self.cells = cells
        self.moves = len(moves)
        basis, self.kernel = _reduced(cells, moves)
        below = (1 << cells) - 1
        free = [cell for cell in range(cells) if cell not in basis]
        rank = {cell: number for number, cell in enumerate(free)}
        checks = [1 << cell for cell in free]
        images: list[int] = []
        for cell in range(cells):
            if cell in basis:
                image = basis[cell] >> cells
                for other in _bits(basis[cell] & below & ~(1 << cell)):
                    image |= 1 << (self.moves + rank[other])
                    checks[rank[other]] |= 1 << cell
            else:
                image = 1 << (self.moves + rank[cell])
            images.append(image)
        self.check_masks = tuple(checks)
        self._tables = tuple(_table(images[start : start + 8]) for start in range(0, cells, 8))
        self._words = span(self.kernel) if 1 << len(self.kernel) <= LISTED else ()

    @property
    def kernel_size(self) -> int:
        """How many solutions each solvable board has."""
        return int(1 << len(self.kernel))

    def particular(self, difference: int) -> int | None:
        """Moves (a mask) that change exactly the cells in ``difference``, or None where it is proved none do."""
        found = 0
        for table, byte in zip(self._tables, difference.to_bytes(len(self._tables), "little"), strict=True):
            found ^= table[byte]
        return None if found >> self.moves else found

    def least_mask(self, difference: int) -> int | None:
        """The least solution as a mask, the quick way through; None where it is proved there is none.

        Ties go to the solution whose moves come first in the puzzle's order.
        """
        found = self.particular(difference)
        if found is None or len(self._words) == 1:
            return found
        return self._lightest(found) if self._words else self._coset(found)[0]

    def least(self, difference: Sequence[int]) -> Least | None:
        """The least solution with its proof, or None where it is proved there is none."""
        found = self.particular(_mask(difference))
        if found is None:
            return None
        if not self._words:
            best, count, bound = self._coset(found)
            return Least(self._times(best), best.bit_count(), bound, count, self.kernel_size)
        best = self._lightest(found)
        weight = best.bit_count()
        count = [*map(int.bit_count, map(xor, repeat(found), self._words))].count(weight)
        return Least(self._times(best), weight, weight, count, self.kernel_size)

    def least_array(self, lit: NDArray[np.uint8]) -> NDArray[np.uint8]:
        """The least solution from array to array.

        Args:
            lit: one 0 or 1 a cell, in any shape with as many entries as the puzzle has cells and moves.

        Returns:
            Presses, 0 or 1, in the shape of ``lit``.

        Raises:
            ValueError: the board is not solvable.
        """
        import numpy as np  # noqa: PLC0415  typed boards never get here

        best = self.least_mask(int.from_bytes(np.packbits(lit, bitorder="little").tobytes(), "little"))
        if best is None:
            raise ValueError("the board is not solvable")
        packed = np.frombuffer(best.to_bytes((self.moves + 7) // 8, "little"), np.uint8)
        return np.unpackbits(packed, count=self.moves, bitorder="little").reshape(lit.shape)

    def failing(self, difference: Sequence[int]) -> Check | None:
        """The shortest check found that ``difference`` fails; None where it is solvable."""
        mask = _mask(difference)
        words = span(self.check_masks) if 1 << len(self.check_masks) <= LISTED else list(self.check_masks)
        failing = [word for word in words if (word & mask).bit_count() & 1]
        if not failing:
            return None
        word = min(failing, key=lambda word: (word.bit_count(), word))
        return Check(tuple((cell, 1) for cell in _bits(word)), 2)

    @property
    def generators(self) -> tuple[tuple[tuple[int, ...], int], ...]:
        """A basis of the kernel: times for each move, and the order (2)."""
        return tuple((self._times(word), 2) for word in self.kernel)

    @property
    def checks(self) -> tuple[Check, ...]:
        """A basis of the sums that vanish on every solvable difference."""
        return tuple(Check(tuple((cell, 1) for cell in _bits(word)), 2) for word in self.check_masks)

    def every(self, difference: Sequence[int]) -> Iterator[tuple[int, ...]]:
        """All solutions, least first where the kernel has at most ``LISTED`` words, else in the kernel's order."""
        found = self.particular(_mask(difference))
        if found is None:
            return
        if self._words:
            masks = sorted(map(xor, repeat(found), self._words), key=lambda mask: (mask.bit_count(), *_first(mask)))
            yield from map(self._times, masks)
            return
        yield self._times(found)
        for number in range(1, 1 << len(self.kernel)):
            found ^= self.kernel[(number & -number).bit_length() - 1]
            yield self._times(found)

    def _lightest(self, found: int) -> int:
        """Lightest member of ``found`` + the kernel words listed."""
        best = found
        weight = found.bit_count()
        for word in self._words:
            other = found ^ word
            count = other.bit_count()
            if count < weight or (count == weight and (change := other ^ best) & -change & other):
                best = other
                weight = count
        return best

    def _coset(self, found: int) -> tuple[int, int | None, int]:
        """Lightest member of ``found`` + kernel, how many there are, and a proved lower bound."""
        from solver.coset import minimum  # type: ignore[import-not-found,unused-ignore]  # noqa: PLC0415

        answer = minimum(found, self.kernel, self.moves)
        return answer.witness, answer.count, answer.lower_bound

    def _times(self, mask: int) -> tuple[int, ...]:
        """A mask as one 0 or 1 for each move."""
        return tuple(f"{mask:0{self.moves}b}".encode().translate(_DIGIT)[::-1])


_DIGIT = bytes(value & 1 for value in range(256))


def _first(mask: int) -> tuple[int, ...]:
    """Sort key that puts the mask with the earlier moves first."""
    return tuple(_bits(mask))


def _mask(difference: Sequence[int]) -> int:
    """States 0 and 1 as a mask, the first one lowest."""
    return int(bytes(difference).translate(_TEXT)[::-1], 2)


def _bits(mask: int) -> Iterator[int]:
    """Positions of the bits that are set, lowest first."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


def _table(images: list[int]) -> tuple[int, ...]:
    """What each value of up to 8 cells adds up to."""
    table = [0]
    for image in images:
        table += [value ^ image for value in table]
    return tuple(table)


def span(basis: Sequence[int]) -> list[int]:
    """Every sum of the words of ``basis``, the empty one first."""
    words = [0]
    for word in basis:
        words += [other ^ word for other in words]
    return words


def _reduced(cells: int, moves: Sequence[Sequence[int]]) -> tuple[dict[int, int], tuple[int, ...]]:
    """Reduced basis of what moves change, by pivot cell, each with its moves above bit ``cells``; and the kernel."""
    below = (1 << cells) - 1
    basis: dict[int, int] = {}
    kernel: list[int] = []
    for number, move in enumerate(moves):
        word = 1 << (cells + number)
        for cell in move:
            word ^= 1 << cell
        while changed := word & below:
            pivot = (changed & -changed).bit_length() - 1
            if pivot not in basis:
                basis[pivot] = word
                break
            word ^= basis[pivot]
        else:
            kernel.append(word >> cells)
    pivots = sum(1 << pivot for pivot in basis)
    for pivot in sorted(basis, reverse=True):
        word = basis[pivot]
        for other in _bits(word & pivots & ~(1 << pivot)):
            word ^= basis[other]
        basis[pivot] = word
    return basis, tuple(kernel)
