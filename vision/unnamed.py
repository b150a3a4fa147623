"""What stays doubtful about a grid nobody named: many things of the world look like a board.

A seat plan, a colour puzzle or a table of cards can be the very picture of a two-coloured board. These tests hold back
``sure`` where the look of the grid is commoner elsewhere than in the puzzle; naming the puzzle settles them all.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from vision.memento.algebra import checks

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from vision.reading import Reading

LONGEST_SHAPE = 3.0
"""Sides of a board, the longer to the shorter, from which it is commoner as a strip of something else."""


def doubts(reading: Reading) -> tuple[str, ...]:
    """Why a sure reading should not be acted on unless the user says which puzzle it is; empty where nothing speaks.

    Args:
        reading: of any kind; locks and panels have a look of their own and are never doubted here.
    """
    if reading.kind not in ("lights-out", "memento") or not reading.cells:
        return ()
    states = _grid(reading)
    found = []
    if reading.kind == "memento" and states.min() >= 0 and not checks(states == 0):
        found.append("flipping whole lines can't make this pattern: it may be another puzzle")
    if reading.kind == "lights-out":
        if reading.states > 2:
            found.append(f"{reading.states} colours: many other games look like that")
        if max(states.shape) >= LONGEST_SHAPE * min(states.shape) and min(states.shape) > 1:
            found.append("a board this long is rare")
        if _framed(states):
            found.append("one colour is exactly the rim: it may be a frame around another game's field")
    return tuple(f"{reason}; name the puzzle if it is {reading.kind}" for reason in found)


def _grid(reading: Reading) -> NDArray[np.int64]:
    """States, rows × columns; -1 where there is no cell or it can't be read."""
    shape = (1 + max(cell.row for cell in reading.cells), 1 + max(cell.col for cell in reading.cells))
    states = np.full(shape, -1, dtype=np.int64)
    for cell in reading.cells:
        states[cell.row, cell.col] = -1 if cell.state is None else cell.state
    return states


def _framed(states: NDArray[np.int64]) -> bool:
    """Whether one state fills the rim, corners aside, and nothing else."""
    if min(states.shape) < 4:
        return False
    rim = np.ones(states.shape, dtype=bool)
    rim[1:-1, 1:-1] = False
    corners = np.zeros(states.shape, dtype=bool)
    corners[:: states.shape[0] - 1, :: states.shape[1] - 1] = True
    sides, inside = states[rim & ~corners], states[~rim]
    return bool((sides == sides[0]).all() and not (inside == sides[0]).any())
