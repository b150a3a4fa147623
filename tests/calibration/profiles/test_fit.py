from __future__ import annotations

import numpy as np
import pytest

from calibration.profiles.learn import learn
from calibration.profiles.match import apply
from calibration.profiles.profile import ProfileError
from vision.look import look

BOARDS = ("0101/1100/0010/1011", "1110/0001/0110/1000")
DAY = ((60, 60, 230), (240, 235, 220))


def test_pictures_of_unlike_themes_are_a_look_each(game):
    made = learn("two", [(game(BOARDS[0]), BOARDS[0]), (game(BOARDS[1], colors=DAY), BOARDS[1])])
    assert len(made.each) == 2
    assert made.each[1].shapes == made.shapes
    for colors in ({}, {"colors": DAY}):
        frame = game("0011/0101/1110/0100", **colors)
        reading = apply(frame, look(frame), [made])[0]
        assert (reading.verdict, reading.board, reading.profile) == ("sure", "0011/0101/1110/0100", "two")


def test_a_picture_labelled_the_other_way_round_is_no_theme(game):
    inverted = BOARDS[1].translate(str.maketrans("01", "10"))
    with pytest.raises(ProfileError, match="check the notation"):
        learn("x", [(game(BOARDS[0]), BOARDS[0]), (game(BOARDS[1]), inverted)])


def test_pictures_of_one_theme_are_one_look(profile):
    assert profile.themes == ()
    assert np.allclose(profile.pitches, 48, atol=0.3)
