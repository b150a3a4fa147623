"""Beyond: whether the board goes on outside the grid that was read, or ends before, where outlines don't show it.

A line of places is held against what the board's cells look like, pixel by pixel and gaps included. Plain surroundings,
even in a state's colour, have no pattern in common with cells.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

import cv2
import numpy as np

from vision.grid import patches
from vision.grid.away import away
from vision.middle import median
from vision.share import share

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from vision.grid.cells import Cells
    from vision.grid.extents import Grid
    from vision.grid.patches import Patches

BLANK = 0.05
"""A line of places whose pixels all differ less than this (Lab) from its first has no pattern at all."""
MODELS = 9
"""Cells of each state, spread over the board, that show how it looks beside these or those neighbours."""
SLIVER = 27
"""Pixels of each place that must be in the picture."""
NEAR = 6
"""Pixels of a place outside that are next to the board."""
FOLLOWS = 0.84
"""Correlation with cells from which a line outside the board is more of it."""
PATTERN, LIKE = 0.8, 0.5
"""Cells with a pattern correlate at least as the first with one another; a line of cells as the second with them."""
FEWEST, OUTLINED = 4, 0.6
"""Cells of the line's state, and share of them all, that have an outline: else it is no wonder that a line has none."""
EVERY = 0.4
"""Each cell's pattern is at least this strong, over that of all."""
QUIET = 0.5
"""What is drawn in most places of the line is at least this strong, over the plainest cell of the board."""
STRAY, BROKEN = 0.25, 0.58
"""Share of the places of a line up to which outlines there are strays; share of its box that a broken outline fills
less of, as blotches of grain do."""
FRINGE, INNER = 0.5, 0.9
"""Share of the cells of an outer line that have an outline where it may be none of the board's, as of all others."""
LINES: tuple[tuple[int | slice, int | slice], ...] = np.s_[0, :], np.s_[-1, :], np.s_[:, 0], np.s_[:, -1]
"""The outer lines of a board: above, below, left, right."""
END, PARTED, UNPARTED, PAIRS = 4, 2.0, 0.3, 3
"""Pixels at a place's end where a line or a gap parts it from the next; how much (Lab) that differs, at least; share of
it up to which nothing does; pairs of cells of a state that tell it, at least."""
ALIKE = 0.6
"""Correlation of a place with a cell from which it is one: what is around a board comes to 0.4."""
WEAKEST, STRONGEST = 0.3, 2.0
"""The pattern must be this strong, over that of the board's own cells."""


def likeness(one: Cells, shown: NDArray[np.bool_] | None) -> float:
    """Correlation with cells of the line outside the board that looks most like cells; 0 where none does, 1 where each.

    ``shown`` tells which pixels of the board's places are in the picture (``patches.shown``), None where all are.
    """
    return max(likenesses(one, shown))


def likenesses(one: Cells, shown: NDArray[np.bool_] | None) -> list[float]:
    """The same of the lines above, below, left and right of the board."""
    lab = one.patches.lab
    models: NDArray[np.float32] | None = None
    states = np.empty(0, np.int64)
    found = [0.0] * len(patches.AROUND)
    for turn, (side, far, most) in enumerate(zip(patches.AROUND, _outward(NEAR), one.patches.ranges, strict=True)):
        if shown is None and most < BLANK:
            continue
        pixels = far
        if shown is not None:
            visible = shown[side].all(axis=0)
            if not visible.all():  # where a place is cut only its gap is left out, for want of more
                gap = round((1 - min(one.grid.body)) / 2 * patches.SIDE) + 1
                pixels = _outward(gap)[turn]
                pixels = pixels[visible.ravel()[pixels]]
        places = _planes(patches.taken(lab[side], pixels))
        if not places.size or np.abs(places - places[:1, :, :1]).max() < BLANK:
            continue  # nothing is drawn there
        if models is None:
            chosen = _models(one.states.labels)
            models, states = one.patches.planes[chosen], one.states.labels[chosen]
        cells = models.take(pixels, axis=2)
        if not _quiet(places, cells):
            even = _usual_lines(turn) if pixels is far else _lines_of(turn, pixels)
            found[turn] = max(_correlation(places, cells, states), _each(places, cells, even))
    return found


@cache
def _outward(near: int) -> list[NDArray[np.int64]]:
    """The pixels of a place above, below, left and right of a board but for the ``near`` lines next to it.

    There the board's edge and its glow show.
    """
    places = np.arange(patches.SIDE**2).reshape(patches.SIDE, patches.SIDE)
    return [np.sort(turned[:-near], axis=None) for turned in (places, places[::-1], places.T, places.T[::-1])]


