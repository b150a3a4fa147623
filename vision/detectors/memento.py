"""Memento boards: opaque tiles, all alike, over one picture.

Stages: *propose* combs of straight edges and cross them to lattices; *fit* the rectangles of their cells that the edges
support; *read* which cells are the same tile, for every rectangle, and rank the readings by all that speaks for them;
*judge* the first. See ``vision.memento``.
"""

from __future__ import annotations

from functools import cache, partial
from typing import TYPE_CHECKING

import cv2
import numpy as np

from vision.algebra import ALGEBRA_PLAIN, checks, ended, longer, solvable
from vision.memento import (
    buttons,
    chances,
    covers,
    fits,
    gate,
    lean,
    marks,
    onward,
    outer,
    panes,
    parts,
    place,
    ranking,
    seams,
    search,
    sizes,
    stripes,
    veils,
    whole,
)
from vision.memento import view as views
from vision.memento.aligned import aligned
from vision.memento.clipped import clipped
from vision.memento.doubts import (
    APART,
    BOXED,
    CLIPPED,
    CLOSER,
    COMMONER,
    ENDLESS,
    GOES_ON,
    LOOSE,
    REVISED,
    RIVALLED,
    SPILLED,
    STRIPED,
    STRIPES,
    TOLD_BUT_CORNERED,
    TOLD_BY_MARKS,
    TOLD_ONE_WAY,
    TORN,
    UNCONNECTED,
)
from vision.memento.drawing import drawn
from vision.memento.evidence import NAMES
from vision.memento.judge import LEADS, PROVEN, SHUT, loose, named, stands_out, verdict
from vision.memento.lattice import refine
from vision.memento.moving import moving
from vision.memento.paint import palette
from vision.memento.recall import Memory, recall, remember
from vision.memento.turned import settled, turn
from vision.memento.turning import TURNING
from vision.overlap import meets
from vision.reading import Reading, nothing
from vision.ringed import ringed
from vision.scene import Scene

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from numpy.typing import NDArray

    from vision.frame import Frame
    from vision.memento.axis import Axis
    from vision.memento.ranking import Candidate
    from vision.memento.view import View
    from vision.trace import Trace

    _Part = tuple[parts.Box, Scene]  # a part of a scene, and what is cut out there
SMALLEST = 80
DOUBT = 0.05  # chance of the less likely state from which a cell is one to look at
LIKELIER = 0.5  # confidence from which a board some cells of which are doubtful is rather read right than not
CLOSELY = 32  # pixels a side of cells whose borders are looked at closely
CONNECTED = (0.35, 2)  # how far facing rims are apart at most, by the usual, and borders of many colours that tell it
FAR_APART = 0.2  # gap between tiles, by their step, from which they may be windows or cards: no picture is cut up so
TWINNED = 0.6  # confidence from which tiles that are only told by what is drawn on them are offered, in a single doubt
TITLE_INTO = 0.05  # cells by which a title may seem to reach into the board that is below it
SIDE_MIN = NAMES.index("side_min")


def detect(scene: Scene, trace: Trace | None = None) -> list[Reading]:
    """The memento board of the scene, if there is one."""
    *_, found = stages(scene, trace)
    return found


def stages(scene: Scene, trace: Trace | None = None) -> Iterator[list[Reading]]:
    """The board where it is sure, and plain on the coarse view; else what a closer look shows."""
    if min(scene.frame.width, scene.frame.height) < SMALLEST:
        yield [nothing("the picture is too small for a memento board")]
        return
    shares = _shares(scene)
    if not _painted(shares):
        if not search.tiled(scene):
            yield []
            dull = nothing("nothing in the picture has the many colours of a painting")
            yield [_in_parts(scene, _between(scene, dull), trace)]
            return
        shares = np.zeros(0)
    # Where the colours promise little, all that other detectors see is worth more than a first glance at tiles.
    begun = search.begun(scene, shares) if gate.vivid(shares) else None
    early = begun is not None and ranking.settled(begun[2])
    if not early:
        yield []
    begun = begun or search.begun(scene, shares)
    found = _any_way(scene, _upright(scene, shares, begun, trace), begun[0], trace)
    if found.suspects and not len(shares):
        found = nothing("cells of few colours, and not all alike or plainly different", *found.reasons)
    if early and found.verdict != "sure":
        yield []
    yield [found]


