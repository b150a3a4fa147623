"""The Hive panel detector, end to end."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import cv2
import numpy as np
import pytest

from calibration.scenes import hands, not_heresy
from calibration.scenes.heresy import render
from calibration.score import exact
from calibration.truth import load
from vision.detectors import heresy
from vision.detectors.heresy import detect, reread
from vision.frame import Frame
from vision.heresy.read import Sight
from vision.reading import Reading, nothing
from vision.scene import Scene
from vision.trace import Trace

if TYPE_CHECKING:
    from vision.heresy.lattice import Lattice

SHARED = Path(__file__).parents[3] / "shared"
SIZE = (960, 540)


def best(pixels: np.ndarray) -> Reading:
    found = detect(Scene(Frame(pixels)))
    return found[0] if found else nothing("nothing found")


@pytest.mark.parametrize("seed", [3, 4, 7, 8])
def test_a_clear_panel_is_read_and_sure(seed: int) -> None:
    scene = render(seed, look="panel", wear=0, side=0.6, size=SIZE)
    reading = best(scene.pixels)
    assert reading.verdict == "sure", reading.reasons
    assert exact(reading, scene.entry())


@pytest.mark.parametrize("seed", [1, 10, 21])
def test_a_small_panel_far_off_is_read(seed: int) -> None:
    scene = render(seed, look="panel", wear=0, side=0.15, size=(1600, 900))
    assert exact(best(scene.pixels), scene.entry())


@pytest.mark.parametrize("seed", [1, 10, 13])
def test_glyphs_small_in_their_cells_are_read(seed: int) -> None:
    rng = np.random.default_rng(seed)
    whole = hands.written(rng, hands.typeface(np.random.default_rng(seed)), 1.0)
    inks = [np.pad(ink, len(ink) // 2) for ink in whole]
    scene = render(seed, look="panel", wear=0, side=0.6, size=(1280, 720), inks=inks)
    assert exact(best(scene.pixels), scene.entry())


@pytest.mark.parametrize("seed", range(20, 24))
def test_a_replica_window_is_read(seed: int) -> None:
    scene = render(seed, look="replica", wear=0)
    assert exact(best(scene.pixels), scene.entry())


def test_worn_panels_are_never_wrong_and_sure() -> None:
    right = 0
    for seed in range(40, 48):
        scene = render(seed, look="panel", size=(640, 360))
        reading = best(scene.pixels)
        right += exact(reading, scene.entry())
        assert reading.verdict != "sure" or exact(reading, scene.entry()), scene.note
    assert right >= 5


def test_a_blank_picture_and_a_tiny_one_hold_nothing() -> None:
    assert detect(Scene(Frame(np.full((400, 600, 3), 90, np.uint8)))) == []
    assert detect(Scene(Frame(np.zeros((1, 1, 3), np.uint8)))) == []


def test_look_alikes_are_never_sure() -> None:
    for seed in range(10):
        scene = not_heresy.render(seed, size=(480, 270))
        assert best(scene.pixels).verdict != "sure", scene.note


def test_noise_holds_nothing() -> None:
    noise = np.random.default_rng(1).integers(0, 256, (600, 800, 3), np.uint8)
    assert detect(Scene(Frame(noise))) == []


def test_a_covered_cell_stays_that_cells_doubt() -> None:
    scene = render(3, look="panel", wear=0, side=0.6, size=SIZE)
    x, y = scene.centers[2]
    pixels = scene.pixels.copy()
    half = int(np.linalg.norm(np.subtract(scene.centers[1], scene.centers[0])) * 0.42)
    cv2.circle(pixels, (int(x), int(y)), half, (90, 90, 90), -1)
    reading = best(pixels)
    assert reading.verdict == "unsure"
    assert 2 in reading.suspects
    assert reading.cells[2].confidence < 0.9
    for i in set(range(9)) - {2}:
        assert str(reading.cells[i].state) == (scene.board or "").replace("/", "")[i]


def test_the_same_place_is_read_again() -> None:
    scene = render(4, look="panel", wear=0, side=0.6, size=SIZE)
    known = best(scene.pixels)
    again = reread(Frame(scene.pixels), known)
    assert again is not None
    assert again.board == known.board
    assert reread(Frame(np.zeros_like(scene.pixels)), known) is None
    assert reread(Frame(scene.pixels), nothing("no")) is None


def test_the_trace_names_the_stages() -> None:
    trace = Trace()
    detect(Scene(Frame(render(3, look="panel", wear=0, side=0.6, size=SIZE).pixels)), trace)
    stages = {stage for stage, _, _ in trace.notes}
    assert stages == {"heresy: propose and fit", "heresy: read"}


@pytest.mark.shared
@pytest.mark.skipif(not SHARED.is_dir(), reason="the folder of real pictures is not beside the checkout")
def test_real_replicas_are_read_and_sure() -> None:
    entries = [e for folder in ("screenshots", "clients") for e in load(SHARED / folder) if e.kind == "heresy"]
    assert len(entries) == 9
    for entry in entries:
        reading = best(cv2.imread(str(entry.path)))
        assert reading.verdict == "sure", (entry.path.name, reading.reasons)
        assert exact(reading, entry), entry.path.name


def hold_no_panel(every: int) -> None:
    for folder in ("screenshots", "clients"):
        for entry in load(SHARED / folder)[::every]:
            pixels = cv2.imread(str(entry.path)) if entry.path.exists() and entry.kind != "heresy" else None
            if pixels is not None:
                assert detect(Scene(Frame(pixels))) == [], entry.path.name


@pytest.mark.shared
@pytest.mark.skipif(not SHARED.is_dir(), reason="the folder of real pictures is not beside the checkout")
def test_other_real_pictures_hold_no_panel() -> None:
    hold_no_panel(23)


@pytest.mark.slow
@pytest.mark.shared
@pytest.mark.skipif(not SHARED.is_dir(), reason="the folder of real pictures is not beside the checkout")
def test_no_other_real_picture_holds_a_panel() -> None:
    hold_no_panel(1)


@pytest.mark.shared
@pytest.mark.skipif(not SHARED.is_dir(), reason="the folder of real pictures is not beside the checkout")
@pytest.mark.parametrize(
    "name", ["aftertanys_rune_table.jpeg", "ghostie_harrow_map.png", "ghostie_necropolis_runes.png"]
)
def test_the_same_runes_elsewhere_are_no_panel(name: str) -> None:
    assert detect(Scene(Frame(cv2.imread(str(SHARED / "screenshots" / "destiny" / name))))) == []


def test_discs_in_rows_that_lean_are_no_panel_of_nine_equal_glyphs():
    picture = np.full((768, 1024, 3), (60, 14, 40), np.uint8)
    for row in range(6):
        for col in range(6):
            at = (511 + 67 * col + 34 * (row % 2), 230 + 58 * row)
            cv2.circle(picture, at, 20, ((30, 15, 225), (25, 175, 75))[(row * 7 + col * 5) % 3 == 0], -1, cv2.LINE_AA)
    assert detect(Scene(Frame(picture))) == []


@pytest.mark.parametrize(("noise", "carved"), [(0, False), (12, True)])
def test_on_a_page_carved_glyphs_are_looked_for_only_among_marks_much_like_glyphs(
    monkeypatch: pytest.MonkeyPatch, noise: float, carved: bool
) -> None:
    tried: list[tuple[float, bool]] = []

    def weigh(_: Scene, place: Lattice | Sight, *__: object, carved: bool = True, **___: object) -> None:
        tried.append(((place.lattice if isinstance(place, Sight) else place).rank, carved))

    monkeypatch.setattr(heresy, "weigh", weigh)
    keys = np.full((480, 480, 3), 235, np.uint8)
    for i, sign in enumerate("KXHKAZEMN"):
        place = (90 + 110 * (i % 3), 130 + 110 * (i // 3))
        cv2.putText(keys, sign, place, cv2.FONT_HERSHEY_SIMPLEX, 2, (30, 30, 30), 5, cv2.LINE_AA)
    grain = np.random.default_rng(0).normal(0, noise, keys.shape)
    heresy.detect(Scene(Frame(np.clip(keys + grain, 0, 255).astype(np.uint8))))
    doubtful = [closely for rank, closely in tried if rank <= heresy.GOOD]
    assert doubtful
    assert any(doubtful) is carved


def test_two_columns_of_glyphs_are_no_panel() -> None:
    assert best(not_heresy.render(930011).pixels).verdict == "none"
