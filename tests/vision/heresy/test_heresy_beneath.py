"""Panels with messages over them."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision import message
from vision.frame import Frame
from vision.heresy.glyphs import CARVED, draw
from vision.look import look
from vision.reading import CellReading, Reading
from vision.scene import Scene

STATES = (0, 1, 2, 3, 2, 1, 0, 3, 1)
PITCH, LEFT, TOP = 75, 90, 70
CELLS = tuple(
    CellReading(i // 3, i % 3, state, (0.25,) * 4, (LEFT + (i % 3 + 0.5) * PITCH, TOP + (i // 3 + 0.5) * PITCH))
    for i, state in enumerate(STATES)
)
PANEL = Reading("unsure", ("a test",), "heresy", 4, CELLS, 0.5, (PITCH, 0.0, LEFT, 0.0, PITCH, TOP, 0.0, 0.0, 1.0))


def panel(*, plates: bool = False) -> np.ndarray:
    rng = np.random.default_rng(0)
    picture = np.full((360, 420, 3), 45.0)
    for i, state in enumerate(STATES):
        y, x = TOP + i // 3 * PITCH, LEFT + i % 3 * PITCH
        if plates:
            picture[y + 4 : y + PITCH - 4, x + 4 : x + PITCH - 4] += 25
        picture[y + 8 : y + 68, x + 8 : x + 68] += draw(CARVED[state], 60)[..., None] * np.array([90, 80, 60])
    picture += rng.normal(0, 1, (360, 420, 1))
    return np.clip(picture, 0, 255).astype(np.uint8)


@pytest.mark.parametrize("plates", [False, True])
def test_neither_glyphs_nor_plates_are_a_message(plates: bool) -> None:
    assert not message.find(Scene(Frame(panel(plates=plates))), PANEL)


@pytest.mark.parametrize("tone", [(244, 244, 244), (20, 20, 20), (135, 125, 105)])
@pytest.mark.parametrize("opaque", [0.8, 1.0])
def test_a_message_is_found_by_its_edges(tone: tuple[int, int, int], opaque: float) -> None:
    pixels = panel()
    layer = pixels.copy()
    cv2.rectangle(layer, (110, 95), (225, 122), tone, -1)
    cv2.putText(layer, "Turn off", (116, 114), cv2.FONT_HERSHEY_SIMPLEX, 0.5, (90, 90, 90), 1, cv2.LINE_AA)
    pixels = cv2.addWeighted(layer, opaque, pixels, 1 - opaque, 0)
    found = message.find(Scene(Frame(pixels)), PANEL)
    # Words may part it, and what is below them be left.
    assert any(np.abs(np.subtract(one.box, (110, 95, 226, 123)))[:3].max() <= 3 for one in found)
    assert all(one.box[3] <= 126 for one in found)


@pytest.mark.parametrize("top", [85, 165, 245])
def test_a_panel_under_a_message_is_found_and_read(top: int) -> None:
    pixels = panel()
    cv2.rectangle(pixels, (130, top), (260, top + 25), (244, 244, 244), -1)
    reading = look(Frame(pixels))[0]
    assert reading.kind == "heresy"
    assert reading.verdict == "unsure"
    hidden = {i for i in range(9) if reading.cells[i].state != STATES[i]}
    assert hidden <= set(reading.suspects)
