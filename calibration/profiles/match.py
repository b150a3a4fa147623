"""Read a board by a profile: every cell gets the state whose learnt look is nearest, named as it was taught.

A profile is judged before it is believed: nearly every cell must look like one of its states. Where the eye is sure,
the profile only gives the names of the states, and only if all its cells agree on them. Where the eye is not, the
profile may settle it, if every cell plainly is one of its states, the board has a learnt shape, and nothing beside it
looks like a cell.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from calibration.profiles import store
from calibration.profiles.blocks import blocks
from calibration.profiles.lattices import further
from calibration.profiles.lay import BELIEVED, best_match, goes_on, plain_cells, shapeless
from calibration.profiles.lightness import named_by_lightness
from calibration.profiles.looks import apart
from calibration.profiles.places import shape_of
from calibration.profiles.profile import GRIDS
from calibration.profiles.seek import seek
from vision.look import look
from vision.reading import CellReading, Reading
from vision.scene import Scene

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from calibration.profiles.lay import Match
    from calibration.profiles.profile import Profile
    from vision.frame import Frame

FEWEST, LOOSE = 9, 2.5
"""To settle what the eye was not sure of takes this many cells, and looks no looser than this."""
DISTINCT = 1.5
"""Nor where two looks are less than this many limits apart."""
STEEP = 40.0
TINTED = 2
SAME_SIZE = 0.06


def apply(
    frame: Frame, readings: Sequence[Reading], profiles: Sequence[Profile], *, named: bool = False
) -> list[Reading]:
    """What the eye found, read again by the profile that fits best; unchanged where none does.

    Args:
        frame: the picture.
        readings: what the eye found in it, the leading one first.
        profiles: to be tried.
        named: a person named the profile, so where it doesn't fit nothing is sure.
    """
    scene = Scene(frame)
    profiles = [theme for one in profiles for theme in one.each]
    places = [one for one in readings if one.cells]
    if not places and any(one.kind in GRIDS for one in profiles):
        # A profile says which puzzle it is: what was refused as some other table may be its board.
        places = [one for kind in GRIDS for one in look(frame, (kind,)) if one.cells]
    found = _read(scene, places, profiles, named=named)
    if not named and readings[0].verdict == "sure":
        # A doubtful fit elsewhere is no reason to doubt what the eye is sure of.
        found = [one for one in found if one[1].verdict == "sure" or one[0].place.reading is readings[0]]
    if not any(said.verdict == "sure" for _, said in found) and readings[0].verdict != "sure":
        grids = [one for one in profiles if one.kind in GRIDS]
        more = _read(scene, further(scene), grids, named=False) if grids else []
        better = [(match, said) for match, said in more if said.verdict == "sure"]
        if not better and not any(plain_cells(match).mean() >= BELIEVED for match, _ in found):
            better = [(match, said) for match, said in more if _whole(scene, match, named=named)]
            better = better or _sought(scene, grids, named=named)
        better = [(match, said) for match, said in better if not _merges(match, readings)]
        # That a profile fits somewhere is weak evidence unless a person says that the picture is of this game.
        found += [(match, said if named else _doubted(said)) for match, said in better]
    if not found:
        return [_unfit(scene, one, profiles[0]) if named else one for one in readings]
    best, said = max(found, key=lambda one: (one[1].verdict == "sure", one[0].worth))
    for other, too in found:
        if other is not best and other.worth[0] >= best.worth[0] and too.board != said.board and said.verdict == "sure":
            reason = f"profile {other.profile.name} fits too and reads it otherwise: name one with --profile"
            said = replace(said, verdict="unsure", reasons=(reason,))
    return [said, *(one for one in readings if one.cells and one is not best.place.reading)]


def _read(
    scene: Scene, readings: Sequence[Reading], profiles: Sequence[Profile], *, named: bool
) -> list[tuple[Match, Reading]]:
    """What each profile makes of the readings, where it is worth saying."""
    found = []
    for profile in profiles:
        match = best_match(scene, readings, profile)
        if match is not None and _merges(match, [match.place.reading]):
            continue
        said = None if match is None else _reading(scene, match, named=named)
        if match is None or said is None:
            continue
        if named or said.verdict == "sure" or not said.suspects or _credible(match):
            found.append((match, said))
    return found


def _sought(scene: Scene, profiles: Sequence[Profile], *, named: bool) -> list[tuple[Match, Reading]]:
    """What profiles of grids make of places where they would fit: at the sizes learnt and, if need be, at any."""
    for wide in (False, True) if named else (False,):
        found = []
        for one in profiles:
            places = [*([] if wide else blocks(scene, one)), *seek(scene, one, wide=wide)]
            found += _read(scene, places, [one], named=False)
        if found := [(match, said) for match, said in found if _whole(scene, match, named=named)]:
            return found
    return []


def _whole(scene: Scene, match: Match, *, named: bool) -> bool:
    """Whether what the eye did not see is a board: of plain cells, not all of one colour, and none beside it."""
    if plain_cells(match).mean() < BELIEVED:
        return False
    known, shown = match.place.shape in match.profile.shapes, len(set(match.fit.states.tolist()))
    if named and known and shown > 1:
        return True  # the page may look like one of the states
    if not named and match.profile.limit > LOOSE:
        return False
    likely = known or (_sized(match) if shown > 1 else named and not shapeless(match.profile))
    return likely and not goes_on(scene, match)


def _sized(match: Match) -> bool:
    """Whether cells are of a size that was learnt; of shapeless ones parts would do as well as wholes."""
    return abs(match.scale) <= SAME_SIZE or not shapeless(match.profile)


def _doubted(said: Reading) -> Reading:
    reason = f"only profile {said.profile} sees a board here: --profile insists on it"
    return replace(said, verdict="unsure", reasons=(reason,), confidence=min(said.confidence, 0.5))


def _unfit(scene: Scene, reading: Reading, profile: Profile) -> Reading:
    if reading.verdict == "none":
        return reading
    reason = f"profile {profile.name} fits no board here: --profile none reads without it"
    guessed = named_by_lightness(scene, reading, profile) if reading.cells and reading.kind in GRIDS else reading
    return replace(guessed, verdict="unsure", reasons=(*reading.reasons, reason))


def _reading(scene: Scene, match: Match, *, named: bool) -> Reading | None:
    """The match as a reading, with its verdict; None where the eye was sure of something the profile can't mean."""
    profile, old = match.profile, match.place.reading
    plain = plain_cells(match)
    reasons: tuple[str, ...] = ()
    if old.verdict == "sure" and len(old.cells) == len(plain):
        names = _names(match, plain)
        if names is not None:
            return _renamed(match, names)
        if not (plain.mean() >= BELIEVED and (named or _settles(match))):
            return None
        if not named and len(set(match.fit.states.tolist())) < 2:
            return None
        # A pointer over a cell may outshine what makes a state: the learnt looks know what that is.
        reasons = (f"profile {profile.name} tells the cells apart otherwise than they look at first sight",)
    elif not plain.all():
        places = _cells(match)
        said = ", ".join(f"r{places[i].row + 1} c{places[i].col + 1}" for i in np.flatnonzero(~plain)[:3])
        reasons = (f"{said}: not plainly a state of profile {profile.name}",)
    elif not _settles(match):
        reasons = old.reasons or (f"profile {profile.name} fits, but not well enough to be sure",)
    elif profile.kind in GRIDS and goes_on(scene, match):
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
        memory=old.memory if match.place.shape == shape_of(old) else None,
        profile=profile.name,
        buttons=_buttons(match),
    )


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
        buttons=_buttons(match),
    )


