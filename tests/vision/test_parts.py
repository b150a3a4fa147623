"""Parts of a mask, however many."""

from __future__ import annotations

import numpy as np

from vision.frame import Frame
from vision.look import look
from vision.parts import parts


def test_they_are_named_and_boxed() -> None:
    mask = np.zeros((6, 9), np.uint8)
    mask[1:3, 1:4] = mask[3, 4] = 255  # they touch at a corner
    mask[5, 8] = 1
    names, stats = parts(mask)
    assert stats[1:].tolist() == [[1, 1, 4, 3, 7], [8, 5, 1, 1, 1]]
    assert (names > 0).tolist() == (mask > 0).tolist()


def test_there_may_be_more_than_short_names() -> None:
    mask = np.zeros((600, 600), np.uint8)
    mask[::2, ::2] = 255
    names, stats = parts(mask)
    assert len(stats) == names.max() + 1 == 300 * 300 + 1


def test_noise_all_over_a_large_page_is_no_board() -> None:
    page = np.clip(np.random.default_rng(1).normal(30, 4, (2000, 2200, 3)), 0, 255).astype(np.uint8)
    page[300:700, 300:700] = (90, 90, 200)
    page[820:900, 300:900] = 240
    assert look(Frame(page))[0].verdict == "none"
