"""A board that shows which cells of the one beside it to click is not the board that is meant."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision.frame import Frame
from vision.look import look
from vision.solution import AIM, SHOWN

BOARD = ("10010", "01011", "11101", "10101", "10000")
CLICKS = ("01100", "10010", "00110", "11000", "01011")
OTHER = ("11011", "11100", "00101", "00111", "01111")


def solved_by(clicks: tuple[str, ...]) -> tuple[str, ...]:
    """The board that clicks on the cells marked 1 make dark."""
    pressed = np.pad(np.array([[int(sign) for sign in line] for line in clicks]), 1)
    turned = (
        pressed + np.roll(pressed, 1, 0) + np.roll(pressed, -1, 0) + np.roll(pressed, 1, 1) + np.roll(pressed, -1, 1)
    )
    return tuple("".join(str(state % 2) for state in line) for line in turned[1:-1, 1:-1])


def page(left: tuple[str, ...], right: tuple[str, ...], *, words: str = "") -> Frame:
    """Two boards of one size, something written above the right one."""
    picture = np.full((560, 1000, 3), 245, np.uint8)
    for x, board, ink in ((60, left, (60, 210, 250)), (600, right, (80, 80, 220))):
        for row, line in enumerate(board):
            for col, sign in enumerate(line):
                low, high = (x + 70 * col + 4, 140 + 70 * row + 4), (x + 70 * col + 65, 140 + 70 * row + 65)
                cv2.rectangle(picture, low, high, ink if sign == "1" else (90, 80, 70), -1)
    cv2.putText(picture, words, (640, 100), cv2.FONT_HERSHEY_SIMPLEX, 1.2, (40, 40, 40), 2, cv2.LINE_AA)
    return Frame(picture)


def test_a_board_whose_clicks_solve_the_other_is_its_solution() -> None:
    found = look(page(solved_by(CLICKS), CLICKS))
    assert [reading.verdict for reading in found] == ["sure", "unsure"]
    assert found[0].board == "/".join(solved_by(CLICKS))
    assert SHOWN in found[1].reasons


@pytest.mark.parametrize(("words", "why"), [("Solution", SHOWN), ("solution:", SHOWN), ("Target", AIM), ("GOAL", AIM)])
def test_a_board_under_that_word_is_so_too(words: str, why: str) -> None:
    """So is one that shows what is to be made."""
    found = look(page(BOARD, OTHER, words=words))
    assert [(reading.verdict, reading.board) for reading in found] == [
        ("sure", "/".join(BOARD)),
        ("unsure", "/".join(OTHER)),
    ]
    assert why in found[1].reasons


def test_two_boards_that_have_nothing_to_do_with_each_other_are_both_sure() -> None:
    assert [reading.verdict for reading in look(page(BOARD, OTHER, words="Level"))] == ["sure", "sure"]
