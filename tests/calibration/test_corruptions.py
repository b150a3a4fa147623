from __future__ import annotations

from functools import partial
from pathlib import Path

import cv2
import numpy as np
import pytest

from calibration import ladder
from calibration.corruptions.subject import subject
from calibration.evaluate import Task
from calibration.truth import Entry
from vision.frame import Frame

DOT = (0, 0, 255)


def dotted() -> tuple[Frame, Entry]:
    """A 3×3 board of grey cells with a red dot in each: the dots tell where the centres went."""
    pixels = np.full((260, 320, 3), 90, np.uint8)
    centers = []
    for row in range(3):
        for col in range(3):
            x, y = 100 + 60 * col, 70 + 60 * row
            cv2.rectangle(pixels, (x - 26, y - 26), (x + 26, y + 26), (160, 160, 160), -1)
            cv2.circle(pixels, (x, y), 6, DOT, -1)
            centers.append((float(x), float(y)))
    return Frame(pixels), Entry(Path("dots.png"), "read", "lights-out", "010/101/010", 2, tuple(centers))


def dots(pixels: np.ndarray) -> np.ndarray:
    """Centres of what is plainly redder than grey."""
    red = pixels[..., 2].astype(int) - pixels[..., :2].max(axis=2) > 60
    _, _, stats, middles = cv2.connectedComponentsWithStats(red.astype(np.uint8))
    return middles[1:][stats[1:, 4] > 12]


@pytest.mark.parametrize("name", ["rescaling", "crop", "letterbox", "roll", "perspective"])
@pytest.mark.parametrize("strength", ladder.STRENGTHS)
def test_centres_move_with_the_picture(name, strength):
    for seed in range(3):
        frame, entry = ladder.worn(dotted, name, strength, seed)
        found = dots(frame.pixels)
        assert len(found) == 9
        for center in entry.centers:
            assert np.hypot(*(found - np.array(center)).T).min() < 0.75 + 0.25 * max(1.0, frame.width / 320)


@pytest.mark.parametrize("name", list(ladder.CORRUPTIONS))
def test_the_same_seed_gives_the_same_picture_and_leaves_the_source_alone(name):
    source, entry = dotted()
    before = source.pixels.copy()
    one, other = (ladder.worn(lambda: (source, entry), name, 4, 7)[0].pixels for _ in range(2))
    assert (source.pixels == before).all()
    assert one.shape == other.shape
    assert (one == other).all()


RESHAPED = {"crop", "letterbox", "rescaling", "roll", "perspective", "own marks"}


@pytest.mark.parametrize("name", sorted(ladder.CORRUPTIONS.keys() - RESHAPED - {"palette"}))
def test_a_stronger_rung_changes_more(name):
    source, _ = dotted()

    def change(strength: int) -> float:
        worn = [ladder.worn(dotted, name, strength, seed)[0].pixels for seed in range(6)]
        return float(np.mean([np.abs(one.astype(int) - source.pixels).mean() for one in worn]))

    assert 0 < change(1) < change(5)


def test_what_covers_a_cell_may_be_unsure():
    assert ladder.worn(dotted, "toast", 1, 0)[1].expect == "hard"
    assert ladder.worn(dotted, "pointer", 1, 0)[1].expect == "read"
    assert ladder.worn(dotted, "pointer", 3, 0)[1].expect == "hard"


@pytest.mark.parametrize("name", list(ladder.CORRUPTIONS))
def test_pictures_without_a_board_can_be_worn_too(name):
    blank = Frame(np.full((64, 80, 3), 120, np.uint8)), Entry(Path("blank.png"), "none")
    for strength in (1, 5):
        frame, entry = ladder.worn(lambda: blank, name, strength, 0)
        assert entry.expect == "none"
        assert min(frame.pixels.shape[:2]) > 10


def test_a_box_gives_the_centres_of_a_grid():
    entry = Entry(Path("a.png"), "read", "memento", "10/01/11", 2, box=(10, 20, 50, 80))
    assert subject(np.zeros((90, 90, 3), np.uint8), entry).entry.centers[:3] == ((20, 30), (40, 30), (20, 50))


def test_the_ladder_has_clean_pictures_and_every_rung():
    todo = ladder.tasks([Task("a", partial(dotted)), Task("b", partial(dotted))], 1)
    assert len(todo) == 2 * (1 + 5 * len(ladder.CORRUPTIONS))
    assert [task.group for task in todo[:3]] == ["clean", "clean", "jpeg 1"]
