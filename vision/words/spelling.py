"""Spelling: where marks that stand in a line are the letters of a word, one after the other."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import compress
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from vision.words.letters import ALPHABET

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from vision.words.marks import Marks

LIKE, CLOSE = 0.62, 0.08
"""A mark may be a letter when its likeness to it is at least the first, and that to the likeliest less than the second
above."""
WORD = 0.8
"""Mean likeness of a word's letters, at least."""
FOOT, BELOW = 0.17, 0.5
"""Heights of a line by which a letter's foot may be off it; by which that of a letter that reaches below may."""
ALIKE = 1.25
"""Heights of the line that two letters tell, the greater over the less."""
JOINED, PLAIN = "", 0.88
"""Stands for two letters that touch; mean likeness of the others of such a word, at least, and that to a single letter
which such a mark has not."""
SHORT = 3
"""Letters of a word of which one is left where two touch."""
PAIR, TALLEST = (0.65, 1.8), 1.5
"""Heights of the line that two letters are wide together, and that they are high, at most."""
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
        before: where what stands before it in its line ends; minus infinity where nothing does.
    """

    left: float
    right: float
    foot: float
    height: float
    likeness: float
    before: float = -math.inf


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
        self._likeliest = marks.likeness.max(axis=1)
        told = (marks.likeness >= LIKE) & (marks.likeness >= self._likeliest[:, None] - CLOSE)
        self._likeness = np.where(told, marks.likeness, 0)
        self._following = marks.following

    def words(self, words: tuple[str, ...]) -> dict[str, list[Word]]:
        """Where words, given in small letters, are written: in these, in capitals, or with one at their beginning."""
        found: dict[str, dict[float, Word]] = {}
        for word, spelling in self._spelt(words):
            for one in self._written(spelling):
                known = found.setdefault(word, {})
                if one.left not in known or one.likeness > known[one.left].likeness:
                    known[one.left] = one
        return {word: list(known.values()) for word, known in found.items()}

    def joined(self, word: str) -> list[Word]:
        """Where a word is written so that two of its letters touch, which are one mark then: all others are plain.

        Of a word of three only its capital is left.
        """
        found = []
        for spelling in [word.capitalize()] if len(word) <= SHORT else [word, word.capitalize(), word.upper()]:
            for first in range(1, len(spelling) - 1):
                signs = (*spelling[:first], JOINED, *spelling[first + 2 :])
                found += [one for one in self._written(signs) if one.likeness >= PLAIN]
        return found

    def _spelt(self, words: tuple[str, ...]) -> list[tuple[str, str]]:
        """Words, and their spellings, whose letters are seen to follow one another somewhere: most are dismissed so."""
        spellings, first, second, begin = _spellings(words)
        return list(compress(spellings, np.logical_and.reduceat(self._pairs[first, second], begin).tolist()))

    @cached_property
    def _pairs(self) -> NDArray[np.bool_]:
        """Which letters follow which ones somewhere, 62×62."""
        told = (self._likeness > 0).astype(np.float32)
        after = [np.where(following[:, None] >= 0, told[following], 0) for following in self._following.T]
        return np.asarray(told.T @ np.sum(after, axis=0) > 0)

    @cached_property
    def _before(self) -> list[float]:
        """Where the mark before each in its line ends."""
        ends = np.full(len(self._right) + 1, -math.inf)  # the last place is that of -1
        np.maximum.at(ends, self._following, self._right[:, None].astype(np.float64))
        return [float(end) for end in ends[:-1]]

    def _written(self, word: Sequence[str]) -> list[Word]:
        """Where a word is written just so; its likeness is that of the letters that stand by themselves."""
        alone = sum(letter != JOINED for letter in word)
        begun = self._beginnings(word[0])
        for letter in word[1:]:
            if not len(begun.first):
                break
            begun = self._continued(begun, letter)
        return [
            Word(float(self._left[first]), float(self._right[last]), foot, height, like / alone, self._before[first])
            for first, last, foot, height, like in zip(*begun, strict=True)
            if like >= WORD * alone
        ]

    def _beginnings(self, letter: str) -> _Begun:
        """Marks that may be the first letter."""
        like = self._likeness[:, ALPHABET.index(letter)]
        own = np.flatnonzero(like)
        return _Begun(own, own, self._bottom[own].astype(np.float64), self._height[own] / _height(letter), like[own])

    def _continued(self, begun: _Begun, letter: str) -> _Begun:
        """Beginnings of which some mark that follows may be the next letter."""
        if letter == JOINED:
            return self._passed(begun)
        following = self._following[begun.last]
        like = np.where(following >= 0, self._likeness[following, ALPHABET.index(letter)], 0)
        off = (self._bottom[following] - begun.foot[:, None]) / begun.height[:, None]
        height = self._height[following] / _height(letter) / begun.height[:, None]
        lowest = BELOW if letter in DESCENDING else FOOT
        fits = (like > 0) & (off >= -FOOT) & (off <= lowest) & (height <= ALIKE) & (height >= 1 / ALIKE)
        which, place = np.nonzero(fits)
        likeness = begun.likeness[which] + like[which, place]
        return _Begun(begun.first[which], following[which, place], begun.foot[which], begun.height[which], likeness)

    def _passed(self, begun: _Begun) -> _Begun:
        """Beginnings that go on with a mark as large as two letters are, which is not plainly a single one."""
        following = self._following[begun.last]
        wide = (self._right - self._left)[following] / begun.height[:, None]
        high = self._height[following] / begun.height[:, None]
        fits = (following >= 0) & (self._likeliest[following] < PLAIN)
        fits &= (wide >= PAIR[0]) & (wide <= PAIR[1]) & (high >= LOWER / ALIKE) & (high <= TALLEST)
        which, place = np.nonzero(fits)
        return _Begun(
            begun.first[which], following[which, place], begun.foot[which], begun.height[which], begun.likeness[which]
        )


@cache
def _spellings(
    words: tuple[str, ...],
) -> tuple[list[tuple[str, str]], NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]:
    """Words and their spellings; the first and the second of each two letters in them; where each spelling begins."""
    spellings = [(word, so) for word in words for so in (word, word.capitalize(), word.upper())]
    places = [[ALPHABET.index(letter) for letter in so] for _, so in spellings]
    first = np.concatenate([so[:-1] for so in places])
    second = np.concatenate([so[1:] for so in places])
    return spellings, first, second, np.cumsum([0, *(len(so) - 1 for so in places[:-1])])


def _height(sign: str) -> float:
    """How tall a letter is over the line's capitals."""
    if sign in MIDDLING:
        return BETWEEN
    return LOWER if sign in LOW else 1.0
