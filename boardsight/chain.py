"""The chain as three functions: picture → ``Reading`` → ``Result`` → marked picture, whichever puzzle it is."""

from __future__ import annotations

from time import perf_counter
from typing import TYPE_CHECKING

import numpy as np

from boardsight.decide import settle
from boardsight.goals import choice
from boardsight.plan import Wish
from boardsight.result import Times
from calibration.profiles import store
from calibration.profiles.match import apply
from solver.errors import BoardsightError
from solver.puzzle import KINDS
from vision import marks
from vision import picture as pictures
from vision.errors import PictureError
from vision.frame import Frame
from vision.look import look
from vision.reading import Reading

if TYPE_CHECKING:
    import os

    from numpy.typing import NDArray

    from boardsight.result import Result
    from calibration.profiles.profile import Profile
    from vision.trace import Trace

    Picture = str | os.PathLike[str] | bytes | NDArray[np.uint8] | Frame


def read(
    picture: Picture,
    *,
    puzzle: str | None = None,
    profile: str | None = None,
    frame: int = 0,
    trace: Trace | None = None,
) -> Reading:
    """Read the leading board in a picture.

    Args:
        picture: a path, the bytes of a picture file, an array H×W×3 uint8 in BGR order, or a ``Frame``.
        puzzle: the kind of puzzle where it is known (``memento``, ``wheels``, ``lights-out``, ``heresy``).
        profile: the name of a learnt profile, or ``none``; whichever fits when None.
        frame: which frame of an animated file, from 0.
        trace: keeps what each stage saw.

    Returns:
        The reading; its verdict is ``none`` where there is no board.

    Raises:
        PictureError: it is not a picture, or larger than the pixel limit.
        BoardsightError: there is no such puzzle.
    """
    return _look(frame_of(picture, frame), puzzle, profile, trace)[0]


def solve(
    picture: Picture | Reading,
    *,
    goal: str | None = None,
    puzzle: str | None = None,
    swap: bool = False,
    order: str = "row",
    rule: str | None = None,
    profile: str | None = None,
    frame: int = 0,
    trace: Trace | None = None,
) -> Result:
    """Read the leading board in a picture and find the fewest clicks that solve it.

    Args:
        picture: as for ``read``, or a reading.
        goal: ``all-0``, ``all-1``, ..., ``same`` (all alike, whichever is cheapest), ``invert`` or a board in text
            notation; the puzzle's own goal where None.
        puzzle: the kind of puzzle where it is known.
        swap: exchange the two states that were read (lit and dark, face up and face down).
        order: ``row``: clicks row by row; ``path``: a short way for the pointer.
        rule: the name of a rule file that says which cells a move changes.
        profile: the name of a learnt profile, or ``none``; whichever fits when None. Its goal and rule hold where none
            are given.
        frame: which frame of an animated file, from 0.
        trace: keeps what each stage saw.

    Returns:
        The result. No board (verdict ``none``) and a board proved unsolvable (``solvable`` is False) are results too.

    Raises:
        PictureError: it is not a picture, or larger than the pixel limit.
        NotationError: the goal can't be understood, or doesn't fit the board.
    """
    wish = Wish(goal=goal, swap=swap, order=order, rule=rule)
    if isinstance(picture, Reading):
        return settle((picture,), wish)
    start = perf_counter()
    seen = frame_of(picture, frame)
    loaded = perf_counter()
    readings = _look(seen, puzzle, profile, trace)
    wish = _wished(wish, readings[0].profile)
    looked = perf_counter()
    return settle(
        tuple(readings),
        wish,
        source=seen.source,
        size=(seen.width, seen.height),
        spent=Times(load=1e3 * (loaded - start), read=1e3 * (looked - loaded)),
    )


def mark(picture: Picture, result: Result, *, frame: int = 0) -> NDArray[np.uint8]:
    """Draw what was read and the clicks on a copy of the picture.

    Args:
        picture: the picture that was solved, as for ``read``.
        result: what ``solve`` gave for it.
        frame: which frame of an animated file, from 0.

    Returns:
        H×W×3 uint8 BGR; taller or wider than the picture where the words needed room.

    Raises:
        PictureError: it is not a picture, or not of the size that was solved.
        BoardsightError: a typed board was solved.
    """
    seen = frame_of(picture, frame)
    size = (seen.width, seen.height)
    reading = result.reading
    if reading is None:
        raise BoardsightError("a typed board has no picture to draw on: solve a picture instead")
    if result.size is not None and result.size != size:
        raise PictureError(
            f"{seen.source}: is {size[0]}×{size[1]} pixels, but what was solved is {result.size[0]}×{result.size[1]}: "
            "mark the picture that was solved"
        )
    board = result.board
    goal = choice(result.offers) if result.offers else None
    if result.hint is not None:
        goal = f"{goal or 'not to be reached'}; or {result.hint}"
    drawn = marks.compute(
        reading,
        result.solution,
        size,
        verdict=result.verdict,
        reasons=result.reasons,
        goal=goal,
        suspects=result.suspects,
        states=None if board is None else board.states,
    )
    return marks.draw(seen.pixels, drawn)


def frame_of(picture: Picture, index: int = 0) -> Frame:
    """The picture as a frame.

    Raises:
        PictureError: it is not a picture, or larger than the pixel limit.
    """
    if isinstance(picture, Frame):
        return picture
    if isinstance(picture, np.ndarray):
        return Frame(picture)
    return pictures.load(picture, frame=index)


def _look(frame: Frame, puzzle: str | None, profile: str | None, trace: Trace | None) -> list[Reading]:
    """What the eye finds, by the profile that fits where there is one."""
    profiles = store.chosen(profile)
    readings = look(frame, _kinds(puzzle), trace)
    named = profile is not None
    return apply(frame, readings, profiles, named=named) if profiles else readings


def _wished(wish: Wish, profile: str | None) -> Wish:
    """The wish, with the goal and the rule of the profile that was used where none are given."""
    if profile is None:
        return wish
    return by_profile(wish, store.load(profile))


def by_profile(wish: Wish, used: Profile) -> Wish:
    """The wish, with the goal and the rule of a profile where none are given."""
    return wish.changed(goal=wish.goal or used.goal or None, rule=wish.rule or used.rule or None)


def _kinds(puzzle: str | None) -> tuple[str, ...] | None:
    if puzzle is None:
        return None
    if puzzle not in KINDS:
        raise BoardsightError(f"there is no puzzle {puzzle!r}: choose one of {', '.join(KINDS)}")
    return (puzzle,)
