"""Whether a table goes on beyond nine cells, or between them."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from calibration.scenes.not_heresy import render
from vision.detectors.heresy import detect
from vision.frame import Frame
from vision.heresy.beyond import beyond
from vision.heresy.glyphs import REPLICA, draw
from vision.heresy.judge import FAR_FROM_SQUARE
from vision.heresy.lattice import Lattice
from vision.heresy.read import look_at
from vision.scene import Scene


def test_discs_between_nine_that_are_like_a_glyph_are_a_larger_table() -> None:
    picture = np.full((500, 700, 3), (110, 120, 130), np.uint8)
    for disc in range(36):
        x, y = 250 + 65 * (disc % 6), 75 + 65 * (disc // 6)
        cv2.circle(picture, (x, y), 26, (20, 160, 240) if disc < 20 else (90, 250, 130), -1, cv2.LINE_AA)
        (width, height), _ = cv2.getTextSize(str(disc + 1), cv2.FONT_HERSHEY_SIMPLEX, 0.7, 2)
        corner = x - width // 2, y + height // 2
        cv2.putText(picture, str(disc + 1), corner, cv2.FONT_HERSHEY_SIMPLEX, 0.7, (0, 0, 0), 2, cv2.LINE_AA)
    scene = Scene(Frame(picture))
    every_other = np.array([[130.0, 0, 185], [0, 130, 10], [0, 0, 1]])
    found = look_at(scene, Lattice(every_other, 1, 130, 0.0, 0.0, 0, 0.61), None)
    assert found is not None
    assert set(found[0].states.tolist()) == {2}
    assert beyond(scene, *found) >= 6
    assert not any(reading.verdict == "sure" for reading in detect(scene))


def test_where_the_corners_of_nine_glyphs_alike_meet_there_is_no_table() -> None:
    picture = np.full((480, 640), 40, np.float32)
    for cell in range(9):
        x, y = 150 + 90 * (cell % 3), 80 + 90 * (cell // 3)
        picture[y : y + 84, x : x + 84] += 180 * draw(REPLICA[1], 84)
    (found,) = detect(Scene(Frame(np.repeat(picture.astype(np.uint8)[..., None], 3, axis=2))))
    assert (found.verdict, found.board) == ("sure", "111/111/111")


def test_three_rows_of_four_are_refused_however_they_are_looked_at() -> None:
    picture = np.full((620, 900, 3), (64, 66, 60), np.float32)
    for cell, state in enumerate((0, 1, 1, 0, 0, 2, 1, 2, 0, 0, 3, 1)):
        x, y = 120 + 142 * (cell % 4), 90 + 142 * (cell // 4)
        picture[y : y + 130, x : x + 130] = (30, 32, 22)
        ink = draw(REPLICA[state], 100)[..., None]
        part = picture[y + 15 : y + 115, x + 15 : x + 115]
        part += (np.array([207, 245, 127], np.float32) - part) * ink
    assert all(reading.verdict == "none" for reading in detect(Scene(Frame(picture.astype(np.uint8)))))


@pytest.mark.parametrize("seed", [740_000, 740_040])
def test_every_other_sign_of_a_table_is_no_panel_of_oblong_cells(seed: int) -> None:
    scene = Scene(Frame(render(seed, kind="rune table").pixels))
    assert not any(FAR_FROM_SQUARE in reading.reasons for reading in detect(scene))


def test_oblong_cells_that_are_read_as_they_are_seen_are_in_doubt_too() -> None:
    scene = Scene(Frame(render(911_023, kind="rune table").pixels))
    assert not any(reading.verdict == "sure" for reading in detect(scene))


@pytest.mark.parametrize("seed", [910_090, 910_170])
def test_dark_glyphs_beside_and_between_plates_are_a_larger_table(seed: int) -> None:
    """Nine of a table, on a wall that seems to have plates: these are of one level, and lighter than their glyphs."""
    scene = Scene(Frame(render(seed, kind="rune table").pixels))
    assert not any(reading.verdict == "sure" for reading in detect(scene))


def test_cells_two_steps_apart_one_way_are_of_the_larger_table_that_was_seen_there() -> None:
    scene = Scene(Frame(render(910_010, kind="rune table").pixels))
    assert all(reading.verdict == "none" for reading in detect(scene))
