"""The examples printed in the documents the solvers come from, word for word, and the boards known from the games."""

import pytest

from solver import solve, typed_board
from solver.errors import UnsolvableError


def words(kind: str, board: str, goal: str | None = None) -> list[str]:
    return [str(step) for step in solve(typed_board(kind, board), goal).steps]


def test_memento_examples() -> None:
    assert words("memento", "100/100/100") == ["col 2", "col 3"]
    assert words("memento", "100/000/001") == ["row 2", "col 2", "diag"]


def test_wheels_examples() -> None:
    assert words("wheels", "101/0101/010/10") == ["1 cw", "2 ccw", "3 cw", "2 ccw"]
    assert words("wheels", "010/1010/101/01") == ["1 cw", "2 cw", "3 ccw", "1 ccw ×2"]


@pytest.mark.parametrize(("size", "least"), [(2, 4), (3, 5), (4, 4), (5, 15), (9, 25)])
def test_any_square_can_be_inverted(size: int, least: int) -> None:
    board = typed_board("lights-out", "/".join(["0" * size] * size))
    solution = solve(board, "invert")
    assert (solution.cost, solution.minimum) == (least, True)


def test_heresy_example_takes_one_hit_a_cell() -> None:
    solution = solve(typed_board("heresy", "000/000/000"), "all-1")
    assert (solution.cost, solution.minimum_solutions, solution.solutions) == (9, 1, 16)


@pytest.mark.parametrize(
    ("board", "goal", "least", "shots"),
    [
        ("222/022/222", "all-0", 4, "1567"),
        ("010/212/131", "all-3", 4, "2279"),
        ("013/011/000", "all-2", 8, "34588899"),
        ("203/313/203", "all-1", 8, "24455568"),
    ],
)
def test_heresy_panels_of_the_game(board: str, goal: str, least: int, shots: str) -> None:
    start = typed_board("heresy", board)
    solution = solve(start, goal)
    assert (solution.cost, solution.minimum) == (least, True)
    for shot in shots:
        start = start.after(start.puzzle.moves[int(shot) - 1])
    assert (start, len(shots)) == (solution.goal, least)


def test_heresy_offers_the_cheapest_uniform_board() -> None:
    assert str(solve(typed_board("heresy", "222/022/222")).goal) == "000/000/000"


@pytest.mark.parametrize(
    ("kind", "board"),
    [
        ("memento", "110/000/001"),
        ("wheels", "010/1010/101/11"),
        ("lights-out", "10000/00000/00000/00000/00000"),
        ("heresy", "222/022/223"),
    ],
)
def test_unsolvable_is_told_with_its_reason(kind: str, board: str) -> None:
    with pytest.raises(UnsolvableError, match=r"this board can't be solved: .*(must|never)"):
        solve(typed_board(kind, board))
