"""Small writing in cells, and diagrams that wear makes like it."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace

import cv2
import numpy as np
import pytest

from calibration.evaluate import tasks
from calibration.ladder import worn
from calibration.truth import load
from vision.frame import Frame
from vision.grid import labels
from vision.look import look
from vision.scene import Scene

FIXTURES = Path(__file__).parents[2] / "fixtures"


@pytest.mark.parametrize(("wear", "strength"), [("jpeg", 2), ("gamma", 1), ("blur", 1)])
def test_worn_diagrams_are_no_writing(wear: str, strength: int) -> None:
    (entry,) = (one for one in load(FIXTURES) if one.path.name == "flip-9x9.png")
    frame, _ = worn(tasks([entry])[0].make, wear, strength, 1)
    assert look(frame)[0].verdict == "sure"


def test_words_in_plain_cells_make_a_grid_unsure() -> None:
    page = np.full((460, 460, 3), 70, np.uint8)
    words = ["Kick", "Snare", "Hat", "Clap", "Tom", "Ride", "Crash", "Rim", "Cow", "Shake", "Conga", "Bass"]
    for place in range(16):
        x, y = 30 + 100 * (place % 4), 30 + 100 * (place // 4)
        tone = (200, 120, 60) if place in {1, 4, 5, 6, 9} else (110, 100, 90)
        cv2.rectangle(page, (x, y), (x + 90, y + 90), tone, -1)
        word = words[place % len(words)]
        cv2.putText(page, word, (x + 16, y + 52), cv2.FONT_HERSHEY_SIMPLEX, 0.55, (235,) * 3, 1, cv2.LINE_AA)
    assert look(Frame(page))[0].verdict != "sure"


def test_numbers_in_a_corner_of_plain_cells_make_a_grid_unsure() -> None:
    page = np.full((420, 560, 3), 250, np.uint8)
    for place in range(24):
        x, y = 40 + 80 * (place % 6), 50 + 80 * (place // 6)
        tone = (172, 182, 77) if place in {0, 2, 3, 7, 10, 12, 13, 17, 20, 22} else (115, 115, 229)
        cv2.rectangle(page, (x, y), (x + 70, y + 70), tone, -1)
        cv2.putText(page, f"{101 + place}", (x + 5, y + 15), cv2.FONT_HERSHEY_SIMPLEX, 0.4, (255,) * 3, 1, cv2.LINE_AA)
    assert look(Frame(page))[0].verdict != "sure"


def test_numbers_beside_the_outline_in_the_corners_of_a_crossword_make_it_unsure() -> None:
    page = np.full((480, 520, 3), 250, np.uint8)
    number = 0
    for place, black in enumerate("100010010100110011001011011010001001"):
        x, y = 60 + 60 * (place % 6), 50 + 60 * (place // 6)
        cv2.rectangle(page, (x, y), (x + 60, y + 60), (20,) * 3 if black == "1" else (235,) * 3, -1)
        cv2.rectangle(page, (x, y), (x + 60, y + 60), (90,) * 3, 1)
        if black == "0":
            number += 1
            cv2.putText(page, f"{number}", (x + 3, y + 13), cv2.FONT_HERSHEY_SIMPLEX, 0.4, (20,) * 3, 1, cv2.LINE_AA)
    assert look(Frame(page))[0].verdict != "sure"


@pytest.mark.parametrize(
    ("signs", "expected"), [(["@"] * 12, True), ([f"{101 + place}" for place in range(12)], False)]
)
def test_one_sign_that_begins_between_pixels_is_one_drawing(signs: list[str], expected: bool) -> None:
    large = np.full((960, 1280, 3), 90, np.uint8)  # four times as large as what is looked at
    for place, sign in enumerate(signs):
        x, y = 320 * (place % 4) + 60 + 3 * place % 4, 320 * (place // 4) + 140 + 5 * place % 4
        cv2.putText(large, sign, (x, y), cv2.FONT_HERSHEY_SIMPLEX, 2, (255,) * 3, 5, cv2.LINE_AA)
    page = cv2.resize(large, None, fx=0.25, fy=0.25, interpolation=cv2.INTER_AREA)
    grid = SimpleNamespace(rows=3, cols=4, body=(0.9, 0.9))
    one = SimpleNamespace(grid=grid, homography=np.diag([80.0, 80.0, 1.0]))
    assert labels._one_drawing(Scene(Frame(page)), one, np.arange(12)) is expected  # type: ignore[arg-type]


@pytest.mark.parametrize(("named", "verdict"), [(False, "sure"), (True, "none")])
def test_names_in_small_cells_are_those_of_an_oblong_plan(named: bool, verdict: str) -> None:
    board = np.random.default_rng(3).integers(0, 2, (6, 7))
    page = np.full((306, 352, 3), 245, np.uint8)
    for row, col in np.ndindex(6, 7):
        x, y = 50 + 36 * col, 45 + 36 * row
        cv2.rectangle(page, (x, y), (x + 30, y + 30), (90, 200, 240) if board[row, col] else (200, 190, 180), -1)
        if named:
            name, place = f"{'ABCDEF'[row]}{col + 1}", (x + 3, y + 19)
            cv2.putText(page, name, place, cv2.FONT_HERSHEY_SIMPLEX, 0.3, (40, 40, 40), 1, cv2.LINE_AA)
    assert look(Frame(page))[0].verdict == verdict
