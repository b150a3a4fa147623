"""What would be sure of a panel, confirmed once more."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
import pytest

from vision.frame import Frame
from vision.heresy.align import align, size_glyphs
from vision.heresy.flat import CELL, MARGIN, flatten, ink_of
from vision.heresy.glyphs import CARVED, draw
from vision.heresy.lattice import Lattice
from vision.heresy.read import classify
from vision.heresy.verdict import OVER, TWO, confirmed
from vision.scene import Scene

if TYPE_CHECKING:
    from vision.heresy.judge import Evidence

SIDE, UNIT = 44, 60
STATES = np.array([0, 1, 2, 3, 2, 1, 0, 3, 1])


@pytest.fixture
def scene() -> Scene:
    picture = np.full((5 * UNIT, 5 * UNIT), 60, np.float32)
    for i, state in enumerate(STATES):
        y, x = ((place + 1) * UNIT + (UNIT - SIDE) // 2 for place in divmod(i, 3))
        picture[y : y + SIDE, x : x + SIDE] += 60 * draw(CARVED[state], SIDE)
    return Scene(Frame(np.repeat(picture[..., None], 3, axis=2).astype(np.uint8)))


@pytest.fixture
def seen(scene: Scene) -> Evidence:
    place = np.array([[UNIT, 0, UNIT], [0, UNIT, UNIT], [0, 0, 1.0]])
    lattice = Lattice(place, polarity=1, hits=9, rms=0.0, spread=0.0, ring=0, share=0.6)
    flat = flatten(scene, place, UNIT)
    ink = ink_of(flat, 1)
    return classify(flat, lattice, align(ink, size_glyphs(ink)[0]), None)[0]


def test_a_plain_panel_is_sure(scene: Scene, seen: Evidence) -> None:
    assert confirmed(scene, seen).verdict == "sure"


def test_what_is_plain_and_hardly_like_a_glyph_has_something_over_it(scene: Scene, seen: Evidence) -> None:
    assert seen.flat is not None
    match, flat = seen.match.copy(), seen.flat.copy()
    match[4] *= 0.5 / match[4].max()
    faint = replace(seen, match=match)
    assert confirmed(scene, faint).verdict == "sure"  # no plainer than the others
    y = x = MARGIN + CELL
    flat[y : y + CELL, x : x + CELL] = np.clip(60 + 1.6 * (flat[y : y + CELL, x : x + CELL].astype(float) - 60), 0, 255)
    judged = confirmed(scene, replace(faint, flat=flat))
    assert (judged.verdict, judged.reasons, judged.suspects) == ("unsure", (OVER.format(2, 2),), (4,))


def test_two_drawings_of_one_name_are_doubted(scene: Scene, seen: Evidence) -> None:
    assert seen.flat is not None
    flat = seen.flat.copy()
    y, x = MARGIN, MARGIN + 2 * CELL  # an E, of two
    flat[y : y + CELL, x : x + CELL] = flat[y : y + CELL, x : x + CELL].T
    judged = confirmed(scene, replace(seen, flat=flat))
    assert (judged.reasons, judged.suspects) == ((TWO,), (2, 4))
