"""Buttons beside a board that are as large as its cells."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision.detectors import lights_out
from vision.frame import Frame
from vision.scene import Scene

BOARD = "1001110100101010000000001"
DARK, LIT, GRAY = (35, 60, 107), (179, 218, 246), (217, 217, 217)


@pytest.mark.parametrize(
    ("words", "colour", "expected"),
    [
        (("Solve", "Hint", "(1, 2)", "", "Reset"), GRAY, "sure"),
        (("Solve", "Hint", "(1, 2)", "", "Reset"), LIT, "sure"),
        (("",) * 5, GRAY, "unsure"),  # cells of one more colour
        (("", "", "Hint", "", ""), LIT, "unsure"),  # a word may lie over cells
    ],
)
def test_a_column_that_is_written_on_as_no_cell_is_holds_buttons(
    words: tuple[str, ...], colour: tuple[int, int, int], expected: str
) -> None:
    pixels = np.full((620, 700, 3), 245, np.uint8)
    for place, mark in enumerate(BOARD):
        row, col = divmod(place, 5)
        cv2.rectangle(pixels, (3 + 112 * col, 42 + 112 * row, 109, 109), LIT if mark == "1" else DARK, -1)
    for row, word in enumerate(words):
        cv2.rectangle(pixels, (3 + 112 * 5, 42 + 112 * row, 109, 109), colour, -1)
        cv2.putText(pixels, word, (583, 102 + 112 * row), cv2.FONT_HERSHEY_SIMPLEX, 0.6, (20, 20, 20), 1, cv2.LINE_AA)
    found = lights_out.detect(Scene(Frame(pixels)))
    assert found[0].verdict == expected


@pytest.mark.parametrize(("words", "expected"), [(("Moves", "Level", "Best"), "sure"), (("", "", ""), "unsure")])
def test_counters_above_a_board_in_the_colour_of_dark_lamps_are_no_cells(words: tuple[str, ...], expected: str) -> None:
    pixels = np.full((620, 700, 3), (25, 12, 12), np.uint8)
    for place, mark in enumerate(BOARD):
        row, col = divmod(place, 5)
        cv2.rectangle(
            pixels, (150 + 84 * col, 150 + 84 * row, 76, 76), (110, 205, 250) if mark == "1" else (60, 36, 36), -1
        )
    for third, word in enumerate(words):
        left = 148 + 170 * third
        cv2.rectangle(pixels, (left, 80, 82, 60), (60, 36, 36), -1)
        cv2.putText(pixels, word, (left + 12, 118), cv2.FONT_HERSHEY_SIMPLEX, 0.55, (240, 240, 240), 2, cv2.LINE_AA)
    found = lights_out.detect(Scene(Frame(pixels)))
    assert found[0].verdict == expected


def test_a_message_over_all_but_the_first_cell_of_a_line_is_no_line_of_buttons() -> None:
    pixels = np.zeros((620, 700, 3), np.uint8)
    for place, mark in enumerate(BOARD):
        row, col = divmod(place, 5)
        lamp = (110, 205, 250) if mark == "1" else (90, 90, 90)
        cv2.rectangle(pixels, (150 + 84 * col, 100 + 84 * row, 76, 76), lamp, -1)
    cv2.rectangle(pixels, (230, 435, 346, 78), (240, 240, 240), -1)
    words = "Connection to the server was lost"
    cv2.putText(pixels, words, (240, 482), cv2.FONT_HERSHEY_SIMPLEX, 0.6, (20, 20, 20), 1, cv2.LINE_AA)
    assert not any(one.verdict == "sure" for one in lights_out.detect(Scene(Frame(pixels))))
