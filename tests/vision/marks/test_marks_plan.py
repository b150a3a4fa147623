"""Marks as data: where numbers, arrows, ticks and rings go, and that they never cover what a cell shows."""

from __future__ import annotations

from dataclasses import replace
from math import dist, hypot
from typing import TYPE_CHECKING

import numpy as np
import pytest

import solver
from solver.board import Board, Step
from solver.puzzle import Move, Puzzle
from vision import marks
from vision.marks.shapes import BLUE, GREEN, VERMILLION, Badge, Disc, LineArrow, Ring, Tick, TurnArrow
from vision.reading import nothing
from vision.wheels.arrows import arrow

if TYPE_CHECKING:
    from collections.abc import Callable

    from solver.board import Solution as Plan
    from vision.reading import Reading

    Grid = Callable[..., Reading]
    Lock = Callable[[], Reading]
    Solution = Callable[[Reading], Plan]


def of(found: marks.Marks, kind: type) -> list:
    return [shape for shape in found.shapes if isinstance(shape, kind)]


def test_each_click_gets_its_number_in_its_own_cell_beside_the_middle(grid: Grid, solution: Solution) -> None:
    reading = grid("01000/11100/01000/00001/00011")
    plan = solution(reading)
    found = marks.compute(reading, plan, (400, 400))
    discs = of(found, Disc)
    assert [disc.text for disc in discs] == [str(n) for n in range(1, len(plan.steps) + 1)]
    for disc, step, at in zip(discs, plan.steps, found.at, strict=True):
        center = reading.cells[step.move.at or 0].center
        assert at == (center,)
        assert 2 * disc.radius <= 0.45 * 60
        assert dist(disc.center, center) - disc.radius >= 0.14 * 60  # the middle stays free
        assert max(abs(disc.center[0] - center[0]), abs(disc.center[1] - center[1])) + disc.radius <= 0.5 * 60


def test_a_cell_hit_often_says_so(grid: Grid, solution: Solution) -> None:
    reading = grid("000/333/000", "heresy")
    base = solution(grid("202/020/202", "heresy"))
    found = marks.compute(reading, base, (400, 400))
    often = [f"×{step.times}" for step in base.steps if step.times > 1]
    assert often
    assert [badge.text for badge in of(found, Badge)] == often


def test_every_cell_has_a_tick_that_says_what_was_read(grid: Grid) -> None:
    reading = grid("01?/1x0")
    found = marks.compute(reading, None, (400, 400))
    ticks = of(found, Tick)
    assert [(tick.state, tick.text) for tick in ticks] == [(0, "0"), (1, "1"), (None, "?"), (1, "1"), (0, "0")]
    for tick, cell in zip(ticks, reading.cells, strict=True):
        assert tick.center[0] < cell.center[0]
        assert tick.center[1] < cell.center[1]
    heresy = marks.compute(grid("013/222/333", "heresy"), None, (400, 400))
    assert "".join(tick.text for tick in of(heresy, Tick)) == "AXVEEEVVV"
    corrected = marks.compute(reading, None, (400, 400), states=[1, 1, 1, 1, 1])
    assert {tick.text for tick in of(corrected, Tick)} == {"1"}


def test_suspects_are_ringed(grid: Grid) -> None:
    reading = replace(grid("01/10"), verdict="unsure", suspects=(2,), reasons=("the glare hides it",))
    found = marks.compute(reading, None, (400, 400))
    assert [ring.center for ring in of(found, Ring)] == [reading.cells[2].center]
    words = [line.text for line in found.strip]
    assert "NOT SURE" in words[0]
    assert words[1] == "The glare hides it"
    assert [ring.center for ring in of(marks.compute(reading, None, (400, 400), suspects=(0, 1)), Ring)] == [
        reading.cells[0].center,
        reading.cells[1].center,
    ]


@pytest.mark.parametrize(
    ("text", "name"), [("000/111/111", "row 1"), ("101/101/101", "col 2"), ("110/101/011", "diag")]
)
def test_a_line_gets_an_arrow_through_it_with_its_number_at_both_ends(
    text: str, name: str, grid: Grid, solution: Solution
) -> None:
    reading = grid(text, "memento", pitch=80, left=100, top=100)
    plan = solution(reading)
    assert [step.move.name for step in plan.steps] == [name]
    found = marks.compute(reading, plan, (440, 440))
    (line,), discs = of(found, LineArrow), of(found, Disc)
    assert [disc.text for disc in discs] == ["1", "1"]
    assert line.color == {"row 1": BLUE, "col 2": VERMILLION, "diag": GREEN}[name]
    for disc in discs:  # outside the board, inside the picture
        inside = 100 - disc.radius < disc.center[0] < 340 + disc.radius
        assert not (inside and 100 - disc.radius < disc.center[1] < 340 + disc.radius)
        assert all(disc.radius <= at <= 440 - disc.radius for at in disc.center)
    start, end = np.array(line.start), np.array(line.end)
    way = (end - start) / np.linalg.norm(end - start)
    for cell in plan.steps[0].move.cells:
        off = np.array(reading.cells[cell].center) - start
        assert abs(off[0] * way[1] - off[1] * way[0]) < 1e-6
        assert 0 < off @ way < np.linalg.norm(end - start)
    assert line.width < 0.1 * 80
    assert len(found.at[0]) == 2


