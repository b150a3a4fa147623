"""A finer view is taken where cells of a coarse one seem to hold two of the real ones."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import cv2
import numpy as np

from vision.frame import Frame
from vision.grid.doubts import ONCE
from vision.grid.finer import Found, windows
from vision.grid.judge import Judgement
from vision.grid.search import search
from vision.scene import Scene

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from vision.grid.cells import Cells


def found(drawn: Callable[[str], NDArray[np.uint8]]) -> tuple[Scene, Cells]:
    scene = Scene(Frame(drawn("011010/110101/001011/101010/010011/110100")))
    return scene, search(scene, 0)[0]


def test_where_more_boxes_are_in_line_than_cells_a_finer_view_is_taken(
    drawn: Callable[[str], NDArray[np.uint8]],
) -> None:
    scene, cells = found(drawn)
    grid = replace(cells.grid, cols=3, matrix=cells.grid.matrix @ np.diag([2.0, 1.0, 1.0]))
    paired = replace(cells, grid=grid, homography=cells.homography @ np.diag([2.0, 1.0, 1.0]))
    ((left, top, right, bottom),) = windows(scene, 0, [Found(paired, Judgement("none", (ONCE,)))])
    assert left < 95
    assert top < 65
    assert right > 95 + 5 * 60 + 50
    assert bottom > 65 + 5 * 60 + 50


def test_what_is_told_whole_is_not_looked_at_closer(drawn: Callable[[str], NDArray[np.uint8]]) -> None:
    scene, cells = found(drawn)
    assert windows(scene, 0, [Found(cells, Judgement("none", (ONCE,)))]) == []


def test_a_few_cells_all_alike_that_are_none_hide_no_busy_block(drawn: Callable[[str], NDArray[np.uint8]]) -> None:
    picture = cv2.resize(drawn("011010/110101/001011/101010/010011/110100"), None, fx=0.25, fy=0.25)
    scene = Scene(Frame(np.asarray(picture, np.uint8)))
    cells = found(drawn)[1]
    alike = replace(cells.states, looks=cells.states.looks[:1], labels=np.zeros(8, np.int64))
    few = replace(cells, grid=cells.grid.part(slice(2), slice(4)), states=alike, homography=np.diag([15.0, 15.0, 1.0]))
    assert windows(scene, 0, [Found(few, Judgement("none", (ONCE,)))]) == windows(scene, 0, []) != []


def test_parts_of_a_board_that_stand_out_apart_are_looked_at_together() -> None:
    """A cross of lit lamps and some lone ones, among others that hardly stand out."""
    pixels = np.full((768, 1366, 3), (39, 24, 17), np.uint8)
    lit = np.array([[mark == "1" for mark in line] for line in ("10100", "00100", "11110", "10100", "10001")])
    for (row, col), on in np.ndenumerate(lit):
        place = 515 + 68 * col, 246 + 68 * row, 64, 64
        cv2.rectangle(pixels, place, (21, 204, 250) if on else (55, 41, 31), -1)
        cv2.rectangle(pixels, place, (99, 85, 75), 1)
    scene = Scene(Frame(pixels))
    coarse = scene.level_for(400)
    assert any(
        left <= 515 and top <= 246 and right >= 851 and bottom >= 582
        for left, top, right, bottom in windows(scene, coarse, [])
    )
