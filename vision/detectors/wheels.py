"""Find and read the wheels lock: twelve red and green dots on three interlocking wheels.

Stages, coarse levels of the pyramid first: propose red and green spots, fit the twelve-dot template to them, read the
colours through the fit, judge. See ``vision.wheels``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import cv2
import numpy as np

from vision.wheels.fit import Fit, fit
from vision.wheels.judge import Memory, judge
from vision.wheels.propose import Spots, propose
from vision.wheels.read import sample, splits
from vision.wheels.regions import regions
from vision.wheels.template import lattice, project

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from vision.frame import Frame
    from vision.reading import Reading
    from vision.scene import Scene
    from vision.trace import Trace

LARGEST = 1100
"""A picture whose longest side is larger is searched from its half size on."""
SMALLEST = 56
READ_PITCH = 19.0
"""The colours are read on the level where neighbours are at least this far apart: its pixels are already averaged."""
RANK = {"sure": 0, "unsure": 1, "none": 2}


def detect(scene: Scene, trace: Trace | None = None) -> list[Reading]:
    """Every lock in the scene, best first; the coarse levels are searched first and a sure lock ends the search."""
    if min(scene.frame.width, scene.frame.height) < SMALLEST:
        return []
    finest = 0 if max(scene.frame.width, scene.frame.height) <= LARGEST else 1
    levels = [finest]
    while min(scene.frame.width, scene.frame.height) >> (levels[-1] + 1) >= SMALLEST:
        levels.append(levels[-1] + 1)
    found: list[Reading] = []
    for level in reversed(levels):
        pixels = scene.level(level)
        spots = propose(pixels)
        if _search(scene, level, (0, 0), pixels, spots, found, trace):
            break
        if level == finest:
            _look_again(scene, level, regions(spots, (pixels.shape[0], pixels.shape[1])), found, trace)
    return sorted(found, key=lambda reading: (RANK[reading.verdict], -reading.confidence))


def reread(frame: Frame, known: Reading) -> Reading | None:
    """Read the lock again at the place ``known`` was read from; None where it is no longer plainly there."""
    memory = known.memory
    if not isinstance(memory, Memory):
        return None
    colours = sample(frame.pixels, memory.matrix)
    if any(now.span < 0.5 * before for now, before in zip(splits(colours), memory.span, strict=True)):
        return None
    reading = judge(memory.matrix, colours, hits=len(lattice()), residual=0.0)
    return reading if reading is not None and len(reading.suspects) <= 1 else None


def _look_again(
    scene: Scene, level: int, boxes: list[tuple[int, int, int, int]], found: list[Reading], trace: Trace | None
) -> None:
    """Search ``boxes`` of a level harder: on the next finer one if there is one, and for dark discs too."""
    finer = max(level - 1, 0)
    pixels = scene.level(finer)
    for box in boxes:
        left, top, right, bottom = (side << (level - finer) for side in box)
        part = np.ascontiguousarray(pixels[top:bottom, left:right])
        _search(scene, finer, (left, top), part, propose(part, dark=True), found, trace)


def _search(  # noqa: PLR0917
    scene: Scene,
    level: int,
    corner: tuple[int, int],
    pixels: NDArray[np.uint8],
    spots: Spots,
    found: list[Reading],
    trace: Trace | None,
) -> bool:
    """Fit and read in ``pixels``, the part of a level at ``corner``; adds to ``found``, tells whether one is sure."""
    fits = fit(spots, (pixels.shape[0], pixels.shape[1]))
    if trace is not None:
        words = f"{len(spots.xy)} spots, {len(fits)} fits"
        trace.note(f"wheels: level {level}", _drawn(pixels, spots, fits), words)
    sure = False
    for one in fits:
        reading = _read(scene, level, corner, one)
        if reading is not None:
            _add(found, reading)
            sure = sure or reading.verdict == "sure"
    return sure


def _read(scene: Scene, level: int, corner: tuple[int, int], one: Fit) -> Reading | None:
    """Read a fit made on the part of ``level`` at ``corner`` through the level whose pixels suit its size."""
    up = float(2**level)
    # Centres of pixels are whole numbers on every level, so half a pixel moves with the scale.
    shift_x, shift_y = (up * (side + 0.5) - 0.5 for side in corner)
    to_frame = np.array([[up, 0.0, shift_x], [0.0, up, shift_y], [0.0, 0.0, 1.0]])
    matrix = to_frame @ one.matrix
    source = 0
    while one.pitch * up / 2 ** (source + 1) >= READ_PITCH:
        source += 1
    down = 1.0 / 2**source
    to_source = np.array([[down, 0.0, down / 2 - 0.5], [0.0, down, down / 2 - 0.5], [0.0, 0.0, 1.0]])
    colours = sample(scene.level(source), to_source @ matrix)
    return judge(matrix, colours, one.hits, one.residual)


def _add(found: list[Reading], reading: Reading) -> None:
    """Keep ``reading`` unless a better one has its place."""
    for other in [known for known in found if _touch(known, reading)]:
        if (RANK[other.verdict], -other.confidence) <= (RANK[reading.verdict], -reading.confidence):
            return
        found.remove(other)
    found.append(reading)


def _touch(one: Reading, other: Reading) -> bool:
    """Whether two locks lie on the same place."""
    a = np.array([cell.center for cell in one.cells]).mean(axis=0)
    b = np.array([cell.center for cell in other.cells]).mean(axis=0)
    return bool(np.hypot(*(a - b)) < 2.0 * max(one.pitch, other.pitch))


def _drawn(pixels: NDArray[np.uint8], spots: Spots, fits: list[Fit]) -> NDArray[np.uint8]:
    """The level with its spots (dots) and the fits' places (circles)."""
    picture = pixels.copy()
    for (x, y), sign in zip(spots.xy, spots.sign, strict=True):
        cv2.circle(picture, (round(x), round(y)), 1, (0, 0, 255) if sign > 0 else (0, 255, 0), -1)
    for one in fits:
        for x, y in project(one.matrix, lattice()):
            cv2.circle(picture, (round(x), round(y)), max(2, round(0.3 * one.pitch)), (255, 255, 0), 1)
    return picture
