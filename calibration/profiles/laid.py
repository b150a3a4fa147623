"""A profile laid over one place of a picture: how the cells there compare with its states."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

from calibration.profiles import looks, signs
from calibration.profiles.places import pitch_of
from calibration.profiles.profile import GRIDS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from calibration.profiles.profile import Profile
    from vision.reading import Reading
    from vision.scene import Scene

BELIEVED = 0.9
"""Share of the cells that must look like one of the states."""
SIGNS, SIGNS_UNSEEN = 0.75, 0.5
"""The same of a panel's signs, and where not all of them were learnt."""
CLEAR = 0.3
"""A cell is plainly of a state where it is nearer to it than this on the way to any other."""
BARE = 0.5
"""A look that differs from one colour by less than this, in spreads, shows nothing."""
STRANGE = 4
UNLIKELY = 0.1
"""What a size that was not learnt costs."""
ANYTHING, STEADIER = 8.0, 0.5
"""Units of Lab by which cells of a state that may show anything differ, at least; share of that, at most, by which
those of some other state do."""

MIDDLE, ONE_TONE = 0.3, 1.5
"""Share of a step that is looked at in and between places, and Lab up to which it is all of one tone."""


@dataclass(frozen=True, slots=True, eq=False)
class Place:
    """Where a profile is laid: over a reading's lattice, as a board of ``shape`` whose cells are at ``points``."""

    reading: Reading
    homography: NDArray[np.float64]
    shape: tuple[int, int]
    points: Sequence[tuple[float, float]]

    @property
    def own(self) -> bool:
        """Whether its cells are just those of the reading."""
        return self.shape == self.reading.size and len(self.reading.cells) == len(self.points)


@dataclass(frozen=True, slots=True, eq=False)
class Match:
    """A profile laid over one place: how its cells compare, and which of them look like one of its states."""

    profile: Profile
    place: Place
    fit: looks.Fit
    fine: NDArray[np.bool_]

    @property
    def believed(self) -> bool:
        """Whether enough cells look like one of the states; of a panel's signs some may never have been shown."""
        share = BELIEVED if self.profile.kind != "heresy" else SIGNS_UNSEEN if self.profile.unseen else SIGNS
        return bool(self.fine.mean() >= share)

    @property
    def worth(self) -> tuple[float, bool, bool, float]:
        """Better matches are greater: fine cells, each that is not outweighing some; if learnt; if the eye's; close.

        Cells without any shape could as well be parts of cells, or several: there it is the area that counts. Cells of
        a state that may show anything tell nothing, for so does the page.
        """
        good = int((self.fine & telling(self.profile)[self.fit.states]).sum())
        count = float(good - STRANGE * int((~self.fine).sum()))
        known = self.place.shape in self.profile.shapes
        if self.profile.pitches and shapeless(self.profile):
            unlike = 0.0 if known else abs(self.scale)
            count = float(round(count * np.exp(2 * self.scale) * (1 - UNLIKELY * unlike)))
        own = self.place.shape == self.place.reading.size
        return count, known, own, -float(np.median(self.fit.away) / self.profile.limit)

    @property
    def buttons(self) -> tuple[tuple[str, tuple[float, float]], ...]:
        """The profile's buttons in pixels of the picture."""
        found = []
        for move, (x, y) in self.profile.buttons:
            u, v, w = self.place.homography @ np.array([x, y, 1.0])
            found.append((move, (float(u / w), float(v / w))))
        return tuple(found)

    @property
    def scale(self) -> float:
        """Logarithm of the cells' size by that nearest to it of those that were learnt; 0 where none is known."""
        pitch = pitch_of(self.place.homography)
        return float(min((np.log(pitch / learnt) for learnt in self.profile.pitches), key=abs, default=0.0))


def shapeless(profile: Profile) -> bool:
    """Whether no state's look has a rim, a gap or a sign to speak of: then it can't be seen where a cell ends."""
    seen, spread = looks.known(profile)
    rest = seen.reshape(len(seen), -1, 3)
    rest = (rest - rest.mean(axis=1, keepdims=True)).reshape(seen.shape)
    return bool((np.sqrt(((rest / spread) ** 2).mean(axis=1)) < BARE).all())


