"""The memento detector, stage by stage and on rendered scenes."""

from pathlib import Path

import cv2
import numpy as np
import pytest

from calibration.scenes import memento as scenes
from calibration.scenes import memento_negatives as decoys
from calibration.score import exact, outcome
from calibration.truth import load
from vision.detectors import memento
from vision.frame import Frame
from vision.memento import comb, covers, evidence, lattice, outline, panes, search, weights
from vision.memento.axis import Axis
from vision.picture import load as load_picture
from vision.scene import Scene
from vision.trace import Trace

SHARED = Path(__file__).parents[3] / "shared" / "clients"


def picture_of(sides: tuple[int, int], lines_x: list[int], lines_y: list[int]) -> np.ndarray:
    picture = np.full((*sides, 3), 60, np.uint8)
    for x in lines_x:
        picture[lines_y[0] : lines_y[-1], x : x + 2] = 200
    for y in lines_y:
        picture[y : y + 2, lines_x[0] : lines_x[-1]] = 200
    return picture


def test_a_comb_is_found_at_its_pitch() -> None:
    picture = picture_of((300, 400), [60, 110, 160, 210, 260], [40, 80, 120, 160])
    found = comb.edges(picture)
    across = comb.combs(found.masks[0], 1)[0][1]
    down = comb.combs(found.masks[1], 0)[0][1]
    assert (across.count, down.count) == (4, 3)
    assert across.pitch == pytest.approx(50, abs=0.5)
    assert down.pitch == pytest.approx(40, abs=0.5)
    assert across.origin == pytest.approx(61, abs=1.0)


def test_nothing_is_found_in_a_flat_picture() -> None:
    readings = memento.detect(Scene(Frame(np.full((200, 300, 3), 90, np.uint8))))
    assert [reading.verdict for reading in readings] == ["none"]


def test_noise_is_no_board() -> None:
    noise = np.random.default_rng(5).integers(0, 256, (240, 320, 3), np.uint8)
    assert memento.detect(Scene(Frame(noise)))[0].verdict != "sure"


@pytest.mark.parametrize("style", ["plain", "bevel", "logo", "wood"])
def test_a_clear_board_is_read(style: str) -> None:
    states = np.array([[1, 0, 0, 1], [0, 1, 1, 0], [0, 1, 0, 1], [1, 0, 1, 1]], np.int8)
    scenery = scenes.render(3, shape=(4, 4), style=style, painting="landscape", gap=3, worn=False, states=states)
    reading = memento.detect(Scene(Frame(scenery.pixels)))[0]
    assert outcome(reading, scenery.entry()).name in ("SURE", "EXACT")


def test_a_page_of_the_tiles_own_colour_is_no_row_of_tiles() -> None:
    rng = np.random.default_rng(5)
    page = np.full((480, 640, 3), 189, np.uint8)
    small = rng.integers(20, 235, (9, 9, 3), np.uint8)
    page[80:400, 160:480] = cv2.resize(small, (320, 320), interpolation=cv2.INTER_CUBIC)
    rows, cols = np.indices((5, 5))
    tiles = (rows % 3 == 1) ^ (cols % 2 == 1) ^ (rows + cols == 4)
    for row, col in np.argwhere(tiles):
        page[82 + 64 * row : 142 + 64 * row, 162 + 64 * col : 222 + 64 * col] = 189
    reading = memento.detect(Scene(Frame(page)))[0]
    assert reading.board == "/".join("".join("01"[not tile] for tile in row) for row in tiles)
    assert reading.verdict == "sure"


def test_a_known_place_is_read_again() -> None:
    states = np.array([[1, 0, 0], [0, 1, 1], [0, 0, 1]], np.int8)
    options = {"shape": (3, 3), "style": "bevel", "painting": "landscape", "gap": 2, "worn": False}
    first = scenes.render(8, states=states, **options)
    later = scenes.render(8, states=1 - states, **options)
    known = memento.detect(Scene(Frame(first.pixels)))[0]
    assert known.board == first.board
    again = memento.reread(Frame(later.pixels), known)
    assert again is not None
    assert again.board == later.board
    assert memento.reread(Frame(first.pixels.copy()), known) is known
    assert memento.reread(Frame(later.pixels), again) is again
    back = memento.reread(Frame(first.pixels), again)
    assert back is not None
    assert (back.verdict, back.board) == (known.verdict, first.board)
    assert memento.reread(Frame(255 - first.pixels), known) is None


def test_of_a_known_place_only_what_changed_is_read_anew() -> None:
    states = np.array([[1, 0, 0, 1], [0, 1, 1, 0], [0, 0, 1, 0]], np.int8)
    options = {"shape": (3, 4), "style": "bevel", "painting": "landscape", "gap": 2, "worn": False}
    known = memento.detect(Scene(Frame(scenes.render(8, states=states, **options).pixels)))[0]
    for cell in range(12):
        states.flat[cell] ^= 1
        scene = scenes.render(8, states=states, **options)
        again = memento.reread(Frame(scene.pixels), known)
        assert again is not None
        assert (again.verdict, again.board) == (known.verdict, scene.board)
        known = again


