from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from vision.memento.doubts import RIMMED
from vision.refused import settle as settle_in
from vision.unnamed import doubted, doubts, tiny

if TYPE_CHECKING:
    from collections.abc import Callable

    from vision.reading import Reading

    Reads = Callable[..., Reading]

SPARSE = "0010000001/0000000100/0100000000/0000100010/1000000000/0000010000/0010000001/0000000100/0100100000/0000000010"
"""Two of a line's ten cells, as living cells and ships."""
WALLS = "/".join(["111011101", "101010101", "111011101", "000000000"] * 2 + ["111011101"])
LAMPS = "000000000/111110111/000010100/000100111/001000001/010000001/010001001/010000110/000000000"
"""A number on a wall of lamps."""


def settle(one: Reading, pixels: int = 4000) -> Reading:
    return settle_in(doubted(one, pixels, doubts(one)), pixels)


@pytest.mark.parametrize(
    "board",
    [
        "01100/00010/11101/00000/10010",
        "0110/1001/1110/0011/0101",
        "111/101/111",
        "x10/001/11x",
        "/".join(["0" * 10] * 7 + ["0110010101", "1010011001", "1100101011"]),  # lights were chased down to here
        "/".join(["0" * 9, "001000000", "011100100", "001001110", "000000100", *["0" * 9] * 4]),  # two clicks
        "000000/000110/010001/111011/010110/000000",  # rows without light, but no columns
    ],
)
def test_plain_boards_are_not_doubted(reading: Reads, board: str) -> None:
    assert doubts(reading("lights-out", board)) == ()


def test_flips_of_whole_lines_are_no_doubt_where_the_cells_of_a_state_look_alike(reading: Reads) -> None:
    assert doubts(reading("lights-out", "1101/0001/0111/1011"), even=True) == ()


@pytest.mark.parametrize("board", ["0001/0010/0100/1000", "1110/1101/1011/0111"])
def test_the_diagonal_that_flips_turn_is_a_doubt_as_one_flip_makes_it(reading: Reads, board: str) -> None:
    assert any("flips of whole lines" in one for one in doubts(reading("lights-out", board)))
    assert not any("flips" in one for one in doubts(reading("lights-out", "/".join(reversed(board.split("/"))))))


@pytest.mark.parametrize(("board", "wide"), [("101/011/010", False), ("1010/0110/0101", True)])
@pytest.mark.parametrize("step", [16.0, 22.0])
def test_buttons_of_a_square_board_may_be_far_wider_than_tall(
    reading: Reads, board: str, wide: bool, step: float
) -> None:
    assert bool(doubts(reading("lights-out", board, step=(step, 9.0)))) is wide


@pytest.mark.parametrize(
    ("board", "doubted"),
    [
        ("01000/11101/01011/00001/00000", False),
        ("01100/10110/00010/11100/00100", False),
        ("01100/00010/11101/00000/10010", True),
        ("0100/1100/1000/1110", True),
    ],
)
def test_still_wider_buttons_are_a_boards_where_few_clicks_make_the_pattern(
    reading: Reads, board: str, doubted: bool
) -> None:
    assert bool(doubts(reading("lights-out", board, step=(27.0, 9.0)))) is doubted


@pytest.mark.parametrize(
    ("board", "states", "word"),
    [
        ("0121/1020/2101/0012", 3, "3 colours"),
        ("0100100101/1110001011/0101010100", 2, "this shape"),
        ("11111/10001/10001/10001/11111", 2, "rim"),
        ("1101/0001/0111/1011", 2, "whole lines"),
        ("0000/1111/0000", 2, "whole lines"),
        ("/".join(["0" * 12] * 3 + ["000" + "1" * 7 + "00"] * 7 + ["0" * 12, "0" * 11 + "1"]), 2, "lie together"),
        ("111111/100001/101101/100101/110101/111111", 2, "fill the rim"),
        (LAMPS, 2, "lie together"),
        (SPARSE, 2, "few cells differ"),
        (WALLS, 2, "as walls do"),
        ("0100/0001/1000/0100/0010", 2, "in every line"),
    ],
)
def test_what_is_commoner_elsewhere_is_doubted(reading: Reads, board: str, states: int, word: str) -> None:
    (reason,) = doubts(reading("lights-out", board, states))
    assert word in reason
    assert "lights-out" in reason


