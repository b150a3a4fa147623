"""Beneath: a picture without the messages over its boards, which view of it to believe, and what stays hidden."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from vision import mended, message
from vision.grid.doubts import AGAINST
from vision.marked import Cleared
from vision.overlap import meets
from vision.reading import COVERED, OVER, RANK
from vision.showing import proven

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

    from vision.reading import Reading
    from vision.scene import Scene

    Box = tuple[int, int, int, int]

BOARDS, EDGE = 3, 2
"""Boards around which messages are looked for; pixels around one that its edge or shadow takes."""
OWN_LOOK = ("wheels", "heresy")
HIDING = (COVERED, "are covered", "is hidden", "partly hidden", OVER, "something lies over the tiles")
"""Words of doubts that only say that something is hidden."""
FALSE = "can't make this pattern: it may be another puzzle"
"""A doubt that counts twice: some tile must be misread."""
HINTS = (
    *HIDING,
    "too little speaks",
    "more cells seem to follow",
    "the outline goes on straight",
    "cells outside look like tiles",
    "lies against one side",
    "some cells fit no state",
    "neither plainly a tile nor plainly picture",
    FALSE,
)
"""Words of doubts about a plain grid, or tiles, that may come from a message over it."""
CORE = {"wheels": 0.1}
"""Half the side of what tells a cell's state, in steps, where it is not most of the cell."""
MESSAGES = 2
"""So many messages may lie over a board that nothing else speaks for."""
FAINT = 0.06
"""What shines through less than this is mostly noise: it may be better not to look at it."""
PLAINLY, HIDDEN = 0.99, 0.95
"""How well a message holds that makes sure tiles doubtful which few checks prove: parts of pictures hold less. One that
hides all is unlike any other rectangle as well."""
ALIGNED = 0.08
"""Cells by which sides of messages are off the lines of a board at most if they are lines, around rows or columns."""
MOST, GONE = 0.3, 0.75
"""The same for all others; share of it from which a cell is hidden."""


def views(scene: Scene, readings: Sequence[Reading], *, doubted: bool) -> Iterator[Cleared]:
    """The picture without the messages that lie over any of the boards located in it; nothing where there is none.

    First without those that let something shine through, then without those, too, that hide all below. Where even the
    best of the boards is ``doubted``, what hides a part of a plain grid may as well be a part of something else.
    """
    veils: list[message.Message] = []
    opaque: list[tuple[message.Message, Reading]] = []
    solid: list[tuple[Box, Reading]] = []
    for reading in readings[:BOARDS]:
        if reading.verdict == "unsure" and not (doubted or reading.kind in OWN_LOOK or hinted(reading, ())):
            continue  # every cell of it is told
        hiding = reading.kind in OWN_LOOK or not doubted
        # A lock or a panel, or what was located though it seemed to be none, is doubted for what lies over it.
        own = reading.kind in OWN_LOOK or reading.verdict == "none"
        for one in message.find(scene, reading, thorough=hiding or own):
            if one.hides:
                opaque += [(one, reading)] if hiding else []
            elif not any(meets(one.box, other.box) for other in veils):
                veils.append(one)
                if one.mixture.share < FAINT and reading.kind != "heresy":
                    solid.append((_grown(one.box, scene.frame.pixels), reading))
    if doubted and len(veils) > MESSAGES:
        return  # no messages: the picture is made of such patches
    if veils:
        pixels, over = _copied(scene)
        for one in veils:
            mended.take_off(pixels, over, one)
        yield Cleared(replace(scene.frame, pixels=pixels.copy()), over > 0)
    found = [one.box for one in veils]
    for one, reading in opaque:
        if not any(meets(one.box, other) for other in found):
            found.append(one.box)
            solid.append((_grown(one.box, scene.frame.pixels), reading))
    if not solid:
        return
    if not veils:
        pixels, over = _copied(scene)
    for (left, top, right, bottom), _ in solid:
        over[top:bottom, left:right] = 1
    hidden = over > 0
    for box, reading in solid:
        mended.fill(pixels, hidden, box, reading)
    yield Cleared(replace(scene.frame, pixels=pixels), hidden)


def _copied(scene: Scene) -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
    """The picture, and where it can't be seen (H×W, 0 or 1), both to be written to."""
    pixels = scene.frame.pixels.copy()
    return pixels, np.zeros(pixels.shape[:2], np.uint8) if scene.over is None else scene.over.astype(np.uint8)


def unless_veiled(scene: Scene, reading: Reading) -> Reading:
    """Sure tiles over which a message plainly lies, unless hardly anything but flips makes their pattern.

    What it shows of itself, and of what lies below, may look like parts of one picture.
    """
    if reading.kind != "memento" or reading.verdict != "sure" or proven(reading):
        return reading
    for one in message.find(scene, reading):
        if one.held >= (HIDDEN if one.hides else PLAINLY) and _lies_over(one.box, reading):
            return reading.unsure(OVER)
    return reading


