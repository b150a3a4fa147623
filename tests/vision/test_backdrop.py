"""Boards before a floor or a wall that repeats itself."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import cv2
import numpy as np
import pytest

from calibration.scenes import memento
from calibration.score import exact
from vision import backdrop, look, once
from vision.frame import Frame
from vision.memento import search
from vision.scene import Scene
from vision.trace import Trace

if TYPE_CHECKING:
    from calibration.scenes.scenery import Scenery


def hung(seed: int, kind: str) -> Scenery:
    """A board on a wall, as drawn."""
    return memento.render(seed, wall=kind, style="logo", shape=(4, 4), gap=0, worn=False)


def inside(scenery: Scenery, by: int) -> tuple[slice, slice]:
    """Where the board is in a view ``by`` times as small."""
    assert scenery.box is not None
    left, top, right, bottom = (round(side / by) for side in scenery.box)
    return slice(top + 2, bottom - 2), slice(left + 2, right - 2)


@pytest.mark.parametrize(("seed", "kind"), [(8, "tiles"), (11, "tiles"), (4, "chequers"), (10, "chequers")])
def test_a_board_is_read_where_nothing_is_without_the_wall(
    seed: int, kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(search, "outlined", lambda *_: iter(()))  # which reads some of them, too
    scenery = hung(seed, kind)
    trace = Trace()
    reading = look.search(Frame(scenery.pixels), trace=trace)[0]
    assert reading.verdict == "sure"
    assert "backdrop" in [stage for stage, _, _ in trace.notes]
    assert exact(reading, scenery.entry("board"))
    monkeypatch.setattr(backdrop, "without", lambda _: None)
    assert look.search(Frame(scenery.pixels))[0].verdict != "sure"


@pytest.mark.parametrize("kind", ["tiles", "chequers", "paper"])
def test_the_wall_is_told_from_what_hangs_on_it(kind: str) -> None:
    scenery = hung(4, kind)
    scene = Scene(Frame(scenery.pixels))
    found = backdrop.without(scene)
    assert found is not None
    view, shows = found
    assert view.frame.pixels.shape[:2] == shows.shape
    board = inside(scenery, scene.frame.width // shows.shape[1])
    assert shows[board].mean() < 0.05
    around = shows.copy()
    around[board] = True
    assert around.mean() > 0.85  # buttons and words stand there, too
    assert len(np.unique(view.frame.pixels[shows], axis=0)) == 1


@pytest.mark.parametrize("size", [(864, 648), (800, 600), (1100, 825)])
def test_a_wall_that_was_scaled_is_told(size: tuple[int, int]) -> None:
    """Its lines fall otherwise between the pixels from tile to tile."""
    scenery = hung(8, "tiles")
    pixels = cv2.resize(scenery.pixels, size, interpolation=cv2.INTER_LINEAR)
    assert look.search(Frame(pixels))[0].board == scenery.board


def test_pages_and_pictures_have_none() -> None:
    assert backdrop.without(Scene(Frame(np.full((480, 640, 3), 200, np.uint8)))) is None
    for seed in range(1, 6):
        assert backdrop.without(Scene(Frame(memento.render(seed, worn=False).pixels))) is None


def test_only_what_covers_the_wall_is_offered_and_a_doubt_only_where_nothing_was_read() -> None:
    scene = Scene(Frame(hung(1, "tiles").pixels))
    found = backdrop.without(scene)
    assert found is not None
    view, shows = found
    (sure,) = once.look(view, ("memento",), None)[0]
    assert [one.board for one in backdrop.amid(scene, shows, [sure], none=False)] == [sure.board]
    doubted = sure.unsure("one")
    assert backdrop.amid(scene, shows, [doubted], none=False) == []
    assert [one.verdict for one in backdrop.amid(scene, shows, [doubted], none=True)] == ["unsure"]
    assert backdrop.amid(scene, shows, [doubted.unsure("two")], none=True) == []
    assert backdrop.amid(scene, shows, [replace(doubted, confidence=0.5)], none=True) == []
    assert backdrop.amid(scene, shows, [replace(doubted, suspects=(3,))], none=True) == []
    assert backdrop.amid(scene, np.ones_like(shows), [sure], none=True) == []
