from __future__ import annotations

from itertools import product

import numpy as np
import pytest

from vision.algebra import banded, checks, chequered, ended, in_line, longer, may_be_halved, misread, shorter


def flipped(rows: int, cols: int, lines: tuple[int, ...]) -> np.ndarray:
    board = np.zeros((rows, cols), dtype=bool)
    for row in range(rows):
        board[row] ^= bool(lines[row])
    for col in range(cols):
        board[:, col] ^= bool(lines[rows + col])
    if lines[-1]:
        for i in range(min(rows, cols)):
            board[rows - 1 - i, i] ^= True
    return board


def test_boards_made_by_lines_pass_every_check() -> None:
    for lines in product((0, 1), repeat=8):
        board = flipped(3, 4, lines)
        striped = (board == board[0]).all() or (board == board[:, :1]).all()
        assert checks(board) == (0 if striped else 5)


@pytest.mark.parametrize("place", [(0, 0), (1, 2), (3, 3)])
def test_one_wrong_tile_passes_none(place: tuple[int, int]) -> None:
    board = flipped(4, 4, (1, 0, 0, 1, 0, 1, 0, 0, 1))
    assert checks(board) == 8
    board[place] ^= True
    assert checks(board) == 0


def test_halves_pass_the_checks_unless_the_diagonal_was_flipped() -> None:
    assert may_be_halved(flipped(4, 4, (1, 0, 0, 1, 0, 1, 0, 0, 0)))
    assert not may_be_halved(flipped(4, 4, (1, 0, 0, 1, 0, 1, 0, 0, 1)))


def test_chequers_are_told() -> None:
    assert chequered(flipped(3, 4, (0, 1, 0, 0, 1, 0, 1, 0)))
    assert not chequered(flipped(3, 4, (0, 1, 0, 0, 1, 0, 0, 0)))


@pytest.mark.parametrize(
    ("tiles", "band"),
    [
        ("000/111/111", True),
        ("100/100/100", True),
        ("110/110/110", True),
        ("111/000/111", False),
        ("000/110/110", False),
    ],
)
def test_tiles_all_along_one_side_may_be_a_sky(tiles: str, band: bool) -> None:
    assert banded(np.array([[cell == "0" for cell in row] for row in tiles.split("/")])) is band


@pytest.mark.parametrize(
    ("lines", "open_ended"), [((0, 1, 0, 1, 0, 0, 0, 0, 0), True), ((0, 1, 0, 1, 0, 1, 0, 0, 1), False)]
)
def test_only_stripes_may_go_on_with_open_lines(lines: tuple[int, ...], open_ended: bool) -> None:
    covered = flipped(4, 4, lines)
    assert longer(covered, 0, 1, 0, 0) is open_ended
    assert not longer(covered, 0, 0, 0, 1)


def test_an_open_line_that_the_diagonal_runs_into_is_the_boards() -> None:
    assert shorter(flipped(4, 4, (0, 1, 0, 0, 0, 0, 0, 0, 0)))
    covered = flipped(4, 4, (0, 0, 0, 0, 1, 0, 0, 0, 1))
    assert not covered[3].any()
    assert not shorter(covered)


@pytest.mark.parametrize(
    ("cells", "one"),
    [
        ("000/110/000", True),
        ("001/010/100", True),
        ("100/010/001", False),
        ("110/100/000", False),
        ("001/010/101", False),
    ],
)
def test_cells_of_one_move_are_a_row_a_column_or_the_diagonal_that_rises(cells: str, one: bool) -> None:
    assert in_line(np.array([[cell == "1" for cell in row] for row in cells.split("/")])) is one


def test_cells_that_may_be_either_way_are_what_makes_a_pattern_unsolvable_or_it_is_no_mementos() -> None:
    board = flipped(5, 6, (1, 0, 0, 1, 0, 0, 1, 0, 0, 0, 0, 1))
    wrong = [0, 8, 14, 23]
    board.ravel()[wrong] ^= True
    assert not misread(board)
    assert not misread(board, wrong[:1])
    assert misread(board, wrong)
    assert misread(board, [*wrong, 3, 4])


def test_a_pattern_may_tell_where_it_ends() -> None:
    crossed = np.zeros((5, 5), bool)
    crossed[1] ^= True
    crossed[:, 2] ^= True
    assert ended(crossed)
    stripes = np.zeros((5, 5), bool)
    stripes[1] = True
    assert not ended(stripes)
    crossed[0, 0] ^= True
    assert not ended(crossed)
