"""Small panels: spots full of edges in rows of three, looked at on a finer level."""

import cv2
import numpy as np
import pytest

from vision.detectors.heresy import detect
from vision.frame import Frame
from vision.heresy.glyphs import CARVED, draw
from vision.heresy.levels import levels
from vision.heresy.spots import closer, spots
from vision.scene import Scene

BOARD = "320/302/211"
CELL, SIDE = 40, 24


def page(board=BOARD, at=(700, 400)):
    """A light page of 1920×1080 with a small panel of thin dark glyphs, a title and a button."""
    pixels = np.full((1080, 1920, 3), 235, np.uint8)
    for i, state in enumerate(board.replace("/", "")):
        x, y = at[0] + i % 3 * CELL, at[1] + i // 3 * CELL
        ink = draw(CARVED[int(state)], SIDE, weight=0.7)[..., None]
        pixels[y : y + SIDE, x : x + SIDE] = 235 - np.rint(190 * ink).astype(np.uint8)
    cv2.putText(pixels, "Current board", (at[0], at[1] - 30), cv2.FONT_HERSHEY_SIMPLEX, 0.6, (60, 60, 60), 1)
    cv2.rectangle(pixels, (at[0], at[1] + 140), (at[0] + 70, at[1] + 165), (120, 120, 120), 1)
    return pixels


def test_a_panel_too_small_for_the_finest_level_is_read_on_the_next_finer_one():
    (reading,) = detect(Scene(Frame(page())))
    assert (reading.verdict, reading.board) == ("sure", BOARD)


def test_only_the_part_with_nine_spots_is_looked_at():
    scene = Scene(Frame(page()))
    finest = levels(scene)[-1]
    (level, box), *rest = closer(scene, finest)
    assert (level, rest) == (finest - 1, [])
    left, top, right, bottom = (side * 2**level for side in box)
    assert left < 700 < 700 + 3 * CELL < right < 700 + 5 * CELL
    assert top < 400 < 400 + 3 * CELL < bottom < 400 + 5 * CELL
    assert closer(scene, 0) == []


@pytest.mark.parametrize("thing", ["words", "frames", "table"])
def test_what_is_no_spot_and_what_goes_on_is_passed_over(thing):
    pixels = np.full((1080, 1920, 3), 235, np.uint8)
    for row in range(3 if thing != "table" else 8):
        for col in range(3 if thing != "table" else 8):
            x, y = 700 + 40 * col, 400 + 40 * row
            if thing == "words":
                cv2.putText(pixels, "wheels", (x * 2 - 700, y), cv2.FONT_HERSHEY_SIMPLEX, 0.7, (40, 40, 40), 1)
            elif thing == "frames":
                cv2.rectangle(pixels, (x, y), (x + 90 // 3, y + 90 // 3), (40, 40, 40), 1)
            else:
                cv2.circle(pixels, (x, y), 12, (40, 40, 40), 2)
    scene = Scene(Frame(pixels))
    assert closer(scene, levels(scene)[-1]) == []


def test_a_glyph_is_one_spot():
    scene = Scene(Frame(page()))
    level = levels(scene)[-1]
    found = spots(scene.gray(level), level).boxes
    middles = np.array([(700 + SIDE / 2 + i % 3 * CELL, 400 + SIDE / 2 + i // 3 * CELL) for i in range(9)]) / 2**level
    away = np.abs(found[:, None, :2] - middles[None]).max(axis=2)
    assert (away.min(axis=0) < 2.5).all()


def test_a_small_panel_on_a_blotchy_wall_is_looked_for_down_to_the_finest_level():
    blotches = cv2.GaussianBlur(np.random.default_rng(1).normal(0, 1, (900, 1600)).astype(np.float32), (0, 0), 3)
    wall = 120 + 10 * blotches / blotches.std()
    for i, state in enumerate(BOARD.replace("/", "")):
        x, y = 907 + i % 3 * 36, 407 + i // 3 * 36
        wall[y : y + 22, x : x + 22] -= 60 * draw(CARVED[int(state)], 22)
    scene = Scene(Frame(np.repeat(np.clip(wall, 0, 255).astype(np.uint8)[..., None], 3, axis=2)))
    assert levels(scene)[-1] > 1
    (reading,) = detect(scene)
    assert (reading.verdict, reading.board) == ("sure", BOARD)
