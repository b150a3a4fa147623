"""Learn a profile from labelled pictures."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from calibration.profiles import looks
from calibration.profiles.lattices import further
from calibration.profiles.locate import locate, settled
from calibration.profiles.places import plane, windows
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

SLACK, ROOM = 1.6, 1.2
"""A new cell may be this much farther from its look than the farthest that was learnt."""
PLAIN = 1.5
"""Spread between the states over spread within them, from which a place is not doubted."""
ENOUGH, STEADY = 5, 0.25
"""A state of so many cells has a spread of its own where its variance is less than this share of the common one."""
TIGHT = 3.0
"""Cells whose looks are no looser than this show their state beyond doubt, so a label that contradicts is an error."""


@dataclass(frozen=True, slots=True, eq=False)
class Labelled:
    """A picture with its true board and, once found, its cells' pictures."""

    frame: Frame
    board: str
    states: tuple[int, ...]
    cells: NDArray[np.uint8]


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
        labelled.append(Labelled(scene.frame, board, states, best[2]))
    profile = _fitted(name, kind, labelled, len(order))
    shapes = sorted({(len(lines), max(map(len, lines))) for lines in (parse(one.board) for one in labelled)})
    flat = np.asarray(np.linalg.inv(homographies[0]), np.float64)
    made = replace(
        profile,
        shapes=tuple(shapes),
        goal=_goal(goal, order, kind, labelled[0]),
        rule=rule,
        buttons=tuple((move, _mapped(flat, place)) for move, place in buttons),
    )
    _check(made, labelled)
    return made


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


def _fitted(name: str, kind: str, labelled: Sequence[Labelled], count: int) -> Profile:
    cells = np.concatenate([one.cells for one in labelled])
    states = np.concatenate([np.array(one.states) for one in labelled])
    lacking = [str(state) for state in range(count) if not (states == state).any()]
    if lacking:
        raise ProfileError(
            f"no picture shows state {', '.join(lacking)}: give one more picture, or a --cycle of the digits shown"
        )
    means = np.stack([cells[states == state].mean(axis=0) for state in range(count)])
    pictures = np.rint(means).astype(np.uint8)
    numbers, middles = looks.lab(cells), looks.lab(pictures)
    rest = numbers - middles[states]
    spreads = looks.packed(np.hypot(_spreads(rest, states, count), looks.slopes(middles)))
    fit = looks.compare_with(numbers, middles, looks.unpacked(spreads))
    likeness = looks.likeness(numbers, middles[states])
    alike = tuple(round(max(0.0, float(likeness[states == state].min())), 3) for state in range(count))
    return Profile(name, kind, pictures, spreads, round(SLACK * float(fit.away.max()) + ROOM, 3), alike)


def _spreads(rest: NDArray[np.float64], states: NDArray[np.int64], count: int) -> NDArray[np.float64]:
    """Standard deviations within each state (k×D) of cells (N×D, less their state's mean).

    They are pooled over the states, since few cells are known of each; but a state that is plainly steadier than the
    others has its own.
    """
    known = np.bincount(states, minlength=count)
    own = np.stack([(rest[states == state] ** 2).sum(axis=0) for state in range(count)])
    pooled = float(own.sum() / own.shape[1] / max(1, len(rest) - count))
    alone = own.mean(axis=1) / np.maximum(1, known - 1)
    steady = (known >= ENOUGH) & (alone + looks.FLOOR**2 < STEADY * (pooled + looks.FLOOR**2))
    others = ~steady
    shared = own[others].sum(axis=0) / max(1, int(known[others].sum() - others.sum()))
    return np.sqrt(np.where(steady[:, None], own / np.maximum(1, known - 1)[:, None], shared))


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


def _check(profile: Profile, labelled: Sequence[Labelled]) -> None:
    """The profile must read its own pictures right; where cells of one state differ much, nearly right."""
    for one in labelled:
        fit = looks.compare(looks.lab(one.cells), profile)
        wrong = int((fit.states != np.array(one.states)).sum())
        allowed = 0 if profile.limit <= TIGHT else len(one.states) // 10
        if wrong > allowed:
            raise ProfileError(
                f"{one.frame.source}: {wrong} of {len(one.states)} cells do not look as the board {one.board} "
                "says: check the notation, and whether something covers the board. Pictures of unlike themes need a "
                "profile each"
            )
