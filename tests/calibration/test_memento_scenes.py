"""Rendered memento boards and look-alikes: repeatable, with a truth that fits the picture."""

import numpy as np
import pytest

from calibration.fit_memento import fit, fit_belief, fit_rank, sample
from calibration.scenes import memento, memento_negatives
from calibration.scenes.paintings import PAINTINGS, paint
from calibration.scenes.tiles import STYLES, tile


def test_a_seed_gives_the_same_picture() -> None:
    one, two = memento.render(11), memento.render(11)
    assert np.array_equal(one.pixels, two.pixels)
    assert one.board == two.board


def test_the_truth_lies_where_the_tiles_are() -> None:
    states = np.array([[0, 1, 1], [1, 0, 1], [1, 1, 0]], np.int8)
    scene = memento.render(5, shape=(3, 3), style="plain", painting="night", gap=0, worn=False, states=states)
    assert scene.board == "011/101/110"
    colours = [tuple(scene.pixels[round(y), round(x)]) for x, y in scene.centers]
    assert colours[0] == colours[4] == colours[8]
    assert scene.box is not None
    assert scene.box[0] < scene.centers[0][0] < scene.box[2]


@pytest.mark.parametrize("style", STYLES)
def test_every_style_fills_its_cell(style: str) -> None:
    body, opacity = tile(np.random.default_rng(1), 31, 44, style, (90, 120, 40))
    assert body.shape == (31, 44, 3)
    assert opacity.shape == (31, 44)
    assert opacity[15, 22] == 1


@pytest.mark.parametrize("name", sorted(PAINTINGS))
def test_every_painting_has_its_size(name: str) -> None:
    assert paint(np.random.default_rng(1), 60, 90, name)[1].shape == (60, 90, 3)


@pytest.mark.parametrize("kind", sorted(memento_negatives.KINDS.keys() - {"lights"}))
def test_look_alikes_have_no_board(kind: str) -> None:
    scene = memento_negatives.render(3, kind=kind)
    assert (scene.expect, scene.board) == ("none", None)


def test_lights_are_a_board_of_another_puzzle() -> None:
    scene = memento_negatives.render(3, kind="lights")
    assert scene.kind == "lights-out"
    signs = (scene.board or "").replace("/", "")
    assert len(signs) == len(scene.centers)
    colours = {sign: scene.pixels[round(y), round(x)] for sign, (x, y) in zip(signs, scene.centers, strict=True)}
    assert len(colours) == scene.states


def test_weights_are_fitted_from_samples() -> None:
    scenes = [memento.render(seed, worn=False) for seed in range(4)] + [memento_negatives.render(1, kind="gallery")]
    text = fit(one for scene in scenes if (one := sample(scene)) is not None)
    assert "EDGE_WEIGHTS = {" in text
    assert '"margin": ((' in text
    compile(text, "weights", "exec")


def test_ranking_and_likelihood_find_what_matters() -> None:
    rng = np.random.default_rng(4)
    groups = []
    for _ in range(40):
        values = rng.normal(0, 1, (5, 3))
        right = np.zeros(5, bool)
        right[int(values[:, 1].argmax())] = True
        groups.append((values, right))
    weights = fit_rank(groups, 200)
    assert weights[1] > 3 * max(abs(weights[0]), abs(weights[2]))
    values = rng.normal(0, 1, (200, 2))
    base, slopes = fit_belief(values, (values[:, 0] > 0).astype(float), np.zeros((1, 2)))
    assert slopes[0, 0] > 5 * abs(slopes[0, 1])
    assert abs(base) < 2
