"""Tones and colours: what displays, drivers, filters and night modes do. Every pixel by itself."""

from __future__ import annotations

from typing import TYPE_CHECKING

import cv2
import numpy as np
from PIL import Image

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from calibration.corruptions.subject import Subject


def gamma(subject: Subject, strength: int, rng: np.random.Generator) -> Subject:
    """Gamma from 0.9 and 1.12 down to 0.5 and up to 1.6."""
    exponent = (0.9, 0.8, 0.7, 0.6, 0.5)[strength - 1] if rng.random() < 0.5 else 1 + 0.12 * strength
    return _mapped(subject, 255 * (np.arange(256) / 255) ** exponent)


def hdr(subject: Subject, strength: int, rng: np.random.Generator) -> Subject:  # noqa: ARG001  # one signature for all
    """A washed-out HDR capture: blacks lifted, whites pulled down to 250..224, colours paled."""
    low, high = ((8, 250), (16, 245), (28, 240), (44, 232), (64, 224))[strength - 1]
    pale = _saturated(subject.pixels, (0.95, 0.88, 0.8, 0.7, 0.6)[strength - 1])
    return subject.painted(low + pale * (high - low) / 255)


def night(subject: Subject, strength: int, rng: np.random.Generator) -> Subject:  # noqa: ARG001
    """A night light: from about 5500 K down to 2700 K."""
    blue = (0.9, 0.78, 0.65, 0.5, 0.35)[strength - 1]
    green = (0.97, 0.92, 0.86, 0.78, 0.7)[strength - 1]
    return subject.painted(subject.pixels * np.array([blue, green, 1.0], np.float32))


def brightness(subject: Subject, strength: int, rng: np.random.Generator) -> Subject:
    """All channels 12 to 80 levels up or down."""
    return _mapped(subject, np.arange(256) + rng.choice([-1, 1]) * (12, 24, 40, 60, 80)[strength - 1])


def contrast(subject: Subject, strength: int, rng: np.random.Generator) -> Subject:
    """Contrast about middle grey from 0.85 down to 0.3, or from 1.1 up to 1.75."""
    weaker = (0.85, 0.7, 0.55, 0.4, 0.3)[strength - 1]
    factor = weaker if rng.random() < 0.5 else (1.1, 1.2, 1.35, 1.5, 1.75)[strength - 1]
    return _mapped(subject, 128 + factor * (np.arange(256) - 128.0))


def saturation(subject: Subject, strength: int, rng: np.random.Generator) -> Subject:
    """Saturation from 0.8 down to 0.12, or from 1.2 up to 3."""
    paler = (0.8, 0.6, 0.4, 0.25, 0.12)[strength - 1]
    factor = paler if rng.random() < 0.5 else (1.2, 1.5, 1.9, 2.4, 3.0)[strength - 1]
    return subject.painted(_saturated(subject.pixels, factor))


def dimming(subject: Subject, strength: int, rng: np.random.Generator) -> Subject:  # noqa: ARG001
    """Behind a black veil that lets 85 % to 28 % through."""
    return _mapped(subject, np.arange(256) * (0.85, 0.7, 0.55, 0.4, 0.28)[strength - 1])


def palette(subject: Subject, strength: int, rng: np.random.Generator) -> Subject:
    """A GIF's palette of 128 to 8 colours, dithered or not."""
    picture = Image.fromarray(subject.pixels[..., ::-1])
    dither = Image.Dither.FLOYDSTEINBERG if rng.random() < 0.5 else Image.Dither.NONE
    colours = picture.quantize((128, 64, 32, 16, 8)[strength - 1])
    if dither is Image.Dither.FLOYDSTEINBERG:
        colours = picture.quantize(palette=colours, dither=dither)
    return subject.painted(np.asarray(colours.convert("RGB"), np.uint8)[..., ::-1])


def _mapped(subject: Subject, curve: NDArray[np.floating]) -> Subject:
    table = np.clip(np.rint(curve), 0, 255).astype(np.uint8)
    return subject.painted(np.asarray(cv2.LUT(subject.pixels, table), np.uint8))


def _saturated(pixels: NDArray[np.uint8], factor: float) -> NDArray[np.float32]:
    gray = cv2.cvtColor(pixels, cv2.COLOR_BGR2GRAY).astype(np.float32)[..., None]
    return np.asarray(np.clip(gray + np.float32(factor) * (pixels - gray), 0, 255), np.float32)
