from __future__ import annotations

from dataclasses import replace

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
from vision.reading import CellReading, Reading
from vision.unnamed import doubts, tiny
from vision.unnamed import settle as settle_in

FEW = "11100/01000/00011/00000/00000"
"""Two clicks."""
LEVEL = "10001/10001/01110/00100/00100"
"""Of a game that has levels made by hand."""
LONE = "/".join(["000000", "001000", *["000000"] * 4])
SPARSE = "0010000001/0000000100/0100000000/0000100010/1000000000/0000010000/0010000001/0000000100/0100100000/0000000010"
"""Two of a line's ten cells, as living cells and ships."""
WALLS = "/".join(["111011101", "101010101", "111011101", "000000000"] * 2 + ["111011101"])

LAMPS = "000000000/111110111/000010100/000100111/001000001/010000001/010001001/010000110/000000000"
"""A number on a wall of lamps."""


def reading(kind: str, board: str, states: int = 2, step: tuple[float, float] = (9.0, 9.0)) -> Reading:
    cells = tuple(
        CellReading(
            row, col, int(sign), tuple(float(int(sign) == s) for s in range(states)), (col * step[0], row * step[1])
        )
        for row, line in enumerate(board.split("/"))
        for col, sign in enumerate(line)
        if sign != "x"
    )
    matrix = (step[0], 0.0, 0.0, 0.0, step[1], 0.0, 0.0, 0.0, 1.0)
    return Reading("sure", kind=kind, states=states, cells=cells, confidence=1.0, homography=matrix)


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
def test_plain_boards_are_not_doubted(board: str) -> None:
    assert doubts(reading("lights-out", board)) == ()


def test_flips_of_whole_lines_are_no_doubt_where_the_cells_of_a_state_look_alike() -> None:
    assert doubts(reading("lights-out", "1101/0001/0111/1011"), even=True) == ()


@pytest.mark.parametrize("board", ["0001/0010/0100/1000", "1110/1101/1011/0111"])
def test_the_diagonal_that_flips_turn_is_a_doubt_as_one_flip_makes_it(board: str) -> None:
    assert any("flips of whole lines" in one for one in doubts(reading("lights-out", board)))
    assert not any("flips" in one for one in doubts(reading("lights-out", "/".join(reversed(board.split("/"))))))


@pytest.mark.parametrize(("board", "wide"), [("101/011/010", False), ("1010/0110/0101", True)])
@pytest.mark.parametrize("step", [16.0, 22.0])
def test_buttons_of_a_square_board_may_be_far_wider_than_tall(board: str, wide: bool, step: float) -> None:
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
def test_still_wider_buttons_are_a_boards_where_few_clicks_make_the_pattern(board: str, doubted: bool) -> None:
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
def test_what_is_commoner_elsewhere_is_doubted(board: str, states: int, word: str) -> None:
    (reason,) = doubts(reading("lights-out", board, states))
    assert word in reason
    assert "lights-out" in reason


def test_memento_rests_on_flipped_lines() -> None:
    assert doubts(reading("memento", "1101/0001/0111/1011")) == ()
    assert "flipping" in doubts(reading("memento", "1101/0001/0111/1010"))[0]
    # The detector itself weighs stripes, by the picture that goes on between them.
    assert doubts(reading("memento", "1101/1101/1101/1101")) == ()


def test_locks_and_panels_have_a_look_of_their_own() -> None:
    assert doubts(reading("heresy", "012/301/220", 4)) == ()


def settle(one: Reading, pixels: int = 4000) -> Reading:
    return settle_in(one, pixels, doubts(one))


def unsure(
    kind: str, board: str, *reasons: str, confidence: float = 0.5, step: tuple[float, float] = (9, 9), states: int = 2
) -> Reading:
    return replace(reading(kind, board, states, step), verdict="unsure", reasons=reasons, confidence=confidence)


@pytest.mark.parametrize("kind", ["lights-out", "memento"])
def test_a_board_in_a_corner_of_a_large_picture_is_never_sure(kind: str) -> None:
    board = (
        reading(kind, "11000/00101/11101/00111/11010") if kind == "lights-out" else reading(kind, "1101/0001/0111/1011")
    )
    assert settle(board).verdict == "sure"
    assert settle(board, 400_000).verdict == "unsure"


