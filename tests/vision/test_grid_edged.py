"""Cells whose outline was not found, but which show where they end."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision.detectors import lights_out
from vision.frame import Frame
from vision.grid.cells import read
from vision.grid.edged import edged
from vision.grid.search import search
from vision.scene import Scene

BOARD = ["11100", "10110", "00101", "01110", "01011"]


def touching(*, rounded: bool, glow: bool) -> Frame:
    """Cells 60 pixels apart that touch: purple ones with a rim, dark green ones with none, or none at all."""
    page = np.full((480, 480, 3), (50, 60, 42), np.float32)
    lit = np.zeros(page.shape[:2], np.uint8)
    for row, line in enumerate(BOARD):
        for col, state in enumerate(line):
            x, y = 90 + 60 * col, 90 + 60 * row
            body = np.zeros(page.shape[:2], np.uint8)
            cv2.rectangle(body, (x + 12, y), (x + 47, y + 59), 1, -1)
            cv2.rectangle(body, (x, y + 12), (x + 59, y + 47), 1, -1)
            for corner in ((x + 12, y + 12), (x + 47, y + 12), (x + 12, y + 47), (x + 47, y + 47)):
                cv2.circle(body, corner, 12, 1, -1)
            if state == "1":
                page[body > 0] = (190, 40, 110)
                page[cv2.erode(body, np.ones((7, 7), np.uint8)) > 0] = (200, 75, 125)
                lit |= body
            elif rounded:
                page[body > 0] = (70, 96, 46)
    if glow:
        light = cv2.GaussianBlur(lit.astype(np.float32), (0, 0), 12)[..., None] * (lit == 0)[..., None]
        page += light * (np.array((200, 75, 125), np.float32) - page)
    return Frame(np.rint(page).astype(np.uint8))


@pytest.mark.parametrize(
    ("rounded", "glow", "expected"), [(True, False, True), (False, False, False), (False, True, False)]
)
def test_touching_cells_show_in_their_corners_unless_only_light_falls_there(
    rounded: bool, glow: bool, expected: bool
) -> None:
    boards = search(Scene(touching(rounded=rounded, glow=glow)), 0)
    board = max(boards, key=lambda one: one.count)
    assert board.count == 25
    dark = np.array([state == "0" for line in BOARD for state in line])
    assert edged(board)[dark].any() == expected


def lone(board: str, *, line: bool) -> Frame:
    """Lit cells on a page, and dark ones that are not drawn, or have a thin outline."""
    page = np.full((480, 480, 3), (24, 20, 20), np.uint8)
    for row, cells in enumerate(board.split("/")):
        for col, state in enumerate(cells):
            x, y = 90 + 60 * col, 90 + 60 * row
            if state == "1":
                page[y : y + 48, x : x + 48] = (60, 200, 250)
            elif line:
                cv2.rectangle(page, (x, y), (x + 47, y + 47), (70, 66, 66), 1)
    return Frame(page)


@pytest.mark.parametrize(("line", "verdict"), [(True, "sure"), (False, "unsure")])
def test_where_dark_cells_are_not_drawn_more_lines_of_them_may_follow(line: bool, verdict: str) -> None:
    few_clicks = "00111/10100/10001/10110/00000"  # read without its last row: the same clicks make that, too
    assert lights_out.detect(Scene(lone(few_clicks, line=line)))[0].verdict == verdict


@pytest.mark.parametrize(("page", "verdict"), [((46, 38, 32), "sure"), ((0, 0, 0), "unsure")])
def test_cells_that_nothing_parts_end_where_the_page_is_of_another_colour(
    page: tuple[int, int, int], verdict: str
) -> None:
    picture = np.full((620, 760, 3), page, np.uint8)
    picture[20:48, 100:600] = 200  # a window's title
    for row, line in enumerate(("00000", "01000", "10101", "00111", "10001")):
        for col, state in enumerate(line):
            top, left = 60 + row * 100, 100 + col * 100
            picture[top : top + 100, left : left + 100] = 0
            if state == "1":
                picture[top + 1 : top + 100, left + 1 : left + 100] = (0, 255, 255)
    found = lights_out.detect(Scene(Frame(picture)))
    assert found[0].verdict == verdict


@pytest.mark.parametrize("drawn", [True, False])
def test_a_row_of_the_windows_own_colour_shows_no_edges_of_cells(drawn: bool) -> None:
    """Buttons are of the window's colour but for their rims; above them is a row with buttons or without."""
    page = np.full((480, 560, 3), (150, 100, 60), np.uint8)
    page[40:420, 60:500] = 217
    for row, line in enumerate(["000000", "000000", "110000", "001000", "110000"]):
        for col, state in enumerate(line if row or drawn else ""):
            x, y = 70 + 72 * col, 50 + 72 * row
            cv2.rectangle(page, (x, y), (x + 63, y + 63), (140, 140, 140), -1)
            cv2.rectangle(page, (x, y), (x + 60, y + 60), (255, 255, 255), -1)
            cv2.rectangle(page, (x + 3, y + 3), (x + 60, y + 60), (100, 255, 255) if state == "1" else (217,) * 3, -1)
    scene = Scene(Frame(page))
    grid = max(search(scene, 0), key=lambda found: found.count).grid
    below = grid.part(slice(grid.rows - 4, None), slice(None))
    wider = read(scene, below.widened((1, 0), (0, 0)), 1.0)
    assert edged(wider).reshape(wider.board.shape)[0].all() == drawn
    assert edged(wider).reshape(wider.board.shape)[0].any() == drawn
