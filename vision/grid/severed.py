"""Severed: whether something plain lies over whole outer lines of a board, by what is left of the line that it cuts.

What covers a row or a column seldom ends just where cells do. Of the line at its edge a strip is left: either beside
the cells that were read, in the colours of states, or these cells are cut short all along one side.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from vision.grid import patches
from vision.grid.away import away
from vision.grid.beyond import LINES
from vision.grid.middle import middle

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from vision.grid.cells import Cells
    from vision.scene import Scene

STRIP = 8
"""Pixels of a place beside the board in which strips of cells are looked for; more of them is seen otherwise."""
MIDDLE = 0.6
"""Share of a cell's body, along a side, that tells its look."""
NEARLY, PLAIN = 0.15, 8.0
"""How near a strip is to a state's look, over what parts the states; how much (Lab) it may differ along the side."""
PARTED = 10.0
"""How much (Lab) strips differ from what is between them, at least."""
OTHERS, CLEAR = 0.2, 2
"""Share of the strips, at least, that show another state than the cell beside, where nothing parts them; pixels of a
place from the board from which what is parted is none of its own cells."""
FEWEST = 3
"""Cells of a line, at least, and of a state elsewhere, that tell how whole cells look."""
SIDE = 54
"""Pixels along a cell: enough to tell how long it is."""
HINT, SHORT, WHOLE = 4.0, 8.0, 3.0
"""Difference (Lab) at its end by which a cell may be cut short, seen in the coarse view; by which it is; and by which
whole cells of its state differ there, at most."""
BLUR, DEEPEST = 1.5, 0.25
"""Pixels of the picture over which the end of a cell may be spread; share of a step by which cells are cut, at most."""


def severed(scene: Scene, one: Cells) -> bool:
    """Whether a strip is left of a line beside the board, or an outer line is cut short or covered a little."""
    if one.source != "ring" or one.states.count < 2:
        return False
    if one.covers is not None:
        covered = (one.covers.hidden > 0).reshape(one.grid.rows, one.grid.cols)
        return any(bool(covered[line].all()) for line in LINES)
    return _strips(one) or _short(scene, one)


def _strips(one: Cells) -> bool:
    """Whether the places beside some side all show states' colours in a strip next to the board."""
    labels = one.states.labels.reshape(one.grid.rows, one.grid.cols)
    for side, (line, own) in enumerate(zip(patches.AROUND, LINES, strict=True)):
        beside = labels[own]
        if len(beside) < FEWEST:
            continue
        strips = _outward(one.patches.lab[line], side)[:, :STRIP]
        places = strips[:, :, _along(one, side, patches.SIDE)]
        looks = middle(places, axis=2)
        # Gaps between cells go on between strips of cells, as no line or panel shows them.
        parted = (away(strips[:, :, [0, -1]], looks[:, :, None]).min(axis=2) > PARTED).all(axis=0)
        off = away(looks[:, :, None].astype(np.float64), one.states.looks)
        near = off.min(axis=2) < NEARLY * one.states.cut
        near &= middle(away(places, looks[:, :, None]), axis=2) < PLAIN
        shown = off.argmin(axis=2)
        several = [len(np.unique(line)) >= 2 for line in shown.T]
        unlike = np.count_nonzero(shown != beside[:, None], axis=0) >= max(2, OTHERS * len(beside))
        off_board = np.arange(near.shape[1]) >= CLEAR
        if (near.all(axis=0) & ((parted & off_board) | (several & unlike))).any():
            return True
    return False


def _short(scene: Scene, one: Cells) -> bool:
    """Whether all cells of some outer line end before others of their state do, at the board's side."""
    cells = np.arange(one.count).reshape(one.grid.rows, one.grid.cols)
    first = [int((1 - one.grid.body[axis]) / 2 * patches.SIDE) for axis in (1, 1, 0, 0)]
    for side, line in enumerate([cells[line] for line in LINES]):
        if len(line) < FEWEST:
            continue
        inner = np.setdiff1d(cells, line)
        if not _ends(one, side, one.patches.own[line], one.patches.own[inner], (line, inner), first[side], HINT):
            continue
        size = one.grid.rows, one.grid.cols
        across = float(np.linalg.norm(one.homography[:2, 1 if side < 2 else 0]) / one.homography[2, 2])
        margin = math.ceil(BLUR * SIDE / across) + 1
        begin = math.ceil((1 - one.grid.body[1 if side < 2 else 0]) / 2 * SIDE) + margin
        if begin > DEEPEST * SIDE + margin:
            continue
        fine = patches.places(scene, one.homography, size, SIDE, np.concatenate([line, inner]))
        if _ends(one, side, fine[: len(line)], fine[len(line) :], (line, inner), begin, SHORT):
            return True
    return False


def _ends(
    one: Cells,
    side: int,
    seen: NDArray[np.float32],
    others: NDArray[np.float32],
    places: tuple[NDArray[np.int64], NDArray[np.int64]],
    depth: int,
    least: float,
) -> bool:
    """Whether cells differ at ``depth`` pixels from their end by at least so much from all others of their state."""
    along = _along(one, side, seen.shape[1])
    ends, known = (_inward(cells, side)[:, depth, along] for cells in (seen, others))
    for state in range(one.states.count):
        own, same = (one.states.labels[cells] == state for cells in places)
        if not own.any():
            continue
        if np.count_nonzero(same) < FEWEST:
            return False
        typical = middle(known[same], axis=0)
        if middle(away(known[same], typical).mean(axis=1)) > WHOLE:
            return False
        if away(ends[own], typical).mean(axis=1).min() < least:
            return False
    return True


def _along(one: Cells, side: int, pixels: int) -> slice:
    """Which of the pixels of a place along a side are in the middle of a cell."""
    half = MIDDLE * one.grid.body[0 if side < 2 else 1] / 2
    return slice(round((0.5 - half) * pixels), max(round((0.5 - half) * pixels) + 1, round((0.5 + half) * pixels)))


def _outward(line: NDArray[np.float32], side: int) -> NDArray[np.float32]:
    """Places beside a side, as they follow outwards from the board, N×outwards×along×3."""
    turned = line if side < 2 else line.swapaxes(1, 2)
    return turned[:, ::-1] if side in (0, 2) else turned


def _inward(cells: NDArray[np.float32], side: int) -> NDArray[np.float32]:
    """Cells as they follow inwards from a side, N×inwards×along×3."""
    turned = cells if side < 2 else cells.swapaxes(1, 2)
    return turned if side in (0, 2) else turned[:, ::-1]
