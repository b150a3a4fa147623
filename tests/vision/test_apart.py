"""What a picture shows beside the boards that were read."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest

from calibration.scenes import heresy, lights_out, memento, wheels
from vision import apart
from vision.frame import Frame
from vision.look import look
from vision.scene import Scene

if TYPE_CHECKING:
    from calibration.scenes.scenery import Scenery


def page(*pictures: np.ndarray) -> np.ndarray:
    """Pictures side by side on a plain page."""
    height, width = max(len(one) for one in pictures) + 80, sum(one.shape[1] for one in pictures) + 40
    pixels = np.full((height, width + 40 * len(pictures), 3), (226, 232, 236), np.uint8)
    left = 40
    for one in pictures:
        pixels[40 : 40 + len(one), left : left + one.shape[1]] = one
        left += one.shape[1] + 40
    return pixels


def cut(scenery: Scenery) -> np.ndarray:
    """The board of a scene with a little of what is around it."""
    assert scenery.box is not None
    left, top, right, bottom = scenery.box
    margin = 0.12 * max(right - left, bottom - top)
    a, b, c, d = (max(0, round(side)) for side in (left - margin, top - margin, right + margin, bottom + margin))
    return scenery.pixels[b:d, a:c]


LOCK, PANEL = cut(wheels.render(3, style="plate")), cut(heresy.render(91, look="panel"))
LAMPS, TILES = cut(lights_out.render(3)), cut(memento.render(3))


@pytest.mark.parametrize(
    ("one", "other"),
    [(LOCK, cut(wheels.render(5, style="plate"))), (PANEL, cut(heresy.render(90, look="replica"))), (LAMPS, TILES)],
)
def test_each_of_two_boards_that_stand_apart_is_read(one: np.ndarray, other: np.ndarray) -> None:
    alone = [look(Frame(picture))[0] for picture in (one, other)]
    assert all(reading.verdict == "sure" for reading in alone)
    both = look(Frame(page(one, other)))
    boards = {(reading.kind, tuple(cell.state for cell in reading.cells)) for reading in both}
    assert boards == {(reading.kind, tuple(cell.state for cell in reading.cells)) for reading in alone}
    assert all(reading.verdict == "sure" for reading in both)
    spans = [np.ptp([cell.center for cell in reading.cells], axis=0).prod() for reading in both]
    assert spans == sorted(spans, reverse=True)


def test_a_table_beside_a_lock_never_leads() -> None:
    first, *others = look(Frame(page(LOCK, LAMPS)))
    assert (first.kind, first.verdict) == ("wheels", "sure")
    assert [(other.kind, other.verdict) for other in others] == [("lights-out", "unsure")]


def test_a_table_too_small_for_the_coarse_view_is_something_left() -> None:
    table = np.full((356, 356, 3), (226, 232, 236), np.uint8)
    for place in range(144):
        x, y = 22 + 26 * (place % 12), 22 + 26 * (place // 12)
        table[y : y + 18, x : x + 18] = (60, 60, 60) if place % 5 else (40, 200, 230)
    pixels = page(PANEL, table, np.full((900, 1600, 3), (226, 232, 236), np.uint8))
    box = (40.0, 40.0, 40.0 + PANEL.shape[1], 40.0 + PANEL.shape[0])
    assert apart.left(Scene(Frame(pixels)), [box]) is not None


def test_nothing_is_left_where_a_game_fills_the_picture() -> None:
    height, width = PANEL.shape[:2]
    middle = (width * 0.4, height * 0.4, width * 0.6, height * 0.6)
    assert apart.left(Scene(Frame(PANEL)), [middle]) is None


def test_what_hangs_together_with_a_board_goes_with_it() -> None:
    pixels = page(LOCK, PANEL)
    scene = Scene(Frame(pixels))
    height, width = LOCK.shape[:2]
    frame = apart.left(scene, [(40 + 0.4 * width, 40 + 0.4 * height, 40 + 0.6 * width, 40 + 0.6 * height)])
    assert frame is not None
    assert (frame.pixels[40 : 40 + height, 40 : 40 + width] == pixels[5, 5]).all()
    assert (frame.pixels[:, 80 + width :] == pixels[:, 80 + width :]).all()