def _names(match: Match, plain: NDArray[np.bool_]) -> dict[int | None, int] | None:
    """The profile's name for each of the eye's states: what all plain cells agree on; None where they don't."""
    names: dict[int | None, int] = {}
    for cell, state, good in zip(match.place.reading.cells, match.fit.states.tolist(), plain, strict=True):
        if good and names.setdefault(cell.state, state) != state:
            return None
    seen = {cell.state for cell in match.place.reading.cells}
    if names.keys() != seen or len(set(names.values())) != len(seen):
        return None
    if match.place.reading.kind not in GRIDS and any(one != two for one, two in names.items()):
        return None
    return names


def _merges(match: Match, readings: Sequence[Reading]) -> bool:
    """Whether all is one state to the profile where the eye sees several, each in more cells than a pointer tints."""
    if len(set(match.fit.states.tolist())) > 1:
        return False
    seen = (Counter(cell.state for cell in one.cells) for one in readings if match.profile.suits(one.kind))
    return any(sum(count > TINTED for count in states.values()) > 1 for states in seen)


def _credible(match: Match) -> bool:
    """Whether a match with doubtful cells is worth saying: it parts the others as the eye does, or knows the board."""
    if match.place.shape == shape_of(match.place.reading) and _names(match, plain_cells(match)) is not None:
        return True
    merged = len(set(match.fit.states.tolist())) < len({cell.state for cell in match.place.reading.cells})
    return match.place.shape in match.profile.shapes and match.profile.limit <= LOOSE and not merged


def _settles(match: Match) -> bool:
    """Whether the match is good enough to be sure where the eye was not."""
    place, profile = match.place, match.profile
    if place.shape not in profile.shapes or len(place.points) < FEWEST or profile.limit > LOOSE:
        return False
    # A pointer or another light must not be able to carry one state's look over to another's.
    if apart(profile) < DISTINCT * profile.limit:
        return False
    # One and the same look everywhere is weak evidence: then at least the eye must have found just these cells.
    return len(set(match.fit.states.tolist())) > 1 or place.shape == shape_of(place.reading)


def _cells(match: Match) -> tuple[CellReading, ...]:
    """The cells in their nearest states; how probable those are by their looks."""
    fit, count = match.fit, max(2, match.profile.states)
    chances = np.zeros((len(fit.states), count))
    # Even half way between two looks, certain at one.
    chances[:, : match.profile.states] = np.exp(-STEEP * (0.5 - fit.between))
    chances[np.arange(len(chances)), fit.states] = 1.0
    chances /= chances.sum(axis=1, keepdims=True)
    place = match.place
    if place.shape == shape_of(place.reading) and len(place.reading.cells) == len(place.points):
        where = [(cell.row, cell.col, cell.center) for cell in place.reading.cells]
    else:
        pixels = np.array([(x, y, 1.0) for x, y in place.points]) @ place.homography.T
        where = [
            (number // place.shape[1], number % place.shape[1], (float(x / w), float(y / w)))
            for number, (x, y, w) in enumerate(pixels)
        ]
    return tuple(
        CellReading(row, col, int(state), tuple(map(float, chance)), center)
        for (row, col, center), state, chance in zip(where, fit.states, chances, strict=True)
    )


def _buttons(match: Match) -> tuple[tuple[str, tuple[float, float]], ...]:
    """The profile's buttons in pixels of this picture."""
    found = []
    for move, (x, y) in match.profile.buttons:
        u, v, w = match.place.homography @ np.array([x, y, 1.0])
        found.append((move, (float(u / w), float(v / w))))
    return tuple(found)


def profiled(frame: Frame, name: str) -> list[Reading]:
    """Look at a frame and read it by the profile of that name.

    Raises:
        ProfileError: there is no such profile.
    """
    return apply(frame, look(frame), store.chosen(name), named=True)
