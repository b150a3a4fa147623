"""Plates of a colour for each sign make a grid of four colours too, and the panel is what is read."""

from __future__ import annotations

import numpy as np

from vision.frame import Frame
from vision.heresy.glyphs import REPLICA, draw
from vision.look import look

COLOURS = np.array([(43, 57, 192), (163, 113, 36), (73, 132, 30), (11, 149, 183)], np.float32)
STATES = (2, 0, 3, 3, 1, 3, 2, 0, 3)


def panel(glyphs: bool) -> np.ndarray:
    """Nine square plates, each of the colour of its state, with white ``glyphs`` or nothing on them."""
    picture = np.full((1200, 640, 3), 16, np.float32)
    for place, state in enumerate(STATES):
        x, y = 50 + 184 * (place % 3), 300 + 184 * (place // 3)
        plate = np.broadcast_to(COLOURS[state], (172, 172, 3)).copy()
        if glyphs:
            ink = draw(REPLICA[state], 116, weight=0.8)[..., None]
            plate[28:144, 28:144] += (255 - plate[28:144, 28:144]) * ink
        picture[y : y + 172, x : x + 172] = plate
    return picture.astype(np.uint8)


def test_plates_of_a_colour_for_each_sign_are_a_panel() -> None:
    found = look(Frame(panel(glyphs=True)))[0]
    assert (found.kind, found.verdict, found.board) == ("heresy", "sure", "203/313/203")


def test_the_same_plates_without_signs_are_a_grid() -> None:
    assert look(Frame(panel(glyphs=False)))[0].kind == "lights-out"
