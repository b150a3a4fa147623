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

from vision.grid import boxes, lattice
from vision.memento import comb, covers, evidence, panes
from vision.memento.comb import Axis
from vision.memento.judge import named, verdict
from vision.memento.lattice import refine
from vision.memento.weights import EDGE_WEIGHTS, WEIGHTS
from vision.reading import CellReading, Reading, nothing

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from vision.frame import Frame
    from vision.memento.comb import Edges
    from vision.memento.covers import Cut
    from vision.memento.panes import Extent
    from vision.scene import Scene
    from vision.trace import Trace

LONGEST = 1000  # pixels: the search runs on the first halving this small
SMALLEST = 80
MARGIN = 4  # cells a lattice is laid beyond the lines that suggest it
FITS = 6  # extents read cell by cell
BOX_GROUPS = 4  # lattices of boxes taken
UPRIGHT = 0.03  # shear above this share of a step is no screen's doing
OUTSIDE = 0.2  # cells: width of the ring around the board whose look tells that the place is still the same
MOVED = 14.0  # Lab units the ring may change before the place counts as another


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


@dataclass(frozen=True, slots=True, eq=False)
class Memory:
    """What ``reread`` needs: the lattice in frame pixels, the look of a tile, how far is far, the ring around."""

    x: Axis
    y: Axis
    tile: NDArray[np.float32]
    border: float
    ring: NDArray[np.float32]


def detect(scene: Scene, trace: Trace | None = None) -> list[Reading]:
    """The memento board of the scene, if there is one."""
    if min(scene.frame.width, scene.frame.height) < SMALLEST:
        return [nothing("the picture is too small for a memento board")]
    level = scene.level_for(LONGEST)
    picture = scene.level(level)
    edges, found = propose(picture)
    if trace is not None:
        mask = np.maximum(edges.masks[0], edges.masks[1]) * np.uint8(255)
        trace.note("memento: propose", cv2.cvtColor(mask, cv2.COLOR_GRAY2BGR), f"{len(found)} lattices")
    fits = fit(edges, found)
    ranked = read(picture, fits)
    if not ranked:
        return [nothing("no lattice of straight edges was found")]
    if trace is not None:
        trace.note("memento: read", _drawn(picture, ranked), f"{len(fits)} extents, {len(ranked)} readings")
    return [judge(scene.frame, edges, 2**level, ranked)]


def propose(picture: NDArray[np.uint8]) -> tuple[Edges, list[tuple[Axis, Axis]]]:
    """Straight edges of a picture, and the lattices they suggest: combs of lines, and rows of like boxes."""
    edges = comb.edges(picture)
    found = comb.lattices(edges)
    for one in lattice.propose(boxes.find(boxes.edges(picture)), BOX_GROUPS)[:BOX_GROUPS]:
        matrix = one.matrix / one.matrix[2, 2]
        across, down = float(matrix[0, 0]), float(matrix[1, 1])
        if max(abs(matrix[0, 1]), abs(matrix[1, 0])) > UPRIGHT * min(across, down):
            continue
        cols, rows = (int(v) for v in one.places.max(0) - one.places.min(0) + 1)
        left, top = (int(v) for v in one.places.min(0))
        x = Axis(float(matrix[0, 2]) + (left - 0.5) * across, across, cols)
        y = Axis(float(matrix[1, 2]) + (top - 0.5) * down, down, rows)
        if all(comb.unlike(x, a) or comb.unlike(y, b) for a, b in found):
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
    kept: dict[tuple[int, ...], Fit] = {}
    for one in fits:
        x, y = one.axes
        step = 0.1 * (x.pitch + y.pitch)
        place = (
            round(v / step) for v in (x.origin, y.origin, x.origin + x.count * x.pitch, y.origin + y.count * y.pitch)
        )
        kept.setdefault((*one.extent.shape, *place), one)
        if len(kept) >= FITS:
            break
    return [_exact(edges, one) for one in kept.values()]


def _exact(edges: Edges, one: Fit) -> Fit:
    """The same rectangle with its lines moved onto the edges, and rows and columns of picture alone taken in."""
    x, y = refine(edges, *one.axes)
    window: panes.Panes | None = None
    for margin in (panes.FARTHEST, 1):
        window = panes.lay(edges, x, y, margin)
        if window is None:
            return one
        left, top = round((x.origin - window.x.origin) / x.pitch), round((y.origin - window.y.origin) / y.pitch)
        extent = panes.Extent(top, top + y.count, left, left + x.count)
        if left < 0 or top < 0 or extent.right > window.x.count or extent.bottom > window.y.count:
            return one
        if margin == panes.FARTHEST:
            extent = panes.grow(window, extent)
            x = Axis(window.x.origin + extent.left * x.pitch, x.pitch, extent.right - extent.left)
            y = Axis(window.y.origin + extent.top * y.pitch, y.pitch, extent.bottom - extent.top)
    if window is None:
        return one
    gain = float(one.values[evidence.EDGE_NAMES.index("gain")]) * (x.count * y.count) ** 0.5
    return Fit(one.score, window, extent, evidence.outline(window, extent, gain))


