"""Pictures of whole windows: what their title takes, and that a board does not end there."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from calibration.scenes import memento as scenes
from vision.detectors import lights_out, memento
from vision.frame import Frame
from vision.scene import Scene
from vision.titlebar import height

Colour = tuple[int, int, int]

TITLE = 24
LIGHTS = (86, 95, 255), (46, 188, 254), (64, 200, 40)
BOARD = "0100011100010000010001110"
CUT = "the picture ends where another line of cells may follow"


def window(*, title: str = "Lights Out", button: int = 12, left: int = 5, below: int = 5) -> np.ndarray:
    """Five by five cells at the left of a window, and room for buttons at their right."""
    picture = np.full((TITLE + 5 + 5 * 60 - 4 + below, left + 5 * 60 - 4 + 90, 3), 210, np.uint8)
    picture[:TITLE] = (190, 130, 70)
    cv2.putText(picture, title, (8, 17), cv2.FONT_HERSHEY_SIMPLEX, 0.5, (250, 250, 250), 1, cv2.LINE_AA)
    if button:
        cv2.rectangle(picture, (picture.shape[1] - 20, 6), (picture.shape[1] - 20 + button, 18), (250, 250, 250), 1)
    for place, state in enumerate(BOARD):
        row, col = divmod(place, 5)
        y, x = TITLE + 5 + 60 * row, left + 60 * col
        picture[y : y + 56, x : x + 56] = (40, 200, 230) if state == "1" else (90, 90, 90)
    return picture


def test_a_title_ends_where_what_the_window_shows_begins() -> None:
    assert height(window()) == TITLE
    assert height(np.pad(window(), ((1, 1), (1, 1), (0, 0)))) == TITLE + 1


@pytest.mark.parametrize(("around", "seen"), [(4, TITLE + 4), (6, 0)])
def test_a_little_of_the_desktop_may_be_around_a_window(around: int, seen: int) -> None:
    pixels = np.pad(window(), ((around, around), (around, around), (0, 0)), constant_values=40)
    assert height(pixels) == seen


def test_a_title_without_buttons_at_its_right_end_may_be_cut() -> None:
    assert height(window()[:, :300]) == 0


@pytest.mark.parametrize(
    ("colours", "told"),
    [
        (LIGHTS, True),
        (((90, 90, 90),) * 3, False),
        (LIGHTS[:1] * 3, False),
    ],
)
def test_three_coloured_buttons_at_its_left_end_tell_a_title(colours: tuple[Colour, ...], *, told: bool) -> None:
    picture = window(title="", button=0)
    for place, colour in enumerate(colours):
        cv2.circle(picture, (16 + 18 * place, 12), 5, colour, -1, cv2.LINE_AA)
    cv2.putText(picture, "zsh", (150, 17), cv2.FONT_HERSHEY_SIMPLEX, 0.5, (250, 250, 250), 1, cv2.LINE_AA)
    assert height(picture) == (TITLE if told else 0)


@pytest.mark.parametrize("picture", [window(title="", button=0), window()[TITLE - 8 :], np.zeros((9, 9, 3), np.uint8)])
def test_a_bar_that_nothing_stands_on_and_a_thin_one_are_none(picture: np.ndarray) -> None:
    assert height(picture) == 0


def test_a_heading_in_the_middle_of_a_page_is_none() -> None:
    picture = window(title="", button=0)
    cv2.putText(picture, "hello", (150, 17), cv2.FONT_HERSHEY_SIMPLEX, 0.5, (250, 250, 250), 1, cv2.LINE_AA)
    assert height(picture) == 0


@pytest.mark.parametrize(("titled", "verdict"), [(True, "sure"), (False, "unsure")])
def test_a_board_below_a_title_may_lie_in_the_lower_left_corner_of_its_window(titled: bool, verdict: str) -> None:
    picture = window() if titled else window(title="", button=0)
    reading = lights_out.detect(Scene(Frame(picture)))[0]
    assert reading.verdict == verdict
    assert titled or reading.reasons == (CUT,)


@pytest.mark.parametrize(("titled", "verdict"), [(True, "sure"), (False, "unsure")])
def test_tiles_may_fill_all_of_a_window_below_its_title(titled: bool, verdict: str) -> None:
    scene = scenes.render(11, shape=(4, 4), style="bevel", painting="portrait", gap=2, worn=False)
    left, top, right, bottom = map(round, scene.box)
    picture = np.full((TITLE + bottom - top, right - left, 3), (190, 130, 70), np.uint8)
    picture[TITLE:] = scene.pixels[top:bottom, left:right]
    if titled:
        cv2.putText(
            picture, "x", (picture.shape[1] - 17, 17), cv2.FONT_HERSHEY_SIMPLEX, 0.5, (250, 250, 250), 1, cv2.LINE_AA
        )
    assert memento.detect(Scene(Frame(picture)))[0].verdict == verdict
