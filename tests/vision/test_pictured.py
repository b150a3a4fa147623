from __future__ import annotations

from dataclasses import replace

import pytest

from vision.memento.doubts import ALIKE, CARDS, LITTLE, RIVALLED, UNSOLVABLE
from vision.pictured import ALIKE_CELLS, FAR, lights, two_colours, unlike_memento
from vision.reading import CellReading, Reading


def tiles(board: str, confidence: float = 1.0) -> Reading:
    cells = tuple(
        CellReading(
            row,
            col,
            int(sign),
            (confidence, 1 - confidence) if sign == "0" else (1 - confidence, confidence),
            (9.0 * col, 9.0 * row),
        )
        for row, line in enumerate(board.split("/"))
        for col, sign in enumerate(line)
    )
    return Reading("unsure", ("a doubt",), kind="memento", states=2, cells=cells, confidence=0.9)


def test_the_user_may_name_any_tiles_lights_out() -> None:
    found = lights(replace(tiles("11000/11000/00111/11000/00111"), verdict="sure"))
    assert (found.kind, found.verdict, found.confidence) == ("lights-out", "unsure", 0.5)


@pytest.mark.parametrize("board", ["11110/01011/11100/01011/10011", "100/000/000", "101/011/011/000/100/100"])
@pytest.mark.parametrize("doubt", [UNSOLVABLE, LITTLE])
def test_tiles_far_from_all_that_flips_make_are_offered_as_lights_out(board: str, doubt: str) -> None:
    found = unlike_memento(replace(tiles(board), reasons=(doubt,)))
    assert (found.kind, found.verdict, found.reasons, found.board) == ("lights-out", "unsure", (FAR,), board)


@pytest.mark.parametrize("board", ["11011/00100/11011/00100/11011", "11011/00100/11011/00101/11111", "1100/1000/1000"])
def test_tiles_that_a_misread_or_two_make_unsolvable_stay_memento(board: str) -> None:
    found = replace(tiles(board), reasons=(UNSOLVABLE,))
    assert unlike_memento(found) == found


def test_tiles_that_are_not_read_plainly_stay_memento() -> None:
    unsolvable = replace(tiles("11110/01011/11100/01011/10011"), reasons=(UNSOLVABLE,))
    for doubtful in (replace(unsolvable, suspects=(3,)), replace(unsolvable, reasons=(RIVALLED,))):
        assert unlike_memento(doubtful) == doubtful


def test_tiles_that_neither_flips_nor_clicks_make_are_no_board() -> None:
    board = "000000001/000000001/001000000/000000000/000000000/010010000/000000100/000000000/000000000"
    assert unlike_memento(replace(tiles(board), reasons=(UNSOLVABLE,))).verdict == "none"


def test_tiles_whose_halves_are_alike_are_no_board() -> None:
    assert unlike_memento(replace(tiles("11110/10001/10001/01111"), reasons=(UNSOLVABLE,))).verdict == "none"


def test_a_large_board_is_offered_only_where_clicks_are_known_by_it() -> None:
    stones = "01100000/00000001/01001000/00000000/00010000/11000000/00000001/01111000"
    assert unlike_memento(replace(tiles(stones), reasons=(UNSOLVABLE,))).verdict == "none"


def test_tiles_that_may_be_of_two_colours_are_offered_as_lights_out_where_clicks_make_their_pattern() -> None:
    lamps = replace(tiles("0101/0100/0001/0001"), reasons=(ALIKE, LITTLE, CARDS))
    found = two_colours(lamps)
    assert (found.kind, found.verdict, found.reasons) == ("lights-out", "unsure", (ALIKE_CELLS,))
    for other in (
        replace(lamps, reasons=(LITTLE, CARDS)),
        replace(lamps, suspects=(3,)),
        replace(lamps, cells=tiles("0101/0100/0001/0011").cells),  # by no clicks
        replace(lamps, cells=tiles("0101/0101/1010/1010").cells),  # by flips
    ):
        assert two_colours(other) == other
