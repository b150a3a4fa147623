"""Fit looks to labelled cells; a look for each theme where the pictures are of unlike ones."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from calibration.profiles import looks, signs, tiles
from calibration.profiles.profile import MOST_THEMES, Profile, ProfileError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from vision.frame import Frame

SLACK, ROOM = 1.6, 1.2
"""A new cell may be this much farther from its look than the farthest that was learnt."""
ENOUGH, STEADY = 5, 0.25
"""A state of so many cells has a spread of its own where its variance is less than this share of the common one."""
TIGHT = 3.0
"""Cells whose looks are no looser than this show their state beyond doubt, so a label that contradicts is an error."""
PLAINLY = 0.3
"""A sign is another than its label says where it is no farther from it than this, on the way to what it says."""
FEWEST, GLYPHS = 2, 4
"""Signs of a panel that must be shown, of all there are."""
TURNED = 0.5
"""Share of the cells that the eye reads otherwise, from which tiles may be labelled as what they are not."""
ALIKE = 3.0
"""Pictures are of one theme where cells of a state vary over all no more than this many times as in the steadiest."""


@dataclass(frozen=True, slots=True, eq=False)
class Labelled:
    """A picture with its true board and, once found, its cells' pictures.

    Attributes:
        frame: the picture.
        board: as it was typed.
        states: of its cells.
        cells: N×SIDE×SIDE×3 uint8 BGR.
        pitch: width of a cell in pixels.
        extent: how much of a cell the pictures show.
        eye: what the eye reads the cells as without the labels; empty where it reads no such board.
    """

    frame: Frame
    board: str
    states: tuple[int, ...]
    cells: NDArray[np.uint8]
    pitch: float
    eye: tuple[int | None, ...] = ()
    extent: float = 1.0


def fitted(name: str, kind: str, labelled: Sequence[Labelled], count: int) -> Profile:
    """A profile of the looks of ``count`` states, with further themes where the pictures are of unlike ones.

    Raises:
        ProfileError: a state is shown nowhere, or the labels contradict the pictures.
    """
    shown = {state for one in labelled for state in one.states}
    if kind == "memento":  # a tile is all there is to know
        shown, count = {*shown, tiles.UP}, 2
    if kind == "heresy" and len(shown) >= FEWEST:  # boards of one sign's look are read, the others are in doubt
        count = max(count, GLYPHS)
        shown = set(range(count))
    if lacking := [str(state) for state in range(count) if state not in shown]:
        raise ProfileError(
            f"no picture shows state {', '.join(lacking)}: give one more picture, or a --cycle of the digits shown"
        )
    groups = _groups(labelled, {tiles.DOWN} if kind == "memento" else set(range(count)))
    groups = [list(labelled)] if kind == "heresy" else groups  # by their strokes signs are the same in any light
    made = [_one(name, kind, group, count) for group in groups]
    for profile, group in zip(made, groups, strict=True):
        _check(profile, group)
        for other in made if kind not in {"memento", "heresy"} else ():
            _check_themes(profile, other, group[0])
    return replace(made[0], themes=tuple(made[1:]))


def _groups(labelled: Sequence[Labelled], needed: set[int]) -> list[list[Labelled]]:
    """The pictures by theme, as cells of the states ``needed`` look; all in one where a theme would not show each."""
    groups: list[list[Labelled]] = []
    for one in labelled:
        home = next((group for group in groups if _alike([*group, one], needed)), None)
        if home is None:
            groups.append([one])
        else:
            home.append(one)
    whole = all(needed <= {state for one in group for state in one.states} for group in groups)
    return groups if whole and len(groups) <= MOST_THEMES else [list(labelled)]


def _alike(labelled: Sequence[Labelled], needed: set[int]) -> bool:
    """Whether the pictures are of one theme: that of the states they share, the cells hardly differ between them."""
    each = [np.isin(one.states, list(needed)) for one in labelled]
    parts = [
        (looks.lab(one.cells[own]), np.array(one.states)[own])
        for one, own in zip(labelled, each, strict=True)
        if own.sum() > len(needed)
    ]
    if len(parts) < len(labelled):
        return True  # too few cells to say otherwise
    numbers, states = np.concatenate([one for one, _ in parts]), np.concatenate([two for _, two in parts])
    alone = min(_within(cells, own) for cells, own in parts)
    return bool(_within(numbers, states) <= ALIKE * alone)


def _within(cells: NDArray[np.float64], states: NDArray[np.int64]) -> float:
    """Mean variance of cells (N×D) of one state, what is always allowed included."""
    shown = sorted(set(states.tolist()))
    rest = np.concatenate([cells[states == state] - cells[states == state].mean(axis=0) for state in shown])
    return float((rest**2).sum() / rest.shape[1] / max(1, len(rest) - len(shown))) + looks.FLOOR**2


def _one(name: str, kind: str, labelled: Sequence[Labelled], count: int) -> Profile:
    cells = np.concatenate([one.cells for one in labelled])
    states = np.concatenate([np.array(one.states) for one in labelled])
    pitches = tuple(sorted({round(one.pitch, 2) for one in labelled}))
    if kind == "memento":
        return replace(tiles.learnt(name, cells, states), pitches=pitches)
    if kind == "heresy":
        return replace(signs.learnt(name, cells, states, count, labelled[0].extent), pitches=pitches)
    means = np.stack([cells[states == state].mean(axis=0) for state in range(count)])
    pictures = np.rint(means).astype(np.uint8)
    numbers, middles = looks.lab(cells), looks.lab(pictures)
    rest = numbers - middles[states]
    spreads = looks.packed(np.hypot(_spreads(rest, states, count), looks.slopes(middles)))
    fit = looks.compare_with(numbers, middles, looks.unpacked(spreads))
    likeness = looks.likeness(numbers, middles, states)
    alike = tuple(round(max(0.0, float(likeness[states == state].min())), 3) for state in range(count))
    limit = round(SLACK * float(fit.away.max()) + ROOM, 3)
    extent = labelled[0].extent
    return Profile(name, kind, pictures, spreads, limit, alike, pitches=pitches, extent=extent)


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


def _check(profile: Profile, labelled: Sequence[Labelled]) -> None:
    """The profile must read its own pictures right; where cells of one state differ much, nearly right."""
    for one in labelled:
        cells, states = looks.lab(one.cells), np.array(one.states)
        fit = _compared(one, cells, profile)
        differs = fit.states != states
        if profile.kind == "heresy":  # rough signs may be as far from their own look as from another
            differs &= fit.between[np.arange(len(states)), states] <= PLAINLY
            if one.eye:  # what the eye reads just so is no slip
                differs &= _contrary(one)
        if profile.kind == "memento" and one.eye:
            # A part of the picture may look like a tile, and yet the eye knows it by what is around it.
            contrary = _contrary(one)
            turned = contrary.mean() > TURNED and not tiles.steadier(cells, states)
            differs = contrary if turned else differs & contrary
        wrong = int(differs.sum())
        allowed = 0 if profile.limit <= TIGHT else len(one.states) // 10
        if wrong > allowed:
            raise ProfileError(
                f"{one.frame.source}: {wrong} of {len(one.states)} cells do not look as the board {one.board} "
                "says: check the notation, and whether something covers the board"
            )


def _contrary(one: Labelled) -> NDArray[np.bool_]:
    """Which cells the eye reads otherwise than they are labelled."""
    seen = np.array([-1 if state is None else state for state in one.eye])
    return np.asarray(seen != np.array(one.states))


def _compared(one: Labelled, cells: NDArray[np.float64], profile: Profile) -> looks.Fit:
    if profile.kind == "memento":
        return tiles.compare(cells, profile)
    return signs.compare(one.cells, profile) if profile.kind == "heresy" else looks.compare(cells, profile)


def _check_themes(profile: Profile, other: Profile, first: Labelled) -> None:
    """What is one state in a theme must not be another in the next: then a picture is labelled the other way round."""
    fit = looks.compare(looks.known(profile)[0], other)
    if ((fit.states != np.arange(profile.states)) & (fit.away <= other.limit)).any():
        raise ProfileError(
            f"{first.frame.source}: the board {first.board} calls cells by other digits than the other pictures do: "
            "check the notation"
        )
