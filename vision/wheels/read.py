"""Stage 3, read: how red or green each dot is, against its own surroundings and against the other dots.

Everything is sampled through the fitted map, never at a better-looking place nearby: under a colour cast the black
disc around a dot can look more like a dot than the dot. Two measures are kept, red minus green as it is and relative
to the brightness: a cast that adds colour spoils the one, a cast that scales a channel the other.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.wheels.template import INSIDE_GAPS, lattice, outside, project

Floats = NDArray[np.float64]
Bytes = NDArray[np.uint8]

CORE = 0.085
"""Radius of the sampled core in pitches: half of the smallest dot's radius seen."""
AROUND = (0.34, 0.42, 0.48)
"""Radii of the surroundings in pitches: beyond the dot, short of the neighbour."""


@dataclass(frozen=True, slots=True, eq=False)
class Colours:
    """The colours sampled through a map.

    Attributes:
        dots: 12×3, mean BGR of each dot's core, 0..255.
        around: 12×3, median BGR of each dot's surroundings.
        gaps: M×3, cores of the places that hold no dot (``template.outside``).
        gaps_around: M×3, their surroundings.
        inside: 12, whether the dot lies in the picture.
        gaps_inside: M, whether the place lies in the picture.
    """

    dots: Floats
    around: Floats
    gaps: Floats
    gaps_around: Floats
    inside: NDArray[np.bool_]
    gaps_inside: NDArray[np.bool_]


@dataclass(frozen=True, slots=True, eq=False)
class Split:
    """The twelve dots split into a red and a green cluster by one measure.

    Attributes:
        value: 12, the measure (high is red).
        red, green: the clusters' medians.
        gap: distance between the clusters' nearest members.
        side: 12, place between the clusters: -1 at the green median, +1 at the red one.
        presence: 12, how far the dot stands out of its surroundings towards its own colour, in spans.
        looks_like_dots: share of the places without a dot that look like one.
        between: the same for the places between dots alone.
    """

    value: Floats
    red: float
    green: float
    gap: float
    side: Floats
    presence: Floats
    looks_like_dots: float
    between: float

    @property
    def span(self) -> float:
        """Distance between the clusters' medians."""
        return self.red - self.green

    @property
    def quality(self) -> float:
        """For choosing the better measure: worst presence and worst separation of a dot, capped."""
        return float(np.sort(self.presence)[1] + np.sort(np.abs(self.side))[1] - self.looks_like_dots)


def sample(pixels: Bytes, matrix: Floats) -> Colours:
    """Sample a picture (H×W×3 uint8 BGR) at the template's places; ``matrix``: lattice → its pixels, 3×3."""
    dots, gaps = lattice(), outside()
    places = np.vstack([dots, gaps])
    middle = project(matrix, np.array([[1.5, 1.5], [2.5, 1.5], [2.0, 1.0], [2.0, 2.0]]))
    pitch = float(np.hypot(*(middle[1] - middle[0])))
    centres = project(matrix, places)
    # Circles of the picture, not of the plane: dots are round whatever the rows' spacing is.
    core = _disc(CORE * pitch)
    ring = np.concatenate([_circle(radius * pitch, 12) for radius in AROUND])
    offsets = np.concatenate([core, ring])
    where = (centres[:, None] + offsets[None]).astype(np.float32)
    got = cv2.remap(
        pixels,
        np.ascontiguousarray(where[..., 0]),
        np.ascontiguousarray(where[..., 1]),
        cv2.INTER_LINEAR,
        borderMode=cv2.BORDER_REPLICATE,
    ).astype(np.float64)
    cores = got[:, : len(core)].mean(axis=1)
    rings = np.median(got[:, len(core) :], axis=1)
    height, width = pixels.shape[:2]
    inside = (centres[:, 0] >= 0) & (centres[:, 1] >= 0) & (centres[:, 0] <= width - 1) & (centres[:, 1] <= height - 1)
    n = len(dots)
    return Colours(cores[:n], rings[:n], cores[n:], rings[n:], inside[:n], inside[n:])


def splits(colours: Colours) -> tuple[Split, Split]:
    """The dots split by red minus green relative to brightness, and by red minus green as it is."""
    return _split(colours, relative=True), _split(colours, relative=False)


def hue(colours: Colours, split: Split) -> Floats:
    """Mean colour of the red cluster less that of the green one, BGR: what sets the two colours apart."""
    red = split.side > 0
    return np.asarray(colours.dots[red].mean(axis=0) - colours.dots[~red].mean(axis=0))


def measure(bgr: Floats, *, relative: bool) -> Floats:
    """Red minus green of N×3 BGR, as a share of the brightness where ``relative``, else of full scale."""
    difference = bgr[:, 2] - bgr[:, 1]
    return np.asarray(difference / (bgr.sum(axis=1) + 30.0) if relative else difference / 255.0)


def _split(colours: Colours, *, relative: bool) -> Split:
    value = measure(colours.dots, relative=relative)
    order = np.sort(value)
    # A lock has six of each; three to nine leaves room for covered dots, and for saying that a count is wrong.
    steps = np.diff(order)[2:9]
    cut = 3 + int(np.argmax(steps))
    green, red = float(np.median(order[:cut])), float(np.median(order[cut:]))
    span = max(red - green, 1e-9)
    side = (value - (red + green) / 2) / (span / 2)
    presence = np.sign(side) * (value - measure(colours.around, relative=relative)) / span
    strange = np.abs(
        measure(colours.gaps, relative=relative) - measure(colours.gaps_around, relative=relative)
    ) / span  # fmt: skip
    like = (strange > 0.2) & colours.gaps_inside
    return Split(
        value,
        red,
        green,
        float(steps.max()),
        side,
        presence,
        float(like.mean()),
        float(like[:INSIDE_GAPS].mean()),
    )


def _disc(radius: float) -> Floats:
    """Offsets N×2 spread over a disc."""
    return np.concatenate([np.zeros((1, 2)), _circle(radius / 2, 6), _circle(radius, 10)])


def _circle(radius: float, count: int) -> Floats:
    angles = np.arange(count) * (2 * np.pi / count)
    return radius * np.column_stack([np.cos(angles), np.sin(angles)])
