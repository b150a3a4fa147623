"""Find and read the wheels lock: twelve red and green dots on three interlocking wheels.

Stages, coarse levels of the pyramid first: propose red and green spots, fit the twelve-dot template to them, read the
colours through the fit, judge. See ``vision.wheels``.
"""

from __future__ import annotations

from itertools import compress
from typing import TYPE_CHECKING

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.homography import project
from vision.overlap import meets
from vision.reading import RANK, SAMPLE
from vision.rest import VIEW
from vision.wheels.crowds import around_reds, boxes
from vision.wheels.fit import CENTRE, LEAST, Fit, fit
from vision.wheels.halves import bearing_out, halves
from vision.wheels.judge import HALF_PROPOSED, SURE, Limits, Memory, judge
from vision.wheels.levels import SMALLEST, Level, searched
from vision.wheels.propose import dark, glowing, joined, opponent, others, propose, smoothed
from vision.wheels.read import CORE, RINGS, present, sample, splits
from vision.wheels.recall import recall, remembered
from vision.wheels.regions import clear_crowd, regions
from vision.wheels.template import lattice
from vision.wheels.touching import touching
from vision.wheels.triples import PITCH, REACH
from vision.wheels.turning import at_rest

if TYPE_CHECKING:
    from collections.abc import Iterator

    from vision.frame import Frame
    from vision.reading import Reading
    from vision.scene import Scene
    from vision.trace import Trace
    from vision.wheels.peaks import Spots

Bytes = NDArray[np.uint8]
Floats = NDArray[np.float64]

CROWD = 160
"""Side in pixels up to which a crowd of spots may be a small lock; a larger one is a texture."""
PLENTY = 40
"""Spots of a crowd up to which some dots of a lock may be too faint; where there are more, colours stand out."""
READ_PITCH = 19.0
"""The colours are read on the level where neighbours are at least this far apart: its pixels are already averaged."""
LARGER = 1.3
"""How much larger another lock is that leads: by the pitch."""
Box = tuple[int, int, int, int]
Place = tuple[int, Box]
"""A level and a box of its pixels."""


def detect(scene: Scene, trace: Trace | None = None) -> list[Reading]:
    """Every lock in the scene, best first; the coarse levels are searched first and a sure lock ends the search."""
    *_, found = stages(scene, trace)
    return found


def stages(scene: Scene, trace: Trace | None = None) -> Iterator[list[Reading]]:
    """First the locks whose dots stand out on some level, then those too that only a closer look shows."""
    levels = searched(scene)
    search = _Search(scene, trace)
    half_seen: dict[int, list[Place]] = {}
    for one in levels:
        half_seen[one.level] = search.fitted(one.level, (0, 0), one.channel, one.spots)
        if search.sure:
            break
    else:
        yield []
        levels = [one.without(scene.taken) for one in levels]
        for one in levels:
            search.unlike(one, half_seen)
            search.halves(one)
            if search.sure:
                break
        for one in levels:
            if not search.sure:
                search.glowing(one)
        if not search.sure and levels:
            search.touching()
        if not search.sure:
            places = [place for level in sorted(half_seen) for place in half_seen[level]]
            search.closer([place for place in places if not _inside(place, scene.taken)])
        if not search.sure and levels:
            finest = levels[-1]
            rows, cols = finest.cut
            crowds = regions(finest.channel[rows, cols], finest.channel.size)
            search.closer([(finest.level, _moved(crowd, (cols.start, rows.start))) for crowd in crowds])
    found = [search.unless_lesser(reading) for reading in search.found]
    found.sort(key=lambda reading: (RANK[reading.verdict], -reading.confidence))
    yield [remembered(scene.frame, reading) for reading in found]


def _inside(place: Place, taken: list[tuple[float, float, float, float]]) -> bool:
    """Whether the middle of a place is in one of some boxes of the frame."""
    level, (left, top, right, bottom) = place
    x, y = (left + right) * 2.0**level / 2, (top + bottom) * 2.0**level / 2
    return any(box[0] < x < box[2] and box[1] < y < box[3] for box in taken)


def again(scene: Scene, known: Reading, trace: Trace | None = None) -> list[Reading]:
    """The lock ``known`` in another view of its picture, best first; empty where none is there."""
    return [reading for reading in detect(scene, trace) if meets(reading.outline, known.outline)]