def read(picture: NDArray[np.uint8], fits: list[Fit]) -> list[Candidate]:
    """Every reading of every rectangle, the most credible first."""
    weights = np.array(list(WEIGHTS.values()))
    found = []
    for one in fits:
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
    tile, border = _tile(vectors, best.cut.covered)
    probability = _uncovered(np.sqrt(((vectors - tile) ** 2).sum(1)), border)
    doubtful = np.flatnonzero((probability > 0.1) & (probability < 0.9) | ((probability > 0.5) == best.cut.covered))
    margin = best.score - max((one.score for one in ranked[1:] if _other(one, best)), default=-np.inf)
    said, reasons, likely = verdict(named(best.values, margin), best.cut, len(doubtful))
    if said == "none":
        return nothing(*reasons)
    board = np.where(best.cut.covered, np.minimum(probability, 0.5), np.maximum(probability, 0.5))
    memory = Memory(x, y, tile, border, _ring(frame.pixels, x, y))
    confidence = likely * float(np.maximum(board, 1 - board).prod())
    suspects = tuple(int(i) for i in doubtful)
    return _reading(x, y, board, said=said, reasons=reasons, suspects=suspects, confidence=confidence, memory=memory)


def reread(frame: Frame, known: Reading) -> Reading | None:
    """Read the place of ``known`` again by the look of its tiles; None where its surroundings have changed."""
    memory = known.memory
    if not isinstance(memory, Memory):
        return None
    right = memory.x.origin + memory.x.count * memory.x.pitch
    bottom = memory.y.origin + memory.y.count * memory.y.pitch
    if right > frame.width + 2 or bottom > frame.height + 2:
        return None
    ring = _ring(frame.pixels, memory.x, memory.y)
    if ring.shape != memory.ring.shape or float(np.median(np.abs(ring - memory.ring).sum(-1))) > MOVED:
        return None
    vectors = covers.looks(covers.canonical(frame.pixels, memory.x, memory.y))
    probability = _uncovered(np.sqrt(((vectors - memory.tile) ** 2).sum(1)), memory.border)
    doubtful = tuple(int(i) for i in np.flatnonzero((probability > 0.1) & (probability < 0.9)))
    confidence = float(np.maximum(probability, 1 - probability).prod())
    said, reasons = known.verdict, known.reasons
    if doubtful:
        said, reasons = "unsure", ("some cells are neither plainly a tile nor plainly picture",)
    return _reading(
        memory.x,
        memory.y,
        probability,
        said=said,
        reasons=reasons,
        suspects=doubtful,
        confidence=confidence,
        memory=memory,
    )


def _tile(vectors: NDArray[np.float32], covered: NDArray[np.bool_]) -> tuple[NDArray[np.float32], float]:
    """The look of a tile, and the distance at which a cell is as likely covered as not."""
    tile = np.asarray(np.median(vectors[covered], axis=0), np.float32)
    away = np.sqrt(((vectors - tile) ** 2).sum(1))
    inner = max(float(away[covered].max()), covers.FLOOR)
    outer = float(away[~covered].min()) if (~covered).any() else max(4 * inner, 8.0)
    return tile, float(np.sqrt(inner * max(outer, 1.05 * inner)))


def _uncovered(away: NDArray[np.float32], border: float) -> NDArray[np.float64]:
    """Probability of each cell to show the picture, from its distance to the look of a tile."""
    odds = 8.0 * np.log(np.maximum(away.astype(np.float64), 0.3 * covers.FLOOR) / border)
    return np.asarray(1 / (1 + np.exp(-np.clip(odds, -12, 12))))


def _ring(pixels: NDArray[np.uint8], x: Axis, y: Axis) -> NDArray[np.float32]:
    """Lab of thin strips just outside the four sides of the board, coarse."""
    height, width = pixels.shape[:2]
    left, right = x.origin, x.origin + x.count * x.pitch
    top, bottom = y.origin, y.origin + y.count * y.pitch
    dx, dy = OUTSIDE * x.pitch, OUTSIDE * y.pitch
    strips = []
    for x0, x1, y0, y1, size in (
        (left - dx, left, top, bottom, (1, 24)),
        (right, right + dx, top, bottom, (1, 24)),
        (left, right, top - dy, top, (24, 1)),
        (left, right, bottom, bottom + dy, (24, 1)),
    ):
        a, b = int(np.clip(round(x0), 0, width)), int(np.clip(round(x1), 0, width))
        c, d = int(np.clip(round(y0), 0, height)), int(np.clip(round(y1), 0, height))
        if b - a < 2 or d - c < 2:
            strips.append(np.zeros((24, 3), np.float32))
            continue
        small = cv2.resize(pixels[c:d, a:b], size, interpolation=cv2.INTER_AREA).astype(np.float32)
        strips.append(cv2.cvtColor(small / np.float32(255), cv2.COLOR_BGR2LAB).reshape(24, 3))
    return np.stack(strips)


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


def _reading(
    x: Axis,
    y: Axis,
    probability: NDArray[np.float64],
    *,
    said: str,
    reasons: tuple[str, ...],
    suspects: tuple[int, ...],
    confidence: float,
    memory: Memory,
) -> Reading:
    cells = tuple(
        CellReading(
            row,
            col,
            int(p >= 0.5),
            (1 - p, p),
            (x.origin + (col + 0.5) * x.pitch - 0.5, y.origin + (row + 0.5) * y.pitch - 0.5),
        )
        for row in range(y.count)
        for col in range(x.count)
        for p in (float(probability[row * x.count + col]),)
    )
    matrix = (x.pitch, 0.0, x.origin - 0.5, 0.0, y.pitch, y.origin - 0.5, 0.0, 0.0, 1.0)
    return Reading(said, reasons, "memento", 2, cells, confidence, matrix, suspects, memory)  # type: ignore[arg-type]


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
