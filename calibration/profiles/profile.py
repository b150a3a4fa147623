"""The profile itself."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np

from solver.errors import BoardsightError
from solver.puzzle import KINDS

if TYPE_CHECKING:
    from numpy.typing import NDArray

SIDE = 24
"""Pixels along a cell's picture, the gap around it included."""
MOST_STATES = 10
MOST_CELLS = 40
MOST_THEMES = 4
LARGEST_PITCH = 4000.0
MOST_SITES, LARGEST_SIDE, SINGULAR = 20, 20000, 1e-9
NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9 ._-]{0,63}")
RESERVED = {"none", "con", "prn", "aux", "nul"}
GRIDS = ("lights-out", "memento")
"""Kinds whose boards are plain rows and columns: their geometry is one and the same."""


class ProfileError(BoardsightError):
    """A profile can't be made, found or used."""


@dataclass(frozen=True, slots=True)
class Site:
    """Where a board lay in a picture that was learnt: in the next one of the same game it often lies there again.

    Attributes:
        size: width and height of the picture.
        shape: rows and columns of the board.
        homography: board plane → pixels, 3×3 row by row.
    """

    size: tuple[int, int]
    shape: tuple[int, int]
    homography: tuple[float, ...]

    def __post_init__(self) -> None:
        if not all(1 <= side <= LARGEST_SIDE for side in self.size):
            raise ProfileError(f"sites: 'size' must be a width and a height from 1 to {LARGEST_SIDE}")
        if not all(1 <= side <= MOST_CELLS for side in self.shape):
            raise ProfileError(f"sites: 'shape' must be rows and columns from 1 to {MOST_CELLS}")
        if len(self.homography) != 9 or abs(np.linalg.det(np.reshape(self.homography, (3, 3)))) < SINGULAR:
            raise ProfileError("sites: 'homography' must be nine numbers that map the plane")


