"""Lean: how what is in a picture leans, told by where its straight edges meet.

Photographs of a screen, and boards laid at a slant, have most of their straight edges along two pencils of lines. The
two points where those meet make the picture upright (Hartley and Zisserman, Multiple View Geometry, 2nd edition, 8.6);
they are fitted to the edges themselves, by least squares in which what is off counts less and less.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import cv2
import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from vision.scene import Scene

    Floats = NDArray[np.float32]

GLANCE, CLOSER = (200, 1.2), (350, 1.6)
"""A quick look that lets most upright pictures go, and the one that tells: pixels (edges are looked at on the first
halving this small) and pixels of blur (the steps of a slanted edge run along the sides)."""
STRONG, MOST = 200, 3200  # strength of an edge that counts (Scharr), and above which it counts no more
FEWEST = 60  # edge pixels of a pencil
WIDEST = 28.0  # degrees from the picture's sides: more is no screen held by hand
NEAR = 0.02  # sines of the angle by which an edge may be off its pencil
SHARE, FAINTEST = 0.12, 0.08  # least share of their edges that two pencils have on average, and each
PLAIN = 0.17  # share of the edges that a pencil has which can be relied upon; of 49 boards read so each had 0.178
GAIN = 1.2  # how many times the share of edges along the picture's side
LEAST = 0.02  # tangent of the angle, anywhere in the picture, from which it leans
STEEPEST = 0.6  # of all depths in the picture, how much they differ from the middle's at most
POINTS = np.array([
    (1.0, np.tan(np.radians(slope)), bend) for slope in range(-26, 27, 2) for bend in np.linspace(-0.48, 0.48, 17)
]).astype(np.float32)  # fmt: skip
"""Where a pencil's lines may meet, closely enough to find the others from."""
ROUGH = 0.045  # sines by which an edge may be off such a point
BEGUN, BESIDE = 6, 0.07  # so many of the likeliest points are begun with, this far from each other
EVEN = 0.99  # of the greatest share of edges, from which as many go through another point
TRIED = 500  # edge pixels that these are tried on
NARROWER = (0.05, 0.035, 0.025, 0.02, 0.015, 0.015)  # sines from which edges no longer count, round after round


@dataclass(frozen=True, slots=True, eq=False)
class _Edges:
    """Edge pixels that run about along a side of the picture, as lines: n + a m + b c = 0 goes through (1, a, b).

    Attributes:
        along, across, apart: N each, the line's coefficients n, m and c; n² + m² = 1.
        weight: N.
    """

    along: Floats
    across: Floats
    apart: Floats
    weight: Floats

    def share(self, slope: float, bend: float) -> float:
        """Share of the edges that go through the point (1, slope, bend)."""
        off = np.abs(self.along + slope * self.across + bend * self.apart)
        return float(self.weight[off < NEAR].sum() / self.weight.sum())

    def support(self, slope: float, bend: float) -> float:
        """The same, what is off counting less and less: that parts points which as many edges go by."""
        off = (self.along + slope * self.across + bend * self.apart) / NEAR
        return float(self.weight @ np.maximum(0, 1 - off**2) ** 2 / self.weight.sum())


@dataclass(frozen=True, slots=True, eq=False)
class Lean:
    """How what is in a picture leans.

    Attributes:
        matrix: 3×3, from the pixels of the picture made upright to those of the frame (centres to centres); the frame's
            middle stays where it is, and as large.
        twofold: whether both pencils lean, which is hardly ever a picture's own doing.
        plain: whether they do, and so many edges are of either that what is made upright by them is so.
    """

    matrix: NDArray[np.float64]
    twofold: bool
    plain: bool


def lean(scene: Scene) -> Lean | None:
    """How what is in a scene leans; None where nothing plainly does."""
    glance = _edges(scene, *GLANCE)
    if any(len(one.weight) < FEWEST for one in glance) or not any(_leans(one) for one in glance):
        return None
    edges = _edges(scene, *CLOSER)
    if any(len(one.weight) < FEWEST for one in edges):
        return None
    meeting = tuple(_meeting(one) for one in edges)
    (slope, bend), (slant, tip) = meeting
    leaning = [abs(one) + abs(other) > LEAST for one, other in meeting]
    if abs(bend) + abs(tip) > STEEPEST or not any(leaning) or not _borne_out(edges, meeting, leaning):
        return None
    half = max(scene.frame.width, scene.frame.height) / 2
    middle = (scene.frame.width - 1) / 2, (scene.frame.height - 1) / 2
    to_frame = np.array([[half, 0.0, middle[0]], [0.0, half, middle[1]], [0.0, 0.0, 1.0]])
    pencils = np.array([[1.0, slant, 0.0], [slope, 1.0, 0.0], [bend, tip, 1.0]])
    twofold = all(leaning)
    plain = twofold and all(one.share(*point) >= PLAIN for one, point in zip(edges, meeting, strict=True))
    return Lean(to_frame @ pencils @ np.linalg.inv(to_frame), twofold, plain)


