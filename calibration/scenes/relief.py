"""Glyphs that are no paint: cut into stone or raised from it under a low light, or drawn as outlines only."""

from __future__ import annotations

from typing import TYPE_CHECKING

import cv2
import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from calibration.scenes.hands import Inks

RIM = 0.022, 0.04  # of a glyph's frame: width of an outline, at least and at most


def shaded(
    rng: np.random.Generator, slab: NDArray[np.float32], ink: NDArray[np.float32], cell: int
) -> NDArray[np.float32]:
    """``slab`` (H×W×3) with ``ink`` (H×W) cut in or raised, under a light from one side (Lambert's cosine law)."""
    height = cv2.GaussianBlur(ink, (0, 0), cell * float(rng.uniform(0.006, 0.022)))
    turn = float(rng.uniform(0, 2 * np.pi))
    raised = rng.random() < 0.5
    slope = cv2.Sobel(height, cv2.CV_32F, 1, 0) * np.cos(turn) + cv2.Sobel(height, cv2.CV_32F, 0, 1) * np.sin(turn)
    steep = float(rng.uniform(0.3, 1.3)) * (1 if raised else -1)
    floor = -float(rng.uniform(0.0, 0.3)) if raised else float(rng.uniform(0.1, 0.6))
    shade = (1 - floor * ink) * (1 + np.clip(-slope * steep, -0.55, 0.7))
    return np.asarray(slab * shade[..., None], np.float32)


def hollow(rng: np.random.Generator, inks: Inks) -> Inks:
    """Only the outlines of the glyphs' strokes."""
    share = float(rng.uniform(*RIM))
    return tuple(_outline(ink, max(1, round(share * len(ink)))) for ink in inks)


def _outline(ink: NDArray[np.float32], width: int) -> NDArray[np.float32]:
    near = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (2 * width + 1, 2 * width + 1))
    return np.asarray(ink - cv2.erode(ink, near), np.float32)
