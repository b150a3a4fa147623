"""Boards among many other things that stand in rows: bricks, fences, lines between stations."""

from __future__ import annotations

import cv2
import numpy as np

from vision.frame import Frame
from vision.grid.doubts import SPREAD
from vision.look import look

LINES = ((200, 60, 60), (60, 160, 60), (60, 60, 200), (150, 60, 150), (60, 150, 150), (160, 120, 60))


def test_stations_on_lines_are_cells_though_their_outlines_are_broken() -> None:
    board = "10111/10110/00100/11101/11011/11100"
    page = np.full((780, 390, 3), (29, 23, 19), np.uint8)
    for row in range(6):
        cv2.line(page, (25, 222 + 67 * row), (365, 222 + 67 * row), LINES[row], 6, cv2.LINE_AA)
    for col in range(5):
        cv2.line(page, (61 + 67 * col, 190), (61 + 67 * col, 590), LINES[-1 - col], 6, cv2.LINE_AA)
    for row, line in enumerate(board.split("/")):
        for col, lit in enumerate(line):
            at = 61 + 67 * col, 222 + 67 * row
            cv2.circle(page, at, 18, (255, 255, 255) if lit == "1" else (80, 72, 70), -1, cv2.LINE_AA)
            cv2.circle(page, at, 14, (40, 210, 250) if lit == "1" else (22, 18, 15), -1, cv2.LINE_AA)
    reading = look(Frame(page))[0]
    assert (reading.kind, reading.board) == ("lights-out", board)
    assert SPREAD in reading.reasons
