"""Edges of messages that let something shine through: one tells of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import cv2
import numpy as np
import pytest

from vision.frame import Frame
from vision.look import look
from vision.message import find
from vision.mixture import fitted
from vision.reading import CellReading, Reading
from vision.scene import Scene

if TYPE_CHECKING:
    from numpy.typing import NDArray

BOARD = np.array([[1, 0, 0, 1, 0], [0, 1, 1, 0, 1], [1, 1, 0, 0, 1], [0, 0, 1, 0, 0], [1, 0, 1, 1, 0]])
PITCH, CORNER = 60, 80
PLACE = Reading(
    "unsure",
    ("a test",),
    "lights-out",
    2,
    tuple(
        CellReading(row, col, 0, (0.5, 0.5), (CORNER + 25.0 + PITCH * col, CORNER + 25.0 + PITCH * row))
        for row in range(5)
        for col in range(5)
    ),
    0.5,
    (PITCH, 0.0, CORNER - 5.0, 0.0, PITCH, CORNER - 5.0, 0.0, 0.0, 1.0),
)


def board() -> NDArray[np.uint8]:
    """Black and bright cells on a grey page: a message is darker than some and lighter than others."""
    page = np.full((460, 520, 3), 120, np.uint8)
    for row, line in enumerate(BOARD):
        for col, state in enumerate(line):
            x, y = CORNER + PITCH * col, CORNER + PITCH * row
            cv2.rectangle(page, (x, y), (x + 50, y + 50), (90, 200, 240) if state else (30, 20, 10), -1)
    return page


def veiled(page: NDArray[np.uint8], box: tuple[int, int, int, int], tone: int, opaque: float) -> NDArray[np.uint8]:
    """The page under a message whose words run out of it."""
    left, top, right, bottom = box
    layer = page.copy()
    layer[top:bottom, left:right] = tone
    ink = 235 if tone < 128 else 40
    spot = (left + 8, (top + bottom) // 2 + 6)
    cv2.putText(layer, "A message that is too long", spot, cv2.FONT_HERSHEY_SIMPLEX, 0.6, (ink,) * 3, 1, cv2.LINE_AA)
    return np.rint(page * (1 - opaque) + layer * opaque).astype(np.uint8)


@pytest.mark.parametrize("tone", [30, 110, 244])
@pytest.mark.parametrize("opaque", [0.75, 0.9, 0.95])
@pytest.mark.parametrize("box", [(110, 150, 250, 198), (190, 215, 290, 240), (75, 334, 230, 360)])
def test_a_message_is_found_by_one_edge(box: tuple[int, int, int, int], tone: int, opaque: float) -> None:
    page = veiled(board(), box, tone, opaque)
    found = find(Scene(Frame(page)), PLACE, thorough=False)[0]
    assert found.box == box
    assert found.mixture.share == pytest.approx(1 - opaque, abs=0.02)


def test_a_board_without_a_message_has_none() -> None:
    page = board()
    assert not find(Scene(Frame(page)), PLACE, thorough=False)


def test_nothing_is_told_of_an_even_outside() -> None:
    even = np.full((40, 3), 90, np.float32)
    assert fitted(even, even / 4) is None
    assert fitted(even[:0], even[:0]) is None


@pytest.mark.parametrize("box", [(110, 150, 250, 198), (140, 84, 300, 126), (75, 275, 230, 320)])
def test_cells_under_a_message_are_read_but_never_for_sure(box: tuple[int, int, int, int]) -> None:
    reading = look(Frame(veiled(board(), box, 30, 0.88)))[0]
    assert reading.verdict == "unsure"
    states = np.array([cell.state for cell in reading.cells]).reshape(BOARD.shape)
    assert (states == BOARD).all() or (states == 1 - BOARD).all()
