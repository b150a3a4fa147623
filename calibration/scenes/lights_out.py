"""Rendered Lights Out boards: any size, look and surroundings, from a seed."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import cv2
import numpy as np
from PIL import Image, ImageDraw

from calibration.scenes import canvas
from calibration.scenes.scenery import Scenery
from solver.notation import DIGITS, HOLE

if TYPE_CHECKING:
    from numpy.random import Generator
    from numpy.typing import NDArray

    from calibration.truth import Expect

FINE = 3
"""Cells are drawn this many times larger and shrunk, so that their outlines are smooth."""
SHAPES = ("square", "rounded", "round", "octagon")
FILLS = ("flat", "vertical", "radial", "bevel", "noise")
CONTENTS = ("none", "same", "varied", "emoji", "digits")


@dataclass(frozen=True, slots=True)
class Style:
    """How the board is drawn; every field may be given to ``render`` to fix it.

    Attributes:
        rows, cols, states: of the board.
        cell: column and row step in pixels, before the cells are squeezed apart.
        gap: share of the step between two cells.
        shape, fill, content: see ``SHAPES``, ``FILLS``, ``CONTENTS``.
        border: outline of a cell in pixels, 0 for none.
        contrast: least difference between two states (Lab).
        glow: lit cells shine over their surroundings.
        swell: lit cells are larger by this share.
        line: width in pixels of a grid line between gapless cells, 0 for none.
        panel: the board stands on a panel of another colour.
        hover: one cell is tinted.
        pointer: a mouse arrow lies on the board.
        turn: of the whole picture, degrees.
        holes: some places have no cell.
        squeeze: row step over column step.
    """

    rows: int
    cols: int
    states: int
    cell: float
    gap: float
    shape: str
    fill: str
    content: str
    border: int
    contrast: float
    glow: bool
    swell: float
    line: int
    panel: bool
    hover: bool
    pointer: bool
    turn: float
    holes: bool
    squeeze: float


def style(rng: Generator, size: tuple[int, int]) -> Style:
    """A likely style for a picture of ``size``."""
    square = rng.random() < 0.6
    rows = int(
        rng.choice(
            [2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 15, 20],
            p=[0.02, 0.12, 0.12, 0.36, 0.1, 0.08, 0.05, 0.04, 0.05, 0.03, 0.02, 0.01],
        )
    )
    cols = rows if square else int(np.clip(rows + rng.integers(-3, 4), 2, 20))
    room = min(size[0] / cols, size[1] / rows)
    cell = float(np.clip(room * rng.uniform(0.12, 0.97), min(room * 0.97, 11), 180))
    gapless = rng.random() < 0.22
    return Style(
        rows,
        cols,
        int(rng.choice([2, 3, 4, 5], p=[0.78, 0.13, 0.07, 0.02])),
        cell,
        0.0 if gapless else float(rng.choice([rng.uniform(0.02, 0.08), rng.uniform(0.08, 0.3)])),
        str(rng.choice(SHAPES, p=[0.45, 0.35, 0.15, 0.05])) if not gapless else "square",
        str(rng.choice(FILLS, p=[0.62, 0.12, 0.1, 0.1, 0.06])),
        str(rng.choice(CONTENTS, p=[0.8, 0.07, 0.05, 0.05, 0.03])),
        int(rng.choice([0, 1, 2, 3], p=[0.6, 0.2, 0.13, 0.07])),
        float(rng.choice([14.0, 22.0, 40.0], p=[0.1, 0.3, 0.6])),
        bool(rng.random() < 0.08),
        float(rng.uniform(0.03, 0.12)) if rng.random() < 0.07 else 0.0,
        int(rng.choice([0, 1, 2, 3], p=[0.3, 0.4, 0.2, 0.1])) if gapless else 0,
        bool(rng.random() < 0.5),
        bool(rng.random() < 0.06),
        bool(rng.random() < 0.1),
        float(rng.uniform(-12, 12)) if rng.random() < 0.02 else 0.0,
        bool(rng.random() < 0.02),
        1.0 if rng.random() < 0.85 else float(rng.uniform(0.7, 1.4)),
    )


def render(seed: int, **options: object) -> Scenery:
    """One scene. The same seed and options give the same picture.

    Args:
        seed: of everything.
        options: fields of ``Style`` to fix, and ``size`` (width, height).
    """
    rng = np.random.default_rng(seed)
    drawn = canvas.pick_size(rng)
    wanted = options.pop("size", None)
    size = (int(wanted[0]), int(wanted[1])) if isinstance(wanted, tuple) else drawn
    look = replace(style(rng, size), **options)  # type: ignore[arg-type]
    look = replace(look, states=min(look.states, look.rows * look.cols))  # each shows
    labels = _labels(rng, look)
    page = canvas.background(rng, size)
    step = np.array([look.cell, look.cell * look.squeeze])
    if look.cell > 24:
        step = np.rint(step) if rng.random() < 0.7 else step
    extent = step * (look.cols, look.rows)
    extent *= min(1.0, 0.98 * size[0] / extent[0], 0.98 * size[1] / extent[1])
    step = extent / (look.cols, look.rows)
    origin = np.floor(rng.uniform(0, 1, 2) * (np.array(size) - extent))
    box = (*origin.tolist(), *(origin + extent).tolist())
    page = canvas.chrome(rng, page, (box[0] - 6, box[1] - 6, box[2] + 6, box[3] + 6))
    page = _board(rng, page, look, labels, (origin, step))
    row, col = np.nonzero(labels >= 0)
    centers = origin + (np.column_stack([col, row]) + 0.5) * step
    if look.pointer:
        tip = origin + rng.uniform(0, 1, 2) * extent
        page = canvas.pointer(page, float(tip[0]), float(tip[1]), max(14.0, 0.02 * size[1]))
    if look.turn:
        page, centers = _turned(page, centers, look.turn)
    board = "/".join("".join(HOLE if s < 0 else DIGITS[s] for s in line) for line in labels)
    note = (
        f"{look.rows}x{look.cols} k={look.states} cell={step.min():.0f} gap={look.gap:.2f} line={look.line} "
        f"{look.shape} {look.fill} {look.content} border={look.border} contrast={look.contrast:.0f} "
        f"glow={look.glow:d} swell={look.swell:.2f} "
        f"hover={look.hover:d} pointer={look.pointer:d} turn={look.turn:.0f} holes={look.holes:d}"
    )
    return Scenery(
        canvas.wear(rng, page),
        _expect(look, float(step.min())),
        "lights-out",
        board,
        look.states,
        tuple((float(x), float(y)) for x, y in centers),
        None if look.turn else box,
        note,
    )


def _expect(look: Style, cell: float) -> Expect:
    hard = look.hover or look.pointer or look.turn or look.holes or look.glow or look.contrast < 20 or cell < 16
    hard = hard or look.fill == "noise" or look.states > 2 or look.rows * look.cols < 9
    hard = hard or (look.gap == 0 and look.line == 0 and look.border == 0 and look.fill != "bevel")
    return "hard" if hard or look.content not in ("none", "same") else "read"


def _labels(rng: Generator, look: Style) -> NDArray[np.int64]:
    """States as a game deals them: random, or by random presses from all alike. All k states show; holes are -1."""
    while True:
        if rng.random() < 0.5:
            labels = rng.integers(0, look.states, (look.rows, look.cols))
        else:
            labels = np.zeros((look.rows, look.cols), np.int64)
            for _ in range(int(rng.integers(2, look.rows * look.cols))):
                r, c = int(rng.integers(look.rows)), int(rng.integers(look.cols))
                for i, j in ((r, c), (r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1)):
                    if 0 <= i < look.rows and 0 <= j < look.cols:
                        labels[i, j] = (labels[i, j] + 1) % look.states
        if look.holes and look.rows * look.cols >= 4 + 2 * look.states and min(look.rows, look.cols) >= 3:
            cut = int(rng.integers(1, 1 + max(1, min(look.rows, look.cols) // 3)))
            for ys in (slice(0, cut), slice(-cut, None)):
                for xs in (slice(0, cut), slice(-cut, None)):
                    labels[ys, xs] = -1
        if len(np.unique(labels[labels >= 0])) == look.states:
            return np.asarray(labels, np.int64)


def _colours(rng: Generator, look: Style) -> NDArray[np.float64]:
    """As many RGB colours as states, at least ``contrast`` apart."""
    kind = rng.choice(["dark-bright", "gray", "any"], p=[0.45, 0.15, 0.4])
    for _ in range(2000):
        if kind == "gray":
            base = np.repeat(rng.integers(0, 256, (look.states, 1)), 3, axis=1).astype(np.float64)
            base += rng.integers(-6, 7, base.shape)
        else:
            base = rng.integers(0, 256, (look.states, 3)).astype(np.float64)
            if kind == "dark-bright":
                base[0] *= 0.3
                base[1:] = 90 + 0.65 * base[1:]
        base = np.clip(base, 0, 255)
        seen = canvas.lab(base)
        apart = np.sqrt(((seen[:, None] - seen[None]) ** 2).sum(axis=2)) + 1e3 * np.eye(look.states)
        if apart.min() >= min(look.contrast, 60 / look.states):
            return np.asarray(base[rng.permutation(look.states)] if kind == "any" else base)
    raise AssertionError("no colours found")


def _board(
    rng: Generator,
    page: NDArray[np.float32],
    look: Style,
    labels: NDArray[np.int64],
    place: tuple[NDArray[np.float64], NDArray[np.float64]],
) -> NDArray[np.float32]:
    origin, step = place
    colours = _colours(rng, look)
    page = page.copy()
    extent = step * (look.cols, look.rows)
    low, high = np.rint(origin).astype(int), np.rint(origin + extent).astype(int)
    seen = canvas.lab(np.vstack([colours, page[low[1] : high[1], low[0] : high[0]].mean(axis=(0, 1))]))
    near = np.sqrt(((seen[:-1] - seen[-1]) ** 2).sum(axis=1)).min()
    if look.panel or look.line or near < 12 or look.gap == 0:
        pad = int(rng.integers(0, 4)) if look.gap == 0 else int(rng.integers(2, 14))
        for _ in range(200):
            tone = np.array(canvas.colour(rng), np.float64)
            if np.sqrt(((seen[:-1] - canvas.lab(tone[None])) ** 2).sum(axis=1)).min() > 14:
                break
        page[max(0, low[1] - pad) : high[1] + pad, max(0, low[0] - pad) : high[0] + pad] = tone
    body = np.maximum(3, np.rint(step * (1 - look.gap) - look.line)).astype(int)
    edge = colours.mean(axis=0) * (0.2 if rng.random() < 0.6 else 0.0) if rng.random() < 0.7 else np.full(3, 240.0)
    glyphs = [
        _glyph(rng, look)
        for _ in range(look.rows * look.cols if look.content in ("varied", "digits") else 1 + look.states)
    ]
    if look.glow:
        page = _glow(page, labels, (origin, step), colours)
    hovered = int(rng.integers(look.rows * look.cols)) if look.hover else -1
    tint = float(rng.uniform(0.12, 0.3))
    noise = rng.normal(0, 14, (2, 64, 64, 1)) if look.fill == "noise" else None
    for place_, label in enumerate(labels.ravel()):
        if label < 0:
            continue
        r, c = divmod(place_, look.cols)
        size = np.rint(body * (1 + look.swell * (label > 0))).astype(int)
        tone = (
            colours[label] * (1 - tint) + 255 * tint * (colours[label].mean() < 150)
            if place_ == hovered
            else colours[label]
        )
        glyph = glyphs[{"same": 0, "emoji": 1 + int(label)}.get(look.content, place_ % len(glyphs))]
        tile, mask = _tile(look, tone, edge, (int(size[0]), int(size[1])), glyph)
        if noise is not None:
            grain = noise[place_ % 2, : tile.shape[0], : tile.shape[1]]
            tile[: grain.shape[0], : grain.shape[1]] += grain
        corner = np.rint(origin + (np.array([c, r]) + 0.5) * step - size / 2).astype(int)
        _paste(page, tile, mask, corner)
    return page


def _tile(
    look: Style, tone: NDArray[np.float64], edge: NDArray[np.float64], size: tuple[int, int], glyph: Image.Image | None
) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """One cell: its RGB pixels and its mask (0..1)."""
    width, height = size
    wide, high = width * FINE, height * FINE
    picture = Image.new("L", (wide, high), 0)
    draw = ImageDraw.Draw(picture)
    box = (0, 0, wide - 1, high - 1)
    if look.shape == "round":
        draw.ellipse(box, fill=255)
    elif look.shape == "rounded":
        draw.rounded_rectangle(box, min(wide, high) * 0.18, fill=255)
    elif look.shape == "octagon":
        k = 0.25
        points = [(k, 0), (1 - k, 0), (1, k), (1, 1 - k), (1 - k, 1), (k, 1), (0, 1 - k), (0, k)]
        draw.polygon([(x * (wide - 1), y * (high - 1)) for x, y in points], fill=255)
    else:
        draw.rectangle(box, fill=255)
    mask = np.asarray(picture.resize(size, Image.Resampling.BOX), np.float32) / 255
    y, x = np.mgrid[-1 : 1 : height * 1j, -1 : 1 : width * 1j] if min(size) > 1 else np.zeros((2, height, width))
    shade = {
        "vertical": 1 - 0.12 * y,
        "radial": 1.08 - 0.2 * np.hypot(x, y),
    }.get(look.fill, np.ones((height, width)))
    tile = (tone * shade[..., None]).astype(np.float32)
    if look.fill == "bevel":
        rim = max(1, min(size) // 12)
        tile[:rim], tile[:, :rim] = tile[:rim] * 0.6 + 100, tile[:, :rim] * 0.6 + 100
        tile[-rim:], tile[:, -rim:] = tile[-rim:] * 0.6, tile[:, -rim:] * 0.6
    if look.border and min(size) > 4 * look.border:
        inner = cv2.erode(mask, np.ones((2 * look.border + 1, 2 * look.border + 1)), borderValue=0.0)
        tile = tile * inner[..., None] + edge.astype(np.float32) * (1 - inner[..., None])
    if glyph is not None and min(size) >= 12:
        part = glyph.resize((width // 2, height // 2), Image.Resampling.LANCZOS)
        stamp = np.asarray(part, np.float32)
        area = tile[height // 4 : height // 4 + height // 2, width // 4 : width // 4 + width // 2]
        alpha = stamp[..., 3:] / 255
        area[:] = area * (1 - alpha) + stamp[..., :3] * alpha
    return np.clip(tile, 0, 255).astype(np.float32), mask.astype(np.float32)


def _glyph(rng: Generator, look: Style) -> Image.Image | None:
    """What is drawn in the middle half of a cell, 64×64 RGBA."""
    if look.content == "none":
        return None
    picture = Image.new("RGBA", (64, 64), (0, 0, 0, 0))
    draw = ImageDraw.Draw(picture)
    if look.content == "digits":
        canvas.text(draw, (32, 32), str(int(rng.integers(1, 100))), 40, (128, 128, 128), middle=True)
    elif look.content == "emoji":
        draw.ellipse((4, 4, 60, 60), fill=(*canvas.colour(rng), 255))
        canvas.icon(rng, draw, (14, 14, 50, 50))
    else:
        tone = int(rng.integers(60, 200))
        for i, j in [(1, 1), *[(int(a), int(b)) for a, b in rng.integers(0, 3, (3, 2))]]:
            draw.rectangle((4 + 18 * i, 4 + 18 * j, 22 + 18 * i, 22 + 18 * j), outline=(tone, tone, tone, 255), width=3)
    return picture


def _glow(
    page: NDArray[np.float32],
    labels: NDArray[np.int64],
    place: tuple[NDArray[np.float64], NDArray[np.float64]],
    colours: NDArray[np.float64],
) -> NDArray[np.float32]:
    origin, step = place
    light, alpha = np.zeros_like(page), np.zeros(page.shape[:2], np.float32)
    for r, c in zip(*np.nonzero(labels > 0), strict=True):
        low = np.rint(origin + np.array([c, r]) * step).astype(int)
        high = np.rint(origin + np.array([c + 1, r + 1]) * step).astype(int)
        light[low[1] : high[1], low[0] : high[0]] = colours[labels[r, c]]
        alpha[low[1] : high[1], low[0] : high[0]] = 0.7
    radius = float(step.min()) * 0.12 + 1
    light = cv2.GaussianBlur(light * (alpha > 0)[..., None], (0, 0), radius)
    soft = cv2.GaussianBlur(alpha, (0, 0), radius)[..., None]
    return np.asarray(page * (1 - soft) + light * np.minimum(soft, 0.7), np.float32)


def _paste(
    page: NDArray[np.float32], tile: NDArray[np.float32], mask: NDArray[np.float32], at: NDArray[np.int64]
) -> None:
    x0, y0 = max(0, int(at[0])), max(0, int(at[1]))
    x1, y1 = min(page.shape[1], int(at[0]) + tile.shape[1]), min(page.shape[0], int(at[1]) + tile.shape[0])
    if x0 >= x1 or y0 >= y1:
        return
    ys, xs = slice(y0 - int(at[1]), y1 - int(at[1])), slice(x0 - int(at[0]), x1 - int(at[0]))
    alpha = mask[ys, xs, None]
    page[y0:y1, x0:x1] = page[y0:y1, x0:x1] * (1 - alpha) + tile[ys, xs] * alpha


def _turned(
    page: NDArray[np.float32], centers: NDArray[np.float64], degrees: float
) -> tuple[NDArray[np.float32], NDArray[np.float64]]:
    """The picture turned about its middle, shrunk so that nothing is cut."""
    height, width = page.shape[:2]
    matrix = cv2.getRotationMatrix2D((width / 2, height / 2), degrees, 0.75)
    turned = cv2.warpAffine(page, matrix, (width, height), flags=cv2.INTER_AREA, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(turned, np.float32), np.column_stack([centers, np.ones(len(centers))]) @ matrix.T
