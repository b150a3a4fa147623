"""The whole of the wheels detector, on simple drawn dots and on the shared pictures."""

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
from vision.look import look as look_at
from vision.reading import SAMPLE
from vision.scene import Scene
from vision.trace import Trace
from vision.wheels.propose import opponent, smoothed
from vision.wheels.read import sample, splits
from vision.wheels.regions import regions
from vision.wheels.template import lattice, plane

SHARED = Path(__file__).parents[3] / "shared"
DOTS = np.stack(
    [
        (77, 107, 136, 62, 91, 121, 150, 77, 106, 136, 91, 121),
        (95, 95, 95, 121, 121, 121, 122, 146, 146, 147, 172, 172),
    ],
    axis=1,
).astype(np.float64)
RED, GREEN = (40, 40, 190), (50, 160, 60)


def look(picture):
    return detect(Scene(Frame(picture)))


def test_one_covered_dot_follows_from_the_count_and_two_are_suspects(lock):
    picture, matrix = lock("111/0011/001/00")
    places = project(matrix, lattice())
    for covered, verdict in ((7, "sure"), (3, "unsure")):
        cv2.circle(picture, tuple(int(v) for v in places[covered]), 14, (230, 230, 230), -1)
        (reading,) = look(picture)
        assert reading.verdict == verdict
        if verdict == "sure":
            assert reading.board == "111/0011/001/00"
    assert reading.suspects == (3, 7)


@pytest.mark.parametrize("rows", [0.62, 1.27])
def test_a_picture_may_be_stretched(lock, rows):
    (reading,) = look(lock("111/0011/001/00", rows=rows)[0])
    assert (reading.verdict, reading.board) == ("sure", "111/0011/001/00")


@pytest.mark.parametrize("hidden", [(), (3, 7), (0, 3, 4, 7, 10)])
def test_a_small_lock_is_not_sure_beside_a_larger_one_that_is_hidden(lock, hidden):
    picture, matrix = lock("111/0011/001/00", pitch=60.0, size=(420, 480))
    for dot in hidden:
        cv2.circle(picture, tuple(int(v) for v in project(matrix, lattice())[dot]), 26, (90, 80, 70), -1)
    sample, _ = lock("010/0110/111/00", pitch=24.0, size=(420, 200))
    found = look_at(Frame(np.hstack([picture, sample])))
    assert [reading.verdict for reading in found if reading.board == "010/0110/111/00"] in ([], ["unsure"])
    if not hidden:
        assert (found[0].verdict, found[0].board) == ("sure", "111/0011/001/00")
    elif len(hidden) < 3:
        assert found[0].verdict == "unsure"
    else:
        assert SAMPLE in found[0].reasons


@pytest.mark.parametrize("back", [(255, 255, 255), (0, 0, 0), (120, 60, 20), (40, 90, 30), (60, 60, 120)])
@pytest.mark.parametrize("pitch", [26.0, 50.0, 90.0])
def test_plain_circles_are_read_on_any_background(pitch, back, lock):
    board = "011/0010/101/10"
    size = (int(pitch * 6), int(pitch * 8))
    picture, matrix = lock(board, pitch=pitch, size=size, back=back)
    (reading,) = look(picture)
    assert (reading.verdict, reading.board) == ("sure", board)
    centres = np.array([cell.center for cell in reading.cells])
    assert np.abs(centres - project(matrix, lattice())).max() < 0.1 * pitch
    mapped = project(np.array(reading.homography).reshape(3, 3), plane(lattice()))
    assert np.allclose(mapped, centres)


def test_green_dots_on_a_ground_as_green_are_seen(lock):
    board = "011/0010/101/10"
    picture, matrix = lock(board, pitch=50.0, back=(20, 30, 0))
    middle = project(matrix, np.array([[2.0, 0.0], [1.0, 2.0], [3.0, 2.0]]))
    ground = picture.copy()
    cv2.fillPoly(ground, [np.rint(middle).astype(np.int32)], (85, 170, 50))
    dots = (picture != (20, 30, 0)).any(axis=2)
    ground[dots] = picture[dots]
    (reading,) = look(ground)
    assert (reading.verdict, reading.board) == ("sure", board)


def test_dull_greens_that_stand_out_unlike_each_other_are_dots_of_one_lock(lock):
    scene = rendered.render(995014)  # a filled triangle, and greens that are little greener than it
    (reading,) = look(scene.pixels)
    assert (reading.verdict, reading.board) == ("sure", scene.board)


def test_lines_as_light_as_dull_green_dots_on_average_are_no_dots(lock):
    board = "010/1001/110/01"
    picture, matrix = lock(board, pitch=50.0, back=(0, 0, 0))
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


def test_a_table_of_discs_whose_gaps_pass_for_the_other_colour_is_no_lock(lock):
    picture = np.full((600, 600, 3), (30, 45, 25), np.uint8)
    rng = np.random.default_rng(4)
    for row in range(8):
        for col in range(8):
            colour = (50, 30, 225) if rng.random() < 0.6 else (90, 25, 145)
            cv2.circle(picture, (60 + 68 * col, 60 + 68 * row), 28, colour, -1, cv2.LINE_AA)
    assert look(picture) == []
    scene = negatives.render(1210142)  # one that was taken for a lock turned by eleven degrees
    assert not [reading for reading in look(scene.pixels) if reading.verdict == "sure"]


def test_dots_of_many_colours_are_no_lock(lock):
    picture, matrix = lock("011/0010/101/10")
    blue, yellow, violet = (220, 40, 40), (60, 200, 230), (140, 30, 140)
    for place, colour in zip(project(matrix, lattice())[::2], (blue, yellow, violet) * 2, strict=True):
        cv2.circle(picture, (round(place[0]), round(place[1])), 12, colour, -1)
    assert all(reading.verdict == "none" for reading in look(picture))


