"""Judge, at last: whether a shot is still under way, and five cells show two glyphs at once.

A hit takes a row and a column one step on. While they fade from one glyph to the next, what is seen of both is a little
like one of them, and as plain as a sign by a strange hand. Only all of it together tells: the strokes of a neighbour in
the cycle in all five cells of a row and a column, and hardly any in the other four; these five fainter than the others,
and less like glyphs. Glyphs differ, some hands draw one fainter or less well than another: what tells most is the same
glyph among the five and among the four.
"""

from __future__ import annotations

from functools import cache
from itertools import product
from typing import TYPE_CHECKING

import cv2
import numpy as np

from vision.heresy import lit
from vision.heresy.align import FINE
from vision.heresy.flat import above_ground, flatten, strongest
from vision.heresy.glyphs import LETTERS, TYPEFACES, draw
from vision.heresy.judge import Judgement, judge

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from vision.heresy.align import Aligned
    from vision.heresy.judge import Evidence
    from vision.scene import Scene

    Floats = NDArray[np.float64]

PENS = 0.6, 0.9, 1.3, 1.8  # widths of the strokes that a panel's may be like
MOST = 0.7  # share of a second glyph that counts at most
MORE, FAINTER = 0.5, 0.15  # what counts beside that share in the two cells of the five that show least of one
STRAY = 0.06  # logarithm of contrast that cells differ by in any case
ORDER, USUAL = 0.5, 0.7  # what it counts that the five are so, cell by cell; how often they are by chance
MAYBE, ENOUGH = 0.18, 0.315  # of all that, for a second look at it; for a shot to be under way
LIT = 2.0  # how much more the second look counts, under the panel's light
POORER, BARE = 0.03, 0.95  # correlation that light may cost; how much the first look counts alone where it costs more
PAIRS = 3  # times a glyph among the five is met again among the four, from which these are compared
MIXED, DOUBLE = 0.125, 0.3  # share of a second glyph that the five have more, in both looks; under the panel's light
CHANGING = "a row and a column may be changing just now"
CROSSES = tuple(tuple(i for i in range(9) if i // 3 == row or i % 3 == col) for row in range(3) for col in range(3))
FIVE = np.array(CROSSES)
FOUR = np.array([[i for i in range(9) if i not in cross] for cross in CROSSES])  # the cells that each cross leaves


def at_rest(scene: Scene, seen: Evidence) -> Judgement:
    """``seen`` judged; never sure while a shot is changing it."""
    judged = judge(seen)
    changing = midway(seen, scene) if judged.verdict == "sure" else ()
    return Judgement("unsure", (CHANGING,), changing) if changing else judged


def midway(seen: Evidence, scene: Scene) -> tuple[int, ...]:
    """The five cells that a shot is just changing on the panel ``seen`` in the ``scene``; empty where none are."""
    if seen.flat is None or seen.cut is None:
        return ()
    states, polarity = seen.square.argmin(axis=1), seen.lattice.polarity
    contrast = _contrast(seen.flat, polarity)
    second = _second(seen.cut, states, seen.light)
    told, distance, likeness = _told(second, contrast), seen.square.min(axis=1), seen.match.max(axis=1)
    poorer = ahead(distance, states)[0] & ahead(-likeness, states)[0]
    if told.max() <= MAYBE and not poorer.any():
        return ()
    # Cut out a little aside of where they are, glyphs are a little like others.
    flat = flatten(scene, seen.lattice.homography, seen.lattice.cell, plates=seen.lattice.plates)
    shown = _under_light(flat, seen)
    again = _second(shown.cut, states, shown.light)
    bare, told = told, (told + LIT * _told(again, contrast)) / (1 + LIT)
    if seen.cut.score - shown.cut.score > POORER:
        told = np.maximum(told, bare * BARE)
    doubled, share = ahead(again, states)
    mixed = np.where(poorer, share + ahead(second, states)[1] >= 2 * MIXED, doubled & (share >= DOUBLE))
    if mixed.any():
        return CROSSES[int(np.where(mixed, share, -np.inf).argmax())]
    order = _order([-contrast, second, again, distance, -likeness.astype(np.float64)])
    told += ORDER * (order - USUAL)
    return CROSSES[int(told.argmax())] if told.max() > ENOUGH else ()


def _under_light(flat: NDArray[np.uint8], seen: Evidence) -> lit.Lit:
    """The cells of ``flat`` under the light that shows them best.

    Strokes of something carved are double, and a little like two glyphs: under the light that makes them so they are
    one's.
    """
    polarity = seen.lattice.polarity
    if seen.light is not None:
        return lit.fitted(flat, seen.scale, seen.light).told()
    lights = [lit.glimpsed(flat, seen.scale)[2]]
    if polarity and lights[0][0] * polarity < 1:  # the same again else
        lights.append(np.array([polarity, 0.0, 0.0]))
    return lit.fitted(flat, seen.scale, *lights).told()


def _contrast(flat: NDArray[np.uint8], polarity: int) -> Floats:
    """By how much the strokes of the nine cells stand out, 9, as logarithms of gray levels."""
    return np.log(np.maximum(strongest(above_ground(flat, polarity)).astype(np.float64), 1.0))


def _second(cut: Aligned, states: NDArray[np.int64], light: NDArray[np.float64] | None) -> Floats:
    """The share of a second glyph that counts in nine cells ``cut`` out for the glyphs ``states``: 9."""
    return np.clip(seconds(cut.patches[np.arange(9), states], states, light), 0, MOST)


def _told(second: Floats, contrast: Floats) -> Floats:
    """How much speaks for a shot being under way on each of ``CROSSES``, from the share of a ``second`` glyph: 9.

    In each of the five, more than in the others; and they stand out less, by ``contrast``, than cells of one kind vary.
    """
    more, rest = second[FIVE], second[FOUR]
    dim, plain = contrast[FIVE], contrast[FOUR]
    least = np.sort(more, axis=1)[:, :2].mean(axis=1)
    varied = np.sqrt((dim.var(axis=1) * 5 + plain.var(axis=1) * 4) / 7)
    fainter = (plain.mean(axis=1) - dim.mean(axis=1)) / (varied + STRAY)
    return np.asarray(least + MORE * (more.mean(axis=1) - rest.mean(axis=1)) + FAINTER * fainter)


def _order(measures: list[Floats]) -> Floats:
    """How often a cell of each cross has more of ``measures`` (9 each) than one of the other four, as a share: 9."""
    each = np.array(measures)
    return np.asarray((each[:, FIVE][..., None] > each[:, FOUR][..., None, :]).mean(axis=(0, 2, 3)), np.float64)


def ahead(measure: Floats | NDArray[np.float32], states: NDArray[np.int64]) -> tuple[NDArray[np.bool_], Floats]:
    """Whether the five cells of each cross have all more of a ``measure`` than the other four, and how much: 9 each.

    Only cells of one glyph are compared, since glyphs differ; and no cross has more where hardly a glyph is on both.
    """
    pairs = states[FIVE][..., None] == states[FOUR][:, None]
    more = np.where(pairs, measure[FIVE][..., None] - measure[FOUR][:, None], 0).astype(np.float64)
    count = pairs.sum(axis=(1, 2))
    every = (count >= PAIRS) & ((more > 0).sum(axis=(1, 2)) == count)
    return np.asarray(every), np.asarray(more.sum(axis=(1, 2)) / np.maximum(count, 1))


def seconds(
    patches: NDArray[np.float32], states: NDArray[np.int64], light: NDArray[np.float64] | None = None
) -> Floats:
    """How much of another glyph N×24×24 ``patches`` of ``states`` show, as a share of their own: N.

    The other one is the next or the last of the cycle. All are written with one pen, the one that fits them best. The
    less both together are like a patch (as correlation), the less is said of it.
    """
    ink = patches.reshape(len(patches), -1).astype(np.float64)
    ink -= ink.mean(axis=1, keepdims=True)
    power = (ink**2).sum(axis=1)
    drawn, inner = _pens() if light is None else _between(lit.drawn(light))
    cells, other = np.arange(len(states)), (states + np.array([[1], [len(LETTERS) - 1]])) % len(LETTERS)
    along = ink @ drawn.swapaxes(1, 2)  # with each pen's drawings: pen × cell × state
    own, one = inner[:, None, states, states], along[:, None, cells, states]
    more, two, mixed = inner[:, other, other], along[:, cells, other], inner[:, states, other]
    det = own * more - mixed**2
    first, second = (one * more - two * mixed) / det, (two * own - one * mixed) / det
    both = second / np.maximum(first, 0.05)
    least = power - first * one - second * two
    pen = int(least.min(axis=1).sum(axis=1).argmin())
    explained = np.sqrt(np.clip(1 - least[pen] / np.maximum(power, 1e-9), 0, 1))
    return np.asarray((both[pen] * explained).max(axis=0), np.float64)


def _between(drawn: NDArray[np.floating]) -> tuple[Floats, Floats]:
    """P×4×576 drawings about their mean, and P×4×4 products of each two of a pen."""
    each = np.asarray(drawn, np.float64)
    return each, each @ each.swapaxes(1, 2)


@cache
def _pens() -> tuple[Floats, Floats]:
    """The same of the glyphs of each typeface in each pen; not to be written to."""
    found = []
    for glyphs, weight in product(TYPEFACES.values(), PENS):
        drawn = [cv2.GaussianBlur(draw(glyph, FINE, weight=weight), (0, 0), 0.8).ravel() for glyph in glyphs]
        flat = np.array(drawn, np.float64)
        found.append(flat - flat.mean(axis=1, keepdims=True))
    return _between(np.array(found))
