"""Boards in whose surroundings no more cells fit, though their own look like the page."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision.detectors import lights_out
from vision.frame import Frame
from vision.scene import Scene

BOARD = "11100/10110/00101/01110/01011"
WHITE, GREEN, BLUE = (255, 255, 255), (50, 200, 150), (160, 130, 110)


def boxed(*, frame: tuple[int, int, int, int] | None, board: str = BOARD) -> Frame:
    """Green cells on a white page, 60 pixels apart with a thin gap, white ones not drawn; a thick frame around it.

    ``frame`` is how far from the cells its inner edge is: on the left, at the top, on the right and below.
    """
    page = np.full((520, 520, 3), WHITE, np.uint8)
    low, high = 100, 100 + 5 * 60
    if frame is not None:
        left, top, right, bottom = frame
        cv2.rectangle(page, (low - left - 10, low - top - 10), (high + right + 9, high + bottom + 9), BLUE, -1)
        cv2.rectangle(page, (low - left, low - top), (high + right - 1, high + bottom - 1), WHITE, -1)
    for row, line in enumerate(board.split("/")):
        for col, state in enumerate(line):
            if state == "1":
                x, y = low + 60 * col, low + 60 * row
                cv2.rectangle(page, (x + 1, y + 1), (x + 58, y + 58), GREEN, -1)
    return Frame(page)


@pytest.mark.parametrize(
    ("frame", "sure"),
    [(None, False), ((6, 6, 6, 6), True), ((6, 20, 6, 20), True), ((6, 6, 6, 30), False)],
    ids=["no frame", "a frame", "one farther off above and below", "one farther off below alone"],
)
def test_a_frame_that_leaves_no_room_tells_where_a_board_ends(
    frame: tuple[int, int, int, int] | None,
    sure: bool,
) -> None:
    best = lights_out.detect(Scene(boxed(frame=frame)))[0]
    assert (best.verdict == "sure") == sure
    assert not sure or best.board == BOARD


def test_a_picture_of_the_board_alone_ends_where_that_does() -> None:
    whole = boxed(frame=None).pixels[100:400, 100:400]
    best = lights_out.detect(Scene(Frame(np.ascontiguousarray(whole))))[0]
    assert (best.board, best.verdict) == (BOARD, "sure")


def test_a_pattern_that_no_clicks_make_is_a_plot_as_well() -> None:
    other = "10010/00100/00000/11101/10001"
    assert lights_out.detect(Scene(boxed(frame=(6, 6, 6, 6), board=other)))[0].verdict != "sure"