def test_a_dot_of_a_strange_colour_is_covered(lock):
    picture, matrix = lock("111/0011/001/00")
    x, y = project(matrix, lattice())[4]
    cv2.circle(picture, (round(x), round(y)), 12, (210, 40, 200), -1)
    (reading,) = look(picture)
    assert (reading.verdict, reading.board) == ("sure", "111/0011/001/00")
    split = splits(sample(picture, matrix))[0]
    assert split.stray.argmax() == 4
    assert np.sort(split.stray)[-2] < 0.05


def test_other_colours_are_never_sure(lock):
    picture, _ = lock("011/0010/101/10")
    changed = picture.copy()
    changed[(picture == RED).all(axis=2)] = (0, 159, 230)
    changed[(picture == GREEN).all(axis=2)] = (178, 114, 0)
    assert all(reading.verdict != "sure" for reading in look(changed))


def test_a_larger_board_of_dots_is_no_lock(lock):
    rng = np.random.default_rng(5)
    for offset in (0.0, 0.5):
        picture = np.full((700, 900, 3), 220, np.uint8)
        for row in range(9):
            for col in range(12):
                at = (60 + round(60 * (col + offset * (row % 2))), 60 + round(52 * row))
                cv2.circle(picture, at, 14, RED if rng.random() < 0.5 else GREEN, -1, cv2.LINE_AA)
        assert look(picture) == []


def test_reread_follows_the_colours_and_notices_when_the_lock_is_gone(lock):
    picture, _ = lock("111/0011/001/00")
    (known,) = look(picture)
    turned, _ = lock("011/1001/011/00")
    again = reread(Frame(turned), known)
    assert again is not None
    assert (again.verdict, again.board) == ("sure", "011/1001/011/00")
    assert reread(Frame(turned.copy()), again) is again
    assert reread(Frame(picture.copy()), known) is known
    assert reread(Frame(np.full_like(picture, 230)), known) is None
    moved, _ = lock("111/0011/001/00", size=(400, 420))
    assert reread(Frame(moved[: len(picture)].copy()), known) is None


def test_a_lock_too_small_for_the_half_size_is_looked_at_again(lock):
    picture = np.full((1000, 1800, 3), 200, np.uint8)
    small, _ = lock("011/0010/101/10", pitch=11.0, size=(80, 90), back=(200, 200, 200))
    picture[615 : 615 + 80, 1205 : 1205 + 90] = small
    channel = smoothed(opponent(Scene(Frame(picture)).level(2)))
    (box,) = regions(channel, channel.size)
    assert box[0] <= 301
    assert box[1] <= 154
    assert box[2] >= 324
    assert box[3] >= 174
    (reading,) = look(picture)
    assert (reading.verdict, reading.board) == ("sure", "011/0010/101/10")


def test_trace_shows_the_levels(lock):
    trace = Trace()
    picture, _ = lock()
    detect(Scene(Frame(picture)), trace)
    assert trace.notes
    assert trace.notes[0][0].startswith("wheels: level")


def test_strange_pictures_have_no_lock(lock):
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
def test_no_other_shared_picture_holds_a_lock(lock):
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


def test_a_small_lock_is_found_in_the_second_stage_unless_its_place_is_known_to_be_something_else(lock):
    picture, matrix = lock(pitch=20.0, size=(1080, 1920))
    scene = Scene(Frame(picture))
    first, second = stages(scene)
    assert first == []
    assert [(found.verdict, found.board) for found in second] == [("sure", "101/0101/010/10")]
    x, y = project(matrix, np.array([[2.0, 1.5]]))[0]
    scene.taken = [(x - 60, y - 60, x + 60, y + 60)]
    assert list(stages(scene)) == [[], []]
    scene.taken = [(x + 60, y - 60, x + 180, y + 60)]
    assert [found.board for found in list(stages(scene))[-1]] == ["101/0101/010/10"]


def test_rings_are_dots_by_what_surrounds_their_middles(lock):
    picture, matrix = lock("011/0010/101/10", pitch=60.0, size=(400, 480), back=(30, 30, 30))
    for x, y in project(matrix, lattice()):
        cv2.circle(picture, (round(x), round(y)), 7, (30, 30, 30), -1, cv2.LINE_AA)
    (reading,) = look(picture)
    assert (reading.verdict, reading.board) == ("sure", "011/0010/101/10")
    again = reread(Frame(picture), reading)
    assert again is not None
    assert again.board == reading.board


def test_dots_in_a_glow_as_red_and_as_green_as_can_be_told_are_found(lock) -> None:
    """Red less green is beyond its channel's ends in the dots, and in what they shine on."""
    board = "010/1101/101/00"
    picture, _ = lock(board, pitch=70.0, size=(420, 460), back=(0, 0, 0), red=(80, 40, 255), green=(100, 255, 40))
    shine = cv2.GaussianBlur(picture, (0, 0), 22).astype(np.float64)
    shine *= 230 / shine.max()
    glowing = np.where(picture.max(axis=2, keepdims=True) > 100, picture, np.minimum(shine, 255).astype(np.uint8))
    channel = opponent(np.ascontiguousarray(glowing))
    assert (np.count_nonzero(channel == 0), np.count_nonzero(channel == 255)) > (2000, 2000)
    (found,) = detect(Scene(Frame(np.ascontiguousarray(glowing))))
    assert (found.verdict, found.board) == ("sure", board)
