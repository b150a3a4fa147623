"""Cell by cell: what was read against the truth, Lights Out states under the renaming that fits best."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import permutations
from typing import TYPE_CHECKING

from calibration.score import placed
from solver.notation import parse

if TYPE_CHECKING:
    from calibration.truth import Entry
    from vision.reading import Reading

UNREAD = -1
"""Stands for a state where a cell could not be read."""
MOST_RENAMED = 6


@dataclass(frozen=True, slots=True)
class Comparison:
    """Cells of one picture.

    Attributes:
        total: cells of the true board.
        right: cells read right; 0 where shape or place is wrong.
        pairs: (true state, state read, how often), the states read renamed where the puzzle allows it.
    """

    total: int
    right: int
    pairs: tuple[tuple[int, int, int], ...]


def truth_cells(entry: Entry) -> dict[tuple[int, int], int]:
    """The true state of each cell by (row, col); cells nobody knows are ``UNREAD``."""
    if entry.board is None:
        return {}
    return {
        (row, col): state if isinstance(state, int) else UNREAD
        for row, line in enumerate(parse(entry.board))
        for col, state in enumerate(line)
        if state is not None
    }


def compare(reading: Reading, entry: Entry, *, literal: bool = False) -> Comparison:
    """Compare the leading reading of a picture with its truth.

    Args:
        reading: what was read.
        entry: the truth.
        literal: states must be named as in the truth; otherwise those of Lights Out may be renamed.
    """
    truth = truth_cells(entry)
    seen = {(cell.row, cell.col): UNREAD if cell.state is None else cell.state for cell in reading.cells}
    if not truth or reading.kind != entry.kind or truth.keys() != seen.keys() or not placed(reading, entry):
        return Comparison(len(truth), 0, ())
    if entry.kind == "lights-out" and not literal:
        seen = renamed(seen, truth)
    counts: dict[tuple[int, int], int] = {}
    for place, real in truth.items():
        pair = (real, seen[place])
        counts[pair] = counts.get(pair, 0) + 1
    right = sum(count for (real, shown), count in counts.items() if real == shown)
    return Comparison(len(truth), right, tuple((*pair, count) for pair, count in sorted(counts.items())))


def literally(reading: Reading, entry: Entry) -> bool:
    """Whether shape, place and every state, named as in the truth, are right."""
    found = compare(reading, entry, literal=True)
    return found.total > 0 and found.right == found.total


def renamed(seen: dict[tuple[int, int], int], truth: dict[tuple[int, int], int]) -> dict[tuple[int, int], int]:
    """The states read, by (row, col), under the names that agree with the truth most often; both have the same keys."""
    names = sorted(set(seen.values()) - {UNREAD})
    targets = sorted({*truth.values(), *range(len(names))} - {UNREAD})
    if len(targets) > MOST_RENAMED:
        return seen
    agree = {(name, target): 0 for name in names for target in targets}
    for place, name in seen.items():
        if name != UNREAD and truth[place] != UNREAD:
            agree[name, truth[place]] += 1
    best = max(
        permutations(targets, len(names)),
        key=lambda chosen: sum(agree[pair] for pair in zip(names, chosen, strict=True)),
    )
    rename = {**dict(zip(names, best, strict=True)), UNREAD: UNREAD}
    return {place: rename[name] for place, name in seen.items()}
