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

from calibration.profiles import gate, say, store
from calibration.profiles.blocks import blocks
from calibration.profiles.guess import named_by_colour
from calibration.profiles.laid import BELIEVED, goes_on, plain_cells, shapeless
from calibration.profiles.lattices import further, sites
from calibration.profiles.lay import best_match
from calibration.profiles.locks import through
from calibration.profiles.panels import panels, panels_in_colours
from calibration.profiles.profile import GRIDS
from calibration.profiles.seek import seek
from calibration.profiles.tiles import tiled
from vision.look import look
from vision.scene import Scene

if TYPE_CHECKING:
    from collections.abc import Sequence

    from calibration.profiles.laid import Match
    from calibration.profiles.profile import Profile
    from vision.frame import Frame
    from vision.reading import Reading

TINTED = 2
SAME_SIZE = 0.06
MOST, HALF = 0.85, 0.5
"""Shares of a panel's signs that must be fine, and plain, where nobody said which game it is."""


def apply(
    frame: Frame,
    readings: Sequence[Reading],
    profiles: Sequence[Profile],
    *,
    named: bool = False,
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
    hopeful = _hopeful(scene, profiles) if named or readings[0].verdict != "sure" else []
    kinds = {one.kind for one in hopeful if one.kind in GRIDS} if readings[0].verdict != "sure" else set()
    if places:
        kinds -= {"memento"}  # tiles are told from all else without their name
    if kinds:
        # A profile says which puzzle it is: what was refused, or doubted, as some other table may be its board.
        by_name = [one for kind in sorted(kinds) for one in look(frame, (kind,)) if one.cells]
        if not places or any(one.verdict == "sure" for one in by_name):
            places = by_name
    tilers = [one for one in profiles if one.kind == "memento"]
    others = [one for one in profiles if one.kind != "memento"]
    found = [told for one in tilers if (told := tiled(scene, places, one, named=named)) is not None]
    if not found and named:
        certain = (readings[0].verdict, readings[0].kind) == ("sure", "memento")
        for one in (one for one in tilers if one in hopeful):
            seen = tiled(scene, [*sites(scene, one), *further(scene)], one, named=named)
            # What the eye is sure of gives way to nothing that is doubtful.
            found += [] if seen is None or (certain and seen[1].verdict != "sure") else [seen]
    for one in others:
        found += _read(scene, places, [one], named=named, closely=one in hopeful)
    if not named:
        found = [(match, _unnamed(match, said, readings)) for match, said in found]
    if not named and readings[0].verdict == "sure":
        # A doubtful fit elsewhere is no reason to doubt what the eye is sure of.
        found = [one for one in found if one[1].verdict == "sure" or one[0].place.reading is readings[0]]
    if not any(said.verdict == "sure" for _, said in found) and readings[0].verdict != "sure":
        grids = [one for one in others if one.kind in GRIDS and one in hopeful]
        others_seen = further(scene) if grids else []
        more = [
            one
            for profile in grids
            for one in _read(scene, [*sites(scene, profile), *others_seen], [profile], named=named)
        ]
        better = [(match, said) for match, said in more if said.verdict == "sure"]
        if not better and not any(plain_cells(match).mean() >= BELIEVED for match, _ in found):
            better = [(match, said) for match, said in more if _whole(scene, match, named=named)]
            better = better or _sought(scene, grids, named=named)
        better = [(match, said) for match, said in better if not _merges(match, readings)]
        # That a profile fits somewhere is weak evidence unless a person says that the picture is of this game.
        found += [(match, said if named else _doubted(said)) for match, said in better]
    if readings[0].verdict != "sure" or (named and not found):
        more = _elsewhere(scene, [one for one in others if one in hopeful], named=named)
        if places and places[0].kind == "heresy":
            # The eye knows the signs by themselves: a panel that it sees gives way to no doubtful one.
            more = [(match, said) for match, said in more if plain_cells(match).all()]
        found += more
    if not found:
        return [_unfit(scene, one, profiles) if named else one for one in readings]
    best, said = max(found, key=lambda one: (one[1].verdict == "sure", one[0].worth))
    for other, too in found:
        if other is not best and other.worth[0] >= best.worth[0] and too.board != said.board and said.verdict == "sure":
            reason = f"profile {other.profile.name} fits too and reads it otherwise: name one with --profile"
            said = replace(said, verdict="unsure", reasons=(reason,))
    return [said, *(one for one in readings if one.cells and one is not best.place.reading)]


def _hopeful(scene: Scene, profiles: Sequence[Profile]) -> list[Profile]:
    """Those profiles whose cells may be somewhere in the picture: only for them it is searched."""
    colours = gate.counted(scene)
    return [one for one in profiles if gate.may_fit(scene, colours, one)]


def _read(
    scene: Scene, readings: Sequence[Reading], profiles: Sequence[Profile], *, named: bool, closely: bool = True
) -> list[tuple[Match, Reading]]:
    """What each profile makes of the readings, where it is worth saying; not ``closely``: just at their own cells."""
    found = []
    for profile in profiles:
        match = best_match(scene, readings, profile, closely=closely)
        if match is not None and _merges(match, [match.place.reading]):
            continue
        said = None if match is None else say.said(scene, match, named=named)
        if match is None or said is None:
            continue
        if named or said.verdict == "sure" or not said.suspects or _credible(match):
            found.append((match, said))
    return found


def _elsewhere(scene: Scene, profiles: Sequence[Profile], *, named: bool) -> list[tuple[Match, Reading]]:
    """What profiles of locks and panels make of places that the eye passes over: of other colours, of other signs."""
    found: list[tuple[Match, Reading]] = []
    for one in profiles:
        if one.kind == "wheels":
            found += _read(scene, [_placed(place) for place in through(scene, one)], [one], named=named)
        elif one.kind == "heresy":
            shown = [state for state in range(one.states) if state not in one.unseen]
            places = [*sites(scene, one), *panels_in_colours(scene, one.looks[shown]), *panels(scene)]
            more = _read(scene, places, [one], named=named)
            found += [(match, said) for match, said in more if _whole(scene, match, named=named)]
    return found if named else [(match, _doubted(said)) for match, said in found]


def _placed(reading: Reading) -> Reading:
    """A reading through glasses: they say where the lock is, not that it is one."""
    return replace(reading, verdict="unsure", reasons=())


def _sought(scene: Scene, profiles: Sequence[Profile], *, named: bool) -> list[tuple[Match, Reading]]:
    """What profiles of grids make of places where they would fit: at the sizes learnt or, if need be, at others."""
    for learnt in (True, False):
        found = []
        for one in profiles:
            pitches = one.pitches if learnt else gate.sizes(scene, gate.counted(scene), one)
            places = [*(blocks(scene, one) if learnt else []), *seek(scene, one, pitches)]
            found += _read(scene, places, [one], named=named)
        if found := [(match, said) for match, said in found if _whole(scene, match, named=named)]:
            return found
    return []


def _whole(scene: Scene, match: Match, *, named: bool) -> bool:
    """Whether what the eye did not see is a board: of plain cells, not all of one colour, and none beside it."""
    if match.profile.kind == "heresy":
        several = len(set(match.fit.states.tolist())) > 1
        return (
            match.believed
            if named
            else several and bool(match.fine.mean() >= MOST and plain_cells(match).mean() >= HALF)
        )
    plain = float(plain_cells(match).mean())
    if plain < BELIEVED:
        return False
    known, shown = match.place.shape in match.profile.shapes, len(set(match.fit.states.tolist()))
    if (named or plain == 1) and known and shown > 1:
        return True  # the page may look like one of the states
    if not named and match.profile.limit > say.LOOSE:
        return False
    likely = known or (_sized(match) if shown > 1 else named and not shapeless(match.profile))
    return likely and not goes_on(scene, match.place, match.profile)


def _sized(match: Match) -> bool:
    """Whether cells are of a size that was learnt; of shapeless ones parts would do as well as wholes."""
    return abs(match.scale) <= SAME_SIZE or not shapeless(match.profile)


def _unnamed(match: Match, said: Reading, readings: Sequence[Reading]) -> Reading:
    """What was sure once the profile had named the puzzle, as doubtful as it was before unless the match settles it."""
    before = readings[0]
    if before.verdict == "sure" or match.place.reading.verdict != "sure" or match.place.reading in readings:
        return said
    return said if plain_cells(match).all() and say.settles(match) else said.unsure(*before.reasons)


def _doubted(said: Reading) -> Reading:
    reason = f"only profile {said.profile} sees a board here: --profile insists on it"
    return replace(said, verdict="unsure", reasons=(reason,), confidence=min(said.confidence, 0.5))


def _unfit(scene: Scene, reading: Reading, themes: Sequence[Profile]) -> Reading:
    profile = themes[0]
    if reading.verdict == "none" or (reading.verdict == "sure" and reading.kind == profile.kind == "memento"):
        return reading  # a tile is told from a picture without knowing it
    reason = f"profile {profile.name} fits no board here: --profile none reads without it"
    guessed = named_by_colour(scene, reading, themes) if reading.cells and profile.kind == "lights-out" else reading
    return replace(guessed, verdict="unsure", reasons=(*reading.reasons, reason))


def _merges(match: Match, readings: Sequence[Reading]) -> bool:
    """Whether all is one state to the profile where the eye sees several, each in more cells than a pointer tints."""
    if len(set(match.fit.states.tolist())) > 1:
        return False
    seen = (Counter(cell.state for cell in one.cells) for one in readings if match.profile.suits(one.kind))
    return any(sum(count > TINTED for count in states.values()) > 1 for states in seen)


def _credible(match: Match) -> bool:
    """Whether a match with doubtful cells is worth saying: it parts the others as the eye does, or knows the board."""
    if match.place.own and say.names_of(match, plain_cells(match)) is not None:
        return True
    merged = len(set(match.fit.states.tolist())) < len({cell.state for cell in match.place.reading.cells})
    return match.place.shape in match.profile.shapes and match.profile.limit <= say.LOOSE and not merged


def profiled(frame: Frame, name: str) -> list[Reading]:
    """Look at a frame and read it by the profile of that name.

    Raises:
        ProfileError: there is no such profile.
    """
    return apply(frame, look(frame), store.chosen(name), named=True)
