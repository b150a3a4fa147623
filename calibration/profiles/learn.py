"""Learn a profile from labelled pictures."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from calibration.profiles import looks
from calibration.profiles.fit import Labelled, fitted
from calibration.profiles.lattices import further
from calibration.profiles.locate import locate, settled
from calibration.profiles.places import pitch_of, plane, windows
from calibration.profiles.profile import GRIDS, Profile, ProfileError, check_name
from solver.notation import parse
from solver.typed import typed_board
from vision.look import look
from vision.scene import Scene

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from vision.frame import Frame
    from vision.reading import Reading

PLAIN = 1.5
"""Spread between the states over spread within them, from which a place is not doubted."""


def learn(
    name: str,
    shots: Sequence[tuple[Frame, str]],
    *,
    kind: str | None = None,
    goal: str = "",
    cycle: str = "",
    rule: str = "",
    buttons: Sequence[tuple[str, tuple[float, float]]] = (),
) -> Profile:
    """Learn what a game's board looks like.

    Args:
        name: of the profile.
        shots: pictures, each with what is really on it in text notation; together they show every state.
        kind: the puzzle; what the eye says of the first picture when None.
        goal: what ``--goal`` would say; empty for the puzzle's own.
        cycle: the digits of the boards in the order in which a click carries them; as they are when empty.
        rule: the name of a rule; empty for the puzzle's own.
        buttons: (move's name, (x, y) in pixels of the first picture).

    Raises:
        ProfileError: a board can't be found in its picture, the labels contradict the pictures, or a state is shown
            nowhere.
    """
    check_name(name)
    if not shots:
        raise ProfileError("a profile is learnt from at least one picture and its board")
    order = _order(cycle, [board for _, board in shots])
    scenes = [(Scene(frame), look(frame), board) for frame, board in shots]
    kind = kind or next((found[0].kind for _, found, _ in scenes if found[0].kind), None)
    if kind is None:
        raise ProfileError("no board was found in the first picture: name the puzzle with --puzzle")
    labelled, homographies = [], []
    for number, (scene, found, board) in enumerate(scenes, 1):
        states = _states(board, order)
        _sized(scene, found, kind, states)
        best = _placed(scene, found, kind, board, states)
        if (best is None or best[0] < PLAIN) and kind in GRIDS:
            more = _placed(scene, further(scene), kind, board, states)
            best = max((one for one in (best, more) if one is not None), key=lambda one: one[0], default=None)
        if best is None and kind in GRIDS:
            best = _searched(scene, kind, board, states)
        if best is None:
            raise ProfileError(
                f"{scene.frame.source}: no lattice was found for the board {board} (picture {number}): "
                "crop the picture closer to the board, or take one at a larger scale"
            )
        homographies.append(best[1])
        labelled.append(Labelled(scene.frame, board, states, best[2], pitch_of(best[1])))
    profile = fitted(name, kind, labelled, len(order))
    shapes = sorted({(len(lines), max(map(len, lines))) for lines in (parse(one.board) for one in labelled)})
    flat = np.asarray(np.linalg.inv(homographies[0]), np.float64)
    return replace(
        profile,
        shapes=tuple(shapes),
        goal=_goal(goal, order, kind, labelled[0]),
        rule=rule,
        buttons=tuple((move, _mapped(flat, place)) for move, place in buttons),
    )


def _sized(scene: Scene, found: Sequence[Reading], kind: str, states: Sequence[int]) -> None:
    """A board of which most is missing is a slip: it would be found in some corner of the whole one."""
    for reading in found[:1]:
        if reading.verdict == "sure" and reading.kind == kind and 2 * len(states) < len(reading.cells):
            raise ProfileError(
                f"{scene.frame.source}: shows a board of {len(reading.cells)} cells, but {len(states)} are labelled: "
                "write the whole board after --board"
            )


def _placed(
    scene: Scene, found: Sequence[Reading], kind: str, board: str, states: Sequence[int]
) -> tuple[float, NDArray[np.float64], NDArray[np.uint8]] | None:
    """The place whose cells the labels part best: how well, board plane → pixels, and the cells' pictures."""
    best = None
    for homography in windows(found, kind, board):
        cells = looks.cut(scene, homography, plane(kind, board))
        quality = _parted(looks.lab(cells), np.array(states))
        if best is None or quality > best[0]:
            best = (quality, homography, cells)
    return best


def _searched(
    scene: Scene, kind: str, board: str, states: Sequence[int]
) -> tuple[float, NDArray[np.float64], NDArray[np.uint8]] | None:
    """As ``_placed``, for a board without holes of which the eye sees nothing; None where the labels part nothing."""
    rows = len(parse(board))
    cols = len(states) // rows
    cells = plane(kind, board)
    if len(cells) != rows * cols or len({y for _, y in cells}) * len({x for x, _ in cells}) != len(cells):
        return None

    def quality(homography: NDArray[np.float64]) -> float:
        return _parted(looks.lab(looks.cut(scene, homography, cells)), np.array(states))

    found = [settled(place, rows, cols, quality) for place in locate(scene, rows, cols, states)]
    best = max(((quality(place), place) for place in found), key=lambda one: one[0], default=None)
    return None if best is None or best[0] < PLAIN else (*best, looks.cut(scene, best[1], cells))


def _order(cycle: str, boards: Sequence[str]) -> dict[str, int]:
    """State of each digit."""
    shown = sorted({sign for board in boards for sign in board if sign.isdigit()})
    if not cycle:
        return {str(digit): digit for digit in range(1 + max((int(sign) for sign in shown), default=0))}
    if not cycle.isdigit() or len(set(cycle)) != len(cycle):
        raise ProfileError(f"--cycle {cycle}: write every digit once, in the order in which a click carries them")
    if not set(shown) <= set(cycle):
        raise ProfileError(f"--cycle {cycle}: the boards also show {', '.join(sorted(set(shown) - set(cycle)))}")
    return {digit: state for state, digit in enumerate(cycle)}


def _states(board: str, order: dict[str, int]) -> tuple[int, ...]:
    signs = [sign for line in parse(board) for sign in line if sign is not None]
    if not all(isinstance(sign, int) for sign in signs):
        raise ProfileError(f"{board}: every cell of a labelled board must be known")
    return tuple(order[str(sign)] for sign in signs)


def _parted(cells: NDArray[np.float64], states: NDArray[np.int64]) -> float:
    """How well the labels part the cells: spread between the states over spread within them; 0 for one state."""
    means = {state: cells[states == state].mean(axis=0) for state in set(states.tolist())}
    within = np.mean([((cells[i] - means[int(state)]) ** 2).mean() for i, state in enumerate(states)])
    middle = cells.mean(axis=0)
    across = np.mean([((means[int(state)] - middle) ** 2).mean() for state in states])
    if len(means) < 2:
        return float(1.0 / (looks.FLOOR**2 + within))
    return float(across / (looks.FLOOR**2 + within))


def _goal(goal: str, order: dict[str, int], kind: str, first: Labelled) -> str:
    """The goal in click order; checked against the first board."""
    if not goal:
        return ""
    renamed = goal
    if goal.startswith("all-") and goal[4:] in order:
        renamed = f"all-{order[goal[4:]]}"
    elif "/" in goal:
        renamed = "".join(str(order[sign]) if sign in order else sign for sign in goal)
    from solver.typed import goal_boards  # noqa: PLC0415  # rarely given

    text = "".join(str(order[sign]) if sign in order else sign for sign in first.board)
    goal_boards(typed_board(kind, text, states=max(2, len(order))), renamed)
    return renamed


def _mapped(matrix: NDArray[np.float64], place: tuple[float, float]) -> tuple[float, float]:
    x, y, w = matrix @ np.array([*place, 1.0])
    return round(float(x / w), 3), round(float(y / w), 3)
