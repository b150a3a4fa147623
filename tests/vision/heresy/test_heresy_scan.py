from __future__ import annotations

import cv2
import numpy as np
import pytest

from calibration.scenes.heresy import render
from vision.detectors import heresy
from vision.frame import Frame
from vision.heresy.levels import levels
from vision.heresy.scan import combed, glyphs, odds, scanned, weights, windows
from vision.scene import Scene


@pytest.mark.parametrize("seed", [11, 12, 14])
def test_carved_panels_are_found_by_the_edges_of_their_glyphs(seed: int) -> None:
    drawn = render(seed, look="panel", wear=0, side=0.6, size=(1280, 720), cut="relief")
    scene, centers = Scene(Frame(drawn.pixels)), np.array(drawn.centers)
    cell = np.linalg.norm(centers[5] - centers[3]) / 2
    views = windows(scene, levels(scene)[-1])
    found = [*scanned(views), *combed(views)]
    away = [np.linalg.norm(one.centers - centers, axis=1).max() for one in found]
    assert min(away, default=np.inf) < 0.3 * cell


def test_windows_are_named_by_their_glyphs() -> None:
    drawn = render(11, look="panel", wear=0, side=0.9, size=(480, 270), skew=0.0, cut="relief")
    centers = np.array(drawn.centers)
    cell = np.linalg.norm(centers[5] - centers[3]) / 2
    scale = 24 / (0.75 * cell)
    gray = cv2.resize(cv2.cvtColor(drawn.pixels, cv2.COLOR_BGR2GRAY), None, fx=scale, fy=scale)
    places, likely = glyphs(odds(np.asarray(gray, np.uint8)))
    states = [int(digit) for digit in (drawn.board or "").replace("/", "")]
    right = 0
    for center, state in zip(centers * scale, states, strict=True):
        away = np.linalg.norm(places - center, axis=1)
        right += bool(away.min() < 8 and likely[away.argmin()].argmax() == state)
    assert right >= 7


def test_a_wall_alone_shows_no_panel() -> None:
    wall = np.random.default_rng(1).normal(90, 12, (540, 960, 1)).clip(0, 255).astype(np.uint8).repeat(3, axis=2)
    views = windows(Scene(Frame(wall)), 0)
    assert scanned(views) == combed(views) == []
    assert not len(glyphs(odds(np.full((300, 400), 90, np.uint8)))[0])
    assert not len(glyphs(odds(np.zeros((20, 20), np.uint8)))[0])


def test_there_is_a_factor_for_every_edge_place_and_glyph() -> None:
    factors, offsets = weights()
    assert factors.shape == (6, 64)
    assert offsets.shape == (4,)


def test_a_page_is_not_searched_for_windows(monkeypatch: pytest.MonkeyPatch) -> None:
    def never(*_: object) -> list[object]:
        raise AssertionError

    monkeypatch.setattr(heresy, "scanned", never)
    page = np.full((720, 1280, 3), 245, np.uint8)
    page[100:400:40, 100:700] = 30
    assert heresy.detect(Scene(Frame(page))) == []
