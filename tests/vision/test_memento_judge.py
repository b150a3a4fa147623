"""The verdict on a memento reading: what proves the size of its cells."""

from __future__ import annotations

import numpy as np
import pytest

from vision.memento.axis import Axis
from vision.memento.judge import stepped
from vision.memento.panes import Panes


def board(seen: list[int], lines: int) -> Panes:
    """Square cells, all upright lines seen and these level ones."""
    count = lines - 1
    level = np.zeros((lines, count), np.float32)
    level[seen, 0] = 1
    cells = np.zeros((count, count), np.float32)
    axis = Axis(0, 30, count)
    return Panes(axis, axis, np.ones((count, lines), np.float32), level, cells, cells)


@pytest.mark.parametrize(("seen", "proven"), [([0, 1, 4], True), ([0, 2, 4], False), ([0, 4], False), ([], False)])
def test_lines_seen_prove_the_size_of_cells_where_no_coarser_lattice_has_them(seen: list[int], proven: bool) -> None:
    assert stepped(board(seen, 5)) is proven
