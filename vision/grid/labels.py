"""Labels: small writing in the cells, as in calendars, on keys, pads, price tags and status tiles.

Digits and letters as large as their cell are found by ``vision.grid.content``. These are a few strokes somewhere in a
plain cell. A board's cells hold nothing, one and the same drawing, or a diagram of squares; strokes of writing differ
from cell to cell and run every way.
"""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING

import cv2
import numpy as np

from vision.grid import content, patches
from vision.grid.away import away
from vision.grid.unlike import unlike
from vision.middle import middle
from vision.share import share

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from vision.grid.cells import Cells
    from vision.scene import Scene

SIDE, LARGE = 48, 96
"""Pixels along a cell: enough to tell strokes of small writing; and one digit's from another's."""
WITHIN, ROUND = 0.86, 0.95
"""Of a body's half size, and of the ellipse in it, what is looked at in the coarse view."""
HINT, OWN = 8.0, 5.0
"""Strokes seen at the coarse scale differ at least this much (Lab), or this much from what others of the state show
there; else it is not worth looking closer."""
STEEP = 0.25
"""Pixels by which the cell's own edges may lie elsewhere than in others."""
NOISE, WEAK, FAINT = 5.0, 0.3, 5.0
"""Strokes differ this many times more from the ring than its own pixels. Outlines are what differs by more than this
share of what differs most there, which mostly is the gap; and at least so much (Lab)."""
SPAN, THIN = 0.6, 4
"""Share of a place from which what hangs together in it, both ways, is an outline; or, so thin (pixels), a side."""
COMMON = 0.7
"""Share of a state's cells from which ink is their outline, whatever touches it."""
RIM = np.pad(np.zeros((SIDE - 4, SIDE - 4), np.bool_), 2, constant_values=True)
"""The outermost pixels of a place, where lines between cells are."""
DEPTH = 3
"""Pixels by which writing reaches away from such outlines, at least: what else is left of these does not."""
LEAST, MOST = 0.002, 0.3
"""Share of a place that is stroke: less may be dirt, more is a drawing."""
MANY, FEWEST = 0.25, 3
"""Share of a state's cells, and number of them, that hold strokes."""
ENOUGH = 15
"""Cells of a state that are looked at, at most."""
DEEP = 60.0
"""Differences (Lab) beyond this are as good as this."""
SLANTED, HALF = (0.42, 0.6), 0.38
"""Share of the strokes that run neither level nor upright: less in diagrams, worn or not, more in the rounded corners
of cells; half of the cells have at least the second."""
VARIED, STRAIGHTER = 0.25, 0.75
"""Cells this unlike hold no diagrams, of which boards have few kinds, but maybe straight digits: so much of the above
is enough then."""
STROKES = 0.004
"""Share of a cell's pixels that are looked at to tell drawings apart: those that are off the most."""
SAME = 0.4, 0.55
"""Share of what such strokes differ from the cell by which they are off what is drawn in all: of one sign or emoji it
is a third at most in half of the cells, of numbers that have but one digit of their own half and more; and in three of
four cells."""
WRITTEN, DIRT = 0.045, 0.8
"""That share, times how unlike the cells of a state are, at least; as unlike as the second nothing is but noise."""


def labelled(scene: Scene, one: Cells) -> bool:
    """Whether small writing stands in many cells."""
    if share(_hints(one)) < MANY:
        return False
    covered = patches.unseen(scene, one.homography, (one.grid.rows, one.grid.cols))
    whole = ~one.marred if covered is None else ~(one.marred | covered.any(axis=(1, 2)))
    states = [np.flatnonzero((one.states.labels == state) & whole) for state in range(one.states.count)]
    states = [_some(own) for own in states if len(own) >= FEWEST]
    if not states:
        return False
    chosen = np.concatenate(states)
    fine = patches.places(scene, one.homography, (one.grid.rows, one.grid.cols), SIDE, chosen)
    parts = np.cumsum([len(own) for own in states])[:-1]
    written = [own for own, cells in zip(states, np.split(fine, parts), strict=True) if _written(one, own, cells)]
    return any(not _one_drawing(scene, one, own) for own in written)


