"""Backdrop: a picture without the floor, wall or paper that repeats around a board in it.

The lines of tiles, bricks or a carpet are as straight and as regular as those of a board. What repeats all over a
picture is cut in blocks, one a period; most of these are alike, and what they have in common says where the backdrop
shows.
"""

from __future__ import annotations

from math import ceil
from typing import TYPE_CHECKING

import cv2
import numpy as np

from vision.repeating import period
from vision.share import share

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from vision.reading import Reading
    from vision.scene import Scene

LONGEST = 1000
"""Longest side of the view that is looked at."""
PERIODS = 8
"""Periods that the longest side holds at least."""
BLOCK = 12
"""Pixels of a block at least; it holds several periods of a fine pattern."""
LOOK, NEAR = 6, 8.0
"""Pixels a side of the copies by which blocks are compared; levels by which like ones differ in the mean."""
ASKED, KEPT = 96, 48
"""Blocks that all others are compared with; of those alike, as many tell what they have in common."""
UNLIKE, SPOILT, ROUNDS = 24, 0.03, 2
"""Levels off the usual look of a block that something else makes; share of a block that may be so off; and how often
those that are not are left out."""
BLURRED = 1.5
"""Where lines fall otherwise between the pixels from block to block, as in pictures that were scaled, more of all is
off: how much more than is usual."""
FEWEST, LEAST = 6, 0.08
"""Blocks that show the backdrop, and their share, at least."""
OUTER, SLACK = 0.05, 6.0
"""Share of the blocks that is left out as the darkest and the lightest of each pixel; and levels beyond them that noise
or compression may add."""
LIKELY = 0.8
"""Confidence from which tiles in a doubt are offered."""
COVERED = 0.6
"""Share of a board's place where no backdrop shows, at least: gaps between its cells may."""
PLAIN = 1.5
"""Levels by which pixels of a block differ from its usual colour in the mean, at most, if nothing is drawn there."""
WHOLLY = 0.8
"""Share of a block that shows the backdrop where nothing but it is there."""


def without(scene: Scene) -> tuple[Scene, NDArray[np.bool_]] | None:
    """A view of the scene with its backdrop painted over in one colour, and where; None without such a backdrop.

    The view is the scene's first level no longer than ``LONGEST``.
    """
    view = scene.level(level := scene.level_for(LONGEST))
    gray = cv2.GaussianBlur(cv2.cvtColor(view, cv2.COLOR_BGR2GRAY), (3, 3), 0)
    longest = max(gray.shape) // PERIODS
    across = period(gray, longest)
    down = None if across is None else period(np.ascontiguousarray(gray.T), longest)
    if across is None or down is None:
        return None
    steps = _whole(across), _whole(down)
    blocks = _alike(_blocks(view, *steps))
    if blocks is None or _plain(blocks):
        return None
    shows = _shows(view, blocks, *steps)
    painted = view.copy()
    painted[shows] = np.median(blocks.reshape(-1, 3), axis=0)
    return scene.altered(level, painted), shows


def amid(scene: Scene, shows: NDArray[np.bool_], seen: list[Reading], *, none: bool) -> list[Reading]:
    """Of what is ``seen`` in such a view of a scene that which is sure, where hardly any backdrop ``shows``.

    Where ``none`` was read before, likely tiles in a single doubt, and in none about their cells, are offered, too.
    """
    times = 2 ** scene.level_for(LONGEST)
    told = [one for one in seen if one.verdict == "sure" or (none and _likely(one))]
    return [one.enlarged(times) for one in told if _covered(one, shows) >= COVERED]


def _likely(reading: Reading) -> bool:
    doubted = len(reading.reasons) > 1 or bool(reading.suspects)
    return reading.kind == "memento" and not doubted and reading.confidence >= LIKELY


def _covered(reading: Reading, shows: NDArray[np.bool_]) -> float:
    """Share of a reading's place in the view where no backdrop shows."""
    left, top, right, bottom = (max(0, round(side)) for side in reading.outline)
    inside = shows[top:bottom, left:right]
    return 1.0 - share(inside) if inside.size else 0.0


def _whole(step: float) -> float:
    """So many periods that make a block."""
    return step * ceil(BLOCK / step)


def _blocks(view: NDArray[np.uint8], across: float, down: float) -> NDArray[np.uint8]:
    """The picture cut up, N×h×w×3 uint8."""
    height, width = ceil(down), ceil(across)
    lefts = [round(i * across) for i in range(int((view.shape[1] - width) / across) + 1)]
    tops = [round(i * down) for i in range(int((view.shape[0] - height) / down) + 1)]
    return np.array([view[top : top + height, left : left + width] for top in tops for left in lefts])


def _alike(blocks: NDArray[np.uint8]) -> NDArray[np.uint8] | None:
    """Of the blocks those that show the backdrop alone."""
    small = np.array([cv2.resize(one, (LOOK, LOOK), interpolation=cv2.INTER_AREA) for one in blocks], np.float32)
    small = small.reshape(len(small), -1)
    asked = small[np.linspace(0, len(small) - 1, min(ASKED, len(small))).astype(int)]
    near = np.array([np.abs(small - one).mean(axis=1) < NEAR for one in asked])
    found = blocks[near[near.sum(axis=1).argmax()]]
    if len(found) < max(FEWEST, LEAST * len(blocks)):
        return None
    found = found[np.linspace(0, len(found) - 1, min(KEPT, len(found))).astype(int)]
    for _ in range(ROUNDS):
        usual = np.median(found, axis=0)
        off = (np.abs(found - usual) > UNLIKE).any(axis=3).mean(axis=(1, 2))
        found = found[off <= max(SPOILT, BLURRED * float(np.median(off)))]
        if len(found) < FEWEST:
            return None
    return np.asarray(found)


def _plain(blocks: NDArray[np.uint8]) -> bool:
    """Whether the blocks are of one colour: such a backdrop hides no lines."""
    usual = np.median(blocks, axis=0)
    return bool(np.abs(usual - np.median(usual, axis=(0, 1))).mean() < PLAIN)


def _shows(view: NDArray[np.uint8], blocks: NDArray[np.uint8], across: float, down: float) -> NDArray[np.bool_]:
    """Where the backdrop shows, H×W: all that looks like it, and is joined to a place where nothing else is."""
    ordered = np.sort(blocks, axis=0)
    out = int(OUTER * len(blocks))
    rim = np.ones((3, 3), np.uint8)
    low, high = (np.pad(one, ((1, 1), (1, 1), (0, 0)), mode="wrap") for one in (ordered[out], ordered[-1 - out]))
    low, high = (
        cv2.erode(low, rim)[1:-1, 1:-1] - np.float32(SLACK),
        cv2.dilate(high, rim)[1:-1, 1:-1] + np.float32(SLACK),
    )
    rows = np.mod(np.arange(view.shape[0]), down).astype(int)
    cols = np.mod(np.arange(view.shape[1]), across).astype(int)
    like = ((view >= low[rows][:, cols]) & (view <= high[rows][:, cols])).all(axis=2).astype(np.uint8)
    like = cv2.morphologyEx(like, cv2.MORPH_CLOSE, rim)
    wholly = cv2.blur(like * np.float32(1), (round(across), round(down))) >= WHOLLY
    _, parts = cv2.connectedComponents(like, connectivity=4)
    joined = np.zeros(parts.max() + 1, np.bool_)
    joined[np.unique(parts[wholly & (like > 0)])] = True
    return joined[parts]
