"""Points through a homography: what every puzzle's geometry needs, from its board plane to pixels and back."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

FLAT = 1e-9
"""Least product of the spreads along and across of points that don't lie on a line."""


def project(homography: NDArray[np.float64], points: NDArray[np.float64] | NDArray[np.int64]) -> NDArray[np.float64]:
    """N×2 ``points`` carried by ...×3×3 ``homography``: ...×N×2. None of them may lie at an infinite distance."""
    if homography.ndim == 2 and homography[2, 0] == homography[2, 1] == 0:
        flat = homography[:2] / homography[2, 2]
        return np.asarray(points @ flat[:, :2].T + flat[:, 2])
    mapped = points @ homography[..., :2].swapaxes(-1, -2) + homography[..., None, :, 2]
    return np.asarray(mapped[..., :2] / mapped[..., 2:])


def inverse(homography: NDArray[np.float64]) -> NDArray[np.float64]:
    """The way back of a 3×3 homography, but for a factor: its adjugate, which costs less than ``numpy.linalg.inv``."""
    (a, b, c), (d, e, f), (g, h, i) = homography.tolist()
    back = (
        (e * i - f * h, c * h - b * i, b * f - c * e),
        (f * g - d * i, a * i - c * g, c * d - a * f),
        (d * h - e * g, b * g - a * h, a * e - b * d),
    )
    return np.array(back)


def affine(points: NDArray[np.float64] | NDArray[np.int64], where: NDArray[np.float64]) -> NDArray[np.float64] | None:
    """Least squares affine map from ``points`` to ``where`` (N×2 each), 3×3; None where the points lie on a line.

    In closed form: about the middles two unknowns are left a coordinate.
    """
    middle, target = points.sum(axis=0) / len(points), where.sum(axis=0) / len(where)
    about = points - middle
    (xx, xy), (_, yy) = (about.T @ about).tolist()
    area = xx * yy - xy * xy
    if area < FLAT:
        return None
    (x, y), rows = middle.tolist(), []
    for (along, down), end in zip(((where - target).T @ about).tolist(), target.tolist(), strict=True):
        across, below = (along * yy - down * xy) / area, (down * xx - along * xy) / area
        rows.append((across, below, end - across * x - below * y))
    return np.array([*rows, (0.0, 0.0, 1.0)])


def project_few(homography: NDArray[np.float64], points: Sequence[tuple[float, float]]) -> list[tuple[float, float]]:
    """``project`` for a handful of points and one 3×3 homography, without the calls that arrays cost."""
    (a, b, c), (d, e, f), (g, h, i) = homography.tolist()
    depths = [g * x + h * y + i for x, y in points]
    return [((a * x + b * y + c) / z, (d * x + e * y + f) / z) for (x, y), z in zip(points, depths, strict=True)]


def steps(homography: NDArray[np.float64], size: tuple[int, int]) -> tuple[float, float]:
    """Pixels that a cell of a board of so many rows and columns takes across, and down, by its upper and left side."""
    rows, cols = size
    origin, right, below = np.array(project_few(homography, [(0, 0), (cols, 0), (0, rows)]))
    return float(np.hypot(*(right - origin))) / cols, float(np.hypot(*(below - origin))) / rows
