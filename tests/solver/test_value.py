import copy
import pickle

import pytest

from solver.value import Value


class Point(Value):
    x: int
    y: int = 0


class Positive(Value):
    """A value that checks its field."""

    amount: int

    def __post_init__(self) -> None:
        if self.amount <= 0:
            raise ValueError("not positive")


def test_fields_are_arguments_in_order_with_defaults() -> None:
    point = Point(3)
    assert (point.x, point.y) == (3, 0)
    assert Point(y=2, x=1) == Point(1, 2)
    with pytest.raises(TypeError, match="missing"):
        Point()
    with pytest.raises(TypeError, match="unexpected"):
        Point(1, z=2)
    with pytest.raises(TypeError, match="once"):
        Point(1, x=2)
    with pytest.raises(TypeError, match="once"):
        Point(1, 2, 3)


def test_values_are_compared_hashed_and_printed_by_their_fields() -> None:
    class Other(Value):
        x: int
        y: int

    assert Point(1, 2) != Point(1, 3)
    assert Point(1, 2) != Other(1, 2)
    assert len({Point(1, 2), Point(1, 2), Point(2, 2)}) == 2
    assert repr(Point(1, 2)) == "Point(x=1, y=2)"


def test_a_value_never_changes() -> None:
    point = Point(1)
    with pytest.raises(AttributeError, match="changed"):
        point.x = 2
    with pytest.raises(AttributeError):
        del point.x
    with pytest.raises(AttributeError):
        point.z = 2
    assert point.changed(y=5) == Point(1, 5)
    assert point == Point(1)


def test_fields_are_checked_also_in_copies() -> None:
    assert Positive(1).changed(amount=2).amount == 2
    with pytest.raises(ValueError, match="positive"):
        Positive(0)
    with pytest.raises(ValueError, match="positive"):
        Positive(1).changed(amount=-1)


def test_values_can_be_copied_and_pickled() -> None:
    point = Point(1, 2)
    assert pickle.loads(pickle.dumps(point)) == point
    assert copy.deepcopy(point) == point
