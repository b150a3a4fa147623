"""Whether confidence means something: of readings called 95 % sure, 95 % should be right.

Reliability table and expected calibration error after Naeini, Cooper and Hauskrecht (2015), over readings that name a
board. A reading is right when it is exact; a board seen where there is none is wrong.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

from calibration.tables import markdown

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from calibration.row import Row

EDGES = (0.0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 0.99, 1.0)


@dataclass(frozen=True, slots=True)
class Said:
    """One reading that names a board: what it claimed, and whether it was exact."""

    kind: str
    verdict: str
    confidence: float
    right: bool


@dataclass(frozen=True, slots=True)
class Bin:
    """Readings whose confidence lies between two edges: how many, their mean confidence, the share that is right."""

    low: float
    high: float
    count: int
    claimed: float
    right: float


def said(rows: Iterable[Row]) -> list[Said]:
    """The readings of these rows that name a board."""
    return [
        Said(row.seen, row.verdict, row.confidence, row.exact)
        for row in rows
        if row.outcome is not None and row.seen is not None and row.verdict != "none"
    ]


def bins(readings: Sequence[Said]) -> list[Bin]:
    """The reliability table; empty bins are left out."""
    found = []
    for low, high in pairwise(EDGES):
        members = [one for one in readings if low <= one.confidence < high or (high == 1.0 == one.confidence)]
        if members:
            claimed = sum(one.confidence for one in members) / len(members)
            right = sum(one.right for one in members) / len(members)
            found.append(Bin(low, high, len(members), claimed, right))
    return found


def expected_error(readings: Sequence[Said]) -> float:
    """Expected calibration error: the mean gap between claim and share right, weighed by how many readings."""
    if not readings:
        return 0.0
    return sum(one.count * abs(one.claimed - one.right) for one in bins(readings)) / len(readings)


def table(readings: Sequence[Said]) -> str:
    """The reliability table in Markdown."""
    lines = [("confidence", "readings", "mean confidence", "exact")]
    lines += [
        (f"{one.low:g}–{one.high:g}", str(one.count), f"{one.claimed:.3f}", f"{one.right:.3f}")
        for one in bins(readings)
    ]
    return markdown(lines)
