"""A goal or a preview beside the board does not lead where the board itself is in doubt."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision.frame import Frame
from vision.grid.doubts import TERMINAL
from vision.look import look
from vision.reading import SAMPLE, CellReading, Reading
from vision.sample import doubted

MAIN = ("01010", "11100", "00001", "11000", "10000")
GOAL = ("01010", "11011", "00100", "10101", "01110")


def page(*, hidden: bool, side: int, boards: tuple[tuple[str, ...], ...] = (MAIN, GOAL)) -> Frame:
    """A large board, over which a message may lie, and a smaller one beside it."""
    picture = np.full((600, 900, 3), 245, np.uint8)
    for x, y, step, board in ((60, 80, 80, boards[0]), (620, 120, side, boards[1])):
        for row, line in enumerate(board):
            for col, sign in enumerate(line):
                ends = [(round(x + (col + off) * step), round(y + (row + off) * step)) for off in (0.05, 0.95)]
                cv2.rectangle(picture, *ends, (60, 210, 250) if sign == "1" else (90, 80, 70), -1)
    if hidden:
        cv2.rectangle(picture, (40, 250), (300, 330), (40, 40, 40), -1)
        cv2.putText(picture, "Level up!", (80, 300), 0, 1, (255, 255, 255), 2)
    return Frame(picture)


@pytest.mark.parametrize("side", [20, 36])
def test_a_smaller_board_is_unsure_beside_a_doubtful_one(side: int) -> None:
    found = look(page(hidden=True, side=side))
    assert [reading.verdict for reading in found] == ["unsure", "unsure"]
    assert [SAMPLE in reading.reasons for reading in found] == [False, True]
    assert found[1].board == "/".join(GOAL)


def test_both_are_sure_where_both_are_plain() -> None:
    found = look(page(hidden=False, side=36))
    assert [(reading.verdict, reading.board) for reading in found] == [
        ("sure", "/".join(MAIN)),
        ("sure", "/".join(GOAL)),
    ]


def test_a_smaller_board_is_unsure_beside_one_of_as_many_rows_and_columns_that_was_not_read_for_sure() -> None:
    found = look(page(hidden=False, side=20, boards=(("00", "01", "01", "01", "01"), ("11", "00", "11", "01", "10"))))
    assert "sure" not in {reading.verdict for reading in found}


@pytest.mark.parametrize(("reason", "verdict"), [("a doubt", "unsure"), (TERMINAL, "sure")])
def test_a_matrix_in_digits_is_not_the_board_that_is_meant(reason: str, verdict: str) -> None:
    def grid(left: float, step: float, found: str, *reasons: str) -> Reading:
        cells = tuple(
            CellReading(place // 3, place % 3, 0, (1.0,), (left + step * (place % 3), step * (place // 3)))
            for place in range(9)
        )
        return Reading("unsure" if reasons else "sure", reasons, found, 2, cells, 0.9)

    drawn, matrix = grid(0, 20, "lights-out"), grid(200, 40, "lights-out", reason)
    assert doubted([drawn, matrix], [])[0].verdict == verdict
