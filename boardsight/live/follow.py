"""Following a game: looks in, events out. No clock and no screen of its own, so that a recording gives the same."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from boardsight.chain import by_profile
from boardsight.decide import kept, settle, swapped
from boardsight.live import ticking
from boardsight.live.event import Event
from boardsight.live.eyes import Eyes, clear
from boardsight.live.glance import Absence, area_of, in_place, same, within
from boardsight.live.stillness import Stillness
from boardsight.plan import board_of
from solver.errors import BoardsightError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from boardsight.live.event import Kind
    from boardsight.live.glance import Box, Glance
    from boardsight.plan import Wish
    from boardsight.result import Result
    from calibration.profiles.profile import Profile
    from solver.board import Board, Solution
    from vision.frame import Frame
    from vision.reading import Reading

FROZEN = 60.0
"""Seconds without any change, with clicks to make, after which a player is told that the picture may be frozen."""
STANDING = 0.3
"""Seconds that a board must stand which clicks alone don't explain: an animation may halt when the machine is busy."""
FEW = 2
"""With no more clicks than this left, a new board under a new title means that the old one was solved."""
FREEZES = (
    "the picture has not changed for a minute: if the game has, its picture is frozen. Bring the window to the front, "
    "switch hardware acceleration off in the game, or watch the screen with --monitor"
)


class Reader(Protocol):
    """What reads frames; ``boardsight.live.eyes.Eyes`` is one."""

    def read(self, frame: Frame, known: Reading | None) -> Reading:
        """The board in a frame, looked for at the place of ``known`` first."""
        ...

    def remember(self, frame: Frame, reading: Reading) -> None:
        """Learn from a board that was read for sure."""
        ...


