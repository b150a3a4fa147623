"""Destiny 2's 3×3 Hive panel: propose marks, fit a lattice, read glyphs, judge.

The stages are in ``vision.heresy``. The search runs on reduced copies of the frame; reading goes back to the copy just
finer than a flattened cell needs.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import cv2
import numpy as np

from vision.heresy.align import BLANK, Aligned, align, cut_likely, elsewhere, size_glyphs
from vision.heresy.blobs import Blobs, blobs
from vision.heresy.classify import distances, nearest, probabilities
from vision.heresy.flat import flatten, ground_of, ink_of
from vision.heresy.glyphs import LETTERS
from vision.heresy.judge import Evidence, Judgement, glyph_like, judge
from vision.heresy.lattice import Lattice, lattices, project, refit, same
from vision.heresy.place import Memory, cut_out, moved, remember, unchanged
from vision.heresy.shapes import likeness
from vision.reading import CellReading, Reading

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from vision.frame import Frame
    from vision.scene import Scene
    from vision.trace import Trace

SEARCH_AREA = 310_000  # pixels of the first level searched
OCTAVES = 3  # levels searched, each for cells of twice the size
SMALLEST_SIDE = 60
GOOD = 11.0  # rank from which a level's best lattice is read at once
POOR, LATER = 9.0, 3  # rank and number of the lattices that are read when that gave nothing sure
CROWDED = 9  # marks alike around the nine: a larger table
REFITS = 2  # times a lattice is drawn anew through the glyphs found
NEARLY = (3, 1.9), (5, 3.2)  # so many cells, so near to a glyph: a panel, or one once the lattice lies better
ROOMY = 0.6  # frame of a glyph in cells, below which another would fit between two
HELD = 0.5  # correlation of a glyph the new lattice may be drawn through
HOPELESS = 0.62  # correlation in the coarse step below which the next would find nothing either
OUTWARD = np.array([[5 / 3, 0, -1], [0, 5 / 3, -1], [0, 0, 1]])  # makes room for a ring of cells around the nine


def detect(scene: Scene, trace: Trace | None = None) -> list[Reading]:
    """Every Hive panel in the scene, best first; empty where there is none."""
    readings: list[Reading] = []
    later: list[Lattice] = []
    refused: list[Lattice] = []
    for level in _levels(scene):
        fits = [fit for fit in _search(scene, level, trace) if fit.rank > POOR]
        if fits and fits[0].rank > GOOD:
            _judge(scene, fits.pop(0), readings, refused, trace)
        later += fits
        if any(reading.verdict == "sure" for reading in readings):
            break
    else:
        for lattice in sorted(later, key=lambda fit: -fit.rank)[:LATER]:
            _judge(scene, lattice, readings, refused, trace)
    return sorted(readings, key=lambda reading: (reading.verdict != "sure", len(reading.suspects), -reading.confidence))


def reread(frame: Frame, known: Reading) -> Reading | None:
    """The panel ``known`` again, at the same place of a later ``frame``; None when no panel is there any more."""
    memory = known.memory
    if known.kind != "heresy" or not isinstance(memory, Memory):
        return None
    part = cut_out(frame, memory.lattice)
    if part is None:
        return None
    scene, corner = part
    lattice = moved(memory.lattice, -corner)
    flat = flatten(scene, lattice.homography, lattice.cell)
    if known.verdict == "sure" and unchanged(flat, memory):
        return known
    seen, _ = _classify(flat, lattice, align(ink_of(flat, lattice.polarity), memory.scale), None)
    if judge(seen).verdict != "sure":
        found = _look(scene, lattice, None)
        if found is None:
            return None
        seen = found[0]
    judged = judge(seen)
    if judged.verdict == "none":
        return None
    memory = remember(scene, seen.lattice, seen.scale)
    seen = replace(seen, lattice=moved(seen.lattice, corner))
    return _reading(seen, judged, replace(memory, lattice=seen.lattice))


def _levels(scene: Scene) -> list[int]:
    """The levels of the pyramid to search, the cheapest first."""
    finest = 0
    while (scene.frame.width * scene.frame.height) >> (2 * finest) > SEARCH_AREA:
        finest += 1
    short = min(scene.frame.width, scene.frame.height)
    return [level for level in range(finest + OCTAVES - 1, finest - 1, -1) if short >> level >= SMALLEST_SIDE]


def _search(scene: Scene, level: int, trace: Trace | None) -> list[Lattice]:
    """Lattices of a level in both polarities, best first."""
    found: list[Lattice] = []
    for marks in blobs(scene.gray(level), level):
        fits = lattices(marks, likeness(marks))
        found += [fit for fit in fits if fit.ring < CROWDED]
        if trace is not None:
            _note_search(trace, marks, fits)
    return sorted(found, key=lambda fit: -fit.rank)


def _judge(
    scene: Scene, lattice: Lattice, readings: list[Reading], refused: list[Lattice], trace: Trace | None
) -> None:
    """Read a lattice and add what it shows to ``readings`` or else to ``refused``, unless its place was read before."""
    if any(same(lattice, other) for other in refused):
        return
    rivals = [reading for reading in readings if _overlaps(lattice, reading)]
    if any(reading.verdict == "sure" for reading in rivals):
        return
    found = _look(scene, lattice, trace)
    if found is None or judge(found[0]).verdict == "none":
        refused.append(lattice)
        return
    seen = replace(found[0], beyond=_beyond(scene, *found))
    judged = judge(seen)
    if judged.verdict == "none" or any(len(rival.suspects) <= len(judged.suspects) for rival in rivals):
        return
    for rival in rivals:
        readings.remove(rival)
    readings.append(_reading(seen, judged, remember(scene, seen.lattice, seen.scale)))


def _look(scene: Scene, lattice: Lattice, trace: Trace | None) -> tuple[Evidence, NDArray[np.float32]] | None:
    """Read the nine cells at a place; where some are in doubt, once more on a lattice through the glyphs themselves.

    Returns:
        What was seen, and the ink it was seen on; None where nothing looks like glyphs.
    """
    first = _read(scene, lattice, trace)
    if first is None:
        return None
    seen, cut = first
    for _ in range(REFITS):
        if judge(seen).verdict == "sure" or not _nearly(seen.square.min(axis=1)):
            break
        better = refit(seen.lattice, cut.offset, cut.match.max(axis=1) > HELD)
        if better is None:
            break
        flat = flatten(scene, better.homography, better.cell)
        again = _classify(flat, better, align(ink_of(flat, better.polarity), seen.scale), trace)
        if again[0].legible.sum() < seen.legible.sum() or again[0].score <= seen.score:
            break
        seen, cut = again
    # The marks gave the lattice roughly; the glyphs found in it say better where it lies, and what is around it.
    final = refit(seen.lattice, cut.offset, cut.match.max(axis=1) > HELD)
    return (seen if final is None else replace(seen, lattice=final)), cut.ink


def _nearly(distance: NDArray[np.float64]) -> bool:
    """Whether nine cells with these least squared distances may be a panel, if only once the lattice lies better."""
    ranked = np.sort(distance)
    return all(ranked[count - 1] < limit for count, limit in NEARLY)


def _read(scene: Scene, lattice: Lattice, trace: Trace | None) -> tuple[Evidence, Aligned] | None:
    """Read the nine cells at a place, in the polarity that shows glyphs better; None where nothing looks like any."""
    flat = flatten(scene, lattice.homography, lattice.cell)
    ground = ground_of(flat)
    ink = ink_of(flat, lattice.polarity, ground)
    scale, quality = size_glyphs(ink, lattice.share)
    if quality < BLANK:
        other = ink_of(flat, -lattice.polarity, ground)
        other_scale, other_quality = size_glyphs(other, lattice.share)
        if other_quality > quality:
            ink, scale, quality = other, other_scale, other_quality
            lattice = replace(lattice, polarity=-lattice.polarity)
    if quality < HOPELESS:
        return None
    found = align(ink, scale)
    # Most places that look like a panel so far are buttons or letters in rows, and one glance at them shows it.
    if not _nearly(nearest(found.patches[np.arange(9), found.match.argmax(axis=1)])):
        return None
    return _classify(flat, lattice, found, trace)


def _classify(
    flat: NDArray[np.uint8], lattice: Lattice, best: Aligned, trace: Trace | None
) -> tuple[Evidence, Aligned]:
    """Read the nine cells cut out of the flattened ``flat``."""
    square = distances(best.patches)
    seen = Evidence(lattice, square, best.match, probabilities(square), best.score, best.scale)
    if trace is not None:
        _note_cells(trace, flat, best, seen)
    return seen, best


def _beyond(scene: Scene, seen: Evidence, ink: NDArray[np.float32]) -> int:
    """How many places around the nine cells, or between them (on ``ink``), show a glyph: it is a larger table then."""
    lattice = seen.lattice
    outward = lattice.homography @ OUTWARD
    wide = ink_of(flatten(scene, outward, lattice.cell * 5 / 3), lattice.polarity)
    places = [elsewhere(wide, seen.scale * 3 / 5, 3 / 5, [1, 2, 3])]
    if seen.scale < ROOMY:
        places.append(elsewhere(ink, seen.scale, 1 / 2, [0, 2, 4]))
    return max(_glyphs(tiles) for tiles in places)


def _glyphs(tiles: NDArray[np.float32]) -> int:
    """How many of some places show a glyph."""
    patches, match = cut_likely(tiles)
    return int(glyph_like(distances(patches), match).sum()) if len(patches) else 0


def _reading(seen: Evidence, judged: Judgement, memory: Memory) -> Reading:
    legible, centers = seen.legible, seen.lattice.centers
    cells = []
    for i in range(9):
        shares = seen.probabilities[i]
        state = int(seen.square[i].argmin()) if legible[i] else None
        center = (float(centers[i, 0]), float(centers[i, 1]))
        cells.append(CellReading(i // 3, i % 3, state, tuple(float(p) for p in shares), center))
    confidence = float(np.prod([cell.confidence for cell in cells]))
    homography = tuple(float(v) for v in seen.lattice.homography.ravel())
    return Reading(
        judged.verdict,
        judged.reasons,
        "heresy",
        4,
        tuple(cells),
        confidence,
        homography,
        judged.suspects,
        memory=memory,
    )


def _overlaps(lattice: Lattice, reading: Reading) -> bool:
    """Whether a lattice's cells lie among a reading's."""
    back = np.linalg.inv(np.array(reading.homography).reshape(3, 3))
    inside = project(back, lattice.centers)
    return bool(((inside > 0) & (inside < 3)).all(axis=1).any())


def _note_search(trace: Trace, marks: Blobs, fits: list[Lattice]) -> None:
    picture = cv2.cvtColor(marks.mask // 2, cv2.COLOR_GRAY2BGR)
    for x, y, w, h in marks.boxes:
        corner = (int(x - w / 2), int(y - h / 2))
        cv2.rectangle(picture, corner, (int(x + w / 2), int(y + h / 2)), (0, 200, 255), 1)
    for fit in fits[:3]:
        for x, y in fit.centers / 2**marks.level:
            cv2.circle(picture, (int(x), int(y)), 2, (0, 255, 0), -1)
    side = "bright" if marks.polarity > 0 else "dark"
    words = f"1/{2**marks.level} size, {side}: {len(marks.boxes)} marks, {len(fits)} lattices"
    trace.note("heresy: propose and fit", picture, words)


def _note_cells(trace: Trace, flat: NDArray[np.uint8], cut: Aligned, seen: Evidence) -> None:
    ink = cv2.cvtColor((cut.ink * 255).astype(np.uint8), cv2.COLOR_GRAY2BGR)
    letters = "".join(LETTERS[int(state)] for state in seen.square.argmin(axis=1))
    words = f"{letters}, correlation {cut.score:.2f}, worst distance {seen.square.min(axis=1).max():.1f}"
    trace.note("heresy: read", np.hstack([cv2.cvtColor(flat, cv2.COLOR_GRAY2BGR), ink]), words)
