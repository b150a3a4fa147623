"""How likely each cell is to show the picture, and what the puzzle's algebra makes of the doubtful ones.

A cell's doubt stays its own: where something lies over it, what is left of the tile or of its edges tells, and the
board's algebra where that is not enough. Few cells are ever doubtful, and few patterns can be made by flipping lines.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from solver.decoding import decode
from solver.puzzles import memento
from solver.solving import plan
from vision.memento import covers, place, veils

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from vision.memento.axis import Axis
    from vision.memento.covers import Cut
    from vision.memento.panes import Panes

TRACE = 0.08  # share of a cell that looks as a tile does, from which it may be one with something over it
HELD = 0.5  # support below which the edge between tile and picture is not there
PLAIN = 1e-5  # chance that a cell with nothing over it is misread
PARTLY = (0.02, 0.15)  # chance that a torn tile is none: with much of it left, with little
HIDDEN = 0.6  # chance that a cell shows the picture where its tile's edges or traces of a tile speak against it
DEALT = 0.95  # chance that a board can be solved: all that the game deals can
UNSEEN = 0.7  # share of a cell that is hidden, from which the rest says nothing
LARGEST = 81  # cells of a board that is decoded


def chances(vectors: NDArray[np.float32], cut: Cut, window: Panes | None) -> NDArray[np.float64]:
    """Probability of each cell to be face up.

    Args:
        vectors: n×d looks of the cells at full size.
        cut: covered cells.
        window: the board's lattice laid over the edges, nothing around it; None where that leaves the picture.
    """
    covered = cut.covered
    blocks = veils.blocks(vectors)
    match = veils.match(blocks, cut.clear)
    clear = covered & (match >= covers.CLEAR)
    tile, border = place.tile_look(vectors, covered, clear if clear.sum() >= 2 else covered)
    chance = place.uncovered(np.sqrt(((vectors - tile) ** 2).sum(1)), border)
    torn = covered & ~clear
    left = np.clip((match[torn] - veils.TORN) / (covers.CLEAR - veils.TORN), 0, 1)
    chance[torn] = PARTLY[1] + (PARTLY[0] - PARTLY[1]) * left
    hidden = ~covered & ((match >= TRACE) | _unheld(window, covered))
    chance[hidden] = np.minimum(chance[hidden], np.where(match[hidden] >= TRACE, HIDDEN, (1 + HIDDEN) / 2))
    return np.asarray(np.clip(chance, PLAIN, 1 - PLAIN), np.float64)


def unseen(over: NDArray[np.bool_], x: Axis, y: Axis) -> NDArray[np.bool_]:
    """Of which cells hardly anything is seen, row by row.

    Args:
        over: H×W, what can't be seen.
        x: the upright lines of the lattice in frame pixels.
        y: the level ones.
    """
    found = np.zeros((y.count, x.count), bool)
    for row, col in np.ndindex(*found.shape):
        top, left = round(y.origin + row * y.pitch), round(x.origin + col * x.pitch)
        cell = over[max(0, top) : round(top + y.pitch), max(0, left) : round(left + x.pitch)]
        found[row, col] = bool(cell.size) and float(cell.mean()) >= UNSEEN
    return found.ravel()


def _unheld(window: Panes | None, covered: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Which cells have a neighbour of the other kind and no edge towards it: something lies over both."""
    found = np.zeros(len(covered), bool)
    if window is None or window.x.count * window.y.count != len(covered):
        return found
    shape = (window.y.count, window.x.count)
    found = found.reshape(shape)
    flags = covered.reshape(shape)
    across = (flags[:, 1:] != flags[:, :-1]) & (window.upright[:, 1:-1] < HELD)
    down = (flags[1:] != flags[:-1]) & (window.level[1:-1] < HELD)
    found[:, 1:] |= across
    found[:, :-1] |= across
    found[1:] |= down
    found[:-1] |= down
    return found.ravel()


def weighed(chance: NDArray[np.float64], shape: tuple[int, int]) -> NDArray[np.float64]:
    """The same probabilities with what is known of the game: nearly every board can be solved."""
    puzzle = memento.puzzle(*shape)
    if chance.size > LARGEST or (np.minimum(chance, 1 - chance) <= PLAIN).all():
        return chance
    found = decode(puzzle, np.stack([1 - chance, chance], 1), limit=1)
    by_chance = 0.5 ** len(plan(puzzle).checks)
    dealt = DEALT * found.p_solvable / by_chance
    other = (1 - DEALT) * (1 - found.p_solvable) / (1 - by_chance)
    solvable = np.array([row[1] for row in found.cell_posteriors])
    return np.asarray((dealt * solvable + other * chance) / (dealt + other), np.float64)
