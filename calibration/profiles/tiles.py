"""Tiles over a picture: a profile of memento knows what a tile looks like, and nothing of what is face up.

Those cells are parts of a picture, another one in every level, so no look of theirs can be learnt. A cell is face down
where it looks like the tile and face up where it does not. What the eye reads for sure is never changed by that; where
the eye hesitates, the tile is a second witness, and the puzzle's algebra a third.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from calibration.profiles import looks
from calibration.profiles.glance import distances
from calibration.profiles.laid import Match, Place, inside
from calibration.profiles.places import shifted, shifts
from calibration.profiles.profile import GRIDS, Profile
from vision.algebra import checks, solvable
from vision.reading import CellReading, Reading

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from vision.scene import Scene

DOWN, UP = 0, 1
SLACK, ROOM, TIGHTEST, LEAST = 1.6, 1.2, 1.1, 0.5
"""A tile may be this much farther from its look than the farthest that was learnt, and at least so much."""
PLAIN = 0.3
"""A cell is plainly down or up where it is farther than this, of 0.5, from being as well the other."""
FEWEST, SHOWN = 2, 0.7
"""Tiles that must look like the learnt one; share of the eye's tiles that must."""
STRAYS = 0.1
"""Share of the cells that the tile may tell otherwise than the eye: parts of a picture may look like it."""
GLANCE = 1.6
"""Limits within which a cell may be a tile at a glance."""
VARIED = 10.0
"""So many times more than tiles do the parts of a picture vary, at least."""
MOST_LINES = 3
"""Rows and columns that may be added to what the eye saw, at each side."""


def learnt(name: str, cells: NDArray[np.uint8], states: NDArray[np.int64]) -> Profile:
    """A profile of the tile alone.

    Args:
        name: of the profile.
        cells: N×SIDE×SIDE×3 uint8 BGR, at least one of them ``DOWN``.
        states: N.
    """
    down = states == DOWN
    shown = [cells[part].mean(axis=0) if part.any() else np.zeros(cells.shape[1:]) for part in (down, ~down)]
    pictures = np.rint(np.stack(shown)).astype(np.uint8)
    numbers, middles = looks.lab(cells), looks.lab(pictures)
    free = np.maximum(1, np.array([down.sum(), (~down).sum()]) - 1)[:, None]
    rest = numbers - middles[states]
    own = np.stack([(rest[part] ** 2).sum(axis=0) for part in (down, ~down)])
    spreads = looks.packed(np.hypot(np.sqrt(own / free), looks.slopes(middles[:1])))
    away = np.sqrt((((numbers - middles[DOWN]) / looks.unpacked(spreads)[DOWN]) ** 2).mean(axis=1))
    farthest, nearest = float(away[down].max()), float(away[~down].min(initial=np.inf))
    # Half way, as a ratio, to the part of the picture that is most like a tile.
    limit = min(SLACK * farthest + ROOM, max(TIGHTEST * farthest, float(np.sqrt(max(farthest, LEAST) * nearest))))
    likeness = float(looks.likeness(numbers[down], middles, states[down]).min())
    return Profile(name, "memento", pictures, spreads, round(limit, 3), (round(max(0.0, likeness), 3), 0.0))


def parted(cells: NDArray[np.float64], states: NDArray[np.int64]) -> float:
    """How far labelled cells that are up differ from the tiles, by how far these differ; 0 where that can't be said."""
    down = states == DOWN
    if down.sum() < FEWEST or down.all():
        return 0.0
    middle = cells[down].mean(axis=0)
    within = float(((cells[down] - middle) ** 2).mean())
    return float(np.median(((cells[~down] - middle) ** 2).mean(axis=1)) / (looks.FLOOR**2 + within))


def steadier(cells: NDArray[np.float64], states: NDArray[np.int64]) -> bool:
    """Whether labelled cells that are down are more like each other than those that are up, or all alike."""
    spread = [
        float(np.var(cells[states == state], axis=0).mean()) if (states == state).any() else 0.0 for state in (0, 1)
    ]
    return spread[DOWN] < max(spread[UP], looks.FLOOR**2)


def compare(cells: NDArray[np.float64], profile: Profile) -> looks.Fit:
    """Compare cells, as ``looks.lab`` gives them, with the tile of a profile.

    Returns:
        States ``DOWN`` and ``UP``; ``away`` is the distance from the tile, 0 of cells that are up: any picture will do;
        ``between`` is 0.5 at the limit, 0 at the tile's look and far away from it.
    """
    tile, spread = (part[DOWN] for part in looks.known(profile))
    away = np.sqrt((((cells - tile) / spread) ** 2).mean(axis=1))
    likeness = looks.likeness(cells, tile[None], np.zeros(len(cells), np.int64))
    # Of another shape than the tile is as good as far away.
    shaped = profile.alike[DOWN] >= looks.SHAPED
    lacking = looks.SHAPED * profile.alike[DOWN] / np.maximum(likeness, 1e-3) if shaped else np.zeros(len(cells))
    share = np.maximum(away / profile.limit, np.where(lacking > 1, lacking, 0.0))
    states = np.where(share <= 1, DOWN, UP)
    between = np.zeros((len(cells), profile.states))
    rows = np.arange(len(cells))
    between[rows, 1 - states] = 0.5 * np.where(states == DOWN, share, 1 / np.maximum(share, 1e-9))
    return looks.Fit(states, np.where(states == DOWN, away, 0.0), between)