def _lies_over(box: Box, reading: Reading) -> bool:
    """Whether a box covers the middle of a cell of an upright board, and is not a band of its rows, nor of its columns.

    A side of it outside the board tells nothing: tiles in the page's colour look like a part of that.
    """
    if not any(box[0] <= x <= box[2] and box[1] <= y <= box[3] for x, y in (cell.center for cell in reading.cells)):
        return False
    left, top, right, bottom = reading.outline
    rows, cols = reading.size
    for first, last, count, sides in ((top, bottom, rows, box[1::2]), (left, right, cols, box[::2])):
        lines = [(side - first) / (last - first) * count for side in sides]
        within = [line for line in lines if ALIGNED < line < count - ALIGNED]
        if within:
            return any(abs(line - round(line)) > ALIGNED for line in within)
    return True


def told(reading: Reading) -> bool:
    """Whether all cells are told, if only past what lies over them."""
    return reading.verdict == "sure" or (reading.reasons == (OVER,) and not reading.suspects)


def hinted(reading: Reading, located: Sequence[Reading]) -> bool:
    """Whether something may lie over a board: not where every cell of a plain grid, or of tiles, is told.

    A lock or a panel that was ``located`` may be hidden so far that something else leads.
    """
    if reading.verdict == "none" or reading.suspects or any(one.kind in OWN_LOOK for one in located):
        return True
    return any(word in reason for word in HINTS for reason in reading.reasons)


def better(below: Sequence[Reading], before: Sequence[Reading]) -> bool:
    """Whether the first of what was read without the messages leaves less doubt than the first of what was before.

    A lock or a panel has a look of its own: what a message was taken off does not make another board of it.
    """
    if below[0].verdict == "none" or (before[0].kind in OWN_LOOK and below[0].kind != before[0].kind):
        return False
    if len(below[0].cells) > len(before[0].cells) > 0 and _made_up(below[0]):
        return False
    if before[0].reasons == (AGAINST,) and len(below[0].cells) <= len(before[0].cells):
        return False  # all of its cells were told, only not whether these are all
    return _doubt(below[0]) < _doubt(before[0])


def named(reading: Reading, over: NDArray[np.bool_]) -> Reading:
    """What was read without the messages is not sure, and cells that they hide (``over``, H×W) are suspects.

    But a lock or a panel that they lie beside is as sure as it looks.
    """
    if reading.verdict == "none" or (reading.kind in OWN_LOOK and not _met(over, reading)):
        return reading
    half = max(1.0, CORE.get(reading.kind or "", MOST) * reading.pitch)
    hidden = []
    for place, cell in enumerate(reading.cells):
        left, top = (max(0, int(at - half)) for at in cell.center)
        right, bottom = (max(0, int(at + half) + 1) for at in cell.center)
        core = over[top:bottom, left:right]
        if core.size and core.mean() >= GONE:
            hidden.append(place)
    reasons = reading.reasons if reading.verdict == "unsure" else (OVER,)
    fresh = [place for place in hidden if place not in reading.suspects]
    words = [f"r{cell.row + 1} c{cell.col + 1} {COVERED}" for cell in (reading.cells[place] for place in fresh[:3])]
    suspects = tuple(sorted({*reading.suspects, *hidden}))
    return replace(reading, verdict="unsure", reasons=(*reasons, *words), suspects=suspects)


def _met(over: NDArray[np.bool_], reading: Reading) -> bool:
    """Whether messages (``over``, H×W) lie over some of a board."""
    left, top, right, bottom = (max(0, round(side)) for side in reading.outline)
    return bool(over[top:bottom, left:right].any())


def _made_up(reading: Reading) -> bool:
    """Whether nothing is seen of an outer line: only what was filled in speaks for it."""
    seen = [cell for place, cell in enumerate(reading.cells) if place not in reading.suspects]
    lines = [(max, "row"), (min, "row"), (max, "col"), (min, "col")]
    return not seen or any(
        end(getattr(cell, name) for cell in seen) != end(getattr(cell, name) for cell in reading.cells)
        for end, name in lines
    )


def _doubt(reading: Reading) -> tuple[int, int, int, int, int, float]:
    """How doubtful a reading is: what only says that something is hidden counts least, and less the more is seen."""
    other = sum(not any(word in reason for word in HIDING) for reason in reading.reasons)
    other += sum(FALSE in reason for reason in reading.reasons)
    unread = sum(cell.state is None for cell in reading.cells)
    return RANK[reading.verdict], unread, other, len(reading.suspects), -len(reading.cells), -reading.confidence


def _grown(box: Box, pixels: NDArray[np.uint8]) -> Box:
    """A box with the edge or shadow around it, in the picture."""
    left, top, right, bottom = box
    return max(0, left - EDGE), max(0, top - EDGE), min(pixels.shape[1], right + EDGE), min(len(pixels), bottom + EDGE)
