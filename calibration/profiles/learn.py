"""Learn a profile from labelled pictures."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from calibration.profiles import looks
from calibration.profiles.fit import GLYPHS, Labelled, fitted
from calibration.profiles.labels import Shot, placed
from calibration.profiles.laid import Place, goes_on
from calibration.profiles.lattices import blank
from calibration.profiles.places import pitch_of, voids
from calibration.profiles.profile import GRIDS, MOST_STATES, Profile, ProfileError, Site, check_name
from solver.notation import parse
from solver.typed import typed_board
from vision.look import look
from vision.scene import Scene
from vision.wheels.template import ROWS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from calibration.profiles.labels import Placed
    from vision.frame import Frame
    from vision.reading import Reading

PANEL = (3, 3, 3)
"""Signs in each row of a heresy panel."""
FACES = 2
"""States of a memento cell."""


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
        kind: the puzzle; what the eye says of the pictures when None.
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
    kind = kind or _kind(scenes, len(order))
    if kind is None:
        raise ProfileError("no board was found in the first picture: name the puzzle with --puzzle")
    shots_read = [Shot(scene, found, board, _states(board, order)) for scene, found, board in scenes]
    for shot in shots_read:
        _check_seen(shot, kind)
    labelled: list[Labelled] = []
    sites = []
    bare: list[NDArray[np.uint8]] = []
    for number, (shot, best) in enumerate(zip(shots_read, placed(shots_read, kind), strict=True), 1):
        if best is None:
            raise ProfileError(
                f"{shot.scene.frame.source}: no lattice was found for the board {shot.board} (picture {number}): "
                "crop the picture closer to the board, or take one at a larger scale"
            )
        eye = _eye(shot.found, kind, best.homography)
        pitch = pitch_of(best.homography)
        labelled.append(Labelled(shot.scene.frame, shot.board, shot.states, best.cells, pitch, eye, best.extent))
        sites.append(_site(shot, best))
        if kind == "lights-out" and (missing := voids(shot.board)):
            bare.append(looks.cut(shot.scene, best.homography, missing, best.extent))
    profile = fitted(name, kind, labelled, len(order))
    for shot, site in zip(shots_read, sites, strict=True):
        _check_whole(shot, site, profile)
    shapes = sorted({site.shape for site in sites})
    flat = np.asarray(np.linalg.inv(np.reshape(sites[0].homography, (3, 3))), np.float64)
    return replace(
        profile,
        shapes=tuple(shapes),
        goal=_goal(goal, rule, order, kind, labelled[0]),
        rule=rule,
        buttons=tuple((move, _mapped(flat, place)) for move, place in buttons),
        sites=tuple(dict.fromkeys(sites)),
        void=np.rint(np.concatenate(bare).mean(axis=0)).astype(np.uint8) if bare else None,
    )


def _kind(scenes: Sequence[tuple[Scene, list[Reading], str]], states: int) -> str | None:
    """The puzzle that the eye sees in the pictures, where boards like the labels are that puzzle's.

    What it is sure of is believed before all else; where labels leave but one puzzle it is that one.
    """
    rows = {tuple(len(line) for line in parse(board)) for _, _, board in scenes}
    every = len({sign for _, _, board in scenes for sign in board if sign.isdigit()}) == states
    allowed = {
        "lights-out": (every or rows != {PANEL}) and all(len(set(lengths)) == 1 for lengths in rows),
        "memento": states <= FACES and all(len(set(lengths)) == 1 for lengths in rows),
        "wheels": rows == {tuple(map(len, ROWS))},
        "heresy": states <= GLYPHS and rows == {PANEL},
    }
    leading = [found[0] for _, found, _ in scenes]
    seen = [one.kind for sure in (True, False) for one in leading if (one.verdict == "sure") == sure]
    left = [kind for kind, can in allowed.items() if can]
    return next((kind for kind in seen if kind in left), left[0] if len(left) == 1 else None)


def _check_seen(shot: Shot, kind: str) -> None:
    """Labels must not say what the eye is sure is not so.

    A board of which most is missing is a slip: it would be found in some corner of the whole one. So is one state where
    several are seen: all would be learnt as one. Labels name the puzzle, which settles some of the eye's doubts.
    """
    for seen in shot.found[:1]:
        reading = seen if seen.verdict == "sure" else look(shot.scene.frame, (kind,))[0]
        if reading.verdict != "sure" or reading.kind != kind:
            continue
        if 2 * len(shot.states) < len(reading.cells):
            raise ProfileError(
                f"{shot.scene.frame.source}: shows a board of {len(reading.cells)} cells, but {len(shot.states)} are "
                "labelled: write the whole board after --board"
            )
        shown = len({cell.state for cell in reading.cells})
        if shown > len(set(shot.states)) == 1:
            raise ProfileError(
                f"{shot.scene.frame.source}: shows {shown} kinds of cells, but the board {shot.board} says they are "
                "all alike: check the notation"
            )


def _check_whole(shot: Shot, site: Site, profile: Profile) -> None:
    """A line that is missing is a slip, too: where the eye sees more cells, and they look as those that were learnt."""
    rows, cols = site.shape
    more = any(one.kind in GRIDS and len(one.cells) > rows * cols for one in shot.found[:1])
    if profile.kind != "lights-out" or not more:
        return
    matrix = np.reshape(site.homography, (3, 3))
    board = blank(matrix, rows, cols)
    points = [(cell.col + 0.5, cell.row + 0.5) for cell in board.cells]
    if any(goes_on(shot.scene, Place(board, matrix, site.shape, points), theme) for theme in profile.each):
        raise ProfileError(
            f"{shot.scene.frame.source}: cells go on beside the {rows}×{cols} that the board {shot.board} says: "
            "write the whole board after --board"
        )


def _eye(found: Sequence[Reading], kind: str, homography: NDArray[np.float64]) -> tuple[int | None, ...]:
    """What the eye reads at the place of that homography (3×3); empty where it reads none of that kind."""
    for reading in found:
        if reading.kind == kind and np.allclose(np.reshape(reading.homography, (3, 3)), homography):
            return tuple(cell.state for cell in reading.cells)
    return ()


def _site(shot: Shot, place: Placed) -> Site:
    lines = parse(shot.board)
    matrix = place.homography / place.homography[2, 2]
    size = shot.scene.frame.width, shot.scene.frame.height
    return Site(size, (len(lines), max(map(len, lines))), tuple(round(float(v), 6) for v in matrix.ravel()))


def _order(cycle: str, boards: Sequence[str]) -> dict[str, int]:
    """State of each digit."""
    for board in boards:
        if any(isinstance(sign, int) and sign >= MOST_STATES for line in parse(board) for sign in line):
            raise ProfileError(f"{board}: write each cell's state as a digit, 0 for the first, and '/' between rows")
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


def _goal(goal: str, rule: str, order: dict[str, int], kind: str, first: Labelled) -> str:
    """The goal in click order; it and the rule are checked against the first board."""
    if not (goal or rule):
        return ""
    text = "".join(str(order[sign]) if sign in order else sign for sign in first.board)
    board = typed_board(kind, text, states=max(2, len(order)), rule=rule or None)
    if not goal:
        return ""
    renamed = goal
    if goal.startswith("all-") and goal[4:] in order:
        renamed = f"all-{order[goal[4:]]}"
    elif "/" in goal:
        renamed = "".join(str(order[sign]) if sign in order else sign for sign in goal)
    from solver.typed import goal_boards  # noqa: PLC0415  # rarely given

    goal_boards(board, renamed)
    return renamed


def _mapped(matrix: NDArray[np.float64], place: tuple[float, float]) -> tuple[float, float]:
    x, y, w = matrix @ np.array([*place, 1.0])
    return round(float(x / w), 3), round(float(y / w), 3)
