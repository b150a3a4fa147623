"""Whether a profile may fit anywhere in a picture: asked first of all, since most profiles fit few pictures.

Its colours must be there, and where they are those of a grid, so must four neighbours that look like its cells, seen at
a few pixels a cell. That costs less than opening the picture did; to look closely everywhere costs a hundred times as
much.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

import cv2
import numpy as np

from calibration.profiles import looks
from calibration.profiles.locks import dot_colours, reach
from calibration.profiles.profile import SIDE
from calibration.profiles.signs import ink

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from calibration.profiles.profile import Profile
    from vision.scene import Scene

    Plane = NDArray[np.float32]

BINS = 16
"""Steps of a channel by which colours are told apart."""
LONGEST = 480
"""Pixels of the longer side of the picture whose colours are counted."""
COMMON, OWN = 0.04, 0.15
"""Share of a look's pixels that a colour must have to count; share that colours of no other state must have."""
PRESENT = 0.0003
"""Share of the picture's pixels that must have the colours of a state, of a panel's signs or of a lock's dots."""
GROUND, INKED, DRAWN = 0.005, 0.6, 0.08
"""Share of the picture that a panel's ground takes; ink from which a pixel is a sign's; share of a sign's colours."""
CELL = 6
"""Pixels of a cell in the pictures that are searched."""
STEP, LOWEST, HIGHEST = 1.2, 0.45, 2.3
"""Scales that are tried, as shares of the one that was learnt."""
LOOSER = 1.3
"""So small, looks are blurred: a cell may be so much farther from its look than at full size."""
SHAPE = 1.0
"""Deviation in Lab below which a look has no shape that could be asked for."""
SMALLEST, AREA = 6.0, 300_000
"""Pixels of the smallest cell that is looked for; of the largest small picture that is searched."""
MOST, FINER = 3, 1.08
"""Sizes that are told, those at which most cells are seen; by how much more or less they are tried again."""
FEWEST = 2
"""Places that must look like a cell, as those to the right and below do."""


@dataclass(frozen=True, slots=True, eq=False)
class _Template:
    """A state's look at ``CELL`` pixels, each of shape CELL×CELL×3: what a pixel should be, and how much it counts.

    ``own`` is the sum of weight · mean²; ``shape`` is the look less its middle colour, of length 1; ``alike`` is the
    correlation with it that a cell must have, -2 where there is no shape.
    """

    mean: Plane
    weight: Plane
    own: float
    shape: Plane
    alike: float


def counted(scene: Scene) -> NDArray[np.float64]:
    """Shares of a picture's pixels by colour: BINS×BINS×BINS."""
    small = scene.level(scene.level_for(LONGEST))
    return np.asarray(_histogram(small) / (small.shape[0] * small.shape[1]))


def may_fit(scene: Scene, colours: NDArray[np.float64], profile: Profile) -> bool:
    """Whether cells like those of a profile may be somewhere, in sizes from a half to twice those learnt.

    Args:
        scene: the picture.
        colours: of it, as ``counted`` gives them.
        profile: one theme of it.
    """
    if profile.kind == "heresy":
        ground, drawn = _panel(profile)
        return bool(colours[ground].sum() >= GROUND and colours[drawn].sum() >= PRESENT)
    if profile.kind == "wheels":
        return all(colours[own].sum() >= PRESENT for own in _dots(profile))
    return any(sightings(scene, pitch, profile) >= FEWEST for pitch in _sizes(colours, profile))


def sizes(scene: Scene, colours: NDArray[np.float64], profile: Profile) -> list[float]:
    """The widths in pixels that cells like those of a profile may have, those first at which most are seen."""
    seen = sorted(((sightings(scene, pitch, profile), pitch) for pitch in _sizes(colours, profile)), reverse=True)
    found: list[float] = []
    for count, rough in seen[:MOST]:
        if count >= FEWEST:
            near = max((rough, rough * FINER, rough / FINER), key=lambda pitch: sightings(scene, pitch, profile))
            if all(abs(np.log(near / other)) > np.log(FINER) / 2 for other in found):
                found.append(near)
    return found


