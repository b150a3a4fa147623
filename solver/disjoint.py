"""Exact decoding where most moves never meet, such as memento's columns: fix the other moves, and each is free.

Boards are goal xor a sum of moves. Once the moves that meet others are fixed (all 2^m ways, independent of the rest),
the moves that don't meet are decided one by one, each by the sign of its own sum of log-odds. So 2^m rows of sums give
the best board, the probability of a solvable board and of every cell, exactly: an 8×8 memento needs 256 rows instead
of a trellis of 2^48 syndromes.
"""

from __future__ import annotations

import heapq
from typing import TYPE_CHECKING

import numpy as np

from solver.coset import independent
from solver.syndromes import Code, Found

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from solver.puzzle import Puzzle

    Real = NDArray[np.float64]

MAX_FIXED = 12
MAX_MOVES = 128


class DisjointMoves:
    """Decoder for boards goal + span(fixed) + span(free), where no two free moves share a cell.

    Args:
        code: of the puzzle.
        fixed: cells × m, 0 or 1: moves gone through in all ways.
        free: cells × n, 0 or 1: moves that don't meet.
    """

    __slots__ = ("_free", "_loose", "_owner", "_signs", "code", "exact")

    def __init__(self, code: Code, fixed: NDArray[np.int64], free: NDArray[np.int64]) -> None:
        self.code = code
        self.exact = True
        ways = np.arange(1 << fixed.shape[1])[:, None] >> np.arange(fixed.shape[1]) & 1
        self._signs = (1 - 2 * (ways @ fixed.T & 1)).astype(np.float64)
        self._free = free.astype(np.float64)
        self._owner = np.where(free.any(axis=1), free.argmax(axis=1), -1)
        self._loose = self._owner < 0

    def decode(self, ratios: Real, plain: NDArray[np.int64], limit: int) -> Found:
        """Decode ``ratios`` (cells × 2 states, 1 at ``plain``)."""
        logs = np.log(ratios)
        total = np.logaddexp(logs[:, 0], logs[:, 1]).sum()
        boards: list[tuple[float, NDArray[np.int64]]] = []
        mass: list[float] = []
        same: list[Real] = []
        for goal in self.code.representatives:
            every = np.arange(len(goal))
            odds = (logs[every, goal] - logs[every, 1 - goal]) / 2
            middle = float((logs[every, goal] + logs[every, 1 - goal]).sum()) / 2
            sums = (self._signs * odds) @ self._free
            base = self._signs[:, self._loose] @ odds[self._loose] + middle
            size = np.abs(sums)
            weights = base + (size + np.log1p(np.exp(-2 * size))).sum(axis=1)
            largest = float(weights.max())
            parts = np.exp(weights - largest)
            mass.append(largest + float(np.log(parts.sum())))
            same.append(self._kept(parts / parts.sum(), sums))
            boards += self._ranked(goal, sums, base + size.sum(axis=1), limit)
        whole = float(np.logaddexp.reduce(mass))
        posteriors = np.zeros_like(ratios)
        for goal, part, kept in zip(self.code.representatives, mass, same, strict=True):
            share = float(np.exp(part - whole))
            posteriors[np.arange(len(goal)), goal] += share * (1 + kept) / 2
            posteriors[np.arange(len(goal)), 1 - goal] += share * (1 - kept) / 2
        best = sorted(boards, key=lambda entry: -entry[0])[:limit]
        return Found(
            [(states, float(np.exp(value - whole))) for value, states in best],
            min(float(np.exp(whole - total)), 1.0),
            np.clip(posteriors, 0.0, 1.0),
            self.code.solvable(plain),
        )

    def _kept(self, parts: Real, sums: Real) -> Real:
        """For each cell, the mean of +1 where it shows the goal and -1 where it does not."""
        turned = (parts[:, None] * np.tanh(sums)).T @ self._signs
        kept: Real = np.where(self._loose, parts @ self._signs, turned[self._owner, np.arange(len(self._owner))])
        return kept

    def _ranked(
        self, goal: NDArray[np.int64], sums: Real, tops: Real, limit: int
    ) -> list[tuple[float, NDArray[np.int64]]]:
        """The best boards for one goal: only the best ``limit`` ways can hold them, each with a few moves undone."""
        found = []
        for way in np.argsort(-tops, kind="stable")[:limit].tolist():
            made = sums[way] < 0
            for loss, undone in _lightest(2 * np.abs(sums[way]), limit):
                chosen = made.copy()
                chosen[undone] ^= True
                flips = (self._signs[way] < 0) ^ (self._free @ chosen > 0)
                found.append((float(tops[way]) - loss, goal ^ flips))
        return found


def fitting(puzzle: Puzzle, code: Code) -> DisjointMoves | None:
    """The decoder for ``puzzle`` where it beats a trellis, else None."""
    if puzzle.family != "additive" or puzzle.states != 2 or len(puzzle.moves) > MAX_MOVES:
        return None
    masks = [sum(1 << cell for cell in set(move.cells) if move.cells.count(cell) % 2) for move in puzzle.moves]
    free = max((_disjoint(masks[start:] + masks[:start]) for start in range(len(masks))), key=len)
    words = independent([*free, *masks])
    fixed = words[len(free) :]
    if len(fixed) > MAX_FIXED or 1 << len(fixed) >= code.size:
        return None
    cells = len(puzzle.cells)
    return DisjointMoves(code, _columns(fixed, cells), _columns(free, cells))


def _disjoint(masks: Sequence[int]) -> list[int]:
    """Moves that don't meet, taken greedily in the order given."""
    used, chosen = 0, []
    for mask in masks:
        if mask and not mask & used:
            chosen.append(mask)
            used |= mask
    return chosen


def _columns(masks: Sequence[int], cells: int) -> NDArray[np.int64]:
    """Masks as columns of 0 and 1, cells × masks."""
    return np.array([[mask >> cell & 1 for mask in masks] for cell in range(cells)], np.int64).reshape(cells, -1)


def _lightest(costs: Real, limit: int) -> list[tuple[float, list[int]]]:
    """The ``limit`` subsets of least total cost, lightest first (costs are not negative)."""
    order = np.argsort(costs, kind="stable").tolist()
    found: list[tuple[float, list[int]]] = [(0.0, [])]
    heap = [(float(costs[order[0]]), [0])] if order else []
    while heap and len(found) < limit:
        cost, places = heapq.heappop(heap)
        found.append((cost, [order[place] for place in places]))
        last = places[-1]
        if last + 1 < len(order):
            following = float(costs[order[last + 1]])
            heapq.heappush(heap, (cost + following, [*places, last + 1]))
            heapq.heappush(heap, (cost + following - float(costs[order[last]]), [*places[:-1], last + 1]))
    return found
