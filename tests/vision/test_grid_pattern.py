"""Patterns that charts, crosswords and frames show and boards in play hardly do."""

from __future__ import annotations

import numpy as np
import pytest

from vision.grid import pattern


def labels(text: str) -> np.ndarray:
    return np.array([[int(mark) for mark in row] for row in text.split("/")])


@pytest.mark.parametrize("text", ["11000/11110/11100/10000/11100", "00011/01111/00001/00111/01111"])
def test_bars_fill_every_line_from_one_side(text: str) -> None:
    assert pattern.bars(labels(text))


@pytest.mark.parametrize(
    "text", ["00000/00000/00000/11000/11110", "11000/11110/01100/10000/11100", "11000/00111/11100/00001/11100"]
)
def test_few_lit_cells_and_free_boards_are_no_bars(text: str) -> None:
    assert not pattern.bars(labels(text))
    assert not pattern.bars(labels(text).T)


def test_a_crossword_is_symmetric_by_half_a_turn_alone() -> None:
    assert pattern.symmetric(labels("1101/1011/1101/1011"))
    assert not pattern.symmetric(labels("1001/0110/0110/1001"))
    assert not pattern.symmetric(labels("0001/0010/0100/1000"))


def test_a_chess_board_is_checkered() -> None:
    assert pattern.checkered(labels("101/010/101"))
    assert not pattern.checkered(labels("101/011/101"))


def test_a_field_of_a_chess_board_may_be_lit_up() -> None:
    chess = np.indices((8, 8)).sum(axis=0) % 2
    chess[3, 4] = 2
    assert pattern.checkered(chess)
    chess[3:6, 2:6] = 2
    assert not pattern.checkered(chess)


def test_a_sprite_is_mirrored_and_a_maze_has_a_rim() -> None:
    assert pattern.mirrored(labels("1001/0110/1111"))
    assert not pattern.mirrored(labels("1101/0010/0100"))
    assert pattern.rimmed(labels("1111/1001/1011/1111"))
    assert not pattern.rimmed(labels("1111/1001/1010/1111"))


def test_lines_are_seen_where_some_cell_changes_or_two_neighbours_have_outlines() -> None:
    assert pattern.parted_lines(labels("0000/0000/0000/0101/1010"), np.zeros((5, 4), bool)) == 0.5
    assert pattern.parted_lines(labels("010/101/010"), np.zeros((3, 3), bool)) == 1.0
    doubled = labels("1100/1100/0011/0011")
    assert pattern.parted_lines(doubled, np.zeros((4, 4), bool)) == pytest.approx(1 / 3)
    assert pattern.parted_lines(doubled, doubled == 1) == 1.0


@pytest.mark.parametrize(
    ("board", "kept"),
    [
        ("222/010/100", [[0, 1, 0], [1, 0, 0]]),
        ("012/102/002", [[0, 1], [1, 0], [0, 0]]),
        ("012/102/222", [[0, 1], [1, 0]]),
        ("222/020/100", None),
        ("000/000", None),
    ],
)
def test_an_outer_line_in_a_state_of_its_own_is_found(board: str, kept: list[list[int]] | None) -> None:
    seen = labels(board)
    found = pattern.unlined(seen)
    assert pattern.lined(seen) is (kept is not None)
    assert (None if found is None else seen[found].tolist()) == kept


def test_several_outer_lines_in_a_state_of_their_own_are_left_out_where_that_is_asked_for() -> None:
    seen = labels("01122/10122/01022")
    assert pattern.unlined(seen) is None
    found = pattern.unlined(seen, 2)
    assert found is not None
    assert seen[found].tolist() == [[0, 1, 1], [1, 0, 1], [0, 1, 0]]


def test_a_block_in_a_table_of_one_state_is_found_where_it_holds_none_of_that_state() -> None:
    sheet = "000000/000000/012100/021200/011200/000000/000000/000000"
    found = pattern.sheeted(labels(sheet))
    assert found is not None
    assert labels(sheet)[found].tolist() == [[1, 2, 1], [2, 1, 2], [1, 1, 2]]
    assert pattern.sheeted(labels(sheet.replace("021200", "020200"))) is None
    assert pattern.sheeted(labels("0000/0121/0212/0112")) is None


def test_letters_are_upright() -> None:
    assert pattern.upright(labels("01110/10001/11111/10001"))
    assert not pattern.upright(labels("01110/10001/10001/01110"))
    assert not pattern.upright(labels("01110/10001/11110/10001"))


