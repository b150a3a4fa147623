"""Judgement: what a board is read as from the likeliest of the readings in a view of it, and how sure that is.

Its lattice is made exact, its cells are read again in the picture itself, and all that may speak against it is asked:
that which costs little first, and what only a sure board has to answer last. See ``vision.memento.judge`` for the
weighing.
"""

from __future__ import annotations

from functools import cache, partial
from typing import TYPE_CHECKING

import numpy as np

from vision.algebra import ALGEBRA_PLAIN, checks, ended, longer, slanting, solvable
from vision.memento import (
    buttons,
    chances,
    covers,
    fits,
    marks,
    onward,
    outer,
    panes,
    place,
    ranking,
    seams,
    sizes,
    stripes,
    veils,
)
from vision.memento.aligned import aligned
from vision.memento.clipped import clipped
from vision.memento.doubts import (
    APART,
    CLIPPED,
    CLOSER,
    GOES_ON,
    LITTLE,
    LOOSE,
    MARKED_ONE_WAY,
    REVISED,
    RIVALLED,
    SPILLED,
    STRIPES,
    TOLD_BUT_CORNERED,
    TOLD_BY_MARKS,
    TORN,
    UNALIKE,
    UNCONNECTED,
)
from vision.memento.evidence import NAMES
from vision.memento.judge import LEADS, PROVEN, SHUT, loose, named, stands_out, verdict
from vision.memento.lattice import refine
from vision.memento.moving import moving
from vision.memento.recall import remember
from vision.memento.turning import TURNING
from vision.reading import Reading, nothing
from vision.ringed import ringed

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from vision.memento.axis import Axis
    from vision.memento.ranking import Candidate
    from vision.memento.view import View
    from vision.scene import Scene

DOUBT = 0.05  # chance of the less likely state from which a cell is one to look at
LIKELIER = 0.5  # confidence from which a board some cells of which are doubtful is rather read right than not
CLOSELY = 32  # pixels a side of cells whose borders are looked at closely
CONNECTED = (0.35, 2)  # how far facing rims are apart at most, by the usual, and borders of many colours that tell it
FAR_APART = 0.2  # gap between tiles, by their step, from which they may be windows or cards: no picture is cut up so
TITLE_INTO = 0.05  # cells by which a title may seem to reach into the board that is below it
SIDE_MIN = NAMES.index("side_min")


