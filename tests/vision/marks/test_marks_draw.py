"""Drawn marks: the picture stays in place, cells keep their looks, outlines stand out, words fit."""

from __future__ import annotations

from math import pi
from typing import TYPE_CHECKING
from xml.etree import ElementTree as ET

import numpy as np
import pytest

from vision import marks
from vision.errors import PictureError
from vision.marks import outline, raster
from vision.marks.draw import NARROWEST, letter_size
from vision.marks.lettering import known, length, write
from vision.marks.shapes import BLACK, STATE_COLORS, WHITE, Disc, Line, LineArrow, Marks, Ring, TurnArrow

if TYPE_CHECKING:
    from collections.abc import Callable

    from solver.board import Solution as Plan
    from vision.reading import Reading

    Grid = Callable[..., Reading]
    Lock = Callable[[], Reading]
    Solution = Callable[[Reading], Plan]

TONES = {"0": (70, 60, 60), "1": (60, 210, 240), "2": (90, 200, 80), "3": (200, 90, 60)}
"""BGR of the painted cells."""


def painted(reading: Reading, size: tuple[int, int], ground: int) -> np.ndarray:
    """A picture of the reading's board: plain square cells with a gap."""
    pixels = np.full((size[1], size[0], 3), ground, np.uint8)
    half = reading.homography[0] * 0.44
    for cell in reading.cells:
        x, y = cell.center
        pixels[round(y - half) : round(y + half), round(x - half) : round(x + half)] = TONES[str(cell.state)]
    return pixels


def kept(before: np.ndarray, after: np.ndarray, center: tuple[float, float], low: float, high: float) -> float:
    """Part of the pixels between two distances from ``center`` that are as they were."""
    left, top, right, bottom = (int(at + side * (high + 2)) for side in (-1, 1) for at in center)
    ys, xs = np.mgrid[max(top, 0) : min(bottom, before.shape[0]), max(left, 0) : min(right, before.shape[1])]
    away = np.hypot(xs + 0.5 - center[0], ys + 0.5 - center[1])
    ring = (away >= low) & (away <= high)
    return float((before[ys[ring], xs[ring]] == after[ys[ring], xs[ring]]).all(axis=-1).mean())


@pytest.mark.parametrize("pitch", [9, 18, 29, 33, 48, 80, 160])
@pytest.mark.parametrize("ground", [20, 240])
def test_clicks_and_ticks_leave_the_cell_to_be_seen(pitch: int, ground: int, grid: Grid, solution: Solution) -> None:
    reading = grid("01000/11100/01000/00001/00011", pitch=pitch, left=pitch, top=pitch)
    size = (7 * pitch, 7 * pitch)
    before = painted(reading, size, ground)
    after = marks.draw(before, marks.compute(reading, solution(reading), size))
    for cell in reading.cells:
        assert kept(before, after, cell.center, 0, 0.13 * pitch) > 0.95
        assert kept(before, after, cell.center, 0, 0.5 * pitch) > 0.6


def test_hits_leave_glyphs_alone(grid: Grid, solution: Solution) -> None:
    reading = grid("202/020/202", "heresy", pitch=90, left=60, top=60)
    before = painted(reading, (400, 400), 30)
    after = marks.draw(before, marks.compute(reading, solution(reading), (400, 400)))
    for cell in reading.cells:
        assert kept(before, after, cell.center, 0, 0.3 * 90) > 0.75


def test_arrows_through_lines_leave_most_of_each_tile(grid: Grid, solution: Solution) -> None:
    reading = grid("1011/0100/1011/1011", "memento", pitch=70, left=80, top=80)
    before = painted(reading, (440, 440), 30)
    after = marks.draw(before, marks.compute(reading, solution(reading), (440, 440)))
    for cell in reading.cells:
        assert kept(before, after, cell.center, 0.1 * 70, 0.45 * 70) > 0.7


def test_turns_leave_every_dot_alone(lock: Lock, solution: Solution) -> None:
    reading = lock()
    before = np.full((520, 520, 3), 120, np.uint8)
    after = marks.draw(before, marks.compute(reading, solution(reading), (520, 520)))
    for cell in reading.cells:
        assert kept(before, after, cell.center, 0, 0.22 * 60) == 1.0


def test_the_picture_keeps_its_place_and_the_strip_is_added_below(grid: Grid) -> None:
    reading = grid("01/10", pitch=60, left=20, top=20)
    before = painted(reading, (640, 480), 90)
    untouched = before.copy()
    after = marks.draw(before, marks.compute(reading, None, (640, 480)))
    assert np.array_equal(before, untouched)
    assert after.shape[1] == 640
    assert after.shape[0] > 480
    assert np.array_equal(after[200:480, 200:], before[200:, 200:])
    assert len(np.unique(after[480:].reshape(-1, 3), axis=0)) > 10  # there are words in it
    assert np.array_equal(after, marks.draw(before, marks.compute(reading, None, (640, 480))))


def test_a_tiny_picture_gets_room_for_its_words(grid: Grid, solution: Solution) -> None:
    reading = grid("010/111/010", pitch=20, left=2, top=2)
    before = painted(reading, (64, 64), 30)
    after = marks.draw(before, marks.compute(reading, solution(reading), (64, 64)))
    assert after.shape[1] >= NARROWEST
    assert after.shape[0] > 64 + 150  # words and the close-up


def test_marks_of_another_size_are_refused() -> None:
    with pytest.raises(PictureError, match="the marks are for a picture of 10×20, not 20×10"):
        marks.draw(np.zeros((10, 20, 3), np.uint8), Marks((10, 20)))


def test_no_marks_leave_the_picture_as_it_is() -> None:
    before = np.full((30, 40, 3), 77, np.uint8)
    assert np.array_equal(marks.draw(before, Marks((40, 30))), before)


