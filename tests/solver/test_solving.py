"""The solvers against a brute force of their own: every number of hits is tried on small puzzles of every kind."""

from collections import Counter
from itertools import product
from math import comb

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from solver import Board, goal_boards, plans, solutions, solve
from solver.binary import BinaryPlan
from solver.errors import BudgetError, NotationError, UnsolvableError
from solver.puzzle import Cell, Move, Puzzle
from solver.puzzles import heresy, lights_out, memento
from solver.rules import parse
from solver.solving import plan, why_unsolvable


def every_way(puzzle: Puzzle) -> dict[tuple[int, ...], Counter[int]]:
    """For every difference that can be brought about, how many ways cost how much."""
    found: dict[tuple[int, ...], Counter[int]] = {}
    for times in product(range(puzzle.states), repeat=len(puzzle.moves)):
        change = [0] * len(puzzle.cells)
        for move, count in zip(puzzle.moves, times, strict=True):
            for cell in move.cells:
                change[cell] += count
        found.setdefault(tuple(value % puzzle.states for value in change), Counter())[sum(times)] += 1
    return found


def check_all(puzzle: Puzzle) -> None:
    """Every difference there is: solvable or not, least cost, how many solutions, which check fails."""
    truth = every_way(puzzle)
    worked = plan(puzzle)
    assert worked.kernel_size * len(truth) == puzzle.states ** len(puzzle.moves)
    for difference in product(range(puzzle.states), repeat=len(puzzle.cells)):
        least = worked.least(difference)
        check = worked.failing(difference)
        if difference not in truth:
            assert least is None
            assert check is not None
            assert check.value(difference)
            continue
        ways = truth[difference]
        assert least is not None
        assert check is None
        assert (least.cost, least.lower_bound) == (min(ways), min(ways))
        assert (least.count, least.solutions) == (ways[min(ways)], ways.total())
        assert sum(least.times) == least.cost


@pytest.mark.parametrize(
    "puzzle",
    [
        memento.puzzle(2, 2),
        memento.puzzle(2, 3),
        memento.puzzle(3, 3),
        memento.puzzle(3, 3, diagonal=False),
        memento.puzzle(4, 2),
        memento.puzzle(1, 1),
        lights_out.puzzle(3, 3),
        lights_out.puzzle(2, 5),
        lights_out.puzzle(3, 3, rule="neighbours"),
        lights_out.puzzle(3, 3, rule="diagonal"),
        lights_out.puzzle(3, 3, rule="block-torus"),
        lights_out.puzzle(3, 3, rule="merlin"),
        lights_out.puzzle(3, 4, rule="row+column", holes=[(0, 0), (2, 1)]),
        lights_out.puzzle(2, 3, states=3),
        lights_out.puzzle(2, 2, states=4),
        lights_out.puzzle(2, 2, states=5, rule="ring"),
        lights_out.puzzle(2, 2, states=6),
        lights_out.puzzle(2, 2, states=8, rule="diagonal"),
        lights_out.puzzle(1, 3, states=9),
        lights_out.puzzle(1, 3, states=12, rule="row+column"),
        lights_out.puzzle(2, 2, states=9, rule="row+column"),
        heresy.puzzle(2, 3, 4),
        heresy.puzzle(2, 2, 6),
        memento.with_lines(2, 2, ("rows", "cols", "diag", "falling"), "all", 4),
        memento.with_lines(2, 2, ("rows", "diag"), "some", 6),
        parse('size=[2,2]\nstates=4\n[moves]\na="20/00"\nb="11/20"\nc="02/13"'),
        parse('size=[2,2]\nstates=12\n[moves]\na="20/00"\nb="13/20"\nc="06/14"'),
        parse("size=[1,6]\nedges=[[1,2],[2,3],[3,4],[4,5],[5,6],[6,1],[1,4]]"),
    ],
    ids=lambda puzzle: f"{puzzle.kind}-{puzzle.rule}-{puzzle.rows}x{puzzle.cols}-{puzzle.states}",
)
def test_every_difference_of_a_small_puzzle(puzzle: Puzzle) -> None:
    check_all(puzzle)


