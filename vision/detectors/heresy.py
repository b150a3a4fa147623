"""Destiny 2's 3×3 Hive panel: propose marks, fit a lattice, read glyphs, judge.

The stages are in ``vision.heresy``. The search runs on reduced copies of the frame; reading goes back to the copy just
finer than a flattened cell needs.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from vision.heresy.align import align
from vision.heresy.blobs import Box, blobs
from vision.heresy.faint import faint, soft
from vision.heresy.flat import flatten, ink_at
from vision.heresy.framed import framed
from vision.heresy.judge import GOES_ON, judge
from vision.heresy.lattice import CROWDED, POOR, Lattice
from vision.heresy.lettered import lettered
from vision.heresy.levels import levels, places
from vision.heresy.lit import glimpsed
from vision.heresy.nine import lattices
from vision.heresy.notes import note_search
from vision.heresy.partial import partial
from vision.heresy.place import Memory, cut_out, moved, remember, told
from vision.heresy.read import Sight, classify, first_sight, look_at
from vision.heresy.report import confidence, reading_of
from vision.heresy.reticle import without_reticle
from vision.heresy.rims import rims
from vision.heresy.scan import combed, scanned, windows
from vision.heresy.settle import settled
from vision.heresy.shapes import likeness
from vision.heresy.spots import closer
from vision.heresy.tinted import smooth, tinted
from vision.heresy.verdict import confirmed
from vision.heresy.weighed import Refused, decided, weigh, worth_it

if TYPE_CHECKING:
    from collections.abc import Iterator

    from vision.frame import Frame
    from vision.reading import Reading
    from vision.scene import Scene
    from vision.trace import Trace

GOOD = 11.0  # rank from which a level's best lattice is read at once
LATER = 2  # lattices that are read when that gave nothing sure
FEW = 2  # lattices through few marks that are read when nothing else was found
GRAINY = 0.2  # share of pixels like all next to them, from which a picture is no wall seen in a game
GLIMPSE = 0.5  # correlation with lit glyphs, at a glance, from which nine windows are read that are none by themselves


def detect(scene: Scene, trace: Trace | None = None) -> list[Reading]:
    """Every Hive panel in the scene, best first; empty where there is none."""
    *_, found = stages(scene, trace)
    return found


def stages(scene: Scene, trace: Trace | None = None) -> Iterator[list[Reading]]:
    """The panels whose glyphs stand out; if there are none, those too whose cells do, or that hardly differ at all."""
    searched = levels(scene)
    refused = Refused()
    # A second panel, beside a board that is sure, is looked for as on a page, if it stands out.
    page = scene.rest or any(smooth(scene.gray(level)) for level in {*searched[:1], *searched[-1:]})
    readings = _clear(scene, places(scene, searched), refused, trace, page=page)
    early = readings or refused.hidden
    readings = _past_reticle(scene, early, trace) or readings
    if searched and not decided(readings):
        yield []
        if not readings:
            readings = _small(scene, searched[-1], refused, trace, carved=not page)
        _framed(scene, readings, refused, trace, carved=not page)
        if not page and not decided(readings):
            readings = _by_hue(scene, searched, refused, trace) or readings
        if not page and not decided(readings) and not smooth(scene.gray(searched[-1]), GRAINY):
            views = windows(scene, searched[-1])
            _by_edges(scene, scanned(views), readings, refused, trace)
            for level in range(searched[-1], 0, -1):
                if not readings:  # small ones far off, on walls whose grain makes marks as well
                    readings = _clear(scene, places(scene, [level, level - 1])[1:], refused, trace)
            if not readings:
                readings = _together(scene, combed(views), refused, trace)
    if not readings and searched and not scene.rest and soft(scene.gray(searched[-1])):
        for lattice in faint(scene, searched, trace):
            weigh(scene, settled(scene, lattice), readings, refused, trace)
    if not readings and searched:
        readings = lettered(scene)
    if not early:
        readings = _past_reticle(scene, readings or refused.hidden, trace) or readings
    yield _sorted(readings or refused.hidden[:1])


def _clear(
    scene: Scene, where: list[tuple[int, Box]], refused: Refused, trace: Trace | None, *, page: bool = False
) -> list[Reading]:
    """Panels whose glyphs are marks in boxes of some levels.

    All places are read at first sight before one of them is looked at as closely as it takes. On a ``page`` glyphs are
    carved only where the marks are much like them.
    """
    readings: list[Reading] = []
    later: list[Lattice] = []
    sights: list[Sight | Lattice] = []
    for level, box in where:
        fits = [fit for fit in _search(scene, level, box, refused, trace) if fit.rank > POOR]
        if fits and fits[0].rank > GOOD:
            sights.append(_sighted(scene, fits.pop(0), readings, refused, trace))
        later += fits
        if decided(readings):
            return readings
    for lattice in sorted(later, key=lambda fit: -fit.rank)[:LATER]:
        sights += [] if decided(readings) else [_sighted(scene, lattice, readings, refused, trace)]
    for sight in sights:
        if not decided(readings):
            fit = sight.lattice if isinstance(sight, Sight) else sight
            weigh(scene, sight, readings, refused, trace, carved=not page or fit.rank > GOOD)
    if not readings:
        rest = [fit for marks, like in refused.marks for fit in partial(marks, like)]
        for lattice in sorted(rest, key=lambda fit: -fit.hits - fit.alike)[:FEW]:
            if not decided(readings):
                weigh(scene, lattice, readings, refused, trace, carved=not page)
    return readings


def _sighted(
    scene: Scene, lattice: Lattice, readings: list[Reading], refused: Refused, trace: Trace | None
) -> Sight | Lattice:
    """What a lattice shows at first sight; if that is a panel for sure, it is among ``readings``."""
    if not worth_it(scene, lattice, refused):
        return lattice
    sight = first_sight(scene, lattice, trace)
    if sight.sure:
        weigh(scene, sight, readings, refused, trace)
    return sight


def _small(scene: Scene, finest: int, refused: Refused, trace: Trace | None, *, carved: bool) -> list[Reading]:
    """Panels whose glyphs, ``carved`` ones or none such, are too small for the ``finest`` level searched as a whole."""
    readings: list[Reading] = []
    for level, box in closer(scene, finest):
        if decided(readings):
            break
        for fit in [fit for fit in _search(scene, level, box, Refused(), trace) if fit.rank > POOR][:LATER]:
            weigh(scene, fit, readings, refused, trace, carved=carved)
    return readings


def _framed(
    scene: Scene, readings: list[Reading], refused: Refused, trace: Trace | None, *, carved: bool = True
) -> None:
    """Add panels whose cells have plates or outlines to ``readings``, those too whose glyphs are ``carved``."""
    if decided(readings):
        return
    for lattice in _outlines(scene, refused):
        weigh(scene, lattice, readings, refused, trace, carved=carved, marked=False)
        if decided(readings):
            return


def _outlines(scene: Scene, refused: Refused) -> Iterator[Lattice]:
    """Lattices of nine plates or outlines; the latter are looked for only where they are asked for."""
    yield from rims(marks for marks, _ in refused.marks)
    yield from framed(scene)


def again(scene: Scene, known: Reading, trace: Trace | None = None) -> list[Reading]:
    """The panel ``known`` at its place in another view of its picture, best first; empty where none is there."""
    readings: list[Reading] = []
    if isinstance(known.memory, Memory):
        weigh(scene, known.memory.lattice, readings, Refused(), trace)
    return readings


def _past_reticle(scene: Scene, readings: list[Reading], trace: Trace | None) -> list[Reading]:
    """Where the best of ``readings`` is doubtful: the panel that its place shows without a crosshair, if it is sure."""
    doubtful = [] if decided(readings) else _sorted(readings)  # what is changing stays so
    view = without_reticle(scene, doubtful[0]) if doubtful else None
    if view is None or not view.lies_over(doubtful[0]):
        return []
    found = [one for one in again(view.scene, doubtful[0], trace) if one.verdict == "sure" and view.shows(one)]
    return [_of(scene.frame, one) for one in found]


def _by_hue(scene: Scene, searched: list[int], refused: Refused, trace: Trace | None) -> list[Reading]:
    """Panels whose glyphs differ from their ground in hue alone."""
    view = tinted(scene, searched[0])
    if view is None:
        return []
    own = refused.of_another_look()
    readings = _clear(view, places(view, searched), own, trace)
    if not readings:
        _framed(view, readings, own, trace)
    return [_of(scene.frame, reading) for reading in readings]


def _by_edges(
    scene: Scene, found: list[Lattice], readings: list[Reading], refused: Refused, trace: Trace | None
) -> None:
    """Add panels to ``readings`` whose glyphs are no marks, but have a glyph's edges as ``found``."""
    own = refused.of_another_look()  # marks lie about where glyphs are, these just there
    for lattice in found:
        if not decided(readings):
            weigh(scene, lattice, readings, own, trace, edges=True, marked=False)
    refused.hidden.extend(own.hidden)


