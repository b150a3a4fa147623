"""The follower on made-up films: what it says, and when it keeps silent."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from boardsight.live import eyes
from boardsight.live.eyes import Eyes
from boardsight.live.follow import Follower
from boardsight.live.glance import Absence
from boardsight.plan import Wish
from calibration.profiles import match
from calibration.profiles.learn import learn
from vision.frame import Frame

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from boardsight.live.event import Event
    from boardsight.live.glance import Glance


def run(follower: Follower, glances: Iterable[Glance]) -> list[Event]:
    return [event for glance in glances for event in follower.look(glance)]


def kinds(events: Iterable[Event]) -> list[str]:
    return [event.kind for event in events]


def clicked(board: str, *cells: tuple[int, int]) -> str:
    rows = [list(row) for row in board.split("/")]
    for r, c in cells:
        for y, x in ((r, c), (r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1)):
            if 0 <= y < len(rows) and 0 <= x < len(rows[0]):
                rows[y][x] = "10"[int(rows[y][x])]
    return "/".join(map("".join, rows))


EMPTY = "00000/00000/00000/00000/00000"
BOARD = clicked(EMPTY, (1, 2), (3, 3), (4, 0))


def test_a_game_from_the_first_look_to_the_win(film: Any, drawn: Callable[..., Any]) -> None:
    follower = Follower(Wish())
    (event,) = run(follower, film(drawn(BOARD)))
    assert event.kind == "board"
    assert event.result is not None
    assert event.result.verdict == "sure"
    assert sorted(click.move for click in event.result.clicks) == ["r2 c3", "r4 c4", "r5 c1"]
    one = clicked(BOARD, (3, 3))
    between = drawn(BOARD, fade={18: 0.5, 13: 0.4, 23: 0.5, 17: 0.5, 19: 0.5})
    (event,) = run(follower, [*film(between, 2), *film(drawn(one), 4)])
    assert (event.kind, event.done, event.made) == ("step-done", ("r4 c4",), 1)
    assert event.result is not None
    assert [click.move for click in event.result.clicks] == ["r2 c3", "r5 c1"]
    events = run(follower, film(drawn(EMPTY), 5))
    assert kinds(events) == ["step-done", "solved"]
    assert events[0].done == ("r2 c3", "r5 c1")
    assert events[1].made == 3
    assert run(follower, film(drawn(EMPTY), 5)) == []


def test_unchanged_frames_say_nothing_and_moving_ones_wait(film: Any, drawn: Callable[..., Any]) -> None:
    follower = Follower(Wish())
    assert run(follower, film(drawn(BOARD), 2)) == []
    assert kinds(run(follower, film(drawn(BOARD), 20))) == ["board"]
    slide = [frame for step in range(8) for frame in film(drawn(BOARD, corner=(60 + 9 * step, 50)), 1)]
    assert run(follower, slide) == []
    assert kinds(run(follower, film(drawn(BOARD, corner=(123, 50)), 4))) == ["board"]


def test_another_click_than_planned_makes_a_new_plan(film: Any, drawn: Callable[..., Any]) -> None:
    follower = Follower(Wish())
    run(follower, film(drawn(BOARD)))
    wrong = clicked(BOARD, (0, 4))
    (event,) = run(follower, film(drawn(wrong)))
    assert event.kind == "replanned"
    assert event.result is not None
    assert event.result.board is not None
    assert str(event.result.board) == wrong
    (event,) = run(follower, film(drawn(clicked(wrong, (0, 4)))))
    assert event.kind in ("replanned", "step-done")


def test_the_next_level_is_picked_up(film: Any, drawn: Callable[..., Any]) -> None:
    follower = Follower(Wish())
    almost = clicked(EMPTY, (2, 2))
    other = clicked(EMPTY, (0, 0), (0, 3), (2, 1), (4, 4), (3, 2))
    run(follower, film(drawn(almost), title="Level 1"))
    events = run(follower, film(drawn(other), title="Level 2"))
    assert kinds(events) == ["solved", "board"]
    assert events[0].reasons
    events = run(follower, film(drawn(EMPTY), title="Level 2"))
    assert kinds(events)[-1] == "solved"
    assert kinds(run(follower, film(drawn(almost), title="Level 2"))) == ["board"]


@pytest.mark.parametrize("window", [{"size": (600, 500), "corner": (150, 90), "pitch": 60}, {"corner": (90, 80)}])
def test_moved_and_resized_games_go_on(film: Any, drawn: Callable[..., Any], window: dict[str, Any]) -> None:
    follower = Follower(Wish())
    run(follower, film(drawn(BOARD)))
    (event,) = run(follower, film(drawn(BOARD, **window)))
    assert event.kind == "board"
    assert event.result is not None
    assert event.result.clicks[0].at is not None
    (event,) = run(follower, film(drawn(clicked(BOARD, (3, 3)), **window)))
    assert (event.kind, event.done) == ("step-done", ("r4 c4",))
    events = run(follower, film(drawn(EMPTY, **window)))
    assert kinds(events) == ["step-done", "solved"]


def test_a_solved_board_is_known_by_its_colours_after_a_resize(film: Any, drawn: Callable[..., Any]) -> None:
    follower = Follower(Wish())
    run(follower, film(drawn(BOARD)))
    events = run(follower, film(drawn(EMPTY, size=(600, 500), corner=(150, 90), pitch=60)))
    assert kinds(events) == ["step-done", "solved"]


def test_minimise_close_and_reopen(film: Any, drawn: Callable[..., Any]) -> None:
    follower = Follower(Wish())
    run(follower, film(drawn(BOARD)))
    away = [Absence("the window is minimised", film.now + 0.1), Absence("the window is minimised", film.now + 0.2)]
    (event,) = run(follower, away)
    assert (event.kind, event.reasons) == ("lost", ("the window is minimised",))
    assert follower.result is None
    (event,) = run(follower, film(drawn(BOARD)))
    assert event.kind == "board"
    run(follower, [Absence("closed", film.now)])
    assert kinds(run(follower, film(drawn(clicked(BOARD, (0, 0)))))) == ["board"]


def test_a_dialog_over_the_board_is_waited_for(film: Any, drawn: Callable[..., Any]) -> None:
    follower = Follower(Wish())
    run(follower, film(drawn(BOARD)))
    over = drawn(BOARD)
    over[150:330, 40:330] = 236
    over[170:175, 60:300] = 20
    over[190:194, 60:260] = 20
    (event,) = run(follower, film(over, 12))
    assert event.kind == "unsure"
    assert follower.result is None
    (event,) = run(follower, film(drawn(BOARD), 12))
    assert event.kind == "board"


def test_a_picture_that_never_rests_is_read_when_two_looks_agree(film: Any, drawn: Callable[..., Any]) -> None:
    def restless(count: int, board: str) -> list[Any]:
        frames = []
        for step in range(count):
            pixels = drawn(board)
            pixels[70 + step % 3, 65 + step % 20] += np.uint8(9)  # a cursor blinking over the board
            frames += film(pixels, 1)
        return frames

    follower = Follower(Wish())
    assert kinds(run(follower, restless(60, BOARD))) == ["board"]
    assert kinds(run(follower, restless(60, clicked(BOARD, (3, 3))))) == ["step-done"]


def test_no_board_is_said_once(film: Any) -> None:
    follower = Follower(Wish())
    (event,) = run(follower, film(np.tile(np.arange(200, dtype=np.uint8)[None, :, None], (150, 1, 3)), 12))
    assert event.kind == "unsure"
    assert event.reasons


def test_two_by_two_is_played_when_named_and_proved_by_its_first_click(film: Any, drawn: Callable[..., Any]) -> None:
    size = {"size": (300, 260), "corner": (80, 60), "pitch": 60}
    assert kinds(run(Follower(Wish()), film(drawn("01/01", **size)))) == ["unsure"]
    follower = Follower(Wish(), "lights-out")
    (event,) = run(follower, film(drawn("01/01", **size)))
    assert event.kind == "board"
    assert event.result is not None
    assert event.result.verdict == "unsure"
    (event,) = run(follower, film(drawn(clicked("01/01", (0, 1)), **size)))
    assert event.kind in ("step-done", "replanned")
    assert event.result is not None
    assert event.result.verdict == "sure"


def test_a_frozen_picture_is_told_once(film: Any, drawn: Callable[..., Any]) -> None:
    follower = Follower(Wish(), frozen=1.0)
    events = run(follower, film(drawn(BOARD), 60))
    assert kinds(events) == ["board", "unsure"]
    assert "frozen" in events[1].reasons[0]
    assert follower.result is not None
    assert kinds(run(follower, film(drawn(clicked(BOARD, (3, 3)))))) == ["step-done"]


def test_only_the_board_s_area_matters_once_it_is_known(film: Any, drawn: Callable[..., Any]) -> None:
    follower = Follower(Wish())
    run(follower, film(drawn(BOARD)))
    assert follower.area is not None
    clock = drawn(BOARD)
    clock[340:350, 380:400] = 255
    assert run(follower, film(clock, 5)) == []


def test_a_profile_names_the_states_and_brings_its_goal(film: Any, drawn: Callable[..., Any]) -> None:
    """The player calls the dark cells 1 and wants them all: the same clicks, told by the game's own names."""
    other = clicked(EMPTY, (0, 0), (2, 2), (4, 3))
    shots = [(Frame(drawn(board)), board.translate(str.maketrans("01", "10"))) for board in (BOARD, other)]
    profile = learn("turned", shots, goal="all-1")
    follower = Follower(Wish(), profiles=[profile])
    (event,) = run(follower, film(drawn(BOARD)))
    assert event.result is not None
    assert (event.kind, event.result.verdict) == ("board", "sure")
    assert str(event.result.board) == BOARD.translate(str.maketrans("01", "10"))
    assert str(event.result.goal) == "11111/11111/11111/11111/11111"
    (event,) = run(follower, film(drawn(clicked(BOARD, (3, 3)))))
    assert (event.kind, event.done) == ("step-done", ("r4 c4",))
    assert kinds(run(follower, film(drawn(EMPTY), 6))) == ["step-done", "solved"]


