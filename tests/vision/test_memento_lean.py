"""Boards that lean: how they do is told, and they are read where they are."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from calibration.corruptions import shape
from calibration.corruptions.subject import subject
from calibration.scenes import memento as boards
from calibration.scenes import negatives
from calibration.score import exact
from calibration.truth import Entry
from vision.detectors import memento
from vision.frame import Frame
from vision.homography import project_few
from vision.memento import lean
from vision.memento.turned import HARDLY, LONGEST, SLANTED, Turned, turn
from vision.reading import Reading, nothing
from vision.scene import Scene


def slanted(seed: int, strength: int) -> tuple[Frame, Entry]:
    scenery = boards.render(seed, shape=(4, 5), style="bevel", gap=2)
    worn = shape.roll(subject(scenery.pixels, scenery.entry("board")), strength, np.random.default_rng(seed))
    return Frame(worn.pixels), worn.entry


def unsure(reading: Reading) -> Reading:
    return replace(reading, verdict="unsure", reasons=("as if",))


def degrees(entry: Entry) -> float:
    (x, y), (far, low) = entry.centers[0], entry.centers[4]
    return float(np.degrees(np.arctan2(low - y, far - x)))


@pytest.mark.parametrize(("seed", "strength"), [(1, 3), (2, 4), (3, 5), (4, 4)])
def test_the_turn_is_told_to_within_a_degree(seed: int, strength: int) -> None:
    frame, entry = slanted(seed, strength)
    leaning = lean.lean(Scene(frame))
    assert leaning is not None
    assert leaning.twofold
    (x, y), (far, low) = project_few(leaning.matrix, [(600, 500), (700, 500)])
    assert np.degrees(np.arctan2(low - y, far - x)) == pytest.approx(degrees(entry), abs=1.0)


@pytest.mark.parametrize(("seed", "strength"), [(2, 4), (3, 5)])
def test_a_board_at_a_slant_is_read_where_it_is(seed: int, strength: int) -> None:
    frame, entry = slanted(seed, strength)
    (reading,) = memento.detect(Scene(frame))
    assert exact(reading, entry)


@pytest.mark.parametrize("seed", [3, 13])
@pytest.mark.parametrize("bend", [0.05, 0.1])
def test_a_board_seen_from_aside_is_read_where_it_is(seed: int, bend: float) -> None:
    scenery = boards.render(seed)
    height, width = scenery.pixels.shape[:2]
    ends = np.array([(0, 0), (width, 0), (width, height), (0, height)], np.float32)
    seen = (ends + np.array([(0, bend), (-bend, -bend / 2), (bend / 3, 0), (0, -bend)]) * (width, height)).astype(
        np.float32
    )
    matrix = cv2.getPerspectiveTransform(ends, seen)
    pixels = cv2.warpPerspective(scenery.pixels, matrix, (width, height), borderValue=(90, 90, 90))
    (reading,) = memento.detect(Scene(Frame(np.asarray(pixels, np.uint8))))
    centers = project_few(matrix, list(scenery.centers))
    assert reading.verdict == "sure"
    assert np.abs(np.array([cell.center for cell in reading.cells]) - centers).max() < 0.3 * reading.pitch


def test_a_turned_picture_may_have_too_few_colours(monkeypatch: pytest.MonkeyPatch) -> None:
    scene = Scene(Frame(boards.render(5).pixels))
    blank = Turned(Frame(np.full((300, 400, 3), 200, np.uint8)), np.eye(3))
    monkeypatch.setattr(memento, "turn", lambda *_: blank)
    monkeypatch.setattr(lean, "lean", lambda _: lean.Lean(np.eye(3), twofold=True, plain=True))
    monkeypatch.setattr(memento, "judge", lambda *_: nothing("as if nothing was found upright"))
    (reading,) = memento.detect(scene)
    assert reading.reasons == ("as if nothing was found upright",)


def test_what_is_sure_as_it_is_and_another_board_upright_is_doubted(monkeypatch: pytest.MonkeyPatch) -> None:
    scene = Scene(Frame(boards.render(3).pixels))
    (before,) = memento.detect(scene)
    assert before.verdict == "sure"
    turned = Turned(Frame(boards.render(13).pixels), np.eye(3))
    monkeypatch.setattr(memento, "turn", lambda *_: turned)
    monkeypatch.setattr(lean, "lean", lambda _: lean.Lean(np.eye(3), twofold=True, plain=True))
    assert memento.detect(scene)[0].cells != before.cells  # the one made upright is sure
    monkeypatch.setattr(lean, "lean", lambda _: lean.Lean(np.eye(3), twofold=False, plain=False))
    assert memento.detect(scene)[0].reasons == (HARDLY,)
    monkeypatch.setattr(lean, "lean", lambda _: lean.Lean(np.eye(3), twofold=True, plain=True))
    real = memento.judge
    monkeypatch.setattr(
        memento,
        "judge",
        lambda one, *seen: unsure(real(one, *seen)) if one.frame is turned.frame else real(one, *seen),
    )
    (after,) = memento.detect(scene)
    assert (after.verdict, after.reasons, after.cells) == ("unsure", (SLANTED,), before.cells)


def test_upright_boards_and_desktops_are_not_turned() -> None:
    for pixels in (boards.render(5).pixels, negatives.render(3).pixels, np.zeros((300, 400, 3), np.uint8)):
        assert lean.lean(Scene(Frame(pixels))) is None


def test_edges_every_way_have_no_turn() -> None:
    noise = np.random.default_rng(0).integers(0, 256, (300, 400, 3), dtype=np.uint8)
    assert lean.lean(Scene(Frame(cv2.GaussianBlur(noise, (0, 0), 2)))) is None


def test_a_large_frame_is_turned_at_a_size_that_is_enough() -> None:
    pixels = np.zeros((2160, 3840, 3), np.uint8)
    cv2.circle(pixels, (3000, 500), 12, (255, 255, 255), -1)
    angle = np.radians(10.0)
    turned = turn(Scene(Frame(pixels)), np.array([[1, -np.tan(angle), 0], [np.tan(angle), 1, 0], [0, 0, 1]]))
    assert max(turned.frame.width, turned.frame.height) <= LONGEST
    y, x = (float(axis.mean()) for axis in np.nonzero(turned.frame.pixels[..., 0] > 128))
    place = turned.back @ (x, y, 1.0)
    assert place[:2] == pytest.approx((3000, 500), abs=2.0)
