from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import cv2
import numpy as np
import pytest

from calibration.scenes.heresy import render
from vision.detectors import heresy
from vision.detectors.heresy import detect
from vision.frame import Frame
from vision.heresy.reticle import without_reticle
from vision.scene import Scene

if TYPE_CHECKING:
    from calibration.scenes.scenery import Scenery

WHITE = 250, 250, 250


def aimed(seed: int, *, far: float = 0.32) -> tuple[Scenery, np.ndarray]:
    """A drawn panel, and its picture with a crosshair over the middle cell of the first row, out to ``far`` cells."""
    scenery = render(seed, look="panel", wear=0, size=(1280, 720), side=0.5)
    (left, _), (x, y) = scenery.centers[0], scenery.centers[1]
    pixels, cell = scenery.pixels.copy(), x - left
    x, y = int(x + 0.1 * cell), int(y + 0.1 * cell)
    for across, down in ((1, 0), (-1, 0), (0, 1), (0, -1)):
        near, end = int(0.12 * cell), int(far * cell)
        ends = [(x + across * way, y + down * way) for way in (near, end)]
        cv2.line(pixels, *ends, WHITE, 3, cv2.LINE_AA)
    return scenery, pixels


@pytest.mark.parametrize("seed", [11, 12])
def test_a_panel_is_sure_past_a_crosshair(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    scenery, pixels = aimed(seed)
    found = detect(Scene(Frame(pixels)))
    assert [(panel.verdict, panel.board) for panel in found] == [("sure", scenery.board)]
    monkeypatch.setattr(heresy, "without_reticle", lambda *_: None)
    assert detect(Scene(Frame(pixels)))[0].verdict == "unsure"


def test_the_crosshair_is_taken_off_and_nothing_else() -> None:
    scenery, pixels = aimed(10)
    panel = detect(Scene(Frame(scenery.pixels)))[0]
    view = without_reticle(Scene(Frame(pixels)), panel)
    assert view is not None
    drawn = (pixels != scenery.pixels).any(axis=2)
    assert view.over[drawn].mean() > 0.9
    assert view.scene.frame.pixels[drawn].mean() < 0.6 * pixels[drawn].mean()
    np.testing.assert_array_equal(view.scene.frame.pixels[~view.over], pixels[~view.over])
    assert view.shows(panel)


def test_where_there_is_no_crosshair_nothing_is_taken_off() -> None:
    scenery, _ = aimed(10)
    scene = Scene(Frame(scenery.pixels))
    assert without_reticle(scene, detect(scene)[0]) is None


def test_a_cell_that_is_mostly_filled_in_is_not_seen() -> None:
    scenery, pixels = aimed(10)
    panel = detect(Scene(Frame(scenery.pixels)))[0]
    view = without_reticle(Scene(Frame(pixels)), panel)
    assert view is not None
    left, top, right, bottom = (int(edge) for edge in scenery.box or ())
    view.over[top:bottom, left:right] = True
    assert not view.shows(panel)


def test_one_bar_and_another_are_no_crosshair() -> None:
    scenery, _ = aimed(10)
    pixels = scenery.pixels.copy()
    x, y = (int(at) for at in scenery.centers[1])
    cv2.line(pixels, (x - 40, y), (x - 20, y), WHITE, 3)
    cv2.line(pixels, (x, y - 52), (x, y - 30), WHITE, 3)
    panel = detect(Scene(Frame(scenery.pixels)))[0]
    assert without_reticle(Scene(Frame(pixels)), panel) is None


def test_a_crosshair_is_no_reason_to_doubt_cells_that_it_does_not_lie_over() -> None:
    scenery, pixels = aimed(10)
    panel = detect(Scene(Frame(scenery.pixels)))[0]
    view = without_reticle(Scene(Frame(pixels)), panel)
    assert view is not None
    assert view.lies_over(replace(panel, suspects=(1,)))
    assert not view.lies_over(replace(panel, suspects=(1, 8)))


def test_a_panel_is_looked_at_again_at_its_place_alone() -> None:
    scenery, _ = aimed(10)
    panel = detect(Scene(Frame(scenery.pixels)))[0]
    assert [one.board for one in heresy.again(Scene(Frame(scenery.pixels)), panel)] == [scenery.board]
    elsewhere = np.roll(scenery.pixels, 400, axis=1)
    assert not heresy.again(Scene(Frame(elsewhere)), panel)
