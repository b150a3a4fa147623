"""Canvas: the surroundings every rendered scene shares: backgrounds, window chrome, text, icons, wear."""

from __future__ import annotations

from typing import TYPE_CHECKING

import cv2
import numpy as np
from PIL import Image, ImageDraw, ImageFont

if TYPE_CHECKING:
    from numpy.random import Generator
    from numpy.typing import NDArray

    Colour = tuple[int, int, int]

SIZES = (
    (1920, 1080),
    (1280, 800),
    (1366, 768),
    (800, 600),
    (640, 480),
    (480, 640),
    (1080, 1920),
    (2560, 1440),
    (400, 420),
)
SIZE_ODDS = (0.22, 0.16, 0.1, 0.14, 0.1, 0.08, 0.06, 0.06, 0.08)
WORDS = (
    "moves",
    "level",
    "reset",
    "new",
    "game",
    "undo",
    "hint",
    "score",
    "time",
    "best",
    "lights",
    "all",
    "off",
    "solve",
    "puzzle",
    "menu",
    "help",
    "about",
    "play",
    "turn",
)


def pick_size(rng: Generator) -> tuple[int, int]:
    """Width and height of a picture, likely screen and window sizes."""
    return SIZES[int(rng.choice(len(SIZES), p=SIZE_ODDS))]


def colour(rng: Generator, low: int = 0, high: int = 256) -> Colour:
    """Any colour, each channel in ``low..high-1``."""
    r, g, b = (int(value) for value in rng.integers(low, high, 3))
    return r, g, b


def lab(colours: NDArray[np.float64]) -> NDArray[np.float64]:
    """N×3 RGB (0..255) → L* a* b*."""
    flat = (np.asarray(colours, np.float32) / np.float32(255)).reshape(1, -1, 3)
    return np.asarray(cv2.cvtColor(flat, cv2.COLOR_RGB2LAB)[0], np.float64)


