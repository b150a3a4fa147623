"""How one picture goes on from cell to cell, looked at closely."""

import cv2
import numpy as np

from vision.memento import covers, seams
from vision.memento.axis import Axis

X, Y = Axis(0.0, 80.0, 3), Axis(0.0, 80.0, 3)
UP = np.ones((3, 3), bool)


def painting(seed: int, side: int) -> np.ndarray:
    """Soft noise, side×side×3."""
    noise = np.random.default_rng(seed).integers(0, 256, (side // 30, side // 30, 3), dtype=np.uint8)
    return cv2.resize(noise, (side, side), interpolation=cv2.INTER_CUBIC)


def closely(picture: np.ndarray, up: np.ndarray = UP) -> tuple[float, int, int]:
    return seams.closely(covers.canonical(picture, X, Y, 32), up)


def parted(picture: np.ndarray) -> np.ndarray:
    """The same with lines of 4 pixels between its cells."""
    picture = picture.copy()
    for at in (80, 160):
        picture[at - 2 : at + 2] = 20
        picture[:, at - 2 : at + 2] = 20
    return picture


def test_one_picture_goes_on_over_all_borders() -> None:
    ratio, borders, lively = closely(painting(1, 240))
    assert borders == lively == 12
    assert ratio < 0.35


def test_lines_between_cells_are_looked_past() -> None:
    assert closely(parted(painting(1, 240)))[0] < 0.35


def test_pictures_of_their_own_do_not_go_on_nor_do_the_lines_between_them() -> None:
    cells = [np.hstack([painting(10 * row + col, 80) for col in range(3)]) for row in range(3)]
    assert closely(parted(np.vstack(cells)))[0] > 0.5


def test_where_no_neighbours_are_uncovered_nothing_tells() -> None:
    assert closely(painting(1, 240), np.eye(3, dtype=bool)) == (1.0, 0, 0)


def test_cells_of_one_colour_each_go_on_but_show_no_picture() -> None:
    row = np.repeat(np.array([[(120, 125, 122), (120, 125, 122), (90, 180, 200)]], np.uint8), 80, axis=1)
    picture = np.ascontiguousarray(np.repeat(row, 240, axis=0))
    ratio, _, lively = closely(picture)
    assert ratio < 0.35
    assert lively == 0
