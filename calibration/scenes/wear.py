"""What a game scene is made of and what a screenshot goes through: stone, HUD, weapon, optics, colour, JPEG."""

from __future__ import annotations

from typing import TYPE_CHECKING

import cv2
import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

WORDS = (
    "x 12",
    "HIVE",
    "45 m",
    "Objective 1/4",
    "[E] interact",
    "PATHFINDER",
    "3.14",
    "Fireteam",
    "120",
    "LEVEL 7",
    "ok",
)


def stone(rng: np.random.Generator, width: int, height: int, mean: float, rough: float) -> NDArray[np.float32]:
    """Noise of several octaves around ``mean`` with standard deviation of about ``rough``; height×width×3 float32."""
    total = np.zeros((height, width), np.float32)
    weight = 0.0
    for octave in range(6):
        cells = 3 * 2**octave
        if cells > max(width, height):
            break
        noise = rng.normal(0, 1, (cells * height // max(width, height) + 1, cells * width // max(width, height) + 1))
        total += cv2.resize(noise.astype(np.float32), (width, height), interpolation=cv2.INTER_CUBIC) / (1 + octave)
        weight += 1 / (1 + octave) ** 2
    total *= rough / max(weight, 1e-6) ** 0.5
    return np.repeat((mean + total)[..., None], 3, axis=2)


def hud(rng: np.random.Generator, frame: NDArray[np.float32], words: int | None = None) -> None:
    """Words and bars near the border of ``frame``, in place."""
    height, width = frame.shape[:2]
    if height < 12 or width < 30:
        return
    for _ in range(int(rng.integers(0, 8)) if words is None else words):
        x, y = rng.uniform(0, 1, 2)
        if words is None:  # a game keeps its HUD to the rim
            x, y = (round(x) * 0.85 + 0.05 * x, y) if rng.random() < 0.5 else (x, round(y) * 0.9 + 0.06)
        place = (int(x * width * 0.9), int(np.clip(y * height, 10, height - 3)))
        color = tuple(float(v) for v in rng.uniform(120, 255, 3) * rng.choice([1.0, 0.2]))
        size = float(np.clip(rng.uniform(0.35, 0.9) * (height / 720 if words is None else 0.8), 0.3, 2))
        if rng.random() < 0.8:
            ink = np.zeros((height, width), np.uint8)
            word = WORDS[rng.integers(len(WORDS))]
            cv2.putText(ink, word, place, cv2.FONT_HERSHEY_SIMPLEX, size, 255, max(1, round(size * 1.6)), cv2.LINE_AA)
            frame += (np.array(color, np.float32) - frame) * (ink[..., None].astype(np.float32) / 255)
        else:
            end = (place[0] + int(width * 0.12), place[1] + max(2, height // 90))
            cv2.rectangle(frame, place, end, color, -1)


def weapon(rng: np.random.Generator, frame: NDArray[np.float32], tip: tuple[float, float]) -> None:
    """A weapon rising from the lower right with its muzzle at ``tip``, in place."""
    height, width = frame.shape[:2]
    x, y = tip
    body = np.array(
        [(x, y), (x + width * 0.02, y - height * 0.01), (width * 1.1, height * 0.9), (width * 1.1, height * 1.2),
         (width * 0.8 + x * 0.2, height * 1.2), (x - width * 0.004, y + height * 0.02)]
    )  # fmt: skip
    shade = rng.uniform(10, 110)
    cv2.fillPoly(frame, [body.astype(np.int32)], tuple(float(v) for v in rng.uniform(0.8, 1.2, 3) * shade), cv2.LINE_AA)
    for _ in range(5):
        a, b = body[rng.integers(0, 6, 2)]
        cv2.line(frame, a.astype(int).tolist(), b.astype(int).tolist(), (shade * 1.5,) * 3, 2, cv2.LINE_AA)


def weather(
    rng: np.random.Generator, frame: NDArray[np.float32], wear: int, cell: float, *, optics: bool = True
) -> NDArray[np.uint8]:
    """What happens between the scene and the file: blur, wash, gamma, tint, noise, rescaling, JPEG.

    Args:
        rng: source of chance.
        frame: float BGR, 0..255.
        wear: 0 only a little noise, 1 mild, 2 strong.
        cell: side of a cell in pixels, the unit of blur.
        optics: blur and noise as of a scene; plain windows get neither.
    """
    frame = np.clip(frame, 0, 255).astype(np.float32)
    if optics and wear:
        sigma = cell * rng.uniform(0, (0, 0.012, 0.03)[wear])
        if sigma > 0.3:
            frame = cv2.GaussianBlur(frame, (0, 0), sigma)
    if wear:
        gamma = np.exp(rng.uniform(-1, 1) * (0, 0.3, 0.8)[wear])
        frame = 255 * (frame / 255) ** gamma
        low, squeeze = rng.uniform(0, (0, 25, 70)[wear]), rng.uniform((1, 0.75, 0.45)[wear], 1)
        tint = rng.uniform((1, 0.85, 0.6)[wear], 1.0, 3)
        frame = ((low + frame * squeeze) * tint).astype(np.float32)
    if optics:
        grain = rng.normal(0, rng.uniform(0.3, (1, 3, 8)[wear]), frame.shape[:2])
        frame += grain[..., None].astype(np.float32)
    pixels = np.clip(np.rint(frame), 0, 255).astype(np.uint8)
    if wear and rng.random() < 0.6:
        quality = int(rng.integers((95, 60, 25)[wear], 96))
        _, data = cv2.imencode(".jpg", pixels, [cv2.IMWRITE_JPEG_QUALITY, quality])
        pixels = np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR), np.uint8)
    return pixels
