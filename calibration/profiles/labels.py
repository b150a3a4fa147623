"""Where labelled boards lie in their pictures: the place whose cells the labels part best."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from calibration.profiles import looks, signs, tiles
from calibration.profiles.lattices import further
from calibration.profiles.locate import cornered, locate, settled
from calibration.profiles.locks import anywhere, through_colours
from calibration.profiles.panels import panels, panels_in_colours
from calibration.profiles.places import plane, windows
from calibration.profiles.profile import GRIDS
from solver.notation import parse

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from numpy.typing import NDArray

    from vision.reading import Reading
    from vision.scene import Scene

PLAIN = 1.5
"""Spread between the states over spread within them, from which a place is not doubted."""
LIKELY = 0.3
"""The same of a place that is believed where the eye reads no board of the kind."""
BETTER = 0.02
"""Logarithm of the quality that a panel must win where one of its corners is moved."""
ROUNDS, DOT = 2, 0.6
"""Looks at a lock in its own colours; how much of its cell a dot takes. What is around it may be some wall."""


@dataclass(frozen=True, slots=True, eq=False)
class Shot:
    """A labelled picture: what the eye finds in it, the board as typed, and the states of its cells."""

    scene: Scene
    found: Sequence[Reading]
    board: str
    states: tuple[int, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Placed:
    """A place of a labelled board: how well the labels part its cells, board plane → pixels, the cells' pictures."""

    quality: float
    homography: NDArray[np.float64]
    cells: NDArray[np.uint8]
    extent: float = 1.0


def placed(shots: Sequence[Shot], kind: str) -> list[Placed | None]:
    """The place of each shot's board; None where none was found.

    A board that is found nowhere may lie where it lies in another picture of the same size.
    """
    seen = [_seen(shot, kind) for shot in shots]
    found = [_found(shot, kind) if one is None else _at(shot, kind, one) for shot, one in zip(shots, seen, strict=True)]
    again: list[Placed | None] = []
    for shot, best, there in zip(shots, found, seen, strict=True):
        tried = [best] if best is not None else []
        if there is None and (best is None or best.quality < PLAIN):
            others = [
                one.homography
                for other, one in zip(shots, found, strict=True)
                if one is not None and one is not best and _same_size(shot, other)
            ]
            tried += [_settled(shot, kind, one) if kind in GRIDS else _at(shot, kind, one) for one in others]
            tried += _coloured(shot, found) if kind == "heresy" else []
            tried = [one for one in tried if one is best or one.quality >= LIKELY]
        again.append(max(tried, key=lambda one: one.quality, default=None))
    lead = next((one.extent for one in again if one is not None), 1.0)
    # All pictures of a profile show as much of a cell.
    return [
        one if one is None or one.extent == lead else _at(shot, kind, one.homography, (lead,))
        for shot, one in zip(shots, again, strict=True)
    ]


def _coloured(shot: Shot, found: Sequence[Placed | None]) -> list[Placed]:
    """Places of a panel whose signs have the colours that those of other pictures have."""
    places = [one.cells for one in found if one is not None and one.quality >= PLAIN]
    seen = [
        matrix for cells in places for matrix in windows(panels_in_colours(shot.scene, cells), "heresy", shot.board)
    ]
    best = max((_at(shot, "heresy", matrix) for matrix in seen), key=lambda one: one.quality, default=None)
    return [] if best is None else [_cornered(shot, best)]


def _cornered(shot: Shot, place: Placed) -> Placed:
    """The place of a panel with its corners where the labels part the signs best."""

    def quality(matrix: NDArray[np.float64]) -> float:
        return float(np.log(max(1e-9, _at(shot, "heresy", matrix, (place.extent,)).quality)))

    return _at(shot, "heresy", cornered(place.homography, len(parse(shot.board)), quality, BETTER))


def _same_size(one: Shot, other: Shot) -> bool:
    shapes = {tuple(len(line) for line in parse(shot.board)) for shot in (one, other)}
    return len(shapes) == 1 and one.scene.frame.pixels.shape == other.scene.frame.pixels.shape


def _found(shot: Shot, kind: str) -> Placed | None:
    best: Placed | None = None
    for homographies in _sources(shot, kind):
        for one in (_at(shot, kind, matrix) for matrix in homographies):
            if best is None or one.quality > best.quality:
                best = one
        if best is not None and best.quality >= (PLAIN if kind in GRIDS else LIKELY):
            break
    if kind in GRIDS:
        return best if best is not None else _searched(shot, kind)
    if best is None or best.quality < LIKELY:
        return None
    return _through(shot, kind, best) if kind == "wheels" else _cornered(shot, best)