def _together(scene: Scene, found: list[Lattice], refused: Refused, trace: Trace | None) -> list[Reading]:
    """Panels at places ``found`` by what nine cells are like together, if they show lit glyphs at a glance.

    A place is read as it is, and where bright and where dark glyphs fit best.
    """
    readings: list[Reading] = []
    own = refused.of_another_look()
    for lattice in found:
        if glimpsed(flatten(scene, lattice.homography, lattice.cell))[0] < GLIMPSE:
            continue
        for polarity in (0, 1, -1):
            if not decided(readings):
                place = settled(scene, replace(lattice, polarity=polarity)) if polarity else lattice
                # Edges are looked at but once.
                weigh(scene, place, readings, own, trace, carved=not polarity, marked=False)
    return readings


def _of(frame: Frame, reading: Reading) -> Reading:
    """A reading of another view of ``frame``, with a memory of the frame itself."""
    memory = reading.memory
    if not isinstance(memory, Memory):
        return replace(reading, memory=None)
    return replace(reading, memory=remember(frame, memory.lattice, memory.scale, memory.cells))


def _sorted(readings: list[Reading]) -> list[Reading]:
    """Surer panels before less sure ones; without what no look showed more of than a part of something larger."""
    whole = [reading for reading in readings if GOES_ON not in reading.reasons]
    return sorted(whole, key=lambda reading: (reading.verdict != "sure", len(reading.suspects), -reading.confidence))


