"""Cycled: whether clicks on cells that go through several colours made a pattern, where chance hardly does.

Many things show grids of three and more colours. A game's board was dealt by clicks, each of which advances a cell and
its neighbours by one colour: on some sizes hardly a pattern comes about so, and on all of them few clicks make few. In
which order the colours follow, and which way round, can't be seen, so all are tried, and count as as many chances.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import accumulate, permutations
from math import comb, log2
from typing import TYPE_CHECKING

import numpy as np

from solver.puzzles import lights_out
from solver.solving import plan

if TYPE_CHECKING:
    from numpy.typing import NDArray

MOST_STATES, MOST_CELLS = 4, 64
MOST_WORDS = 1 << 12
"""Sets of clicks that change nothing, up to which the fewest clicks are looked for."""
TELLING, LEAD = 3.0, 3.0
"""Bits: how seldom chance makes such a pattern, at least; how much seldomer than one with as few cells that differ."""
SPARSE = 0.25
"""Share of the cells that differ from the others, below which few clicks are left of a deal, or it was none."""


def made(states: NDArray[np.int64], *, few_only: bool = False) -> bool:
    """Whether clicks made this pattern (rows × columns, 0..k-1, k of 3 and more), which chance seldom does.

    Where any clicks can make only few patterns of such a size that is enough, unless only few clicks count. Where few
    cells differ, more clicks than those are none of a deal.
    """
    count = int(states.max()) + 1
    if states.min() < 0 or not 2 < count <= MOST_STATES or states.size > MOST_CELLS:
        return False
    worked = plan(lights_out.puzzle(*states.shape, states=count))
    if worked.kernel_size > MOST_WORDS:
        return False
    ways = _orders(count)
    rounds = [order for way in ways for order in (way, tuple(-state % count for state in way))]
    fewest = min((cost for order in rounds for cost in _costs(np.array(order)[states], count)), default=None)
    if fewest is None or fewest < 2:
        return False  # a plus, or cells all alike, as anything may show
    cells = states.size
    odd = cells - int(np.bincount(states.ravel()).max())
    if odd < SPARSE * cells and fewest > odd:
        return False  # pieces on an empty board
    shifted = worked.failing([1] * states.size) is not None
    checked = log2(worked.kernel_size) - log2(len(ways)) - (log2(count) if shifted else 0.0)
    if checked >= TELLING and not few_only:
        return True
    few = cells * log2(count) - log2(_clicked(cells, count)[fewest]) - log2(len(rounds) * count)
    differing = sum(comb(cells, some) * (count - 1) ** some for some in range(odd + 1))
    sparse = (cells - 1) * log2(count) - log2(differing)
    return few >= TELLING and few - sparse >= LEAD


def _costs(states: NDArray[np.int64], count: int) -> list[int]:
    """The fewest clicks that make the pattern of states in click order, for each state that may be the first."""
    worked = plan(lights_out.puzzle(*states.shape, states=count))
    found = (worked.least(((states + first) % count).ravel().tolist()) for first in range(count))
    return [one.cost for one in found if one is not None]


def _orders(count: int) -> list[tuple[int, ...]]:
    """The orders in which so many colours may follow each other, from any on and either way round.

    Clicks can make a pattern both ways round or not at all, but other numbers of them.
    """
    return [(0, *rest) for rest in permutations(range(1, count)) if rest[0] < rest[-1]]


@lru_cache(maxsize=16)
def _clicked(cells: int, count: int) -> tuple[int, ...]:
    """How many sets of at most 0, 1, 2… clicks there are, each cell being clicked less often than ``count`` times."""
    ways = [1]
    for _ in range(cells):
        longer = [0] * (len(ways) + count - 1)
        for clicks, many in enumerate(ways):
            for more in range(count):
                longer[clicks + more] += many
        ways = longer
    return tuple(accumulate(ways))