def test_a_small_uniform_grid_may_be_a_board_and_a_large_one_is_none() -> None:
    small, large = "/".join(["00000"] * 5), "/".join(["0" * 9] * 9)
    assert settle(unsure("lights-out", small, "all alike")).verdict == "unsure"
    assert settle(unsure("lights-out", large, "all alike")).verdict == "none"
    assert settle(unsure("lights-out", small, "all alike", step=(20, 9))).verdict == "none"


def test_tiles_that_no_flips_make_need_more_than_doubts() -> None:
    made, other = "1101/0001/0111/1011", "1101/0001/0111/1010"
    assert settle(unsure("memento", made, "one", "two")).verdict == "unsure"
    assert settle(unsure("memento", other, "one", "two")).verdict == "none"
    assert settle(unsure("memento", other, "one", "two", confidence=1.0)).verdict == "none"
    assert settle(unsure("memento", other, "one")).verdict == "unsure"


def test_tiles_hardly_plain_are_none() -> None:
    tiles = unsure("memento", "1101/0001/0111/1011", "one")
    assert settle(replace(tiles, suspects=(1, 2, 5))).verdict == "unsure"
    assert settle(replace(tiles, suspects=tuple(range(6)))).verdict == "none"


def test_stripes_with_few_doubts_are_offered_though_they_pass_no_check() -> None:
    striped = "1101/1101/1101/1101"
    assert settle(unsure("memento", striped, "one", "two", "three")).verdict == "unsure"
    assert settle(unsure("memento", striped, "one", "two", "three", "four")).verdict == "none"
    assert settle(unsure("memento", striped, "one", "two", confidence=0.2)).verdict == "none"


def test_a_band_of_tiles_in_stripes_is_a_part_of_a_picture() -> None:
    band = "1111/1111/0000"
    assert settle(unsure("memento", band, BANDED, confidence=0.7)).verdict == "unsure"
    assert settle(unsure("memento", band, STRIPES, BANDED, confidence=0.7)).verdict == "none"
    assert settle(unsure("memento", band, STRIPES, BANDED, "one more", confidence=0.7)).verdict == "none"


def test_a_band_of_tiles_that_all_else_speaks_for_is_offered() -> None:
    assert settle(unsure("memento", "1111/1111/0000", STRIPES, BANDED, "one more", confidence=0.97)).verdict == "unsure"


def test_chequers_with_one_more_doubt_are_squares_of_another_game() -> None:
    chequers = "0101/1010/0101"
    assert settle(unsure("memento", chequers, CHEQUERS, confidence=0.7)).verdict == "unsure"
    assert settle(unsure("memento", chequers, CHEQUERS, "one more", confidence=0.7)).verdict == "none"


def test_a_sure_reading_keeps_its_reasons_when_held_back() -> None:
    held = settle(reading("lights-out", "0121/1020/2101/0012", 3))
    assert held.verdict == "unsure"
    assert held.cells


def test_colours_that_are_doubtful_make_no_chart_of_a_board() -> None:
    board = "01233/10002/00330/03120/12323"
    colours = replace(unsure("lights-out", board, *SHADES), states=4)
    assert settle(colours).verdict == "unsure"
    assert settle(replace(colours, reasons=(MIDWAY, "the cells are not plain"))).verdict == "unsure"
    assert settle(replace(colours, reasons=(MIDWAY, CLICKED))).verdict == "none"
    assert settle(replace(colours, reasons=("one more", "the cells are not plain"))).verdict == "none"
    assert settle(replace(colours, reasons=(ONCE, "the cells are not plain"))).verdict == "unsure"


def test_colours_on_a_wide_board_are_doubtful_but_no_chart() -> None:
    """Both doubts are about all such boards, and nothing that was seen of this one."""
    assert settle(reading("lights-out", "11211/02110/22111", 3)).verdict == "unsure"


@pytest.mark.parametrize(("row", "col", "sure"), [(4, 2, True), (3, 3, False)])
def test_one_clicks_plus_is_a_sign_only_in_the_middle(row: int, col: int, sure: bool) -> None:
    lines = [["1" if abs(r - row) + abs(c - col) <= 1 else "0" for c in range(7)] for r in range(7)]
    board = "/".join("".join(line) for line in lines)
    assert (not doubts(reading("lights-out", board))) is sure


