"""Fit looks to labelled cells; a look for each theme where the pictures are of unlike ones."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from calibration.profiles import looks
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
ALIKE = 3.0
"""Pictures are of one theme where cells of a state vary over all no more than this many times as in the steadiest."""


@dataclass(frozen=True, slots=True, eq=False)
class Labelled:
    """A picture with its true board and, once found, its cells' pictures; ``pitch`` is their width in pixels."""

    frame: Frame
    board: str
    states: tuple[int, ...]
    cells: NDArray[np.uint8]
    pitch: float


def fitted(name: str, kind: str, labelled: Sequence[Labelled], count: int) -> Profile:
    """A profile of the looks of ``count`` states, with further themes where the pictures are of unlike ones.

    Raises:
        ProfileError: a state is shown nowhere, or the labels contradict the pictures.
    """
    shown = {state for one in labelled for state in one.states}
    if lacking := [str(state) for state in range(count) if state not in shown]:
        raise ProfileError(
            f"no picture shows state {', '.join(lacking)}: give one more picture, or a --cycle of the digits shown"
        )
    groups = _groups(labelled, count)
    made = [_one(name, kind, group, count) for group in groups]
    for profile, group in zip(made, groups, strict=True):
        _check(profile, group)
        for other in made:
            _check_themes(profile, other, group[0])
    return replace(made[0], themes=tuple(made[1:]))


def _groups(labelled: Sequence[Labelled], count: int) -> list[list[Labelled]]:
    """The pictures by theme; all in one where a theme would not show every state."""
    groups: list[list[Labelled]] = []
    for one in labelled:
        home = next((group for group in groups if _alike([*group, one])), None)
        if home is None:
            groups.append([one])
        else:
            home.append(one)
    whole = all(len({state for one in group for state in one.states}) == count for group in groups)
    return groups if whole and len(groups) <= MOST_THEMES else [list(labelled)]


def _alike(labelled: Sequence[Labelled]) -> bool:
    """Whether the pictures are of one theme: that of the states they share, the cells hardly differ between them."""
    parts = [(looks.lab(one.cells), np.array(one.states)) for one in labelled]
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
    means = np.stack([cells[states == state].mean(axis=0) for state in range(count)])
    pictures = np.rint(means).astype(np.uint8)
    numbers, middles = looks.lab(cells), looks.lab(pictures)
    rest = numbers - middles[states]
    spreads = looks.packed(np.hypot(_spreads(rest, states, count), looks.slopes(middles)))
    fit = looks.compare_with(numbers, middles, looks.unpacked(spreads))
    likeness = looks.likeness(numbers, middles[states])
    alike = tuple(round(max(0.0, float(likeness[states == state].min())), 3) for state in range(count))
    limit = round(SLACK * float(fit.away.max()) + ROOM, 3)
    pitches = tuple(sorted({round(one.pitch, 2) for one in labelled}))
    return Profile(name, kind, pictures, spreads, limit, alike, pitches=pitches)


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
        fit = looks.compare(looks.lab(one.cells), profile)
        wrong = int((fit.states != np.array(one.states)).sum())
        allowed = 0 if profile.limit <= TIGHT else len(one.states) // 10
        if wrong > allowed:
            raise ProfileError(
                f"{one.frame.source}: {wrong} of {len(one.states)} cells do not look as the board {one.board} "
                "says: check the notation, and whether something covers the board"
            )


def _check_themes(profile: Profile, other: Profile, first: Labelled) -> None:
    """What is one state in a theme must not be another in the next: then a picture is labelled the other way round."""
    fit = looks.compare(looks.lab(profile.looks), other)
    if ((fit.states != np.arange(profile.states)) & (fit.away <= other.limit)).any():
        raise ProfileError(
            f"{first.frame.source}: the board {first.board} calls cells by other digits than the other pictures do: "
            "check the notation"
        )
