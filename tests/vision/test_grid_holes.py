"""Boards with places that have no cell: the page shows there."""

from __future__ import annotations

import numpy as np
import pytest

from vision.frame import Frame
from vision.look import look


def drawn(board: str, *, gap: int) -> Frame:
    """Cells in two colours 60 pixels apart, with so much between them; ``x`` for none."""
    page = np.full((560, 640, 3), (48, 40, 36), np.uint8)
    for row, line in enumerate(board.split("/")):
        for col, state in enumerate(line):
            if state != "x":
                x, y = 100 + 60 * col, 70 + 60 * row
                page[y : y + 60 - gap, x : x + 60 - gap] = (90, 200, 240) if state == "1" else (150, 90, 70)
    return Frame(page)


@pytest.mark.parametrize("gap", [3, 8])
@pytest.mark.parametrize(
    "board",
    [
        "0100111/1001011/0111011/011x111/0011000/1111000/0100001",
        "10111/00000/10x00/01000/00100",
        "x01x/0100/1100/x11x",
        "000110/x01100/10x101/11001x/110101/111101",
        "x1110x/011001/111010/x0010x",
    ],
)
def test_places_without_a_cell_are_holes_not_states_or_strays(board: str, gap: int) -> None:
    reading = look(drawn(board, gap=gap))[0]
    assert (reading.kind, reading.states) == ("lights-out", 2)
    seen = {(cell.row, cell.col): cell.state for cell in reading.cells}
    real = {
        (row, col): int(state)
        for row, line in enumerate(board.split("/"))
        for col, state in enumerate(line)
        if state != "x"
    }
    assert seen.keys() == real.keys()
    assert len({(seen[place], state) for place, state in real.items()}) == 2
    last = max(row for row, _ in real), max(col for _, col in real)
    corners = {(row, col) for row in (0, last[0]) for col in (0, last[1])}
    assert (reading.verdict == "sure") == (not corners & real.keys() and board.count("x") == len(corners))


def test_corners_of_a_part_of_another_shape_are_in_doubt() -> None:
    diamond = ("xx1xx", "x010x", "01101", "x100x", "xx0xx")
    for gap in (3, 8):
        assert look(drawn("/".join(diamond), gap=gap))[0].verdict != "sure"


def test_places_that_hardly_stand_out_from_the_page_are_cells_where_a_gap_shows_it() -> None:
    board = "10232/11201/30123/02210/13302"
    shades = np.array([(56, 47, 41), (90, 200, 240), (120, 60, 200), (90, 180, 60)], np.uint8)
    page = np.full((460, 460, 3), (48, 40, 36), np.uint8)
    for row, line in enumerate(board.split("/")):
        for col, state in enumerate(line):
            x, y = 80 + 60 * col, 80 + 60 * row
            page[y : y + 52, x : x + 52] = shades[int(state)]
    reading = look(Frame(page))[0]
    assert len(reading.cells) == 25
    assert reading.states == 4