def test_extents_take_the_supported_rectangle_and_grow_round_a_picture_only_column() -> None:
    # A 3×3 board, its last column without any line inside: outline only.
    picture = picture_of((300, 400), [60, 110, 160], [40, 90, 140, 190])
    picture[40:192, 208:210] = 200
    picture[40:42, 160:210] = picture[190:192, 160:210] = 200
    edges = comb.edges(picture)
    window = panes.lay(edges, Axis(61, 50, 2), Axis(41, 50, 3), 3)
    assert window is not None
    best = max(panes.extents(window))[1]
    grown = panes.grow(window, best)
    left = window.x.origin + grown.left * window.x.pitch
    assert grown.shape == (3, 3)
    assert left == pytest.approx(61, abs=1)


def test_a_lattice_is_moved_onto_its_lines() -> None:
    picture = picture_of((300, 400), [60, 110, 160, 210], [40, 80, 120, 160])
    x, y = lattice.refine(comb.edges(picture), Axis(63, 49.2, 3), Axis(39, 40.6, 3))
    assert (x.origin, x.pitch) == pytest.approx((61, 50), abs=0.4)
    assert (y.origin, y.pitch) == pytest.approx((41, 40), abs=0.4)


def test_a_frame_beside_the_outer_lines_does_not_draw_them_to_itself() -> None:
    lines = [60, 110, 160, 210, 260]
    picture = picture_of((320, 400), lines, [40, 90, 140, 190, 240])
    picture[30:250, 264:268] = 240  # an upright bar a little beyond the last line
    x, _ = lattice.refine(comb.edges(picture), Axis(61, 51, 4), Axis(41, 50, 4))
    assert (x.origin, x.pitch) == pytest.approx((61, 50), abs=0.4)


def test_the_tight_group_is_called_covered() -> None:
    rng = np.random.default_rng(2)
    looks = rng.normal(0, 20, (9, 30))
    looks[[0, 3, 4, 8]] = looks[0] + rng.normal(0, 0.02, (4, 30))
    cut = covers.cuts(covers.distances(looks.astype(np.float32)))[0]
    assert np.flatnonzero(cut.covered).tolist() == [0, 3, 4, 8]
    assert cut.ratio > 5


def test_evidence_has_a_name_for_every_weight() -> None:
    assert tuple(weights.WEIGHTS) == evidence.NAMES
    assert tuple(weights.EDGE_WEIGHTS) == outline.EDGE_NAMES
    told = tuple(name for name in evidence.NAMES if name != "flips")
    assert tuple(weights.BELIEF) == (*told, "margin")


def test_the_picture_goes_on_inside_a_board_and_not_in_a_gallery() -> None:
    board = scenes.render(4, shape=(4, 4), painting="landscape", style="plain", gap=2, worn=False)
    gallery = decoys.render(6, kind="gallery")
    values = [search.search(Scene(Frame(one.pixels)))[0].values for one in (board, gallery)]
    flow = [float(one[evidence.NAMES.index("inside_flow")]) for one in values]
    assert flow[0] < 0.6 < flow[1]


@pytest.mark.parametrize("seed", range(8100, 8112))
def test_rendered_boards_are_never_wrong_and_sure(seed: int) -> None:
    scenery = scenes.render(seed)
    reading = memento.detect(Scene(Frame(scenery.pixels)))[0]
    assert not outcome(reading, scenery.entry()).bad
    if reading.verdict != "none":
        assert all(abs(sum(cell.probabilities) - 1) < 1e-9 for cell in reading.cells)


@pytest.mark.parametrize("kind", sorted(decoys.KINDS))
def test_look_alikes_are_never_sure(kind: str) -> None:
    scenery = decoys.render(8200, kind=kind)
    assert memento.detect(Scene(Frame(scenery.pixels)))[0].verdict != "sure"


def test_every_stage_leaves_a_note() -> None:
    trace = Trace()
    memento.detect(Scene(Frame(scenes.render(3, worn=False).pixels)), trace)
    assert [stage for stage, _, _ in trace.notes] == ["memento: propose", "memento: read"]


@pytest.mark.shared
def test_photo_tiles_of_a_real_game_are_read() -> None:
    if not (SHARED / "web").is_dir():
        pytest.skip("the folder of real pictures is not beside the checkout")
    names = ["3x6__0", "3x6__5", "5x5__3", "5x5__6", "5x5__8"]
    entries = {entry.path.name: entry for entry in load(SHARED)}
    for name in names:
        entry = entries[f"misohena_js_lightsout_{name}.png"]
        reading = memento.detect(Scene(load_picture(entry.path)))[0]
        assert entry.board is not None
        # That game's covered tiles are its lit cells.
        assert reading.board == entry.board.translate(str.maketrans("01", "10"))


def test_an_open_line_at_the_end_of_stripes_may_be_no_part_of_the_board() -> None:
    scenery = scenes.render(3100190)
    (reading,) = memento.detect(Scene(Frame(scenery.pixels)))
    assert reading.verdict != "sure" or exact(reading, scenery.entry("board"))


def test_windows_far_apart_are_not_sure() -> None:
    assert memento.detect(Scene(Frame(decoys.render(7100273).pixels)))[0].verdict != "sure"
