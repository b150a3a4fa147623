"""Stage 2: the template laid on spots."""

import numpy as np
import pytest

from vision.homography import project
from vision.wheels.crowds import boxes, crowded
from vision.wheels.fit import fit, refine, strangers
from vision.wheels.peaks import Spots
from vision.wheels.propose import joined, opponent, propose, smoothed
from vision.wheels.template import PLACES, WHEELS, lattice, outside, plane

DOTS = np.stack(
    [
        (77, 107, 136, 62, 91, 121, 150, 77, 106, 136, 91, 121),
        (95, 95, 95, 121, 121, 121, 122, 146, 146, 147, 172, 172),
    ],
    axis=1,
).astype(np.float64)


def test_template_is_three_wheels_of_a_triangular_lattice():
    points = plane(lattice())
    assert len(points) == len(PLACES) == 12
    for wheel in WHEELS:
        centre = points[list(wheel)].mean(axis=0)
        assert np.allclose(np.hypot(*(points[list(wheel)] - centre).T), 1.0)
    gaps = plane(outside())
    assert min(np.hypot(*(gap - points).T).min() for gap in gaps) > 0.45


@pytest.mark.parametrize(("angle", "rows"), [(0.0, 0.868), (0.0, 1.0), (0.2, 0.868), (-0.2, 0.8)])
def test_fit_follows_roll_and_row_spacing(angle, rows, lock):
    _, matrix = lock(pitch=15.0, angle=angle, rows=rows)
    where = project(matrix, lattice())
    spots = Spots(where, np.full(12, 50.0), np.array([1, -1] * 6, np.int8))
    found = fit(spots)
    assert len(found) == 1
    assert found[0].hits == 12
    assert np.abs(project(found[0].matrix, lattice()) - where).max() < 0.05


def test_fit_bridges_lost_dots_and_refuses_six(lock):
    _, matrix = lock(pitch=15.0)
    where = project(matrix, lattice())
    for lost, expected in ((2, [10]), (5, [7]), (6, [])):
        left = Spots(where[lost:], np.full(12 - lost, 50.0), np.array([1, -1] * 6, np.int8)[lost:])
        assert [one.hits for one in fit(left)] == expected


def test_fit_refuses_a_finer_grid():
    spots = np.array([(x, y) for y in range(0, 120, 13) for x in range(0, 150, 15)], np.float64)
    signs = np.where(np.random.default_rng(2).random(len(spots)) < 0.5, 1, -1).astype(np.int8)
    assert fit(Spots(spots, np.full(len(spots), 50.0), signs)) == []


def test_crowds_are_of_both_colours_and_alike():
    spots = Spots(
        np.array([(x, 50.0) for x in (10, 20, 30, 40, 50, 300)]),
        np.array([50.0, 50.0, 50.0, 50.0, 9.0, 50.0]),
        np.array([1, 1, 1, -1, 1, -1], np.int8),
    )
    assert crowded(spots, 50.0, 1, 4).tolist() == [True] * 4 + [False] * 2
    assert not crowded(spots, 50.0, 2, 4).any()
    more = joined(spots, Spots(np.array([(25.0, 50.0), (31.0, 50.0)]), np.full(2, 50.0), np.zeros(2, np.int8)))
    assert more.sign.tolist() == [1, 1, 1, -1, 1, -1, 0]
    ((left, top, right, bottom),) = boxes(more, (400, 200))
    assert left <= 10
    assert 40 <= right <= 100
    assert top <= 50 <= bottom


def test_refine_takes_on_perspective():
    matrix = np.array([[15.0, 0.5, 100.0], [0.4, 13.0, 90.0], [4e-3, 6e-3, 1.0]])
    where = project(matrix, lattice())
    start = np.array([[14.0, 0.2, 100.5], [0.2, 12.1, 90.5], [0.0, 0.0, 1.0]])
    best = refine(start, Spots(where, np.full(12, 50.0), np.ones(12, np.int8)))
    assert best is not None
    assert best.hits == 12
    assert np.abs(project(best.matrix, lattice()) - where).max() < 0.1


def test_strangers_among_the_dots_are_counted_by_colour_and_strength():
    dots = Spots(DOTS, np.full(12, 40.0), np.array([1, -1] * 6, np.int8))
    (one,) = fit(dots)
    assert strangers(one, dots) == 0
    more = np.array([[92.0, 104.0], [106.0, 130.0], [121.0, 104.0], [300.0, 104.0]])
    crowd = Spots(
        np.concatenate([DOTS, more]),
        np.concatenate([dots.strength, [40.0, 60.0, 10.0, 40.0]]),  # the third is too faint, the fourth lies outside
        np.concatenate([dots.sign, np.array([1, -1, 1, 1], np.int8)]),
    )
    assert strangers(one, crowd) == 2


def test_dots_of_one_lock_lie_on_one_ground(lock):
    strength, sign = np.full(12, 50.0), np.array([1, -1] * 6, np.int8)
    one_ground = Spots(DOTS, strength, sign, np.full(12, 128.0))
    swapped = Spots(DOTS, strength, sign, 128.0 - 25.0 * sign)  # red 153 on 103, green 103 on 153: two colours in all
    unknown = Spots(DOTS, strength, sign, np.full(12, np.nan))
    assert crowded(one_ground, 150.0, 2, 7).all()
    assert crowded(unknown, 150.0, 2, 7).all()
    assert not crowded(swapped, 150.0, 2, 7).any()
    assert not fit(swapped)
    picture, _ = lock(pitch=16.0)
    (found,) = propose([smoothed(opponent(picture))], [picture.shape[0] * picture.shape[1]])
    assert np.abs(found.ground - 128).max() <= 2