def test_writing_and_more_in_cells_of_a_pattern_that_no_clicks_make_is_another_games() -> None:
    made, other = "11100/01000/00000/00000/00000", "10010/00100/00000/01000/00010"
    assert settle(unsure("lights-out", other, MIDWAY, LABELLED)).verdict == "none"
    assert settle(unsure("lights-out", other, LABELLED)).verdict == "unsure"  # boards of other rules may be numbered
    assert settle(unsure("lights-out", made, LETTERED, MIDWAY)).cells


@pytest.mark.parametrize(
    ("board", "told"),
    [("010/000/100", False), ("01101/11010/00101/10101", True), (FEW, True), ("10000/00000/00000/00000/00000", False)],
)
def test_a_cell_for_each_sign_is_a_board_where_it_is_large_or_clicks_are_known_by_its_pattern(
    board: str, told: bool
) -> None:
    assert bool(settle(unsure("lights-out", board, LETTERED)).cells) is told


def test_things_in_cells_of_a_pattern_that_fails_four_checks_are_another_games() -> None:
    assert settle(unsure("lights-out", "0110/1101/0001/1110", DRAWN)).verdict == "none"
    assert settle(unsure("lights-out", "0110/1101/0001/1110", DRAWN, UNEVEN)).verdict == "unsure"
    assert settle(unsure("lights-out", "0110/1001/1110/0011/0101", DRAWN)).verdict == "unsure"


def test_one_cell_in_every_line_is_no_board() -> None:
    assert settle(reading("lights-out", "0100/0001/1000/0100/0010")).verdict == "none"


def test_chequers_of_many_squares_are_no_tiles() -> None:
    few, many = "101/010/101", "/".join(["10101010", "01010101"] * 4)
    blocks = "/".join(["111000111"] * 3 + ["000111000"] * 3 + ["111000111"] * 3)
    assert settle(unsure("memento", few, CHEQUERS, confidence=0.9)).verdict == "unsure"
    assert settle(unsure("memento", many, CHEQUERS, confidence=0.99)).verdict == "none"
    assert settle(unsure("memento", blocks, RIMMED, confidence=0.99)).verdict == "none"
    assert settle(unsure("memento", "/".join(["11011"] * 5), RIMMED, confidence=0.99)).verdict == "unsure"


def test_two_lines_of_which_little_speaks_for_tiles_are_none() -> None:
    assert settle(unsure("memento", "001/111", LITTLE, confidence=0.9)).verdict == "none"
    assert settle(unsure("memento", "001/111/111", LITTLE, confidence=0.9)).verdict == "unsure"
    assert settle(unsure("memento", "01/01", STRIPES, confidence=0.9)).verdict == "unsure"
    assert settle(unsure("memento", "01/01", STRIPES, UNALIKE, confidence=0.9)).verdict == "none"


@pytest.mark.parametrize("reason", [SEATS, LEGEND, SHAPES])
def test_plans_and_charts_are_none(reason: str) -> None:
    assert settle(unsure("lights-out", "0110/1001/1110/0011/0101", reason)).verdict == "none"
    assert settle(unsure("lights-out", "0110/1001/1110/0011/0101", MIDWAY)).verdict == "unsure"


def test_a_legend_may_stand_beside_a_board_that_was_dealt() -> None:
    made, other = "11100/01000/00011/00000/00000", "11100/01000/00010/00000/00000"
    assert settle(unsure("lights-out", made, LEGEND)).verdict == "unsure"
    assert settle(unsure("lights-out", other, LEGEND)).verdict == "none"


@pytest.mark.parametrize(
    ("reasons", "verdict"), [((OUTSIDE,), "none"), ((OUTSIDE, OUTLINE), "none"), ((OUTLINE,), "unsure")]
)
def test_parts_of_something_larger_are_none(reasons: tuple[str, ...], verdict: str) -> None:
    assert settle(unsure("lights-out", "0110/1001/1110/0011/0101", *reasons)).verdict == verdict


