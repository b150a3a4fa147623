"""Find a labelled board where the eye sees none: the place and size at which the labels part the colours best.

The picture is averaged over a cell's inner part; then the mean colour of every state, and how much it varies, are sums
over shifted copies, for all places at once. (Between over within variance, as a linear discriminant has it.)
"""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING

import cv2
import numpy as np

from calibration.profiles import looks

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

    from vision.scene import Scene

CELL = 6
"""Pixels of a cell in the small pictures that are searched."""
STEP = 1.03
SMALLEST = 8.0
PLACES = 3
CORNERS = (0.1, 0.04)
FINER = (0.08, 0.03, 0.01)
"""Steps, in cells, by which a place is moved about, made larger and smaller until nothing is better."""


def locate(scene: Scene, rows: int, cols: int, states: Sequence[int]) -> list[NDArray[np.float64]]:
    """Where a full grid of these states may be, the likeliest place first.

    Args:
        scene: the picture.
        rows: of the board.
        cols: of the board.
        states: of its cells row by row; at least two different ones.

    Returns:
        Homographies (3×3, board plane → pixels); none where the states are all alike.
    """
    if len(set(states)) < 2:
        return []
    width, height = scene.frame.width, scene.frame.height
    found: list[tuple[float, float, float, float]] = []
    pitch = min(width / cols, height / rows)
    while pitch >= SMALLEST:
        found.append(_best(scene, pitch, rows, cols, np.array(states)))
        pitch /= STEP
    found.sort(reverse=True)
    return [
        np.array([[pitch, 0, left - 0.5], [0, pitch, top - 0.5], [0, 0, 1.0]]) for _, pitch, left, top in found[:PLACES]
    ]


def _best(
    scene: Scene, pitch: float, rows: int, cols: int, states: NDArray[np.int64]
) -> tuple[float, float, float, float]:
    """How well the best place of one size parts the states; the size and the board's upper left corner in pixels."""
    level = max(0, int(np.log2(pitch / CELL)))
    source = scene.level(level)
    height, width = (max(1, round(side * CELL * 2**level / pitch)) for side in source.shape[:2])
    small = cv2.resize(source, (width, height), interpolation=cv2.INTER_AREA).astype(np.float32) / np.float32(255)
    colours = cv2.cvtColor(small, cv2.COLOR_BGR2LAB)
    inner = cv2.blur(colours, (CELL - 2, CELL - 2), anchor=(0, 0))[1:, 1:]  # from one pixel inside the cell
    across, down = inner.shape[1] - (cols - 1) * CELL - 4, inner.shape[0] - (rows - 1) * CELL - 4
    if across < 1 or down < 1:
        return 0.0, pitch, 0.0, 0.0
    square = (inner**2).sum(axis=2)
    within, between = np.zeros((down, across)), np.zeros((down, across))
    whole = np.zeros((down, across, 3))
    for state in sorted(set(states.tolist())):
        total, total_square = np.zeros((down, across, 3)), np.zeros((down, across))
        members = np.flatnonzero(states == state)
        for number in members:
            row, col = divmod(int(number), cols)
            part = np.s_[row * CELL : row * CELL + down, col * CELL : col * CELL + across]
            total += inner[part]
            total_square += square[part]
        level_square = (total**2).sum(axis=2) / len(members)
        within += total_square - level_square
        between += level_square
        whole += total
    between -= (whole**2).sum(axis=2) / len(states)
    quality = between / (within + len(states) * looks.FLOOR**2)
    top, left = divmod(int(quality.argmax()), across)
    return float(quality.max()), pitch, left * scene.frame.width / width, top * scene.frame.height / height


def settled(
    homography: NDArray[np.float64],
    rows: int,
    cols: int,
    quality: Callable[[NDArray[np.float64]], float],
    least: float = -np.inf,
) -> NDArray[np.float64]:
    """The place near ``homography`` (3×3, board plane → pixels) of the greatest quality, found by climbing.

    Finer steps are only taken where the coarsest led to a quality of ``least``.
    """
    best, height = homography, quality(homography)
    for step in FINER:
        moves = [(step, 0.0, 0.0), (0.0, step, 0.0), (0.0, 0.0, step / max(rows, cols))]
        climbing = True
        while climbing:
            climbing = False
            for x, y, wider in [*moves, *(tuple(-part for part in move) for move in moves)]:
                grown = 1.0 + wider
                # Wider about the middle of the board.
                shift = np.array([x - wider * cols / 2, y - wider * rows / 2])
                moved = best @ np.array([[grown, 0.0, shift[0]], [0.0, grown, shift[1]], [0.0, 0.0, 1.0]])
                if (reached := quality(moved)) > height:
                    best, height, climbing = moved, reached, True
        if height < least:
            break
    return best


def cornered(
    homography: NDArray[np.float64], side: int, quality: Callable[[NDArray[np.float64]], float], least: float
) -> NDArray[np.float64]:
    """The same for a board of ``side`` cells in perspective: each corner is moved where that gains ``least``."""
    best, height = homography, quality(homography)
    square = np.array([(0, 0), (side, 0), (side, side), (0, side)], np.float32)
    for step in CORNERS:
        climbing = True
        while climbing:
            climbing = False
            for number, axis, way in product(range(4), range(2), (-step, step)):
                corners = square.copy()
                corners[number, axis] += way
                moved = best @ cv2.getPerspectiveTransform(square, corners)
                if (reached := quality(moved)) > height + least:
                    best, height, climbing = moved, reached, True
    return best
