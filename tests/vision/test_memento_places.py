"""Where boards may be: combs of many profiles, views of parts, rectangles that edges support."""

from __future__ import annotations

import numpy as np
import pytest

from calibration.scenes import memento as scenes
from vision.frame import Frame
from vision.memento import comb, fits, teeth, view
from vision.memento.axis import Axis, unlike
from vision.memento.place import one_look
from vision.scene import Scene

PLAIN = np.zeros((8, 32, 32, 3), np.float32)


def profile(length: int, lines: dict[int, float]) -> np.ndarray[tuple[int], np.dtype[np.float32]]:
    made = np.zeros(length, np.float32)
    for place, weight in lines.items():
        made[place : place + 2] = weight
    return made


def test_axes_that_differ_in_phase_or_pitch_are_unlike() -> None:
    one = Axis(10.0, 30.0, 4)
    assert one.end == 130.0
    assert not unlike(one, Axis(41.0, 30.2, 3))
    assert unlike(one, Axis(25.0, 30.0, 4))
    assert unlike(one, Axis(10.0, 32.0, 4))


def test_combs_of_several_profiles_are_those_of_each_alone() -> None:
    rng = np.random.default_rng(1)
    regular = profile(300, dict.fromkeys(range(40, 250, 35), 60.0))
    noisy = profile(200, {int(place): 40.0 for place in rng.choice(190, 9, replace=False)})
    empty = np.zeros(120, np.float32)
    together = teeth.search([regular, noisy, empty], [120.0, 80.0, 50.0], [None, 20.0, None], 3)
    alone = [
        teeth.search([one], [widest], [like], 3)[0]
        for one, widest, like in ((regular, 120.0, None), (noisy, 80.0, 20.0), (empty, 50.0, None))
    ]
    assert together == alone
    best = together[0][0][1]
    assert (best.count, round(best.pitch, 1)) == (5, 35.0)
    assert best.origin == pytest.approx(41.0, abs=0.6)
    assert together[2] == []


def test_a_part_of_a_scene_knows_where_it_lies_and_which_sides_are_the_frame() -> None:
    scene = Scene(Frame(np.zeros((480, 640, 3), np.uint8)))
    x, y = Axis(20.0, 40.0, 3), Axis(200.0, 40.0, 3)
    part = view.around(scene, 1, x, y)
    assert part.edges.framed == (True, False, False, False)
    inside = part.from_frame(x, y)
    assert part.holds(*inside)
    assert part.to_frame(*inside) == (x, y)


def test_a_board_is_among_the_rectangles_its_edges_support() -> None:
    scenery = scenes.render(12, shape=(4, 5), style="bevel", gap=3, worn=False)
    scene = Scene(Frame(scenery.pixels))
    whole = view.whole(scene, scene.level_for(700))
    found = fits.rough(whole.edges, comb.lattices(whole.edges))
    assert 0 < len(found) <= fits.MOST
    assert [one.score for one in found] == sorted((one.score for one in found), reverse=True)
    exact = [fits.exact(whole.edges, one, *one.axes) for one in found]
    assert scenery.box is not None
    boxes = [
        (x.origin, y.origin, x.end, y.end) for one in exact if one is not None for x, y in (whole.to_frame(*one.axes),)
    ]
    assert any(np.abs(np.subtract(box, scenery.box)).max() < 0.1 * (box[2] - box[0]) / 5 for box in boxes)


def test_face_up_cells_as_much_alike_as_tiles_are_of_one_look() -> None:
    vectors = np.zeros((8, 12), np.float32)
    covered = np.array([True] * 4 + [False] * 4)
    vectors[4:] = 20.0
    assert one_look(vectors, covered, PLAIN)
    vectors[5] += 2.0
    assert not one_look(vectors, covered, PLAIN)
    assert not one_look(vectors[:6], covered[:6], PLAIN[:6])


def test_one_drawing_in_all_face_up_cells_is_of_one_look_though_sampled_a_little_off() -> None:
    rng = np.random.default_rng(5)
    covered = np.array([True] * 4 + [False] * 4)
    drawing = 20 * rng.standard_normal(48).astype(np.float32)
    vectors = np.where(covered[:, None], 0.0, drawing + 4 * rng.standard_normal((8, 48))).astype(np.float32)
    assert one_look(vectors, covered, PLAIN)
    vectors[4:] = 20 * rng.standard_normal((4, 48))
    assert not one_look(vectors, covered, PLAIN)


@pytest.mark.parametrize("shared", [True, False])
def test_pages_of_writing_are_alike_but_for_their_fine_detail(shared: bool) -> None:
    rng = np.random.default_rng(6)
    vectors = np.zeros((8, 12), np.float32)
    covered = np.array([True] * 4 + [False] * 4)
    vectors[4:] = 20.0
    written = 10 * rng.standard_normal((8, 32, 32, 3)).astype(np.float32)
    assert one_look(vectors, covered, written[:1].repeat(8, axis=0) if shared else written) is shared


@pytest.mark.parametrize(("tones", "expected"), [(9.0, True), (0.5, False)])
def test_what_is_drawn_in_all_face_up_cells_is_the_tile_where_the_others_differ_in_colour(
    tones: float, expected: bool
) -> None:
    rng = np.random.default_rng(7)
    vectors = 20 * rng.standard_normal((8, 48)).astype(np.float32)  # sampled far off
    covered = np.array([True] * 4 + [False] * 4)
    cells = np.zeros((8, 32, 32, 3), np.float32)
    cells[:4] += tones * np.arange(4, dtype=np.float32)[:, None, None, None]
    for place in range(4, 8):
        cells[place, 8:24, 8:24] = 60.0
        cells[place, 11:21, 11 + place % 2 : 21 + place % 2] = 0.0
    assert one_look(vectors, covered, cells) is expected


def test_tiles_of_a_hue_that_changes_over_the_board_are_as_alike_as_those_of_one() -> None:
    rng = np.random.default_rng(8)
    covered = (np.indices((4, 4)).sum(0) % 3 > 0).ravel()
    vectors = np.zeros((16, 108), np.float32)
    parts = vectors.reshape(4, 4, 6, 6, 3)  # rows, columns, and blocks down and across each
    parts += np.arange(24, dtype=np.float32).reshape(4, 1, 6, 1, 1) + np.arange(24).reshape(1, 4, 1, 6, 1)
    vectors[~covered] = 40 + 3 * rng.standard_normal((np.count_nonzero(~covered), 108))
    assert one_look(vectors, covered, PLAIN[:1].repeat(16, axis=0))
    assert not one_look(vectors, covered, PLAIN[:1].repeat(16, axis=0), (4, 4))
