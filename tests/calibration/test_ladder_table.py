from __future__ import annotations

from calibration.ladder_table import lines, page, summary
from calibration.row import Row
from calibration.score import Outcome


def row(group: str, outcome: Outcome) -> Row:
    return Row("a.png", group, outcome, expect="read", kind="memento", total=9, right=9)


ROWS = [
    row("clean", Outcome.SURE),
    row("blur 1", Outcome.SURE),
    row("blur 1", Outcome.EXACT),
    row("blur 5", Outcome.WRONG_SURE),
]


def test_each_wear_has_a_line_with_a_cell_for_each_strength():
    table = {line[0]: line[1:] for line in lines(ROWS)}
    assert table["clean"][0] == "100 / 100"
    assert table["blur"] == ("100 / 50", "–", "–", "–", "0 / 0", "0", "1")


def test_the_summary_parts_mild_from_strong():
    mild, strong = summary(ROWS).splitlines()
    assert mild.startswith("rungs 1–3: 100.0 % of 3 boards exact")
    assert "1 of 1 pictures wrong and sure" in strong


def test_the_page_shows_the_simple_reader_too():
    text = page(ROWS, ROWS[:2], seed=3, pictures="`fixtures`")
    assert "simple reader 1–3" in text
    assert "Seed 3" in text
