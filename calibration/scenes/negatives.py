"""Rendered pictures without a board: what else on screens stands in rows and columns."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from PIL import Image, ImageDraw

from calibration.scenes import canvas
from calibration.scenes.scenery import Scenery

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.random import Generator

    from calibration.scenes.canvas import Colour


@dataclass(slots=True)
class Sheet:
    """A grid to be drawn: its places, and what to draw with.

    Attributes:
        rng: of everything.
        draw: on the page.
        left, top: of the grid.
        step: width and height of a place.
        rows, cols: how many places.
        ink: a colour that can be read on the page.
    """

    rng: Generator
    draw: ImageDraw.ImageDraw
    left: float
    top: float
    step: tuple[float, float]
    rows: int
    cols: int
    ink: Colour

    def box(self, r: int, c: int, gap: float = 0.0) -> tuple[float, float, float, float]:
        """Pixels of a place, shrunk by ``gap`` shares of it."""
        x, y = self.left + c * self.step[0], self.top + r * self.step[1]
        dx, dy = gap / 2 * self.step[0], gap / 2 * self.step[1]
        return round(x + dx), round(y + dy), round(x + self.step[0] - dx) - 1, round(y + self.step[1] - dy) - 1

    def label(self, r: int, c: int, line: str, size: float, fill: Colour) -> None:
        """Write in the middle of a place."""
        x, y = self.left + (c + 0.5) * self.step[0], self.top + (r + 0.5) * self.step[1]
        canvas.text(self.draw, (x, y), line, size * min(self.step), fill, middle=True)

    def places(self) -> list[tuple[int, int]]:
        """Row and column of every place."""
        return [(r, c) for r in range(self.rows) for c in range(self.cols)]


def _tones(rng: Generator, count: int) -> list[Colour]:
    return [canvas.colour(rng) for _ in range(count)]


def _inventory(sheet: Sheet) -> None:
    slot, rim = _tones(sheet.rng, 2)
    full = sheet.rng.uniform(0.3, 1)
    for r, c in sheet.places():
        box = sheet.box(r, c, 0.1)
        sheet.draw.rounded_rectangle(box, 4, fill=slot, outline=rim, width=2)
        if sheet.rng.random() < full:
            canvas.icon(sheet.rng, sheet.draw, sheet.box(r, c, 0.35))


def _levels(sheet: Sheet) -> None:
    done, locked = _tones(sheet.rng, 2)
    reached = int(sheet.rng.integers(1, sheet.rows * sheet.cols))
    round_ = sheet.rng.random() < 0.4
    for number, (r, c) in enumerate(sheet.places()):
        tone = done if number < reached else locked
        shape = sheet.draw.ellipse if round_ else sheet.draw.rectangle
        shape(sheet.box(r, c, 0.2), fill=tone, outline=sheet.ink)
        sheet.label(r, c, str(number + 1), 0.35, (255, 255, 255) if sum(tone) < 380 else (0, 0, 0))


def _keyboard(sheet: Sheet) -> None:
    key, edge = _tones(sheet.rng, 2)
    letters = "1234567890qwertyuiopasdfghjkl;zxcvbnm,./"
    special = canvas.colour(sheet.rng)
    for number, (r, c) in enumerate(sheet.places()):
        fill = special if sheet.rng.random() < 0.1 else key
        sheet.draw.rounded_rectangle(sheet.box(r, c, 0.08), 3, fill=fill, outline=edge)
        sheet.label(
            r, c, letters[number % len(letters)].upper(), 0.45, (255, 255, 255) if sum(fill) < 380 else (0, 0, 0)
        )


def _calendar(sheet: Sheet) -> None:
    day, weekend, today = _tones(sheet.rng, 3)
    start = int(sheet.rng.integers(0, 7))
    for number, (r, c) in enumerate(sheet.places()):
        date = number - start + 1
        if not 1 <= date <= 31:
            continue
        tone = today if sheet.rng.random() < 0.07 else weekend if c >= sheet.cols - 2 else day
        sheet.draw.rectangle(sheet.box(r, c, 0.05), fill=tone, outline=sheet.ink)
        sheet.label(r, c, str(date), 0.4, (255, 255, 255) if sum(tone) < 380 else (0, 0, 0))


def _palette(sheet: Sheet) -> None:
    for r, c in sheet.places():
        sheet.draw.rectangle(sheet.box(r, c, 0.1), fill=canvas.colour(sheet.rng), outline=sheet.ink)


def _spreadsheet(sheet: Sheet) -> None:
    tones = [(255, 255, 255), *_tones(sheet.rng, 2)]
    for r, c in sheet.places():
        tone = tones[int(sheet.rng.choice(3, p=[0.7, 0.2, 0.1]))]
        sheet.draw.rectangle(sheet.box(r, c), fill=tone, outline=(190, 190, 190))
        if sheet.rng.random() < 0.7:
            sheet.label(r, c, str(int(sheet.rng.integers(0, 10000))), 0.3, (0, 0, 0))


def _page(sheet: Sheet) -> None:
    size = max(9.0, min(sheet.step) * 0.4)
    for i in range(int(sheet.rows * sheet.step[1] / (1.4 * size))):
        line = canvas.words(sheet.rng, int(sheet.rng.integers(3, 11)))
        canvas.text(sheet.draw, (sheet.left, sheet.top + 1.4 * i * size), line, size, sheet.ink)


def _chess(sheet: Sheet) -> None:
    light, dark, white, black = _tones(sheet.rng, 4)
    for r, c in sheet.places():
        sheet.draw.rectangle(sheet.box(r, c), fill=(light, dark)[(r + c) % 2])
        if sheet.rng.random() < (0.9 if r < 2 or r >= sheet.rows - 2 else 0.15):
            side = white if r > sheet.rows / 2 else black
            sheet.draw.ellipse(sheet.box(r, c, 0.5), fill=side, outline=(0, 0, 0))
            sheet.label(r, c, "PNBRQK"[int(sheet.rng.integers(6))], 0.3, (0, 0, 0))


def _checker(sheet: Sheet) -> None:
    tones = _tones(sheet.rng, 2)
    gap = float(sheet.rng.choice([0.0, 0.05]))
    for r, c in sheet.places():
        sheet.draw.rectangle(sheet.box(r, c, gap), fill=tones[(r + c) % 2])


def _icons(sheet: Sheet) -> None:
    for r, c in sheet.places():
        left, top, right, bottom = sheet.box(r, c, 0.5)
        if sheet.rng.random() < 0.5:
            sheet.draw.rounded_rectangle((left, top, right, bottom), 6, fill=canvas.colour(sheet.rng))
        canvas.icon(sheet.rng, sheet.draw, (left, top, right, bottom))
        canvas.text(sheet.draw, (left, bottom + 2), canvas.words(sheet.rng, 1), min(sheet.step) * 0.13, sheet.ink)


def _mines(sheet: Sheet) -> None:
    closed, open_ = (190, 190, 190), (220, 220, 220)
    if sheet.rng.random() < 0.6:
        closed, open_ = canvas.colour(sheet.rng), canvas.colour(sheet.rng)
    for r, c in sheet.places():
        hidden = sheet.rng.random() < 0.5
        sheet.draw.rectangle(sheet.box(r, c, 0.02), fill=closed if hidden else open_, outline=(120, 120, 120))
        if not hidden and sheet.rng.random() < 0.6:
            sheet.label(r, c, str(int(sheet.rng.integers(1, 5))), 0.55, canvas.colour(sheet.rng, 0, 160))


def _wordle(sheet: Sheet) -> None:
    tones = [(120, 124, 126), (200, 180, 88), (106, 170, 100)]
    if sheet.rng.random() < 0.4:
        tones = _tones(sheet.rng, 3)
    played = int(sheet.rng.integers(1, sheet.rows + 1))
    for r, c in sheet.places():
        if r < played:
            sheet.draw.rectangle(sheet.box(r, c, 0.08), fill=tones[int(sheet.rng.choice(3, p=[0.5, 0.2, 0.3]))])
            sheet.label(r, c, chr(65 + int(sheet.rng.integers(26))), 0.55, (255, 255, 255))
        else:
            sheet.draw.rectangle(sheet.box(r, c, 0.08), outline=(140, 140, 140), width=2)


def _numbers(sheet: Sheet) -> None:
    tones = _tones(sheet.rng, 9)
    empty = canvas.colour(sheet.rng)
    for r, c in sheet.places():
        power = int(sheet.rng.integers(0, 8))
        tone = tones[power] if power else empty
        sheet.draw.rounded_rectangle(sheet.box(r, c, 0.1), 5, fill=tone)
        if power:
            sheet.label(r, c, str(2**power), 0.35, (255, 255, 255) if sum(tone) < 380 else (0, 0, 0))


def _sudoku(sheet: Sheet) -> None:
    shade = canvas.colour(sheet.rng, 200)
    for r, c in sheet.places():
        tone = (255, 255, 255) if (r // 3 + c // 3) % 2 or sheet.rng.random() < 0.02 else shade
        sheet.draw.rectangle(sheet.box(r, c), fill=tone, outline=(60, 60, 60))
        if sheet.rng.random() < 0.4:
            sheet.label(r, c, str(int(sheet.rng.integers(1, 10))), 0.6, (20, 20, 60))


def _fifteen(sheet: Sheet) -> None:
    (tone,) = _tones(sheet.rng, 1)
    order = sheet.rng.permutation(sheet.rows * sheet.cols)
    for number, (r, c) in zip(order, sheet.places(), strict=True):
        if number:
            sheet.draw.rounded_rectangle(sheet.box(r, c, 0.06), 3, fill=tone, outline=sheet.ink)
            sheet.label(r, c, str(int(number)), 0.45, (255, 255, 255) if sum(tone) < 380 else (0, 0, 0))


def _gems(sheet: Sheet) -> None:
    tones = _tones(sheet.rng, 6)
    ground = canvas.colour(sheet.rng)
    for r, c in sheet.places():
        sheet.draw.rectangle(sheet.box(r, c, 0.02), fill=ground)
        kind = int(sheet.rng.integers(6))
        left, top, right, bottom = sheet.box(r, c, 0.3)
        if kind % 3 == 0:
            sheet.draw.ellipse((left, top, right, bottom), fill=tones[kind])
        elif kind % 3 == 1:
            sheet.draw.rectangle((left, top, right, bottom), fill=tones[kind])
        else:
            x, y = (left + right) / 2, (top + bottom) / 2
            sheet.draw.polygon([(x, top), (right, y), (x, bottom), (left, y)], fill=tones[kind])


def _gallery(sheet: Sheet) -> None:
    for r, c in sheet.places():
        left, top, right, bottom = sheet.box(r, c, 0.1)
        sheet.draw.rectangle((left, top, right, bottom), fill=canvas.colour(sheet.rng))
        for _ in range(3):
            canvas.icon(sheet.rng, sheet.draw, (left, top, right, bottom))


def _reversi(sheet: Sheet) -> None:
    ground = canvas.colour(sheet.rng)
    stones = [(0, 0, 0), (250, 250, 250)] if sheet.rng.random() < 0.6 else _tones(sheet.rng, 2)
    share = sheet.rng.uniform(0.1, 0.9)
    for r, c in sheet.places():
        sheet.draw.rectangle(sheet.box(r, c), fill=ground, outline=(20, 20, 20))
        if sheet.rng.random() < share:
            sheet.draw.ellipse(sheet.box(r, c, 0.2), fill=stones[int(sheet.rng.integers(2))])


def _crossword(sheet: Sheet) -> None:
    black = sheet.rng.random((sheet.rows, sheet.cols)) < 0.2
    black |= black[::-1, ::-1]
    number = 0
    for r, c in sheet.places():
        sheet.draw.rectangle(sheet.box(r, c), fill=(0, 0, 0) if black[r, c] else (255, 255, 255), outline=(0, 0, 0))
        if not black[r, c] and (r == 0 or c == 0 or black[r - 1, c] or black[r, c - 1]):
            number += 1
            left, top, _, _ = sheet.box(r, c)
            canvas.text(sheet.draw, (left + 2, top + 1), str(number), 0.28 * min(sheet.step), (0, 0, 0))


def _table(sheet: Sheet) -> None:
    tones = _tones(sheet.rng, 2)
    for r, c in sheet.places():
        sheet.draw.rectangle(sheet.box(r, c), fill=tones[r % 2], outline=sheet.ink)
        if sheet.rng.random() < 0.9:
            sheet.label(
                r, c, canvas.words(sheet.rng, 1)[:5], 0.28, (255, 255, 255) if sum(tones[r % 2]) < 380 else (0, 0, 0)
            )


def _activity(sheet: Sheet) -> None:
    empty, full = np.array((235, 237, 240)), np.array(canvas.colour(sheet.rng, 0, 150))
    for r, c in sheet.places():
        level = int(sheet.rng.choice(5, p=[0.4, 0.2, 0.2, 0.1, 0.1])) / 4
        tone = (empty * (1 - level) + full * level).astype(int)
        sheet.draw.rounded_rectangle(sheet.box(r, c, 0.2), 2, fill=(int(tone[0]), int(tone[1]), int(tone[2])))


def _buttons(sheet: Sheet) -> None:
    plain, strong = _tones(sheet.rng, 2)
    for r, c in sheet.places():
        tone = strong if c == sheet.cols - 1 or r == sheet.rows - 1 else plain
        sheet.draw.rounded_rectangle(sheet.box(r, c, 0.15), 6, fill=tone)
        sheet.label(r, c, "789/456*123-0.=+"[(4 * r + c) % 16], 0.4, (255, 255, 255) if sum(tone) < 380 else (0, 0, 0))


SORTS: dict[str, tuple[Callable[[Sheet], None], tuple[int, int] | None]] = {
    "inventory": (_inventory, None),
    "levels": (_levels, None),
    "keyboard": (_keyboard, (4, 10)),
    "calendar": (_calendar, (6, 7)),
    "palette": (_palette, None),
    "spreadsheet": (_spreadsheet, (12, 7)),
    "page": (_page, None),
    "chess": (_chess, (8, 8)),
    "checker": (_checker, None),
    "icons": (_icons, None),
    "mines": (_mines, (9, 9)),
    "wordle": (_wordle, (6, 5)),
    "numbers": (_numbers, (4, 4)),
    "sudoku": (_sudoku, (9, 9)),
    "fifteen": (_fifteen, (4, 4)),
    "gems": (_gems, (8, 8)),
    "gallery": (_gallery, None),
    "reversi": (_reversi, (8, 8)),
    "crossword": (_crossword, (11, 11)),
    "table": (_table, (10, 5)),
    "activity": (_activity, (7, 20)),
    "buttons": (_buttons, (4, 4)),
}
"""What is drawn, and how many rows and columns it usually has (None for any)."""


def render(seed: int, *, sort: str | None = None, size: tuple[int, int] | None = None) -> Scenery:
    """One picture without a board. The same seed and options give the same picture.

    Args:
        seed: of everything.
        sort: one of ``SORTS``; any when None.
        size: width and height in pixels; any when None.
    """
    rng = np.random.default_rng(seed)
    chosen = str(rng.choice(list(SORTS)))
    name = sort or chosen
    painter, shape = SORTS[name]
    width, height = size or canvas.pick_size(rng)
    rows, cols = shape or (int(rng.integers(3, 9)), int(rng.integers(3, 9)))
    page = canvas.background(rng, (width, height))
    room = min(width / cols, height / rows) * 0.96
    cell = float(np.clip(room * rng.uniform(0.2, 1), min(room, 14), 130))
    wide = min(1.6, room * min(1.8, width / height) / cell) if name in ("spreadsheet", "table") else 1.0
    step = (min(cell * max(1.0, wide), 0.96 * width / cols), cell)
    left = float(rng.uniform(0, width - cols * step[0]))
    top = float(rng.uniform(0, height - rows * step[1]))
    page = canvas.chrome(rng, page, (left, top, left + cols * step[0], top + rows * step[1]))
    picture = Image.fromarray(np.clip(page, 0, 255).astype(np.uint8))
    painter(Sheet(rng, ImageDraw.Draw(picture), left, top, step, rows, cols, canvas.ink(page)))
    seen = canvas.wear(rng, np.asarray(picture, np.float32))
    return Scenery(seen, "none", note=f"{name} {rows}x{cols} cell={cell:.0f}")
