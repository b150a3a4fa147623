"""Boards with places that have no cell: the page shows there."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision.frame import Frame
from vision.grid.holes import shaped
from vision.grid.search import search
from vision.look import look
from vision.scene import Scene


def drawn(board: str, *, gap: int) -> Frame:
    """Cells in two colours 60 pixels apart, with so much between them; ``x`` for none."""
    page = np.full((560, 640, 3), (48, 40, 36), np.uint8)
    for row, line in enumerate(board.split("/")):
        for col, state in enumerate(line):
            if state != "x":
                x, y = 100 + 60 * col, 70 + 60 * row
                page[y : y + 60 - gap, x : x + 60 - gap] = (90, 200, 240) if state == "1" else (150, 90, 70)
    return Frame(page)


@pytest.mark.parametrize("gap", [3, 8])
@pytest.mark.parametrize(
    "board",
    [
        "0100111/1001011/0111011/011x111/0011000/1111000/0100001",
        "10111/00000/10x00/01000/00100",
        "x01x/0100/1100/x11x",
        "000110/x01100/10x101/11001x/110101/111101",
        "x1110x/011001/111010/x0010x",
    ],
)
def test_places_without_a_cell_are_holes_not_states_or_strays(board: str, gap: int) -> None:
    reading = look(drawn(board, gap=gap))[0]
    assert (reading.kind, reading.states) == ("lights-out", 2)
    seen = {(cell.row, cell.col): cell.state for cell in reading.cells}
    real = {
        (row, col): int(state)
        for row, line in enumerate(board.split("/"))
        for col, state in enumerate(line)
        if state != "x"
    }
    assert seen.keys() == real.keys()
    assert len({(seen[place], state) for place, state in real.items()}) == 2
    lines = board.split("/")
    corners = (lines[0][0], lines[0][-1], lines[-1][0], lines[-1][-1]).count("x") == board.count("x") == 4
    assert (reading.verdict == "sure") == (corners or board.count("x") == 1)


@pytest.mark.parametrize("board", ["1x00110/110x110/010xx00/0x11000/0011101", "1x001/10110/0101x/0x110/00111"])
def test_unlit_cells_that_are_nearly_like_the_page_are_no_holes(board: str) -> None:
    pixels = drawn(board, gap=3).pixels.copy()
    pixels[(pixels == (150, 90, 70)).all(axis=2)] = (68, 60, 56)
    reading = look(Frame(pixels), ["lights-out"])[0]
    assert (reading.verdict, reading.board) == ("unsure", board)


def test_places_without_cells_in_a_plus_are_told_but_never_surely() -> None:
    reading = look(drawn("01101/01x10/0xxx1/11x00/00111", gap=8))[0]
    assert (reading.verdict, reading.board) == ("unsure", "01101/01x10/0xxx1/11x00/00111")


def test_the_middle_place_has_no_cell_where_it_is_much_more_like_the_page_than_unlit_ones() -> None:
    board = "0100111/1001011/0111011/0110111/0011000/1111000/0100001"
    pixels = drawn(board, gap=4).pixels.copy()
    unlit = (pixels == (150, 90, 70)).all(axis=2)
    pixels[unlit] = (66, 33, 22)
    pixels[pixels[..., 0] == 48] = (46, 26, 26)
    pixels[250:306, 280:336] = (46, 26, 26)
    reading = look(Frame(pixels))[0]
    assert (reading.verdict, len(reading.cells)) == ("unsure", 48)


def test_corners_of_a_part_of_another_shape_are_in_doubt() -> None:
    diamond = ("xx1xx", "x010x", "01101", "x100x", "xx0xx")
    for gap in (3, 8):
        assert look(drawn("/".join(diamond), gap=gap))[0].verdict != "sure"


def test_the_corners_of_a_panel_that_cells_with_bevels_stand_on_are_no_colour() -> None:
    board = "x101x/01000/00100/00111/x000x"
    page = np.full((420, 640, 3), (255, 60, 180), np.uint8)
    page[57:329, 187:459] = (0, 180, 70)
    for row, line in enumerate(board.split("/")):
        for col, state in enumerate(line):
            if state != "x":
                x, y = 190 + 53 * col, 60 + 53 * row
                face = np.array((150, 115, 160) if state == "1" else (35, 20, 5))
                page[y : y + 53, x : x + 53] = face // 2
                page[y : y + 50, x : x + 50] = face + 60
                page[y + 4 : y + 50, x + 4 : x + 50] = face
                cv2.rectangle(page, (x + 20, y + 15), (x + 27, y + 30), (100, 100, 100), 1)
    worn = cv2.imdecode(cv2.imencode(".jpg", cv2.GaussianBlur(page, (0, 0), 0.8), [cv2.IMWRITE_JPEG_QUALITY, 60])[1], 1)
    (found,) = look(Frame(np.ascontiguousarray(worn)))
    assert found.states == 2
    assert [(cell.row, cell.col) for cell in found.cells if {cell.row, cell.col} <= {0, 4}] == []
    assert len(found.cells) == 21


@pytest.mark.parametrize("board", ["21012/10001/00100/01100/20112", "20102/10111/11011/11000/21112"])
def test_a_colour_that_just_the_corners_have_may_be_a_panels(board: str) -> None:
    page = np.full((420, 640, 3), (48, 40, 36), np.uint8)
    for row, line in enumerate(board.split("/")):
        for col, state in enumerate(line):
            x, y = 190 + 53 * col, 60 + 53 * row
            page[y : y + 50, x : x + 50] = ((150, 115, 160), (35, 200, 225), (0, 180, 70))[int(state)]
    (found,) = look(Frame(page))
    assert (found.verdict, found.states) == ("unsure", 3)


def test_places_that_hardly_stand_out_from_the_page_are_cells_where_a_gap_shows_it() -> None:
    board = "10232/11201/30123/02210/13302"
    shades = np.array([(56, 47, 41), (90, 200, 240), (120, 60, 200), (90, 180, 60)], np.uint8)
    page = np.full((460, 460, 3), (48, 40, 36), np.uint8)
    for row, line in enumerate(board.split("/")):
        for col, state in enumerate(line):
            x, y = 80 + 60 * col, 80 + 60 * row
            page[y : y + 52, x : x + 52] = shades[int(state)]
    reading = look(Frame(page))[0]
    assert len(reading.cells) == 25
    assert reading.states == 4


def test_holes_that_are_the_same_from_every_side_are_the_boards() -> None:
    ring = "100000/110100/01xx01/01xx01/000111/011100"
    weave = "10101/1x0x0/10010/0x0x1/00011"
    assert look(drawn(ring, gap=8))[0].verdict == look(drawn(weave, gap=8))[0].verdict == "sure"
    missing = np.zeros((5, 5), bool)
    missing[1:4, 2] = missing[2, 1:4] = True
    lit = np.arange(25).reshape(5, 5) % 2
    lit[0, :2] = 1
    assert not shaped(missing, lit)  # a click's cells, which may be turning over
    missing = np.zeros((5, 5), bool)
    missing[2, 2] = True
    assert shaped(missing, lit)
    lit[:] = 0
    assert not shaped(missing, lit)  # what is lit is as even, and so may unlit cells be that can't be seen
    missing[0, 2] = True
    assert not shaped(missing, lit)


def test_a_shape_may_lack_places_both_outside_and_within() -> None:
    octagon = np.zeros((7, 7), bool)
    for place in ((0, 0), (0, 1), (1, 0)):
        for turn in range(4):
            np.rot90(octagon, turn)[place] = True
    lit = np.random.default_rng(3).integers(0, 2, octagon.shape)
    assert shaped(octagon, lit)
    octagon[3, 3] = True
    assert shaped(octagon, lit)
    octagon[1:6, 1:6] = True
    assert not shaped(octagon, lit)
    board = "xx110xx/x01000x/0000010/000x100/0000010/x00110x/xx010xx"
    reading = look(drawn(board, gap=8))[0]
    assert (reading.verdict, reading.board) == ("unsure", board)


def test_a_lone_place_like_the_page_may_have_no_cell_though_something_is_drawn_in_it() -> None:
    frame = drawn("1110000/1101011/0101101/000x000/1100110/1110100/0100111", gap=4)
    pixels = frame.pixels.copy()
    unlit = (pixels == (150, 90, 70)).all(axis=2)
    pixels[unlit] = (60, 40, 30)
    assert look(Frame(pixels))[0].verdict != "sure"
    x, y = 100 + 60 * 3 + 28, 70 + 60 * 3 + 28
    pixels[y - 6 : y + 6, x - 6 : x + 6] = (120, 110, 110)
    reading = look(Frame(pixels))[0]
    assert len(reading.cells) == 48 or reading.verdict != "sure"


@pytest.mark.parametrize("dark", [(84, 62, 50), (150, 90, 70)])
def test_a_board_shaped_as_a_cross_is_read_in_doubt_however_near_to_the_page_unlit_cells_are(
    dark: tuple[int, int, int],
) -> None:
    board = "xx001xx/xx010xx/1110011/1011010/0100110/xx011xx/xx000xx"
    frame = drawn(board, gap=8)
    pixels = frame.pixels.copy()
    pixels[(pixels == (150, 90, 70)).all(axis=2)] = dark
    reading = look(Frame(pixels))[0]
    assert (reading.verdict, reading.board) == ("unsure", board)


@pytest.mark.parametrize(
    ("board", "verdict"),
    [
        ("x111x/10101/10011/01110/x100x", "sure"),
        ("0111101/0xx0xx0/1000110/1xx1xx1/0000101", "sure"),
        ("1000/010x/10xx/1011", "unsure"),
        ("011/0x1/000", "unsure"),
    ],
)
def test_places_that_go_on_as_what_shows_between_the_cells_are_holes(board: str, verdict: str) -> None:
    """A panel around the board parts it from the page, to which holes are as unlike as cells are."""
    pixels = drawn(board, gap=6).pixels.copy()
    rows, cols = board.count("/") + 1, board.index("/")
    panel = pixels[58 : 76 + 60 * rows, 88 : 106 + 60 * cols]
    panel[(panel == (48, 40, 36)).all(axis=2)] = (62, 50, 42)
    panel[(panel == (150, 90, 70)).all(axis=2)] = (88, 74, 62)
    reading = look(Frame(pixels))[0]
    assert (reading.verdict, reading.board) == (verdict, board)


def shaded(board: str) -> Frame:
    """Cells of two colours on a ground that grows darker from the top, crossed by a few thin lines; ``x`` for none."""
    page = np.full((560, 640, 3), 1.0) * np.linspace(110, 50, 560)[:, None, None]
    page[:, [112, 137, 472, 497]] *= 0.9
    pixels = page.astype(np.uint8)
    for row, line in enumerate(board.split("/")):
        for col, state in enumerate(line):
            if state != "x":
                x, y = 100 + 60 * col, 70 + 60 * row
                pixels[y : y + 52, x : x + 52] = (40, 210, 250) if state == "1" else (90, 30, 20)
    return Frame(pixels)


@pytest.mark.parametrize(
    "board", ["x10100x/0110110/1111100/1111000/x01110x", "x010011x/11110000/11101001/00011000/00010001/01001011"]
)
def test_the_ground_at_the_corners_of_a_board_may_be_shaded(board: str) -> None:
    reading = look(shaded(board))[0]
    lines = board.split("/")
    assert {(cell.row, cell.col): str(cell.state) for cell in reading.cells} == {
        (row, col): state for row, line in enumerate(lines) for col, state in enumerate(line) if state != "x"
    }


def test_what_cells_hold_is_asked_without_the_places_that_have_none() -> None:
    scene = Scene(shaded("x10100x/0110110/1111100/1111000/x01110x"))
    one = next(one for one in search(scene, scene.level_for(650)) if one.count == 35)
    assert one.bare.sum() == 4
    assert (len(one.present.rings), one.present.states.count, one.present.patches.own.shape[0]) == (31, 2, 31)
    assert one.present.drawings.shape[0] == 2
