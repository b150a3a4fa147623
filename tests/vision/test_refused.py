from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from vision.grid.doubts import (
    CLICKED,
    DRAWN,
    HOVERED,
    LABELLED,
    LEGEND,
    LETTERED,
    MARKED,
    MIDWAY,
    ONCE,
    OUTLINE,
    OUTSIDE,
    PLAIN,
    SEATS,
    SHADES,
    SHAPES,
    STRAYS,
    UNEVEN,
    UPRIGHT,
)
from vision.memento.doubts import BANDED, CHEQUERS, LITTLE, RIMMED, STRIPES, UNALIKE
from vision.refused import SHAPE
from vision.unnamed import settle as settle_in

if TYPE_CHECKING:
    from collections.abc import Callable

    from vision.reading import Reading

    Reads = Callable[..., Reading]

FEW = "11100/01000/00011/00000/00000"
"""Two clicks."""
LEVEL = "10001/10001/01110/00100/00100"
"""Of a game that has levels made by hand."""
LONE = "/".join(["000000", "001000", *["000000"] * 4])
SPARSE = "0010000001/0000000100/0100000000/0000100010/1000000000/0000010000/0010000001/0000000100/0100100000/0000000010"
"""Two of a line's ten cells, as living cells and ships."""


def settle(one: Reading, pixels: int = 4000) -> Reading:
    return settle_in(one, pixels, ())


def test_a_small_uniform_grid_may_be_a_board_and_a_large_one_is_none(unsure: Reads) -> None:
    small, large = "/".join(["00000"] * 5), "/".join(["0" * 9] * 9)
    assert settle(unsure("lights-out", small, "all alike")).verdict == "unsure"
    assert settle(unsure("lights-out", large, "all alike")).verdict == "none"
    assert settle(unsure("lights-out", small, "all alike", step=(20, 9))).verdict == "none"


def test_tiles_that_no_flips_make_need_more_than_doubts(unsure: Reads) -> None:
    made, other = "1101/0001/0111/1011", "1101/0001/0111/1010"
    assert settle(unsure("memento", made, "one", "two")).verdict == "unsure"
    assert settle(unsure("memento", other, "one", "two")).verdict == "none"
    assert settle(unsure("memento", other, "one", "two", confidence=1.0)).verdict == "none"
    assert settle(unsure("memento", other, "one")).verdict == "unsure"


def test_tiles_hardly_plain_are_none(unsure: Reads) -> None:
    tiles = unsure("memento", "1101/0001/0111/1011", "one")
    assert settle(replace(tiles, suspects=(1, 2, 5))).verdict == "unsure"
    assert settle(replace(tiles, suspects=tuple(range(6)))).verdict == "none"


def test_stripes_with_few_doubts_are_offered_though_they_pass_no_check(unsure: Reads) -> None:
    striped = "1101/1101/1101/1101"
    assert settle(unsure("memento", striped, "one", "two", "three")).verdict == "unsure"
    assert settle(unsure("memento", striped, "one", "two", "three", "four")).verdict == "none"
    assert settle(unsure("memento", striped, "one", "two", confidence=0.2)).verdict == "none"


def test_a_band_of_tiles_in_stripes_is_a_part_of_a_picture(unsure: Reads) -> None:
    band = "1111/1111/0000"
    assert settle(unsure("memento", band, BANDED, confidence=0.7)).verdict == "unsure"
    assert settle(unsure("memento", band, STRIPES, BANDED, confidence=0.7)).verdict == "none"
    assert settle(unsure("memento", band, STRIPES, BANDED, "one more", confidence=0.7)).verdict == "none"


def test_a_band_of_tiles_that_all_else_speaks_for_is_offered(unsure: Reads) -> None:
    assert settle(unsure("memento", "1111/1111/0000", STRIPES, BANDED, "one more", confidence=0.97)).verdict == "unsure"


def test_chequers_with_one_more_doubt_are_squares_of_another_game(unsure: Reads) -> None:
    chequers = "0101/1010/0101"
    assert settle(unsure("memento", chequers, CHEQUERS, confidence=0.7)).verdict == "unsure"
    assert settle(unsure("memento", chequers, CHEQUERS, "one more", confidence=0.7)).verdict == "none"


