"""What is believed of what was read in one scene."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision import once
from vision.frame import Frame
from vision.look import look
from vision.scene import Scene

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


@pytest.mark.parametrize(("height", "width", "verdict"), [(200, 300, "unsure"), (1080, 1920, "none")])
def test_a_page_that_names_the_game_is_no_reason_to_offer_specks_in_doubt(
    height: int, width: int, verdict: str
) -> None:
    rng = np.random.default_rng(0)
    picture = np.full((height, width, 3), 30, np.uint8)
    for row, col in np.ndindex(5, 3):
        left, top = 60 + 10 * col, 60 + 10 * row
        cv2.rectangle(picture, (left, top), (left + 7, top + 7), rng.integers(60, 240, 3).tolist(), -1)
    scene = Scene(Frame(picture))
    scene.recalled = True
    readings, _ = once.look(scene, ("lights-out",), None)
    assert readings[0].verdict == verdict
