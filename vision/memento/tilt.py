"""Tilt: by how much a board is turned against the picture's sides, told by which way the picture's edges run.

Photographs of a screen, and boards laid at a slant, have most of their straight edges along two directions square to
each other. A histogram of all edge directions, folded at a right angle, shows them as one tall peak.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import cv2
import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from vision.scene import Scene

GLANCE, CLOSER = (200, 1.2, 2.2), (350, 1.6, 3.5)
"""A quick look that lets most upright pictures go, and the one that tells: pixels (edges are looked at on the first
halving this small), pixels of blur (the steps of a slanted edge run along the sides), and how many times the median
share of a degree the board's direction has at least."""
STRONG, MOST = 200, 3200  # strength of an edge that counts (Scharr), and above which it counts no more
LEAST, GREATEST = 2, 24  # degrees: less is no matter, more is no screen held by hand
UPRIGHT = 0.6  # share of the peak from which edges along the picture's sides say that it is not turned
AROUND = 3.5  # degrees around the peak that are one direction


def angle(scene: Scene) -> float | None:
    """Degrees, clockwise as seen, by which what is in the scene is turned; None where nothing plainly is."""
    return None if _direction(scene, *GLANCE) is None else _direction(scene, *CLOSER)


def _direction(scene: Scene, coarse: int, blur: float, peak: float) -> float | None:
    soft = cv2.GaussianBlur(scene.gray(scene.level_for(coarse)), (0, 0), blur)
    across, down = cv2.Scharr(soft, cv2.CV_32F, 1, 0), cv2.Scharr(soft, cv2.CV_32F, 0, 1)
    strength = cv2.magnitude(across, down)
    plain = strength > STRONG
    if not plain.any():
        return None
    weight = np.minimum(strength[plain], MOST)
    way = cv2.phase(across[plain], down[plain], angleInDegrees=True).ravel()
    folded = way - 90 * np.rint(way / 90)
    shares = np.bincount((folded + 45).astype(int), weight, 91)[:90].astype(np.float64)
    return _peak(shares, folded, weight, peak)


def _peak(
    shares: NDArray[np.float64], folded: NDArray[np.float32], weight: NDArray[np.float32], peak: float
) -> float | None:
    """The direction that stands out of the ``shares`` of each degree from -45 on; None where none does."""
    runs = np.convolve(shares, np.full(5, 0.2), "same")
    usual = max(float(np.median(runs)), 1.0)
    runs[: 45 - GREATEST] = runs[45 + GREATEST :] = runs[45 - LEAST : 45 + LEAST] = 0.0
    best = int(runs.argmax())
    if runs[best] < peak * usual or max(shares[44], shares[45]) > UPRIGHT * shares[best - 1 : best + 2].max():
        return None
    near = np.abs(folded - (best - 44.5)) <= AROUND
    return float((folded[near] * weight[near]).sum() / weight[near].sum())
