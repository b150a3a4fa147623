"""Memento boards: opaque tiles, all alike, over one picture.

Stages: *propose* combs of straight edges and cross them to lattices; *fit* the rectangles of their cells that the edges
support; *read* which cells are the same tile, for every rectangle, and rank the readings by all that speaks for them;
*judge* the first. See ``vision.memento``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import cv2
import numpy as np

from vision.memento import fits, gate, lean, parts, ranking, search, whole
from vision.memento import view as views
from vision.memento.doubts import BOXED, COMMONER, ENDLESS, GOES_ON
from vision.memento.drawing import drawn
from vision.memento.judgement import judge
from vision.memento.paint import palette
from vision.memento.recall import Memory, recall
from vision.memento.turned import settled, turn
from vision.memento.turning import TURNING
from vision.overlap import meets
from vision.reading import Reading, nothing
from vision.scene import Scene

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from vision.frame import Frame
    from vision.memento.ranking import Candidate
    from vision.memento.view import View
    from vision.trace import Trace

    _Part = tuple[parts.Box, Scene]  # a part of a scene, and what is cut out there

SMALLEST = 80
TWINNED = 0.6  # confidence from which tiles that are only told by what is drawn on them are offered, in a single doubt


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


def reread(frame: Frame, known: Reading) -> Reading | None:
    """Read the place of ``known`` again by the look of its tiles; None where its surroundings have changed."""
    return recall(frame.pixels, known, known.memory) if isinstance(known.memory, Memory) else None
