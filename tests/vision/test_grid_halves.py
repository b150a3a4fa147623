"""Cells drawn in two tones are cells, not two each."""

from types import SimpleNamespace

import cv2
import numpy as np
import pytest

from vision.detectors import lights_out
from vision.frame import Frame
from vision.grid import halves
from vision.scene import Scene

BOARD = ("10010", "01101", "11010", "00110")
TONES = {"1": ((90, 55, 75), (140, 120, 130)), "0": ((170, 150, 155), (205, 195, 200))}


def glossy(turned: bool) -> np.ndarray:
    """A board of buttons whose upper halves, or left ones, are lighter, with gaps between the buttons alone."""
    pixels = np.full((900, 900, 3), 235, np.uint8)
    for row, line in enumerate(BOARD):
        for col, mark in enumerate(line):
            left, top = 250 + 83 * col, 300 + 83 * row
            lower, upper = TONES[mark]
            cv2.rectangle(pixels, (left, top), (left + 79, top + 39), upper, -1)
            cv2.rectangle(pixels, (left, top + 40), (left + 79, top + 79), lower, -1)
    return np.ascontiguousarray(pixels.swapaxes(0, 1)) if turned else pixels


@pytest.mark.parametrize("turned", [False, True])
def test_glossy_buttons_are_whole_cells(turned: bool) -> None:
    truth = "/".join("".join(line) for line in zip(*BOARD, strict=True)) if turned else "/".join(BOARD)
    found = lights_out.detect(Scene(Frame(glossy(turned))))[0]
    assert found.verdict == "sure"
    assert found.board in (truth, truth.translate(str.maketrans("01", "10")))


def test_rows_that_share_a_state_are_rows() -> None:
    pixels = np.full((520, 400, 3), 235, np.uint8)
    tones = ((200, 60, 40), (40, 170, 60), (40, 60, 210), (30, 180, 220))
    rows = ("01101", "23323", "10010", "32232", "01110", "23203")
    for row, line in enumerate(rows):
        for col, mark in enumerate(line):
            left, top = 60 + 54 * col, 50 + 54 * row
            cv2.rectangle(pixels, (left, top), (left + 49, top + 49), tones[int(mark)], -1)
    found = lights_out.detect(Scene(Frame(pixels)))[0]
    assert found.board is not None
    assert found.board.count("/") == 5


@pytest.mark.parametrize(
    ("rows", "switches"),
    [
        (("0101", "0000", "1001", "0000"), True),
        (("1111", "1010", "1111", "0110"), True),
        (("0101", "0000", "1001", "0100"), False),  # a line between is not all of one state
        (("0111", "0000", "0000", "0000"), False),  # all in one line
        (("0101", "0000", "1000", "0000"), False),  # few
        (("0101", "0000", "1001"), False),
    ],
)
def test_every_second_line_is_of_knobs_where_it_is_all_of_one_state(rows: tuple[str, ...], switches: bool) -> None:
    labels = np.array([[int(mark) for mark in row] for row in rows])
    one = SimpleNamespace(states=SimpleNamespace(count=2), source="ring", board=labels, grid=None)
    joined: list[int] = []
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(halves, "_joined", lambda _, axis: joined.append(axis))
        halves.whole(one)
    assert joined == ([1] if switches else [])