def bare(grid: Grid, seen: Patches, labels: NDArray[np.int64]) -> NDArray[np.bool_]:
    """Places of outer lines, rows×cols, that have neither an outline nor anything else in common with cells.

    Args:
        grid: where the cells are.
        seen: its cells.
        labels: N, their states.
    """
    found = np.zeros(grid.taken.shape, bool)
    stand = grid.taken & ~(grid.fills < BROKEN)
    sides = [(turn, side) for turn, side in enumerate(LINES) if share(stand[side]) <= STRAY]
    if not sides:
        return found
    places = np.arange(found.size).reshape(found.shape)
    inside = np.flatnonzero(seen.ring | seen.core)  # not the border: neighbours show or shine there
    for turn, side in sides:
        line = places[side]
        state = int(np.bincount(labels[line]).argmax())
        known = np.flatnonzero(grid.taken.ravel() & (labels == state))
        inner = (labels == state).sum() - (labels[line] == state).sum()
        if len(known) < max(FEWEST, OUTLINED * inner):
            continue
        if _unbounded(seen.lab, labels.reshape(found.shape), grid.taken, turn):
            found[side] = True
        if grid.taken[side].any():
            continue  # something is there
        known = known[:MODELS]
        cells, others, outer = (seen.planes[some].take(inside, axis=2) for some in (known[::2], known[1::2], line))
        same = np.zeros(len(others), np.int64)
        # Only where every cell has a pattern, alike from cell to cell, does it say something that it is missing.
        strength = _strength(np.concatenate([cells, others]))
        patterned = strength.min() > EVERY * strength.mean() and _like(cells, others, same) >= PATTERN
        if patterned and _like(outer, others, same) < LIKE:
            found[side] = True
    return found


def fringed(grid: Grid) -> bool:
    """Whether an outer line has hardly any outlines where nearly all other cells have one: grain may have made them."""
    seen = grid.taken | grid.spanned
    for side in LINES:
        if share(seen[side]) < FRINGE and (seen.sum() - seen[side].sum()) >= INNER * (seen.size - seen[side].size):
            return True
    return False


def _unbounded(lab: NDArray[np.float32], labels: NDArray[np.int64], taken: NDArray[np.bool_], turn: int) -> bool:
    """Whether an outer line, all of one state, just goes on where the cells of that state end.

    These are parted from the next ones of their state by a line or a gap; what is not so, neither along the line nor
    outwards, is the page.

    Args:
        lab: (rows+2)×(cols+2)×side×side×3, the board and what is around it.
        labels: rows×cols, the states.
        taken: rows×cols, where outlines stand.
        turn: which line, as in ``LINES``.
    """
    if turn >= 2:
        labels, taken, lab = labels.T, taken.T, lab.transpose(1, 0, 3, 2, 4)
    if turn % 2 == 0:
        labels, taken, lab = labels[::-1], taken[::-1], lab[::-1, :, ::-1]
    # The line is the lowest one now.
    state = labels[-1, 0]
    if labels.shape[1] < 2 or not (labels[-1] == state).all():
        return False
    own, inner, turned = labels[:-1] == state, lab[1:-2, 1:-1], lab.transpose(0, 1, 3, 2, 4)
    down, across = taken[:-2] & own[:-1] & own[1:], taken[:-1, :-1] & own[:, :-1] & own[:, 1:]
    if np.count_nonzero(down) + np.count_nonzero(across) < PAIRS:
        return False
    beside = turned[1:-2, 1:-1]
    known = np.concatenate([inner[:-1][down], beside[:, :-1][across]])
    following = np.concatenate([inner[1:][down], beside[:, 1:][across]])
    least = min(ending(known[part::2], following[part::2]) for part in (0, 1))
    further = max(ending(lab[-2, 1:-1], lab[-1, 1:-1]), ending(turned[-2, 1:-2], turned[-2, 2:-1]))
    return least >= PARTED and further < UNPARTED * least


def ending(cells: NDArray[np.float32], following: NDArray[np.float32]) -> float:
    """How much (Lab) what is between cells and those below them (N×side×side×3) is unlike the cells, in their mean."""
    rows, below = (some[:, :, END:-END].mean(axis=(0, 2)) for some in (cells, following))
    return float(away(np.concatenate([rows[-END:], below[:END]]), rows[END:-END].mean(axis=0)).max())


