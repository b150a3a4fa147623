"""Destiny 2's 3×3 Hive panel: propose marks, fit a lattice, read glyphs, judge.

The stages are in ``vision.heresy``. The search runs on reduced copies of the frame; reading goes back to the copy just
finer than a flattened cell needs.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import cv2
import numpy as np

from vision.heresy.align import Aligned, align, around, flatten, ink_of
from vision.heresy.blobs import Blobs, blobs
from vision.heresy.classify import distances, probabilities
from vision.heresy.glyphs import LETTERS
from vision.heresy.judge import Evidence, Judgement, glyph_like, judge
from vision.heresy.lattice import Lattice, lattices, project, refit
from vision.reading import CellReading, Reading
from vision.scene import Scene

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from vision.frame import Frame
    from vision.trace import Trace

SEARCH_AREA = 310_000  # pixels of the first level searched
OCTAVES = 3  # levels searched, each for cells of twice the size
SMALLEST_SIDE = 60
READINGS = 6  # lattices read at most
REFITS = 2  # times a lattice is drawn anew through the glyphs found
HELD = 0.5  # correlation of a glyph the new lattice may be drawn through
CLEAR = 0.8  # correlation above which the other polarity need not be tried


def detect(scene: Scene, trace: Trace | None = None) -> list[Reading]:
    """Every Hive panel in the scene, best first; empty where there is none."""
    candidates = _search(scene, trace)
    readings: list[Reading] = []
    for lattice in candidates[:READINGS]:
        if any(_overlaps(lattice, reading) for reading in readings):
            continue
        seen = _look(scene, lattice, trace)
        verdict = judge(seen)
        if verdict.verdict == "none":
            continue
        seen = replace(seen, beyond=_beyond(scene, seen))
        verdict = judge(seen)
        if verdict.verdict != "none":
            readings.append(_reading(seen, verdict))
    return sorted(readings, key=lambda reading: (reading.verdict != "sure", -reading.confidence))


def reread(frame: Frame, known: Reading) -> Reading | None:
    """The panel ``known`` again, at the same place of a later ``frame``; None when no panel is there any more."""
    if known.kind != "heresy" or not isinstance(known.memory, Lattice):
        return None
    seen = _look(Scene(frame), known.memory, None)
    verdict = judge(seen)
    return None if verdict.verdict == "none" else _reading(seen, verdict)


def _search(scene: Scene, trace: Trace | None) -> list[Lattice]:
    """Lattices of all levels and both polarities, best first, no two on the same cells."""
    first = 0
    while (scene.frame.width * scene.frame.height) >> (2 * first) > SEARCH_AREA:
        first += 1
    found: list[Lattice] = []
    for level in range(first, first + OCTAVES):
        gray = scene.gray(level)
        if min(gray.shape) < SMALLEST_SIDE:
            break
        for polarity in (1, -1):
            marks = blobs(gray, level, polarity)
            fits = lattices(marks)
            found += fits
            if trace is not None:
                _note_search(trace, marks, fits)
    return sorted(found, key=lambda fit: -fit.rank)


def _look(scene: Scene, lattice: Lattice, trace: Trace | None) -> Evidence:
    """Read the nine cells at a place; where some are in doubt, once more on a lattice through the glyphs themselves."""
    seen, cut = _read(scene, lattice, trace)
    for _ in range(REFITS):
        if judge(seen).verdict == "sure":
            break
        better = refit(seen.lattice, cut.offset, cut.match.max(axis=1) > HELD)
        if better is None:
            break
        again, cut = _read(scene, better, trace)
        if again.legible.sum() < seen.legible.sum() or again.score <= seen.score:
            break
        seen = again
    return seen


def _read(scene: Scene, lattice: Lattice, trace: Trace | None) -> tuple[Evidence, Aligned]:
    """Read the nine cells at a place, in the polarity that shows glyphs better."""
    flat = flatten(scene, lattice.homography, lattice.cell)
    best = align(ink_of(flat, lattice.polarity))
    if best.score < CLEAR:
        other = align(ink_of(flat, -lattice.polarity))
        if other.score > best.score:
            best, lattice = other, replace(lattice, polarity=-lattice.polarity)
    square = distances(best.patches)
    seen = Evidence(lattice, square, best.match, probabilities(square), best.score, best.scale)
    if trace is not None:
        _note_cells(trace, flat, best, seen)
    return seen, best


def _beyond(scene: Scene, seen: Evidence) -> int:
    """How many of the 16 places around the nine cells show a glyph: a larger table goes on there."""
    lattice = seen.lattice
    patches, match = around(scene, lattice.homography, lattice.cell, lattice.polarity, seen.scale)
    return int(glyph_like(distances(patches), match).sum())


def _reading(seen: Evidence, judged: Judgement) -> Reading:
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
        memory=seen.lattice,
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
    trace.note("heresy: read", np.hstack([flat, ink]), words)
