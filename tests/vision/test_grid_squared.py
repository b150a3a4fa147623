import numpy as np
import pytest

from vision.grid.dealt import few_clicks
from vision.grid.squared import few

SIZES = (5, 5), (6, 6), (7, 9), (8, 8), (10, 10), (8, 5), (6, 11)


def turned(size: tuple[int, int], clicks: list[tuple[int, int]]) -> np.ndarray:
    states = np.zeros(size, np.int64)
    for row, col in clicks:
        states[max(0, row - 1) : row + 2, max(0, col - 1) : col + 2] ^= 1
    return states


@pytest.mark.parametrize("size", SIZES)
def test_as_few_clicks_are_found_as_were_made(size: tuple[int, int]) -> None:
    states = turned(size, [(1, 1), (2, 2), (4, 3)])
    assert few(states) == few(1 - states) == 3
    assert few_clicks(states)


@pytest.mark.parametrize("size", SIZES)
def test_squares_beside_each_other_may_be_anything(size: tuple[int, int]) -> None:
    assert few(turned(size, [(1, 1), (4, 4)])) is None


def test_what_no_squares_make_has_no_clicks() -> None:
    states = np.zeros((5, 5), np.int64)
    states[2, 3] = 1
    assert few(states) is None


def test_holes_and_further_states_have_none() -> None:
    states = turned((5, 5), [(1, 1), (2, 2)])
    for other in (-1, 2):
        states[4, 0] = other
        assert few(states) is None


def test_patterns_by_chance_seldom_take_few() -> None:
    rng = np.random.default_rng(4)
    assert sum(few_clicks(rng.integers(0, 2, (7, 7))) for _ in range(100)) <= 3
