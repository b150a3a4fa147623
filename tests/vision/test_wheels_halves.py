from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from calibration import ladder
from calibration.scenes.wheels import render
from calibration.score import exact
from vision.detectors.wheels import detect
from vision.frame import Frame
from vision.homography import project
from vision.reading import CellReading, Reading
from vision.scene import Scene
from vision.wheels.halves import REASON, bearing_out, halves
from vision.wheels.judge import FAINT, Memory
from vision.wheels.peaks import Spots
from vision.wheels.read import CORE, RINGS
from vision.wheels.template import PLACES, lattice

PLACE = np.array([[12.0, 0.8, 30.0], [-1.1, 10.5, 20.0], [0.0, 0.0, 1.0]])


def spots(dots: tuple[int, ...], strangers: tuple[tuple[float, float], ...] = (), sign: int = 1) -> Spots:
    """Spots of one colour on some of the dots, and elsewhere."""
    at = np.array([*project(PLACE, lattice())[list(dots)], *strangers])
    return Spots(at, np.full(len(at), 40.0), np.full(len(at), sign, np.int8), None)


@pytest.mark.parametrize("dots", [(0, 1, 2, 3, 4, 5), (0, 3, 6, 9, 10, 11), (1, 2, 4, 7, 8, 10)])
@pytest.mark.parametrize("sign", [1, -1])
def test_six_dots_of_one_colour_say_where_the_others_are(dots: tuple[int, ...], sign: int) -> None:
    found = halves(spots(dots, ((90.0, 25.0), (10.0, 60.0)), sign))
    right = [
        half for half in found if np.abs(project(half.fit.matrix, lattice()) - project(PLACE, lattice())).max() < 1
    ]
    assert [np.flatnonzero(half.seen).tolist() for half in right] == [list(dots)]
    assert right[0].sign == sign


def test_five_dots_are_too_few_and_a_texture_is_passed_over() -> None:
    assert halves(spots((0, 1, 4, 7, 11))) == []
    many = tuple((x, y) for x in np.arange(20.0, 120.0, 11) for y in np.arange(20.0, 90.0, 11))
    assert halves(spots((0, 1, 2, 3, 4, 5), many)) == []


@pytest.mark.parametrize("seed", [1560069, 1560137, 1560201])
def test_a_lock_whose_other_dots_lost_their_colour_is_read(seed: int) -> None:
    scenery = render(seed)
    strength = 3 if seed == 1560201 else 2
    frame, entry = ladder.worn(
        lambda: (Frame(scenery.pixels), scenery.entry(f"wheels{seed}")), "palette", strength, seed=1
    )
    found = detect(Scene(frame))
    assert exact(found[0], entry)


def test_half_a_lock_is_borne_out_by_the_other_half() -> None:
    half = next(one for one in halves(spots((0, 1, 2, 3, 4, 5))) if one.seen[:6].all())
    cells = tuple(CellReading(*PLACES[i], int(i > 5), (0.5, 0.5), (0.0, 0.0)) for i in range(12))
    sure = Reading("sure", (), "wheels", 2, cells)
    assert bearing_out(sure, half) == sure
    faint = bearing_out(replace(sure, verdict="unsure", reasons=(FAINT, "one more")), half)
    assert faint is not None
    assert (faint.verdict, faint.reasons) == ("unsure", (REASON, "one more"))
    swapped = replace(sure, cells=tuple(replace(cell, state=1 - (cell.state or 0)) for cell in sure.cells))
    assert bearing_out(swapped, half) is None


def test_six_spots_may_be_the_middles_of_the_other_colours_rings() -> None:
    half = next(one for one in halves(spots((0, 1, 2, 3, 4, 5))) if one.seen[:6].all())
    cells = tuple(CellReading(*PLACES[i], int(i < 6), (0.5, 0.5), (0.0, 0.0)) for i in range(12))
    of_rings, of_discs = (Memory(half.fit.matrix, (0.5, 0.5), core) for core in (RINGS[0], CORE))
    sure = Reading("sure", (), "wheels", 2, cells, memory=of_rings)
    assert bearing_out(sure, half) == sure
    assert bearing_out(replace(sure, verdict="unsure"), half) is None
    assert bearing_out(replace(sure, memory=of_discs), half) is None
