import random

import pytest

from solver.coset import CosetMinimum, independent, information_set, minimum
from solver.errors import RuleError
from solver.gridchase import join_rows, kernel_masks, plan, solve_rows

# Fewest presses that turn off the n×n board with every light on, n = 1, 2, ..., 60 (OEIS A075464).
ALL_LIT = [
    1, 4, 5, 4, 15, 28, 33, 40, 25, 44, 55, 72, 105, 56, 117,
    104, 147, 188, 141, 224, 245, 276, 231, 270, 353, 356, 405, 416, 345, 376,
    553, 428, 469, 520, 563, 600, 761, 772, 561, 696, 891, 940, 953, 772, 1069,
    1188, 971, 1096, 1165, 1220, 1317, 1256, 1487, 1400, 1697, 1616, 1709, 1852, 1485, 1832,
]  # fmt: skip


def all_lit(size: int, budget_seconds: float | None = None) -> CosetMinimum:
    made = plan(size, size)
    first = join_rows(solve_rows([(1 << size) - 1] * size, made), size)
    return minimum(first, kernel_masks(made), size * size, budget_seconds=budget_seconds)


def by_brute_force(x0: int, kernel: list[int]) -> tuple[int, int]:
    words = [x0]
    for word in kernel:
        words += [word ^ other for other in words]
    weights = [word.bit_count() for word in words]
    return min(weights), weights.count(min(weights))


@pytest.mark.parametrize(("size", "cells"), [(0, 5), (3, 9), (10, 40), (11, 30), (13, 64), (14, 300)])
def test_every_way_agrees_with_brute_force(size: int, cells: int) -> None:
    chance = random.Random(size)
    for _ in range(5):
        kernel = independent([chance.getrandbits(cells) for _ in range(size)])
        x0 = chance.getrandbits(cells)
        found = minimum(x0, kernel, cells)
        assert (found.weight, found.count) == by_brute_force(x0, kernel)
        assert found.proved
        assert found.lower_bound == found.weight == found.witness.bit_count()
        assert len(independent([*kernel, found.witness ^ x0])) == len(kernel)


def test_dependent_words_are_harmless() -> None:
    assert minimum(0b0111, [0b0011, 0b0110, 0b0101], 4) == minimum(0b0111, [0b0011, 0b0110], 4)


def test_an_information_set_spans_the_same() -> None:
    chance = random.Random(7)
    kernel = independent([chance.getrandbits(50) for _ in range(12)])
    other = information_set(kernel, chance)
    assert len(independent(other)) == len(independent([*kernel, *other])) == 12


def test_least_presses_for_all_lit_boards() -> None:
    found = [all_lit(size) for size in range(1, 31)]
    assert [one.weight for one in found] == ALL_LIT[:30]
    assert all(one.proved for one in found)
    assert {n: found[n - 1].count for n in (9, 14, 16, 19, 24, 29, 30)} == {
        9: 6, 14: 2, 16: 2, 19: 28, 24: 4, 29: 8, 30: 4,
    }  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("size", range(31, 61))
def test_least_presses_for_larger_all_lit_boards(size: int) -> None:
    found = all_lit(size)
    assert found.proved
    assert found.weight == ALL_LIT[size - 1]


def test_a_kernel_too_large_for_its_budget_is_searched() -> None:
    found = all_lit(39, budget_seconds=0.5)
    assert found.witness.bit_count() == found.weight
    assert found.lower_bound <= 561 <= found.weight < 760
    assert (found.proved, found.count) == (False, None)


def test_masks_must_fit() -> None:
    with pytest.raises(RuleError, match="4 moves"):
        minimum(16, [], 4)
    with pytest.raises(RuleError, match="4 moves"):
        minimum(0, [3, 17], 4)
