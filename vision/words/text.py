"""Text: the marks of a picture at several sizes, in which words may be looked for."""

from __future__ import annotations

from typing import TYPE_CHECKING

import cv2

from vision.words.marks import marks
from vision.words.spelling import Speller, Word

if TYPE_CHECKING:
    from collections.abc import Iterator

    import numpy as np
    from numpy.typing import NDArray

SMALL, LARGE, SHORTEST = 2000, 2600, 60
"""Pictures no longer than the first are doubled, too: window titles are small. Those longer than the second are of
screens on which they are not. Shorter views than the last show no words."""
VIEWS = 4
"""Views, each half as large as the one before."""


class Text:
    """What may be written in a picture. Views of it are made as far as they are needed, and kept."""

    def __init__(self, pixels: NDArray[np.uint8]) -> None:
        self._known: list[tuple[float, Speller]] = []
        self._further = _spellers(pixels)

    def words(self, word: str, *, small: bool = True) -> Iterator[list[Word]]:
        """Where a word is written, in frame pixels, in each view and ink; in ``small`` writing, too."""
        for scale, speller in self._spellers():
            if scale < 1 and not small:
                return
            yield [_scaled(one, scale) for one in speller.words(word)]

    def _spellers(self) -> Iterator[tuple[float, Speller]]:
        yield from self._known
        for one in self._further:
            self._known.append(one)
            yield one


def _spellers(pixels: NDArray[np.uint8]) -> Iterator[tuple[float, Speller]]:
    """Those of each view and ink, with frame pixels for one of the view; the doubled one, which costs most, is last."""
    whole = view = cv2.cvtColor(pixels, cv2.COLOR_BGR2GRAY)
    doubled, scale = max(whole.shape) <= SMALL, 1.0
    if max(whole.shape) > LARGE:
        view, scale = cv2.pyrDown(view), 2.0
    for _ in range(VIEWS - doubled):
        if min(view.shape) < SHORTEST:
            break
        yield from ((scale, Speller(found)) for found in marks(view))
        view, scale = cv2.pyrDown(view), 2 * scale
    if doubled and 2 * min(whole.shape) >= SHORTEST:
        twice = cv2.resize(whole, None, fx=2, fy=2, interpolation=cv2.INTER_CUBIC)
        yield from ((0.5, Speller(found)) for found in marks(twice))


def _scaled(word: Word, scale: float) -> Word:
    """A word of a view in frame pixels."""
    return Word(scale * word.left, scale * word.right, scale * word.foot, scale * word.height, word.likeness)
