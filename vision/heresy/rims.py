"""Propose, by plates again: nine marks alike that are no glyphs, but may be what glyphs stand in.

A ring or a dark disc around each glyph is what stands out most, and hides the glyph within from the search for marks.
Signs differ from cell to cell; their plates are all of one size, and nothing else of that size is near.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from vision.heresy.nine import lattices
from vision.homography import project

if TYPE_CHECKING:
    from collections.abc import Iterable

    from vision.heresy.blobs import Blobs
    from vision.heresy.lattice import Lattice

NINE, MOST = 9, 60  # marks alike of a panel; of a texture or a larger table there are more
SQUARE, SIZE = 0.3, 0.2  # logarithms: width over height of a plate, and its sides over another's, at most
REACH = 5.5  # sides of a plate from one to any other of the nine
EVEN, ALIKE, ALONE = 0.06, 0.1, 5  # residual in cells, spread of the sizes, and plates around the nine, at most
PANELS = 2


def rims(found: Iterable[Blobs]) -> list[Lattice]:
    """Lattices of nine marks as even as plates are, most even first; the glyphs in them may be of any kind."""
    even: list[Lattice] = []
    for marks in found:
        alike = _alike(marks)
        even += [fit for fit in lattices(alike) if _even(fit) and _within(fit, alike) == NINE]
    even.sort(key=lambda fit: fit.rms + fit.spread)
    return [replace(fit, polarity=1, plates=True) for fit in even[:PANELS]]


def _even(fit: Lattice) -> bool:
    """Whether marks lie as plates do."""
    return fit.hits == NINE and fit.rms < EVEN and fit.spread < ALIKE and fit.ring <= ALONE


def _within(fit: Lattice, marks: Blobs) -> int:
    """How many of the marks lie within the nine cells: in a larger table some are between them."""
    back = np.asarray(np.linalg.inv(fit.homography), np.float64)
    places = project(back, marks.boxes[:, :2].astype(np.float64) * 2.0**marks.level)
    return int(((places > 0) & (places < 3)).all(axis=1).sum())


def _alike(marks: Blobs) -> Blobs:
    """Those of the ``marks`` that are about as wide as high, and have eight others of their size near."""
    wide, high = marks.boxes[:, 2], marks.boxes[:, 3]
    boxes = marks.boxes[np.abs(np.log(wide / high)) < SQUARE]
    sides = np.log(boxes[:, 2:])
    alike = (np.abs(sides[:, None] - sides) < SIZE).all(axis=2)
    away = np.abs(boxes[:, None, :2] - boxes[:, :2]).max(axis=2)
    alike &= away < REACH * np.sqrt(boxes[:, 2] * boxes[:, 3])[:, None]
    boxes = boxes[alike.sum(axis=1) >= NINE]
    return replace(marks, boxes=boxes[: len(boxes) * (len(boxes) <= MOST)])
