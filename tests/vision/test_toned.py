"""Lights Out on one picture whose cells show it in two tones."""

from __future__ import annotations

from typing import TYPE_CHECKING

import cv2
import numpy as np
import pytest

from calibration.scenes.paintings import paint
from vision.frame import Frame
from vision.look import look
from vision.scene import Scene
from vision.toned import borders, change, read, several, states
from vision.toned.board import REASON, agreed
from vision.toned.several import REASON as SEVERAL
from vision.trace import Trace

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    Picture = NDArray[np.uint8]

BOARD = "11101/01011/10011/10110/00111"
"""A board that clicks make."""
SIDE, LEFT, TOP = 80, 60, 40


def grey(part: Picture) -> Picture:
    return cv2.cvtColor(cv2.cvtColor(part, cv2.COLOR_BGR2GRAY), cv2.COLOR_GRAY2BGR)


def dimmed(part: Picture) -> Picture:
    return (part * 0.35).astype(np.uint8)


def negative(part: Picture) -> Picture:
    return 255 - part


def page(tone: Callable[[Picture], Picture], text: str = BOARD, line: int = 0, seed: int = 4) -> Picture:
    """A picture in a page, the cells that are 0 in another ``tone``, with thin lines between all."""
    cells = np.array([[int(cell) for cell in row] for row in text.split("/")])
    rows, cols = cells.shape
    _, picture = paint(np.random.default_rng(seed), SIDE * rows, SIDE * cols, "landscape")
    found = np.full((SIDE * rows + 120, SIDE * cols + 160, 3), (28, 24, 22), np.uint8)
    inside = found[TOP : TOP + SIDE * rows, LEFT : LEFT + SIDE * cols]
    inside[:] = picture
    for (row, col), lit in np.ndenumerate(cells):
        cell = inside[row * SIDE : (row + 1) * SIDE, col * SIDE : (col + 1) * SIDE]
        if not lit:
            cell[:] = tone(cell)
        cell[:line] = cell[:, :line] = 20
    return found


def turned(text: str) -> str:
    return text.translate(str.maketrans("01", "10"))


@pytest.mark.parametrize("line", [0, 2])
@pytest.mark.parametrize("tone", [grey, dimmed, negative])
def test_cells_are_told_by_where_the_picture_changes_its_tones(tone: Callable[[Picture], Picture], line: int) -> None:
    board = read(Scene(Frame(page(tone, line=line))))
    assert board is not None
    assert (board.kind, board.verdict, board.reasons) == ("lights-out", "unsure", (REASON,))
    assert board.board in (BOARD, turned(BOARD))
    assert board.outline == pytest.approx((LEFT, TOP, LEFT + 5 * SIDE, TOP + 5 * SIDE), abs=4)


def test_the_state_that_tells_the_others_colours_is_lit() -> None:
    board = read(Scene(Frame(page(grey))))
    assert board is not None
    assert board.board == BOARD


def test_it_is_offered_where_nothing_else_is_read() -> None:
    assert look(Frame(page(grey)))[0].board == BOARD
    assert look(Frame(page(grey)), ["wheels"])[0].verdict == "none"


def test_it_draws_where_the_tones_change() -> None:
    picture, trace = page(grey), Trace()
    assert look(Frame(picture), trace=trace)[0].board == BOARD
    (drawn,) = [drawn for stage, drawn, _ in trace.notes if stage == "toned"]
    y, x = TOP + SIDE // 2, LEFT + SIDE
    assert (drawn[y, LEFT + 3 * SIDE] == (0, 0, 255)).all()  # 1 and 0
    assert (drawn[y, x] == (0, 200, 255)).all()  # 1 and 1
    assert drawn.shape == picture.shape


def test_a_picture_in_one_tone_is_no_board() -> None:
    assert read(Scene(Frame(page(lambda part: part)))) is None


def test_parts_of_other_pictures_are_no_board() -> None:
    picture = page(lambda part: part)
    rng = np.random.default_rng(1)
    for row, col in np.argwhere(np.array([[int(cell) for cell in line] for line in BOARD.split("/")]) == 0):
        y, x = TOP + row * SIDE, LEFT + col * SIDE
        picture[y : y + SIDE, x : x + SIDE] = paint(rng, SIDE, SIDE)[1]
    assert read(Scene(Frame(picture))) is None


