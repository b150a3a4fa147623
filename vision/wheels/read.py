"""Stage 3, read: how red or green each dot is, against its own surroundings and against the other dots.

Everything is sampled through the fitted map, never at a better-looking place nearby: under a colour cast the black
disc around a dot can look more like a dot than the dot. Two measures are kept, red minus green as it is and relative
to the brightness: a cast that adds colour spoils the one, a cast that scales a channel the other.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.grid.away import away
from vision.homography import project
from vision.wheels.template import INSIDE_GAPS, lattice, outside

Floats = NDArray[np.float64]
Bytes = NDArray[np.uint8]

CORE = 0.085
"""Radius of the sampled core in pitches: half of the smallest dot's radius seen."""
RINGS = 0.2, 0.28
"""The same for dots that are narrow rings and wide ones, whose middles are of another colour."""
NEAR = (0.24, 0.28)
AROUND = (0.46, 0.50, 0.54)
"""Radii of the surroundings in pitches: the disc a small dot lies in, and half way to the neighbours of a fat one."""
WHOLE = 0.3
"""Pitches between a dot's middle and the edge of a picture that does not cut it: of locks that were cut, 0.09."""
LIKE = 0.3
"""A place looks like a dot if its colour is this near to one of the clusters, in distances between the clusters."""
ANY_COLOUR = 0.5
"""What a distance in colour counts as presence: it says less than the dot's own red or green."""
PRESENT = 0.5
"""Presence of a dot that has an outline."""
EVEN = 0.25
"""A place looks like a dot if its core is as even as one: its colours differ by less than this from their mean, in
distances between the clusters. Half of a white line and half of the black under it may have a dot's mean colour."""
STANDS_OUT = 0.15
"""Beyond the lock it must also differ this much from what is around it, in spans: rust may be as red as a dot."""


@dataclass(frozen=True, slots=True, eq=False)
class Colours:
    """The colours sampled through a map.

    Attributes:
        dots: 12×3, BGR of each dot's core, 0..255: its mean, or of a wide one the median.
        near: 12×3, median BGR close around each dot.
        around: 12×3, median BGR half way to its neighbours.
        gaps, gaps_near, gaps_around: M×3, the same for the places that hold no dot (``template.outside``).
        dots_spread, gaps_spread: 12 and M, root mean square distance of a core's colours from their mean.
        inside: 12, whether the dot lies in the picture.
        gaps_inside: M, whether the place lies in the picture.
        core: radius of the cores in pitches.
        whole: whether the picture ends beside none of the dots, so near that it may cut it.
    """

    dots: Floats
    near: Floats
    around: Floats
    gaps: Floats
    gaps_near: Floats
    gaps_around: Floats
    dots_spread: Floats
    gaps_spread: Floats
    inside: NDArray[np.bool_]
    gaps_inside: NDArray[np.bool_]
    core: float = CORE
    whole: bool = True


@dataclass(frozen=True, slots=True, eq=False)
class Split:
    """The twelve dots split into a red and a green cluster by one measure.

    Attributes:
        value: 12, the measure (high is red).
        red, green: the clusters' medians.
        side: 12, place between the clusters: -1 at the green median, +1 at the red one.
        presence: 12, how far the dot stands out of its surroundings, towards its own colour or in any, in spans.
        inward: 12, how much more of its cluster's colour the dot has than what is close around it, in spans.
        stray: 12, how far the dot's whole colour is from its cluster's, in distances between the clusters.
        between: share of the places between dots that have a dot's colour, as in a finer grid.
        beyond: number of the lattice places around the lock that look like dots, as in a larger board.
    """

    value: Floats
    red: float
    green: float
    side: Floats
    presence: Floats
    inward: Floats
    stray: Floats
    between: float
    beyond: int

    @property
    def span(self) -> float:
        """Distance between the clusters' medians."""
        return self.red - self.green

    @property
    def quality(self) -> float:
        """For choosing the better measure: worst presence and worst separation of a dot, capped."""
        return float(
            np.sort(self.presence)[1] + np.sort(np.abs(self.side))[1] - 0.5 * self.between - 0.05 * self.beyond
        )


def sample(pixels: Bytes, matrix: Floats, core: float = CORE) -> Colours:
    """Sample a picture (H×W×3 uint8 BGR) at the template's places; ``matrix``: lattice → its pixels, 3×3.

    ``core`` is the radius in pitches of what is taken for a dot's own colour.
    """
    dots, gaps = lattice(), outside()
    places = np.vstack([dots, gaps])
    middle = project(matrix, np.array([[1.5, 1.5], [2.5, 1.5], [2.0, 1.0], [2.0, 2.0]]))
    pitch = float(np.hypot(*(middle[1] - middle[0])))
    centres = project(matrix, places)
    # Circles of the picture, not of the plane: dots are round whatever the rows' spacing is.
    offsets, cores_end, close_end = _offsets(core)
    where = (centres[:, None] + pitch * offsets[None]).astype(np.float32)
    got = cv2.remap(
        pixels,
        np.ascontiguousarray(where[..., 0]),
        np.ascontiguousarray(where[..., 1]),
        cv2.INTER_LINEAR,
        borderMode=cv2.BORDER_REPLICATE,
    ).astype(np.float64)
    # Half of a ring may be its middle, half of a wide core a number on the dot: most of it is neither.
    cores = got[:, :cores_end].mean(axis=1) if core == CORE else _median(got[:, :cores_end], 1)
    spread = np.sqrt(((got[:, :cores_end] - cores[:, None]) ** 2).sum(axis=2).mean(axis=1))
    n = len(dots)
    close = _median(got[:, cores_end:close_end], 1)
    far = _median(got[:, close_end:], 1)
    height, width = pixels.shape[:2]
    inside = (centres[:, 0] >= 0) & (centres[:, 1] >= 0) & (centres[:, 0] <= width - 1) & (centres[:, 1] <= height - 1)
    edges = np.concatenate([centres[:n], np.array([width - 1, height - 1]) - centres[:n]])
    return Colours(
        cores[:n], close[:n], far[:n],
        cores[n:], close[n:], far[n:],
        spread[:n], spread[n:], inside[:n], inside[n:], core, bool(edges.min() >= WHOLE * pitch),
    )  # fmt: skip