def _leans(edges: _Edges) -> bool:
    """Whether many more edges may meet elsewhere than where those along the side of the picture do."""
    slope, bend = _refined(edges, *POINTS[_scores(edges).argmax(), 1:].tolist())
    return abs(slope) + abs(bend) > LEAST and edges.share(slope, bend) > max(SHARE, GAIN * edges.share(0.0, 0.0))


def _borne_out(edges: Sequence[_Edges], meeting: Sequence[tuple[float, float]], leaning: Sequence[bool]) -> bool:
    """Whether many edges go where the pencils meet, and of a pencil that leans more than along the picture's side."""
    shares = [one.share(*point) for one, point in zip(edges, meeting, strict=True)]
    least = [GAIN * one.share(0.0, 0.0) if leans else 0.0 for one, leans in zip(edges, leaning, strict=True)]
    many = all(share >= max(FAINTEST, few) for share, few in zip(shares, least, strict=True))
    return many and sum(shares) >= 2 * SHARE


def _edges(scene: Scene, longest: int, blur: float) -> tuple[_Edges, _Edges]:
    """The level and the upright edges; pixels from the middle of the picture in halves of its longer side."""
    gray = scene.gray(scene.level_for(longest))
    soft = cv2.GaussianBlur(gray, (0, 0), blur)
    right, down = cv2.Scharr(soft, cv2.CV_32F, 1, 0), cv2.Scharr(soft, cv2.CV_32F, 0, 1)
    strength = cv2.magnitude(right, down)
    rows, cols = np.nonzero(strength > STRONG)
    strength = strength[rows, cols]
    weight = np.minimum(strength, MOST).astype(np.float32)
    n, m = right[rows, cols] / strength, down[rows, cols] / strength
    height, width = gray.shape
    half = max(height, width) / 2
    x, y = (cols - (width - 1) / 2) / half, (rows - (height - 1) / 2) / half
    c = -(n * x + m * y).astype(np.float32)
    most = np.sin(np.radians(WIDEST))
    level, steep = np.abs(n) < most, np.abs(m) < most
    return _Edges(n[level], m[level], c[level], weight[level]), _Edges(m[steep], n[steep], c[steep], weight[steep])


def _scores(edges: _Edges) -> Floats:
    """How many edges, by their weight, go through each of ``POINTS``."""
    every = max(1, len(edges.weight) // TRIED)
    lines = np.stack([edges.along[::every], edges.across[::every], edges.apart[::every]])
    off = POINTS @ (lines / np.float32(ROUGH))
    np.multiply(off, off, out=off)
    np.minimum(off, np.float32(1), out=off)
    weight = edges.weight[::every]
    return np.asarray(weight.sum() - off @ weight, np.float32)


def _meeting(edges: _Edges) -> tuple[float, float]:
    """Slope and bend of the point (1, slope, bend) that most edges go through."""
    begun: list[NDArray[np.float32]] = []
    for place in np.argsort(-_scores(edges), kind="stable").tolist():
        if all(np.abs(POINTS[place] - other).max() > BESIDE for other in begun):
            begun.append(POINTS[place])
        if len(begun) == BEGUN:
            break
    found = [_refined(edges, *one[1:].tolist()) for one in begun]
    shares = [edges.share(*point) for point in found]
    near = (point for point, share in zip(found, shares, strict=True) if share >= EVEN * max(shares))
    return max(near, key=lambda point: edges.support(*point))


def _refined(edges: _Edges, slope: float, bend: float) -> tuple[float, float]:
    """A point, moved to where the edges meet that go by it."""
    n, m, c = edges.along, edges.across, edges.apart
    for near in NARROWER:
        weight = edges.weight * np.maximum(0, 1 - ((n + slope * m + bend * c) / near) ** 2) ** 2
        mm, mc, cc = (float(weight @ (one * other)) for one, other in ((m, m), (m, c), (c, c)))
        mn, cn = float(weight @ (m * n)), float(weight @ (c * n))
        if (det := mm * cc - mc * mc) <= 1e-9 * mm * cc:
            break
        slope, bend = (mc * cn - cc * mn) / det, (mc * mn - mm * cn) / det
    return slope, bend
