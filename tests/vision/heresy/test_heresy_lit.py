"""Glyphs cut into a wall, or raised from it, seen by their slopes under a light from one side."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

from vision.detectors.heresy import detect
from vision.frame import Frame
from vision.heresy import lit
from vision.heresy.flat import CELL, MARGIN, SIDE
from vision.heresy.glyphs import CARVED, draw
from vision.heresy.judge import judge
from vision.heresy.lattice import Lattice
from vision.scene import Scene

STATES = np.array([0, 1, 2, 3, 2, 1, 0, 3, 1])
GLYPH = 28


def _slope(ink: np.ndarray, turn: float) -> np.ndarray:
    soft = cv2.GaussianBlur(ink.astype(np.float32), (0, 0), 1.0)
    return np.asarray(np.cos(turn) * cv2.Sobel(soft, -1, 1, 0) + np.sin(turn) * cv2.Sobel(soft, -1, 0, 1))


def _panel(turn: float, states: np.ndarray = STATES, share: float = 0.0) -> np.ndarray:
    """SIDE×SIDE gray: glyphs under a light, ``share`` of each cell of a row and a column a step on; a little grain."""
    ink = np.zeros((SIDE, SIDE), np.float32)
    for i, state in enumerate(states):
        x, y = (MARGIN + round((place + 0.5) * CELL) - GLYPH // 2 for place in (i % 3, i // 3))
        part = share if i // 3 == 1 or i % 3 == 1 else 0.0
        ink[y : y + GLYPH, x : x + GLYPH] = (1 - part) * draw(CARVED[state], GLYPH) + part * draw(
            CARVED[(state + 1) % 4], GLYPH
        )
    grain = np.random.default_rng(1).normal(0, 3, ink.shape)
    return np.clip(110 + 14 * _slope(ink, turn) + grain, 0, 255).astype(np.uint8)


@pytest.mark.parametrize("turn", [0.3, 1.9, 3.4, 5.5])
def test_glyphs_and_light_are_told_from_slopes_alone(turn: float) -> None:
    flat = _panel(turn)
    quality, scale, light = lit.glimpsed(flat)
    found = lit.fitted(flat, scale, light).told()
    assert quality > 0.6
    np.testing.assert_array_equal(found.square.argmin(axis=1), STATES)
    np.testing.assert_array_equal(found.cut.match.argmax(axis=1), STATES)
    assert abs(found.light[0]) < 0.5
    assert found.light[1:] @ [np.cos(turn), np.sin(turn)] > 0.8
    assert found.cut.patches.shape == (9, 4, 24, 24)


def test_of_several_lights_the_one_that_fits_is_found() -> None:
    flat = _panel(1.9)
    _, scale, light = lit.glimpsed(flat)
    against = np.array([light[0], -light[1], -light[2]])
    alone = lit.fitted(flat, scale, light)
    np.testing.assert_array_equal(lit.fitted(flat, scale, against, light).place, alone.place)


def test_a_plain_wall_is_no_glyphs() -> None:
    grain = np.random.default_rng(2).normal(110, 5, (SIDE, SIDE)).astype(np.uint8)
    assert lit.glimpsed(grain)[0] < 0.5
    assert lit.glimpsed(np.full((SIDE, SIDE), 90, np.uint8))[0] < 0.5


def test_what_has_a_tone_alone_is_lit_by_it() -> None:
    ink = np.full((SIDE, SIDE), 60, np.uint8)
    for i, state in enumerate(STATES):
        x, y = (MARGIN + round((place + 0.5) * CELL) - GLYPH // 2 for place in (i % 3, i // 3))
        ink[y : y + GLYPH, x : x + GLYPH] += (120 * draw(CARVED[state], GLYPH)).astype(np.uint8)
    quality, scale, light = lit.glimpsed(ink)
    assert quality > 0.7
    assert lit.fitted(ink, scale, light).told().light[0] > 0.9


def _wall(panel: np.ndarray) -> Frame:
    grain = np.random.default_rng(3).normal(110, 3, (540, 960))
    big = cv2.resize(panel, (304, 304), interpolation=cv2.INTER_CUBIC)
    grain[100:404, 300:604] = big
    return Frame(np.repeat(np.clip(grain, 0, 255).astype(np.uint8)[..., None], 3, axis=2))


@pytest.mark.parametrize("turn", [1.2, 4.0])
def test_a_panel_seen_by_its_slopes_is_read(turn: float) -> None:
    found = detect(Scene(_wall(_panel(turn))))
    assert found
    assert [cell.state for cell in found[0].cells] == STATES.tolist()


@pytest.mark.parametrize("share", [0.4, 0.5, 0.6])
def test_it_is_never_sure_while_it_changes(share: float) -> None:
    for turn in (1.2, 4.0):
        found = detect(Scene(_wall(_panel(turn, share=share))))
        assert not found or found[0].verdict != "sure"


def test_walls_and_glyphs_beside_are_told_apart() -> None:
    flat = _panel(1.2)
    scale, light = lit.glimpsed(flat)[1:]
    found = lit.fitted(flat, scale, light).told()
    tiles = found.cut.patches[np.arange(9), STATES]
    wall = np.random.default_rng(4).normal(0, 0.4, (5, 24, 24)).astype(np.float32)
    assert lit.likeness(tiles, found.light).min() > 0.7
    assert lit.likeness(wall, found.light).max() < 0.5


def test_icons_all_alike_are_no_panel_whatever_the_light() -> None:
    flat = _panel(1.2, np.array([2, 2, 2, 2, 0, 2, 2, 2, 2]))
    scene = Scene(Frame(np.repeat(flat[..., None], 3, axis=2)))
    homography = np.array([[CELL, 0, MARGIN], [0, CELL, MARGIN], [0, 0, 1.0]])
    found = lit.look(scene, flat, Lattice(homography, 1, 9, 0.02, 0.0, 0, 0.6))
    assert found is not None
    assert judge(found[0]).verdict != "none"
    assert judge(replace(found[0], square=found[0].square + 1.5)).verdict == "none"
