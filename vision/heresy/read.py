"""Read: the nine cells at one place, on better and better lattices, and past what lies over them."""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from typing import TYPE_CHECKING

import cv2
import numpy as np

from vision.heresy.align import BLANK, Aligned, align, cut_likely, elsewhere, size_glyphs
from vision.heresy.classify import distances, gaps, nearest, probabilities
from vision.heresy.cover import covered
from vision.heresy.enlarged import enlarged
from vision.heresy.flat import CELL, MARGIN, flatten, ground_of, ink_of, share_of_cells, unseen
from vision.heresy.glyphs import LETTERS
from vision.heresy.judge import (
    CELL_DISTANCE,
    CLEAR_CELLS,
    PANEL_CELLS,
    PARTLY,
    SURE_MARGIN,
    Evidence,
    glyph_like,
    judge,
)
from vision.heresy.lattice import Lattice, refit
from vision.heresy.plates import levelled
from vision.heresy.rest import read_rest
from vision.heresy.settle import settled
from vision.heresy.views import compared, others
from vision.reading import RANK

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from vision.scene import Scene
    from vision.trace import Trace

CLEARLY = (0, 0, 0)  # the order of a panel that is sure, no cell of it shaky
REFITS, PAST = 4, 2  # times a lattice is drawn anew through the glyphs found; tries to read past something
FEWEST = 4  # cells that must show a glyph at first sight for a second to be worth it
NEARLY = (3, 1.9), (5, 2.4)  # so many cells, so near to a glyph: a panel, or one once the lattice lies better
MAYBE = (3, 2.2), (5, 2.95)  # at one glance, before each state was tried
CARVED = *MAYBE, (7, 5.0)  # the same of what is carved, which is not read past anything that lies over it
COVERED = (3, 1.7), (5, 2.3)  # or one under something that lies over it
MANY, PLAIN, FEW = 0.66, 0.7, 0.4  # shares: marks of one state; of a cell's distance, to the next glyph; cells so plain
SHAKY = 1.3  # squared distance from which a cell is looked at once more, for what may lie over it
OFF = 0.6  # the same beyond the median of the cells
SLIGHT = 0.12  # of a glyph's frame that may be hidden where both ways of reading agree
ROOMY = 0.6  # frame of a glyph in cells, below which another would fit between two
HELD, FAINTLY = 0.5, 0.35  # correlation of a glyph the new lattice may be drawn through; of one that is near
PLAINLY = 1.5, CELL_DISTANCE  # squared distances; cells nearer than this alone, where there are enough
FARTHEST = 3.0  # squared distance beyond which a cell is none of the glyphs in any case
MOST_OVER = 0.4  # of a panel that something lies over, for it to be read past that
HOPELESS = 0.62  # correlation in the coarse step below which the next would find nothing either
OUTWARD = np.array([[5 / 3, 0, -1], [0, 5 / 3, -1], [0, 0, 1]])  # makes room for a ring of cells around the nine


def look_at(
    scene: Scene, lattice: Lattice, trace: Trace | None, *, carved: bool = True
) -> tuple[Evidence, NDArray[np.float32]] | None:
    """Read the nine cells at a place, if need be by what is left to see of them.

    Args:
        scene: the picture.
        lattice: the place.
        trace: keeps what the stages saw.
        carved: whether the glyphs may be cut into a wall, or raised from it.

    Returns:
        What was seen, and the ink it was seen on; None where nothing looks like glyphs.
    """
    flat = flatten(scene, lattice.homography, lattice.cell)
    seen = None if lattice.plates else _look_plainly(scene, flat, _glance(lattice, flat), trace)
    if seen is None or _order(seen[0]) > CLEARLY:
        seen = _better(seen, _look_flush(scene, flat, lattice, trace))
    if seen is not None and _order(seen[0]) > CLEARLY:
        seen = _better(seen, _look_closely(scene, seen, trace))
    if carved and (seen is None or judge(seen[0]).verdict != "sure"):
        seen = _better(seen, _look_carved(scene, flat, lattice, trace))
    if seen is None:
        return None
    sure = judge(seen[0]).verdict == "sure"
    shaky = _shaky(seen[0])
    known = scene.over is not None and unseen(scene, seen[0].lattice.homography).any()
    if not known and ((sure and not shaky.any()) or not _may_be_covered(seen[0], sure=sure)):
        return seen
    rest = _look_past(scene, seen[0].lattice, trace)
    if rest is None or rest[0].hidden is None:  # too much of it looks strange to say what lies over the shaky cells
        return (replace(seen[0], hidden=np.where(shaky, 2 * PARTLY, 0.0)), seen[1]) if sure else seen
    if not sure:
        if known and judge(seen[0]).verdict == "none":
            return rest
        return rest if rest[0].legible.sum() > seen[0].legible.sum() else seen
    if known and not np.array_equal(rest[0].square.argmin(axis=1), seen[0].square.argmin(axis=1)):
        return rest
    # What lies over a cell may look like another glyph; what lies over a little of it and tells the same does not.
    agrees = rest[0].legible & (rest[0].square.argmin(axis=1) == seen[0].square.argmin(axis=1))
    slight = agrees & (rest[0].hidden < SLIGHT)
    if not (shaky & (rest[0].hidden > PARTLY) & ~slight).any():
        return seen
    return (replace(seen[0], hidden=rest[0].hidden), seen[1]) if judge(rest[0]).verdict == "none" else rest


