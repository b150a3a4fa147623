"""Controls: a line of buttons or counters right beside a board, laid out with its cells and as large as they are."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from vision.grid.away import away
from vision.grid.content import HINT
from vision.grid.patches import AROUND, taken
from vision.share import share

if TYPE_CHECKING:
    from vision.grid.around import Side
    from vision.grid.cells import Cells

MORE = 2.0
"""Times as much as what cells hold at most that writing differs from what is around it."""
MOST = 0.5
"""Share of the places of a line that are written on, its ends among them, as no cell of the board is: it is none of its
lines. A message that lies over one seldom ends where that does."""


def controls(one: Cells, lines: list[Side | None]) -> list[bool]:
    """Which of the lines of places just outside a board are written on, as its cells are not.

    Args:
        one: the board.
        lines: what is seen above, below, left and right of it, see ``vision.grid.around.sides``.
    """
    told = one.source == "ring" and one.most.max() <= HINT
    return [told and line is not None and _written(one, part, line) for part, line in zip(AROUND, lines, strict=True)]


def _written(one: Cells, part: tuple[int | slice, int | slice], line: Side) -> bool:
    if not line.whole or line.alike:
        return False
    middles = taken(one.patches.lab[part], np.flatnonzero(one.patches.core))
    held = away(middles, line.look[:, None]).max(axis=1) > max(HINT, MORE * float(one.most.max()))
    return bool(held[[0, -1]].all()) and share(held) > MOST
