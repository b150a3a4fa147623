"""Letters and numbers at every row and every column of a grid."""

from __future__ import annotations

from typing import TYPE_CHECKING

import cv2
import numpy as np
import pytest

from vision.frame import Frame
from vision.grid.doubts import RULED
from vision.grid.ruled import MANY, _told, ruled
from vision.grid.search import search
from vision.look import look
from vision.scene import Scene

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

PLATE = ["011010", "110001", "001101", "100110", "010011", "101100"]


def plate(step: int, rows: Sequence[str], cols: str, title: str = "", board: list[str] = PLATE) -> NDArray[np.uint8]:
    """A table of six rows and six columns with these signs at its left and above it."""
    page = np.full((6 * step + 160, 6 * step + 160, 3), 245, np.uint8)

    def write(sign: str, x: float, y: float) -> None:
        (width, height), _ = cv2.getTextSize(sign, cv2.FONT_HERSHEY_SIMPLEX, 0.5, 1)
        where = round(x - width / 2), round(y + height / 2)
        cv2.putText(page, sign, where, cv2.FONT_HERSHEY_SIMPLEX, 0.5, (40,) * 3, 1, cv2.LINE_AA)

    for place in range(36):
        row, col = divmod(place, 6)
        x, y = 100 + step * col, 100 + step * row
        tone = (180, 90, 40) if board[row][col] == "1" else (225, 215, 210)
        cv2.rectangle(page, (x, y), (x + step - 5, y + step - 5), tone, -1)
    for line in range(6):
        write(rows[line], 80, 100 + step * (line + 0.5))
        write(cols[line], 100 + step * (line + 0.5), 80)
    write(title, 100 + 3 * step, 50)
    return page


@pytest.mark.parametrize("step", [40, 60])
@pytest.mark.parametrize("title", ["", "Plate 3"])
def test_letters_and_numbers_at_all_lines_make_a_grid_unsure(step: int, title: str) -> None:
    assert RULED in look(Frame(plate(step, "ABCDEF", "123456", title)))[0].reasons


@pytest.mark.parametrize(
    ("rows", "cols", "expected"), [("142315", "444425", True), ("142315", "444444", False), ("442555", "444425", False)]
)
def test_along_one_side_signs_may_follow_their_like(rows: str, cols: str, expected: bool) -> None:
    scene = Scene(Frame(plate(60, rows, cols)))
    assert ruled(scene, search(scene, 0)[0]) is expected


@pytest.mark.parametrize(
    ("rows", "cols"), [("      ", "      "), ("ABCDEF", "      "), ("      ", "123456"), (">>>>>>", "oooooo")]
)
def test_signs_along_one_side_and_buttons_do_not(rows: str, cols: str) -> None:
    assert look(Frame(plate(60, rows, cols)))[0].verdict == "sure"


def test_a_pattern_that_few_clicks_make_is_a_boards_though_its_lines_are_named() -> None:
    board = ["010000", "111001", "010011", "000001", "001000", "011100"]
    assert look(Frame(plate(60, "ABCDEF", "123456", board=board)))[0].verdict == "sure"


def test_a_margin_of_another_colour_beside_the_signs_hides_none_of_them() -> None:
    page = plate(60, "ABCDEF", "123456")
    page[:, :64] = page[:64] = 0
    assert RULED in look(Frame(page))[0].reasons


@pytest.mark.parametrize(("names", "unlike"), [(["10:00", "11:00", "12:00", "13:00"], True), (["10:00"] * 4, False)])
def test_hours_differ_in_one_digit(names: list[str], unlike: bool) -> None:
    strip = np.zeros((4 * 48, 100), np.uint8)
    for line, name in enumerate(names):
        cv2.putText(strip, name, (40, 48 * line + 29), cv2.FONT_HERSHEY_SIMPLEX, 0.4, 255, 1, cv2.LINE_AA)
    assert (_told(strip > 40, len(names), 93.0) >= MANY) is unlike
