"""Terminal: boards that a program writes as lines of signs, like ``# . #`` or ``[X][ ]``.

No cell has an outline there. But the signs of a terminal stand in columns as well as in lines: those of some board's
cells, or the brackets around them, are of one or two kinds and stand in every place of some rows and columns. In tables
and in writing there are more kinds, or places without any.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations, starmap
from typing import TYPE_CHECKING

import numpy as np

from vision.grid.answer import offered
from vision.grid.doubts import TERMINAL
from vision.grid.headed import headed
from vision.grid.pattern import striped
from vision.grid.signs import FEWEST, LEAST, Signs, blocks, told
from vision.grid.typed import typed
from vision.grid.unbroken import unbroken

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from vision.reading import Reading
    from vision.scene import Scene

LONGEST = 2700
"""Pixels of the longer side of the view in which signs are looked for, at most."""
COMMON = 7
"""Kinds of signs of a block that are tried, the commonest."""
EVEN, STEADY, OFF = 0.12, 0.6, 0.2
"""How far two steps along a line are apart that are one; share that must be so; how far a sign is off its place."""
STATES, NUMBER = 2, 2
"""Texts that are written for cells; signs of the number of a line."""


@dataclass(frozen=True, slots=True, eq=False)
class _Board:
    """States of places, R×C; the middle of the first (x, y), and a step across and down."""

    states: NDArray[np.int64]
    middle: tuple[float, float]
    step: tuple[float, float]


def terminal(scene: Scene) -> Reading | None:
    """The largest board of signs in the scene, never sure; None where there is none."""
    level = scene.level_for(LONGEST)
    every = list(blocks(scene, level))
    signs = [one for block in every for one in told(block)]
    found = [board for one in signs for board in (*_boards(one), *starmap(_Board, headed(one)))]
    found = found or [board for block in every for board in starmap(_Board, typed(block))]
    # What is written last is how the board is now.
    best = max(found, key=lambda one: (one.states.size, one.middle[1]), default=None)
    if best is None:
        return None
    (x, y), (across, down) = best.middle, best.step
    matrix = np.array([[across, 0.0, x - across / 2], [0.0, down, y - down / 2], [0.0, 0.0, 1.0]])
    return offered(best.states, matrix, level, TERMINAL)


def _boards(signs: Signs) -> Iterator[_Board]:
    """Boards whose places begin with a sign of one of two kinds each, or of one with one of two texts behind it."""
    kinds, counts = np.unique(signs.kinds, return_counts=True)
    common = kinds[np.argsort(-counts)][:COMMON].tolist()
    for chosen in (*combinations(common, 1), *combinations(common, 2)):
        laid = _laid(signs, np.flatnonzero(np.isin(signs.kinds, chosen)))
        if laid is None:
            continue
        places, first, step = laid
        for rows, cols in unbroken(places >= 0):
            block = places[rows, cols]
            left, right = first + cols.start * step - step / 2, first + cols.stop * step
            shown = None if _amid(signs, rows, (left, right)) else _states(signs, block, step)
            if shown is not None:
                states, off = shown
                top, down = signs.down(block.ravel())
                yield _Board(states, (first + cols.start * step + off, top), (step, down))


def _amid(signs: Signs, rows: slice, span: tuple[float, float]) -> bool:
    """Whether more stands in some of those lines beside a span (left, right) than a number that names the line."""
    lines = (signs.lines >= rows.start) & (signs.lines < rows.stop)
    beside = lines & ((signs.across < span[0]) | (signs.across > span[1]))
    return bool(np.bincount(signs.lines[beside], minlength=1).max() > NUMBER)


def _laid(signs: Signs, own: NDArray[np.int64]) -> tuple[NDArray[np.int64], float, float] | None:
    """Where signs stand along the lines: their numbers (lines × places), the first place's middle and a step."""
    across, lines = signs.across[own], signs.lines[own]
    order = np.lexsort((across, lines))
    own, across, lines = own[order], across[order], lines[order]
    steps = np.diff(across)[np.diff(lines) == 0]
    if len(own) < FEWEST**2 or not len(steps) or (step := float(np.median(steps))) < LEAST:
        return None
    close = np.abs(steps - step) <= EVEN * step
    if close.mean() < STEADY:
        return None
    step = float(steps[close].mean())
    turn = np.exp(2j * np.pi * across / step).mean()
    first = float(np.angle(turn) / (2 * np.pi) % 1 * step)
    number = np.rint((across - first) / step).astype(np.int64)
    if np.ptp(number) == 0:
        return None
    step, first = (float(one) for one in np.polyfit(number, across, 1))
    if step < LEAST:
        return None
    fits = np.abs(across - first - number * step) <= OFF * step
    low = int(number[fits].min(initial=0)) if fits.any() else 0
    places = np.full((int(signs.lines.max()) + 1, int(number.max()) - low + 1), -1, np.int64)
    places[lines[fits], number[fits] - low] = own[fits]
    return places, first + low * step, step


def _states(signs: Signs, block: NDArray[np.int64], step: float) -> tuple[NDArray[np.int64], float] | None:
    """States of places that begin with those signs, 1 where there is more ink; None where they are not of two kinds.

    Behind signs of two kinds may stand what stands there in all lines, like a comma, and anything after the last. Where
    all lines, or all columns, are alike, it is a ruler or a table. And by how many pixels the middle of a place is
    behind its first sign's.
    """
    across, area = signs.across, signs.boxes[:, 2] * signs.boxes[:, 3]
    texts = [[_text(signs, across, sign, step) for sign in line] for line in block.tolist()]
    first = [[int(signs.kinds[text[0]]) for text in line] for line in texts]
    behind = [[tuple(signs.kinds[text[1:]].tolist()) for text in line] for line in texts]
    alone = len({kind for line in first for kind in line}) == 1
    if alone and block.shape[1] > FEWEST and not any(line[-1] for line in behind):
        return _states(signs, block[:, :-1], step)  # what parts cells stands behind the last one, too
    if not alone and any(len(set(column)) > 1 for column in list(zip(*behind, strict=True))[:-1]):
        return None
    shown = behind if alone else first
    kinds = list(dict.fromkeys(one for line in shown for one in line))
    named = np.array([[kinds.index(one) for one in line] for line in shown])
    if len(kinds) != STATES or striped(named):
        return None
    own = [text if alone else text[:1] for line in texts for text in line]
    ink = np.array([area[text].sum() for text in own])
    lit = int(ink[named.ravel() == 1].mean() > ink[named.ravel() == 0].mean())
    ends = signs.boxes[:, 0] + signs.boxes[:, 2]
    off = [(signs.boxes[text, 0].min() + ends[text].max()) / 2 - across[text[0]] for text in own]
    return np.asarray((named == lit).astype(np.int64)), float(np.median(off))


def _text(signs: Signs, across: NDArray[np.float64], sign: int, step: float) -> NDArray[np.int64]:
    """A sign and those behind it up to the next place, in order."""
    ahead = across - across[sign]
    near = np.flatnonzero((signs.lines == signs.lines[sign]) & (ahead >= 0) & (ahead < (1 - OFF) * step))
    return np.asarray(near[np.argsort(ahead[near])])