def beyond(scene: Scene, seen: Evidence, ink: NDArray[np.float32]) -> int:
    """How many places around the nine cells, or between them (on ``ink``), show a glyph: it is a larger table then."""
    lattice = seen.lattice
    outward = lattice.homography @ OUTWARD
    wide = ink_of(flatten(scene, outward, lattice.cell * 5 / 3), lattice.polarity)
    places = [elsewhere(wide, seen.scale * 3 / 5, 3 / 5, [1, 2, 3])]
    if seen.scale < ROOMY:
        places.append(elsewhere(ink, seen.scale, 1 / 2, [0, 2, 4]))
    count = max(_glyphs(tiles) for tiles in places)
    return max(count, _plates_beyond(scene, seen)) if lattice.plates else count


def _plates_beyond(scene: Scene, seen: Evidence) -> int:
    """How many plates around the nine show a glyph: those of the four panels that lie one row and column aside."""
    shown = np.zeros((5, 5), bool)
    for down, right in product((0, 2), (0, 2)):
        aside = seen.lattice.homography @ np.array([[1, 0, right - 1.0], [0, 1, down - 1.0], [0, 0, 1]])
        flush = levelled(flatten(scene, aside, seen.lattice.cell), CELL, MARGIN)
        if flush is not None:
            cut = align(ink_of(flush, 1), seen.scale)
            shown[down : down + 3, right : right + 3] |= glyph_like(distances(cut.patches), cut.match).reshape(3, 3)
    shown[1:4, 1:4] = False
    return int(shown.sum())


def _glyphs(tiles: NDArray[np.float32]) -> int:
    """How many of some places show a glyph."""
    patches, match = cut_likely(tiles)
    return int(glyph_like(distances(patches, together=False), match).sum()) if len(patches) else 0


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
        if not _within(NEARLY, seen.square.min(axis=1)) or (scene.over is None and _icons(seen)):
            return seen, cut.ink
        better = refit(seen.lattice, cut.offset, _held(seen))
        if better is None:
            break
        flat = flatten(scene, better.homography, better.cell, plates=better.plates)
        again = classify(flat, better, align(ink_of(flat, better.polarity, framed=better.framed), seen.scale), trace)
        if (
            _unlike(again[0]) >= _unlike(seen)
            and max(again[0].legible.sum() - seen.legible.sum(), again[0].score - seen.score) <= 0
        ):
            break
        seen, cut = again
    if judge(seen).verdict != "sure":
        flat = flatten(scene, seen.lattice.homography, seen.lattice.cell, plates=seen.lattice.plates)
        seen = compared(seen, others(flat, seen.lattice, seen.scale))
    # The marks gave the lattice roughly; the glyphs found in it say better where it lies, and what is around it.
    final = refit(seen.lattice, cut.offset, _held(seen))
    return (seen if final is None else replace(seen, lattice=final)), cut.ink


def _look_flush(
    scene: Scene, flat: NDArray[np.uint8], lattice: Lattice, trace: Trace | None
) -> tuple[Evidence, NDArray[np.float32]] | None:
    """Read the nine cells with their plates on one level, if they have any."""
    flush = levelled(flat, CELL, MARGIN)
    if flush is None:
        return None
    return _look_plainly(scene, flush, _glance(replace(lattice, polarity=1, plates=True), flush), trace)


def _look_closely(
    scene: Scene, seen: tuple[Evidence, NDArray[np.float32]], trace: Trace | None
) -> tuple[Evidence, NDArray[np.float32]] | None:
    """Read the nine cells that were ``seen`` with small glyphs once more, larger."""
    closer = enlarged(scene, seen[0].lattice, seen[0].scale)
    if closer is None:
        return None
    picture, place, side = closer
    flat = flatten(picture, place.homography, place.cell)
    look = _look_plainly(picture, flat, _glance(replace(place, share=seen[0].scale / side), flat), trace)
    if look is None:
        return None
    return replace(look[0], lattice=seen[0].lattice, scale=look[0].scale * side), seen[1]


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
    if look is not None and scene.over is None and _icons(look[0]):
        return None
    looks = [] if look is None else [look]
    place = None
    for side in (0, 1, -1):
        if looks and judge(looks[-1][0]).verdict == "sure" and not _shaky(looks[-1][0]).any():
            break
        if place is None:
            place = settled(scene, lattice)
            flat = flatten(scene, place.homography, place.cell)
        look = _look_plainly(scene, flat, _glance(replace(place, polarity=side), flat), trace)
        if not side and (look is None or look[0].legible.sum() < PANEL_CELLS):
            break  # where the edges fit best they show no panel
        looks += [] if look is None else [look]
    best = min(looks, key=lambda one: _order(one[0]), default=None)
    return best if best is not None and judge(best[0]).verdict != "none" else None


