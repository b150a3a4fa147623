"""Which of two readings of one place is offered."""

from __future__ import annotations

from types import SimpleNamespace
from typing import TYPE_CHECKING

import numpy as np
import pytest

from vision import look, once
from vision.frame import Frame
from vision.grid.doubts import AGAINST
from vision.marked import Cleared
from vision.reading import CellReading, Reading, Verdict, nothing

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from vision.scene import Scene

FLIPPED, RANDOM, NEAR = "0110/1001/1001/0110", "0111/0010/0100/1001", "1001/1001/1011/0110"
"""On 4×4: a pattern that flips of whole lines make, one that they don't, and one that they make but for a cell."""


def reading(kind: str, verdict: Verdict, board: str, doubts: int = 1) -> Reading:
    cells = tuple(
        CellReading(
            row, col, int(state), (0.02, 0.98) if state == "1" else (0.98, 0.02), (50.0 * col + 50, 50.0 * row + 50)
        )
        for row, line in enumerate(board.split("/"))
        for col, state in enumerate(line)
    )
    reasons = () if verdict == "sure" else ("a doubt",) * doubts
    plane = (50.0, 0.0, 25.0, 0.0, 50.0, 25.0, 0.0, 0.0, 1.0)
    return Reading(verdict, reasons, kind, 2, cells, 0.9 if kind == "lights-out" else 0.95, plane)


@pytest.fixture
def seen(monkeypatch: pytest.MonkeyPatch) -> Callable[[Reading, Reading], Reading]:
    def leading(grid: Reading, tiles: Reading) -> Reading:
        found = {"lights-out": [grid], tiles.kind or "": [tiles]}
        monkeypatch.setattr(once, "detector", lambda kind: SimpleNamespace(detect=lambda *_: found.get(kind, [])))
        monkeypatch.setattr(once, "stages", lambda kind, *_: iter([found.get(kind, [])]))
        monkeypatch.setattr(once.Evenness, "uneven", lambda *_: True)
        monkeypatch.setattr(once.Evenness, "lonely", lambda _: False)
        return look.search(Frame(np.zeros((300, 300, 3), np.uint8)))[0]

    return leading


@pytest.mark.parametrize(
    ("grid", "tiles", "board", "kind"),
    [
        ("sure", "unsure", RANDOM, "lights-out"),
        ("unsure", "unsure", RANDOM, "lights-out"),
        ("sure", "unsure", FLIPPED, "memento"),
        ("unsure", "unsure", FLIPPED, "memento"),
    ],
)
def test_tiles_that_flips_make_lead_a_grid_of_the_same_cells(
    seen: Callable[[Reading, Reading], Reading], grid: Verdict, tiles: Verdict, board: str, kind: str
) -> None:
    found = seen(reading("lights-out", grid, board), reading("memento", tiles, board))
    assert (found.kind, found.verdict) == (kind, "unsure")


