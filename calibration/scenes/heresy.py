"""Drawn Hive panels: glyphs on stone, metal or plain buttons, in perspective, worn like a screenshot of a game.

No picture of anybody's game goes in: the glyphs are our own strokes, everything else is noise and polygons.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

import cv2
import numpy as np

from calibration.scenes import hands
from calibration.scenes.contrast import contrasts
from calibration.scenes.hands import GLYPH, worn_weight, written
from calibration.scenes.relief import hollow, shaded
from calibration.scenes.scenery import Scenery
from calibration.scenes.wear import hud, stone, weapon, weather
from vision.heresy.glyphs import TYPEFACES

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from calibration.scenes.hands import Inks

Look = Literal["panel", "replica"]
Cut = Literal["relief", "hollow"]
SIZES = ((1920, 1080), (1280, 720), (1600, 900), (1366, 768), (1024, 768), (2560, 1440), (1280, 1024), (960, 540))
LEVELS, CLEAR = 10.0, 1.2  # gray levels between strokes and ground; this over what the ground varies by


@dataclass(frozen=True, slots=True)
class Quad:
    """Where the panel lies: board plane (3×3 unit cells) → frame pixels, and the side of a cell in pixels."""

    matrix: NDArray[np.float64]
    cell: float

    def place(self, points: NDArray[np.float64]) -> NDArray[np.float64]:
        """N×2 points of the board plane in frame pixels."""
        placed: NDArray[np.float64] = cv2.perspectiveTransform(points.reshape(-1, 1, 2), self.matrix).reshape(-1, 2)
        return placed


def render(
    seed: int,
    *,
    look: Look | None = None,
    wear: int | None = None,
    side: float | None = None,
    size: tuple[int, int] | None = None,
    skew: float | None = None,
    inks: Inks | None = None,
    cut: Cut | None = None,
) -> Scenery:
    """One drawn panel.

    Args:
        seed: everything that is not given follows from it.
        look: a ``panel`` in a game scene, or a flat ``replica`` window; one in five is a replica.
        wear: 0 none, 1 mild, 2 strong (then ``expect`` is ``hard``).
        side: the panel's side as a share of the frame's height.
        size: width, height of the frame in pixels.
        skew: how far each corner moves at most, as a share of the panel's side.
        inks: four square ink pictures (0..1) to use in place of our own glyphs, in the order A X E V.
        cut: a panel's glyphs as a ``relief`` under a low light, or ``hollow``: outlines only.
    """
    rng = np.random.default_rng([seed, 0x4E55])
    look = look or ("replica" if rng.random() < 0.2 else "panel")
    wear = int(rng.integers(0, 3)) if wear is None else wear
    states = rng.integers(0, 4, 9)
    if rng.random() < 0.15:  # few different glyphs, as near the end of the game
        states = rng.choice(rng.integers(0, 4, 2), 9)
    if look == "replica":
        return _replica(rng, states, wear, inks)
    width, height = size or SIZES[rng.integers(len(SIZES))]
    side = side if side is not None else float(np.exp(rng.uniform(np.log(0.22), np.log(0.85))))
    quad = _quad(rng, width, height, side * height, float(rng.uniform(0, 0.16)) if skew is None else skew)
    inks_drawn = inks or written(rng, hands.typeface(rng), worn_weight(rng))
    if cut == "hollow":
        inks_drawn = hollow(rng, inks_drawn)
    frame = _scene(rng, width, height)
    frame, drawn = _panel(rng, frame, quad, states, inks_drawn, relief=cut == "relief")
    covered = _overlay(rng, frame, quad, wear)
    pixels = weather(rng, frame, wear, quad.cell)
    faint = not _visible(pixels, drawn, quad)
    note = f"panel wear={wear} cell={quad.cell:.0f} {width}x{height}" + " covered" * covered + " faint" * faint
    return _scenery(pixels, states, quad, "hard" if wear == 2 or covered or faint else "read", note)


def _visible(pixels: NDArray[np.uint8], drawn: NDArray[np.float32], quad: Quad) -> bool:
    """Whether an eye can tell the glyphs from their ground; one may be worse: a crosshair may lie beside it."""
    square = np.array([(0.0, 0.0), (1, 0), (1, 1), (0, 1)])
    corners = np.array([quad.place(square + np.array([i % 3, i // 3])) for i in range(9)])
    level, clear = np.sort(contrasts(pixels, drawn, corners, quad.cell), axis=0)[1]
    return bool(level > LEVELS and clear > CLEAR)


def _scenery(
    pixels: NDArray[np.uint8], states: NDArray[np.int64], quad: Quad, expect: Literal["read", "hard"], note: str
) -> Scenery:
    grid = np.array([(c + 0.5, r + 0.5) for r in range(3) for c in range(3)])
    centers = quad.place(grid)
    corners = quad.place(np.array([(0.0, 0.0), (3, 0), (3, 3), (0, 3)]))
    box = (*corners.min(axis=0), *corners.max(axis=0))
    board = "/".join("".join(str(s) for s in states[3 * r : 3 * r + 3]) for r in range(3))
    left, top, right, bottom = (float(v) for v in box)
    points = tuple((float(x), float(y)) for x, y in centers)
    return Scenery(pixels, expect, "heresy", board, 4, points, (left, top, right, bottom), note)


def _quad(rng: np.random.Generator, width: int, height: int, side: float, skew: float) -> Quad:
    """A square turned by up to 6°, its corners moved, somewhere in the frame."""
    roll = np.deg2rad(rng.uniform(-6, 6))
    turn = np.array([[np.cos(roll), -np.sin(roll)], [np.sin(roll), np.cos(roll)]])
    square = np.array([(-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5)])
    moved = (square + rng.uniform(-skew, skew, (4, 2))) @ turn.T * side
    low, high = moved.min(axis=0), moved.max(axis=0)
    room = np.array([width, height]) - (high - low)
    if room.min() < 0:
        moved *= 0.98 * min(width / (high - low)[0], height / (high - low)[1])
        low, high = moved.min(axis=0), moved.max(axis=0)
        room = np.array([width, height]) - (high - low)
    moved += rng.uniform(0.1, 0.9, 2) * room - low
    flat = np.array([(0, 0), (3, 0), (3, 3), (0, 3)], np.float32)
    return Quad(cv2.getPerspectiveTransform(flat, moved.astype(np.float32)), side / 3)


def _scene(rng: np.random.Generator, width: int, height: int) -> NDArray[np.float32]:
    """A dungeon: layered stone with planes, edges and lamps. Float BGR."""
    frame = stone(rng, width, height, rng.uniform(15, 90), rng.uniform(4, 30))
    frame *= rng.uniform(0.75, 1.25, 3).astype(np.float32)
    for _ in range(rng.integers(4, 16)):
        points = rng.uniform(-0.2, 1.2, (4, 2)) * (width, height)
        shade = float(rng.uniform(0.5, 1.6))
        mask = np.zeros((height, width), np.uint8)
        cv2.fillConvexPoly(mask, cv2.convexHull(points.astype(np.int32)), 255, cv2.LINE_AA)
        frame = np.where(mask[..., None] > 127, frame * shade, frame)
    for _ in range(rng.integers(0, 6)):
        lamp = np.zeros((height // 4, width // 4), np.float32)
        cv2.circle(
            lamp, (int(rng.integers(width // 4)), int(rng.integers(height // 4))), int(rng.integers(2, 9)), 1, -1
        )
        glow = cv2.GaussianBlur(lamp, (0, 0), 6) * rng.uniform(100, 300) + lamp * 160
        frame = frame + cv2.resize(glow, (width, height))[..., None] * rng.uniform(0.4, 1.0, 3)
    return np.clip(frame, 0, 255).astype(np.float32)


def _panel(
    rng: np.random.Generator,
    frame: NDArray[np.float32],
    quad: Quad,
    states: NDArray[np.int64],
    inks: Inks,
    *,
    relief: bool = False,
) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Lay the panel into the frame: slab, plates, frames, glyphs (glowing, carved or painted) and their bloom.

    Returns:
        The frame, and where the strokes of the glyphs are in it, H×W, 0..1.
    """
    height, width = frame.shape[:2]
    cell = int(np.clip(quad.cell * 1.3, 40, GLYPH * 1.6))
    margin = int(cell * rng.uniform(0.08, 0.5))
    side = 3 * cell + 2 * margin
    light = rng.random() < 0.2
    slab = stone(rng, side, side, rng.uniform(110, 190) if light else rng.uniform(12, 80), rng.uniform(2, 16))
    slab *= rng.uniform(0.8, 1.2, 3).astype(np.float32)
    _plates(rng, slab, cell, margin)
    share = rng.uniform(0.45, 0.95)
    ink = np.zeros((side, side), np.float32)
    jog = rng.normal(0, 0.012 * cell, (9, 2))
    for i, state in enumerate(states):
        glyph = inks[int(state)] * float(rng.uniform(0.75, 1.0))
        lit = cv2.resize(glyph, (int(cell * share),) * 2, interpolation=cv2.INTER_AREA)
        y, x = margin + (np.array([i // 3, i % 3]) + 0.5) * cell + jog[i] - len(lit) / 2
        shift = np.array([[1, 0, x], [0, 1, y]], np.float64)
        ink = np.maximum(ink, cv2.warpAffine(lit, shift, (side, side), flags=cv2.INTER_LINEAR))
    if rng.random() < 0.5:  # chipped strokes
        ink *= np.clip(stone(rng, side, side, 0.95, 0.15)[..., 0], 0.3, 1)
    tint = rng.uniform(0.35, 1.0, 3)
    tint = (tint / tint.max()).astype(np.float32)
    glowing = not relief and not light and rng.random() < 0.75
    if glowing:
        power = rng.uniform(60, 230)
        slab = slab + ink[..., None] * tint * power
    elif relief:
        slab = shaded(rng, slab, ink, cell)
    elif light or rng.random() < 0.6:  # carved: darker strokes, a bright edge where light falls in
        depth = rng.uniform(0.35, 0.85)
        slab = slab * (1 - depth * ink[..., None])
        rim = np.clip(np.roll(ink, max(1, cell // 60), axis=(0, 1)) - ink, 0, 1)
        slab = slab + rim[..., None] * rng.uniform(0, 30)
    else:
        slab = slab + (rng.uniform(150, 245) * tint - slab) * ink[..., None] * rng.uniform(0.5, 1.0)
    scale = np.array([[cell, 0, margin], [0, cell, margin], [0, 0, 1.0]])
    into = quad.matrix @ np.linalg.inv(scale)
    laid = cv2.warpPerspective(np.clip(slab, 0, 255), into, (width, height), flags=cv2.INTER_AREA)
    cover = cv2.warpPerspective(np.ones((side, side), np.float32), into, (width, height))[..., None]
    frame = frame * (1 - cover) + laid * cover
    shine = cv2.warpPerspective(ink, into, (width, height))
    if glowing and rng.random() < 0.8:
        halo = cv2.GaussianBlur(shine, (0, 0), quad.cell * rng.uniform(0.02, 0.14)) * rng.uniform(0.1, 0.9) * power
        frame = frame + halo[..., None] * tint
    return np.clip(frame, 0, 255).astype(np.float32), shine


def _plates(rng: np.random.Generator, slab: NDArray[np.float32], cell: int, margin: int) -> None:
    """Plates, frames or grooves round the cells, in place; one slab in three has none."""
    kind = rng.integers(0, 6)
    if kind <= 1:
        return
    inset = int(cell * rng.uniform(0.0, 0.06))
    thick = max(1, int(cell * rng.uniform(0.012, 0.05)))
    shade = float(rng.uniform(0.55, 1.5))
    edge = float(rng.uniform(0.5, 2.2))
    for i in range(9):
        top, left = margin + i // 3 * cell + inset, margin + i % 3 * cell + inset
        box = slab[top : top + cell - 2 * inset, left : left + cell - 2 * inset]
        if kind in (2, 3):
            box *= shade
        if kind in (3, 4, 5):
            box[:thick] *= edge
            box[-thick:] *= edge
            box[:, :thick] *= edge
            box[:, -thick:] *= edge
    if kind == 5:
        rim = max(2, margin // 3)
        for strip in (np.s_[:rim], np.s_[-rim:], np.s_[:, :rim], np.s_[:, -rim:]):
            slab[strip] *= edge


def _overlay(rng: np.random.Generator, frame: NDArray[np.float32], quad: Quad, wear: int) -> bool:
    """Crosshair, HUD and weapon, in place; True where something may hide part of a glyph."""
    hud(rng, frame)
    covered = False
    if rng.random() < 0.5:
        x, y = quad.place(np.array([rng.uniform(0.2, 2.8, 2)]))[0]
        reach = int(max(3, frame.shape[0] * 0.008))
        for turn in range(4):
            dx, dy = ((1, 0), (0, 1), (-1, 0), (0, -1))[turn]
            near, far = (int(x + dx * reach), int(y + dy * reach)), (int(x + dx * 2 * reach), int(y + dy * 2 * reach))
            cv2.line(frame, near, far, (230, 230, 230), max(1, reach // 6), cv2.LINE_AA)
        cv2.circle(frame, (int(x), int(y)), max(1, reach // 8), (230, 230, 230), -1, cv2.LINE_AA)
    if rng.random() < 0.5:
        tip = 2.95 if wear < 2 or rng.random() < 0.5 else float(rng.uniform(2.2, 2.9))
        corner = quad.place(np.array([(tip, tip)]))[0]
        covered = tip < 2.9
        weapon(rng, frame, (float(corner[0]), float(corner[1])))
    return covered


def _replica(rng: np.random.Generator, states: NDArray[np.int64], wear: int, inks: Inks | None) -> Scenery:
    """A flat window with nine buttons, alone or on a desktop."""
    cell = float(np.exp(rng.uniform(np.log(42), np.log(170))))
    gap = cell * float(rng.choice([0.0, 0.04, 0.1]))
    width, height = int(3 * cell + 2 * gap + cell * rng.uniform(0.5, 3)), int(3 * cell + cell * rng.uniform(1.5, 4))
    left, top = rng.uniform(0.1, 0.9) * (width - 3 * cell - 2 * gap), cell * rng.uniform(0.5, 1.2)
    light = rng.random() < 0.6
    base = rng.uniform(200, 250, 3) if light else rng.uniform(15, 70, 3)
    face = np.clip(base + rng.uniform(-40, 40), 0, 255)
    color = rng.uniform(0, 70, 3) if light else rng.uniform(150, 255, 3)
    window = np.empty((height, width, 3), np.float32)
    window[:] = base
    typeface = TYPEFACES["carved" if rng.random() < 0.5 else "replica"]
    glyphs = inks or written(rng, typeface, float(rng.uniform(0.8, 1.2)))
    share = rng.uniform(0.6, 0.95)
    for i, state in enumerate(states):
        x, y = left + i % 3 * (cell + gap), top + i // 3 * (cell + gap)
        x0, y0, x1, y1 = round(x), round(y), round(x + cell), round(y + cell)
        window[y0:y1, x0:x1] = face + np.linspace(12, -12, y1 - y0)[:, None, None]
        cv2.rectangle(window, (x0, y0), (x1 - 1, y1 - 1), tuple(float(v) for v in base * 0.7), 1)
        lit = cv2.resize(glyphs[int(state)], (int(cell * share),) * 2, interpolation=cv2.INTER_AREA)
        u, v = round(x + cell / 2 - len(lit) / 2), round(y + cell / 2 - len(lit) / 2)
        part = window[v : v + len(lit), u : u + len(lit)]
        part += (color - part) * lit[..., None]
    hud(rng, window[round(top + 3 * (cell + gap)) :], words=4)
    hud(rng, window[: round(top)], words=1)
    origin = (0, 0)
    if rng.random() < 0.5:
        wide, high = max(1280, width), max(720, height)
        desk = stone(rng, wide, high, rng.uniform(40, 200), rng.uniform(0, 8))
        origin = (int(rng.integers(0, wide - width + 1)), int(rng.integers(0, high - height + 1)))
        hud(rng, desk, words=20)
        desk[origin[1] : origin[1] + height, origin[0] : origin[0] + width] = window
        window = desk
    step = cell + gap
    matrix = np.array(
        [[step, 0, origin[0] + left - gap / 2], [0, step, origin[1] + top - gap / 2], [0, 0, 1]], np.float64
    )
    pixels = weather(rng, np.clip(window, 0, 255), min(wear, 1), cell, optics=False)
    return _scenery(pixels, states, Quad(matrix, cell), "read", f"replica wear={min(wear, 1)} cell={cell:.0f}")
