"""Shades that fill cells, and what is drawn in them."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision.detectors import lights_out
from vision.frame import Frame
from vision.grid.search import search
from vision.grid.shade import shaded
from vision.scene import Scene

LIT = {(0, 0), (0, 1), (1, 2), (2, 0)}
"""Of 3×3 cells: no checks tell whether clicks make a pattern of theirs."""


def board(filling: str) -> Frame:
    """3×3 cells, the lit ones yellow and white in their middle: by a shade, or by a disc on them."""
    pixels = np.full((420, 420, 3), 30, np.uint8)
    side = 90
    y, x = np.indices((side, side)) - (side - 1) / 2
    away = np.hypot(x, y) / (side / 2)
    share = np.clip(away, 0, 1) if filling == "shade" else (away > 0.4).astype(float)
    lamp = np.rint(255 - share[..., None] * (255 - np.array([40.0, 200.0, 240.0]))).astype(np.uint8)
    for row in range(3):
        for col in range(3):
            top, left = 60 + 100 * row, 60 + 100 * col
            pixels[top : top + side, left : left + side] = lamp if (row, col) in LIT else 80
            cv2.rectangle(pixels, (left, top), (left + side - 1, top + side - 1), (0, 0, 0), 1)
    return Frame(pixels)


@pytest.mark.parametrize(("filling", "expected"), [("shade", True), ("disc", False)])
def test_lamps_may_be_brighter_in_their_middle(filling: str, expected: bool) -> None:
    scene = Scene(board(filling))
    assert shaded(search(scene, 0)[0]) is expected
    found = [one for stage in lights_out.stages(scene) for one in stage]
    assert [one.verdict for one in found] == ["sure"]
