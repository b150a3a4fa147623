"""Which reading of a place is kept, and what becomes of the others."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from vision.frame import Frame
from vision.heresy import weighed
from vision.heresy.glyphs import CARVED, draw
from vision.heresy.judge import GOES_ON, Judgement
from vision.heresy.lattice import Lattice
from vision.heresy.read import look_at
from vision.heresy.weighed import Refused, decided, weigh, worth_it
from vision.scene import Scene

if TYPE_CHECKING:
    import pytest

    from vision.reading import Reading

STATES = (0, 1, 2, 3, 2, 1, 0, 3, 1)
CELL = 70
PLACE = Lattice(np.array([[CELL, 0, 2 * CELL], [0, CELL, CELL], [0, 0, 1.0]]), 1, 9, 0.02, 0.1, 0, 0.7)


def picture(*, drawn: bool = True) -> Scene:
    """A panel of written glyphs, or the wall alone."""
    rng = np.random.default_rng(0)
    ink = np.zeros((360, 520), np.float32)
    for i, state in enumerate(STATES if drawn else ()):
        y, x = CELL + 10 + i // 3 * CELL, 2 * CELL + 10 + i % 3 * CELL
        ink[y : y + 50, x : x + 50] = draw(CARVED[state], 50)
    gray = 40 + 150 * ink + rng.normal(0, 2, ink.shape)
    return Scene(Frame(np.repeat(np.clip(gray, 0, 255).astype(np.uint8)[..., None], 3, axis=2)))


def test_a_panel_is_among_the_readings_once() -> None:
    scene, readings, refused = picture(), [], Refused()
    weigh(scene, PLACE, readings, refused, None)
    weigh(scene, PLACE, readings, refused, None)
    assert [tuple(cell.state for cell in reading.cells) for reading in readings] == [STATES]
    assert decided(readings)
    assert not refused.places


def test_a_panel_is_not_sure_where_another_look_had_no_doubt_of_another_glyph() -> None:
    readings: list[Reading] = []
    weigh(picture(), PLACE, readings, Refused(), None)
    cells = list(readings[0].cells)
    for i, state in ((1, 3), (6, 2)):
        cells[i] = replace(cells[i], state=state)
    for suspects, verdict in ((6, 8), "unsure"), ((1, 6), "sure"), ((2, 5, 8), "sure"):
        others = [replace(readings[0], verdict="unsure", cells=tuple(cells), suspects=suspects)]
        weigh(picture(), PLACE, others, Refused(), None)
        assert [one.verdict for one in others] == [verdict]
        assert tuple(cell.state for cell in others[0].cells) == STATES


def test_a_place_that_shows_nothing_is_not_read_again() -> None:
    scene, readings, refused = picture(drawn=False), [], Refused()
    weigh(scene, PLACE, readings, refused, None)
    assert not readings
    assert len(refused.places) == 1
    assert not worth_it(scene, PLACE, refused)
    assert worth_it(scene, PLACE, refused.of_another_look())


def test_what_makes_no_marks_is_no_panel_where_three_cells_are_in_doubt(monkeypatch: pytest.MonkeyPatch) -> None:
    found = replace(look_at(picture(), PLACE, None)[0], odds=None)
    for cell in (0, 4, 8):
        found.square[cell, (STATES[cell] + 1) % 4] = found.square[cell].min() + 0.1
    monkeypatch.setattr(weighed, "look_at", lambda *_, **__: (replace(found), np.zeros((1, 1), np.float32)))
    monkeypatch.setattr(weighed, "beyond", lambda *_: 0)
    for marked in (True, False):
        scene, readings, refused = picture(), [], Refused()
        weigh(scene, PLACE, readings, refused, None, marked=marked)
        assert [len(one.suspects) for one in readings] == ([3] if marked else [])


def test_what_may_be_a_part_of_something_larger_takes_no_place_of_a_panel(monkeypatch: pytest.MonkeyPatch) -> None:
    readings: list[Reading] = []
    weigh(picture(), PLACE, readings, Refused(), None)
    before = [replace(readings[0], verdict="unsure", suspects=(0, 1, 2, 3))]
    monkeypatch.setattr(weighed, "confirmed", lambda *_: Judgement("unsure", (GOES_ON,), ()))
    weigh(picture(), PLACE, after := list(before), Refused(), None)
    assert after == before
