import numpy as np
import pytest
from numpy.typing import NDArray

from solver import lattice
from solver.binary import BinaryPlan
from solver.errors import BudgetError, NotationError, UnsolvableError
from solver.gridchase import (
    join_rows,
    kernel_masks,
    kernel_rows,
    nullity,
    plan,
    solve_grid,
    solve_rows,
    split_rows,
)

# Nullity of the n×n grid, n = 1, 2, ... (OEIS A159257).
NULLITIES = (
    "0 0 0 4 2 0 0 0 8 0 6 0 0 4 0 8 2 0 16 0 0 0 14 4 0 0 0 0 10 20 0 20 16 4 6 0 0 0 32 0 2 0 0 4 0 0 30 0 8 8 0 0 "
    "2 4 0 0 0 0 22 0 40 24 0 28"
)


def pressed(presses: NDArray[np.uint8], *, centre: bool) -> NDArray[np.uint8]:
    """What the presses change, straight from the rule."""
    changed = presses.copy() if centre else np.zeros_like(presses)
    changed[1:] ^= presses[:-1]
    changed[:-1] ^= presses[1:]
    changed[:, 1:] ^= presses[:, :-1]
    changed[:, :-1] ^= presses[:, 1:]
    return changed


def test_nullities_are_the_known_sequence() -> None:
    assert [nullity(n, n) for n in range(1, 65)] == [int(word) for word in NULLITIES.split()]


@pytest.mark.parametrize("centre", [True, False])
def test_nullity_agrees_with_elimination(centre: bool) -> None:
    for rows in range(1, 11):
        for cols in range(1, 11):
            cells = lattice.cells(rows, cols)
            moves = lattice.clicks(cells, rows, cols, "cross" if centre else "neighbours")
            worked = BinaryPlan(len(cells), [move.cells for move in moves])
            assert nullity(rows, cols, centre=centre) == len(worked.kernel)


@pytest.mark.parametrize("centre", [True, False])
def test_every_small_size_is_solved(centre: bool) -> None:
    chance = np.random.default_rng(3)
    for rows in range(1, 13):
        for cols in range(1, 13):
            lit = pressed(chance.integers(0, 2, (rows, cols), dtype=np.uint8), centre=centre)
            assert np.array_equal(pressed(solve_grid(lit, centre=centre), centre=centre), lit)


@pytest.mark.parametrize("size", [(255, 256), (400, 90), (90, 400), (511, 511)])
def test_large_and_singular_sizes_are_solved(size: tuple[int, int]) -> None:
    lit = pressed(np.random.default_rng(4).integers(0, 2, size, dtype=np.uint8), centre=True)
    assert np.array_equal(pressed(solve_grid(lit.astype(np.bool_)), centre=True), lit)


def test_the_kernel_changes_nothing_and_is_independent() -> None:
    for size in (4, 9, 11, 19):
        made = plan(size, size)
        words = {0}
        for rows in kernel_rows(made)[:6]:
            bits = np.array([[row >> col & 1 for col in range(size)] for row in rows], np.uint8)
            assert not pressed(bits, centre=True).any()
        for mask in kernel_masks(made)[:6]:
            assert mask not in words
            words |= {word ^ mask for word in words}


def test_exactly_the_image_is_solvable() -> None:
    made = plan(4, 4)
    solvable = 0
    for board in range(1 << 16):
        try:
            solve_rows(split_rows(board, 4, 4), made)
        except UnsolvableError:
            continue
        solvable += 1
    assert solvable == 1 << 12


def test_rows_are_joined_and_split() -> None:
    rows = [0b011, 0b100, 0]
    assert join_rows(rows, 3) == 0b000100011
    assert split_rows(0b000100011, 3, 3) == rows


def test_bad_input_is_refused_before_any_work() -> None:
    for rows, cols in ((0, 3), (3, -1), (10**9, 1), (50_000, 50_000)):
        with pytest.raises(BudgetError, match="out of range"):
            plan(rows, cols)
    with pytest.raises(NotationError, match="2 rows"):
        solve_rows([1, 2], plan(3, 3))
    with pytest.raises(NotationError, match="outside"):
        solve_rows([1, 2, 8], plan(3, 3))
    with pytest.raises(NotationError, match="1 axes"):
        solve_grid(np.zeros(3, np.uint8))
    with pytest.raises(UnsolvableError, match="can't be solved"):
        solve_grid(np.eye(4, dtype=np.uint8)[[0, 0, 0, 0]])
