"""Small writing in large cells, of which coarse views show little."""

from __future__ import annotations

from typing import TYPE_CHECKING

import cv2
import numpy as np
import pytest

from vision.frame import Frame
from vision.look import look

if TYPE_CHECKING:
    from numpy.typing import NDArray

LIT = {0, 2, 3, 7, 10, 12, 13, 17, 20, 22}


def table(step: float, names: list[str], at: tuple[float, float]) -> NDArray[np.uint8]:
    """Four rows of six cells with a name in each, ``at`` so many pixels from its left and top."""
    page = np.full((round(4 * step) + 90, round(6 * step) + 80, 3), 250, np.uint8)
    for place, name in enumerate(names):
        x, y = round(40 + step * (place % 6)), round(50 + step * (place // 6))
        tone = (172, 182, 77) if place in LIT else (115, 115, 229)
        cv2.rectangle(page, (x, y), (x + int(step) - 10, y + int(step) - 10), tone, -1)
        where = x + round(at[0]), y + round(at[1])
        cv2.putText(page, name, where, cv2.FONT_HERSHEY_SIMPLEX, 0.4, (0,) * 3, 1, cv2.LINE_AA)
    return page


@pytest.mark.parametrize("step", [110.0, 139.6])
def test_numbers_in_large_cells_make_a_grid_unsure(step: float) -> None:
    found = look(Frame(table(step, [f"{101 + place}" for place in range(24)], (5, 15))))
    assert found[0].verdict != "sure"


@pytest.mark.parametrize(("step", "name"), [(110.0, ""), (110.0, "on"), (139.6, "o")])
def test_cells_that_hold_the_same_or_nothing_are_not_written_on(step: float, name: str) -> None:
    found = look(Frame(table(step, [name] * 24, (0.4 * step, 0.5 * step))))
    assert found[0].verdict == "sure"
    assert len(found[0].cells) == 24


def test_the_same_a_few_pixels_off_is_no_writing() -> None:
    step, board = 96, "010011/110100/001011/101110/010001/110010"
    page = np.full((6 * step + 80, 6 * step + 90, 3), 60, np.uint8)
    rng = np.random.default_rng(4)
    for row, line in enumerate(board.split("/")):
        for col, state in enumerate(line):
            tone = (70, 180, 120) if state == "1" else (224, 224, 224)
            cell = np.full((86, 86, 3), tone, np.uint8)
            cv2.ellipse(cell, (24, 24), (19, 19), 0, 190, 260, (255, 255, 255), 3, cv2.LINE_AA)
            x, y = 40 + step * col + rng.integers(0, 5), 40 + step * row + rng.integers(0, 5)
            page[y : y + 86, x : x + 86] = cell
    found = look(Frame(page))[0]
    assert (found.verdict, found.board) == ("sure", board)


def test_two_lines_of_writing_may_stand_apart() -> None:
    page = np.full((560, 860, 3), 20, np.uint8)
    for place in range(25):
        x, y = 30 + 158 * (place % 5), 60 + 88 * (place // 5)
        tone, state = ((30, 30, 90), "CrashLoop") if place in (3, 11, 17) else ((32, 52, 18), "Running")
        cv2.rectangle(page, (x, y), (x + 149, y + 79), tone, -1)
        for down, words in ((26, f"web-{7919 * (place + 3):05x}"), (60, state)):
            cv2.putText(page, words, (x + 12, y + down), cv2.FONT_HERSHEY_SIMPLEX, 0.4, (210,) * 3, 1, cv2.LINE_AA)
    assert look(Frame(page))[0].verdict != "sure"


@pytest.mark.parametrize("written", ["", "Seat"])
def test_numbers_in_round_cells_make_a_grid_unsure(written: str) -> None:
    page = np.full((470, 470, 3), 244, np.uint8)
    for place, state in enumerate("101000110"):
        x, y = 95 + 140 * (place % 3), 95 + 140 * (place // 3)
        cv2.circle(page, (x, y), 60, (40, 40, 230) if state == "1" else (30, 130, 30), -1, cv2.LINE_AA)
        if written:
            for line, words in enumerate((f"{written} {place + 1}", f"{11 + 7 * place}:{59 - 5 * place}")):
                at = x - 30, y - 4 + 22 * line
                cv2.putText(page, words, at, cv2.FONT_HERSHEY_SIMPLEX, 0.45, (255,) * 3, 1, cv2.LINE_AA)
    found = look(Frame(page))[0]
    assert (found.verdict == "sure") is not bool(written)


@pytest.mark.parametrize(
    ("names", "verdict"),
    [
        ([f"Table {place + 1}" for place in range(24)], "none"),
        (["free"] * 24, "sure"),
        ([""] * 24, "sure"),
    ],
)
def test_what_has_a_name_of_its_own_beneath_is_no_cell(names: list[str], verdict: str) -> None:
    step = 120
    page = np.full((4 * step + 90, 6 * step + 80, 3), 250, np.uint8)
    for place, name in enumerate(names):
        x, y = 50 + step * (place % 6), 40 + step * (place // 6)
        cv2.circle(page, (x + 50, y + 40), 38, (60, 150, 240) if place in LIT else (170, 165, 160), -1, cv2.LINE_AA)
        cv2.putText(page, name, (x + 18, y + 100), cv2.FONT_HERSHEY_SIMPLEX, 0.5, (40,) * 3, 1, cv2.LINE_AA)
    assert look(Frame(page))[0].verdict == verdict


def test_what_the_ground_shows_beside_the_board_is_no_name_either() -> None:
    step, aside, rng = 120, 300, np.random.default_rng(3)
    page = np.full((4 * step + 90, 6 * step + 2 * aside + 80, 3), (60, 90, 130), np.uint8)
    for x, y in zip(rng.integers(0, page.shape[1], 900), rng.integers(0, page.shape[0], 900), strict=True):
        cv2.line(page, (x, y), (x + 9, y + int(rng.integers(-9, 9))), (40, 60, 95), 2, cv2.LINE_AA)
    for place in range(24):
        x, y = 50 + aside + step * (place % 6), 40 + step * (place // 6)
        cv2.circle(page, (x + 50, y + 40), 38, (60, 180, 250) if place in LIT else (60, 50, 40), -1, cv2.LINE_AA)
    assert look(Frame(page))[0].verdict == "sure"


def test_the_ground_in_the_corners_of_leaves_is_no_writing() -> None:
    rng = np.random.default_rng(2)
    ground = cv2.GaussianBlur(rng.normal(0, 1, (640, 700)), (0, 0), 12)
    page = np.uint8(np.clip(90 / ground.std() * ground[..., None] * (0.4, 0.3, 0.2) + (90, 80, 75), 0, 255))
    for place, mark in enumerate("1001001101110100011010001"):
        colour = (70, 210, 235) if mark == "1" else (150, 90, 110)
        middle = 150 + 90 * (place % 5), 130 + 90 * (place // 5)
        cv2.ellipse(page, middle, (42, 22), 45, 0, 360, colour, -1, cv2.LINE_AA)
    assert look(Frame(page))[0].verdict == "sure"


@pytest.mark.parametrize("named", [True, False])
def test_names_are_told_on_a_ground_with_edges_of_its_own_and_beneath_small_cells(named: bool) -> None:
    step, rng = 64, np.random.default_rng(5)
    page = np.full((620, 700, 3), (80, 130, 100), np.uint8)
    for x, y in zip(rng.integers(0, 700, 700), rng.integers(0, 620, 700), strict=True):
        tone = (70, 110, 88) if (x + y) % 2 else (92, 150, 116)
        cv2.circle(page, (int(x), int(y)), int(rng.integers(8, 20)), tone, -1, cv2.LINE_AA)
    names = ["Clock", "Maps", "Notes", "Photos", "Mail", "Radio", "Books", "Games", "Store", "Chat", "Music", "Tips"]
    for place in range(24):
        x, y = 180 + step * (place % 6), 150 + step * (place // 6)
        cv2.circle(page, (x, y), 18, (250, 120, 60) if place in LIT else (70, 50, 60), -1, cv2.LINE_AA)
        if named:
            name = names[5 * place % 12]
            cv2.putText(page, name, (x - 20, y + 36), cv2.FONT_HERSHEY_SIMPLEX, 0.4, (255,) * 3, 1, cv2.LINE_AA)
    found = look(Frame(page))
    assert (bool(found) and found[0].verdict == "sure") is not named


def test_a_wall_that_runs_on_beneath_cells_is_no_writing() -> None:
    page = np.full((640, 860, 3), (60, 60, 190), np.uint8)
    rng = np.random.default_rng(8)
    for row in range(40):
        for col in range(-1, 20):
            x, y, tone = 46 * col + 23 * (row % 2), 18 * row, int(rng.integers(-30, 30))
            cv2.rectangle(page, (x + 2, y + 2), (x + 43, y + 15), (80 + tone, 80 + tone, 200 + tone), -1)
    for place in range(24):
        x, y = 180 + 100 * (place % 6), 140 + 100 * (place // 6)
        outline = np.array([(x, y - 34), (x + 34, y), (x, y + 34), (x - 34, y)])
        cv2.fillPoly(page, [outline], (120, 250, 90) if place in LIT else (40, 60, 20), cv2.LINE_AA)
    assert look(Frame(page))[0].verdict == "sure"