def reread(frame: Frame, known: Reading) -> Reading | None:
    """Read the lock again at the place ``known`` was read from; None where it is no longer plainly there."""
    return recall(frame, known, known.memory) if isinstance(known.memory, Memory) else None


class _Search:
    """The locks found so far in a scene.

    Attributes:
        found: readings, none of them in the place of another.
        sure: whether one of them is sure, which ends the search.
    """

    def __init__(self, scene: Scene, trace: Trace | None) -> None:
        self.found: list[Reading] = []
        self.sure = False
        self._scene = scene
        self._trace = trace
        self._half_seen: list[tuple[float, Floats]] = []

    def fitted(self, level: int, corner: tuple[int, int], channel: Bytes, spots: Spots) -> list[Place]:
        """Fit and read in ``channel``, the part of a level at ``corner``.

        Returns:
            Where too few dots of a lock were seen for reading it.
        """
        fits = fit(spots)
        if self._trace is not None:
            words = f"{len(spots.xy)} spots, {len(fits)} fits"
            self._trace.note(f"wheels: level {level}", _drawn(channel, spots, fits), words)
        half_seen = []
        for one in fits:
            if one.hits < LEAST:
                middle = (project(one.matrix, CENTRE)[0] + corner) * 2.0**level
                self._half_seen.append((one.pitch * 2.0**level, middle))
                half_seen.append((level, _moved(_around(one, (channel.shape[0], channel.shape[1])), corner)))
                continue
            reading = _read(self._scene, level, corner, one, one.hits)
            if reading is not None:
                _add(self.found, reading)
                self.sure = self.sure or reading.verdict == "sure"
        return half_seen

    def unless_lesser(self, reading: Reading) -> Reading:
        """The reading; unsure where a larger lock beside it is seen, but not read for sure, see ``vision.sample``.

        Here, where it is known of locks, too, that show too little to be told.
        """
        if reading.verdict != "sure":
            return reading
        own = _middle(reading)
        others = [(other.pitch, _middle(other)) for other in self.found if other.verdict != "sure"]
        for pitch, middle in [*others, *self._half_seen]:
            if pitch >= LARGER * reading.pitch and np.hypot(*(middle - own)) > 2.0 * pitch:
                return reading.unsure(SAMPLE)
        return reading

    def unlike(self, one: Level, half_seen: dict[int, list[Place]]) -> None:
        """Search around red spots of a level for green ones that are merely unlike their surroundings."""
        shape = one.channel.shape[0], one.channel.shape[1]
        around = around_reds(one.spots, REACH * PITCH[1], shape) if min(shape) >= SMALLEST else None
        if around is not None:
            left, top, right, bottom = around
            more = others(self._scene.level(one.level)[top:bottom, left:right]).moved(left, top)
            x, y = one.spots.xy.T
            here = one.spots.only((x >= left) & (x < right) & (y >= top) & (y < bottom))
            half_seen[one.level] = self.fitted(one.level, (0, 0), one.channel, joined(here, more))

    def glowing(self, one: Level) -> None:
        """Search a level whose channel is saturated by glow around the dots for what is redder or greener still."""
        if glowing(one.channel):
            channel = smoothed(opponent(self._scene.level(one.level), 0.5))
            (spots,) = propose([channel], [channel.size])
            self.fitted(one.level, (0, 0), channel, spots)

    def halves(self, one: Level) -> None:
        """Search a level for locks of which only the dots of one colour are spots."""
        for half in halves(one.spots):
            reading = _read(self._scene, one.level, (0, 0), half.fit, LEAST, limits=HALF_PROPOSED)
            if reading is not None and (borne_out := bearing_out(reading, half)) is not None:
                _add(self.found, borne_out)

    def touching(self) -> None:
        """Search the outlines of the coarse view, which show the whole picture, for dots that touch."""
        level = self._scene.level_for(VIEW)
        for one in touching(self._scene.level(level), self._scene.boxes(level)):
            reading = _read(self._scene, level, (0, 0), one, one.hits, outlined=True)
            if reading is not None:
                _add(self.found, reading)
                self.sure = self.sure or reading.verdict == "sure"

    def closer(self, places: list[Place]) -> None:
        """Search ``places`` on the next finer level each, all together, for dark discs too where there is a crowd."""
        if not places:
            return
        levels, corners, parts = [], [], []
        for level, (left, top, right, bottom) in places:
            finer = max(level - 1, 0)
            up = level - finer
            levels.append(finer)
            corners.append((left << up, top << up))
            parts.append(self._scene.level(finer)[top << up : bottom << up, left << up : right << up])
        channels = [smoothed(opponent(part)) for part in parts]
        found = propose(channels, [channel.size for channel in channels])
        crowds = [boxes(spots, (part.shape[0], part.shape[1])) for spots, part in zip(found, parts, strict=True)]
        faint = [bool(crowd) and len(spots.xy) <= PLENTY for spots, crowd in zip(found, crowds, strict=True)]
        discs = iter(dark(list(compress(parts, faint))))
        found = [joined(spots, next(discs)) if few else spots for spots, few in zip(found, faint, strict=True)]
        again: list[Place] = []
        for level, corner, channel, spots, crowd in zip(levels, corners, channels, found, crowds, strict=True):
            self.fitted(level, corner, channel, spots)
            if self.sure:
                return
            small = [box for box in crowd if level and max(box[2] - box[0], box[3] - box[1]) <= CROWD]
            small = [box for box in small if clear_crowd(channel[box[1] : box[3], box[0] : box[2]])]
            again += [(level, _moved(box, corner)) for box in small]
        self.closer(again)


