from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import cv2
import numpy as np
import pytest

from calibration.score import outcome
from calibration.truth import Entry
from vision.frame import Frame
from vision.grid.terminal import terminal
from vision.look import look
from vision.scene import Scene

if TYPE_CHECKING:
    from collections.abc import Callable

WIDE, HIGH = 12, 26
BOARD = "01101/10010/00101/11010/01000"
BLANKS = "00100/10001/10000/11000/01010"


def screen(lines: list[str], *, scale: int = 1, high: int = HIGH) -> np.ndarray:
    """A terminal: every sign in a place of its own, green on black."""
    pixels = np.zeros((high * (len(lines) + 3), 900, 3), np.uint8)
    for row, line in enumerate(lines):
        for col, sign in enumerate(line):
            (width, _), _ = cv2.getTextSize(sign, cv2.FONT_HERSHEY_SIMPLEX, 0.5, 1)
            place = 40 + WIDE * col + (WIDE - width) // 2, high * (row + 2) - 7
            cv2.putText(pixels, sign, place, cv2.FONT_HERSHEY_SIMPLEX, 0.5, (60, 230, 60), 1, cv2.LINE_AA)
    return cv2.resize(pixels, None, fx=scale, fy=scale, interpolation=cv2.INTER_NEAREST)


def written(board: str, dark: str, lit: str, *, between: str = "", named: bool = False) -> list[str]:
    lines = [between.join(lit if sign == "1" else dark for sign in line) for line in board.split("/")]
    return [f"{row} {line}" for row, line in enumerate(lines, 1)] if named else lines


@pytest.mark.parametrize(
    ("dark", "lit", "between"),
    [(".", "#", " "), ("0", "1", " "), ("[ ]", "[X]", ""), ("[.]", "[*]", " "), ("( )", "(O)", "")],
)
@pytest.mark.parametrize("named", [False, True])
def test_a_board_of_signs_is_read_but_never_for_sure(dark: str, lit: str, between: str, named: bool) -> None:
    lines = written(BOARD, dark, lit, between=between, named=named)
    header = ["  " + " ".join("ABCDE")] if named and len(dark) == 1 else []
    frame = Frame(screen(["LIGHTS OUT v1.2", "", *header, *lines, "", "Moves: 4", "> "]))
    found = look(frame)[0]
    assert found.verdict == "unsure"
    left = 40 + WIDE * (2 if named else 0)
    top = HIGH * (3 + len(header))
    token = len(dark + between) * WIDE
    box = (left, top, left + 5 * token - len(between) * WIDE, top + HIGH * 5)
    entry = Entry(Path("screen.png"), "hard", "lights-out", BOARD, 2, box=box)
    assert outcome(found, entry).name == "EXACT"


def test_a_matrix_as_it_is_printed_is_read() -> None:
    rows = ["[" + ", ".join(line) + "]" for line in BOARD.split("/")]
    lines = [f"[{rows[0]},", *(f" {row}," for row in rows[1:-1]), f" {rows[-1]}]"]
    reading = terminal(Scene(Frame(screen(lines))))
    assert reading is not None
    assert reading.board in (BOARD, BOARD.translate(str.maketrans("01", "10")))


def test_a_large_screen_is_looked_at_reduced() -> None:
    reading = terminal(Scene(Frame(screen(written(BOARD, "[ ]", "[X]"), scale=4))))
    assert reading is not None
    assert reading.cells[0].center == pytest.approx((4 * (40 + 1.5 * WIDE), 4 * (HIGH * 2 - 12)), abs=14)
    turned = BOARD.translate(str.maketrans("01", "10"))
    assert reading.board in (BOARD, turned)


@pytest.mark.parametrize(
    "lines",
    [
        ["the quick brown fox jumps over", "a lazy dog while seven wizards", "box a quiet jury of six monks,"],
        ["1 2 3 4 5", "2 4 6 8 0", "3 6 9 2 5", "4 8 2 6 0"],
        ["# . # .", "# . # .", "# . # .", "# . # ."],
        ["[X] buy milk", "[ ] call the bank", "[X] water plants", "[ ] write tests"],
        ["x . . x and so it goes", ". x x . on and on for a while", "x x . . with more words", ". . x x to the end"],
    ],
)
def test_writing_and_tables_are_none(lines: list[str]) -> None:
    assert terminal(Scene(Frame(screen(lines)))) is None


