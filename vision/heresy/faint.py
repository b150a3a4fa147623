"""Propose, where it is too dark to see: marks that differ by a level or two from their ground, lifted out of it.

In a dim corner, behind a veil or in a washed-out capture all nine glyphs are as faint as the grain of a lit picture.
Such pictures are soft all over: hardly anything in them stands out, yet they are nowhere flat, as pages are.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import cv2
import numpy as np

from vision.heresy.blobs import blobs
from vision.heresy.lattice import CROWDED, POOR
from vision.heresy.nine import lattices
from vision.heresy.notes import note_search
from vision.heresy.shapes import likeness

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from vision.heresy.lattice import Lattice
    from vision.scene import Scene
    from vision.trace import Trace

AROUND = 15  # side of the box a pixel is compared with, to tell whether a picture is soft
LITTLE, MUCH = 2, 6  # gray levels: so much is soft, more than the second stands out
SOFT, STRONGER = 0.3, 10.0  # share of the pixels that are soft, and over the share of those that stand out
GROUND = 31  # side of the box that is a pixel's ground
GRAINS = 0.4, 0.6, 0.9  # pixels: Gaussians that smooth the grain; what is faint shows in one of them
GAIN = 12.0  # what is lifted differs this many times more
MOST = 12  # lattices at most


def soft(gray: NDArray[np.uint8]) -> bool:
    """Whether a picture (H×W uint8) is soft all over."""
    off = cv2.absdiff(gray, cv2.blur(gray, (AROUND, AROUND)))
    some, little, much = (
        cv2.countNonZero(off if level < 0 else cv2.threshold(off, level, 1, cv2.THRESH_BINARY)[1])
        for level in (-1, LITTLE, MUCH)
    )
    return bool(some - little > max(SOFT * off.size, STRONGER * much))


def lifted(picture: NDArray[np.uint8], grain: float) -> NDArray[np.uint8]:
    """How each pixel of ``picture`` (H×W×3 uint8) differs from its ground, much enlarged, H×W uint8 around 128.

    All three channels are added up, since their rounding is as large as what is looked for.
    """
    total = cv2.transform(picture.astype(np.float32), np.full((1, 3), GAIN / 3, np.float32))
    total = cv2.GaussianBlur(total, (0, 0), grain)
    off = cv2.subtract(total, cv2.blur(total, (GROUND, GROUND)))
    return np.asarray(np.clip(off + 128, 0, 255), np.uint8)


def faint(scene: Scene, searched: list[int], trace: Trace | None) -> list[Lattice]:
    """The best lattices of marks that hardly differ from their ground."""
    found: list[Lattice] = []
    for level in searched:
        for grain in GRAINS:
            for marks in blobs(lifted(scene.level(level), grain), level):
                fits = lattices(marks, likeness(marks))
                found += [fit for fit in fits if fit.ring < CROWDED and fit.rank > POOR]
                if trace is not None:
                    note_search(trace, marks, fits)
    return sorted(found, key=lambda fit: -fit.rank)[:MOST]
