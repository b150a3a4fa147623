"""Stages 3 and 4: colours through a map, and what they are taken for."""

import cv2
import numpy as np

from calibration.scenes.wheels import render
from vision.detectors.wheels import detect
from vision.frame import Frame
from vision.homography import project
from vision.scene import Scene
from vision.wheels.judge import HALF_PROPOSED, judge
from vision.wheels.read import RINGS, sample, splits
from vision.wheels.template import lattice


def test_read_splits_the_dots_and_sees_empty_places(lock):
    picture, matrix = lock("111/0011/001/00")
    for split in splits(sample(picture, matrix)):
        assert "".join("1" if side < 0 else "0" for side in split.side) == "111001100100"
        assert split.presence.min() > 0.3
        assert (split.between, split.beyond) == (0.0, 0)


def test_judge_counts_the_greens(lock):
    picture, matrix = lock("111/0011/011/00")
    colours = sample(picture, matrix)
    reading = judge(matrix, colours, splits(colours), 12, 0.0)
    assert reading is not None
    assert reading.verdict == "unsure"
    assert "7 dots look green" in reading.reasons[0]
    assert len(reading.suspects) == 1
    assert reading.cells[reading.suspects[0]].state == 1


def covered(picture, matrix, dot, colour=(230, 230, 230), radius=14):
    at = np.rint(project(matrix, lattice())[dot]).astype(int).tolist()
    cv2.circle(picture, at, radius, colour, -1)


def judged(picture, matrix, hits=11):
    colours = sample(picture, matrix)
    return judge(matrix, colours, splits(colours), hits, 0.0)


def test_one_hidden_dot_follows_from_the_count_unless_another_one_is_of_a_colour_of_its_own(lock):
    board = "111/0011/001/00"
    picture, matrix = lock(board)
    covered(picture, matrix, 5)
    reading = judged(picture, matrix)
    assert (reading.verdict, reading.board) == ("sure", board)
    covered(picture, matrix, 4, colour=(130, 190, 40), radius=9)  # what hides the one has a green disc of its own
    reading = judged(picture, matrix)
    assert reading.verdict == "unsure"
    assert reading.suspects == (4, 5)


def test_no_dot_follows_from_the_count_where_the_lock_may_be_cut_off(lock):
    board = "111/0011/001/00"
    picture, matrix = lock(board)
    left = int(project(matrix, lattice())[:, 0].min()) - 24
    shift = np.array([[1.0, 0, -left], [0, 1, 0], [0, 0, 1]])
    close = np.ascontiguousarray(picture[:, left:])
    assert judged(close, shift @ matrix).verdict == "sure"
    covered(close, shift @ matrix, 4)
    assert judged(close, shift @ matrix).verdict == "unsure"


def test_a_lock_beside_whose_dots_the_picture_ends_may_be_cut(lock):
    picture, matrix = lock("111/0011/001/00")
    shift = int(project(matrix, lattice())[:, 0].min()) - 8
    reading = judged(
        np.ascontiguousarray(picture[:, shift:]), np.array([[1.0, 0, -shift], [0, 1, 0], [0, 0, 1]]) @ matrix
    )
    assert (reading.verdict, reading.board) == ("unsure", "111/0011/001/00")


def test_a_wide_core_reads_dots_with_numbers_on_them(lock):
    board = "111/0011/001/00"
    picture, matrix = lock(board, pitch=60.0, size=(420, 520))
    for dot in range(12):
        x, y = np.rint(project(matrix, lattice())[dot]).astype(int).tolist()
        cv2.rectangle(picture, (x - 3, y - 6), (x + 3, y + 6), (255, 255, 255), -1)
    colours = sample(picture, matrix, RINGS[0])
    reading = judge(matrix, colours, splits(colours), 12, 0.0)
    assert (reading.verdict, reading.board) == ("sure", board)
    assert (sample(picture, matrix).dots.min(axis=1) > 100).any()


def test_what_only_half_a_lock_proposed_must_be_discs_of_one_colour(lock):
    picture, matrix = lock("111/0011/001/00")
    for striped, verdict in ((False, "sure"), (True, "unsure")):
        if striped:
            for x, y in np.rint(project(matrix, lattice())[:3]).astype(int).tolist():
                picture[y : y + 3, x - 9 : x + 9] = picture[y - 3 : y, x - 9 : x + 9] // 3
        colours = sample(picture, matrix)
        reading = judge(matrix, colours, splits(colours), 12, 0.0, HALF_PROPOSED)
        assert reading is not None
        assert reading.verdict == verdict
    assert judged(picture, matrix, 12).verdict == "sure"


def test_one_more_dot_beside_a_lock_is_a_doubt(lock):
    picture, matrix = lock("111/0011/001/00")
    assert judged(picture, matrix, 12).verdict == "sure"
    x, y = np.rint(project(matrix, np.array([[2.0, 4.0]]))[0]).astype(int).tolist()
    at = project(matrix, lattice())[0].astype(int)
    cv2.circle(picture, (x, y), 9, picture[at[1], at[0]].tolist(), -1)
    assert judged(picture, matrix, 12).verdict == "unsure"


def test_two_dots_of_colours_of_their_own_are_a_doubt(lock):
    picture, matrix = lock("111/0011/001/00")
    colour = picture[tuple(project(matrix, lattice())[3].astype(int)[::-1])].astype(float)
    for dots, verdict in (((3,), "sure"), ((3, 4), "unsure")):
        for dot in dots:
            covered(picture, matrix, dot, (0.41 * colour + 0.59 * np.array([60, 60, 60])).tolist(), radius=9)
        assert judged(picture, matrix, 12).verdict == verdict


def test_a_dull_red_dot_is_not_the_green_one_that_the_others_leave() -> None:
    """Seven are red; seen against a speckled plate one of them is hardly so."""
    assert not any(reading.verdict == "sure" for reading in detect(Scene(Frame(render(950_000).pixels))))
