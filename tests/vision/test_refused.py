"""Which doubtful tiles are none; doubtful grids are weighed."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from vision.grid.doubts import CLICKED, HOVERED, LABELLED, MIDWAY, SEATS
from vision.memento.doubts import (
    BANDED,
    CHEQUERS,
    GOES_ON,
    HEADING,
    LITTLE,
    RIMMED,
    STRIPES,
    UNALIKE,
    UNDRAWN,
)
from vision.refused import settle

if TYPE_CHECKING:
    from collections.abc import Callable

    from vision.reading import Reading

    Reads = Callable[..., Reading]


def settled(one: Reading, pixels: int = 4000) -> Reading:
    return settle(one, pixels)


def test_a_grid_is_none_where_less_speaks_for_a_board_than_for_another_thing(unsure: Reads) -> None:
    plan = unsure("lights-out", "011001101110/110100101011/101011010011/011010110101/110010111010", SEATS, LABELLED)
    refused = settled(plan)
    assert refused.verdict == "none"
    assert refused.reasons[0].startswith("more like a plan")
    assert refused.reasons[1:] == plan.reasons
    board = unsure("lights-out", "11100/01000/00010/00111/00010", LABELLED)
    assert settled(board) == board


def test_a_small_uniform_grid_may_be_a_board_and_a_large_one_is_none(unsure: Reads) -> None:
    small, large = "/".join(["00000"] * 5), "/".join(["0" * 9] * 9)
    assert settled(unsure("lights-out", small, "all alike")).verdict == "unsure"
    assert settled(unsure("lights-out", small, "all alike", "another")).verdict == "none"
    assert settled(unsure("lights-out", large, "all alike")).verdict == "none"
    assert settled(unsure("lights-out", small, "all alike", step=(20, 9))).verdict == "none"
    hidden = unsure("lights-out", small, "all alike")
    hidden = replace(hidden, cells=tuple(replace(cell, state=None) for cell in hidden.cells))
    assert settled(hidden).verdict == "unsure"


def test_one_cell_under_the_pointer_leaves_a_grid_all_alike(unsure: Reads) -> None:
    lone = "/".join(["0" * 8] * 3 + ["00010000"] + ["0" * 8] * 4)
    assert settled(unsure("lights-out", lone, HOVERED)).verdict == "none"
    assert settled(unsure("lights-out", "00000/00100/00000/00000/00000", HOVERED)).verdict == "unsure"


def test_colours_of_which_some_look_half_clicked_and_one_more_doubt_are_none(unsure: Reads) -> None:
    colours = unsure("lights-out", "01233/10002/00330/03120/12323", CLICKED, states=4)
    assert settled(colours).verdict == "unsure"
    assert settled(colours.unsure(MIDWAY)).verdict == "none"


def test_tiles_that_no_flips_make_need_more_than_doubts(unsure: Reads) -> None:
    made, other = "1101/0001/0111/1011", "1101/0001/0111/1010"
    assert settled(unsure("memento", made, "one", "two")).verdict == "unsure"
    assert settled(unsure("memento", other, "one", "two")).verdict == "none"
    assert settled(unsure("memento", other, "one", "two", confidence=1.0)).verdict == "none"
    assert settled(unsure("memento", other, "one")).verdict == "unsure"


def test_tiles_hardly_plain_are_none(unsure: Reads) -> None:
    tiles = unsure("memento", "1101/0001/0111/1011", "one")
    assert settled(replace(tiles, suspects=(1, 2, 5))).verdict == "unsure"
    assert settled(replace(tiles, suspects=tuple(range(6)))).verdict == "none"


def test_stripes_with_few_doubts_are_offered_though_they_pass_no_check(unsure: Reads) -> None:
    striped = "1101/1101/1101/1101"
    assert settled(unsure("memento", striped, "one", "two", "three")).verdict == "unsure"
    assert settled(unsure("memento", striped, "one", "two", "three", "four")).verdict == "none"
    assert settled(unsure("memento", striped, "one", "two", confidence=0.2)).verdict == "none"


def test_a_band_of_tiles_in_stripes_is_a_part_of_a_picture(unsure: Reads) -> None:
    band = "1111/1111/0000"
    assert settled(unsure("memento", band, BANDED, confidence=0.7)).verdict == "unsure"
    assert settled(unsure("memento", band, STRIPES, BANDED, confidence=0.7)).verdict == "none"
    assert settled(unsure("memento", band, STRIPES, BANDED, "one more", confidence=0.7)).verdict == "none"


def test_a_band_of_tiles_that_all_else_speaks_for_is_offered(unsure: Reads) -> None:
    assert (
        settled(unsure("memento", "1111/1111/0000", STRIPES, BANDED, "one more", confidence=0.97)).verdict == "unsure"
    )


def test_chequers_with_one_more_doubt_are_squares_of_another_game(unsure: Reads) -> None:
    chequers = "0101/1010/0101"
    assert settled(unsure("memento", chequers, CHEQUERS, confidence=0.7)).verdict == "unsure"
    assert settled(unsure("memento", chequers, CHEQUERS, "one more", confidence=0.7)).verdict == "none"


def test_chequers_of_many_squares_are_no_tiles(unsure: Reads) -> None:
    few, many = "101/010/101", "/".join(["10101010", "01010101"] * 4)
    blocks = "/".join(["111000111"] * 3 + ["000111000"] * 3 + ["111000111"] * 3)
    assert settled(unsure("memento", few, CHEQUERS, confidence=0.9)).verdict == "unsure"
    assert settled(unsure("memento", many, CHEQUERS, confidence=0.99)).verdict == "none"
    assert settled(unsure("memento", blocks, RIMMED, confidence=0.99)).verdict == "none"
    assert settled(unsure("memento", "/".join(["11011"] * 5), RIMMED, confidence=0.99)).verdict == "unsure"


def test_two_lines_of_which_little_speaks_for_tiles_are_none(unsure: Reads) -> None:
    assert settled(unsure("memento", "001/111", LITTLE, confidence=0.9)).verdict == "none"
    assert settled(unsure("memento", "01/10/01", GOES_ON, confidence=0.9)).verdict == "none"
    assert settled(unsure("memento", "001/111/111", LITTLE, confidence=0.9)).verdict == "unsure"
    assert settled(unsure("memento", "01/01", STRIPES, confidence=0.9)).verdict == "unsure"
    assert settled(unsure("memento", "01/01", STRIPES, UNALIKE, confidence=0.9)).verdict == "none"


def test_tiles_that_nothing_parts_under_one_outer_row_are_a_window(unsure: Reads) -> None:
    board = "1111/0000/0000"
    assert settled(unsure("memento", board, HEADING, UNDRAWN, STRIPES, confidence=0.9)).verdict == "none"
    for reasons in ((HEADING, STRIPES), (UNDRAWN, STRIPES)):
        assert settled(unsure("memento", board, *reasons, confidence=0.9)).verdict == "unsure"


def test_tiles_with_doubtful_cells_are_none_where_these_do_not_make_the_pattern_unsolvable(unsure: Reads) -> None:
    one = unsure("memento", "1111/1000/0000/0000", "doubtful cells", confidence=0.9)
    assert settled(replace(one, suspects=(4,))).verdict == "unsure"
    assert settled(replace(one, suspects=(9,))).verdict == "none"


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
    assert settled(replace(one, suspects=suspects)).verdict == verdict


def test_a_panel_whose_signs_are_all_in_doubt_is_none_where_most_are_hardly_like_glyphs(unsure: Reads) -> None:
    doubts = [f"r{1 + place // 3} c{1 + place % 3} is hardly like a Hive glyph" for place in range(5)]
    panel = replace(unsure("heresy", "111/223/223", *doubts), suspects=tuple(range(9)))
    assert settled(panel).verdict == "none"
    assert settled(replace(panel, suspects=tuple(range(8)))).verdict == "unsure"
    assert settled(replace(panel, reasons=tuple(doubts[:3]))).verdict == "unsure"
