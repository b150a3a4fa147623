from __future__ import annotations

from dataclasses import replace

import pytest

from vision.pictured import lights, told
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


FAR = "01000/11001/10010/11001/00101"
"""No flips of whole lines make it, nor any pattern that differs in one cell."""


def test_tiles_that_no_flips_make_may_be_lights_out() -> None:
    found = told(tiles(FAR))
    assert (found.kind, found.verdict, found.board) == ("lights-out", "unsure", FAR)
    assert "no flips" in found.reasons[0]
    assert found.confidence <= 0.5


@pytest.mark.parametrize("board", ["11000/11000/00111/11000/00111", "11000/11000/00111/11000/00110"])
def test_a_cell_misread_is_no_other_puzzle(board: str) -> None:
    assert told(tiles(board)).kind == "memento"


def test_cells_that_are_not_plain_may_be_misread() -> None:
    assert told(tiles(FAR, 0.9)).kind == "memento"
    assert told(replace(tiles(FAR), suspects=(3,))).kind == "memento"


def test_what_is_sure_or_of_another_kind_stays() -> None:
    for reading in (replace(tiles(FAR), verdict="sure"), replace(tiles(FAR), kind="lights-out")):
        assert told(reading) is reading


def test_the_user_may_name_any_tiles_lights_out() -> None:
    found = lights(replace(tiles("11000/11000/00111/11000/00111"), verdict="sure"))
    assert (found.kind, found.verdict, found.confidence) == ("lights-out", "unsure", 0.5)
