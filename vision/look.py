"""Look at a frame: try every detector, keep the boards that hold up against each other, best first."""

from __future__ import annotations

from dataclasses import replace
from itertools import islice
from typing import TYPE_CHECKING

import numpy as np

from vision import apart, beneath, marked, pictured, rest, unnamed
from vision.confidence import calibrated
from vision.detectors import MODULES, detector, stages
from vision.evenness import Evenness
from vision.memento.algebra import checks, solvable
from vision.memento.judge import ALGEBRA_PLAIN, ALIKE
from vision.overlap import meets
from vision.reading import RANK, Reading, nothing
from vision.scene import Scene

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from vision.frame import Frame
    from vision.trace import Trace

# A lock or a panel has a look of its own; any two-coloured table in the background is a grid.
LOOSE = ("lights-out", "memento")
TILES_FROM = 0.75
"""Confidence of a memento reading from which a Lights Out reading of the same place is not sure."""
PLAIN_FROM = 0.85
"""The same where only specks in the cells speak for a picture."""
NEAR = 0.3
"""Cells: centres nearer than this are of the same cell."""
FURTHER = 8
"""Boards looked for beside those that were read first."""
SAME_FROM = 0.2
"""The same where both tell the same cells apart: then a picture is what speaks against plain states."""


def look(frame: Frame, kinds: Iterable[str] | None = None, trace: Trace | None = None) -> list[Reading]:
    """Read every board in ``frame``; as ``search``, its confidences carried over to probabilities."""
    return sorted((calibrated(reading) for reading in search(frame, kinds, trace)), key=_order)


def search(frame: Frame, kinds: Iterable[str] | None = None, trace: Trace | None = None) -> list[Reading]:
    """Read every board in ``frame``; never empty, and only a single ``none`` reading where there is no board.

    Args:
        frame: the picture.
        kinds: the puzzles to try; all when None. A single one is the user's word for which puzzle it is: the doubts
            about what a grid is (not those about what it shows) are settled by it.
        trace: keeps what the stages saw.

    Returns:
        Readings, the leading one first: surer before less sure, then puzzles with a look of their own, then the larger
        board of sure ones and the likelier of unsure ones.
    """
    wanted = tuple(MODULES) if kinds is None else tuple(kinds)
    readings = _past_covers(frame, wanted, trace)
    if {"lights-out", "memento"} <= set(wanted):
        readings = sorted((pictured.unlike_memento(reading) for reading in readings), key=_order)
    return readings


def _past_covers(frame: Frame, wanted: tuple[str, ...], trace: Trace | None) -> list[Reading]:
    """What is seen in a frame, or else in it without what lies over its boards."""
    bare = marked.clear(frame)
    scene = Scene(frame) if bare is None else Scene(bare.frame, bare.over)
    readings, located = _seen(scene, wanted, trace)
    if readings[0].verdict == "sure":
        return sorted([*readings, *_beside(scene, readings, wanted, trace)], key=_order)
    if beneath.told(readings[0]) or not beneath.hinted(readings[0], located):
        return readings  # where all cells are told past what lies over them, too
    for lifted in beneath.views(scene, located, doubted=readings[0].verdict == "none"):
        seen, _ = _seen(Scene(lifted.frame, lifted.over), wanted, trace)
        below = [beneath.named(reading, lifted.over) for reading in seen]
        if beneath.better(below, readings):
            readings = sorted(below, key=_order)
        if beneath.told(readings[0]):
            break
    return readings


def _beside(scene: Scene, readings: list[Reading], wanted: tuple[str, ...], trace: Trace | None) -> list[Reading]:
    """Further boards that stand apart from those that were read."""
    found: list[Reading] = []
    owned = any(reading.kind not in LOOSE for reading in readings)
    if not owned and set(LOOSE) < set(wanted):  # a lock or a panel anywhere would have been read before a looser board
        wanted = LOOSE
    while len(found) < FURTHER:
        frame = apart.left(scene, [_outer(reading) for reading in readings])
        if frame is None:
            break
        scene = Scene(frame, scene.over)
        seen, _ = _seen(scene, wanted, trace)
        found += [_second(reading) if owned else reading for reading in seen if reading.cells]
        readings = [reading for reading in seen if reading.verdict == "sure"]
        if not readings:
            break
    return found


