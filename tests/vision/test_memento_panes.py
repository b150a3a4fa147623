"""Lattices laid over the edges of a picture that may be smaller than they are."""

from __future__ import annotations

import numpy as np
import pytest

from vision.memento import panes
from vision.memento.axis import Axis
from vision.memento.comb import edges

Y = Axis(20, 40, 4)


@pytest.mark.parametrize("origin", [-30.0, 110.0])
def test_a_lattice_that_leaves_the_picture_is_not_laid_as_a_smaller_one(origin: float) -> None:
    seen, out = edges(np.full((200, 240, 3), 90, np.uint8)), Axis(origin, 40, 4)
    less = panes.lay(seen, out, Y, 0)
    assert less is not None
    assert less.x.count == 3
    assert panes.within(seen, out, Y) is None
    whole = panes.within(seen, Axis(40, 40, 4), Y)
    assert whole is not None
    assert whole.upright.shape == (4, 5)
