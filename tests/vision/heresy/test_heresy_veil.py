from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision.heresy.flat import CELL, MARGIN, SIDE
from vision.heresy.glyphs import CARVED, draw
from vision.heresy.veil import through

WAY = np.array([90, 80, 60], np.float32)


def veiled(opaque: float) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """A flattened panel under a message, the message's place, and the ink."""
    ink = np.zeros((SIDE, SIDE), np.float32)
    for i in range(9):
        y, x = MARGIN + i // 3 * CELL + 4, MARGIN + i % 3 * CELL + 4
        ink[y : y + 32, x : x + 32] = draw(CARVED[i % 4], 32)
    flat = 45 + ink[..., None] * WAY
    message = np.zeros((SIDE, SIDE), np.uint8)
    cv2.rectangle(message, (MARGIN - 5, MARGIN + 2), (MARGIN + 90, MARGIN + 34), 1, -1)
    layer = np.full(flat.shape, 240, np.uint8)
    cv2.putText(layer, "Level 4", (MARGIN + 4, MARGIN + 22), cv2.FONT_HERSHEY_SIMPLEX, 0.5, (40, 40, 40), 1)
    mixed = np.where(message[..., None] > 0, flat * (1 - opaque) + layer * opaque, flat)
    return np.rint(mixed).astype(np.uint8), message > 0, ink


@pytest.mark.parametrize("opaque", [0.75, 0.85])
def test_glyphs_show_through_what_is_not_opaque(opaque: float) -> None:
    flat, message, ink = veiled(opaque)
    found, shown = through(flat, message, WAY)
    assert not shown[~message].any()
    assert shown[message].mean() > 0.4
    assert np.corrcoef(found[shown], ink[shown])[0, 1] > 0.9


def test_nothing_shows_through_what_is_opaque() -> None:
    flat, message, _ = veiled(1.0)
    assert not through(flat, message, WAY)[1].any()


def test_nothing_shows_through_where_no_message_is() -> None:
    flat, message, _ = veiled(0.8)
    assert not through(flat, np.zeros_like(message), WAY)[1].any()
