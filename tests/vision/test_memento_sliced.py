"""Slices of one more line of tiles beside a board: what something that lies over the rest of it leaves."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision.memento.sliced import sliced
from vision.reading import CellReading, Reading

STEP, BODY, LEFT, TOP = 40, 34, 100, 80
LIT = np.array([[0, 1, 1, 0], [1, 0, 1, 1], [0, 0, 1, 0]])


def drawn(lit: np.ndarray, *, shaded: bool = True) -> np.ndarray:
    """Tiles, and parts of a picture, with a lighter upper rim on a dark page."""
    picture = np.full((320, 400, 3), 40, np.uint8)
    for (row, col), state in np.ndenumerate(lit):
        x, y = LEFT + STEP * col, TOP + STEP * row
        colour = np.array((60, 190, 230) if state else (120, 90, 90), np.uint8)
        picture[y : y + BODY, x : x + BODY] = colour
        if shaded:
            picture[y : y + 4, x : x + BODY] = colour // 2 + 120
    return picture


def read(lit: np.ndarray, turn: np.ndarray | None = None) -> Reading:
    """The reading of a board as ``drawn``, mapped by ``turn`` (3×3)."""
    off = STEP - BODY
    matrix = np.array([[STEP, 0, LEFT - off / 2], [0, STEP, TOP - off / 2], [0, 0, 1.0]])
    matrix = matrix if turn is None else turn @ matrix
    cells = tuple(
        CellReading(int(row), int(col), int(state), (0.0, 1.0), (0.0, 0.0)) for (row, col), state in np.ndenumerate(lit)
    )
    return Reading("sure", (), "memento", 2, cells, 1.0, tuple(matrix.ravel().tolist()))


@pytest.mark.parametrize("turns", range(4))
def test_what_a_window_leaves_of_a_line_begins_as_cells_do(turns: int) -> None:
    whole = np.rot90(LIT, turns)
    picture = drawn(np.vstack([whole, whole[:1]]))
    end = TOP + STEP * len(whole)
    assert sliced(picture, read(whole))
    picture[end + 12 :] = (200, 120, 60)
    assert sliced(picture, read(whole))
    picture[end:] = (200, 120, 60)
    assert not sliced(picture, read(whole))


def test_one_cell_that_is_left_is_enough() -> None:
    picture = drawn(np.vstack([LIT, LIT[:1]]))
    picture[TOP + STEP * 3 :, LEFT + STEP - 2 :] = 200
    assert sliced(picture, read(LIT))


@pytest.mark.parametrize("shown", [(20, 20, 20), (60, 190, 230), (120, 90, 90)])
def test_a_frame_is_none_even_in_the_colour_of_a_state(shown: tuple[int, int, int]) -> None:
    picture = np.full((320, 400, 3), shown, np.uint8)
    inner = np.s_[TOP - 6 : TOP + 3 * STEP, LEFT - 6 : LEFT + 4 * STEP]
    picture[inner] = drawn(LIT)[inner]
    assert not sliced(picture, read(LIT))
    assert not sliced(drawn(LIT), read(LIT))


def test_cells_of_one_tone_without_gaps_tell_nothing() -> None:
    picture = np.full((320, 400, 3), (60, 190, 230), np.uint8)
    left, top = LEFT - 3, TOP - 3
    for (row, col), lit in np.ndenumerate(LIT):
        corner = left + STEP * col, top + STEP * row
        picture[corner[1] : corner[1] + STEP, corner[0] : corner[0] + STEP] = (60, 190, 230) if lit else (120, 90, 90)
    assert not sliced(picture, read(LIT))


def test_tiles_are_told_by_their_back_not_by_the_picture() -> None:
    assert not sliced(drawn(np.vstack([LIT, [[1, 1, 1, 1]]])), read(LIT))
    assert sliced(drawn(np.vstack([LIT, [[1, 0, 1, 1]]])), read(LIT))
    assert not sliced(drawn(np.ones((4, 4), int)), read(np.ones((3, 4), int)))


@pytest.mark.parametrize("line", [0, 2])
def test_a_faint_rim_on_plain_tiles_is_enough(line: int) -> None:
    """Tiles in nearly the page's colour, told by their edges."""
    picture = np.full((320, 400, 3), 200, np.uint8)
    for (row, col), state in np.ndenumerate(np.vstack([LIT, LIT[line : line + 1]])):
        x, y = LEFT + STEP * col - 3, TOP + STEP * row - 3
        picture[y : y + STEP, x : x + STEP] = (60, 190, 230) if state else 203
        if not state:
            picture[y : y + 2, x : x + STEP] = picture[y : y + STEP, x : x + 2] = 225
            picture[y + STEP - 2 : y + STEP, x : x + STEP] = picture[y : y + STEP, x + STEP - 2 : x + STEP] = 180
    assert sliced(picture, read(LIT))
    picture[TOP - 3 + 3 * STEP :] = 200
    assert not sliced(picture, read(LIT))


def test_a_board_in_perspective_is_looked_at_as_it_lies() -> None:
    turn = np.array([[1, 0.12, 10], [-0.05, 1.1, 20], [0.0002, 0.0003, 1]])
    size = (460, 380)
    whole = drawn(np.vstack([LIT, LIT[:1]]))
    assert sliced(cv2.warpPerspective(whole, turn, size), read(LIT, turn=turn))
    assert not sliced(cv2.warpPerspective(drawn(LIT), turn, size), read(LIT, turn=turn))


def test_what_is_out_of_the_picture_is_not_asked_for() -> None:
    picture = drawn(np.vstack([LIT, LIT[:1]]))
    assert not sliced(np.ascontiguousarray(picture[: TOP + 3 * STEP + 3]), read(LIT))