def test_a_board_among_much_other_writing_is_read() -> None:
    """As where a game tells how it is played before it shows its board."""
    words = [
        "The QUICK brown fox; JUMPS over 13 lazy dogs?",
        "Pack my 5 boxes: WITH 7 dozen (liquor) jugs!",
        "&=%+/<>@",
    ]
    lines = [*words, *written(BOARD, ".", "#", between="  ", named=True), "Enter a command, or x y >"]
    reading = terminal(Scene(Frame(screen(lines))))
    assert reading is not None
    assert reading.board == BOARD


def test_a_board_below_empty_lines_is_where_it_is() -> None:
    above = ["LIGHTS OUT", "TOP SCORES", "Zero 96", "Jaro 94", "Somebody 12", ""]
    reading = terminal(Scene(Frame(screen([*above, *written(BOARD, ".", "#"), "", "Moves: 4"], high=13))))
    assert reading is not None
    assert reading.board == BOARD
    ys = [cell.center[1] for cell in reading.cells if cell.col == 0]
    assert ys == pytest.approx([13 * (row + 2) - 11 for row in range(len(above), len(above) + 5)], abs=3)


def test_a_board_against_a_windows_edge_is_read_whole() -> None:
    pixels = screen(["Enter a row and a column:", *written(BOARD, "X", "O"), "wrong, try them again >"])
    pixels[:, :38] = (160, 110, 60)
    pixels[:, 36:38] = 250
    reading = terminal(Scene(Frame(pixels)))
    assert reading is not None
    assert reading.board in (BOARD, BOARD.translate(str.maketrans("01", "10")))


def test_a_board_right_between_lines_of_writing_is_read() -> None:
    """Its signs are in the writing, too, and not its commonest."""
    small = "1111/0011/1101/0100"
    above = ["please note the size that you want to play next, as it is set here for the tools", "4"]
    below = ["enter the operation to perform there, place by place, that is to toggle or to quit"] * 3
    reading = terminal(Scene(Frame(screen([*above, *written(small, "X", "O"), *below], high=14))))
    assert reading is not None
    assert reading.board in (small, small.translate(str.maketrans("01", "10")))


def test_a_board_of_signs_far_apart_is_read() -> None:
    reading = terminal(Scene(Frame(screen(written(BOARD, "*", "o", between=" " * 4, named=True)))))
    assert reading is not None
    assert reading.board in (BOARD, BOARD.translate(str.maketrans("01", "10")))


def test_a_board_of_squares_near_a_windows_edge_is_read_whole() -> None:
    board, pixels = "10000/10000/11000/11001/11110", np.full((560, 900, 3), 200, np.uint8)
    cv2.rectangle(pixels, (140, 60), (700, 500), (255, 255, 255), -1)
    cv2.rectangle(pixels, (140, 60), (700, 500), (90, 90, 90), 2)
    for row, line in enumerate(board.split("/")):
        for col, sign in enumerate(line):
            corner = 146 + 24 * col, 94 + 24 * row
            opposite = corner[0] + 11, corner[1] + 11
            cv2.rectangle(pixels, corner, opposite, (0, 0, 0), -1 if sign == "1" else 1)
    cv2.putText(pixels, "Please enter a row:", (146, 230), cv2.FONT_HERSHEY_SIMPLEX, 0.5, (0, 0, 0), 1, cv2.LINE_AA)
    reading = terminal(Scene(Frame(pixels)))
    assert reading is not None
    assert reading.board in (board, board.translate(str.maketrans("01", "10")))


def shown(lines: list[str]) -> tuple[str, str | None]:
    reading = look(Frame(screen(lines)))[0]
    return reading.verdict, reading.board


