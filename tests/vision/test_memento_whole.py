"""Boards of which one way to look saw parts of the cells, and another these whole."""

from __future__ import annotations

import pytest

from vision.memento.doubts import LITTLE, PARTED
from vision.memento.whole import mended
from vision.reading import CellReading, Reading

PARTS = "11001111/11001111/00110000/00110000"


def tiles(board: str, *reasons: str) -> Reading:
    cells = tuple(
        CellReading(row, col, int(sign), (0.5, 0.5), (9.0 * col, 9.0 * row))
        for row, line in enumerate(board.split("/"))
        for col, sign in enumerate(line)
    )
    return Reading("unsure" if reasons else "sure", reasons, "memento", 2, cells, 0.9)


@pytest.mark.parametrize(
    ("again", "whole"),
    [
        ("1011/0100", True),
        pytest.param("1011/0110", False, id="another pattern"),
        pytest.param(PARTS, False, id="cells of the same size"),
        pytest.param("1011/1011/0100/0100", False, id="whole one way only"),
        pytest.param("101/010", False, id="no whole number of parts"),
    ],
)
def test_cells_are_whole_where_another_reading_has_all_their_parts_in_one(again: str, whole: bool) -> None:
    assert mended(tiles(PARTS, PARTED), tiles(again)) is whole


@pytest.mark.parametrize("reasons", [(LITTLE,), (PARTED, LITTLE), ()])
def test_other_doubts_remain(reasons: tuple[str, ...]) -> None:
    assert not mended(tiles(PARTS, *reasons), tiles("1011/0100"))
