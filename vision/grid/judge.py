"""Judge: whether a reading may be acted on, is doubtful, or is no board; with its reasons in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vision.grid.evidence import Evidence, gather

if TYPE_CHECKING:
    from vision.grid.cells import Cells
    from vision.reading import Verdict

NONE_AT = 4


def judge(one: Cells, rival: float) -> tuple[Verdict, tuple[str, ...]]:
    """Verdict on one reading and the reasons against it."""
    evidence = gather(one, rival)
    reasons = doubts(evidence)
    if not reasons:
        return "sure", ()
    return ("none" if len(reasons) >= NONE_AT else "unsure"), tuple(reasons)


def doubts(seen: Evidence) -> list[str]:
    """Every test that fails, in words."""
    tests = (
        (seen.states >= 2, "all cells look alike, so which state they show can't be told"),
        (seen.source == "ring" or seen.states < 2, "the states differ only in what is drawn inside the cells"),
        (seen.cells >= 9, f"only {seen.cells} cells"),
        (seen.occupancy >= 0.8, f"only {seen.occupancy:.0%} of the cells have an outline"),
        (seen.ratio >= 2.5 or seen.states < 2, "the states are not clearly apart"),
        (seen.cut >= 10 or seen.states < 2, "the states' colours are close together"),
        (seen.strain <= 4 and seen.worst_strain <= 15, "cells of one state differ"),
        (seen.spread <= 6.5, "the cells are not plain"),
        (seen.residual <= 0.035, "the cells do not stand in straight rows"),
        (0.5 <= seen.aspect <= 2, "the cells' spacing is very uneven"),
        (seen.pitch >= 6, "the cells are too small"),
        (seen.outside <= 0.5 and seen.beyond <= 0.5, "more cells seem to follow outside the board"),
        (seen.hidden == 0, "the board is cut by the picture's edge"),
        (seen.patchy <= 1, "some cells of a state hold something that others don't"),
        (seen.uneven <= 12, "the states differ in what the cells hold"),
        (seen.midway <= 0.85, "one state's colour lies between two others, as in mid-fade"),
        (seen.states < 3 or seen.fewest >= 2, "a state occurs only once"),
        (not seen.checkered, "the cells are coloured like a chess board"),
        (not seen.lined, "one outer line differs from all the rest"),
        (not seen.blocky, "the cells repeat in blocks"),
        (seen.rival <= 0.8, "other rows and columns would fit as well"),
        (seen.strays == 0, "some cells fit no state"),
    )
    return [words for good, words in tests if not good]
