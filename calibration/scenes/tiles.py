"""Opaque tiles of many makes: what covers the cells of a memento board, and buttons that look alike."""

from __future__ import annotations

from typing import TYPE_CHECKING

import cv2
import numpy as np

from calibration.scenes.paintings import colour, fractal

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Picture = NDArray[np.uint8]

STYLES = ("plain", "bevel", "texture", "logo", "rounded", "border", "gradient", "paper", "wood", "stripes", "own-noise")


def tile(
    rng: np.random.Generator, height: int, width: int, style: str, base: tuple[int, ...]
) -> tuple[Picture, NDArray[np.float32]]:
    """One tile's picture (H×W×3 uint8 BGR) and its opacity (H×W, 0..1)."""
    body = np.empty((height, width, 3), np.float32)
    body[:] = base
    side = min(height, width)
    opacity = np.ones((height, width), np.float32)
    y, x = np.mgrid[0:height, 0:width].astype(np.float32)
    if style == "bevel":
        edge = max(1, int(side * rng.uniform(0.03, 0.1)))
        amount = rng.uniform(20, 70)
        body[:edge] += amount
        body[:, :edge] += amount
        body[height - edge :] -= amount
        body[:, width - edge :] -= amount
    elif style in ("texture", "own-noise"):
        body += (fractal(rng, height, width, 0.9)[..., None] - 0.5) * rng.uniform(20, 70)
    elif style == "logo":
        _draw_logo(rng, body, side)
    elif style == "border":
        edge = max(1, int(side * rng.uniform(0.02, 0.08)))
        inset = int(side * rng.choice([0, 0.05]))
        ink = np.array(colour(rng), np.float32)
        inner = (slice(inset + edge, height - inset - edge), slice(inset + edge, width - inset - edge))
        kept = body[inner].copy()
        body[inset : height - inset, inset : width - inset] = ink
        body[inner] = kept
        if rng.random() < 0.5:
            body[: height // 2] += 8  # a shine over the upper half
    elif style == "gradient":
        angle = rng.uniform(0, 2 * np.pi)
        t = (x / width - 0.5) * np.cos(angle) + (y / height - 0.5) * np.sin(angle)
        body += t[..., None] * rng.uniform(30, 110)
    elif style == "paper":
        body += (fractal(rng, height, width, 0.7)[..., None] - 0.5) * 18
        for _ in range(3):
            a, b = (tuple(int(v) for v in rng.integers(0, [width, height])) for _ in range(2))
            cv2.line(body, a, b, [float(c) - 12 for c in base], 1, cv2.LINE_AA)
    elif style == "wood":
        rings = np.sin(y / max(2.0, side * rng.uniform(0.03, 0.08)) + 3 * fractal(rng, height, width)) * 14
        body += rings[..., None]
    elif style == "stripes":
        period = max(3.0, side * rng.uniform(0.08, 0.25))
        body += (np.sin((x + y) * 2 * np.pi / period) > 0)[..., None] * rng.uniform(12, 50)
    if style == "rounded" or (style in ("logo", "gradient") and rng.random() < 0.3):
        radius = side * rng.uniform(0.06, 0.22)
        dx = np.maximum(np.abs(x + 0.5 - width / 2) - (width / 2 - radius), 0)
        dy = np.maximum(np.abs(y + 0.5 - height / 2) - (height / 2 - radius), 0)
        opacity = np.clip(radius - np.hypot(dx, dy) + 0.5, 0, 1).astype(np.float32)
    return np.clip(body, 0, 255).astype(np.uint8), opacity


def _draw_logo(rng: np.random.Generator, body: NDArray[np.float32], side: int) -> None:
    """Some sign in the middle of a tile: a letter, a moon, a star, a ring."""
    height, width = body.shape[:2]
    centre = (width // 2, height // 2)
    ink = [float(v) for v in colour(rng)]
    size = side * rng.uniform(0.18, 0.36)
    kind = rng.integers(0, 4)
    thick = max(1, side // 16)
    if kind == 0:
        scale = size / 14
        letter = str(rng.choice(list("?MTJR#&8")))
        (w, h), _ = cv2.getTextSize(letter, cv2.FONT_HERSHEY_DUPLEX, scale, thick)
        where = (centre[0] - w // 2, centre[1] + h // 2)
        stamp = np.zeros((height, width), np.uint8)
        cv2.putText(stamp, letter, where, cv2.FONT_HERSHEY_DUPLEX, scale, 255, thick, cv2.LINE_AA)
        share = stamp[..., None] / np.float32(255)
        body[:] = body * (1 - share) + np.array(ink, np.float32) * share
    elif kind == 1:
        base = [float(v) for v in body[0, 0]]
        cv2.circle(body, centre, int(size), ink, -1, cv2.LINE_AA)
        cv2.circle(body, (centre[0] + int(size / 2), centre[1] - int(size / 4)), int(0.8 * size), base, -1, cv2.LINE_AA)
    elif kind == 2:
        turn = np.arange(10) * np.pi / 5 - np.pi / 2
        radii = np.where(np.arange(10) % 2 == 0, size, size * 0.45)
        points = np.stack([centre[0] + radii * np.cos(turn), centre[1] + radii * np.sin(turn)], 1)
        cv2.fillPoly(body, [points.astype(np.int32)], ink, cv2.LINE_AA)
    else:
        cv2.circle(body, centre, int(size), ink, thick, cv2.LINE_AA)


def lay(canvas: Picture, x: int, y: int, body: Picture, opacity: NDArray[np.float32]) -> None:
    """Lay a tile on a picture in place, its corner at (x, y); it must fit."""
    height, width = opacity.shape
    under = canvas[y : y + height, x : x + width].astype(np.float32)
    mixed = body * opacity[..., None] + under * (1 - opacity[..., None])
    canvas[y : y + height, x : x + width] = np.round(mixed).astype(np.uint8)
