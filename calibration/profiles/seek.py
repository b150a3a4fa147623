"""Look for cells of a known game where the eye sees no board: the learnt looks are laid over every place of a picture.

At each of a few scales the picture is made so small that a cell is ``CELL`` pixels wide. The distance of every place
from every look is then two correlations (the square written out). From places that look like a cell a lattice is grown,
step by step to where the next cell looks best, so neither scale nor place need be known well.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from typing import TYPE_CHECKING

import cv2
import numpy as np

from calibration.profiles import looks
from calibration.profiles.lattices import blank
from calibration.profiles.profile import MOST_CELLS, SIDE

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

    from calibration.profiles.profile import Profile
    from vision.reading import Reading
    from vision.scene import Scene

    Spot = tuple[int, int]

CELL = 12
LOOSER = 1.3
"""At this size looks are blurred by other amounts: a cell may be so much farther from its look than at full size."""
STEP = 1.1
"""Sizes nearer to each other than this are not both tried."""
SMALLEST = 8.0
AREA = 600_000
"""Pixels of the largest small picture that is searched."""
SEEDS, AROUND = 5, 1
WAY = 0.02 * np.hypot(*np.mgrid[-AROUND : AROUND + 1, -AROUND : AROUND + 1])
"""What it costs to go to a pixel nearby, so that places which all look alike are taken at even steps."""
FEWEST, MOST, FILLED = 6, 500, 0.8
STRAY = 1.0
"""Root mean square, in pixels of the small picture, by which grown cells may lie off their lattice."""
SHAPE = 1.0
"""Deviation in Lab below which a look has no shape that could be asked for."""
DULL = 0.1
"""A lattice of one state only is worth so much less: it may be any plain surface."""
KEPT, LONGER = 6, 2
"""Lattices that are believed, none longer than so many learnt boards."""


@dataclass(frozen=True, slots=True, eq=False)
class _Template:
    """A state's look at ``CELL`` pixels: mean and weight, what its width costs, and the correlation it asks for."""

    mean: NDArray[np.float32]
    weight: NDArray[np.float32]
    wide: float
    alike: float


@dataclass(frozen=True, slots=True, eq=False)
class _Map:
    """For every place of a small picture the state it is nearest to and how far it is from that, in spreads.

    Places that lack the shape of every look are infinitely far. ``scale`` is (x, y) pixels of the picture for one here.
    """

    away: NDArray[np.float64]
    states: NDArray[np.int64]
    scale: tuple[float, float]


def seek(scene: Scene, profile: Profile, pitches: Sequence[float]) -> list[Reading]:
    """Readings without states, one for each lattice of cells of the profile, the largest first.

    Args:
        scene: the picture.
        profile: one theme of it.
        pitches: the cells' widths that are tried, in pixels.
    """
    templates = _templates(profile)
    found: list[tuple[float, Reading]] = []
    longest = LONGER * max((max(shape) for shape in profile.shapes), default=MOST_CELLS)
    for pitch in _allowed(scene, pitches):
        for worth, reading in _lattices(_map(scene, pitch, templates), LOOSER * profile.limit):
            if max(reading.size) <= longest:
                found.append((worth, reading))
    found.sort(key=lambda pair: -pair[0])
    return [reading for _, reading in found[:KEPT]]


def _allowed(scene: Scene, pitches: Sequence[float]) -> list[float]:
    """Those cell widths at which the search is worth it, none near another."""
    found: list[float] = []
    for pitch in pitches:
        area = scene.frame.width * scene.frame.height * (CELL / pitch) ** 2
        new = all(abs(np.log(pitch / other)) > np.log(STEP) / 2 for other in found)
        if new and SMALLEST <= pitch <= min(scene.frame.width, scene.frame.height) / 2 and area <= AREA:
            found.append(pitch)
    return found


def _templates(profile: Profile) -> list[_Template]:
    def small(rows: NDArray[np.float64]) -> NDArray[np.float64]:
        pictures = rows.reshape(-1, SIDE, SIDE, 3)
        return np.stack([cv2.resize(one, (CELL, CELL), interpolation=cv2.INTER_AREA) for one in pictures])

    means = small(looks.known(profile)[0])
    down, across = np.gradient(means, axis=1), np.gradient(means, axis=2)
    spreads = np.hypot(small(looks.known(profile)[1]), looks.SHIFT * np.hypot(down, across))
    found = []
    for mean, spread, alike in zip(means, spreads, profile.alike, strict=True):
        shaped = alike >= looks.SHAPED and (mean - mean.mean(axis=(0, 1))).std() > SHAPE
        wide = 2 * float(np.log(spread).mean())
        weight = (spread**-2.0).astype(np.float32)
        found.append(_Template(mean.astype(np.float32), weight, wide, looks.SHAPED * alike if shaped else -2.0))
    return found


