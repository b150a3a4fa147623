"""Judge, at last: whether a wheel is just being turned.

Six dots half way from their places to the next ones are not far off some bent lattice, and each has its colour. But
where the dots really lie, as their colour says, a lattice with one wheel turned by some degrees explains much better
than one with none.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.homography import project
from vision.wheels.template import ROW_STEP, WHEELS, lattice

if TYPE_CHECKING:
    from vision.reading import Reading

Floats = NDArray[np.float64]

REACH, STEPS = 0.48, 17
"""Pitches around a dot's place that are looked at, and places across that."""
FAINT = 0.35
"""Share of the strongest colour near a dot from which on it is the dot's."""
ANGLES = np.deg2rad([angle for angle in range(-30, 31, 3) if abs(angle) > 6])
"""Turns that are tried: half way to the next place either way, and none that is hardly one."""
OFF, MUCH = 0.04, 0.6
"""Pitches that dots are off any lattice where a wheel is turned; share of that which is left once it is turned."""


TURNING = "a wheel may be turning just now"


def at_rest(reading: Reading, pixels: NDArray[np.uint8], matrix: Floats) -> Reading:
    """A lock's ``reading`` from ``pixels`` (H×W×3 BGR) at ``matrix``; not sure any more while a wheel is turning."""
    if reading.verdict != "sure":
        return reading
    red = np.array([cell.state == 0 for cell in reading.cells])
    return reading.unsure(TURNING) if turning(pixels, matrix, red) else reading


def turning(pixels: NDArray[np.uint8], matrix: Floats, red: NDArray[np.bool_]) -> bool:
    """Whether one of the wheels of a lock is between two of its places.

    Args:
        pixels: H×W×3 BGR.
        matrix: lattice coordinates to pixels, 3×3.
        red: 12, which dots are red.
    """
    return turned(_middles(pixels, matrix, red))


def turned(where: Floats) -> bool:
    """Whether twelve dots are rather where those of a lock with a turned wheel are; ``where``: 12×2, on the lattice."""
    still, turns = _turns()
    least = _rest(still[None], where)[0]
    return bool(least > OFF and _rest(turns, where).min() < MUCH * least)


def _middles(pixels: NDArray[np.uint8], matrix: Floats, red: NDArray[np.bool_]) -> Floats:
    """Where the twelve dots lie by their colour, in lattice coordinates, 12×2."""
    line = np.linspace(-REACH, REACH, STEPS)
    around = np.stack(np.meshgrid(line, line / ROW_STEP), axis=-1).reshape(-1, 2)
    points = lattice()[:, None] + around
    at = project(matrix, points.reshape(-1, 2)).astype(np.float32).reshape(len(points), -1, 2)
    seen = cv2.remap(pixels, at, None, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE).astype(np.float64)
    colour = np.where(red, 1.0, -1.0)[:, None] * (seen[..., 2] - seen[..., 1])
    colour -= np.median(colour, axis=1, keepdims=True)
    weight = np.maximum(colour - FAINT * colour.max(axis=1, keepdims=True), 0) + 1e-9
    weight[:, np.hypot(around[:, 0], around[:, 1] * ROW_STEP) > REACH] = 0
    return np.asarray(lattice() + weight @ around / weight.sum(axis=1, keepdims=True))


def _rest(models: Floats, where: Floats) -> Floats:
    """How far twelve points (12×2) lie off each of M lattices (M×12×2), however sheared, root mean square, M."""
    full = np.concatenate([models, np.ones((*models.shape[:2], 1))], axis=2)
    off = where - full @ (np.linalg.pinv(full) @ where)
    return np.asarray(np.sqrt((off**2).sum(axis=2).mean(axis=1)))


@cache
def _turns() -> tuple[Floats, Floats]:
    """The lattice on the board plane, 12×2, and the same with a wheel turned by each of ``ANGLES``, M×12×2."""
    still = lattice() * (1.0, ROW_STEP)
    turned = []
    for wheel in WHEELS:
        own = list(wheel)
        middle = still[own].mean(axis=0)
        for angle in ANGLES:
            turn = np.array([[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]])
            moved = still.copy()
            moved[own] = middle + (still[own] - middle) @ turn
            turned.append(moved)
    return still, np.array(turned)