class Follower:
    """The state of one game that is watched.

    Args:
        wish: goal, order and so on.
        puzzle: the kind of puzzle where it is known. Then a board may also be played that is too small to be told from
            other things; its first click proves it.
        eyes: reads frames.
        profiles: learnt games that the eyes read by; the goal and the rule of the one that fits hold where the wish
            has none.
        stillness: how long a picture must keep still before it is read.
        frozen: seconds without change after which that is told.
    """

    def __init__(
        self,
        wish: Wish,
        puzzle: str | None = None,
        *,
        eyes: Reader | None = None,
        profiles: Sequence[Profile] = (),
        stillness: Stillness | None = None,
        frozen: float = FROZEN,
    ) -> None:
        self._wish, self._named = wish, puzzle is not None
        self._eyes: Reader = eyes or Eyes(puzzle, profiles)
        self._profiles = {one.name: one for one in profiles}
        self._still = stillness or Stillness()
        self._frozen = frozen
        self._last: Frame | None = None
        self._read = False  # whether the picture has been read since it last changed
        self._waiting: tuple[Reading, float] | None = None  # what was read but has to stand, and since when
        self._hurried: str | None = None
        self._known: Reading | None = None  # what was read last, as the detector gave it
        self._title = ""
        self._result: Result | None = None  # the board and the clicks left
        self._trusted = False
        self._away = False  # whether there was nothing to look at since the board was last read
        self._told: tuple[str, tuple[str, ...]] | None = None  # what is wrong at present, as it was told
        self._made = 0
        self._changed = 0.0

    @property
    def area(self) -> Box | None:
        """The only pixels that matter at present; None for all of them."""
        if self._known is None or self._result is None or self._told is not None or self._last is None:
            return None
        return area_of(self._known, (self._last.width, self._last.height))

    @property
    def result(self) -> Result | None:
        """The board and the clicks left, while they hold."""
        return None if self._told is not None else self._result

    def look(self, glance: Glance) -> tuple[Event, ...]:
        """Take one look into account; what happened with it, mostly nothing."""
        if isinstance(glance, Absence):
            self._last, self._read, self._away = None, False, True
            self._still.restart()
            return self._tell("lost", glance.time, (glance.reason,))
        last, self._last = self._last, glance
        moved = last is None or not same(last.pixels, glance.pixels, self.area)
        if moved:
            self._read, self._waiting, self._changed = False, None, glance.time
        state = self._still.look(glance.time, moved=moved)
        if self._read:
            return self._freezing(glance.time)
        if state == "moving":
            return ()
        if state == "restless":
            return self._restless(glance)
        reading, since = self._waiting or (self._eyes.read(glance, self._known), glance.time)
        if not self._expected(reading):
            if self._waiting is None and reading.verdict == "sure" and self._known is not None:
                # Not what was to come at the known place: look again without that in mind.
                fresh = self._eyes.read(glance, None)
                reading = fresh if fresh.verdict == "sure" else reading
            self._waiting = reading, since
            if glance.time - since < STANDING:
                return ()
        self._read, self._waiting, self._hurried = True, None, None
        return self._settled(glance, reading)

    def _expected(self, reading: Reading) -> bool:
        """Whether this is the board that was there, or what clicks of the plan or one click make of it."""
        plan = None if self._result is None else self._result.solution
        if plan is None or not clear(reading) or self._away:
            return False
        try:
            board = self._board(reading)
        except BoardsightError:
            return False
        if board.puzzle != plan.board.puzzle:
            return False
        return (
            board == plan.board or ticking.once(plan.board, board) or bool(ticking.made(plan.board, board, plan.steps))
        )

    def _restless(self, frame: Frame) -> tuple[Event, ...]:
        """The picture never keeps still: believe what two looks in a row read for sure."""
        reading = self._eyes.read(frame, self._known)
        board = reading.board if reading.verdict == "sure" and clear(reading) else None
        before, self._hurried = self._hurried, board
        if board is not None and before is None:
            return ()
        self._still.restart()
        if board is not None and board == before:
            self._hurried = None
            return self._settled(frame, reading)
        if self._result is not None and self._told is None:
            return ()
        return self._tell("unsure", frame.time, ("the picture does not keep still", *reading.reasons))

    def _settled(self, frame: Frame, reading: Reading) -> tuple[Event, ...]:
        """What a readable picture means."""
        if not clear(reading):
            return self._tell("unsure", frame.time, reading.reasons or ("some cells can't be read",))
        if self._covered(frame, reading):
            return self._tell("unsure", frame.time, ("something seems to lie over a part of the board: move it away",))
        try:
            board = self._board(reading)
        except BoardsightError as error:
            return self._tell("unsure", frame.time, (str(error),))
        before = None if self._result is None else self._result.board
        ours = before is not None and before.puzzle == board.puzzle
        trusted = reading.verdict == "sure" or (ours and self._trusted and self._at_place(reading))
        if not trusted and ours and before is not None and board != before and self._at_place(reading):
            trusted = ticking.once(before, board)  # it behaves as the puzzle does
        if self._trusted and not trusted and self._unmoved(frame):
            return self._tell("unsure", frame.time, reading.reasons)
        events = self._follow(frame, reading, board, trusted=trusted)
        if trusted:
            self._eyes.remember(frame, reading)
        return events

    def _follow(self, frame: Frame, reading: Reading, board: Board, *, trusted: bool) -> tuple[Event, ...]:
        """Compare a board with the one before and tell the difference."""
        plan = None if self._result is None else self._result.solution
        place, was = self._at_place(reading) and self._told is None, self._trusted
        title, self._title = self._title, frame.source
        away, self._away = self._away, False
        self._known, self._trusted = reading, trusted
        if plan is not None and plan.board.puzzle == board.puzzle and not (away and plan.board != board):
            if plan.board == board:
                self._result = self._renewed(frame, reading, plan)
                return () if place and was == trusted else self._announce(frame, reading, "board")
            done = ticking.made(plan.board, board, plan.steps) if plan.steps else None
            if done:
                self._result = self._renewed(frame, reading, ticking.rest(plan, board, done))
                self._made += sum(step.times for step in done)
                names = tuple(str(step) for step in done)
                events = self._announce(frame, reading, "step-done", names)
                return events + self._announce(frame, reading, "solved") if not self._result.clicks else events
            result = settle((reading,), self._wished(reading), source=frame.source, size=(frame.width, frame.height))
            if result.solvable is False and title == frame.source:
                return self._tell("unsure", frame.time, ("no clicks lead from the board before to what is seen now",))
            self._result, solution = result, result.solution
            if solution is not None and solution.cost == 0:
                return self._announce(frame, reading, "solved")
            if plan.steps and plan.cost <= FEW and title != frame.source:
                won = Event("solved", frame.time, made=self._made + plan.cost, reasons=("the next board came at once",))
                self._made = 0
                return (won, *self._announce(frame, reading, "board"))
            if plan.steps and ticking.near(plan.board, board):
                return self._announce(frame, reading, "replanned")
        else:
            self._result = settle(
                (reading,), self._wished(reading), source=frame.source, size=(frame.width, frame.height)
            )
        self._made = 0
        solution = self._result.solution
        return self._announce(frame, reading, "solved" if solution is not None and solution.cost == 0 else "board")

    def _announce(self, frame: Frame, reading: Reading, kind: Kind, done: tuple[str, ...] = ()) -> tuple[Event, ...]:
        """An event with the plan as it is now; ``unsure`` instead while the board is not to be trusted."""
        result = self._result
        if result is None:
            return ()
        shown = len({cell.state for cell in reading.cells}) > 1
        doubted = result.verdict == "unsure" and (reading.verdict == "sure" or result.solution is None)
        if self._trusted and not doubted:
            result = result.changed(verdict="sure", reasons=result.reasons if not result.clicks else ())
        elif not (self._named and shown and result.solution is not None):
            return self._tell("unsure", frame.time, result.reasons)
        self._told, self._result = None, result
        return (Event(kind, frame.time, result, done, self._made, result.reasons),)

    def _tell(self, kind: Kind, time: float, reasons: tuple[str, ...]) -> tuple[Event, ...]:
        """Say what is wrong, once."""
        if self._told == (kind, reasons):
            return ()
        self._told = (kind, reasons)
        return (Event(kind, time, made=self._made, reasons=reasons),)

    def _freezing(self, time: float) -> tuple[Event, ...]:
        """A hint, once, where nothing has changed for long though there are clicks to make. The plan holds."""
        result = self.result
        if result is None or not result.clicks or time - self._changed < self._frozen:
            return ()
        self._changed = float("inf")
        return (Event("unsure", time, result, made=self._made, reasons=(FREEZES,)),)

    def _board(self, reading: Reading) -> Board:
        lead = swapped(reading) if self._wish.swap else reading
        return board_of(lead.board or "", lead.kind, states=max(2, lead.states), rule=self._wished(reading).rule)

    def _wished(self, reading: Reading) -> Wish:
        used = self._profiles.get(reading.profile or "")
        return self._wish if used is None else by_profile(self._wish, used)

    def _renewed(self, frame: Frame, reading: Reading, solution: Solution) -> Result:
        """The plan kept, its clicks at the places of this reading."""
        lead = swapped(reading) if self._wish.swap else reading
        return kept(lead, solution, frame.source, (frame.width, frame.height))

    def _at_place(self, reading: Reading) -> bool:
        """Whether a board lies where the one before lay."""
        return self._known is not None and in_place(self._known, reading)

    def _unmoved(self, frame: Frame) -> bool:
        """Whether the window is as it was when the board was last read."""
        result = self._result
        size = frame.width, frame.height
        return result is not None and result.size == size and self._title == frame.source and not self._away

    def _covered(self, frame: Frame, reading: Reading) -> bool:
        """Whether a smaller board lies inside the known one, in a window that is as it was."""
        known = self._known
        if known is None or not self._trusted or not self._unmoved(frame) or len(reading.cells) >= len(known.cells):
            return False
        return within(area_of(known, (frame.width, frame.height)), reading)
