"""Judge: whether a reading may be acted on, is doubtful, or is no board; with its reasons in words.

Every test that fails is a doubt, and a single doubt is enough not to be sure. Doubts that point to something else than
a Lights Out board weigh more; enough weight and the verdict is that there is no board.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import islice
from math import prod
from typing import TYPE_CHECKING

import numpy as np

from vision.grid import beyond, cycled, field, patches, pattern
from vision.grid.captions import captioned
from vision.grid.content import (
    HINT,
    alight,
    identical,
    marked,
    one_outline,
    overdrawn,
    pictures,
    plain_inside,
    recoloured,
    uniform,
    writing,
)
from vision.grid.dealt import PLAINLY, TELLING, briefly, checks, dealt, hinges
from vision.grid.doubts import (
    AGAINST,
    ALL_ALIKE,
    BARS,
    CROSSES,
    DRAWINGS,
    DRAWN,
    ENDLESS,
    FEW,
    FIELD,
    FRINGED,
    HOVERED,
    LABELLED,
    LEGEND,
    LETTERED,
    MAP,
    MARKED,
    MERGED,
    MOTLEY,
    OBLONG,
    OUTLINE,
    OUTSIDE,
    OVERDRAWN,
    PANES,
    PATCHY,
    PEGS,
    PICTURES,
    RULED,
    SEATS,
    SETTLED_BY_ALIKENESS,
    SETTLED_BY_CLICKS,
    SETTLED_BY_DRAWING,
    SETTLED_BY_NAME,
    SETTLED_CLOSER,
    SETTLED_IN_A_SQUARE,
    SETTLED_INSIDE,
    SHAPES,
    SHONE_ON,
    SIGNED,
    SPREAD,
    STOCKED,
    STRAYS,
    TABLED,
    TURNING,
    UNEVEN,
    UNIFORM,
    UPRIGHT,
    WRITTEN,
    doubts,
)
from vision.grid.evidence import Evidence, gather
from vision.grid.extents import SPARSE, SPARSEST
from vision.grid.holes import solitaire, vacant
from vision.grid.inscribed import signed
from vision.grid.labels import labelled
from vision.grid.legend import explained
from vision.grid.motley import motley
from vision.grid.named import named
from vision.grid.onesided import onesided
from vision.grid.overlaid import laid_on
from vision.grid.pieces import crossed
from vision.grid.reduced import aliased
from vision.grid.remnant import remnant
from vision.grid.ruled import ruled
from vision.grid.severed import severed
from vision.grid.shade import shaded
from vision.grid.shrunk import shrunk
from vision.grid.sizes import sizes
from vision.grid.squeezed import squeezed
from vision.grid.states import doubled
from vision.grid.stock import stocked
from vision.grid.titles import titled
from vision.grid.torn import COVERED, torn
from vision.homography import steps
from vision.reading import OVER

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from vision.grid.cells import Cells
    from vision.reading import Verdict
    from vision.scene import Scene

NONE_AT, AGAIN_AT, GRAVE = 3, 5, 2
TABLE, MANY = 3, 5
"""Weight of lines with titles, from so many lines; a few may stand beside other writing by chance."""
PICTURE, SKETCH, LETTER, MARKS, SEVERAL = 30, 25, 20, 3, 15
"""Cells from which a picture of something shows, from which one that no clicks make does, and from which a letter does
on what is no square; cells with a small mark, and as many without, that are no chance; clicks that are no longer few
where halves are alike, as those of a drawing are by design."""
LONGER = 1.31
"""Steps across and down a board's lines, the longer over the shorter: those of cards and keys are more, which hold
each something else."""
GLARING, CLEAR = 40.0, 5.0
"""Difference (Lab) of lit cells, and its share of what is within a state, from which they may shine so."""
COLOURED, CLOSE, FILLED = 20.0, 0.7, 0.42
"""Difference (Lab) of states from which their cells have colours of their own, whatever is drawn on them; how much of a
step cells take up, one way at least, that are no panes; and of their places where they are no boxes to be ticked."""
LEAST = 0.05
"""Share of a picture that a board without lines between its cells takes; maps and icons take less."""
MORE = 0.5
"""Share of its cells by which an outer line holds more than all do, from which it is another thing's."""


