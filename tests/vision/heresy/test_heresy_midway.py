"""A panel while a shot is changing it: five cells fade from one glyph to the next."""

from __future__ import annotations

from types import SimpleNamespace

import numpy as np
import pytest

from vision.detectors.heresy import detect
from vision.frame import Frame
from vision.heresy import midway
from vision.heresy.glyphs import CARVED, draw
from vision.heresy.verdict import CHANGING
from vision.scene import Scene

BEFORE = np.array([0, 1, 2, 3, 2, 1, 0, 3, 1])
CELL, SIDE = 60, 44


def panel(states: np.ndarray) -> np.ndarray:
    picture = np.full((5 * CELL, 5 * CELL), 30, np.float32)
    for i, state in enumerate(states):
        x, y = ((place + 1) * CELL + (CELL - SIDE) // 2 for place in (i % 3, i // 3))
        picture[y : y + SIDE, x : x + SIDE] += 200 * draw(CARVED[state], SIDE)
    return np.repeat(picture[..., None], 3, axis=2)


def shot(states: np.ndarray, row: int, col: int) -> np.ndarray:
    cells = np.arange(9)
    return (states + ((cells // 3 == row) | (cells % 3 == col))) % 4


def verdict(pixels: np.ndarray) -> tuple[str, tuple[str, ...]]:
    found = detect(Scene(Frame(pixels.astype(np.uint8))))
    return (found[0].verdict, found[0].reasons) if found else ("none", ())


@pytest.mark.parametrize(("row", "col"), [(0, 0), (1, 2), (2, 1)])
@pytest.mark.parametrize("share", [0.2, 0.4, 0.6, 0.8])
def test_a_fading_panel_is_never_sure(row: int, col: int, share: float) -> None:
    before, after = panel(BEFORE), panel(shot(BEFORE, row, col))
    assert verdict((1 - share) * before + share * after)[0] != "sure"


def test_before_and_after_it_is() -> None:
    assert verdict(panel(BEFORE))[0] == "sure"
    assert verdict(panel(shot(BEFORE, 1, 2)))[0] == "sure"


def test_five_faint_cells_may_be_changing() -> None:
    full, cells = panel(BEFORE), np.arange(5) == 2
    share = np.where(cells[:, None] | (np.arange(5) == 3), 0.5, 1.0)
    ground = 30.0
    dim = ground + (full - ground) * np.kron(share, np.ones((CELL, CELL)))[..., None]
    assert verdict(dim) == ("unsure", (CHANGING,))


@pytest.mark.parametrize(("share", "expected"), [(1.0, "sure"), (0.7, "unsure")])
def test_five_cells_fainter_than_the_noise_tells_at_a_glance(share: float, expected: str) -> None:
    """Of what is faint the brightest pixels are noise in all cells alike; the drawings in it still differ."""
    five = (np.arange(5) == 2)[:, None] | (np.arange(5) == 3)
    ink = 0.2 * (panel(BEFORE) - 30) * np.kron(np.where(five, share, 1.0), np.ones((CELL, CELL)))[..., None]
    noise = np.random.default_rng(1).normal(0, 14, ink.shape[:2])[..., None]
    assert verdict(np.clip(30 + ink + noise, 0, 255))[0] == expected


def test_five_of_several_signs_stand_out_for_what_is_beneath_them() -> None:
    """The share of a second glyph alone may be small, if these five are fainter as well."""
    before, after = panel(BEFORE), panel(shot(BEFORE, 0, 2))
    assert verdict(0.68 * before + 0.32 * after)[1] == (CHANGING,)


def test_what_is_changing_is_not_looked_at_in_another_way() -> None:
    before, after = panel(BEFORE), panel(shot(BEFORE, 1, 1))
    found = detect(Scene(Frame((0.7 * before + 0.3 * after).astype(np.uint8))))
    assert [(reading.verdict, reading.reasons) for reading in found] == [("unsure", (CHANGING,))]


def only_by_all(monkeypatch: pytest.MonkeyPatch, poor: float = 0.4) -> None:
    """No strokes tell a shot by themselves; so much of their ink no glyph explains."""
    monkeypatch.setattr(midway.Strokes, "of", lambda *_: SimpleNamespace(poor=np.full(9, poor)))
    for plainly in ("halved", "doubled"):
        monkeypatch.setattr(midway, plainly, lambda _: ())


@pytest.mark.parametrize(("poor", "told"), [(0.4, False), (0.6, True)])
def test_less_tells_a_shot_where_a_hand_is_like_no_drawing(
    poor: float, told: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What no glyph explains hides a second one."""
    only_by_all(monkeypatch, poor)
    monkeypatch.setattr(midway, "first_look", lambda *_: np.full((2, 9), 5.0))
    monkeypatch.setattr(midway, "second_look", lambda *_: np.full((2, 9), 0.5))
    seen = SimpleNamespace(states=BEFORE, light=None, joint=None)
    assert bool(midway.midway(seen, None, SimpleNamespace(patches=None), np.zeros(9), np.zeros((9, 9)))) is told


@pytest.mark.parametrize(("much", "told"), [(9.0, False), (13.0, True)])
@pytest.mark.parametrize("against", ["still", "alone"])
def test_what_all_measures_tell_plainly_is_a_shot_whatever_speaks_against_it(
    much: float, told: bool, against: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    only_by_all(monkeypatch)
    monkeypatch.setattr(midway, "first_look", lambda *_: np.full((2, 9), 5.0))
    monkeypatch.setattr(midway, "second_look", lambda *_: np.full((2, 9), much - 5))
    monkeypatch.setattr(midway, "still", lambda *_: against == "still")
    monkeypatch.setattr(midway, "alone", lambda _: np.full(9, against == "alone"))
    joint = None if against == "still" else SimpleNamespace()
    seen = SimpleNamespace(states=BEFORE, light=None, joint=joint)
    assert bool(midway.midway(seen, None, SimpleNamespace(patches=None), np.zeros(9), np.zeros((9, 9)))) is told


@pytest.mark.parametrize(("glyphs", "told"), [("020/202/220", True), ("110/000/110", False)])
def test_five_cells_may_be_fainter_for_the_colour_of_their_glyphs(
    glyphs: str, told: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where none of these glyphs is anywhere else, it is the colour of each that makes them so."""
    five = (np.arange(9) // 3 == 1) | (np.arange(9) % 3 == 2)
    states = np.array([int(sign) for sign in glyphs.replace("/", "")])
    only_by_all(monkeypatch)
    monkeypatch.setattr(midway, "first_look", lambda *_: np.zeros((2, 9)))
    seen = SimpleNamespace(states=states, light=None, joint=SimpleNamespace())
    contrast = np.where(five, -0.2, 0.2)
    assert bool(midway.midway(seen, None, SimpleNamespace(patches=None), contrast, np.zeros((9, 9)))) is told
