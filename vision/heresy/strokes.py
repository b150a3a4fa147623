"""How the glyphs of a panel are drawn: how like drawings of their own they are, and how like a mixture of two.

Each cell's ink is fitted by least squares: with its own glyph's drawing, with that and a neighbour's in the cycle, and
with that and what it would gain where it grew.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, cached_property
from itertools import product
from typing import TYPE_CHECKING

import cv2
import numpy as np

from vision.heresy import lit
from vision.heresy.align import FINE
from vision.heresy.glyphs import DRAWINGS, LETTERS, draw

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

PENS = 0.6, 0.9, 1.3, 1.8  # widths of the strokes that a panel's may be like
ASIDE = np.array([[1], [len(LETTERS) - 1]])  # steps of the cycle to the next glyph, and to the last one
ZOOM, LEAST = 0.05, 0.2  # share by which drawings are enlarged; of the usual weight, what a glyph has at least
FAINTEST = 0.05  # of a drawing: what is less is none
FARTHEST = 0.2  # logarithm of size: what seems farther off is no drawing of it


@dataclass(frozen=True, slots=True, eq=False)
class Strokes:
    """How nine cells are drawn.

    Attributes:
        mixed: 2×9, the part of a cell's ink that the next glyph explains beside its own, and that the last one does.
        poor: 9, the part of it that its own glyph does not explain.
        ink: 9×576, all of it, about its mean.
        states: 9, the glyphs.
        pens, pen: what they were compared with, and which pen fitted best.
    """

    mixed: Floats
    poor: Floats
    ink: Floats
    states: NDArray[np.int64]
    pens: _Pens
    pen: int

    @classmethod
    def of(cls, patches: NDArray[np.float32], states: NDArray[np.int64], light: NDArray[np.float64] | None) -> Strokes:
        """Of 9×4×24×24 ``patches`` that show ``states``, drawn under a ``light``.

        All are by one pen, the one that fits them best with a second glyph in each.
        """
        cells = np.arange(9)
        ink = patches[cells, states].reshape(9, -1).astype(np.float64)
        ink -= ink.mean(axis=1, keepdims=True)
        power = np.maximum((ink**2).sum(axis=1), 1e-9)
        pens = _pens() if light is None else _Pens.of(lit.drawn(light))
        other = (states + ASIDE) % len(LETTERS)
        along = ink @ pens.drawn.swapaxes(1, 2)  # with each pen's drawings: pen × cell × state
        own, one = pens.inner[:, None, states, states], along[:, None, cells, states]
        second, two, both = pens.inner[:, other, other], along[:, cells, other], pens.inner[:, states, other]
        first, extra = _solved(own, second, both, one, two)
        least = power - first * one - extra * two
        pen = int(least.min(axis=1).sum(axis=1).argmin())
        alone = power - one[pen, 0] ** 2 / own[pen, 0]
        mixed = (alone - least[pen]) / power * np.sign(extra[pen])
        return cls(mixed, alone / power, ink, states, pens, pen)

    @property
    def strength(self) -> Floats:
        """9, the logarithm of how much of its own glyph's drawing each cell's ink holds, by the strongest of it."""
        drawn = self.pens.drawn[self.pen, self.states]
        return np.asarray(np.log(np.maximum((self.ink * drawn).sum(axis=1) / (drawn**2).sum(axis=1), FAINTEST)))

    @property
    def small(self) -> Floats:
        """9, by how much each glyph is smaller than a drawn one, as logarithm: what growing explains of the ink."""
        drawn, grown = (of[self.pen, self.states] for of in (self.pens.drawn, self.pens.grown))
        size, gain, both = (drawn**2).sum(axis=1), (grown**2).sum(axis=1), (drawn * grown).sum(axis=1)
        one, two = (self.ink * drawn).sum(axis=1), (self.ink * grown).sum(axis=1)
        weight, growth = _solved(size, gain, both, one, two)
        return np.asarray(np.clip(-growth / np.maximum(weight, LEAST * np.median(weight)), -FARTHEST, FARTHEST))


def _solved(own: Floats, other: Floats, both: Floats, one: Floats, two: Floats) -> tuple[Floats, Floats]:
    """The weights of two drawings in an ink by least squares, from products with themselves, each other and the ink."""
    det = own * other - both**2
    return (one * other - two * both) / det, (two * own - one * both) / det


@dataclass(frozen=True, eq=False)  # without slots: how drawings grow is worked out where it is asked for, and kept
class _Pens:
    """What glyphs are compared with.

    Attributes:
        drawn: P×4×576, the four glyphs by each pen, about their mean.
        inner: P×4×4, products of each two of a pen.
    """

    drawn: Floats
    inner: Floats

    @classmethod
    def of(cls, drawn: NDArray[np.floating]) -> _Pens:
        each = np.asarray(drawn, np.float64)
        each = each - each.mean(axis=2, keepdims=True)
        return cls(each, each @ each.swapaxes(1, 2))

    @cached_property
    def grown(self) -> Floats:
        """P×4×576, what the drawings gain where they grow, by the logarithm of their size, about its mean."""
        sides = [np.array([[_zoomed(glyph, 1 + by) for glyph in pen] for pen in self.drawn]) for by in (ZOOM, -ZOOM)]
        grown = (sides[0] - sides[1]) / (2 * ZOOM)
        return np.asarray(grown - grown.mean(axis=2, keepdims=True))


def _zoomed(glyph: Floats, factor: float) -> Floats:
    aside = (FINE - 1) / 2 * (1 - factor)
    into = np.array([[factor, 0, aside], [0, factor, aside]])
    square = glyph.reshape(FINE, FINE)
    return np.asarray(cv2.warpAffine(square, into, (FINE, FINE), borderMode=cv2.BORDER_REPLICATE)).ravel()


@cache
def _pens() -> _Pens:
    """The glyphs of each drawing in each pen; not to be written to."""
    found = []
    for glyphs, weight in product(DRAWINGS, PENS):
        found.append([cv2.GaussianBlur(draw(glyph, FINE, weight=weight), (0, 0), 0.8).ravel() for glyph in glyphs])
    return _Pens.of(np.array(found))
