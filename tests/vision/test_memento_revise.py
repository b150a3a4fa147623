"""Second thoughts on where a board ends: rows without tiles may be left out, halves put together."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision.memento import comb, panes, revise
from vision.memento.axis import Axis
from vision.memento.fits import Fit
from vision.memento.outline import outline

TILES = np.array([[1, 0, 1, 1], [0, 1, 0, 0], [1, 1, 0, 1], [0, 1, 1, 0]], bool)


def drawn(rows: int, cols: int) -> comb.Edges:
    """A grid of 30-pixel cells at (60, 60), every line drawn."""
    pixels = np.full((300, 300, 3), 90, np.uint8)
    for row in range(rows):
        for col in range(cols):
            cv2.rectangle(pixels, (62 + 30 * col, 62 + 30 * row), (87 + 30 * col, 87 + 30 * row), (200, 180, 40), -1)
    return comb.edges(pixels)


def fit(edges: comb.Edges, x: Axis, y: Axis) -> Fit:
    window = panes.lay(edges, x, y, 1)
    assert window is not None
    extent = panes.Extent(1, 1 + y.count, 1, 1 + x.count)
    return Fit(0.0, window, extent, outline(window, extent, 1.0))


def test_a_row_without_tiles_may_be_left_out() -> None:
    edges = drawn(4, 4)
    taller = np.vstack([np.zeros((1, 4), bool), TILES])
    found = revise.revised(edges, fit(edges, Axis(60, 30, 4), Axis(30, 30, 5)), taller)
    assert found[0].extent.shape == (4, 4)
    assert found[0].axes[1].origin == pytest.approx(60, abs=1)


def test_halves_are_put_together_where_no_line_parts_them() -> None:
    edges = drawn(4, 4)
    halves = np.repeat(TILES, 2, axis=0)
    found = revise.revised(edges, fit(edges, Axis(60, 30, 4), Axis(60, 15, 8)), halves)
    assert any(one.extent.shape == (4, 4) and one.axes[1].pitch == pytest.approx(30, abs=1) for one in found)
    whole = np.repeat(TILES[:2], 2, axis=0)
    assert revise.revised(edges, fit(edges, Axis(60, 30, 4), Axis(60, 30, 4)), whole) == []


def test_a_board_with_tiles_all_around_is_left_alone() -> None:
    edges = drawn(4, 4)
    assert revise.revised(edges, fit(edges, Axis(60, 30, 4), Axis(60, 30, 4)), TILES) == []


def test_quarters_are_put_together_where_hardly_a_line_parts_them() -> None:
    edges = drawn(4, 4)
    quarters = np.repeat(np.repeat(TILES, 2, axis=0), 2, axis=1)
    small = fit(edges, Axis(60, 15, 8), Axis(60, 15, 8))
    whole = revise.undivided(edges, small, quarters)
    assert whole is not None
    assert whole.extent.shape == (4, 4)
    quarters[0, 0] ^= True
    assert revise.undivided(edges, small, quarters) is None


def test_quarters_stay_where_lines_part_the_tiles_alone() -> None:
    canvas = np.full((300, 300, 3), 90, np.uint8)
    tiles = np.repeat(np.repeat(np.array([[True, False], [False, True]]), 2, axis=0), 2, axis=1)
    for row, col in zip(*np.nonzero(tiles), strict=True):
        canvas[30 + 50 * row : 78 + 50 * row, 40 + 50 * col : 88 + 50 * col] = 200
    edges = comb.edges(canvas)
    assert revise.undivided(edges, fit(edges, Axis(39, 50, 4), Axis(29, 50, 4)), tiles) is None


def test_lines_without_tiles_that_keep_flips_from_making_the_rest_are_left_out() -> None:
    edges = drawn(4, 7)
    made = np.array([[1, 1, 1, 0], [0, 0, 1, 0], [0, 1, 0, 0], [1, 0, 0, 0]], bool)
    wide = np.hstack([np.zeros((4, 1), bool), ~made, np.zeros((4, 2), bool)])
    found = revise.dealt(fit(edges, Axis(60, 30, 7), Axis(60, 30, 4)), wide)
    assert found is not None
    assert found.revised
    assert found.extent.shape == (4, 4)
    assert found.axes[0].origin == pytest.approx(90, abs=1)
    odd = wide.copy()
    odd[1, 2] ^= True
    assert revise.dealt(fit(edges, Axis(60, 30, 7), Axis(60, 30, 4)), odd) is None
