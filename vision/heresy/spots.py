"""Propose, for small panels: where nine spots full of edges stand like one, to be looked at on a finer level.

On the finest level that is searched as a whole the strokes of a small glyph are less than a pixel apart. They make no
mark that looks like a glyph, but all together one compact spot of edges, and nothing else in rows of three by three.
Words make long spots, frames hollow ones.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import cv2
import numpy as np

from vision.heresy.blobs import NEAR, NEIGHBOURHOOD, STEP, Blobs
from vision.heresy.nine import LEAST_MARKS, lattices
from vision.homography import project
from vision.parts import parts

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from vision.heresy.blobs import Box
    from vision.heresy.lattice import Lattice
    from vision.scene import Scene

SHARE, FAINTEST = 0.4, 6  # of the strongest edge near it that an edge must have; gray levels below which it is noise
SIZES = 4, 16  # pixels of a spot
MOST = 150  # spots; more are a texture, or a page of signs
ALONE = 3  # spots alike around the nine at most
PANELS = 3
ROUND = np.array([(-0.7, -0.7), (3.7, -0.7), (3.7, 3.7), (-0.7, 3.7)])


def closer(scene: Scene, level: int) -> list[tuple[int, Box]]:
    """The level below ``level``, and the parts of it where a small panel may be; empty where there is none."""
    if not level:
        return []
    height, width = scene.gray(level - 1).shape
    found = []
    for fit in _nines(scene.gray(level), level):
        around = project(fit.homography, ROUND) / 2.0 ** (level - 1)
        left, top = np.maximum(around.min(axis=0), 0).astype(int).tolist()
        right, bottom = np.minimum(around.max(axis=0), (width, height)).astype(int).tolist()
        found.append((level - 1, (left, top, right, bottom)))
    return found


def _nines(gray: NDArray[np.uint8], level: int) -> list[Lattice]:
    """Lattices of three by three spots that stand alone, best first."""
    found = spots(gray, level)
    if not LEAST_MARKS <= len(found.boxes) <= MOST:
        return []
    return [fit for fit in lattices(found) if fit.ring <= ALONE][:PANELS]


def spots(gray: NDArray[np.uint8], level: int) -> Blobs:
    """Compact spots full of edges on ``gray`` (H×W uint8, the pyramid's ``level``)."""
    edges = cv2.morphologyEx(gray, cv2.MORPH_GRADIENT, NEAR)
    spread = cv2.dilate(edges, np.ones((NEIGHBOURHOOD, NEIGHBOURHOOD), np.uint8))
    limit = cv2.max(cv2.convertScaleAbs(np.ascontiguousarray(spread[::STEP, ::STEP]), alpha=SHARE), (FAINTEST, 0, 0, 0))
    limit = cv2.resize(limit, (limit.shape[1] * STEP, limit.shape[0] * STEP), interpolation=cv2.INTER_LINEAR)
    mask = cv2.compare(edges, np.ascontiguousarray(limit[: gray.shape[0], : gray.shape[1]]), cv2.CMP_GT)
    _, stats = parts(np.asarray(mask, np.uint8))
    x, y, w, h, area = stats[1:].T.astype(np.float32)
    small, large = np.minimum(w, h), np.maximum(w, h)
    kept = (small >= SIZES[0]) & (large <= SIZES[1]) & (w < 2.5 * h) & (h < 2 * w) & (area > 0.3 * w * h)
    boxes = np.column_stack([x + w / 2, y + h / 2, w, h])[kept].astype(np.float32)
    return Blobs(level, 0, boxes, (gray.shape[0], gray.shape[1]), np.asarray(mask, np.uint8))
