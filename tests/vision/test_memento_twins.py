"""Tiles told by what is drawn on them, before a wall whose lines are as straight as theirs."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest

from calibration.scenes import memento
from calibration.scenes.tiles import tile
from calibration.score import exact
from vision.detectors.memento import detect
from vision.frame import Frame
from vision.memento import search, twins, view
from vision.memento.axis import Axis
from vision.scene import Scene
from vision.trace import Trace

if TYPE_CHECKING:
    from calibration.scenes.scenery import Scenery


def hung(seed: int) -> Scenery:
    """A board on bricks, as drawn."""
    return memento.render(seed, wall="bricks", style="logo", gap=0, worn=False)


@pytest.mark.parametrize("seed", [14, 20, 24])
def test_a_board_on_bricks_is_read(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    scenery, trace = hung(seed), Trace()
    (reading,) = detect(Scene(Frame(scenery.pixels)), trace)
    assert "memento: twins" in [stage for stage, _, _ in trace.notes]
    assert exact(reading, scenery.entry("board"))
    monkeypatch.setattr(search, "twinned", lambda _: [])
    monkeypatch.setattr(search, "outlined", lambda *_: iter(()))
    (before,) = detect(Scene(Frame(scenery.pixels)))
    assert not exact(before, scenery.entry("board"))


def test_the_distance_between_tiles_is_told() -> None:
    scenery = hung(3)
    assert scenery.box is not None
    scene = Scene(Frame(scenery.pixels))
    seen = view.whole(scene, scene.level_for(search.COARSE))
    left, top, right, bottom = scenery.box
    cols, rows = (right - left) / 2**seen.level, (bottom - top) / 2**seen.level
    lines = (scenery.board or "").split("/")
    sides = cols / len(lines[0]), rows / len(lines)
    found = twins.lattices(seen.picture, seen.edges)
    assert any(all(abs(axis.pitch - side) < 1 for axis, side in zip(some[0], sides, strict=True)) for some in found)


def test_tiles_with_no_twin_beside_them_are_half_as_far_apart() -> None:
    rng = np.random.default_rng(4)
    canvas = rng.integers(0, 6, (480, 640, 3)).astype(np.uint8)
    side = 117
    body, _ = tile(rng, side, side, "texture", (60, 120, 160))
    for row, col in ((0, 0), (0, 2), (1, 0), (1, 2), (2, 0), (2, 2)):
        y, x = 40 + row * side, 60 + col * side
        canvas[y : y + side, x : x + side] = body
    seen = view.whole(Scene(Frame(canvas)), 0)
    found = twins.lattices(seen.picture, seen.edges)
    assert any(all(abs(axis.pitch - side) < 1 for axis in lines[0]) for lines in found)


def test_amid_a_net_of_dots_no_point_has_a_twin() -> None:
    canvas = np.full((120, 120, 3), 230, np.uint8)
    for top, left in np.ndindex(4, 4):
        canvas[4 + top :: 11, 4 + left :: 11] = (20, 120, 60)
    points = twins._points(canvas)
    first, second = twins._twins(canvas, points)
    amid = ((points > 45) & (points < 75)).all(axis=1)
    assert amid.any()
    assert not amid[first].any()
    assert not amid[second].any()


def test_plain_and_tiny_pictures_have_none() -> None:
    for size in ((480, 640, 3), (20, 640, 3)):
        seen = view.whole(Scene(Frame(np.full(size, 90, np.uint8))), 0)
        assert twins.lattices(seen.picture, seen.edges) == []
        assert search.twinned(seen) == []


def copies(places: list[tuple[int, int]], drawn: int = 60) -> np.ndarray:
    """Copies of a tile of 40 pixels at some places (row, column) of a lattice whose lines are 10 and 5 pixels off."""
    rng = np.random.default_rng(2)
    picture = rng.integers(100, 200, (300, 400, 3), dtype=np.uint8)
    tile = np.full((40, 40, 3), 90, np.uint8)
    tile[8:30, 12:18] = tile[24:30, 12:30] = 90 + drawn
    for row, col in places:
        picture[5 + 40 * row : 45 + 40 * row, 10 + 40 * col : 50 + 40 * col] = tile
    return picture


def test_the_part_of_a_lattice_that_copies_of_a_tile_stand_in_is_told() -> None:
    lines = Axis(130.0, 40.0, 2), Axis(125.0, 40.0, 2)
    part = twins.spread(copies([(1, 2), (3, 4), (4, 2), (2, 5)]), *lines)
    assert part == (Axis(90.0, 40.0, 4), Axis(45.0, 40.0, 4))


@pytest.mark.parametrize(
    "picture",
    [
        copies([(1, 2), (3, 4)]),  # too few
        copies([(1, 2), (1, 4), (1, 5)]),  # a single row
        copies([(1, 2), (3, 4), (4, 2), (2, 5)], drawn=5),  # nothing is drawn on them
    ],
)
def test_copies_that_are_no_tiles_stand_in_none(picture: np.ndarray) -> None:
    assert twins.spread(picture, Axis(130.0, 40.0, 2), Axis(125.0, 40.0, 2)) is None
