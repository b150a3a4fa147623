"""Whether the cells of one state look alike: lit and unlit cells do, the parts of a picture under tiles don't."""

from __future__ import annotations

from functools import cache, cached_property
from itertools import combinations
from typing import TYPE_CHECKING

import cv2
import numpy as np

from vision.algebra import solvable
from vision.grid import cycled
from vision.memento import marks
from vision.middle import median, medians
from vision.showing import table

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from vision.reading import Reading
    from vision.scene import Scene

WHOLE = 0.38
"""Half the side of what is looked at in each cell, in cells: free of borders."""
GRAIN, RIM = 8, 1
"""Pixels a side that is reduced to; how many of them at each side are not in the middle, by which colours are told."""
SPREAD = 0.05
"""Of the distance between two states' colours: what noise and compression make of equal cells stays below."""
FITTED = 2
"""Cells of a state for each term, from which it is no chance that what changes smoothly across a board fits them."""
PLAINER = (1.1, 0.4)
"""How much more there must be drawn in the cells of one state than in the other's: times, and levels on top."""
SPECKS = (2.0, 1.0)
"""How much more cells of one state must differ from each other than those of the other: times, and levels on top."""
STARS = (2.0, 2.5, 5.0)
"""By how many times more than usual the strongest speck of a cell differs from its fellows: at most where there is but
grain, at least where there is a speck; and levels that it does so by."""
FLAT = 1.0
"""Levels by which what is drawn in a cell differs from its mean, below which there is nothing."""
UNLIKE = 0.85
"""How far two cells of one state are apart, as a share of what is drawn in them, from which they differ in it."""
PLAINLY = 10.0
"""Levels of what is drawn in a cell from which it is no grain: its own in each cell, it is a part of a picture."""


TONES, OTHERWISE = 0.025, 0.5
"""What open cells show besides a tile's drawing at most, be it in other colours: as a share of how far apart they are
in colour, and of all that is drawn in them. Parts of a picture show four fifths and more."""
DIAGRAMS = 4.0
"""Levels by which what is drawn in cells of a state differs if it is the rule of each: symbols on tiles differ less."""


