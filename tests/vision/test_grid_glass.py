"""Cells that the page behind them shows through."""

from __future__ import annotations

import numpy as np
import pytest

from vision.frame import Frame
from vision.look import look

BOARD = "01101/11010/00110/10001/01011"


def page(strength: float) -> np.ndarray:
    """A page (500×560×3, sRGB from 0 to 1) of two bright spots, as gradients of that strength."""
    y, x = np.mgrid[:500, :560]
    spots = [((120, 90), (0.1, 0.3, 0.9)), ((400, 430), (0.9, 0.5, 0.1))]
    light = np.full((500, 560, 3), 0.25)
    for (left, top), color in spots:
        near = np.exp(-(((x - left) / 330.0) ** 2 + ((y - top) / 330.0) ** 2))[..., None]
        light += strength * near * (np.array(color) - light)
    return light


def drawn(strength: float, shares: tuple[float, float]) -> Frame:
    """Panes of white over that page, dark and lit ones with these shares of white."""
    seen = page(strength)
    for row, line in enumerate(BOARD.split("/")):
        for col, state in enumerate(line):
            x, y, share = 90 + 78 * col, 60 + 78 * row, shares[int(state)]
            place = seen[y : y + 64, x : x + 64]
            place *= 1 - share
            place += share
    return Frame(np.asarray(np.rint(255 * seen), np.uint8))


@pytest.mark.parametrize("strength", [0.0, 0.2, 0.4])
@pytest.mark.parametrize("shares", [(0.12, 0.8), (0.15, 0.6)])
def test_panes_are_read_over_any_page(strength: float, shares: tuple[float, float]) -> None:
    reading = look(drawn(strength, shares))[0]
    assert (reading.verdict, reading.board) == ("sure", BOARD)


def test_cells_that_differ_otherwise_than_the_page_are_no_panes() -> None:
    frame = drawn(0.9, (0.12, 0.8))
    noise = np.random.default_rng(5).integers(-45, 45, (5, 5, 3))
    pixels = frame.pixels.astype(np.int64)
    for row in range(5):
        for col in range(5):
            x, y = 90 + 78 * col, 60 + 78 * row
            pixels[y : y + 64, x : x + 64] += noise[row, col]
    assert look(Frame(np.asarray(pixels.clip(0, 255), np.uint8)))[0].verdict != "sure"


def test_panes_are_told_where_the_page_differs_more_than_they_do() -> None:
    board = "100100/011010/101101/010011/110100/001011"
    y, x = np.mgrid[:560, :640]
    seen = np.full((560, 640, 3), 0.3)
    for (left, top), color in (
        ((60, 70), (0.1, 0.6, 1.0)),
        ((600, 60), (1.0, 0.0, 0.5)),
        ((330, 560), (1.0, 0.8, 0.0)),
    ):
        near = np.clip(1 - np.hypot(x - left, y - top) / 420.0, 0, 1)[..., None]
        seen += near * (np.array(color) - seen)
    for row, line in enumerate(board.split("/")):
        for col, state in enumerate(line):
            place = seen[50 + 76 * row : 112 + 76 * row, 90 + 76 * col : 152 + 76 * col]
            share = (0.15, 0.88)[int(state)]
            place *= 1 - share
            place += share
    reading = look(Frame(np.asarray(np.rint(255 * seen), np.uint8)))[0]
    assert (reading.verdict, reading.board) == ("sure", board)
