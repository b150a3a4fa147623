"""Fit, second half: homographies through nine marks, and nothing alike around them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from vision.heresy.hearts import guessed, look_up, name_map, seeds
from vision.heresy.homography import fit_homography
from vision.heresy.lattice import CORNERS, GRID, LEAST_HELD, MAX_RMS, RING, SHARES, Lattice, areas, distinct
from vision.heresy.shapes import icons
from vision.homography import project

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from vision.heresy.blobs import Blobs

SLIP = 0.3  # cells: a mark further off its place is none of the nine
MAX_FITS = 16
LEAST_MARKS = 7  # marks a lattice is believed on
ALIKE, LEAST_ALIKE, ALIKE_MEAN = 0.35, 5, 0.55  # likeness of so many marks at least, and their mean
NOWHERE = np.diag([0.0, 0.0, 1.0])  # where marks fix no homography: all cells in one point


def lattices(found: Blobs, likeness: NDArray[np.float32] | None = None) -> list[Lattice]:
    """Every 3×3 lattice among the marks of one level and polarity, best first, no two at the same place.

    Args:
        found: N marks.
        likeness: N×4, how much each looks like each glyph (see ``vision.heresy.shapes``); all do when None.
    """
    boxes = found.boxes
    each = np.ones((len(boxes), 4), np.float32) if likeness is None else likeness
    alike = each.max(axis=1)
    if len(boxes) < LEAST_MARKS or (alike > ALIKE).sum() < LEAST_ALIKE:
        return []
    if np.sort(alike)[-LEAST_ALIKE:].mean() < ALIKE_MEAN:  # no nine of them can be better
        return []
    hearts = seeds(boxes)
    if hearts is None:
        return []
    names = name_map(found)
    guess, marks = guessed(boxes, names, hearts)
    hits, glyphs = (marks >= 0).sum(axis=1), _best_mean(alike, marks, LEAST_ALIKE)
    order = np.lexsort([-glyphs, -hits])
    order = order[(hits[order] >= LEAST_HELD) & (glyphs[order] >= ALIKE_MEAN)]
    if not len(order):
        return []
    # The same nine places are guessed from more than one pair of neighbours.
    rough = np.rint(np.concatenate([guess[order][:, [1, 3]], guess[order][:, [5, 7]]], axis=1).reshape(-1, 8) / 3)
    first: dict[bytes, int] = {}
    for place, nine in enumerate(rough + 0.0):  # there are two zeros else
        first.setdefault(nine.tobytes(), place)
        if len(first) == MAX_FITS:
            break
    order = order[list(first.values())]
    return distinct(sorted(_refine(found, names, guess[order], each), key=lambda fit: -fit.rank))


def _best_mean(alike: NDArray[np.float32], marks: NDArray[np.int64], count: int) -> NDArray[np.float32]:
    """Mean likeness of the best ``count`` of each row of ``marks`` (S×9, -1 for none): S."""
    each = np.where(marks >= 0, alike[marks], np.float32(0))
    mean: NDArray[np.float32] = np.sort(each, axis=1)[:, -count:].mean(axis=1)
    return mean


def _refine(
    found: Blobs, names: NDArray[np.int16], guess: NDArray[np.float64], each: NDArray[np.float32]
) -> list[Lattice]:
    """Homographies through the marks found near the guessed places (M×9×2), three rounds; the ones that hold."""
    if not len(guess):
        return []
    at = found.boxes[:, :2].astype(np.float64)
    marks = look_up(names, guess)
    places = guess
    for _ in range(3):
        before = marks
        homography = fit_homography(GRID, at[marks], marks >= 0)
        homography[~np.isfinite(homography).all(axis=(1, 2))] = NOWHERE
        places = project(homography, GRID)
        marks = look_up(names, places)
        across = np.linalg.norm(places[:, [5, 7]] - places[:, [3, 1]], axis=2).mean(axis=1) / 2
        away = np.linalg.norm(at[marks] - places, axis=2)
        marks[away > SLIP * across[:, None]] = -1
        if np.array_equal(marks, before):
            break
    corners = project(homography, CORNERS)
    edge = np.roll(corners, -1, axis=1) - corners
    following = np.roll(edge, -1, axis=1)
    convex = (edge[..., 0] * following[..., 1] > edge[..., 1] * following[..., 0]).all(axis=1)
    cell = np.sqrt(areas(corners)) / 3
    held = marks >= 0
    count = held.sum(axis=1)
    slip = np.where(held, ((at[marks] - places) ** 2).sum(axis=2), 0).sum(axis=1)
    rms = np.sqrt(slip / np.maximum(count, 1)) / np.maximum(cell, 1e-9)
    good = np.flatnonzero(convex & (count >= LEAST_MARKS) & (rms <= MAX_RMS))
    if not len(good):
        return []
    marks, held, homography = marks[good], held[good], homography[good]
    cell, rms, count = cell[good], rms[good], count[good]
    size = np.sqrt(found.boxes[:, 2] * found.boxes[:, 3])
    ranked, rows = np.sort(np.where(held, size[marks], np.inf), axis=1), np.arange(len(good))
    typical = (ranked[rows, (count - 1) // 2] + ranked[rows, count // 2]) / 2  # the median of those held
    share = typical / cell
    named = np.sort(np.where(held, marks, -1 - np.arange(9)), axis=1)
    once = (named[:, 1:] != named[:, :-1]).all(axis=1)
    around = look_up(names, project(homography, RING))
    alike_around = np.abs(np.log(size[around] / typical[:, None])) < 0.4
    ring = (alike_around & (around >= 0)).sum(axis=1)
    spread = np.log(np.where(held, size[marks], 1)).std(axis=1, where=held)
    glyphs, odd = _best_mean(each.max(axis=1), marks, LEAST_MARKS), icons(each[marks], held)
    scale = np.diag([2.0**found.level, 2.0**found.level, 1.0])
    return [
        Lattice(
            scale @ homography[i],
            found.polarity,
            int(count[i]),
            float(rms[i]),
            float(spread[i]),
            int(ring[i]),
            float(share[i]),
            float(glyphs[i]),
            bool(odd[i]),
        )
        for i in np.flatnonzero(once & (share > SHARES[0]) & (share < SHARES[1]))
    ]
