"""Drawings that begin between pixels."""

import cv2
import numpy as np
import pytest

from vision.grid.unlike import unlike


def icon(shift: float, kind: int) -> np.ndarray:
    """A circle or a cross on a cell of 18 pixels, which begins at a part of a pixel."""
    large = np.full((180, 180, 3), 30, np.uint8)
    middle = round(90 + 10 * shift), round(90 - 10 * shift)
    if kind == 0:
        cv2.circle(large, middle, 40, (200, 220, 250), 12)
    else:
        cv2.drawMarker(large, middle, (200, 220, 250), cv2.MARKER_TILTED_CROSS, 90, 14)
    return cv2.resize(large, (18, 18), interpolation=cv2.INTER_AREA).astype(np.float32)


@pytest.mark.parametrize(("kind", "same"), [(0, True), (1, False)])
def test_a_drawing_off_by_a_part_of_a_pixel_is_the_same_one(kind: int, same: bool) -> None:
    cell, drawing = icon(0.4, kind), icon(0.0, 0)
    off = unlike(cell[None], drawing).mean()
    assert (off < 0.5 * np.sqrt(((cell - drawing) ** 2).sum(axis=2)).mean()) == same