def _seen(shot: Shot, kind: str) -> NDArray[np.float64] | None:
    """Where (3×3) the eye is sure to see just the labelled board: later pictures are seen so, too.

    A place beside it may part small marks, like ticks, a little better. Locks are better seen in their own colours.
    That nine signs are just those of the labels is no chance, however doubtful each is.
    """
    if kind == "wheels":
        return None
    for one in shot.found:
        pairs = set(zip((cell.state for cell in one.cells), shot.states, strict=False))
        parted = len(pairs) == len(set(shot.states)) == len({state for state, _ in pairs}) > 1
        named = kind in GRIDS or all(seen == state for seen, state in pairs)
        same = [(cell.col + 0.5, cell.row + 0.5) for cell in one.cells] == plane(kind, shot.board)
        plain = one.verdict == "sure" or (kind == "heresy" and one.verdict == "unsure")
        if plain and one.kind == kind and parted and named and same:
            return np.array(one.homography, np.float64).reshape(3, 3)
    return None


def _sources(shot: Shot, kind: str) -> Iterator[Iterable[NDArray[np.float64]]]:
    """Places (3×3, board plane → pixels) to be tried, the eye's own first."""
    yield windows(shot.found, kind, shot.board)
    if kind in GRIDS:
        yield windows(further(shot.scene), kind, shot.board)
    elif kind == "heresy":
        yield windows(panels(shot.scene), kind, shot.board)
    else:
        for one in anywhere(shot.scene):
            yield windows(one, kind, shot.board)


def _through(shot: Shot, kind: str, best: Placed) -> Placed:
    """The place of a lock as it is seen in its own colours, as it will be in the next picture."""
    for _ in range(ROUNDS):
        seen = windows(through_colours(shot.scene, best.cells, shot.states), kind, shot.board)
        near = [one for one in (_at(shot, kind, matrix) for matrix in seen) if one.quality >= LIKELY]
        best = max(near, key=lambda one: one.quality, default=best)
    return best


def _at(shot: Shot, kind: str, homography: NDArray[np.float64], extents: Sequence[float] = ()) -> Placed:
    points, states = plane(kind, shot.board), np.array(shot.states)
    if kind == "heresy":
        cuts = [(looks.cut(shot.scene, homography, points, extent), extent) for extent in (extents or signs.EXTENTS)]
        each = (Placed(signs.parted(cells, states), homography, cells, extent) for cells, extent in cuts)
        return max(each, key=lambda one: one.quality)
    extent = DOT if kind == "wheels" else 1.0
    cells = looks.cut(shot.scene, homography, points, extent)
    return Placed(parted(kind, looks.lab(cells), states), homography, cells, extent)


def _settled(shot: Shot, kind: str, homography: NDArray[np.float64]) -> Placed:
    rows = len(parse(shot.board))
    moved = settled(homography, rows, max(map(len, parse(shot.board))), lambda one: _at(shot, kind, one).quality)
    return _at(shot, kind, moved)


def _searched(shot: Shot, kind: str) -> Placed | None:
    """A place for a board without holes of which the eye sees nothing; None where the labels part nothing."""
    rows = len(parse(shot.board))
    cols = len(shot.states) // rows
    cells = plane(kind, shot.board)
    if len(cells) != rows * cols or len({y for _, y in cells}) * len({x for x, _ in cells}) != len(cells):
        return None
    found = (_settled(shot, kind, place) for place in locate(shot.scene, rows, cols, shot.states))
    best = max(found, key=lambda one: one.quality, default=None)
    return None if best is None or best.quality < PLAIN else best


def parted(kind: str, cells: NDArray[np.float64], states: NDArray[np.int64]) -> float:
    """How well labels part cells: spread between the states over spread within them; little for one state.

    Args:
        kind: the puzzle.
        cells: N×D, as ``looks.lab`` gives them.
        states: N.
    """
    if kind == "memento":
        return tiles.parted(cells, states)
    means = {state: cells[states == state].mean(axis=0) for state in set(states.tolist())}
    within = float(np.mean([((cells[i] - means[int(state)]) ** 2).mean() for i, state in enumerate(states)]))
    middle = cells.mean(axis=0)
    across = np.mean([((means[int(state)] - middle) ** 2).mean() for state in states])
    if len(means) < 2:
        return float(1.0 / (looks.FLOOR**2 + within))
    return float(across / (looks.FLOOR**2 + within))