def tiled(scene: Scene, readings: Sequence[Reading], profile: Profile, *, named: bool) -> tuple[Match, Reading] | None:
    """What a profile of memento makes of what the eye found; None where its tile is not seen there.

    Args:
        scene: the picture.
        readings: of the eye.
        profile: one theme of it.
        named: a person said that the picture is of this game.
    """
    found = []
    for reading in _glanced(scene, readings, profile):
        for place in _places(scene, reading, profile):
            match = _laid(scene, place, profile)
            said = _told(scene, match, named=named)
            if said is not None:
                found.append((match, said))
    return max(found, key=lambda one: _worth(*one), default=None)


def _glanced(scene: Scene, readings: Sequence[Reading], profile: Profile) -> list[Reading]:
    """Those readings of grids where some cells may be tiles at a glance."""
    grids = [one for one in readings if one.kind in GRIDS and len(one.homography) == 9 and one.cells]
    places = [
        (np.reshape(one.homography, (3, 3)), [(cell.col + 0.5, cell.row + 0.5) for cell in one.cells]) for one in grids
    ]
    glances = distances(scene, places, profile)
    return [one for one, away in zip(grids, glances, strict=True) if (away[DOWN] <= GLANCE).sum() >= FEWEST]


def _worth(match: Match, said: Reading) -> tuple[bool, bool, bool, bool, int]:
    """The surer, what flips can make, what the eye sees too, the learnt shape, what has more tiles."""
    states = np.array([cell.state for cell in said.cells])
    same = said.board == match.place.reading.board and match.place.reading.kind == said.kind
    known = match.place.shape in match.profile.shapes
    return said.verdict == "sure", solvable(_table(match, states)), same, known, int((states == DOWN).sum())


def _places(scene: Scene, reading: Reading, profile: Profile) -> list[Place]:
    """The reading's own cells; where the eye was not sure, with more lines of tiles, or as boards of learnt shapes."""
    matrix = np.array(reading.homography, np.float64).reshape(3, 3)
    own = reading.size
    seen = Place(reading, matrix, own, [(cell.col + 0.5, cell.row + 0.5) for cell in reading.cells])
    if reading.verdict == "sure":
        return [seen]
    grown = _grown(scene, seen, profile)
    found = [seen if grown.shape == own else grown]
    for rows, cols in profile.shapes:
        for dx, dy in shifts(reading, rows, cols) if (rows, cols) != own else ():
            place = _moved(reading, (rows, cols), dx, dy)
            fits = all(inside(scene, place, corner) for corner in (place.points[0], place.points[-1]))
            if fits and not any(_beside(scene, place, profile)):
                found.append(place)
    return found


def _grown(scene: Scene, place: Place, profile: Profile) -> Place:
    """The place with the lines of cells beside it that hold a tile."""
    (rows, cols), left, top = place.shape, 0, 0
    for _ in range(MOST_LINES):
        now = _moved(place.reading, (rows, cols), left, top)
        above, below, before, after = _beside(scene, now, profile)
        rows, cols = rows + above + below, cols + before + after
        left, top = left - before, top - above
        if not (above or below or before or after):
            break
    return _moved(place.reading, (rows, cols), left, top)


def _beside(scene: Scene, place: Place, profile: Profile) -> tuple[bool, bool, bool, bool]:
    """Whether the lines of cells above, below, before and after a place hold a tile."""
    rows, cols = place.shape
    above, below = ([(col + 0.5, row) for col in range(cols)] for row in (-0.5, rows + 0.5))
    before, after = ([(col, row + 0.5) for row in range(rows)] for col in (-0.5, cols + 0.5))
    up, down, left, right = (_holds_tiles(scene, place, line, profile) for line in (above, below, before, after))
    return up, down, left, right


def _holds_tiles(scene: Scene, place: Place, line: Sequence[tuple[float, float]], profile: Profile) -> bool:
    if not all(inside(scene, place, point) for point in (line[0], line[-1])):
        return False
    fit = compare(looks.lab(looks.cut(scene, place.homography, line)), profile)
    return bool(((fit.states == DOWN) & (fit.between.max(axis=1) <= PLAIN)).any())


def _moved(reading: Reading, shape: tuple[int, int], dx: int, dy: int) -> Place:
    """A full grid on a reading's lattice, beginning so many cells to the right and below."""
    matrix = np.array(reading.homography, np.float64).reshape(3, 3)
    moved = shifted(matrix, dx, dy)
    points = [(col + 0.5, row + 0.5) for row in range(shape[0]) for col in range(shape[1])]
    return Place(reading, moved, shape, points)


