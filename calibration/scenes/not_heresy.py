"""Drawn pictures that look like a Hive panel and are none: other icons by threes, larger tables, rows of two."""

from __future__ import annotations

from typing import TYPE_CHECKING

import cv2
import numpy as np

from calibration.scenes.scenery import Scenery
from calibration.scenes.wear import hud, stone, weather
from vision.heresy.glyphs import TYPEFACES, draw

if TYPE_CHECKING:
    from numpy.typing import NDArray

KINDS = (
    "rune table",
    "rows of two",
    "noughts and crosses",
    "number tiles",
    "keypad",
    "letters",
    "icons",
    "sudoku corner",
    "bars",
    "look-alikes",
)
GLYPH = 120


def render(seed: int, *, kind: str | None = None, size: tuple[int, int] = (960, 540)) -> Scenery:
    """One picture without a panel.

    Args:
        seed: everything that is not given follows from it.
        kind: one of ``KINDS``.
        size: width, height in pixels.
    """
    rng = np.random.default_rng([seed, 0x0FF])
    kind = kind or KINDS[seed % len(KINDS)]
    rows, cols = _shape(rng, kind)
    icons = [_icon(rng, kind, i) for i in range(rows * cols)]
    width, height = size
    cell = float(rng.uniform(0.5, 0.95)) * min(width / cols, height / rows)
    frame = stone(rng, width, height, rng.uniform(15, 230), rng.uniform(0, 12))
    light = float(frame.mean()) > 110
    share = float(rng.uniform(0.5, 0.85))
    board = np.zeros((round(rows * cell), round(cols * cell)), np.float32)
    edges = np.zeros_like(board)
    for i, icon in enumerate(icons):
        y, x = (i // cols + 0.5) * cell, (i % cols + 0.5) * cell
        side = round(cell * share)
        small = cv2.resize(icon, (side, side), interpolation=cv2.INTER_AREA)
        top, left = round(y - side / 2), round(x - side / 2)
        board[top : top + side, left : left + side] = small
        corner, end = (round(x - cell / 2), round(y - cell / 2)), (round(x + cell / 2) - 1, round(y + cell / 2) - 1)
        if kind != "icons":
            cv2.rectangle(edges, corner, end, 0.4, max(1, round(cell * 0.03)))
    board = np.maximum(board, edges * float(rng.random() < 0.6))
    skew = rng.uniform(-0.1, 0.1, (4, 2)) * cell * (1 if rng.random() < 0.6 else 0)
    high, wide = board.shape
    flat = np.array([(0, 0), (wide, 0), (wide, high), (0, high)], np.float32)
    room = np.maximum(np.array([width - wide, height - high]), 1)
    placed = (flat + skew + rng.uniform(0.1, 0.9, 2) * room).astype(np.float32)
    ink = cv2.warpPerspective(board, cv2.getPerspectiveTransform(flat, placed), size, flags=cv2.INTER_LINEAR)
    color = rng.uniform(0, 60, 3) if light else rng.uniform(140, 255, 3)
    frame += (color.astype(np.float32) - frame) * ink[..., None]
    hud(rng, frame)
    return Scenery(
        weather(rng, frame, int(rng.integers(0, 2)), cell), "none", note=f"{kind} {rows}x{cols} cell={cell:.0f}"
    )


def _shape(rng: np.random.Generator, kind: str) -> tuple[int, int]:
    if kind in ("rune table", "bars"):
        return int(rng.integers(4, 6)), int(rng.integers(4, 7))
    if kind == "rows of two":
        shape = 2, int(rng.integers(3, 7))
        return shape if rng.random() < 0.5 else shape[::-1]
    if kind == "keypad":
        return 4, 3
    if kind == "sudoku corner":
        return (9, 9) if rng.random() < 0.5 else (3, 3)
    return 3, 3


def _icon(rng: np.random.Generator, kind: str, place: int) -> NDArray[np.float32]:
    """One square of ink, 0..1."""
    if kind in ("rune table", "rows of two"):
        return draw(TYPEFACES["carved"][rng.integers(4)], GLYPH)
    if kind == "noughts and crosses":
        return _text(" XO"[rng.integers(3)], rng)
    if kind == "keypad":
        return _text("123456789*0#"[place], rng)
    if kind in ("number tiles", "sudoku corner"):
        return _text(str(rng.integers(1, 10)) if kind == "sudoku corner" else str(place + 1), rng)
    if kind == "letters":
        return _text("AXEVTHKMNYZFB"[rng.integers(13)], rng)
    if kind == "look-alikes":
        return _look_alike(rng)
    return _shape_icon(rng, bars=kind == "bars")


def _text(word: str, rng: np.random.Generator) -> NDArray[np.float32]:
    ink = np.zeros((GLYPH, GLYPH), np.uint8)
    font = int(rng.choice([cv2.FONT_HERSHEY_SIMPLEX, cv2.FONT_HERSHEY_DUPLEX, cv2.FONT_HERSHEY_TRIPLEX]))
    thick = int(rng.integers(4, 12))
    (width, height), _ = cv2.getTextSize(word, font, 3.4, thick)
    cv2.putText(ink, word, ((GLYPH - width) // 2, (GLYPH + height) // 2), font, 3.4, 255, thick, cv2.LINE_AA)
    return (ink / 255.0).astype(np.float32)


def _shape_icon(rng: np.random.Generator, *, bars: bool) -> NDArray[np.float32]:
    """A disc, ring, square, arrow, plus or a pile of bars."""
    ink = np.zeros((GLYPH, GLYPH), np.uint8)
    middle, reach = GLYPH // 2, int(GLYPH * 0.4)
    which = 5 if bars else int(rng.integers(0, 6))
    low, high = middle - reach, middle + reach
    if which == 0:
        cv2.circle(ink, (middle, middle), reach, 255, -1, cv2.LINE_AA)
    elif which == 1:
        cv2.circle(ink, (middle, middle), reach, 255, 12, cv2.LINE_AA)
    elif which == 2:
        cv2.rectangle(ink, (low, low), (high, high), 255, 12)
    elif which == 3:
        cv2.arrowedLine(ink, (low, middle), (high, middle), 255, 14, cv2.LINE_AA, 0, 0.5)
    elif which == 4:
        cv2.line(ink, (low, middle), (high, middle), 255, 22)
        cv2.line(ink, (middle, low), (middle, high), 255, 22)
    else:
        count = int(rng.integers(1, 5))
        for i in range(count):
            y = low + round((i + 0.5) * (high - low) / count)
            half = int(rng.uniform(0.4, 1) * reach)
            cv2.line(ink, (middle - half, y), (middle + half, y), 255, 10)
    return (ink / 255.0).astype(np.float32)


def _look_alike(rng: np.random.Generator) -> NDArray[np.float32]:
    """Strokes of the glyphs put together wrongly: halves of two of them, or one upside down or on its side."""
    glyphs = [draw(glyph, GLYPH) for glyph in TYPEFACES["carved"]]
    one, other = rng.choice(4, 2, replace=False)
    half = GLYPH // 2
    which = int(rng.integers(0, 3))
    if which == 0:
        return np.ascontiguousarray(np.concatenate([glyphs[one][:half], glyphs[other][half:]]))
    if which == 1:
        return np.ascontiguousarray(np.rot90(glyphs[one]))
    return np.ascontiguousarray(glyphs[(0, 1, 3)[one % 3]][::-1])
