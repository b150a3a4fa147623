"""The least-weight member of a coset x0 + K: the fewest presses among all the presses that solve a GF(2) board.

Members are bit masks over the moves. A handful of members is walked in Gray code order. Up to a kernel of dimension
``PROVABLE`` every member's weight is computed by a blocked Walsh-Hadamard transform (:mod:`solver.walsh`), which proves
the minimum and counts the members that reach it. Beyond that, or past the time budget, a local search gives a good
member and a valid lower bound, and says that nothing is proved.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import TYPE_CHECKING

from solver.errors import RuleError

if TYPE_CHECKING:
    from collections.abc import Sequence
    from random import Random

GRAY = 10
PROVABLE = 32
LOCAL_SECONDS = 10.0


@dataclass(frozen=True, slots=True)
class CosetMinimum:
    """The best member found.

    Attributes:
        weight: number of bits of ``witness``.
        witness: the member, a bit mask.
        count: how many members have this weight; None where not counted.
        proved: True where no member weighs less.
        lower_bound: no member weighs less than this (``weight`` where proved).
    """

    weight: int
    witness: int
    count: int | None
    proved: bool
    lower_bound: int


def minimum(x0: int, kernel: Sequence[int], cells: int, *, budget_seconds: float | None = None) -> CosetMinimum:
    """The least weight in ``x0 + span(kernel)``.

    Args:
        x0: any member, a mask of ``cells`` bits.
        kernel: masks that span the kernel; dependent ones are harmless.
        cells: number of moves (bits).
        budget_seconds: give up the proof when it would take longer, then search for what is left of it, at least
            half. None proves kernels up to dimension ``PROVABLE`` (half a minute with numpy alone) and searches
            ``LOCAL_SECONDS`` beyond.

    Raises:
        RuleError: a mask has bits outside ``cells``.
    """
    if x0 < 0 or x0 >> cells or any(word < 0 or word >> cells for word in kernel):
        raise RuleError(f"a mask of moves has a bit outside its {cells} moves")
    started = time.perf_counter()
    basis = independent(kernel)
    if len(basis) <= GRAY:
        return _gray(x0, basis)
    from solver import neighbourhood, walsh  # noqa: PLC0415  small kernels never load numpy

    if budget_seconds is not None or len(basis) <= PROVABLE:
        found = walsh.search(x0, basis, cells, budget_seconds=budget_seconds)
        if found is not None:
            return found
    allowed = LOCAL_SECONDS if budget_seconds is None else budget_seconds
    until = max(started + allowed, time.perf_counter() + allowed / 2)
    return neighbourhood.search(x0, basis, cells, until=until)


def independent(words: Sequence[int]) -> list[int]:
    """An independent basis of the span of ``words`` (each kept word is reduced by the ones before it)."""
    basis: dict[int, int] = {}
    for word in words:
        rest = word
        while rest and (pivot := basis.get(rest.bit_length())) is not None:
            rest ^= pivot
        if rest:
            basis[rest.bit_length()] = rest
    return list(basis.values())


def information_set(basis: Sequence[int], chance: Random) -> list[int]:
    """Another basis of the same span: each word has a random pivot, a move that no other word uses."""
    words = list(basis)
    chance.shuffle(words)
    for place in range(len(words)):
        word = words[place]
        cut = chance.randrange(word.bit_length())
        high = word >> cut << cut
        pivot = high & -high
        words = [other ^ word if other & pivot and index != place else other for index, other in enumerate(words)]
    return words


def _gray(x0: int, basis: Sequence[int]) -> CosetMinimum:
    """Every member, one exclusive or each: step i of a Gray code flips the bit that ends the zeros of i."""
    member = witness = x0
    weight, count = x0.bit_count(), 1
    for step in range(1, 1 << len(basis)):
        member ^= basis[(step & -step).bit_length() - 1]
        new = member.bit_count()
        if new < weight:
            weight, witness, count = new, member, 1
        elif new == weight:
            count += 1
    return CosetMinimum(weight, witness, count, proved=True, lower_bound=weight)
