"""Undealt: patterns of states that boards in play hardly show, but pictures, heaps and frames do."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from vision.grid import dealt
from vision.grid.pattern import cross, lumped, remainders, rimmed

if TYPE_CHECKING:
    from numpy.typing import NDArray

PICTURE, LETTERS = 36, 49
"""Cells from which a picture shows; from which one of letters does."""
LUMPED, SEEN = 3.5, 0.1
"""Deviations by which like cells lie together more often than by chance, in a picture: one in thousands of boards dealt
at random, by clicks or left by a chase does so; share of the cells that both states have then, at least."""
BOTH, CROSSING = 0.35, 3
"""Share of the cells that each state has at least where whole rows and columns of one are walls: lights that are mostly
out leave such lines, too. Of 235 boards from six rows of six none had three."""
RARE = 5.0
"""Deviations by which cells of one state are fewer than half, on a board dealt sparsely."""


def pictured(states: NDArray[np.int64]) -> bool:
    """Whether like cells lie together or fill the rim or two sides, as in drawings, heaps, mazes and lines of lamps.

    Boards that more than few clicks make are mixed well. One click alone makes a plus, which is a sign where it stands
    in the middle.
    """
    if not _mixed(states) or states.size < PICTURE:
        return False
    lies = rimmed(states) or _amid(states) or min(lumped(part) for part in remainders(states)) > LUMPED
    plus = cross(states) is not None and not (states == states[::-1, ::-1]).all()
    return lies and not plus and not dealt.few_clicks(states)


def _amid(states: NDArray[np.int64]) -> bool:
    """Whether both outer rows, or columns, are all of the commoner state, as around letters: of 1967 boards none were.

    Half of those were dealt by chance and half by clicks, from six rows of six to 12 of 14. Small ones may be so.
    """
    if states.size < LETTERS:
        return False
    common = states == np.bincount(states.ravel()).argmax()
    return any(bool(lines[0].all() and lines[-1].all()) for lines in (common, common.T))


def sparse(states: NDArray[np.int64]) -> bool:
    """Whether far fewer cells are of one state than chance leaves, though no few clicks make the pattern."""
    if not _mixed(states):
        return False
    fewer = min((part.size / 2 - _rarer(states)) / (np.sqrt(part.size) / 2) for part in remainders(states))
    return bool(fewer > RARE) and not dealt.few_clicks(states)


def stray(states: NDArray[np.int64]) -> bool:
    """Whether hardly any cells are of one state, which clicks don't make, or on a large board only many.

    Lights that were chased to the last line are all in that line; one alone is so by chance.
    """
    if states.min() < 0 or states.max() != 1 or _rarer(states) >= max(2, SEEN * states.size):
        return False
    if dealt.checks(states) < 0:
        return True
    odd = states == int(np.count_nonzero(states) <= states.size / 2)
    lined = _rarer(states) > 1 and 1 in (np.count_nonzero(odd.any(axis=0)), np.count_nonzero(odd.any(axis=1)))
    return states.size >= PICTURE and not lined and cross(states) is None and not dealt.few_clicks(states)


def walled(states: NDArray[np.int64]) -> bool:
    """Whether whole rows and whole columns of one state cross, though both states are common: as in crosswords."""
    if states.size < PICTURE or states.min() < 0 or states.max() > 1 or _rarer(states) < BOTH * states.size:
        return False
    lines = ((alike.all(axis=1).sum(), alike.all(axis=0).sum()) for alike in (states == 0, states == 1))
    return any(min(rows, cols) > 0 and rows + cols >= CROSSING for rows, cols in lines)


def balanced(states: NDArray[np.int64]) -> bool:
    """Whether every line has as many cells of both states, and nowhere three alike in a row, as in binary puzzles.

    Of all patterns of six rows of six one in six million is so.
    """
    if states.size < PICTURE or states.min() < 0 or states.max() != 1 or any(side % 2 for side in states.shape):
        return False
    halves = all((2 * states.sum(axis=axis) == states.shape[axis]).all() for axis in (0, 1))
    sums = (states[:-2] + states[1:-1] + states[2:], states[:, :-2] + states[:, 1:-1] + states[:, 2:])
    return halves and not any(np.isin(threes, (0, 3)).any() for threes in sums)


def _mixed(states: NDArray[np.int64]) -> bool:
    """Whether there are two states, and not too few cells of either to say something."""
    return states.min() >= 0 and states.max() == 1 and _rarer(states) >= SEEN * states.size


def _rarer(states: NDArray[np.int64]) -> int:
    """Cells of the rarer of two states."""
    return int(np.bincount(states.ravel(), minlength=2).min())


def framed(states: NDArray[np.int64]) -> bool:
    """Whether one state fills the rim, corners aside, and nothing else."""
    sides = (states[0, 1:-1], states[-1, 1:-1], states[1:-1, 0], states[1:-1, -1])
    if min(states.shape) < 4 or any((side != states[0, 1]).any() for side in sides):
        return False
    return not (states[1:-1, 1:-1] == states[0, 1]).any()
