"""Where a panel may be: a 3×3 lattice in perspective, and what spoke for it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from vision.heresy.homography import fit_homography
from vision.homography import project

if TYPE_CHECKING:
    from numpy.typing import NDArray

TILT = 0.45  # slope of a row or column against the picture's axes at most
CROWDED = 6  # marks alike around the nine: a larger table
POOR = 9.0  # rank up to which a lattice is not worth a look
MAX_RMS = 0.14  # cells
LEAST_HELD = 6  # cells a lattice is drawn through
SHARES = 0.25, 1.05  # of its cell that a mark may take
CLOSE = 0.35  # cells: nearer than this, two lattices name the same cells
GRID = np.array([(col + 0.5, row + 0.5) for row in range(3) for col in range(3)])
CORNERS = np.array([(0.0, 0.0), (3.0, 0.0), (3.0, 3.0), (0.0, 3.0)])
RING = np.array(
    [(col + 0.5, row + 0.5) for row in range(-1, 4) for col in range(-1, 4) if not (0 <= row < 3 and 0 <= col < 3)]
)


@dataclass(frozen=True, slots=True, eq=False)
class Lattice:
    """A place where a panel may be.

    Attributes:
        homography: board plane (3×3 unit cells) → frame pixels, 3×3.
        polarity: +1 bright glyphs, -1 dark ones, 0 carved ones, of which both edges are seen.
        hits: how many of the nine places hold a mark.
        rms: of the marks' centres against the lattice, in cells.
        spread: of the marks' sizes, as log standard deviation.
        ring: how many of the 16 places around hold a mark of the same size: a larger grid has many.
        share: typical mark size in cells.
        alike: how much the marks look like glyphs at a glance, mean of the best seven.
        icons: whether the marks are alike and no glyphs (see ``vision.heresy.shapes``).
        framed: whether frames of the cells are taken off before the glyphs are looked at.
        plates: whether the cells' plates are brought to one level before (see ``vision.heresy.plates``).
        thin: whether only what is thin is looked at (see ``vision.heresy.flat.wide_ground_of``).
    """

    homography: NDArray[np.float64]
    polarity: int
    hits: int
    rms: float
    spread: float
    ring: int
    share: float
    alike: float = 1.0
    icons: bool = False
    framed: bool = False
    plates: bool = False
    thin: bool = False

    @property
    def rank(self) -> float:
        """Higher is better."""
        return self.hits - 8 * self.rms - 2 * self.spread - 0.3 * self.ring + 5 * self.alike

    @property
    def cell(self) -> float:
        """Typical side of a cell in frame pixels."""
        corners = project(self.homography, CORNERS)
        return float(np.sqrt(max(float(areas(corners)), 1e-9)) / 3)

    @property
    def steps(self) -> tuple[float, float]:
        """Frame pixels from one cell to the next, across and down, in their mean."""
        centers = self.centers.reshape(3, 3, 2)
        across = float(np.linalg.norm(centers[:, 2] - centers[:, 0], axis=1).mean()) / 2
        down = float(np.linalg.norm(centers[2] - centers[0], axis=1).mean()) / 2
        return across, down

    @property
    def centers(self) -> NDArray[np.float64]:
        """9×2 cell centres in frame pixels."""
        return project(self.homography, GRID)


def refit(lattice: Lattice, offset: NDArray[np.float64], held: NDArray[np.bool_]) -> Lattice | None:
    """The lattice through the ``held`` cells moved by ``offset`` (9×2, cells); None where too few hold."""
    if held.sum() < LEAST_HELD:
        return None
    places = project(lattice.homography, GRID + offset)
    homography = fit_homography(GRID[held], places[held])
    if not np.isfinite(homography).all():
        return None
    moved = replace(lattice, homography=homography)
    slip = np.linalg.norm(moved.centers[held] - places[held], axis=1)
    rms = float(np.sqrt((slip**2).mean())) / moved.cell
    return replace(moved, rms=rms) if rms < MAX_RMS else None


def same(one: Lattice, other: Lattice) -> bool:
    """Whether two lattices name the same cells."""
    distance = np.abs(one.centers - other.centers)
    return bool(np.hypot(distance[:, 0], distance[:, 1]).max() < CLOSE * min(one.cell, other.cell))


def distinct(fits: list[Lattice]) -> list[Lattice]:
    """``fits`` without those that name the same cells as an earlier one (see ``same``)."""
    if len(fits) < 2:
        return fits
    centers, cells = np.stack([fit.centers for fit in fits]), np.array([fit.cell for fit in fits])
    apart = np.linalg.norm(centers[:, None] - centers[None], axis=3).max(axis=2)
    close = apart < CLOSE * np.minimum(cells[:, None], cells[None])
    kept: list[int] = []
    for i in range(len(fits)):
        if not close[i, kept].any():
            kept.append(i)
    return [fits[i] for i in kept]


def areas(corners: NDArray[np.float64]) -> NDArray[np.float64]:
    """Areas of quadrangles (...×4×2): half the cross product of the diagonals."""
    one, other = corners[..., 2, :] - corners[..., 0, :], corners[..., 3, :] - corners[..., 1, :]
    return np.asarray(np.abs(one[..., 0] * other[..., 1] - one[..., 1] * other[..., 0]) / 2)