def _seen(scene: Scene, wanted: tuple[str, ...], trace: Trace | None) -> tuple[list[Reading], list[Reading]]:
    """What the detectors see in a scene, as ``search`` gives it, and all that was located."""
    found, dearest = _plainer_ones(scene, wanted, trace)
    hesitant = False  # a plain grid was read for sure; only specks in its cells speak for tiles
    # Picture tiles are the costliest search and the loosest look: only where nothing plainer was read for sure, or
    # where the cells of what was taken for a plain grid are not all that plain.
    certain = [reading for reading in found if reading.verdict == "sure"]
    tiled = "memento" in wanted and all(reading.kind in LOOSE for reading in certain)
    drawn = {reading.homography: Evenness(scene, reading) for reading in certain if _two(reading)}
    if tiled and certain and not any(_may_be_tiles(reading, drawn) for reading in certain):
        hesitant = tiled = any(one.speckled() for one in drawn.values())
    if tiled:
        found += detector("memento").detect(scene, trace)
    if not any(_told(reading) for reading in found):
        faint = next(dearest, [])
        if any(reading.verdict == "sure" for reading in faint):
            found = [reading for reading in found if reading.kind not in LOOSE]
        found += faint
    refusals = [reason for reading in found if not reading.cells for reason in reading.reasons]
    found = [reading for reading in found if reading.cells]
    located = list(found)
    # What looks like tiles speaks against a plain grid, even where it is none that the game would deal.
    tiles = [reading for reading in found if reading.kind == "memento"]
    if hesitant:
        tiles = [reading for reading in tiles if reading.confidence >= PLAIN_FROM]
        found = [_doubted(reading) if reading.kind == "memento" else reading for reading in found]
    if len(wanted) > 1:
        found = [unnamed.settle(reading) for reading in found]
        found = [_unless_lonely(reading, drawn) for reading in found]
    refusals.extend(reason for reading in found if reading.verdict == "none" for reason in reading.reasons)
    found = [reading for reading in _settle(found, tiles, drawn) if reading.verdict != "none"]
    if wanted == ("lights-out",) and not found:
        found = [pictured.lights(reading) for reading in detector("memento").detect(scene, trace) if reading.cells]
    if not found:
        return [nothing("no board was found in the picture", *dict.fromkeys(refusals))], located
    return sorted(found, key=_order), located


def _plainer_ones(
    scene: Scene, wanted: tuple[str, ...], trace: Trace | None
) -> tuple[list[Reading], Iterator[list[Reading]]]:
    """What all detectors but that of picture tiles see, and what is left of the dearest search.

    A lock or a panel read for sure is what the picture is about: nothing else is looked for. The first stages of all
    searches come first. The others cost more and show less; they pass over the place of a grid that is certain. A table
    comes before all, and is all where nothing is left beside it.
    """
    searches = {kind: stages(kind, scene, trace) for kind in MODULES if kind in wanted and kind != "memento"}
    found: dict[str, list[Reading]] = {kind: [] for kind in searches}
    first = "lights-out" in searches and len(searches) > 1
    if first and ((table := rest.tabled(scene)) or rest.dotted(scene)):
        *_, found["lights-out"] = islice(searches["lights-out"], 1 if table else None)
        scene.taken = [_outer(reading) for reading in found["lights-out"] if _certain(reading)]
        if scene.taken and rest.bare(scene, scene.taken):
            return found["lights-out"], iter(())
    dearest: Iterator[list[Reading]] = iter(())
    while searches:
        for kind in tuple(searches):
            here = next(searches[kind], None)
            if here is None:
                del searches[kind]
                continue
            found[kind] = here
            if kind == "heresy":
                dearest = searches.pop(kind)
            if kind in LOOSE:
                scene.taken = [_outer(reading) for reading in here if _certain(reading)]
            elif any(reading.verdict == "sure" for reading in here):
                return [reading for other in found if other not in LOOSE for reading in found[other]], iter(())
    return [reading for readings in found.values() for reading in readings], dearest


def _told(reading: Reading) -> bool:
    """Whether it is plain what a reading shows: nothing fainter is looked for then."""
    plain = reading.kind == "memento" and reading.verdict == "unsure" and not reading.suspects
    return reading.verdict == "sure" or (plain and not beneath.hinted(reading, ()))


def _certain(reading: Reading) -> bool:
    return reading.verdict == "sure" and not unnamed.doubts(reading)


def _order(reading: Reading) -> tuple[int, bool, float]:
    """Of sure boards the larger leads, of unsure ones the likelier."""
    sure = reading.verdict == "sure"
    return RANK[reading.verdict], reading.kind in LOOSE, -_area(reading) if sure else -reading.confidence


def _may_be_tiles(reading: Reading, drawn: dict[tuple[float, ...], Evenness]) -> bool:
    return _two(reading) and (unnamed.flipped(reading) or drawn[reading.homography].uneven())


def _two(reading: Reading) -> bool:
    return reading.kind == "lights-out" and reading.states == 2


def _second(reading: Reading) -> Reading:
    """A board beside a lock or a panel, which are seldom mistaken: any table in the background may look like a grid."""
    if reading.verdict != "sure" or reading.kind not in LOOSE:
        return reading
    reason = f"a board of another kind is in the picture: name the puzzle if it is {reading.kind}"
    return replace(reading, verdict="unsure", reasons=(*reading.reasons, reason))


def _doubted(reading: Reading) -> Reading:
    """Tiles where a plain grid was read for sure."""
    if reading.verdict != "sure":
        return reading
    return replace(reading, verdict="unsure", reasons=("it may be a plain grid of lights too: name the puzzle",))


