"""Glyphs on plates of their own: buttons, discs and rings."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision.detectors.heresy import detect
from vision.frame import Frame
from vision.heresy.beyond import beyond
from vision.heresy.enlarged import enlarged
from vision.heresy.flat import CELL, MARGIN, SIDE, flatten
from vision.heresy.glyphs import CARVED, REPLICA, Glyph, draw
from vision.heresy.lattice import Lattice
from vision.heresy.plates import LEVEL, levelled
from vision.heresy.read import look_at
from vision.scene import Scene

STATES = (0, 1, 2, 3, 2, 1, 0, 3, 1)
BOARD = "012/321/031"
TONES = (200, 40, 120, 90, 220, 60, 150, 30, 180)


def table(shape: str, cell: int, share: float, size: int = 3, typeface: tuple[Glyph, ...] = CARVED) -> np.ndarray:
    """``size`` × ``size`` glyphs, each on a plate of its own tone, on a page one cell wide all round."""
    side, wide = int(cell * share), (size + 2) * cell
    picture = np.full((wide, wide), 128, np.float32)
    for i in range(size * size):
        x, y = (int((place + 1.5) * cell) for place in (i % size, i // size))
        tone = TONES[i % 9]
        if shape == "disc":
            cv2.circle(picture, (x, y), int(0.46 * cell), tone, -1, cv2.LINE_AA)
        elif shape == "tile":
            half = int(0.46 * cell)
            cv2.rectangle(picture, (x - half, y - half), (x + half, y + half), tone, -1)
        elif shape == "ring":
            tone = 128
            cv2.circle(picture, (x, y), int(0.46 * cell), 40, max(1, cell // 30), cv2.LINE_AA)
        left, top = x - side // 2, y - side // 2
        part = picture[top : top + side, left : left + side]
        part += ((20 if tone > 110 else 240) - part) * draw(typeface[STATES[i % 9]], side)
    return np.repeat(picture.astype(np.uint8)[..., None], 3, axis=2)


def place(cell: int, left: int = 1) -> np.ndarray:
    return np.array([[cell, 0, left * cell], [0, cell, left * cell], [0, 0, 1.0]])


@pytest.mark.parametrize("shape", ["disc", "tile", "ring"])
def test_only_glyphs_are_left_of_plates_and_all_are_bright(shape: str) -> None:
    flat = flatten(Scene(Frame(table(shape, 80, 0.6))), place(80), 80)
    flush = levelled(flat, CELL, MARGIN)
    assert flush is not None
    cells = flush[MARGIN:-MARGIN, MARGIN:-MARGIN].reshape(3, CELL, 3, CELL).transpose(0, 2, 1, 3).reshape(9, CELL, CELL)
    assert np.abs(np.median(cells, axis=(1, 2)) - LEVEL).max() <= 2
    assert (cells.max(axis=(1, 2)) > LEVEL + 50).all()
    assert (cells.min(axis=(1, 2)) > LEVEL - 25).all()
    assert (cells[:, :2] == LEVEL).all()


def test_colours_stay_as_they_are_but_for_the_ground() -> None:
    flat = flatten(Scene(Frame(table("tile", 80, 0.6))), place(80), 80, color=True)
    flush = levelled(flat, CELL, MARGIN)
    assert flush is not None
    assert flush.shape == (SIDE, SIDE, 3)
    assert flush[MARGIN + 2 : MARGIN + CELL - 2, MARGIN + 2 : MARGIN + CELL - 2].min() == 0  # dark on its bright plate


def test_cells_without_plates_have_none() -> None:
    flat = flatten(Scene(Frame(table("none", 80, 0.6))), place(80), 80)
    assert levelled(flat, CELL, MARGIN) is None


def test_a_plate_that_a_stroke_cuts_is_whole_all_the_same() -> None:
    picture = table("ring", 80, 0.6)
    picture[118:122, 84:156] = 40  # from side to side of the first ring
    flush = levelled(flatten(Scene(Frame(picture)), place(80), 80), CELL, MARGIN)
    assert flush is not None
    above = flush[MARGIN + 5 : MARGIN + 18, MARGIN + 8 : MARGIN + 32]
    assert above.max() > LEVEL + 50


@pytest.mark.parametrize(("shape", "share"), [("disc", 0.6), ("tile", 0.7), ("ring", 0.7)])
def test_glyphs_on_plates_are_read(shape: str, share: float) -> None:
    (found,) = detect(Scene(Frame(table(shape, 64, share))))
    assert found.verdict == "sure"
    assert found.board == BOARD


def test_glyphs_on_plates_that_go_on_are_a_larger_table() -> None:
    scene = Scene(Frame(table("disc", 64, 0.6, size=5)))
    lattice = Lattice(place(64, left=2), 1, 9, 0.0, 0.0, 0, 0.6, plates=True)
    found = look_at(scene, lattice, None)
    assert found is not None
    assert beyond(scene, *found) >= 10
    assert not any(reading.verdict == "sure" for reading in detect(scene))


@pytest.mark.parametrize(("cut", "verdict"), [(0, "sure"), (72, "unsure")])
def test_a_panel_that_the_picture_may_cut_is_not_sure(cut: int, verdict: str) -> None:
    (found,) = detect(Scene(Frame(np.ascontiguousarray(table("disc", 64, 0.6)[:, cut:]))))
    assert (found.verdict, found.board) == (verdict, BOARD)


def test_marks_alike_that_go_on_on_plates_of_two_tones_are_a_larger_table() -> None:
    picture = np.full((150, 290, 3), 230, np.uint8)
    for place in range(15):
        row, col = divmod(place, 5)
        x, y = 25 + 48 * col, 48 * row
        picture[y : y + 47, x : x + 47] = 255 if place in (2, 3, 4, 5, 6, 14) else 77
        for across, down in ((0, 0), (-6, 0), (6, 0), (0, -6), (0, 6)):
            corner = x + 20 + across, y + 20 + down
            cv2.rectangle(picture, corner, (corner[0] + 6, corner[1] + 6), (153, 153, 153), 1 if across or down else -1)
    scene = Scene(Frame(picture))
    middle = np.array([[48.0, 0, 73], [0, 48, 0], [0, 0, 1]])
    found = look_at(scene, Lattice(middle, 1, 48, 0.0, 0.0, 0, 0.6, plates=True), None)
    assert found is not None
    assert beyond(scene, *found) >= 5


def test_small_glyphs_are_shown_larger() -> None:
    scene = Scene(Frame(table("tile", 160, 0.3)))
    lattice = Lattice(place(160), 1, 9, 0.0, 0.0, 0, 0.3, plates=True)
    closer = enlarged(scene, lattice, 0.3)
    assert closer is not None
    picture, inside, side = closer
    assert side == pytest.approx(0.45)
    shown = flatten(picture, inside.homography, inside.cell)
    first = shown[MARGIN : MARGIN + CELL, MARGIN : MARGIN + CELL]
    drawn = cv2.resize(np.pad(draw(CARVED[0], 96), 24), (CELL, CELL), interpolation=cv2.INTER_AREA)
    assert np.corrcoef(first.ravel(), drawn.ravel())[0, 1] > 0.95


def test_large_glyphs_and_small_cells_are_not() -> None:
    scene = Scene(Frame(table("tile", 160, 0.3)))
    lattice = Lattice(place(160), 1, 9, 0.0, 0.0, 0, 0.3, plates=True)
    assert enlarged(scene, lattice, 0.6) is None
    near = Lattice(place(40), 1, 9, 0.0, 0.0, 0, 0.3, plates=True)
    assert enlarged(scene, near, 0.3) is None


def test_small_glyphs_are_read_at_the_pictures_own_resolution() -> None:
    scene = Scene(Frame(table("tile", 200, 0.26, typeface=REPLICA)))
    found = look_at(scene, Lattice(place(200), 1, 9, 0.0, 0.0, 0, 0.26, plates=True), None)
    assert found is not None
    assert found[0].square.argmin(axis=1).tolist() == list(STATES)
    assert found[0].scale == pytest.approx(0.26, rel=0.15)
