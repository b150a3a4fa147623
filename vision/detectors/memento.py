"""Memento boards: opaque tiles, all alike, over one picture.

Stages: *propose* combs of straight edges and cross them to lattices; *fit* the rectangles of their cells that the edges
support; *read* which cells are the same tile, for every rectangle, and rank the readings by all that speaks for them;
*judge* the first. See ``vision.memento``.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import cv2
import numpy as np

from vision.grid import lattice
from vision.memento import comb, covers, evidence, panes, place
from vision.memento.algebra import checks
from vision.memento.axis import Axis, unlike
from vision.memento.judge import SURE_ABOVE, belief, named, verdict
from vision.memento.lattice import refine
from vision.memento.weights import EDGE_WEIGHTS, WEIGHTS
from vision.reading import Reading, nothing

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from vision.frame import Frame
    from vision.grid.boxes import Boxes
    from vision.memento.comb import Edges
    from vision.memento.covers import Cut
    from vision.memento.panes import Extent
    from vision.scene import Scene
    from vision.trace import Trace

LONGEST = 1000  # pixels: a board is read on the first halving this small
COARSE = 700  # pixels: it is looked for on the first halving this small
SMALLEST = 80
MARGIN = 4  # cells a lattice is laid beyond the lines that suggest it
FITS = 4  # extents read cell by cell
EDGES_FROM = 28.0  # score of an extent by its edges alone that no board is below
HOPELESS = 22.0  # score of the better one of two readings below which no third one is tried
CLOSE = 8.0  # an extent so much below the best one by its edges is not read, once two are
HOPE = -2.2  # log odds on the coarse view from which a finer look is worth its time
BOX_GROUPS = 4  # lattices of boxes taken
UPRIGHT = 0.03  # shear above this share of a step is no screen's doing


@dataclass(frozen=True, slots=True, eq=False)
class Fit:
    """A rectangle of a lattice that the edges support."""

    score: float
    panes: panes.Panes
    extent: Extent
    values: NDArray[np.float64]

    @property
    def axes(self) -> tuple[Axis, Axis]:
        """The lines of the rectangle alone."""
        x, y = self.panes.x, self.panes.y
        rows, cols = self.extent.shape
        return (
            Axis(x.origin + self.extent.left * x.pitch, x.pitch, cols),
            Axis(y.origin + self.extent.top * y.pitch, y.pitch, rows),
        )


@dataclass(frozen=True, slots=True, eq=False)
class Candidate:
    """One way to read one rectangle of one lattice."""

    score: float
    x: Axis
    y: Axis
    cut: Cut
    values: NDArray[np.float64]


def detect(scene: Scene, trace: Trace | None = None) -> list[Reading]:
    """The memento board of the scene, if there is one."""
    if min(scene.frame.width, scene.frame.height) < SMALLEST:
        return [nothing("the picture is too small for a memento board")]
    level, edges, fits, ranked = _look(scene)
    if trace is not None:
        picture = scene.level(level)
        mask = np.maximum(edges.masks[0], edges.masks[1]) * np.uint8(255)
        trace.note("memento: propose", cv2.cvtColor(mask, cv2.COLOR_GRAY2BGR), "straight edges")
        trace.note("memento: read", _drawn(picture, ranked), f"{len(fits)} extents, {len(ranked)} readings")
    if not ranked:
        return [nothing("no lattice of straight edges was found")]
    return [judge(scene.frame, edges, 2**level, ranked)]


def _look(scene: Scene) -> tuple[int, Edges, list[Fit], list[Candidate]]:
    """Search a coarse view, and a finer one where that shows what may be a board; the level with what was found.

    What is as good as certain on the coarse view is only read again on the finer one, at the same places.
    """
    coarse, fine = scene.level_for(COARSE), scene.level_for(LONGEST)
    edges, fits = _fits(scene, coarse)
    ranked = read(scene.level(coarse), fits) if fits and fits[0].score >= EDGES_FROM else []
    odds = _odds(ranked)
    if coarse == fine or odds < HOPE:
        return coarse, edges, fits, ranked
    if odds >= SURE_ABOVE:
        scale = 2 ** (coarse - fine)
        picture, edges = scene.level(fine), comb.edges(scene.level(fine))
        fits = [better for one in fits if (better := _exact(edges, one, scale)) is not None]
        ranked = read(picture, fits)
        if _odds(ranked) >= SURE_ABOVE:
            return fine, edges, fits, ranked
    return fine, *search(scene)


def _odds(ranked: list[Candidate]) -> float:
    """Log odds that the first reading is right."""
    if not ranked:
        return -np.inf
    return belief(named(ranked[0].values, margin([one.score for one in ranked], ranked, 0)))


def search(scene: Scene) -> tuple[Edges, list[Fit], list[Candidate]]:
    """Propose, fit and read on a reduced level (the first of at most ``LONGEST`` pixels): edges, extents, readings."""
    level = scene.level_for(LONGEST)
    edges, fits = _fits(scene, level)
    return edges, fits, read(scene.level(level), fits)


def _fits(scene: Scene, level: int) -> tuple[Edges, list[Fit]]:
    edges, found = propose(scene.level(level), scene.boxes(level))
    return edges, fit(edges, found)


def propose(picture: NDArray[np.uint8], cells: Boxes) -> tuple[Edges, list[tuple[Axis, Axis]]]:
    """Straight edges of a picture, and the lattices they suggest: combs of lines, and rows of like boxes ``cells``."""
    edges = comb.edges(picture)
    found = comb.lattices(edges)
    for one in lattice.propose(cells, BOX_GROUPS)[:BOX_GROUPS]:
        matrix = one.matrix / one.matrix[2, 2]
        across, down = float(matrix[0, 0]), float(matrix[1, 1])
        if max(abs(matrix[0, 1]), abs(matrix[1, 0])) > UPRIGHT * min(across, down):
            continue
        cols, rows = (int(v) for v in one.places.max(0) - one.places.min(0) + 1)
        left, top = (int(v) for v in one.places.min(0))
        x = Axis(float(matrix[0, 2]) + (left - 0.5) * across, across, cols)
        y = Axis(float(matrix[1, 2]) + (top - 0.5) * down, down, rows)
        if all(unlike(x, a) or unlike(y, b) for a, b in found):
            found.append((x, y))
    return edges, found


def fit(edges: Edges, lattices: list[tuple[Axis, Axis]]) -> list[Fit]:
    """Rectangles of cells that the edges support, each place and shape once; the most credible by the edges alone."""
    weights = np.array(list(EDGE_WEIGHTS.values()))
    fits = []
    for x, y in lattices:
        window = panes.lay(edges, x, y, MARGIN)
        if window is None:
            continue
        for gain, extent in panes.extents(window):
            values = evidence.outline(window, extent, gain)
            fits.append(Fit(float(values @ weights), window, extent, values))
    fits.sort(key=lambda one: -one.score)
    kept: list[Fit] = []
    for one in fits:
        if not any(_same(one, other) for other in kept):
            kept.append(one)
        if len(kept) >= FITS or one.score < fits[0].score - CLOSE:
            break
    return [_exact(edges, one) or one for one in kept]


def _same(one: Fit, other: Fit) -> bool:
    """Whether two extents are one board."""
    if one.extent.shape != other.extent.shape:
        return False
    return all(
        abs(a.origin - b.origin) + abs(a.origin + a.count * a.pitch - b.origin - b.count * b.pitch) < 0.5 * a.pitch
        for a, b in zip(one.axes, other.axes, strict=True)
    )


def _exact(edges: Edges, one: Fit, scale: int = 1) -> Fit | None:
    """The same rectangle with its lines moved onto the edges, and rows and columns of picture alone taken in.

    ``scale`` is that of ``edges`` over the view that ``one`` was found in. None where the lines leave the picture.
    """
    x, y = refine(edges, *(Axis(scale * axis.origin, scale * axis.pitch, axis.count) for axis in one.axes))
    window: panes.Panes | None = None
    for margin in (panes.FARTHEST, 1):
        window = panes.lay(edges, x, y, margin)
        if window is None:
            return None
        left, top = round((x.origin - window.x.origin) / x.pitch), round((y.origin - window.y.origin) / y.pitch)
        extent = panes.Extent(top, top + y.count, left, left + x.count)
        if left < 0 or top < 0 or extent.right > window.x.count or extent.bottom > window.y.count:
            return None
        if margin == panes.FARTHEST:
            extent = panes.grow(window, extent)
            x = Axis(window.x.origin + extent.left * x.pitch, x.pitch, extent.right - extent.left)
            y = Axis(window.y.origin + extent.top * y.pitch, y.pitch, extent.bottom - extent.top)
    if window is None:
        return None
    gain = float(one.values[evidence.EDGE_NAMES.index("gain")]) * (x.count * y.count) ** 0.5
    return Fit(one.score, window, extent, evidence.outline(window, extent, gain))


def read(picture: NDArray[np.uint8], fits: list[Fit]) -> list[Candidate]:
    """Every reading of every rectangle, the most credible first."""
    weights = np.array(list(WEIGHTS.values()))
    found: list[Candidate] = []
    for number, one in enumerate(fits):
        if number == 2 and max(reading.score for reading in found) < HOPELESS:
            break
        window = evidence.window(picture, one.panes)
        index = evidence.members(window, one.extent)
        for cut in covers.cuts(window.distance[np.ix_(index, index)]):
            values = evidence.weigh(window, one.extent, cut, one.values)
            found.append(Candidate(float(values @ weights), *one.axes, cut, values))
    return sorted(found, key=lambda one: -one.score)


def judge(frame: Frame, edges: Edges, scale: int, ranked: list[Candidate]) -> Reading:
    """Make a reading of the first candidate: lattice made exact, cells read again at full size, verdict."""
    best = ranked[0]
    x, y = (Axis(a.origin * scale, a.pitch * scale, a.count) for a in refine(edges, best.x, best.y))
    vectors = covers.looks(covers.canonical(frame.pixels, x, y))
    tile, border = place.tile_look(vectors, best.cut.covered)
    probability = place.uncovered(np.sqrt(((vectors - tile) ** 2).sum(1)), border)
    doubtful = np.flatnonzero((probability > 0.1) & (probability < 0.9) | ((probability > 0.5) == best.cut.covered))
    lead = margin([one.score for one in ranked], ranked, 0)
    shape = (y.count, x.count)
    spread = place.spread(vectors, best.cut.covered)
    passed = checks(best.cut.covered.reshape(shape))
    said, reasons, likely = verdict(
        named(best.values, lead), best.cut, shape, spread, doubtful=len(doubtful), checks=passed
    )
    if said == "none":
        return nothing(*reasons)
    board = np.where(best.cut.covered, np.minimum(probability, 0.5), np.maximum(probability, 0.5))
    memory = place.Memory(x, y, tile, border, place.ring(frame.pixels, x, y))
    confidence = likely * float(np.maximum(board, 1 - board).prod())
    suspects = tuple(int(i) for i in doubtful)
    return place.reading(
        x, y, board, said=said, reasons=reasons, suspects=suspects, confidence=confidence, memory=memory
    )


def reread(frame: Frame, known: Reading) -> Reading | None:
    """Read the place of ``known`` again by the look of its tiles; None where its surroundings have changed."""
    return place.recall(frame, known)


def margin(scores: Sequence[float], ranked: Sequence[Candidate], best: int) -> float:
    """By how much the reading number ``best`` leads the best reading of another board near its place."""
    others = [score for score, one in zip(scores, ranked, strict=True) if _other(one, ranked[best])]
    return scores[best] - max(others, default=-np.inf)


def _other(one: Candidate, best: Candidate) -> bool:
    """Whether a candidate says something else than the best one about the same place."""
    if abs(one.x.origin - best.x.origin) > one.x.count * one.x.pitch + best.x.count * best.x.pitch:
        return False
    same = (
        (one.x.count, one.y.count) == (best.x.count, best.y.count)
        and abs(one.x.origin - best.x.origin) < 0.25 * best.x.pitch
        and abs(one.y.origin - best.y.origin) < 0.25 * best.y.pitch
    )
    return not (same and bool((one.cut.covered == best.cut.covered).all()))


def _drawn(picture: NDArray[np.uint8], ranked: list[Candidate]) -> NDArray[np.uint8]:
    """The first readings drawn on the picture: outline and grid, a dot in each covered cell."""
    drawn = picture.copy()
    for one, ink in list(zip(ranked, ((0, 0, 255), (0, 200, 255)), strict=False))[::-1]:
        for i in range(one.x.count + 1):
            at = round(one.x.origin + i * one.x.pitch)
            cv2.line(drawn, (at, round(one.y.origin)), (at, round(one.y.origin + one.y.count * one.y.pitch)), ink)
        for i in range(one.y.count + 1):
            at = round(one.y.origin + i * one.y.pitch)
            cv2.line(drawn, (round(one.x.origin), at), (round(one.x.origin + one.x.count * one.x.pitch), at), ink)
        for cell in np.flatnonzero(one.cut.covered):
            row, col = divmod(int(cell), one.x.count)
            centre = (one.x.origin + (col + 0.5) * one.x.pitch, one.y.origin + (row + 0.5) * one.y.pitch)
            cv2.circle(drawn, (round(centre[0]), round(centre[1])), 4, ink, -1)
    return drawn
