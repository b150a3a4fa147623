"""What looks the same beside all rows and columns of a board, and whether it stands beside one more."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest

from calibration import ladder
from calibration.evaluate import from_file
from calibration.scenes import memento as scenes
from calibration.truth import load
from vision.detectors import memento
from vision.frame import Frame
from vision.look import look
from vision.memento import marks
from vision.memento.axis import Axis
from vision.memento.marks import beside, closer, flanked, more, plain, told
from vision.reading import CellReading, Reading
from vision.scene import Scene

FIXTURES = Path(__file__).resolve().parents[2] / "fixtures"
X, Y = Axis(120, 60, 4), Axis(120, 60, 4)
ARROW = np.array([(-8, -8), (8, 0), (-8, 8)])
FLIPPED = "0011/0011/1100/0011"


def page(cols: range = range(4), rows: range = range(4), *, left: int = 100) -> np.ndarray:
    """A board of 4×4 cells with arrows above some of its ``cols`` and beside some of its ``rows``."""
    canvas = np.full((480, 480, 3), 60, np.uint8)
    canvas[120:360, 120:360] = (180, 200, 210)
    for col in cols:
        cv2.fillPoly(canvas, [np.int32(ARROW[:, ::-1] + (150 + 60 * col, 100))], (240, 240, 240))
    for row in rows:
        cv2.fillPoly(canvas, [np.int32(np.add(ARROW, (left, 150 + 60 * row)))], (240, 240, 240))
    return canvas


def test_marks_beside_all_rows_and_columns_prove_the_board() -> None:
    assert told(page(), X, Y)
    assert not more(page(), X, Y)


@pytest.mark.parametrize("missing", [{"cols": range(0)}, {"rows": range(0)}, {"rows": range(3)}])
def test_marks_that_some_row_or_column_lacks_prove_nothing(missing: dict[str, range]) -> None:
    assert not told(page(**missing), X, Y)


@pytest.mark.parametrize("wider", [{"cols": range(5)}, {"rows": range(5)}])
def test_a_mark_beside_one_more_row_or_column_is_seen(wider: dict[str, range]) -> None:
    assert more(page(**wider), X, Y)
    assert not told(page(**wider), X, Y)
    assert beside(page(**wider), X, Y).cornered  # it may be that of the diagonal


def test_a_row_that_turns_between_the_board_and_the_marks_of_its_columns_has_its_mark() -> None:
    assert more(page(), X, Axis(180, 60, 3))


@pytest.mark.parametrize("off", [1, 2, 3])
def test_one_more_mark_is_seen_where_outer_lines_lie_half_a_gap_further_in(off: float) -> None:
    short = Axis(120 + off, 60 - 2 * off / 3, 3)
    assert more(page(rows=range(3)), short, Axis(120, 60, 3))


def test_a_button_that_looks_otherwise_is_none_of_a_further_row() -> None:
    canvas = page()
    cv2.fillPoly(canvas, [np.int32(-ARROW + (100, 390))], (240, 240, 240))
    assert told(canvas, X, Y)
    assert not more(canvas, X, Y)


@pytest.mark.parametrize(("ends", "seen"), [((92, 108), True), ((0, 480), False)])
def test_a_line_that_runs_on_away_from_the_board_is_no_mark_of_a_further_row(
    ends: tuple[int, int], *, seen: bool
) -> None:
    canvas = page(range(0), range(0))
    for row in range(4):
        canvas[146 + 60 * row : 154 + 60 * row, 92:108] = 95
    canvas[86:94, slice(*ends)] = 95
    assert more(canvas, X, Y) == seen


def test_a_button_in_the_corner_of_both_rails_is_none_of_a_further_row() -> None:
    assert not more(page(cols=range(-1, 4), left=90), X, Y)


def test_what_goes_on_and_on_is_the_ground() -> None:
    assert not more(page(rows=range(-2, 6)), X, Y)
    assert not told(page(rows=range(-2, 6)), X, Y)


def test_a_ground_that_is_busy_all_over_has_no_marks() -> None:
    noise = np.random.default_rng(1).integers(0, 256, (480, 480, 3), dtype=np.uint8)
    assert not told(noise, X, Y)
    assert not more(noise, X, Y)


def test_a_board_that_fills_the_picture_has_room_for_none() -> None:
    canvas = np.ascontiguousarray(page()[120:360, 120:360])
    assert not told(canvas, Axis(0, 60, 4), Axis(0, 60, 4))
    assert not more(canvas, Axis(0, 60, 4), Axis(0, 60, 4))


def test_marks_beside_halves_of_long_cells_tell_that_there_are_more_rows_or_columns() -> None:
    long = Axis(120, 120, 2)
    assert closer(page(), long, Y)
    assert closer(page(), X, long)
    assert not closer(page(), X, Y)
    assert not closer(page(cols=range(3)), long, Y)


@pytest.mark.parametrize(("rows", "seen"), [(4, True), (3, False)])
def test_wide_marks_far_from_the_board_are_whole_in_all_strips_together(rows: int, seen: bool) -> None:
    canvas = page(range(0), range(0))
    for row in range(rows):
        canvas[131 + 60 * row : 169 + 60 * row, 57:98] = 240
        cv2.fillPoly(canvas, [np.int32(np.add(ARROW, (78, 150 + 60 * row)))], (60, 30, 90))
    assert plain(canvas, X, Y) == (False, seen)
    assert not told(canvas, X, Y)


def test_marks_beside_every_other_line_between_are_those_of_larger_rows() -> None:
    pixels = scenes.render(912022).pixels
    columns = Axis(655.9, 108.4, 5)
    assert told(pixels, columns, Axis(178.6, 210.9, 3))
    assert not told(pixels, columns, Axis(176.3, 106.6, 6))


def tiled(*, hidden: bool) -> Frame:
    """Tiles over a picture with arrows beside all lines; two tiles of the first row are ``hidden``, and its arrow."""
    blobs = np.random.default_rng(3).integers(0, 256, (8, 8, 3), np.uint8)
    canvas = np.full((420, 420, 3), 60, np.uint8)
    canvas[120:360, 120:360] = cv2.resize(blobs, (240, 240), interpolation=cv2.INTER_CUBIC)
    tile = np.full((60, 60, 3), (150, 160, 170), np.uint8)
    tile[:3], tile[-3:] = 210, 90
    tile[:, :3], tile[:, -3:] = 210, 90
    for row, line in enumerate(FLIPPED.split("/")):
        for col, sign in enumerate(line):
            if sign == "0":
                canvas[120 + 60 * row : 180 + 60 * row, 120 + 60 * col : 180 + 60 * col] = tile
    for line in (180, 240, 300):
        canvas[line, 120:360] = canvas[120:360, line] = 20
    for place in range(150, 360, 60):
        cv2.fillPoly(canvas, [np.int32(ARROW[:, ::-1] * (1, -1) + (place, 382))], (240, 240, 240))
        cv2.fillPoly(canvas, [np.int32(np.add(ARROW, (100, place)))], (240, 240, 240))
    if hidden:
        canvas[132:168, 82:225] = 35
    return Frame(canvas)


def test_what_hides_a_row_may_hide_its_mark_too_so_marks_do_not_prove_that_a_board_ends() -> None:
    (whole,), (part,) = (memento.detect(Scene(tiled(hidden=hidden))) for hidden in (False, True))
    assert (whole.board, whole.verdict) == (FLIPPED, "sure")
    assert part.verdict == "unsure" or part.board == FLIPPED


def test_marks_beside_all_lines_are_none_beside_parts_of_them(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(marks, "closer", lambda *_: True)
    assert memento.detect(Scene(tiled(hidden=False)))[0].verdict == "sure"


def test_which_sides_marks_stand_right_beside() -> None:
    cells = tuple(CellReading(*divmod(i, 4), 0, (1.0, 0.0), (0.0, 0.0)) for i in range(16))
    board = Reading("sure", kind="memento", cells=cells, homography=(60.0, 0.0, 120.0, 0.0, 60.0, 120.0, 0.0, 0.0, 1.0))
    assert flanked(page(), board) == {0, 2}
    assert flanked(page(left=45), board) == {0}  # one more column, hidden, might stand between
    assert flanked(page(cols=range(3)), board) == {2}


def busy() -> np.ndarray:
    """A room's walls and floor: patches of many tones around a board."""
    grain = np.random.default_rng(5).integers(30, 150, (40, 40, 3), dtype=np.uint8)
    canvas = cv2.resize(grain, (480, 480), interpolation=cv2.INTER_NEAREST)
    canvas[120:360, 120:360] = (180, 200, 210)
    return canvas


def test_marks_are_told_on_a_ground_of_any_look() -> None:
    canvas = busy()
    assert not told(canvas, X, Y)
    for place in range(4):
        for arrow in (ARROW[:, ::-1] + (150 + 60 * place, 100), np.add(ARROW, (100, 150 + 60 * place))):
            cv2.fillPoly(canvas, [np.int32(arrow)], (250, 250, 250))
            cv2.polylines(canvas, [np.int32(arrow)], isClosed=True, color=(20, 20, 20), thickness=2)
    assert told(canvas, X, Y)


def test_of_two_that_are_alike_somewhere_all_must_be() -> None:
    canvas = busy()
    for col in range(2):
        cv2.fillPoly(canvas, [np.int32(ARROW[:, ::-1] + (180 + 120 * col, 100))], (250, 250, 250))
    assert plain(canvas, Axis(120, 120, 2), Y) == (False, False)


def test_bands_of_light_that_make_a_diagonal_are_no_tiles_whatever_signs_stand_beside_them() -> None:
    entry = next(entry for entry in load(FIXTURES) if entry.path.name == "sixteen.png")
    frame, _ = ladder.worn(lambda: from_file(entry), "moire", 5, seed=1)
    assert look(frame)[0].verdict != "sure"
