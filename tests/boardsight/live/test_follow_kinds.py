"""The follower is the same for every puzzle: picture tiles that it sees, a lock and a panel that are told to it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from boardsight.live.follow import Follower
from boardsight.plan import Wish
from calibration.scenes import memento as scenes
from solver.board import Board
from solver.puzzles import heresy, memento, wheels
from vision.reading import CellReading, Reading

if TYPE_CHECKING:
    from boardsight.live.event import Event
    from vision.frame import Frame


def play(follower: Follower, board: Board, show: Any) -> list[Event]:
    """Make the first step of the plan again and again."""
    events = show(board)
    while follower.result is not None and follower.result.solution is not None and follower.result.solution.steps:
        step = follower.result.solution.steps[0]
        board = board.after(step.move, step.times)
        events += show(board)
    return events


def test_picture_tiles_are_played_to_the_end(film: Any) -> None:
    puzzle = memento.puzzle(3, 3)
    board = Board(puzzle, puzzle.goals[0])
    for move in (puzzle.moves[0], puzzle.moves[4], puzzle.moves[6]):
        board = board.after(move)
    follower = Follower(Wish())

    def show(board: Board) -> list[Event]:
        states = np.array(board.states, np.int8).reshape(3, 3)
        pixels = scenes.render(0, shape=(3, 3), states=states, worn=False).pixels
        return [event for frame in film(pixels) for event in follower.look(frame)]

    events = play(follower, board, show)
    assert [event.kind for event in events] == ["board", "step-done", "step-done", "step-done", "solved"]


class Told:
    """Eyes that are told what to see."""

    def __init__(self) -> None:
        self.board: Board | None = None

    def read(self, frame: Frame, known: Reading | None) -> Reading:
        assert self.board is not None
        puzzle = self.board.puzzle
        cells = tuple(
            CellReading(
                cell.row,
                cell.col,
                state,
                tuple(float(other == state) for other in range(puzzle.states)),
                (60 * cell.x + 40, 60 * cell.y + 40),
            )
            for cell, state in zip(puzzle.cells, self.board.states, strict=True)
        )
        return Reading("sure", (), puzzle.kind, puzzle.states, cells, 1.0, (60, 0, 40, 0, 60, 40, 0, 0, 1))

    def remember(self, frame: Frame, reading: Reading) -> None:
        pass


@pytest.mark.parametrize(
    ("board", "goal"),
    [
        (Board(wheels.puzzle(), (1, 0, 0, 1, 0, 1, 0, 0, 1, 1, 1, 0)), None),
        (Board(heresy.puzzle(), (3, 3, 3, 1, 3, 3, 3, 3, 3)), None),
    ],
    ids=["wheels", "heresy"],
)
def test_a_lock_and_a_panel_are_played_to_the_end(film: Any, board: Board, goal: str | None) -> None:
    eyes = Told()
    follower = Follower(Wish(goal), eyes=eyes)

    def show(board: Board) -> list[Event]:
        eyes.board = board
        shade = sum(state * 3**place for place, state in enumerate(board.states)) % 251
        return [event for frame in film(np.full((400, 400, 3), shade, np.uint8)) for event in follower.look(frame)]

    events = play(follower, board, show)
    kinds = [event.kind for event in events]
    assert kinds[0] == "board"
    assert kinds[-1] == "solved"
    assert set(kinds[1:-1]) == {"step-done"}
