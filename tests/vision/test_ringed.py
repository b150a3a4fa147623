"""What is the same all around a board hides none of its lines."""

from __future__ import annotations

import numpy as np
import pytest

from vision.ringed import ringed

SIDE, LEFT, TOP, ROWS, COLS = 60, 120, 110, 4, 5
MATRIX = np.array([(SIDE, 0.0, LEFT - 0.5), (0.0, SIDE, TOP - 0.5), (0.0, 0.0, 1.0)])
GOLD = (60, 170, 200)


def board(gap: int = 4, frame: int = 0) -> np.ndarray:
    """Cells of many colours, black gaps between them and around them, and a frame, before scenery of other colours."""
    rng = np.random.default_rng(2)
    page = rng.integers(0, 255, (14, 16, 3), np.uint8).repeat(40, axis=0).repeat(40, axis=1)
    bottom, right = TOP + ROWS * SIDE, LEFT + COLS * SIDE
    page[TOP - frame : bottom + frame, LEFT - frame : right + frame] = GOLD
    page[TOP - gap // 2 : bottom + gap // 2, LEFT - gap // 2 : right + gap // 2] = 0
    for row in range(ROWS):
        for col in range(COLS):
            y, x = TOP + row * SIDE + gap // 2, LEFT + col * SIDE + gap // 2
            page[y : y + SIDE - gap, x : x + SIDE - gap] = rng.integers(60, 255, 3)
    return page


def found(page: np.ndarray, rows: int = ROWS) -> bool:
    return ringed(page, MATRIX, (rows, COLS))


def test_a_frame_goes_all_around() -> None:
    assert found(board(frame=8))


def test_gaps_alone_are_no_ring() -> None:
    assert not found(board())


@pytest.mark.parametrize("colour", [(250, 250, 250), (30, 30, 30), (70, 150, 190)])
def test_what_hides_a_line_is_no_part_of_it(colour: tuple[int, int, int]) -> None:
    page = board(frame=8)
    page[TOP + (ROWS - 1) * SIDE :, :420] = colour
    assert not found(page, ROWS - 1)


def test_a_side_out_of_the_picture_proves_nothing() -> None:
    assert not found(board(frame=8)[: TOP + ROWS * SIDE + 2])


def test_a_page_of_one_gradient_is_a_ring() -> None:
    page = board()
    within = page[TOP - 2 : TOP + ROWS * SIDE + 2, LEFT - 2 : LEFT + COLS * SIDE + 2].copy()
    page[:] = np.linspace(40, 48, page.shape[1])[None, :, None]
    page[TOP - 2 : TOP + ROWS * SIDE + 2, LEFT - 2 : LEFT + COLS * SIDE + 2] = within
    assert found(page)
