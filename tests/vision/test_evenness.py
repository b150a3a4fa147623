from __future__ import annotations

import cv2
import numpy as np
import pytest

from calibration.scenes import memento
from vision.evenness import Evenness
from vision.frame import Frame
from vision.look import look
from vision.reading import CellReading, Reading
from vision.scene import Scene


def board(shades: list[list[int]], threshold: int = 128) -> tuple[Scene, Reading]:
    """A board of grey cells of 20 pixels; state 1 from a grey of ``threshold``."""
    pixels = np.kron(np.array(shades, np.uint8), np.ones((20, 20), np.uint8))
    cells = tuple(
        CellReading(row, col, int(shade >= threshold), (0.5, 0.5), (20 * col + 10.0, 20 * row + 10.0))
        for row, line in enumerate(shades)
        for col, shade in enumerate(line)
    )
    return Scene(Frame(cv2.merge([pixels] * 3))), Reading("sure", (), "lights-out", 2, cells, 1.0)


@pytest.mark.parametrize(
    ("shades", "expected"),
    [
        ([[40, 200], [200, 40]], False),
        ([[40, 203], [199, 42]], False),
        ([[40, 240], [170, 40]], True),
        ([[40, 40], [40, 40]], False),
    ],
)
def test_cells_of_one_state_alike_or_not(shades: list[list[int]], expected: bool) -> None:
    assert Evenness(*board(shades)).uneven() is expected