def test_numbers_of_lines_stay_in_a_picture_without_margins(grid: Grid, solution: Solution) -> None:
    reading = grid("000/111/111", "memento", pitch=80, left=0, top=0)
    found = marks.compute(reading, solution(reading), (240, 240))
    discs = of(found, Disc)
    assert len(discs) == 2
    for disc in discs:
        assert all(disc.radius <= at <= 240 - disc.radius for at in disc.center)
        assert min(dist(disc.center, cell.center) for cell in reading.cells) - disc.radius > 0.1 * 80
    assert all(0 <= x < 240 and 0 <= y < 240 for points in found.at for x, y in points)


def test_turns_are_marked_beside_the_lock_s_arrows(lock: Lock, solution: Solution) -> None:
    reading = lock()
    plan = solution(reading)
    found = marks.compute(reading, plan, (500, 500))
    turns = {step.move.name for step in plan.steps}
    arrows = of(found, TurnArrow)
    assert len(arrows) == len(turns)
    for name, shape in zip(dict.fromkeys(step.move.name for step in plan.steps), arrows, strict=True):
        wheel, way = name.split()
        button = arrow(reading.homography, int(wheel), clockwise=way == "cw")
        assert shape.clockwise == (way == "cw")
        assert dist(shape.center, button) < 40
        assert min(dist(shape.center, cell.center) for cell in reading.cells) > shape.radius + 10
    pills = [badge.text for badge in of(found, Badge)]
    for step in plan.steps:
        assert any(step.move.name.split()[1] in pill for pill in pills)
    assert found.at[0][0] == pytest.approx(
        arrow(reading.homography, int(plan.steps[0].move.name[0]), clockwise=plan.steps[0].move.name.endswith(" cw"))
    )
    assert "in this order" in " ".join(line.text for line in found.strip)


def test_a_turn_made_twice_in_one_place_lists_both_numbers(lock: Lock) -> None:
    board = solver.typed_board("wheels", "101/0101/010/10")
    plan = solver.plans(board, solver.goal_boards(board))[0]
    assert [step.move.name for step in plan.steps] == ["1 cw", "2 ccw", "3 cw", "2 ccw"]
    found = marks.compute(lock(), plan, (500, 500))
    assert [badge.text for badge in of(found, Badge)] == ["cw", "2 ccw", "4 ccw", "cw"]


def test_moves_without_a_place_of_their_own_are_marked_amid_their_cells(grid: Grid) -> None:
    reading = grid("01/10")
    cells = solver.typed_board("lights-out", "01/10").puzzle.cells
    ways = (Move("right", (0, 1, 3, 2)), Move("left", (2, 3, 1, 0)))
    rules = Puzzle("twist", "ring", "permutation", 2, cells, ways, ())
    board = Board(rules, (0, 1, 1, 0))
    steps = (Step(ways[0]), Step(ways[1], 2))
    end = board.after(ways[0]).after(ways[1], 2)
    plan = solver.Solution(board, end, steps, 3, minimum=True, lower_bound=3, order_matters=True)
    found = marks.compute(reading, plan, (400, 400))
    assert [shape.clockwise for shape in of(found, TurnArrow)] == [True, False]
    assert [badge.text for badge in of(found, Badge)] == ["×2"]
    one, other = of(found, Disc)
    assert (one.text, other.text) == ("1", "2")
    assert dist(one.center, other.center) > one.radius + other.radius
    assert found.at == (((110.0, 100.0),), ((110.0, 100.0),))
    corner = Puzzle("bend", "bend", "additive", 2, cells, (Move("bend", (0, 1, 2)),), ())
    bent = solver.Solution(
        Board(corner, (1, 1, 1, 0)), Board(corner, (0,) * 4), (Step(corner.moves[0]),), 1, minimum=True, lower_bound=1
    )
    found = marks.compute(reading, bent, (400, 400))
    assert [disc.text for disc in of(found, Disc)] == ["1"]
    assert not of(found, TurnArrow)