def test_colours_that_are_doubtful_make_no_chart_of_a_board(unsure: Reads) -> None:
    board = "01233/10002/00330/03120/12323"
    colours = replace(unsure("lights-out", board, *SHADES), states=4)
    assert settle(colours).verdict == "unsure"
    assert settle(replace(colours, reasons=(MIDWAY, "the cells are not plain"))).verdict == "unsure"
    assert settle(replace(colours, reasons=(MIDWAY, CLICKED))).verdict == "none"
    assert settle(replace(colours, reasons=("one more", "the cells are not plain"))).verdict == "none"
    assert settle(replace(colours, reasons=(ONCE, "the cells are not plain"))).verdict == "unsure"


def test_writing_and_more_in_cells_of_a_pattern_that_no_clicks_make_is_another_games(unsure: Reads) -> None:
    made, other = "11100/01000/00000/00000/00000", "10010/00100/00000/01000/00010"
    assert settle(unsure("lights-out", other, MIDWAY, LABELLED)).verdict == "none"
    assert settle(unsure("lights-out", other, LABELLED)).verdict == "unsure"  # boards of other rules may be numbered
    assert settle(unsure("lights-out", made, LETTERED, MIDWAY)).cells


@pytest.mark.parametrize(
    ("board", "told"),
    [
        ("010/000/100", False),
        ("011010/110101/001011/101010/010011/110100", True),
        ("01101/11010/00101/10101", False),
        (FEW, True),
        ("10000/00000/00000/00000/00000", False),
    ],
)
def test_a_cell_for_each_sign_is_a_board_where_it_is_large_or_clicks_are_known_by_its_pattern(
    unsure: Reads, board: str, told: bool
) -> None:
    assert bool(settle(unsure("lights-out", board, LETTERED)).cells) is told


def test_things_in_cells_of_a_pattern_that_fails_four_checks_are_another_games(unsure: Reads) -> None:
    assert settle(unsure("lights-out", "0110/1101/0001/1110", DRAWN)).verdict == "none"
    assert settle(unsure("lights-out", "0110/1101/0001/1110", DRAWN, UNEVEN)).verdict == "unsure"
    assert settle(unsure("lights-out", "0110/1001/1110/0011/0101", DRAWN)).verdict == "unsure"


def test_chequers_of_many_squares_are_no_tiles(unsure: Reads) -> None:
    few, many = "101/010/101", "/".join(["10101010", "01010101"] * 4)
    blocks = "/".join(["111000111"] * 3 + ["000111000"] * 3 + ["111000111"] * 3)
    assert settle(unsure("memento", few, CHEQUERS, confidence=0.9)).verdict == "unsure"
    assert settle(unsure("memento", many, CHEQUERS, confidence=0.99)).verdict == "none"
    assert settle(unsure("memento", blocks, RIMMED, confidence=0.99)).verdict == "none"
    assert settle(unsure("memento", "/".join(["11011"] * 5), RIMMED, confidence=0.99)).verdict == "unsure"


def test_two_lines_of_which_little_speaks_for_tiles_are_none(unsure: Reads) -> None:
    assert settle(unsure("memento", "001/111", LITTLE, confidence=0.9)).verdict == "none"
    assert settle(unsure("memento", "001/111/111", LITTLE, confidence=0.9)).verdict == "unsure"
    assert settle(unsure("memento", "01/01", STRIPES, confidence=0.9)).verdict == "unsure"
    assert settle(unsure("memento", "01/01", STRIPES, UNALIKE, confidence=0.9)).verdict == "none"


@pytest.mark.parametrize("reason", [SEATS, LEGEND, SHAPES])
def test_plans_and_charts_are_none(unsure: Reads, reason: str) -> None:
    assert settle(unsure("lights-out", "0110/1001/1110/0011/0101", reason)).verdict == "none"
    assert settle(unsure("lights-out", "0110/1001/1110/0011/0101", MIDWAY)).verdict == "unsure"


def test_a_legend_may_stand_beside_a_small_square_or_what_was_dealt(unsure: Reads) -> None:
    small = "11100/01000/00010/00000/00000"
    dealt = "/".join(["0" * 9, "001000000", "011100100", "001001110", "000000100", *["0" * 9] * 4])
    plan = "011001101110/110100101011/101011010011/011010110101/110010111010/101101001101"
    assert settle(unsure("lights-out", small, LEGEND)).verdict == "unsure"
    assert settle(unsure("lights-out", plan, LEGEND)).verdict == "none"
    assert settle(unsure("lights-out", dealt, LEGEND)).verdict == "unsure"


