"""Large permutation puzzles: breadth-first search from both ends, a level at a time, with numpy.

A board is packed into one 64-bit key and a move is a few table look-ups on chunks of it, so a level is one sorted
array. The shorter end grows until the two newest levels share a board: then the distance is the sum of the depths,
which proves the solution least. Where the goal has few arrangements only its end grows, and is kept: after that a
board costs a binary search a level. A search that would outgrow its budget stops and says the depth it proved.
(Pohl, "Bi-directional search", Machine Intelligence 6, 1971.)
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from solver.errors import BudgetError
from solver.permutation import inverse

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    Keys = NDArray[np.uint64]

TABLE = 1_000_000
"""Goals with at most this many arrangements have their whole table grown."""
KEPT = 100_000
"""Boards of a larger goal's end that are kept from one search to the next."""
BUDGET = 16_000_000
"""Most boards looked at to make one level; about 25 bytes each at the peak."""
EXACT = 2.0**53


class Search:
    """Searches towards one goal.

    Args:
        goal: a state for each cell.
        moves: ``p`` with: after the move, cell i shows what cell p[i] showed.
        states: how many states a cell can show.
        arrangements: how many boards have the goal's colours.

    Raises:
        BudgetError: a board doesn't fit into 64 bits.
    """

    def __init__(self, goal: Sequence[int], moves: Sequence[bytes], states: int, arrangements: int) -> None:
        self._bits = max(1, (states - 1).bit_length())
        if self._bits * len(goal) > 64:
            raise BudgetError(
                f"{len(goal)} cells of {states} states are too many for the search of turns: "
                f"at most {64 // self._bits} such cells"
            )
        self._whole = arrangements <= TABLE
        self._forward = [self._tables(move) for move in moves]
        self._backward = [self._tables(inverse(move)) for move in moves]
        self._closed = set(moves) == set(map(inverse, moves))
        self._levels = [self._key(goal)]

    def find(self, start: Sequence[int], *, budget: int = BUDGET) -> tuple[tuple[int, ...], int | None] | None:
        """The least solution that comes first in the order of moves, and how many least solutions there are.

        Returns:
            Moves and the number (None above 2^53), or None where it is proved that the goal can't be reached.

        Raises:
            BudgetError: stopped; the message says up to which length it is proved that there is no solution.
        """
        key = self._key(start)
        back = list(self._levels)
        front = [key]
        for depth, level in enumerate(back):
            if _within(key, level)[0]:
                return self._walk(key, back[:depth][::-1])
        meeting = key[:0]
        while not len(meeting):
            grow_back = self._whole or len(back[-1]) <= len(front[-1])
            side, tables = (back, self._backward) if grow_back else (front, self._forward)
            if len(side[-1]) * len(tables) > budget:
                raise BudgetError(
                    f"the search was stopped: no solution of {len(front) + len(back) - 2} turns or fewer exists, "
                    "longer ones would take too much memory"
                )
            level = self._grown(side, tables)
            if not len(level):
                return None
            side.append(level)
            if grow_back:
                self._keep(back)
            meeting = front[-1][_within(front[-1], back[-1])]
        middle = [meeting]
        for level in front[-2:0:-1]:
            before = np.concatenate([_apply(tables, middle[-1]) for tables in self._backward])
            middle.append(level[_within(level, np.unique(before))])
        layers = [*middle[::-1], *back[-2::-1]]
        return self._walk(key, layers[1:] if len(front) == 1 else layers)

    def _keep(self, back: list[Keys]) -> None:
        """Remember the goal's levels while they are few."""
        if self._whole or sum(map(len, back)) <= KEPT:
            self._levels = list(back)

    def _grown(self, levels: list[Keys], tables: list[list[tuple[int, Keys]]]) -> Keys:
        """The next level: every board one move further, without those of earlier levels."""
        found = np.unique(np.concatenate([_apply(move, levels[-1]) for move in tables]))
        for level in levels[-2:] if self._closed else levels:
            found = found[~_within(found, level)]
        return found

    def _walk(self, key: Keys, layers: list[Keys]) -> tuple[tuple[int, ...], int | None]:
        """The first path from ``key`` through the sorted ``layers``, and the number of such paths."""
        path: list[int] = []
        here = at = key
        ways: NDArray[np.float64] = np.ones(1)
        for layer in layers:
            for number, move in enumerate(self._forward):
                after = _apply(move, at)
                if _within(after, layer)[0]:
                    path.append(number)
                    at = after
                    break
            reached = np.concatenate([_apply(move, here) for move in self._forward])
            weights = np.tile(ways, len(self._forward))
            inside = _within(reached, layer)
            here, place = np.unique(reached[inside], return_inverse=True)
            ways = np.bincount(place, weights=weights[inside]).astype(np.float64)
        total = float(ways.sum())
        return tuple(path), int(total) if total < EXACT else None

    def _key(self, states: Sequence[int]) -> Keys:
        """A board as one key, its first cell lowest."""
        return np.array([sum(state << (self._bits * place) for place, state in enumerate(states))], np.uint64)

    def _tables(self, move: bytes) -> list[tuple[int, Keys]]:
        """What each chunk of a key, shifted down by so many bits, becomes under ``move``."""
        per_chunk = max(1, 12 // self._bits)
        target = inverse(move)
        tables = []
        for start in range(0, len(move), per_chunk):
            places = range(start, min(start + per_chunk, len(move)))
            values = np.arange(1 << (self._bits * len(places)), dtype=np.uint64)
            table = np.zeros_like(values)
            for offset, place in enumerate(places):
                state = (values >> np.uint64(self._bits * offset)) & np.uint64((1 << self._bits) - 1)
                table |= state << np.uint64(self._bits * target[place])
            tables.append((self._bits * start, table))
        return tables


def _apply(tables: list[tuple[int, Keys]], keys: Keys) -> Keys:
    """The keys after a move."""
    found = np.zeros_like(keys)
    for shift, table in tables:
        found |= table[(keys >> np.uint64(shift)) & np.uint64(len(table) - 1)]
    return found


def _within(keys: Keys, level: Keys) -> NDArray[np.bool_]:
    """Which of ``keys`` are in the sorted ``level``."""
    if not len(level):
        return np.zeros(len(keys), bool)
    place = np.minimum(np.searchsorted(level, keys), len(level) - 1)
    found: NDArray[np.bool_] = level[place] == keys
    return found
