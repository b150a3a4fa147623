"""Headed: boards of signs in which one state is blank, told by the names of their columns and lines.

Nothing shows then where most cells are. But who is to type a column and a line finds both named alike, ``1 2 3`` above
and ``1``, ``2``, ``3`` at one side; a table seldom names its lines as it does its columns.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from vision.grid.doubts import LONGEST_SIDE
from vision.grid.pattern import striped
from vision.grid.signs import FEWEST, LEAST

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from vision.grid.signs import Signs

    Place = tuple[NDArray[np.int64], tuple[float, float], tuple[float, float]]

EVEN, OFF = 0.12, 0.25
"""Share of a step by which steps along a line, or from line to line, differ; by which a sign is off its place."""


def headed(signs: Signs) -> Iterator[Place]:
    """Boards among signs: states (R×C, 0 where nothing is), the middle of the first place (x, y), and both steps."""
    for line in range(int(signs.lines.max()) + 1):
        names = np.flatnonzero(signs.lines == line)
        names = names[np.argsort(signs.across[names])]
        across = signs.across[names]
        if not FEWEST <= len(names) <= LONGEST_SIDE or not _even(across):
            continue
        kinds = signs.kinds[names]
        step = float(np.diff(across).mean())
        if len(set(kinds.tolist())) < len(kinds) or step < LEAST:
            continue
        for side in _sides(signs, kinds, (across[0] - step / 2, across[-1] + step / 2)):
            states = _states(signs, side, across, step)
            if states is not None:
                down, first = np.polyfit(np.arange(len(side)), _down(signs)[side], 1)
                yield states, (float(across[0]), float(first)), (step, float(down))


def _down(signs: Signs) -> NDArray[np.float64]:
    """The middle of each sign from top to bottom."""
    return np.asarray(signs.boxes[:, 1] + signs.boxes[:, 3] / 2)


def _even(places: NDArray[np.float64]) -> bool:
    """Whether places in order are as far apart all along."""
    steps = np.diff(places)
    return bool(np.abs(steps - steps.mean()).max() <= EVEN * abs(steps.mean()))


def _sides(signs: Signs, kinds: NDArray[np.int64], span: tuple[float, float]) -> Iterator[NDArray[np.int64]]:
    """The signs that name lines as the columns between two places are named, on the left or on the right of these."""
    for beside in (signs.across < span[0], signs.across > span[1]):
        names: list[int] = []
        for kind in kinds.tolist():
            last = int(signs.lines[names[-1]]) if names else -1
            ahead = np.flatnonzero(beside & (signs.kinds == kind) & (signs.lines > last))
            if names:  # one below the other
                ahead = ahead[np.abs(signs.across[ahead] - signs.across[names[0]]) <= signs.boxes[names[0], 2] / 2]
            if not len(ahead):
                break
            names.append(int(ahead[signs.lines[ahead].argmin()]))
        if len(names) >= FEWEST and _even(_down(signs)[names]):
            yield np.array(names)


def _states(
    signs: Signs, side: NDArray[np.int64], across: NDArray[np.float64], step: float
) -> NDArray[np.int64] | None:
    """1 where a sign stands below the name of a column and beside that of a line; None where there are several kinds.

    Or where all lines, or all columns, are alike.
    """
    states, kinds = np.zeros((len(side), len(across)), np.int64), set[int]()
    for row, name in enumerate(side.tolist()):
        own = np.flatnonzero(signs.lines == signs.lines[name])
        off = np.abs(signs.across[own][:, None] - across[None])
        there = off <= OFF * step
        states[row] = there.any(axis=0)
        kinds |= set(signs.kinds[own[there.any(axis=1)]].tolist())
    if len(kinds) != 1 or striped(states):
        return None
    return states
