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


@pytest.mark.parametrize("axis", [1, 2])
def test_a_narrower_tile_is_told_from_one_that_something_lies_on(axis: int) -> None:
    tiles = np.full((5, 32, 32, 3), 40.0, np.float32)
    tiles[:, 8:24, 8:24] = 60.0  # an ornament
    others = np.full((4, 32, 32, 3), 90.0, np.float32)
    assert not turning(tiles, others)
    laid_on, turned = tiles.copy(), tiles.copy()
    laid_on[2, :12, :12] = 90.0
    assert not turning(laid_on, others)
    sides = np.moveaxis(turned, axis, 1)
    sides[2, :5] = sides[2, -5:] = 80.0
    assert turning(turned, others)
