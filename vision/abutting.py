"""Abutting: whether something lies right against a side of a board where a row or column may be hidden.

A window, a bar or a message that covers a whole outer line leaves a smaller board, as plain as any. But all along it
lies something else, whatever it shows, than the one ground beside the other sides. What is just as wide as the board is
rather a heading, or its window's title. Most boards are square, and one that is has lost no line to what is of one tone
or an even gradient, either: that is rather the page, or the desktop. One that is a line or two short of a square has
rather lost these, where the two sides that they may have been at show two things. A bar lower than a line hides none.
What covers a line of tiles in part leaves a slice of it, see ``vision.memento.sliced``; a side of tiles with buttons
right beside it has lost none.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import cv2
import numpy as np

from vision.alongside import alongside, crossed
from vision.grid.away import away
from vision.grid.doubts import AGAINST
from vision.memento.marks import flanked
from vision.memento.sliced import sliced
from vision.middle import medians, quantiles
from vision.reading import LOOSE
from vision.ringed import lacking, ringed

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from vision.reading import Reading

    Floats = NDArray[np.float64]

STEPS, ALONG, WITHIN = (0.03, 0.06, 0.1, 0.15, 0.2), 40, (0.03, 0.97)
"""Cells away from the outer lines' sides at which these are looked at; places along each; the part they span."""
LEAST, NOISE = 3.0, 0.25
"""Difference (Lab) from the ground that makes it another thing; share of it by which the ground may differ."""
SEEN, ALL, MOST = 3, 0.95, 0.8
"""Steps at which it must be another thing, not a line; share of the places along a side that it takes, which a row of
buttons doesn't; of those along the other sides that show the ground."""
PAST = 0.1
"""Cells past a board's corners at which what is as wide as the board has ended."""
SIDES, EVERY = 3, slice(0, 4)
"""Sides that must be in the picture to tell which is odd; all of them."""
SHORT = 2
"""Lines that a grid is short of a square, at most, where these may be hidden."""
DEEP = 0.7, 0.6, 0.5, 0.4, 0.3
"""Cells from a side as far as which what hides a line must reach; less where the picture ends before."""
NEAR = 4
"""Places along a side that are near its end."""


def doubted(pixels: NDArray[np.uint8], reading: Reading) -> Reading:
    """A sure reading of a grid, or of tiles, is unsure where more of the board may be hidden.

    Where something lies alongside, a grid that is a square has lost no line; boards of tiles are of any shape.
    """
    if reading.verdict != "sure" or reading.kind not in LOOSE:
        return reading
    rows, cols = reading.size
    tiles = reading.kind == "memento"
    if tiles and sliced(pixels, reading):
        return reading.unsure(AGAINST)
    odd = _broken if tiles else _lopsided
    past = (tiles or rows != cols) and alongside(pixels, reading)
    if not (past or hidden(pixels, reading) or odd(pixels, reading)):
        return reading
    # A grid with the same all around it may be anything; of tiles it is a board's frame.
    whole = tiles and ringed(pixels, np.array(reading.homography).reshape(3, 3), reading.size)
    return reading if whole else reading.unsure(AGAINST)


def _broken(pixels: NDArray[np.uint8], board: Reading) -> bool:
    """Whether a board's ring is broken at one side, where an edge runs on past both corners."""
    side = lacking(pixels, np.array(board.homography).reshape(3, 3), board.size)
    if side is None or not crossed(pixels, board, side):
        return False
    return (side + 2) % 4 not in flanked(pixels, board)  # which counts those above and below first


def _lopsided(pixels: NDArray[np.uint8], board: Reading) -> bool:
    """Whether a grid that is a little short of a square lies between two things where its other lines would be."""
    rows, cols = board.size
    between = slice(0, 2) if rows < cols else slice(2, 4)
    odd = 0 < abs(rows - cols) <= SHORT and hidden(pixels, board, between, least=2)
    return odd and not _fading(pixels, board, between)