@pytest.mark.parametrize(("board", "verdict"), [("0100/1011/0010/1101", "unsure"), ("0100/1011/0010/1100", "none")])
def test_what_may_go_on_is_offered_where_clicks_make_just_what_is_seen(board: str, verdict: str) -> None:
    assert settle(unsure("lights-out", board, OUTSIDE)).verdict == verdict


def test_large_boards_that_are_upright_are_pictures() -> None:
    heart = "00000000/01100110/11111111/11111111/11111111/01111110/00111100/00011000"
    assert settle(unsure("lights-out", heart, UPRIGHT)).verdict == "none"


@pytest.mark.parametrize(("board", "verdict"), [("01010/11111/11111/01110/00100", "none"), (LEVEL, "unsure")])
def test_small_boards_that_are_upright_are_pictures_where_no_clicks_make_them(board: str, verdict: str) -> None:
    assert settle(unsure("lights-out", board, UPRIGHT)).verdict == verdict


def test_a_board_longer_than_any_known_is_none() -> None:
    line = "0110101101001011010010"
    assert settle(unsure("lights-out", "/".join([line, line[::-1]] * 5), MIDWAY)).verdict == "none"


def test_two_shapes_on_a_large_grid_are_pieces() -> None:
    large = "/".join(["01101011", "10010110"] * 4)
    assert settle(unsure("lights-out", large, OUTLINE)).verdict == "none"
    assert settle(unsure("lights-out", large, OUTLINE, MIDWAY)).verdict == "unsure"
    assert settle(unsure("lights-out", "01101/10010/11001/00111/10100", OUTLINE)).verdict == "unsure"


def test_a_very_small_part_of_a_picture_with_doubts_is_an_icon() -> None:
    sketch = unsure("lights-out", "011/101/001", "one", "two")
    assert settle(sketch).verdict == "unsure"
    assert settle(sketch, 100 * 27 * 27).verdict == "none"
    assert settle(unsure("lights-out", "011/101/001", "one"), 100 * 27 * 27).verdict == "unsure"


def test_a_shape_of_plans_needs_one_more_doubt_to_be_none() -> None:
    seats = "01101001/11010110/00101101"
    (shape,) = doubts(reading("lights-out", seats))
    assert settle(reading("lights-out", seats)).verdict == "unsure"
    assert settle(unsure("lights-out", seats, shape, "one more")).verdict == "none"


def test_writing_in_cells_is_held_against_shapes_that_are_not_quite_a_boards() -> None:
    days = "01101001/11010110/00101101/10101000"
    assert settle(unsure("lights-out", days, LABELLED)).verdict == "none"
    assert settle(unsure("lights-out", "01101/11010/00101/10101", LABELLED)).verdict == "unsure"


def test_tiles_far_from_all_that_flips_make_are_no_tiles() -> None:
    one = replace(reading("memento", "11111/00000/11000/00000/00000/00010"), verdict="unsure", confidence=0.9)
    assert settle(replace(one, reasons=(RIMMED,))).verdict == "none"
    assert settle(replace(one, reasons=(RIMMED,), suspects=(3,))).verdict == "none"
    assert settle(replace(one, reasons=(RIMMED,), suspects=(10, 11, 28))).verdict == "unsure"  # if these are wrong


def test_doubts_and_a_pattern_that_no_clicks_make_are_another_games() -> None:
    other, made = "0110/1101/0001/1110", "0110/0000/0000/0110"
    assert settle(unsure("lights-out", other, PLAIN, OUTLINE)).verdict == "none"
    assert settle(unsure("lights-out", other, PLAIN, STRAYS)).verdict == "unsure"  # a stray cell may be misread
    assert settle(unsure("lights-out", made, PLAIN, OUTLINE)).verdict == "unsure"


def test_writing_in_cells_of_three_colours_is_that_of_a_word_game() -> None:
    assert settle(unsure("lights-out", "01120/11010/00201/10101", LETTERED, states=3)).verdict == "none"


def test_small_writing_in_cells_of_three_colours_is_that_of_a_table() -> None:
    assert settle(unsure("lights-out", "0022/0000/0012/0112", LABELLED, states=3)).verdict == "none"


def test_stripes_with_a_doubt_are_a_table() -> None:
    assert settle(unsure("lights-out", "101010/101010/101010/101010", DRAWN)).verdict == "none"


