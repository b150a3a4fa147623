"""Locks drawn by us: an embossed metal plate with ringed dots, and plain replicas as hobby programs draw them.

Nothing here is copied from a game: only the facts (twelve dots in rows of 3/4/3/2, a green middle, six arrows) are
shared with it. Everything else is varied, so that a detector cannot learn one drawing.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.wheels.template import GREENS, WHEELS, lattice

if TYPE_CHECKING:
    from collections.abc import Sequence

Floats = NDArray[np.float64]
Bytes = NDArray[np.uint8]
Colour = tuple[float, float, float]

UNIT = 120.0
"""Pitch of a drawn lock before it is put into a scene."""
FINE = 4


@dataclass(frozen=True, slots=True, eq=False)
class Lock:
    """A drawn lock, large, before it is put into a scene.

    Attributes:
        pixels: H×W×3 uint8, BGR.
        cover: H×W uint8, 255 where the lock hides what is behind it.
        centers: 12×2, the dots' centres in these pixels.
        pitch: distance of neighbours in a row.
        states: the dots, 1 = green.
    """

    pixels: Bytes
    cover: Bytes
    centers: Floats
    pitch: float
    states: tuple[int, ...]


def board(rng: np.random.Generator, greens: int = GREENS) -> tuple[int, ...]:
    """Twelve dots, ``greens`` of them green (1), anywhere."""
    states = np.zeros(12, int)
    states[rng.permutation(12)[:greens]] = 1
    return tuple(int(state) for state in states)


def colours(rng: np.random.Generator) -> tuple[Colour, Colour]:
    """A red and a green, BGR, from signal lamps to faded paint."""
    red = (rng.uniform(0, 75), rng.uniform(0, 80), rng.uniform(150, 255))
    green = (rng.uniform(0, 110), rng.uniform(120, 230), rng.uniform(0, 120))
    return red, green


def plate(rng: np.random.Generator, states: Sequence[int], *, turned: float = 0.0) -> Lock:
    """A metal plate with bolts, arrows, arcs, a green middle with a stud, and dots in black discs with pale rings.

    Args:
        rng: decides about all that varies.
        states: the twelve dots, 1 = green.
        turned: degrees by which the left wheel is caught in mid-turn.
    """
    width, height = int(7.6 * UNIT), int(7.4 * UNIT)
    step = UNIT * rng.uniform(0.84, 0.9)
    middle = np.array([width / 2, height * 0.585])
    centers = middle + (lattice() - (2.0, 1.5)) * (UNIT, step)
    pixels = _metal(rng, width, height)
    corners = np.array([(0.5, 0.04), (0.97, 0.93), (0.03, 0.93)]) * (width, height)
    cover = _rounded(corners, 0.07 * width, (height, width))
    rim = cv2.subtract(cover, cv2.erode(cover, np.ones((9, 9), np.uint8)))
    pixels[rim > 0] //= 4
    for corner in corners * 0.86 + np.array([width / 2, height * 0.63]) * 0.14:
        _disc(pixels, corner, 0.13 * UNIT, (30, 30, 30))
        _disc(pixels, corner - 3, 0.08 * UNIT, tuple(rng.uniform(70, 140, 3)))
    _middle(rng, pixels, centers)
    ink = tuple(rng.uniform(10, 50, 3))
    for wheel in WHEELS:
        hub = centers[list(wheel)].mean(axis=0)
        axes = (round(FINE * UNIT), round(FINE * step / (3**0.5 / 2)))
        start, thick = float(rng.uniform(0, 360)), round(rng.uniform(2, 6))
        cv2.ellipse(
            pixels, _fine(hub), axes, 0, start, start + rng.uniform(200, 360), ink, thick, cv2.LINE_AA, 2
        )  # fmt: skip
    _arrows(rng, pixels, centers)
    places = centers.copy()
    if turned:
        hub = centers[list(WHEELS[0])].mean(axis=0)
        angle = np.deg2rad(turned)
        turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
        places[list(WHEELS[0])] = hub + (places[list(WHEELS[0])] - hub) @ turn.T
    red, green = colours(rng)
    dot = rng.uniform(0.15, 0.2) * UNIT
    black, ring = dot * rng.uniform(1.25, 1.5), dot * rng.uniform(1.65, 1.95)
    cream = tuple(rng.uniform(150, 235, 3) * 0.3 + np.array([0.5, 0.65, 0.7]) * rng.uniform(180, 240))
    for place, state in zip(places, states, strict=True):
        _disc(pixels, place, ring * 1.12, (25, 25, 25))
        _disc(pixels, place, ring, cream)
        _disc(pixels, place, black, (8, 8, 8))
        _disc(pixels, place, dot, green if state else red)
        if rng.random() < 0.5:  # a glint
            _disc(pixels, place - dot * 0.4, dot * 0.25, tuple(np.array(green if state else red) * 0.6 + 100))
    return Lock(pixels, cover, centers, UNIT, tuple(states))


def replica(
    rng: np.random.Generator, states: Sequence[int], palette: tuple[Colour, Colour] | None = None
) -> Lock:  # fmt: skip
    """Plain circles joined by lines or arcs on a plain or shaded background, with numbers or arrows beside them."""
    width, height = int(6.4 * UNIT), int(5.8 * UNIT)
    step = UNIT * float(rng.choice([1.0, 3**0.5 / 2, rng.uniform(0.8, 1.05)]))
    centers = np.array([width, height]) / 2 + (lattice() - (2.0, 1.5)) * (UNIT, step)
    back = float(rng.choice([255, 0, rng.uniform(0, 255)])) + rng.normal(0, rng.choice([0, 25]), 3)
    shade = np.linspace(-30, 30, height)[:, None, None] * float(rng.choice([0.0, 0.0, rng.uniform(-1, 1)]))
    pixels = np.clip(np.zeros((height, width, 3)) + back + shade, 0, 255).astype(np.uint8)
    dark = pixels.mean() < 110
    ink: Colour = (235, 235, 235) if dark else (0, 0, 0)
    thick = int(rng.integers(2, 9))
    if rng.random() < 0.5:
        for wheel in WHEELS:
            loop = centers[list(wheel)]
            for a, b in zip(loop, np.roll(loop, -1, axis=0), strict=True):
                cv2.line(pixels, _fine(a), _fine(b), ink, thick, cv2.LINE_AA, 2)
    elif rng.random() < 0.7:
        for wheel in WHEELS:
            hub = centers[list(wheel)].mean(axis=0)
            axes = (round(FINE * UNIT), round(FINE * step / (3**0.5 / 2)))
            cv2.ellipse(pixels, _fine(hub), axes, 0, 0, 360, ink, thick, cv2.LINE_AA, 2)
    if rng.random() < 0.5:
        _arrows(rng, pixels, centers)
    else:
        for number, wheel in enumerate(WHEELS, 1):
            away = (centers[list(wheel)].mean(axis=0) - centers.mean(axis=0)) * 2.6 + centers.mean(axis=0)
            ink2 = tuple(rng.uniform(0, 255, 3))
            at = (int(away[0] - 0.2 * UNIT), int(away[1] + 0.2 * UNIT))
            cv2.putText(pixels, str(number), at, cv2.FONT_HERSHEY_COMPLEX, 2.2, ink2, 4, cv2.LINE_AA)
    if rng.random() < 0.3:
        _middle(rng, pixels, centers)
    red, green = palette or colours(rng)
    dot = rng.uniform(0.14, 0.4) * UNIT
    border = float(rng.choice([0.0, rng.uniform(2, 10)]))
    for place, state in zip(centers, states, strict=True):
        if border:
            _disc(pixels, place, dot + border, ink)
        _disc(pixels, place, dot, green if state else red)
    cover = np.full((height, width), 255, np.uint8)
    return Lock(pixels, cover, centers, UNIT, tuple(states))


def _metal(rng: np.random.Generator, width: int, height: int) -> Bytes:
    """Pale embossed metal: a tone, and the slopes of a soft relief lit from one side."""
    relief = np.zeros((height, width), np.float32)
    for cells in (6, 14, 34):
        noise = rng.normal(0, 1, (cells, cells)).astype(np.float32)
        relief += cv2.resize(noise, (width, height), interpolation=cv2.INTER_CUBIC) / cells**0.5
    light = cv2.Sobel(cv2.GaussianBlur(relief, (0, 0), 3), cv2.CV_32F, 1, 1, ksize=5)
    light *= rng.uniform(10, 45) / max(float(light.std()), 1e-6)
    tone = rng.uniform(95, 215) * np.array([rng.uniform(0.75, 1.0), rng.uniform(0.92, 1.0), rng.uniform(0.88, 1.05)])
    pixels = tone.astype(np.float32)[None, None] + light[..., None]
    rust = cv2.resize(rng.normal(0, 1, (9, 9)).astype(np.float32), (width, height), interpolation=cv2.INTER_CUBIC) > 0.9
    pixels[rust] *= np.array([0.45, 0.55, 0.75], np.float32) * rng.uniform(0.7, 1.2)
    return np.asarray(np.clip(pixels, 0, 255), np.uint8)


def _middle(rng: np.random.Generator, pixels: Bytes, centers: Floats) -> None:
    """The green tint of the middle triangle, its spokes and the bright green stud: traps, not dots."""
    corners = centers[[1, 7, 9]]
    hub = corners.mean(axis=0)
    mask = np.zeros(pixels.shape[:2], np.uint8)
    cv2.fillPoly(mask, [np.rint(corners * FINE).astype(np.int32)], 255, cv2.LINE_AA, 2)
    tint = np.array([rng.uniform(90, 150), rng.uniform(150, 200), rng.uniform(80, 150)], np.float32)
    share = (mask[..., None].astype(np.float32) / 255) * float(rng.uniform(0.3, 0.8))
    pixels[:] = np.rint(pixels + (tint - pixels) * share).astype(np.uint8)
    for corner in np.concatenate([corners, (corners + np.roll(corners, 1, axis=0)) / 2]):
        cv2.line(pixels, _fine(hub), _fine(corner), (40, 60, 40), 3, cv2.LINE_AA, 2)
    _disc(pixels, hub, 0.14 * UNIT, (20, 40, 20))
    _disc(pixels, hub, 0.09 * UNIT, (rng.uniform(40, 110), rng.uniform(150, 230), rng.uniform(40, 120)))


def _arrows(rng: np.random.Generator, pixels: Bytes, centers: Floats) -> None:
    """Six curved arrows around the outer corners of the wheels."""
    pale = float(rng.uniform(200, 255))
    ink: Colour = (pale, pale, pale) if pixels.mean() < 215 else (90.0, 90.0, 90.0)
    across = UNIT
    for wheel, angles in zip(WHEELS, ((150, 240), (300, 30), (60, 120)), strict=True):
        hub = centers[list(wheel)].mean(axis=0)
        for angle in angles:
            radius = across * 1.45
            axes = (round(FINE * radius), round(FINE * radius))
            cv2.ellipse(pixels, _fine(hub), axes, 0, angle - 11, angle + 11, ink, 9, cv2.LINE_AA, 2)
            tip = np.deg2rad(angle + 11 * (1 if rng.random() < 0.5 else -1))
            at = hub + radius * np.array([np.cos(tip), np.sin(tip)])
            head = at + 0.12 * across * np.array([[np.cos(a), np.sin(a)] for a in tip + np.array([1.6, 3.7, 5.6])])
            cv2.fillPoly(pixels, [np.rint(head * FINE).astype(np.int32)], ink, cv2.LINE_AA, 2)


def _rounded(corners: Floats, radius: float, shape: tuple[int, int]) -> Bytes:
    """A polygon with round corners as a mask."""
    mask = np.zeros(shape, np.uint8)
    inner = corners + (corners.mean(axis=0) - corners) * 0.06
    cv2.fillPoly(mask, [np.rint(inner).astype(np.int32)], 255)
    for a, b in zip(inner, np.roll(inner, 1, axis=0), strict=True):
        cv2.line(mask, (round(a[0]), round(a[1])), (round(b[0]), round(b[1])), 255, round(2 * radius))
    return mask


def _fine(point: Floats) -> tuple[int, int]:
    """A point in quarter pixels, as OpenCV's drawing wants it with ``shift=2``."""
    return round(FINE * float(point[0])), round(FINE * float(point[1]))


def _disc(pixels: Bytes, centre: Floats, radius: float, colour: tuple[float, ...]) -> None:
    cv2.circle(pixels, _fine(centre), max(1, round(FINE * radius)), colour, -1, cv2.LINE_AA, 2)