def _fading(pixels: NDArray[np.uint8], board: Reading, between: slice) -> bool:
    """Whether the ground beside a board runs from what is at one of two opposite sides to what is at the other.

    It may end at a frame, so it is looked at both near the board and farther off.
    """
    first, last = range(between.start, between.stop)
    for steps in (STEPS[:1], STEPS[-1:]):
        seen, shown = _beside(pixels, board, steps=steps)
        sides = dict(zip(shown, seen, strict=True))
        alike = NOISE * float(away(*(medians(sides[side][0]) for side in (first, last))))
        if any(
            _meet(sides, side, first, alike) and _meet(sides, side, last, alike) for side in {*shown} - {first, last}
        ):
            return True
    return False


def _meet(sides: dict[int, Floats], one: int, other: int, most: float) -> bool:
    """Whether two sides that meet at a corner of a board show the same there, but for so ``most`` (Lab).

    ``sides`` is what is seen beside each, steps×along×3.
    """
    ends = ((one, other), (other, one))
    tones = [medians(sides[side][:, slice(-NEAR, None) if at % 2 else slice(NEAR)].reshape(-1, 3)) for side, at in ends]
    return bool(away(*tones) <= most)


def hidden(pixels: NDArray[np.uint8], board: Reading, sides: slice = EVERY, *, least: int = SIDES) -> bool:
    """Whether an outer row or column of a grid may be hidden by what lies against it.

    Args:
        pixels: H×W×3 BGR, the picture.
        board: what was read in it.
        sides: those of which one may be odd: of the one above, the one below, the left and the right one.
        least: how many of these must be in the picture.
    """
    rows, cols = board.size
    seen, shown = _beside(pixels, board, sides)
    if len(seen) < least:
        return False
    tones = medians(seen.transpose(2, 0, 1, 3))
    grounds = _grounds(tones)
    # The dear part matters only where the tone is mostly unlike the ground.
    unlike = np.flatnonzero(np.count_nonzero(away(grounds, tones) >= LEAST, axis=1) >= SEEN).tolist()
    odd = [side for side in unlike if _odd(side, seen, tones, grounds[side], heading=rows == cols)]
    if odd:
        around = dict(zip(shown, seen, strict=True))
        off = away(*(medians(what.swapaxes(0, 1)) for what in (tones, grounds)))
        odd = [side for side in odd if not _goes_round(around, shown[side], NOISE * float(off[side]))]
    if odd and board.kind == "memento":
        marked = flanked(pixels, board)  # a side with buttons right beside it has lost none
        odd = [side for side in odd if shown[side] not in marked]
    if not odd:
        return False
    across, down = (np.array([-PAST, count + PAST]) for count in (cols, rows))
    past, whole = _seen(pixels, board, _places(down, across, rows, cols)[:, sides])
    odd = [
        side
        for side in odd
        if not (shown[side] in whole and _as_wide(tones[side], grounds[side], past[whole.index(shown[side])]))
    ]
    if not odd:
        return False
    far: dict[int, Floats] = {}
    for step in DEEP:
        if len(far) == len(shown):
            break
        lines, there = _beside(pixels, board, sides, steps=(step,))
        far = dict(zip(there, medians(lines[:, 0].transpose(1, 0, 2)), strict=True)) | far
    return any(not _low(shown[side], far, grounds[side]) for side in odd)


def _goes_round(sides: dict[int, Floats], side: int, most: float) -> bool:
    """Whether what lies at a side of a board goes on around both its corners: then it lies behind the board."""
    beside = (2, 3) if side < 2 else (0, 1)
    return all(other in sides and _meet(sides, side, other, most) for other in beside)


def _low(side: int, far: dict[int, Floats], ground: Floats) -> bool:
    """Whether past what lies at a side there is the ``ground`` (steps×3) again, or what lies farther off the others.

    ``far`` is the tone that is seen there (Lab), by the side.
    """
    others = [tone for other, tone in far.items() if other != side]
    return side in far and bool((away(np.array([*others, ground[-1]]), far[side]) < LEAST).any())


def _grounds(tones: Floats) -> Floats:
    """What the sides other than each show at each step in the middle, sides×steps×3; of ``tones``, the same."""
    others = [[place for place in range(len(tones)) if place != side] for side in range(len(tones))]
    return medians(tones[others].swapaxes(0, 1))


