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


def test_windows_of_a_house_are_cells_though_its_boards_and_fence_make_larger_grids() -> None:
    board = "111100/111110/000011/011101"
    page = np.full((900, 1280, 3), (45, 22, 28), np.uint8)
    page[250:820, 320:960] = (88, 62, 70)
    for y in range(250, 820, 15):
        page[y : y + 3, 320:960] = (70, 46, 54)
        page[y : y + 15, [*range(322 + y % 2, 960, 34)]] = (70, 46, 54)
    for row, line in enumerate(board.split("/")):
        for col, lit in enumerate(line):
            y, x = 276 + 124 * row, 350 + 102 * col
            cv2.ellipse(page, (x + 36, y + 36), (40, 40), 0, 180, 360, (60, 40, 46), -1)
            page[y + 36 : y + 98, x - 4 : x + 77] = (60, 40, 46)
            inside = (70, 190, 255) if lit == "1" else (38, 26, 26)
            cv2.ellipse(page, (x + 36, y + 36), (34, 34), 0, 180, 360, inside, -1)
            page[y + 36 : y + 92, x + 2 : x + 71] = inside
            if lit == "1":
                page[y + 4 : y + 92, x + 34 : x + 38] = page[y + 36 : y + 42, x + 2 : x + 71] = (40, 30, 30)
                if (row * col) % 2:
                    cv2.ellipse(page, (x + 36, y + 70), (12, 24), 0, 0, 360, (240, 240, 240), -1)
            elif (row + col) % 2:
                cv2.line(page, (x + 20, y + 30), (x + 45, y + 70), (110, 90, 96), 2, cv2.LINE_AA)
    for row in range(2):
        for col in range(19):
            y, x = 834 + 26 * row, 120 + 56 * col
            page[y : y + 21, x : x + 48] = (70, 46, 52) if row else (16, 10, 12)
    reading = look(Frame(page))[0]
    assert (reading.kind, reading.verdict, reading.board) == ("lights-out", "unsure", board)
