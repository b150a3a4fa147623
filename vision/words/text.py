"""Text: the marks of a picture at several sizes, in which words may be looked for."""

from __future__ import annotations

from typing import TYPE_CHECKING

import cv2
import numpy as np

from vision.words.marks import marks
from vision.words.spelling import Speller, Word

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

SMALL, LARGE, SHORTEST = 2000, 2600, 32
"""Pictures no longer than the first are doubled, too: window titles are small. Those longer than the second are of
screens on which they are not. Shorter views than the last show no words."""
VIEWS = 4
"""Views, each half as large as the one before."""


class Text:
    """What may be written in a picture. Views of it are made as far as they are needed, and kept."""

    def __init__(self, pixels: NDArray[np.uint8]) -> None:
        self._pixels = pixels
        longest, shortest = max(pixels.shape[:2]), min(pixels.shape[:2])
        first = 2 if longest > LARGE else 1
        last = 0.5 if longest <= SMALL else first << (VIEWS - 1)  # the doubled view costs most
        scales = *(first << n for n in range(VIEWS - 1)), last
        self._scales = [scale for scale in scales if shortest >= SHORTEST * scale]
        self._views: dict[float, NDArray[np.uint8]] = {}
        self._known: dict[float, list[Speller]] = {}

    def words(self, *words: str, small: bool = True) -> Iterator[dict[str, list[Word]]]:
        """Where words are written, in frame pixels, in each view and ink; in ``small`` writing, too."""
        for scale in self._scales:
            if small or scale >= 1:
                for speller in self._spellers(scale):
                    found = speller.words(words)
                    yield {word: [_scaled(one, scale) for one in places] for word, places in found.items()}

    def joined(self, first: str, *others: str) -> Iterator[dict[str, list[Word]]]:
        """Where a word is written, and others where it is, two letters of each touching perhaps; as ``words``."""
        for scale in self._scales:
            for speller in self._spellers(scale):
                found = {first: speller.joined(first) + speller.words((first,)).get(first, [])}
                if found[first]:
                    found |= {word: speller.joined(word) + speller.words((word,)).get(word, []) for word in others}
                    yield {word: [_scaled(one, scale) for one in places] for word, places in found.items()}

    def _spellers(self, scale: float) -> list[Speller]:
        """Those of each ink in the view that has a pixel for ``scale`` of the frame's."""
        if scale not in self._known:
            self._known[scale] = [Speller(found) for found in marks(self._view(scale))]
        return self._known[scale]

    def _view(self, scale: float) -> NDArray[np.uint8]:
        if scale not in self._views:
            if scale < 1:
                found = cv2.resize(self._view(1), None, fx=1 / scale, fy=1 / scale, interpolation=cv2.INTER_CUBIC)
            elif scale == 1:
                found = cv2.cvtColor(self._pixels, cv2.COLOR_BGR2GRAY)
            else:
                found = cv2.pyrDown(self._view(scale / 2))
            self._views[scale] = np.asarray(found, np.uint8)
        return self._views[scale]


def _scaled(word: Word, scale: float) -> Word:
    """A word of a view in frame pixels."""
    left, right, foot, height, before = (
        scale * place for place in (word.left, word.right, word.foot, word.height, word.before)
    )
    return Word(left, right, foot, height, word.likeness, before)
