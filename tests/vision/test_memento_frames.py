"""Closed rectangles and the ways to share them out."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import cv2
import numpy as np
import pytest

from calibration.scenes import memento as drawings
from calibration.score import exact
from vision.detectors import memento
from vision.frame import Frame
from vision.grid import boxes
from vision.memento import comb, fits, frames, gate, search, view
from vision.memento.axis import Axis
from vision.memento.doubts import GOES_ON, RIVALLED
from vision.memento.lattice import refine
from vision.memento.outline import EDGE_NAMES
from vision.scene import Scene

if TYPE_CHECKING:
    from calibration.scenes.scenery import Scenery


def few_tiles() -> np.ndarray:
    """A painting of 4×3 cells of 60 pixels, three of them under tiles that touch."""
    rng = np.random.default_rng(2)
    canvas = np.full((300, 400, 3), 40, np.uint8)
    soft = cv2.GaussianBlur(rng.integers(0, 256, (240, 180, 3), dtype=np.uint8), (0, 0), 9)
    canvas[30:270, 100:280] = cv2.normalize(soft, None, 90, 255, cv2.NORM_MINMAX)
    for row, col in ((1, 0), (2, 1), (3, 2)):
        canvas[30 + 60 * row : 90 + 60 * row, 100 + 60 * col : 160 + 60 * col] = (30, 60, 200)
    return canvas


def test_a_closed_outline_is_found() -> None:
    found = frames.rectangles(comb.edges(few_tiles()))
    assert np.abs(np.array(found[0]) - (100, 30, 280, 270)).max() <= 2


def test_the_way_that_has_edges_at_its_lines_comes_first() -> None:
    x, y = frames.boards(comb.edges(few_tiles()))[0]
    assert (y.count, x.count) == (4, 3)
    assert abs(x.pitch - 60) < 1
    assert abs(y.pitch - 60) < 1


def test_nothing_is_shared_out_where_nothing_is_closed() -> None:
    assert frames.boards(comb.edges(np.full((200, 300, 3), 90, np.uint8))) == []


def chequered_tiles(gap: int = 0) -> np.ndarray:
    """A painting of 4×4 cells of 60 pixels, half of them under tiles of small squares, ``gap`` pixels apart."""
    rng = np.random.default_rng(3)
    canvas = np.full((320, 400, 3), 40, np.uint8)
    soft = cv2.GaussianBlur(rng.integers(0, 256, (240, 240, 3), dtype=np.uint8), (0, 0), 7)
    canvas[30:270, 100:340] = cv2.normalize(soft, None, 60, 255, cv2.NORM_MINMAX)
    squares = np.kron(np.indices((4, 4)).sum(0) % 2, np.ones((15, 15), int)).astype(bool)
    tile = np.where(squares[..., None], (90, 40, 20), (150, 160, 30)).astype(np.uint8)
    side = 60 - gap
    for row, col in zip(*np.nonzero(np.indices((4, 4)).sum(0) % 3 < 2), strict=True):
        canvas[30 + 60 * row : 30 + 60 * row + side, 100 + 60 * col : 100 + 60 * col + side] = tile[:side, :side]
    return canvas


def test_the_pattern_of_tiles_is_no_lattice_of_its_own() -> None:
    picture = chequered_tiles()
    tried = [pair for pair in frames.boards(comb.edges(picture)) if gate.repeated(picture, *pair)]
    assert any((x.count, y.count) == (4, 4) and abs(x.pitch - 60) < 1 and abs(y.pitch - 60) < 1 for x, y in tried)


def test_cells_are_counted_over_wide_gaps() -> None:
    picture = np.full((320, 400, 3), 40, np.uint8)
    for row in range(4):
        for col in range(4):
            picture[40 + 60 * row : 85 + 60 * row, 110 + 60 * col : 155 + 60 * col] = (200, 190, 30)
    whole = [x for x, y in frames.boards(comb.edges(picture)) if (x.count, y.count) == (4, 4)]
    assert any(abs(x.pitch - 60) < 1 and abs(x.origin - 102.5) < 2 for x in whole)


def test_nothing_is_repeated_in_a_painting_alone() -> None:
    rng = np.random.default_rng(4)
    painting = cv2.resize(rng.integers(0, 256, (24, 24, 3), dtype=np.uint8), (240, 240), interpolation=cv2.INTER_CUBIC)
    assert not gate.repeated(painting, Axis(0.0, 60.0, 4), Axis(0.0, 60.0, 4))


def test_a_board_of_few_tiles_is_read_by_its_outline() -> None:
    (reading,) = memento.detect(Scene(Frame(few_tiles())))
    assert reading.board == "111/011/101/110"


def test_a_closed_outline_is_looked_at_where_the_gate_is_shut(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gate, "shut", lambda *_: True)
    (reading,) = memento.detect(Scene(Frame(few_tiles())))
    assert reading.board == "111/011/101/110"


def test_a_line_in_the_middle_of_a_gap_is_held_by_the_edges_on_both_sides() -> None:
    picture = np.full((360, 400, 3), 40, np.uint8)
    cv2.rectangle(picture, (40, 60), (339, 279), (90, 90, 110), -1)
    for row in range(3):
        for col in range(4):
            cv2.rectangle(picture, (40 + 80 * col, 60 + 80 * row), (99 + 80 * col, 119 + 80 * row), (200, 170, 60), -1)
    found = comb.edges(picture)
    x, y = next(pair for pair in frames.boards(found) if (pair[0].count, pair[1].count) == (4, 3))
    assert x.gap == pytest.approx(20, abs=3)
    wide = fits.filled(found, x, y)
    narrow = fits.filled(found, replace(x, gap=0.0), replace(y, gap=0.0))
    assert wide is not None
    assert narrow is not None
    assert dict(zip(EDGE_NAMES, wide.values, strict=True))["side_min"] > 0.95
    assert dict(zip(EDGE_NAMES, narrow.values, strict=True))["side_min"] < 0.1
    across, down = refine(found, x, y)
    assert (across.origin, across.pitch) == pytest.approx((30, 80), abs=1)
    assert (down.origin, down.pitch, down.gap) == pytest.approx((50, 80, y.gap), abs=1)


def on_bricks() -> Scenery:
    """A board on bricks, as drawn: among their lines its own are not the strongest."""
    return drawings.render(14, wall="bricks", style="logo", gap=0, worn=False)


def test_an_outline_is_shared_out_among_stronger_lines() -> None:
    scenery = on_bricks()
    assert scenery.box is not None
    scene = Scene(Frame(scenery.pixels))
    seen = view.whole(scene, scene.level_for(search.COARSE))
    inside = np.array(scenery.box) / 2**seen.level

    def off(found: list[tuple[float, float, float, float]]) -> float:
        return min(float(np.abs(np.array(one) - inside).max()) for one in found)

    assert off(frames.rectangles(seen.edges)) > 10
    assert off(frames.outlines(scene.boxes(seen.level), seen.picture.shape)) < 2
    x, y = frames.shared_out(seen.edges, frames.outlines(scene.boxes(seen.level), seen.picture.shape))[0]
    assert (x.count, x.origin, x.end) == pytest.approx((5, *inside[::2]), abs=2)
    assert (y.count, y.origin, y.end) == pytest.approx((5, *inside[1::2]), abs=2)


def test_no_outline_is_shared_out_that_is_all_of_the_picture_or_too_small_or_no_rectangle() -> None:
    centers, sizes = (
        np.array([(200.0, 150.0)] * 4),
        np.array([(399.0, 200.0), (17.0, 60.0), (90.0, 90.0), (80.0, 60.0)]),
    )
    found = boxes.Boxes(centers, sizes, np.array([1.0, 1.0, 0.8, 1.0]))
    assert frames.outlines(found, (300, 400, 3)) == [(160, 120, 240, 180)]


def test_a_board_among_bricks_is_read_by_its_outline(monkeypatch: pytest.MonkeyPatch) -> None:
    scenery = on_bricks()
    monkeypatch.setattr(search, "twinned", lambda _: [])
    (reading,) = memento.detect(Scene(Frame(scenery.pixels)))
    assert exact(reading, scenery.entry("board"))
    monkeypatch.setattr(search, "outlined", lambda *_: iter(()))
    (before,) = memento.detect(Scene(Frame(scenery.pixels)))
    assert not exact(before, scenery.entry("board"))


@pytest.mark.parametrize(("doubt", "verdict"), [(GOES_ON, "unsure"), (RIVALLED, "sure")])
def test_doubts_about_where_a_board_ends_stay_where_its_outline_shows_the_same(doubt: str, verdict: str) -> None:
    scene = Scene(Frame(on_bricks().pixels))
    (board,) = memento.detect(scene)
    coarse, _ = search.outset(scene)
    seen = memento._outlined(scene, board.unsure(doubt), coarse, None)
    assert (seen.verdict, seen.board) == (verdict, board.board)


def test_the_sides_of_a_part_of_a_lattice_are_moved_onto_edges() -> None:
    found = frames.snapped(comb.edges(few_tiles()), Axis(106.0, 60.0, 3), Axis(24.0, 60.0, 4))
    assert found == pytest.approx((100, 30, 280, 270), abs=2)


def test_cells_with_a_pad_around_them_are_shared_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(frames, "rectangles", lambda _: [])
    picture = np.full((420, 420, 3), 40, np.uint8)
    cv2.rectangle(picture, (60, 60), (355, 355), (120, 110, 100), -1)
    for row in range(4):
        for col in range(4):
            left, top = 66 + 72 * col, 66 + 72 * row
            cv2.rectangle(picture, (left, top), (left + 67, top + 67), (30 * row + 60, 200, 40 * col + 60), -1)

    edges = comb.edges(picture)
    outline = [(60.0, 60.0, 356.0, 356.0)]
    x, y = next(pair for pair in frames.shared_out(edges, outline, frames.PADS) if pair[0].count == pair[1].count == 4)
    across, down = refine(edges, x, y)
    assert (across.origin, across.pitch, down.origin, down.pitch) == pytest.approx((64, 72, 64, 72), abs=1)
