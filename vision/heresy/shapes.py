"""Propose, second half: how much a mark looks like one of the glyphs, at a glance.

Rows of three are everywhere: buttons, letters, tiles. Before anything is fitted through marks, each is squeezed into a
small square by its bounding box and correlated with glyphs cut out in the same way. That is far too coarse to tell the
glyphs apart, and enough to pass over most of what is none.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import product
from typing import TYPE_CHECKING

import cv2
import numpy as np

from vision.heresy.glyphs import LETTERS, TYPEFACES, draw

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from vision.heresy.blobs import Blobs

GLYPHS = len(LETTERS)
MOST, LITTLE, LEAD = 8, 0.77, 0.15  # marks like one glyph; how like on average; and how much more than like another
SQUARE = 12  # pixels of a squeezed mark
INK = 0.42  # where a drawn glyph's edge lies
SIDES = 14, 26  # pixels of the drawn glyphs before they are cut out: the dilation counts more for small ones
WEIGHTS = 0.7, 1.1, 1.6  # widths of their strokes
TURNS, TURNED = (-18.0, 0.0, 18.0), (1.1, 26)  # degrees; of glyphs of this weight and side


def likeness(found: Blobs) -> NDArray[np.float32]:
    """Correlation of each of N marks with each glyph, N×4."""
    if not len(found.boxes):
        return np.zeros((0, GLYPHS), np.float32)
    steps = ((np.arange(SQUARE) + 0.5) / SQUARE - 0.5).astype(np.float32)
    x, y, width, height = (found.boxes[:, i, None, None] for i in range(4))
    xs, ys = np.broadcast_arrays(x - 0.5 + steps[None, None] * width, y - 0.5 + steps[None, :, None] * height)
    tiles = cv2.remap(
        found.mask, xs.reshape(-1, SQUARE), ys.reshape(-1, SQUARE), cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT
    )
    squeezed = tiles.reshape(len(found.boxes), -1).astype(np.float32)
    squeezed -= squeezed.mean(axis=1, keepdims=True)
    length = np.maximum(np.sqrt(np.einsum("ns,ns->n", squeezed, squeezed)), np.float32(1))
    each = (squeezed @ _squeezed_glyphs().T).reshape(len(squeezed), GLYPHS, -1)
    best: NDArray[np.float32] = each.max(axis=2) / length[:, None]
    return best


def icons(alike: NDArray[np.float32], held: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Which of M lattices hold icons: marks a little like one glyph, and hardly less like another.

    Args:
        alike: M×9×4, the likeness of the marks in the nine cells.
        held: M×9, the cells that hold a mark.
    """
    ranked = np.sort(alike, axis=2)
    best, lead = np.where(held, ranked[..., -1], 0), np.where(held, ranked[..., -1] - ranked[..., -2], 0)
    count = np.maximum(held.sum(axis=1), 1)
    state = np.where(held, alike.argmax(axis=2), -1)
    most = (state[..., None] == np.arange(GLYPHS)).sum(axis=1).max(axis=1)
    little = (best.sum(axis=1) < LITTLE * count) & (lead.sum(axis=1) < LEAD * count)
    return np.asarray(little & (most >= MOST))


@lru_cache(maxsize=1)
def _squeezed_glyphs() -> NDArray[np.float32]:
    """Zero-mean, unit-length pictures of all glyphs, glyph by glyph, each squeezed into a square: T×SQUARE²."""
    pictures = []
    for glyphs in zip(*TYPEFACES.values(), strict=True):
        for glyph in glyphs:
            for weight, side in product(WEIGHTS, SIDES):
                turns = TURNS if (weight, side) == TURNED else (0.0,)
                pictures += [_squeezed(draw(glyph, side, weight=weight), degrees) for degrees in turns]
    return np.array(pictures, np.float32)


def _squeezed(glyph: NDArray[np.float32], degrees: float) -> NDArray[np.float32]:
    """A drawn glyph, turned, cut out by its bounding box and squeezed."""
    drawn = np.pad(glyph, 4)
    if degrees:
        middle = (len(drawn) - 1) / 2
        drawn = cv2.warpAffine(drawn, cv2.getRotationMatrix2D((middle, middle), degrees, 1.0), drawn.shape)
    ink = cv2.dilate((drawn > INK).astype(np.uint8), np.ones((3, 3), np.uint8))
    left, top, width, height = cv2.boundingRect(ink)
    cut = ink[top : top + height, left : left + width].astype(np.float32)
    flat: NDArray[np.float32] = cv2.resize(cut, (SQUARE, SQUARE), interpolation=cv2.INTER_AREA).ravel()
    flat -= flat.mean()
    return flat / np.linalg.norm(flat)