@st.composite
def small_puzzles(draw: st.DrawFn) -> Puzzle:
    """Any few moves on any few cells."""
    states = draw(st.sampled_from([2, 2, 2, 3, 4, 6, 8, 9]))
    cells = draw(st.integers(1, 4))
    limit = {2: 9, 3: 6, 4: 5, 6: 3, 8: 3, 9: 3}[states]
    change = st.lists(st.integers(0, cells - 1), min_size=1, max_size=5).map(tuple)
    moves = draw(st.lists(change, min_size=1, max_size=limit))
    return Puzzle(
        "any",
        "any",
        "additive",
        states,
        tuple(Cell(0, col, col + 0.5, 0.5) for col in range(cells)),
        tuple(Move(f"m{number}", move) for number, move in enumerate(moves)),
    )


@settings(max_examples=150, deadline=None)
@given(small_puzzles(), st.data())
def test_any_graph_against_brute_force(puzzle: Puzzle, data: st.DataObject) -> None:
    truth = every_way(puzzle)
    states = st.lists(st.integers(0, puzzle.states - 1), min_size=len(puzzle.cells), max_size=len(puzzle.cells)).map(
        tuple
    )
    board, goal = Board(puzzle, data.draw(states)), Board(puzzle, data.draw(states))
    difference = tuple((b - a) % puzzle.states for a, b in zip(board.states, goal.states, strict=True))
    ways = truth.get(difference)
    if ways is None:
        with pytest.raises(UnsolvableError):
            solve(board, goal)
        assert why_unsolvable(board, goal)
        assert not list(solutions(board, goal))
        return
    solution = solve(board, goal)
    assert (solution.cost, solution.minimum, solution.minimum_solutions) == (min(ways), True, ways[min(ways)])
    listed = list(solutions(board, goal))
    assert Counter(other.cost for other in listed) == ways
    assert [other.cost for other in listed] == sorted(other.cost for other in listed)
    assert len({other.steps for other in listed}) == len(listed) == solution.solutions
    assert listed[0] == solution


HERESY = [1, 9, 45, 165, 465, 1017, 1765, 2493, 2907, 2803, 2223, 1431, 723, 267, 63, 7]


