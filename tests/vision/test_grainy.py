"""Photographs of screens: grain and moiré over a board."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import cv2
import numpy as np

from vision import grainy, look, once
from vision.frame import Frame
from vision.grid.doubts import BARE, DIFFER, FEW, ROWS, TERMINAL
from vision.scene import Scene

if TYPE_CHECKING:
    import pytest
    from numpy.typing import NDArray

BOARD = "11011/11001/01000/10010/00001"
CELL, LEFT, TOP = 60, 350, 280


def screen() -> NDArray[np.uint8]:
    """A page with a board of pale cells, hardly off the page, and yellow ones."""
    page = np.full((900, 1200, 3), (250, 248, 246), np.uint8)
    for row, line in enumerate(BOARD.split("/")):
        for col, state in enumerate(line):
            corner = LEFT + CELL * col + 3, TOP + CELL * row + 3
            end = corner[0] + CELL - 6, corner[1] + CELL - 6
            cv2.rectangle(page, corner, end, (70, 205, 240) if state == "1" else (238, 232, 226), -1)
    return page


def photograph(page: NDArray[np.uint8], seed: int) -> NDArray[np.uint8]:
    """The page under stripes, a camera's blur and its noise, darker towards the corners."""
    rng = np.random.default_rng(seed)
    y, x = np.mgrid[: page.shape[0], : page.shape[1]]
    stripes = np.stack([np.sin(2 * np.pi * (0.8 * x + 0.6 * y) / 11 + phase) for phase in (0.0, 2.1, 4.2)], axis=-1)
    far = ((x - 600) ** 2 + (y - 450) ** 2) / 600**2
    light = page * (0.8 - 0.1 * far)[..., None] * (1 + 0.09 * stripes)
    light = cv2.GaussianBlur(light, (0, 0), 1.2) + rng.normal(0, 5, page.shape)
    return np.clip(light, 0, 255).astype(np.uint8)


def test_photographs_are_told_from_screenshots() -> None:
    page = screen()
    assert not grainy.grainy(Frame(page))
    assert grainy.grainy(Frame(photograph(page, 1)))
    assert not grainy.grainy(Frame(page[:, :16]))  # too narrow to tell


def test_white_and_black_say_nothing() -> None:
    taken = photograph(screen(), 2)
    taken[:, 500:] = 255
    assert grainy.grainy(Frame(taken))
    assert not grainy.grainy(Frame(np.full_like(taken, 255)))


def test_a_board_that_grain_hides_is_read_but_never_for_sure(monkeypatch: pytest.MonkeyPatch) -> None:
    frame = Frame(photograph(screen(), 3))
    (found,) = look.look(frame, ["lights-out"])
    assert (found.verdict, found.board) == ("unsure", BOARD)
    assert grainy.SMOOTHED in found.reasons
    off = [
        max(abs(cell.center[0] - LEFT - CELL * (cell.col + 0.5)), abs(cell.center[1] - TOP - CELL * (cell.row + 0.5)))
        for cell in found.cells
    ]
    assert max(off) < 0.1 * CELL
    monkeypatch.setattr(grainy, "grainy", lambda _: False)
    assert look.look(frame, ["lights-out"])[0].verdict == "none"


def test_what_is_much_in_doubt_even_without_grain_is_not_offered() -> None:
    scene = Scene(Frame(photograph(screen(), 1)))
    seen, _ = once.look(grainy.smooth(scene), ("lights-out",), None)
    assert grainy.offered(scene, [replace(seen[0], verdict="unsure", reasons=("one", "two"))]) == []
    assert grainy.offered(scene, [replace(seen[0], verdict="unsure", reasons=(TERMINAL,))]) == []
    assert grainy.offered(scene, [replace(seen[0], verdict="none", reasons=())]) == []


def test_doubts_that_a_camera_makes_do_not_count_against_many_cells() -> None:
    scene = Scene(Frame(photograph(screen(), 1)))
    seen, _ = once.look(grainy.smooth(scene), ("lights-out",), None)
    taken = replace(seen[0], verdict="unsure", reasons=(DIFFER, ROWS, BARE, "only 69% " + FEW))
    assert [one.verdict for one in grainy.offered(scene, [taken])] == ["unsure"]
    assert grainy.offered(scene, [replace(taken, reasons=(*taken.reasons, "one", "two"))]) == []
    assert grainy.offered(scene, [replace(taken, cells=taken.cells[:20])]) == []
