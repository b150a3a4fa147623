from __future__ import annotations

import cv2
import numpy as np

from calibration.profiles.locate import cornered
from calibration.profiles.panels import panels_in_colours
from vision.frame import Frame
from vision.scene import Scene

GREEN, WALL = (120, 230, 130), (60, 50, 60)


def rough(seed: int) -> np.ndarray:
    """A picture whose every corner has marks of its own, in grey."""
    noise = np.random.default_rng(seed).integers(0, 110, (45, 60, 1), np.uint8)
    return np.repeat(cv2.resize(noise, (720, 540), interpolation=cv2.INTER_CUBIC)[..., None], 3, axis=2)


def test_signs_are_found_by_their_colour_on_a_rough_wall():
    pixels, places = rough(1), [(260 + 90 * (i % 3), 180 + 90 * (i // 3)) for i in range(9)]
    cv2.rectangle(pixels, (200, 120), (500, 420), WALL, -1)
    for number, (x, y) in enumerate(places):
        cv2.putText(pixels, "KVNZ"[number % 4], (x - 22, y + 22), cv2.FONT_HERSHEY_DUPLEX, 2.0, GREEN, 5, cv2.LINE_AA)
    known = np.ascontiguousarray(pixels[150:210, 230:290][None])
    found = panels_in_colours(Scene(Frame(pixels)), known)
    assert found
    assert min(np.abs(np.subtract([cell.center for cell in one.cells], places)).max() for one in found) < 15
    assert panels_in_colours(Scene(Frame(pixels)), np.full((1, 24, 24, 3), 90, np.uint8)) == []


def test_corners_are_moved_to_where_a_board_lies_best():
    true = np.array([[40.0, 3.0, 20.0], [-2.0, 38.0, 30.0], [0.001, 0.002, 1.0]])
    corners = np.array([(0, 0, 1), (3, 0, 1), (3, 3, 1), (0, 3, 1)], float).T

    def seen(matrix: np.ndarray) -> np.ndarray:
        places = matrix @ corners
        return places[:2] / places[2]

    start = true @ np.array([[1.0, 0.0, 0.15], [0.0, 1.0, -0.1], [0.0, 0.0, 1.0]])
    found = cornered(start, 3, lambda one: -float(np.abs(seen(one) - seen(true)).sum()), 0.01)
    assert np.abs(seen(found) - seen(true)).max() < 3 < np.abs(seen(start) - seen(true)).max()
