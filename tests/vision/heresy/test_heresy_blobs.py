from __future__ import annotations

import cv2
import numpy as np

from vision.heresy.blobs import blobs
from vision.heresy.glyphs import CARVED, draw


def page(bright: bool) -> np.ndarray:
    ink = np.zeros((160, 160), np.float32)
    for i, glyph in enumerate(CARVED * 2):
        ink[40 + i // 4 * 60 :, 20 + 32 * (i % 4) :][:28, :28] = draw(glyph, 28)
    return (40 + 150 * ink if bright else 200 - 150 * ink).astype(np.uint8)


def test_each_glyph_is_one_mark_around_its_middle() -> None:
    for bright in (True, False):
        found = blobs(page(bright), 0)[0 if bright else 1]
        big = found.boxes[found.boxes[:, 2] > 12]
        for top in (40, 100):
            row = big[np.abs(big[:, 1] - top - 14) <= 2]
            np.testing.assert_allclose(np.sort(row[:, 0]), [34, 66, 98, 130], atol=2)


def test_a_dimmer_picture_gives_the_same_marks() -> None:
    bright = page(bright=True)
    dim = (20 + bright * 0.3).astype(np.uint8)
    assert len(blobs(dim, 0)[0].boxes) == len(blobs(bright, 0)[0].boxes)


def test_a_plain_picture_has_no_marks() -> None:
    assert all(len(found.boxes) == 0 for found in blobs(np.full((90, 120), 77, np.uint8), 0))


def test_long_lines_are_no_marks() -> None:
    picture = np.zeros((120, 160), np.uint8)
    cv2.line(picture, (5, 60), (150, 62), 255, 2)
    assert len(blobs(picture, 0)[0].boxes) == 0


def test_frames_near_the_glyphs_do_not_join_them() -> None:
    ink = np.zeros((160, 160), np.float32)
    for i in range(9):
        y, x = 30 + i // 3 * 34, 30 + i % 3 * 34
        cv2.rectangle(ink, (x, y), (x + 33, y + 33), 0.7, 1)
        ink[y + 3 : y + 31, x + 3 : x + 31] += draw(CARVED[i % 4], 28)
    found = blobs((40 + 150 * np.minimum(ink, 1)).astype(np.uint8), 0)[0]
    middles = np.array([(47.0 + 34 * (i % 3), 47.0 + 34 * (i // 3)) for i in range(9)])
    away = np.abs(found.boxes[None, :, :2] - middles[:, None]).max(axis=2).min(axis=1)
    assert (away < 3).all()
