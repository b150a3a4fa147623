"""Lights Out: a grid of like cells in two to six looks.

Four stages, each a module of ``vision.grid`` of its own: *propose* boxes and the lattices they form, *fit* how far each
board goes, *read* the cells' looks and states, *judge* whether that may be acted on. They run on a coarse view of the
scene first. As long as nothing sure was found, finer ones follow, but only of the places where the coarse view gives
reason to look closer: a finer view of everything costs many times more and hardly shows more.
"""

from __future__ import annotations

from dataclasses import replace
from math import prod
from typing import TYPE_CHECKING

import numpy as np

from vision.grid import legend
from vision.grid.answer import answer
from vision.grid.blurred import blurred
from vision.grid.cells import centers
from vision.grid.dealt import few_clicks
from vision.grid.doubts import COARSE, FEW, FRINGED, OUTSIDE, SETTLED_BY_DRAWING, SKETCHED, SPREAD, UNIFORM, WORDED
from vision.grid.finer import Found, open_still, windows
from vision.grid.gathered import gathered
from vision.grid.grown import grown
from vision.grid.judge import Judgement, judge
from vision.grid.lattice import CONVINCING
from vision.grid.numbered import numbered
from vision.grid.overlaid import overlaid
from vision.grid.recall import Memory, learn, recall
from vision.grid.search import outer_box, overlap, rival, search
from vision.grid.terminal import terminal
from vision.overlap import meets
from vision.reading import RANK
from vision.scene import Scene
from vision.showing import table

if TYPE_CHECKING:
    from collections.abc import Iterator

    from vision.frame import Frame
    from vision.grid.cells import Cells
    from vision.grid.closer import Window
    from vision.reading import Reading
    from vision.trace import Trace

COARSEST, LONGEST = 650, 1300
"""A board is searched on the first level no longer than ``COARSEST``, then, as long as nothing sure was found, in parts
of the first no longer than ``LONGEST``, then of the finer ones: what is left for them is small."""
DOUBLED, SMALL = 2000, 200
"""A picture that is doubled for the finest search is no longer than the first then. Smaller ones than the second are
doubled twice: the outlines of their cells are single pixels."""
LARGER = 1.5
"""Times as many cells, from which a doubtful grid is offered instead of one that is none."""
OTHER, NEARLY = 1.5, 0.6
"""Steps of two grids, one over the other, from which they are not one; share of the score of one that is none, from
which another is asked."""
SKETCH, SIMILAR = 9, 1.2
"""Cells up to which a grid may be a sketch of one; sizes of cells, one over the other, up to which two are alike."""
DOUBTFUL, FILLED = 4, 0.4
"""Doubts about a grid from which signs in its place are told instead; share of its place that like cells fill, below
which these are what is drawn between signs."""
FARTHER, SHORTEST = 2, 60
"""Coarser views of a blurred picture that are searched, and their shorter side, at least."""


def detect(scene: Scene, trace: Trace | None = None) -> list[Reading]:
    """Every Lights Out board in the scene, best first; empty where there is none."""
    *_, found = stages(scene, trace)
    return found


def stages(scene: Scene, trace: Trace | None = None) -> Iterator[list[Reading]]:
    """The boards that are sure on the coarse view; if there are none, all that finer ones show too."""
    levels = _levels(scene)
    judged: list[Cells] = []
    best = _judged(scene, search(scene, levels[0], trace), judged)
    signs: list[Reading] = []
    if len(levels) > 1 and not (best and _rank(best) == 0):
        yield []
        best = _closer(scene, levels, best, judged, trace)
        if not best and (spread := _gathered(scene, trace)):
            yield _more_signs(scene, spread)
            return
        if not (best and _rank(best) == 0):
            best = _farther(scene, levels[0], best, judged, trace)
        signs, best = _signs(scene, levels[0], best)
    yield [*signs, *(_reading(scene, _unless_sketched(one, judged)) for one in best)]