def _settle(readings: list[Reading], tiles: list[Reading], drawn: dict[tuple[float, ...], Evenness]) -> list[Reading]:
    """Tiles over a picture need much more to be seen than a plain grid: where both are read, the grid gives way.

    It does so already where the tiles are not quite sure. No other two puzzles are ever sure in one place: the search
    ends at a sure lock or panel.
    """
    grids = [reading for reading in readings if reading.kind == "lights-out"]
    readings = [one for one in readings if not any(_plainer(grid, one) or _cut_out(grid, one) for grid in grids)]
    settled = list(readings)
    for place, one in enumerate(readings):
        if one.kind != "lights-out" or one.verdict != "sure":
            continue
        cells = drawn.get(one.homography)
        if any(_disputes(other, one, cells) for other in tiles):
            reason = "its cells look like tiles over a picture too: name the puzzle"
            settled[place] = replace(one, verdict="unsure", reasons=(*one.reasons, reason))
    return settled


def _plainer(grid: Reading, other: Reading) -> bool:
    """Whether doubtful tiles are the cells of a grid, and more likely no tiles: that grid is then what is offered."""
    if other.kind != "memento" or other.verdict == "sure" or len(grid.cells) != len(other.cells):
        return False
    pairs = _pairs(other, grid)
    covered = unnamed.table(other) == 0
    if _one_to_one(pairs):
        unlike = len(grid.reasons) <= len(other.reasons) and not solvable(covered)
        return unlike or (grid.verdict == "sure" and checks(covered) < ALGEBRA_PLAIN)
    # The same cells told apart otherwise: the one that leaves less doubt.
    return bool(pairs) and len(grid.reasons) < 2 <= len(other.reasons) and checks(covered) < ALGEBRA_PLAIN


def _cut_out(grid: Reading, panel: Reading) -> bool:
    """Whether the cells of a doubtful panel are some of a larger grid's."""
    if panel.kind != "heresy" or panel.verdict == "sure" or len(grid.cells) <= len(panel.cells):
        return False
    places = np.array([cell.center for cell in grid.cells])
    away = [float(np.abs(places - cell.center).max(axis=1).min()) for cell in panel.cells]
    return max(away) < NEAR * grid.pitch


def _disputes(tiles: Reading, grid: Reading, cells: Evenness | None) -> bool:
    """Whether a reading of tiles makes a reading of a plain grid doubtful; ``cells``: those of a grid of two states."""
    if not meets(_box(tiles), _box(grid)):
        return False
    several = len(tiles.reasons) > 1
    # Two colours, in a pattern that the tiles' puzzle can't show, and not all of a tile's look: cells that differ in
    # colour and hold each something else must speak for a picture too.
    lights = several and ALIKE in tiles.reasons and not checks(unnamed.table(tiles) == 0)
    if lights and (tiles.confidence < TILES_FROM or cells is None or not (cells.uneven() and cells.speckled())):
        return False
    same = _same(tiles, grid)
    return tiles.verdict == "sure" or tiles.confidence >= (SAME_FROM if same else TILES_FROM)


def _same(tiles: Reading, grid: Reading) -> bool:
    """Whether the tiles tell the same cells apart wherever the grid has one."""
    return _one_to_one(_pairs(tiles, grid))


def _one_to_one(pairs: set[tuple[int | None, int | None]]) -> bool:
    return len({state for state, _ in pairs}) == len(pairs) == len({state for _, state in pairs}) > 0


def _pairs(tiles: Reading, grid: Reading) -> set[tuple[int | None, int | None]]:
    """States of the grid's cells and of the tiles in the same places; empty where some cell has no tile."""
    places = np.array([cell.center for cell in tiles.cells])
    pairs = set()
    for cell in grid.cells:
        away = np.abs(places - cell.center).max(axis=1)
        nearest = int(away.argmin())
        if away[nearest] > NEAR * grid.pitch:
            return set()
        pairs.add((cell.state, tiles.cells[nearest].state))
    return pairs


def _unless_lonely(reading: Reading, drawn: dict[tuple[float, ...], Evenness]) -> Reading:
    """A sure grid is unsure where its one cell of another state may be a part of a picture."""
    if reading.verdict != "sure" or not _two(reading) or not drawn[reading.homography].lonely():
        return reading
    reason = "only one cell differs from the others, and not in its colour alone: name the puzzle"
    return replace(reading, verdict="unsure", reasons=(*reading.reasons, reason))


def _box(reading: Reading) -> tuple[float, float, float, float]:
    xs = [cell.center[0] for cell in reading.cells]
    ys = [cell.center[1] for cell in reading.cells]
    return min(xs), min(ys), max(xs), max(ys)


def _outer(reading: Reading) -> tuple[float, float, float, float]:
    """The box with the outer half of the outer cells."""
    left, top, right, bottom = _box(reading)
    half = reading.pitch / 2
    return left - half, top - half, right + half, bottom + half


def _area(reading: Reading) -> float:
    left, top, right, bottom = _box(reading)
    return (right - left) * (bottom - top)
