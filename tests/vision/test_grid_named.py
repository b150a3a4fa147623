"""A column of names some way beside a grid."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision.detectors import lights_out
from vision.frame import Frame
from vision.scene import Scene

BOARD = ((0, 1, 1, 0, 0), (1, 0, 0, 1, 0), (1, 1, 0, 0, 1), (0, 0, 1, 0, 1), (1, 0, 0, 1, 1))
STEP, BODY, LEFT, TOP = 44, 38, 260, 90


def table(words: tuple[str, ...], x: int, *, every: float = STEP) -> np.ndarray:
    """A board, and words that begin at ``x``, one ``every`` so many pixels."""
    picture = np.full((400, 700, 3), 245, np.uint8)
    for row, line in enumerate(BOARD):
        for col, state in enumerate(line):
            at = LEFT + STEP * col, TOP + STEP * row
            cv2.rectangle(
                picture, at, (at[0] + BODY - 1, at[1] + BODY - 1), (60, 90, 220) if state else (170, 160, 150), -1
            )
    for row, word in enumerate(words):
        (_, height), _ = cv2.getTextSize(word, cv2.FONT_HERSHEY_SIMPLEX, 0.5, 1)
        at = x, round(TOP + every * row + (BODY + height) / 2)
        cv2.putText(picture, word, at, cv2.FONT_HERSHEY_SIMPLEX, 0.5, (40, 40, 40), 1, cv2.LINE_AA)
    return picture


NAMES = ("Water", "Run", "Read a book", "Sleep", "No sugar")


@pytest.mark.parametrize(
    ("words", "x", "every", "doubted"),
    [
        (NAMES, 60, STEP, True),
        (NAMES, LEFT + 5 * STEP + 60, STEP, True),
        (NAMES[:3], 60, STEP, False),
        (("Monday", "", "Wednesday", "", "Friday"), 60, STEP, True),
        (("Monday", "", "Wednesday"), 60, STEP, False),
        (NAMES, 60, 0.6 * STEP, False),
        (("1", "2", "3", "4", "5"), 180, STEP, False),
    ],
)
def test_a_name_for_every_row_makes_a_table(words: tuple[str, ...], x: int, every: float, doubted: bool) -> None:
    reading = lights_out.detect(Scene(Frame(table(words, x, every=every))))[0]
    assert (reading.verdict != "sure") is doubted


@pytest.mark.parametrize("down", [0, 10])
def test_names_that_are_no_longer_than_a_cell_may_stand_lower_than_its_middle(down: int) -> None:
    picture = table((), 60)
    for row, word in enumerate(("Rest", "Tea", "Walk", "Rain", "Moon")):
        at = 60, TOP + STEP * row + 24 + down
        cv2.putText(picture, word, at, cv2.FONT_HERSHEY_SIMPLEX, 0.45, (0, 0, 0), 1, cv2.LINE_AA)
    assert lights_out.detect(Scene(Frame(picture)))[0].verdict != "sure"


@pytest.mark.parametrize("headed", [False, True])
def test_three_names_make_a_table_of_three_rows_whose_columns_have_names_too(headed: bool) -> None:
    picture = table(("Owner", "Group", "Others"), 60)
    picture[TOP + 3 * STEP - 2 :] = 245
    picture[:, LEFT + 3 * STEP - 2 :] = 245
    for col, word in enumerate(("read", "write", "run") if headed else ()):
        at = LEFT + STEP * col + 4, TOP - 14
        cv2.putText(picture, word, at, cv2.FONT_HERSHEY_SIMPLEX, 0.4, (40, 40, 40), 1, cv2.LINE_AA)
    verdict = lights_out.detect(Scene(Frame(picture)))[0].verdict
    assert (verdict == "sure") is not headed


def test_names_in_a_bold_small_typeface_make_a_table() -> None:
    small = cv2.resize(table((), 60), None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
    for row, word in enumerate(NAMES):
        cv2.putText(small, word, (30, 59 + 22 * row), cv2.FONT_HERSHEY_SIMPLEX, 0.3, (40, 40, 40), 2, cv2.LINE_AA)
    (found,) = lights_out.detect(Scene(Frame(small)))
    assert found.verdict != "sure"


def test_digits_that_stand_as_far_apart_as_cells_are_another_board_s() -> None:
    picture = table((), 60)
    for row in range(5):
        for col in range(4):
            at = LEFT + 5 * STEP + 60 + STEP * col, TOP + STEP * row + 26
            cv2.putText(picture, "01"[(row + col) % 2], at, cv2.FONT_HERSHEY_SIMPLEX, 0.5, (40, 40, 40), 1, cv2.LINE_AA)
    assert lights_out.detect(Scene(Frame(picture)))[0].verdict == "sure"