def test_a_known_place_is_named_by_the_profile_that_named_it_before(
    drawn: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    other = clicked(EMPTY, (0, 0), (2, 2), (4, 3))
    shots = [(Frame(drawn(board)), board.translate(str.maketrans("01", "10"))) for board in (BOARD, other)]
    looks = Eyes(None, [learn("turned", shots, goal="all-1"), learn("plain", [(Frame(drawn(BOARD)), BOARD)])])
    known = looks.read(Frame(drawn(BOARD)), None)
    assert known.profile is not None
    assert looks.read(Frame(drawn(BOARD)), known) is known
    tried = []

    def apply(frame: Frame, readings: Any, profiles: Any, **options: Any) -> Any:
        tried.append([one.name for one in profiles])
        return match.apply(frame, readings, profiles, **options)

    monkeypatch.setattr(eyes, "apply", apply)
    later = looks.read(Frame(drawn(other)), known)
    assert later.profile == known.profile
    assert later.board == (shots[1][1] if known.profile == "turned" else other)
    assert tried == [[known.profile]]
    monkeypatch.setattr(eyes, "apply", lambda _frame, readings, _profiles, **_options: list(readings))
    unnamed = looks.read(Frame(drawn(EMPTY)), later)
    assert unnamed.profile is None


def test_a_profile_of_another_game_that_is_insisted_on_is_never_sure(film: Any, drawn: Callable[..., Any]) -> None:
    def inverted(board: str) -> Frame:
        return Frame(255 - drawn(board))

    profile = learn("other", [(inverted(board), board) for board in (BOARD, clicked(EMPTY, (0, 0), (2, 2)))])
    follower = Follower(Wish(), eyes=Eyes(None, [profile], insist=True), profiles=[profile])
    assert kinds(run(follower, film(drawn(BOARD)))) == ["unsure"]
