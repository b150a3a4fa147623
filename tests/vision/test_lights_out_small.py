"""Lights Out boards that take up little of a large screen: what a coarse view shows of them is not the last word."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from calibration.evaluate import from_file
from calibration.score import exact
from calibration.truth import load
from vision.detectors.lights_out import detect
from vision.frame import Frame
from vision.scene import Scene

FIXTURES = Path(__file__).resolve().parents[2] / "fixtures"
LIT, UNLIT = (20, 210, 200), (40, 140, 10)


def lined(size: int, cell: int, gap: int, scale: float, seed: int) -> tuple[np.ndarray, str]:
    """A board of plain cells on light lines, made smaller, and its notation."""
    step = cell + gap
    picture = np.full((size * step + gap, size * step + gap, 3), 235, np.uint8)
    states = np.random.default_rng(seed).integers(0, 2, (size, size))
    for row, col in np.ndindex(size, size):
        x, y = gap + col * step, gap + row * step
        cv2.rectangle(picture, (x, y), (x + cell - 1, y + cell - 1), LIT if states[row, col] else UNLIT, -1)
    small = cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    return small, "/".join("".join(map(str, row)) for row in states)


@pytest.mark.parametrize(
    ("board", "grey", "place"),
    [
        pytest.param((6, 40, 4, 0.4, 45), 200, (27, 5), id="light page"),
        pytest.param((5, 40, 2, 0.6, 53), 34, (650, 5), id="dark page"),
    ],
)
def test_cells_that_run_together_on_the_coarse_view_are_a_busy_block(
    board: tuple[int, int, int, float, int], grey: int, place: tuple[int, int]
) -> None:
    picture, notation = lined(*board)
    page = np.full((768, 1366, 3), grey, np.uint8)
    page[place[1] : place[1] + len(picture), place[0] : place[0] + len(picture)] = picture
    found = detect(Scene(Frame(page)))
    assert found[0].verdict == "sure"
    assert found[0].board in {notation, notation.translate(str.maketrans("01", "10"))}


def test_drawings_in_cells_are_not_taken_for_writing_from_a_coarse_view_alone() -> None:
    entry = next(entry for entry in load(FIXTURES) if entry.path.name == "scene-800x600-6.png")
    frame, entry = from_file(entry)
    small = cv2.resize(frame.pixels, None, fx=0.75, fy=0.75, interpolation=cv2.INTER_AREA)
    page = np.full((900, 1440, 3), 90, np.uint8)
    page[75 : 75 + small.shape[0], 371 : 371 + small.shape[1]] = small
    there = replace(entry, centers=tuple((371 + 0.75 * x, 75 + 0.75 * y) for x, y in entry.centers), box=None)
    found = detect(Scene(Frame(page)))
    assert found[0].verdict == "sure"
    assert exact(found[0], there)
