from __future__ import annotations

import cv2
import numpy as np

from vision.detectors.heresy import detect
from vision.frame import Frame
from vision.heresy.cover import covered
from vision.heresy.flat import CELL, MARGIN, SIDE
from vision.heresy.glyphs import CARVED, draw
from vision.heresy.rest import read_rest
from vision.scene import Scene

STATES = (0, 1, 2, 3, 2, 1, 0, 3, 1)


def flat_panel() -> np.ndarray:
    """A flattened panel, bluish glyphs on dark ground."""
    ink = np.zeros((SIDE, SIDE, 1), np.float32)
    for i, state in enumerate(STATES):
        y, x = MARGIN + i // 3 * CELL + 4, MARGIN + i % 3 * CELL + 4
        ink[y : y + 32, x : x + 32, 0] = draw(CARVED[state], 32)
    return (np.array([40, 35, 30]) + ink * np.array([150, 110, 90])).astype(np.uint8)


def test_nothing_lies_over_a_plain_panel() -> None:
    over, ink = covered(flat_panel(), 1)
    assert over.sum() == 0
    assert ink.max() > 0.9


def test_a_tag_is_told_from_the_glyph_and_the_rest_is_read() -> None:
    flat = flat_panel()
    cv2.rectangle(flat, (MARGIN + 2, MARGIN + 2), (MARGIN + 13, MARGIN + 13), (20, 150, 250), -1)
    over, ink = covered(flat, 1)
    assert over[MARGIN + 4 : MARGIN + 12, MARGIN + 4 : MARGIN + 12].all()
    assert not over[:, MARGIN + CELL :].any()
    rest = read_rest(ink, over, 0.8)
    assert tuple(rest.cut.match.argmax(axis=1)) == STATES
    assert 0.02 < rest.hidden[0] < 0.3
    assert rest.hidden[1:].max() < 0.01


def test_what_a_known_message_hides_is_no_ink() -> None:
    flat = flat_panel()
    message = np.zeros((SIDE, SIDE), bool)
    message[MARGIN + 10 : MARGIN + 26, MARGIN : MARGIN + 60] = True
    flat[message] = (190, 145, 120)  # the colour of the ink
    over, ink = covered(flat, 1, message)
    assert over[message].all()
    assert ink[message].max() == 0


def test_a_panel_with_tags_on_it_is_read_but_never_sure() -> None:
    rng = np.random.default_rng(0)
    ink = np.zeros((360, 420, 1), np.float32)
    for i, state in enumerate(STATES):
        y, x = 70 + i // 3 * 75, 90 + i % 3 * 75
        ink[y : y + 60, x : x + 60, 0] = draw(CARVED[state], 60)
    picture = np.array([50, 45, 40]) + ink * np.array([90, 80, 60]) + rng.normal(0, 1, (360, 420, 1))
    pixels = np.clip(picture, 0, 255).astype(np.uint8)
    for i in (0, 2, 4):
        corner = (96 + i % 3 * 75, 74 + i // 3 * 75)
        cv2.rectangle(pixels, corner, (corner[0] + 15, corner[1] + 15), (0, 160, 255), -1)
    reading = detect(Scene(Frame(pixels)))[0]
    assert tuple(cell.state for cell in reading.cells) == STATES
    assert reading.verdict == "unsure" or not reading.suspects


def test_what_is_known_to_be_covered_is_not_read() -> None:
    flat = flat_panel()
    cells = flat[MARGIN:-MARGIN, MARGIN:-MARGIN]
    pixels = np.full((300, 340, 3), (40, 35, 30), np.uint8)
    pixels[60:240, 80:260] = cv2.resize(cells, (180, 180), interpolation=cv2.INTER_CUBIC)
    over = np.zeros((300, 340), bool)
    for row, col in ((0, 0), (1, 1)):
        part = np.s_[60 + 60 * row + 32 : 60 + 60 * row + 58, 80 + 60 * col + 32 : 80 + 60 * col + 58]
        pixels[part] = (190, 145, 120)  # badly filled in
        over[part] = True
    reading = detect(Scene(Frame(pixels), over))[0]
    assert tuple(cell.state for cell in reading.cells) == STATES
    assert reading.verdict == "unsure"
