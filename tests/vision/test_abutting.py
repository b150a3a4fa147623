"""Boards of which something may hide a whole outer line: what lies against them, and what is seen beyond it."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from calibration import ladder
from calibration.scenes import memento as scenes
from calibration.scenes import wheels
from vision.frame import Frame
from vision.look import look
from vision.memento import covers, onward, panes, veils
from vision.memento.axis import Axis

SIDE, GAP, LEFT, TOP = 40, 8, 120, 60


def lights(rows: int, cols: int, *, fade: int = 0) -> np.ndarray:
    """Cells in two colours on a grey page, ``fade`` levels darker at their feet."""
    picture = np.full((480, 640, 3), 200, np.uint8)
    shade = np.linspace(0, fade, SIDE)[:, None, None]
    states = np.random.default_rng(7).integers(0, 2, (rows, cols))
    for row in range(rows):
        for col in range(cols):
            x, y = LEFT + col * (SIDE + GAP), TOP + row * (SIDE + GAP)
            colour = (40, 180, 230) if states[row, col] else (90, 60, 60)
            picture[y : y + SIDE, x : x + SIDE] = np.clip(np.array(colour) - shade, 0, 255).astype(np.uint8)
    return picture


def edge(line: int) -> int:
    """Where the gap before a row begins."""
    return TOP + line * (SIDE + GAP) - GAP


@pytest.mark.parametrize(
    ("rows", "top", "verdict"),
    [
        pytest.param(4, edge(4) + GAP // 2, "unsure", id="a window where another row may be"),
        pytest.param(5, edge(5) + GAP // 2, "sure", id="a square board has lost none"),
        pytest.param(4, edge(5), "sure", id="a window farther away"),
    ],
)
def test_what_lies_against_a_side_may_hide_a_line(rows: int, top: int, verdict: str) -> None:
    picture = lights(rows, 5)
    picture[top:, LEFT - 60 : LEFT + 400] = 40
    (reading, *_) = look(Frame(picture))
    assert (reading.kind, reading.verdict) == ("lights-out", verdict)
    words = "something lies against one side of the board: it may hide rows or columns"
    assert (words in reading.reasons) == (verdict == "unsure")


def test_what_goes_on_around_the_corners_lies_behind_the_board() -> None:
    picture = lights(4, 5)
    ground = np.full_like(picture, (250, 230, 210))
    ground[edge(4) - 28 :] = (140, 210, 170)
    scene = np.where(picture == 200, ground, picture)
    assert look(Frame(scene))[0].verdict == "sure"
    scene[edge(4) - 28 : edge(4) + GAP // 2] = np.where(picture == 200, ground[0, 0], picture)[
        edge(4) - 28 : edge(4) + 4
    ]
    assert look(Frame(scene))[0].verdict == "unsure"


def test_a_panel_may_fade_from_side_to_side_and_shine_in_the_middle() -> None:
    picture = lights(6, 7)
    shade = np.linspace(120, 40, 308)[:, None, None]
    panel = np.broadcast_to(shade, (308, 352, 3)).astype(np.uint8).copy()
    panel[-16:, 60:300] += 30
    page = np.full_like(picture, 150)
    page[edge(0) - 4 : edge(0) + 304, LEFT - 12 : LEFT + 340] = panel
    scene = np.where(picture == 200, page, picture)
    assert look(Frame(np.ascontiguousarray(scene)))[0].verdict == "sure"


def laid(size: tuple[int, int]) -> np.ndarray:
    """A photograph of many tones, rows×cols."""
    grain = np.random.default_rng(3).integers(0, 160, (size[0] // 20 + 1, size[1] // 20 + 1, 3), dtype=np.uint8)
    return cv2.resize(grain, size[::-1], interpolation=cv2.INTER_CUBIC)


@pytest.mark.parametrize(("rows", "cols"), [(4, 5), (5, 5)])
def test_a_photograph_is_no_heading_and_may_hide_a_line_of_any_board(rows: int, cols: int) -> None:
    picture = lights(rows, cols)
    top = edge(rows) + GAP // 2
    picture[top:, LEFT - 60 : LEFT + 400] = laid((len(picture) - top, 460))
    (reading, *_) = look(Frame(picture))
    assert "something lies against one side of the board: it may hide rows or columns" in reading.reasons


@pytest.mark.parametrize("rows", [4, 5])
@pytest.mark.parametrize(("margin", "verdict"), [(0, "sure"), (60, "unsure")])
def test_what_is_as_wide_as_a_board_is_its_window(rows: int, margin: int, verdict: str) -> None:
    picture = lights(rows, 5)
    bottom, right = edge(rows) + GAP // 2, LEFT + 5 * (SIDE + GAP) - GAP
    picture[bottom : bottom + 60, LEFT - margin : right + margin] = laid((60, right - LEFT + 2 * margin))
    assert look(Frame(picture))[0].verdict == verdict


@pytest.mark.parametrize(
    ("rows", "high", "verdict"),
    [
        pytest.param(4, 70, "unsure", id="as high as a row or more"),
        pytest.param(4, 20, "sure", id="a bar lower than a row"),
        pytest.param(5, 70, "sure", id="a square board has lost none"),
    ],
)
def test_two_things_where_a_row_is_missing_may_hide_it(rows: int, high: int, verdict: str) -> None:
    picture = lights(rows, 5)
    bottom, left, right = edge(rows) + GAP // 2, LEFT - GAP // 2, LEFT + 5 * (SIDE + GAP) - GAP // 2
    picture[bottom : bottom + high] = 40
    picture[:, :left], picture[:, right:] = (60, 120, 160), (150, 90, 70)
    assert look(Frame(picture))[0].verdict == verdict


def test_a_ground_that_fades_from_the_one_side_to_the_other_is_no_two_things() -> None:
    picture = np.repeat(np.linspace((20, 60, 40), (220, 120, 250), 480)[:, None], 640, axis=1).astype(np.uint8)
    board = lights(5, 6)
    picture[TOP - 8 : edge(5) + 8, LEFT - 8 : LEFT + 6 * (SIDE + GAP)] = 200
    cells = (board != 200).any(axis=2)
    picture[cells] = board[cells]
    assert look(Frame(picture))[0].verdict == "sure"


@pytest.mark.parametrize(("cols", "verdict"), [(5, "sure"), (4, "unsure")])
def test_a_gradient_is_a_desktop_where_a_square_board_ends_at_its_windows_edge(cols: int, verdict: str) -> None:
    picture = lights(5, cols)
    picture[:, : LEFT - GAP // 2] = np.linspace((140, 60, 90), (60, 120, 220), len(picture))[:, None]
    assert look(Frame(picture))[0].verdict == verdict


def test_a_row_of_buttons_hides_nothing() -> None:
    picture = lights(4, 5)
    for col in range(5):
        x = LEFT + col * (SIDE + GAP)
        picture[edge(4) + GAP // 2 : edge(4) + SIDE, x : x + SIDE] = (90 + 20 * col, 160, 60)
    (reading, *_) = look(Frame(picture))
    assert "something lies against one side of the board: it may hide rows or columns" not in reading.reasons


def test_a_row_of_shaded_cells_that_is_cut_off_is_more_of_the_board() -> None:
    picture = lights(7, 6, fade=120)
    picture[edge(0) - 5 : edge(1) + GAP + 20, LEFT - 20 : 600] = 0
    (reading, *_) = look(Frame(picture))
    assert reading.verdict == "unsure"
    assert "more cells seem to follow outside the board" in reading.reasons


def test_a_side_that_goes_on_to_a_corner_is_a_larger_boards() -> None:
    lines = np.zeros((4, 7), np.float32), np.zeros((5, 6), np.float32)
    upright, level = lines
    upright[:, 2], upright[:, 6], level[0, 2:], level[4, 2:] = 1, 1, 1, 1
    middles = np.zeros((4, 6), np.float32)
    board = panes.Extent(0, 4, 2, 6)
    lattice = panes.Panes(Axis(0.0, 30.0, 6), Axis(0.0, 30.0, 4), upright, level, middles, middles)
    assert not onward.cornered(lattice, board)
    level[0, :2] = 1
    assert not onward.cornered(lattice, board)  # a line of the page
    upright[0, 0] = 1
    assert onward.cornered(lattice, board)


@pytest.mark.parametrize(
    ("row", "part", "astray"),
    [
        pytest.param(0, (0, 30), False, id="nothing but the board"),
        pytest.param(5, (0, 30), True, id="a tile two lines below"),
        pytest.param(4, (0, 12), True, id="a tile cut off below"),
    ],
)
def test_a_tile_in_line_with_the_board_is_one_of_a_larger_board(row: int, part: tuple[int, int], astray: bool) -> None:
    rng = np.random.default_rng(1)
    picture = np.full((300, 300, 3), 40, np.uint8)
    picture[30:150, 60:180] = cv2.resize(rng.integers(0, 255, (12, 12, 3)).astype(np.uint8), (120, 120))
    tile = cv2.resize(rng.integers(90, 200, (6, 6, 3)).astype(np.uint8), (30, 30))
    covered = np.eye(4, dtype=bool)
    for place in range(4):
        picture[30 + 30 * place : 60 + 30 * place, 60 + 30 * place : 90 + 30 * place] = tile
    first, last = part
    picture[30 + 30 * row + first : 30 + 30 * row + last, 60:90] = tile[first:last]
    lines = Axis(60.0, 30.0, 4), Axis(30.0, 30.0, 4)
    cut = covers.Cut(covered.ravel(), 1.0, 30.0, covered.ravel().astype(float))
    assert veils.astray(picture, lines, cut) is astray


def test_a_table_beside_a_lock_that_a_message_hides_is_not_sure() -> None:
    scenery = wheels.render(18)
    frame, _ = ladder.worn(lambda: (Frame(scenery.pixels), scenery.entry("lock")), "toast", 3, 1)
    table = lights(3, 4)[40:220, 100:340]
    picture = np.full((max(len(frame.pixels), 240), frame.width + 260, 3), 200, np.uint8)
    picture[: len(frame.pixels), 260:] = frame.pixels
    picture[20:200, 10:250] = table
    (reading, *_) = look(Frame(picture))
    assert reading.verdict == "unsure"


def test_a_board_of_tiles_is_sure_where_all_of_it_is_seen() -> None:
    drawn = scenes.render(11, shape=(4, 4), style="bevel", painting="portrait", gap=2, worn=False)
    assert look(Frame(drawn.pixels))[0].verdict == "sure"


@pytest.mark.parametrize(("marked", "verdict"), [(False, "unsure"), (True, "sure")])
def test_a_side_with_buttons_right_beside_it_has_lost_none(*, marked: bool, verdict: str) -> None:
    """A wall that ends just where the board begins, in a room with a floor."""
    scene = scenes.render(11, shape=(4, 4), style="bevel", painting="portrait", gap=2, worn=False)
    left, top, right, bottom = map(round, scene.box)
    pixels = laid((*scene.pixels.shape[:2],)) // 4 + 150
    pixels[:top] = laid((top, pixels.shape[1])) // 4 + 30
    if marked:
        for col in range(4):
            x, y = round(left + (right - left) * (col + 0.5) / 4), top - 14
            cv2.fillPoly(pixels, [np.array([[x - 7, y - 6], [x + 7, y - 6], [x, y + 6]])], (240, 250, 255))
    pixels[top : bottom + 1, left:right] = scene.pixels[top : bottom + 1, left:right]
    assert look(Frame(pixels))[0].verdict == verdict
