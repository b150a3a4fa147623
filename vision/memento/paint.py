"""Paint: whether anything in a picture has the many colours of a painting, which face-up cells are parts of.

Pages, plain windows and diagrams have few colours even where their letters are blurred together. Counting colours of a
very small view costs next to nothing, and tells most pictures without a board before any search.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import cv2
import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

BINS = 16  # shades of each channel that count as different
FEWEST = 42  # colours below which nothing is painted; of hundreds of rendered boards that can be read none had below 53


def palette(small: NDArray[np.uint8]) -> NDArray[np.float64]:
    """Shares of ``small`` (H×W×3, some hundred pixels a side) in each of its colours, the most frequent first.

    Shades are counted within the range each channel has in this picture, so that dim or washed out ones count alike.
    """
    counts = cv2.calcHist([small], [0, 1, 2], None, [BINS] * 3, bounds(small)).ravel()
    found = np.sort(counts[counts > 0])[::-1]
    return np.asarray(found.astype(np.float64) / max(small.shape[0] * small.shape[1], 1))


def painted(shares: NDArray[np.float64]) -> bool:
    """Whether a picture whose ``palette`` is ``shares`` may show a painting."""
    return len(shares) >= FEWEST


def bounds(small: NDArray[np.uint8]) -> list[float]:
    """Least value and end (one above the greatest) of each channel of an H×W×3 picture, as ``cv2.calcHist`` takes."""
    ranges = [cv2.minMaxLoc(plane)[:2] for plane in cv2.split(small)]
    return [bound for low, high in ranges for bound in (low, high + 1)]
