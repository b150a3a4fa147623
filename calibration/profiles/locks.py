"""Locks of any two colours: the picture is seen through glasses in which they are red and green.

The eye looks for red and green dots. A profile knows the two colours of its lock; recoloured so that the one becomes
red, the other green and all else grey, its picture is one that the eye reads.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations
from typing import TYPE_CHECKING

import cv2
import numpy as np

from calibration.profiles.profile import SIDE
from vision.detectors.wheels import detect
from vision.frame import Frame
from vision.scene import Scene

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

    from calibration.profiles.profile import Profile
    from vision.reading import Reading

AXES = {"blue against yellow": (1.0, -0.5, -0.5), "light against dark": (0.4, 0.4, 0.4),
        "red against blue": (-0.7, 0.0, 0.7), "green against violet": (-0.5, 1.0, -0.5)}  # fmt: skip
"""Weights of blue, green and red by which two colours may differ where red against green shows nothing."""
GROUND = 61
"""Pixels across which the ground is averaged that light and dark stand out from."""
LONGEST = 1280
"""Pixels of the longer side of the picture that is searched by all axes."""
BITS, COMMONEST = 4, 8
"""Bits of a channel by which colours are counted; so many of the commonest are tried two by two."""
MIDDLE = 0.27
"""Radius of a dot's middle in its picture, where its colour is taken."""
REACH, FARTHEST = 0.35, 40.0
"""Distance at which a colour is hardly like one of the two: a share of that between them, and grey levels at most."""
GLANCE, SEEN, SPOT = 640, 4, 3
"""Pixels of the longer side of the picture that is looked at first; spots of each colour that must be in it, of the six
that a lock has; pixels of a spot."""
APART = 24.0
"""Grey levels by which the two colours must differ."""
GREY, SWING = 128.0, 110.0


def through(scene: Scene, profile: Profile) -> list[Reading]:
    """The locks of a scene in the colours of a profile: 1 is what it calls so; empty where they are too alike."""
    colours = dot_colours(profile)
    if len(colours) < 2:
        return []
    glance = scene.level(scene.level_for(GLANCE))
    if any(_spots(like) < SEEN for like in _likes(glance, *colours)):
        return []  # one of the two is nowhere in the picture, or in few spots
    return _through(scene, *colours)


def dot_colours(profile: Profile) -> list[NDArray[np.float64]]:
    """Blue, green and red of a lock's dots of each state, as they are learnt."""
    pairs = list(zip(profile.looks, profile.spreads, strict=True))[:2]
    return [_middle(look, spread.max(axis=2).astype(np.float64)) for look, spread in pairs]


def reach(one: NDArray[np.float64], other: NDArray[np.float64]) -> float:
    """How far a colour may be from one of two to be hardly like it, in grey levels."""
    return max(1.0, min(REACH * float(np.linalg.norm(other - one)), FARTHEST))


def _spots(like: NDArray[np.float32]) -> int:
    """Spots of a colour, each of a few pixels."""
    _, _, stats, _ = cv2.connectedComponentsWithStats((like > 0.5).astype(np.uint8), connectivity=4)
    return int((stats[1:, cv2.CC_STAT_AREA] >= SPOT).sum())


def _likes(pixels: NDArray[np.uint8], *colours: NDArray[np.float64]) -> list[NDArray[np.float32]]:
    """How like each of two colours the pixels (H×W×3 uint8 BGR) are, 0 to 1: H×W each."""
    steps, found = np.arange(256, dtype=np.float32), []
    for one in colours:
        # The squared distance is a sum over channels, each looked up.
        squares = np.stack([(steps - part) ** 2 for part in one.astype(np.float32)], axis=-1)
        away = cv2.transform(cv2.LUT(pixels, squares[None]), np.ones((1, 3), np.float32))
        found.append(np.asarray(cv2.exp(away * np.float32(-1 / reach(*colours) ** 2)), np.float32))
    return found