@pytest.mark.parametrize(("side", "curved", "odd", "graded"), [(5, 0, 0, True), (5, 0, 25, False), (7, 2, 0, True)])
def test_a_gradient_that_shows_through_cells_is_even_but_for_an_odd_one(
    side: int, curved: int, odd: int, graded: bool
) -> None:
    shades = [
        [(170 if (row * col + col + row // 2) % 3 else 40) + 6 * row + curved * (col - 2) ** 2 for col in range(side)]
        for row in range(side)
    ]
    shades[2][3] += odd
    seen = Evenness(*board(shades))
    assert seen.uneven()
    assert seen.graded() is graded


def test_what_lies_over_a_cell_is_none_of_what_it_shows() -> None:
    scene, reading = board([[40, 200], [200, 40], [200, 40]])
    pixels = scene.frame.pixels.copy()
    pixels[5:12, 25:32] = (90, 140, 60)
    over = np.zeros(pixels.shape[:2], bool)
    over[4:13, 24:33] = True
    assert Evenness(Scene(Frame(pixels)), reading).uneven()
    seen = Evenness(Scene(Frame(pixels), over), reading)
    assert not seen.uneven()
    assert not seen.speckled()


@pytest.mark.parametrize(("covered", "expected"), [(0, True), (1, True), (2, False)])
def test_cells_under_a_small_message_are_let_off(covered: int, expected: bool) -> None:
    shades = [[40, 200, 40, 200], [200, 40, 230, 170], [40, 200, 40, 200], [200, 40, 200, 200]]
    assert Evenness(*board(shades)).uneven(covered) is expected
    assert Evenness(*board([[40, 230], [170, 200]])).uneven(covered)  # too few


@pytest.mark.parametrize("seed", [9043, 9146])
def test_tiles_over_a_nearly_flat_picture_are_not_taken_for_lights_for_sure(seed: int) -> None:
    scene = memento.render(seed)
    for reading in look(Frame(scene.pixels)):
        assert (reading.kind, reading.verdict) != ("lights-out", "sure")


def test_a_lonely_part_of_a_picture_is_told_from_a_lonely_light() -> None:
    scene, reading = board([[40, 40, 40], [40, 200, 40], [40, 40, 40]])
    assert not Evenness(scene, reading).lonely()
    drawn = scene.frame.pixels.copy()
    drawn[24:30, 20:40] = 90
    assert Evenness(Scene(Frame(drawn)), reading).lonely()
    two = board([[40, 40, 40], [40, 200, 200], [40, 40, 40]])[1]
    assert not Evenness(Scene(Frame(drawn)), two).lonely()


@pytest.mark.parametrize("drawn", [False, True])
def test_cells_of_several_tones_are_no_picture_unless_one_shows_more_than_tiles_do(drawn: bool) -> None:
    scene, reading = board([[40, 250, 40], [170, 40, 210], [40, 140, 40]])
    sheen = np.linspace(1, 0.8, 20)[:, None, None]  # down each cell alike, as styles draw it
    pixels = (scene.frame.pixels * np.tile(sheen, (3, 1, 1))).astype(np.uint8)
    if drawn:
        pixels[45:50, 20:40] += 30
    assert Evenness(Scene(Frame(pixels)), reading).toned() is not drawn
    assert not Evenness(*board([[40, 40], [40, 200]])).toned()  # with one alone there is nothing to compare


@pytest.mark.parametrize("own", [False, True])
def test_one_drawing_in_other_colours_is_no_picture(own: bool) -> None:
    scene, reading = board([[40, 250, 40], [170, 40, 210], [40, 140, 40]])
    pixels = scene.frame.pixels.astype(np.int32)
    for row, col in np.ndindex(3, 3):
        colour = (255 - pixels[20 * row + 10, 20 * col + 10] * (0.5, 0.9, 0.2)).tolist()
        place = (20 * col + 10, 20 * row + 10)
        if own:
            place = (20 * col + 4 + 4 * row, 20 * row + 4 + 4 * col)
        cv2.circle(pixels, place, 4, colour, -1)
    assert Evenness(Scene(Frame(pixels.astype(np.uint8))), reading).toned() is not own


def test_what_shines_in_from_neighbours_is_told_from_what_is_drawn() -> None:
    scene, reading = board([[40, 200, 40, 40], [40, 40, 200, 40], [200, 40, 40, 40]])
    glow = np.linspace(0, 60, 20).astype(np.uint8)[None, :, None]
    shining, specked = scene.frame.pixels.copy(), scene.frame.pixels.copy()
    for row, col in ((0, 0), (1, 1), (1, 3), (2, 3)):
        shining[20 * row : 20 * row + 20, 20 * col : 20 * col + 20] += glow
        specked[20 * row + 4 + 3 * col : 20 * row + 7 + 3 * col, 20 * col + 5 : 20 * col + 14] += 60
    assert not Evenness(scene, reading).speckled()
    assert not Evenness(Scene(Frame(shining)), reading).speckled()
    assert Evenness(Scene(Frame(specked)), reading).speckled()


def test_cells_that_hold_each_something_else_are_told_from_cells_with_one_drawing() -> None:
    scene, reading = board([[40, 200, 40], [40, 40, 200], [200, 40, 40]])
    alike, other = scene.frame.pixels.copy(), scene.frame.pixels.copy()
    drawings = [np.s_[4:7, 4:16], np.s_[4:16, 12:15], np.s_[11:15, 5:9]]
    for (row, col), own in zip(((0, 1), (1, 2), (2, 0)), drawings, strict=True):
        for pixels, drawing in ((alike, drawings[0]), (other, own)):
            pixels[20 * row : 20 * row + 20, 20 * col : 20 * col + 20][drawing] -= 100
    assert not Evenness(Scene(Frame(alike)), reading).pictured()
    assert Evenness(Scene(Frame(other)), reading).pictured()


def test_rules_are_told_from_one_drawing_in_all_cells() -> None:
    scene, found = board([[40, 200, 40], [200, 40, 200], [40, 200, 40]])
    alike, other = scene.frame.pixels.copy(), scene.frame.pixels.copy()
    for number, cell in enumerate(found.cells):
        x, y = (int(place) for place in cell.center)
        alike[y - 6 : y + 6, x - 6 : x] = 120
        part = np.s_[y - 6 : y, x - 6 : x + 6] if number % 3 else np.s_[y - 6 : y + 6, x + 2 * number % 6 - 3 : x + 6]
        other[part] = 120
    assert not Evenness(Scene(Frame(alike)), found).ruled()
    assert Evenness(Scene(Frame(other)), found).ruled()


def test_cells_are_bare_though_something_lies_on_a_few_or_on_those_of_one_state() -> None:
    scene, found = board([[40, 200, 40, 200], [200, 40, 200, 40], [40, 200, 40, 200], [200, 40, 40, 40]])
    assert Evenness(scene, found).bare()
    scene.frame.pixels[4:30, 6:12] = 120
    assert Evenness(scene, found).bare()
    for cell in found.cells:
        x, y = (int(place) for place in cell.center)
        if cell.state:
            scene.frame.pixels[y - 6 : y + 6, x] = 120
    assert Evenness(scene, found).bare()
    scene.frame.pixels[:, 9::20] = 120
    assert not Evenness(scene, found).bare()


@pytest.mark.parametrize(
    ("rows", "leaning", "both", "either"), [(4, 0.0, True, True), (3, 0.0, False, True), (4, 2.0, False, False)]
)
def test_an_upright_board_is_flanked_by_buttons_beside_all_its_rows_and_columns_or_one_way(
    rows: int, leaning: float, both: bool, either: bool
) -> None:
    canvas = np.full((400, 400, 3), 60, np.uint8)
    canvas[100:340, 100:340] = 200
    for line in range(4):
        cv2.circle(canvas, (130 + 60 * line, 80), 9, (240, 240, 90), -1)
    for line in range(rows):
        cv2.circle(canvas, (80, 130 + 60 * line), 9, (240, 240, 90), -1)
    cells = tuple(
        CellReading(row, col, 0, (0.5, 0.5), (130.0 + 60 * col, 130.0 + 60 * row))
        for row in range(4)
        for col in range(4)
    )
    plane = (60.0, leaning, 100.0, -leaning, 60.0, 100.0, 0.0, 0.0, 1.0)
    reading = Reading("sure", (), "memento", 2, cells, 1.0, plane)
    cells_seen = Evenness(Scene(Frame(canvas)), reading)
    assert (cells_seen.flanked(), cells_seen.flanked(one_way=True)) == (both, either)


@pytest.mark.parametrize(("stars", "expected"), [(True, True), (False, False)])
def test_few_stars_in_even_cells_are_something_else_in_each_though_others_have_as_much_grain(
    stars: bool, expected: bool
) -> None:
    scene, reading = board([[40, 200, 200], [200, 40, 40], [40, 200, 200], [200, 40, 40]])
    rng = np.random.default_rng(4)
    pixels = np.clip(scene.frame.pixels + rng.normal(0, 2, scene.frame.pixels.shape), 0, 255).astype(np.uint8)
    grain = rng.normal(0, 5, (20, 20, 1))
    for cell in reading.cells:
        part = pixels[20 * cell.row :, 20 * cell.col :][:20, :20]
        if cell.state:
            part[:] = np.clip(part + grain + rng.normal(0, 5, part.shape), 0, 255)
        elif stars:
            y, x = rng.integers(5, 14, 2)
            part[y : y + 2, x : x + 2] = 70
    assert Evenness(Scene(Frame(pixels)), reading).speckled() is expected
