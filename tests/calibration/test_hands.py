"""Hands that write the Hive glyphs of drawn panels."""

from __future__ import annotations

import numpy as np
import pytest

from calibration.scenes.hands import freehand


@pytest.mark.parametrize("seed", range(40))
def test_freehand_glyphs_are_what_they_are_told_to_be(seed: int) -> None:
    """A bar, with an equal number of short bars above and below it for an E; all of it on the unit square."""
    glyphs = freehand(np.random.default_rng(seed))
    for glyph in glyphs:
        places = np.array([point for stroke in glyph for point in stroke.points])
        assert places.min() > 0.02
        assert places.max() < 0.98
    bar, *short = glyphs[2]
    (left, level), (right, _) = bar.points
    heights = np.array([stroke.points[0][1] for stroke in short])
    assert len(short) == 4
    assert np.count_nonzero(heights < level) == np.count_nonzero(heights > level) == 2
    assert np.abs(heights - level).max() < 0.3
    for stroke in short:
        (x, y), (end, same) = stroke.points
        assert y == same
        assert abs(end - x) < right - left