def _sizes(colours: NDArray[np.float64], profile: Profile) -> list[float]:
    """Sizes worth a try: none without any of the profile's colours, those learnt where one state's are there alone."""
    present = sum(float(colours[own].sum()) >= PRESENT for own in palettes(profile))
    alone = len(profile.steady) == 1
    return [*(profile.pitches if present else ()), *(_further(profile) if present > 1 or (present and alone) else ())]


@lru_cache(maxsize=64)
def palettes(profile: Profile) -> list[NDArray[np.bool_]]:
    """For each state that has a look which colours only it has, or all of its own where that leaves few.

    Returns:
        BINS×BINS×BINS each, the colours beside them included.
    """
    counts = [_histogram(profile.looks[state]) for state in profile.steady]
    common = [one >= COMMON * SIDE * SIDE for one in counts]
    near = [_near(one) for one in common]
    found = []
    for number, (one, count) in enumerate(zip(common, counts, strict=True)):
        others = near[:number] + near[number + 1 :]
        own = one & ~np.any(others, axis=0) if others else one
        found.append(_near(own) if count[own].sum() >= OWN * SIDE * SIDE else near[number])
    return found


@lru_cache(maxsize=64)
def _panel(profile: Profile) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """The colours of a panel's ground and those of its signs, as ``palettes`` gives them."""
    shown = profile.looks[[state for state in range(profile.states) if state not in profile.unseen]]
    signs = shown[ink(shown) > INKED].reshape(1, -1, 3)
    ground = _histogram(shown.reshape(-1, SIDE, 3)) >= COMMON * shown[..., 0].size
    return _near(ground), _near(_histogram(signs) >= max(1.0, DRAWN * signs.shape[1]))


@lru_cache(maxsize=64)
def _dots(profile: Profile) -> list[NDArray[np.bool_]]:
    """The colours that count as each of a lock's two."""
    step = 256 / BINS
    middles = np.stack(np.meshgrid(*[(np.arange(BINS) + 0.5) * step] * 3, indexing="ij"), axis=-1)
    pair = dot_colours(profile)
    # A colour may lie in a corner of its cube.
    farthest = reach(*pair) + step * np.sqrt(3) / 2 if len(pair) > 1 else 0.0
    return [np.asarray(np.linalg.norm(middles - one, axis=-1) <= farthest) for one in pair]


