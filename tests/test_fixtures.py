"""Our own pictures through the whole chain: nothing wrong and sure, and not less than this read rightly."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

import boardsight
from calibration.score import Outcome, outcome
from calibration.truth import Entry, load

FOLDER = Path(__file__).resolve().parent.parent / "fixtures"
ENTRIES = load(FOLDER)
# How many pictures of each group there are at least, and which shares must be exact, and exact and sure.
GROUPS = {
    "wheels": (10, 1.0, 1.0),
    "heresy": (10, 0.9, 0.9),
    "memento": (10, 0.8, 0.3),
    "lights-out": (10, 1.0, 0.9),
}
REFUSED = 0.8


def entries(group: str) -> list[Entry]:
    return [entry for entry in ENTRIES if entry.path.parent.name == group]


def outcomes(group: str) -> Counter[Outcome]:
    """What became of the pictures of a group, none of them wrong and sure."""
    found: Counter[Outcome] = Counter()
    for entry in entries(group):
        result = boardsight.solve(entry.path)
        assert result.reading is not None
        became = outcome(result.reading, entry)
        assert not became.bad, f"{entry.path.name}: {became.value}: {result.reading.board}"
        found[became] += 1
        if became is Outcome.SURE and result.board is not None and result.board.puzzle.deals_solvable:
            assert result.verdict == "sure"
            assert result.solvable
    return found


@pytest.mark.parametrize("group", GROUPS)
def test_boards_are_read(group: str) -> None:
    least, exact, sure = GROUPS[group]
    found = outcomes(group)
    assert found.total() >= least
    assert found[Outcome.SURE] + found[Outcome.EXACT] >= exact * found.total(), found
    assert found[Outcome.SURE] >= sure * found.total(), found


def test_pictures_without_a_board_are_refused() -> None:
    found = outcomes("none")
    assert found.total() >= 10
    assert found[Outcome.REFUSED] >= REFUSED * found.total(), found


def test_boards_cut_or_in_motion_are_never_sure() -> None:
    assert outcomes("not-sure").total() >= 4


def test_the_truth_file_names_every_picture_once() -> None:
    named = [entry.path for entry in ENTRIES]
    there = [path for path in FOLDER.rglob("*") if path.suffix in {".png", ".jpg"} and ".solved" not in path.name]
    assert sorted(named) == sorted(there)