def test_heresy_table() -> None:
    puzzle = heresy.puzzle()
    worked = plan(puzzle)
    reached: Counter[tuple[int, ...]] = Counter()
    costs: Counter[int] = Counter()
    ties: Counter[int | None] = Counter()
    for times in product(range(4), repeat=9):
        rows = (sum(times[0:3]), sum(times[3:6]), sum(times[6:9]))
        cols = (sum(times[0::3]), sum(times[1::3]), sum(times[2::3]))
        change = tuple([(rows[i // 3] + cols[i % 3] - times[i]) % 4 for i in range(9)])
        reached[change] += 1
    assert len(reached) * 16 == 4**9
    assert set(reached.values()) == {16}
    for change in reached:
        least = worked.least(change)
        assert least is not None
        costs[least.cost] += 1
        ties[least.count] += 1
    assert [costs[cost] for cost in range(16)] == HERESY
    assert sum(cost * count for cost, count in costs.items()) * 4 == 33 * len(reached)
    assert ties == {1: 5120, 2: 4608, 3: 3072, 6: 512, 7: 3072}


@pytest.mark.parametrize(("step", "least", "ties"), [(1, 9, 1), (2, 6, 6), (3, 15, 6)])
def test_heresy_from_one_uniform_board_to_another(step: int, least: int, ties: int) -> None:
    board = Board(heresy.puzzle(), (0,) * 9)
    solution = solve(board, f"all-{step}")
    assert (solution.cost, solution.minimum_solutions) == (least, ties)


def test_heresy_sees_every_odd_misreading_and_no_even_one() -> None:
    board = Board(heresy.puzzle(), (2, 2, 2, 0, 2, 2, 2, 2, 2))
    for cell in range(9):
        for step in (1, 2, 3):
            states = list(board.states)
            states[cell] = (states[cell] + step) % 4
            assert bool(plans(Board(board.puzzle, tuple(states)))) == (step == 2)


def memento_costs(rows: int, cols: int, *, diagonal: bool) -> Counter[int]:
    """How many solvable boards take how many moves: a lines and the diagonal or not, or all the other lines."""
    lines = rows + cols
    one = Counter[int]()
    for used in range(lines + 1):
        one[min(used, lines - used)] += comb(lines, used)
    found = Counter({cost: count // 2 for cost, count in one.items()})
    if diagonal:
        found.update({cost + 1: count for cost, count in Counter(found).items()})
    return found


MEMENTO = {
    (2, 3): (1, 3, 2.0625),
    (3, 3): (3, 4, 2.5625),
    (3, 4): (5, 4, 2.9062),
    (4, 4): (8, 5, 3.4062),
    (4, 5): (11, 5, 3.7695),
    (5, 5): (15, 6, 4.2695),
    (5, 6): (19, 6, 4.6465),
    (6, 6): (24, 7, 5.1465),
    (6, 7): (29, 7, 5.5337),
    (7, 7): (35, 8, 6.0337),
    (7, 8): (41, 8, 6.4290),
    (8, 8): (48, 9, 6.9290),
}


@pytest.mark.parametrize(("size", "facts"), MEMENTO.items(), ids=str)
def test_memento_table(size: tuple[int, int], facts: tuple[int, int, float]) -> None:
    rows, cols = size
    unsolvable_bits, hardest, mean = facts
    puzzle = memento.puzzle(rows, cols)
    worked = plan(puzzle)
    assert worked.kernel_size == 2
    assert len(puzzle.cells) - (len(puzzle.moves) - 1) == unsolvable_bits == len(worked.checks)
    costs = memento_costs(rows, cols, diagonal=True)
    assert max(costs) == hardest
    assert sum(cost * count for cost, count in costs.items()) / costs.total() == pytest.approx(mean, abs=6e-5)


@pytest.mark.parametrize("diagonal", [True, False])
@pytest.mark.parametrize("size", [(2, 3), (3, 3), (3, 4), (4, 4), (5, 2), (5, 5)], ids=str)
def test_memento_table_by_enumeration(size: tuple[int, int], diagonal: bool) -> None:
    rows, cols = size
    puzzle = memento.puzzle(rows, cols, diagonal=diagonal)
    worked = plan(puzzle)
    costs = Counter[int]()
    for times in product((0, 1), repeat=len(puzzle.moves)):
        mask = 0
        for move, used in zip(puzzle.moves, times, strict=True):
            if used:
                for cell in move.cells:
                    mask ^= 1 << cell
        least = worked.least([mask >> cell & 1 for cell in range(len(puzzle.cells))])
        assert least is not None
        costs[least.cost] += 1
    assert {cost: count // 2 for cost, count in costs.items()} == memento_costs(rows, cols, diagonal=diagonal)


def test_memento_2x2_is_smaller_than_its_formula() -> None:
    worked = plan(memento.puzzle(2, 2))
    found = [worked.least(states) for states in product((0, 1), repeat=4)]
    costs = [least.cost for least in found if least]
    assert (worked.kernel_size, len(costs), max(costs), sum(costs) / 8) == (4, 8, 2, 1.125)


def test_either_face_may_count() -> None:
    board = Board(memento.puzzle(3, 3), (0, 1, 0) * 3)
    assert [str(solution.goal)[0] for solution in plans(board, "same")] == ["0", "1"]
    assert [solution.cost for solution in plans(board, "same")] == [1, 2]


def test_lights_out_4x4_table() -> None:
    worked = plan(lights_out.puzzle(4, 4))
    assert isinstance(worked, BinaryPlan)
    found = map(worked.least_mask, range(1 << 16))
    costs = Counter(mask.bit_count() for mask in found if mask is not None)
    assert [costs[cost] for cost in range(8)] == [1, 16, 120, 560, 1387, 1440, 540, 32]
    assert costs.total() == 1 << 12


def test_lights_out_5x5_hardest_board_is_the_inversion_among_others() -> None:
    board = Board(lights_out.puzzle(5, 5), (0,) * 25)
    solution = solve(board, "invert")
    assert (solution.cost, solution.minimum_solutions, solution.solutions) == (15, 4, 4)


@pytest.mark.parametrize(("size", "states", "kernel"), [(4, 3, 729), (4, 4, 1), (5, 4, 65536), (7, 4, 4096)])
def test_row_and_column_kernels(size: int, states: int, kernel: int) -> None:
    assert plan(heresy.puzzle(size, size, states)).kernel_size == kernel


@pytest.mark.parametrize(("step", "least", "ties"), [(1, 49, 1), (2, 14, None), (3, 63, None)])
def test_alien_tiles(step: int, least: int, ties: int | None) -> None:
    solution = solve(Board(heresy.puzzle(7, 7, 4), (0,) * 49), f"all-{step}")
    assert (solution.cost, solution.minimum) == (least, True)
    assert ties in {None, solution.minimum_solutions}


def test_a_kernel_of_65536_is_counted_in_blocks() -> None:
    puzzle = heresy.puzzle(5, 5, 4)
    board = Board(puzzle, (0,) * 25)
    for number in (0, 7, 7, 13, 24):
        board = board.after(puzzle.moves[number])
    solution = solve(board, Board(puzzle, (0,) * 25))
    ways = Counter(map(sum, plan(puzzle).every([-state % 4 for state in board.states])))
    assert solution.minimum
    assert (solution.cost, solution.minimum_solutions) == (min(ways), ways[min(ways)])


def test_a_kernel_too_large_to_count_says_so() -> None:
    puzzle = memento.with_lines(9, 9, ("rows", "cols"), "lines", 3)
    wide = lights_out.puzzle(4, 12, states=3, rule="block-torus")
    for other in (puzzle, wide):
        board = Board(other, (1,) * len(other.cells))
        for solution in plans(board, "all-0,all-2"):
            assert solution.lower_bound <= solution.cost
            assert solution.minimum == (solution.lower_bound == solution.cost)


def test_goals_of_another_puzzle_are_refused() -> None:
    board = Board(lights_out.puzzle(3, 3), (0,) * 9)
    with pytest.raises(NotationError, match="another puzzle"):
        solve(board, Board(lights_out.puzzle(3, 3, rule="block"), (0,) * 9))
    with pytest.raises(NotationError, match="no goal"):
        solve(board, [])


def test_cheapest_goal_first_and_unreachable_ones_left_out() -> None:
    puzzle = lights_out.puzzle(4, 4)
    board = Board(puzzle, (0,) * 16).after(puzzle.moves[5])
    goals = goal_boards(board, "all-1,all-0")
    found = plans(board, goals)
    assert [solution.cost for solution in found] == sorted(solution.cost for solution in found)
    assert found[0].goal == goals[1]
    assert not plans(Board(puzzle, (1,) + (0,) * 15), goals)


@pytest.mark.parametrize(("size", "states", "rule"), [(33, 3, "block"), (170, 3, "cross"), (130, 2, "cross-torus")])
def test_what_would_take_minutes_is_refused(size: int, states: int, rule: str) -> None:
    board = Board(lights_out.puzzle(size, size, states=states, rule=rule), (0,) * size**2)
    with pytest.raises(BudgetError, match="too large"):
        solve(board, "all-1")
