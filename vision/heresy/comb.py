"""Fit, where nothing is certain: nine places a step apart whose odds for a glyph add up.

Of nine windows that look a little like glyphs hardly one stands out by itself, and marks that were chosen one by one
are never nine. But a wall rarely looks a little like glyphs at nine places in rows of three. So the odds of every
window are added up over combs of three by three, each tooth with some play, for every step to the right and down; where
the sum is best each tooth is set on its own best window, and a homography is drawn through them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import cv2
import numpy as np

from vision.heresy.homography import fit_homography
from vision.heresy.lattice import GRID, RING, Lattice
from vision.homography import project

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float32]

STEPS = range(4, 10)  # pairs of places from one tooth of a comb to the next: glyphs take most of their cells, or half
SQUARE = 1.25  # a step to the right over one down at most, or the other way round
PLAY = 1, 2  # places each way that a tooth is looked for off its own: while the sum is made, and after
LEAST, MOST = -4.0, 2.0  # logarithm of the odds below and above which a tooth counts no less and no more
ENOUGH = -1.3  # of nine teeth on average
APART, EACH = 5, 4  # pairs of places between two combs, at least; combs of a map
HELD, STIFF = 6, 0.02  # teeth a homography is drawn through; how hard the perspective is to bend


def combs(best: Floats) -> list[tuple[float, Lattice]]:
    """The best nines on a map (H×W) of the logarithms of odds, and their means.

    Lattices are in steps of the map, its first place at (0, 0).
    """
    if not best.size:
        return []
    teeth = cv2.dilate(np.clip(best, LEAST, MOST), np.ones((2 * PLAY[0] + 1,) * 2, np.uint8))
    total, step = _added(np.ascontiguousarray(teeth[::2, ::2]))  # with their play, every other place tells all
    first = (total >= cv2.dilate(total, np.ones((APART, APART), np.uint8))) & (total > ENOUGH)
    y, x = np.nonzero(first)
    order = np.argsort(-total[y, x], kind="stable")[:EACH]
    found = []
    for row, col in zip(y[order].tolist(), x[order].tolist(), strict=True):
        lattice = _set(best, 2 * np.array([col, row]), 2 * step[row, col])
        if lattice is not None:
            found.append((float(total[row, col]), lattice))
    return found


def _added(teeth: Floats) -> tuple[Floats, NDArray[np.uint8]]:
    """H×W mean of the best comb around each middle, and H×W×2 its steps, to the right and down."""
    high, wide = teeth.shape
    total = np.full((high, wide), LEAST, np.float32)
    step = np.zeros((high, wide, 2), np.uint8)
    for right in STEPS:
        if wide <= 2 * right:
            break
        rows = teeth[:, : -2 * right] + teeth[:, right:-right] + teeth[:, 2 * right :]
        for down in range(int(np.ceil(right / SQUARE)), int(right * SQUARE) + 1):
            if high <= 2 * down:
                break
            mean = (rows[: -2 * down] + rows[down:-down] + rows[2 * down :]) / np.float32(9)
            middle = np.s_[down:-down, right:-right]
            better = mean > total[middle]
            np.copyto(total[middle], mean, where=better)
            np.copyto(step[middle], np.array([right, down], np.uint8), where=better[..., None])
    return total, step


def _set(best: Floats, middle: NDArray[np.int64], step: NDArray[np.uint8]) -> Lattice | None:
    """The lattice through the best windows near the teeth of a comb; None where they fix none."""
    teeth = middle + (GRID - 1.5) * step
    at, odds = _nearby(best, teeth)
    held = odds >= np.sort(odds)[-HELD]
    homography = fit_homography(GRID, at, held, stiffness=STIFF)
    if not np.isfinite(homography).all():
        return None
    bare = Lattice(homography, 1, 9, 0.0, 0.0, 0, 1.0)
    slip = np.linalg.norm(bare.centers - at, axis=1)[held]
    _, around = _nearby(best, project(homography, RING))
    ring = int((around > max(float(np.median(odds)), 0.0)).sum())
    return Lattice(homography, 1, 9, float(np.sqrt((slip**2).mean())) / bare.cell, 0.0, ring, 1.0)


def _nearby(best: Floats, places: NDArray[np.float64]) -> tuple[NDArray[np.float64], Floats]:
    """The best of a map near each of N×2 ``places``: where (N×2), and its odds; lowest beyond its border."""
    reach = PLAY[1]
    padded = cv2.copyMakeBorder(best, reach, reach, reach, reach, cv2.BORDER_CONSTANT, value=LEAST)
    at = np.rint(places).astype(int)
    inside = np.asarray(((at >= 0) & (at < best.shape[::-1])).all(axis=1))
    x, y = np.where(inside[:, None], at, 0).T[..., None, None]
    steps = np.arange(2 * reach + 1)
    near = padded[y + steps[:, None], x + steps].reshape(len(at), -1)
    down, right = np.divmod(near.argmax(axis=1), len(steps))
    aside = np.stack([right, down], axis=1) - reach
    found = np.where(inside[:, None], at + aside, at).astype(np.float64)
    return found, np.where(inside, near.max(axis=1), np.float32(LEAST)).astype(np.float32)