@pytest.mark.parametrize(
    ("reasons", "verdict"), [((OUTSIDE,), "none"), ((OUTSIDE, OUTLINE), "none"), ((OUTLINE,), "unsure")]
)
def test_parts_of_something_larger_are_none(unsure: Reads, reasons: tuple[str, ...], verdict: str) -> None:
    assert settle(unsure("lights-out", "0110/1001/1110/0011/0101", *reasons)).verdict == verdict


@pytest.mark.parametrize(("board", "verdict"), [("0100/1011/0010/1101", "unsure"), ("0100/1011/0010/1100", "none")])
def test_what_may_go_on_is_offered_where_clicks_make_just_what_is_seen(unsure: Reads, board: str, verdict: str) -> None:
    assert settle(unsure("lights-out", board, OUTSIDE)).verdict == verdict


def test_large_boards_that_are_upright_are_pictures(unsure: Reads) -> None:
    heart = "00000000/01100110/11111111/11111111/11111111/01111110/00111100/00011000"
    assert settle(unsure("lights-out", heart, UPRIGHT)).verdict == "none"


@pytest.mark.parametrize(("board", "verdict"), [("01010/11111/11111/01110/00100", "none"), (LEVEL, "unsure")])
def test_small_boards_that_are_upright_are_pictures_where_no_clicks_make_them(
    unsure: Reads, board: str, verdict: str
) -> None:
    assert settle(unsure("lights-out", board, UPRIGHT)).verdict == verdict


def test_a_board_longer_than_any_known_is_none(unsure: Reads) -> None:
    line = "0110101101001011010010"
    assert settle(unsure("lights-out", "/".join([line, line[::-1]] * 5), MIDWAY)).verdict == "none"


def test_two_shapes_on_a_large_grid_are_pieces(unsure: Reads) -> None:
    large = "/".join(["01101011", "10010110"] * 4)
    assert settle(unsure("lights-out", large, OUTLINE)).verdict == "none"
    assert settle(unsure("lights-out", large, OUTLINE, MIDWAY)).verdict == "unsure"
    assert settle(unsure("lights-out", "01101/10010/11001/00111/10100", OUTLINE)).verdict == "unsure"


def test_a_very_small_part_of_a_picture_with_doubts_is_an_icon(unsure: Reads) -> None:
    sketch = unsure("lights-out", "011/101/001", "one", "two")
    assert settle(sketch).verdict == "unsure"
    assert settle(sketch, 100 * 27 * 27).verdict == "none"
    assert settle(unsure("lights-out", "011/101/001", "one"), 100 * 27 * 27).verdict == "unsure"


def test_a_shape_of_plans_needs_one_more_doubt_to_be_none(unsure: Reads) -> None:
    seats, shape = "01101001/11010110/00101101", f"{SHAPE}; name the puzzle if it is lights-out"
    assert settle(unsure("lights-out", seats, shape)).verdict == "unsure"
    assert settle(unsure("lights-out", seats, shape, "one more")).verdict == "none"


def test_writing_in_cells_is_held_against_shapes_that_are_not_quite_a_boards(unsure: Reads) -> None:
    days = "01101001/11010110/00101101/10101000"
    assert settle(unsure("lights-out", days, LABELLED)).verdict == "none"
    assert settle(unsure("lights-out", "01101/11010/00101/10101", LABELLED)).verdict == "none"
    assert settle(unsure("lights-out", "0101/1110/1011/1111", LABELLED)).verdict == "none"
    assert settle(unsure("lights-out", "01101/11010/00101/10101/00011", LABELLED)).verdict == "unsure"


def test_doubts_and_a_pattern_that_no_clicks_make_are_another_games(unsure: Reads) -> None:
    other, made = "0110/1101/0001/1110", "0110/0000/0000/0110"
    assert settle(unsure("lights-out", other, PLAIN, OUTLINE)).verdict == "none"
    assert settle(unsure("lights-out", other, PLAIN, STRAYS)).verdict == "unsure"  # a stray cell may be misread
    assert settle(unsure("lights-out", made, PLAIN, OUTLINE)).verdict == "unsure"


