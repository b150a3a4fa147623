"""Whether anything is left of a picture beside the boards that are known."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from calibration.scenes import heresy, lights_out, wheels
from vision import rest
from vision.frame import Frame
from vision.scene import Scene


def page(rows: int, cols: int, *, left: int = 60) -> np.ndarray:
    """Squares in two greys on a plain page."""
    pixels = np.full((480, 640, 3), 200, np.uint8)
    for row in range(rows):
        for col in range(cols):
            x, y = left + 40 * col, 60 + 40 * row
            cv2.rectangle(pixels, (x, y), (x + 32, y + 32), (60, 60, 60) if (row + col) % 3 else (120, 90, 60), -1)
    return pixels


@pytest.mark.parametrize(("rows", "cols", "table"), [(5, 5, True), (3, 3, False), (4, 3, False)])
def test_a_table_has_more_cells_than_any_lock_or_panel(rows: int, cols: int, table: bool) -> None:
    assert rest.tabled(Scene(Frame(page(rows, cols)))) == table


def test_a_board_that_fills_a_lively_picture_is_a_table() -> None:
    scene = Scene(Frame(page(9, 9)[56:416, 56:416]))
    assert rest.CALM < (scene.edges(0) >= rest.EDGE).mean() < rest.LIVELY
    assert rest.tabled(scene)


def test_nothing_is_left_beside_a_board_and_a_line_of_writing() -> None:
    pixels = page(5, 5)
    cv2.putText(pixels, "LIGHTS OUT 17", (320, 40), cv2.FONT_HERSHEY_SIMPLEX, 1, (0, 0, 0), 2)
    assert rest.bare(Scene(Frame(pixels)), [(58.0, 58.0, 254.0, 254.0)])


def test_a_few_outlines_of_one_size_are_no_panel() -> None:
    pixels = page(5, 5)
    for place in range(3):
        cv2.circle(pixels, (360 + 60 * place, 100 + 60 * place), 14, (20, 20, 20), -1)
    assert rest.bare(Scene(Frame(pixels)), [(58.0, 58.0, 254.0, 254.0)])


@pytest.mark.parametrize(("wide", "nothing"), [(14, False), (25, False), (50, True)])
def test_three_rows_of_three_may_be_a_panel_but_for_words(wide: int, nothing: bool) -> None:
    pixels = page(5, 5)
    for place in range(9):
        x, y = 340 + 90 * (place % 3), 100 + 60 * (place // 3)
        cv2.ellipse(pixels, (x, y), (wide // 2, 8), 0, 0, 360, (20, 20, 20), -1)
    assert rest.bare(Scene(Frame(pixels)), [(58.0, 58.0, 254.0, 254.0)]) == nothing


@pytest.mark.parametrize("pixels", [wheels.render(3, style="plate").pixels, heresy.render(90, look="panel").pixels])
def test_locks_and_panels_are_no_tables_and_never_nothing(pixels: np.ndarray) -> None:
    scene = Scene(Frame(pixels))
    assert not rest.tabled(scene)
    assert not rest.bare(scene, [])


def test_a_board_of_small_cells_is_a_table() -> None:
    small = cv2.resize(page(6, 6)[40:320, 40:320], None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
    pixels = np.full((1080, 1920, 3), 200, np.uint8)
    pixels[300:440, 700:840] = small
    assert rest.dotted(Scene(Frame(pixels)))


def test_a_drawn_board_is_a_table() -> None:
    assert rest.tabled(Scene(Frame(lights_out.render(3).pixels)))
