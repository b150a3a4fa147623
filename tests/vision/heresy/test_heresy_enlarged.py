"""Glyphs in oblong cells come out as they are drawn."""

from __future__ import annotations

import numpy as np

from vision.frame import Frame
from vision.heresy.enlarged import squared
from vision.heresy.glyphs import CARVED, draw
from vision.heresy.judge import judge
from vision.heresy.lattice import Lattice
from vision.heresy.read import look_at
from vision.scene import Scene

STATES = (0, 1, 2, 3, 2, 1, 0, 3, 1)


def scene(wide: int, high: int, side: int) -> tuple[Scene, Lattice]:
    ink = np.zeros((5 * high, 5 * wide), np.float32)
    for i, state in enumerate(STATES):
        y, x = int((i // 3 + 1.5) * high - side / 2), int((i % 3 + 1.5) * wide - side / 2)
        ink[y : y + side, x : x + side] = draw(CARVED[state], side)
    picture = np.repeat((30 + 180 * ink).astype(np.uint8)[..., None], 3, axis=2)
    matrix = np.array([[wide, 0, wide], [0, high, high], [0, 0, 1.0]])
    return Scene(Frame(picture)), Lattice(matrix, 1, 9, 0.01, 0.0, 0, 0.8 * side / np.sqrt(wide * high))


def test_oblong_cells_are_read_by_square_parts_but_never_for_sure() -> None:
    for wide, high in ((150, 84), (84, 150)):
        seen = look_at(*scene(wide, high, 70), None)
        assert seen is not None
        assert tuple(seen[0].states.tolist()) == STATES
        assert judge(seen[0]).verdict == "unsure"


def test_cells_that_are_about_square_are_left_as_they_are() -> None:
    assert squared(*scene(100, 90, 70)) is None
    assert squared(*scene(240, 84, 70)) is None