def judge(scene: Scene, view: View, ranked: list[Candidate]) -> Reading:
    """Make a reading of the first candidate in a view of the scene: lattice made exact, cells read again, verdict."""
    ranked = ranking.drawn(ranking.dealt(ranked))
    best = ranked[0]
    rivals = ranking.rivals(ranked)
    seen = named(best.values, ranking.margin([one.score for one in rivals], rivals, 0))
    shape = (best.y.count, best.x.count)
    # Most of what was read is no board: that is plain without a closer look at its cells, whatever they turn out to be.
    railed, all_marked = best.fit.railed, best.fit.marked
    flanked = 0 if railed else sum(buttons.beside(view.picture, best.x, best.y))
    told = partial(verdict, seen, best.cut, shape, buttons=flanked, railed=railed, marked=(all_marked, all_marked))
    said, reasons, likely = told(1.0, doubtful=0, checks=ALGEBRA_PLAIN, solvable=True)
    if said == "none":
        return nothing(*reasons)
    pixels = scene.frame.pixels
    x, y = view.to_frame(*refine(view.edges, best.x, best.y))
    x, y = aligned(pixels, x, y, best.cut.covered.reshape(shape))
    lines = view.from_frame(x, y)
    vectors = covers.looks(covers.canonical(pixels, x, y))
    board = panes.within(view.edges, *lines)
    chance = chances.chances(vectors, best.cut, board)
    if scene.over is not None:
        chance[chances.unseen(scene.over, x, y)] = 0.5
    chance = chances.weighed(chance, shape)
    doubtful = np.flatnonzero((np.minimum(chance, 1 - chance) > DOUBT) | ((chance > 0.5) == best.cut.covered))
    spread = place.spread(vectors, best.cut.covered)
    tiles = (chance < 0.5).reshape(shape)
    passed = checks(tiles)
    close = covers.canonical(pixels, x, y, CLOSELY)
    every = close.reshape(-1, *close.shape[2:])
    shown = sizes.tile(every[best.cut.clear])
    judged = partial(
        told,
        spread,
        one_look=place.one_look(vectors, best.cut.covered, every, shape),
        doubtful=len(doubtful),
        checks=passed,
        solvable=solvable(tiles),
        board=board,
        looks=vectors,
        tile=shown,
    )
    beside = cache(lambda: marks.beside(pixels, x, y))
    marked = cache(lambda: all_marked or beside().told)
    said, reasons, likely = judged()
    banded = {LITTLE} if slanting(tiles) else set()  # so are bands of light, and signs beside these tell of no tiles
    if said == "unsure" and (TOLD_BY_MARKS - banded).issuperset(reasons) and marked():
        railed = True
        said, reasons, likely = judged(railed=True, marked=(True, True))
    elif said == "unsure" and (TOLD_BUT_CORNERED - banded).issuperset(reasons) and beside().cornered:
        railed = True
        said, reasons, likely = judged(railed=True, marked=(True, True), cornered=True)
    elif said == "unsure" and not railed and MARKED_ONE_WAY.issuperset(reasons):
        said, reasons, likely = judged(marked=marks.plain(pixels, x, y))
    if said == "sure" or (said == "unsure" and UNCONNECTED.issuperset(reasons)):
        near, borders, lively = seams.closely(close, ~tiles)
        if said == "unsure" and near <= CONNECTED[0] and lively >= CONNECTED[1]:
            said, reasons, likely = judged(connected=True)
        elif said == "sure" and borders and not railed and loose(seen, near, passed, shared=best.fit.shared):
            said, reasons = "unsure", (LOOSE,)
    if said == "none":
        return nothing(*reasons)
    hidden = ranking.hidden(ranked)
    # Flips make stripes with an open line more or less, so less must speak for one more to doubt where they end.
    endless = not passed and seen["margin"] < LEADS
    one, framed = hidden or endless or seen["spill_any"] > 0, panes.framed(view.edges, *lines)
    beyond = onward.goes_on(best.fit.panes, best.fit.extent, one=one, framed=framed)
    closed = [one.values[SIDE_MIN] >= SHUT for one in ranked if not fits.same(one.fit, best.fit)]
    apart = max(best.x.gap / best.x.pitch, best.y.gap / best.y.pitch) > FAR_APART
    fenced = cache(lambda: outer.framed(view.edges, *lines))
    ring = cache(lambda: ringed(pixels, place.matrix(x, y), shape))
    told_by, ends_by, around = (marked,), (marked, fenced, ring), (fenced, ring)
    made_so = (marked, lambda: passed >= PROVEN and ended(tiles))
    # What else may be, whether it seems to be so, and what proves that it is not: buttons beside all lines, or, where
    # it is about where the board ends, a frame around it.
    doubts: tuple[tuple[str, Callable[[], bool], tuple[Callable[[], bool], ...]], ...] = (
        (TURNING, lambda: moving(pixels, x, y, tiles, close) and _moving_framed(scene, view, best, tiles), ()),
        (STRIPES, lambda: stripes.cut_otherwise(view.edges, *lines, tiles), told_by),
        (STRIPES, lambda: stripes.continued(close, tiles), told_by),
        (RIVALLED, lambda: ranking.challenged(rivals), told_by),
        (RIVALLED, lambda: stripes.crossed_otherwise(view.edges, *lines), told_by),
        (REVISED, lambda: best.fit.revised and (any(closed) or not stands_out(seen, passed)), made_so),
        (GOES_ON, lambda: any(hidden or longer(tiles, *more) for more in beyond), ends_by),
        # A row that turns has its button.
        (TURNING, lambda: not railed and outer.turning(view.edges, *lines, view.picture, tiles), (marked, fenced)),
        (GOES_ON, lambda: _cornered(view, lines), around),  # what hides a line may hide its button, too
        (CLIPPED, lambda: _clipped(scene, view, lines), around),
        (SPILLED, lambda: veils.astray(view.picture, lines, best.cut), ends_by),
        (APART, lambda: apart and not railed, told_by),
        (TORN, lambda: veils.torn(vectors, best.cut, shape), ()),
        (UNALIKE, lambda: veils.several(vectors, best.cut, shape), told_by),
        (TURNING, lambda: marks.more(pixels, x, y), (fenced,)),
        (CLOSER, lambda: marks.closer(pixels, x, y), told_by),
        # What looks like buttons may be its cells.
        (TURNING, lambda: outer.dwindled(view.picture, *lines, tiles), (fenced,)),
    )
    if said == "sure":
        doubt = next((why for why, holds, proofs in doubts if holds() and not any(one() for one in proofs)), None)
        said, reasons = ("sure", reasons) if doubt is None else ("unsure", (doubt,))
    tile = place.tile_look(vectors, best.cut.covered, best.cut.clear)
    memory = remember(pixels, (x, y), tile, vectors)
    confidence = likely * float(np.maximum(chance, 1 - chance).prod())
    suspects = tuple(int(i) for i in doubtful)
    if said == "unsure" and suspects and confidence < LIKELIER:
        return nothing(*reasons)
    return place.reading(
        x, y, chance, said=said, reasons=reasons, suspects=suspects, confidence=confidence, memory=memory
    )


def _moving_framed(scene: Scene, view: View, best: Candidate, tiles: NDArray[np.bool_]) -> bool:
    """Whether some tiles are being turned, if gaps go all around the board as they do within it."""
    x, y = view.to_frame(*refine(view.edges, best.x, best.y, framed=True))
    pixels = scene.frame.pixels
    return moving(pixels, x, y, tiles, covers.canonical(pixels, x, y, CLOSELY))


def _clipped(scene: Scene, view: View, lines: tuple[Axis, Axis]) -> bool:
    """Whether the picture may end in the middle of the board with these lines, and what is below its title, too."""
    if not clipped(view.edges, *lines, view.picture):
        return False
    title = scene.title / 2**view.level if view.corner[1] == 0 else 0.0
    below = title < lines[1].origin + TITLE_INTO * lines[1].pitch
    return not (title and below) or clipped(view.edges, *lines, view.picture, title)


def _cornered(view: View, lines: tuple[Axis, Axis]) -> bool:
    """Whether a side of the board whose ``lines`` these are goes on to a corner farther out."""
    wide = panes.lay(view.edges, *lines, panes.FARTHEST)
    if wide is None:
        return False
    left, top = (round((own.origin - far.origin) / own.pitch) for own, far in zip(lines, (wide.x, wide.y), strict=True))
    board = panes.Extent(top, top + lines[1].count, left, left + lines[0].count)
    within = left >= 0 and top >= 0 and board.right <= wide.x.count and board.bottom <= wide.y.count
    return within and onward.cornered(wide, board)  # lines that lie a little out of the picture are not laid
