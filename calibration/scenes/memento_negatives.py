"""Pictures that look like memento boards and are none: cards, inventories, galleries, jigsaws, other games."""

from __future__ import annotations

from typing import TYPE_CHECKING

import cv2
import numpy as np

from calibration.scenes.memento import CANVASES, backdrop, show, words
from calibration.scenes.paintings import PAINTINGS, colour, fractal, paint
from calibration.scenes.scenery import Scenery
from calibration.scenes.tiles import lay, tile

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    Picture = NDArray[np.uint8]
    Board = tuple[str, tuple[tuple[float, float], ...]]

TILE_STYLES = ("plain", "bevel", "border", "rounded", "gradient", "paper")


def render(seed: int, *, kind: str | None = None) -> Scenery:
    """Draw one scene without a memento board; ``kind`` is one of ``KINDS``.

    Lights are what they look like: a Lights Out board, with its truth.
    """
    rng = np.random.default_rng((0x4E6, seed))
    height, width = CANVASES[int(rng.integers(0, len(CANVASES)))]
    canvas = backdrop(rng, height, width)
    chosen = kind or str(rng.choice(sorted(KINDS)))
    drawn = KINDS[chosen](rng, canvas)
    words(rng, canvas, (width // 4, height // 4, width // 2, height // 2))
    pixels, scale, (dx, dy), wear = show(rng, canvas)
    note = f"{chosen} {wear}"
    if drawn is None:
        return Scenery(pixels, "none", note=note)
    line, places = drawn
    centres = tuple((x * scale + dx, y * scale + dy) for x, y in places)
    return Scenery(pixels, "hard", "lights-out", line, 1 + int(max(line.replace("/", ""))), centres, note=note)


def _grid(rng: np.random.Generator, canvas: Picture, tight: float = 0.5) -> tuple[int, int, int, int, int, int, int]:
    """Place of a grid: rows, cols, x, y, cell height, cell width, gap."""
    height, width = canvas.shape[:2]
    rows, cols = int(rng.integers(3, 8)), int(rng.integers(3, 9))
    down = int(rng.uniform(0.4, 0.85) * height / rows)
    across = down if rng.random() < 0.6 else int(down * rng.uniform(0.7, 1.4))
    across = min(across, int(0.9 * width / cols))
    gap = int(rng.integers(0, 5)) if rng.random() < tight else int(rng.uniform(0.05, 0.3) * across)
    x = int(rng.uniform(0.1, 0.9) * (width - cols * across))
    y = int(rng.uniform(0.1, 0.9) * (height - rows * down))
    return rows, cols, x, y, down, across, min(gap, across // 3, down // 3)


def icon(rng: np.random.Generator, height: int, width: int, ground: Picture) -> Picture:
    """A small drawing in the middle of a copy of ``ground``."""
    drawn = ground.copy()
    side = min(height, width)
    for _ in range(int(rng.integers(1, 4))):
        ink = colour(rng)
        right, down = rng.normal(0, 0.1 * side, 2)
        at = (int(width / 2 + right), int(height / 2 + down))
        size = max(2, int(side * rng.uniform(0.1, 0.3)))
        kind = rng.integers(0, 4)
        if kind == 0:
            cv2.circle(drawn, at, size, ink, -1, cv2.LINE_AA)
        elif kind == 1:
            cv2.rectangle(drawn, (at[0] - size, at[1] - size // 2), (at[0] + size, at[1] + size // 2), ink, -1)
        elif kind == 2:
            points = rng.uniform(-size, size, (5, 2)) + at
            cv2.fillPoly(drawn, [points.astype(np.int32)], ink, cv2.LINE_AA)
        else:
            text = str(rng.choice(list("ABKQJ7935x+")))
            cv2.putText(drawn, text, (at[0] - size // 2, at[1] + size // 2), cv2.FONT_HERSHEY_DUPLEX, size / 14, ink, 2)
    return drawn


def cards(rng: np.random.Generator, canvas: Picture) -> None:
    """A game of pairs: backs all alike, fronts with a drawing each (each drawing twice)."""
    rows, cols, x0, y0, down, across, gap = _grid(rng, canvas, 0.3)
    inner = (down - gap, across - gap)
    style = str(rng.choice(["logo", "bevel", "stripes", "border", "rounded", "texture"]))
    back, shape = tile(rng, *inner, style, colour(rng))
    front, _ = tile(rng, *inner, "plain", colour(rng, (0.5, 0.98)))
    pairs = [icon(rng, *inner, front) for _ in range(rows * cols // 2 + 1)]
    whole = rng.random() < 0.3
    for i in range(rows * cols):
        row, col = divmod(i, cols)
        shown = back
        if rng.random() < 0.45:
            shown = pairs[int(rng.integers(0, len(pairs)))]
            if whole:
                _, shown = paint(rng, *inner)
        lay(canvas, x0 + col * across, y0 + row * down, shown, shape)


def inventory(rng: np.random.Generator, canvas: Picture) -> None:
    """Slots, some empty, some with a thing in it, on a panel."""
    rows, cols, x0, y0, down, across, gap = _grid(rng, canvas)
    cv2.rectangle(canvas, (x0 - 12, y0 - 12), (x0 + cols * across + 12, y0 + rows * down + 12), colour(rng), -1)
    inner = (down - gap, across - gap)
    slot, shape = tile(rng, *inner, str(rng.choice(TILE_STYLES)), colour(rng, (0.1, 0.6), 0.5))
    share = rng.uniform(0.2, 0.9)
    rarity = rng.random() < 0.3
    for i in range(rows * cols):
        row, col = divmod(i, cols)
        shown = slot
        if rng.random() < share:
            ground = slot
            if rarity:
                ground, _ = tile(rng, *inner, "gradient", colour(rng, (0.2, 0.5)))
            shown = icon(rng, *inner, ground)
        lay(canvas, x0 + col * across, y0 + row * down, shown, shape)


def gallery(rng: np.random.Generator, canvas: Picture) -> None:
    """Thumbnails of pictures, some not loaded yet."""
    rows, cols, x0, y0, down, across, gap = _grid(rng, canvas, 0.4)
    inner = (down - gap, across - gap)
    blank, shape = tile(rng, *inner, "plain", colour(rng, (0.3, 0.8), 0.2))
    missing = rng.uniform(0, 0.4) if rng.random() < 0.5 else 0.0
    for i in range(rows * cols):
        row, col = divmod(i, cols)
        shown = blank if rng.random() < missing else paint(rng, *inner)[1]
        lay(canvas, x0 + col * across, y0 + row * down, shown, shape)


def jigsaw(rng: np.random.Generator, canvas: Picture) -> None:
    """A sliding or swapping puzzle: the parts of one picture in another order, one part missing."""
    rows, cols, x0, y0, down, across, gap = _grid(rng, canvas, 0.9)
    _, picture = paint(rng, rows * down, cols * across)
    order = rng.permutation(rows * cols)
    hole = int(rng.integers(0, rows * cols))
    for i, part in enumerate(order):
        if i == hole and rng.random() < 0.7:
            continue
        row, col = divmod(i, cols)
        from_row, from_col = divmod(int(part), cols)
        piece = picture[
            from_row * down : (from_row + 1) * down - gap, from_col * across : (from_col + 1) * across - gap
        ]
        canvas[y0 + row * down : (row + 1) * down - gap + y0, x0 + col * across : (col + 1) * across - gap + x0] = piece


def desktop(rng: np.random.Generator, canvas: Picture) -> None:
    """Icons with names on a wallpaper, and a window."""
    height, width = canvas.shape[:2]
    step = int(rng.uniform(0.1, 0.18) * height)
    for col in range(int(rng.integers(1, 8))):
        for row in range(int(rng.integers(3, 7))):
            x, y = 15 + col * step, 15 + row * step
            side = int(0.6 * step)
            if y + side < height and x + side < width and rng.random() < 0.9:
                ground, _ = tile(rng, side, side, "rounded", colour(rng))
                canvas[y : y + side, x : x + side] = icon(rng, side, side, ground)
                cv2.putText(canvas, "files", (x, y + side + 12), cv2.FONT_HERSHEY_SIMPLEX, 0.35, (240, 240, 240), 1)
    if rng.random() < 0.6:
        left, top = int(rng.uniform(0.3, 0.5) * width), int(rng.uniform(0.1, 0.3) * height)
        cv2.rectangle(canvas, (left, top), (int(left + 0.45 * width), int(top + 0.6 * height)), colour(rng), -1)
        cv2.rectangle(canvas, (left, top), (int(left + 0.45 * width), top + 20), colour(rng), -1)


def lights(rng: np.random.Generator, canvas: Picture) -> Board:
    """A board of two to four flat states: another puzzle, never a memento; its notation and the cells' centres."""
    rows, cols, x0, y0, down, across, gap = _grid(rng, canvas, 0.8)
    inner = (down - gap, across - gap)
    style = str(rng.choice(["plain", "bevel", "rounded", "border", "gradient"]))
    looks = [tile(rng, *inner, style, colour(rng)) for _ in range(int(rng.integers(2, 5)))]
    states, places = [], []
    for i in range(rows * cols):
        row, col = divmod(i, cols)
        states.append(int(rng.integers(0, len(looks))))
        lay(canvas, x0 + col * across, y0 + row * down, *looks[states[-1]])
        places.append((x0 + col * across + inner[1] / 2, y0 + row * down + inner[0] / 2))
    signs = "".join(map(str, states))
    return "/".join(signs[row * cols : (row + 1) * cols] for row in range(rows)), tuple(places)


def mines(rng: np.random.Generator, canvas: Picture) -> None:
    """Covered squares all alike, open ones with numbers or nothing."""
    rows, cols, x0, y0, down, across, gap = _grid(rng, canvas, 1.0)
    inner = (down - gap, across - gap)
    cover, shape = tile(rng, *inner, "bevel", colour(rng, (0.4, 0.8), 0.4))
    floor, _ = tile(rng, *inner, "plain", colour(rng, (0.3, 0.9), 0.4))
    digits = [icon(rng, *inner, floor) for _ in range(4)]
    for i in range(rows * cols):
        row, col = divmod(i, cols)
        roll = rng.random()
        shown = cover if roll < 0.5 else floor if roll < 0.75 else digits[int(rng.integers(0, 4))]
        lay(canvas, x0 + col * across, y0 + row * down, shown, shape)


def matching(rng: np.random.Generator, canvas: Picture) -> None:
    """Gems of a few kinds on a common or chequered ground."""
    rows, cols, x0, y0, down, across, _ = _grid(rng, canvas, 1.0)
    grounds = [tile(rng, down, across, "plain", colour(rng, (0.05, 0.5)))[0] for _ in range(2)]
    even = rng.random() < 0.5
    gems = [[icon(rng, down, across, ground) for ground in grounds] for _ in range(int(rng.integers(3, 7)))]
    for i in range(rows * cols):
        row, col = divmod(i, cols)
        which = 0 if even else (row + col) % 2
        piece = gems[int(rng.integers(0, len(gems)))][which]
        canvas[y0 + row * down : y0 + (row + 1) * down, x0 + col * across : x0 + (col + 1) * across] = piece


def windows_at_night(rng: np.random.Generator, canvas: Picture) -> None:
    """A scene with a facade: rows of windows, some lit, some showing what is inside."""
    rows, cols, x0, y0, down, across, _ = _grid(rng, canvas)
    wall = np.clip(np.array(colour(rng, (0.1, 0.5))) + 30 * fractal(rng, rows * down, cols * across)[..., None], 0, 255)
    canvas[y0 : y0 + rows * down, x0 : x0 + cols * across] = wall.astype(np.uint8)
    high, wide = max(3, int(0.6 * down)), max(3, int(0.5 * across))
    dark, shape = tile(rng, high, wide, "plain", colour(rng, (0.02, 0.2)))
    for i in range(rows * cols):
        row, col = divmod(i, cols)
        shown = dark if rng.random() < 0.6 else gradient_of(rng, high, wide)
        lay(canvas, x0 + col * across + (across - wide) // 2, y0 + row * down + (down - high) // 2, shown, shape)


def gradient_of(rng: np.random.Generator, height: int, width: int) -> Picture:
    """A small soft picture."""
    return PAINTINGS["gradient"](rng, height, width)


def plain_scene(rng: np.random.Generator, canvas: Picture) -> None:
    """Nothing but a picture, perhaps in a frame."""
    height, width = canvas.shape[:2]
    if rng.random() < 0.5:
        canvas[:] = paint(rng, height, width)[1]
    else:
        high, wide = int(rng.uniform(0.4, 0.8) * height), int(rng.uniform(0.4, 0.8) * width)
        y, x = int(rng.uniform(0, height - high)), int(rng.uniform(0, width - wide))
        canvas[y : y + high, x : x + wide] = paint(rng, high, wide)[1]


KINDS: dict[str, Callable[[np.random.Generator, Picture], Board | None]] = {
    "cards": cards,
    "inventory": inventory,
    "gallery": gallery,
    "jigsaw": jigsaw,
    "desktop": desktop,
    "lights": lights,
    "mines": mines,
    "matching": matching,
    "windows": windows_at_night,
    "scene": plain_scene,
}
