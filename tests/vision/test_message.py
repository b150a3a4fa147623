"""Messages that hide what is below, and how a board with one is read."""

from __future__ import annotations

from typing import TYPE_CHECKING

import cv2
import numpy as np
import pytest

from vision import beneath, mended, message
from vision.frame import Frame
from vision.look import look
from vision.reading import Reading
from vision.scene import Scene

if TYPE_CHECKING:
    from numpy.typing import NDArray

STEP, LEFT, TOP = 52, 50, 40
BOX = (130, 177, 290, 213)
COLOURS = (40, 200, 230), (120, 90, 70)


def hidden(pixels: np.ndarray, box: tuple[int, int, int, int] = BOX, *, round_by: int = 0) -> np.ndarray:
    """The picture with an opaque message over it."""
    left, top, right, bottom = box
    worn = pixels.copy()
    for inset in range(round_by + 1):
        away = round_by - int(np.sqrt(round_by**2 - (round_by - inset) ** 2)) if round_by else 0
        cv2.rectangle(worn, (left + away, top + inset), (right - 1 - away, bottom - 1 - inset), (245, 245, 245), -1)
    cv2.putText(worn, "Saved", (left + 22, bottom - 12), cv2.FONT_HERSHEY_SIMPLEX, 0.6, (40,) * 3, 1, cv2.LINE_AA)
    return worn


@pytest.mark.parametrize("round_by", [0, 8, 17])
def test_an_opaque_message_is_found(board: tuple[NDArray[np.uint8], Reading], round_by: int) -> None:
    pixels, reading = board
    (found,) = message.find(Scene(Frame(hidden(pixels, round_by=round_by))), reading)
    assert np.abs(np.subtract(found.box, BOX)).max() <= 3
    assert found.hides


def test_cells_and_their_rows_are_no_messages(board: tuple[NDArray[np.uint8], Reading]) -> None:
    pixels, reading = board
    assert not message.find(Scene(Frame(pixels)), reading)


def test_what_is_hidden_is_filled_in_by_the_boards_own_pattern(board: tuple[NDArray[np.uint8], Reading]) -> None:
    pixels, reading = board
    left, top, right, bottom = BOX
    worn = hidden(pixels)
    over = np.zeros(worn.shape[:2], bool)
    over[top:bottom, left:right] = True
    mended.fill(worn, over, BOX, reading)
    gap = pixels[:, LEFT - 3]
    assert (worn[top:bottom, LEFT + 3 * STEP - 3] == gap[top:bottom]).all()  # gaps are gaps again
    inside = worn[top:bottom, left:right].reshape(-1, 3)
    known = np.array([*COLOURS, (60, 50, 40)])
    assert np.abs(inside[:, None].astype(int) - known).max(axis=2).min(axis=1).max() <= 2


def test_cells_under_it_are_named_and_nothing_is_sure(board: tuple[NDArray[np.uint8], Reading]) -> None:
    pixels, reading = board
    over = np.zeros(pixels.shape[:2], bool)
    over[TOP + STEP : TOP + 2 * STEP, LEFT + STEP : LEFT + 3 * STEP] = True
    named = beneath.named(Reading("sure", (), "lights-out", 2, reading.cells, 1.0, reading.homography), over)
    assert named.verdict == "unsure"
    assert named.suspects == (7, 8)
    assert named.reasons == (beneath.OVER, "r2 c2 is covered", "r2 c3 is covered")


@pytest.mark.parametrize("row", [0, 2, 5])
def test_a_board_is_located_though_a_message_hides_most_of_a_row(
    board: tuple[NDArray[np.uint8], Reading], row: int
) -> None:
    pixels, reading = board
    top = TOP + STEP * row - 6
    box = LEFT + 20, top, LEFT + 5 * STEP + 20, top + 58
    best = look(Frame(hidden(pixels, box)), ("lights-out",))[0]
    assert best.verdict == "unsure"
    assert len(best.cells) == 36
    away = np.subtract([cell.center for cell in best.cells], [cell.center for cell in reading.cells])
    assert np.abs(away).max() < 0.2 * STEP
    assert {6 * row + col for col in (1, 2, 3)} <= set(best.suspects)


def test_rows_that_only_peep_out_from_under_a_message_are_more_board(board: tuple[NDArray[np.uint8], Reading]) -> None:
    pixels, _ = board
    top = TOP + 12
    blurred = cv2.GaussianBlur(pixels, (0, 0), 12)
    part = np.s_[top : top + 30, LEFT - 20 : LEFT + 6 * STEP + 20]
    pixels[part] = np.rint(0.3 * blurred[part] + 0.7 * 245)
    best = look(Frame(pixels), ("lights-out",))[0]
    assert best.verdict != "sure" or len(best.cells) == 36
