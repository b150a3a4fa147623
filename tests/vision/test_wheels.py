"""Stages of the wheels detector, on simple drawn dots and on the shared pictures."""

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from calibration.scenes import negatives
from calibration.scenes import wheels as rendered
from vision.detectors.wheels import detect, reread, stages
from vision.frame import Frame
from vision.homography import project
from vision.scene import Scene
from vision.trace import Trace
from vision.wheels import arrows
from vision.wheels.crowds import boxes, crowded
from vision.wheels.fit import fit, refine, strangers
from vision.wheels.judge import judge
from vision.wheels.mosaic import batches, lay
from vision.wheels.peaks import Spots
from vision.wheels.propose import cut, dark, joined, lively, opponent, propose, smoothed
from vision.wheels.read import sample, splits
from vision.wheels.regions import regions
from vision.wheels.template import PLACES, WHEELS, lattice, outside, plane

SHARED = Path(__file__).parents[3] / "shared"
DOTS = np.stack(
    [
        (77, 107, 136, 62, 91, 121, 150, 77, 106, 136, 91, 121),
        (95, 95, 95, 121, 121, 121, 122, 146, 146, 147, 172, 172),
    ],
    axis=1,
).astype(np.float64)
RED, GREEN = (40, 40, 190), (50, 160, 60)


def drawn(board="101/0101/010/10", *, pitch=50.0, angle=0.0, rows=0.866, size=(360, 420), back=(230, 230, 230)):
    """Plain circles on a plain background; returns the picture and the lattice → pixels matrix."""
    picture = np.full((*size, 3), back, np.uint8)
    turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    steps = turn @ np.diag([pitch, rows * pitch])
    origin = np.array([size[1] / 2, size[0] / 2]) - steps @ np.array([2.0, 1.5])
    matrix = np.array([[*steps[0], origin[0]], [*steps[1], origin[1]], [0.0, 0.0, 1.0]])
    for (x, y), state in zip(project(matrix, lattice()), board.replace("/", ""), strict=True):
        place = (round(16 * x), round(16 * y))
        cv2.circle(picture, place, round(16 * 0.2 * pitch), GREEN if state == "1" else RED, -1, cv2.LINE_AA, 4)
    return picture, matrix


def look(picture):
    return detect(Scene(Frame(picture)))


def test_template_is_three_wheels_of_a_triangular_lattice():
    points = plane(lattice())
    assert len(points) == len(PLACES) == 12
    for wheel in WHEELS:
        centre = points[list(wheel)].mean(axis=0)
        assert np.allclose(np.hypot(*(points[list(wheel)] - centre).T), 1.0)
    gaps = plane(outside())
    assert min(np.hypot(*(gap - points).T).min() for gap in gaps) > 0.45


