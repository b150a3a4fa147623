"""States that only what is written in the cells tells apart."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision.detectors.lights_out import detect
from vision.frame import Frame
from vision.grid.search import search
from vision.scene import Scene

PATTERN = "11000/00101/11101/00111/11010"
STEP, SIDE = 70, 62


def page(words: dict[str, str], pattern: str = PATTERN) -> Scene:
    """Cells of one colour, in each the word of its state."""
    picture = np.full((480, 640, 3), (225, 228, 232), np.uint8)
    for row, line in enumerate(pattern.split("/")):
        for col, state in enumerate(line):
            x, y = 140 + col * STEP, 70 + row * STEP
            cv2.rectangle(picture, (x, y), (x + SIDE - 1, y + SIDE - 1), (150, 120, 90), cv2.FILLED)
            (wide, tall), _ = cv2.getTextSize(words[state], cv2.FONT_HERSHEY_SIMPLEX, 0.7, 2)
            corner = x + (SIDE - wide) // 2, y + (SIDE + tall) // 2
            cv2.putText(picture, words[state], corner, cv2.FONT_HERSHEY_SIMPLEX, 0.7, (20, 20, 20), 2, cv2.LINE_AA)
    return Scene(Frame(picture))


@pytest.mark.parametrize("words", [{"0": "OFF", "1": "ON"}, {"0": "0", "1": "1"}, {"0": "", "1": "X"}])
def test_words_tell_two_states(words: dict[str, str]) -> None:
    one = search(page(words), 0)[0]
    assert one.source == "words"
    shown = one.states.labels.reshape(5, 5)
    wanted = np.array([[int(state) for state in line] for line in PATTERN.split("/")])
    assert (shown == wanted).all() or (shown == 1 - wanted).all()
    (found,) = detect(page(words))
    assert found.verdict == "unsure"


def test_digits_tell_three_states() -> None:
    pattern = "20002/01021/12011/02101/11120"
    one = search(page({state: state for state in "012"}, pattern), 0)[0]
    assert one.source == "words"
    assert one.states.count == 3
    wanted = np.array([int(state) for state in pattern.replace("/", "")])
    assert all(len(set(wanted[one.states.labels == state].tolist())) == 1 for state in range(3))
    (found,) = detect(page({state: state for state in "012"}, pattern))
    assert found.verdict == "unsure"


def test_a_few_signs_among_blank_cells_are_clues() -> None:
    signs = {"0": "", "1": "##", "2": "HHH", "3": "8"}
    assert search(page(signs, "01020/01103/00003/00002/00000"), 0)[0].states.count == 1
    assert search(page(signs, "31020/21103/10203/03102/21033"), 0)[0].states.count == 4
    assert detect(page(signs, "01020/01103/00003/00002/00000"))[0].verdict == "none"


def test_digits_of_many_kinds_are_no_states() -> None:
    digits = {state: state for state in "123456789"}
    one = search(page(digits, "12345/67891/24683/57913/98765"), 0)[0]
    assert one.states.count == 1


def test_cells_that_all_hold_the_same_are_of_one_state() -> None:
    assert search(page({"0": "OK", "1": "OK"}), 0)[0].states.count == 1


def test_a_single_cell_that_holds_another_word_is_no_state() -> None:
    assert search(page({"0": "0", "1": "1"}, "00000/00000/00100/00000/00000"), 0)[0].states.count == 1


@pytest.mark.parametrize(("signs", "verdict"), [("12", "unsure"), ("1", "sure"), ("1234567890", "sure")])
def test_signs_in_cells_of_one_state_may_tell_more_states(signs: str, verdict: str) -> None:
    picture = np.full((480, 640, 3), (225, 228, 232), np.uint8)
    for place, state in enumerate("0100011100010000010001110"):
        row, col = divmod(place, 5)
        x, y = 140 + col * STEP, 70 + row * STEP
        cv2.rectangle(picture, (x, y, SIDE, SIDE), (150, 120, 90) if state == "1" else (60, 60, 60), cv2.FILLED)
        if state == "1":
            sign = signs[(place // 2) % len(signs)]
            cv2.putText(picture, sign, (x + 26, y + 36), cv2.FONT_HERSHEY_SIMPLEX, 0.4, (20, 20, 20), 1, cv2.LINE_AA)
    (found,) = detect(Scene(Frame(picture)))
    assert found.verdict == verdict
