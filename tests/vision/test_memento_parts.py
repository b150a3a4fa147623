"""Small boards in large plain pictures."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from calibration.scenes import memento
from vision.detectors.memento import detect, reread
from vision.frame import Frame
from vision.look import look
from vision.memento import parts
from vision.reading import nothing
from vision.scene import Scene

AT = (1213, 611)


def page(seed: int, share: float) -> tuple[np.ndarray, np.ndarray]:
    """A drawn board made to take a share of a full HD page, and the centres of its cells."""
    scenery = memento.render(seed)
    assert scenery.box is not None
    left, top, right, bottom = (round(side) for side in scenery.box)
    scale = np.sqrt(share * 1920 * 1080 / ((right - left) * (bottom - top)))
    board = cv2.resize(scenery.pixels[top:bottom, left:right], None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    pixels = np.full((1080, 1920, 3), (238, 236, 232), np.uint8)
    pixels[AT[1] : AT[1] + board.shape[0], AT[0] : AT[0] + board.shape[1]] = board
    return pixels, (np.asarray(scenery.centers) - (left, top)) * scale + AT


@pytest.mark.parametrize("seed", [3, 13])
def test_a_board_on_a_fiftieth_of_the_screen_is_read(seed: int) -> None:
    pixels, centers = page(seed, 0.02)
    reading = look(Frame(pixels))[0]
    assert (reading.verdict, reading.kind) == ("sure", "memento")
    assert np.abs(np.array([cell.center for cell in reading.cells]) - centers).max() < 0.3 * reading.pitch
    again = reread(Frame(pixels), reading)
    assert again is not None
    assert [cell.state for cell in again.cells] == [cell.state for cell in reading.cells]


def test_a_part_is_not_searched_for_a_board_that_is_as_plain_in_the_whole_picture(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(parts, "LARGE", 40.0)
    for share, plain in ((0.02, False), (0.1, True)):
        scene = Scene(Frame(page(3, share)[0]))
        (part,) = parts.parts(scene)
        (reading,) = detect(scene)
        assert parts.plain(scene, part, reading.unsure("in doubt")) is plain
        assert not parts.plain(scene, part, nothing("no board"))
        assert not parts.plain(scene, (0, 0, *AT), reading)


@pytest.mark.parametrize("seed", [9, 58])
def test_a_board_in_a_window_of_half_the_screen_is_read(seed: int) -> None:
    game = memento.render(seed).pixels
    scale = min(900 / game.shape[1], 700 / game.shape[0])
    game = cv2.resize(game, None, fx=scale, fy=scale, interpolation=cv2.INTER_CUBIC if scale > 1 else cv2.INTER_AREA)
    pixels = np.full((1080, 1920, 3), (238, 236, 232), np.uint8)
    pixels[200 : 200 + game.shape[0], 600 : 600 + game.shape[1]] = game
    reading = look(Frame(pixels))[0]
    assert (reading.verdict, reading.kind) == ("sure", "memento")


@pytest.mark.parametrize(("seed", "lost"), [(6, 2), (22, 1), (33, 2)])
def test_a_part_that_the_picture_cuts_is_not_sure(seed: int, lost: int) -> None:
    scenery = memento.render(seed)
    assert scenery.box is not None
    left, top, right, bottom = scenery.box
    left += lost * (right - left) / len({round(x) for x, _ in scenery.centers})
    board = scenery.pixels[round(top) : round(bottom), round(left) : round(right)]
    board = cv2.resize(board, (round(420 * board.shape[1] / board.shape[0]), 420), interpolation=cv2.INTER_AREA)
    pixels = np.full((1080, 1920, 3), (238, 236, 232), np.uint8)
    pixels[300:720, : board.shape[1]] = board
    assert look(Frame(pixels))[0].verdict != "sure"


def test_parts_are_where_a_plain_picture_is_busy_both_ways() -> None:
    pixels, _ = page(3, 0.02)
    cv2.putText(pixels, "a line of text is none", (60, 90), cv2.FONT_HERSHEY_SIMPLEX, 2, (20, 20, 20), 3)
    ((left, top, right, bottom),) = parts.parts(Scene(Frame(pixels)))
    assert left <= AT[0] < left + 32
    assert top <= AT[1] < top + 32
    assert not {left % 8, top % 8} - {0}
    assert right - left < 300
    assert bottom - top < 300


def test_a_board_that_fills_the_picture_is_no_part() -> None:
    assert parts.parts(Scene(Frame(memento.render(3).pixels))) == []
