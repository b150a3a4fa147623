"""Small boxes that stand far apart."""

from __future__ import annotations

import numpy as np
import pytest

from vision.frame import Frame
from vision.grid.gathered import gathered
from vision.look import look
from vision.scene import Scene

BRIEF, LONG = "01011/10011/01100/11100/01110", "0110/1011/0011"


def drawn(board: str, *, across: int, down: int, between: bool = False) -> Frame:
    """Boxes of 14 pixels to be ticked, so many pixels apart; ``between`` draws a line beside one of them."""
    rows = board.split("/")
    page = np.full((120 + down * len(rows), 100 + across * len(rows[0]), 3), 245, np.uint8)
    for row, line in enumerate(rows):
        for col, state in enumerate(line):
            x, y = 50 + across * col, 60 + down * row
            page[y : y + 14, x : x + 14] = (110, 110, 110) if state == "0" else (240, 120, 20)
            if state == "0":
                page[y + 1 : y + 13, x + 1 : x + 13] = 255
    if between:
        page[64:68, 80:90] = 0
    return Frame(page)


@pytest.mark.parametrize(("across", "down"), [(60, 40), (92, 78), (44, 44)])
def test_boxes_far_apart_are_read_where_they_stand(across: int, down: int) -> None:
    reading = look(drawn(BRIEF, across=across, down=down))[0]
    assert reading.board == BRIEF or reading.board == BRIEF.translate(str.maketrans("01", "10"))
    for cell in reading.cells:
        assert cell.center == pytest.approx((57 + across * cell.col, 67 + down * cell.row), abs=1.0)


def test_a_pattern_that_many_clicks_make_is_not_sure() -> None:
    assert all(one.verdict != "sure" for one in look(drawn(LONG, across=92, down=78)))


def test_nothing_is_left_out_where_something_stands_between_boxes() -> None:
    assert gathered(Scene(drawn(BRIEF, across=92, down=78)), 0) is not None
    assert gathered(Scene(drawn(BRIEF, across=92, down=78, between=True)), 0) is None


@pytest.mark.parametrize("left", [22, 574])
def test_what_is_drawn_in_all_places_of_one_more_column_may_be_of_the_board(left: int) -> None:
    page = drawn(BRIEF, across=92, down=40).pixels.copy()
    closer = gathered(Scene(Frame(page)), 0)
    assert closer is not None
    assert not closer.followed
    wide = np.pad(page, ((0, 0), (60, 60), (0, 0)), mode="edge")
    wide[40:300, left : left + 4] = 0
    found = gathered(Scene(Frame(wide)), 0)
    assert found is not None
    assert found.followed


def test_boxes_close_together_stay_where_they_are() -> None:
    assert gathered(Scene(drawn(BRIEF, across=20, down=20)), 0) is None
