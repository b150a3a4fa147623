"""What a profile's match says as a reading: the states by their taught names, the verdict, the reasons for doubt."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from calibration.profiles import signs
from calibration.profiles.laid import BELIEVED, goes_on, plain_cells
from calibration.profiles.lattices import sites
from calibration.profiles.looks import apart
from calibration.profiles.places import pitch_of
from calibration.profiles.profile import GRIDS
from vision.reading import CellReading, Reading
from vision.wheels.judge import COLOURS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from calibration.profiles.laid import Match
    from vision.scene import Scene

FEWEST, LOOSE = 9, 2.5
"""To settle what the eye was not sure of takes this many cells, and looks no looser than this."""
DISTINCT = 1.5
"""Nor where two looks are less than this many limits apart."""
STEEP = 40.0
SAME_PLACE = 0.25
"""Cells by which the corners of a board may lie elsewhere than they did in a picture that was learnt."""


def said(scene: Scene, match: Match, *, named: bool) -> Reading | None:
    """The match as a reading, with its verdict; None where the eye was sure of something the profile can't mean."""
    profile, old = match.profile, match.place.reading
    plain = plain_cells(match)
    reasons: tuple[str, ...] = ()
    if old.reasons == (COLOURS,) and len(old.cells) == len(plain):
        # A lock that only lacks the names of its colours: that is what the profile knows.
        names = names_of(match, plain, given=False)
        if names is not None and not _odd(match, plain, names):
            return replace(_renamed(match, names), verdict="sure", reasons=())
    if profile.kind == old.kind == "heresy" and len(old.cells) == len(plain):
        # The eye knows the signs by themselves: what is not plain to the profile is as the eye has it.
        eye = np.array([-1 if cell.state is None else cell.state for cell in old.cells])
        contrary = plain & (match.fit.states != eye)
        if old.verdict == "sure":
            known = replace(old, profile=profile.name, buttons=match.buttons)
            return known if not contrary.any() else _denied(match, known, np.flatnonzero(contrary).tolist())
        match = _as_seen(match, {int(i): int(eye[i]) for i in np.flatnonzero(~plain & (eye >= 0))})
    if old.verdict == "sure" and len(old.cells) == len(plain):
        names = names_of(match, plain)
        if names is not None and not (odd := _odd(match, plain, names)):
            return _renamed(match, names)
        if names is not None:
            reasons = (_sees_another(match, odd),)
        elif not (plain.mean() >= BELIEVED and (named or profile.kind == "wheels" or settles(match))) or (
            not named and len(set(match.fit.states.tolist())) < 2
        ):
            return None
        else:
            # A pointer over a cell may outshine what makes a state: the learnt looks know what that is.
            reasons = (f"profile {profile.name} tells the cells apart otherwise than they look at first sight",)
    elif not plain.all():
        doubtful = np.flatnonzero(~plain).tolist()
        unknown = f", which was never shown state {', '.join(map(str, profile.unseen))}" if profile.unseen else ""
        reasons = (f"{_spelt(match, doubtful)}: not plainly a state of profile {profile.name}{unknown}",)
    elif not settles(match):
        reasons = old.reasons or (f"profile {profile.name} fits, but not well enough to be sure",)
    elif len(set(match.fit.states.tolist())) < 2 and not _at_site(scene, match):
        reasons = ("all cells look alike, as in many a table, and no board of the profile's pictures lay here",)
    elif profile.kind in GRIDS and goes_on(scene, match.place, match.profile):
        reasons = (f"cells like those of profile {profile.name} go on beside the board",)
    cells = _cells(match)
    certain = float(np.prod([cell.confidence for cell in cells]))
    return replace(
        old,
        verdict="unsure" if reasons else "sure",
        reasons=reasons,
        kind=profile.kind,
        states=max(2, profile.states),
        cells=cells,
        confidence=min(certain, 0.5) if reasons else certain,
        homography=tuple(float(v) for v in (match.place.homography / match.place.homography[2, 2]).ravel()),
        suspects=tuple(int(i) for i in np.flatnonzero(~plain)),
        memory=old.memory if match.place.shape == old.size else None,
        profile=profile.name,
        buttons=match.buttons,
    )


def _denied(match: Match, seen: Reading, numbers: Sequence[int]) -> Reading:
    """What the eye is sure of, in doubt since the profile plainly sees other states in some cells."""
    reasons, doubted = (_sees_another(match, numbers),), min(seen.confidence, 0.5)
    return replace(seen, verdict="unsure", reasons=reasons, suspects=tuple(numbers), confidence=doubted)


def _sees_another(match: Match, numbers: Sequence[int]) -> str:
    return f"{_spelt(match, numbers)}: profile {match.profile.name} sees another state there"