def test_a_pattern_that_no_clicks_make_is_not_offered() -> None:
    assert read(Scene(Frame(page(grey, "01101/01011/10011/10110/00111")))) is None


@pytest.mark.parametrize("board", ["1011/0110/0100/1101/0010/1110", "1111/1001/1001/1111"])
def test_a_pattern_that_any_clicks_make_and_one_with_like_halves_are_not_offered(board: str) -> None:
    assert read(Scene(Frame(page(grey, board)))) is None


def test_a_picture_other_in_every_cell_is_offered_though_any_clicks_make_its_pattern() -> None:
    board = "1011/0110/0100/1101/0010/1110"
    assert look(Frame(page(grey, board)))[0].board == board


def test_clicks_settle_the_cell_that_borders_leave_in_doubt() -> None:
    told = np.where(np.array([[int(cell) for cell in row] for row in BOARD.split("/")]) == 1, 0.99, 0.01)
    told[4, 0] = 0.6  # it is 0
    found = agreed(told.ravel(), (5, 5))
    assert (found > 0.5).reshape(5, 5).tolist() == [[cell == "1" for cell in row] for row in BOARD.split("/")]
    assert 0.35 < found[20] < 0.5
    told[4, 0] = 0.99  # nothing is in doubt
    assert (agreed(told.ravel(), (5, 5)) == told.ravel()).all()


def pictures(tone: Callable[[Picture], Picture], many: int, text: str = BOARD) -> Picture:
    """A board whose cells hold each one of so many pictures, those of cells that are 0 in another ``tone``."""
    cells = np.array([[int(cell) for cell in row] for row in text.split("/")])
    rng = np.random.default_rng(7)
    shown = [paint(rng, SIDE - 8, SIDE - 8)[1] for _ in range(many)]
    found = np.full((SIDE * len(cells) + 120, SIDE * cells.shape[1] + 160, 3), 246, np.uint8)
    for (row, col), lit in np.ndenumerate(cells):
        picture = shown[int(rng.integers(many))]
        y, x = TOP + row * SIDE, LEFT + col * SIDE
        found[y : y + SIDE - 8, x : x + SIDE - 8] = picture if lit else tone(picture)
    return found


@pytest.mark.parametrize("tone", [dimmed, lambda part: dimmed(grey(part))])
def test_pictures_that_are_there_in_two_tones_tell_the_cells(tone: Callable[[Picture], Picture]) -> None:
    trace = Trace()
    board = several(Scene(Frame(pictures(tone, 3))), trace)
    assert board is not None
    assert (board.verdict, board.board, board.reasons) == ("unsure", BOARD, (SEVERAL,))
    assert "toned" in [stage for stage, _, _ in trace.notes]


def test_pictures_in_one_tone_and_signs_in_two_are_not_told() -> None:
    assert several(Scene(Frame(pictures(lambda part: part, 3)))) is None
    assert several(Scene(Frame(pictures(dimmed, 25)))) is None  # hardly any is there twice


def test_two_plain_colours_are_no_picture() -> None:
    bright, dim = np.full((300, 3), (80.0, 20.0, 30.0)), np.full((300, 3), (40.0, 0.0, 0.0))
    noise = np.random.default_rng(0).normal(0, 0.5, (2, 300, 3))
    sides = (bright + noise[0]).reshape(3, 100, 3), (dim + noise[1]).reshape(3, 100, 3)
    pairs = np.array([[0, 1], [0, 2], [0, 3]])
    seen = borders.Borders(*sides, pairs, np.array([0, 0, 0]), 9.0, (1, 4))
    found = change.fitted(seen, np.array([1, 0, 0, 0]))
    assert found.left < 2 < found.jump
    assert not found.tells()


def test_the_borders_that_say_most_part_the_cells() -> None:
    pairs = np.array([[0, 1], [1, 3], [2, 3], [0, 2]])
    told = states.parted(pairs, np.array([-0.5, 0.5, -0.4, 0.1]))
    assert (told == told[0]).tolist() == [True, False, True, False]


def test_a_cell_is_told_again_by_all_its_borders() -> None:
    pairs = np.array([[0, 1], [1, 2]])
    like = np.array([[1.0, 20.0], [20.0, 1.0]])
    costs = np.stack([like, like])
    assert states.settled(pairs, costs, np.array([0, 1, 0])).tolist() == [0, 0, 0]
    assert states.chances(pairs, costs, np.array([0, 0, 0])).max() < 0.05
