"""Boards of signs in which dark cells are blank, told by the names of their columns and lines."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision.frame import Frame
from vision.look import look

WIDE, HIGH = 14, 26
BOARD = "00100/10001/10000/11000/01010"


def screen(lines: list[str]) -> Frame:
    """A terminal: every sign in a place of its own, green on black."""
    pixels = np.zeros((HIGH * (len(lines) + 4), 700, 3), np.uint8)
    for row, line in enumerate(lines):
        for col, sign in enumerate(line):
            (width, _), _ = cv2.getTextSize(sign, cv2.FONT_HERSHEY_SIMPLEX, 0.5, 1)
            place = 40 + WIDE * col + (WIDE - width) // 2, HIGH * (row + 2) - 7
            cv2.putText(pixels, sign, place, cv2.FONT_HERSHEY_SIMPLEX, 0.5, (60, 230, 60), 1, cv2.LINE_AA)
    return Frame(pixels)


def told(lines: list[str]) -> tuple[str, str | None]:
    reading = look(screen(lines))[0]
    return reading.verdict, reading.board


@pytest.mark.parametrize("right", [False, True])
def test_what_stands_below_and_beside_the_same_names_is_a_board(right: bool) -> None:
    rows = [" ".join(" #"[int(state)] for state in line) for line in BOARD.split("/")]
    header = "1 2 3 4 5" if right else "  1 2 3 4 5"
    lines = [f"{row} {n}" if right else f"{n} {row}" for n, row in enumerate(rows, 1)]
    assert told([header, *lines, "enter xy:"]) == ("unsure", BOARD)


def test_lines_between_cells_are_no_cells() -> None:
    rows = ["|" + "|".join(" #"[int(state)] for state in line) + "|" for line in BOARD.split("/")]
    ruler = "  +-+-+-+-+-+"
    lines = [part for n, row in enumerate(rows, 1) for part in (f"{n} {row}", ruler)]
    assert told(["   1 2 3 4 5", ruler, *lines, "", "Zeile:"]) == ("unsure", BOARD)


@pytest.mark.parametrize(
    "rows",
    [
        ["  1 2 3 4", "1 #", "2   #", "4 # #", "5     #"],  # lines have other names
        ["  1 2 3 4", "1 #   #", "2   * #", "3 # #", "4     *"],  # of more kinds
        ["  1 2 3 4", "1 # #", "2 # #", "3 # #", "4 # #"],  # columns all alike
    ],
)
def test_other_tables_are_none(rows: list[str]) -> None:
    assert told(rows) == ("none", None)
