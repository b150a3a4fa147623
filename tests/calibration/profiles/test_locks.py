from __future__ import annotations

import cv2
import numpy as np
import pytest

from calibration.profiles import say
from calibration.profiles.learn import learn
from calibration.profiles.locks import through
from calibration.profiles.match import apply
from vision.frame import Frame
from vision.look import look
from vision.scene import Scene
from vision.wheels.judge import COLOURS

ROWS = ((1.0, 2.0, 3.0), (0.5, 1.5, 2.5, 3.5), (1.0, 2.0, 3.0), (1.5, 2.5))
BOARDS = ("101/0101/010/10", "010/1010/101/01")
THIRD = "110/0011/001/10"
BLUE_YELLOW = ((40, 200, 240), (220, 90, 40))


def lock(board: str, colours: tuple[tuple[int, int, int], ...], *, pitch: int = 60, corner: int = 120) -> Frame:
    """Twelve dots in rims on a grey plate; the digits say which colour."""
    page = np.full((600, 760, 3), (70, 60, 64), np.uint8)
    cv2.circle(page, (corner + 2 * pitch, corner + int(1.3 * pitch)), int(2.4 * pitch), (150, 148, 140), -1)
    for row, (xs, line) in enumerate(zip(ROWS, board.split("/"), strict=True)):
        for x, sign in zip(xs, line, strict=True):
            place = corner + round(x * pitch), corner + round(row * 0.866 * pitch)
            cv2.circle(page, place, round(0.3 * pitch), (30, 30, 30), -1, cv2.LINE_AA)
            cv2.circle(page, place, round(0.24 * pitch), colours[int(sign)], -1, cv2.LINE_AA)
    return Frame(page)


@pytest.mark.parametrize("colours", [BLUE_YELLOW, ((235, 235, 235), (50, 50, 50)), ((160, 60, 110), (30, 150, 250))])
def test_two_pictures_teach_which_colour_is_green(colours):
    learnt = learn("lock", [(lock(board, colours), board) for board in BOARDS], kind="wheels")
    frame = lock(THIRD, colours, pitch=76, corner=140)
    found = look(frame)
    for options in ({}, {"named": True}):
        reading = apply(frame, found, [learnt], **options)[0]
        assert (reading.kind, reading.board, reading.profile) == ("wheels", THIRD, "lock")


def test_other_colours_are_not_seen_through_the_glasses():
    learnt = learn("lock", [(lock(board, BLUE_YELLOW), board) for board in BOARDS], kind="wheels")
    assert through(Scene(lock(THIRD, BLUE_YELLOW)), learnt)[0].board == THIRD
    assert not through(Scene(lock(THIRD, ((60, 60, 220), (70, 190, 70)))), learnt)


@pytest.mark.parametrize("swapped", [False, True])
def test_what_a_lock_lacks_but_the_names_of_its_colours_is_settled(
    monkeypatch: pytest.MonkeyPatch, *, swapped: bool
) -> None:
    """The looks are too loose to settle anything else."""
    monkeypatch.setattr(say, "LOOSE", 1.0)
    colours = ((60, 110, 230), (200, 160, 60))

    def named(board: str) -> str:
        return board.translate(str.maketrans("01", "10")) if swapped else board

    learnt = learn("lock", [(lock(board, colours), named(board)) for board in BOARDS], kind="wheels")
    frame = lock(THIRD, colours, pitch=76, corner=140)
    found = look(frame)
    assert found[0].reasons == (COLOURS,)
    for options in ({}, {"named": True}):
        reading = apply(frame, found, [learnt], **options)[0]
        assert (reading.verdict, reading.board, reading.reasons) == ("sure", named(THIRD), ())