def _gathered(scene: Scene, trace: Trace | None) -> list[Reading]:
    """Boxes that stand far apart, where nothing else is a grid: sure only where few clicks make the pattern."""
    closer = gathered(scene, 1)
    if closer is None:
        return []
    near = Scene(replace(scene.frame, pixels=closer.pixels))
    near.named = scene.named
    found = detect(near, trace)
    back = [closer.back(reading) for reading in found if reading.cells]
    if closer.followed:
        return [one.unsure(OUTSIDE) if one.verdict == "sure" else one for one in back]
    return [
        one if one.verdict != "sure" or scene.named or few_clicks(table(one)) else one.unsure(SPREAD) for one in back
    ]


def _more_signs(scene: Scene, spread: list[Reading]) -> list[Reading]:
    """Boxes that stand far apart, or where these are in doubt a board of more signs."""
    board = None if spread[0].verdict == "sure" else terminal(scene)
    return spread if board is None or len(board.cells) <= len(spread[0].cells) else [board]


def _signs(scene: Scene, coarsest: int, best: list[Found]) -> tuple[list[Reading], list[Found]]:
    """A board that is written in signs, or whose cells only what is written in them shows, and what is told besides.

    Where cells are seen in its place, they are what is told, unless they are all alike and fill little of it, or only
    differ in what they hold, and are no more or in many doubts.
    """
    if (best and _rank(best) == 0) or (board := terminal(scene) or numbered(scene, coarsest)) is None:
        return [], best
    if not best or _rank(best) == RANK["none"]:
        return [board], []
    if not meets(outer_box(best[0].cells), board.outline):
        return [board], best
    reasons = best[0].judgement.reasons
    held = {*SETTLED_BY_DRAWING, WORDED} & set(reasons)
    better = len(board.cells) >= best[0].cells.count or len(reasons) >= DOUBTFUL
    rulers = UNIFORM in reasons and prod(best[0].cells.grid.body) < FILLED
    return ([board], []) if (held and better) or rulers else ([], best)


def _closer(
    scene: Scene, levels: list[int], best: list[Found], judged: list[Cells], trace: Trace | None
) -> list[Found]:
    """``best`` of the coarse view, or what finer ones of some windows show."""
    seen = list(best)
    width, height = scene.frame.width, scene.frame.height
    small = max(width, height) * 0.5 ** levels[1] <= COARSEST  # searched whole
    places = [(0, 0, width, height)] if small else windows(scene, levels[0], best)
    for level in levels[1:]:
        if best and _rank(best) == 0:
            break
        closer: list[Found] = []
        kept: list[Window] = []
        for window in places:
            if any(one.judgement.verdict == "sure" and meets(window, outer_box(one.cells)) for one in closer):
                continue
            here = [_remembered(one, seen) for one in _judged(scene, search(scene, level, trace, window), judged)]
            closer += here
            if open_still(scene, window, level, here):
                kept.append(window)
        places = kept
        if closer:
            seen += closer
            sure = [one for one in best if one.judgement.verdict == "sure"]
            best = _better(best, closer, middle=level == scene.level_for(LONGEST))
            best += [one for one in sure if not any(overlap(one.cells, other.cells) for other in best)]
    return best


def _farther(scene: Scene, level: int, best: list[Found], judged: list[Cells], trace: Trace | None) -> list[Found]:
    """``best`` of the coarse and finer views, or what coarser ones of a blurred picture, or of soft shadows, show."""
    shortest = min(scene.frame.width, scene.frame.height)
    unfocused = blurred(scene.edges(level), scene.edges(level + 1))
    if not (unfocused or _soft(best)):
        return best
    for coarser in range(level + 1, level + 1 + FARTHER):
        if shortest >> coarser < SHORTEST:
            break
        lattices = scene.lattices(coarser)
        if not lattices or len(lattices[0].members) < CONVINCING:
            continue
        here = _judged(scene, search(scene, coarser, trace), judged)
        if here and not (unfocused or _shows(here[0])):
            continue
        if here and (not best or _rank(here) < _rank(best) or _wider(here[0], best[0])):
            best = [_remembered(one, best) for one in here]
        if best and _rank(best) == 0:
            break
    return best


def _soft(best: list[Found]) -> bool:
    """Whether the cells of a board may have no outlines but soft shadows: none, or not all of them, were found.

    Where all were, what refuses them is no matter of outlines: a coarser view just shows less of it.
    """
    if not best:
        return True
    if best[0].judgement.verdict == "none":
        return not best[0].cells.grid.taken.all()
    reasons = best[0].judgement.reasons
    return OUTSIDE not in reasons and any(words.endswith(FEW) for words in reasons)


