"""What goes on beyond an outline, so that the board may be a larger one."""

from __future__ import annotations

import numpy as np
import pytest

from vision.memento.axis import Axis
from vision.memento.onward import cut_on, goes_on, hangs
from vision.memento.panes import Extent, Panes


def drawn() -> Panes:
    """Four rows and columns, all of their sides seen and nothing in them."""
    none, axis = np.zeros((4, 4), np.float32), Axis(0, 30, 4)
    return Panes(axis, axis, np.ones((4, 5), np.float32), np.ones((5, 4), np.float32), none, none)


def test_an_outline_that_goes_on_straight_may_be_that_of_a_larger_board() -> None:
    found = drawn()
    assert goes_on(found, Extent(0, 4, 0, 3)) == [(0, 0, 0, 1)]
    assert not goes_on(found, Extent(0, 4, 0, 4))


def test_one_side_that_goes_on_is_enough_where_it_is_asked_for() -> None:
    found = drawn()
    found.level[4, 3] = 0.0  # something lies over the lower of the two
    assert not goes_on(found, Extent(0, 4, 0, 3))
    assert goes_on(found, Extent(0, 4, 0, 3), one=True)


@pytest.mark.parametrize("part", [(0, 4, 0, 3), (0, 4, 1, 4), (1, 4, 0, 4), (0, 3, 0, 4)])
def test_lines_that_all_go_on_to_a_closed_side_cut_one_more_row_or_column(part: tuple[int, int, int, int]) -> None:
    assert cut_on(drawn(), Extent(*part))
    assert not cut_on(drawn(), Extent(0, 4, 0, 4))


def test_what_no_line_cuts_or_nothing_closes_is_no_column_of_the_board() -> None:
    uncut, open_ended = drawn(), drawn()
    uncut.level[1:4, 3] = 0.0  # the outline goes on alone: a picture or a panel
    assert not cut_on(uncut, Extent(0, 4, 0, 3))
    open_ended.upright[:, 4] = 0.0
    assert not cut_on(open_ended, Extent(0, 4, 0, 3))


@pytest.mark.parametrize("turns", range(4))
def test_an_open_row_without_sides_of_its_own_hangs_on_the_board(turns: int) -> None:
    found = drawn()
    covered = np.rot90(np.arange(16).reshape(4, 4) % 5 == 3, turns)
    covered = covered & ~np.rot90(np.arange(16).reshape(4, 4) < 4, turns)
    assert not hangs(found, covered)
    for lines, axis in ((found.upright, 0), (found.level, 1)):
        if turns % 2 == axis:
            np.moveaxis(lines, axis, 0)[0 if turns in (0, 1) else -1] = 0.2
    assert hangs(found, covered)
    assert not hangs(found, np.ones((4, 4), np.bool_))


def test_the_pictures_frame_goes_on_whatever_ends_there() -> None:
    found = drawn()
    found.level[1:4, 3] = 0.0
    assert goes_on(found, Extent(0, 4, 0, 3)) == [(0, 0, 0, 1)]
    assert not goes_on(found, Extent(0, 4, 0, 3), framed=(True, False))
    assert goes_on(found, Extent(0, 4, 0, 3), framed=(False, True)) == [(0, 0, 0, 1)]
    found.level[2, 3] = 1.0
    assert goes_on(found, Extent(0, 4, 0, 3), framed=(True, False)) == [(0, 0, 0, 1)]
