"""Judge the places that a search of panels comes upon: what each shows is a reading, or is kept as refused."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

import numpy as np

from vision.heresy.beyond import beyond, margin
from vision.heresy.judge import FAR_FROM_SQUARE, GOES_ON, Judgement, either, judge, plain_cells
from vision.heresy.lattice import Lattice, same
from vision.heresy.outlined import borne_out
from vision.heresy.partial import aside
from vision.heresy.place import remember
from vision.heresy.read import Sight, look_at
from vision.heresy.report import reading_of
from vision.heresy.verdict import CHANGING, confirmed
from vision.homography import project
from vision.reading import RANK

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from vision.heresy.blobs import Blobs
    from vision.heresy.judge import Evidence
    from vision.reading import Reading
    from vision.scene import Scene
    from vision.trace import Trace

LINE = 4  # cells without a glyph where the panel may lie a row or a column aside
MOST_OF_IT = 6, 7  # glyphs of what may be a panel with something over it; of those that are plain some must differ
UNCERTAIN = 3  # cells in doubt from which nine that make no marks are none: many a thing is a little like glyphs
FEW, NEAR = 2, 0.3  # cells in doubt of another look that is believed; cells by which its own are off


@dataclass(frozen=True, slots=True, eq=False)
class Refused:
    """What was seen and not read.

    Attributes:
        places: where no panel was read.
        hidden: readings of those places that show most of one: something may hide the rest.
        marks: all that were seen, and how like a glyph each is.
        tables: nine cells each of a larger table. It is one however its cells are looked at.
    """

    places: list[Lattice] = field(default_factory=list)
    hidden: list[Reading] = field(default_factory=list)
    marks: list[tuple[Blobs, NDArray[np.float32]]] = field(default_factory=list)
    tables: list[Lattice] = field(default_factory=list)

    def of_another_look(self) -> Refused:
        """What is refused of a look that may show panels where this one did not."""
        return Refused(tables=self.tables)


def decided(readings: list[Reading]) -> bool:
    """Whether a panel was found that no other look can tell more of: what is changing must come to rest first."""
    return any(reading.verdict == "sure" or CHANGING in reading.reasons for reading in readings)


def worth_it(scene: Scene, lattice: Lattice, refused: Refused) -> bool:
    """Whether a lattice may show a panel, at a place that was not read before."""
    # Marks lie about where glyphs are, outlines of plates just there.
    known = [other for other in refused.places if other.plates or not lattice.plates] + refused.tables
    return (scene.over is not None or not lattice.icons) and not any(same(lattice, other) for other in known)


def weigh(
    scene: Scene,
    place: Lattice | Sight,
    readings: list[Reading],
    refused: Refused,
    trace: Trace | None,
    *,
    carved: bool = True,
    edges: bool = False,
    marked: bool = True,
) -> None:
    """Read a lattice and add what it shows to ``readings`` or else to ``refused``, unless its place was read before.

    It may be ``carved``, or it is none; it may show no more than ``edges``. Glyphs that are not ``marked``, but were
    found by what is around them or by all nine together, must be plainer. What it shows at first sight may be known.
    """
    lattice = place.lattice if isinstance(place, Sight) else place
    if not worth_it(scene, lattice, refused):
        return
    rivals = [reading for reading in readings if _overlaps(lattice, _of(reading))]
    if decided(rivals):
        return
    found = look_at(scene, place, trace, carved=carved)
    if edges and (found is None or judge(found[0]).verdict != "sure"):
        found = borne_out(scene, lattice, found)
    if found is None:
        refused.places.append(lattice)
        return
    if found[0].oblong and any(_overlaps(lattice, table.homography) for table in refused.tables):
        return  # of a table whose cells are square: two steps one way
    judged = judge(found[0])
    illegible = tuple(np.flatnonzero(~found[0].legible).tolist())
    beside = aside(found[0].lattice, illegible if judged.verdict == "none" else judged.suspects)
    if beside is not None and len(illegible) <= LINE:
        other = look_at(scene, beside, trace)
        if other is not None and _better(again := judge(other[0]), judged):
            found, judged = other, again
    if judged.verdict == "none":
        refused.places.append(lattice)
        plain = plain_cells(found[0].square, found[0].match)
        if found[0].legible.sum() in MOST_OF_IT and len(set(found[0].states[plain].tolist())) > 1:
            refused.hidden.append(_remembered(scene, found[0], judged))
        return
    seen = replace(found[0], beyond=beyond(scene, *found), margin=margin(scene, found[0]))
    judged = confirmed(scene, seen)
    if judged.verdict == "none":  # which the nine cells by themselves are not
        refused.tables.append(seen.lattice)
        readings[:] = [
            one for one in readings if FAR_FROM_SQUARE not in one.reasons or not _overlaps(seen.lattice, _of(one))
        ]
        return
    if not marked and len(judged.suspects) >= UNCERTAIN and CHANGING not in judged.reasons:
        return
    if any(_rank(rival) <= _rank(judged) for rival in rivals):
        return
    judged = _unless_told_otherwise(seen, judged, rivals)
    for rival in rivals:
        readings.remove(rival)
    readings.append(_remembered(scene, seen, judged))


def _remembered(scene: Scene, seen: Evidence, judged: Judgement) -> Reading:
    """What was ``seen`` and how it was ``judged`` as a reading, with a memory of its place."""
    reading = reading_of(seen, judged)
    return replace(reading, memory=remember(scene.frame, seen.lattice, seen.scale, reading.cells))


def _unless_told_otherwise(seen: Evidence, judged: Judgement, rivals: list[Reading]) -> Judgement:
    """``seen`` as it was ``judged``, but unsure where another look that had few doubts had none of another glyph."""
    if judged.verdict != "sure":
        return judged
    into = np.asarray(np.linalg.inv(seen.lattice.homography), np.float64)
    doubts: dict[int, str] = {}
    for rival in [one for one in rivals if len(one.suspects) <= FEW]:
        at = project(into, np.array([cell.center for cell in rival.cells]))
        there = (np.abs(at - 1.5).max(axis=1) < 1.5) & (np.abs(at % 1 - 0.5).max(axis=1) < NEAR)
        for place in set(np.flatnonzero(there).tolist()) - set(rival.suspects):
            col, row = at[place].astype(int).tolist()
            state, other = int(seen.states[3 * row + col]), rival.cells[place].state
            if other is not None and other != state:
                doubts[3 * row + col] = f"r{row + 1} c{col + 1} {either(state, other)}"
    return Judgement("unsure", tuple(doubts.values()), tuple(doubts)) if doubts else judged


def _better(one: Judgement, other: Judgement) -> bool:
    """Whether one of two places that share cells is the better panel."""
    return one.verdict != "none" and (other.verdict == "none" or len(one.suspects) < len(other.suspects))


def _rank(one: Judgement | Reading) -> tuple[int, bool, int]:
    """The less, the better a place was read; what is changing was read well, a part of something larger not."""
    return RANK[one.verdict], GOES_ON in one.reasons, 0 if CHANGING in one.reasons else len(one.suspects)


def _overlaps(lattice: Lattice, homography: NDArray[np.float64]) -> bool:
    """Whether a lattice's cells lie among those under a ``homography``."""
    back = np.asarray(np.linalg.inv(homography), np.float64)
    inside = project(back, lattice.centers)
    return bool(((inside > 0) & (inside < 3)).all(axis=1).any())


def _of(reading: Reading) -> NDArray[np.float64]:
    """The homography of a reading, 3×3."""
    return np.array(reading.homography, np.float64).reshape(3, 3)