def _order(seen: Evidence) -> tuple[int, int, int]:
    """The less, the better a place was read."""
    judged = judge(seen)
    return RANK[judged.verdict], len(judged.suspects), int(_shaky(seen).sum())


def _better(
    one: tuple[Evidence, NDArray[np.float32]] | None, other: tuple[Evidence, NDArray[np.float32]] | None
) -> tuple[Evidence, NDArray[np.float32]] | None:
    """Which of two ways to read a place shows more of a panel; the first if they show as much."""
    if one is None or other is None:
        return one or other
    return other if _order(other[0]) < _order(one[0]) else one


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
        better = refit(lattice, cut.offset, _held(seen))
        if better is None or not _within(NEARLY, seen.square.min(axis=1)):
            break
        lattice = better
    return None if best is None else (best[0], best[1].ink)


def _glance(lattice: Lattice, flat: NDArray[np.uint8]) -> tuple[Lattice, Aligned] | None:
    """What a lattice in the better polarity shows on ``flat``; None where nothing looks like glyphs."""
    ground = ground_of(flat)
    ink = ink_of(flat, lattice.polarity, ground, framed=lattice.framed)
    # The marks of what is carved are pieces of it, or hang together with a frame, and so may those on a plate.
    scale, quality = size_glyphs(ink, lattice.share if lattice.polarity and not lattice.plates else None)
    if quality < BLANK and lattice.polarity and not lattice.plates:
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
    return (lattice, found) if _within(MAYBE if lattice.polarity else CARVED, near) else None


def classify(flat: NDArray[np.uint8], lattice: Lattice, best: Aligned, trace: Trace | None) -> tuple[Evidence, Aligned]:
    """Read the nine cells cut out of the flattened ``flat``."""
    square = distances(best.patches)
    gap = float(np.median(gaps(best.patches[np.arange(len(square)), square.argmin(axis=1)])))
    seen = Evidence(lattice, square, best.match, probabilities(square), best.score, best.scale, gap=gap)
    if trace is not None:
        _note_cells(trace, flat, best, seen)
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


def _may_be_covered(seen: Evidence, *, sure: bool) -> bool:
    """Whether some cells are certain glyphs and others none: icons are all alike, and a little like glyphs.

    A panel that is ``sure`` otherwise is looked at in any case.
    """
    if not sure and (not _within(COVERED, seen.square.min(axis=1)) or _icons(seen)):
        return False
    ranked = np.sort(seen.square, axis=1)
    certain = seen.legible & (ranked[:, 1] - ranked[:, 0] > SURE_MARGIN)
    return bool(certain.sum() >= CLEAR_CELLS and (not seen.legible.all() or _shaky(seen).any()))


def _shaky(seen: Evidence) -> NDArray[np.bool_]:
    """Which cells are so unlike glyphs that something may lie over them; those of some hands are all a little so."""
    distance = seen.square.min(axis=1)
    return np.asarray(distance > max(SHAKY, float(np.median(distance)) + OFF))


def _icons(seen: Evidence) -> bool:
    """Whether the cells are mostly a little like one glyph, and few plainly so: discs and buttons are."""
    ranked = np.sort(seen.square, axis=1)
    good = ranked[:, 0] < CELL_DISTANCE
    plain = good & (ranked[:, 1] - ranked[:, 0] > PLAIN * ranked[:, 0])
    most = np.bincount(seen.square.argmin(axis=1)[good], minlength=1).max()
    return bool(most >= MANY * good.sum() and plain.sum() < FEW * good.sum())


def _within(limits: tuple[tuple[int, float], ...], distance: NDArray[np.float64]) -> bool:
    """Whether nine cells with these least squared distances may be a panel, if only once it is looked at better."""
    ranked = np.sort(distance)
    return all(ranked[count - 1] < limit for count, limit in limits)


def _note_cells(trace: Trace, flat: NDArray[np.uint8], cut: Aligned, seen: Evidence) -> None:
    ink = cv2.cvtColor((cut.ink * 255).astype(np.uint8), cv2.COLOR_GRAY2BGR)
    letters = "".join(LETTERS[int(state)] for state in seen.square.argmin(axis=1))
    words = f"{letters}, correlation {cut.score:.2f}, worst distance {seen.square.min(axis=1).max():.1f}"
    trace.note("heresy: read", np.hstack([cv2.cvtColor(flat, cv2.COLOR_GRAY2BGR), ink]), words)
