"""Rendered memento boards: a picture under opaque tiles, buttons around it, a game around that, and a screen's wear."""

from __future__ import annotations

from typing import TYPE_CHECKING

import cv2
import numpy as np

from calibration.scenes import walls
from calibration.scenes.paintings import WORDS, colour, fractal, paint
from calibration.scenes.scenery import Scenery
from calibration.scenes.tiles import STYLES, lay, tile

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Picture = NDArray[np.uint8]

CANVASES = ((480, 640), (480, 640), (480, 640), (720, 1280), (1080, 1920), (750, 1334), (768, 1024))
"""Heights and widths games draw at; the 2011 game's own is the first."""


def render(
    seed: int,
    *,
    shape: tuple[int, int] | None = None,
    style: str | None = None,
    painting: str | None = None,
    gap: int | None = None,
    worn: bool = True,
    states: NDArray[np.int8] | None = None,
    wall: str | None = None,
) -> Scenery:
    """Draw one scene; everything not given is drawn by lot from ``seed``.

    Args:
        seed: the same seed gives the same pixels.
        shape: rows and columns.
        style: of the tiles, one of ``STYLES``.
        painting: the picture under the tiles, one of ``PAINTINGS``.
        gap: pixels of the canvas between tiles.
        worn: scale, letterbox, blur, JPEG and gamma as screens and screenshots do.
        states: the board, rows×cols of 0 and 1.
        wall: what it hangs on, one of ``WALLS``; another backdrop where it is None.
    """
    rng = np.random.default_rng((0x3E3, seed))
    height, width = CANVASES[int(rng.integers(0, len(CANVASES)))]
    rows, cols = shape or (int(rng.integers(3, 8)), int(rng.integers(3, 8)))
    if shape is None and rng.random() < 0.5:
        cols = rows
    board = _states(rng, rows, cols) if states is None else states
    style = style or str(rng.choice(STYLES))
    gap = gap if gap is not None else int(rng.integers(0, 7)) * max(1, height // 600)
    area = rng.uniform(0.45, 0.8) * height
    wide = area * (1.0 if rng.random() < 0.5 else rng.uniform(0.85, 1.5))
    across = max(20, int(min(wide, 0.7 * width) / cols))
    down = max(20, int(area / rows))
    if rng.random() < 0.5:
        across = down = min(across, down)
    canvas = walls.wall(rng, height, width, wall) if wall else backdrop(rng, height, width)
    free_x, free_y = width - across * cols, height - down * rows
    x0 = int(np.clip(free_x * rng.normal(0.5, 0.12), 30, free_x - 30))
    y0 = int(np.clip(free_y * rng.normal(0.5, 0.15), 26, free_y - 26))
    name, picture = paint(rng, down * rows, across * cols, painting)
    frame = _panel(rng, canvas, (x0, y0, x0 + across * cols, y0 + down * rows), gap)
    seams = _board(rng, canvas, (x0, y0), (down, across), board=board, picture=picture, style=style, gap=gap)
    _buttons(rng, canvas, (x0, y0), (down, across), shape=(rows, cols), reach=frame)
    words(rng, canvas, (x0 - frame, y0 - frame, x0 + across * cols + frame, y0 + down * rows + frame))
    pixels, scale, (dx, dy), wear = show(rng, canvas) if worn else (canvas, 1.0, (0.0, 0.0), "")
    centres = tuple(
        ((x0 + (col + 0.5) * across) * scale + dx, (y0 + (row + 0.5) * down) * scale + dy)
        for row in range(rows)
        for col in range(cols)
    )
    left, top = x0 * scale + dx, y0 * scale + dy
    box = (left, top, left + across * cols * scale, top + down * rows * scale)
    covered = int((board == 0).sum())
    hard = covered < 3 or covered > rows * cols - 2
    note = f"{rows}x{cols} {style} on {name} gap {gap} {seams} covered {covered} {wear}"
    note += f" before {wall}" if wall else ""
    line = "/".join("".join(str(int(v)) for v in row) for row in board)
    return Scenery(pixels, "hard" if hard else "read", "memento", line, 2, centres, box, note)


def _states(rng: np.random.Generator, rows: int, cols: int) -> NDArray[np.int8]:
    """A board scrambled by the game's own moves, as all of its boards are; two cells or more covered and one not."""
    while True:
        board = np.ones((rows, cols), np.int8)
        if rng.random() < 0.6:
            for row in np.flatnonzero(rng.random(rows) < 0.5):
                board[row] ^= 1
            for col in np.flatnonzero(rng.random(cols) < 0.5):
                board[:, col] ^= 1
            if rng.random() < 0.6:
                for i in range(min(rows, cols)):
                    board[rows - 1 - i, i] ^= 1
        else:
            any_board = (rng.random((rows, cols)) < rng.uniform(0.2, 0.8)).astype(np.int8)
            board = any_board[:, :1] ^ any_board[:1]
        if 2 <= int((board == 0).sum()) <= rows * cols - 1:
            return board


def backdrop(rng: np.random.Generator, height: int, width: int) -> Picture:
    """What is behind the board: the game dimmed, a flat or softly coloured ground, or a whole picture."""
    kind = rng.integers(0, 4)
    if kind == 0:
        canvas = np.empty((height, width, 3), np.uint8)
        canvas[:] = colour(rng, (0.0, 0.5) if rng.random() < 0.7 else (0.5, 1.0))
        return canvas
    name = None if kind == 1 else str(rng.choice(["texture", "landscape", "gradient", "pixel-art"]))
    _, picture = paint(rng, height, width, name)
    if kind >= 2:
        dim = rng.uniform(0.2, 0.9)
        picture = (picture * dim).astype(np.uint8)
    return picture


def _panel(rng: np.random.Generator, canvas: Picture, box: tuple[int, int, int, int], gap: int) -> int:
    """A panel behind the board and a frame around it, or neither; returns how far it reaches out in pixels."""
    left, top, right, bottom = box
    kind = rng.integers(0, 4)
    if kind == 0:
        return max(2, gap)
    reach = int(rng.uniform(4, 24))
    if kind == 1:
        reach = int(rng.integers(1, 5))
    edge = (left - reach, top - reach), (right + reach - 1, bottom + reach - 1)
    cv2.rectangle(canvas, *edge, colour(rng), -1)
    if kind == 3:
        cv2.rectangle(canvas, *edge, colour(rng), int(rng.integers(1, 4)))
    return reach


def _board(
    rng: np.random.Generator,
    canvas: Picture,
    corner: tuple[int, int],
    cell: tuple[int, int],
    *,
    board: NDArray[np.int8],
    picture: Picture,
    style: str,
    gap: int,
) -> str:
    """Draw picture and tiles in place; returns how the seams between cells look."""
    (x0, y0), (down, across) = corner, cell
    rows, cols = board.shape
    high, wide = picture.shape[:2]
    canvas[y0 : y0 + high, x0 : x0 + wide] = picture
    seams = str(rng.choice(["cut", "through", "lines"]))
    near = rng.random() < 0.25
    base = tuple(int(v) for v in np.clip(picture.reshape(-1, 3).mean(0) + rng.normal(0, 18, 3), 0, 255))
    base = base if near else colour(rng, (0.05, 0.95))
    ground = colour(rng, (0.0, 0.4) if rng.random() < 0.7 else (0.4, 1.0))
    before, after = gap // 2, gap - gap // 2
    if gap and seams == "cut":
        for i in range(cols + 1):
            x = x0 + i * across
            canvas[y0 - before : y0 + high + after, max(0, x - before) : x + after] = ground
        for i in range(rows + 1):
            y = y0 + i * down
            canvas[max(0, y - before) : y + after, x0 - before : x0 + wide + after] = ground
    elif seams == "lines":
        for i in range(cols + 1):
            cv2.line(canvas, (x0 + i * across, y0), (x0 + i * across, y0 + high), ground, 1)
        for i in range(rows + 1):
            cv2.line(canvas, (x0, y0 + i * down), (x0 + wide, y0 + i * down), ground, 1)
    inner = (down - gap, across - gap)
    body, opacity = tile(rng, *inner, style, base)
    for row, col in zip(*np.nonzero(board == 0), strict=True):
        shown = body
        if style == "own-noise":
            noise = fractal(rng, *inner, 0.9)[..., None] - 0.5
            shown = np.clip(np.array(base) + noise * 26, 0, 255).astype(np.uint8)
        if seams != "cut":  # the picture must not shine through around a covered cell's tile
            canvas[y0 + row * down : y0 + (row + 1) * down, x0 + col * across : x0 + (col + 1) * across] = ground
        lay(canvas, x0 + int(col) * across + after, y0 + int(row) * down + after, shown, opacity)
    return seams


def _buttons(
    rng: np.random.Generator,
    canvas: Picture,
    corner: tuple[int, int],
    cell: tuple[int, int],
    *,
    shape: tuple[int, int],
    reach: int,
) -> None:
    """Buttons for rows, columns and the diagonal, on sides by lot; none in some scenes."""
    if rng.random() < 0.2:
        return
    (x0, y0), (down, across), (rows, cols) = corner, cell, shape
    height, width = canvas.shape[:2]
    side = int(min(down, across) * rng.uniform(0.3, 0.8))
    style = str(rng.choice(["plain", "bevel", "rounded", "border"]))
    body, opacity = tile(rng, side, side, style, colour(rng))
    ink = colour(rng)
    off = reach + int(rng.uniform(2, 12)) + side // 2
    places = []
    left, top = rng.random() < 0.6, rng.random() < 0.6
    for row in range(rows):
        y = y0 + int((row + 0.5) * down)
        places.append((x0 - off, y, (1, 0)) if left else (x0 + cols * across + off, y, (-1, 0)))
    for col in range(cols):
        x = x0 + int((col + 0.5) * across)
        places.append((x, y0 - off, (0, 1)) if top else (x, y0 + rows * down + off, (0, -1)))
    places.append((x0 - off, y0 + rows * down + off, (1, -1)))
    bare = rng.random() < 0.3
    for x, y, (dx, dy) in places:
        if not (side <= x < width - side and side <= y < height - side):
            continue
        if not bare:
            lay(canvas, x - side // 2, y - side // 2, body, opacity)
        r = 0.3 * side
        tip = (x + dx * r, y + dy * r)
        wings = [(x - dx * r + dy * r, y - dy * r + dx * r), (x - dx * r - dy * r, y - dy * r - dx * r)]
        cv2.fillPoly(canvas, [np.array([tip, *wings], np.int32)], ink, cv2.LINE_AA)


def words(rng: np.random.Generator, canvas: Picture, keep: tuple[int, int, int, int]) -> None:
    """Text of the game outside ``keep``: moves, a hint, a bar."""
    height, width = canvas.shape[:2]
    scale = height / 480 * rng.uniform(0.4, 0.8)
    for _ in range(int(rng.integers(0, 5))):
        text = " ".join(rng.choice(WORDS, int(rng.integers(1, 5))))
        (w, h), _ = cv2.getTextSize(text, cv2.FONT_HERSHEY_SIMPLEX, scale, 1)
        for _ in range(8):
            x, y = int(rng.integers(0, max(1, width - w))), int(rng.integers(h, height))
            if x + w < keep[0] or x > keep[2] or y < keep[1] or y - h > keep[3]:
                thick = max(1, round(2 * scale))
                cv2.putText(canvas, text, (x, y), cv2.FONT_HERSHEY_SIMPLEX, scale, colour(rng), thick, cv2.LINE_AA)
                break


def show(rng: np.random.Generator, canvas: Picture) -> tuple[Picture, float, tuple[float, float], str]:
    """What a screen and a screenshot make of a canvas: scaled, letterboxed, blurred, re-coded, brightened.

    Returns:
        The picture, the scale, the (x, y) offset, and words on what was done. Canvas (x, y) is shown at
        (x, y) × scale + offset.
    """
    height, width = canvas.shape[:2]
    done = []
    ceiling = 2300 / width
    scale = float(rng.choice([1, 1, 1, 1.25, 1.5, 2, 2.25, 3, rng.uniform(0.9, 3.0)]))
    scale = scale if scale <= ceiling else 1.0
    shown = canvas
    if scale != 1:
        method = [cv2.INTER_NEAREST, cv2.INTER_LINEAR, cv2.INTER_CUBIC][int(rng.integers(0, 3))]
        if scale < 1:
            method = cv2.INTER_AREA
        new = (round(width * scale), round(height * scale))
        shown = cv2.resize(canvas, new, interpolation=method)
        done.append(f"x{scale:.2f}")
    dx = dy = 0
    if rng.random() < 0.35:
        wide = max(shown.shape[1], round(shown.shape[0] * 16 / 9))
        high = shown.shape[0] + int(rng.integers(0, 40))
        screen = np.zeros((high, wide, 3), np.uint8)
        dx, dy = (wide - shown.shape[1]) // 2, (high - shown.shape[0]) // 2
        screen[dy : dy + shown.shape[0], dx : dx + shown.shape[1]] = shown
        shown = screen
        done.append("letterbox")
    if rng.random() < 0.25:
        shown = cv2.GaussianBlur(shown, (0, 0), rng.uniform(0.4, 1.0) * max(1.0, scale * 0.8))
        done.append("blur")
    if rng.random() < 0.3:
        gamma = rng.uniform(0.6, 1.6)
        shown = cv2.LUT(shown, (255 * (np.arange(256) / 255) ** gamma).astype(np.uint8))
        done.append(f"gamma {gamma:.2f}")
    if rng.random() < 0.15:
        noise = rng.normal(0, rng.uniform(1, 4), shown.shape)
        shown = np.clip(shown + noise, 0, 255).astype(np.uint8)
        done.append("noise")
    if rng.random() < 0.35:
        quality = int(rng.integers(55, 96))
        _, code = cv2.imencode(".jpg", shown, [cv2.IMWRITE_JPEG_QUALITY, quality])
        shown = np.asarray(cv2.imdecode(code, cv2.IMREAD_COLOR), np.uint8)
        done.append(f"jpeg {quality}")
    return np.asarray(shown, np.uint8), scale, (float(dx), float(dy)), " ".join(done)
