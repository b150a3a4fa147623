"""Lights Out boards that only one of several views shows well."""

from __future__ import annotations

from pathlib import Path

import pytest

from calibration import ladder
from calibration.evaluate import from_file
from calibration.scenes.lights_out import render
from calibration.score import exact
from calibration.truth import load
from vision.detectors.lights_out import detect
from vision.frame import Frame
from vision.look import look
from vision.scene import Scene

FIXTURES = Path(__file__).resolve().parents[2] / "fixtures"


@pytest.mark.parametrize(
    ("seed", "wear", "strength", "verdict"),
    [(1502050, "saturation", 2, "sure"), (1502050, "roll", 3, "sure"), (1502062, "noise", 3, "unsure")],
)
def test_what_seems_no_board_on_the_coarse_view_is_looked_at_closer(
    seed: int, wear: str, strength: int, verdict: str
) -> None:
    scenery = render(seed)
    entry = scenery.entry(f"lights_out{seed}")
    frame, entry = ladder.worn(lambda: (Frame(scenery.pixels), entry), wear, strength, seed=1)
    found = detect(Scene(frame))
    assert found[0].verdict == verdict
    assert exact(found[0], entry)


@pytest.mark.parametrize(("wear", "strength"), [("pointer", 2), ("own marks", 2)])
def test_neither_a_pointer_nor_our_marks_are_small_writing(wear: str, strength: int) -> None:
    entry = next(entry for entry in load(FIXTURES) if entry.path.name == "flip-6x4.png")
    frame, entry = ladder.worn(lambda: from_file(entry), wear, strength, seed=1)
    found = look(frame)
    assert found[0].verdict == "sure"
    assert exact(found[0], entry)


@pytest.mark.parametrize(("name", "strength"), [("lightsoff-5.png", 2), ("lightsoff-2.png", 3)])
def test_a_blurred_board_is_seen_on_a_coarser_view(name: str, strength: int) -> None:
    entry = next(entry for entry in load(FIXTURES) if entry.path.name == name)
    frame, entry = ladder.worn(lambda: from_file(entry), "blur", strength, seed=1)
    assert exact(detect(Scene(frame))[0], entry)


@pytest.mark.parametrize(
    ("name", "wear", "strength"),
    [
        pytest.param("lightsoff-5.png", "dimming", 3, id="what is around a dim board is no more of it"),
        pytest.param("lightsoff-9.png", "hdr washout", 2, id="blank columns beside a board are no places left out"),
    ],
)
def test_a_board_ends_where_its_cells_do(name: str, wear: str, strength: int) -> None:
    entry = next(entry for entry in load(FIXTURES) if entry.path.name == name)
    frame, entry = ladder.worn(lambda: from_file(entry), wear, strength, seed=1)
    found = detect(Scene(frame))
    assert found[0].verdict == "sure"
    assert exact(found[0], entry)


@pytest.mark.parametrize(
    ("name", "strength", "seed"),
    [
        ("lightsoff-5.png", 4, 1724),  # what is left of the fourth row is a dark cell on black
        ("lightsoff-5.png", 4, 1707),
        ("scene-800x600-10.jpg", 3, 1709),
        ("scene-800x600-10.jpg", 4, 1713),
        ("scene-800x600-10.jpg", 4, 1759),
        ("flip-3x3.png", 2, 1800),
    ],
)
def test_a_message_in_the_colour_of_a_state_is_not_taken_for_cells(name: str, strength: int, seed: int) -> None:
    entry = next(entry for entry in load(FIXTURES) if entry.path.name == name)
    frame, entry = ladder.worn(lambda: from_file(entry), "toast", strength, seed)
    found = look(frame)[0]
    assert found.verdict != "sure" or exact(found, entry)
