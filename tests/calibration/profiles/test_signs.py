from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace

import cv2
import numpy as np
import pytest

from calibration.profiles import looks, signs
from calibration.profiles import match as matching
from calibration.profiles.laid import Place, lay
from calibration.profiles.learn import learn
from calibration.profiles.match import apply
from calibration.profiles.panels import panels
from calibration.profiles.say import said
from vision.frame import Frame
from vision.heresy.glyphs import REPLICA, draw
from vision.look import look
from vision.scene import Scene

BOARDS = ("012/330/121", "203/112/330")
THIRD = "331/020/112"
SIGNS = "GKT5"


def panel(board: str, *, signs: str = SIGNS, skew: int = 0, glow: bool = False) -> Frame:
    """Nine buttons with letters, seen from the side where ``skew`` says so."""
    page = np.full((360, 360, 3), (46, 38, 34), np.uint8)
    for row, line in enumerate(board.split("/")):
        for col, state in enumerate(line):
            x, y = 36 + 98 * col, 36 + 98 * row
            if not glow:
                cv2.rectangle(page, (x, y), (x + 91, y + 91), (80, 66, 60), -1)
            (w, h), _ = cv2.getTextSize(signs[int(state)], cv2.FONT_HERSHEY_DUPLEX, 2.0, 4)
            place = x + 46 - w // 2, y + 46 + h // 2
            cv2.putText(page, signs[int(state)], place, cv2.FONT_HERSHEY_DUPLEX, 2.0, (200, 235, 190), 4, cv2.LINE_AA)
    if skew:
        box = np.array([(0, 0), (360, 0), (360, 360), (0, 360)], np.float32)
        moved = box + np.array([(skew, 0), (-skew, skew), (0, -skew), (skew, 0)], np.float32)
        page = cv2.warpPerspective(page, cv2.getPerspectiveTransform(box, moved), (360, 360), borderValue=(46, 38, 34))
    return Frame(np.ascontiguousarray(page))


@pytest.mark.parametrize(("skew", "glow"), [(0, False), (12, True)])
def test_two_pictures_teach_signs_that_are_no_glyphs_of_the_games(skew, glow):
    shots = [(panel(board, glow=glow), board) for board in BOARDS]
    learnt = learn("letters", shots, kind="heresy")
    frame = panel(THIRD, skew=skew, glow=glow)
    reading = apply(frame, look(frame), [learnt], named=True)[0]
    assert (reading.kind, reading.board, reading.profile) == ("heresy", THIRD, "letters")


def test_a_sign_never_shown_is_in_doubt_and_said_to_be():
    learnt = learn("few", [(panel(board), board) for board in ("012/120/201", "110/022/121")], kind="heresy")
    assert (learnt.states, learnt.unseen) == (4, (3,))
    frame = panel("012/123/201")
    reading = apply(frame, look(frame), [learnt], named=True)[0]
    assert reading.verdict == "unsure"
    assert 5 in reading.suspects
    assert "never shown state 3" in reading.reasons[0]
    assert reading.board == "012/123/201"


