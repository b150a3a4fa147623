"""Where a profile fits best: at the eye's cells or, on its lattice, as another board of a learnt shape."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from calibration.profiles import looks, signs
from calibration.profiles.glance import distances
from calibration.profiles.laid import BELIEVED, STRANGE, Match, Place, inside, lay, onward, plain_cells, telling
from calibration.profiles.locate import cornered, settled
from calibration.profiles.places import plane, shifted, shifts
from calibration.profiles.profile import GRIDS
from calibration.profiles.tone import GAINS, adapted, retinted

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from calibration.profiles.profile import Profile
    from vision.reading import Reading
    from vision.scene import Scene

LOOSENED = 2.6
"""A worn cell may be this many limits from its look where all the board is read as the eye parts it."""
NEAR, NEAR_SIGNS, NEAREST = 2.5, 1.5, 2
"""So many places are moved about a little, where half the cells are no farther than this many limits from a look."""
HOPELESS = 1.3
"""Where the cells are on average farther than this many limits from their looks, a finer step would not mend it."""
LEAST = 0.05
"""Squared distance that signs must come nearer where a corner of their panel is moved."""
ENOUGH = 16
"""So many of a place's cells show whether it lies better when moved."""
FEW, GLANCE = 2, 1.5
"""So many places are all looked at closely; of more, only those where half the cells are no farther at a glance."""
PROMISING = 32
"""So many places, those of which most may be cells at a glance, are looked at closely."""
MOST_LINES = 8
"""Lines of cells that may be beside a place, at most."""
RELIT = 40
"""Where there are more places than this to try, none is tried under another light: it takes long."""


def best_match(scene: Scene, readings: Sequence[Reading], profile: Profile, *, closely: bool = True) -> Match | None:
    """The best place of a profile that can be believed.

    Args:
        scene: the picture.
        readings: whose lattices are tried.
        profile: one theme of it.
        closely: try boards of other learnt shapes on the same lattices, too, and in another light where the eye saw
            nothing; move places about a little. It takes long.
    """
    found: list[Match] = []
    missed: list[Match] = []
    for one, many in _promising(scene, readings, profile, closely=closely):
        place, cells = _without_voids(profile, one, looks.cut(scene, one.homography, one.points, profile.extent))
        match = lay(profile, place, cells)
        seen = closely or any(cell.state is not None for cell in place.reading.cells)
        dim = seen and profile.kind != "heresy" and not many and match.fine.mean() < BELIEVED
        if dim and (other := adapted(profile, cells)) is not None:
            match = lay(other, place, cells)
        (found if match.believed else missed).append(match)
    if not found:
        # Worn pictures: all farther from the looks than what was learnt, but parted as the eye parts them.
        found = [one for one in (_loosened(scene, match) for match in missed) if one is not None]
    if not found and closely:
        # What the eye is sure of lies where it says.
        farthest = (NEAR_SIGNS if profile.kind == "heresy" else NEAR) * profile.limit
        unsure = [one for one in missed if one.place.reading.verdict != "sure"]
        near = [one for one in unsure if float(np.median(one.fit.away)) <= farthest]
        near.sort(key=lambda one: float(np.median(one.fit.away)))
        moved = (_moved(scene, one) for one in near[:NEAREST])
        found = [one for one in moved if one.believed]
    best = max(found, key=lambda one: one.worth, default=None)
    if best is None or profile.kind not in GRIDS:
        return best
    if closely and best.place.reading.verdict != "sure":
        if not plain_cells(best).all():
            best = max(best, _moved(scene, best), key=lambda one: (int(plain_cells(one).sum()), one.worth))
        if profile.kind == "lights-out":
            best = _grown(scene, best)
    return _retinted(scene, best)


def _grown(scene: Scene, match: Match) -> Match:
    """The match with the lines of cells beside it that are plainly cells: a board of a size that was not learnt."""
    for _ in range(MOST_LINES if telling(match.profile).all() else 0):
        place, profile = match.place, match.profile
        step = onward(scene, place, profile)
        if step is None or not plain_cells(match).all():
            break
        right, down = step
        moved = shifted(place.homography, min(right, 0), min(down, 0))
        shape = place.shape[0] + abs(down), place.shape[1] + abs(right)
        larger = replace(place, homography=moved, shape=shape, points=_grid(*shape))
        cells = looks.cut(scene, moved, larger.points, profile.extent)
        grown = lay(profile, *_without_voids(profile, larger, cells))
        if not plain_cells(grown).all():
            break
        match = grown
    return match


def _without_voids(profile: Profile, place: Place, cells: NDArray[np.uint8]) -> tuple[Place, NDArray[np.uint8]]:
    """The place and its ``cells`` but for those that are none, where the profile knows such places."""
    if profile.void is None or not (vacant := looks.vacant(looks.lab(cells), profile)).any() or vacant.all():
        return place, cells
    points = [point for point, void in zip(place.points, vacant.tolist(), strict=True) if not void]
    return replace(place, points=points), cells[~vacant]