def test_proposals_find_dots_of_both_colours_and_ignore_edges():
    picture, matrix = drawn(pitch=20.0)
    picture[:, :80] = RED  # an edge is no spot
    (spots,) = propose([smoothed(opponent(picture))], [picture.size // 3])
    away = np.hypot(*(project(matrix, lattice())[:, None] - spots.xy[None]).transpose(2, 0, 1))
    assert away.min(axis=1).max() < 0.6
    assert list(spots.sign[away.argmin(axis=1)]) == [-1 if sign == "1" else 1 for sign in "101010101010"]
    assert len(spots.xy) < 30


@pytest.mark.parametrize(("angle", "rows"), [(0.0, 0.868), (0.0, 1.0), (0.2, 0.868), (-0.2, 0.8)])
def test_fit_follows_roll_and_row_spacing(angle, rows):
    _, matrix = drawn(pitch=15.0, angle=angle, rows=rows)
    where = project(matrix, lattice())
    spots = Spots(where, np.full(12, 50.0), np.array([1, -1] * 6, np.int8))
    found = fit(spots)
    assert len(found) == 1
    assert found[0].hits == 12
    assert np.abs(project(found[0].matrix, lattice()) - where).max() < 0.05


def test_fit_bridges_lost_dots_and_refuses_six():
    _, matrix = drawn(pitch=15.0)
    where = project(matrix, lattice())
    for lost, expected in ((2, [10]), (5, [7]), (6, [])):
        left = Spots(where[lost:], np.full(12 - lost, 50.0), np.array([1, -1] * 6, np.int8)[lost:])
        assert [one.hits for one in fit(left)] == expected


def test_fit_refuses_a_finer_grid():
    spots = np.array([(x, y) for y in range(0, 120, 13) for x in range(0, 150, 15)], np.float64)
    signs = np.where(np.random.default_rng(2).random(len(spots)) < 0.5, 1, -1).astype(np.int8)
    assert fit(Spots(spots, np.full(len(spots), 50.0), signs)) == []


def test_crowds_are_of_both_colours_and_alike():
    spots = Spots(
        np.array([(x, 50.0) for x in (10, 20, 30, 40, 50, 300)]),
        np.array([50.0, 50.0, 50.0, 50.0, 9.0, 50.0]),
        np.array([1, 1, 1, -1, 1, -1], np.int8),
    )
    assert crowded(spots, 50.0, 1, 4).tolist() == [True] * 4 + [False] * 2
    assert not crowded(spots, 50.0, 2, 4).any()
    more = joined(spots, Spots(np.array([(25.0, 50.0), (31.0, 50.0)]), np.full(2, 50.0), np.zeros(2, np.int8)))
    assert more.sign.tolist() == [1, 1, 1, -1, 1, -1, 0]
    ((left, top, right, bottom),) = boxes(more, (400, 200))
    assert left <= 10
    assert 40 <= right <= 100
    assert top <= 50 <= bottom


def test_refine_takes_on_perspective():
    matrix = np.array([[15.0, 0.5, 100.0], [0.4, 13.0, 90.0], [4e-3, 6e-3, 1.0]])
    where = project(matrix, lattice())
    start = np.array([[14.0, 0.2, 100.5], [0.2, 12.1, 90.5], [0.0, 0.0, 1.0]])
    best = refine(start, Spots(where, np.full(12, 50.0), np.ones(12, np.int8)))
    assert best is not None
    assert best.hits == 12
    assert np.abs(project(best.matrix, lattice()) - where).max() < 0.1


def test_read_splits_the_dots_and_sees_empty_places():
    picture, matrix = drawn("111/0011/001/00")
    for split in splits(sample(picture, matrix)):
        assert "".join("1" if side < 0 else "0" for side in split.side) == "111001100100"
        assert split.presence.min() > 0.3
        assert (split.between, split.beyond) == (0.0, 0)


def test_judge_counts_the_greens():
    picture, matrix = drawn("111/0011/011/00")
    colours = sample(picture, matrix)
    reading = judge(matrix, colours, splits(colours), 12, 0.0)
    assert reading is not None
    assert reading.verdict == "unsure"
    assert "7 dots look green" in reading.reasons[0]
    assert len(reading.suspects) == 1
    assert reading.cells[reading.suspects[0]].state == 1


def test_one_covered_dot_follows_from_the_count_and_two_are_suspects():
    picture, matrix = drawn("111/0011/001/00")
    places = project(matrix, lattice())
    for covered, verdict in ((7, "sure"), (3, "unsure")):
        cv2.circle(picture, tuple(int(v) for v in places[covered]), 14, (230, 230, 230), -1)
        (reading,) = look(picture)
        assert reading.verdict == verdict
        if verdict == "sure":
            assert reading.board == "111/0011/001/00"
    assert reading.suspects == (3, 7)


@pytest.mark.parametrize("back", [(255, 255, 255), (0, 0, 0), (120, 60, 20), (40, 90, 30), (60, 60, 120)])
@pytest.mark.parametrize("pitch", [26.0, 50.0, 90.0])
def test_plain_circles_are_read_on_any_background(pitch, back):
    board = "011/0010/101/10"
    size = (int(pitch * 6), int(pitch * 8))
    picture, matrix = drawn(board, pitch=pitch, size=size, back=back)
    (reading,) = look(picture)
    assert (reading.verdict, reading.board) == ("sure", board)
    centres = np.array([cell.center for cell in reading.cells])
    assert np.abs(centres - project(matrix, lattice())).max() < 0.1 * pitch
    mapped = project(np.array(reading.homography).reshape(3, 3), plane(lattice()))
    assert np.allclose(mapped, centres)


def test_green_dots_on_a_ground_as_green_are_seen():
    board = "011/0010/101/10"
    picture, matrix = drawn(board, pitch=50.0, back=(20, 30, 0))
    middle = project(matrix, np.array([[2.0, 0.0], [1.0, 2.0], [3.0, 2.0]]))
    ground = picture.copy()
    cv2.fillPoly(ground, [np.rint(middle).astype(np.int32)], (85, 170, 50))
    dots = (picture != (20, 30, 0)).any(axis=2)
    ground[dots] = picture[dots]
    (reading,) = look(ground)
    assert (reading.verdict, reading.board) == ("sure", board)


def test_dull_greens_that_stand_out_unlike_each_other_are_dots_of_one_lock():
    scene = rendered.render(995014)  # a filled triangle, and greens that are little greener than it
    (reading,) = look(scene.pixels)
    assert (reading.verdict, reading.board) == ("sure", scene.board)


def test_lines_as_light_as_dull_green_dots_on_average_are_no_dots():
    board = "010/1001/110/01"
    picture, matrix = drawn(board, pitch=50.0, back=(0, 0, 0))
    places = project(matrix, lattice())
    dots = picture.copy()
    for one in places:
        for other in places:
            if np.hypot(*(one - other)) < 60:
                ends = [np.rint(16 * place).astype(int).tolist() for place in (one, other)]
                cv2.line(picture, *ends, (235, 235, 235), 2, cv2.LINE_AA, 4)
    picture[dots.any(axis=2)] = dots[dots.any(axis=2)]
    for (x, y), state in zip(places, board.replace("/", ""), strict=True):
        if state == "1":
            cv2.circle(picture, (round(x), round(y)), 10, (85, 121, 91), -1, cv2.LINE_AA)
    (reading,) = look(picture)
    assert (reading.verdict, reading.board) == ("sure", board)


def test_a_table_of_discs_whose_gaps_pass_for_the_other_colour_is_no_lock():
    picture = np.full((600, 600, 3), (30, 45, 25), np.uint8)
    rng = np.random.default_rng(4)
    for row in range(8):
        for col in range(8):
            colour = (50, 30, 225) if rng.random() < 0.6 else (90, 25, 145)
            cv2.circle(picture, (60 + 68 * col, 60 + 68 * row), 28, colour, -1, cv2.LINE_AA)
    assert look(picture) == []
    scene = negatives.render(1210142)  # one that was taken for a lock turned by eleven degrees
    assert not [reading for reading in look(scene.pixels) if reading.verdict == "sure"]


def test_strangers_among_the_dots_are_counted_by_colour_and_strength():
    dots = Spots(DOTS, np.full(12, 40.0), np.array([1, -1] * 6, np.int8))
    (one,) = fit(dots)
    assert strangers(one, dots) == 0
    more = np.array([[92.0, 104.0], [106.0, 130.0], [121.0, 104.0], [300.0, 104.0]])
    crowd = Spots(
        np.concatenate([DOTS, more]),
        np.concatenate([dots.strength, [40.0, 60.0, 10.0, 40.0]]),  # the third is too faint, the fourth lies outside
        np.concatenate([dots.sign, np.array([1, -1, 1, 1], np.int8)]),
    )
    assert strangers(one, crowd) == 2


def test_dots_of_many_colours_are_no_lock():
    picture, matrix = drawn("011/0010/101/10")
    blue, yellow, violet = (220, 40, 40), (60, 200, 230), (140, 30, 140)
    for place, colour in zip(project(matrix, lattice())[::2], (blue, yellow, violet) * 2, strict=True):
        cv2.circle(picture, (round(place[0]), round(place[1])), 12, colour, -1)
    assert look(picture) == []


def test_a_dot_of_a_strange_colour_is_covered():
    picture, matrix = drawn("111/0011/001/00")
    x, y = project(matrix, lattice())[4]
    cv2.circle(picture, (round(x), round(y)), 12, (210, 40, 200), -1)
    (reading,) = look(picture)
    assert (reading.verdict, reading.board) == ("sure", "111/0011/001/00")
    split = splits(sample(picture, matrix))[0]
    assert split.stray.argmax() == 4
    assert np.sort(split.stray)[-2] < 0.05


def test_other_colours_are_never_sure():
    picture, _ = drawn("011/0010/101/10")
    changed = picture.copy()
    changed[(picture == RED).all(axis=2)] = (0, 159, 230)
    changed[(picture == GREEN).all(axis=2)] = (178, 114, 0)
    assert all(reading.verdict != "sure" for reading in look(changed))


def test_a_larger_board_of_dots_is_no_lock():
    rng = np.random.default_rng(5)
    for offset in (0.0, 0.5):
        picture = np.full((700, 900, 3), 220, np.uint8)
        for row in range(9):
            for col in range(12):
                at = (60 + round(60 * (col + offset * (row % 2))), 60 + round(52 * row))
                cv2.circle(picture, at, 14, RED if rng.random() < 0.5 else GREEN, -1, cv2.LINE_AA)
        assert look(picture) == []


def test_reread_follows_the_colours_and_notices_when_the_lock_is_gone():
    picture, _ = drawn("111/0011/001/00")
    (known,) = look(picture)
    turned, _ = drawn("011/1001/011/00")
    again = reread(Frame(turned), known)
    assert again is not None
    assert (again.verdict, again.board) == ("sure", "011/1001/011/00")
    assert reread(Frame(np.full_like(picture, 230)), known) is None
    moved, _ = drawn("111/0011/001/00", size=(400, 420))
    assert reread(Frame(moved[: len(picture)].copy()), known) is None


def test_a_lock_too_small_for_the_half_size_is_looked_at_again():
    picture = np.full((1000, 1800, 3), 200, np.uint8)
    small, _ = drawn("011/0010/101/10", pitch=11.0, size=(80, 90), back=(200, 200, 200))
    picture[615 : 615 + 80, 1205 : 1205 + 90] = small
    channel = smoothed(opponent(Scene(Frame(picture)).level(2)))
    (box,) = regions(channel, channel.size)
    assert box[0] <= 301
    assert box[1] <= 154
    assert box[2] >= 324
    assert box[3] >= 174
    (reading,) = look(picture)
    assert (reading.verdict, reading.board) == ("sure", "011/0010/101/10")


def test_parts_of_a_mosaic_lie_apart_and_show_the_same_spots_as_alone():
    channels = [smoothed(opponent(drawn(pitch=pitch, size=(240, 250))[0])) for pitch in (9.0, 12.0, 17.0)]
    channels = [channel[:, :width] for channel, width in zip(channels, (250, 170, 211), strict=True)]
    mosaic = lay(channels)
    assert all(left % 8 == top % 8 == 0 for left, top, _, _ in mosaic.boxes)
    assert np.count_nonzero(mosaic.inside()) == sum(channel.size for channel in channels)
    assert [channels[batch] for batch in batches(channels)] == [[channel] for channel in channels]
    together = propose([channel[:120, :160] for channel in channels], [channels[0].size] * 3)
    for spots, channel in zip(together, channels, strict=True):
        (alone,) = propose([channel[:120, :160]], [channels[0].size])
        np.testing.assert_allclose(spots.xy, alone.xy)
        assert np.array_equal(spots.sign, alone.sign)


def test_only_the_lively_part_of_a_picture_is_searched():
    picture = np.full((400, 600, 3), 90, np.uint8)
    small, matrix = drawn(pitch=12.0, size=(100, 110), back=(90, 90, 90))
    picture[200:300, 320:430] = small
    channel = opponent(picture)
    half = cv2.resize(channel, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
    box = lively(half, doubled=True)
    assert box is not None
    rows, cols = cut(box, 0)
    places = project(matrix, lattice()) + np.array([320, 200])
    room = np.abs([*(places.min(axis=0) - (cols.start, rows.start)), *(places.max(axis=0) - (cols.stop, rows.stop))])
    assert room.min() > 12
    assert room.max() < 40
    assert lively(np.full((50, 60), 128, np.uint8), doubled=False) is None


def test_dark_discs_are_spots_where_asked_for():
    picture, matrix = drawn(pitch=26.0)
    gray = np.repeat(picture.mean(axis=2, keepdims=True), 3, axis=2).astype(np.uint8)
    (none,) = propose([smoothed(opponent(gray))], [gray.size // 3])
    assert not len(none.xy)
    (spots,) = dark([gray])
    away = np.hypot(*(project(matrix, lattice())[:, None] - spots.xy[None]).transpose(2, 0, 1))
    assert away.min(axis=1).max() < 1.0
    assert set(spots.sign) == {0}


def test_trace_shows_the_levels():
    trace = Trace()
    picture, _ = drawn()
    detect(Scene(Frame(picture)), trace)
    assert trace.notes
    assert trace.notes[0][0].startswith("wheels: level")


def test_arrows_lie_where_the_crop_shows_them():
    matrix, _ = cv2.findHomography(plane(lattice()), DOTS, 0)
    for (wheel, clockwise), at in {
        (1, True): (72, 82),
        (1, False): (49, 125),
        (2, True): (166, 125),
        (2, False): (141, 84),
        (3, True): (84, 182),
        (3, False): (131, 182),
    }.items():
        assert np.hypot(*np.subtract(arrows.arrow(matrix.ravel(), wheel, clockwise=clockwise), at)) < 1.5


def test_strange_pictures_have_no_lock():
    rng = np.random.default_rng(1)
    for shape in ((1, 1), (3, 900), (60, 60), (300, 400)):
        assert look(rng.integers(0, 256, (*shape, 3), dtype=np.uint8)) == []
        assert look(np.full((*shape, 3), 77, np.uint8)) == []


def shared_entries(wanted, every=1):
    """The wanted pictures, or every third or so of them, which keeps the suite quick."""
    for folder in ("screenshots", "clients"):
        entries = json.loads((SHARED / folder / "truth.json").read_text())
        for entry in list(filter(wanted, entries))[::every]:
            path = SHARED / folder / entry["file"]
            picture = cv2.imread(str(path)) if path.is_file() and path.suffix != ".gif" else None
            if picture is not None:
                yield entry, picture


@pytest.mark.shared
def test_real_locks_and_replicas_are_exact_and_sure():
    if not SHARED.is_dir():
        pytest.skip(f"no folder of real pictures at {SHARED.name} beside the checkout")
    count = 0
    for entry, picture in shared_entries(lambda entry: entry.get("puzzle") == "wheels"):
        count += 1
        (reading,) = look(picture)
        assert (reading.verdict, reading.board) == ("sure", entry["board"]), entry["file"]
        again = reread(Frame(picture), reading)
        assert again is not None
        assert again.board == entry["board"]
        if "centers" in entry:
            off = np.array([cell.center for cell in reading.cells]) - np.array(entry["centers"])
            assert np.abs(off).max() < 0.1 * reading.pitch
    assert count >= 13


@pytest.mark.shared
def test_no_other_shared_picture_holds_a_lock():
    if not SHARED.is_dir():
        pytest.skip(f"no folder of real pictures at {SHARED.name} beside the checkout")
    for entry, picture in shared_entries(lambda entry: entry.get("puzzle") != "wheels", every=3):
        assert look(picture) == [], entry["file"]


@pytest.mark.shared
def test_the_real_lock_is_read_at_any_scale_and_place():
    if not SHARED.is_dir():
        pytest.skip(f"no folder of real pictures at {SHARED.name} beside the checkout")
    crop = cv2.imread(str(SHARED / "screenshots/machinarium/poboke_wheel_1_f0.png"))
    scenes = sorted((SHARED / "screenshots/lightsout").glob("*.png"))[::9]
    rng = np.random.default_rng(3)
    for number, scale in enumerate((0.9, 1.0, 1.3, 1.9, 2.7, 4.0)):
        width, height = ((854, 480), (1366, 768), (1920, 1080))[min(2, number // 2)]
        behind = cv2.imread(str(scenes[number % len(scenes)]))
        picture = cv2.resize(behind, (width, height), interpolation=cv2.INTER_AREA)
        side = int(220 * scale)
        left, top = int(rng.integers(0, width - side)), int(rng.integers(0, height - side))
        lock = cv2.resize(crop, (side, side), interpolation=cv2.INTER_AREA if scale < 1 else cv2.INTER_CUBIC)
        picture[top : top + side, left : left + side] = lock
        (reading,) = look(picture)
        assert (reading.verdict, reading.board) == ("sure", "101/0101/010/10"), (scale, scenes[number % len(scenes)])
        centres = np.array([cell.center for cell in reading.cells])
        assert np.abs(centres - DOTS * side / 220 - (left, top)).max() < 0.1 * reading.pitch


def test_a_small_lock_is_found_in_the_second_stage_unless_its_place_is_known_to_be_something_else():
    picture, matrix = drawn(pitch=20.0, size=(1080, 1920))
    scene = Scene(Frame(picture))
    first, second = stages(scene)
    assert first == []
    assert [(found.verdict, found.board) for found in second] == [("sure", "101/0101/010/10")]
    x, y = project(matrix, np.array([[2.0, 1.5]]))[0]
    scene.taken = [(x - 60, y - 60, x + 60, y + 60)]
    assert list(stages(scene)) == [[], []]
    scene.taken = [(x + 60, y - 60, x + 180, y + 60)]
    assert [found.board for found in list(stages(scene))[-1]] == ["101/0101/010/10"]


def test_dots_of_one_lock_lie_on_one_ground():
    strength, sign = np.full(12, 50.0), np.array([1, -1] * 6, np.int8)
    one_ground = Spots(DOTS, strength, sign, np.full(12, 128.0))
    swapped = Spots(DOTS, strength, sign, 128.0 - 25.0 * sign)  # red 153 on 103, green 103 on 153: two colours in all
    unknown = Spots(DOTS, strength, sign, np.full(12, np.nan))
    assert crowded(one_ground, 150.0, 2, 7).all()
    assert crowded(unknown, 150.0, 2, 7).all()
    assert not crowded(swapped, 150.0, 2, 7).any()
    assert not fit(swapped)
    picture, _ = drawn(pitch=16.0)
    (found,) = propose([smoothed(opponent(picture))], [picture.shape[0] * picture.shape[1]])
    assert np.abs(found.ground - 128).max() <= 2