def _as_wide(tone: Floats, ground: Floats, past: Floats) -> bool:
    """Whether past both ends of a side of a ``tone`` there is the ``ground`` beside the others (steps×3).

    ``past`` is steps×2×3 (Lab).
    """
    off, own = away(past, ground[:, None]).max(axis=1), away(tone, ground)
    return bool(np.count_nonzero((own >= LEAST) & (off <= NOISE * own)) >= SEEN)


def _odd(side: int, seen: Floats, tones: Floats, ground: Floats, *, heading: bool) -> bool:
    """Whether another thing lies all along a side, where one ground lies along the others.

    Args:
        side: which.
        seen: sides×steps×along×3, what is seen (Lab).
        tones: sides×steps×3, the tone of most of it at each step.
        ground: steps×3, what the others show.
        heading: whether a thing of one tone, but for an even gradient, is none.
    """
    others = [place for place in range(len(tones)) if place != side]
    apart = away(seen, ground[:, None])
    own = quantiles(apart[side], 1 - ALL)
    theirs = quantiles(apart[others], MOST).max(axis=0)
    differs = (own >= LEAST) & (theirs <= NOISE * own)
    if np.count_nonzero(differs) < SEEN:
        return False
    if not heading:
        return True
    uneven = quantiles(away(_level(seen[side]), medians(tones[side])), MOST)
    return bool((uneven > NOISE * own)[differs].all())


def _level(seen: Floats) -> Floats:
    """What is seen along a side, steps×along×3, without the gradient that it has along it."""
    slope = np.linspace(-1, 1, seen.shape[1])
    return seen - (slope @ seen / (slope @ slope))[:, None] * slope[:, None]


def _beside(
    pixels: NDArray[np.uint8], board: Reading, sides: slice = EVERY, steps: tuple[float, ...] = STEPS
) -> tuple[Floats, list[int]]:
    """What is seen all along some sides of a board, so many ``steps`` off them, as ``_seen`` gives it."""
    rows, cols = board.size
    along = np.linspace(*WITHIN, ALONG)
    return _seen(pixels, board, _places(along * rows, along * cols, rows, cols, steps)[:, sides])


def _places(upright: Floats, level: Floats, rows: int, cols: int, steps: tuple[float, ...] = STEPS) -> Floats:
    """Places beside a board on its plane, x and y (2×4×steps×along): above, below, left and right.

    Where along the sides these are is told in cells, along ``upright`` and along ``level`` ones; ``steps`` are how far
    off these they are.
    """
    out = np.array(steps)[:, None]
    places = np.empty((2, 4, len(steps), len(level)))
    places[0, :2], places[1, 2:] = level, upright
    places[1, 0], places[1, 1], places[0, 2], places[0, 3] = -out, rows + out, -out, cols + out
    return places


def _seen(pixels: NDArray[np.uint8], board: Reading, places: Floats) -> tuple[Floats, list[int]]:
    """What is seen (Lab) at the places of sides that are wholly in the picture, sides×steps×along×3; which sides."""
    matrix = np.array(board.homography).reshape(3, 3)
    mapped = matrix[:, :2] @ places.reshape(2, -1) + matrix[:, 2:]
    x, y = np.rint(mapped[:2] / mapped[2]).astype(np.int64).reshape(2, len(places[0]), -1)
    height, width = pixels.shape[:2]
    shown = (np.minimum(x, y).min(axis=1) >= 0) & (x.max(axis=1) < width) & (y.max(axis=1) < height)
    sides = np.flatnonzero(shown).tolist()
    if not sides:
        return np.zeros((0, *places.shape[2:], 3)), sides
    colours = pixels[y[shown], x[shown]].reshape(-1, places.shape[3], 3)
    lab = cv2.cvtColor(np.multiply(colours, np.float32(1 / 255), dtype=np.float32), cv2.COLOR_BGR2LAB)
    return np.asarray(lab, np.float64).reshape(-1, *places.shape[2:], 3), sides