def _any_way(scene: Scene, upright: Reading, coarse: View, trace: Trace | None) -> Reading:
    """The board of the scene: as it is seen ``upright``, a small one in some part, or one that leans."""
    upright = _twinned(scene, _in_parts(scene, upright, trace), coarse, trace)
    upright = _outlined(scene, _boxed(scene, upright, coarse, trace), coarse, trace)
    if scene.rest or (leaning := lean.lean(scene)) is None:
        return upright
    turned = turn(scene, leaning.matrix)
    straight = Scene(turned.frame)
    shares = _shares(straight)  # fewer than before: what comes in at the rim is all of one colour
    if not _painted(shares):
        return upright
    slanted = turned.turned_back(_upright(straight, shares, search.begun(straight, shares), trace))
    return upright if _moves(upright, slanted) else settled(upright, slanted, leaning)


def _shares(scene: Scene) -> NDArray[np.float64]:
    """How the colours of the scene share it, see ``paint.palette``."""
    return palette(scene.level(scene.level_for(search.COARSE) + 1))


def _painted(shares: NDArray[np.float64]) -> bool:
    return len(shares) > 0 and not gate.dull(shares)


def _in_parts(scene: Scene, upright: Reading, trace: Trace | None) -> Reading:
    """The board of the scene as a view of all of it shows it, ``upright``, or a small one in some part."""
    if upright.verdict == "sure":
        return upright
    for part in parts.parts(scene):
        if GOES_ON not in upright.reasons and parts.plain(scene, part, upright):
            continue  # but where a board ends may be told with less around it
        inside = parts.cut_out(scene, part)
        shares = _shares(inside)
        if not _painted(shares):
            continue
        seen = _upright(scene, shares, search.begun(inside, shares), trace, (part, inside))
        if seen.verdict == "sure" and not _moves(upright, seen):
            return seen
    return upright


def _upright(
    scene: Scene, shares: NDArray[np.float64], begun: search.Seen, trace: Trace | None, within: _Part | None = None
) -> Reading:
    """The board of the scene, or ``within`` a part of it, whose sides are parallel to the picture's."""
    part, shown = within or (None, scene)
    view, fitted, ranked = search.look(shown, shares, begun)
    if trace is not None:
        mask = np.maximum(view.edges.masks[0], view.edges.masks[1]) * np.uint8(255)
        trace.note("memento: propose", cv2.cvtColor(mask, cv2.COLOR_GRAY2BGR), "straight edges")
        trace.note("memento: read", drawn(view.picture, ranked), f"{len(fitted)} extents, {len(ranked)} readings")
    seen = nothing("nothing looks like tiles over a picture" if fitted else "no lattice of straight edges was found")
    if ranked:
        ranked = ranking.narrower(view, ranking.wider(view, whole.undivided(view, ranked)))
        put_back = view if part is None else parts.put_back(view, part)
        seen = judge(scene, put_back, ranked)
        if part is not None and seen.verdict == "sure":
            seen = _amid(scene, put_back, ranked[0], seen)
    return seen if seen.verdict == "sure" else _between(scene, seen, within)


def _between(scene: Scene, seen: Reading, within: _Part | None = None) -> Reading:
    """What is read where buttons show where cells are, if that is more than was ``seen``."""
    part, shown = within or (None, scene)
    for view, ranked in search.flanked(shown):
        better = judge(scene, view if part is None else parts.put_back(view, part), ranked)
        if _moves(seen, better):
            continue
        if better.verdict == "sure":
            return better
        if better.cells and (not seen.cells or len(better.reasons) < len(seen.reasons)):
            seen = better
    return seen


def _twinned(scene: Scene, seen: Reading, view: View, trace: Trace | None) -> Reading:
    """What is read in a view where tiles are told by what is drawn on them, if that is more than was ``seen``."""
    if seen.verdict == "sure" or scene.over is not None or not (ranked := search.twinned(view)):
        return seen
    if trace is not None:
        trace.note("memento: twins", drawn(view.picture, ranked), f"{len(ranked)} readings of tiles drawn alike")
    better = judge(scene, view, ranked)
    if better.verdict == "sure":
        return seen if _moves(seen, better) or _endless(seen, better) else better
    return better if _less_doubted(seen, better) else seen


