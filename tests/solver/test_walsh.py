import importlib
import random

import numpy as np
import pytest

from solver import walsh
from solver.coset import independent


@pytest.mark.parametrize("size", [1, 2, 5, 12])
def test_blocks_lanes_and_rows_cover_every_member(size: int, monkeypatch: pytest.MonkeyPatch) -> None:
    chance = random.Random(size)
    for inner, lanes in ((11, 7), (2, 1), (3, 2)):
        monkeypatch.setattr(walsh, "INNER", inner)
        monkeypatch.setattr(walsh, "LANES", lanes)
        basis = independent([chance.getrandbits(70) for _ in range(size)])
        words = [chance.getrandbits(70)]
        x0 = words[0]
        for word in basis:
            words += [word ^ other for other in words]
        weights = [word.bit_count() for word in words]
        found = walsh.search(x0, basis, 70)
        assert found is not None
        assert (found.weight, found.count) == (min(weights), weights.count(min(weights)))
        assert found.witness in words


def test_more_cells_than_int16_counts() -> None:
    chance = random.Random(1)
    cells = 70_000
    x0, basis = chance.getrandbits(cells), [chance.getrandbits(cells) for _ in range(3)]
    members = [x0]
    for word in basis:
        members += [word ^ other for other in members]
    found = walsh.search(x0, basis, cells)
    assert found is not None
    assert found.weight == min(word.bit_count() for word in members)


def test_columns_hold_every_move_once() -> None:
    values, columns = walsh.columns_of(0b01101, [0b00111, 0b10001], 5)
    assert columns.tolist() == [0, 1, 2, 3]
    assert values.tolist() == [-1, 0, 1, -1]


def test_a_budget_that_is_too_small_gives_up() -> None:
    chance = random.Random(2)
    basis = independent([chance.getrandbits(200) for _ in range(40)])
    assert walsh.search(0, basis, 200, budget_seconds=0.05) is None


def test_the_compiled_loop_agrees() -> None:
    pytest.importorskip("numba", reason="numba is not installed")
    walsh_compiled = importlib.import_module("solver.walsh_compiled")

    chance = random.Random(3)
    basis = independent([chance.getrandbits(200) for _ in range(24)])
    values, columns = walsh.columns_of(chance.getrandbits(200), basis, 200)
    values, columns = values[columns != 0].astype(np.int16), columns[columns != 0]
    best = max((top, count) for _, top, count, _ in walsh_compiled.blocks(values, columns, 24))
    plain = max((top, count) for _, top, count, _ in walsh._blocks(values, columns, 24))
    assert best[0] == plain[0]
