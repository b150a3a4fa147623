"""The lattice of a board is laid through the middle of its gaps, the outer lines too, which no cell lies beyond."""

from __future__ import annotations

import numpy as np
import pytest

from vision.memento.axis import Axis
from vision.memento.comb import edges
from vision.memento.lattice import refine

PITCH = 50


def drawn(gap: int, *, across: int = 4) -> np.ndarray:
    """Dark cells on a page, three rows of them, the first line at 40."""
    picture = np.full((240, 300, 3), 220, np.uint8)
    for top in range(3):
        for left in range(across):
            y, x = (40 + step * PITCH + gap // 2 for step in (top, left))
            picture[y : y + PITCH - gap, x : x + PITCH - gap] = 40 + 20 * ((top + left) % 2)
    return picture


@pytest.mark.parametrize("across", [2, 3, 4])
@pytest.mark.parametrize("gap", [4, 6])
def test_outer_lines_lie_half_a_gap_beyond_the_cells(gap: int, across: int) -> None:
    picture = drawn(gap, across=across)
    begun = Axis(40 + gap / 2, (across * PITCH - gap) / across, across), Axis(40 + gap / 2, PITCH - gap / 3, 3)
    for axis in refine(edges(picture), *begun):
        assert axis.origin == pytest.approx(40, abs=0.7)
        assert axis.pitch == pytest.approx(PITCH, abs=0.4)


def test_no_line_lies_out_of_the_picture() -> None:
    picture = np.ascontiguousarray(drawn(6)[43:187, 43:237])
    x, y = refine(edges(picture), Axis(0, 48.5, 4), Axis(0, 48, 3))
    assert min(x.origin, y.origin) >= 0
    assert x.end <= picture.shape[1]
    assert y.end <= picture.shape[0]
