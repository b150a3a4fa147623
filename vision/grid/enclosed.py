"""Enclosed: whether no more cells fit in around a board, though its own look like the page."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from vision.grid.around import RULED, SHADE
from vision.grid.away import away
from vision.grid.dealt import clicked
from vision.grid.patches import AROUND, SIDE, outward

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from vision.grid.cells import Cells

NEAR, ALIKE, RIM = 12, 2, 2
"""Pixels of a place (``SIDE``) within which the lines run; by which those on opposite sides may be nearer or farther;
and that are no more than the rim of the board's own cells."""


def enclosed(one: Cells, shown: NDArray[np.bool_] | None, looks: NDArray[np.float64]) -> bool:
    """Whether on each side, as near as on the opposite one, a line of one colour runs along all of the board.

    Or the picture ends there on all sides: it is of the board alone. Plots and cellular automata are drawn so, too: it
    only counts where clicks make the pattern, which chance seldom does.

    Args:
        one: the board.
        shown: which pixels of its places are in the picture (``patches.shown``), None where all are.
        looks: of the states whose cells may follow (K×3, Lab), which the line is unlike.
    """
    if one.source != "ring" or not len(looks) or not clicked(one):
        return False
    if shown is not None and not any(outward(shown[line], side)[:, RIM:].any() for side, line in enumerate(AROUND)):
        return True
    reaches = [_reach(one, side, shown, looks) for side in range(len(AROUND))]
    return all(
        first is not None and second is not None and abs(first - second) <= ALIKE
        for first, second in zip(reaches[::2], reaches[1::2], strict=True)
    )


def _reach(one: Cells, side: int, shown: NDArray[np.bool_] | None, looks: NDArray[np.float64]) -> int | None:
    """Pixels (of ``SIDE``) to the line along a side; None where there is none within reach."""
    even = one.patches.uneven[side, :NEAR] < SHADE
    lines = outward(one.patches.lab[AROUND[side]], side)[0, :NEAR, SIDE // 2]
    ruled = even & (away(lines[:, None].astype(np.float64), looks[None]).min(axis=1) > RULED)
    if shown is not None:
        ruled &= outward(shown[AROUND[side]], side)[:, :NEAR].all(axis=(0, 2))
    found = np.flatnonzero(ruled)
    return int(found[0]) if len(found) else None