def test_tiles_that_flips_make_are_no_surer_than_a_grid_whose_cells_look_alike(
    seen: Callable[[Reading, Reading], Reading], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(once.Evenness, "speckled", lambda _: False)
    for uneven, verdict in ((True, "sure"), (False, "unsure")):
        monkeypatch.setattr(once.Evenness, "uneven", lambda *_, uneven=uneven: uneven)
        grid, tiles = (reading(kind, "sure", "1100/0011/0011/0011") for kind in ("lights-out", "memento"))
        found = {"lights-out": [grid], "memento": [tiles]}
        monkeypatch.setattr(once, "stages", lambda kind, *_, found=found: iter([found.get(kind, [])]))
        assert look.search(Frame(np.zeros((300, 300, 3), np.uint8)))[0].verdict == verdict


@pytest.mark.parametrize(("doubts", "kind"), [(1, "memento"), (2, "lights-out")])
def test_of_two_readings_of_the_same_cells_the_less_doubtful_leads(
    seen: Callable[[Reading, Reading], Reading], doubts: int, kind: str
) -> None:
    found = seen(reading("lights-out", "unsure", RANDOM), reading("memento", "unsure", NEAR, doubts))
    assert found.kind == kind


def test_a_grid_that_is_a_part_of_the_tiles_is_not_offered_in_their_place(
    seen: Callable[[Reading, Reading], Reading],
) -> None:
    found = seen(reading("lights-out", "unsure", "011/001/010"), reading("memento", "unsure", NEAR))
    assert found.kind == "memento"


@pytest.mark.parametrize("panel", ["unsure", "sure"])
def test_a_panel_of_one_sign_cut_out_of_a_larger_grid_is_none(
    seen: Callable[[Reading, Reading], Reading], panel: Verdict
) -> None:
    grid = reading("lights-out", "unsure", RANDOM)
    found = seen(grid, reading("heresy", panel, "111/111/111"))
    assert (found.kind, found.verdict) == ("lights-out", "unsure")
    assert seen(grid, reading("heresy", "sure", "111/121/111")).verdict == "sure"


def test_a_sure_grid_ends_no_search_but_in_its_own_place(monkeypatch: pytest.MonkeyPatch) -> None:
    grid, lock = reading("lights-out", "sure", RANDOM), reading("wheels", "sure", FLIPPED)
    taken = []

    def staged(kind: str, scene: Scene, _: object) -> Iterator[list[Reading]]:
        yield {"lights-out": [grid]}.get(kind, [])
        if kind == "wheels":
            taken.extend(scene.taken)
            yield [lock]

    monkeypatch.setattr(once, "stages", staged)
    assert [found.kind for found in look.search(Frame(np.zeros((300, 300, 3), np.uint8)))] == ["wheels"]
    assert taken == [(25.0, 25.0, 225.0, 225.0)]


def test_a_sure_lock_ends_the_search(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []

    def staged(kind: str, *_: object) -> Iterator[list[Reading]]:
        asked.append(kind)
        yield [reading("wheels", "sure", FLIPPED)] if kind == "wheels" else []

    monkeypatch.setattr(once, "stages", staged)
    assert look.search(Frame(np.zeros((300, 300, 3), np.uint8)))[0].kind == "wheels"
    assert asked == ["wheels"]


@pytest.mark.parametrize(("board", "asked"), [(FLIPPED, 1), ("010/101/010", 2)])
def test_tiles_that_hardly_anything_else_can_be_end_the_search_for_grids(
    monkeypatch: pytest.MonkeyPatch, board: str, asked: int
) -> None:
    closer = []

    def staged(kind: str, *_: object) -> Iterator[list[Reading]]:
        closer.append(kind)
        yield [reading("memento", "sure", board)] if kind == "memento" else []
        if kind == "lights-out":
            closer.append(kind)
            yield []

    monkeypatch.setattr(once, "stages", staged)
    monkeypatch.setattr(once.rest, "bare", lambda *_: False)
    assert [found.kind for found in look.search(Frame(np.zeros((300, 300, 3), np.uint8)))] == ["memento"]
    assert closer.count("lights-out") == asked


def test_tiles_where_a_closer_look_shows_a_plain_grid_are_none(monkeypatch: pytest.MonkeyPatch) -> None:
    def staged(kind: str, *_: object) -> Iterator[list[Reading]]:
        yield [reading("memento", "sure", "010/101/010")] if kind == "memento" else []
        if kind == "lights-out":
            yield [reading("lights-out", "sure", "111/011/101")]

    monkeypatch.setattr(once, "stages", staged)
    monkeypatch.setattr(once.Evenness, "uneven", lambda *_: False)
    monkeypatch.setattr(once.Evenness, "speckled", lambda _: False)
    monkeypatch.setattr(once.Evenness, "lonely", lambda _: False)
    found = look.search(Frame(np.zeros((300, 300, 3), np.uint8)))[0]
    assert (found.kind, found.verdict) == ("lights-out", "sure")


def test_a_table_alone_in_the_picture_is_still_held_against_tiles(
    seen: Callable[[Reading, Reading], Reading], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(once.rest, "tabled", lambda *_: True)
    monkeypatch.setattr(once.rest, "bare", lambda *_: True)
    found = seen(reading("lights-out", "sure", RANDOM), reading("memento", "unsure", RANDOM[::-1]))
    assert found.verdict == "unsure"


@pytest.mark.parametrize(
    ("kinds", "again", "searched"),
    [
        (None, 1, ("lights-out", "memento")),  # a panel at its place, looser boards anywhere
        (("heresy",), 0, ("heresy",)),  # no panel twice
        (("heresy", "lights-out"), 0, ("heresy", "lights-out")),  # nobody said that it is Lights Out
    ],
)
def test_what_lies_below_a_cover_is_looked_for_once(
    monkeypatch: pytest.MonkeyPatch, kinds: tuple[str, ...] | None, again: int, searched: tuple[str, ...]
) -> None:
    asked, looked = [], []

    def looking(_: Scene, wanted: tuple[str, ...], __: object) -> tuple[list[Reading], list[Reading]]:
        looked.append(wanted)
        return [nothing("nothing")], [reading("heresy", "none", "111/121/111")]

    frame = Frame(np.zeros((300, 300, 3), np.uint8))
    monkeypatch.setattr(look.once, "look", looking)
    monkeypatch.setattr(look, "again", lambda *_: asked.append(1) or [])
    monkeypatch.setattr(look.beneath, "views", lambda *_, **__: [Cleared(frame, np.zeros((300, 300), bool))])
    look.search(frame, kinds)
    assert len(asked) == again
    assert looked[1] == searched


def test_what_may_hide_lines_may_do_so_behind_what_is_painted_over_too(monkeypatch: pytest.MonkeyPatch) -> None:
    whole, scenes = reading("lights-out", "sure", RANDOM), []

    def twice(scene: Scene, *_: object) -> tuple[list[Reading], list[Reading]]:
        scenes.append(scene)
        return ([whole.unsure(AGAINST)] if len(scenes) == 1 else [whole]), []

    monkeypatch.setattr(once, "look", twice)
    monkeypatch.setattr(look.backdrop, "without", lambda scene: (scene, np.ones((10, 10), bool)))
    monkeypatch.setattr(look.backdrop, "amid", lambda scene, shows, seen, none: seen)
    (found,) = look.search(Frame(np.zeros((300, 300, 3), np.uint8)))
    assert (len(scenes), found.verdict, found.reasons) == (2, "unsure", (AGAINST,))