@pytest.mark.parametrize("pitch", [29, 31])
def test_numbers_in_small_cells_are_as_large_as_they_must_be_to_be_read(
    pitch: int, grid: Grid, solution: Solution
) -> None:
    reading = grid("01000/11100/01000/00001/00011", pitch=pitch, left=7, top=9)
    plan = solution(reading)
    found = marks.compute(reading, plan, (640, 480))
    assert [disc.text for disc in of(found, Disc)] == [str(n) for n in range(1, len(plan.steps) + 1)]
    assert found.closeup is None


@pytest.mark.parametrize("pitch", [6, 14, 20])
def test_small_boards_get_dots_and_a_close_up_with_numbers(pitch: int, grid: Grid, solution: Solution) -> None:
    reading = grid("01000/11100/01000/00001/00011", pitch=pitch, left=7, top=9)
    plan = solution(reading)
    found = marks.compute(reading, plan, (640, 480))
    assert all(disc.text == "" and 2 * disc.radius <= max(0.45 * pitch, 3) for disc in of(found, Disc))
    assert found.closeup is not None
    left, top, right, bottom = found.closeup.box
    assert 0 <= left < right <= 640
    assert 0 <= top < bottom <= 480
    numbers = [shape for shape in found.closeup.shapes if isinstance(shape, Disc)]
    assert [shape.text for shape in numbers] == [str(n) for n in range(1, len(plan.steps) + 1)]
    for shape, step in zip(numbers, plan.steps, strict=True):
        x, y = reading.cells[step.move.at or 0].center
        near = ((x - left) * found.closeup.factor, (y - top) * found.closeup.factor)
        assert hypot(shape.center[0] - near[0], shape.center[1] - near[1]) < 0.5 * pitch * found.closeup.factor


def test_large_boards_need_no_close_up_and_numbers_stop_growing(grid: Grid, solution: Solution) -> None:
    reading = grid("01/11", pitch=600)
    found = marks.compute(reading, solution(grid("01/11", pitch=600)), (1400, 1400))
    assert found.closeup is None
    assert all(disc.radius <= 44 for disc in of(found, Disc))


def test_a_tilted_board_is_marked_along_its_own_axes(grid: Grid) -> None:
    reading = grid("01/10")
    turned = (0.0, -60, 300, 60, 0.0, 40, 0, 0, 1)  # a quarter turn
    cells = tuple(
        replace(cell, center=(300 - (cell.row + 0.5) * 60, 40 + (cell.col + 0.5) * 60)) for cell in reading.cells
    )
    tick = of(marks.compute(replace(reading, homography=turned, cells=cells), None, (400, 400)), Tick)[0]
    assert tick.center[0] > cells[0].center[0]
    assert tick.center[1] < cells[0].center[1]


def test_readings_without_a_homography_are_marked_too(grid: Grid) -> None:
    for text in ("01/10", "0101", "0"):
        reading = grid(text)
        plain = replace(reading, homography=())
        found = marks.compute(plain, None, (400, 400))
        assert len(of(found, Tick)) == len(reading.cells)
    same = marks.compute(grid("01/10"), None, (400, 400))
    fitted = marks.compute(replace(grid("01/10"), homography=()), None, (400, 400))
    for one, other in zip(of(same, Tick), of(fitted, Tick), strict=True):
        assert one.center == pytest.approx(other.center)


def test_no_board_gives_words_alone() -> None:
    found = marks.compute(nothing("no board was found in the picture"), None, (64, 48))
    assert found.shapes == ()
    assert [line.text for line in found.strip] == ["No board was found in the picture"]


def test_the_strip_says_the_moves_the_proof_and_the_goal(grid: Grid, solution: Solution) -> None:
    reading = grid("010/111/010")
    words = [line.text for line in marks.compute(reading, solution(reading), (400, 400)).strip]
    assert words[0] == "Lights Out 3×3: read for sure"
    assert words[1] == "1 click, the fewest there are, in any order.  Goal: all 0"
    assert words[2] == "1: r2 c2"
    done = marks.compute(reading, solution(grid("000/000/000")), (400, 400))
    assert any("Nothing to do" in line.text for line in done.strip)
    stuck = marks.compute(reading, None, (400, 400), reasons=("no clicks lead there",), goal="all lit")
    assert [line.text for line in stuck.strip][1:3] == ["No clicks lead there", "Goal: all lit"]
    assert stuck.strip[1].tone == "unsure"


def test_marks_are_the_same_every_time(grid: Grid, solution: Solution) -> None:
    reading = grid("01000/11100/01000/00001/00011")
    one, other = (marks.compute(reading, solution(reading), (400, 400)) for _ in range(2))
    assert one == other