def test_memento_rests_on_flipped_lines(reading: Reads) -> None:
    assert doubts(reading("memento", "1101/0001/0111/1011")) == ()
    assert "flipping" in doubts(reading("memento", "1101/0001/0111/1010"))[0]
    # The detector itself weighs stripes, by the picture that goes on between them.
    assert doubts(reading("memento", "1101/1101/1101/1101")) == ()


def test_locks_and_panels_have_a_look_of_their_own(reading: Reads) -> None:
    assert doubts(reading("heresy", "012/301/220", 4)) == ()


@pytest.mark.parametrize("kind", ["lights-out", "memento"])
def test_a_board_in_a_corner_of_a_large_picture_is_never_sure(reading: Reads, kind: str) -> None:
    board = (
        reading(kind, "11000/00101/11101/00111/11010") if kind == "lights-out" else reading(kind, "1101/0001/0111/1011")
    )
    assert settle(board).verdict == "sure"
    assert settle(board, 400_000).verdict == "unsure"


def test_a_sure_reading_keeps_its_reasons_when_held_back(reading: Reads) -> None:
    held = settle(reading("lights-out", "0121/1020/2101/0012", 3))
    assert held.verdict == "unsure"
    assert held.cells


@pytest.mark.parametrize(("row", "col", "sure"), [(4, 2, True), (3, 3, False)])
def test_one_clicks_plus_is_a_sign_only_in_the_middle(reading: Reads, row: int, col: int, sure: bool) -> None:
    lines = [["1" if abs(r - row) + abs(c - col) <= 1 else "0" for c in range(7)] for r in range(7)]
    board = "/".join("".join(line) for line in lines)
    assert (not doubts(reading("lights-out", board))) is sure


def test_one_cell_in_every_line_is_doubtful(reading: Reads) -> None:
    assert any("in every line" in one for one in doubts(reading("lights-out", "0100/0001/1000/0100/0010")))


def test_tiles_far_from_all_that_flips_make_are_no_tiles(reading: Reads) -> None:
    one = replace(reading("memento", "11111/00000/11000/00000/00000/00010"), verdict="unsure", confidence=0.9)
    assert settle(replace(one, reasons=(RIMMED,))).verdict == "none"
    assert settle(replace(one, reasons=(RIMMED,), suspects=(3,))).verdict == "none"
    assert settle(replace(one, reasons=(RIMMED,), suspects=(10, 11, 28))).verdict == "unsure"  # if these are wrong


@pytest.mark.parametrize(
    "board",
    [
        "00000/00000/00000/00000/10000",  # no clicks on five by five make this
        "00101101/" + "/".join(["0" * 8] * 6) + "/00010000",  # as someone draws
        "/".join(["0000000000", "0000010000", *["0000000000"] * 8]),
    ],
)
def test_hardly_any_odd_cells_that_clicks_do_not_make_are_doubtful(reading: Reads, board: str) -> None:
    assert any("hardly any cells differ" in reason for reason in doubts(reading("lights-out", board)))


@pytest.mark.parametrize(
    "board",
    [
        "00000/00000/01000/11100/01000",
        "/".join(["0" * 8] * 7 + ["01001100"]),  # lights were chased down to here
        "/".join(["0" * 8, "00100000", "01110000", "00100000", *["0" * 8] * 4]),
        "/".join(["11000000", "10000000", *["0" * 8] * 6]),
    ],
)
def test_few_odd_cells_that_clicks_make_are_not(reading: Reads, board: str) -> None:
    assert not any("hardly any cells differ" in reason for reason in doubts(reading("lights-out", board)))


def test_windows_of_a_house_in_a_picture_are_a_tiny_grid(reading: Reads) -> None:
    grid = reading("lights-out", "0100/0001/1010/0010")
    left, top, right, bottom = grid.outline
    assert tiny(grid, round(200 * (right - left) * (bottom - top)))
    assert not tiny(grid, round(20 * (right - left) * (bottom - top)))


@pytest.mark.parametrize(("board", "told"), [("01/11/00/10/01/00", True), ("010/110/001", False), ("01/10", False)])
def test_two_lines_of_windows_are_a_tiny_grid_where_a_square_is_none(reading: Reads, board: str, told: bool) -> None:
    grid = reading("lights-out", board)
    left, top, right, bottom = grid.outline
    assert tiny(grid, round(60 * (right - left) * (bottom - top))) is told
