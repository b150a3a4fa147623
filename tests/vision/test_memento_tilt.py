"""Boards at a slant: by how much they are turned, and that they are read where they are."""

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
from vision.memento import tilt
from vision.memento.turned import LONGEST, Turned, turn
from vision.reading import nothing
from vision.scene import Scene


def slanted(seed: int, strength: int) -> tuple[Frame, Entry]:
    scenery = boards.render(seed, shape=(4, 5), style="bevel", gap=2)
    worn = shape.roll(subject(scenery.pixels, scenery.entry("board")), strength, np.random.default_rng(seed))
    return Frame(worn.pixels), worn.entry


def degrees(entry: Entry) -> float:
    (x, y), (far, low) = entry.centers[0], entry.centers[4]
    return float(np.degrees(np.arctan2(low - y, far - x)))


@pytest.mark.parametrize(("seed", "strength"), [(1, 3), (2, 4), (3, 5), (4, 4)])
def test_the_turn_is_told_to_within_a_degree(seed: int, strength: int) -> None:
    frame, entry = slanted(seed, strength)
    assert tilt.angle(Scene(frame)) == pytest.approx(degrees(entry), abs=1.0)


@pytest.mark.parametrize(("seed", "strength"), [(2, 4), (3, 5)])
def test_a_board_at_a_slant_is_read_where_it_is(seed: int, strength: int) -> None:
    frame, entry = slanted(seed, strength)
    (reading,) = memento.detect(Scene(frame))
    assert exact(reading, entry)


def test_a_turned_picture_may_have_too_few_colours(monkeypatch: pytest.MonkeyPatch) -> None:
    scene = Scene(Frame(boards.render(5).pixels))
    blank = Turned(Frame(np.full((300, 400, 3), 200, np.uint8)), np.eye(3))
    monkeypatch.setattr(memento, "turn", lambda *_: blank)
    monkeypatch.setattr(tilt, "angle", lambda _: 10.0)
    monkeypatch.setattr(memento, "judge", lambda *_: nothing("as if nothing was found upright"))
    (reading,) = memento.detect(scene)
    assert reading.reasons == ("as if nothing was found upright",)


def test_upright_boards_and_desktops_are_not_turned() -> None:
    for pixels in (boards.render(5).pixels, negatives.render(3).pixels, np.zeros((300, 400, 3), np.uint8)):
        assert tilt.angle(Scene(Frame(pixels))) is None


def test_edges_every_way_have_no_turn() -> None:
    noise = np.random.default_rng(0).integers(0, 256, (300, 400, 3), dtype=np.uint8)
    assert tilt.angle(Scene(Frame(cv2.GaussianBlur(noise, (0, 0), 2)))) is None


def test_a_large_frame_is_turned_at_a_size_that_is_enough() -> None:
    pixels = np.zeros((2160, 3840, 3), np.uint8)
    cv2.circle(pixels, (3000, 500), 12, (255, 255, 255), -1)
    turned = turn(Scene(Frame(pixels)), 10.0)
    assert max(turned.frame.width, turned.frame.height) <= LONGEST
    y, x = (float(axis.mean()) for axis in np.nonzero(turned.frame.pixels[..., 0] > 128))
    place = turned.back @ (x, y, 1.0)
    assert place[:2] == pytest.approx((3000, 500), abs=2.0)
