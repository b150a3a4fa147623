"""A plain board, for what may lie over one, a plain lock, and readings of boards in notation."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import cv2
import numpy as np
import pytest

from vision.homography import project
from vision.reading import CellReading, Reading
from vision.wheels.template import lattice

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray


@pytest.fixture
def board() -> tuple[NDArray[np.uint8], Reading]:
    """Six by six cells of two colours, 52 pixels apart, and where they are."""
    rng = np.random.default_rng(5)
    pixels = np.full((400, 420, 3), (60, 50, 40), np.uint8)
    cells = []
    for row in range(6):
        for col in range(6):
            state = int(rng.integers(2))
            x, y = 50 + 52 * col, 40 + 52 * row
            cv2.rectangle(pixels, (x, y), (x + 45, y + 45), ((40, 200, 230), (120, 90, 70))[state], -1)
            cells.append(CellReading(row, col, state, (0.5, 0.5), (x + 23.0, y + 23.0)))
    plane = (52.0, 0.0, 47.0, 0.0, 52.0, 37.0, 0.0, 0.0, 1.0)
    return pixels, Reading("unsure", ("too little speaks for it",), "lights-out", 2, tuple(cells), 0.5, plane)


@pytest.fixture
def drawn() -> Callable[[str], NDArray[np.uint8]]:
    """What draws a board on a plain page: cells of 50 pixels, 60 apart, the first place's corner at (90, 60)."""

    def draw(text: str) -> NDArray[np.uint8]:
        page = np.full((560, 560, 3), (32, 28, 28), np.uint8)
        for row, line in enumerate(text.split("/")):
            for col, lit in enumerate(line):
                y, x = 65 + 60 * row, 95 + 60 * col
                page[y : y + 50, x : x + 50] = (60, 200, 235) if lit == "1" else (70, 62, 60)
        return page

    return draw


def make_lock(
    board: str = "101/0101/010/10",
    *,
    pitch: float = 50.0,
    angle: float = 0.0,
    rows: float = 0.866,
    size: tuple[int, int] = (360, 420),
    back: tuple[int, int, int] = (230, 230, 230),
    red: tuple[int, int, int] = (40, 40, 190),
    green: tuple[int, int, int] = (50, 160, 60),
) -> tuple[NDArray[np.uint8], NDArray[np.float64]]:
    """Plain circles on a plain background; returns the picture and the lattice → pixels matrix."""
    picture = np.full((*size, 3), back, np.uint8)
    turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    steps = turn @ np.diag([pitch, rows * pitch])
    origin = np.array([size[1] / 2, size[0] / 2]) - steps @ np.array([2.0, 1.5])
    matrix = np.array([[*steps[0], origin[0]], [*steps[1], origin[1]], [0.0, 0.0, 1.0]])
    for (x, y), state in zip(project(matrix, lattice()), board.replace("/", ""), strict=True):
        place = (round(16 * x), round(16 * y))
        cv2.circle(picture, place, round(16 * 0.2 * pitch), green if state == "1" else red, -1, cv2.LINE_AA, 4)
    return picture, matrix


@pytest.fixture
def lock() -> Callable[..., tuple[NDArray[np.uint8], NDArray[np.float64]]]:
    """What draws a plain lock."""
    return make_lock


def make_reading(kind: str, board: str, states: int = 2, step: tuple[float, float] = (9.0, 9.0)) -> Reading:
    """A sure reading of a board in notation; its steps across and down in pixels."""
    cells = tuple(
        CellReading(
            row, col, int(sign), tuple(float(int(sign) == s) for s in range(states)), (col * step[0], row * step[1])
        )
        for row, line in enumerate(board.split("/"))
        for col, sign in enumerate(line)
        if sign != "x"
    )
    matrix = (step[0], 0.0, 0.0, 0.0, step[1], 0.0, 0.0, 0.0, 1.0)
    return Reading("sure", kind=kind, states=states, cells=cells, confidence=1.0, homography=matrix)


@pytest.fixture
def reading() -> Callable[..., Reading]:
    """What makes a sure reading of a board in notation."""
    return make_reading


@pytest.fixture
def unsure() -> Callable[..., Reading]:
    """What makes a doubtful reading of a board in notation, with its reasons."""

    def make(
        kind: str,
        board: str,
        *reasons: str,
        confidence: float = 0.5,
        step: tuple[float, float] = (9, 9),
        states: int = 2,
    ) -> Reading:
        one = make_reading(kind, board, states, step)
        return replace(one, verdict="unsure", reasons=reasons, confidence=confidence)

    return make