def _boxed(scene: Scene, seen: Reading, view: View, trace: Trace | None) -> Reading:
    """What is read in a view where closed outlines make a grid of tiles, if it is in less doubt.

    Galleries and sets of icons make such grids, too: alone they are never sure.
    """
    if seen.verdict == "sure" or scene.over is not None or not (ranked := search.boxed(scene, view)):
        return seen
    if trace is not None:
        trace.note("memento: boxes", drawn(view.picture, ranked), f"{len(ranked)} readings of closed outlines")
    better = judge(scene, view, ranked)
    if better.verdict == "sure" and whole.mended(seen, better):
        return better
    better = better.unsure(BOXED) if better.verdict == "sure" else better
    other = COMMONER.issuperset(better.reasons) or _moves(seen, better)
    return better if _less_doubted(seen, better) and not other else seen


def _outlined(scene: Scene, seen: Reading, coarse: View, trace: Trace | None) -> Reading:
    """What is read where closed outlines are shared out, if that is sure, or nothing was ``seen``.

    In a coarse view and a finer one: a board may take but a small part of the picture.
    """
    if seen.verdict == "sure" or scene.over is not None:
        return seen
    shares = _shares(scene)
    for level in sorted({coarse.level, scene.level_for(search.LONGEST)}, reverse=True):
        view = coarse if level == coarse.level else views.whole(scene, level)
        for ranked in search.outlined(scene, view, shares):
            if trace is not None:
                trace.note("memento: outlines", drawn(view.picture, ranked), f"{len(ranked)} readings of outlines")
            better = judge(scene, view, ranked)
            if better.verdict == "sure":
                if _endless(seen, better) or _moves(seen, better):
                    break
                return better
            if not seen.cells and _less_doubted(seen, better):
                seen = better
    return seen


def _less_doubted(seen: Reading, better: Reading) -> bool:
    """Whether there is but a single doubt about what is ``better`` read, and more, or nothing, of what was ``seen``."""
    single = len(better.reasons) == 1 and not better.suspects
    told = better.verdict == "unsure" and better.confidence >= TWINNED and single
    return told and (not seen.cells or len(seen.reasons) > 1)


def _moves(seen: Reading, again: Reading) -> bool:
    """Whether a board that is sure ``again`` was seen moving: its lines lie elsewhere now, and that may hide it."""
    return TURNING in seen.reasons and bool(seen.cells and again.cells) and meets(seen.outline, again.outline)


def _endless(seen: Reading, again: Reading) -> bool:
    """Whether a board that is sure ``again`` was doubted for where it ends: its cells may be told better, no more."""
    return again.board == seen.board and not ENDLESS.isdisjoint(seen.reasons)


def _amid(scene: Scene, view: View, best: Candidate, seen: Reading) -> Reading:
    """What was ``seen`` for sure in a part of the scene, doubted as it is among what lies around it."""
    axes = view.to_frame(best.x, best.y)
    wider = views.around(scene, view.level, *axes)
    laid = fits.exact(wider.edges, best.fit, *wider.from_frame(*axes))
    again = ranking.read(wider.picture, [laid]) if laid is not None else []
    if not again or (again[0].cut.covered.tolist() != best.cut.covered.tolist()):
        return seen.unsure(GOES_ON)
    amid = judge(scene, wider, again)
    return seen if amid.verdict == "sure" else seen.unsure(*amid.reasons)


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
        one_look=place.one_look(vectors, best.cut.covered, every),
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
    if said == "unsure" and TOLD_BY_MARKS.issuperset(reasons) and marked():
        railed = True
        said, reasons, likely = judged(railed=True, marked=(True, True))
    elif said == "unsure" and TOLD_BUT_CORNERED.issuperset(reasons) and beside().cornered:
        railed = True
        said, reasons, likely = judged(railed=True, marked=(True, True), cornered=True)
    elif said == "unsure" and not railed and (TOLD_ONE_WAY | STRIPED).issuperset(reasons):
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
    beyond = onward.goes_on(best.fit.panes, best.fit.extent, one=hidden or endless or seen["spill_any"] > 0)
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


def reread(frame: Frame, known: Reading) -> Reading | None:
    """Read the place of ``known`` again by the look of its tiles; None where its surroundings have changed."""
    return recall(frame.pixels, known, known.memory) if isinstance(known.memory, Memory) else None