def test_writing_in_cells_of_three_colours_is_that_of_a_word_game(unsure: Reads) -> None:
    assert settle(unsure("lights-out", "01120/11010/00201/10101", LETTERED, states=3)).verdict == "none"


def test_small_writing_in_cells_of_three_colours_is_that_of_a_table(unsure: Reads) -> None:
    assert settle(unsure("lights-out", "0022/0000/0012/0112", LABELLED, states=3)).verdict == "none"


def test_stripes_with_a_doubt_are_a_table(unsure: Reads) -> None:
    assert settle(unsure("lights-out", "101010/101010/101010/101010", DRAWN)).verdict == "none"


def test_tiles_with_doubtful_cells_are_none_where_these_do_not_make_the_pattern_unsolvable(unsure: Reads) -> None:
    one = unsure("memento", "1111/1000/0000/0000", "doubtful cells", confidence=0.9)
    assert settle(replace(one, suspects=(4,))).verdict == "unsure"
    assert settle(replace(one, suspects=(9,))).verdict == "none"


def test_a_wide_board_with_two_doubts_is_a_sign_of_lamps(unsure: Reads) -> None:
    lamps = "0011011010100/1010010101100/1101011010101/0100001000111/0110000110100/0000001000010/0000010000001"
    assert settle(unsure("lights-out", lamps, PLAIN, OUTLINE)).verdict == "none"
    assert settle(unsure("lights-out", lamps, PLAIN)).verdict == "unsure"


def test_more_colours_than_boards_have_and_one_more_doubt_are_another_games(unsure: Reads) -> None:
    assert settle(unsure("lights-out", "1120/1401/2255/0322", "6 colours", ONCE, states=6)).verdict == "none"


def test_colours_that_are_upright_are_a_picture(unsure: Reads) -> None:
    sprite = "012210/120021/001100/212212/022220/110011"
    assert settle(unsure("lights-out", sprite, UPRIGHT, states=3)).verdict == "none"


def test_a_large_table_with_one_cell_picked_out_is_all_alike(unsure: Reads) -> None:
    lone = "/".join(["0" * 8] * 3 + ["00010000"] + ["0" * 8] * 4)
    assert settle(unsure("lights-out", lone, HOVERED)).verdict == "none"
    assert settle(unsure("lights-out", "00000/00100/00000/00000/00000", HOVERED)).verdict == "unsure"


def test_small_marks_in_a_pattern_that_no_clicks_make_are_another_games(unsure: Reads) -> None:
    assert settle(unsure("lights-out", "0010/1000/0010/1001", MARKED)).verdict == "none"
    assert settle(unsure("lights-out", "01100/00010/11101/00000/10010", MARKED)).verdict == "unsure"


@pytest.mark.parametrize(
    ("reasons", "suspects", "verdict"),
    [
        (("one", "two"), (), "unsure"),
        (("one", "two"), (3,), "none"),
        (("one",), (3,), "unsure"),
        (("one", UNALIKE), (), "none"),
    ],
)
def test_stripes_hardly_of_tiles_are_none(
    unsure: Reads, reasons: tuple[str, ...], suspects: tuple[int, ...], verdict: str
) -> None:
    one = unsure("memento", "1110011/1110011/1110011", *reasons, confidence=1.0)
    assert settle(replace(one, suspects=suspects)).verdict == verdict


@pytest.mark.parametrize(
    ("board", "reasons", "verdict"),
    [
        (SPARSE, ("one",), "unsure"),
        (SPARSE, ("one", "two"), "none"),
        (LONE, ("one",), "none"),
        (LONE, (HOVERED,), "unsure"),  # all may be alike but for the pointer
        ("000/010/000", ("one",), "unsure"),
        ("01000/11100/01000/00000/00000", ("one",), "unsure"),
    ],
)
def test_few_cells_that_differ_where_no_few_clicks_make_them_do_so_are_no_lights(
    unsure: Reads, board: str, reasons: tuple[str, ...], verdict: str
) -> None:
    assert settle(unsure("lights-out", board, *reasons)).verdict == verdict


def test_cells_all_alike_with_one_more_doubt_are_a_plain_table(unsure: Reads) -> None:
    small = "/".join(["00000"] * 5)
    assert settle(unsure("lights-out", small, "all alike", "another")).verdict == "none"
