"""A drawn game whose lit cells are the dark ones, and what is learnt from it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import cv2
import numpy as np
import pytest

from calibration.profiles.learn import learn
from vision.frame import Frame

if TYPE_CHECKING:
    from collections.abc import Callable

    from calibration.profiles.profile import Profile

COLORS = ((90, 220, 245), (110, 70, 40), (60, 60, 230))
BOARDS = ("0101/1100/0010/1011", "1110/0001/0110/1000")


def picture(
    board: str,
    *,
    pitch: int = 48,
    colors: tuple[tuple[int, int, int], ...] = COLORS,
    page: tuple[int, int, int] = (30, 26, 24),
) -> Frame:
    rows = board.split("/")
    pixels = np.full((pitch * (len(rows) + 2), pitch * (len(rows[0]) + 2), 3), page, np.uint8)
    gap = pitch // 16
    for r, line in enumerate(rows):
        for c, sign in enumerate(line):
            left, top = pitch * (c + 1) + gap, pitch * (r + 1) + gap
            cv2.rectangle(
                pixels, (left, top), (left + pitch - 2 * gap - 1, top + pitch - 2 * gap - 1), colors[int(sign)], -1
            )
    return Frame(pixels)


@pytest.fixture
def game() -> Callable[..., Frame]:
    return picture


@pytest.fixture(scope="session")
def profile() -> Profile:
    return learn("game", [(picture(board), board) for board in BOARDS], goal="all-0")