@pytest.mark.parametrize("right", [False, True])
def test_dark_cells_may_be_blank_below_and_beside_the_same_names(right: bool) -> None:
    rows = [" ".join(" #"[int(state)] for state in line) for line in BLANKS.split("/")]
    header = "1 2 3 4 5" if right else "  1 2 3 4 5"
    lines = [f"{row} {n}" if right else f"{n} {row}" for n, row in enumerate(rows, 1)]
    assert shown([header, *lines, "enter xy:"]) == ("unsure", BLANKS)


def test_lines_between_blank_cells_are_no_cells() -> None:
    rows = ["|" + "|".join(" #"[int(state)] for state in line) + "|" for line in BLANKS.split("/")]
    ruler = "  +-+-+-+-+-+"
    lines = [part for n, row in enumerate(rows, 1) for part in (f"{n} {row}", ruler)]
    assert shown(["   1 2 3 4 5", ruler, *lines, "", "Zeile:"]) == ("unsure", BLANKS)


@pytest.mark.parametrize(
    "rows",
    [
        ["  1 2 3 4", "1 #", "2   #", "4 # #", "5     #"],  # lines have other names
        ["  1 2 3 4", "1 #   #", "2   * #", "3 # #", "4     *"],  # of more kinds
        ["  1 2 3 4", "1 # #", "2 # #", "3 # #", "4 # #"],  # columns all alike
    ],
)
def test_other_named_tables_are_none(rows: list[str]) -> None:
    assert shown(rows) == ("none", None)


def ruled(rows: list[str]) -> list[str]:
    ruler = "+-" * len(rows[0]) + "+"
    return [ruler, *(line for row in rows for line in (f"|{'|'.join(' x'[int(cell)] for cell in row)}|", ruler))]


def on_and_off(rows: list[str]) -> list[str]:
    return [f"|{'|'.join(('OFF', ' ON')[int(cell)] for cell in row)}|" for row in rows]


def hatched(rows: list[str]) -> list[str]:
    lines = [(" o ", "###"), ("   ", "###")]
    return [f"|{''.join(text[int(cell)] for cell in row)}|" for row in rows for text in lines]


@pytest.mark.parametrize(("drawing", "wide"), [(ruled, 2), (on_and_off, 4), (hatched, 3)])
@pytest.mark.parametrize("named", [False, True])
def test_cells_of_several_signs_or_lines_are_read(
    drawing: Callable[[list[str]], list[str]], wide: int, named: bool
) -> None:
    lines = drawing(BOARD.split("/"))
    if named:
        lines = [f"{row % 10} {line}" for row, line in enumerate(lines)]
    found = terminal(Scene(Frame(screen(["$ play lights.py -n 5", "", *lines, "", "Moves: 4", "> "]))))
    assert found is not None
    assert found.verdict == "unsure"
    assert outcome(found, Entry(Path("screen.png"), "hard", "lights-out", BOARD, 2)).name == "EXACT"
    across = [cell.center[0] for cell in found.cells if cell.row == 0]
    assert np.diff(across) == pytest.approx(WIDE * wide, rel=0.1)


@pytest.mark.parametrize(
    "lines",
    [
        [
            "drwxr-xr-x 2 ann ann 4096 a",
            "-rw-r--r-- 1 ann ann  120 b",
            "-rwxr-xr-x 1 ann ann  812 c",
            "drwxr-xr-x 9 ann",
        ],
        [
            "0000 ff 00 ff 0a 00 ff 1c",
            "0008 00 ff ff 00 00 2e ff",
            "0010 ff ff 00 00 ff 00 71",
            "0018 00 00 ff ff 00 ff",
        ],
        [
            "+---+---+---+",
            "| 4 | 7 | 1 |",
            "+---+---+---+",
            "| 2 | 9 | 5 |",
            "+---+---+---+",
            "| 8 | 3 | 6 |",
            "+---+---+---+",
        ],
        [
            "+---+---+",
            "| x | y |",
            "+---+---+",
            "| x | y |",
            "+---+---+",
            "| x | y |",
            "+---+---+",
            "| x | y |",
            "+---+---+",
        ],
    ],
)
def test_lists_and_tables_of_signs_are_no_boards(lines: list[str]) -> None:
    assert terminal(Scene(Frame(screen(["$ show it", "", *lines, "", "> "])))) is None