@lru_cache(maxsize=64)
def telling(profile: Profile) -> NDArray[np.bool_]:
    """Which states' cells are known by their looks: not such as may show anything, like parts of a picture."""
    spreads = np.median(looks.known(profile)[1], axis=1)
    anything = (spreads > ANYTHING) & (spreads * STEADIER > spreads.min())
    return np.asarray(~anything | (profile.kind not in GRIDS))


def lay(profile: Profile, place: Place, pictures: NDArray[np.uint8]) -> Match:
    """The profile laid over a place whose cells look like ``pictures``, see ``looks.cut``.

    Cells of a grid that the eye is sure of are cells, so they need not have the shape of their look.
    """
    if profile.kind == "heresy":
        fit = signs.compare(pictures, profile)
        return Match(profile, place, fit, (fit.away <= profile.limit) & ~np.isin(fit.states, profile.unseen))
    cells = looks.lab(pictures)
    fit = looks.compare(cells, profile)
    seen = profile.kind in GRIDS and place.reading.verdict == "sure" and len(place.reading.cells) == len(place.points)
    return Match(profile, place, fit, fit.away <= profile.limit if seen else looks_like(cells, fit, profile))


def looks_like(cells: NDArray[np.float64], fit: looks.Fit, profile: Profile) -> NDArray[np.bool_]:
    """Which cells (as ``looks.lab`` gives them) look like their state: near it, and of its shape.

    A page that has nearly the colour of a state is no cell: it lacks the rim or gap that the look has.
    """
    likeness = looks.likeness(cells, looks.known(profile)[0], fit.states)
    learnt = np.array(profile.alike)[fit.states]
    return np.asarray((fit.away <= profile.limit) & ((likeness >= looks.SHAPED * learnt) | (learnt < looks.SHAPED)))


def plain_cells(match: Match) -> NDArray[np.bool_]:
    """Which cells are plainly of their state."""
    return np.asarray(match.fine & (match.fit.between.max(axis=1) <= CLEAR))


def goes_on(scene: Scene, place: Place, profile: Profile) -> bool:
    """Whether a line of places beside the board is mostly filled with cells of the profile."""
    return onward(scene, place, profile) is not None


def onward(scene: Scene, place: Place, profile: Profile) -> tuple[int, int] | None:
    """To which side a board goes on so, as a step right and down; None where it goes on to none."""
    rows, cols = place.shape
    sides = {
        (0, -1): [(col + 0.5, -0.5) for col in range(cols)],
        (0, 1): [(col + 0.5, rows + 0.5) for col in range(cols)],
        (-1, 0): [(-0.5, row + 0.5) for row in range(rows)],
        (1, 0): [(cols + 0.5, row + 0.5) for row in range(rows)],
    }
    for step, side in sides.items() if profile.kind in GRIDS else ():
        there = [point for point in side if inside(scene, place, point)]
        if 2 * len(there) <= len(side):
            continue
        cells = looks.lab(looks.cut(scene, place.homography, there))
        fit = looks.compare(cells, profile)
        seen = looks_like(cells, fit, profile) & ~looks.vacant(cells, profile)
        # Of a board that lacks cells an outer line may have one only.
        if float(seen.mean()) > (0.5 if profile.void is None else 0.0) and not _bare(scene, place, there):
            return step
    return None


def _bare(scene: Scene, place: Place, there: list[tuple[float, float]]) -> bool:
    """Whether places in a line are of one tone with what is between them: then the page has the colour of a state."""
    between = [((x + right) / 2, (y + down) / 2) for (x, y), (right, down) in pairwise(there)]
    middles = looks.lab(looks.cut(scene, place.homography, [*there, *between], MIDDLE))
    return bool(middles.reshape(-1, 3).std(axis=0).max() < ONE_TONE)


def inside(scene: Scene, place: Place, point: tuple[float, float]) -> bool:
    """Whether the cell around a point of the board plane lies in the picture, but for a gap's width."""
    x, y = point
    corners = np.array([(x + dx, y + dy, 1.0) for dx in (-0.4, 0.4) for dy in (-0.4, 0.4)]) @ place.homography.T
    pixels = corners[:, :2] / corners[:, 2:]
    return bool((pixels >= -1).all() and (pixels <= (scene.frame.width, scene.frame.height)).all())
