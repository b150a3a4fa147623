import random
import time

from solver import neighbourhood
from solver.coset import independent, minimum
from solver.gridchase import join_rows, kernel_masks, plan, solve_rows


def test_the_search_finds_the_proved_minimum() -> None:
    made = plan(30, 30)
    first = join_rows(solve_rows([(1 << 30) - 1] * 30, made), 30)
    found = neighbourhood.search(first, kernel_masks(made), 900, until=time.perf_counter() + 0.5)
    assert found.weight == found.witness.bit_count() == 376
    assert found.lower_bound <= 376


def test_the_bound_is_valid() -> None:
    chance = random.Random(4)
    for _ in range(5):
        basis = independent([chance.getrandbits(60) for _ in range(12)])
        x0 = chance.getrandbits(60)
        least = minimum(x0, basis, 60).weight
        assert neighbourhood.lower_bound(x0, basis, 60) <= least
    basis = independent([chance.getrandbits(100) for _ in range(20)])
    assert neighbourhood.lower_bound(x0, basis, 100) <= minimum(x0, basis, 100).weight