def test_like_cells_that_lie_together_are_lumped() -> None:
    disc = np.add.outer((np.arange(12) - 5.5) ** 2, (np.arange(12) - 5.5) ** 2) < 16
    dealt = np.random.default_rng(2).integers(0, 2, (12, 12))
    assert pattern.lumped(disc.astype(np.int64)) > 12
    assert abs(pattern.lumped(dealt)) < 3
    assert pattern.lumped(np.indices((8, 8)).sum(axis=0) % 2) < -8
    assert pattern.lumped(np.zeros((6, 6), np.int64)) == 0


def test_pieces_that_fall_lie_in_bars_whatever_their_colours() -> None:
    fallen = labels("0000000/0200000/0202101/2101101/2211121/1111122")
    assert pattern.bars(fallen.T)
    assert not pattern.bars(labels("0200010/0200000/0202101/2101001/2210121/1111122").T)


def test_pieces_of_two_players_heap_up_in_fewer_lines() -> None:
    assert pattern.bars(labels("1101111/1120111/1122111/1120111/0122101/0102101").T) is False
    assert pattern.bars(labels("0000010/0000020/0000012/0000022/0102012/0211021").T)


def test_what_a_chase_leaves_is_held_alone() -> None:
    parts = pattern.remainders(labels("0000/0000/0110/1010/0001"))
    assert [part.shape for part in parts] == [(3, 4), (5, 4), (5, 4), (5, 4)]
    assert pattern.remainders(labels("00/00")) == []
    assert pattern.lumped(labels("0110")) == 0


def test_one_cell_in_every_line_is_chosen() -> None:
    assert pattern.chosen(labels("0100/0001/1000/0100/0010"))
    assert pattern.chosen(labels("0100/0001/1000/0100/0010").T)
    assert not pattern.chosen(labels("0100/0001/1010/0100/0010"))
    assert not pattern.chosen(labels("10000/01000/00100/00010/00001"))  # a diagonal
    assert not pattern.chosen(labels("010/001/010"))  # chance makes it


def test_lights_are_the_neighbours_of_another_state_that_are_drawn_after_and_all_and_those_of_the_own() -> None:
    after, around, own = pattern.lights(np.array([[0, 1, 0], [0, 0, 1]]))
    assert after.tolist() == [1, 2, 1, 0, 1, 0]
    assert around.tolist() == [1, 3, 2, 0, 2, 2]
    assert own.tolist() == [1, 0, 0, 1, 0, 0]


def test_the_column_of_a_cell_tells_its_kind() -> None:
    cells = np.array([[1, 1, 0, 1, 1], [0, 1, 1, 1, 1], [1, 0, 1, 1, 0], [0, 1, 1, 0, 1]], bool)
    cols = np.nonzero(cells)[1]
    assert pattern.placed(np.isin(cols, (1, 3)).astype(np.int64), cells)
    assert not pattern.placed((cols == 4).astype(np.int64), cells)  # a side only, where charts are cut
    kinds = np.isin(cols, (1, 3)).astype(np.int64)
    kinds[0] = 1
    assert not pattern.placed(kinds, cells)
    few = np.eye(5, dtype=bool)
    assert not pattern.placed(np.array([0, 1, 0, 1, 0]), few)  # by chance


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("32233/22232/01011/10101", True),
        ("2013/2113/3002/2113".replace("0", "1"), False),
        ("12/21/34/43".replace("4", "0"), True),
        ("2200/3133/1133", True),
        ("012/120/201", False),
        ("000/000/111", False),
    ],
)
def test_states_that_only_one_part_of_a_board_has_part_it(text: str, told: bool) -> None:
    assert pattern.parted(labels(text)) is told
    assert pattern.parted(labels(text).T) is told


@pytest.mark.parametrize(
    ("board", "told"),
    [
        ("0010000/0101000/1000100/1000100/1111100/1000100/1000100", True),  # a letter at the left of a display
        ("0000000/0111000/0010000/0010000/0000000", False),  # chance makes so few
        ("0010000/0101000/1000100/1010100/1111100/1001100/1000100", False),
    ],
)
def test_a_letter_is_upright_wherever_it_is_drawn(board: str, told: bool) -> None:
    assert pattern.upright(labels(board)) is told


@pytest.mark.parametrize(
    ("board", "cornered"),
    [
        ("11100/11100/11100/00000/00000", True),
        ("00000/00000/00111/00111/00111", True),
        ("0001/0001/0001/1111", True),
        ("11100/11100/11000/00000/00000", False),  # no block
        ("11000/11000/00000/00000/00000", False),  # a small one
        ("00000/01110/01110/01110/00000", False),  # at no corner
        ("11111/11111/11111/00000/00000", False),  # whole rows
        ("11100/11100/11100/00000/22222", False),
    ],
)
def test_a_block_at_a_corner_may_be_a_smaller_field(board: str, cornered: bool) -> None:
    assert pattern.cornered(labels(board)) is cornered
