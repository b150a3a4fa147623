"""The verdict on a memento reading: every test that failed, in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vision.memento.evidence import NAMES

if TYPE_CHECKING:
    from collections.abc import Mapping

    import numpy as np
    from numpy.typing import NDArray

    from vision.memento.covers import Cut
    from vision.reading import Verdict

PLACE = {name: i for i, name in enumerate(NAMES)}


def named(values: NDArray[np.float64]) -> Mapping[str, float]:
    """Evidence by name."""
    return {name: float(values[i]) for name, i in PLACE.items()}


def verdict(
    evidence: Mapping[str, float], cut: Cut, score: float, margin: float, doubtful: int
) -> tuple[Verdict, tuple[str, ...]]:
    """Sure, unsure or none, and why.

    Args:
        evidence: of the reading, by name.
        cut: covered and uncovered cells.
        score: what the ranking gave the reading.
        margin: by how much it leads the best reading of another board at the same place.
        doubtful: how many cells lie between covered and uncovered.
    """
    covered, rest = int(cut.covered.sum()), int((~cut.covered).sum())
    failed = [
        words
        for fails, words in _tests(evidence, cut, covered=covered, rest=rest, margin=margin, doubtful=doubtful)
        if fails
    ]
    if score < NONE_BELOW or len(failed) >= NONE_FAILED:
        return "none", tuple(failed) or ("nothing looks like tiles over a picture",)
    if score < SURE_ABOVE:
        failed.append("the board does not stand out enough from its surroundings")
    return ("unsure", tuple(failed)) if failed else ("sure", ())


NONE_BELOW = 20.0
SURE_ABOVE = 27.0
NONE_FAILED = 5


def _tests(
    e: Mapping[str, float], cut: Cut, *, covered: int, rest: int, margin: float, doubtful: int
) -> list[tuple[bool, str]]:
    return [
        (covered < 3, "fewer than three face-down tiles: nothing proves that they are tiles"),
        (rest < 2, "fewer than two face-up cells: a plain grid looks the same"),
        (cut.ratio < 2.0, "face-down and face-up cells are not far apart"),
        (e["side_min"] < 0.6, "one side of the board has no clear edge"),
        (e["unlike"] < 0.75, "tiles and picture are not parted by edges"),
        (e["line_max"] < 0.7, "a line between cells is nowhere to be seen"),
        (e["spill"] > 0.3, "cells outside look like tiles of the board: it may go on there"),
        (e["alone"] < 0.7, "face-up cells look like each other: it may be another puzzle"),
        (e["inside_flow"] > 0.9, "the picture does not go on from cell to cell"),
        (e["squat"] > 0, "a board of two rows or columns is rare"),
        (margin < 1.5, "another board fits the same place almost as well"),
        (doubtful > 0, "some cells are neither plainly a tile nor plainly picture"),
    ]