def _one_drawing(scene: Scene, one: Cells, own: NDArray[np.int64]) -> bool:
    """Whether these cells hold one and the same drawing, but for where between pixels it begins in each.

    Strokes hardly wider than a pixel then differ much from cell to cell, though they tell the same.
    """
    body = _body(one, LARGE)
    fine = patches.places(scene, one.homography, (one.grid.rows, one.grid.cols), LARGE, own)
    off = unlike(fine, middle(fine, axis=0))[:, body]
    drawn = away(fine[:, body], middle(fine[:, body], axis=1)[:, None])
    strokes = slice(-max(1, int(STROKES * off.shape[1])), None)
    off, drawn = (np.sort(each, axis=1)[:, strokes].mean(axis=1) for each in (off, drawn))
    ratios = np.sort(off / np.maximum(drawn, 1e-6))
    return bool(ratios[len(ratios) // 2] <= SAME[0] and ratios[3 * len(ratios) // 4] <= SAME[1])


def _some(own: NDArray[np.int64]) -> NDArray[np.int64]:
    """Some of many cells, spread over the board."""
    return own if len(own) <= ENOUGH else own[np.arange(ENOUGH) * (len(own) - 1) // (ENOUGH - 1)]


def _written(one: Cells, own: NDArray[np.int64], fine: NDArray[np.float32]) -> bool:
    """Whether small writing stands in many of these cells of one state, N×side×side×3 Lab."""
    drawn = away(fine, one.rings[own, None, None].astype(np.float32))
    noise = NOISE * one.spread[own]
    plainly = drawn > np.maximum(WEAK * drawn.max(axis=(1, 2)), np.maximum(FAINT, noise))[:, None, None]
    ink = drawn > np.maximum(content.STROKE, noise)[:, None, None]
    outline = _outlines(plainly).mean(axis=0) >= COMMON
    outline |= (ink.mean(axis=0) >= COMMON) & RIM  # thin lines between cells are fainter than writing
    common = _widened(outline[None])  # first: writing may touch it
    beside = _widened(common, DEPTH)
    fewest = max(FEWEST, MANY * len(own))
    if np.count_nonzero((ink & ~beside).any(axis=(1, 2))) < fewest:
        return False
    free = ~(common | _widened(_outlines(plainly & ~common)))
    ink &= free
    ink &= ~_within(ink, beside)
    inked = ink.mean(axis=(1, 2))
    holds = (inked > LEAST) & (inked < MOST)
    if np.count_nonzero(holds) < fewest:
        return False
    near = _widened(ink[holds]) & free[holds]
    energy, slanted = _energies(fine[holds, ..., 0], near)
    run = float(slanted.sum()) / max(float(energy.sum()), 1e-6)
    if not STRAIGHTER * SLANTED[0] <= run <= SLANTED[1]:
        return False
    strokes = np.where(near, np.minimum(drawn[holds], DEEP), np.float32(0))
    unlike = 1 - content.alike(_steadied(strokes).reshape(len(strokes), -1))
    least_run = STRAIGHTER if unlike >= VARIED else 1.0
    written = least_run * SLANTED[0] <= run and unlike * run >= WRITTEN and unlike <= DIRT
    # A pointer on one cell may have more slanted strokes than all the others together.
    return written and bool(np.median(slanted / np.maximum(energy, 1e-6)) >= least_run * HALF)


def _body(one: Cells, side: int) -> NDArray[np.bool_]:
    """The inside of a cell's body, side×side."""
    steps = (np.arange(side) + 0.5) / side * 2 - 1
    x, y = np.abs(steps[None, :] / one.grid.body[0]), np.abs(steps[:, None] / one.grid.body[1])
    return np.asarray((np.maximum(x, y) <= WITHIN) & (np.hypot(x, y) <= ROUND))


def _hints(one: Cells) -> NDArray[np.bool_]:
    """Which cells hold something, or something that others of their state don't, as far as the coarse view shows, N."""
    side = patches.SIDE
    least = np.maximum(HINT, one.spread)
    body = _body(one, side)
    drawn = one.drawn.take(np.flatnonzero(body), axis=1).max(axis=1) > least
    apart = np.zeros(len(drawn), np.bool_)
    for state in range(one.states.count):
        own = np.flatnonzero(one.states.labels == state)
        if not len(own):
            continue
        usual = one.drawn[own].mean(axis=0)
        steep = cv2.morphologyEx(usual.reshape(side, side), cv2.MORPH_GRADIENT, np.ones((3, 3), np.uint8))
        slack = np.where(body, np.float32(0), STEEP * steep)
        off = (np.abs(one.drawn[own] - usual).reshape(-1, side, side) - slack)[:, 1:-1, 1:-1]
        apart[own] = off.max(axis=(1, 2)) > np.maximum(OWN, one.spread[own])
    return np.asarray(drawn | apart)


def _outlines(ink: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """What of the ink of places (N×side×side) hangs together with the rim of its place, or goes around within it."""
    parts, boxes = _parts(ink)
    sides = np.sort(boxes[:, [cv2.CC_STAT_WIDTH, cv2.CC_STAT_HEIGHT]], axis=1)
    outline = (sides[:, 1] >= SPAN * SIDE) & ((sides[:, 0] >= SPAN * SIDE) | (sides[:, 0] <= THIN))
    for rim in (parts[:, 0], parts[:, -1], parts[:, :, 0], parts[:, :, -1]):
        outline[rim] = True
    outline[0] = False
    return np.asarray(outline[parts])


def _within(ink: NDArray[np.bool_], near: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """What of the ink of places (N×side×side) is wholly ``near`` (1×side×side)."""
    parts, boxes = _parts(ink)
    inside = np.ones(len(boxes), np.bool_)
    inside[parts[:, ~near[0]]] = False
    return np.asarray(inside[parts])


def _parts(ink: NDArray[np.bool_]) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
    """Which connected part of all ink each pixel of N places belongs to, 0 where there is none; and their boxes."""
    count, side, _ = ink.shape
    column = np.zeros((count, side + 1, side), np.uint8)  # a line between each two
    column[:, :side] = ink
    _, found, boxes, _ = cv2.connectedComponentsWithStats(column.reshape(-1, side), connectivity=8)
    return np.asarray(found.reshape(column.shape)[:, :side], np.int32), np.asarray(boxes, np.int32)


def _widened(mask: NDArray[np.bool_], by: int = 1) -> NDArray[np.bool_]:
    """Masks (N×side×side) and the pixels next to them, ``by`` so many."""
    count, side, _ = mask.shape
    column = np.zeros((count, side + by, side), np.uint8)
    column[:, :side] = mask
    wide = cv2.dilate(column.reshape(-1, side), np.ones((2 * by + 1, 2 * by + 1), np.uint8))
    return np.asarray(wide.reshape(column.shape)[:, :side] > 0)


def _energies(light: NDArray[np.float32], near: NDArray[np.bool_]) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Gradient energy of each cell (N×side×side) where ``near``, and of that what is neither level nor upright."""
    column = np.ascontiguousarray(light).reshape(-1, light.shape[2])
    energy, slanted = (np.where(near, part.reshape(light.shape), 0) for part in content.gradients(column))
    return energy.sum(axis=(1, 2)), slanted.sum(axis=(1, 2))


def _steadied(drawn: NDArray[np.float32]) -> NDArray[np.float32]:
    """Cells (N×side×side), each moved by the pixel that makes it most like all others'."""
    moved = np.stack([np.roll(drawn, move, axis=(1, 2)) for move in product((-1, 0, 1), repeat=2)])
    common = drawn.mean(axis=0)
    best = np.einsum("mnij,ij->mn", moved, common - common.mean()).argmax(axis=0)
    return np.asarray(moved[best, np.arange(len(drawn))])