def _shows(one: Found) -> bool:
    """Whether a coarser view of a sharp picture shows a whole board, whatever its cells are in doubt for."""
    if one.cells.states.strays or not one.cells.grid.taken.all():
        return False  # outlines that are not there are as soon hidden
    told = one.judgement.verdict == "unsure" and set(one.judgement.reasons) <= COARSE
    return one.judgement.verdict == "sure" or (told and one.cells.count >= CONVINCING)


def _wider(one: Found, other: Found) -> bool:
    """Whether a grid is as little in doubt as another one in its place, and larger: blurred outlines are missed."""
    alike = one.judgement.verdict == other.judgement.verdict == "unsure" and len(one.judgement.reasons) <= 2
    return (
        alike
        and one.cells.count > other.cells.count
        and one.cells.score > other.cells.score
        and overlap(one.cells, other.cells)
    )


def _better(best: list[Found], closer: list[Found], *, middle: bool) -> list[Found]:
    """What to believe of two views: the one that leaves less doubt.

    Of two views of one place that leave the same doubt the middle one is believed: it misses little and invents little.
    """
    closer.sort(key=lambda one: (RANK[one.judgement.verdict], -one.cells.score))
    closer = [one for place, one in enumerate(closer) if place == 0 or one.judgement.verdict == "sure"]
    if not best or _rank(closer) < _rank(best):
        return closer
    if OUTSIDE in set(closer[0].judgement.reasons) - set(best[0].judgement.reasons):
        return best  # what goes on outside may be there already
    same = overlap(closer[0].cells, best[0].cells) or closer[0].cells.score > best[0].cells.score
    return closer if middle and same and _rank(closer) == _rank(best) else best


def reread(frame: Frame, known: Reading) -> Reading | None:
    """The board ``known`` was read from, in a later frame; None where its place shows something else."""
    return recall(frame.pixels, known, known.memory) if isinstance(known.memory, Memory) else None


def _levels(scene: Scene) -> list[int]:
    """The levels to be searched, the coarsest first: down to the frame itself, doubled as long as it is small."""
    side = max(scene.frame.width, scene.frame.height)
    if side < SMALL:
        return [0, -2]
    finest = -1 if 2 * side <= DOUBLED else 0
    return sorted({scene.level_for(COARSEST), *range(scene.level_for(LONGEST), finest - 1, -1)}, reverse=True)


def _rank(found: list[Found]) -> int:
    return RANK[found[0].judgement.verdict]


def _judged(scene: Scene, candidates: list[Cells], judged: list[Cells]) -> list[Found]:
    """The best grid, and sure ones elsewhere in the picture; every grid that was judged is added to ``judged``."""
    found: list[Found] = []
    for place, one in enumerate(candidates):
        if any(overlap(one, other) for other in candidates[:place]):
            continue
        if place > 0 and not _promising(one, candidates[0]):
            continue
        judgement = judge(scene, one, rival(one, candidates))
        judged.append(one)
        if judgement.verdict != "sure" and (more := _grown(scene, one)) is not None:
            if place == 0 or _rank(found) > RANK[more.judgement.verdict]:
                found = [more]
        elif place == 0 or judgement.verdict == "sure" or _larger_alike(one, found):
            found.append(Found(one, judgement))
    if found and found[0].judgement.verdict == "none" and len(found) == 1:
        found = _larger(scene, found[0], candidates) or _other(scene, found[0], candidates) or found
    return found


def _larger_alike(one: Cells, found: list[Found]) -> bool:
    """Whether a doubtful grid has as many rows and columns as the best, but larger cells: that may be its preview."""
    best = found[0].cells if found else one
    alike = (best.grid.rows, best.grid.cols) == (one.grid.rows, one.grid.cols)
    return alike and _step(one) >= SIMILAR * _step(best)


def _grown(scene: Scene, one: Cells) -> Found | None:
    """The grid with lines whose outlines are hidden, never for sure; None where it has none or there is other doubt."""
    whole = grown(scene, one) if one.source == "ring" else None
    if whole is None:
        return None
    judgement = judge(scene, whole, 0.0)
    if judgement.verdict != "sure" and not judgement.unclear:
        return None
    others = [words for words in judgement.reasons if words != FRINGED]
    return Found(whole, Judgement("unsure", (*others, FRINGED), unclear=True))


