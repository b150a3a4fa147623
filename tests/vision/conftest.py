"""A plain board, for what may lie over one."""

from __future__ import annotations

from typing import TYPE_CHECKING

import cv2
import numpy as np
import pytest

from vision.reading import CellReading, Reading

if TYPE_CHECKING:
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
    return pixels, Reading("unsure", ("a test",), "lights-out", 2, tuple(cells), 0.5, plane)
