"""Add rows up: the figures of one puzzle, of one rung, of everything."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from statistics import median
from typing import TYPE_CHECKING

from calibration.score import Outcome

if TYPE_CHECKING:
    from collections.abc import Iterable

    from calibration.row import Row

NO_BOARD = "no board"


@dataclass(frozen=True, slots=True)
class Tally:
    """Figures over some rows.

    Attributes:
        pictures: rows with a result.
        boards: of them, those with a board that is to be read (``read`` and ``hard``).
        exact: boards read exactly, sure or not.
        sure: boards read exactly and surely; ``sure / boards`` is the coverage.
        wrong_sure: readings that are wrong and sure, boards and negatives alike.
        cells, cells_right: over all boards.
        negatives: pictures that must not be sure (``none`` and ``not-sure``).
        refused: of those that show no board (``bare``), the ones answered with ``none``.
        bare: negatives without any board.
        problems: pictures that could not be read at all, or are missing.
        failed: rows a person has to look at.
        placement: median and largest displacement in cells; None where no place is known.
        ms: median time to read a picture.
        confusion: (true state, state read) → cells.
    """

    pictures: int = 0
    boards: int = 0
    exact: int = 0
    sure: int = 0
    wrong_sure: int = 0
    cells: int = 0
    cells_right: int = 0
    negatives: int = 0
    bare: int = 0
    refused: int = 0
    problems: int = 0
    failed: int = 0
    placement: tuple[float, float] | None = None
    ms: float = 0.0
    confusion: dict[tuple[int, int], int] = field(default_factory=dict)


def tally(rows: Iterable[Row]) -> Tally:
    """The figures of these rows."""
    rows = list(rows)
    good = [row for row in rows if row.outcome is not None]
    boards = [row for row in good if row.expect in ("read", "hard")]
    bare = [row for row in good if row.expect == "none"]
    errors = [row.error for row in good if row.error is not None]
    confusion: Counter[tuple[int, int]] = Counter()
    for row in good:
        for real, seen, count in row.pairs:
            confusion[real, seen] += count
    return Tally(
        pictures=len(good),
        boards=len(boards),
        exact=sum(row.exact for row in boards),
        sure=sum(row.outcome is Outcome.SURE for row in boards),
        wrong_sure=sum(row.outcome is not None and row.outcome.bad for row in good),
        cells=sum(row.total for row in boards),
        cells_right=sum(row.right for row in boards),
        negatives=len(good) - len(boards),
        bare=len(bare),
        refused=sum(row.outcome is Outcome.REFUSED for row in bare),
        problems=len(rows) - len(good),
        failed=sum(row.failed for row in rows),
        placement=(median(errors), max(errors)) if errors else None,
        ms=median(row.look_ms for row in good) if good else 0.0,
        confusion=dict(sorted(confusion.items())),
    )


def by_puzzle(rows: Iterable[Row]) -> dict[str, Tally]:
    """One tally a puzzle, by the truth; pictures without a board come last."""
    groups: dict[str, list[Row]] = {}
    for row in rows:
        if row.outcome is not None:
            groups.setdefault(row.kind or NO_BOARD, []).append(row)
    return {kind: tally(groups[kind]) for kind in sorted(groups, key=lambda kind: (kind == NO_BOARD, kind))}