@dataclass(frozen=True, slots=True)
class Judgement:
    """A verdict on one grid.

    Attributes:
        verdict: ``sure``, ``unsure`` or ``none``.
        reasons: against it, in words; empty when it is sure.
        grave: some doubt points to something else than a board.
        unclear: a finer view of the same cells may settle all of the doubts.
    """

    verdict: Verdict
    reasons: tuple[str, ...] = ()
    grave: bool = False
    unclear: bool = False


def judge(scene: Scene, one: Cells, rival: float) -> Judgement:
    """Verdict on one reading; ``rival`` is the best overlapping other grid's score over this one's."""
    present = one.present
    shown = patches.shown(scene, one.homography, (one.grid.rows, one.grid.cols))
    seen = gather(scene, one, shown, rival)
    found = doubts(seen)
    words = {words for _, words in found}
    close = max(one.grid.body) >= CLOSE and prod(one.grid.body) >= FILLED
    if SETTLED_BY_DRAWING & words and recoloured(present):
        seen = replace(seen, recoloured=True)
        found = doubts(seen)
    elif SETTLED_BY_DRAWING & words and alight(present, evenly=not close):
        seen = replace(seen, recoloured=True, alight=True)
        found = doubts(seen)
    elif SETTLED_BY_ALIKENESS & words and (seen.cut >= COLOURED or seen.flat):
        close &= words <= SETTLED_BY_ALIKENESS | {OUTLINE}
        seen = replace(seen, identical=shaded(present) or (close and identical(present)))
        found = doubts(seen)
    if SETTLED_BY_DRAWING & {words for _, words in found} and dealt(one):
        seen = replace(seen, dealt=True)
        found = doubts(seen)
    if found and {words for _, words in found} <= SETTLED_INSIDE and one.source == "ring" and plain_inside(present):
        seen = replace(seen, plain_inside=True)
        found = doubts(seen)
    if any(words == OUTLINE for _, words in found) and seen.states > 2 and one_outline(present):
        seen = replace(seen, outlines=0.0)
        found = doubts(seen)
    found = _summed_up(one, found)
    if sum(weight for weight, _ in found) < NONE_AT:
        # The dearest figure comes last, and only where it matters.
        if (written := writing(scene, one)) > WRITTEN:
            seen = replace(seen, writing=written)
            found = _summed_up(one, doubts(seen))
        if lines := titled(one, shown) or named(scene, one):
            found.append((TABLE if lines >= MANY else 1, TABLED))
        elif _all_alike({words for _, words in found}) and labelled(scene, one):
            found.append((TABLE, LABELLED))
        if {words for _, words in found} == {UNEVEN} and motley(present):
            found.append((TABLE, MOTLEY))
    if solitaire(one):
        found.append((1, PEGS))
    if scene.named:
        found = [(1 if words == PATCHY else weight, words) for weight, words in found if not _told_by_name(one, words)]
    if not found or (seen.states == 2 and all(words == OUTLINE for _, words in found)):
        # Lit cells may have a shape of their own; pieces that lie on cells are told by what shows around them.
        last = (words for words in _last(scene, one, seen, shown) if not (scene.named and _told_by_name(one, words)))
        found = [(1, words) for words in islice(last, 1)]
    if not found:
        return Judgement("sure")
    weights = [weight for weight, _ in found]
    reasons = tuple(words for _, words in found)
    shone_on = seen.cut >= GLARING and seen.ratio >= CLEAR and set(reasons) <= SHONE_ON
    verdict: Verdict = "unsure"
    # What few clicks make is offered, too: chance seldom makes it, however much speaks against the cells.
    if sum(weights) >= (AGAIN_AT if scene.recalled else NONE_AT) and (
        max(weights) > 1 or not (shone_on or briefly(one))
    ):
        verdict = "none"
    grave = any(weight >= GRAVE and words != LETTERED for weight, words in found)
    narrow = {SPREAD} if min(one.grid.body) < SPARSE else set()  # it may be what is drawn in the cells
    closer = SETTLED_CLOSER | narrow
    outlines = all(words in closer or words.endswith(FEW) for words in reasons)
    unclear = not grave and verdict == "unsure" and outlines
    return Judgement(verdict, reasons, grave, unclear)


