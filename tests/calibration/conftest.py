"""Plain boards drawn on the spot, with their truth files."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import cv2
import numpy as np
import pytest

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

COLORS = ((70, 60, 50), (60, 210, 250), (80, 60, 220), (90, 190, 60))


def drawn(board: str, *, pitch: int = 48, colors: tuple[tuple[int, int, int], ...] = COLORS) -> np.ndarray:
    """A lights-out board of squares with gaps on a plain page."""
    rows = board.split("/")
    height, width = pitch * (len(rows) + 2), pitch * (len(rows[0]) + 2)
    pixels = np.full((height, width, 3), (30, 26, 24), np.uint8)
    for r, line in enumerate(rows):
        for c, sign in enumerate(line):
            left, top = pitch * (c + 1) + 3, pitch * (r + 1) + 3
            cv2.rectangle(pixels, (left, top), (left + pitch - 7, top + pitch - 7), colors[int(sign)], -1)
    return pixels


def centers(board: str, pitch: int = 48) -> list[list[float]]:
    rows = board.split("/")
    return [[pitch * (c + 1.5) - 0.5, pitch * (r + 1.5) - 0.5] for r in range(len(rows)) for c in range(len(rows[0]))]


@pytest.fixture
def folder(tmp_path: Path) -> Callable[..., Path]:
    """Makes a folder of pictures and their truth file from (name, board drawn, facts)."""

    def make(*items: tuple[str, str, dict[str, object]]) -> Path:
        place = tmp_path / "pictures"
        place.mkdir()
        truth = []
        for name, board, facts in items:
            cv2.imwrite(str(place / name), drawn(board))
            base = {"file": name, "expect": "read", "puzzle": "lights-out", "board": board, "centers": centers(board)}
            truth.append({key: value for key, value in {**base, **facts}.items() if value is not None})
        (place / "truth.json").write_text(json.dumps(truth))
        return place

    return make


@pytest.fixture
def shot(tmp_path: Path) -> Callable[..., Path]:
    """Draws a board into a file of the given name."""

    def make(name: str, board: str) -> Path:
        path = tmp_path / name
        cv2.imwrite(str(path), drawn(board))
        return path

    return make
