"""Which two colours are red and green."""

import numpy as np
import pytest

from vision.detectors.wheels import detect
from vision.frame import Frame
from vision.scene import Scene
from vision.wheels.names import told

NAMED = {
    "signal lamps": ((40, 40, 190), (50, 160, 60)),
    "night light": ((28, 58, 129), (38, 98, 107)),
    "hardly any colour": ((57, 59, 78), (107, 119, 110)),
    "vermilion and bluish green": ((0, 94, 213), (115, 158, 0)),
    "red and what is white": ((60, 50, 220), (240, 240, 240)),
    "green and what is purple": ((167, 121, 204), (115, 158, 0)),
}
DOUBTFUL = {
    "brown and cream": ((39, 69, 126), (145, 208, 234)),
    "violet and teal": ((173, 72, 192), (192, 197, 68)),
    "orange and blue": ((0, 159, 230), (178, 114, 0)),
    "two reds": ((60, 50, 220), (30, 25, 100)),
    "red and orange": ((40, 40, 220), (30, 130, 240)),
    "two greens": ((30, 90, 30), (60, 220, 60)),
    "greys": ((200, 200, 200), (60, 60, 60)),
}


@pytest.mark.parametrize("look", NAMED)
def test_one_colour_that_is_named_names_the_other(look):
    red, green = NAMED[look]
    assert told(np.array(red, float), np.array(green, float))


@pytest.mark.parametrize("look", DOUBTFUL)
def test_the_redder_of_any_two_colours_is_not_red(look):
    red, green = DOUBTFUL[look]
    assert not told(np.array(red, float), np.array(green, float))


def test_a_lock_of_other_colours_is_never_sure(lock):
    for look in ("brown and cream", "violet and teal"):
        red, green = DOUBTFUL[look]
        picture, _ = lock("011/0010/101/10", red=red, green=green, back=(60, 50, 40))
        (reading,) = detect(Scene(Frame(picture)))
        assert reading.verdict == "unsure"
        assert any("not red and green" in words for words in reading.reasons)
