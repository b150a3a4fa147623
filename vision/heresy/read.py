"""Read: the nine cells at one place, on better and better lattices, and past what lies over them."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import cv2
import numpy as np

from vision.heresy import lit
from vision.heresy.align import BLANK, Aligned, align, size_glyphs
from vision.heresy.classify import gaps, nearest, probabilities, told
from vision.heresy.cover import covered
from vision.heresy.enlarged import enlarged, squared
from vision.heresy.flat import CELL, MARGIN, flatten, ground_of, ink_at, ink_of, share_of_cells, unseen, wide_ground_of
from vision.heresy.judge import (
    CELL_DISTANCE,
    PANEL_CELLS,
    PARTLY,
    Evidence,
    judge,
)
from vision.heresy.lattice import Lattice, refit
from vision.heresy.notes import note_cells
from vision.heresy.plates import levelled
from vision.heresy.prospects import CLEARLY, better, icons, may_be_covered, order, shaky, within
from vision.heresy.rest import read_rest
from vision.heresy.rivals import lead
from vision.heresy.settle import FRAME, settled
from vision.heresy.together import together
from vision.heresy.views import compared, others

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from vision.scene import Scene
    from vision.trace import Trace

REFITS, PAST = 4, 2  # times a lattice is drawn anew through the glyphs found; tries to read past something
LEADING = 1.5  # logarithm of the odds of a cell's glyph below which a board that seems sure is seen as a whole, too
FEWEST = 4  # cells that must show a glyph at first sight for a second to be worth it
NEARLY = (3, 1.9), (5, 2.4)  # so many cells, so near to a glyph: a panel, or one once the lattice lies better
MAYBE = (3, 2.2), (5, 2.95)  # at one glance, before each state was tried
CARVED = *MAYBE, (7, 5.0)  # the same of what is carved, which is not read past anything that lies over it
SLIGHT = 0.12  # of a glyph's frame that may be hidden where both ways of reading agree
HELD, FAINTLY = 0.5, 0.35  # correlation of a glyph the new lattice may be drawn through; of one that is near
PLAINLY = 1.5, CELL_DISTANCE  # squared distances; cells nearer than this alone, where there are enough
FARTHEST = 3.0  # squared distance beyond which a cell is none of the glyphs in any case
TINY = 0.45  # of its cell: the mark of a glyph whose frame may be smaller than any that is looked for
MOST_OVER = 0.4  # of a panel that something lies over, for it to be read past that
HOPELESS = 0.62  # correlation in the coarse step below which the next would find nothing either


@dataclass(frozen=True, slots=True, eq=False)
class Sight:
    """What a place shows at first sight.

    Attributes:
        lattice: the place.
        flat: SIDE×SIDE gray, the place flattened.
        flush: the same with its plates on one level; None where it has none, or was read without.
        seen: what was seen, and the ink it was seen on; None where nothing looks like glyphs.
    """

    lattice: Lattice
    flat: NDArray[np.uint8]
    flush: NDArray[np.uint8] | None
    seen: tuple[Evidence, NDArray[np.float32]] | None

    @property
    def sure(self) -> bool:
        """Whether that is a panel which can be acted on, as far as is known yet."""
        return _sure(self.seen)


def first_sight(scene: Scene, lattice: Lattice, trace: Trace | None) -> Sight:
    """Read the nine cells at a place as most panels show them, on the wall or on plates."""
    flat = flatten(scene, lattice.homography, lattice.cell)
    seen = None if lattice.plates else _look_plainly(scene, flat, _glance(lattice, flat), trace)
    flush = levelled(flat, CELL, MARGIN) if seen is None or order(seen[0]) > CLEARLY else None
    return Sight(lattice, flat, flush, better(seen, _look_flush(scene, flush, lattice, trace)))


def look_at(
    scene: Scene, place: Lattice | Sight, trace: Trace | None, *, carved: bool = True
) -> tuple[Evidence, NDArray[np.float32]] | None:
    """Read the nine cells at a place, if need be by what is left to see of them.

    Args:
        scene: the picture.
        place: the place, or what it shows at first sight.
        trace: keeps what the stages saw.
        carved: whether the glyphs may be cut into a wall, or raised from it.

    Returns:
        What was seen, and the ink it was seen on; None where nothing looks like glyphs.
    """
    sight = place if isinstance(place, Sight) else first_sight(scene, place, trace)
    seen = _in_any_way(scene, sight, trace, carved=carved)
    return seen if seen is None or seen[0].light is not None else _unless_covered(scene, seen, trace)


def _in_any_way(
    scene: Scene, sight: Sight, trace: Trace | None, *, carved: bool
) -> tuple[Evidence, NDArray[np.float32]] | None:
    """The most that the nine cells show, looked at in one way after the other until they are sure."""
    lattice, flat, seen = sight.lattice, sight.flat, sight.seen
    if seen is not None and order(seen[0]) > CLEARLY:
        seen = better(seen, _look_closely(scene, *seen, trace))
    if lattice.share < TINY and (seen is None or judge(seen[0]).verdict == "none"):
        seen = better(seen, _look_tiny(scene, flat, lattice, trace))
    if not _sure(seen):
        seen = better(_look_squared(scene, flat, lattice, trace), seen)
    oblong = seen is not None and seen[0].oblong
    if not (_sure(seen) or oblong):
        seen = better(seen, _look_thin(scene, sight, trace))
    if seen is not None and judge(seen[0]).verdict == "unsure" and not oblong:
        seen = better(seen, _look_anew(scene, seen[0], trace))
    if carved and not _sure(seen):
        seen = better(seen, _look_carved(scene, flat, lattice, trace))
    if carved and not _sure(seen):
        seen = better(seen, lit.look(scene, flat, lattice))
    return seen


def _sure(seen: tuple[Evidence, NDArray[np.float32]] | None) -> bool:
    """Whether what was seen can be acted on, as far as is known yet."""
    return seen is not None and judge(seen[0]).verdict == "sure"


def _unless_covered(
    scene: Scene, seen: tuple[Evidence, NDArray[np.float32]], trace: Trace | None
) -> tuple[Evidence, NDArray[np.float32]]:
    """What was ``seen``, or what is left to see of it where something lies over some of the cells."""
    sure = _sure(seen)
    doubtful = shaky(seen[0])
    known = scene.over is not None and unseen(scene, seen[0].lattice.homography).any()
    if not known and ((sure and not doubtful.any()) or not may_be_covered(seen[0], sure=sure)):
        return seen
    rest = _look_past(scene, seen[0].lattice, trace)
    if rest is None or rest[0].hidden is None:  # too much of it looks strange to say what lies over the shaky cells
        return (replace(seen[0], hidden=np.where(doubtful, 2 * PARTLY, 0.0)), seen[1]) if sure else seen
    if not sure:
        if known and judge(seen[0]).verdict == "none":
            return rest
        return rest if rest[0].legible.sum() > seen[0].legible.sum() else seen
    lost = judge(rest[0]).verdict == "none"
    if known and not lost and not np.array_equal(rest[0].states, seen[0].states):
        return rest
    # What lies over a cell may look like another glyph; what lies over a little of it and tells the same does not.
    agrees = rest[0].legible & (rest[0].states == seen[0].states)
    slight = agrees & (rest[0].hidden < SLIGHT)
    if not (doubtful & (rest[0].hidden > PARTLY) & ~slight).any():
        return seen
    return (replace(seen[0], hidden=rest[0].hidden), seen[1]) if lost else rest


def _look_plainly(
    scene: Scene, flat: NDArray[np.uint8], glance: tuple[Lattice, Aligned] | None, trace: Trace | None
) -> tuple[Evidence, NDArray[np.float32]] | None:
    """Read the nine cells at a place; where some are in doubt, once more on a lattice through the glyphs themselves.

    ``glance`` is what was seen of it on ``flat``; None where that was nothing like glyphs.
    """
    if glance is None:
        return None
    seen, cut = classify(flat, *glance, trace)
    if seen.legible.sum() < FEWEST:
        return None
    for _ in range(REFITS):
        if judge(seen).verdict == "sure":
            break
        if not within(NEARLY, seen.square.min(axis=1)) or (scene.over is None and icons(seen)):
            return seen, cut.ink
        refitted = refit(seen.lattice, cut.offset, _held(seen))
        if refitted is None:
            break
        flat = flatten(scene, refitted.homography, refitted.cell, plates=refitted.plates)
        best = align(ink_at(flat, refitted), seen.scale)
        again = classify(flat, refitted, best, trace)
        if (
            _unlike(again[0]) >= _unlike(seen)
            and max(again[0].legible.sum() - seen.legible.sum(), again[0].score - seen.score) <= 0
        ):
            break
        seen, cut = again
    if judge(seen).verdict != "sure":
        flat = flatten(scene, seen.lattice.homography, seen.lattice.cell, plates=seen.lattice.plates)
        seen = compared(seen, others(flat, seen.lattice, seen.scale))
    seen = _as_a_whole(seen)
    # The marks gave the lattice roughly; the glyphs found in it say better where it lies, and what is around it.
    final = refit(seen.lattice, cut.offset, _held(seen))
    return (seen if final is None else replace(seen, lattice=final)), cut.ink


def _as_a_whole(seen: Evidence) -> Evidence:
    """What was ``seen``, or the same with its cells seen together, where each by itself leaves more doubts.

    Or where some are certain by their distances alone: the odds tell better which glyph it is.
    """
    if seen.cut is None or seen.odds is None:
        return seen
    sure = judge(seen).verdict == "sure"
    if sure and lead(seen.odds, seen.states).min() >= LEADING:
        return seen
    shown = np.ones(len(seen.odds), bool) if seen.hidden is None else seen.hidden < PARTLY
    whole = replace(seen, joint=together(seen.cut.patches, seen.odds, shown))
    return whole if sure or order(whole) < order(seen) else seen


def _look_flush(
    scene: Scene, flush: NDArray[np.uint8] | None, lattice: Lattice, trace: Trace | None
) -> tuple[Evidence, NDArray[np.float32]] | None:
    """Read the nine cells with their plates on one level, if they have any."""
    if flush is None:
        return None
    return _look_plainly(scene, flush, _glance(replace(lattice, polarity=1, plates=True), flush), trace)


def _look_thin(scene: Scene, sight: Sight, trace: Trace | None) -> tuple[Evidence, NDArray[np.float32]] | None:
    """Read the nine cells by what is thin in them, on the wall or on plates."""
    lattice, wall = replace(sight.lattice, thin=True), None
    if lattice.polarity and not lattice.plates:
        wall = _look_plainly(scene, sight.flat, _glance(lattice, sight.flat), trace)
    return better(wall, _look_flush(scene, sight.flush, lattice, trace))


def _look_anew(scene: Scene, seen: Evidence, trace: Trace | None) -> tuple[Evidence, NDArray[np.float32]] | None:
    """Read nine cells in all ways once more, where those that were ``seen`` say that they lie."""
    lattice = replace(seen.lattice, share=seen.scale / FRAME, thin=False, plates=False)
    sight = first_sight(scene, lattice, trace)
    return sight.seen if sight.sure else better(sight.seen, _look_thin(scene, sight, trace))


def _look_closely(
    scene: Scene, seen: Evidence, ink: NDArray[np.float32], trace: Trace | None
) -> tuple[Evidence, NDArray[np.float32]] | None:
    """Read the nine cells that were ``seen`` with small glyphs once more, larger."""
    look = _look_larger(scene, seen.lattice, seen.scale, trace)
    return None if look is None else (look, ink)


def _look_tiny(
    scene: Scene, flat: NDArray[np.uint8], lattice: Lattice, trace: Trace | None
) -> tuple[Evidence, NDArray[np.float32]] | None:
    """Read nine cells whose marks are smaller than any glyph that is looked for on ``flat``."""
    look = _look_larger(scene, lattice, lattice.share, trace)
    return None if look is None else (look, ink_of(flat, lattice.polarity))


def _look_larger(scene: Scene, lattice: Lattice, scale: float, trace: Trace | None) -> Evidence | None:
    """What the middles of the cells show, where glyphs are in frames of about ``scale`` cells; None where no glyphs."""
    return _look_at_middles(lattice, scale, enlarged(scene, lattice, scale), trace)


def _look_squared(
    scene: Scene, flat: NDArray[np.uint8], lattice: Lattice, trace: Trace | None
) -> tuple[Evidence, NDArray[np.float32]] | None:
    """Read nine oblong cells by square parts of them."""
    look = _look_at_middles(lattice, lattice.share, squared(scene, lattice), trace)
    return None if look is None else (replace(look, oblong=True), ink_of(flat, lattice.polarity))


def _look_at_middles(
    lattice: Lattice, scale: float, middles: tuple[Scene, Lattice, float] | None, trace: Trace | None
) -> Evidence | None:
    """What the ``middles`` of the cells of a ``lattice`` show, see ``vision.heresy.enlarged``."""
    if middles is None:
        return None
    picture, place, side = middles
    flat = flatten(picture, place.homography, place.cell)
    look = _look_plainly(picture, flat, _glance(replace(place, share=scale / side), flat), trace)
    return None if look is None else replace(look[0], lattice=lattice, scale=look[0].scale * side)


def _look_carved(
    scene: Scene, flat: NDArray[np.uint8], lattice: Lattice, trace: Trace | None
) -> tuple[Evidence, NDArray[np.float32]] | None:
    """Read the nine cells by the edges of their strokes, and by either side of them where the edges say they lie.

    Neither side of the strokes of something carved may be a glyph by itself.
    """
    lattice = replace(lattice, polarity=0, framed=True, plates=False)
    glance = _glance(lattice, flat)
    if glance is None:
        return None
    look = _look_plainly(scene, flat, glance, trace)
    if look is not None and scene.over is None and icons(look[0]):
        return None
    looks = [] if look is None else [look]
    place = None
    for side in (0, 1, -1):
        if looks and _sure(looks[-1]) and not shaky(looks[-1][0]).any():
            break
        if place is None:
            place = settled(scene, lattice)
            flat = flatten(scene, place.homography, place.cell)
        glance = _glance(replace(place, polarity=side), flat)
        if glance is not None and glance[0].polarity != side:
            continue  # the other side has its own turn
        look = _look_plainly(scene, flat, glance, trace)
        if not side and (look is None or look[0].legible.sum() < PANEL_CELLS):
            break  # where the edges fit best they show no panel
        looks += [] if look is None else [look]
    best = min(looks, key=lambda one: order(one[0]), default=None)
    return best if best is not None and judge(best[0]).verdict != "none" else None


def _look_past(scene: Scene, lattice: Lattice, trace: Trace | None) -> tuple[Evidence, NDArray[np.float32]] | None:
    """Read the nine cells where something lies over some of them, seen or not; None where too much does."""
    best: tuple[Evidence, Aligned] | None = None
    for _ in range(PAST if lattice.polarity else 0):  # what is carved has no ink of its own
        flat = flatten(scene, lattice.homography, lattice.cell, color=True, plates=lattice.plates)
        known = unseen(scene, lattice.homography)
        over, ink = covered(flat, lattice.polarity, known)
        if over.mean() > MOST_OVER:
            break
        scale, quality = size_glyphs(ink)
        if quality < HOPELESS:
            break
        rest = read_rest(ink, over, scale)
        seen, cut = classify(cv2.cvtColor(flat, cv2.COLOR_BGR2GRAY), lattice, rest.cut, trace)
        hidden = np.where(share_of_cells(known) > PARTLY, np.maximum(rest.hidden, 2 * PARTLY), rest.hidden)
        seen = replace(seen, square=rest.square, probabilities=probabilities(rest.square), hidden=hidden)
        if best is not None and seen.legible.sum() <= best[0].legible.sum():
            break
        best = seen, cut
        refitted = refit(lattice, cut.offset, _held(seen))
        if refitted is None or not within(NEARLY, seen.square.min(axis=1)):
            break
        lattice = refitted
    return None if best is None else (_as_a_whole(best[0]), best[1].ink)


def _glance(lattice: Lattice, flat: NDArray[np.uint8]) -> tuple[Lattice, Aligned] | None:
    """What a lattice in the better polarity shows on ``flat``; None where nothing looks like glyphs."""
    ground = wide_ground_of(flat, lattice.polarity) if lattice.thin else ground_of(flat)
    ink = ink_of(flat, lattice.polarity, ground, framed=lattice.framed)
    # Marks of what is carved are pieces of it, or hang together with a frame or a halo, and so may those on a plate.
    marked = lattice.polarity and not lattice.plates and not lattice.thin
    scale, quality = size_glyphs(ink, lattice.share if marked else None)
    if quality < BLANK and marked:
        other = ink_of(flat, -lattice.polarity, ground, framed=lattice.framed)
        other_scale, other_quality = size_glyphs(other, lattice.share)
        if other_quality > quality:
            ink, scale, quality = other, other_scale, other_quality
            lattice = replace(lattice, polarity=-lattice.polarity)
    if quality < HOPELESS:
        return None
    found = align(ink, scale)
    # Most places that look like a panel so far are buttons or letters in rows, and one glance at them shows it.
    near = nearest(found.patches[np.arange(9), found.match.argmax(axis=1)])
    return (lattice, found) if within(MAYBE if lattice.polarity else CARVED, near) else None


def classify(flat: NDArray[np.uint8], lattice: Lattice, best: Aligned, trace: Trace | None) -> tuple[Evidence, Aligned]:
    """Read the nine cells cut out of the flattened ``flat``."""
    square, odds = told(best.patches)
    gap = float(np.median(gaps(best.patches[np.arange(len(square)), square.argmin(axis=1)])))
    seen = Evidence(
        lattice,
        square,
        best.match,
        probabilities(square),
        best.score,
        best.scale,
        gap=gap,
        flat=flat,
        cut=best,
        odds=odds,
    )
    if trace is not None:
        note_cells(trace, flat, best, seen)
    return seen, best


def _held(seen: Evidence) -> NDArray[np.bool_]:
    """Which cells show a glyph well enough to draw a lattice through; faint ones correlate badly, but have edges."""
    match, distance = seen.match.max(axis=1), seen.square.min(axis=1)
    good: NDArray[np.bool_] = (match > HELD) | ((match > FAINTLY) & (distance < NEARLY[0][1]))
    for limit in PLAINLY:  # what is like no glyph may have been looked for in the wrong place
        plain = np.asarray(good & (distance < limit))
        if plain.sum() >= PANEL_CELLS:
            return plain
    return good


def _unlike(seen: Evidence) -> float:
    """How far the nine cells are from glyphs, all in all; beyond a point it makes no difference."""
    return float(np.minimum(seen.square.min(axis=1), FARTHEST).sum())
