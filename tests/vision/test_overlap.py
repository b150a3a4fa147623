"""Boxes that share some place."""

from vision.overlap import meets


def test_boxes_meet_where_they_share_some_place_and_not_where_they_touch():
    box = (10, 10, 20, 20)
    assert meets(box, (19, 19, 30, 30))
    assert meets((12, 0, 14, 40), box)
    assert not meets(box, (20, 10, 30, 20))
    assert not meets(box, (10, 21, 20, 30))
