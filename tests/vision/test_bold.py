"""Boards on grounds whose edges run into those of the cells, but are not as strong."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
import pytest

from vision import bold, once
from vision.frame import Frame
from vision.look import look
from vision.scene import Scene

if TYPE_CHECKING:
    from numpy.typing import NDArray

BOARD = "01001/00011/00101/11001/10010"
BRICK, MORTAR, FRAME, PANES = (0, 20, 132), (0, 8, 78), (184, 184, 184), ((60, 28, 15), (104, 216, 255))


@pytest.fixture
def house() -> NDArray[np.uint8]:
    """A wall of bricks, and windows of four panes in it, lit and dark."""
    page = np.full((640, 640, 3), (48, 12, 14), np.uint8)
    page[40:600, 60:580] = BRICK
    for row, y in enumerate(range(40, 600, 16)):
        page[y : y + 4, 60:580] = MORTAR
        for x in range(60 + 16 * (row % 2), 580, 32):
            page[y : y + 16, x : x + 4] = MORTAR
    for row, line in enumerate(BOARD.split("/")):
        for col, lit in enumerate(line):
            y, x = 76 + 104 * row, 92 + 96 * col
            page[y : y + 64, x : x + 64] = FRAME
            for top in (y + 4, y + 34):
                for left in (x + 4, x + 34):
                    page[top : top + 26, left : left + 26] = PANES[int(lit)]
    return page


def test_windows_in_a_wall_of_bricks_are_read(house: NDArray[np.uint8]) -> None:
    reading = look(Frame(house))[0]
    assert (reading.verdict, reading.kind, reading.board) == ("sure", "lights-out", BOARD)


def test_a_wall_of_bricks_alone_is_no_board(house: NDArray[np.uint8]) -> None:
    page = house.copy()
    page[76:556, 92:540] = page[60:76, 92:540].repeat(30, axis=0)
    assert look(Frame(page))[0].verdict == "none"


def test_what_is_told_by_all_edges_and_in_doubt_is_not_told_by_bold_ones_alone(house: NDArray[np.uint8]) -> None:
    scene = Scene(Frame(house))
    seen, _ = once.look(bold.view(scene), ("lights-out",), None)
    assert [one.board for one in bold.offered(seen, [])] == [BOARD]
    assert bold.offered(seen, [seen[0].unsure("some doubt")]) == []


@pytest.mark.parametrize(("doubts", "left"), [(("a doubt",), 1), (("a doubt", "another"), 0)])
def test_a_board_of_bold_outlines_is_offered_in_a_single_doubt(
    house: NDArray[np.uint8], doubts: tuple[str, ...], left: int
) -> None:
    seen, _ = once.look(bold.view(Scene(Frame(house))), ("lights-out",), None)
    assert len(bold.offered([seen[0].unsure(*doubts)], [])) == left
    few = replace(seen[0], cells=seen[0].cells[:4])
    assert bold.offered([few.unsure(*doubts)], []) == []