def _as_seen(match: Match, states: dict[int, int]) -> Match:
    """The match with some cells in the states that the eye sees."""
    own, between = match.fit.states.copy(), match.fit.between.copy()
    for number, state in states.items():
        if own[number] != state:
            own[number], between[number] = state, 0.5
            between[number, state] = 0.0
    return replace(match, fit=replace(match.fit, states=own, between=between))


def _at_site(scene: Scene, match: Match) -> bool:
    """Whether a board lay just there in a picture that was learnt."""
    place = match.place
    for site in sites(scene, match.profile):
        if site.size == place.shape:
            there = np.reshape(site.homography, (3, 3))
            corners = np.array([(0.0, 0.0, 1.0), (place.shape[1], place.shape[0], 1.0)]).T
            first, second = ((matrix @ corners)[:2] / (matrix @ corners)[2] for matrix in (there, place.homography))
            if np.abs(first - second).max() <= SAME_PLACE * pitch_of(there):
                return True
    return False


def _odd(match: Match, plain: NDArray[np.bool_], names: dict[int | None, int]) -> list[int]:
    """Cells that are plainly of no state, and nearer to another than the eye says."""
    cells = match.place.reading.cells
    return [i for i in np.flatnonzero(~plain).tolist() if names[cells[i].state] != match.fit.states[i]]


def _spelt(match: Match, numbers: Sequence[int]) -> str:
    """Places of the first few cells, for people."""
    cells = _cells(match)
    return ", ".join(f"r{cells[i].row + 1} c{cells[i].col + 1}" for i in numbers[:3])


def _renamed(match: Match, names: dict[int | None, int]) -> Reading:
    """The eye's own reading with the profile's names for its states."""
    old, count = match.place.reading, max(2, match.profile.states)
    cells = []
    for cell in old.cells:
        chances = [0.0] * count
        for state, name in names.items():
            if state is not None:
                chances[name] = cell.probabilities[state]
        whole = sum(chances) or 1.0
        cells.append(replace(cell, state=names[cell.state], probabilities=tuple(chance / whole for chance in chances)))
    return replace(
        old,
        kind=match.profile.kind,
        states=count,
        cells=tuple(cells),
        memory=None if match.profile.kind != old.kind else old.memory,
        profile=match.profile.name,
        buttons=match.buttons,
    )


def names_of(match: Match, plain: NDArray[np.bool_], *, given: bool = True) -> dict[int | None, int] | None:
    """The profile's name for each of the eye's states: what all plain cells agree on; None where they don't.

    The states of locks and panels have names of their own, if these are ``given``.
    """
    names: dict[int | None, int] = {}
    for cell, state, good in zip(match.place.reading.cells, match.fit.states.tolist(), plain, strict=True):
        if good and names.setdefault(cell.state, state) != state:
            return None
    seen = {cell.state for cell in match.place.reading.cells}
    if names.keys() != seen or len(set(names.values())) != len(seen):
        return None
    if given and match.place.reading.kind not in GRIDS and any(one != two for one, two in names.items()):
        return None
    return names


def settles(match: Match) -> bool:
    """Whether the match is good enough to be sure where the eye was not."""
    place, profile = match.place, match.profile
    if place.shape not in profile.shapes or len(place.points) < FEWEST or profile.limit > LOOSE:
        return False
    if profile.kind == "wheels" and len(set(Counter(match.fit.states.tolist()).values())) != 1:
        return False  # a lock has as many of one colour as of the other
    # A pointer or another light must not be able to carry one state's look over to another's.
    if (signs.apart if profile.kind == "heresy" else apart)(profile) < DISTINCT * profile.limit:
        return False
    # One and the same look everywhere is weak evidence: then at least the eye must have found just these cells.
    return len(set(match.fit.states.tolist())) > 1 or place.shape == place.reading.size


def _cells(match: Match) -> tuple[CellReading, ...]:
    """The cells in their nearest states; how probable those are by their looks."""
    fit, count = match.fit, max(2, match.profile.states)
    chances = np.zeros((len(fit.states), count))
    # Even half way between two looks, certain at one.
    chances[:, : match.profile.states] = np.exp(-STEEP * (0.5 - fit.between))
    chances[np.arange(len(chances)), fit.states] = 1.0
    chances /= chances.sum(axis=1, keepdims=True)
    place = match.place
    if place.own:
        where = [(cell.row, cell.col, cell.center) for cell in place.reading.cells]
    else:
        pixels = np.array([(x, y, 1.0) for x, y in place.points]) @ place.homography.T
        where = [
            (int(row), int(col), (float(x / w), float(y / w)))
            for (col, row), (x, y, w) in zip(place.points, pixels, strict=True)
        ]
    return tuple(
        CellReading(row, col, int(state), tuple(map(float, chance)), center)
        for (row, col, center), state, chance in zip(where, fit.states, chances, strict=True)
    )
