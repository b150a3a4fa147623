"""The cheapest member of a large kernel coset over Z_k, counted in blocks with numpy.

The generators are split: sums of the first ones make a block of words held in memory, sums of the others are gone
through one by one, so the least cost is proved for kernels of up to ``PROVED`` words. Beyond that the cheapest member
found by exchanging a few generators at a time is given, with a lower bound and no count.
"""

from __future__ import annotations

from itertools import product
from math import prod
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

PROVED = 20_000_000
BLOCK = 1 << 14
ROUNDS = 60


def minimum(
    found: Sequence[int], kernel: Sequence[tuple[Sequence[int], int]], states: int
) -> tuple[tuple[int, ...], int, int | None]:
    """The cheapest of ``found`` + kernel.

    Args:
        found: times for each move, 0..states-1.
        kernel: generators and their orders.
        states: k.

    Returns:
        Times for each move; a proved lower bound of their sum (equal to it where it is proved least); how many members
        cost the least, None where it is not proved. Ties go to the member whose moves come first.
    """
    base = np.frombuffer(bytes(found), np.uint8)
    if prod(order for _, order in kernel) > PROVED:
        best = _descend(base, kernel, states)
        return tuple(best.tolist()), int(best.any()), None
    cut, size = 0, 1
    while cut < len(kernel) and size * kernel[cut][1] <= BLOCK:
        size *= kernel[cut][1]
        cut += 1
    block = _span(base, kernel[:cut], states)
    least, count, best = int(base.sum()) + 1, 0, base
    outer = kernel[cut:]
    words = np.array([word for word, _ in outer], np.int64).reshape(len(outer), len(base))
    for turns in product(*(range(order) for _, order in outer)):
        shift = (np.array(turns, np.int64) @ words % states).astype(np.uint8)
        members = _add(block, shift, states)
        costs = members.sum(axis=1, dtype=np.uint32)
        cost = int(costs.min())
        if cost > least:
            continue
        ties = members[costs == cost]
        first = ties[np.lexsort(ties.T[::-1])[-1]]
        if cost < least:
            least, count, best = cost, 0, first
        count += len(ties)
        if first.tobytes() > best.tobytes():
            best = first
    return tuple(best.tolist()), least, count


def _add(words: NDArray[np.uint8], shift: NDArray[np.uint8], states: int) -> NDArray[np.uint8]:
    """Sums modulo ``states`` of entries below it."""
    total = words + shift
    total -= np.uint8(states) * (total >= states)
    return total


def _span(base: NDArray[np.uint8], kernel: Sequence[tuple[Sequence[int], int]], states: int) -> NDArray[np.uint8]:
    """``base`` plus every sum of the generators, one a row."""
    words = base[None, :]
    for word, order in kernel:
        step = np.array(word, np.int64)
        words = np.concatenate(
            [_add(words, (times * step % states).astype(np.uint8), states) for times in range(order)]
        )
    return words


def _descend(base: NDArray[np.uint8], kernel: Sequence[tuple[Sequence[int], int]], states: int) -> NDArray[np.uint8]:
    """A cheap member: again and again the best over the span of a few generators drawn by a fixed seed."""
    draw = np.random.default_rng(0)
    best = base
    for _ in range(ROUNDS):
        chosen: list[tuple[Sequence[int], int]] = []
        size = 1
        for number in draw.permutation(len(kernel)):
            size *= kernel[number][1]
            if size > BLOCK:
                break
            chosen.append(kernel[number])
        members = _span(best, chosen, states)
        best = members[int(members.sum(axis=1, dtype=np.uint32).argmin())]
    return best
