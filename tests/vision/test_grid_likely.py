"""Shapes of boards and of other things."""

from __future__ import annotations

import pytest

from vision.grid.likely import FIGURES, WEIGHTS, figures, likely


@pytest.mark.parametrize("size", [(3, 3), (5, 5), (4, 6), (7, 5), (9, 6), (6, 8), (10, 10), (20, 20)])
def test_boards_of_games_are_likely(size: tuple[int, int]) -> None:
    assert likely(size, 1.0, 0) >= 0


@pytest.mark.parametrize("size", [(4, 8), (7, 12), (7, 20), (10, 20)])
def test_wide_plans_are_not_unless_clicks_can_make_their_pattern(size: tuple[int, int]) -> None:
    assert likely(size, 1.0, 0) < 0
    assert likely(size, 1.0, 5) > likely(size, 1.0, 0)


def test_oblong_cells_speak_against_a_board_either_way() -> None:
    assert likely((5, 7), 1.0, 0) >= 0 > likely((5, 7), 1.25, 0)
    assert likely((5, 7), 1.25, 0) == pytest.approx(likely((5, 7), 1 / 1.25, 0))


def test_every_figure_has_a_weight_and_a_failed_pattern_counts_as_none() -> None:
    assert len(FIGURES) == len(WEIGHTS) == len(figures((5, 5), 1.0, 2))
    assert figures((5, 5), 1.0, -2) == figures((5, 5), 1.0, 0)
