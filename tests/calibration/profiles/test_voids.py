"""Games whose boards lack some cells: what shows there is learnt, too, and is no state."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

from calibration.profiles import files
from calibration.profiles.learn import learn
from calibration.profiles.match import apply
from calibration.profiles.profile import Profile, ProfileError
from vision.frame import Frame
from vision.look import look

PAGE, PANEL, CELLS = (40, 22, 14), (55, 41, 31), ((75, 63, 52), (40, 200, 250))
BOARDS = ("x111x/10101/10011/01110/x100x", "01111/0x0x0/10011/0x0x1/01110")


def drawn(board: str, *, pitch: int = 60) -> Frame:
    """Cells on a panel that is nearly as dark as the unlit ones."""
    rows = board.split("/")
    height, width = (pitch * len(one) + 2 * pitch for one in (rows, rows[0]))
    pixels = np.full((height, width, 3), PAGE, np.uint8)
    edge = pitch - pitch // 5
    pixels[edge : height - edge, edge : width - edge] = PANEL
    for row, line in enumerate(rows):
        for col, sign in enumerate(line):
            if sign != "x":
                left, top = pitch * (col + 1) + 2, pitch * (row + 1) + 2
                cv2.rectangle(pixels, (left, top), (left + pitch - 5, top + pitch - 5), CELLS[int(sign)], -1)
    return Frame(pixels)


@pytest.fixture(scope="module")
def game() -> Profile:
    return learn("holes", [(drawn(board), board) for board in BOARDS], kind="lights-out")


@pytest.mark.parametrize(
    "board",
    [
        "xx1xx/x111x/11111/x101x/xx1xx",
        "xx00xx/x0110x/111101/101100/x1001x/xx00xx",
        "011/0x1/000",
        "1000/010x/10xx/1011",
        "0111101/0xx0xx0/1000110/1xx1xx1/0000101",
        "10110/01001/11010/00101/10111",
    ],
)
@pytest.mark.parametrize("pitch", [44, 60])
def test_boards_of_other_shapes_are_read_with_their_holes(game: Profile, board: str, pitch: int) -> None:
    frame = drawn(board, pitch=pitch)
    reading = apply(frame, look(frame), [game], named=True)[0]
    assert (reading.kind, reading.board) == ("lights-out", board)


def test_what_shows_there_is_kept(game: Profile) -> None:
    assert game.void is not None
    again = files.parse(files.dump(game))
    assert np.array_equal(again.void, game.void)
    assert files.parse(files.dump(replace(game, void=None))).void is None


def test_a_look_of_another_size_is_refused(game: Profile) -> None:
    with pytest.raises(ProfileError, match="without a cell"):
        replace(game, void=np.zeros((4, 4, 3), np.uint8))
    with pytest.raises(ProfileError, match=r"void\.png"):
        files.parse({**files.dump(game), files.VOID: b"no picture"})


def test_a_board_of_a_size_that_was_not_learnt_grows_over_the_cells_beside_it() -> None:
    """The eye sees nothing: the states are as bright as each other, in patterns of their own."""

    def signs(board: str) -> Frame:
        rows, pitch = board.split("/"), 40
        pixels = np.full((pitch * (len(rows) + 2), pitch * (len(rows[0]) + 2), 3), 30, np.uint8)
        for row, line in enumerate(rows):
            for col, sign in enumerate(line):
                left, top = pitch * (col + 1) + 2, pitch * (row + 1) + 2
                cell = np.full((36, 36, 3), (70, 50, 40), np.uint8)
                if sign == "1":
                    cv2.circle(cell, (18, 18), 9, (60, 140, 250), -1)
                else:
                    cv2.rectangle(cell, (10, 10), (26, 26), (230, 190, 120), -1)
                pixels[top : top + 36, left : left + 36] = cell
        return Frame(pixels)

    labelled = ("00101/01010/10110/00111/01001", "0110/0010/1000/0101")
    game = learn("signs", [(signs(board), board) for board in labelled], kind="lights-out")
    for board in (
        "100000/111110/010111/110011/000001/100100",
        "1111010/1001001/0110000/1101111/1111111/1011110/0101000",
    ):
        frame = signs(board)
        assert apply(frame, look(frame), [game], named=True)[0].board == board


def test_a_board_does_not_grow_over_a_page_that_a_cell_under_the_pointer_looks_like() -> None:
    def page(board: str, under: tuple[int, int]) -> Frame:
        pixels = np.full((420, 700, 3), 232, np.uint8)
        pixels[34:266, 194:426] = 214
        for row, line in enumerate(board.split("/")):
            for col, state in enumerate(line):
                tint = (40, 250, 250) if state == "1" else (200, 200, 200)
                left, top = 200 + 46 * col, 40 + 46 * row
                pixels[top : top + 36, left : left + 36] = (230, 230, 230) if (row, col) == under else tint
        return Frame(pixels)

    labelled = (("00101/00100/11011/10111/11001", (0, 0)), ("01000/10000/10110/01111/00110", (2, 1)))
    game = learn("page", [(page(board, under), board) for board, under in labelled], kind="lights-out")
    for board, under in (("10000/11000/10001/00011/00001", (4, 0)), ("11101/10011/01011/01111/10101", (1, 2))):
        frame = page(board, under)
        assert apply(frame, look(frame), [game], named=True)[0].board == board
