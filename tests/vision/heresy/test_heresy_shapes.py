from __future__ import annotations

import cv2
import numpy as np

from vision.heresy.blobs import Blobs, blobs
from vision.heresy.glyphs import CARVED, REPLICA, draw
from vision.heresy.shapes import icons, likeness


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
    each = likeness(found)
    alike = each.max(axis=1)
    glyphs = found.boxes[:, 1] < 60
    assert glyphs.sum() == 8
    assert (~glyphs).sum() == 8
    assert alike[glyphs].min() > 0.7
    assert sorted(each[glyphs].argmax(axis=1)) == [0, 0, 1, 1, 2, 2, 3, 3]
    assert np.median(alike[~glyphs]) < alike[glyphs].min()


def test_no_marks_have_no_likeness() -> None:
    nothing = Blobs(0, 1, np.zeros((0, 4), np.float32), (20, 20), np.zeros((20, 20), np.uint8))
    assert likeness(nothing).shape == (0, 4)


def test_marks_a_little_like_one_glyph_are_icons() -> None:
    held = np.ones((3, 9), bool)
    discs = np.tile(np.float32([0.65, 0.5, 0.75, 0.4]), (9, 1))
    panel = np.tile(np.float32([0.5, 0.5, 0.9, 0.4]), (9, 1))
    mixed = np.array([np.roll(row, i) for i, row in enumerate(discs)])
    assert icons(np.array([discs, panel, mixed]), held).tolist() == [True, False, False]
