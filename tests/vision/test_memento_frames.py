"""Closed rectangles and the ways to share them out."""

import cv2
import numpy as np
import pytest

from vision.detectors import memento
from vision.frame import Frame
from vision.memento import comb, frames, gate
from vision.scene import Scene


def few_tiles() -> np.ndarray:
    """A painting of 4×3 cells of 60 pixels, two of them under tiles that touch."""
    rng = np.random.default_rng(2)
    canvas = np.full((300, 400, 3), 40, np.uint8)
    soft = cv2.GaussianBlur(rng.integers(0, 256, (240, 180, 3), dtype=np.uint8), (0, 0), 9)
    canvas[30:270, 100:280] = cv2.normalize(soft, None, 90, 255, cv2.NORM_MINMAX)
    for row, col in ((1, 0), (2, 1)):
        canvas[30 + 60 * row : 90 + 60 * row, 100 + 60 * col : 160 + 60 * col] = (30, 60, 200)
    return canvas


def test_a_closed_outline_is_found() -> None:
    found = frames.rectangles(comb.edges(few_tiles()))
    assert np.abs(np.array(found[0]) - (100, 30, 280, 270)).max() <= 2


def test_the_way_that_has_edges_at_its_lines_comes_first() -> None:
    x, y = frames.boards(comb.edges(few_tiles()))[0]
    assert (y.count, x.count) == (4, 3)
    assert abs(x.pitch - 60) < 1
    assert abs(y.pitch - 60) < 1


def test_nothing_is_shared_out_where_nothing_is_closed() -> None:
    assert frames.boards(comb.edges(np.full((200, 300, 3), 90, np.uint8))) == []


def test_a_board_of_few_tiles_is_read_by_its_outline() -> None:
    (reading,) = memento.detect(Scene(Frame(few_tiles())))
    assert reading.board == "111/011/101/111"


def test_a_closed_outline_is_looked_at_where_the_gate_is_shut(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gate, "shut", lambda *_: True)
    (reading,) = memento.detect(Scene(Frame(few_tiles())))
    assert reading.board == "111/011/101/111"
