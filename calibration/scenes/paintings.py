"""Procedural pictures of many characters: what lies under the tiles of a memento board, and backdrops of scenes."""

from __future__ import annotations

import colorsys
from typing import TYPE_CHECKING

import cv2
import numpy as np

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    Picture = NDArray[np.uint8]

WORDS = [
    "to",
    "the",
    "moon",
    "River",
    "John",
    "memory",
    "rabbit",
    "lighthouse",
    "anya",
    "olive",
    "piano",
    "star",
    "for",
    "you",
    "1",
    "2",
    "3",
    "score",
    "moves",
    "best",
]


def colour(rng: np.random.Generator, light: tuple[float, float] = (0.1, 0.95), full: float = 1.0) -> tuple[int, ...]:
    """A random BGR colour with HLS lightness within ``light`` and saturation up to ``full``."""
    red, green, blue = colorsys.hls_to_rgb(rng.random(), rng.uniform(*light), full * rng.random())
    return int(255 * blue), int(255 * green), int(255 * red)


def fractal(rng: np.random.Generator, height: int, width: int, decay: float = 0.55) -> NDArray[np.float32]:
    """Smooth noise in 0..1, height×width: octaves of random grids, each twice as fine and ``decay`` as strong."""
    total = np.zeros((height, width), np.float32)
    weight = 1.0
    for octave in range(1, 8):
        cells = 2**octave
        if cells > max(height, width):
            break
        grid = rng.random((cells + 1, cells + 1), dtype=np.float32)
        total += weight * cv2.resize(grid, (width, height), interpolation=cv2.INTER_CUBIC)
        weight *= decay
    low, high = float(total.min()), float(total.max())
    return np.asarray((total - low) / max(high - low, 1e-6), np.float32)


def ramp(values: NDArray[np.float32], colours: list[tuple[int, ...]]) -> Picture:
    """Map values 0..1 to colours on the broken line through ``colours``; H×W×3 uint8."""
    places = np.linspace(0, 1, len(colours))
    channels = [np.interp(values, places, [c[i] for c in colours]) for i in range(3)]
    return np.stack(channels, 2).astype(np.uint8)


def gradient(rng: np.random.Generator, height: int, width: int) -> Picture:
    """Two or three colours flowing in one direction, sometimes with a soft light."""
    y, x = np.mgrid[0:height, 0:width].astype(np.float32)
    angle = rng.uniform(0, 2 * np.pi)
    t = x / width * np.cos(angle) + y / height * np.sin(angle)
    if rng.random() < 0.5:
        t = t + rng.uniform(0.3, 1.5) * np.hypot(x / width - rng.random(), y / height - rng.random())
    t = (t - t.min()) / (np.ptp(t) + 1e-6)
    return ramp(t, [colour(rng) for _ in range(rng.integers(2, 5))])


