"""Judge, at last: whether a shot is still under way, and five cells show two glyphs at once.

A hit takes a row and a column one step on. While they fade from one glyph to the next, what is seen of both is a little
like one of them, and as plain as a sign by a strange hand. Only all of it together tells: the strokes of a neighbour in
the cycle in all five cells of a row and a column, and hardly any in the other four; or these five fainter than all
others.
"""

from __future__ import annotations

from functools import cache
from itertools import product
from typing import TYPE_CHECKING

import cv2
import numpy as np

from vision.heresy.align import FINE, align
from vision.heresy.flat import CELL, MARGIN, flatten, ground_of, ink_of, strongest
from vision.heresy.glyphs import LETTERS, TYPEFACES, draw
from vision.heresy.judge import Judgement, judge
from vision.heresy.plates import levelled

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from vision.heresy.judge import Evidence
    from vision.scene import Scene

    Floats = NDArray[np.float64]

PENS = 0.6, 0.9, 1.3, 1.8  # widths of the strokes that a panel's may be like
SECOND, MORE, MOST = 0.12, 0.25, 0.7  # share of a second glyph in each of the five; beyond the others'; that counts
FAINTER = 0.15  # logarithm of the contrast by which all five are fainter than all others
CHANGING = "a row and a column may be changing just now"
CROSSES = tuple(tuple(i for i in range(9) if i // 3 == row or i % 3 == col) for row in range(3) for col in range(3))


def at_rest(scene: Scene, seen: Evidence) -> Judgement:
    """``seen`` judged; never sure while a shot is changing it."""
    judged = judge(seen)
    changing = midway(scene, seen) if judged.verdict == "sure" else ()
    return Judgement("unsure", (CHANGING,), changing) if changing else judged


def midway(scene: Scene, seen: Evidence) -> tuple[int, ...]:
    """The five cells that a shot is just changing on the panel ``seen``; empty where none are."""
    lattice = seen.lattice
    flat = flatten(scene, lattice.homography, lattice.cell)
    flush = levelled(flat, CELL, MARGIN, faint=lattice.plates)
    flat = flush if lattice.plates and flush is not None else flat
    rest = flat - ground_of(flat)
    above = np.maximum(rest * np.float32(lattice.polarity), 0) if lattice.polarity else np.abs(rest)
    contrast = np.log(np.maximum(strongest(above).astype(np.float64), 1.0))
    if flush is not None:
        contrast[:] = 0  # on plates of several tones glyphs stand out more or less
    cut = align(ink_of(flat, lattice.polarity, framed=lattice.framed), seen.scale)
    states = seen.square.argmin(axis=1)
    second = np.clip(seconds(cut.patches[np.arange(9), states], states), 0, MOST)
    for cross in CROSSES:
        others = [i for i in range(9) if i not in cross]
        both = second[list(cross)]
        if both.min() > SECOND and both.mean() - second[others].mean() > MORE:
            return cross
        if contrast[others].min() - contrast[list(cross)].max() > FAINTER:
            return cross
    return ()


def seconds(patches: NDArray[np.float32], states: NDArray[np.int64]) -> Floats:
    """How much of another glyph N×24×24 ``patches`` of ``states`` show, as a share of their own: N.

    The other one is the next or the last of the cycle. All are written with one pen, the one that fits them best.
    """
    ink = patches.reshape(len(patches), -1).astype(np.float64)
    ink -= ink.mean(axis=1, keepdims=True)
    power = (ink**2).sum(axis=1)
    shares, rests = [], []
    for drawn in _pens():
        along, inner = ink @ drawn.T, drawn @ drawn.T
        both, least = [], []
        for step in (1, len(LETTERS) - 1):
            other = (states + step) % len(LETTERS)
            cells = np.arange(len(states))
            own, more, mixed = inner[states, states], inner[other, other], inner[states, other]
            one, two = along[cells, states], along[cells, other]
            det = own * more - mixed**2
            first, second = (one * more - two * mixed) / det, (two * own - one * mixed) / det
            both.append(second / np.maximum(first, 0.05))
            least.append(power - first * one - second * two)
        shares.append(np.max(both, axis=0))
        rests.append(float(np.min(least, axis=0).sum()))
    return np.asarray(shares[int(np.argmin(rests))], np.float64)


@cache
def _pens() -> tuple[Floats, ...]:
    """The four glyphs about their mean, of each typeface in each pen, 4×576; not to be written to."""
    found = []
    for glyphs, weight in product(TYPEFACES.values(), PENS):
        drawn = [cv2.GaussianBlur(draw(glyph, FINE, weight=weight), (0, 0), 0.8).ravel() for glyph in glyphs]
        flat = np.array(drawn, np.float64)
        found.append(flat - flat.mean(axis=1, keepdims=True))
    return tuple(found)
