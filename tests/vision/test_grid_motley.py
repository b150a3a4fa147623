"""Cards turned up, each with a picture of its own."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision.frame import Frame
from vision.look import look

BACK, CARD, PAGE = (30, 90, 230), (250, 250, 250), (40, 26, 20)
TABLE = ["11010", "11111", "11111", "10110"]


def drawn(*, same: bool) -> np.ndarray:
    """Cards face down but for those at 0, which hold a disc, a square, a bar and a cross, or all a disc."""
    page = np.full((520, 620, 3), PAGE, np.uint8)
    shapes = iter("osbx")
    for row, line in enumerate(TABLE):
        for col, down in enumerate(line):
            x, y = 80 + 90 * col, 80 + 90 * row
            page[y : y + 78, x : x + 78] = BACK if down == "1" else CARD
            if down == "1":
                continue
            shape = "o" if same else next(shapes)
            if shape == "o":
                cv2.circle(page, (x + 39, y + 39), 20, (40, 40, 200), -1)
            elif shape == "s":
                page[y + 26 : y + 46, x + 30 : x + 50] = (40, 160, 40)
            elif shape == "b":
                page[y + 20 : y + 60, x + 28 : x + 36] = (200, 80, 40)
            else:
                cv2.drawMarker(page, (x + 42, y + 40), (20, 120, 160), cv2.MARKER_TILTED_CROSS, 34, 6)
    return page


@pytest.mark.parametrize(("same", "verdicts"), [(False, {"none"}), (True, {"unsure", "sure"})])
def test_cards_that_hold_each_something_else_are_no_board(same: bool, verdicts: set[str]) -> None:
    assert look(Frame(drawn(same=same)))[0].verdict in verdicts