def test_tiles_with_doubtful_cells_are_none_where_these_do_not_make_the_pattern_unsolvable() -> None:
    one = unsure("memento", "1111/1000/0000/0000", "doubtful cells", confidence=0.9)
    assert settle(replace(one, suspects=(4,))).verdict == "unsure"
    assert settle(replace(one, suspects=(9,))).verdict == "none"


def test_a_wide_board_with_two_doubts_is_a_sign_of_lamps() -> None:
    lamps = "0011011010100/1010010101100/1101011010101/0100001000111/0110000110100/0000001000010/0000010000001"
    assert settle(unsure("lights-out", lamps, PLAIN, OUTLINE)).verdict == "none"
    assert settle(unsure("lights-out", lamps, PLAIN)).verdict == "unsure"


def test_more_colours_than_boards_have_and_one_more_doubt_are_another_games() -> None:
    assert settle(unsure("lights-out", "1120/1401/2255/0322", "6 colours", ONCE, states=6)).verdict == "none"


@pytest.mark.parametrize(("rows", "verdict"), [(10, "unsure"), (11, "none")])
def test_several_colours_in_more_than_a_hundred_cells_are_a_picture(rows: int, verdict: str) -> None:
    board = "/".join(["0120120121", "2102101200"] * 5 + ["0120120121"])[: 11 * rows - 1]
    assert settle(reading("lights-out", board, 3)).verdict == verdict


def test_colours_that_are_upright_are_a_picture() -> None:
    sprite = "012210/120021/001100/212212/022220/110011"
    assert settle(unsure("lights-out", sprite, UPRIGHT, states=3)).verdict == "none"


def test_a_large_table_with_one_cell_picked_out_is_all_alike() -> None:
    lone = "/".join(["0" * 8] * 3 + ["00010000"] + ["0" * 8] * 4)
    assert settle(unsure("lights-out", lone, HOVERED)).verdict == "none"
    assert settle(unsure("lights-out", "00000/00100/00000/00000/00000", HOVERED)).verdict == "unsure"


def test_small_marks_in_a_pattern_that_no_clicks_make_are_another_games() -> None:
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
def test_stripes_hardly_of_tiles_are_none(reasons: tuple[str, ...], suspects: tuple[int, ...], verdict: str) -> None:
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
    board: str, reasons: tuple[str, ...], verdict: str
) -> None:
    assert settle(unsure("lights-out", board, *reasons)).verdict == verdict


def test_cells_all_alike_with_one_more_doubt_are_a_plain_table() -> None:
    small = "/".join(["00000"] * 5)
    assert settle(unsure("lights-out", small, "all alike", "another")).verdict == "none"


@pytest.mark.parametrize(
    ("states", "reasons", "verdict"),
    [(3, (), "unsure"), (3, (MIDWAY,), "unsure"), (3, ("one more",), "none"), (4, (), "unsure"), (5, (), "none")],
)
def test_large_grids_of_several_colours_need_no_doubt_of_their_own(
    states: int, reasons: tuple[str, ...], verdict: str
) -> None:
    board = "/".join(["01201201"] * 7 + [f"2102101{states - 1}"])
    one = reading("lights-out", board, states)
    assert settle(replace(one, verdict="unsure" if reasons else "sure", reasons=reasons)).verdict == verdict


@pytest.mark.parametrize(
    "board",
    [
        "00000/00000/00000/00000/10000",  # no clicks on five by five make this
        "00101101/" + "/".join(["0" * 8] * 6) + "/00010000",  # as someone draws
    ],
)
def test_hardly_any_odd_cells_that_clicks_do_not_make_are_doubtful(board: str) -> None:
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
def test_few_odd_cells_that_clicks_make_are_not(board: str) -> None:
    assert not any("hardly any cells differ" in reason for reason in doubts(reading("lights-out", board)))


def test_windows_of_a_house_in_a_picture_are_a_tiny_grid() -> None:
    grid = reading("lights-out", "0100/0001/1010/0010")
    left, top, right, bottom = grid.outline
    assert tiny(grid, round(200 * (right - left) * (bottom - top)))
    assert not tiny(grid, round(20 * (right - left) * (bottom - top)))