def _told_by_name(one: Cells, words: str) -> bool:
    """Whether the game's name settles a doubt; not that of writing in the cells of one outer line, as in buttons."""
    if words != LETTERED:
        return words in SETTLED_BY_NAME
    held = (one.most > HINT).reshape(one.grid.rows, one.grid.cols)
    return all(line.mean() - held.mean() < MORE for line in (held[0], held[-1], held[:, 0], held[:, -1]))


def _summed_up(one: Cells, found: list[tuple[int, str]]) -> list[tuple[int, str]]:
    """The doubts ``found`` that clicks don't settle; a single one for all that two pictures in the cells make."""
    found = _unless_clicked(one, found)
    kept = [(weight, words) for weight, words in found if weight >= TABLE or words not in PICTURES]
    several = len(found) > len(kept) + 1
    if (several or {DRAWN, UNEVEN} & {words for _, words in found}) and pictures(one.present):
        return [*kept, (1, DRAWINGS)]
    return found


def _unless_clicked(one: Cells, found: list[tuple[int, str]]) -> list[tuple[int, str]]:
    """The doubts ``found``; where few clicks make the pattern and settle all others, only where the board ends.

    That one of several colours comes first in every line weighs less where clicks make the pattern. That one occurs
    only once remains a doubt even there: the pointer may light that cell up, and two clicks that cross leave the same.
    """
    if any(words == BARS for _, words in found) and cycled.made(one.board):
        found = [(1 if words == BARS else weight, words) for weight, words in found]
    ends = [(weight, words) for weight, words in found if words == ENDLESS]
    several = any(words in SETTLED_IN_A_SQUARE for _, words in found) and _square(one) and _scattered(one)
    kinds = SETTLED_BY_CLICKS | SETTLED_IN_A_SQUARE if several else SETTLED_BY_CLICKS
    settled = all(words in kinds or words.endswith(FEW) or words == ENDLESS for _, words in found)
    if [words for _, words in found] == [STRAYS] and _proven(one):
        return []
    return ends if found and settled and briefly(one) else found


def _area(one: Cells) -> float:
    """About how many pixels a board takes."""
    size = one.grid.rows, one.grid.cols
    return prod(size) * prod(steps(one.homography, size))


def _square(one: Cells) -> bool:
    """Whether a board is a square in a pattern that few clicks make.

    They make the rest of a larger board, too, of which lines are hidden, but that is hardly a square.
    """
    return one.grid.rows == one.grid.cols and briefly(one)


def _scattered(one: Cells) -> bool:
    """Whether the cells that something touches, be it light, are no part of those that one click turns."""
    touched = one.strain > COVERED * one.states.cut
    if one.covers is not None:
        touched = touched | (one.covers.hidden > 0)
    return bool(touched.any()) and not (pattern.clicks(one.grid.rows, one.grid.cols) >= touched).all(axis=1).any()


def _proven(one: Cells) -> bool:
    """Whether clicks make the pattern that is read, and none would with the other state in the one cell that fits none.

    The pointer lights up the cell it is on, whichever of two states that has; it is nearer in colour to the one read.
    """
    if one.states.count != 2 or len(one.states.strays) != 1:
        return False
    (stray,) = one.states.strays
    nearest = one.states.distances[stray].argmin() == one.states.labels[stray]
    return bool(nearest) and hinges(one.board, stray, TELLING)


