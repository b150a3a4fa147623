"""Known looks: the colour each state of a game has, to read a board that by itself says too little.

A solved board shows one state only, and four cells are too few to tell a board from a window pane. Whoever has read
the same game before knows what its states look like.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import cv2
import numpy as np

from vision.errors import PictureError

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from vision.frame import Frame
    from vision.reading import Reading

RING = (0.24, 0.32)
"""Cells are sampled this far from their centre, in pitches: outside a sign in the middle, inside the border."""
SPOKES = 12
PLAIN = 10.0
"""Lab difference that cells of one state may have among themselves."""
NEAR = 0.3
"""A cell shows a state when it is this near its look, as a share of the distance between looks."""


@dataclass(frozen=True, slots=True, eq=False)
class Looks:
    """The colours of a game's states.

    Attributes:
        kind: the puzzle.
        colors: k×3 float, Lab.
    """

    kind: str
    colors: NDArray[np.float64]


def learn(frame: Frame, reading: Reading) -> Looks | None:
    """The looks of a board that was read for sure; None where not every state is there, or has no colour of its own."""
    if reading.kind is None or not reading.homography:
        return None
    states = np.array([-1 if cell.state is None else cell.state for cell in reading.cells])
    if set(states.tolist()) != set(range(reading.states)):
        return None
    seen = _colors(frame.pixels, reading)
    colors = np.array([np.median(seen[states == state], axis=0) for state in range(reading.states)])
    apart = _apart(colors)
    if apart <= PLAIN or np.linalg.norm(seen - colors[states], axis=1).max() > min(PLAIN, NEAR * apart):
        return None
    return Looks(reading.kind, colors)


def name(frame: Frame, reading: Reading, looks: Looks) -> Reading | None:
    """The reading with its states told by known looks, and ``sure``; None unless every cell shows one of them."""
    if reading.kind != looks.kind or not reading.cells or not reading.homography or reading.suspects:
        return None
    try:
        seen = _colors(frame.pixels, reading)
    except PictureError:
        return None
    away = np.linalg.norm(seen[:, None] - looks.colors[None], axis=2)
    if (away.min(axis=1) > NEAR * _apart(looks.colors)).any():
        return None
    states = away.argmin(axis=1)
    count = len(looks.colors)
    cells = tuple(
        replace(cell, state=int(state), probabilities=tuple(float(other == state) for other in range(count)))
        for cell, state in zip(reading.cells, states, strict=True)
    )
    same = count == reading.states and all(a.state == b.state for a, b in zip(cells, reading.cells, strict=True))
    # What the detector remembers goes by its own names of the states.
    memory = reading.memory if same else None
    return replace(reading, verdict="sure", reasons=(), states=count, cells=cells, confidence=1.0, memory=memory)


def _apart(colors: NDArray[np.float64]) -> float:
    pairs = [np.linalg.norm(a - b) for i, a in enumerate(colors) for b in colors[:i]]
    return float(min(pairs)) if pairs else 0.0


def _colors(pixels: NDArray[np.uint8], reading: Reading) -> NDArray[np.float64]:
    """Median colour of every cell, N×3 Lab.

    Raises:
        PictureError: a cell lies outside the picture.
    """
    matrix = np.array(reading.homography).reshape(3, 3)
    middle = np.array([cell.center for cell in reading.cells])
    plane = np.column_stack([middle, np.ones(len(middle))]) @ np.linalg.inv(matrix).T
    spots = plane[:, :2] / plane[:, 2:]
    angle = np.arange(SPOKES) * (2 * np.pi / SPOKES)
    ring = np.concatenate([np.column_stack([np.cos(angle), np.sin(angle)]) * radius for radius in RING])
    points = (spots[:, None] + ring[None]).reshape(-1, 2)
    seen = np.column_stack([points, np.ones(len(points))]) @ matrix.T
    x, y = np.floor(seen[:, :2] / seen[:, 2:]).astype(np.int64).T
    if x.min() < 0 or y.min() < 0 or x.max() >= pixels.shape[1] or y.max() >= pixels.shape[0]:
        raise PictureError("the board is cut by the picture's edge")
    picked = pixels[y, x].reshape(1, -1, 3).astype(np.float32) / np.float32(255)
    lab = np.asarray(cv2.cvtColor(picked, cv2.COLOR_BGR2LAB), np.float64)
    return np.asarray(np.median(lab.reshape(len(middle), -1, 3), axis=1))
