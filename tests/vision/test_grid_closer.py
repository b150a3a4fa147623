"""Where a finer view is worth its time."""

import cv2
import numpy as np

from vision.frame import Frame
from vision.grid.boxes import edges, find
from vision.grid.closer import blocks, repeats
from vision.overlap import meets
from vision.scene import Scene


def page(cell: int = 16, rows: int = 8) -> np.ndarray:
    """A plain 960×960 page with a board of small cells at (300, 200)."""
    picture = np.full((960, 960, 3), 235, np.uint8)
    rng = np.random.default_rng(3)
    for row in range(rows):
        for col in range(rows):
            x, y = 300 + col * cell, 200 + row * cell
            picture[y : y + cell - 3, x : x + cell - 3] = (40, 170, 250) if rng.random() < 0.5 else (90, 60, 50)
    return picture


def test_a_board_of_small_cells_is_a_busy_block() -> None:
    scene = Scene(Frame(page()))
    strength = edges(scene.level(2))
    (block,) = blocks(strength, find(strength))
    assert meets(block, (75, 50, 107, 82))
    assert scene.blocks(2) == [(4 * block[0], 4 * block[1], 4 * block[2], 4 * block[3])]
    assert scene.repeats(scene.blocks(2)[0])


def test_lines_of_writing_do_not_repeat_across() -> None:
    rng = np.random.default_rng(5)
    picture = np.full((200, 200, 3), 255, np.uint8)
    for top in range(10, 190, 16):
        left = 5
        while left < 180:
            wide = int(rng.integers(3, 12))
            picture[top : top + 9, left : left + wide] = 20
            left += wide + int(rng.integers(2, 9))
    assert not repeats(picture)


def test_a_plain_crop_does_not_repeat() -> None:
    assert not repeats(np.full((40, 40, 3), 128, np.uint8))


def test_detail_is_a_crop_no_longer_than_its_limit() -> None:
    assert Scene(Frame(page())).detail((100, 100, 900, 500)).shape[:2] == (100, 200)


def test_cells_far_fainter_than_the_outline_of_what_they_lie_on_repeat() -> None:
    picture = np.full((128, 128, 3), 20, np.uint8)
    picture[4:124, 4:124] = 200
    cells = page()[200:312, 300:412].astype(np.float64)
    picture[8:120, 8:120] = np.rint(200 + 0.08 * (cells - 235)).astype(np.uint8)
    assert repeats(picture)


def test_the_shadow_of_what_cells_lie_on_is_no_part_of_what_repeats() -> None:
    picture = np.full((136, 136, 3), 70, np.uint8)
    for grown in range(13):  # a soft shadow, as wide as a third of the panel
        picture[grown : 136 - grown, grown : 136 - grown] = 70 - 2 * grown
    picture[26:110, 26:110] = 55
    for row in range(3):
        for col in range(3):
            colour = (40, 60, 230) if row else (60, 40, 60)
            cv2.circle(picture, (42 + 26 * col, 42 + 26 * row), 12, colour, -1, cv2.LINE_AA)
    assert repeats(picture)


def test_a_block_well_within_another_is_one_of_its_own() -> None:
    strength = np.zeros((200, 300), np.uint8)
    strength[20:150, 20:160] = np.random.default_rng(1).choice([0, 90], (130, 140), p=[0.4, 0.6])
    strength[60:104, 60:104] = 0
    strength[64:100, 64:100:4] = strength[64:100:4, 64:100] = 90
    found = blocks(strength, find(strength))
    assert found[0][0] < 30
    assert found[0][2] > 150
    assert any(abs(left - 64) < 4 and abs(right - 100) < 6 for left, _, right, _ in found[1:])
