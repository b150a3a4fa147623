"""Covers: what lies over a board. Where a state may be hidden the board may be unsure, never wrong and sure."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import cv2
import numpy as np

from solver.errors import BoardsightError
from solver.solving import plans
from solver.typed import goal_boards, typed_board
from vision import marks
from vision.reading import CellReading, Reading

if TYPE_CHECKING:
    from calibration.corruptions.subject import Subject
    from solver.board import Solution

POINTER = np.array([(0, 0), (0, 0.92), (0.22, 0.72), (0.38, 1.0), (0.5, 0.94), (0.35, 0.66), (0.62, 0.62)])
LARGEST_SOLVED = 100  # cells; marks of larger boards show what was read alone


def pointer(subject: Subject, strength: int, rng: np.random.Generator) -> Subject:
    """A mouse pointer a fifth of a cell to a whole cell high over one cell; from half a cell on it may be unsure."""
    height = subject.cell * (0.2, 0.32, 0.5, 0.75, 1.0)[strength - 1]
    x, y = _somewhere(subject, rng)
    spot = np.array([x, y]) + subject.cell * rng.uniform(-0.4, 0.3, 2)
    pixels = subject.pixels.copy()
    outline = np.rint(16 * (spot + height * POINTER)).astype(np.int32)
    light = rng.random() < 0.6
    fill, rim = ((255, 255, 255), (0, 0, 0)) if light else ((0, 0, 0), (255, 255, 255))
    cv2.fillPoly(pixels, [outline], fill, cv2.LINE_AA, shift=4)
    cv2.polylines(pixels, [outline], True, rim, max(1, round(height / 24)), cv2.LINE_AA, shift=4)  # noqa: FBT003
    worn = subject.painted(pixels)
    return worn.doubtful() if strength > 2 else worn


def toast(subject: Subject, strength: int, rng: np.random.Generator) -> Subject:
    """A message 0.3 to 2 cells high and 1.5 to 5 cells wide over some cells."""
    high = subject.cell * (0.3, 0.5, 0.8, 1.2, 2.0)[strength - 1]
    wide = subject.cell * (1.5, 2.0, 2.6, 3.5, 5.0)[strength - 1]
    x, y = _somewhere(subject, rng)
    left, top = round(x - wide / 2), round(y - high / 2)
    right, bottom = round(x + wide / 2), round(y + high / 2)
    layer = subject.pixels.copy()
    tone = (32, 30, 28) if rng.random() < 0.6 else (244, 244, 244)
    cv2.rectangle(layer, (left, top), (right, bottom), tone, -1)
    ink = (235, 235, 235) if tone[0] < 128 else (40, 40, 40)
    size = float(np.clip(high / 60, 0.25, 1.5))
    cv2.putText(
        layer, "Turn off all the lights!", (left + round(high / 5), bottom - round(high / 3)), cv2.FONT_HERSHEY_SIMPLEX,
        size, ink, 1, cv2.LINE_AA,
    )  # fmt: skip
    opaque = np.float32(rng.uniform(0.75, 1.0))
    return subject.painted(subject.pixels * (1 - opaque) + layer * opaque).doubtful()


def own_marks(subject: Subject, strength: int, rng: np.random.Generator) -> Subject:  # noqa: ARG001
    """Our own marked picture fed back in: what was read alone, then with clicks, then marked up to three times over."""
    reading = _true_reading(subject)
    if reading is None:
        return subject
    solution = _solution(subject) if strength > 1 else None
    pixels = subject.pixels
    for _ in range(max(1, strength - 2)):
        size = (pixels.shape[1], pixels.shape[0])
        # The close-up of a small board is the board once more: another true place, which the truth can't name.
        pixels = marks.draw(pixels, replace(marks.compute(reading, solution, size), closeup=None))
    worn = subject.painted(pixels)
    return worn.doubtful() if strength > 1 else worn


def _somewhere(subject: Subject, rng: np.random.Generator) -> tuple[float, float]:
    """The centre of one cell, or a place in the picture where there is no board."""
    centers = subject.entry.centers
    if centers:
        return centers[rng.integers(len(centers))]
    height, width = subject.pixels.shape[:2]
    box = subject.box() or (0.2 * width, 0.2 * height, 0.8 * width, 0.8 * height)
    return float(rng.uniform(box[0], box[2])), float(rng.uniform(box[1], box[3]))


def _true_reading(subject: Subject) -> Reading | None:
    """The truth as a reading."""
    entry = subject.entry
    if entry.kind is None or entry.board is None or not entry.centers or "?" in entry.board:
        return None
    places = [
        (row, col, int(sign))
        for row, line in enumerate(entry.board.split("/"))
        for col, sign in enumerate(line)
        if sign.isdigit()
    ]
    cells = tuple(
        CellReading(row, col, state, tuple(float(state == other) for other in range(max(2, entry.states))), center)
        for (row, col, state), center in zip(places, entry.centers, strict=True)
    )
    return Reading("sure", (), entry.kind, max(2, entry.states), cells, 1.0)


def _solution(subject: Subject) -> Solution | None:
    entry = subject.entry
    if entry.kind is None or entry.board is None or len(entry.centers) > LARGEST_SOLVED:
        return None
    try:
        board = typed_board(entry.kind, entry.board, states=max(2, entry.states))
        offers = plans(board, goal_boards(board))
    except BoardsightError:
        return None
    return offers[0] if offers else None
