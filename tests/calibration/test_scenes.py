import numpy as np
import pytest

from calibration.scenes import lights_out, negatives
from solver.notation import parse


def test_the_same_seed_gives_the_same_picture() -> None:
    for scene in (lights_out, negatives):
        assert (scene.render(7).pixels == scene.render(7).pixels).all()
        one, other = scene.render(7), scene.render(8)
        assert one.pixels.shape != other.pixels.shape or (one.pixels != other.pixels).any()


@pytest.mark.parametrize("seed", range(12))
def test_a_board_scene_tells_its_truth(seed: int) -> None:
    scene = lights_out.render(seed, size=(640, 480))
    assert scene.pixels.shape == (480, 640, 3)
    assert scene.pixels.dtype == np.uint8
    assert scene.board is not None
    cells = [sign for row in parse(scene.board) for sign in row if sign is not None]
    assert len(cells) == len(scene.centers)
    assert set(cells) == set(range(scene.states))
    assert all(0 < x < 640 and 0 < y < 480 for x, y in scene.centers)
    assert scene.entry().kind == "lights-out"


def test_a_style_can_be_fixed() -> None:
    scene = lights_out.render(3, rows=4, cols=6, states=3, holes=False)
    assert scene.board is not None
    assert [len(row) for row in parse(scene.board)] == [6] * 4


def test_no_more_states_are_drawn_than_cells_can_show() -> None:
    scene = lights_out.render(3, rows=2, cols=2, states=6)
    assert scene.states == 4


@pytest.mark.parametrize("sort", negatives.SORTS)
def test_boardless_scenes_have_no_truth_but_none(sort: str) -> None:
    scene = negatives.render(1, sort=sort, size=(480, 360))
    assert (scene.expect, scene.board, scene.kind) == ("none", None, None)
    assert scene.note.startswith(sort)
    assert scene.pixels.std() > 0
