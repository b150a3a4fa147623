from __future__ import annotations

import numpy as np

from vision.frame import Frame
from vision.heresy.align import align, size_glyphs
from vision.heresy.classify import distances, probabilities
from vision.heresy.flat import flatten, ink_of
from vision.heresy.glyphs import CARVED, draw
from vision.heresy.judge import Evidence
from vision.heresy.lattice import Lattice
from vision.heresy.views import AGREED, DISPUTED, compared, others
from vision.scene import Scene

CELL = 60
PLACE = np.array([[CELL, 0, CELL], [0, CELL, CELL], [0, 0, 1.0]])
STATES = np.array([0, 1, 2, 3, 2, 1, 0, 3, 1])


def raised() -> np.ndarray:
    """Glyphs raised from a wall: bright on the upper left of each stroke, dark on the lower right."""
    ink = np.zeros((5 * CELL, 5 * CELL), np.float32)
    for i, state in enumerate(STATES):
        y, x = ((place + 1) * CELL + 6 for place in (i // 3, i % 3))
        ink[y : y + 48, x : x + 48] = draw(CARVED[state], 48)
    edge = ink - np.roll(ink, (3, 3), (0, 1))
    return np.repeat((100 + 70 * edge).astype(np.uint8)[..., None], 3, axis=2)


def evidence(flat: np.ndarray, polarity: int) -> Evidence:
    ink = ink_of(flat, polarity)
    cut = align(ink, size_glyphs(ink)[0])
    square = distances(cut.patches)
    lattice = Lattice(PLACE, polarity, 9, 0.02, 0.1, 0, 0.6)
    return Evidence(lattice, square, cut.match, probabilities(square), cut.score, cut.scale)


def test_ink_of_both_sides_shows_whole_strokes_of_a_relief() -> None:
    flat = flatten(Scene(Frame(raised())), PLACE, CELL)
    assert np.array_equal(evidence(flat, 0).square.argmin(axis=1), STATES)
    assert evidence(flat, 0).score > evidence(flat, -1).score


def test_views_that_agree_ask_for_less() -> None:
    flat = flatten(Scene(Frame(raised())), PLACE, CELL)
    seen = evidence(flat, 0)
    seen.square[:] += 0.5 * (seen.square.max(axis=1, keepdims=True) - seen.square)  # less plain than they are
    views = others(flat, seen.lattice, seen.scale)
    assert len(views) == 2
    both = compared(seen, views)
    assert np.array_equal(both.square.argmin(axis=1), STATES)
    assert both.need is not None
    assert set(both.need.tolist()) <= {1.0, AGREED}


def test_views_that_differ_ask_for_more() -> None:
    flat = flatten(Scene(Frame(raised())), PLACE, CELL)
    seen = evidence(flat, 1)
    other = (STATES[4] + 1) % 4
    seen.square[4] = 2.5
    seen.square[4, other] = 2.2
    both = compared(seen, others(flat, seen.lattice, seen.scale))
    assert both.need is not None
    assert both.need[4] == DISPUTED
