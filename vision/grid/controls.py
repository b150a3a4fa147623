"""Controls: a line of buttons right beside a board, laid out with its cells and as large as they are."""

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

FAR = 0.3
"""Share of what parts the states by which a button's colour differs from each of theirs."""
MOST = 0.5
"""Share of the outlined places of a line that hold something where they are buttons."""


def outside(one: Cells, lines: list[Side | None]) -> float:
    """Share of the places just outside one side that have an outline and may be cells, the worst side.

    Args:
        one: the board.
        lines: what is seen around it, see ``vision.grid.around.sides``.
    """
    sides = zip(AROUND, lines, one.grid.outside, strict=True)
    return max(
        0.0 if boxed.any() and line is not None and _buttons(one, part, line) else share(boxed)
        for part, line, boxed in sides
    )


def _buttons(one: Cells, part: tuple[int | slice, int | slice], line: Side) -> bool:
    """Whether a line is written on in colours of no state, where no cell is written on and colours tell the states."""
    if one.source != "ring" or one.most.max() > HINT or not line.whole or line.alike:
        return False
    far = away(line.look[:, None].astype(np.float64), one.states.looks[None]).min(axis=1) > FAR * one.states.cut
    middles = taken(one.patches.lab[part], np.flatnonzero(one.patches.core))
    held = away(middles, line.look[:, None]).max(axis=1) > HINT
    return bool(far.all() and np.count_nonzero(held) >= MOST * len(held))