def landscape(rng: np.random.Generator, height: int, width: int) -> Picture:
    """Sky, hills behind hills, perhaps a lighthouse."""
    sky = np.repeat(np.linspace(0, 1, height, dtype=np.float32)[:, None], width, 1)
    picture = ramp(sky, [colour(rng, (0.3, 0.9)), colour(rng, (0.4, 0.95))])
    if rng.random() < 0.6:
        clouds = fractal(rng, height, width)[..., None] ** 2 * rng.uniform(0.2, 0.9)
        picture = (picture * (1 - clouds) + 245 * clouds).astype(np.uint8)
    x = np.linspace(0, 1, width)
    base = rng.uniform(0.3, 0.5)
    for _ in range(rng.integers(2, 5)):
        waves = np.zeros(width)
        for _ in range(4):
            waves += np.sin(x * rng.uniform(3, 20) + rng.uniform(0, 6)) * rng.uniform(0.01, 0.06)
        skyline = ((base + waves) * height).astype(int)
        ground = np.arange(height)[:, None] > skyline[None]
        paint = np.array(colour(rng, (0.15, 0.6)), np.float32) * (0.7 + 0.5 * fractal(rng, height, width)[..., None])
        picture = np.where(ground[..., None], np.clip(paint, 0, 255), picture).astype(np.uint8)
        base += rng.uniform(0.08, 0.22)
    if rng.random() < 0.4:
        foot, half = int(rng.uniform(0.2, 0.8) * width), max(3, width // 25)
        top = int(0.2 * height)
        cv2.rectangle(picture, (foot - half, top), (foot + half, int(0.7 * height)), colour(rng, (0.7, 0.95)), -1)
    return picture


def shapes(rng: np.random.Generator, height: int, width: int) -> Picture:
    """Flat shapes on a ground: discs, boxes and folded paper."""
    picture = np.empty((height, width, 3), np.uint8)
    picture[:] = colour(rng)
    side = min(height, width)
    for _ in range(rng.integers(4, 25)):
        at = (int(rng.integers(0, width)), int(rng.integers(0, height)))
        size = int(rng.uniform(0.05, 0.35) * side)
        kind = rng.integers(0, 4)
        if kind == 0:
            cv2.circle(picture, at, size, colour(rng), -1, cv2.LINE_AA)
        elif kind == 1:
            end = (at[0] + size, at[1] + int(rng.uniform(0.5, 2) * size))
            cv2.rectangle(picture, at, end, colour(rng), -1)
        else:
            count = 3 if kind == 2 else 6
            spread = rng.uniform(-size, size, (count, 2)) + at
            cv2.fillPoly(picture, [spread.astype(np.int32)], colour(rng), cv2.LINE_AA)
    return picture


def page(rng: np.random.Generator, height: int, width: int) -> Picture:
    """A page of writing, a letter or a newspaper."""
    picture = np.empty((height, width, 3), np.uint8)
    dark = rng.random() < 0.25
    picture[:] = colour(rng, (0.05, 0.2) if dark else (0.75, 0.98), 0.5)
    ink = colour(rng, (0.7, 0.95) if dark else (0.02, 0.35), 0.6)
    scale = rng.uniform(0.35, 0.9) * height / 350
    step = max(8, int(30 * scale * rng.uniform(0.9, 1.4)))
    for y in range(step, height, step):
        line = " ".join(rng.choice(WORDS, 12))
        font = (cv2.FONT_HERSHEY_SIMPLEX, cv2.FONT_HERSHEY_SCRIPT_SIMPLEX)[int(rng.integers(0, 2))]
        cv2.putText(picture, line, (int(rng.integers(2, 12)), y), font, scale, ink, max(1, round(scale)), cv2.LINE_AA)
    return picture


def pixel_art(rng: np.random.Generator, height: int, width: int) -> Picture:
    """A small picture of few colours blown up by an integer, as old games have them."""
    factor = int(rng.integers(3, 9))
    small_height, small_width = -(-height // factor), -(-width // factor)
    maker = (landscape, shapes, texture)[int(rng.integers(0, 3))]
    small = maker(rng, small_height, small_width)
    levels = int(rng.integers(3, 8))
    small = (small // (256 // levels) * (255 // levels)).astype(np.uint8)
    big = cv2.resize(small, None, fx=factor, fy=factor, interpolation=cv2.INTER_NEAREST)
    return np.ascontiguousarray(big[:height, :width])


def texture(rng: np.random.Generator, height: int, width: int) -> Picture:
    """Fractal colours like a photo out of focus or of leaves and stone."""
    decay = rng.uniform(0.45, 0.85)
    picture = ramp(fractal(rng, height, width, decay), [colour(rng) for _ in range(rng.integers(3, 6))])
    light = 0.5 + 0.7 * fractal(rng, height, width, rng.uniform(0.4, 0.8))[..., None]
    return np.clip(picture * light, 0, 255).astype(np.uint8)


def night(rng: np.random.Generator, height: int, width: int) -> Picture:
    """A dark sky with stars, perhaps a moon and a dark hill."""
    sky = np.repeat(np.linspace(0, 1, height, dtype=np.float32)[:, None], width, 1)
    picture = ramp(sky, [colour(rng, (0.02, 0.1), 0.8), colour(rng, (0.05, 0.25), 0.8)])
    for _ in range(int(rng.integers(30, 200))):
        at = (int(rng.integers(0, width)), int(rng.integers(0, height)))
        cv2.circle(picture, at, int(rng.integers(0, 3)), (int(rng.integers(90, 256)),) * 3, -1, cv2.LINE_AA)
    if rng.random() < 0.7:
        at = (int(rng.uniform(0.1, 0.9) * width), int(rng.uniform(0.1, 0.5) * height))
        cv2.circle(picture, at, int(rng.uniform(0.05, 0.2) * height), (190, 235, 245), -1, cv2.LINE_AA)
    if rng.random() < 0.6:
        skyline = height * (0.75 + 0.08 * np.sin(np.linspace(0, rng.uniform(2, 9), width) + rng.uniform(0, 6)))
        picture[np.arange(height)[:, None] > skyline[None]] = colour(rng, (0.02, 0.12), 0.5)
    return picture


def near_flat(rng: np.random.Generator, height: int, width: int) -> Picture:
    """Almost nothing: faint clouds of one hue, and a small thing somewhere."""
    base = np.array(colour(rng, (0.15, 0.9)), np.float32)
    soft = (fractal(rng, height, width, 0.5)[..., None] - 0.5) * rng.uniform(15, 45)
    picture = np.clip(base + soft, 0, 255).astype(np.uint8)
    for _ in range(int(rng.integers(1, 6))):
        at = (int(rng.integers(0, width)), int(rng.integers(0, height)))
        axes = (int(rng.uniform(0.03, 0.2) * width), int(rng.uniform(0.03, 0.2) * height))
        cv2.ellipse(picture, at, axes, float(rng.uniform(0, 180)), 0, 360, colour(rng), -1, cv2.LINE_AA)
    return picture


def portrait(rng: np.random.Generator, height: int, width: int) -> Picture:
    """A figure before a soft ground."""
    picture = gradient(rng, height, width)
    x, y = int(rng.uniform(0.35, 0.65) * width), int(rng.uniform(0.3, 0.45) * height)
    r = int(0.16 * min(height, width) * rng.uniform(0.8, 1.6))
    cv2.ellipse(picture, (x, y + 3 * r), (2 * r, 2 * r), 0, 180, 360, colour(rng), -1, cv2.LINE_AA)
    cv2.rectangle(picture, (x - 2 * r, y + 3 * r), (x + 2 * r, height), colour(rng), -1)
    cv2.ellipse(picture, (x, y), (r, int(1.25 * r)), 0, 0, 360, colour(rng, (0.6, 0.85)), -1, cv2.LINE_AA)
    cv2.ellipse(picture, (x, y - r // 2), (int(1.1 * r), r), 0, 180, 360, colour(rng, (0.05, 0.5)), -1, cv2.LINE_AA)
    for side in (-1, 1):
        cv2.circle(picture, (x + side * r // 3, y), max(1, r // 8), (20, 20, 20), -1, cv2.LINE_AA)
    return picture


PAINTINGS: dict[str, Callable[[np.random.Generator, int, int], Picture]] = {
    "gradient": gradient,
    "landscape": landscape,
    "shapes": shapes,
    "page": page,
    "pixel-art": pixel_art,
    "texture": texture,
    "night": night,
    "near-flat": near_flat,
    "portrait": portrait,
}


def paint(rng: np.random.Generator, height: int, width: int, name: str | None = None) -> tuple[str, Picture]:
    """A random painting (or the one named) and its name; H×W×3 uint8 BGR."""
    chosen = name or str(rng.choice(sorted(PAINTINGS)))
    return chosen, PAINTINGS[chosen](rng, height, width)
