from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace
from typing import TYPE_CHECKING

import cv2
import numpy as np
import pytest

from calibration.profiles import match as matching
from calibration.profiles import tiles
from calibration.profiles.lattices import sites
from calibration.profiles.learn import learn
from calibration.profiles.match import apply
from calibration.profiles.profile import ProfileError
from calibration.scenes import paintings
from vision.frame import Frame
from vision.look import look
from vision.scene import Scene

if TYPE_CHECKING:
    from calibration.profiles.profile import Profile

BOARDS = ("01101/10010/01101/01101", "11010/00101/00101/11010")
THIRD = "10011/01100/01100/10011"
CELL = 64


def tiled(board: str, painting: int = 1, *, dark: bool = False) -> Frame:
    """Blue tiles with a white ring over a picture."""
    lines = board.split("/")
    page = np.full((80 + CELL * len(lines), 110 + CELL * len(lines[0]), 3), 28, np.uint8)
    page[40 : 40 + CELL * len(lines), 50 : 50 + CELL * len(lines[0])] = paintings.paint(
        np.random.default_rng(painting), CELL * len(lines), CELL * len(lines[0]), "landscape"
    )[1]
    for row, line in enumerate(lines):
        for col, sign in enumerate(line):
            if sign == "0":
                x, y = 50 + col * CELL, 40 + row * CELL
                cv2.rectangle(page, (x, y), (x + CELL - 1, y + CELL - 1), (40, 30, 30), -1)
                cv2.rectangle(page, (x + 2, y + 2), (x + CELL - 3, y + CELL - 3), (150, 90, 50), -1)
                cv2.circle(page, (x + CELL // 2, y + CELL // 2), 14, (235, 235, 235), 3, cv2.LINE_AA)
    return Frame((page // 2) if dark else page)


@pytest.fixture(scope="module")
def rings() -> Profile:
    return learn("rings", [(tiled(board), board) for board in BOARDS], kind="memento")


@pytest.mark.parametrize(
    ("board", "painting"), [(THIRD, 1), (THIRD, 7), ("011/100/100", 9), ("010010/101101/010010", 3)]
)
def test_another_picture_and_another_size_are_read_by_the_tile(rings, board, painting):
    frame = tiled(board, painting)
    found = look(frame)
    for options in ({}, {"named": True}):
        reading = apply(frame, found, [rings], **options)[0]
        assert (reading.kind, reading.board, reading.profile) == ("memento", board, "rings")


def test_what_the_eye_is_sure_of_stays_though_the_tile_is_another(rings):
    frame = tiled(THIRD, dark=True)
    eye = look(frame)
    assert eye[0].verdict == "sure"
    for options in ({}, {"named": True}):
        assert apply(frame, eye, [rings], **options)[0].board == THIRD


def test_nothing_doubtful_takes_the_place_of_what_the_eye_is_sure_of(rings, monkeypatch):
    frame = tiled(THIRD, dark=True)
    eye = look(frame)
    doubtful = replace(eye[0], verdict="unsure", cells=eye[0].cells[:5])

    def seen(_scene, places, _profile, *, named):
        return None if eye[0] in places else (SimpleNamespace(worth=(9,)), doubtful)

    monkeypatch.setattr(matching, "tiled", seen)
    monkeypatch.setattr(matching, "_hopeful", lambda _scene, profiles: profiles)
    assert apply(frame, eye, [rings], named=True)[0].board == THIRD


def test_cells_are_down_or_up_by_the_tile_alone(rings):
    scene = Scene(tiled(THIRD, 5))
    cells = tiles.looks.lab(
        tiles.looks.cut(scene, np.reshape(rings.sites[0].homography, (3, 3)), [(c + 0.5, 0.5) for c in range(5)])
    )
    fit = tiles.compare(cells, rings)
    assert "".join(map(str, fit.states.tolist())) == THIRD[:5]
    assert (fit.away[fit.states == tiles.UP] == 0).all()


def test_tiles_are_found_where_they_were_learnt(rings):
    scene = Scene(tiled(THIRD, 4))
    found = tiles.tiled(scene, sites(scene, rings), rings, named=True)
    assert found is not None
    assert (found[1].board, found[1].verdict) == (THIRD, "unsure")


def test_a_learnt_shape_is_no_reason_to_leave_a_line_of_tiles_out(rings):
    frame = tiled("01101/10010/01101/01101/10010", 2)
    found = [replace(one, verdict="unsure", reasons=("doubt",)) for one in look(frame)]
    reading = apply(frame, found, [rings], named=True)[0]
    assert reading.board == "01101/10010/01101/01101/10010"


def test_a_board_typed_the_other_way_round_is_refused():
    turned = [board.translate(str.maketrans("01", "10")) for board in BOARDS]
    with pytest.raises(ProfileError, match="do not look as"):
        learn("x", [(tiled(real), said) for real, said in zip(BOARDS, turned, strict=True)], kind="memento")


def test_which_of_two_looks_is_the_tile_the_profile_knows_though_the_eye_takes_the_other(rings):
    frame = tiled(THIRD)
    (eye,) = look(frame)
    turned = tuple(replace(cell, state=1 - cell.state) for cell in eye.cells)
    doubted = replace(eye, verdict="unsure", reasons=("they may be the tiles",), cells=turned)
    found = apply(frame, [doubted], [rings])[0]
    assert (found.board, found.verdict) == (THIRD, "sure")
