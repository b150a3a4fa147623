"""Squared: how many clicks make a pattern where each turns a square of 3×3 cells, as some games have it.

Such a click is one line of three cells down times one across, so rows and columns are solved one after the other, each
by going through it from one end.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import cv2
import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

REACH = 3
"""Cells along the square that a click turns."""


def few(states: NDArray[np.int64]) -> int | None:
    """How many clicks on squares make a pattern of two states (rows × columns), whichever is lit; None where none do.

    Where other clicks would do as well these are few, but there may be fewer. Squares that don't overlap are no clicks:
    anything may be drawn so. With holes or more than two states nothing is told.
    """
    if states.min() < 0 or states.max() > 1:
        return None
    found = [clicks for lit in (states == 0, states == 1) if (clicks := _clicks(lit)) is not None]
    fewest = min(found, key=np.count_nonzero, default=None)
    if fewest is None:
        return None
    near = cv2.boxFilter(fewest.astype(np.float32), -1, (REACH, REACH), normalize=False, borderType=cv2.BORDER_CONSTANT)
    return int(np.count_nonzero(fewest)) if near.max(initial=0.0) >= 2 else None


def _clicks(lit: NDArray[np.bool_]) -> NDArray[np.bool_] | None:
    """Clicks that make a pattern, as few as one pass finds; None where none do."""
    down = _along(lit)
    across = None if down is None else _along(down.T)
    if across is None:
        return None
    clicks = across.T
    for turned in (clicks, clicks.T):
        _spare(turned)
    return clicks


def _spare(clicks: NDArray[np.bool_]) -> None:
    """Leave out, in place, what turns nothing down a column, where that makes fewer clicks."""
    idle = _idle(len(clicks))
    if idle is not None:
        clicks ^= idle[:, None] & ((clicks & idle[:, None]).sum(axis=0) * 2 > idle.sum())


def _along(lit: NDArray[np.bool_]) -> NDArray[np.bool_] | None:
    """Lines of three, by their middles, that make each column of a pattern; None where none do."""
    made = np.zeros((len(lit) + 2, lit.shape[1]), bool)
    for row, wanted in enumerate(lit):
        made[row + 2] = wanted ^ made[row + 1] ^ made[row]
    over = made[-1]
    if over.any():
        if _idle(len(lit)) is not None:
            return None
        made[1:] ^= (np.arange(len(lit) + 1) % REACH < REACH - 1)[:, None] & over
    return made[1:-1]


def _idle(count: int) -> NDArray[np.bool_] | None:
    """The lines of three that turn nothing together, in a column of so many cells; None where there are none."""
    return np.arange(count) % REACH < REACH - 1 if count % REACH == REACH - 1 else None
