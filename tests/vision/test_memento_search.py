"""Where a board of a drawing in few colours is looked for."""

from __future__ import annotations

import cv2
import numpy as np

from vision.detectors.memento import detect
from vision.frame import Frame
from vision.memento.axis import Axis
from vision.memento.gate import COLOUR_NAMES, colours, covering
from vision.memento.search import tiled
from vision.scene import Scene

BOARD = np.array([[1, 0, 1, 1], [0, 1, 0, 0], [1, 0, 1, 1], [0, 1, 0, 0]])
STEP, TILE, LEFT, TOP = 100, 96, 120, 40


def drawing() -> np.ndarray:
    """A house under the sun, in seven colours."""
    picture = np.full((4 * STEP, 4 * STEP, 3), (230, 190, 130), np.uint8)
    cv2.rectangle(picture, (0, 240), (400, 400), (70, 150, 80), -1)
    cv2.circle(picture, (320, 70), 45, (110, 230, 250), -1)
    cv2.rectangle(picture, (60, 150), (240, 330), (80, 90, 170), -1)
    cv2.fillPoly(picture, [np.array([(30, 150), (150, 40), (270, 150)])], (40, 40, 90))
    cv2.rectangle(picture, (120, 230), (170, 330), (30, 60, 60), -1)
    cv2.circle(picture, (340, 300), 40, (40, 110, 30), -1)
    return picture


def page(shown: np.ndarray) -> Scene:
    """The drawing under plain tiles, on a page of one colour."""
    canvas = np.full((480, 640, 3), (150, 120, 200), np.uint8)
    picture = drawing()
    for row, col in np.ndindex(*shown.shape):
        y, x = row * STEP, col * STEP
        part = picture[y : y + TILE, x : x + TILE] if shown[row, col] else (60, 170, 220)
        canvas[TOP + y : TOP + y + TILE, LEFT + x : LEFT + x + TILE] = part
    return Scene(Frame(canvas))


def test_a_drawing_of_few_colours_is_read_where_tiles_stand_in_rows_and_columns() -> None:
    scene = page(BOARD)
    assert tiled(scene)
    (found,) = detect(scene)
    assert (found.verdict, found.board) == ("sure", "1011/0100/1011/0100")


def test_digits_and_squares_of_two_colours_cover_nothing() -> None:
    digits = np.full((400, 400, 3), 240, np.uint8)
    for row, col in np.argwhere(BOARD):
        at = (int(col) * STEP + 35, int(row) * STEP + 65)
        cv2.putText(digits, str(row + col), at, cv2.FONT_HERSHEY_SIMPLEX, 1.5, (20, 20, 20), 2)
    squares = np.full((400, 400, 3), 240, np.uint8)
    squares[np.kron(BOARD, np.ones((STEP, STEP), int)) > 0] = (60, 90, 160)
    drawn = drawing()
    drawn[np.kron(BOARD, np.ones((STEP, STEP), int)) > 0] = (60, 170, 220)
    lines = Axis(0.0, STEP, 4)
    assert [covering(one, lines, lines) for one in (digits, squares, drawn)] == [False, False, True]


def test_a_page_of_writing_has_no_tiles() -> None:
    canvas = np.full((480, 640, 3), 250, np.uint8)
    for line in range(12):
        cv2.putText(
            canvas, "memories of a lighthouse", (40, 40 + 36 * line), cv2.FONT_HERSHEY_SIMPLEX, 0.9, (30, 30, 30)
        )
    assert not tiled(Scene(Frame(canvas)))


def test_no_colours_count_as_those_of_any_painting() -> None:
    assert colours(np.zeros(0)).shape == (len(COLOUR_NAMES),)
