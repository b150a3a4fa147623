"""Fit, first half: nine places guessed from a mark and its neighbours.

Each mark is tried as the middle cell, with its nearest neighbours in its row and column; the other side is looked for
near the reflection. These four are a square on its tip, which fixes the perspective: the square-to-quad mapping
(Heckbert, Fundamentals of Texture Mapping and Image Warping, 1989) says where the corners must be.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from vision.heresy.lattice import TILT

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from vision.heresy.blobs import Blobs

NEIGHBOURS = 5
PULL = 0.28, 0.8  # a mark answers within so many of its own sizes, at least and at most


def name_map(found: Blobs) -> NDArray[np.int16]:
    """H×W: index of the mark that answers there, else -1: about halfway to the next mark alike."""
    names = np.full(found.shape, -1, np.int16)
    boxes = found.boxes
    size = np.maximum(boxes[:, 2], boxes[:, 3])
    away = np.maximum(*(np.abs(boxes[None, :, axis] - boxes[:, None, axis]) for axis in (0, 1)))
    away[(size[None] < 0.5 * size[:, None]) | (away == 0)] = np.inf
    pull = np.clip(0.48 * away.min(axis=1), PULL[0] * size, PULL[1] * size)
    low = np.maximum(np.floor(boxes[:, :2] - pull[:, None]), 0).astype(int)
    high = np.ceil(boxes[:, :2] + pull[:, None]).astype(int)
    for i in np.argsort(-pull, kind="stable"):
        names[low[i, 1] : high[i, 1], low[i, 0] : high[i, 0]] = i
    return names


def look_up(names: NDArray[np.int16], points: NDArray[np.float64]) -> NDArray[np.int64]:
    """Index of the mark at each of ...×2 ``points``, -1 where there is none."""
    at = np.floor(np.clip(points, -9, 99999)).astype(np.int64)
    x, y = at[..., 0], at[..., 1]
    inside = (x >= 0) & (y >= 0) & (x < names.shape[1]) & (y < names.shape[0])
    return np.where(inside, names.take(np.where(inside, y * names.shape[1] + x, 0)), -1).astype(np.int64)


def seeds(boxes: NDArray[np.float32]) -> NDArray[np.int64] | None:
    """S×3: (middle, neighbour in its row, neighbour in its column) of marks that could be the heart of a lattice.

    A heart has marks alike on at least three of its four sides.
    """
    x, y = boxes[:, 0], boxes[:, 1]
    size = np.maximum(boxes[:, 2], boxes[:, 3])
    dx, dy = x[None] - x[:, None], y[None] - y[:, None]
    alike = (size[None] < 2 * size[:, None]) & (size[:, None] < 2 * size[None])
    low, high = 0.85 * size[:, None], 3.6 * size[:, None]
    wide, tall = np.abs(dx), np.abs(dy)
    beside = alike & (wide > low) & (wide < high) & (tall < TILT * wide)
    along = alike & (tall > low) & (tall < high) & (wide < TILT * tall)
    right, left = (beside & (dx > 0)).any(axis=1), (beside & (dx < 0)).any(axis=1)
    below, above = (along & (dy > 0)).any(axis=1), (along & (dy < 0)).any(axis=1)
    middles = np.flatnonzero(right.astype(int) + left + below + above >= 3)
    if not len(middles):
        return None
    beside, along = beside[middles], along[middles]
    # Look to the right and below; only where nothing is there, to the left and above.
    beside &= np.where(right[middles, None], dx[middles] > 0, dx[middles] < 0)
    along &= np.where(below[middles, None], dy[middles] > 0, dy[middles] < 0)
    k = min(NEIGHBOURS, len(boxes) - 1)
    near_x = np.argpartition(np.where(beside, wide[middles], np.inf), k - 1, axis=1)[:, :k]
    near_y = np.argpartition(np.where(along, tall[middles], np.inf), k - 1, axis=1)[:, :k]
    rows = np.arange(len(middles))[:, None, None]
    triples = np.stack(np.broadcast_arrays(rows, near_x[:, :, None], near_y[:, None, :]), axis=-1).reshape(-1, 3)
    m, h, v = triples.T
    width, height = wide[middles[m], h], tall[middles[m], v]
    good = beside[m, h] & along[m, v] & (width < 2.2 * height) & (height < 2.2 * width)
    return np.stack([middles[m], h, v], axis=1)[good] if good.any() else None


def guessed(
    boxes: NDArray[np.float32], names: NDArray[np.int16], hearts: NDArray[np.int64]
) -> tuple[NDArray[np.float64], NDArray[np.int64]]:
    """The nine predicted (or found) places of every heart, S×9×2, and the marks there, S×9 (-1 for none)."""
    at = boxes[:, :2].astype(np.float64)
    middle, beside, along = (at[column] for column in hearts.T)
    places = np.empty((len(hearts), 9, 2))
    marks = np.empty((len(hearts), 9), np.int64)
    places[:, 4], marks[:, 4] = middle, hearts[:, 0]

    def settle(cells: tuple[int, ...], points: list[NDArray[np.float64]]) -> None:
        guessed = np.stack(points, axis=1)
        found = look_up(names, guessed)
        marks[:, cells] = found
        places[:, cells] = np.where(found[..., None] >= 0, at[found], guessed)

    to_right = np.where(beside[:, :1] > middle[:, :1], beside - middle, middle - beside)
    to_below = np.where(along[:, 1:] > middle[:, 1:], along - middle, middle - along)
    settle((5, 3, 7, 1), [middle + to_right, middle - to_right, middle + to_below, middle - to_below])
    settle((2, 8, 6, 0), _beyond(*(places[:, cell] for cell in (1, 5, 7, 3))))
    return places, marks


def _beyond(
    up: NDArray[np.float64], right: NDArray[np.float64], down: NDArray[np.float64], left: NDArray[np.float64]
) -> list[NDArray[np.float64]]:
    """The corner cells (top right, then clockwise), each S×2, from the four middles of the sides."""
    total = up - right + down - left
    one, other = right - down, left - down
    det = one[:, 0] * other[:, 1] - one[:, 1] * other[:, 0]
    det = np.where(np.abs(det) < 1e-6, np.inf, det)
    g = ((total[:, 0] * other[:, 1] - total[:, 1] * other[:, 0]) / det)[:, None]
    h = ((one[:, 0] * total[:, 1] - one[:, 1] * total[:, 0]) / det)[:, None]
    along, across = right - up + g * right, left - up + h * left
    corners = []
    for a, b in ((0.5, -0.5), (1.5, 0.5), (0.5, 1.5), (-0.5, 0.5)):
        depth = g * a + h * b + 1
        corners.append((along * a + across * b + up) / np.where(np.abs(depth) < 0.1, 0.1, depth))
    return corners