def through_colours(scene: Scene, cells: NDArray[np.uint8], states: Sequence[int]) -> list[Reading]:
    """The same in the colours of labelled ``cells`` (N×SIDE×SIDE×3 uint8 BGR)."""
    known = np.array(states)
    if set(states) != {0, 1}:
        return []
    parts = [cells[known == state].astype(np.float64) for state in (0, 1)]
    return _through(scene, *(_middle(part.mean(axis=0), part.std(axis=0).max(axis=2)) for part in parts))


def anywhere(scene: Scene) -> Iterator[list[Reading]]:
    """The locks of a scene in any colours, one way in which two colours may differ after the other."""
    level = scene.level_for(LONGEST)
    small = scene.level(level)
    for name, weights in AXES.items():
        signal = small.astype(np.float32) @ np.array(weights, np.float32)
        if name == "light against dark":
            signal -= cv2.blur(signal, (GROUND, GROUND))
        found = detect(Scene(Frame(_painted(np.clip(signal / 128, -1, 1)))))
        yield [_scaled(one, 2.0**level) for one in found if one.cells]
    for red, green in combinations(_palette(small), 2):
        yield [_scaled(one, 2.0**level) for one in _through(Scene(Frame(small)), red, green)]


def _palette(pixels: NDArray[np.uint8]) -> list[NDArray[np.float64]]:
    """The commonest colours of a picture (H×W×3 uint8 BGR), none of them near another."""
    shades = pixels.reshape(-1, 3) >> (8 - BITS)
    numbers = shades.astype(np.int64) @ np.array([1, 2**BITS, 4**BITS])
    counts = np.bincount(numbers, minlength=8**BITS)
    found: list[NDArray[np.float64]] = []
    for number in np.argsort(-counts, kind="stable").tolist():
        if len(found) >= COMMONEST or not counts[number]:
            break
        blue, green, red = number % 2**BITS, number // 2**BITS % 2**BITS, number // 4**BITS
        colour = (np.array([blue, green, red]) + 0.5) * 2.0 ** (8 - BITS)
        if all(np.abs(colour - other).max() > APART for other in found):
            found.append(colour)
    return found


def _through(scene: Scene, red: NDArray[np.float64], green: NDArray[np.float64]) -> list[Reading]:
    if float(np.linalg.norm(green - red)) < APART:
        return []
    like = _likes(scene.frame.pixels, red, green)
    painted = Scene(Frame(_painted(like[1] - like[0])))
    # Large flat dots may pass for something else; half as large they are what the eye knows best.
    halved = Scene(Frame(np.ascontiguousarray(painted.level(1))))
    found = [*detect(painted), *(_scaled(one, 2.0) for one in detect(halved) if one.cells)]
    return [one for one in found if one.cells]


def _painted(green: NDArray[np.float32]) -> NDArray[np.uint8]:
    """A picture (H×W×3 uint8 BGR) green where ``green`` is 1, red where it is -1, and grey at 0."""
    swing = SWING * green
    planes = [np.full_like(swing, GREY - SWING / 2), GREY + swing, GREY - swing]
    return np.ascontiguousarray(np.stack(planes, axis=2).astype(np.uint8))


def _middle(picture: NDArray[np.uint8] | NDArray[np.float64], spread: NDArray[np.float64]) -> NDArray[np.float64]:
    """A dot's colour: that of its steadier half, by the ``spread`` (SIDE×SIDE) of its pixels; not of digits or rims."""
    y, x = np.mgrid[:SIDE, :SIDE] - (SIDE - 1) / 2
    disc = np.hypot(x, y) <= MIDDLE * SIDE
    steady = disc & (spread <= np.median(spread[disc]))
    return np.asarray(np.median(picture[steady], axis=0), np.float64)


def _scaled(reading: Reading, scale: float) -> Reading:
    """A reading of a smaller copy as one of the picture itself; states are not told."""
    grow = np.array([[scale, 0, scale / 2 - 0.5], [0, scale, scale / 2 - 0.5], [0, 0, 1.0]])
    matrix = grow @ np.reshape(reading.homography, (3, 3))
    cells = tuple(
        replace(cell, center=(scale * (cell.center[0] + 0.5) - 0.5, scale * (cell.center[1] + 0.5) - 0.5))
        for cell in reading.cells
    )
    return replace(reading, cells=cells, homography=tuple(float(v) for v in matrix.ravel()), memory=None)