def reread(frame: Frame, known: Reading) -> Reading | None:
    """The panel ``known`` again, at the same place of a later ``frame``; None when no panel is there any more."""
    memory = known.memory
    if known.kind != "heresy" or not isinstance(memory, Memory):
        return None
    later = told(frame, memory) if known.verdict == "sure" else None
    if later is memory:
        return known
    if later is not None:
        return replace(known, cells=later.cells, confidence=confidence(later.cells), memory=later)
    part = cut_out(frame, memory.lattice)
    if part is None:
        return None
    scene, corner = part
    lattice = moved(memory.lattice, -corner)
    flat = flatten(scene, lattice.homography, lattice.cell, plates=lattice.plates)
    seen, _ = classify(flat, lattice, align(ink_at(flat, lattice), memory.scale), None)
    if judge(seen).verdict != "sure":
        closely = look_at(scene, lattice, None)
        if closely is None:
            return None
        seen = closely[0]
    judged = confirmed(scene, seen)
    if judged.verdict == "none":
        return None
    seen = replace(seen, lattice=moved(seen.lattice, corner))
    reading = reading_of(seen, judged)
    return replace(reading, memory=memory.followed(remember(frame, seen.lattice, seen.scale, reading.cells)))


def _search(scene: Scene, level: int, box: Box, refused: Refused, trace: Trace | None) -> list[Lattice]:
    """Lattices of a level in both polarities, best first; the marks go into ``refused``."""
    found: list[Lattice] = []
    for marks in blobs(scene.gray(level), level, box):
        like = likeness(marks)
        refused.marks.append((marks, like.max(axis=1)))
        fits = lattices(marks, like)
        found += [fit for fit in fits if fit.ring < CROWDED]
        if trace is not None:
            note_search(trace, marks, fits)
    return sorted(found, key=lambda fit: -fit.rank)
