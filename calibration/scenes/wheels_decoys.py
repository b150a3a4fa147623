"""Pictures of red and green spots that are no lock: what a wheels detector must refuse."""

from __future__ import annotations

from typing import TYPE_CHECKING

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.scenes.locks import colours

if TYPE_CHECKING:
    from collections.abc import Callable

Bytes = NDArray[np.uint8]
Spot = tuple[float, float, bool]
"""x and y in units of the spacing, and whether it is green."""

DECOYS = (
    "traffic lights", "chart", "fairy lights", "match-3", "hexagons", "status table", "lights out", "scatter",
    "triangle",
)  # fmt: skip


def decoy(rng: np.random.Generator, picture: Bytes, style: str, pitch: float) -> None:
    """Draw one of ``DECOYS`` into ``picture`` (H×W×3 uint8 BGR) in place, spots about ``pitch`` pixels apart."""
    height, width = picture.shape[:2]
    across, down = max(2, int(0.9 * width / pitch)), max(2, int(0.9 * height / pitch))
    drawers: dict[str, Callable[[], list[Spot]]] = {
        "traffic lights": lambda: _traffic(rng, across, down),
        "fairy lights": lambda: _fairy(rng, across, down),
        "match-3": lambda: _grid(rng, min(across, int(rng.integers(5, 12))), min(down, int(rng.integers(5, 12))), 0.0),
        "hexagons": lambda: _grid(rng, min(across, int(rng.integers(5, 12))), min(down, int(rng.integers(5, 12))), 0.5),
        "scatter": lambda: _scatter(rng, across, down),
        "triangle": lambda: _triangle(rng),
    }
    corner = rng.uniform(0, 0.15, 2) * (width, height) + pitch
    red, green = colours(rng)
    if style in drawers:
        back = tuple(rng.uniform(0, 255, 3))
        if rng.random() < 0.6:
            cv2.rectangle(picture, (0, 0), (width, height), back, -1)
        radius = pitch * rng.uniform(0.14, 0.4)
        ringed = rng.random() < 0.4
        for x, y, is_green in drawers[style]():
            at = (int(corner[0] + x * pitch), int(corner[1] + y * pitch))
            if ringed:
                cv2.circle(picture, at, round(radius * 1.5), (0, 0, 0), -1, cv2.LINE_AA)
            cv2.circle(picture, at, max(1, round(radius)), green if is_green else red, -1, cv2.LINE_AA)
    elif style == "lights out":
        _squares(rng, picture, pitch, (red, green))
    elif style == "status table":
        _table(rng, picture, pitch, (red, green))
    else:
        _bars(rng, picture, pitch, (red, green))


def _traffic(rng: np.random.Generator, across: int, down: int) -> list[Spot]:
    return [
        (x, y + part, part == 1)
        for x, y in zip(rng.uniform(0, across, 8), rng.uniform(0, down, 8), strict=True)
        for part in (0, 1)
    ]


def _fairy(rng: np.random.Generator, across: int, down: int) -> list[Spot]:
    spots: list[Spot] = []
    for line in range(int(rng.integers(2, 6))):
        for x in np.arange(0, across, rng.uniform(0.7, 1.3)):
            sag = np.sin(x * rng.uniform(0.45, 0.55)) + line * down / 5
            spots.append((float(x), float(sag + rng.normal(0, 0.1)), bool(rng.random() < 0.5)))
    return spots


def _grid(rng: np.random.Generator, across: int, down: int, shift: float) -> list[Spot]:
    step = 3**0.5 / 2 if shift else 1.0
    keep = rng.uniform(0.85, 1.0)
    return [
        (x + shift * (y % 2), y * step, bool(rng.random() < 0.5))
        for y in range(down)
        for x in range(across)
        if rng.random() < keep
    ]


def _scatter(rng: np.random.Generator, across: int, down: int) -> list[Spot]:
    count = int(rng.integers(30, 200))
    places = rng.uniform((0, 0), (across, down), (count, 2))
    return [(float(x), float(y), bool(rng.random() < 0.5)) for x, y in places]


def _triangle(rng: np.random.Generator) -> list[Spot]:
    """Ten or fifteen pegs in a triangle, or a ring of dots: lattice pieces of another shape."""
    rows = int(rng.choice([4, 5]))
    up = rng.random() < 0.5
    return [
        (col + (rows - row) / 2, (row if up else rows - row) * 3**0.5 / 2, bool(rng.random() < 0.5))
        for row in range(rows)
        for col in range(row + 1)
    ]


def _squares(rng: np.random.Generator, picture: Bytes, pitch: float, inks: tuple[object, object]) -> None:
    """A Lights Out board in red and green."""
    side = pitch * float(rng.choice([0.5, 1.0]))
    gap = side * float(rng.choice([0.0, 0.08, 0.3]))
    for row in range(int(rng.integers(4, 10))):
        for col in range(int(rng.integers(7, 10))):
            a = (int(20 + col * side + gap / 2), int(20 + row * side + gap / 2))
            b = (int(20 + (col + 1) * side - gap / 2), int(20 + (row + 1) * side - gap / 2))
            cv2.rectangle(picture, a, b, inks[int(rng.integers(2))], -1)


def _table(rng: np.random.Generator, picture: Bytes, pitch: float, inks: tuple[object, object]) -> None:
    """Rows of text, each with red and green status lamps."""
    picture[:] = 250 if rng.random() < 0.6 else 32
    columns = sorted(rng.uniform(2, 12, int(rng.integers(1, 6))))
    for row in range(int(picture.shape[0] / pitch)):
        y = int((row + 0.5) * pitch)
        cv2.putText(picture, f"host-{row:02d}", (10, y), cv2.FONT_HERSHEY_SIMPLEX, pitch / 60, (128, 128, 128), 1)
        for x in columns:
            cv2.circle(picture, (int(x * pitch), y), round(pitch * 0.2), inks[int(rng.integers(2))], -1, cv2.LINE_AA)


def _bars(rng: np.random.Generator, picture: Bytes, pitch: float, inks: tuple[object, object]) -> None:
    """A candle chart."""
    level = picture.shape[0] / 2
    picture[:] = 20
    for x in np.arange(10, picture.shape[1] - 10, pitch / 2):
        move = float(rng.normal(0, pitch))
        a, b = (int(x), int(level)), (int(x + pitch / 4), int(level + move))
        cv2.rectangle(picture, a, b, inks[int(move < 0)], -1)
        middle = int(x + pitch / 8)
        cv2.line(
            picture,
            (middle, int(min(a[1], b[1]) - pitch / 3)),
            (middle, int(max(a[1], b[1]) + pitch / 3)),
            inks[int(move < 0)],
        )
        level = float(np.clip(level + move, 0.1 * picture.shape[0], 0.9 * picture.shape[0]))
