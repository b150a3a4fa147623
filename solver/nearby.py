"""Approximate decoding for what no other decoder fits: the plain reading and its changes of one or two cells.

Used for more than two states with very many syndromes, and for turns of many distinct pieces.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from solver.syndromes import Code, Found, estimate

if TYPE_CHECKING:
    from numpy.typing import NDArray

PAIRED = 400
"""Pairs are tried among this many of the least reliable changes."""


class Nearby:
    """Decoder that looks at the plain reading's neighbours."""

    __slots__ = ("code", "exact")

    def __init__(self, code: Code) -> None:
        self.code = code
        self.exact = False

    def decode(self, ratios: NDArray[np.float64], plain: NDArray[np.int64], limit: int) -> Found:
        """Decode ``ratios`` (cells × states, 1 at ``plain``)."""
        cells, states = np.nonzero(np.arange(ratios.shape[1]) != plain[:, None])
        order = np.argsort(-ratios[cells, states], kind="stable")
        cells, states = cells[order], states[order]
        moduli = np.array(self.code.moduli, np.int64)
        change = (self.code.labels[cells, states] - self.code.labels[cells, plain[cells]]) % moduli
        near = change[:PAIRED]
        seen: set[tuple[tuple[int, int], ...]] = set()
        for goal in self.code.goals:
            missing = (goal - self.code.syndrome(plain)) % moduli
            if not missing.any():
                seen.add(())
            for one in np.flatnonzero((change == missing).all(axis=1)).tolist():
                seen.add(((int(cells[one]), int(states[one])),))
            wanted: dict[bytes, list[int]] = {}
            for place, row in enumerate((missing - near) % moduli):
                wanted.setdefault(row.tobytes(), []).append(place)
            for a, row in enumerate(near):
                for b in wanted.get(row.tobytes(), ()):
                    if cells[a] < cells[b]:
                        seen.add(((int(cells[a]), int(states[a])), (int(cells[b]), int(states[b]))))
        return estimate(self.code, ratios, plain, seen, limit)
