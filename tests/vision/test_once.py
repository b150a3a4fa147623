"""What is believed of what was read in one scene."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision.frame import Frame
from vision.look import look

UNDEALT, DEALT = "1100/1011/0110/0011", "0100/1011/0110/0011"
"""Of a size with four checks: the first passes not all of them."""
EIGHT = "110110010/100110011/111100111/111101111/010111000/001101101/100011100/111011110/111111100"
"""Of a size with eight checks, not all passed."""


def page(rows: str, *, marked: bool = False) -> Frame:
    """Squares of two colours; ``marked``: with the same sign in each."""
    lines = rows.split("/")
    picture = np.full((len(lines) * 80 + 200, len(lines) * 80 + 380, 3), 30, np.uint8)
    for row, line in enumerate(lines):
        for col, sign in enumerate(line):
            left, top = 180 + 80 * col, 100 + 80 * row
            colour = (80, 200, 240) if sign == "1" else (110, 90, 80)
            cv2.rectangle(picture, (left, top), (left + 70, top + 70), colour, -1)
            if marked:
                cv2.rectangle(picture, (left + 22, top + 22), (left + 48, top + 48), (40, 40, 40), 3)
    return Frame(picture)


@pytest.mark.parametrize(("rows", "marked"), [(UNDEALT, False), (UNDEALT, True), (EIGHT, True)])
def test_a_pattern_that_no_clicks_make_is_not_sure(rows: str, *, marked: bool) -> None:
    assert look(page(rows, marked=marked))[0].verdict == "unsure"


def test_it_is_where_the_user_says_what_it_is_or_clicks_make_it() -> None:
    assert look(page(UNDEALT), ["lights-out"])[0].verdict == "sure"
    assert look(page(DEALT))[0].verdict == "sure"
