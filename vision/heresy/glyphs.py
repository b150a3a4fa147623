"""The four Hive glyphs as our own strokes on a unit square, in the typefaces they are met in.

The strokes were drawn by looking at the runes, not traced by a program: a stroke is a polyline with a width at its
start and at its end. State numbers follow the cycle of the game: 0 = A, 1 = X, 2 = E, 3 = V.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

import cv2
import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

LETTERS = "AXEV"
SUPERSAMPLING = 4


@dataclass(frozen=True, slots=True)
class Stroke:
    """A line through ``points`` (x, y on the unit square, y down), its width going from ``start`` to ``end``."""

    points: tuple[tuple[float, float], ...]
    start: float
    end: float


Glyph = tuple[Stroke, ...]


def _bar(y: float, half: float, width: float, waist: float) -> Glyph:
    """The long horizontal bar every glyph has, a little thinner in its middle."""
    return (
        Stroke(((0.5 - half, y), (0.5, y)), width, waist),
        Stroke(((0.5, y), (0.5 + half, y)), waist, width),
    )


CARVED: tuple[Glyph, ...] = (
    (
        *_bar(0.50, 0.285, 0.105, 0.085),
        Stroke(((0.50, 0.150), (0.455, 0.265), (0.385, 0.390)), 0.055, 0.060),
        Stroke(((0.50, 0.150), (0.545, 0.265), (0.615, 0.390)), 0.055, 0.060),
        Stroke(((0.320, 0.625), (0.240, 0.710), (0.130, 0.835)), 0.070, 0.080),
        Stroke(((0.680, 0.625), (0.760, 0.710), (0.870, 0.835)), 0.070, 0.080),
    ),
    (
        *_bar(0.54, 0.285, 0.105, 0.085),
        Stroke(((0.455, 0.125), (0.464, 0.415)), 0.052, 0.066),
        Stroke(((0.552, 0.125), (0.543, 0.415)), 0.052, 0.066),
        Stroke(((0.140, 0.205), (0.225, 0.310), (0.325, 0.410)), 0.085, 0.070),
        Stroke(((0.865, 0.205), (0.780, 0.310), (0.680, 0.410)), 0.085, 0.070),
        Stroke(((0.315, 0.635), (0.240, 0.720), (0.140, 0.860)), 0.070, 0.085),
        Stroke(((0.690, 0.635), (0.765, 0.720), (0.865, 0.860)), 0.070, 0.085),
        Stroke(((0.495, 0.714), (0.505, 0.714)), 0.085, 0.085),
    ),
    (
        *_bar(0.50, 0.285, 0.105, 0.085),
        Stroke(((0.365, 0.282), (0.655, 0.290)), 0.048, 0.066),
        Stroke(((0.365, 0.382), (0.655, 0.374)), 0.045, 0.066),
        Stroke(((0.365, 0.625), (0.655, 0.632)), 0.048, 0.066),
        Stroke(((0.365, 0.724), (0.655, 0.715)), 0.045, 0.066),
    ),
    (
        *_bar(0.48, 0.285, 0.105, 0.085),
        Stroke(((0.165, 0.325), (0.245, 0.245), (0.365, 0.185), (0.500, 0.168)), 0.082, 0.055),
        Stroke(((0.500, 0.168), (0.635, 0.185), (0.755, 0.245), (0.845, 0.315)), 0.055, 0.082),
        Stroke(((0.385, 0.610), (0.455, 0.720), (0.500, 0.835)), 0.060, 0.052),
        Stroke(((0.615, 0.610), (0.545, 0.720), (0.500, 0.835)), 0.060, 0.052),
    ),
)

REPLICA: tuple[Glyph, ...] = (
    (
        Stroke(((0.215, 0.530), (0.810, 0.530)), 0.125, 0.115),
        Stroke(((0.500, 0.180), (0.430, 0.440)), 0.120, 0.090),
        Stroke(((0.500, 0.200), (0.555, 0.400)), 0.060, 0.085),
        Stroke(((0.310, 0.610), (0.150, 0.850)), 0.100, 0.080),
        Stroke(((0.720, 0.610), (0.890, 0.850)), 0.100, 0.080),
    ),
    (
        Stroke(((0.200, 0.525), (0.810, 0.520)), 0.105, 0.105),
        Stroke(((0.445, 0.160), (0.465, 0.420)), 0.085, 0.100),
        Stroke(((0.580, 0.160), (0.555, 0.420)), 0.085, 0.100),
        Stroke(((0.150, 0.215), (0.310, 0.440)), 0.085, 0.085),
        Stroke(((0.880, 0.220), (0.700, 0.440)), 0.085, 0.085),
        Stroke(((0.310, 0.630), (0.140, 0.860)), 0.085, 0.085),
        Stroke(((0.710, 0.620), (0.880, 0.860)), 0.085, 0.085),
        Stroke(((0.490, 0.705), (0.515, 0.705)), 0.085, 0.085),
    ),
    (
        Stroke(((0.210, 0.500), (0.825, 0.500)), 0.150, 0.150),
        Stroke(((0.355, 0.195), (0.650, 0.195)), 0.115, 0.115),
        Stroke(((0.370, 0.305), (0.635, 0.305)), 0.125, 0.125),
        Stroke(((0.500, 0.360), (0.530, 0.440)), 0.120, 0.120),
        Stroke(((0.360, 0.705), (0.655, 0.705)), 0.100, 0.100),
        Stroke(((0.365, 0.805), (0.650, 0.800)), 0.100, 0.100),
    ),
    (
        Stroke(((0.220, 0.515), (0.780, 0.515)), 0.100, 0.100),
        Stroke(((0.230, 0.405), (0.270, 0.320), (0.380, 0.260), (0.510, 0.245)), 0.110, 0.110),
        Stroke(((0.510, 0.245), (0.650, 0.265), (0.760, 0.325), (0.800, 0.400)), 0.110, 0.110),
        Stroke(((0.450, 0.670), (0.500, 0.700)), 0.070, 0.090),
        Stroke(((0.560, 0.650), (0.515, 0.830)), 0.110, 0.100),
    ),
)


def _sides(*points: tuple[float, float], width: float) -> Glyph:
    """A stroke of one width on the right, x from the middle, and its mirror image."""
    return tuple(Stroke(tuple((0.5 + side * x, y) for x, y in points), width, width) for side in (1, -1))


_LONG = Stroke(((0.24, 0.50), (0.76, 0.50)), 0.090, 0.090)
_ARMS = _sides((0.15, 0.40), (0.35, 0.16), width=0.075)
_LEGS = _sides((0.15, 0.60), (0.35, 0.86), width=0.075)
_ARCH = tuple((0.5 - 0.34 * np.cos(turn), 0.27 - 0.14 * np.sin(turn)) for turn in np.linspace(0, np.pi, 9).tolist())
PLAIN: tuple[Glyph, ...] = (  # as one draws them who has them told: straight strokes of about one width
    (_LONG, *_sides((0.0, 0.13), (0.12, 0.40), width=0.068), *_LEGS),
    (
        _LONG,
        *_sides((0.045, 0.13), (0.040, 0.40), width=0.060),
        *_ARMS,
        *_LEGS,
        Stroke(((0.495, 0.70), (0.505, 0.70)), 0.090, 0.090),
    ),
    (_LONG, *(Stroke(((0.35, y), (0.65, y)), 0.060, 0.060) for y in (0.285, 0.39, 0.61, 0.715))),
    (_LONG, Stroke(_ARCH, 0.075, 0.075), *_sides((0.11, 0.60), (0.0, 0.86), width=0.068)),
)

_DOME = tuple((0.5 - 0.19 * np.cos(turn), 0.41 - 0.24 * np.sin(turn)) for turn in np.linspace(0, np.pi, 9).tolist())
TALL: tuple[Glyph, ...] = (  # the same by whom arches stand on the bar, and limbs go on from it
    (_LONG, *_sides((0.0, 0.16), (0.13, 0.42), width=0.065), *_sides((0.16, 0.58), (0.25, 0.84), width=0.065)),
    (
        _LONG,
        *_sides((0.085, 0.16), (0.045, 0.40), width=0.060),
        *_sides((0.14, 0.40), (0.30, 0.18), width=0.060),
        *_sides((0.14, 0.60), (0.30, 0.84), width=0.060),
        Stroke(((0.495, 0.70), (0.505, 0.70)), 0.090, 0.090),
    ),
    (
        _LONG,
        *(
            Stroke(((0.5 - half, y), (0.5 + half, y)), 0.055, 0.055)
            for y, half in ((0.22, 0.12), (0.78, 0.12), (0.36, 0.18), (0.64, 0.18))
        ),
    ),
    (_LONG, Stroke(_DOME, 0.065, 0.065), *_sides((0.17, 0.58), (0.0, 0.84), width=0.065)),
)

TYPEFACES: dict[str, tuple[Glyph, ...]] = {"carved": CARVED, "replica": REPLICA, "plain": PLAIN}
DRAWINGS = *TYPEFACES.values(), TALL
"""What the strokes of a panel are compared with; the last, if it is looked for as well, is seen in signs of others."""


def draw(glyph: Glyph, size: int, *, weight: float = 1.0, caps: str = "round") -> NDArray[np.float32]:
    """Ink of ``glyph`` on a ``size`` × ``size`` picture of the unit square: 0 = none, 1 = full, edges in between.

    Args:
        glyph: the strokes.
        size: side in pixels.
        weight: factor on every stroke's width.
        caps: how strokes end: ``round``, or ``butt`` (cut straight).
    """
    side = size * SUPERSAMPLING
    ink = np.zeros((side, side), np.uint8)
    for stroke in glyph:
        points = np.array(stroke.points, np.float64) * side
        steps = np.linspace(stroke.start, stroke.end, len(points)) * (weight * side / 2)
        for i in range(len(points) - 1):
            along = points[i + 1] - points[i]
            across = np.array([-along[1], along[0]]) / max(float(np.hypot(*along)), 1e-9)
            near, far = across * steps[i], across * steps[i + 1]
            corners = [points[i] + near, points[i + 1] + far, points[i + 1] - far, points[i] - near]
            cv2.fillPoly(ink, [np.rint(np.array(corners) * 16).astype(np.int32)], 255, cv2.LINE_AA, 4)
        dot = float(np.hypot(*(points[-1] - points[0]))) < steps[0]
        ends = range(len(points)) if caps == "round" or dot else range(1, len(points) - 1)
        for i in ends:
            x, y = np.rint(points[i] * 16).astype(int)
            cv2.circle(ink, (int(x), int(y)), round(steps[i] * 16), 255, -1, cv2.LINE_AA, 4)
    small: NDArray[np.uint8] = cv2.resize(ink, (size, size), interpolation=cv2.INTER_AREA)
    return small.astype(np.float32) / np.float32(255)


@lru_cache(maxsize=4)
def templates(size: int) -> tuple[NDArray[np.float32], NDArray[np.int64]]:
    """Zero-mean, unit-length pictures of all glyphs to correlate with, and the state each one shows.

    Returns:
        T×(size·size) float32 and T int64; the states in order, each with as many pictures.
    """
    pictures, states = [], []
    for state in range(len(LETTERS)):
        for typeface in TYPEFACES.values():
            glyph = typeface[state]
            for weight in (0.7, 1.1, 1.6):
                flat = cv2.GaussianBlur(draw(glyph, size, weight=weight), (3, 3), 0).ravel()
                flat -= flat.mean()
                pictures.append(flat / np.linalg.norm(flat))
                states.append(state)
    return np.array(pictures, np.float32), np.array(states, np.int64)
