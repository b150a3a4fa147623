"""Motley: whether the cells of one state hold each a picture of its own, as cards that are turned up do."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from vision.grid import content
from vision.middle import median

if TYPE_CHECKING:
    from vision.grid.cells import Cells

FEWEST = 3
"""Cells of a state that hold something, at least."""


def motley(one: Cells) -> bool:
    """Whether most cells of some state hold something, and what they hold is not the same."""
    for state in range(one.states.count):
        own = np.flatnonzero((one.states.labels == state) & ~one.marred)
        if len(own) < FEWEST or median(one.content[own]) < content.MUCH:
            continue
        if content.alike(one.inside[own]) < content.ALIKE:
            return True
    return False
