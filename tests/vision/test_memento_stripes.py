"""Striped boards: what tells how long their stripes are, and that outer open ones are no other thing."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision.detectors import memento
from vision.frame import Frame
from vision.memento import stripes
from vision.memento.axis import Axis
from vision.memento.comb import Edges, edges
from vision.memento.panes import Panes
from vision.memento.stripes import crossed_otherwise, cut_otherwise, told
from vision.scene import Scene

LOOKS = 40.0  # Lab: how far apart parts of a picture are


def striped(rows: str, drawn: float = 0.0) -> tuple[Panes, np.ndarray, np.ndarray]:
    """Five cells a row, 0 where it is covered; lines part tiles, and other cells as far as they are ``drawn``."""
    covered = np.array([[row == "0"] * 5 for row in rows])
    upright = np.where(np.repeat(covered[:, :1], 6, 1), 1.0, drawn).astype(np.float32)
    none = np.zeros(covered.shape, np.float32)
    axis, looks = Axis(0, 30, 5), np.zeros((covered.size, 3), np.float32)
    looks[~covered.ravel(), 0] = LOOKS * np.arange(np.count_nonzero(~covered))
    level = np.ones((len(rows) + 1, 5), np.float32)
    return Panes(axis, Axis(0, 30, len(rows)), upright, level, none, none), covered, looks


def test_lines_across_tiles_tell_how_long_stripes_are() -> None:
    board, covered, looks = striped("01010")
    assert told(board, covered, looks, flows=False)
    board.upright[:, 1:-1] = 0.3
    assert not told(board, covered, looks, flows=True)


@pytest.mark.parametrize(("halfway", "one"), [(0.7, True), (0.9, False)])
def test_tiles_cut_halfway_as_plainly_as_from_each_other_may_be_two(halfway: float, one: bool) -> None:
    board, covered, looks = striped("01010")
    board.mid_upright[:] = halfway
    assert told(board, covered, looks, flows=True) is one


@pytest.mark.parametrize("way", [False, True])
def test_an_outer_open_stripe_is_much_like_those_between_tiles(way: bool) -> None:
    board, covered, looks = striped("10010")
    buttons = board.upright.copy()
    buttons[0] = 1.0
    alike = looks.copy()
    alike[:5] = 0.01 * looks[:5]
    for upright, cells, expected in (
        (board.upright, looks, True),
        (buttons, looks, False),
        (board.upright, alike, False),
    ):
        found = Panes(board.x, board.y, upright, board.level, board.mid_upright, board.mid_level)
        if way:
            found = Panes(board.y, board.x, board.level.T, upright.T, board.mid_level.T, board.mid_upright.T)
            turned = cells.reshape(*covered.shape, -1).transpose(1, 0, 2).reshape(cells.shape)
        assert told(found, covered.T if way else covered, turned if way else cells, flows=False) is expected


@pytest.mark.parametrize(
    ("drawn", "flows", "expected"),
    [(1.0, True, True), (0.5, True, False), (1.0, False, False)],
)
def test_open_stripes_around_one_of_tiles_are_cells_of_one_picture(drawn: float, flows: bool, expected: bool) -> None:
    assert told(*striped("1001", drawn), flows=flows) is expected


def test_an_outer_open_stripe_of_cells_alike_is_the_boards_where_one_picture_goes_on_over_lines() -> None:
    board, covered, looks = striped("10010", 1.0)
    looks[:5] *= np.float32(0.01)
    assert not told(board, covered, looks, flows=False)
    assert told(board, covered, looks, flows=True)


def test_buttons_beside_a_striped_board_are_none_of_its_cells() -> None:
    board, covered, looks = striped("10110")
    board.upright[0] = 1.0
    assert not told(board, covered, looks, flows=True)


def test_a_diagonal_has_no_stripe_at_an_end() -> None:
    board, _, looks = striped("11111")
    assert told(board, np.eye(5, dtype=bool), looks, flows=False)


def drawn(upright: np.ndarray, level: np.ndarray) -> Edges:
    """Edges of two masks, H×W 0/1, all inside the picture."""
    sums = (cv2.integral(cv2.dilate(mask, np.ones((1, 3), np.uint8))) for mask in (upright, level.T.copy()))
    return Edges(*sums, (upright, level), (False,) * 4)


@pytest.mark.parametrize("way", [False, True])
@pytest.mark.parametrize(("cells", "expected"), [(3, False), (4, True)])
def test_a_pattern_of_tiles_does_not_cut_what_lines_over_the_picture_cut_otherwise(
    way: bool, cells: int, expected: bool
) -> None:
    mask = np.zeros((400, 400), np.uint8)
    mask[np.arange(40, 361, 20), 40:360:] = 1
    mask[:, 120:280] = 0
    mask[[40, 147, 253, 360], 40:361] = 1  # the picture in two columns of four is cut into three rows
    covered = np.array([[True, False, False, True]] * cells)
    x, y = Axis(40.5, 80, 4), Axis(40.5, 320 / cells, cells)
    blank = np.zeros_like(mask)
    if way:
        covered, x, y = covered.T, y, x
    masks = (mask.T.copy(), blank) if way else (blank, mask)
    assert cut_otherwise(drawn(*masks), x, y, covered) is expected


def test_lines_of_a_lattice_that_leaves_the_picture_tell_nothing() -> None:
    edges = drawn(np.zeros((400, 400), np.uint8), np.zeros((400, 400), np.uint8))
    covered = np.array([[True, False, False, True]] * 4)
    assert not cut_otherwise(edges, Axis(-60.5, 80, 4), Axis(40.5, 80, 4), covered)


def test_edges_right_across_between_lines_that_have_none_are_other_lines() -> None:
    picture = np.full((300, 360, 3), 60, np.uint8)
    for cell in range(20):
        row, col = divmod(cell, 5)
        picture[30 + 60 * row : 90 + 60 * row, 30 + 60 * col : 90 + 60 * col] = 90 + 100 * ((row + col) % 2)
    seen, columns = edges(picture), Axis(30.0, 60.0, 5)
    assert not crossed_otherwise(seen, columns, Axis(30.0, 60.0, 4))
    assert crossed_otherwise(seen, columns, Axis(30.0, 80.0, 3))


def test_a_row_of_panes_that_just_show_the_sky_is_none_of_tiles(monkeypatch: pytest.MonkeyPatch) -> None:
    rng = np.random.default_rng(5)
    height, width = 330, 440
    sky = np.linspace((60, 20, 10), (130, 50, 60), height)[:, None] * np.ones((1, width, 1))
    window = np.rint(sky).astype(np.uint8)
    for x, y in zip(rng.integers(0, width, 60).tolist(), rng.integers(0, 100, 60).tolist(), strict=True):
        cv2.circle(window, (x, y), 2, (240, 240, 250), -1)
    cv2.circle(window, (100, 60), 34, (200, 240, 250), -1)
    peaks = [(0, 300), (60, 250), (130, 290), (210, 235), (300, 285), (360, 245), (439, 300), (439, 329), (0, 329)]
    cv2.fillPoly(window, [np.array(peaks, np.int32)], (20, 12, 12))
    for line in range(1, 4):
        cv2.line(window, (110 * line, 0), (110 * line, height), (20, 34, 48), 6)
        cv2.line(window, (0, 110 * line), (width, 110 * line), (20, 34, 48), 6)
    picture = np.full((500, 640, 3), (66, 76, 86), np.uint8)
    picture[60:430, 80:560] = (20, 34, 48)
    picture[80:410, 100:540] = window
    (seen,) = memento.detect(Scene(Frame(picture)))
    assert seen.verdict != "sure"
    monkeypatch.setattr(stripes, "continued", lambda *_: False)
    (seen,) = memento.detect(Scene(Frame(picture)))
    assert (seen.verdict, seen.board) == ("sure", "1111/0000/1111")
