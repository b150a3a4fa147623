"""Exact decoding by a trellis over syndromes: cells are added one by one, keeping a value for each sum of labels.

Sums run relative to the plain reading, so a cell that keeps its state moves nothing and multiplies by 1. Forward sums
and backward sums give the probability of a solvable board and of each state of each cell (Bahl, Cocke, Jelinek and
Raviv, 1974, on the trellis of Wolf, 1978); forward maxima (Viterbi) are a perfect bound for a best-first walk back
that lists the best boards in order. Nothing is subtracted, so small probabilities keep their digits.
"""

from __future__ import annotations

import heapq
from typing import TYPE_CHECKING

import numpy as np

from solver.syndromes import Code, Found

if TYPE_CHECKING:
    from numpy.typing import NDArray

MAX_TABLE = 1 << 22  # sums kept for every cell and label
MAX_CELLS = 1000  # sums grow with the number of undecided cells, and must stay finite
KEPT_SIZE = 1 << 12  # index arrays are kept for groups up to this size


def fits(code: Code) -> bool:
    """Whether the code is small enough."""
    cells = len(code.labels)
    return cells <= MAX_CELLS and (cells + 1) * code.size <= MAX_TABLE


class Trellis:
    """Decoder for codes that :func:`fits`."""

    __slots__ = ("_labels", "_place", "_shifts", "_weights", "code", "exact")

    def __init__(self, code: Code) -> None:
        self.code = code
        self.exact = code.exact
        self._weights = np.cumprod([1, *code.moduli])[:-1].astype(np.int64)
        every = np.arange(code.size)
        self._place = every[:, None] // self._weights % np.array(code.moduli, np.int64)
        self._labels = code.labels
        self._shifts: dict[int, NDArray[np.intp]] = {}

    def decode(self, ratios: NDArray[np.float64], plain: NDArray[np.int64], limit: int) -> Found:
        """Decode ``ratios`` (cells × states, 1 at ``plain``)."""
        cells, states = ratios.shape
        every = np.arange(cells)
        others = (plain[:, None] + np.arange(1, states)) % states
        change = self._encoded(self._labels[every[:, None], others] - self._labels[every, plain][:, None])
        back = self._encoded(self._labels[every, plain][:, None] - self._labels[every[:, None], others])
        odds = np.take_along_axis(ratios, others, axis=1)
        ends = np.unique(self._encoded(self.code.goals - self.code.syndrome(plain)))
        sums, best = self._forward(back, odds)
        total = float(sums[-1, ends].sum())
        posteriors = np.empty_like(ratios)
        weights = self._backward(change, odds, sums, ends) / total
        posteriors[every[:, None], others] = weights
        posteriors[every, plain] = 1.0 - weights.sum(axis=1)
        boards = []
        for value, changes in self._ranked(best, back, odds, ends, limit):
            found = plain.copy()
            for cell, alternative in changes:
                found[cell] = others[cell, alternative]
            boards.append((found, value / total))
        p_solvable = total * float(np.exp(-np.log(ratios.sum(axis=1)).sum()))
        return Found(boards, min(p_solvable, 1.0), np.clip(posteriors, 0.0, 1.0), bool((ends == 0).any()))

    def _encoded(self, labels: NDArray[np.int64]) -> NDArray[np.int64]:
        """Labels as numbers of the group's elements."""
        encoded: NDArray[np.int64] = labels % np.array(self.code.moduli, np.int64) @ self._weights
        return encoded

    def _shift(self, element: int) -> NDArray[np.intp]:
        """For each element, the number of its sum with ``element``."""
        kept = self._shifts.get(element)
        if kept is None:
            kept = self._encoded(self._place + self._place[element]).astype(np.intp)
            if self.code.size <= KEPT_SIZE:
                self._shifts[element] = kept
        return kept

    def _forward(
        self, back: NDArray[np.int64], odds: NDArray[np.float64]
    ) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """Sums and maxima over the first i cells, (cells + 1) × elements each."""
        both = np.zeros((len(back) + 1, 2, self.code.size))
        both[0, :, 0] = 1.0
        for cell, (elements, factors) in enumerate(zip(back.tolist(), odds.tolist(), strict=True)):
            here, after = both[cell], both[cell + 1]
            after[:] = here
            sums, best = after
            for element, factor in zip(elements, factors, strict=True):
                moved = here.take(self._shift(element), axis=1)
                moved *= factor
                sums += moved[0]
                np.maximum(best, moved[1], out=best)
        return both[:, 0], both[:, 1]

    def _backward(
        self, change: NDArray[np.int64], odds: NDArray[np.float64], sums: NDArray[np.float64], ends: NDArray[np.int64]
    ) -> NDArray[np.float64]:
        """For each cell and other state, the summed weight of the solvable boards that have it."""
        weights = np.empty_like(odds)
        rest = np.zeros(self.code.size)
        rest[ends] = 1.0
        elements, factors = change.tolist(), odds.tolist()
        for cell in range(len(odds) - 1, -1, -1):
            after = rest
            rest = after.copy()
            for number, (element, factor) in enumerate(zip(elements[cell], factors[cell], strict=True)):
                moved = after.take(self._shift(element))
                moved *= factor
                weights[cell, number] = sums[cell].dot(moved)
                rest += moved
        return weights

    def _ranked(
        self,
        best: NDArray[np.float64],
        back: NDArray[np.int64],
        odds: NDArray[np.float64],
        ends: NDArray[np.int64],
        limit: int,
    ) -> list[tuple[float, list[tuple[int, int]]]]:
        """The ``limit`` best boards as (value, changes), by a best-first walk from the last cell to the first."""
        heap: list[tuple[float, int, int, int, float, list[tuple[int, int]]]] = []
        ticket = 0

        def push(value: float, cell: int, element: int, tail: float, changes: list[tuple[int, int]]) -> None:
            nonlocal ticket
            if value > 0:
                ticket += 1
                heapq.heappush(heap, (-value, ticket, cell, element, tail, changes))

        for end in ends.tolist():
            push(float(best[-1, end]), len(back), end, 1.0, [])
        found: list[tuple[float, list[tuple[int, int]]]] = []
        while heap and len(found) < limit:
            value, _, upto, element, tail, changes = heapq.heappop(heap)
            while True:
                column = best[: upto + 1, element]
                kept = int(np.searchsorted(column, column[upto]))  # cells kept..upto-1 keep their states here
                sources = self._minus(back[kept:upto], element)
                values = tail * odds[kept:upto] * best[np.arange(kept, upto)[:, None], sources]
                flat = values.ravel()
                for place in np.argsort(-flat, kind="stable")[:limit].tolist():
                    cell, number = divmod(place, odds.shape[1])
                    factor = tail * float(odds[kept + cell, number])
                    push(
                        float(flat[place]),
                        kept + cell,
                        int(sources[cell, number]),
                        factor,
                        [*changes, (kept + cell, number)],
                    )
                if kept == 0:
                    break
                upto = kept - 1
                push(tail * float(best[upto, element]), upto, element, tail, changes)
                steps = self._minus(back[upto], element)
                reached = odds[upto] * best[upto, steps]
                chosen = int(reached.argmax())
                for number, weight in enumerate(reached.tolist()):
                    if number != chosen:
                        factor = tail * float(odds[upto, number])
                        push(tail * weight, upto, int(steps[number]), factor, [*changes, (upto, number)])
                tail *= float(odds[upto, chosen])
                changes = [*changes, (upto, chosen)]
                element = int(steps[chosen])
            found.append((-value, changes))
        return found

    def _minus(self, back: NDArray[np.int64], element: int) -> NDArray[np.int64]:
        """The elements from which each change leads to ``element``."""
        return self._encoded(self._place[back] + self._place[element])
