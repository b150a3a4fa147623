"""Recall: a lock at a known place, read again without any search, and only where it does not show what it did."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from vision.glimpse import as_others, glimpse, told
from vision.wheels.judge import Memory, judge
from vision.wheels.read import of_dots, places, sample, splits
from vision.wheels.template import lattice
from vision.wheels.turning import at_rest

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from vision.frame import Frame
    from vision.reading import Reading

FADED = 0.5
"""Share of the distance between red and green from which a place is no longer plainly the lock."""


def remembered(frame: Frame, reading: Reading) -> Reading:
    """The reading with what its place shows in the frame."""
    if not isinstance(reading.memory, Memory):
        return reading
    seen = glimpse(frame.pixels, reading.memory.matrix, places(reading.memory.core))
    return replace(reading, memory=replace(reading.memory, seen=seen))


def recall(frame: Frame, known: Reading, memory: Memory) -> Reading | None:
    """Read the lock at the place of ``known`` in a frame; None where it is no longer plainly there."""
    seen = glimpse(frame.pixels, memory.matrix, places(memory.core))
    if memory.seen is not None and np.array_equal(seen, memory.seen):
        return known
    if (later := _told(known, memory, seen)) is not None:
        return later
    colours = sample(frame.pixels, memory.matrix, memory.core)
    both = splits(colours)
    if any(now.span < FADED * before for now, before in zip(both, memory.span, strict=True)):
        return None
    reading = judge(memory.matrix, colours, both, hits=len(lattice()), residual=0.0)
    if reading is None or len(reading.suspects) > 1 or not isinstance(reading.memory, Memory):
        return None
    return at_rest(replace(reading, memory=replace(reading.memory, seen=seen)), frame.pixels, memory.matrix)


def _told(known: Reading, memory: Memory, seen: NDArray[np.uint8]) -> Reading | None:
    """The lock where all that changed is that some dots now show just what others did; None where that is not so."""
    if known.verdict != "sure" or memory.seen is None:
        return None
    before, now = (of_dots(one, memory.core) for one in (memory.seen, seen))
    states = np.array([cell.state for cell in known.cells])
    like = told(before, now, states)
    if like is None or np.count_nonzero(states[like]) != np.count_nonzero(states):
        return None
    return replace(known, cells=as_others(known.cells, like), memory=replace(memory, seen=seen))
