"""Homographies from the board plane to the frame, fitted to marks, many at once.

The direct linear transform (Hartley and Zisserman, Multiple View Geometry, 2nd ed., algorithm 4.2), as normal equations
with the depth of the panel's middle set to 1.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray


def fit_homography(
    plane: NDArray[np.float64],
    pixels: NDArray[np.float64],
    held: NDArray[np.bool_] | None = None,
    *,
    stiffness: float = 0.0,
) -> NDArray[np.float64]:
    """Homographies (...×3×3) that carry N×2 ``plane`` to each of ...×N×2 ``pixels``, on the points ``held`` (...×N).

    Not finite where the points fix none. ``stiffness`` holds the perspective back (a ridge on its two numbers): few
    points with some error in them would bend it far.
    """
    weight = np.ones(pixels.shape[:-1]) if held is None else held.astype(np.float64)
    count = np.maximum(weight.sum(axis=-1), 1)[..., None]
    shift = (pixels * weight[..., None]).sum(axis=-2) / count
    rest = (pixels - shift[..., None, :]) * weight[..., None]
    scale = np.maximum(np.sqrt((rest**2).sum(axis=(-2, -1)) / (2 * count[..., 0])), 1e-9)
    u, v = np.moveaxis(rest / scale[..., None, None], -1, 0)
    x, y = weight * (plane[:, 0] - 1.5), weight * (plane[:, 1] - 1.5)
    many = len(plane)
    rows = np.zeros((*weight.shape[:-1], 2 * many, 9))
    for half, first, seen in ((np.s_[..., :many, :], 0, u), (np.s_[..., many:, :], 3, v)):
        part = rows[half]
        part[..., first], part[..., first + 1], part[..., first + 2] = x, y, weight
        part[..., 6], part[..., 7], part[..., 8] = -seen * x, -seen * y, seen
    # The middle of the plane is seen, so its depth may be set to 1.
    sums = rows.swapaxes(-1, -2) @ rows
    ridge = np.diag([1e-9] * 6 + [1e-9 + stiffness] * 2)
    found = np.linalg.solve(sums[..., :8, :8] + ridge, sums[..., :8, 8:])[..., 0]
    h = np.concatenate([found, np.ones((*found.shape[:-1], 1))], axis=-1).reshape(*pixels.shape[:-2], 3, 3)
    back = np.zeros_like(h)
    back[..., 0, 0] = back[..., 1, 1] = scale
    back[..., 0, 2], back[..., 1, 2], back[..., 2, 2] = shift[..., 0], shift[..., 1], 1
    there = np.array([[1, 0, -1.5], [0, 1, -1.5], [0, 0, 1.0]])
    full = back @ h @ there
    corner = full[..., 2:, 2:]
    mixed = (x * y).sum(axis=-1) - x.sum(axis=-1) * y.sum(axis=-1) / count[..., 0]
    wide, tall = ((a * a).sum(axis=-1) - a.sum(axis=-1) ** 2 / count[..., 0] for a in (x, y))
    in_line = wide * tall - mixed**2 < 1e-6
    bad = (np.abs(corner) < 1e-12) | in_line[..., None, None] | (weight.sum(axis=-1) < 4)[..., None, None]
    return np.where(bad, np.nan, full / np.where(bad, 1, corner))
