"""Messages that let something shine through, and the picture without them."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from types import SimpleNamespace
from typing import TYPE_CHECKING

import cv2
import numpy as np
import pytest

from calibration.fit_confidence import drawn
from calibration.ladder import worn
from calibration.score import exact
from vision import beneath
from vision.frame import Frame
from vision.look import look
from vision.message import find
from vision.reading import CellReading, Reading
from vision.scene import Scene

if TYPE_CHECKING:
    from numpy.typing import NDArray


BOX = (130, 173, 290, 205)


def veiled(pixels: NDArray[np.uint8], opaque: float, tone: int = 30, words: int = 235) -> NDArray[np.uint8]:
    layer = pixels.copy()
    left, top, right, bottom = BOX
    layer[top:bottom, left:right] = tone
    cv2.putText(layer, "Message", (left + 20, bottom - 10), cv2.FONT_HERSHEY_SIMPLEX, 0.6, (words,) * 3, 1, cv2.LINE_AA)
    return np.rint(pixels * (1 - opaque) + layer * opaque).astype(np.uint8)


@pytest.mark.parametrize(("tone", "words"), [(30, 235), (244, 40)])
@pytest.mark.parametrize("opaque", [0.75, 0.85, 0.93])
def test_a_message_is_found_and_what_lies_below_it(
    board: tuple[NDArray[np.uint8], Reading], opaque: float, tone: int, words: int
) -> None:
    pixels, reading = board
    scene = Scene(Frame(veiled(pixels, opaque, tone, words)))
    (found,) = find(scene, reading)
    assert found.box == BOX
    assert found.mixture.share == pytest.approx(1 - opaque, abs=0.01)
    lifted = next(beneath.views(scene, [reading], doubted=False))
    off = np.abs(lifted.frame.pixels.astype(int) - pixels).max(axis=2)
    left, top, right, bottom = BOX
    assert off[~lifted.over].max() <= 4 / (1 - opaque)
    inside = lifted.over[top:bottom, left:right]
    assert 0.05 < inside.mean() < 0.6
    assert lifted.over.sum() == inside.sum()


def test_a_board_without_a_message_is_left_alone(board: tuple[NDArray[np.uint8], Reading]) -> None:
    pixels, reading = board
    assert not list(beneath.views(Scene(Frame(pixels)), [reading], doubted=False))


def test_nothing_shines_through_an_opaque_message(board: tuple[NDArray[np.uint8], Reading]) -> None:
    pixels, reading = board
    (found,) = find(Scene(Frame(veiled(pixels, 1.0))), reading)
    assert found.hides


def test_nothing_is_searched_where_nothing_is_located(board: tuple[NDArray[np.uint8], Reading]) -> None:
    pixels, _ = board
    assert not list(beneath.views(Scene(Frame(veiled(pixels, 0.8))), [], doubted=False))


def test_no_message_is_taken_off_a_grid_of_which_every_cell_is_told(board: tuple[NDArray[np.uint8], Reading]) -> None:
    pixels, reading = board
    scene = Scene(Frame(veiled(pixels, 0.85)))
    plain, hidden = (
        replace(reading, verdict="unsure", reasons=(words,), kind="lights-out", suspects=())
        for words in ("the states differ only in what is drawn inside the cells", "cells outside look like tiles")
    )
    assert not list(beneath.views(scene, [plain], doubted=False))
    assert list(beneath.views(scene, [hidden], doubted=False))
    assert list(beneath.views(scene, [plain], doubted=True))


@pytest.mark.parametrize(("module", "seed"), [("lights_out", 960_003), ("memento", 960_002)])
def test_what_shines_through_is_never_sure(module: str, seed: int) -> None:
    frame, entry = worn(partial(drawn, module, seed), "toast", 2, 1)
    reading = look(frame)[0]
    assert reading.verdict != "sure" or exact(reading, entry)


@pytest.mark.parametrize(
    ("board", "held", "hides", "box", "verdict"),
    [
        ("111/011/010", 0.995, False, (12, 12, 40, 18), "unsure"),
        ("111/011/010", 0.995, False, (12, 11, 40, 14), "sure"),  # the middle of no cell is covered
        ("111/011/010", 0.95, False, (12, 12, 40, 18), "sure"),
        ("111/011/010", 0.95, True, (12, 12, 40, 18), "unsure"),  # like no other rectangle
        ("111/011/010", 0.94, True, (12, 12, 40, 18), "sure"),
        ("111/011/010", 0.995, False, (112, 12, 140, 20), "sure"),
        ("111/011/010", 0.995, False, (29, 12, 60, 18), "sure"),
        ("111/011/010", 0.995, False, (-10, 10, 40, 20), "sure"),
        ("111/011/010", 0.995, False, (10, 10, 80, 54), "sure"),  # tiles in the page's colour, and the page
        ("111/011/010", 0.995, False, (12, -4, 18, 54), "unsure"),
        ("111/011/010", 0.995, False, (10, -4, 20, 54), "sure"),
        ("1001/1001/1001/0110", 0.995, False, (12, 12, 40, 18), "sure"),
    ],
)
def test_tiles_that_little_proves_are_not_sure_under_a_message(
    board: str,
    held: float,
    *,
    hides: bool,
    box: tuple[int, int, int, int],
    verdict: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    cells = tuple(
        CellReading(row, col, int(state), (0.5, 0.5), (10 * col + 5.0, 10 * row + 5.0))
        for row, line in enumerate(board.split("/"))
        for col, state in enumerate(line)
    )
    tiles = Reading("sure", (), "memento", 2, cells, 0.99, (10.0, 0.0, 0.0, 0.0, 10.0, 0.0, 0.0, 0.0, 1.0))
    monkeypatch.setattr(beneath.message, "find", lambda *_, **__: [SimpleNamespace(held=held, box=box, hides=hides)])
    assert beneath.unless_veiled(Scene(Frame(np.zeros((60, 160, 3), np.uint8))), tiles).verdict == verdict


def test_a_panel_that_a_message_lies_beside_is_as_sure_as_it_looks() -> None:
    cells = tuple(
        CellReading(row, col, 0, (1.0, 0.0, 0.0, 0.0), (100.0 + 40 * col, 90.0 + 40 * row))
        for row in range(3)
        for col in range(3)
    )
    panel = Reading("sure", (), "heresy", 4, cells)
    over = np.zeros((300, 300), bool)
    over[250:280] = True
    assert beneath.named(panel, over) is panel
    over[:, 60:90] = True
    assert beneath.named(panel, over).verdict == "unsure"
    assert beneath.named(replace(panel, kind="memento"), over[::-1] & ~over).verdict == "unsure"
