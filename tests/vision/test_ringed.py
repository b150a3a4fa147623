"""What is the same all around a board hides none of its lines."""

from __future__ import annotations

import numpy as np
import pytest

from vision import abutting
from vision.memento import place
from vision.memento.axis import Axis
from vision.ringed import lacking, ringed

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


@pytest.mark.parametrize("side", range(4))
def test_the_side_at_which_a_line_is_hidden_lacks_the_ring_alone(side: int) -> None:
    page = board(frame=8)
    assert lacking(page, MATRIX, (ROWS, COLS)) is None
    hidden = {
        0: np.s_[:, : LEFT + SIDE],
        1: np.s_[:, LEFT + (COLS - 1) * SIDE :],
        2: np.s_[: TOP + SIDE],
        3: np.s_[TOP + (ROWS - 1) * SIDE :],
    }
    page[hidden[side]] = (90, 60, 30)
    moved = MATRIX @ np.array([(1.0, 0.0, side == 0), (0.0, 1.0, side == 2), (0.0, 0.0, 1.0)])
    assert lacking(page, moved, (ROWS - (side > 1), COLS - (side < 2))) == side


def test_gaps_alone_are_no_ring_that_a_side_could_lack() -> None:
    page = board()
    page[TOP + (ROWS - 1) * SIDE :] = (90, 60, 30)
    assert lacking(page, MATRIX, (ROWS - 1, COLS)) is None


@pytest.mark.parametrize(("wide", "verdict"), [(40, "unsure"), (-8, "sure")])
def test_a_window_that_breaks_the_frame_of_a_board_may_hide_a_line(
    wide: int, verdict: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What ends at the corners is rather a shelf that the board stands on."""
    page = board(frame=8)
    page[:, : LEFT - 8] = page[:, LEFT + COLS * SIDE + 8 :] = (70, 75, 80)
    page[TOP + (ROWS - 1) * SIDE + 2 :, LEFT - wide - 8 : LEFT + COLS * SIDE + wide + 8] = (90, 60, 30)
    seen = place.reading(
        Axis(LEFT, SIDE, COLS),
        Axis(TOP, SIDE, ROWS - 1),
        np.tile([0.0, 1.0], COLS * ROWS)[: COLS * (ROWS - 1)],
        said="sure",
        reasons=(),
        suspects=(),
        confidence=0.99,
        memory=None,
    )
    for other in ("alongside", "hidden"):
        monkeypatch.setattr(abutting, other, lambda *_: False)
    assert abutting.doubted(page, seen).verdict == verdict