class Evenness:
    """What the cells of a board show, cut out of the picture once for all questions; not before the first is asked."""

    def __init__(self, scene: Scene, reading: Reading) -> None:
        """Questions about ``reading``, a board that was read in ``scene``."""
        self._scene = scene
        self._reading = reading

    @cached_property
    def _cut(self) -> list[NDArray[np.uint8]]:
        """What is up to ``WHOLE`` cells from the centres, on the first level that is fine enough: N×S×S×3, by state."""
        cells = self._reading.cells
        half = WHOLE * self._reading.pitch
        level = 0
        while half / 2 ** (level + 1) >= GRAIN:  # still two pixels for each one wanted
            level += 1
        picture, half = self._scene.level(level), max(1, int(half / 2**level))
        middles = ((np.array([cell.center for cell in cells]) + 0.5) / 2**level).astype(np.int64)
        states = np.array([-1 if cell.state is None else cell.state for cell in cells])
        patches = _windows(picture, middles, half)
        if self._scene.over is None:
            return [patches[states == state] for state in dict.fromkeys(states.tolist())]
        over = cv2.resize(self._scene.over.astype(np.float32), picture.shape[1::-1], interpolation=cv2.INTER_AREA)
        hidden = _windows((over > 0)[..., None].astype(np.uint8), middles, half) > 0
        return [_shown(patches[states == state], hidden[states == state]) for state in dict.fromkeys(states.tolist())]

    @cached_property
    def _drawn(self) -> list[NDArray[np.float64]]:
        """The same in few pixels: N×GRAIN×GRAIN×3."""
        drawn = []
        for patches in self._cut:
            # Whole patches are as many pixels wherever they stand, so that all can be reduced in one go.
            column = patches.reshape(-1, *patches.shape[2:])
            small = cv2.resize(column, (GRAIN, GRAIN * len(patches)), interpolation=cv2.INTER_AREA)
            drawn.append(small.reshape(len(patches), GRAIN, GRAIN, 3).astype(np.float64))
        return drawn

    @cached_property
    def _colours(self) -> list[NDArray[np.float64]]:
        """The mean colour of the middle of each cell, by state, N×3."""
        return [found[:, RIM:-RIM, RIM:-RIM].mean(axis=(1, 2)) for found in self._drawn]

    @cached_property
    def _middles(self) -> list[NDArray[np.float64]]:
        """The usual one of these colours of each state."""
        return [medians(found) for found in self._colours]

    @cached_property
    def _between(self) -> float:
        """Levels by which the usual colours of two states differ most."""
        return max(float(np.abs(one - other).max()) for one, other in combinations(self._middles, 2))

    @cached_property
    def _counts(self) -> list[int]:
        """How many cells show each state, the rarest first."""
        states = [cell.state for cell in self._reading.cells]
        return sorted(map(states.count, set(states)))

    @cached_property
    def cycled(self) -> bool:
        """Whether clicks made the pattern of three states or more, see ``vision.grid.cycled``."""
        return cycled.made(table(self._reading))

    @cached_property
    def alike(self) -> bool:
        """Whether the cells of each state are the same to a level, as flat or evenly drawn ones are on a screen."""
        return all(int((found.max(axis=0) - found.min(axis=0)).max()) <= 1 for found in self._cut)

    @cached_property
    def _unlike(self) -> list[float]:
        """How far two cells of each state are apart in what is drawn in them; of two cells or more each."""
        return [median(_textures(_rough(found[:-1] - found[1:]))) for found in self._drawn]

    def _apart(self) -> float:
        """Levels by which the first cells of the states differ most."""
        firsts = []
        for found in self._cut:
            rim = RIM * len(found[0]) // GRAIN
            firsts.append(cv2.mean(found[0][rim:-rim, rim:-rim])[:3])
        return max(abs(one - other) for pair in combinations(firsts, 2) for one, other in zip(*pair, strict=True))

    def uneven(self, covered: int = 0) -> bool:
        """Whether cells of one state differ in colour from each other, measured against how far the states are apart.

        Lit and unlit cells don't, the parts of a picture under tiles do. So many of them may be ``covered`` by
        something, of four at most one.
        """
        if len(self._counts) < 2:
            return False
        if self.alike and self._apart() - 2 > 1 / SPREAD:  # each state's middle may be a level off its first cell
            return False
        pairs = zip(self._colours, self._middles, strict=True)
        off = [np.sort(np.abs(found - middle).max(axis=1)) for found, middle in pairs]
        spread = max(float(found[-1 - min(covered, len(found) // 4)]) for found in off)
        return spread > SPREAD * self._between

    def graded(self) -> bool:
        """Whether cells of one state differ in colour from each other only by what changes smoothly across the board.

        A page's gradient shows so through cells that are clear, or no more than outlines; parts of a picture do not.
        """
        row, col = np.array([(cell.row, cell.col) for cell in self._reading.cells], np.float64).T
        level = (row**0, row, col)
        curved = (*level, row * row, row * col, col * col)
        states = np.array([cell.state for cell in self._reading.cells])
        spread = 0.0
        for state, found in zip(dict.fromkeys(states.tolist()), self._colours, strict=True):
            terms = curved if len(found) >= FITTED * len(curved) else level
            if len(found) < FITTED * len(terms):
                return False
            where = np.stack(terms, axis=1)[states == state]
            off = found - where @ np.linalg.lstsq(where, found, rcond=None)[0]
            spread = max(spread, float(np.abs(off).max()))
        return spread <= SPREAD * self._between

    def lonely(self) -> bool:
        """Whether a state is seen in one cell alone, and one state's cells hold something that they don't share.

        A tile taken off shows a part of a picture; a light switched on shows what the others do, in another colour.
        """
        if len(self._counts) != 2 or self._counts[0] > 1:
            return False
        drawn = [(found, median(_textures(found))) for found in self._drawn]
        (_, less), (cells, more) = sorted(drawn, key=lambda pair: pair[1])
        if more <= PLAINER[0] * less + PLAINER[1]:
            return False
        return len(cells) < 2 or median(_textures(cells[:-1] - cells[1:])) > UNLIKE * more

    def bare(self) -> bool:
        """Whether nothing is drawn in most cells of some state."""
        return any(median(_textures(found)) < FLAT for found in self._drawn)

    def ruled(self) -> bool:
        """Whether something else is drawn in each cell, of each state, as a game draws rules of its own there."""
        return min(self._counts) > 1 and min(self._unlike) > DIAGRAMS

    def speckled(self) -> bool:
        """Whether cells of one state hold each something else, though hardly another colour, and the other's do not.

        What changes as smoothly as a parabola over a cell is no drawing: lit neighbours shine in. Few small specks in
        what else is even, as stars are, tell it too where flips make the pattern.
        """
        if len(self._counts) != 2 or self._counts[0] < 2 or self.alike:
            return False
        less, more = sorted(self._unlike)
        if more > SPECKS[0] * less + SPECKS[1]:
            return True
        if not solvable(table(self._reading) == 0):
            return False
        (steady, _), (specked, peak) = sorted(_specks(found) for found in self._drawn)
        return steady <= STARS[0] and specked >= STARS[1] and peak >= STARS[2]

    def pictured(self) -> bool:
        """Whether cells of one state hold each something else, and that plainly, and the other's do not."""
        if not self.speckled():
            return False
        place = int(np.argmax(self._unlike))
        held, unlike = median(_textures(self._drawn[place])), self._unlike[place]
        return held >= PLAINLY and unlike > UNLIKE * held

    def toned(self) -> bool:
        """Whether open cells (state 1) hold just what tiles do, in other colours: no picture shows in them then."""
        states = list(dict.fromkeys(cell.state for cell in self._reading.cells))
        if set(states) != {0, 1} or len(shown := self._drawn[states.index(1)]) < 2:
            return False
        tile = self._drawn[states.index(0)].mean(axis=0).reshape(-1, 3)
        patterns, sizes, _ = np.linalg.svd(tile - tile.mean(axis=0), full_matrices=False)
        patterns = patterns[:, sizes > FLAT * GRAIN]  # over all pixels of a cell
        pixels = shown.reshape(len(shown), -1, 3)
        colours = pixels.mean(axis=1)
        held = pixels - colours[:, None]
        rest = _textures((held - patterns @ (patterns.T @ held)).reshape(shown.shape))
        least = TONES * float(np.ptp(colours, axis=0).max())
        return bool((rest < np.maximum(least, OTHERWISE * _textures(held.reshape(shown.shape)))).all())

    def flanked(self, *, one_way: bool = False) -> bool:
        """Whether buttons are seen beside all rows and columns of an upright board: games that flip these have them.

        Beside all rows, or all columns, is enough ``one_way``; those of the other may be covered, or farther off.
        """
        return marks.flanking(self._scene.frame.pixels, self._reading, one_way=one_way)


def _windows(picture: NDArray[np.uint8], middles: NDArray[np.int64], half: int) -> NDArray[np.uint8]:
    """What is up to ``half`` pixels from each of N places (x, y) in a picture of C channels, N×S×S×C."""
    side = 2 * half + 1
    height, width, channels = picture.shape
    middles = np.minimum(np.maximum(middles, 0), (width - 1, height - 1))
    patches = np.empty((len(middles), side, side, channels), np.uint8)
    for place, (x, y) in enumerate((middles - half).tolist()):
        if min(x, y) >= 0 and x + side <= width and y + side <= height:
            patches[place] = picture[y : y + side, x : x + side]
        else:  # at the picture's edge
            patch = picture[max(0, y) : y + side, max(0, x) : x + side]
            patches[place] = cv2.resize(patch, (side, side), interpolation=cv2.INTER_LINEAR).reshape(side, side, -1)
    return patches


def _shown(patches: NDArray[np.uint8], hidden: NDArray[np.bool_]) -> NDArray[np.uint8]:
    """``patches`` (N×S×S×3), and where something hides a pixel (N×S×S×1) what those show in which it is not hidden."""
    told = hidden & ~hidden.all(axis=0)
    usual = np.nanmedian(np.where(told, np.nan, patches), axis=0)
    return np.where(told, usual.astype(np.uint8), patches)


def _rough(patches: NDArray[np.float64]) -> NDArray[np.float64]:
    """What is left of patches (N×GRAIN×GRAIN×3) without the parabola in x and y that fits best, by least squares."""
    smooth, pixels = _parabolas(), patches.reshape(len(patches), -1, 3)
    return np.asarray((pixels - smooth @ (smooth.T @ pixels)).reshape(patches.shape))


@cache
def _parabolas() -> NDArray[np.float64]:
    """An orthonormal basis of the parabolas in x and y over a patch, GRAIN²×6."""
    x, y = np.meshgrid(*[np.linspace(-1, 1, GRAIN)] * 2)
    return np.asarray(np.linalg.qr(np.stack([one.ravel() for one in (x**0, x, y, x * x, x * y, y * y)], axis=1))[0])


def _specks(patches: NDArray[np.float64]) -> tuple[float, float]:
    """By how much more than usual the strongest pixel of each patch differs from its fellows', times and levels."""
    off = np.abs(_rough(patches - np.median(patches, axis=0))).max(axis=3).reshape(len(patches), -1)
    most = off.max(axis=1)
    return median(most / (np.median(off, axis=1) + FLAT)), median(most)


def _textures(patches: NDArray[np.float64]) -> NDArray[np.float64]:
    """Standard deviation over the pixels of each patch, of the channel with the greatest; N."""
    pixels = patches.reshape(len(patches), -1, 3)
    even = pixels - pixels.mean(axis=1)[:, None]
    return np.asarray(np.sqrt(np.einsum("ijk,ijk->ik", even, even).max(axis=1) / pixels.shape[1]))