def _moved(box: Box, corner: tuple[int, int]) -> Box:
    """A box of the part at ``corner``, in pixels of the whole."""
    return box[0] + corner[0], box[1] + corner[1], box[2] + corner[0], box[3] + corner[1]


def _around(one: Fit, shape: tuple[int, int]) -> Box:
    """The part of a picture of ``shape`` (H, W) that a fit and a pitch around it take."""
    places = project(one.matrix, lattice())
    left, top = np.maximum(np.floor(places.min(axis=0) - one.pitch), 0).astype(int).tolist()
    right, bottom = np.minimum(np.ceil(places.max(axis=0) + one.pitch), shape[::-1]).astype(int).tolist()
    return left, top, right, bottom


def _read(
    scene: Scene,
    level: int,
    corner: tuple[int, int],
    one: Fit,
    hits: int,
    *,
    outlined: bool = False,
    limits: Limits = SURE,
) -> Reading | None:
    """Read a fit made on the part of ``level`` at ``corner`` through the level whose pixels suit its size.

    Dots that are ``outlined`` are there, whatever is around them, and at rest.
    """
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
    readings = []
    for core in (CORE, *RINGS):
        colours = sample(scene.level(source), to_source @ matrix, core)
        both = present(splits(colours)) if outlined else splits(colours)
        reading = judge(matrix, colours, both, hits, one.residual, limits)
        if reading is not None and reading.verdict == "sure":
            return reading if outlined else at_rest(reading, scene.level(source), to_source @ matrix)
        readings.append(reading)
    # Circles in rows are common: dots that are rings are believed only where they are a lock without a doubt.
    return readings[0]


def _add(found: list[Reading], reading: Reading) -> None:
    """Keep ``reading`` unless a better one has its place."""
    for other in [known for known in found if _touch(known, reading)]:
        if (RANK[other.verdict], -other.confidence) <= (RANK[reading.verdict], -reading.confidence):
            return
        found.remove(other)
    found.append(reading)


def _touch(one: Reading, other: Reading) -> bool:
    """Whether two locks lie on the same place."""
    return bool(np.hypot(*(_middle(one) - _middle(other))) < 2.0 * max(one.pitch, other.pitch))


def _middle(one: Reading) -> Floats:
    return np.asarray(np.mean([cell.center for cell in one.cells], axis=0), np.float64)


def _drawn(channel: Bytes, spots: Spots, fits: list[Fit]) -> Bytes:
    """The channel with its spots (dots) and the fits' places (circles)."""
    picture = np.asarray(cv2.cvtColor(channel, cv2.COLOR_GRAY2BGR), np.uint8)
    for (x, y), sign in zip(spots.xy, spots.sign, strict=True):
        cv2.circle(picture, (round(x), round(y)), 1, (0, 0, 255) if sign > 0 else (0, 255, 0), -1)
    for one in fits:
        for x, y in project(one.matrix, lattice()):
            cv2.circle(picture, (round(x), round(y)), max(2, round(0.3 * one.pitch)), (255, 255, 0), 1)
    return picture
