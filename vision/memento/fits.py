"""Fits: rectangles of lattices that the edges support, ranked by the edges alone, and their lines made exact."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from vision.memento import panes
from vision.memento.lattice import refine
from vision.memento.outline import EDGE_NAMES, outline
from vision.memento.panes import Extent
from vision.memento.weights import EDGE_WEIGHTS

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import NDArray

    from vision.memento.axis import Axis
    from vision.memento.comb import Edges

MARGIN = 4  # cells a lattice is laid beyond the lines that suggest it
MOST = 4  # extents that may be read cell by cell
CLOSE = 8.0  # an extent so much below the best one by its edges is not read, once two are


@dataclass(frozen=True, slots=True, eq=False)
class Fit:
    """A rectangle of a lattice that the edges support.

    Attributes:
        score: of its edges.
        panes: the lattice and the support of its sides.
        extent: the rectangle in it.
        values: the numbers called ``EDGE_NAMES``.
        revised: whether it is one after what was read in another.
        shared: whether a closed rectangle was shared out to make its cells.
        railed: whether buttons beside all its rows and columns tell where they are.
        marked: whether these all look the same, so that nothing but lines that flip has them.
    """

    score: float
    panes: panes.Panes
    extent: Extent
    values: NDArray[np.float64]
    revised: bool = False
    shared: bool = False
    railed: bool = False
    marked: bool = False

    @property
    def axes(self) -> tuple[Axis, Axis]:
        """The lines of the rectangle alone."""
        x, y = self.panes.x, self.panes.y
        rows, cols = self.extent.shape
        return (
            x.cells(self.extent.left, cols),
            y.cells(self.extent.top, rows),
        )


def rough(edges: Edges, lattices: Iterable[tuple[Axis, Axis]]) -> list[Fit]:
    """Rectangles of cells that the edges support, each place and shape once; the most credible by the edges alone."""
    weights = np.array(list(EDGE_WEIGHTS.values()))
    found = []
    for x, y in lattices:
        window = panes.lay(edges, x, y, MARGIN)
        if window is None:
            continue
        for gain, extent in panes.extents(window):
            values = outline(window, extent, gain)
            found.append((float(values @ weights), _ends(window, extent), window, extent, values))
    found.sort(key=lambda one: -one[0])
    kept: list[tuple[float, _Ends, panes.Panes, Extent, NDArray[np.float64]]] = []
    for one in found:
        if not any(_same(one[1], other[1]) for other in kept):
            kept.append(one)
        if len(kept) >= MOST or one[0] < found[0][0] - CLOSE:
            break
    return [Fit(score, window, extent, row) for score, _, window, extent, row in kept]


class _Ends(NamedTuple):
    """Where a rectangle begins and ends, and how large it and its cells are."""

    shape: tuple[int, int]
    left: float
    right: float
    across: float
    top: float
    bottom: float
    down: float


def _ends(window: panes.Panes, extent: Extent) -> _Ends:
    x, y = window.x, window.y
    return _Ends(
        extent.shape,
        x.origin + extent.left * x.pitch,
        x.origin + extent.right * x.pitch,
        x.pitch,
        y.origin + extent.top * y.pitch,
        y.origin + extent.bottom * y.pitch,
        y.pitch,
    )


def _same(one: _Ends, other: _Ends) -> bool:
    return (
        one.shape == other.shape
        and abs(one.left - other.left) + abs(one.right - other.right) < 0.5 * one.across
        and abs(one.top - other.top) + abs(one.bottom - other.bottom) < 0.5 * one.down
    )


def filled(edges: Edges, x: Axis, y: Axis) -> Fit | None:
    """The rectangle whose outer lines are those of ``x`` and ``y``; None outside the picture."""
    laid = _laid(edges, x, y, 1)
    if laid is None:
        return None
    values = outline(*laid, panes.gain(*laid))
    return Fit(float(values @ np.array(list(EDGE_WEIGHTS.values()))), *laid, values, shared=True)


def railed(edges: Edges, x: Axis, y: Axis, *, marked: bool) -> Fit | None:
    """The rectangle whose rows and columns have buttons in line with their middles; None outside the picture.

    They are ``marked`` where the buttons all look the same.
    """
    found = filled(edges, *refine(edges, x, y))
    return found and replace(found, shared=False, railed=True, marked=marked)


def same(one: Fit, other: Fit) -> bool:
    """Whether two extents are one board."""
    return _same(_ends(one.panes, one.extent), _ends(other.panes, other.extent))


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
        x = window.x.cells(grown.left, grown.right - grown.left)
        y = window.y.cells(grown.top, grown.bottom - grown.top)
        laid = _laid(edges, x, y, 1)
        if laid is None:
            return None
    window, extent = panes.part(*laid, 1)
    gain = float(one.values[EDGE_NAMES.index("gain")]) * (x.count * y.count) ** 0.5
    return Fit(one.score, window, extent, outline(window, extent, gain), shared=one.shared)


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
