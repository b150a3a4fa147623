"""Stages 3 and 4: colours through a map, and what they are taken for."""

from vision.wheels.judge import judge
from vision.wheels.read import sample, splits


def test_read_splits_the_dots_and_sees_empty_places(lock):
    picture, matrix = lock("111/0011/001/00")
    for split in splits(sample(picture, matrix)):
        assert "".join("1" if side < 0 else "0" for side in split.side) == "111001100100"
        assert split.presence.min() > 0.3
        assert (split.between, split.beyond) == (0.0, 0)


def test_judge_counts_the_greens(lock):
    picture, matrix = lock("111/0011/011/00")
    colours = sample(picture, matrix)
    reading = judge(matrix, colours, splits(colours), 12, 0.0)
    assert reading is not None
    assert reading.verdict == "unsure"
    assert "7 dots look green" in reading.reasons[0]
    assert len(reading.suspects) == 1
    assert reading.cells[reading.suspects[0]].state == 1