def _near(colours: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Those colours and all beside them."""
    found = np.pad(colours, 1)
    for axis in range(3):
        found = found | np.roll(found, 1, axis) | np.roll(found, -1, axis)
    return np.asarray(found[1:-1, 1:-1, 1:-1])


def _histogram(pixels: NDArray[np.uint8]) -> NDArray[np.float64]:
    return np.asarray(cv2.calcHist([pixels], [0, 1, 2], None, [BINS] * 3, [0, 256] * 3), np.float64)


def _further(profile: Profile) -> list[float]:
    """Cell widths in pixels that were not learnt, those near learnt ones first."""
    powers = range(round(np.log(LOWEST) / np.log(STEP)), round(np.log(HIGHEST) / np.log(STEP)) + 1)
    found: list[float] = []
    for power in sorted(powers, key=abs):
        for pitch in (learnt * STEP**power for learnt in profile.pitches):
            if all(abs(np.log(pitch / other)) > np.log(STEP) / 2 for other in (*found, *profile.pitches)):
                found.append(pitch)
    return found


@lru_cache(maxsize=64)
def _templates(profile: Profile) -> list[_Template]:
    """Of all states that have a look."""
    means, spreads = (_small(part) for part in looks.known(profile))
    down, across = np.gradient(means, axis=1), np.gradient(means, axis=2)
    spreads = np.hypot(spreads, looks.SHIFT * np.hypot(down, across))
    found = []
    for state in profile.steady:
        mean, weight = means[state], spreads[state] ** -2.0 / means[state].size
        shape = mean - mean.mean(axis=(0, 1))
        shaped = profile.alike[state] >= looks.SHAPED and shape.std() > SHAPE
        shape = shape / max(float(np.linalg.norm(shape)), 1e-9)
        own, alike = float((weight * mean**2).sum()), looks.SHAPED * profile.alike[state] if shaped else -2.0
        found.append(_Template(_single(mean), _single(weight), own, _single(shape), alike))
    return found


def _small(rows: NDArray[np.float64]) -> NDArray[np.float64]:
    pictures = rows.reshape(-1, SIDE, SIDE, 3)
    return np.stack([cv2.resize(one, (CELL, CELL), interpolation=cv2.INTER_AREA) for one in pictures])


def _single(values: NDArray[np.float64]) -> Plane:
    return np.ascontiguousarray(values, np.float32)


def sightings(scene: Scene, pitch: float, profile: Profile) -> int:
    """Places that look like cells of ``pitch`` pixels, as do those to the right, below, and to the right below."""
    width, height = (round(side * CELL / pitch) for side in (scene.frame.width, scene.frame.height))
    if pitch < SMALLEST or min(width, height) < 2 * CELL or width * height > AREA:
        return 0
    planes = _planes(scene, pitch, (width, height))
    squares = [one * one for one in planes]
    farthest = (LOOSER * profile.limit) ** 2
    like = np.zeros((height, width), np.uint8)
    for one in _templates(profile):
        like |= _like(planes, squares, one, farthest)
    if not like.any():
        return 0
    near = cv2.dilate(like, np.ones((3, 3), np.uint8))
    corner = like[:-CELL, :-CELL] & near[CELL:, :-CELL] & near[:-CELL, CELL:] & near[CELL:, CELL:]
    return int(cv2.countNonZero(np.ascontiguousarray(corner)))


def _planes(scene: Scene, pitch: float, size: tuple[int, int]) -> list[Plane]:
    """The channels of the picture in Lab, made so small that cells of ``pitch`` pixels are ``CELL`` wide."""
    source = scene.level(max(0, int(np.log2(pitch / CELL))))
    small = cv2.cvtColor(cv2.resize(source, size, interpolation=cv2.INTER_AREA), cv2.COLOR_BGR2LAB)
    light, green, blue = (one.astype(np.float32) for one in cv2.split(small))
    return [light * np.float32(100 / 255), green - np.float32(128), blue - np.float32(128)]


def _like(planes: list[Plane], squares: list[Plane], one: _Template, farthest: float) -> NDArray[np.uint8]:
    """Where (H×W, 0 or 1) a picture is near a look, its squared distance at most ``farthest``, and of its shape."""
    away = np.full(planes[0].shape, one.own, np.float32)
    for channel, (plane, square) in enumerate(zip(planes, squares, strict=True)):
        # Sum of weight · (picture - mean)², written out.
        away += _correlated(square, one.weight[..., channel])
        away -= _correlated(plane, 2 * one.weight[..., channel] * one.mean[..., channel])
    near = away <= farthest
    if one.alike > -1 and near.any():
        size = (CELL, CELL)
        across, varied = np.zeros_like(away), np.full(away.shape, np.float32(1e-6))
        for channel, (plane, square) in enumerate(zip(planes, squares, strict=True)):
            across += _correlated(plane, one.shape[..., channel])
            middle = cv2.blur(plane, size, borderType=cv2.BORDER_REPLICATE)
            varied += cv2.blur(square, size, borderType=cv2.BORDER_REPLICATE) - middle * middle
        near &= across >= one.alike * CELL * np.sqrt(np.maximum(varied, 0.0))
    return near.astype(np.uint8)


def _correlated(plane: Plane, kernel: Plane) -> Plane:
    return np.asarray(
        cv2.filter2D(plane, cv2.CV_32F, np.ascontiguousarray(kernel), borderType=cv2.BORDER_REPLICATE), np.float32
    )