def background(rng: Generator, size: tuple[int, int]) -> NDArray[np.float32]:
    """H×W×3 RGB float: a flat page, light or dark, a gradient, or a blurred photo."""
    width, height = size
    kind = rng.choice(["light", "dark", "any", "gradient", "photo"], p=[0.3, 0.3, 0.2, 0.12, 0.08])
    if kind == "light":
        base = np.array([rng.integers(225, 256)] * 3) - rng.integers(0, 10, 3)
    elif kind == "dark":
        base = np.array([rng.integers(0, 50)] * 3) + rng.integers(0, 12, 3)
    else:
        base = np.array(colour(rng))
    page = np.empty((height, width, 3), np.float32)
    page[:] = np.clip(base, 0, 255)
    if kind == "gradient":
        other = np.array(colour(rng), np.float32)
        slope = np.linspace(0, 1, height, dtype=np.float32)[:, None, None]
        page = page * (1 - slope) + other * slope
    if kind == "photo":
        blobs = rng.random((max(2, height // 60), max(2, width // 60), 3)).astype(np.float32) * 255
        page = np.clip(cv2.resize(blobs, size, interpolation=cv2.INTER_CUBIC), 0, 255)
    return np.asarray(page, np.float32)


def ink(page: NDArray[np.float32]) -> Colour:
    """A text colour that can be read on the page."""
    return (235, 235, 235) if float(page[::16, ::16].mean()) < 128 else (30, 30, 30)


def words(rng: Generator, count: int) -> str:
    """Some interface words."""
    return " ".join(str(word) for word in rng.choice(WORDS, count)).capitalize()


def text(
    draw: ImageDraw.ImageDraw, at: tuple[float, float], line: str, size: float, fill: Colour, *, middle: bool = False
) -> None:
    """Write a line; ``at`` is its top left, or its middle."""
    font = ImageFont.load_default(max(6.0, size))
    draw.text(at, line, fill=fill, font=font, anchor="mm" if middle else "la")


def chrome(rng: Generator, page: NDArray[np.float32], keep: tuple[float, float, float, float]) -> NDArray[np.float32]:
    """Draw a title bar, headings, buttons, lines of text and small icons outside the box ``keep``."""
    height, width = page.shape[:2]
    picture = Image.fromarray(np.clip(page, 0, 255).astype(np.uint8))
    draw = ImageDraw.Draw(picture)
    fill = ink(page)
    unit = max(9.0, min(width, height) / 45)

    def free(box: tuple[float, float, float, float]) -> bool:
        apart = box[2] < keep[0] - 4 or box[0] > keep[2] + 4 or box[3] < keep[1] - 4 or box[1] > keep[3] + 4
        return apart and box[0] >= 0 and box[1] >= 0 and box[2] <= width and box[3] <= height

    if rng.random() < 0.4 and free((0, 0, width, 2 * unit)):
        bar = colour(rng)
        draw.rectangle((0, 0, width, 2 * unit), fill=bar)
        text(draw, (unit, unit * 0.5), words(rng, 2), unit, (255, 255, 255) if sum(bar) < 380 else (0, 0, 0))
        for i in range(3):
            draw.ellipse(
                (width - (i + 1.2) * 2 * unit, 0.6 * unit, width - (i + 1.2) * 2 * unit + unit, 1.6 * unit),
                fill=colour(rng),
            )
    for _ in range(int(rng.integers(0, 14))):
        x, y = float(rng.uniform(0, width)), float(rng.uniform(0, height))
        size = unit * float(rng.uniform(0.7, 2.2))
        line = words(rng, int(rng.integers(1, 6)))
        kind = rng.choice(["text", "button", "icon", "panel", "lines"])
        long = size * 0.55 * len(line)
        if kind == "text" and free((x, y, x + long, y + 1.4 * size)):
            text(draw, (x, y), line, size, fill)
        elif kind == "lines" and free((x, y, x + 40 * 0.55 * unit, y + 8 * unit)):
            for i in range(6):
                text(draw, (x, y + 1.3 * i * unit), words(rng, 6), unit * 0.9, fill)
        elif kind == "button" and free((x, y, x + long + size, y + 2 * size)):
            draw.rounded_rectangle((x, y, x + long + size, y + 2 * size), size * 0.3, fill=colour(rng), outline=fill)
            text(draw, (x + size * 0.5, y + size * 0.4), line, size, fill)
        elif kind == "icon" and free((x, y, x + 2 * size, y + 2 * size)):
            icon(rng, draw, (x, y, x + 2 * size, y + 2 * size))
        elif kind == "panel" and free((x, y, x + 8 * size, y + 5 * size)):
            draw.rectangle((x, y, x + 8 * size, y + 5 * size), outline=fill, fill=colour(rng))
    return np.asarray(picture, np.float32)


def icon(rng: Generator, draw: ImageDraw.ImageDraw, box: tuple[float, float, float, float]) -> None:
    """A small picture of a few random shapes."""
    left, top, right, bottom = box
    for _ in range(int(rng.integers(1, 5))):
        xs = sorted(rng.uniform(left, right, 2).tolist())
        ys = sorted(rng.uniform(top, bottom, 2).tolist())
        shape = rng.choice(["ellipse", "rectangle", "line", "polygon"])
        fill = colour(rng)
        if shape == "ellipse":
            draw.ellipse((xs[0], ys[0], xs[1], ys[1]), fill=fill)
        elif shape == "rectangle":
            draw.rectangle((xs[0], ys[0], xs[1], ys[1]), fill=fill)
        elif shape == "line":
            draw.line((xs[0], ys[0], xs[1], ys[1]), fill=fill, width=max(1, int((right - left) / 12)))
        else:
            points = [(float(rng.uniform(left, right)), float(rng.uniform(top, bottom))) for _ in range(4)]
            draw.polygon(points, fill=fill)


def pointer(page: NDArray[np.float32], x: float, y: float, size: float) -> NDArray[np.float32]:
    """A mouse arrow with its tip at (x, y)."""
    picture = Image.fromarray(np.clip(page, 0, 255).astype(np.uint8))
    shape = [(0, 0), (0, 0.8), (0.2, 0.62), (0.33, 0.95), (0.45, 0.9), (0.32, 0.58), (0.58, 0.58)]
    points = [(x + size * a, y + size * b) for a, b in shape]
    ImageDraw.Draw(picture).polygon(points, fill=(255, 255, 255), outline=(0, 0, 0))
    return np.asarray(picture, np.float32)


def wear(rng: Generator, page: NDArray[np.float32], *, strength: float = 1.0) -> NDArray[np.uint8]:
    """What screens and files do to a picture: gamma, noise, blur, JPEG, now and then. Returns BGR uint8."""
    seen = np.clip(page, 0, 255) / 255
    if rng.random() < 0.15 * strength:
        seen = seen ** float(rng.uniform(0.75, 1.35))
    if rng.random() < 0.1 * strength:
        seen = seen + rng.normal(0, rng.uniform(0.004, 0.015), seen.shape)
    if rng.random() < 0.08 * strength:
        seen = cv2.GaussianBlur(seen.astype(np.float32), (0, 0), float(rng.uniform(0.4, 0.8)))
    bgr = np.clip(seen[..., ::-1] * 255 + 0.5, 0, 255).astype(np.uint8)
    if rng.random() < 0.2 * strength:
        coded = cv2.imencode(".jpg", bgr, [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(70, 97))])[1]
        bgr = np.asarray(cv2.imdecode(coded, cv2.IMREAD_COLOR), np.uint8)
    return np.ascontiguousarray(bgr)
