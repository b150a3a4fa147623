"""Edged: cells that show where they end though no outline was found of them, too faint, or drowned in light."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from vision.grid import content
from vision.grid.around import SHADE
from vision.grid.away import away
from vision.grid.beyond import END, FEWEST, PARTED, ending
from vision.grid.unlike import unlike
from vision.share import share

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from vision.grid.around import Side
    from vision.grid.cells import Cells
    from vision.grid.extents import Grid

RUN_ON, MOSTLY = 1.2, 0.5
"""Difference (Lab) up to which nothing is drawn between like neighbours; share of a state's cells that have no outline,
from which it may be no more than the page."""
BENT = 0.2
"""Blends of two colours lie off the straight way between them (Lab) by at most this share of it."""


def outlined(one: Cells) -> Grid:
    """The grid, with the cells that show their edge among those that have an outline."""
    return replace(one.grid, taken=one.grid.taken | edged(one).reshape(one.grid.taken.shape))


def edged(one: Cells) -> NDArray[np.bool_]:
    """Which cells show their edge though no outline was found of them, N: it is too faint, or drowned in light.

    They are the very drawing of others of their state, which differs at all four ends, as what is between two of them
    does, or in all four corners, from what is within. They are as like it there as anywhere, and not plain: where there
    is no cell the page goes on, and may be lit up there.
    """
    found = np.zeros(one.count, bool)
    taken, inner = one.grid.taken.ravel(), one.patches.inner()
    if taken.all():
        return found
    for state, drawing in enumerate(one.drawings):
        own = np.flatnonzero(one.states.labels == state)
        if len(own) < FEWEST or taken[own].all():
            continue
        ends = []
        for turned in (drawing, drawing.swapaxes(0, 1)):
            line = turned[:, END:-END].mean(axis=1)
            off = away(line, line[END:-END].mean(axis=0))
            ends += [off[:END].max(), off[-END:].max()]
        others = [
            one.rings[one.states.labels == other].mean(axis=0) for other in range(one.states.count) if other != state
        ]
        if (min(ends) >= PARTED and _parted(one, state)) or _cornered(drawing, others) >= PARTED:
            missed = unlike(inner[own], drawing)
            blank = unlike(inner[own], np.zeros_like(drawing) + drawing[END:-END, END:-END].mean(axis=(0, 1)))
            found[own] = missed.mean(axis=(1, 2)) <= content.same(one)[1]
            found[own] &= (_at_ends(missed) <= _at_ends(blank)).all(axis=0)
    return found


def _at_ends(off: NDArray[np.float32]) -> NDArray[np.float32]:
    """The means of N×side×side numbers at the four ends of the cells, 4×N."""
    ends = off[:, :END], off[:, -END:], off[:, :, :END], off[:, :, -END:]
    return np.stack([end.mean(axis=(1, 2)) for end in ends])


def _parted(one: Cells, state: int) -> bool:
    """Whether something is between cells of a state that are neighbours, wherever some are."""
    return all(found >= PARTED for found in _between(one, state))


def _between(one: Cells, state: int) -> list[float]:
    """How much (Lab) what is between neighbours of a state is unlike them, for each of the ways in which some are."""
    like = one.board == state
    lab, found = one.patches.lab[1:-1, 1:-1], []
    for own, cells in ((like, lab), (like.T, lab.transpose(1, 0, 3, 2, 4))):
        pairs = own[:-1] & own[1:]
        if pairs.any():
            found.append(ending(cells[:-1][pairs], cells[1:][pairs]))
    return found


def _cornered(drawing: NDArray[np.float32], others: list[NDArray[np.float64]]) -> float:
    """How much (Lab) all four corners differ from what is within, but for the light of other states on them."""
    within = drawing[END:-END, END:-END].mean(axis=(0, 1))
    off = drawing[[0, 0, -1, -1], [0, -1, 0, -1]] - within
    least = float(np.linalg.norm(off, axis=1).min())
    for light in [other - within for other in others]:
        lit = np.maximum(0.0, off @ light / max(float(light @ light), 1e-6))[:, None] * light
        left = np.linalg.norm(off - lit, axis=1) - BENT * np.linalg.norm(lit, axis=1)
        least = min(least, float(left.min()))
    return least


def endless(one: Cells, grid: Grid, missing: NDArray[np.bool_] | None = None) -> bool:
    """Whether nothing parts the cells of some state from one another, nor from the page: lines of them may be missing.

    A frame around the board, as ``grid`` tells of, would tell where it ends. Places (rows×columns) known to have no
    cell are ``missing``.
    """
    if grid.framed:
        return False
    return any(missing is None or not missing[one.board == state].all() for state in _unparted(one))


def closed(one: Cells, sides: list[Side | None]) -> bool:
    """Whether cells that nothing parts from one another end where the board does: around it all is of other colours."""
    looks = one.states.looks[_unparted(one)]
    if not len(looks) or one.source != "ring":
        return False
    for side in sides:
        if side is None or not side.whole or away(side.look[:, None].astype(np.float64), looks).min() < SHADE:
            return False
    return True


def _unparted(one: Cells) -> list[int]:
    """The states most of whose cells have no outline, and between which nothing is."""
    grid, labels = one.grid, one.board
    found = []
    for state in range(one.states.count):
        if share(grid.taken[labels == state]) <= 1 - MOSTLY:
            between = _between(one, state)
            if between and max(between) < RUN_ON:
                found.append(state)
    return found
