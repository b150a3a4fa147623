from __future__ import annotations

from pathlib import Path

from calibration.compare import UNREAD, compare, literally, renamed
from calibration.truth import Entry
from vision.reading import CellReading, Reading


def reading(board: str, kind: str = "lights-out") -> Reading:
    cells = tuple(
        CellReading(r, c, None if sign == "?" else int(sign), (0.25,) * 4, (10.0 * c, 10.0 * r))
        for r, line in enumerate(board.split("/"))
        for c, sign in enumerate(line)
    )
    return Reading("sure", (), kind, 4, cells, 0.9)


def entry(board: str, kind: str = "lights-out") -> Entry:
    return Entry(Path("x.png"), "read", kind, board, 4)


def test_lights_out_states_may_be_renamed():
    found = compare(reading("110/011/101"), entry("001/100/010"))
    assert (found.right, found.total) == (9, 9)
    assert not literally(reading("110/011/101"), entry("001/100/010"))


def test_literal_comparison_counts_the_cells_that_differ():
    found = compare(reading("110/011/101"), entry("110/010/101"), literal=True)
    assert (found.right, found.total) == (8, 9)
    assert found.pairs == ((0, 0, 3), (0, 1, 1), (1, 1, 5))


def test_other_puzzles_are_never_renamed():
    assert compare(reading("1111/0000", "memento"), entry("0000/1111", "memento")).right == 0


def test_another_shape_has_no_right_cells():
    found = compare(reading("11/00"), entry("110/010/101"))
    assert (found.right, found.total, found.pairs) == (0, 9, ())


def test_unread_cells_are_not_right():
    found = compare(reading("1?0/010/101"), entry("110/010/101"))
    assert found.right == 8
    assert (1, UNREAD, 1) in found.pairs


def test_renaming_takes_the_best_of_all_names():
    seen = {(0, i): state for i, state in enumerate((2, 0, 1, 1, 0))}
    truth = {(0, i): state for i, state in enumerate((0, 1, 2, 2, 2))}
    assert renamed(seen, truth) == {(0, 0): 0, (0, 1): 1, (0, 2): 2, (0, 3): 2, (0, 4): 1}