def _map(scene: Scene, pitch: float, templates: Sequence[_Template]) -> _Map:
    """Every place compared with the looks, in a picture so small that cells of ``pitch`` pixels are ``CELL`` wide."""
    level = max(0, int(np.log2(pitch / CELL)))
    source = scene.level(level)
    height, width = (max(CELL, round(side * CELL * 2**level / pitch)) for side in source.shape[:2])
    how = cv2.INTER_AREA if width < source.shape[1] else cv2.INTER_LINEAR
    small = cv2.resize(source, (width, height), interpolation=how).astype(np.float32) / np.float32(255)
    picture = cv2.GaussianBlur(cv2.cvtColor(small, cv2.COLOR_BGR2LAB), (0, 0), looks.BLUR * CELL / SIDE)
    square = picture**2
    aways, costs = [], []
    for one in templates:
        # Sum of weight · (picture - mean)², written out.
        whole = cv2.matchTemplate(square, one.weight, cv2.TM_CCORR)
        whole -= 2 * cv2.matchTemplate(picture, one.weight * one.mean, cv2.TM_CCORR)
        distance = (whole.astype(np.float64) + float((one.weight * one.mean**2).sum())) / one.mean.size
        costs.append(distance + one.wide)
        unlike = cv2.matchTemplate(picture, one.mean, cv2.TM_CCOEFF_NORMED) < one.alike
        aways.append(np.where(unlike, np.inf, np.sqrt(np.maximum(distance, 0.0))))
    states = np.argmin(costs, axis=0)
    away = np.take_along_axis(np.array(aways), states[None], axis=0)[0]
    return _Map(away, states, (scene.frame.width / width, scene.frame.height / height))


def _lattices(places: _Map, limit: float) -> Iterator[tuple[float, Reading]]:
    """Lattices of places no farther away than ``limit``, each with its worth."""
    away = places.away
    lowest = cv2.erode(away, np.ones((CELL // 2 + 1, CELL // 2 + 1)))
    rows, cols = np.nonzero((away == lowest) & (away <= limit))
    if len(rows) < FEWEST:
        return
    order = np.argsort(away[rows, cols], kind="stable")
    taken = np.zeros(away.shape, np.uint8)
    seeds = 0
    for number in order:
        seed = int(cols[number]), int(rows[number])
        if taken[seed[1], seed[0]]:
            continue
        seeds += 1
        if seeds > SEEDS:
            return
        grown = _grown(away, seed, limit)
        for x, y in grown.values():
            cv2.circle(taken, (x, y), CELL // 2, 1, -1)
        if not FEWEST <= len(grown) < MOST:
            continue  # too many make no board, but a plain surface
        if (laid := _laid(grown, places)) is not None:
            yield laid


def _grown(away: NDArray[np.float64], seed: Spot, limit: float) -> dict[Spot, Spot]:
    """(column, row) → (x, y) of all cells that are reached from the seed over neighbours that look like cells."""
    found = {(0, 0): seed}
    waiting = deque([(0, 0)])
    while waiting and len(found) < MOST:
        at = waiting.popleft()
        x, y = found[at]
        for right, down in ((1, 0), (-1, 0), (0, 1), (0, -1)):
            place = at[0] + right, at[1] + down
            if place in found:
                continue
            spot = _nearby(away, x + right * CELL, y + down * CELL)
            if spot is not None and away[spot[1], spot[0]] <= limit:
                found[place] = spot
                waiting.append(place)
    return found


def _nearby(away: NDArray[np.float64], x: int, y: int) -> Spot | None:
    """The place around (x, y) that looks most like a cell."""
    height, width = away.shape
    if not (AROUND <= x < width - AROUND and AROUND <= y < height - AROUND):
        return (x, y) if 0 <= x < width and 0 <= y < height else None
    part = away[y - AROUND : y + AROUND + 1, x - AROUND : x + AROUND + 1] + WAY
    row, col = divmod(int(part.argmin()), 2 * AROUND + 1)
    return x + col - AROUND, y + row - AROUND


def _laid(grown: dict[Spot, Spot], places: _Map) -> tuple[float, Reading] | None:
    """The full rectangle of the grown cells as a reading, and its worth."""
    cells = np.array(list(grown), np.int64)
    spots = np.array(list(grown.values()), np.int64)
    inside = _rectangle(cells)
    if inside.sum() < FEWEST:
        return None
    cells, spots = cells[inside], spots[inside]
    cells = cells - cells.min(axis=0)
    cols, rows = (int(side) + 1 for side in cells.max(axis=0))
    if rows < 2 or cols < 2:
        return None
    plane = np.column_stack([cells + 0.5, np.ones(len(cells))])
    fitted, *_ = np.linalg.lstsq(plane, spots + CELL / 2, rcond=None)
    stray = float(np.sqrt(((plane @ fitted - spots - CELL / 2) ** 2).sum(axis=1).mean()))
    if stray > STRAY:
        return None
    matrix = np.eye(3)
    matrix[:2] = (fitted * places.scale).T
    matrix[:2, 2] -= 0.5
    worth = float(len(cells) - 2 * (rows * cols - len(cells))) / (1 + stray)
    if len(set(places.states[spots[:, 1], spots[:, 0]].tolist())) < 2:
        worth *= DULL
    return worth, blank(matrix, rows, cols)


def _rectangle(cells: NDArray[np.int64]) -> NDArray[np.bool_]:
    """Which cells (N×2, column and row) are left when sides that are not mostly there are taken off."""
    inside = np.ones(len(cells), bool)
    while inside.sum() >= FEWEST:
        low, high = cells[inside].min(axis=0), cells[inside].max(axis=0)
        sides = [(axis, end[axis]) for axis in (0, 1) for end in (low, high)]
        shares = [
            float((cells[inside, axis] == place).sum() / (high[1 - axis] - low[1 - axis] + 1)) for axis, place in sides
        ]
        worst = int(np.argmin(shares))
        if shares[worst] >= FILLED:
            break
        axis, place = sides[worst]
        inside &= cells[:, axis] != place
    return inside
