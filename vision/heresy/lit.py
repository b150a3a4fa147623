"""Read, where neither side of the strokes is a glyph: the nine cells as a light from one side shows them.

What is cut into a wall, or raised from it, is seen by its slopes: bright where they face the light, dark where they
face away, and not at all where strokes run along it. To a first order that is the slope of the drawing along the light
(linear shading: Pentland, 1990), beside any tone of its own. So drawings are lit, not edges compared with strokes: tone
and light, three numbers, are the same in all nine cells, and are found with the glyphs.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TYPE_CHECKING

import cv2
import numpy as np

from vision.heresy.align import COARSE, FINE, NEAR, REACH, SCALES, VOTERS, Aligned, cells_of
from vision.heresy.classify import FEATURES, edges, probabilities, weights
from vision.heresy.flat import CELL, MARGIN, flatten, strongest
from vision.heresy.glyphs import LETTERS, TYPEFACES, draw
from vision.heresy.judge import LIT_NEED, Evidence
from vision.heresy.lattice import refit
from vision.middle import median

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from vision.heresy.lattice import Lattice
    from vision.scene import Scene

    Floats = NDArray[np.float32]

PENS = 0.7, 1.1, 1.6  # widths of strokes
SOFT = {COARSE: 0.5, FINE: 0.8}  # pixels that slopes are wide
SLOPES = 1 / 64  # of a slope, so that it weighs about as much as a tone
EVEN = 0.16  # of a glyph's frame: Gaussian that is the ground
BRIGHTEST = 1.3  # times the strokes of a cell: what stands out more is none
TONES, TURNS = (-0.6, 0.0, 0.6), 16  # of the strokes beside their slopes; directions of the light that are tried
GLIMPSED, REFITS = 0.56, 4  # correlation at a glance of what is read at all; times a lattice is drawn anew
ROUNDS = 3  # times the light is found from the glyphs, and the glyphs under it
LAG = 10.0  # squared distance by which a drawing is farther per correlation that another has more
STEADY = 1e-3  # of what is shown, where no slope tells the light


@dataclass(frozen=True, slots=True, eq=False)
class Lit:
    """Nine cells as a light shows them.

    Attributes:
        cut: the cells, each placed where the lit drawing of each state supposed fits best.
        square: 9×4 squared distances of their edges to those of lit drawings, more where another one correlates better.
        light: 3, of unit length: weight of the strokes' tone, of their slope to the right, and down.
    """

    cut: Aligned
    square: NDArray[np.float64]
    light: NDArray[np.float64]


def look(scene: Scene, flat: NDArray[np.uint8], lattice: Lattice) -> tuple[Evidence, NDArray[np.float32]] | None:
    """What the nine cells at a place show under a light from one side.

    Args:
        scene: the picture.
        flat: SIDE×SIDE gray, the place flattened.
        lattice: the place; better ones are drawn through the glyphs found.

    Returns:
        What was seen, and the ink it was seen on; None where nothing looks like lit glyphs.
    """
    quality, scale, light = glimpsed(flat)
    if quality < GLIMPSED:
        return None
    place = replace(lattice, polarity=0, framed=True, plates=False)
    best: tuple[Lattice, NDArray[np.uint8], Fitted] | None = None
    for _ in range(REFITS):
        found = fitted(flat, scale, light)
        if best is not None and found.score <= best[2].score:
            break
        best = place, flat, found
        match, offset = found.match.max(axis=(1, 2)), found.offset
        refitted = refit(place, offset, match >= np.sort(match)[-VOTERS])
        if refitted is None:
            break
        place, scale, light = refitted, found.scale, found.light
        flat = flatten(scene, place.homography, place.cell)
    return None if best is None else _evidence(*best)


def _evidence(place: Lattice, flat: NDArray[np.uint8], found: Fitted) -> tuple[Evidence, NDArray[np.float32]]:
    """What was ``found`` at a place on ``flat``, and the ink it was seen on."""
    lit = found.told()
    cut, square = lit.cut, lit.square
    shown, need = probabilities(square), np.full(9, LIT_NEED)
    seen = Evidence(
        place, square, cut.match, shown, cut.score, cut.scale, need=need, flat=flat, cut=cut, light=lit.light
    )
    return seen, cut.ink


def glimpsed(flat: NDArray[np.uint8], share: float | None = None) -> tuple[float, float, NDArray[np.float64]]:
    """How like lit glyphs the nine cells of ``flat`` (SIDE×SIDE gray) are at a glance: correlation, scale and light.

    ``share`` is the size of the cells' marks, where it is known.
    """
    near = SCALES if share is None else SCALES[[np.abs(np.log(SCALES / share)).argmin()]]
    _, gram = _slopes(COARSE)
    lights = _lights()
    # The light of unit contrast on each drawing: T×3×L.
    even = (lights / np.sqrt(np.einsum("al,tab,bl->tl", lights.T, gram, lights.T))[..., None]).swapaxes(1, 2)
    even = np.ascontiguousarray(even, np.float32)
    best = (-1.0, 1.0, lights[0])
    for scale in near.tolist():
        ink = standing_out(flat, scale)
        shown = _Shown.of(ink, cells_of(ink, scale, COARSE, REACH[0]), COARSE)
        dots = np.ascontiguousarray(shown.dots.reshape(-1, *shown.dots.shape[2:]).swapaxes(0, 1))
        fits = (dots @ even).max(axis=0).reshape(9, -1, len(lights)) / shown.spread[:, :, None]
        quality = np.sort(fits.max(axis=1), axis=0)[-VOTERS:].mean(axis=0)
        if quality.max() > best[0]:
            best = float(quality.max()), scale, lights[quality.argmax()]
    return best


def fitted(flat: NDArray[np.uint8], scale: float, *lights: NDArray[np.float64]) -> Fitted:
    """How drawings fit the nine cells of ``flat`` (SIDE×SIDE gray) in frames of about ``scale`` cells, lit about so.

    Of several ``lights`` the one that fits best.
    """
    found = []
    for size in [scale * near for near in NEAR]:
        ink = standing_out(flat, size)
        shown = _Shown.of(ink, cells_of(ink, size, FINE, REACH[1]), FINE)
        found += [_fitted(shown, size, light) for light in lights]
    return max(found, key=lambda one: one.score)


def drawn(light: NDArray[np.float64]) -> Floats:
    """The four glyphs as that ``light`` shows them, about their mean, in each typeface and pen: P×4×576."""
    basis, _ = _slopes(FINE)
    shown = np.einsum("tap,a->tp", basis, light).astype(np.float32).reshape(len(LETTERS), -1, FINE * FINE)
    return np.asarray(shown.swapaxes(0, 1), np.float32)


def likeness(tiles: Floats, light: NDArray[np.float64]) -> Floats:
    """How well the best window in each of N×S×S ``tiles`` correlates with a glyph under that ``light``: N."""
    _, gram = _slopes(FINE)
    return np.asarray(_Shown.of(tiles, tiles, FINE).fits(light, gram).max(axis=(1, 2)), np.float32)


@dataclass(frozen=True, slots=True, eq=False)
class _Shown:
    """Windows on N cells.

    Attributes:
        dots: N×P×T×3: products of each window with each drawing's tone and slopes.
        spread: N×P: length of each window about its mean.
        windows: N×P×S².
        ink: what they were cut out of.
    """

    dots: Floats
    spread: Floats
    windows: Floats
    ink: Floats

    @classmethod
    def of(cls, ink: Floats, tiles: Floats, size: int) -> _Shown:
        """The windows of ``size`` pixels in N ``tiles`` (N×S×S) that were cut out of ``ink``."""
        views = np.lib.stride_tricks.sliding_window_view(tiles, (size, size), axis=(1, 2))
        windows = views.reshape(len(tiles), -1, size * size)
        total = windows @ np.ones(size * size, np.float32)
        power = np.einsum("nps,nps->np", windows, windows) - total**2 / np.float32(size * size)
        spread = np.sqrt(np.maximum(power, np.float32(1e-6)))
        basis, _ = _slopes(size)
        dots = windows.reshape(-1, size * size) @ basis.reshape(-1, size * size).T
        return cls(dots.reshape(*spread.shape, -1, 3), spread, windows, ink)

    def fits(self, light: NDArray[np.float64], gram: NDArray[np.float64]) -> Floats:
        """N×P×T: correlation of each window with each drawing under a ``light``."""
        length = np.sqrt(np.einsum("a,tab,b->t", light, gram, light)).astype(np.float32)
        return np.asarray(self.dots @ light.astype(np.float32) / length / self.spread[..., None], np.float32)


@dataclass(frozen=True, slots=True, eq=False)
class Fitted:
    """Nine cells in frames of one size, and the light under which drawings fit them best.

    Attributes:
        shown: windows on them.
        scale: side of the frames in cells.
        light: see ``Lit``.
        place: 9×T: the window that fits each drawing best.
        match: 9×4×E: how well each drawing of each state fits there.
        score: mean correlation of the best seven cells.
    """

    shown: _Shown
    scale: float
    light: NDArray[np.float64]
    place: NDArray[np.int64]
    match: Floats
    score: float

    @property
    def chosen(self) -> NDArray[np.int64]:
        """9×4: which drawing of each state fits best."""
        first = np.arange(len(LETTERS)) * self.match.shape[2]
        return np.asarray(first + self.match.argmax(axis=2), np.int64)

    @property
    def offset(self) -> NDArray[np.float64]:
        """9×2: where each cell's best fit sits off the lattice, in cells (x, y)."""
        cells, span = np.arange(9), round(np.sqrt(self.shown.spread.shape[1]))
        where = self.place[cells, self.chosen[cells, self.match.max(axis=2).argmax(axis=1)]]
        return np.asarray((np.stack([where % span, where // span], axis=1) - span // 2) * (self.scale / FINE))

    def told(self) -> Lit:
        """What the cells show."""
        cells, each = np.arange(9), self.match.shape[2]
        basis, _ = _slopes(FINE)
        patches = self.shown.windows[cells[:, None], self.place].reshape(-1, FINE, FINE)
        lit = np.einsum("tap,a->tp", basis, self.light).astype(np.float32).reshape(-1, FINE, FINE)
        away = (edges(patches).reshape(9, -1, FEATURES) - edges(lit)) @ weights().whitener.T
        squares = (away**2).sum(axis=2).reshape(9, len(LETTERS), each)
        pen = int(np.sort(squares.min(axis=1), axis=0)[:VOTERS].mean(axis=0).argmin())  # all are by one hand
        match = self.match.max(axis=2)
        cut = patches.reshape(9, -1, FINE, FINE)[cells[:, None], self.chosen]
        square = squares[:, :, pen] + LAG * (match.max(axis=1, keepdims=True) - match)
        aligned = Aligned(cut, match, self.offset, self.scale, self.score, self.shown.ink)
        return Lit(aligned, square.astype(np.float64), self.light)


def _fitted(shown: _Shown, scale: float, light: NDArray[np.float64]) -> Fitted:
    _, gram = _slopes(FINE)
    cells = np.arange(9)
    for _ in range(ROUNDS):
        fits = shown.fits(light, gram)
        flat_fits = fits.reshape(9, -1)
        place, drawing = np.unravel_index(flat_fits.argmax(axis=1), fits.shape[1:])
        held = np.argsort(flat_fits.max(axis=1))[-VOTERS:]
        tone = np.sqrt(gram[drawing, 0, 0]) / shown.spread[cells, place]
        seen = (shown.dots[cells, place, drawing] * tone[:, None])[held].sum(axis=0)
        light = np.linalg.solve(gram[drawing[held]].sum(axis=0) + STEADY * np.eye(3), seen)
        light /= np.linalg.norm(light)
    fits = shown.fits(light, gram)
    best = fits.max(axis=1)
    score = float(np.sort(best.max(axis=1))[-VOTERS:].mean())
    return Fitted(shown, scale, light, fits.argmax(axis=1), best.reshape(9, len(LETTERS), -1), score)


def standing_out(flat: NDArray[np.uint8], scale: float) -> Floats:
    """How much each pixel is brighter or darker than what is around it, strokes near 1 or -1."""
    ground = cv2.GaussianBlur(flat.astype(np.float32), (0, 0), EVEN * scale * CELL)
    above = flat - ground
    top = strongest(np.abs(above))
    top = np.maximum(top, max(0.25 * median(top), 1.0)).reshape(3, 3).astype(np.float32)
    field = cv2.resize(top, (3 * CELL, 3 * CELL), interpolation=cv2.INTER_NEAREST)
    field = cv2.copyMakeBorder(field, MARGIN, MARGIN, MARGIN, MARGIN, cv2.BORDER_REPLICATE)
    return np.asarray(np.clip(above / field, -BRIGHTEST, BRIGHTEST), np.float32)


@lru_cache(maxsize=1)
def _lights() -> NDArray[np.float64]:
    """L×3: the lights that are tried, of unit length; not to be written to."""
    turns = np.arange(TURNS) * 2 * np.pi / TURNS
    sides = [(tone, float(np.cos(turn)), float(np.sin(turn))) for turn in turns for tone in TONES]
    found = np.array([(1.0, 0.0, 0.0), (-1.0, 0.0, 0.0), *sides])
    return np.asarray(found / np.linalg.norm(found, axis=1, keepdims=True), np.float64)


@lru_cache(maxsize=2)
def _slopes(size: int) -> tuple[Floats, NDArray[np.float64]]:
    """T×3×size²: tone and slopes of all drawings, about their ground; T×3×3: products among each one's three."""
    found = []
    for state in range(len(LETTERS)):
        for typeface in TYPEFACES.values():
            for pen in PENS:
                room = size // 2
                ink = np.pad(draw(typeface[state], size, weight=pen), room)
                ink = cv2.GaussianBlur(ink, (0, 0), SOFT[size])
                steep = size * SLOPES
                three = [ink, steep * cv2.Sobel(ink, -1, 1, 0), steep * cv2.Sobel(ink, -1, 0, 1)]
                bare = [part - cv2.GaussianBlur(part, (0, 0), EVEN * size) for part in three]
                inner = np.array(bare)[:, room:-room, room:-room].reshape(3, -1)
                found.append(inner - inner.mean(axis=1, keepdims=True))
    basis = np.array(found, np.float32)
    return basis, np.einsum("tap,tbp->tab", basis, basis).astype(np.float64)
