"""Boards of which the cells of one click have begun to turn over."""

from __future__ import annotations

from types import SimpleNamespace
from typing import TYPE_CHECKING, cast

import cv2
import numpy as np
import pytest

from vision.frame import Frame
from vision.grid.search import search
from vision.grid.squeezed import squeezed
from vision.look import look
from vision.scene import Scene

if TYPE_CHECKING:
    from vision.grid.cells import Cells

BOARD = ("01110", "00100", "10001", "10011", "01101")
CLICK = ((2, 3), (1, 3), (3, 3), (2, 2), (2, 4))


def drawn(
    smaller: tuple[tuple[int, int], ...],
    *,
    wide: float,
    tall: float,
    lit: float = 1.0,
    board: tuple[str, ...] = BOARD,
    dark: tuple[int, int, int] = (130, 110, 100),
) -> Frame:
    """Cells in two colours on a page, some of them narrower or lower than the others, lit ones of another size."""
    page = np.full((460, 480, 3), (40, 34, 30), np.uint8)
    for row, line in enumerate(board):
        for col, sign in enumerate(line):
            half = 30 * np.array([0.88, 0.88]) * (lit if sign == "1" else 1)
            if (row, col) in smaller:
                half = half * (wide, tall)
            middle = np.array([90 + 60 * col, 90 + 60 * row])
            if not half.all():
                continue
            (left, top), (right, bottom) = np.rint(middle - half).astype(int), np.rint(middle + half).astype(int)
            cv2.rectangle(page, (left, top), (right, bottom), (60, 210, 250) if sign == "1" else dark, -1)
    return Frame(page)


@pytest.mark.parametrize(("wide", "tall"), [(0.8, 1.0), (1.0, 0.6), (0.85, 0.85)])
@pytest.mark.parametrize("lit", [1.0, 0.9, 1.1])
def test_a_click_that_begins_to_turn_its_cells_over_is_not_sure(wide: float, tall: float, lit: float) -> None:
    assert look(drawn(CLICK, wide=wide, tall=tall, lit=lit))[0].verdict != "sure"


@pytest.mark.parametrize(("gone", "told"), [(((4, 0), (3, 0), (4, 1)), True), (((4, 0), (3, 0)), False), ((), False)])
def test_a_click_whose_cells_stand_edge_on_is_not_taken_for_the_page(
    gone: tuple[tuple[int, int], ...], told: bool
) -> None:
    seen = search(Scene(drawn(gone, wide=0.0, tall=0.0, dark=(46, 40, 36))), 0)[0]
    assert (seen.grid.rows, seen.grid.cols) == (5, 5)
    assert squeezed(seen) is told


@pytest.mark.parametrize("smaller", [(), CLICK[:1]])
@pytest.mark.parametrize("lit", [1.0, 0.9, 1.1])
def test_one_pressed_cell_and_states_of_two_sizes_are_no_click(
    smaller: tuple[tuple[int, int], ...], lit: float
) -> None:
    assert look(drawn(smaller, wide=0.85, tall=0.85, lit=lit))[0].verdict == "sure"


@pytest.mark.parametrize(("board", "told"), [(BOARD, True), (("00000", "00000", "00010", "00000", "00000"), False)])
def test_what_a_lone_lit_cell_shines_on_is_no_click(board: tuple[str, ...], told: bool) -> None:
    one = search(Scene(drawn(CLICK if told else CLICK[1:], wide=0.85, tall=0.85, board=board)), 0)[0]
    assert squeezed(one) is told


@pytest.mark.parametrize(("white", "told"), [((0.94, 0.88, 0.94, 0.91), False), ((0.94, 0.93, 0.94, 0.94), True)])
def test_cells_of_a_click_are_smaller_by_about_as_much(white: tuple[float, ...], told: bool) -> None:
    """The borders of large cells that touch, a pixel wide, look otherwise beside others of their state."""
    labels = np.array((0, 1, 1, 1, 0, 1, 0, 1, 0))
    sizes = np.array((0.89, white[0], 0.98, white[1], 0.825, white[2], 0.86, white[3], 0.865), np.float32)
    grid = SimpleNamespace(rows=3, cols=3, taken=np.ones((3, 3), bool), spanned=np.zeros((3, 3), bool))
    states = SimpleNamespace(count=2, labels=labels)
    one = SimpleNamespace(grid=grid, states=states, foreign=np.repeat(1 - sizes[:, None], 4, axis=1))
    assert squeezed(cast("Cells", one)) is told
