"""Glyphs, alignment and classification together: they only make sense on drawn glyphs."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

from calibration.scenes.hands import freehand
from vision.frame import Frame
from vision.heresy.align import COARSE, align, cut_likely, elsewhere, size_glyphs
from vision.heresy.classify import distances, edges, probabilities, weights
from vision.heresy.flat import flatten, ink_at, ink_of
from vision.heresy.glyphs import CARVED, PLAIN, REPLICA, TYPEFACES, Glyph, draw, templates
from vision.heresy.lattice import Lattice
from vision.heresy.read import first_sight
from vision.scene import Scene

STATES = (0, 1, 2, 3, 2, 1, 0, 3, 1)


def panel(typeface: tuple[Glyph, ...], cell: int = 60, share: float = 0.8, bright: bool = True) -> np.ndarray:
    side = int(cell * share)
    ink = np.zeros((5 * cell, 5 * cell), np.float32)
    for i, state in enumerate(STATES):
        y, x = (int((place + 1.5) * cell - side / 2) for place in (i // 3, i % 3))
        ink[y : y + side, x : x + side] = draw(typeface[state], side)
    gray = 30 + 180 * ink if bright else 220 - 180 * ink
    return np.repeat(gray.astype(np.uint8)[..., None], 3, axis=2)


def place(cell: int = 60) -> np.ndarray:
    return np.array([[cell, 0, cell], [0, cell, cell], [0, 0, 1.0]])


def test_ink_lies_between_nothing_and_full() -> None:
    for typeface in TYPEFACES.values():
        assert len(typeface) == 4
        for glyph in typeface:
            ink = draw(glyph, 64)
            assert ink.min() == 0
            assert ink.max() == 1
            assert 0.05 < ink.mean() < 0.4
    assert draw(CARVED[0], 64, weight=1.6).mean() > draw(CARVED[0], 64, weight=0.6).mean()
    assert draw(CARVED[0], 64, caps="round").sum() > draw(CARVED[0], 64, caps="butt").sum()


def test_templates_are_of_unit_length_and_zero_mean() -> None:
    pictures, states = templates(COARSE)
    np.testing.assert_allclose((pictures**2).sum(axis=1), 1, atol=1e-5)
    np.testing.assert_allclose(pictures.sum(axis=1), 0, atol=1e-4)
    assert set(states.tolist()) == {0, 1, 2, 3}


@pytest.mark.parametrize("typeface", [CARVED, REPLICA, PLAIN])
@pytest.mark.parametrize("bright", [True, False])
def test_drawn_glyphs_are_read(typeface: tuple[Glyph, ...], bright: bool) -> None:
    flat = flatten(Scene(Frame(panel(typeface, bright=bright))), place(), 60)
    ink = ink_of(flat, 1 if bright else -1)
    scale, quality = size_glyphs(ink)
    assert quality > 0.7
    found = align(ink, scale)
    assert 0.7 < found.scale < 0.9
    assert np.abs(found.offset).max() < 0.1
    square = distances(found.patches)
    assert tuple(square.argmin(axis=1).tolist()) == STATES
    assert tuple(found.match.argmax(axis=1).tolist()) == STATES


def test_freehand_glyphs_are_read() -> None:
    for seed in range(3):
        typeface = freehand(np.random.default_rng(seed))
        found = align(ink_of(flatten(Scene(Frame(panel(typeface))), place(), 60), 1), 0.8)
        assert tuple(distances(found.patches).argmin(axis=1).tolist()) == STATES


def test_what_a_hand_draws_that_was_told_of_the_glyphs_is_mostly_sure_at_first_sight_and_never_wrong_then() -> None:
    lattice = Lattice(place(), 1, 9, 0.02, 0.1, 0, 0.6)
    sure = right = 0
    for seed in range(20):
        typeface = freehand(np.random.default_rng(seed))
        sight = first_sight(Scene(Frame(panel(typeface))), lattice, None)
        assert sight.seen is not None
        read = tuple(sight.seen[0].states.tolist()) == STATES
        assert read or not sight.sure
        sure += sight.sure
        right += read
    assert right >= 19
    assert sure >= 12


def test_what_glows_is_read_by_its_strokes_whatever_its_halo() -> None:
    ink = (panel(PLAIN, 80)[..., 0].astype(np.float32) - 30) / 180
    glow = cv2.GaussianBlur(ink, (0, 0), 14)
    gray = np.clip(20 + 40 * ink + 400 * glow, 0, 255).astype(np.uint8)
    lattice = Lattice(place(80), 1, 9, 0.01, 0.0, 0, 0.8)
    flat = np.asarray(flatten(Scene(Frame(np.repeat(gray[..., None], 3, axis=2))), lattice.homography, 80))
    wide, thin = (align(ink_at(flat, replace(lattice, thin=thin)), 0.8) for thin in (False, True))
    assert distances(thin.patches).argmin(axis=1).tolist() == list(STATES)
    assert distances(thin.patches).min(axis=1).max() < 1
    assert distances(wide.patches).min(axis=1).max() > 1


def test_cells_seen_together_are_of_one_look() -> None:
    rng = np.random.default_rng(1)
    patches = rng.random((9, 4, 24, 24), np.float32)
    fitted = weights()
    apart = distances(patches, together=False)
    each = np.stack([distances(patches, replace(fitted, means=look[None])) for look in fitted.means])
    np.testing.assert_allclose(each.min(axis=0), apart)
    together = distances(patches)
    assert any(np.allclose(together, look) for look in each)


def test_places_between_are_empty_on_a_panel_and_its_cells_are_not() -> None:
    ink = ink_of(flatten(Scene(Frame(panel(CARVED, share=0.45))), place(), 60), 1)
    tiles = elsewhere(ink, 0.45, 1 / 2, [0, 2, 4])
    assert tiles.shape == (16, 30, 30)
    assert cut_likely(tiles)[1].max(initial=0.0) < 0.5
    cells = elsewhere(ink, 0.45, 1 / 2, [1, 3])  # rows and columns 0, 2, 4 are the panel's own
    assert (cut_likely(cells)[1].max(axis=1) > 0.7).sum() == 9


def test_edges_are_shares() -> None:
    features = edges(np.random.default_rng(0).random((5, 24, 24), np.float32))
    assert features.shape == (5, 96)
    np.testing.assert_allclose((features**2).sum(axis=1), 1, atol=1e-6)
    assert np.isfinite(edges(np.zeros((1, 24, 24), np.float32))).all()


def test_probabilities_sum_to_one_and_flatten_for_outliers() -> None:
    near, far = probabilities(np.array([[0.7, 3.0, 3.0, 3.0], [30.0, 33.0, 33.0, 33.0]]))
    assert near.sum() == pytest.approx(1)
    assert near[0] > 0.99
    assert far.max() < 0.3


def test_the_weights_say_where_they_come_from() -> None:
    fitted = weights()
    assert fitted.means.shape[1:] == (4, 96)
    assert np.allclose(fitted.whitener, np.triu(fitted.whitener))
