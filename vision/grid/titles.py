"""Titles: writing that stands beside every row or above every column of a grid, as in tables and number puzzles.

Boards may have a letter or a digit there. A word, or writing that is longer than a cell, names what a row is about, or
gives clues.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from vision.grid.away import away
from vision.grid.patches import AROUND, EDGE, SAMPLE
from vision.middle import median, middle

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from vision.grid.cells import Cells

INK = 15.0
"""Writing differs this much (Lab) from what it stands on."""
BETWEEN, END = 2, 2
"""Pixels of a place: between two lines of places, where no writing is; at the far end of a place."""
LINES, LONG = 0.8, 0.5
"""Share of the lines that have a title, and of these that have one longer than a cell."""
SAME, OTHER = 0.99, 0.9
"""Correlation of two titles that are the same, and, below, of two that are not."""
TALLER, GRAIN, SOME = 1.7, 1, 2
"""Times as tall as the second smallest title above a board, and pixels of a place more, from which one is two, one
above the other: letters are few pixels tall; how many must be so."""
WORD, PAGE = 2.0, 1.0
"""Heights that a word is wide, at least; two digits, or a letter and a digit, are narrower. What words stand on goes on
between them, but for so much (Lab): else they may be on buttons."""
NONE = (0, False, False)
FEWEST, ALIGNED = 4, 0.12
"""Lines of a table; its titles stand in the middle of their line but for this share of it."""


def titled(one: Cells, shown: NDArray[np.bool_] | None) -> int:
    """How many rows, or columns, have a title beside the board, where most do; 0 where they are no table's.

    Most titles are words or longer than a cell, or clues stand beside the rows and above the columns: some of them
    twice, or one above the other, which letters and digits that name a line never do; or something stands on all four
    sides of cells all alike.
    ``shown`` tells which pixels of the board's places are in the picture (``patches.shown``), None where all are.
    """
    lab = one.patches.lab
    places = lab[0, 1:-1, ::-1].swapaxes(1, 2), lab[-1, 1:-1].swapaxes(1, 2), lab[1:-1, 0, :, ::-1], lab[1:-1, -1]
    drawn = [2 * most >= INK for most in one.patches.ranges]
    seen = [some and (shown is None or bool(shown[line].all())) for some, line in zip(drawn, AROUND, strict=True)]
    found = [
        _titles(side, level=level) if whole else NONE
        for level, whole, side in zip((False, False, True, True), seen, places, strict=True)
    ]
    clues = [max(count for count, _, _ in pair) for pair in (found[:2], found[2:])]
    clued = min(clues) > 0 and (
        any(repeated for _, _, repeated in found)
        or any(count and _stacked(side) for (count, _, _), side in zip(found[:2], places, strict=False))
    )
    empty = [count for count, _, _ in found] if one.states.count < 2 else [0]
    return max(*(count for count, long, _ in found if long), *(clues if clued else ()), min(empty), 0)


def _stacked(places: NDArray[np.float32]) -> bool:
    """Whether of titles above or below a board (as for ``_titles``) some are several, one above the other."""
    seen = places[:, :, EDGE:]
    tall = (away(seen, middle(seen.reshape(-1, 3))) > INK).any(axis=1).sum(axis=1)
    small = np.sort(tall)[1]  # of one letter, where it is faint, hardly anything may be seen
    return int(np.count_nonzero(tall > TALLER * small + GRAIN)) >= SOME


def _titles(places: NDArray[np.float32], *, level: bool) -> tuple[int, bool, bool]:
    """Of places (N×along×away from the board×3): how many hold writing, each for itself, 0 where few do.

    And whether much of it is longer than a cell or most of it are words, and whether some, but not all, of it is the
    same. ``level`` tells that what is away from the board is right or left of it.
    """
    seen = places[:, :, EDGE:]
    if len(places) < FEWEST:
        return NONE
    strength = away(seen, middle(seen.reshape(-1, 3)[::SAMPLE]))
    ends = strength[:, [*range(BETWEEN), *range(-BETWEEN, 0)]]
    between = median(ends.ravel())
    ends[np.ptp(ends, axis=2) < INK / 2] = 0.0  # lines that go on beyond the board, between titles
    strength[:, :BETWEEN], strength[:, -BETWEEN:] = ends[:, :BETWEEN], ends[:, BETWEEN:]
    ink = strength > INK
    apart = ~(ink[:, :BETWEEN].any(axis=(1, 2)) | ink[:, -BETWEEN:].any(axis=(1, 2)))
    if np.count_nonzero(apart) < LINES * len(places):
        return NONE
    lines = ink.sum(axis=2)
    amount = lines.sum(axis=1)
    middles = (lines @ np.arange(lines.shape[1])) / np.maximum(amount, 1) - (lines.shape[1] - 1) / 2
    written = apart & (amount > 0) & (np.abs(middles) <= ALIGNED * lines.shape[1])
    count = int(np.count_nonzero(written))
    if count < LINES * len(places):
        return NONE
    long = np.count_nonzero(written & ink[:, :, -END:].any(axis=(1, 2)))
    wide, high = (_extents(ink[written].any(axis=axis)) for axis in ((1, 2) if level else (2, 1)))
    words = np.count_nonzero(wide >= WORD * high) if between <= PAGE else 0
    even = strength[written].reshape(count, -1)
    even /= np.linalg.norm(even, axis=1, keepdims=True)
    alike = (even @ even.T)[np.tri(count, k=-1, dtype=bool)]
    unlike = bool(alike.min() < OTHER)
    named = bool(long >= LONG * count or (unlike and words >= LINES * count))
    return count, named, unlike and bool(alike.max() >= SAME)


def _extents(lines: NDArray[np.bool_]) -> NDArray[np.int64]:
    """Pixels from the first to the last that is set in each of N lines."""
    return np.asarray(lines.shape[1] - lines.argmax(axis=1) - lines[:, ::-1].argmax(axis=1), np.int64)
