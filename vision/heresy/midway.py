"""Judge, late: whether a shot is still under way, and five cells show two glyphs at once.

A hit takes a row and a column one step on. While they go from one glyph to the next, what is seen of both is a little
like one of them, and as plain as a sign by a strange hand. Only all of it together tells: in all five cells strokes of
the next glyph, or of the last; glyphs that are fainter, smaller, less plainly one and less well drawn than in the other
four. How much more the five have of each is told by its standard error, and all of it counts the same (Dawes, 1979):
factors fitted on drawn panels tell no better. Only what stands out most at first sight counts twice: a move shows in
one of these plainly, as it fades, shrinks or mixes, while a hand that varies does so a little in all. Where a line
parts the two glyphs, all five are fainter, or cells of one glyph differ, be it by the strokes of another, that tells
more, see ``halved``, ``faded``, ``parted``, ``doubled``; where those of one glyph are alike on both sides, and as
plain, nothing changes.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

import numpy as np

from vision.heresy import lit
from vision.heresy.crosses import CROSSES, more
from vision.heresy.doubled import doubled
from vision.heresy.faded import faded
from vision.heresy.flat import flatten
from vision.heresy.halved import halved
from vision.heresy.parted import alone, parted, still
from vision.heresy.strokes import Strokes

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from vision.heresy.align import Aligned
    from vision.heresy.judge import Evidence
    from vision.scene import Scene

    Floats = NDArray[np.float64]

NOISE = {  # what the cells of a panel usually vary by, twice
    "faint": 0.16,  # logarithm of gray levels
    "torn": 1.0,  # squared distances
    "small": 0.066,  # logarithm of size
    "mixed": 0.0154,  # share of the ink
    "poor": 0.134,  # share of the ink
    "mixed again": 0.0154,
}
FIRST, AGAIN = np.split(np.array(list(NOISE.values())), [4])  # measures of the two looks
MAYBE, ENOUGH = 3.5, 6.4  # standard errors, all in all, for a second look; for a shot to be under way
PLAINLY = 12.0  # the same, whatever speaks against it: of 300 still panels, drawn and by hands, none had 10
STRANGE, HIDDEN = 0.58, 5.0  # share of the ink that no glyph explains, which hides a second one; standard errors then
FAINT = -0.25  # logarithm of contrast by which five cells are fainter that may fade, however alike cells are in shape
MOST = 1.0  # times that the measure of which there is most counts again


def midway(seen: Evidence, scene: Scene, cut: Aligned, contrast: Floats, alike: Floats) -> tuple[int, ...]:
    """The five cells that a shot is just changing on a panel; empty where none are.

    Args:
        seen: the panel.
        scene: the picture that it is in.
        cut: its cells as they were read.
        contrast: 9, by how much their strokes stand out, see ``vision.heresy.flat.contrast``.
        alike: 9×9, logarithms of the odds that each two cells are of one glyph (``together.pairs``).
    """
    plainly = parted(alike, seen.states)
    lone = np.zeros(len(CROSSES), bool)
    if seen.joint is not None:  # glyphs of a strange hand differ by as much as a shot changes them
        lone = alone(seen.states)
        if faint := faded(contrast):  # so do signs and plates of a colour for each glyph
            place = CROSSES.index(faint)
            plainly = plainly or (() if lone[place] else faint)
            lone[place] = False
    if plainly:
        return plainly
    strokes = Strokes.of(cut.patches, seen.states, seen.light)
    by_all = cache(lambda: _by_all(seen, scene, strokes, contrast, lone))
    found = halved(strokes) or doubled(strokes) or by_all()[0]
    if found and still(alike, seen.states, found):
        five = np.isin(np.arange(len(contrast)), found)
        if contrast[five].mean() - contrast[~five].mean() >= FAINT:
            found, much = by_all()
            return found if much > PLAINLY else ()
    return found


def _by_all(
    seen: Evidence, scene: Scene, strokes: Strokes, contrast: Floats, lone: NDArray[np.bool_]
) -> tuple[tuple[int, ...], float]:
    """The five cells that all measures together tell, and by how many standard errors; empty where they tell none.

    Crosses that are ``lone``, with nothing to compare, must be told plainly.
    """
    first = first_look(seen, strokes, contrast)
    if first.max() <= MAYBE:
        return (), 0.0
    both = (first + second_look(seen, scene)).max(axis=0)
    both = np.where(lone & (both <= PLAINLY), 0, both)
    enough = HIDDEN if strokes.poor.mean() >= STRANGE else ENOUGH
    return (CROSSES[int(both.argmax())] if both.max() > enough else ()), float(both.max())


def first_look(seen: Evidence, strokes: Strokes, contrast: Floats) -> Floats:
    """How much more the five cells of each cross have of the first measures, all in all, as the cells were read.

    Returns:
        2×9, in standard errors: if the next glyph comes, and if the last one goes. What there is most of counts more.
    """
    ranked = seen.ranked
    torn = ranked[:, 0] - ranked[:, 1]
    # The brightest pixels of a cell are noise as well; how much of its drawing is in the ink is not.
    faint = -contrast - strokes.strength
    each = _sides([faint, torn, strokes.small], strokes.mixed, seen.states, FIRST)
    return np.asarray(each.sum(axis=1) + MOST * each.max(axis=1))


def second_look(seen: Evidence, scene: Scene) -> Floats:
    """The same of the last measures, in cells cut out anew under the panel's light.

    Cut out a little aside of where they are, glyphs are a little like others.
    """
    flat = flatten(scene, seen.lattice.homography, seen.lattice.cell, plates=seen.lattice.plates)
    shown = _under_light(flat, seen)
    strokes = Strokes.of(shown.cut.patches, seen.states, shown.light)
    return np.asarray(_sides([strokes.poor], strokes.mixed, seen.states, AGAIN).sum(axis=1))


def _sides(plain: list[Floats], mixed: Floats, states: NDArray[np.int64], noise: Floats) -> Floats:
    """How much more there is of M ``plain`` measures (9 each) and one of two sides (2×9): 2×(M+1)×9."""
    return np.array([more(np.array([*plain, side]), states, noise) for side in mixed])


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
