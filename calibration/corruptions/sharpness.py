"""Sharpness: what coding, scaling, lenses and sensors do."""

from __future__ import annotations

from typing import TYPE_CHECKING

import cv2
import numpy as np

if TYPE_CHECKING:
    from calibration.corruptions.subject import Subject

FILTERS = (cv2.INTER_NEAREST, cv2.INTER_LINEAR, cv2.INTER_AREA, cv2.INTER_CUBIC, cv2.INTER_LANCZOS4)
SMALLEST_CELL = 8.0
LONGEST = 4096


def jpeg(subject: Subject, strength: int, rng: np.random.Generator) -> Subject:  # noqa: ARG001  # one signature for all
    """JPEG of quality 90 down to 15."""
    quality = (90, 70, 50, 30, 15)[strength - 1]
    _, data = cv2.imencode(".jpg", subject.pixels, [cv2.IMWRITE_JPEG_QUALITY, quality])
    return subject.painted(np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR), np.uint8))


def blur(subject: Subject, strength: int, rng: np.random.Generator) -> Subject:  # noqa: ARG001
    """A Gaussian of 0.02 to 0.14 cells."""
    sigma = max(0.2, subject.cell * (0.02, 0.04, 0.07, 0.1, 0.14)[strength - 1])
    return subject.painted(np.asarray(cv2.GaussianBlur(subject.pixels, (0, 0), sigma), np.uint8))


def noise(subject: Subject, strength: int, rng: np.random.Generator) -> Subject:
    """Sensor noise of 2 to 25 levels."""
    sigma = (2, 5, 9, 15, 25)[strength - 1]
    grain = rng.standard_normal(subject.pixels.shape, np.float32)
    return subject.painted(subject.pixels + np.float32(sigma) * grain)


def rescaling(subject: Subject, strength: int, rng: np.random.Generator) -> Subject:
    """Reduced to 0.9..0.33 or enlarged to 1.1..3 by any filter; cells stay at least 8 pixels wide."""
    smaller = (0.9, 0.75, 0.6, 0.45, 0.33)[strength - 1]
    factor = smaller if rng.random() < 0.5 else (1.1, 1.37, 1.7, 2.3, 3.0)[strength - 1]
    height, width = subject.pixels.shape[:2]
    factor = min(max(factor, min(1.0, SMALLEST_CELL / subject.cell)), max(1.0, LONGEST / max(height, width)))
    size = (max(1, round(width * factor)), max(1, round(height * factor)))
    small = np.asarray(cv2.resize(subject.pixels, size, interpolation=FILTERS[rng.integers(len(FILTERS))]), np.uint8)
    x, y = size[0] / width, size[1] / height
    return subject.moved(small, np.array([[x, 0, x / 2 - 0.5], [0, y, y / 2 - 0.5], [0, 0, 1.0]]))


def chroma(subject: Subject, strength: int, rng: np.random.Generator) -> Subject:  # noqa: ARG001
    """Colour kept only for blocks of 2 pixels (4:2:0 video) up to a fifth of a cell."""
    block = max(2, round(subject.cell * (0.0, 0.05, 0.09, 0.14, 0.2)[strength - 1]))
    height, width = subject.pixels.shape[:2]
    planes = cv2.cvtColor(subject.pixels, cv2.COLOR_BGR2YCrCb)
    size = (max(1, width // block), max(1, height // block))
    few = cv2.resize(planes[..., 1:], size, interpolation=cv2.INTER_AREA)
    planes[..., 1:] = cv2.resize(few, (width, height), interpolation=cv2.INTER_LINEAR)
    return subject.painted(np.asarray(cv2.cvtColor(planes, cv2.COLOR_YCrCb2BGR), np.uint8))


def moire(subject: Subject, strength: int, rng: np.random.Generator) -> Subject:
    """A photo of a screen: coloured waves of 4 % to 30 %, half a cell to two cells long."""
    height, width = subject.pixels.shape[:2]
    y, x = np.mgrid[:height, :width].astype(np.float32)
    angle = rng.uniform(0, np.pi)
    length = subject.cell * rng.uniform(0.5, 2.0)
    along = (x * np.cos(angle) + y * np.sin(angle)) * np.float32(2 * np.pi / length)
    waves = np.stack(
        [np.sin(along + phase) for phase in rng.uniform(0, 2 * np.pi) + np.array([0.0, 0.9, 1.8])], axis=-1
    )
    amplitude = np.float32((0.04, 0.08, 0.13, 0.2, 0.3)[strength - 1])
    worn = subject.painted(subject.pixels * (1 - amplitude / 2 + amplitude / 2 * waves.astype(np.float32)))
    return worn.doubtful() if strength > 2 else worn
