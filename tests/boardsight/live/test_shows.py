"""What a person sees in the terminal, and what another program reads."""

from __future__ import annotations

import io
import json
from typing import TYPE_CHECKING, Any

import pytest

from boardsight.live.event import Place, line
from boardsight.live.follow import Follower
from boardsight.live.panel import Panel, drawn
from boardsight.live.shows import brief, words
from boardsight.plan import Wish

if TYPE_CHECKING:
    from collections.abc import Callable

    from boardsight.live.event import Event

BOARD, NEXT = "01000/11100/01010/00111/00010", "01000/11100/01000/00000/00000"


def events_of(follower: Follower, glances: list[Any], panel: Panel | None = None) -> list[Event]:
    said: list[Event] = []
    for glance in glances:
        events = follower.look(glance)
        if panel is not None:
            panel.update(glance, events, follower, None)
        said += events
    return said


def test_events_in_words_and_as_json(film: Any, drawn: Callable[..., Any]) -> None:
    follower = Follower(Wish())
    looks = [*film(drawn(BOARD)), *film(drawn(NEXT)), *film(drawn("00000/" * 4 + "00000"))]
    board, done, last, solved = events_of(follower, looks)
    assert words(board) == "board: 2 clicks left: r2 c2, r4 c4"
    assert words(done) == "done r4 c4: 1 click left: r2 c2"
    assert brief(last).startswith("done r2 c2")
    assert words(solved) == "solved with 2 clicks"
    told = json.loads(json.dumps(line(board, Place(-900, 40, 2.0))))
    assert (told["event"], told["left"], told["made"], told["verdict"]) == ("board", 2, 0, "sure")
    step = told["steps"][0]
    assert (step["move"], step["times"]) == ("r2 c2", 1)
    assert step["at"] == pytest.approx([126, 116], abs=1)
    assert step["screen"] == pytest.approx([-900 + 63, 40 + 58], abs=1)
    assert told["cells"][0]["screen"] is not None
    assert len(told["cells"]) == 25
    assert line(board)["steps"][0]["screen"] is None


def test_the_panel_is_redrawn_only_when_something_changes(
    film: Any, drawn: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "40")
    terminal = io.StringIO()
    panel, follower = Panel(terminal), Follower(Wish())
    events_of(follower, film(drawn(BOARD)), panel)
    first = terminal.getvalue()
    assert "[1]" in first
    assert "next" in first
    assert "r2 c2" in first
    assert "to all 0 (all dark)" in first
    events_of(follower, film(drawn(BOARD), 30), panel)
    assert terminal.getvalue() == first
    panel.close()
    assert "\x1b[?25h" in terminal.getvalue()
    visible = [row.split("\x1b[K")[0] for row in first.splitlines()]
    plain = [row.replace("\x1b[1m", "").replace("\x1b[2m", "").replace("\x1b[0m", "") for row in visible]
    assert max(map(len, plain)) < 52


def test_a_panel_without_a_board_says_what_it_waits_for(film: Any, drawn: Callable[..., Any]) -> None:
    assert drawn is not None
    terminal = io.StringIO()
    panel, follower = Panel(terminal), Follower(Wish())
    pixels = drawn(BOARD)
    pixels[:, 100:] = pixels[:, :1]
    events_of(follower, film(pixels, 12), panel)
    assert "unsure:" in terminal.getvalue()


def test_nothing_is_drawn_of_nothing() -> None:
    assert drawn(None) == []
