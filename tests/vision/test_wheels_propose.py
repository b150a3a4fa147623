"""Stage 1: spots of either colour, in mosaics of levels."""

import cv2
import numpy as np

from vision.homography import project
from vision.wheels.mosaic import batches, lay
from vision.wheels.propose import cut, dark, lively, opponent, propose, smoothed
from vision.wheels.template import lattice

RED = (40, 40, 190)


def test_proposals_find_dots_of_both_colours_and_ignore_edges(lock):
    picture, matrix = lock(pitch=20.0)
    picture[:, :80] = RED  # an edge is no spot
    (spots,) = propose([smoothed(opponent(picture))], [picture.size // 3])
    away = np.hypot(*(project(matrix, lattice())[:, None] - spots.xy[None]).transpose(2, 0, 1))
    assert away.min(axis=1).max() < 0.6
    assert list(spots.sign[away.argmin(axis=1)]) == [-1 if sign == "1" else 1 for sign in "101010101010"]
    assert len(spots.xy) < 30


def test_parts_of_a_mosaic_lie_apart_and_show_the_same_spots_as_alone(lock):
    channels = [smoothed(opponent(lock(pitch=pitch, size=(240, 250))[0])) for pitch in (9.0, 12.0, 17.0)]
    channels = [channel[:, :width] for channel, width in zip(channels, (250, 170, 211), strict=True)]
    mosaic = lay(channels)
    assert all(left % 8 == top % 8 == 0 for left, top, _, _ in mosaic.boxes)
    assert np.count_nonzero(mosaic.inside()) == sum(channel.size for channel in channels)
    assert [channels[batch] for batch in batches(channels)] == [[channel] for channel in channels]
    together = propose([channel[:120, :160] for channel in channels], [channels[0].size] * 3)
    for spots, channel in zip(together, channels, strict=True):
        (alone,) = propose([channel[:120, :160]], [channels[0].size])
        np.testing.assert_allclose(spots.xy, alone.xy)
        assert np.array_equal(spots.sign, alone.sign)


def test_only_the_lively_part_of_a_picture_is_searched(lock):
    picture = np.full((400, 600, 3), 90, np.uint8)
    small, matrix = lock(pitch=12.0, size=(100, 110), back=(90, 90, 90))
    picture[200:300, 320:430] = small
    channel = opponent(picture)
    half = cv2.resize(channel, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
    box = lively(half, doubled=True)
    assert box is not None
    rows, cols = cut(box, 0)
    places = project(matrix, lattice()) + np.array([320, 200])
    room = np.abs([*(places.min(axis=0) - (cols.start, rows.start)), *(places.max(axis=0) - (cols.stop, rows.stop))])
    assert room.min() > 12
    assert room.max() < 40
    assert lively(np.full((50, 60), 128, np.uint8), doubled=False) is None


def test_dark_discs_are_spots_where_asked_for(lock):
    picture, matrix = lock(pitch=26.0)
    gray = np.repeat(picture.mean(axis=2, keepdims=True), 3, axis=2).astype(np.uint8)
    (none,) = propose([smoothed(opponent(gray))], [gray.size // 3])
    assert not len(none.xy)
    (spots,) = dark([gray])
    away = np.hypot(*(project(matrix, lattice())[:, None] - spots.xy[None]).transpose(2, 0, 1))
    assert away.min(axis=1).max() < 1.0
    assert set(spots.sign) == {0}
