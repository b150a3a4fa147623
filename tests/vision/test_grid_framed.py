"""Boards whose frame goes around three sides, and the picture ends before the fourth."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision.frame import Frame
from vision.look import look

BOARD = ("01110", "00100", "10001", "10011", "01101")


def drawn(*, bottom: int | None = None, border: bool = True) -> Frame:
    """Cells on a card with a border around it, or on a bare page; the picture may end above its bottom."""
    page = np.full((520, 520, 3), (244, 240, 236), np.uint8)
    if border:
        cv2.rectangle(page, (76, 76), (444, 444), (120, 60, 30), 4)
    for row, line in enumerate(BOARD):
        for col, sign in enumerate(line):
            ends = [
                (90 + 68 * at[0] + by, 90 + 68 * at[1] + by) for at, by in (((col, row), 3), ((col + 1, row + 1), -3))
            ]
            cv2.rectangle(page, *ends, (60, 210, 250) if sign == "1" else (130, 110, 100), -1)
    return Frame(np.ascontiguousarray(page[:bottom]))


@pytest.mark.parametrize(("bottom", "verdict"), [(None, "sure"), (436, "unsure")])
def test_a_frame_is_not_cut_by_chance(bottom: int | None, verdict: str) -> None:
    assert look(drawn(bottom=bottom))[0].verdict == verdict


def test_without_a_frame_nothing_says_that_the_board_goes_on() -> None:
    assert look(drawn(bottom=436, border=False))[0].verdict == "sure"