@pytest.mark.parametrize(
    ("width", "height", "letter"), [(640, 480, 14), (1920, 1080, 24), (3840, 2160, 48), (64, 64, 14)]
)
def test_words_grow_with_the_picture(width: int, height: int, letter: int) -> None:
    assert letter_size(width, height) == letter


def test_long_words_are_wrapped_not_cut() -> None:
    words = (
        Line(tuple(f"{n}: r{n} c{n}" for n in range(1, 120))),
        Line(("supercalifragilistic" * 9,), "unsure"),
        Line(("plain words of a reason " * 12,), "unsure"),
    )
    before = np.zeros((48, 400, 3), np.uint8)
    after = marks.draw(before, Marks((400, 48), strip=words))
    ink = (after[48:].astype(int) - after[-1, -1]).any(axis=(0, 2))
    assert not ink[-8:].any()
    assert not ink[:8].any()
    rows = (after[48:].astype(int) - after[-1, -1]).any(axis=(1, 2))
    assert not rows[-5:].any()
    assert after.shape[0] > 48 + 15 * 14


@pytest.mark.parametrize("ground", [0, 90, 128, 200, 255])
def test_marks_stand_out_on_any_ground(ground: int) -> None:
    pixels = np.full((200, 200, 3), ground, np.uint8)
    shapes = (
        Disc((50, 50), 20, "7"),
        LineArrow((20, 100), (180, 100), 6, (0, 114, 178)),
        TurnArrow((150, 50), 25, 5, clockwise=True, color=(213, 94, 0)),
        Ring((100, 160), 25, 4),
    )
    after = marks.draw(pixels, Marks((200, 200), shapes)).astype(int).mean(axis=2)
    for y, x in ((slice(20, 80), slice(20, 80)), (slice(90, 110), slice(20, 180)), (slice(130, 190), slice(70, 130))):
        assert np.abs(after[y, x] - ground).max() > 120


def test_the_turning_arrow_points_the_way_it_turns() -> None:
    for clockwise in (True, False):
        shape = TurnArrow((0, 0), 50, 8, clockwise=clockwise, color=BLACK)
        start, sweep, (tip, left, right) = outline.turn(shape)
        assert 0 < start < start + sweep < 2.5 * pi
        back = ((left[0] + right[0]) / 2, (left[1] + right[1]) / 2)
        # Below the centre, clockwise on a screen goes left.
        assert (tip[0] < back[0]) == clockwise
        assert tip[1] > 0


def test_shapes_have_exact_areas_and_soft_edges() -> None:
    pixels = np.zeros((100, 300, 3), np.uint8)
    raster.fill(pixels, raster.disc((140.3, 50.2), 30), (110, 20, 171, 81), ((0.0, WHITE),))
    assert pixels[:, :, 0].sum() / 255 == pytest.approx(pi * 900, rel=0.002)
    assert ((pixels > 0) & (pixels < 255)).any()
    pixels[:] = 0
    raster.fill(pixels, raster.segment((20, 50), (280, 50), 9.5), (15, 45, 285, 55), ((0.0, WHITE),))
    assert pixels[:, :, 0].sum() / 255 == pytest.approx(260 * 9.5 + pi * 4.75**2, rel=0.005)
    pixels[:] = 0
    raster.fill(pixels, raster.polygon([(50, 20), (90, 20), (90, 60)]), (50, 20, 90, 60), ((0.0, WHITE),))
    assert pixels[:, :, 0].sum() / 255 == pytest.approx(800, rel=0.02)


def test_shapes_beyond_the_border_are_cut() -> None:
    pixels = np.zeros((40, 40, 3), np.uint8)
    raster.fill(pixels, raster.disc((-5, 45), 20), (-25, 25, 15, 65), ((1.0, BLACK), (0.0, WHITE)))
    assert pixels[39, 0, 0] == 255
    write(pixels, "outside", (500, 500), 12, WHITE)
    write(pixels, "edge", (30, 5), 12, WHITE)
    assert pixels[:12, 30:].any()


def test_state_colours_are_told_apart_by_brightness_or_sign() -> None:
    assert len(set(STATE_COLORS)) == len(STATE_COLORS)
    assert outline.ink(BLACK) == WHITE
    assert outline.ink(WHITE) == BLACK


def test_letters_the_font_lacks_are_replaced() -> None:
    assert known("r1 c2 ×3 – é") == "r1 c2 x3 - ?"
    assert length("××", 20) > 0


@pytest.mark.parametrize("make", ["clicks", "lines", "turns", "nothing"])
def test_svg_is_well_formed_and_holds_the_same_marks(make: str, grid: Grid, lock: Lock, solution: Solution) -> None:
    reading = {
        "clicks": grid("01000/11100/01000/00001/00011"),
        "lines": grid("1011/0100/1011/1011", "memento"),
        "turns": lock(),
        "nothing": grid("01/10"),
    }[make]
    found = marks.compute(
        reading, None if make == "nothing" else solution(reading), (500, 450), suspects=(0,), reasons=("a < b & c",)
    )
    root = ET.fromstring(marks.svg(found))
    space = "{http://www.w3.org/2000/svg}"
    assert root.tag == f"{space}svg"
    assert root.get("viewBox") == "0 0 500 450"
    texts = [element.text for element in root.iter(f"{space}text")]
    assert [text for text in texts if text] == [shape.text for shape in found.shapes if getattr(shape, "text", "")]
    assert "A < b & c" in (root.find(f"{space}desc").text or "")
    heads = len(list(root.iter(f"{space}polygon")))
    assert heads == 3 * sum(isinstance(shape, (LineArrow, TurnArrow)) for shape in found.shapes)
