"""What is drawn on every tile tells them from a ground of their colour."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision.memento import covers, emblem

SIDE = covers.CELL


def cells(drawn: float = 6.0) -> np.ndarray:
    """Five tiles with a ring on parchment, Lab, then four pieces of plain parchment, each lit in its own way."""
    rng = np.random.default_rng(5)
    light = rng.normal(0, 3, (9, 1, 1, 3)) + np.linspace(-3, 3, SIDE)[None, :, None, None]
    found = (np.full((9, SIDE, SIDE, 3), (80.0, 2.0, 18.0)) + light + rng.normal(0, 0.3, (9, SIDE, SIDE, 3))).astype(
        np.float32
    )
    ring = np.zeros((SIDE, SIDE), np.float32)
    cv2.circle(ring, (7, 8), 4, 1.0, 1)
    found[:5, :, :, 0] -= drawn * ring
    return found


def tiles(count: int = 5) -> np.ndarray:
    return np.arange(9) < count


def shown(seen: np.ndarray, count: int = 5) -> list[bool]:
    return emblem.shows(seen, tiles(count), np.ones(9, np.bool_)).tolist()


def test_plain_ground_shows_no_emblem() -> None:
    assert shown(cells()) == [True] * 5 + [False] * 4


def test_only_what_is_asked_about_is_told() -> None:
    asked = np.arange(9) == 6
    assert not emblem.shows(cells(), tiles(), asked).any()


def test_where_tiles_are_plain_all_may_be_some() -> None:
    assert shown(cells(drawn=0.0)) == [True] * 9


def test_two_tiles_are_too_few() -> None:
    assert shown(cells(), count=2) == [True] * 9


@pytest.mark.parametrize("hidden", [np.s_[:, :6], np.s_[:, 10:], np.s_[:6], np.s_[10:]])
def test_a_half_of_it_is_enough(hidden: tuple[slice, ...]) -> None:
    seen = cells()
    seen[4][hidden] = 95.0
    assert emblem.shows(seen, tiles(4), np.ones(9, np.bool_))[4]
