from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
import pytest

from vision.detectors import heresy
from vision.detectors.heresy import detect, reread
from vision.frame import Frame
from vision.heresy.glyphs import CARVED, draw
from vision.scene import Scene

if TYPE_CHECKING:
    from vision.reading import Reading

STATES = (0, 1, 2, 3, 2, 1, 0, 3, 1)
CELL = 70


def picture(states: tuple[int, ...] = STATES, left: int = 130, bright: float = 1.0) -> Frame:
    """A panel of written glyphs in a frame a little larger than it."""
    rng = np.random.default_rng(0)
    ink = np.zeros((360, 520), np.float32)
    for i, state in enumerate(states):
        y, x = 80 + i // 3 * CELL, left + i % 3 * CELL
        ink[y : y + 50, x : x + 50] = draw(CARVED[state], 50)
    gray = bright * (40 + 150 * ink) + rng.normal(0, 2, ink.shape)
    return Frame(np.repeat(np.clip(gray, 0, 255).astype(np.uint8)[..., None], 3, axis=2))


@pytest.fixture(scope="module")
def known() -> Reading:
    reading = detect(Scene(picture()))[0]
    assert reading.verdict == "sure", reading.reasons
    return reading


def test_a_panel_that_stays_is_the_same_reading(known: Reading) -> None:
    assert reread(picture(), known) is known
    assert reread(picture(bright=0.85), known) is known


def test_a_frame_of_another_size_is_looked_at_anew(known: Reading) -> None:
    wider = np.pad(picture().pixels, ((0, 40), (0, 60), (0, 0)), mode="edge")
    again = reread(Frame(wider), known)
    assert again is not None
    assert again is not known
    assert [one.state for one in again.cells] == list(STATES)


@pytest.mark.parametrize("cell", range(9))
def test_a_glyph_that_changes_is_read_anew(known: Reading, cell: int) -> None:
    for step in (1, 2, 3):
        states = tuple((state + step * (i == cell)) % 4 for i, state in enumerate(STATES))
        again = reread(picture(states), known)
        assert again is not None
        assert again.verdict == "sure"
        assert tuple(one.state for one in again.cells) == states
        np.testing.assert_allclose(
            [one.center for one in again.cells], [one.center for one in known.cells], atol=0.05 * CELL
        )


def test_glyphs_seen_before_are_told_by_themselves(known: Reading, monkeypatch: pytest.MonkeyPatch) -> None:
    states = tuple((state + (i // 3 == 1 or i % 3 == 1)) % 4 for i, state in enumerate(STATES))
    later = reread(picture(states), known)
    assert later is not None
    assert (later.verdict, tuple(one.state for one in later.cells)) == ("sure", states)
    monkeypatch.setattr(heresy, "classify", None)
    for bright in (1.0, 0.85):
        back = reread(picture(bright=bright), later)
        assert back is not None
        assert (back.verdict, back.board) == ("sure", known.board)
        assert reread(picture(bright=bright), back) is back


def test_what_is_no_glyph_of_the_game_is_not_told_by_them(known: Reading) -> None:
    for part in (slice(150, 175), slice(150, 200), slice(175, 200)):
        frame = picture()
        frame.pixels[part, 200:250] = 40
        again = reread(frame, known)
        assert again is None or again.verdict != "sure" or again.board == known.board


def test_a_panel_that_moves_away_is_noticed(known: Reading) -> None:
    for left in (130 + CELL // 3, 130 + CELL, 250):
        again = reread(picture(left=left), known)
        assert again is None or again.verdict != "sure" or abs(again.cells[4].center[0] - left - 95) < 0.35 * CELL


def test_a_panel_that_is_gone_or_cut_off_is_noticed(known: Reading) -> None:
    frame = picture()
    assert reread(Frame(np.full_like(frame.pixels, 60)), known) is None
    assert reread(Frame(frame.pixels[:200]), known) is None


def test_a_reading_in_doubt_is_looked_at_again(known: Reading) -> None:
    again = reread(picture(), replace(known, verdict="unsure", suspects=(3,)))
    assert again is not None
    assert again.verdict == "sure"