def _all_alike(reasons: set[str]) -> bool:
    """Whether these doubts are just what a table of cells all alike leaves, one of which may be picked out."""
    return bool({UNIFORM, HOVERED} & reasons) and reasons <= ALL_ALIKE


def _pictured(states: NDArray[np.int64]) -> bool:
    """Whether a pattern has halves that are alike, as pictures and letters have; most boards that do are square."""
    rows, cols = states.shape
    if rows != cols and rows * cols >= LETTER and pattern.halved(states):
        return True
    if rows * cols < SKETCH or not pattern.upright(states):
        return False
    return rows * cols >= PICTURE or (states.max() == 1 and checks(states) < 0)


def _lamps(one: Cells) -> bool:
    """Whether small cells make a square, each one of two drawings, in a pattern that clicks can make."""
    square = one.grid.rows == one.grid.cols and one.states.count == 2
    return square and checks(one.board) >= 0 and uniform(one)


def _last(scene: Scene, one: Cells, seen: Evidence, shown: NDArray[np.bool_] | None) -> Iterator[str]:
    """Doubts that are looked for only where there is no other, one by one: all others stand without them."""
    if not 1 <= LONGER * seen.aspect <= LONGER**2 and not (uniform(one) or identical(one)):
        yield OBLONG
    if min(one.grid.body) < SPARSEST and not _lamps(one):
        yield SPREAD
    if seen.states == 2 and seen.fewest == 1 and max(one.grid.body) < CLOSE:
        yield PANES
    if aliased(scene, one):
        yield "the states differ only on a reduced view: lines may have run together there"
    square = _square(one)
    if not square and (beyond.likeness(one, shown) > beyond.FOLLOWS or remnant(one, shown)):
        yield OUTSIDE
    if severed(one, shown):
        yield AGAINST
    lit_up = square and _scattered(one)
    if not lit_up and torn(scene, one):
        yield OVER
    if shrunk(one):
        yield TURNING
    if vacant(one):
        yield "some cells look like what is around the board, where others of their state don't: there may be none"
    if squeezed(one):
        yield "the cells of one click are smaller than all others, as when they turn over"
    if seen.fringed and not briefly(one):
        yield FRINGED
    states = one.board
    tones = np.where(one.bare[:, None], one.states.looks[one.states.labels], one.rings) if one.bare.any() else one.rings
    if one.source == "ring" and doubled(tones, states, pattern.lights(states)) and not briefly(one):
        yield "the cells of one state are of two shades"
    if sizes(one) and not briefly(one):
        yield SHAPES
    if (
        pattern.cross(states) is None  # the first levels of many games are one click
        and _pictured(states)
        and not (briefly(one, PLAINLY) and (one.clicks or 0) <= SEVERAL)
        and not cycled.made(states)
    ):
        yield UPRIGHT
    if not lit_up and marked(one) >= MARKS:
        yield MARKED
    if signed(scene, one):
        yield SIGNED
    if crossed(one):
        yield CROSSES
    if onesided(scene, one):
        yield SEATS
    if field.lined(scene, one):
        yield FIELD
    if not lit_up and laid_on(one):
        yield "something lies on several cells, or on one and no clicks make the pattern that is read"
    # Whether few clicks make the pattern is asked first: it costs far less than these.
    if not briefly(one):
        if seen.merged > MERGED and _area(one) < LEAST * scene.pixels:
            yield MAP
        if set(states.flat) == {0, 1} and not checks(states) and overdrawn(one) and not recoloured(one):
            yield OVERDRAWN  # where clicks do not make every pattern, that tells
        captions = captioned(scene, one)
        if labelled(scene, one) if captions is None else captions:
            yield LABELLED
    if not briefly(one, PLAINLY) and ruled(scene, one):
        yield RULED
    if not briefly(one):
        if explained(scene, one):
            yield LEGEND
        if stocked(scene, one):
            yield STOCKED
