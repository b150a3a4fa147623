"""Paint: whether anything in a picture has the many colours of a painting, which face-up cells are parts of.

Pages, plain windows and diagrams have few colours even where their letters are blurred together. Counting colours of a
very small view costs next to nothing, and tells most pictures without a board before any search.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import cv2
import numpy as np

from vision.planes import planes

if TYPE_CHECKING:
    from numpy.typing import NDArray

BINS = 16  # shades of each channel that count as different
FEWEST = 42  # colours below which nothing is painted; of hundreds of rendered boards that can be read none had below 53
STEP = 3  # pixels: a part of them tells whether there are colours
TINT, COLOURLESS = 10, 0.002  # difference of two channels that is a colour; share of those up to which all is grey
GREYS, FEWEST_GREYS = 64, 30  # shades that count as different in one, and the same for them
BLOCK, PAGE = 8, 0.06  # pixels a side; share of a block that has the shade of the page, above which it is of the page
LEAST = 0.02  # share of a grey picture that is no page, below which nothing is painted


def palette(small: NDArray[np.uint8]) -> NDArray[np.float64]:
    """Shares of ``small`` (H×W×3, some hundred pixels a side) in each of its colours, the most frequent first.

    Shades are counted within the range each channel has in this picture, so that dim or washed out ones count alike.
    A grey picture has few of them: more are told apart, beside the page, for blurred letters have them all.
    Empty where nothing is painted.
    """
    blue, green, red = planes(np.ascontiguousarray(small[::STEP, ::STEP]))
    tints = (cv2.compare(cv2.absdiff(green, other), TINT, cv2.CMP_GT) for other in (blue, red))
    if all(cv2.countNonZero(tint) <= COLOURLESS * tint.size for tint in tints):
        return _shades(cv2.extractChannel(small, 1))
    counts = cv2.calcHist([small], [0, 1, 2], None, [BINS] * 3, bounds(small))
    return _shares(counts, FEWEST)


def _shades(grey: NDArray[np.uint8]) -> NDArray[np.float64]:
    """The shares of a grey picture (H×W) in each of its shades, but for the blocks where its page is seen."""
    low, high, *_ = cv2.minMaxLoc(grey)
    ends, width = [low, high + 1], (high + 1 - low) / GREYS
    page = low + width * int(cv2.calcHist([grey], [0], None, [GREYS], ends).argmax())
    seen = cv2.inRange(grey, page - width / 2, page + 1.5 * width)
    height, wide = grey.shape
    blocks = cv2.resize(seen, (max(1, wide // BLOCK), max(1, height // BLOCK)), interpolation=cv2.INTER_AREA)
    beside = cv2.compare(cv2.resize(blocks, (wide, height), interpolation=cv2.INTER_NEAREST), 255 * PAGE, cv2.CMP_LT)
    counts = cv2.calcHist([grey], [0], beside, [GREYS], ends)
    return _shares(counts, FEWEST_GREYS) if counts.sum() >= LEAST * grey.size else np.zeros(0)


def _shares(counts: NDArray[np.float32], fewest: int) -> NDArray[np.float64]:
    found = np.sort(counts[counts > 0])[::-1].astype(np.float64)
    return found / found.sum() if len(found) >= fewest else np.zeros(0)


def bounds(small: NDArray[np.uint8]) -> list[float]:
    """Least value and end (one above the greatest) of each channel of an H×W×3 picture, as ``cv2.calcHist`` takes."""
    ranges = [cv2.minMaxLoc(plane)[:2] for plane in planes(small)]
    return [bound for low, high in ranges for bound in (low, high + 1)]
