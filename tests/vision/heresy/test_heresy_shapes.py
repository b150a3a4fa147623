from __future__ import annotations

import cv2
import numpy as np

from vision.heresy.blobs import Blobs, blobs
from vision.heresy.glyphs import CARVED, REPLICA, draw
from vision.heresy.shapes import likeness


def test_glyphs_look_like_glyphs_and_plain_shapes_less() -> None:
    page = np.zeros((120, 330), np.float32)
    for i, glyph in enumerate(CARVED + REPLICA):
        page[20:44, 10 + 40 * i : 34 + 40 * i] = draw(glyph, 24)
    for i in range(8):
        if i % 2:
            cv2.circle(page, (22 + 40 * i, 90), 6, 1.0, -1)
        else:
            cv2.rectangle(page, (15 + 40 * i, 84), (29 + 40 * i, 96), 1.0, -1)
    found = blobs((40 + 160 * page).astype(np.uint8), 0)[0]
    alike = likeness(found)
    glyphs = found.boxes[:, 1] < 60
    assert glyphs.sum() == 8
    assert (~glyphs).sum() == 8
    assert alike[glyphs].min() > 0.7
    assert np.median(alike[~glyphs]) < alike[glyphs].min()


def test_no_marks_have_no_likeness() -> None:
    nothing = Blobs(0, 1, np.zeros((0, 4), np.float32), (20, 20), np.zeros((20, 20), np.uint8))
    assert likeness(nothing).shape == (0,)
