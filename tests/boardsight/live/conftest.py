"""Pictures of a game that is played: a drawn board of plain tiles in a window."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest

from vision.frame import Frame

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

DARK, LIT, GROUND = (70, 50, 40), (60, 220, 250), (30, 30, 34)


def tiles(
    board: str,
    *,
    size: tuple[int, int] = (420, 360),
    corner: tuple[int, int] = (60, 50),
    pitch: int = 44,
    fade: dict[int, float] | None = None,
) -> NDArray[np.uint8]:
    """A board on plain ground, H×W×3 uint8 BGR; ``fade`` draws cells on the way to the other state."""
    picture = np.full((size[1], size[0], 3), GROUND, np.uint8)
    number = 0
    for row, line in enumerate(board.split("/")):
        for col, letter in enumerate(line):
            share = float(letter) + (0.5 - float(letter)) * 2 * (fade or {}).get(number, 0.0)
            number += 1
            color = np.array(DARK) * (1 - share) + np.array(LIT) * share
            left, top = corner[0] + col * pitch, corner[1] + row * pitch
            picture[top + 3 : top + pitch - 3, left + 3 : left + pitch - 3] = color.astype(np.uint8)
    return picture


class Film:
    """Makes timed frames: ``film(pixels, 3)`` gives three looks 50 ms apart."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self, pixels: NDArray[np.uint8], count: int = 3, title: str = "game") -> list[Frame]:
        frames = []
        for _ in range(count):
            self.now += 0.05
            frames.append(Frame(pixels, title, time=self.now))
        return frames


@pytest.fixture
def film() -> Film:
    return Film()


@pytest.fixture
def drawn() -> Callable[..., NDArray[np.uint8]]:
    return tiles
