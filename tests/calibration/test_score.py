from dataclasses import replace
from pathlib import Path

import pytest

from calibration.score import Outcome, displacement, exact, outcome
from calibration.truth import Entry
from vision.reading import CellReading, Reading, Verdict, nothing


def reading(board: str, verdict: Verdict = "sure", kind: str = "lights-out", shift: float = 0.0) -> Reading:
    cells = tuple(
        CellReading(r, c, None if sign == "?" else int(sign), (), (10 * c + 5 + shift, 10 * r + 5))
        for r, line in enumerate(board.split("/"))
        for c, sign in enumerate(line)
        if sign != "x"
    )
    return Reading(verdict, kind=kind, states=2, cells=cells)


def entry(board: str, kind: str = "lights-out", **facts: object) -> Entry:
    return Entry(Path("a"), "read", kind, board, 2, **facts)  # type: ignore[arg-type]


def test_lights_out_states_may_be_renamed_but_not_merged() -> None:
    assert exact(reading("01/10"), entry("10/01"))
    assert exact(reading("00/00"), entry("11/11"))
    assert not exact(reading("00/00"), entry("10/01"))
    assert not exact(reading("01/21"), entry("01/11"))
    assert not exact(reading("01/1?"), entry("01/11"))


def test_other_puzzles_are_literal() -> None:
    assert exact(reading("01/10", kind="memento"), entry("01/10", "memento"))
    assert not exact(reading("01/10", kind="memento"), entry("10/01", "memento"))
    assert not exact(reading("01/10", kind="memento"), entry("01/10"))


def test_shape_holes_and_places_count() -> None:
    assert exact(reading("0x/10"), entry("0x/10"))
    assert not exact(reading("00/10"), entry("0x/10"))
    assert not exact(reading("01/10/11"), entry("01/10"))
    assert exact(reading("01/10", shift=3), entry("01/10", box=(0, 0, 20, 20)))
    assert not exact(reading("01/10", shift=4), entry("01/10", box=(0, 0, 20, 20)))
    assert not exact(reading("01/10", shift=4), entry("01/10", centers=((5, 5), (15, 5), (5, 15), (15, 15))))
    assert displacement(reading("01/10"), entry("01/10")) is None


def test_a_board_that_leans_lies_in_its_box_if_its_outline_does() -> None:
    corner = (20.0, 0.0, 0.0, 10.0, 10.0, 0.0, 0.5, 0.0, 1.0)  # a wall that goes away to the right
    seen = reading("01/10")
    far = tuple(
        replace(cell, center=(20 * x / (1 + x / 2), (10 * x + 10 * y) / (1 + x / 2)))
        for cell in seen.cells
        for x, y in [(cell.col + 0.5, cell.row + 0.5)]
    )
    seen = replace(seen, cells=far)
    assert not exact(seen, entry("01/10", box=(0, 0, 20, 20)))
    assert exact(replace(seen, homography=corner), entry("01/10", box=(0, 0, 20, 20)))
    assert not exact(replace(seen, homography=corner), entry("01/10", box=(0, 0, 20, 30)))


@pytest.mark.parametrize(
    ("seen", "expect", "wanted"),
    [
        (reading("01/10"), "read", Outcome.SURE),
        (reading("01/10", "unsure"), "hard", Outcome.EXACT),
        (reading("01/11"), "hard", Outcome.WRONG_SURE),
        (reading("01/11", "unsure"), "read", Outcome.WRONG),
        (nothing("no"), "read", Outcome.MISSED),
        (nothing("no"), "none", Outcome.REFUSED),
        (reading("01/10", "unsure"), "none", Outcome.DOUBTED),
        (reading("01/10"), "not-sure", Outcome.FALSE_SURE),
    ],
)
def test_outcomes(seen: Reading, expect: str, wanted: Outcome) -> None:
    truth = Entry(Path("a"), expect, "lights-out", "01/10", 2)  # type: ignore[arg-type]
    assert outcome(seen, truth) is wanted
    assert wanted.bad == (wanted in (Outcome.WRONG_SURE, Outcome.FALSE_SURE))