@dataclass(frozen=True, slots=True, eq=False)
class Profile:
    """What one game's board looks like and wants.

    Attributes:
        name: of letters, digits, blanks, ``.``, ``_`` and ``-``.
        kind: the puzzle.
        looks: k×SIDE×SIDE×3 uint8 BGR, the mean picture of a cell in each state, in click order.
        spreads: k×SIDE×SIDE×3 uint8, how much cells of a state differ, in quarter units of Lab.
        limit: how far a cell may be from its state's look, in spreads.
        alike: for each state the least correlation of its cells with its look, 0 to 1 (1, too, where both are flat).
        shapes: (rows, columns) of the boards it was learnt from.
        goal: as ``--goal`` understands it; empty for the puzzle's own.
        rule: the name of a rule; empty for the puzzle's own.
        buttons: where moves are made: (move's name, (x, y) on the board plane).
        pitches: pixels along a cell in the pictures that it was learnt from.
        themes: the same game as it looks otherwise, each as a profile of this name; a board wears one of them.
        sites: where the boards lay in the pictures that were learnt.
        unseen: states that no picture showed. Their look is as wide as can be, so what is like no other comes out as
            one of these; it never counts as known.
        extent: how much of a cell the looks show, from side to side.
        void: SIDE×SIDE×3 uint8 BGR, the mean picture of a place that has no cell; None where every place had one.
    """

    name: str
    kind: str
    looks: NDArray[np.uint8]
    spreads: NDArray[np.uint8]
    limit: float
    alike: tuple[float, ...]
    shapes: tuple[tuple[int, int], ...] = ()
    goal: str = ""
    rule: str = ""
    buttons: tuple[tuple[str, tuple[float, float]], ...] = field(default=())
    pitches: tuple[float, ...] = ()
    themes: tuple[Profile, ...] = ()
    sites: tuple[Site, ...] = ()
    unseen: tuple[int, ...] = ()
    extent: float = 1.0
    void: NDArray[np.uint8] | None = None

    def __post_init__(self) -> None:
        if not 0.1 <= self.extent <= 1.0:
            raise ProfileError(f"profile {self.name}: 'extent' must be from 0.1 to 1")
        check_name(self.name)
        if self.kind not in KINDS:
            raise ProfileError(f"profile {self.name}: there is no puzzle {self.kind!r}")
        if not 1 <= len(self.looks) <= MOST_STATES or self.looks.shape[1:] != (SIDE, SIDE, 3):
            raise ProfileError(f"profile {self.name}: needs 1 to {MOST_STATES} looks of {SIDE}×{SIDE} pixels")
        if self.spreads.shape != self.looks.shape or {self.looks.dtype, self.spreads.dtype} != {np.dtype(np.uint8)}:
            raise ProfileError(f"profile {self.name}: needs a spread for each look, {SIDE}×{SIDE} pixels of uint8")
        if self.void is not None and (self.void.shape != (SIDE, SIDE, 3) or self.void.dtype != np.dtype(np.uint8)):
            raise ProfileError(f"profile {self.name}: a place without a cell is {SIDE}×{SIDE} pixels of uint8")
        if not 0.0 < self.limit < 1000.0:
            raise ProfileError(f"profile {self.name}: the limit must be above 0")
        if len(self.alike) != len(self.looks) or not all(0.0 <= share <= 1.0 for share in self.alike):
            raise ProfileError(f"profile {self.name}: 'alike' must have a number from 0 to 1 for each state")
        if not all(1 <= rows <= MOST_CELLS and 1 <= cols <= MOST_CELLS for rows, cols in self.shapes):
            raise ProfileError(f"profile {self.name}: shapes are rows and columns from 1 to {MOST_CELLS}")
        if not all(1.0 <= pitch <= LARGEST_PITCH for pitch in self.pitches):
            raise ProfileError(f"profile {self.name}: pitches are pixels, from 1 to {LARGEST_PITCH}")
        if len(set(self.unseen)) >= self.states or not set(self.unseen) <= set(range(self.states)):
            raise ProfileError(f"profile {self.name}: 'unseen' must be some of its states, not all")
        if len(self.sites) > MOST_SITES:
            raise ProfileError(f"profile {self.name}: at most {MOST_SITES} sites")
        if len(self.themes) >= MOST_THEMES or any(one.states != self.states or one.themes for one in self.themes):
            raise ProfileError(f"profile {self.name}: at most {MOST_THEMES} themes, each of {self.states} states")

    @property
    def states(self) -> int:
        """How many states a cell can show (k)."""
        return len(self.looks)

    @property
    def steady(self) -> tuple[int, ...]:
        """The states that have a look of their own: of memento only the tile, what is face up may be any picture."""
        return (0,) if self.kind == "memento" else tuple(range(self.states))

    @property
    def each(self) -> tuple[Profile, ...]:
        """One profile for every theme; what holds for all of them (shapes, goal, rule, buttons) is in each."""
        return _each(self)

    def suits(self, kind: str | None) -> bool:
        """Whether a reading of this kind has the geometry that the profile needs."""
        return kind == self.kind or (kind in GRIDS and self.kind in GRIDS)


@lru_cache(maxsize=64)
def _each(profile: Profile) -> tuple[Profile, ...]:
    """The same ones every time, so that what is found out about them is found out once."""
    common = {name: getattr(profile, name) for name in ("shapes", "goal", "rule", "buttons", "sites", "extent", "void")}
    return replace(profile, themes=()), *(replace(one, **common) for one in profile.themes)


def check_name(name: str) -> str:
    """Give the name back if it may be one.

    Raises:
        ProfileError: it may not: it would make a bad file name, or means something else.
    """
    if NAME.fullmatch(name) is None or name[-1] in " ." or name.split(".", maxsplit=1)[0].lower() in RESERVED:
        raise ProfileError(
            f"{name!r} can't be the name of a profile: use letters, digits, blanks, '.', '_' and '-', at most 64"
        )
    return name
