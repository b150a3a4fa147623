"""Boards without gaps or lines, located by the shapes that like neighbours run together into."""

from __future__ import annotations

from typing import TYPE_CHECKING

import cv2
import numpy as np
import pytest

from vision.detectors import lights_out
from vision.frame import Frame
from vision.grid import boxes, merged
from vision.grid.doubts import MAP
from vision.scene import Scene

if TYPE_CHECKING:
    from vision.reading import Reading

BOARD = "1101001/0110100/1000111/0101110/1110010/0010011/1001101"


def picture(board: str, *, cell: int = 44, unlit: tuple[int, int, int] = (60, 40, 30)) -> np.ndarray:
    rows = board.split("/")
    pixels = np.full((430, 560, 3), (232, 236, 240), np.uint8)
    for row, line in enumerate(rows):
        for col, mark in enumerate(line):
            x, y = 101 + cell * col, 71 + cell * row
            colour = (90, 210, 250) if mark == "1" else unlit
            cv2.rectangle(pixels, (x, y), (x + cell - 1, y + cell - 1), colour, -1)
    return pixels


def read(pixels: np.ndarray) -> list[Reading]:
    return [one for one in lights_out.detect(Scene(Frame(pixels))) if one.cells]


@pytest.mark.parametrize("board", [BOARD, "01101/10010/11001/00110/10111"])
def test_shapes_side_by_side_make_the_board(board: str) -> None:
    rows = board.split("/")
    found = merged.grids(boxes.find(boxes.edges(picture(board))))
    assert [(one.rows, one.cols) for one in found[:1]] == [(len(rows), len(rows[0]))]
    assert np.abs(found[0].centers()[0] - (123, 93)).max() < 2


def test_the_board_is_read() -> None:
    found = read(picture(BOARD))[0]
    assert (found.verdict, found.board) == ("sure", BOARD)
    assert np.hypot(found.cells[0].center[0] - 123, found.cells[0].center[1] - 93) < 3


@pytest.mark.parametrize(("side", "verdict"), [(120, "sure"), (900, "unsure")])
def test_a_small_part_of_a_large_picture_may_be_a_map(side: int, verdict: str) -> None:
    pixels = cv2.copyMakeBorder(picture(BOARD, cell=30), 0, side, 0, side, cv2.BORDER_CONSTANT, value=(232, 236, 240))
    found = read(pixels)[0]
    assert (found.verdict, found.board) == (verdict, BOARD)
    assert (MAP in found.reasons) == (verdict == "unsure")


def test_shapes_may_be_far_wider_than_tall() -> None:
    board, wide, tall = "11000/00011/10110/01101/00000", 88, 48
    pixels = np.full((tall * 5 + 200, wide * 5 + 300, 3), (230, 216, 173), np.uint8)
    for row, line in enumerate(board.split("/")):
        for col, mark in enumerate(line):
            x, y = 140 + wide * col, 100 + tall * row
            cv2.rectangle(pixels, (x, y), (x + wide - 1, y + tall - 1), (255, 255, 255) if mark == "1" else 0, -1)
    assert [one.board for one in read(pixels)] == [board]


def test_a_title_above_and_a_bar_below_may_be_of_a_colour_with_cells_that_touch_them() -> None:
    """As of a window that its board fills from side to side, with nothing between its cells."""
    board = "00010/11010/10111/01000/00111"
    pixels = np.full((520, 620, 3), (43, 127, 90), np.uint8)
    cv2.rectangle(pixels, (150, 60), (449, 434), (255, 255, 255), -1)
    cv2.rectangle(pixels, (150, 88), (449, 99), (222, 222, 222), -1)
    cv2.putText(pixels, "Lights Out", (160, 80), cv2.FONT_HERSHEY_SIMPLEX, 0.5, (0, 0, 0), 1, cv2.LINE_AA)
    for row, line in enumerate(board.split("/")):
        for col, mark in enumerate(line):
            if mark == "0":
                cv2.rectangle(pixels, (150 + 60 * col, 100 + 60 * row), (209 + 60 * col, 159 + 60 * row), (0, 0, 0), -1)
    cv2.rectangle(pixels, (150, 400), (449, 434), (222, 222, 222), -1)
    found = read(pixels)[0]
    assert (found.verdict, found.board) == ("sure", board)


def test_nooks_between_rounded_cells_are_no_shapes() -> None:
    pixels = picture(BOARD)
    for row in range(8):
        for col in range(8):
            cv2.circle(pixels, (101 + 44 * col, 71 + 44 * row), 8, (232, 236, 240), -1)
    found = merged.grids(boxes.find(boxes.edges(pixels)))
    assert [(one.rows, one.cols) for one in found[:1]] == [(7, 7)]


def rounded(board: str, *, cell: int, radius: int) -> np.ndarray:
    """Cells that touch each other, with round corners; discs where the radius is half a cell."""
    rows = board.split("/")
    pixels = np.full((110 + cell * len(rows), 160 + cell * len(rows[0]), 3), (232, 236, 240), np.uint8)
    inner = cell - 1 - radius
    for row, line in enumerate(rows):
        for col, mark in enumerate(line):
            part = pixels[70 + cell * row :, 100 + cell * col :][:cell, :cell]
            colour = (60, 160, 200) if mark == "1" else (110, 80, 70)
            cv2.rectangle(part, (radius, 0), (inner, cell - 1), colour, -1)
            cv2.rectangle(part, (0, radius), (cell - 1, inner), colour, -1)
            for corner in ((radius, radius), (inner, radius), (radius, inner), (inner, inner)):
                cv2.circle(part, corner, radius, colour, -1, cv2.LINE_AA)
    return pixels


@pytest.mark.parametrize("radius", [8, 14, 22])
@pytest.mark.parametrize(
    "board", ["00011/10110/11111/11011/11111", "1101001/0110100/1000111/0101110/1110010/0010011/1001101"]
)
def test_rounded_cells_that_touch_are_told_by_their_nooks(board: str, radius: int) -> None:
    """Whole lines of one state run together into shapes that are no boxes."""
    found = read(rounded(board, cell=44, radius=radius))[0]
    assert (found.verdict, found.board) == ("sure", board)


def test_surroundings_like_unlit_cells_are_not_sure() -> None:
    assert all(one.verdict != "sure" for one in read(picture(BOARD, unlit=(232, 236, 240))))


def test_a_sprite_is_not_sure() -> None:
    half = ["1101", "0110", "1000", "0101", "1110", "0011", "1001"]
    assert all(one.verdict != "sure" for one in read(picture("/".join(row + row[-2::-1] for row in half))))


def test_surroundings_of_a_shade_of_their_own_let_the_end_be_seen() -> None:
    found = read(picture(BOARD, unlit=(200, 208, 216)))[0]
    assert (found.verdict, found.board) == ("sure", BOARD)


@pytest.mark.parametrize(("farther", "located"), [(0.0, True), (2.2, True), (12.0, True), (40.0, False)])
def test_the_outermost_shape_may_run_on_by_less_than_a_cell(farther: float, located: bool) -> None:
    spans = np.array([(0, 0, 2, 3), (2, 0, 5, 1), (2, 1, 3, 5), (3, 1, 5, 2), (3, 2, 5, 5), (0, 3, 1, 5), (1, 3, 2, 5)])
    low, high = 40 + 45.0 * spans[:, :2], 40 + 45.0 * spans[:, 2:]
    low[0, 0] -= farther
    found = merged.grids(boxes.Boxes((low + high) / 2, high - low - 1, np.full(len(spans), 0.9)))
    assert [(one.rows, one.cols) for one in found] == [(5, 5)] * located