@cache
def places(core: float = CORE) -> Floats:
    """About where a lock's colours are sampled, M×2 in lattice coordinates; not to be written to."""
    return np.asarray((np.vstack([lattice(), outside()])[:, None] + _offsets(core)[0]).reshape(-1, 2))


def of_dots(seen: Bytes, core: float = CORE) -> Bytes:
    """What of the pixels seen at ``places`` (M×3) is of the dots themselves, 12×N."""
    offsets, ends, _ = _offsets(core)
    dots = len(lattice())
    return seen[: dots * len(offsets)].reshape(dots, -1)[:, : 3 * ends]


def splits(colours: Colours) -> tuple[Split, Split]:
    """The dots split by red minus green relative to brightness, and by red minus green as it is."""
    return _split(colours, relative=True), _split(colours, relative=False)


def present(both: tuple[Split, Split]) -> tuple[Split, Split]:
    """The same splits of dots that have an outline each: they are there, and nothing is between them."""
    first, second = (replace(split, presence=np.maximum(split.presence, PRESENT), between=0.0) for split in both)
    return first, second


def clusters(colours: Colours, split: Split) -> tuple[Floats, Floats]:
    """Mean colour of the red cluster and of the green one, BGR."""
    red = split.side > 0
    return np.asarray(colours.dots[red].mean(axis=0)), np.asarray(colours.dots[~red].mean(axis=0))


def measure(bgr: Floats, *, relative: bool) -> Floats:
    """Red minus green of N×3 BGR, as a share of the brightness where ``relative``, else of full scale."""
    difference = bgr[:, 2] - bgr[:, 1]
    return np.asarray(difference / (bgr.sum(axis=1) + 30.0) if relative else difference / 255.0)


def _split(colours: Colours, *, relative: bool) -> Split:
    value = measure(colours.dots, relative=relative)
    order = np.sort(value)
    # A lock has six of each; three to nine leaves room for covered dots, and for saying that a count is wrong.
    cut = 3 + int(np.argmax(np.diff(order)[2:9]))
    green, red = float(_median(order[:cut], 0)), float(_median(order[cut:], 0))
    span = max(red - green, 1e-9)
    side = (value - (red + green) / 2) / (span / 2)
    # Out of what surrounds it closely or, where that is still the dot itself, out of what lies between the dots.
    inward, outward = (
        np.sign(side) * (value - measure(ring, relative=relative)) / span for ring in (colours.near, colours.around)
    )
    presence = np.maximum(inward, outward)
    ranked = colours.dots[np.argsort(side)]
    reds = int(np.clip((side > 0).sum(), 1, len(ranked) - 1))
    middles = np.array([_median(ranked[:-reds], 0), _median(ranked[-reds:], 0)])
    apart = max(float(away(middles[0], middles[1])), 1e-9)
    stray = away(colours.dots, middles[(side > 0).astype(np.intp)]) / apart
    # Green dots on a ground as green stand out by their brightness or their blue.
    for ring in (colours.near, colours.around):
        presence = np.maximum(presence, ANY_COLOUR * away(colours.dots, ring) / apart)
    strange = measure(colours.gaps, relative=relative)
    stands_out = np.maximum(
        *(
            np.abs(strange - measure(ring, relative=relative)) / span
            for ring in (colours.gaps_near, colours.gaps_around)
        )
    )
    like = _like_dots(colours, middles, apart) & colours.gaps_inside
    between, beyond = like[:INSIDE_GAPS].mean(), (like & (stands_out > STANDS_OUT))[INSIDE_GAPS:].sum()
    return Split(value, red, green, side, presence, inward, stray, float(between), int(beyond))


def _like_dots(colours: Colours, middles: Floats, apart: float) -> NDArray[np.bool_]:
    """Which of the empty places have the colour of the red or green dots rather than that of the background."""
    to_dots = away(colours.gaps[:, None], middles[None]).min(axis=1)
    to_background = away(colours.gaps, _median(colours.around, 0))
    even = colours.gaps_spread <= max(EVEN * apart, 2.0 * float(_median(colours.dots_spread, 0)))
    return np.asarray((to_dots < LIKE * apart) & (to_dots < 0.6 * to_background) & even)


def _median(values: Floats, axis: int) -> Floats:
    """What ``numpy.median`` gives, in a third of its time on so few numbers."""
    ordered, count = np.sort(values, axis=axis), values.shape[axis]
    return np.asarray((ordered.take((count - 1) // 2, axis=axis) + ordered.take(count // 2, axis=axis)) / 2)


@cache
def _offsets(radius: float) -> tuple[Floats, int, int]:
    """What is sampled around a dot, in pitches, N×2: its core of some radius, what is near and what is around.

    Not to be written to. After it, where the first two end.
    """
    core = np.concatenate([np.zeros((1, 2)), _circle(radius / 2, 6), _circle(radius, 10)])
    near = np.concatenate([_circle(reach, 8) for reach in NEAR])
    around = np.concatenate([_circle(reach, 8) for reach in AROUND])
    return np.concatenate([core, near, around]), len(core), len(core) + len(near)


def _circle(radius: float, count: int) -> Floats:
    angles = np.arange(count) * (2 * np.pi / count)
    return radius * np.column_stack([np.cos(angles), np.sin(angles)])
