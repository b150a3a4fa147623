from __future__ import annotations

import pytest

from calibration.report import prepare, write
from calibration.row import Row
from calibration.score import Outcome
from solver.errors import BoardsightError

ROWS = [
    Row(
        "<b>bold</b>.png",
        "jpeg 3",
        Outcome.WRONG_SURE,
        expect="read",
        kind="lights-out",
        truth="11/00",
        board="10/00",
        seen="lights-out",
        verdict="sure",
        total=4,
        right=3,
        pairs=((0, 0, 2), (1, 0, 1), (1, 1, 1)),
        picture="1.jpg",
    ),
    Row("b.png", "", Outcome.REFUSED, expect="none"),
    Row("c.png", problem="c.png: lost & gone"),
]


def test_the_page_names_failures_and_escapes_text(tmp_path):
    prepare(tmp_path / "report")
    page = write(tmp_path / "report", ROWS, title="of <mine>", changed=["worse: a <i>"]).read_text()
    assert "<b>bold</b>.png" not in page
    assert "of &lt;mine&gt;" in page
    assert "worse: a &lt;i&gt;" in page
    assert "c.png: lost &amp; gone" in page
    assert 'src="pictures/1.jpg"' in page
    assert page.count(' off"') == 1
    assert "http" not in page


def test_a_folder_with_other_things_is_left_alone(tmp_path):
    (tmp_path / "letter.txt").write_text("dear")
    with pytest.raises(BoardsightError, match="other things"):
        prepare(tmp_path)


def test_a_report_may_be_written_again(tmp_path):
    for _ in range(2):
        prepare(tmp_path / "report")
        write(tmp_path / "report", ROWS, title="t")