def _promising(
    scene: Scene, readings: Sequence[Reading], profile: Profile, *, closely: bool
) -> list[tuple[Place, bool]]:
    """The places on the readings' lattices that are worth a closer look, and whether they are some of many."""
    found = []
    for reading in readings:
        if profile.suits(reading.kind) and len(reading.homography) == 9:
            places = _places(scene, reading, profile, closely=closely)
            found += [(place, len(places) > RELIT) for place in places]
    if len(found) <= FEW or profile.kind not in GRIDS:
        return found
    gains = (1.0, *GAINS) if closely else (1.0,)
    glances = distances(scene, [(place.homography, place.points) for place, _ in found], profile, gains)
    farthest = NEAR if closely else GLANCE
    nearest = [away.min(axis=0) for away in glances]
    likely = sorted(
        (number for number, away in enumerate(nearest) if float(np.median(away)) <= farthest),
        key=lambda number: -_share(nearest[number]),
    )
    seen = {
        number for number, (place, _) in enumerate(found) if any(cell.state is not None for cell in place.reading.cells)
    }
    return [found[number] for number in sorted(seen | set(likely[:PROMISING]))]


def _share(away: NDArray[np.float64]) -> float:
    """How many cells may be of the profile at a glance, those weighed against them that can't."""
    near = int((away <= GLANCE).sum())
    return float(near - STRANGE * (len(away) - near))


def _retinted(scene: Scene, match: Match) -> Match:
    """The match with the states of cells that a pointer tints; those are not fine."""
    cells = looks.lab(looks.cut(scene, match.place.homography, match.place.points, match.profile.extent))
    changed = retinted(match.profile, cells, match.fit)
    states, between, fine = match.fit.states.copy(), match.fit.between.copy(), match.fine.copy()
    for number, state in changed.items():
        between[number] = 0.5
        between[number, state] = 0.0
        states[number], fine[number] = state, False
    return replace(match, fit=replace(match.fit, states=states, between=between), fine=fine)


def _loosened(scene: Scene, match: Match) -> Match | None:
    """The match with a wider limit, where every cell is plainly of one state and the states part as the eye's do."""
    place = match.place
    if place.shape not in match.profile.shapes or place.shape != place.reading.size:
        return None
    pairs = {(cell.state, state) for cell, state in zip(place.reading.cells, match.fit.states.tolist(), strict=False)}
    if len(place.reading.cells) != len(place.points) or len({eye for eye, _ in pairs}) != len(pairs):
        return None
    if len({own for _, own in pairs}) != len(pairs) or len(pairs) < 2:
        return None
    wider = replace(match.profile, limit=LOOSENED * match.profile.limit)
    cells = looks.cut(scene, place.homography, place.points, match.profile.extent)
    again = lay(wider, place, cells)
    return again if plain_cells(again).all() else None


def _moved(scene: Scene, match: Match) -> Match:
    """The match where it lies best nearby."""
    place, profile = match.place, match.profile
    farthest = 2 * NEAR * profile.limit
    some = place.points[:: max(1, len(place.points) // ENOUGH)]

    if profile.kind == "heresy":
        known = signs.features(profile.looks)

        def likeness(homography: NDArray[np.float64]) -> float:
            seen = signs.features(looks.cut(scene, homography, place.points, profile.extent))
            return -float(((seen[:, None] - known) ** 2).sum(axis=2).min(axis=1).mean())

        matrix = cornered(place.homography, place.shape[0], likeness, LEAST)
        cells = looks.cut(scene, matrix, place.points, profile.extent)
        return lay(profile, replace(place, homography=matrix), cells)

    def quality(homography: NDArray[np.float64]) -> float:
        cells = looks.lab(looks.cut(scene, homography, some, profile.extent))
        return -float(np.minimum(looks.compare(cells, profile).away, farthest).mean())

    matrix = settled(place.homography, *place.shape, quality, -HOPELESS * profile.limit)
    return lay(profile, replace(place, homography=matrix), looks.cut(scene, matrix, place.points, profile.extent))


def _places(scene: Scene, reading: Reading, profile: Profile, *, closely: bool) -> list[Place]:
    """The reading's own cells and, where the eye was not sure of them, other learnt shapes on its lattice."""
    matrix = np.array(reading.homography, np.float64).reshape(3, 3)
    own = reading.size
    if profile.kind not in GRIDS:
        return [Place(reading, matrix, own, plane(profile.kind, reading.board or ""))]
    found = [Place(reading, matrix, own, [(cell.col + 0.5, cell.row + 0.5) for cell in reading.cells])]
    if len(reading.cells) < own[0] * own[1]:
        # What the eye takes for holes may be cells of a state that hides.
        found.append(Place(reading, matrix, own, _grid(*own)))
    if reading.verdict == "sure" or not closely:
        return found
    for rows, cols in profile.shapes:
        # A board that is wider and less high than what the eye sees, or the other way round, is another one.
        within = (rows - own[0]) * (cols - own[1]) >= 0 and (rows, cols) != own
        for dx, dy in shifts(reading, rows, cols) if within else ():
            moved = shifted(matrix, dx, dy)
            place = Place(reading, moved, (rows, cols), _grid(rows, cols))
            if all(inside(scene, place, corner) for corner in (place.points[0], place.points[-1])):
                found.append(place)
    return found


def _grid(rows: int, cols: int) -> list[tuple[float, float]]:
    return [(col + 0.5, row + 0.5) for row in range(rows) for col in range(cols)]