def _models(labels: NDArray[np.int64]) -> NDArray[np.int64]:
    """Some cells of each state."""
    models = []
    for state in np.flatnonzero(np.bincount(labels)):
        own = np.flatnonzero(labels == state)
        if len(own) > MODELS:
            own = own[np.arange(MODELS) * (len(own) - 1) // (MODELS - 1)]
        models.append(own)
    return np.concatenate(models)


def _planes(cells: NDArray[np.float32]) -> NDArray[np.float32]:
    """Each channel of N×P×3 pixels in one piece, N×3×P: several times faster to sum over."""
    return np.ascontiguousarray(cells.transpose(0, 2, 1))


def _strength(cells: NDArray[np.float32]) -> NDArray[np.float32]:
    """Deviation within each cell (N×3×P), of the channel with the greatest."""
    even = cells - np.add.reduce(cells, axis=2, keepdims=True) / np.float32(cells.shape[2])
    return np.asarray(np.sqrt(np.einsum("ijk,ijk->ij", even, even).max(axis=1) / cells.shape[2]))


def _quiet(seen: NDArray[np.float32], known: NDArray[np.float32]) -> bool:
    """Whether far less is drawn in most places of a line than in the plainest cell, both N×3×P."""
    return median(_strength(seen)) < QUIET * float(_strength(known).min())


def _like(seen: NDArray[np.float32], known: NDArray[np.float32], states: NDArray[np.int64]) -> float:
    """The same as ``_correlation``; 0 where hardly anything is drawn in the line."""
    return 0.0 if _quiet(seen, known) else _correlation(seen, known, states)


def _correlation(seen: NDArray[np.float32], known: NDArray[np.float32], states: NDArray[np.int64]) -> float:
    """Correlation of some pixels of a line of places with the cells most like them, both N×3×P, of these ``states``.

    Of either those of one state are taken in their mean, in which noise comes to nothing.
    """
    if seen.shape[2] < SLIVER:
        return 0.0
    flat, others = (cells.reshape(len(cells), -1) for cells in (seen, known))
    nearest = states[cv2.batchDistance(flat, others, cv2.CV_32F, normType=cv2.NORM_L1, K=1)[1].ravel()]
    count = np.bincount(nearest)
    present = np.flatnonzero(count)
    share = (count[present] / len(nearest)).astype(np.float32)
    groups = [known[states == state] for state in present]
    line = np.stack([seen[nearest == state].mean(axis=0) for state in present])
    model = np.stack([cells.mean(axis=0) for cells in groups])
    # Each channel's mean says nothing; gaps, outlines, gradients and states do.
    one, other = (
        (cells - (share @ cells.mean(axis=2))[:, None]) * np.sqrt(share)[:, None, None] for cells in (line, model)
    )
    shared, whole = float(np.vdot(one, other)), float(np.vdot(other, other))
    if not 0 < shared <= STRONGEST * whole:
        return 0.0
    noise = float(share @ [cells.var(axis=0).sum() for cells in groups]) * len(present)
    noises = noise / len(seen), noise / len(known)
    drawn = float(np.vdot(one, one))
    if drawn < noises[0]:
        return 0.0  # not even what parts the cells of one state, as light does, is there
    slope = shared / max(_less(whole, noises[1]), 1e-6)
    # Buttons in the states' colours differ from one another as cells do, but not within.
    drawing, known_one = (cells - cells.mean(axis=2, keepdims=True) for cells in (one, other))
    within = _cosine(drawing, known_one, noises)
    return _cosine(one, other, noises) if WEAKEST <= slope <= STRONGEST and within >= LIKE else 0.0


def _cosine(one: NDArray[np.float32], other: NDArray[np.float32], noises: tuple[float, float]) -> float:
    """Cosine of two arrays of pixels, whose power is less by these ``noises``."""
    power, powers = (
        _less(float(np.vdot(pixels, pixels)), noise) for pixels, noise in zip((one, other), noises, strict=True)
    )
    return float(np.vdot(one, other)) / max(float(np.sqrt(power * powers)), 1e-6)


def _each(seen: NDArray[np.float32], known: NDArray[np.float32], even: NDArray[np.float32]) -> float:
    """1 where most places of a line look like two of the board's cells each, both N×3×P; else 0.

    Lit cells shine on their neighbours, so that none but a few look as cells beside dark ones do. An edge that runs
    along the line, as a window's, is no cell's, and a page's gradient shines through cells: what is ``even`` along it
    (``_even_lines``) does not count.
    """
    if len(known) < 2:
        return 0.0
    flat, others = ((cells - (cells @ even.T) @ even).reshape(len(cells), -1) for cells in (seen, known))
    length, lengths = np.linalg.norm(flat, axis=1)[:, None], np.linalg.norm(others, axis=1)
    drawn = (length >= WEAKEST * lengths) & (length <= STRONGEST * lengths)
    alike = np.where(drawn, flat @ others.T, 0.0) / (length * lengths + 1e-6)
    return float(median(np.partition(alike, -2, axis=1)[:, -2]) >= ALIKE)


def _even_lines(distances: NDArray[np.int64], along: NDArray[np.int64]) -> NDArray[np.float32]:
    """What of the pixels of a cell is even at each of the ``distances`` (P), or grows evenly ``along`` the line (P).

    An orthonormal basis of it, K×P.
    """
    _, distance, count = np.unique(distances, return_inverse=True, return_counts=True)
    lines = np.zeros((len(count) + 1, len(distances)), np.float32)
    lines[distance, np.arange(len(distances))] = 1 / np.sqrt(count[distance])
    slope = along - (np.bincount(distance, along) / count)[distance]
    lines[-1] = slope / max(float(np.linalg.norm(slope)), 1e-6)
    return lines


@cache
def _usual_lines(turn: int) -> NDArray[np.float32]:
    """The same of all pixels that ``_outward`` gives of a side, where all of its places are in the picture."""
    return _lines_of(turn, _outward(NEAR)[turn])


def _lines_of(turn: int, pixels: NDArray[np.int64]) -> NDArray[np.float32]:
    """The same of some pixels (P) of the places above, below, left or right (``turn``) of a board."""
    down, across = np.divmod(pixels, patches.SIDE)
    return _even_lines(down, across) if turn < 2 else _even_lines(across, down)


def _less(power: float, noise: float) -> float:
    """What is drawn, of the power of pixels with some noise; a tenth of it at least."""
    return max(power - noise, power / 10)
