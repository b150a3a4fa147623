"""Tiles on their way from one face to the other."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision.frame import Frame
from vision.look import look
from vision.memento.turning import turning

BOARD = "01011/01000/01110/11101/00101"
CELL, LEFT, TOP = 64, 160, 90


def drawn(width: float) -> Frame:
    """Tiles over a sunset; those of the middle row are of this ``width``, in cells."""
    y, x = np.mgrid[:480, :640].astype(np.float32)
    picture = np.stack([90 + 60 * np.sin(x / 37 + y / 51), 60 + y / 3, 230 - y / 3 + 15 * np.cos(x / 23)], axis=2)
    cv2.circle(picture, (LEFT + 150, TOP + 150), 40, (180, 240, 250), -1)
    page = np.full((480, 640, 3), (70, 62, 58), np.float32)
    inside = np.s_[TOP : TOP + 5 * CELL, LEFT : LEFT + 5 * CELL]
    page[inside] = picture[inside]
    for row, line in enumerate(BOARD.split("/")):
        for col, state in enumerate(line):
            if state == "0":
                half = round((width if row == 2 else 1.0) * CELL / 2) - 1
                middle = LEFT + CELL * col + CELL // 2
                page[TOP + CELL * row + 1 : TOP + CELL * (row + 1) - 1, middle - half : middle + half] = (90, 20, 40)
    return Frame(page.clip(0, 255).astype(np.uint8))


@pytest.mark.parametrize(("width", "sure"), [(1.0, True), (0.8, False), (0.6, False), (0.4, False)])
def test_a_board_some_of_whose_tiles_are_being_turned_is_never_sure(width: float, sure: bool) -> None:
    assert (look(drawn(width))[0].verdict == "sure") is sure


COVERED = np.array([[True, True, False], [True, False, True], [False, True, True]])


@pytest.mark.parametrize("axis", [2, 3])
def test_tiles_of_a_line_that_are_narrower_are_turning_and_those_off_by_a_pixel_are_not(axis: int) -> None:
    cells = np.full((3, 3, 32, 32, 3), 90.0, np.float32)
    tile = np.full((32, 32, 3), 40.0, np.float32)
    tile[8:24, 8:24] = 60.0  # an ornament
    cells[COVERED] = tile
    assert not turning(cells, COVERED)
    cells[0, 0], cells[0, 1] = np.roll(tile, 1, 0), np.roll(tile, -1, 1)
    assert not turning(cells, COVERED)
    sides = np.moveaxis(cells, axis, 2)
    sides[1, [0, 2], :5] = sides[1, [0, 2], -5:] = 80.0
    assert turning(cells, COVERED)


def test_one_strange_tile_among_others_of_its_lines_is_not_turning() -> None:
    cells = np.full((3, 3, 32, 32, 3), 40.0, np.float32)
    cells[2, 1, :12, :12] = 90.0
    assert not turning(cells, np.ones((3, 3), bool))
