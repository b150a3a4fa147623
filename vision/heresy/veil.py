"""What shows through a message over a panel: glyphs, much fainter, on its own tone.

Messages are seldom quite opaque. Between their words they are of one tone; what differs from it the way that ink
differs from its ground, if only a little, is ink.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import cv2
import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

RIM = 3  # pixels at the message's edges that are mixed with what is around it
WRITING, WRITING_ASIDE = 0.35, 6.0  # share of the way to the ink that is no ink any more; gray levels beside the way
WORDS = 5  # pixels around the words that are mixed with them
FEWEST = 150  # pixels between the words
STROKES = 97  # per cent of the pixels that are not the glyphs' brightest
FAINTEST, NOISE, EVEN = 3.0, 4.0, 2.0  # gray levels of ink at least; over the noise; over what differs the other way


def through(
    flat: NDArray[np.uint8], message: NDArray[np.bool_], way: NDArray[np.float32]
) -> tuple[NDArray[np.float32], NDArray[np.bool_]]:
    """The ink that shows through a ``message`` (SIDE×SIDE) over a ``flat`` panel (SIDE×SIDE×3), and where it does.

    Args:
        flat: the flattened panel, BGR.
        message: where something of one tone lies over it.
        way: from the ground to the ink, BGR.
    """
    ink = np.zeros(message.shape, np.float32)
    shown = np.zeros(message.shape, bool)
    length = float(way @ way)
    reach = np.sqrt(length)
    inner = cv2.erode(message.astype(np.uint8), np.ones((2 * RIM + 1, 2 * RIM + 1), np.uint8))
    count, names = cv2.connectedComponents(inner)
    for name in range(1, count):
        part = names == name
        if part.sum() < FEWEST:
            continue
        rest = flat - np.median(flat[part], axis=0).astype(np.float32)
        along = rest @ (way / np.float32(length))
        aside = np.sqrt(np.maximum(np.einsum("yxc,yxc->yx", rest, rest) - along**2 * np.float32(length), 0))
        words = part & ((np.abs(along) > WRITING) | (aside > WRITING * reach + WRITING_ASIDE))
        between = part & (cv2.dilate(words.astype(np.uint8), np.ones((WORDS, WORDS), np.uint8)) == 0)
        if between.sum() < FEWEST:
            continue
        low, middle, top = np.percentile(along[between], [100 - STROKES, 50, STROKES])
        noise = float(np.median(np.abs(along[between] - middle)))
        if top - middle < max(FAINTEST / reach, NOISE * noise, EVEN * (middle - low)):
            continue
        ink[between] = np.clip((along[between] - middle) / (top - middle), 0, 1)
        shown |= between
    return ink, shown
