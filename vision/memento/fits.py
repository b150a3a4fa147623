"""Fits: rectangles of lattices that the edges support, ranked by the edges alone, and their lines made exact."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from vision.memento import panes
from vision.memento.axis import Axis
from vision.memento.lattice import refine
from vision.memento.outline import EDGE_NAMES, outline
from vision.memento.panes import Extent
from vision.memento.weights import EDGE_WEIGHTS

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import NDArray

    from vision.memento.comb import Edges

MARGIN = 4  # cells a lattice is laid beyond the lines that suggest it
MOST = 4  # extents that may be read cell by cell
CLOSE = 8.0  # an extent so much below the best one by its edges is not read, once two are


@dataclass(frozen=True, slots=True, eq=False)
class Fit:
    """A rectangle of a lattice that the edges support; ``revised`` after what was read in it."""

    score: float
    panes: panes.Panes
    extent: Extent
    values: NDArray[np.float64]
    revised: bool = False

    @property
    def axes(self) -> tuple[Axis, Axis]:
        """The lines of the rectangle alone."""
        x, y = self.panes.x, self.panes.y
        rows, cols = self.extent.shape
        return (
            Axis(x.origin + self.extent.left * x.pitch, x.pitch, cols),
            Axis(y.origin + self.extent.top * y.pitch, y.pitch, rows),
        )


def rough(edges: Edges, lattices: Iterable[tuple[Axis, Axis]]) -> list[Fit]:
    """Rectangles of cells that the edges support, each place and shape once; the most credible by the edges alone."""
    weights = np.array(list(EDGE_WEIGHTS.values()))
    fits = []
    for x, y in lattices:
        window = panes.lay(edges, x, y, MARGIN)
        if window is None:
            continue
        for gain, extent in panes.extents(window):
            values = outline(window, extent, gain)
            fits.append(Fit(float(values @ weights), window, extent, values))
    fits.sort(key=lambda one: -one.score)
    kept: list[Fit] = []
    for one in fits:
        if not any(same(one, other) for other in kept):
            kept.append(one)
        if len(kept) >= MOST or one.score < fits[0].score - CLOSE:
            break
    return kept


def filled(edges: Edges, x: Axis, y: Axis) -> Fit | None:
    """The rectangle whose outer lines are those of ``x`` and ``y``, moved onto the edges; None outside the picture."""
    laid = _laid(edges, x, y, 1)
    if laid is None:
        return None
    values = outline(*laid, panes.gain(*laid))
    return exact(edges, Fit(float(values @ np.array(list(EDGE_WEIGHTS.values()))), *laid, values), x, y)


def same(one: Fit, other: Fit) -> bool:
    """Whether two extents are one board."""
    if one.extent.shape != other.extent.shape:
        return False
    return all(
        abs(a.origin - b.origin) + abs(a.end - b.end) < 0.5 * a.pitch for a, b in zip(one.axes, other.axes, strict=True)
    )


def exact(edges: Edges, one: Fit, x: Axis, y: Axis) -> Fit | None:
    """The same rectangle with its lines moved onto the edges, and rows and columns of picture alone taken in.

    ``x`` and ``y`` are its lines in the view that ``edges`` are of. None where they leave the picture.
    """
    x, y = refine(edges, x, y)
    laid = _laid(edges, x, y, panes.FARTHEST)
    if laid is None:
        return None
    window, extent = laid
    grown = panes.grow(window, extent)
    if grown != extent:
        x = Axis(window.x.origin + grown.left * x.pitch, x.pitch, grown.right - grown.left)
        y = Axis(window.y.origin + grown.top * y.pitch, y.pitch, grown.bottom - grown.top)
        laid = _laid(edges, x, y, 1)
        if laid is None:
            return None
    window, extent = panes.part(*laid, 1)
    gain = float(one.values[EDGE_NAMES.index("gain")]) * (x.count * y.count) ** 0.5
    return Fit(one.score, window, extent, outline(window, extent, gain))


def _laid(edges: Edges, x: Axis, y: Axis, margin: int) -> tuple[panes.Panes, Extent] | None:
    """A lattice window ``margin`` cells wider than a rectangle's lines, and the rectangle in it; None outside."""
    window = panes.lay(edges, x, y, margin)
    if window is None:
        return None
    left, top = round((x.origin - window.x.origin) / x.pitch), round((y.origin - window.y.origin) / y.pitch)
    extent = Extent(top, top + y.count, left, left + x.count)
    if left < 0 or top < 0 or extent.right > window.x.count or extent.bottom > window.y.count:
        return None
    return window, extent
