"""Lattices of the grids that closed outlines make."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision.frame import Frame
from vision.memento import gridded
from vision.scene import Scene

LEFT, TOP, STEP, SIDE, ROWS, COLS = 70, 50, 60, 50, 3, 4


def page(rows: int = ROWS, lean: float = 0.0) -> np.ndarray:
    """Cells of two colours in a page, turned by some degrees."""
    found = np.full((360, 420, 3), (40, 36, 30), np.uint8)
    for row in range(rows):
        for col in range(COLS):
            y, x = TOP + row * STEP, LEFT + col * STEP
            found[y : y + SIDE, x : x + SIDE] = (60, 200, 230) if (row * col) % 2 else (190, 150, 90)
    turn = cv2.getRotationMatrix2D((210, 180), lean, 1.0)
    return cv2.warpAffine(found, turn, (420, 360), borderMode=cv2.BORDER_REPLICATE) if lean else found


@pytest.mark.parametrize("level", [0, 1])
def test_the_lines_lie_in_the_middle_of_the_gaps(level: int) -> None:
    found = gridded.lattices(Scene(Frame(page())), level)
    board = [(x, y) for x, y in found if (x.count, y.count) == (COLS, ROWS)]
    assert len(board) == 1
    ((x, y),) = board
    scale = 2.0**level
    assert (x.origin, y.origin) == pytest.approx(((LEFT - 5) / scale, (TOP - 5) / scale), abs=1.0)
    assert (x.pitch, y.pitch) == pytest.approx((STEP / scale, STEP / scale), abs=0.5)


def test_two_rows_are_too_few() -> None:
    assert not gridded.lattices(Scene(Frame(page(rows=2))), 0)


def test_a_grid_that_leans_is_none() -> None:
    assert not gridded.lattices(Scene(Frame(page(lean=8.0))), 0)
