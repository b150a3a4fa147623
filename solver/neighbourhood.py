"""A good member of a coset too large to prove: local search with large neighbourhoods, and a lower bound.

Each step takes a random information set of the kernel (a basis in which random moves belong to one word each), picks
``ROWS`` of its words, and finds the best of their 2^ROWS combinations exactly by :mod:`solver.walsh`. The bound splits
the moves into groups on which the kernel has a small rank; the sum of the groups' exact minima bounds any member.
Information sets as a search for light words: Lee and Brickell, EUROCRYPT 1988.
"""

from __future__ import annotations

import random
import time
from collections import Counter
from typing import TYPE_CHECKING

from solver import walsh
from solver.coset import CosetMinimum, independent, information_set

if TYPE_CHECKING:
    from collections.abc import Sequence

ROWS = 16
STALLED = 400  # steps without gain before a fresh start
GROUP_RANK = 16


def search(x0: int, basis: Sequence[int], cells: int, *, until: float, seed: int = 0) -> CosetMinimum:
    """The best member found before ``until`` (``time.perf_counter``; at least one step is made), not proved.

    Args:
        x0: any member, a mask of ``cells`` bits.
        basis: independent masks.
        cells: number of moves.
        until: when to stop.
        seed: of the random choices.
    """
    chance = random.Random(seed)  # noqa: S311  no secret is kept here
    bound = lower_bound(x0, basis, cells)
    best = member = x0
    weight, stalled = x0.bit_count(), 0
    while best.bit_count() > bound:
        words = chance.sample(information_set(basis, chance), min(ROWS, len(basis)))
        for word in chance.sample(words, len(words) // 2):  # so that a tie leads somewhere else
            member ^= word
        found = walsh.search(member, words, cells)
        if found is not None:  # never worse: the member before is among those compared
            stalled = 0 if found.weight < weight else stalled + 1
            member, weight = found.witness, found.weight
        if weight < best.bit_count():
            best = member
        if time.perf_counter() >= until:
            break
        if stalled >= STALLED:
            for word in chance.sample(list(basis), len(basis) // 2):
                member ^= word
            weight, stalled = member.bit_count(), 0
    proved = best.bit_count() == bound
    return CosetMinimum(best.bit_count(), best, None, proved=proved, lower_bound=bound)


def lower_bound(x0: int, basis: Sequence[int], cells: int) -> int:
    """A weight that no member of x0 + span(basis) is below."""
    residues = {cell: sum((word >> cell & 1) << place for place, word in enumerate(basis)) for cell in range(cells)}
    bound = 0
    while residues:
        group = _group(residues)
        for cell in group:
            del residues[cell]
        bound += _restricted(x0, basis, group)
    return bound


def _group(columns: dict[int, int]) -> list[int]:
    """Cells whose columns span at most ``GROUP_RANK`` dimensions: each step adds the direction most cells want."""
    rest = dict(columns)
    for _ in range(GROUP_RANK):
        common = Counter(value for value in rest.values() if value).most_common(1)
        if not common:
            break
        direction = common[0][0]
        top = 1 << direction.bit_length() - 1
        rest = {cell: value ^ direction if value & top else value for cell, value in rest.items()}
    return [cell for cell, value in rest.items() if not value]


def _restricted(x0: int, basis: Sequence[int], group: Sequence[int]) -> int:
    """The exact minimum where only the cells of ``group`` count."""

    def gathered(word: int) -> int:
        return sum((word >> cell & 1) << place for place, cell in enumerate(group))

    found = walsh.search(gathered(x0), independent([gathered(word) for word in basis]), len(group))
    return 0 if found is None else found.weight
