"""Our own marked pictures come back: what lies below the marks is read."""

from __future__ import annotations

from typing import TYPE_CHECKING

import cv2
import numpy as np
import pytest

from calibration.corruptions.cover import own_marks
from calibration.corruptions.subject import subject
from calibration.scenes import lights_out as boards
from calibration.score import Outcome, outcome
from vision.detectors import lights_out
from vision.frame import Frame
from vision.grid.own_marks import find, without
from vision.grid.patches import cut
from vision.scene import Scene

if TYPE_CHECKING:
    from numpy.typing import NDArray

LOOK: dict[str, object] = {
    "states": 2, "shape": "rounded", "fill": "flat", "border": 0, "contrast": 40.0, "glow": False, "swell": 0.0,
    "line": 0, "hover": False, "pointer": False, "turn": 0.0, "holes": False, "squeeze": 1.0, "size": (800, 600),
}  # fmt: skip
BLUE = (178, 114, 0)


@pytest.mark.parametrize(
    "look",
    [
        {"rows": 5, "cols": 5, "cell": 60.0, "gap": 0.1, "content": "none"},
        {"rows": 3, "cols": 3, "cell": 150.0, "gap": 0.02, "content": "none"},
        {"rows": 6, "cols": 8, "cell": 40.0, "gap": 0.08, "content": "same"},
        {"rows": 9, "cols": 9, "cell": 26.0, "gap": 0.1, "content": "none"},
    ],
)
@pytest.mark.parametrize("strength", [2, 4])
def test_a_marked_board_is_read_again(look: dict[str, object], strength: int) -> None:
    for seed in (3, 4):
        scene = boards.render(seed, **LOOK, **look)
        worn = own_marks(subject(scene.pixels, scene.entry()), strength, np.random.default_rng(1))
        reading = lights_out.detect(Scene(Frame(worn.pixels)))[0]
        assert outcome(reading, worn.entry) in (Outcome.SURE, Outcome.EXACT)


def plain(*colours: tuple[int, int, int]) -> NDArray[np.uint8]:
    """Cells of 60 pixels in a line, without gaps."""
    return np.hstack([np.full((60, 60, 3), colour, np.uint8) for colour in colours])


def test_blue_cells_and_blue_pictures_are_no_marks() -> None:
    page = plain(BLUE, (90, 90, 90), (90, 90, 90), (40, 200, 40))
    cv2.circle(page, (135, 44), 12, (0, 0, 220), -1)  # in the right place, of another colour
    cv2.circle(page, (210, 30), 12, BLUE, -1)  # of the right colour, in the middle
    seen = cut(Scene(Frame(page)), np.diag([60.0, 60.0, 1.0]), (1, 4), (1.0, 1.0))
    assert not find(seen).any()


def test_what_is_below_a_mark_comes_from_the_other_side() -> None:
    page = plain((90, 90, 90), (40, 200, 40))
    cv2.circle(page, (46, 46), 12, (0, 0, 0), -1)
    cv2.circle(page, (46, 46), 11, (255, 255, 255), -1)
    cv2.circle(page, (46, 46), 10, BLUE, -1)
    seen = cut(Scene(Frame(page)), np.diag([60.0, 60.0, 1.0]), (1, 2), (1.0, 1.0))
    marked = find(seen)
    assert marked.tolist() == [True, False]
    assert np.ptp(without(seen, marked).own[0], axis=(0, 1)).max() < 2.0