def _laid(scene: Scene, place: Place, profile: Profile) -> Match:
    fit = compare(looks.lab(looks.cut(scene, place.homography, place.points)), profile)
    return Match(profile, place, fit, np.asarray(fit.between.max(axis=1) <= PLAIN))


def _table(match: Match, states: NDArray[np.int64]) -> NDArray[np.bool_]:
    """Rows × columns, True where a tile lies."""
    covered = np.zeros(match.place.shape, np.bool_)
    for (x, y), state in zip(match.place.points, states.tolist(), strict=True):
        covered[int(y), int(x)] = state == DOWN
    return covered


def _told(scene: Scene, match: Match, *, named: bool) -> Reading | None:
    """The match as a reading; None where it is not the profile's tile that is seen."""
    place, profile, old = match.place, match.profile, match.place.reading
    states, plain = match.fit.states, match.fine
    down = (states == DOWN) & plain
    if down.sum() < min(FEWEST, len(plain)):
        return None
    same = place.shape == old.size and len(old.cells) == len(plain) and old.kind == profile.kind
    read = same and any(cell.state is not None for cell in old.cells)
    eye = np.array([-1 if cell.state is None else cell.state for cell in old.cells]) if read else None
    if eye is not None and old.verdict != "sure" and plain.all() and (states != eye).all():
        eye = states  # the eye may take either of two looks for the tile's, the profile knows which it is
    if eye is not None:
        if (down & (eye == DOWN)).sum() < SHOWN * (eye == DOWN).sum() or (down & (eye == UP)).sum() > STRAYS * len(eye):
            return None
        if old.verdict == "sure":
            return replace(old, profile=profile.name, buttons=match.buttons)
    elif not (named or _may_be(scene, match)):
        return None
    if eye is not None and not (plain.all() and solvable(_table(match, states))):
        # What is not plain to the tile is as the eye has it, and so is all where only that can be made by flips.
        states = np.where(plain & ~solvable(_table(match, eye)), states, np.where(eye < 0, states, eye))
    if eye is None or not np.array_equal(states, eye) or not _settled(match):
        reasons = old.reasons or (f"profile {profile.name} fits, but not well enough to be sure",)
        return _reading(match, states, reasons)
    return _reading(match, states, ())


def _may_be(scene: Scene, match: Match) -> bool:
    """Whether what the eye takes for another puzzle, or for nothing, may be tiles though nobody said so."""
    fair = solvable(_table(match, match.fit.states)) and match.place.reading.verdict != "sure"
    return fair or _one_by_one(scene, match)


def _one_by_one(scene: Scene, match: Match) -> bool:
    """Whether the eye parts the cells of a plain grid as the tile does, and those that are up are all different."""
    old, states = match.place.reading, match.fit.states
    pairs = {(cell.state, state) for cell, state in zip(old.cells, states.tolist(), strict=False)}
    if len(old.cells) != len(states) or len(pairs) != 2 or not match.fine.all():
        return False
    cells = looks.lab(looks.cut(scene, match.place.homography, match.place.points))
    up, down = (cells[states == state] for state in (UP, DOWN))
    spread, steady = (float(((one - one.mean(axis=0)) ** 2).mean()) for one in (up, down))
    return spread > VARIED * (steady + looks.FLOOR**2)


def _settled(match: Match) -> bool:
    """Whether no doubt is left where the eye and the tile agree on every cell of a learnt shape.

    A line without tiles may belong to a board or not. But one more or one less is nothing that flips can make, unless
    all lines are alike, where there are no ``checks``.
    """
    told = match.place.shape in match.profile.shapes and bool(match.fine.all())
    return told and checks(_table(match, match.fit.states)) > 0


def _reading(match: Match, states: NDArray[np.int64], reasons: tuple[str, ...]) -> Reading:
    place, old = match.place, match.place.reading
    pixels = np.array([(x, y, 1.0) for x, y in place.points]) @ place.homography.T
    cells = []
    chance = 1.0
    for number, (x, y, w) in enumerate(pixels):
        doubt = float(match.fit.between[number].max())
        shares = [doubt, doubt]
        shares[int(states[number])] = 1 - doubt
        chance *= 1 - doubt if states[number] == match.fit.states[number] else 0.5
        column, row = place.points[number]
        center = float(x / w), float(y / w)
        cells.append(CellReading(int(row), int(column), int(states[number]), (shares[0], shares[1]), center))
    return replace(
        old,
        verdict="unsure" if reasons else "sure",
        reasons=reasons,
        kind=match.profile.kind,
        states=2,
        cells=tuple(cells),
        confidence=min(chance, 0.5) if reasons else max(chance, old.confidence),
        homography=tuple(float(v) for v in (place.homography / place.homography[2, 2]).ravel()),
        suspects=tuple(int(i) for i in np.flatnonzero(~match.fine)) if reasons else (),
        memory=None,
        profile=match.profile.name,
        buttons=match.buttons,
    )
