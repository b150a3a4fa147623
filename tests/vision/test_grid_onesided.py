"""Seats are rounded at one side only."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision.detectors import lights_out
from vision.frame import Frame
from vision.grid import onesided
from vision.scene import Scene

BOARD = ((0, 1, 1, 0, 0, 1), (1, 0, 0, 1, 0, 0), (1, 1, 0, 0, 1, 0), (0, 0, 1, 0, 1, 1), (1, 0, 0, 1, 1, 0))
STEP, BODY, LEFT, TOP = 52, 42, 130, 60


def plan(radii: tuple[int, int, int, int]) -> np.ndarray:
    """Cells with corners of these radii: upper left and right, lower left and right."""
    picture = np.full((400, 640, 3), 245, np.uint8)
    for row, line in enumerate(BOARD):
        for col, state in enumerate(line):
            cell = np.full((BODY, BODY, 3), (60, 80, 220) if state else (170, 150, 140), np.uint8)
            for place, radius in enumerate(radii):
                y, x = divmod(place, 2)
                corner = np.full((radius, radius), 0, np.uint8)
                cv2.circle(corner, ((1 - x) * (radius - 1), (1 - y) * (radius - 1)), radius - 1, 255, -1)
                down, across = (slice(-radius, None) if end else slice(radius) for end in (y, x))
                cell[down, across][corner == 0] = 245
            picture[TOP + STEP * row :, LEFT + STEP * col :][:BODY, :BODY] = cell
    return picture


@pytest.mark.parametrize(
    ("radii", "verdict"),
    [
        ((3, 3, 3, 3), "sure"),
        ((14, 14, 14, 14), "sure"),
        ((14, 14, 3, 3), "unsure"),
        ((2, 2, 16, 16), "unsure"),
        ((14, 3, 14, 3), "sure"),
    ],
)
def test_cells_rounded_at_the_top_or_at_the_bottom_only_are_seats(
    radii: tuple[int, int, int, int], verdict: str
) -> None:
    reading = lights_out.detect(Scene(Frame(plan(radii))))[0]
    assert reading.board == "/".join("".join(map(str, line)) for line in BOARD)
    assert (reading.verdict, "rounded at one side" in "".join(reading.reasons)) == (verdict, verdict == "unsure")


def test_light_that_fills_corners_on_one_side_rounds_none() -> None:
    dark, lit = np.array((5.0, 0.0, 0.0), np.float32), np.array((80.0, 0.0, 60.0), np.float32)
    corner = np.add.outer(np.arange(7), np.arange(7)) < 7

    def side(above: np.ndarray, below: np.ndarray) -> int:
        cell = np.tile(dark, (48, 48, 1))
        cell[6:42, 6:42] = lit
        for rows, part, shown in ((np.s_[6:13], corner, above), (np.s_[35:42], corner[::-1], below)):
            cell[rows, 6:13][part] = cell[rows, 35:42][part[:, ::-1]] = shown
        return onesided._side(cell[None], lit.astype(float), dark, onesided.MORE)

    assert side(dark, dark) == 0
    assert side(dark, lit) == 1
    assert side(lit, dark) == -1
    assert side(dark, 0.6 * lit + 0.4 * dark) == 0


def test_a_shadow_in_the_gap_below_is_none_of_the_cells_shape() -> None:
    page, lit = np.array((95.0, 0.0, 0.0), np.float32), np.array((60.0, 20.0, 60.0), np.float32)
    cell = np.tile(lit, (48, 48, 1))
    cell[:, :2] = cell[:, 46:] = page
    cell[42:, :8] = cell[42:, 40:] = page  # no gap is seen above; below, the shadow is narrower than the cell
    assert onesided._side(cell[None], lit.astype(float), page, onesided.HINT) == 0
    cell[:2] = page
    assert onesided._side(cell[None], lit.astype(float), page, onesided.HINT) == -1
