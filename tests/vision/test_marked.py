"""Pictures with Boardsight's own marks, looked at without them."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import numpy as np
import pytest

from calibration.fit_confidence import drawn
from calibration.ladder import worn
from calibration.score import exact
from vision import marks
from vision.frame import Frame
from vision.look import look
from vision.marked import clear
from vision.marks.draw import GROUND
from vision.reading import nothing

if TYPE_CHECKING:
    from numpy.typing import NDArray

SCENES = ("lights_out", 960_000), ("wheels", 960_001), ("heresy", 960_001), ("memento", 960_000)


def changed(before: NDArray[np.uint8], after: NDArray[np.uint8]) -> NDArray[np.bool_]:
    return np.asarray((before != after[: before.shape[0], : before.shape[1]]).any(axis=2))


def test_a_picture_without_marks_is_left_alone() -> None:
    frame, _ = drawn("lights_out", 960_000)
    assert clear(frame) is None


def test_a_picture_all_of_the_strips_colour_is_left_alone() -> None:
    assert clear(Frame(np.full((90, 120, 3), GROUND[::-1], np.uint8))) is None


def test_a_dark_page_is_left_alone() -> None:
    pixels = np.full((300, 400, 3), GROUND[::-1], np.uint8)
    pixels[20:200, 30:390] = 200
    assert clear(Frame(pixels)) is None


@pytest.mark.parametrize("strength", [1, 2])
@pytest.mark.parametrize(("module", "seed"), SCENES)
def test_marks_are_found_and_little_else(module: str, seed: int, strength: int) -> None:
    make = partial(drawn, module, seed)
    before = make()[0].pixels
    found = clear(worn(make, "own marks", strength, 1)[0])
    assert found is not None
    assert found.frame.pixels.shape == before.shape
    marked = changed(before, worn(make, "own marks", strength, 1)[0].pixels)
    assert (marked & ~found.over).sum() <= 0.05 * marked.sum()
    assert found.over.sum() <= 2 * marked.sum()
    assert np.array_equal(found.frame.pixels[~found.over & ~marked], before[~found.over & ~marked])


@pytest.mark.parametrize(("module", "seed"), SCENES)
def test_a_marked_board_is_read(module: str, seed: int) -> None:
    frame, entry = worn(partial(drawn, module, seed), "own marks", 2, 1)
    assert exact(look(frame)[0], entry)


def test_the_strip_below_a_narrow_picture_goes_on_both_sides() -> None:
    pixels = np.random.default_rng(2).integers(60, 255, (200, 150, 3)).astype(np.uint8)
    marked = marks.draw(pixels, marks.compute(nothing("no board"), None, (150, 200)))
    assert marked.shape[1] > 150
    found = clear(Frame(marked))
    assert found is not None
    assert np.array_equal(found.frame.pixels, pixels)


def test_a_dark_page_of_nearly_the_strips_colour_is_told_from_it() -> None:
    pixels = np.full((300, 400, 3), (31, 27, 28), np.uint8)
    pixels[20:200, 30:390] = np.random.default_rng(3).integers(60, 255, (180, 360, 3))
    found = clear(Frame(marks.draw(pixels, marks.compute(nothing("no board"), None, (400, 300)))))
    assert found is not None
    assert np.array_equal(found.frame.pixels, pixels)


def test_a_board_of_written_cells_is_no_tag() -> None:
    """Cells with black borders and a sign stand close together; tags are far apart."""
    pixels = np.full((260, 240, 3), 120, np.uint8)
    for row in range(5):
        for col in range(5):
            top, left = 20 + 40 * row, 20 + 40 * col
            pixels[top : top + 36, left : left + 36] = 0
            pixels[top + 2 : top + 34, left + 2 : left + 34] = 255
            pixels[top + 10 : top + 26, left + 14 : left + 20] = 0
    found = clear(Frame(marks.draw(pixels, marks.compute(nothing("no board"), None, (240, 260)))))
    assert found is not None
    assert not found.over.any()


@pytest.mark.parametrize("title", [(255, 255, 255), (220, 200, 60)])
def test_a_dark_page_below_a_light_bar_is_left_alone(title: tuple[int, int, int]) -> None:
    """Dark themes are often of nearly the strip's colour."""
    pixels = np.full((600, 800, 3), 26, np.uint8)
    pixels[:60] = 240
    pixels[90:110, 300:500] = title
    pixels[130:530, 200:600] = title
    assert clear(Frame(pixels)) is None
