"""Unlit cells that hardly differ from the panel they stand on: the board must not end where its outlines do."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import TYPE_CHECKING, cast

import cv2
import numpy as np
import pytest

from calibration.score import Outcome, outcome
from calibration.truth import Entry
from vision.detectors import lights_out
from vision.frame import Frame
from vision.grid.beyond import _correlation, _each, _even_lines, _unbounded, bare, fringed
from vision.grid.edged import edged
from vision.grid.extents import Grid
from vision.grid.patches import cut
from vision.grid.search import search
from vision.reading import nothing
from vision.scene import Scene

if TYPE_CHECKING:
    from numpy.typing import NDArray

PITCH, SIDE = 80, 70


def dark(board: str, *, across: int = 0, tone: int = 26) -> NDArray[np.uint8]:
    """A board of faint unlit cells on a black panel that is ``across`` cells wider on both sides."""
    lines = board.split("/")
    wide, tall = PITCH * (len(lines[0]) + 2 * across), PITCH * len(lines)
    page = np.full((tall + 160, wide + 160, 3), (70, 50, 60), np.uint8)
    page[80 : 80 + tall, 80 : 80 + wide] = 0
    shade = np.linspace(0.4, 1.0, SIDE)[None, :, None]
    for row, line in enumerate(lines):
        for col, state in enumerate(line):
            x, y = 85 + PITCH * (col + across), 85 + PITCH * row
            colour = np.array((230, 150, 90) if state == "1" else (tone, tone, tone))
            page[y : y + SIDE, x : x + SIDE] = shade * colour
    return page


def found(page: NDArray[np.uint8], board: str) -> Outcome:
    readings = lights_out.detect(Scene(Frame(page)))
    reading = readings[0] if readings else nothing("nothing")
    return outcome(reading, Entry(Path("drawn"), "read", "lights-out", board, 2))


@pytest.mark.parametrize(
    ("blur", "tone"), [(0.0, 14), (1.0, 20), (2.5, 40), (3.0, 50), (3.5, 50), (4.0, 60), (6.0, 26)]
)
def test_rows_without_a_lit_cell_are_never_left_off_for_sure(blur: float, tone: int) -> None:
    board = "10001/01010/01010/00000/00000"
    page = dark(board, tone=tone)
    worn = cv2.GaussianBlur(page, (0, 0), blur) if blur else page
    assert found(worn, board) is not Outcome.WRONG_SURE


@pytest.mark.parametrize(("dim", "tone"), [(1.0, 26), (0.7, 20), (0.2, 60)])
def test_a_wider_panel_is_no_more_board(dim: float, tone: int) -> None:
    board = "10011/01111/00001/00110/01001"
    assert found((dark(board, across=1, tone=tone) * dim).astype(np.uint8), board) in (Outcome.SURE, Outcome.EXACT)


def test_a_page_of_a_states_colour_is_no_line_of_cells() -> None:
    rng = np.random.default_rng(3)
    states = rng.integers(0, 2, (9, 9))
    page = np.full((650, 700, 3), 250, np.uint8)
    for row in range(9):
        for col in range(9):
            corner, end = (90 + 50 * col, 120 + 50 * row), (140 + 50 * col, 170 + 50 * row)
            cv2.rectangle(page, corner, end, (255, 255, 255) if states[row, col] else (240, 130, 60), -1)
            cv2.rectangle(page, corner, end, (215, 205, 200), 1)
    page = np.clip(page + rng.normal(0, 9, page.shape), 0, 255).astype(np.uint8)
    matrix = np.array([[50.0, 0.0, 90.0], [0.0, 50.0, 120.0], [0.0, 0.0, 1.0]])
    taken = np.ones((9, 10), bool)
    taken[:, -1] = False
    nowhere, unknown = np.zeros((9, 10), bool), np.full((9, 10), np.nan)
    grid = Grid(matrix, 9, 10, taken, nowhere, False, unknown, (0.9, 0.9), 0.0, ())
    labels = np.concatenate([states, np.ones((9, 1), states.dtype)], axis=1).ravel()
    blank = bare(grid, cut(Scene(Frame(page)), matrix, (9, 10), (0.9, 0.9)), labels)
    assert blank[:, -1].all()
    assert not blank[:, :-1].any()


def test_blotches_of_grain_beside_a_small_board_on_a_page_of_a_states_colour_are_no_cells() -> None:
    lines = "0110", "1000", "1111", "1010"
    page = np.full((700, 900, 3), 254, np.uint8)
    for row, line in enumerate(lines):
        for col, sign in enumerate(line):
            corner, end = (300 + 96 * col, 150 + 96 * row), (396 + 96 * col, 246 + 96 * row)
            cv2.rectangle(page, corner, end, (128, 128, 128) if sign == "1" else (255, 255, 255), -1)
            cv2.rectangle(page, corner, end, (0, 0, 0), 2)
    matrix = np.array([[96.0, 0.0, 204.0], [0.0, 96.0, 150.0], [0.0, 0.0, 1.0]])
    fills = np.full((4, 5), 0.95)
    fills[:, 0] = np.nan, 0.51, 0.47, 0.38
    taken = np.isfinite(fills)
    grid = Grid(matrix, 4, 5, taken, np.zeros_like(taken), False, fills, (0.9, 0.9), 0.0, ())
    labels = np.array([[0, *map(int, line)] for line in lines]).ravel()
    blank = bare(grid, cut(Scene(Frame(page)), matrix, (4, 5), (0.9, 0.9)), labels)
    assert blank[:, 0].all()
    assert not blank[:, 1:].any()


@pytest.mark.parametrize(("ground", "step", "noise"), [(16, 12, 4), (10, 12, 6), (24, 12, 8)])
def test_a_line_as_faint_as_the_grain_of_a_photograph_is_not_left_off_for_sure(
    ground: int, step: int, noise: int
) -> None:
    board = "00100/01100/00110/00100/01100"
    page = np.full((480, 640, 3), ground, np.uint8)
    for row, line in enumerate(board.split("/")):
        for col, state in enumerate(line):
            colour = (150, 120, 60) if state == "1" else (round(ground + step * (1 - 0.12 * col)),) * 3
            cv2.rectangle(page, (90 + 66 * col, 70 + 66 * row), (149 + 66 * col, 129 + 66 * row), colour, -1)
    grain = np.random.default_rng(0).normal(0, noise, page.shape)
    worn = np.clip(cv2.GaussianBlur(page.astype(np.float32), (0, 0), 1.2) + grain, 0, 255).astype(np.uint8)
    assert found(worn, board) is not Outcome.WRONG_SURE


@pytest.mark.parametrize(("seen", "doubtful"), [(2, True), (3, False), (5, False)])
def test_an_outer_line_with_few_outlines_beside_cells_that_all_have_one_is_doubtful(seen: int, doubtful: bool) -> None:
    taken = np.ones((5, 6), bool)
    taken[seen:, -1] = False
    assert fringed(cast("Grid", SimpleNamespace(taken=taken, spanned=np.zeros_like(taken)))) is doubtful


@pytest.mark.parametrize("board", ["00010/00111/00010/00000/00000", "00000/00000/01000/11100/01000"])
@pytest.mark.parametrize("deep", [6, 10])
def test_rows_out_of_the_shine_of_lit_cells_are_never_left_off_for_sure(board: str, deep: int) -> None:
    """Those in it have far stronger patterns; the sunk cells themselves hardly differ from their panel."""
    page = np.full((620, 760, 3), (42, 23, 15), np.float32)
    page[90:530, 160:600] = (50, 32, 23)
    shine = np.zeros(page.shape[:2], np.float32)
    for row, line in enumerate(board.split("/")):
        for col, state in enumerate(line):
            x, y = 172 + 84 * col, 102 + 84 * row
            page[y : y + 76, x : x + 76] = (59, 41, 30)
            page[y : y + 6, x : x + 76] -= np.linspace(deep, 0, 6)[:, None, None]
            if state == "1":
                page[y : y + 76, x : x + 76] = (40, 180, 250)
                shine[y : y + 76, x : x + 76] = 1.0
    glow = cv2.GaussianBlur(shine, (0, 0), 8)[:, :, None] * 0.55 * (1 - shine[:, :, None])
    shone = page * (1 - glow) + glow * np.array((11, 158, 245), np.float32)
    assert found(shone.clip(0, 255).astype(np.uint8), board) is not Outcome.WRONG_SURE


@pytest.mark.parametrize("ends", [648, 690, 730, 732, 734, 760])
@pytest.mark.parametrize("soft", [0.0, 1.0])
def test_a_window_that_ends_beside_a_board_is_no_further_line_of_cells(ends: int, soft: float) -> None:
    board = "00000/00100/00110/11000/01000"
    page = np.zeros((760, 1010, 3), np.uint8)
    page[:ends, 90:840] = 30
    for row, line in enumerate(board.split("/")):
        for col, state in enumerate(line):
            x, y = 225 + 97 * col, 170 + 97 * row
            page[y - 9 * int(state) : y + 78, x : x + 78] = (190, 110, 50) if state == "1" else (50, 50, 50)
    worn = cv2.GaussianBlur(page, (0, 0), soft) if soft else page
    assert found(worn, board) is Outcome.SURE


def faint(rim: int) -> NDArray[np.uint8]:
    """Lit cells on a dark page, and dark ones that fade into it at their rim by so many levels."""
    page = np.full((480, 480, 3), 30, np.float32)
    away = np.abs(np.arange(60) - 29.5)
    bump = np.clip((30 - np.maximum(away[:, None], away[None])) / 14, 0, 1)[..., None]
    for row, line in enumerate(["10010", "01101", "11010", "00110", "10001"]):
        for col, state in enumerate(line):
            body = page[60 + 70 * row : 120 + 70 * row, 60 + 70 * col : 120 + 70 * col]
            body[:] = (60, 190, 240) if state == "1" else 30 + rim * bump
    return np.rint(page).astype(np.uint8)


def test_dark_cells_without_an_outline_show_where_they_end() -> None:
    for rim, expected in ((16, True), (0, False)):
        scene = Scene(Frame(faint(rim)))
        board = max(search(scene, 0), key=lambda one: one.count)
        dark_ones = ~board.grid.taken.ravel()
        assert dark_ones.any()
        assert edged(board)[dark_ones].all() == expected


@pytest.mark.parametrize(("place", "expected"), [(0, Outcome.EXACT), (3, Outcome.SURE)])
def test_an_outline_beside_the_board_is_a_cells_where_a_cells_look_is(place: int, expected: Outcome) -> None:
    board = "10010/01101/11010/00110/10001"
    shade = (np.arange(480) / 479)[:, None, None]  # as dark as a dark cell at the top
    page = np.rint(np.array((60, 45, 40)) * (1 - shade) + np.array((150, 190, 215)) * shade)
    page = np.repeat(page.astype(np.uint8), 640, axis=1)
    page[40:440, 40:412] = 20
    for row, line in enumerate(board.split("/")):
        for col, state in enumerate(line):
            colour = (90, 210, 250) if state == "1" else (66, 52, 47)
            cv2.rectangle(page, (60 + 70 * col, 60 + 70 * row), (127 + 70 * col, 127 + 70 * row), colour, -1)
    cv2.rectangle(page, (415, 60 + 70 * place), (472, 120 + 70 * place), (30, 30, 30), 2)
    assert found(page, board) is expected


def test_a_smooth_line_is_not_like_cells_that_differ_more_from_one_another() -> None:
    rng = np.random.default_rng(3)
    slope = np.linspace(0, 6, 90, dtype=np.float32)
    cells = np.stack([slope * rng.uniform(-2, 4) for _ in range(18)])[:, None].repeat(3, axis=1).astype(np.float32)
    line = np.stack([slope * 0.4] * 5)[:, None].repeat(3, axis=1).astype(np.float32)
    assert _correlation(line, cells, np.zeros(18, np.int64)) == 0.0


@pytest.mark.parametrize(("drawn", "expected"), [(0.0, 0.0), (1.0, 1.0)])
def test_a_pages_gradient_that_shines_through_cells_is_no_cell_beside(drawn: float, expected: float) -> None:
    off, along = np.divmod(np.arange(27 * 20), 27)
    ramp = np.tile(0.2 * along, (1, 3, 1)).astype(np.float32)
    sign = np.where((off > 8) & (abs(along - 13) < 5), 3.0, 0.0).astype(np.float32)
    grain = np.random.default_rng(5).normal(0, 0.05, (6, 3, 27 * 20)).astype(np.float32)
    even = _even_lines(off, along)
    assert _each(ramp + drawn * sign + grain, ramp + sign + grain[::-1], even) == expected


def test_a_line_of_a_board_one_cell_wide_has_no_cell_beside_it() -> None:
    lab = np.random.default_rng(1).uniform(0, 60, (12, 3, 12, 12, 3)).astype(np.float32)
    assert not _unbounded(lab, np.zeros((10, 1), np.int64), np.ones((10, 1), np.bool_), 0)
