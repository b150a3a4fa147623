"""A picture with its truth, as the corruptions take and give it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import hypot
from typing import TYPE_CHECKING

import numpy as np

from solver.notation import parse

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from calibration.truth import Entry

NO_BOARD_UNIT = 0.06  # of the shorter side, where there is no board to take the unit from


@dataclass(frozen=True, slots=True, eq=False)
class Subject:
    """A picture and its truth.

    Attributes:
        pixels: H×W×3 uint8, BGR; never written to.
        entry: the truth, with centres wherever they are known or follow from the box.
    """

    pixels: NDArray[np.uint8]
    entry: Entry

    @property
    def cell(self) -> float:
        """The distance between neighbouring cells in pixels: the unit of every strength."""
        centers = self.entry.centers
        if len(centers) > 1:
            (x, y), *others = centers
            return min(hypot(a - x, b - y) for a, b in others)
        if self.entry.box is not None:
            left, top, right, bottom = self.entry.box
            return float(min(right - left, bottom - top)) / 4
        return float(NO_BOARD_UNIT * min(self.pixels.shape[:2]))

    def box(self) -> tuple[float, float, float, float] | None:
        """Left, top, right, bottom of all cells in pixels; None where no place is known."""
        if self.entry.centers:
            xs, ys = zip(*self.entry.centers, strict=True)
            half = self.cell / 2
            return min(xs) - half, min(ys) - half, max(xs) + half, max(ys) + half
        return self.entry.box

    def painted(self, pixels: NDArray[np.floating] | NDArray[np.uint8]) -> Subject:
        """Other pixels at the same places; rounded and clipped to 0..255."""
        whole = pixels if pixels.dtype == np.uint8 else np.clip(np.rint(pixels), 0, 255).astype(np.uint8)
        return replace(self, pixels=np.ascontiguousarray(whole))

    def moved(self, pixels: NDArray[np.uint8], matrix: NDArray[np.float64]) -> Subject:
        """Other pixels whose places are the old ones under a homography (3×3, pixel centres to pixel centres)."""
        centers = self.entry.centers
        box = None
        if centers:
            ends = np.column_stack([np.array(centers), np.ones(len(centers))]) @ matrix.T
            centers = tuple((float(x / w), float(y / w)) for x, y, w in ends)
        elif self.entry.box is not None:
            left, top, right, bottom = self.entry.box
            corners = np.array([(left, top, 1), (right, top, 1), (right, bottom, 1), (left, bottom, 1)]) @ matrix.T
            xs, ys = corners[:, 0] / corners[:, 2], corners[:, 1] / corners[:, 2]
            box = (float(xs.min()), float(ys.min()), float(xs.max()), float(ys.max()))
        return Subject(np.ascontiguousarray(pixels), replace(self.entry, centers=centers, box=box))

    def doubtful(self) -> Subject:
        """The same, but it may be unsure now: what was done may hide a state."""
        return replace(self, entry=replace(self.entry, expect="hard")) if self.entry.expect == "read" else self


def subject(pixels: NDArray[np.uint8], entry: Entry) -> Subject:
    """A picture to be worn; the centres of a grid follow from its box."""
    if not entry.centers and entry.box is not None and entry.board is not None and entry.kind != "wheels":
        lines = parse(entry.board)
        left, top, right, bottom = entry.box
        width, height = (right - left) / len(lines[0]), (bottom - top) / len(lines)
        centers = tuple(
            (left + (col + 0.5) * width, top + (row + 0.5) * height)
            for row, line in enumerate(lines)
            for col, state in enumerate(line)
            if state is not None
        )
        entry = replace(entry, centers=centers)
    return Subject(pixels, entry)
