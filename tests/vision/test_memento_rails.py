"""Rails: buttons beside all rows and columns tell where a board's cells are."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

from vision.detectors import memento
from vision.frame import Frame
from vision.memento import marks, outer, rails, search
from vision.memento.runs import runs
from vision.memento.turning import TURNING
from vision.reading import CellReading, Reading
from vision.scene import Scene

COLUMNS, ROWS, STEP, LEFT, TOP = 4, 3, 60, 160, 90


def drawn(columns: int = COLUMNS, rows: int = ROWS, *, corner: bool = True, off: int = 0) -> Scene:
    """Square buttons left of the rows and below the columns of an empty board, on a plain page."""
    picture = np.full((400, 600, 3), 40, np.uint8)
    places = [(LEFT - 30, TOP + (row + 0.5) * STEP) for row in range(rows)]
    places += [(LEFT + (col + 0.5) * STEP, TOP + rows * STEP + 30 + off) for col in range(columns)]
    places += [(LEFT - 30, TOP + rows * STEP + 30)] * corner
    for x, y in places:
        picture[int(y) - 10 : int(y) + 10, int(x) - 10 : int(x) + 10] = (90, 200, 230)
        picture[int(y) - 4 : int(y) + 6, int(x) - 3 : int(x) + 3] = (20, 20, 60)
    return Scene(Frame(picture))


def found(scene: Scene) -> list[rails.Rails]:
    return rails.boards(scene.boxes(0), scene.level(0))


@pytest.mark.parametrize("corner", [True, False])
def test_lines_lie_half_way_between_buttons(corner: bool) -> None:
    first = found(drawn(corner=corner))[0]
    assert (first.x.count, first.y.count) == (COLUMNS, ROWS)
    assert first.x.origin == pytest.approx(LEFT, abs=2)
    assert first.y.origin == pytest.approx(TOP, abs=2)
    assert first.x.pitch == pytest.approx(STEP, abs=1)
    assert first.unlike < 0.2


def test_one_rail_alone_is_none() -> None:
    assert not found(drawn(columns=0))


def test_cells_that_the_picture_cuts_off_are_no_rails() -> None:
    picture = np.full((900, 900, 3), (250, 190, 120), np.uint8)
    for row in range(5):
        for col in range(5):
            colour = (220, 135, 70) if (row, col) in ((3, 3), (4, 4)) else (255, 250, 240)
            x, y = 40 + 92 * col, 30 + 92 * row
            picture[y : y + 80, x : x + 80] = colour
    scene = Scene(Frame(np.ascontiguousarray(picture[151:, 253:])))
    assert not found(scene)


def test_rails_at_unlike_distances_are_none() -> None:
    assert not found(drawn(corner=False, off=25))


def test_an_end_of_a_run_may_be_the_button_in_the_corner() -> None:
    centers = np.array([(100.0 + STEP * one, 50.0) for one in range(4)])
    seen = runs(centers, np.full((4, 2), 20.0), 0)
    assert [(run.first, run.step, run.many, run.line, run.along) for run in seen] == [
        (100, STEP, 4, 50, 20),
        (100 + STEP, STEP, 3, 50, 20),
        (100, STEP, 3, 50, 20),
    ]
    assert [run.left_out for run in seen[1:]] == [100, 100 + 3 * STEP]


def test_a_button_that_was_not_outlined_shows_that_the_rail_goes_on() -> None:
    scene = drawn(columns=5)
    boxes = scene.boxes(0)
    last = np.abs(boxes.centers - (LEFT + 4.5 * STEP, TOP + ROWS * STEP + 30)).max(1) < STEP / 2
    seen = type(boxes)(boxes.centers[~last], boxes.sizes[~last], boxes.fill[~last])
    assert not rails.boards(seen, scene.level(0))


@pytest.mark.parametrize("railed", [True, False])
def test_rows_that_turn_have_buttons_so_nothing_beside_a_railed_board_is_one(
    railed: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    picture = drawn().frame.pixels.copy()
    chance = np.random.default_rng(3).integers(0, 255, (7, 9, 3), np.uint8)
    shown = cv2.resize(chance, (COLUMNS * STEP, ROWS * STEP), interpolation=cv2.INTER_CUBIC)
    picture[TOP : TOP + ROWS * STEP, LEFT : LEFT + COLUMNS * STEP] = shown
    for row, col in ((0, 1), (1, 0), (1, 2), (1, 3), (2, 1)):
        tile = picture[TOP + row * STEP :, LEFT + col * STEP :][:STEP, :STEP]
        tile[:] = 20
        tile[2:-2, 2:-2] = (150, 90, 60)
    scene = Scene(Frame(picture))
    view, ranked = next(iter(search.flanked(scene)))
    ranked = [replace(ranked[0], fit=replace(ranked[0].fit, railed=railed, marked=railed))]
    monkeypatch.setattr(marks, "beside", lambda *_: marks.Beside(told=False, cornered=False))
    monkeypatch.setattr(outer, "turning", lambda *_: True)
    assert memento.judge(scene, view, ranked).reasons == (() if railed else (TURNING,))


def test_tiles_over_a_picture_of_few_colours_are_looked_for_between_their_buttons() -> None:
    picture = drawn().frame.pixels.copy()
    for row in range(ROWS * STEP):
        picture[TOP + row, LEFT : LEFT + COLUMNS * STEP] = (60, 60, 200) if row // 25 % 2 else (220, 230, 240)
    for row, col in ((0, 1), (1, 0), (1, 2), (1, 3), (2, 1)):
        tile = picture[TOP + row * STEP :, LEFT + col * STEP :][:STEP, :STEP]
        tile[2:-2, 2:-2] = (150, 90, 60)
    (found,) = memento.detect(Scene(Frame(picture)))
    assert found.board == "1011/0100/1011"


def test_a_button_where_the_diagonal_ends_may_be_the_next_ones_fellow_in_its_rail() -> None:
    picture = drawn(corner=False).frame.pixels.copy()
    picture[:, : LEFT - 5] = 40
    for row in range(ROWS):  # the rows' buttons to the right: theirs and the columns' meet in another corner
        x, y = LEFT + COLUMNS * STEP + 30, int(TOP + (row + 0.5) * STEP)
        picture[y - 10 : y + 10, x - 10 : x + 10] = (90, 200, 230)
        picture[y - 4 : y + 6, x - 3 : x + 3] = (20, 20, 60)
    x, y = LEFT - 30, TOP + ROWS * STEP + 30
    picture[y - 10 : y + 10, x - 10 : x + 10] = (90, 60, 120)
    picture[y - 4 : y + 6, x - 3 : x + 3] = (160, 220, 20)
    found_there = found(Scene(Frame(picture)))
    assert [(one.x.count, one.y.count, one.whole) for one in found_there][:1] == [(COLUMNS, ROWS, False)]


def test_a_part_of_a_board_that_was_seen_turning_is_none_however_often_it_is_sure(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    scene = drawn()
    cells = [CellReading(row, col, 1, (0.0, 1.0), (100.0 + 50 * col, 80 + 50 * row)) for row, col in np.ndindex(4, 4)]
    turning = Reading("unsure", (TURNING,), "memento", 2, tuple(cells))
    view, ranked = next(iter(search.flanked(scene)), (None, []))
    monkeypatch.setattr(memento.search, "flanked", lambda _: iter([(view, ranked)] * 2))
    monkeypatch.setattr(memento, "judge", lambda *_: replace(turning, verdict="sure", reasons=(), cells=cells[4:]))
    assert memento._between(scene, turning) is turning
