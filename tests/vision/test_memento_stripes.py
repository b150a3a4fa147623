"""Striped boards: what tells how long their stripes are, and that outer open ones are no other thing."""

from __future__ import annotations

import numpy as np
import pytest

from vision.memento.axis import Axis
from vision.memento.panes import Panes
from vision.memento.stripes import told

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
