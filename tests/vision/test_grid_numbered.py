"""Boards without lines or gaps whose cells hold a number each."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from PIL import Image, ImageDraw, ImageFont

from vision.frame import Frame
from vision.grid.doubts import LETTERED
from vision.grid.numbered import numbered
from vision.look import look
from vision.scene import Scene

BOARD = "01100/00010/11101/00000/10010"
SIDE, LEFT, TOP = 80, 120, 90


def page(board: str, *, slim: bool = False, uneven: bool = False, bare: bool = False) -> np.ndarray:
    """A white page with white and red cells; the numbers of the first column are slim, or one cell has none."""
    pixels = np.full((560, 640, 3), 250, np.uint8)
    for row, line in enumerate(board.split("/")):
        for col, sign in enumerate(line):
            x, y = LEFT + SIDE * col, TOP + SIDE * row
            pixels[y : y + SIDE, x : x + SIDE] = (30, 20, 240) if sign == "1" else (255, 255, 255)
            if uneven:
                pixels[y : y + SIDE // 2, x : x + SIDE] = pixels[y : y + SIDE // 2, x : x + SIDE] // 2 + 20
            if slim and col == 0:
                pixels[y + 34 : y + 48, x + 38 : x + 40] = 20
            elif not (bare and (row, col) == (2, 2)):
                word = f"{col + 1},{row + 1}"
                cv2.putText(pixels, word, (x + 26, y + 46), cv2.FONT_HERSHEY_SIMPLEX, 0.5, (20, 20, 20), 1, cv2.LINE_AA)
    return pixels


def test_a_board_of_numbers_is_offered() -> None:
    reading = look(Frame(page(BOARD)))[0]
    assert reading.verdict == "unsure"
    assert reading.board == BOARD
    assert reading.reasons == (LETTERED,)
    assert reading.cells[0].center == pytest.approx((LEFT + SIDE / 2, TOP + SIDE / 2), abs=8)


@pytest.mark.parametrize("case", ["slim", "uneven", "bare"])
def test_what_may_be_a_part_or_no_board_is_not(case: str) -> None:
    assert numbered(Scene(Frame(page(BOARD))), 0) is not None
    assert numbered(Scene(Frame(page(BOARD, **{case: True}))), 0) is None


def test_numbers_too_slim_for_a_coarse_view_are_read_by_the_lattice_of_the_others() -> None:
    """A coarse view loses the 1, and of the finer one, with wide and slim numbers, the lattice is askew."""
    wide, high = 165, 96
    picture = Image.new("RGB", (5 * wide, 5 * high + 500), (250, 250, 250))
    pen, font = ImageDraw.Draw(picture), ImageFont.load_default(30)
    for place, sign in enumerate(BOARD.replace("/", "")):
        left, top = place % 5 * wide, 200 + place // 5 * high
        colour = (255, 0, 0) if sign == "1" else (255, 255, 255)
        pen.rectangle((left, top, left + wide - 1, top + high - 1), fill=colour)
        pen.text((left + wide / 2, top + high / 2), str(place), font=font, fill=(40, 40, 40), anchor="mm")
    found = numbered(Scene(Frame(np.ascontiguousarray(np.asarray(picture)[:, :, ::-1]))), 2)
    assert found is not None
    assert found.board == BOARD


def test_a_page_without_numbers_is_none() -> None:
    assert numbered(Scene(Frame(np.full((400, 600, 3), 250, np.uint8))), 0) is None
