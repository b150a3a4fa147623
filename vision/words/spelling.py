"""Spelling: where marks that stand in a line are the letters of a word, one after the other."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, cached_property
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from vision.words.letters import ALPHABET

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from vision.words.marks import Marks

LIKE, CLOSE = 0.62, 0.08
"""A mark may be a letter when its likeness to it is at least the first, and that to the likeliest less than the second
above."""
WORD = 0.8
"""Mean likeness of a word's letters, at least."""
FOLLOWING = 3
"""Marks to the right of one that may be the next letter: dots and apostrophes stand between."""
AHEAD = 150
"""Marks, from left to right, among which they are looked for."""
INTO, APART, ASIDE = 0.3, 0.6, 0.5
"""Heights of a letter by which the next may reach into it, by which it may be apart from it, and by which its middle
may be above or below it."""
FOOT, BELOW = 0.17, 0.5
"""Heights of a line by which a letter's foot may be off it; by which that of a letter that reaches below may."""
ALIKE = 1.25
"""Heights of the line that two letters tell, the greater over the less."""
DESCENDING, LOW, MIDDLING = "gjpqyQ", "acemnorsuvwxz", "it"
"""Letters that reach below the line, small ones that are lower than capitals, and that are in some fonts."""
LOWER, BETWEEN = 0.72, 0.86
"""How tall low and middling letters are over the line's capitals."""


@dataclass(frozen=True, slots=True)
class Word:
    """Where a word is written, in pixels.

    Attributes:
        left: where it begins.
        right: where it ends.
        foot: the line its letters stand on.
        height: of its capitals, or what those would be.
        likeness: mean of its letters', 0 to 1.
    """

    left: float
    right: float
    foot: float
    height: float
    likeness: float


class _Begun(NamedTuple):
    """Beginnings of a word: the marks they begin and end with, their lines, the sums of their letters' likeness."""

    first: NDArray[np.int64]
    last: NDArray[np.int64]
    foot: NDArray[np.float64]
    height: NDArray[np.float64]
    likeness: NDArray[np.float64]


class Speller:
    """Looks for words among marks of one ink."""

    def __init__(self, marks: Marks) -> None:
        self._left, top, width, self._height = marks.boxes.astype(np.int64).T
        self._right, self._bottom = self._left + width, top + self._height
        likeliest = marks.likeness.max(axis=1, keepdims=True)
        told = (marks.likeness >= LIKE) & (marks.likeness >= likeliest - CLOSE)
        self._likeness = np.where(told, marks.likeness, 0)

    def words(self, word: str) -> list[Word]:
        """Where a word, given in small letters, is written: in these, in capitals, or with one at its beginning."""
        found: dict[float, Word] = {}
        for spelling in (word, word.capitalize(), word.upper()):
            for one in self._written(spelling) if self._spelt(spelling) else []:
                if one.left not in found or one.likeness > found[one.left].likeness:
                    found[one.left] = one
        return list(found.values())

    def _spelt(self, word: str) -> bool:
        """Whether each two letters of a word are seen to follow one another somewhere: most words are dismissed so."""
        return len(self._left) >= len(word) and _pairs_of(word) <= self._pairs

    @cached_property
    def _pairs(self) -> frozenset[str]:
        """Letters that follow one another somewhere."""
        told = (self._likeness > 0).astype(np.float32)
        after = [np.where(following[:, None] >= 0, told[following], 0) for following in self._following.T]
        pairs = np.argwhere(told.T @ np.sum(after, axis=0) > 0)
        return frozenset(ALPHABET[first] + ALPHABET[second] for first, second in pairs.tolist())

    def _written(self, word: str) -> list[Word]:
        """Where a word is written just so."""
        begun = self._beginnings(word[0])
        for letter in word[1:]:
            if not len(begun.first):
                break
            begun = self._continued(begun, letter)
        return [
            Word(float(self._left[first]), float(self._right[last]), foot, height, like / len(word))
            for first, last, foot, height, like in zip(*begun, strict=True)
            if like >= WORD * len(word)
        ]

    def _beginnings(self, letter: str) -> _Begun:
        """Marks that may be the first letter."""
        like = self._likeness[:, ALPHABET.index(letter)]
        own = np.flatnonzero(like)
        return _Begun(own, own, self._bottom[own].astype(np.float64), self._height[own] / _height(letter), like[own])

    def _continued(self, begun: _Begun, letter: str) -> _Begun:
        """Beginnings of which some mark that follows may be the next letter."""
        following = self._following[begun.last]
        like = np.where(following >= 0, self._likeness[following, ALPHABET.index(letter)], 0)
        off = (self._bottom[following] - begun.foot[:, None]) / begun.height[:, None]
        height = self._height[following] / _height(letter) / begun.height[:, None]
        lowest = BELOW if letter in DESCENDING else FOOT
        fits = (like > 0) & (off >= -FOOT) & (off <= lowest) & (height <= ALIKE) & (height >= 1 / ALIKE)
        which, place = np.nonzero(fits)
        likeness = begun.likeness[which] + like[which, place]
        return _Begun(begun.first[which], following[which, place], begun.foot[which], begun.height[which], likeness)

    @cached_property
    def _following(self) -> NDArray[np.int64]:
        """The next marks to the right of each in its line, N×FOLLOWING; -1 where there are no more."""
        count = len(self._left)
        ahead = np.arange(1, 1 + min(AHEAD, count))
        others = np.minimum(np.arange(count)[:, None] + ahead, count - 1)
        height = np.maximum(self._height[:, None], self._height[others])
        apart = (self._left[others] - self._right[:, None]) / height
        middle = self._bottom - self._height / 2
        aside = np.abs(middle[others] - middle[:, None]) / height
        fits = (apart >= -INTO) & (apart <= APART) & (aside <= ASIDE) & (np.arange(count)[:, None] + ahead < count)
        found = np.full((count, FOLLOWING), -1, np.int64)
        rows = np.arange(count)
        for place in range(FOLLOWING):
            chosen = fits.argmax(axis=1)
            found[:, place] = np.where(fits[rows, chosen], others[rows, chosen], -1)
            fits[rows, chosen] = False
        return found


@cache
def _pairs_of(word: str) -> frozenset[str]:
    """Each two letters of a word that follow one another."""
    return frozenset(map("".join, pairwise(word)))


def _height(sign: str) -> float:
    """How tall a letter is over the line's capitals."""
    if sign in MIDDLING:
        return BETWEEN
    return LOWER if sign in LOW else 1.0
