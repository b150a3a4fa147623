"""A message, a pointer or a hand over a board: what shows is read, what is hidden is doubted, nothing else changes."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import TYPE_CHECKING

import cv2
import numpy as np
import pytest

from calibration.score import exact
from calibration.truth import Entry
from vision.detectors import lights_out
from vision.frame import Frame
from vision.grid import cells, covers
from vision.scene import Scene

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from vision.reading import Reading

BOARD = "0110100/1001011/0011010/1100101/0101100/1010011"
PITCH, BODY, LEFT, TOP = 40, 34, 60, 50


def board(text: str = BOARD, colours: tuple[tuple[int, int, int], ...] = ((70, 40, 40), (60, 200, 240))) -> NDArray:
    """A plain board on a plain page."""
    page = np.full((360, 460, 3), 120, np.uint8)
    for row, line in enumerate(text.split("/")):
        for col, state in enumerate(line):
            x, y = LEFT + col * PITCH, TOP + row * PITCH
            cv2.rectangle(page, (x, y), (x + BODY, y + BODY), colours[int(state)], -1)
    return page


def covered(page: NDArray, box: tuple[float, float, float, float], colour: tuple[int, int, int]) -> NDArray:
    """A message over a box, in cells: left, top, right, bottom."""
    left, right = (LEFT + round(PITCH * edge) for edge in box[::2])
    top, bottom = (TOP + round(PITCH * edge) for edge in box[1::2])
    cv2.rectangle(page, (left, top), (right, bottom), colour, -1)
    return page


def read(page: NDArray) -> Reading:
    return lights_out.detect(Scene(Frame(page)))[0]


def right(reading: Reading, text: str = BOARD) -> bool:
    return exact(reading, Entry(Path("drawn"), "read", "lights-out", text, 2))


@pytest.mark.parametrize("colour", [(25, 25, 25), (245, 245, 245), (70, 40, 40), (62, 198, 238)])
def test_states_are_read_beside_a_message_even_in_a_states_own_colour(colour: tuple[int, int, int]) -> None:
    reading = read(covered(board(), (1.4, 1.2, 3.4, 1.7), colour))
    assert right(reading)
    assert reading.verdict == "unsure"


def test_a_cell_that_is_wholly_hidden_is_doubted_alone() -> None:
    reading = read(covered(board(), (2.0, 1.9, 4.7, 2.9), (25, 25, 25)))
    assert reading.verdict == "unsure"
    hidden = {2 * 7 + 2, 2 * 7 + 3}
    assert hidden <= set(reading.suspects)
    truth = [int(sign) for sign in BOARD.replace("/", "")]
    pairs = {(truth[place], cell.state) for place, cell in enumerate(reading.cells) if place not in hidden}
    assert len(pairs) == 2
    assert all(reading.cells[place].confidence < 0.6 for place in hidden)


def test_a_veil_shows_the_states_behind_it() -> None:
    page = board()
    layer = covered(page.copy(), (1.0, 1.9, 4.7, 2.9), (25, 25, 25))
    reading = read(cv2.addWeighted(page, 0.2, layer, 0.8, 0))
    assert right(reading)


def test_a_third_state_of_few_neighbours_is_no_cover() -> None:
    text = BOARD.replace("0011010", "0022210")
    reading = read(board(text, ((70, 40, 40), (60, 200, 240), (70, 190, 60))))
    assert right(reading, text)
    assert "lies over" not in " ".join(reading.reasons)


def test_one_tinted_cell_is_no_cover() -> None:
    page = board()
    cv2.rectangle(
        page, (LEFT + 2 * PITCH, TOP + PITCH), (LEFT + 2 * PITCH + BODY, TOP + PITCH + BODY), (85, 55, 52), -1
    )
    reading = read(page)
    assert right(reading)
    assert "lies over" not in " ".join(reading.reasons)


def test_where_no_pixel_tells_the_states_apart_nothing_is_said_to_lie_there(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []

    def nothing_tells(typical: NDArray[np.float32], cut: float) -> NDArray[np.bool_]:
        asked.append(cut)
        return np.zeros(typical.shape[1:3], np.bool_)

    monkeypatch.setattr(covers, "_telling", nothing_tells)
    reading = read(covered(board(), (1.4, 1.2, 3.4, 1.7), (25, 25, 25)))
    assert asked
    assert reading.verdict != "sure"


def test_light_that_hides_nothing_is_no_cover() -> None:
    states = ("00011", "00000", "10101", "11010", "00111")
    page, lit = np.full((440, 480, 3), (70, 25, 45), np.float64), np.zeros((440, 480))
    cells = [
        (np.s_[60 + 64 * row : 116 + 64 * row, 80 + 64 * col : 136 + 64 * col], state == "1")
        for row, line in enumerate(states)
        for col, state in enumerate(line)
    ]
    for place, on in cells:
        lit[place] = on
    glow = 0.8 * cv2.GaussianBlur(lit, (0, 0), 9)[:, :, None]
    page += glow * ((20, 204, 250) - page)
    for place, on in cells:
        rim, body = page[place] * 0.92 + 20.4, page[place][1:-1, 1:-1] * 0.95 + 12.75
        page[place] = (20, 204, 250) if on else rim
        if not on:
            page[place][1:-1, 1:-1] = body
    reading = read(np.rint(page).astype(np.uint8))
    assert reading.verdict == "sure"
    assert right(reading, "/".join(states))


@pytest.mark.parametrize(("strain", "light"), [(1.8, True), (6.0, False)])
def test_what_hardly_changes_the_cells_it_touches_is_light(
    monkeypatch: pytest.MonkeyPatch, strain: float, light: bool
) -> None:
    hidden, labels = np.array([0.2, 0.15, 0.0, 0.0, 0.0, 0.0]), np.array([0, 0, 1, 1, 0, 1])
    found = SimpleNamespace(strays=(), count=2, labels=labels)
    over = SimpleNamespace(hidden=hidden, told=np.ones(6, bool), patches=None)
    monkeypatch.setattr(cells, "_rings", lambda _: (None, None, None))
    monkeypatch.setattr(cells, "_states", lambda *_: ("ring", found))
    assert cells._shines(over, found, np.where(hidden > 0, strain, 0.2)) is light
