"""Approximate decoding by ordered statistics, for two-state boards with too many checks for a trellis.

The checks are solved for the least reliable cells. Given the states of the others, those cells follow; so the plain
states of the reliable cells, and every change of one or two of them, each give one solvable board. The lightest are
listed, and probabilities are shares among the boards seen.
Source: Fossorier and Lin, "Soft-decision decoding of linear block codes based on ordered statistics" (1995).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from solver.syndromes import Code, Found, estimate

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Bits = NDArray[np.uint8]

PAIRED = 64
"""Pairs are tried among this many of the least reliable other cells."""
KEPT = 256
"""Boards kept for the estimate of probabilities."""


class OrderedStatistics:
    """Decoder of order 2."""

    __slots__ = ("code", "exact")

    def __init__(self, code: Code) -> None:
        self.code = code
        self.exact = False

    def decode(self, ratios: NDArray[np.float64], plain: NDArray[np.int64], limit: int) -> Found:
        """Decode ``ratios`` (cells × 2 states, 1 at ``plain``)."""
        costs = -np.log(ratios[np.arange(len(plain)), 1 - plain])
        checks = self.code.labels[:, 1, :].T.astype(np.uint8)
        seen: set[tuple[tuple[int, int], ...]] = set()
        for goal in self.code.goals:
            missing = ((goal - self.code.syndrome(plain)) % 2).astype(np.uint8)
            for cells in _flips(checks, missing, costs):
                seen.add(tuple((cell, 1 - int(plain[cell])) for cell in cells))
        return estimate(self.code, ratios, plain, seen, limit)


def _flips(checks: Bits, missing: Bits, costs: NDArray[np.float64]) -> list[list[int]]:
    """Cells to flip for the ``KEPT`` cheapest boards seen."""
    order = np.argsort(costs, kind="stable")
    table, pivots = _solved(np.concatenate([checks[:, order], missing[:, None]], axis=1))
    others = np.setdiff1d(np.arange(len(order)), pivots, assume_unique=True)
    near = np.array(np.triu_indices(min(PAIRED, len(others)), 1))
    rest = table[:, -1:]
    columns, prices = table[:, others], costs[order[others]]
    needed = np.concatenate([rest, rest ^ columns, rest ^ columns[:, near[0]] ^ columns[:, near[1]]], axis=1)
    changed = [(), *((one,) for one in range(len(others))), *map(tuple, near.T.tolist())]
    prices = np.concatenate([[0.0], prices, prices[near[0]] + prices[near[1]]])
    total = costs[order[pivots]] @ needed + prices
    return [
        sorted(order[pivots[needed[:, board] > 0]].tolist() + order[others[list(changed[board])]].tolist())
        for board in np.argsort(total, kind="stable")[:KEPT].tolist()
    ]


def _solved(table: Bits) -> tuple[Bits, NDArray[np.intp]]:
    """Gauss-Jordan elimination over GF(2), pivots as far left as can be; independent rows, pivot columns."""
    pivots: list[int] = []
    for column in range(table.shape[1] - 1):
        row = len(pivots)
        if row == len(table):
            break
        below = np.flatnonzero(table[row:, column])
        if len(below):
            table[[row, row + below[0]]] = table[[row + below[0], row]]
            clear = table[:, column] > 0
            clear[row] = False
            table[clear] ^= table[row]
            pivots.append(column)
    return table, np.array(pivots, np.intp)
