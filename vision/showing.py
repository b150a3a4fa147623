"""Showing: what the states of a reading show, whatever the picture does: their table, its shape, what makes it.

A pattern of flips, of clicks, of stripes: each is asked of the same table of states.
"""

from __future__ import annotations

from math import dist
from typing import TYPE_CHECKING

import numpy as np

from vision.algebra import ALGEBRA_PLAIN, checks
from vision.grid import dealt
from vision.homography import project_few

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from vision.reading import Reading

THREE = 3
"""Rows and columns from which stripes are seldom lights."""


def table(reading: Reading) -> NDArray[np.int64]:
    """States, rows × columns; -1 where there is no cell or it can't be read."""
    cells = reading.cells
    shape = 1 + cells[-1].row, 1 + max([cell.col for cell in cells])
    seen = np.array([-1 if cell.state is None else cell.state for cell in cells], np.int64)
    if len(seen) == shape[0] * shape[1]:
        return seen.reshape(shape)
    states = np.full(shape, -1, np.int64)
    states[[cell.row for cell in cells], [cell.col for cell in cells]] = seen
    return states


def passed(reading: Reading) -> int:
    """What the checks of boards that clicks make say of the pattern; 0 where they can't be asked."""
    states = table(reading)
    return dealt.checks(states) if reading.states == 2 and states.min() >= 0 else 0


def told_by_clicks(reading: Reading) -> bool:
    """Whether clicks make the pattern of a grid, which on its size chance hardly ever does, or only few are needed."""
    return passed(reading) > dealt.TELLING or dealt.few_clicks(table(reading))


def aspect_ratio(reading: Reading, states: NDArray[np.int64]) -> float:
    """A column's step over a row's, in the middle of the board."""
    row, col = states.shape[0] / 2, states.shape[1] / 2
    here, right, below = project_few(
        np.reshape(reading.homography, (3, 3)), [(col, row), (col + 1, row), (col, row + 1)]
    )
    return dist(here, right) / dist(here, below)


def share(reading: Reading, pixels: int) -> float:
    """The share that a grid covers of a picture of so many pixels; 1 for anything else."""
    if reading.kind not in ("lights-out", "memento"):
        return 1.0
    left, top, right, bottom = reading.outline
    return (right - left) * (bottom - top) / pixels


def proven(tiles: Reading) -> bool:
    """Whether tiles make a pattern that hardly anything but flips makes."""
    return checks(table(tiles) == 0) >= ALGEBRA_PLAIN


def flipped(reading: Reading) -> bool:
    """Whether flips of whole lines make the pattern, which chance and the makers of other puzzles hardly ever do."""
    states = table(reading)
    if reading.states != 2 or states.min() < 0:
        return False
    return checks(states == 0) >= ALGEBRA_PLAIN or striped(states) or _diagonal(states)


def _diagonal(states: NDArray[np.int64]) -> bool:
    """Whether the diagonal that flips turn, and nothing else, is of the other state."""
    square = states.shape[0] == states.shape[1] >= THREE
    return square and bool(((states[::-1] == states[-1, 0]) == np.eye(len(states), dtype=np.bool_)).all())


def striped(states: NDArray[np.int64]) -> bool:
    """Whether rows, or columns, are all of one state each: of 590 boards of lights with three of both none were."""
    alike = ((states == states[0]).all(), (states == states[:, :1]).all())
    return min(states.shape) >= THREE and bool(any(alike) and not all(alike))
