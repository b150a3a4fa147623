from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

from calibration.profiles import learn as learning
from calibration.profiles.learn import learn
from calibration.profiles.match import apply
from calibration.profiles.profile import ProfileError
from solver.errors import BoardsightError
from vision.frame import Frame
from vision.look import look
from vision.reading import nothing

BOARDS = ("0101/1100/0010/1011", "1110/0001/0110/1000")


def test_what_is_learnt_is_kept_in_click_order(game):
    swapped = [(game(board), board) for board in BOARDS]
    plain = learn("a", swapped)
    turned = learn("b", swapped, cycle="10", goal="all-0")
    assert (plain.looks[0] == turned.looks[1]).all()
    assert (turned.goal, turned.shapes, turned.kind) == ("all-1", ((4, 4),), "lights-out")


def test_buttons_are_kept_in_cells_from_the_corner(game):
    made = learn("a", [(game(board), board) for board in BOARDS], buttons=[("r1 c1", (47.5 + 24, 47.5))])
    (move, (x, y)) = made.buttons[0]
    assert move == "r1 c1"
    assert (x, y) == pytest.approx((0.5, 0.0), abs=0.03)


@pytest.mark.parametrize(
    ("boards", "options", "words"),
    [
        ((BOARDS[0], "0110/0001/0110/1000"), {}, "do not look as"),
        (("0101/1100/0010/101?", BOARDS[1]), {}, "must be known"),
        (("0201/1100/0010/1011", BOARDS[1]), {}, "do not look|can't be|contradict"),
        (BOARDS, {"cycle": "012"}, "no picture shows state 2"),
        (BOARDS, {"cycle": "00"}, "every digit once"),
        (BOARDS, {"cycle": "02"}, "also show 1"),
        (BOARDS, {"goal": "all-7"}, "7"),
        (BOARDS, {"name": "../up"}, "can't be the name"),
        (BOARDS, {"rule": "nonsense"}, "no rule"),
        (("hello", BOARDS[1]), {}, "as a digit"),
        (("0²01/1100/0010/1011", BOARDS[1]), {}, "use a digit"),
        (("0000/0000/0000/0000", BOARDS[1]), {}, "2 kinds of cells"),
    ],
)
def test_labels_that_can_not_be_are_refused(game, boards, options, words):
    shots = [(game(real), said) for real, said in zip(BOARDS, boards, strict=True)]
    with pytest.raises(BoardsightError, match=words):
        learn(**{"name": "a", "shots": shots, **options})


def test_a_picture_without_a_lattice_is_refused(game):
    from vision.frame import Frame  # noqa: PLC0415

    blank = Frame(game(BOARDS[0]).pixels[:40, :40].copy())
    with pytest.raises(ProfileError, match="no lattice was found"):
        learn("a", [(game(BOARDS[0]), BOARDS[0]), (blank, BOARDS[1])])


def test_a_board_that_is_mostly_missing_is_a_slip(game):
    with pytest.raises(ProfileError, match="16 cells, but 3 are labelled"):
        learn("x", [(game("0101/1100/0010/1011"), "010")], kind="lights-out")


@pytest.mark.parametrize("part", ["0101/1100/0010", "101/100/010/011"])
def test_a_line_that_is_missing_is_a_slip(game, part):
    with pytest.raises(ProfileError, match="cells go on beside"):
        learn("x", [(game(BOARDS[0]), part), (game(BOARDS[1]), BOARDS[1])], kind="lights-out")


def form(board: str) -> Frame:
    """Small boxes far apart, those in state 1 ticked: the page takes most of each cell."""
    page = np.full((305, 233, 3), 218, np.uint8)
    for row, line in enumerate(board.split("/")):
        for col, sign in enumerate(line):
            x, y = 28 + 41 * col, 60 + 39 * row
            cv2.rectangle(page, (x, y), (x + 10, y + 10), (150, 150, 150), -1)
            cv2.rectangle(page, (x + 1, y + 1), (x + 9, y + 9), (255, 255, 255), -1)
            if sign == "1":
                for turn in (3, 7):
                    cv2.line(page, (x + 3, y + turn), (x + 7, y + 10 - turn), (0, 0, 0), 2)
    return Frame(page)


def test_boxes_to_be_ticked_are_learnt_where_the_eye_sees_them_and_read_by_their_names():
    boards = ("00101/11100/00100/11100/11110", "00010/00110/00001/00001/00000")
    ticks = learn("ticks", [(form(board), board) for board in boards])
    third = "00000/00100/00110/11000/01000"
    eye = look(form(third))
    assert eye[0].verdict == "sure"
    assert np.allclose(ticks.sites[0].homography, eye[0].homography, atol=0.5)
    found = apply(form(third), eye, [ticks])[0]
    assert (found.board, found.verdict, found.profile) == (third, "sure", "ticks")


def test_the_puzzle_is_none_that_can_not_show_the_labels(game, monkeypatch):
    """Three colours in another picture are none of memento's, whatever the eye takes the first picture for."""
    boards = ("0121/1100/0210/1021", "1120/0001/0110/1000")
    tiles = replace(look(game(BOARDS[0]))[0], kind="memento", verdict="unsure")
    monkeypatch.setattr(learning, "look", lambda *_: [tiles])
    assert learn("a", [(game(board), board) for board in boards]).kind == "lights-out"
    monkeypatch.setattr(learning, "look", lambda *_: [nothing("nothing")])
    with pytest.raises(ProfileError, match="name the puzzle"):
        learn("a", [(game(board), board) for board in BOARDS])