def _larger(scene: Scene, best: Found, candidates: list[Cells]) -> list[Found]:
    """A doubtful board that a smaller grid, which is none, outshone: cells all alike never score high."""
    for one in candidates:
        if one.count >= max(LARGER * best.cells.count, 9) and one.source == "ring" and one.grid.occupancy >= 0.8:
            judgement = judge(scene, one, 0.0)
            if judgement.verdict == "unsure" and len(judgement.reasons) == 1:
                return [Found(one, judgement)]
            more = _grown(scene, one)
            return [] if more is None else [more]
    return []


def _other(scene: Scene, best: Found, candidates: list[Cells]) -> list[Found]:
    """A doubtful grid of other steps than the best, which is none, as windows are beside a fence, or between bricks."""
    for one in candidates:
        steps = _step(one) / _step(best.cells)
        if max(steps, 1 / steps) > OTHER and _promising(one, best.cells) and one.score > NEARLY * best.cells.score:
            judgement = judge(scene, one, rival(one, candidates))
            if judgement.verdict == "unsure":
                return [Found(one, judgement)]
    return []


def _promising(one: Cells, best: Cells) -> bool:
    """Whether a grid beside the best one is worth judging: it could be a second board."""
    plain = one.source == "ring" and one.states.count >= 2 and one.grid.occupancy >= 0.8
    return plain and one.count >= 9 and one.score > 0.3 * best.score


def _unless_sketched(found: Found, judged: list[Cells]) -> Found:
    """A small sure grid is unsure beside one of the ``judged`` whose cells are as large: both may explain a game."""
    one = found.cells
    if found.judgement.verdict != "sure" or one.count > SKETCH:
        return found
    others = [other for other in judged if other.count >= SKETCH and not overlap(one, other)]
    if any(max(_step(one), _step(other)) < SIMILAR * min(_step(one), _step(other)) for other in others):
        return replace(found, judgement=replace(found.judgement, verdict="unsure", reasons=(SKETCHED,)))
    return found


def _step(one: Cells) -> float:
    """Pixels from one cell of a row to the next."""
    here, there = centers(one)[:2]
    return float(np.hypot(*(there - here)))


def _remembered(one: Found, seen: list[Found]) -> Found:
    """A grave doubt about a grid on one view stands, whatever another view of the same cells shows.

    Not so one about cells that were not told apart there: that they differ says nothing then.
    """
    for other in seen:
        if other.cells.states.count < min(2, one.cells.states.count):
            continue
        if other.judgement.grave and RANK[other.judgement.verdict] > RANK[one.judgement.verdict]:
            a, b = one.cells, other.cells
            if (a.grid.rows, a.grid.cols) != (b.grid.rows, b.grid.cols):
                continue
            if np.abs(centers(a) - centers(b)).max() < 0.35 * _step(a):
                return replace(one, judgement=_doubted(one.judgement, other.judgement))
    return one


def _doubted(closer: Judgement, coarse: Judgement) -> Judgement:
    """What to think of cells that a coarse view gravely doubts: they are none unless another leaves hardly a doubt."""
    hardly = closer.verdict == "sure" or (closer.verdict == "unsure" and len(closer.reasons) == 1)
    return replace(coarse, verdict="unsure") if hardly else coarse


def _reading(scene: Scene, one: Found) -> Reading:
    """A grid as it is told; where it seems to be none only for what lies over it, its place is told too."""
    if one.judgement.verdict == "none" and overlaid(one.cells, one.judgement):
        return replace(answer(one.cells, "unsure", one.judgement.reasons), verdict="none")
    cycle = legend.order(scene, one.cells) if one.judgement.verdict != "none" else None
    reading = answer(one.cells, one.judgement.verdict, one.judgement.reasons, cycle)
    if reading.cells and one.cells.source == "ring":
        grid = one.cells.grid
        memory = learn(scene.frame.pixels, reading, (grid.rows, grid.cols), grid.body)
        return replace(reading, memory=memory)
    return reading
