"""Marks on nothing: laid over a picture they look as if drawn on it."""

from __future__ import annotations

import numpy as np

from vision.marks.draw import paint
from vision.marks.layer import dimmed, layer, over, reach
from vision.marks.shapes import BLUE, Badge, Disc, LineArrow, Ring, Tick, TurnArrow

SHAPES = (
    Disc((40.0, 30.0), 18.0, "7"),
    LineArrow((10.0, 70.0), (100.0, 66.0), 5.0, BLUE),
    Badge((90, 20), 14, 30, "×2"),
)


def flat(picture: np.ndarray, upper: np.ndarray) -> np.ndarray:
    alpha = upper[:, :, 3:].astype(float) / 255
    return np.rint(upper[:, :, :3] + (1 - alpha) * picture)


def test_a_layer_laid_over_a_picture_is_the_picture_drawn_on() -> None:
    picture = np.random.default_rng(3).integers(0, 255, (90, 120, 3), dtype=np.uint8)
    drawn = picture.copy()
    paint(drawn, SHAPES)
    upper = layer(SHAPES, (120, 90))
    assert upper.shape == (90, 120, 4)
    assert np.abs(flat(picture, upper) - drawn).max() <= 3
    assert (upper[:, :, :3] <= upper[:, :, 3:]).all()
    assert upper[0, 0].tolist() == [0, 0, 0, 0]


def test_the_part_that_holds_all_shapes() -> None:
    whole = layer(SHAPES, (120, 90))
    left, top, right, bottom = box = reach(SHAPES, (120, 90))
    assert np.array_equal(layer(SHAPES, (120, 90), box), whole[top:bottom, left:right])
    assert whole[:, :, 3].sum() == whole[top:bottom, left:right, 3].sum()
    assert (right - left) * (bottom - top) < 120 * 90
    assert reach((), (120, 90)) == (0, 0, 2, 2)
    for shape in (Ring((60, 40), 20, 4), TurnArrow((60, 40), 20, 4, True, BLUE), Tick((60, 40), 20, 1, "1")):
        left, top, right, bottom = reach([shape], (120, 90))
        alone = layer([shape], (120, 90))[:, :, 3]
        assert alone.sum() == alone[top:bottom, left:right].sum()


def test_nothing_drawn_is_nothing_seen() -> None:
    assert not layer((), (20, 10)).any()


def test_a_strong_layer_covers_a_faint_one() -> None:
    disc = layer(SHAPES[:1], (120, 90))
    faint = dimmed(disc, 0.5)
    assert abs(int(faint[30, 52, 3]) - 128) <= 1
    assert np.array_equal(over(faint, disc)[30, 52], disc[30, 52])
    assert np.array_equal(over(faint, layer((), (120, 90))), faint)
