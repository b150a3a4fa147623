"""Labelled panels that the eye reads just so, but is not sure of."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from calibration.profiles.labels import Shot, _seen
from calibration.scenes.heresy import render
from vision.detectors.heresy import detect
from vision.frame import Frame
from vision.scene import Scene


@pytest.mark.parametrize(("turned", "found"), [(0, True), (1, False)])
def test_a_doubtful_panel_lies_where_all_its_signs_are_those_of_the_labels(turned: int, found: bool) -> None:
    scenery = render(10, look="panel", wear=0, size=(1280, 720), side=0.5)
    scene = Scene(Frame(scenery.pixels))
    panel = replace(detect(scene)[0], verdict="unsure")
    states = [int(sign) for sign in scenery.board or "" if sign.isdigit()]
    states[0] = (states[0] + turned) % 4
    place = _seen(Shot(scene, [panel], scenery.board or "", tuple(states)), "heresy")
    assert (place is not None) == found
    assert place is None or np.allclose(place.ravel(), panel.homography)