def test_any_nine_signs_are_a_place_for_a_panel():
    seen = panels(Scene(panel(THIRD, skew=8)))
    truth = np.array([(36 + 98 * (i % 3) + 46, 36 + 98 * (i // 3) + 46) for i in range(9)], float)
    box = np.array([(0, 0), (360, 0), (360, 360), (0, 360)], np.float32)
    moved = box + np.array([(8, 0), (-8, 8), (0, -8), (8, 0)], np.float32)
    truth = cv2.perspectiveTransform(truth[None], cv2.getPerspectiveTransform(box, moved).astype(float))[0]
    away = [np.abs(np.array([cell.center for cell in one.cells]) - truth).max() for one in seen]
    assert min(away) < 0.1 * 98


def test_ink_is_the_same_on_light_and_dark_grounds():
    cell = panel(THIRD).pixels[36:128, 36:128]
    small = cv2.resize(cell, (signs.SIDE, signs.SIDE), interpolation=cv2.INTER_AREA)
    light, dark = signs.ink(np.stack([small, 255 - small]))
    assert np.abs(light - dark).max() < 0.05


@pytest.fixture(scope="module")
def learnt():
    return learn("letters", [(panel(board), board) for board in BOARDS], kind="heresy")


def laid_over(frame, profile, eye):
    """The profile laid over what the eye is said to read."""
    scene, matrix = Scene(frame), np.reshape(eye.homography, (3, 3))
    place = Place(eye, matrix, (3, 3), [(cell.col + 0.5, cell.row + 0.5) for cell in eye.cells])
    return scene, lay(profile, place, looks.cut(scene, matrix, place.points, profile.extent))


def eye_of(board, profile, verdict):
    """A reading of that board as if the eye had made it."""
    found = apply(panel(THIRD), look(panel(THIRD)), [profile], named=True)[0]
    signs = [int(sign) for sign in board if sign != "/"]
    cells = tuple(replace(cell, state=sign) for cell, sign in zip(found.cells, signs, strict=True))
    return replace(found, verdict=verdict, reasons=() if verdict == "sure" else ("faint",), cells=cells)


def blotted() -> Frame:
    pixels = panel(THIRD).pixels.copy()
    cv2.line(pixels, (40, 40), (120, 120), (200, 235, 190), 14)
    return Frame(pixels)


@pytest.mark.parametrize("verdict", ["sure", "unsure"])
def test_signs_that_are_not_plain_are_as_the_eye_has_them(learnt, verdict):
    scene, match = laid_over(blotted(), learnt, eye_of("1" + THIRD[1:], learnt, verdict))
    reading = said(scene, match, named=True)
    assert (reading.board, reading.verdict, reading.profile) == ("1" + THIRD[1:], verdict, "letters")


def test_a_sign_that_is_plainly_another_puts_a_sure_reading_in_doubt(learnt):
    scene, match = laid_over(panel(THIRD), learnt, eye_of("1" + THIRD[1:], learnt, "sure"))
    reading = said(scene, match, named=True)
    assert (reading.board, reading.verdict, reading.suspects) == ("1" + THIRD[1:], "unsure", (0,))


def test_a_panel_that_the_eye_is_sure_of_is_learnt_on_notes_of_any_colours():
    def notes(board: str, seed: int) -> Frame:
        colours = np.array([(120, 190, 140), (120, 200, 230), (170, 130, 230), (200, 180, 110)], np.float32)
        page = np.full((420, 420, 3), (120, 150, 175), np.float32)
        picked = np.random.default_rng(seed).integers(len(colours), size=9)
        for number, (sign, colour) in enumerate(zip(board.replace("/", ""), colours[picked], strict=True)):
            x, y = 36 + 120 * (number % 3), 36 + 120 * (number // 3)
            page[y : y + 100, x : x + 100] = colour
            page[y + 14 : y + 86, x + 14 : x + 86] *= 1 - 0.9 * draw(REPLICA[int(sign)], 72, weight=0.8)[..., None]
        return Frame(page.astype(np.uint8))

    shots = [(notes(board, seed), board) for seed, board in enumerate(BOARDS, 1)]
    learnt = learn("notes", shots, kind="heresy")
    frame = notes(THIRD, 3)
    found = apply(frame, look(frame), [learnt])[0]
    assert (found.board, found.verdict) == (THIRD, "sure")


@pytest.mark.parametrize("plain", [False, True])
def test_a_panel_that_the_eye_sees_gives_way_to_no_doubtful_one(learnt, monkeypatch, plain):
    eye = eye_of("012/301/230", learnt, "unsure")
    other = replace(eye, cells=eye.cells[::-1], profile=learnt.name)
    place = SimpleNamespace(worth=(9,), profile=learnt, place=SimpleNamespace(reading=other))
    monkeypatch.setattr(matching, "_hopeful", lambda _scene, profiles: profiles)
    monkeypatch.setattr(matching, "_read", lambda *_args, **_options: [])
    monkeypatch.setattr(matching, "_elsewhere", lambda *_args, **_options: [(place, other)])
    monkeypatch.setattr(matching, "plain_cells", lambda _match: np.array([True] * 8 + [plain]))
    found = apply(Frame(np.zeros((90, 90, 3), np.uint8)), [eye], [learnt])[0]
    assert (found == other) is plain
