"""Where on the picture a move is made."""

from __future__ import annotations

from math import hypot
from typing import TYPE_CHECKING

from vision.marks.geometry import Plane
from vision.wheels.arrows import arrow

if TYPE_CHECKING:
    from solver.puzzle import Move
    from vision.marks.shapes import Point
    from vision.reading import Reading

WAYS = {"cw": True, "ccw": False}


def places(reading: Reading, move: Move, size: tuple[int, int] | None = None) -> tuple[Point, ...]:
    """The points to click for a move, in pixels of the picture.

    A click on a cell is its centre. A line has two: just beyond its first and its last cell, since it is not known on
    which side a game has its buttons. The turn of a lock's wheel is at its arrow. Any other move is in the middle of
    its cells. Where a profile knows the button of a move, that is its place.

    Args:
        reading: the board.
        move: one of its puzzle's moves.
        size: (width, height) of the picture, where a line's points beyond its border are to be taken just inside the
            line's end cells instead.
    """
    known = dict(reading.buttons).get(move.name)
    if known is not None:
        return (known,)
    if move.at is not None:
        return (reading.cells[move.at].center,)
    plane = Plane(reading)
    if reading.kind == "wheels" and (turned := turn(move)) is not None:
        return (button_of(plane, *turned),)
    if not straight(plane, move):
        return (middle(plane, move),)
    first, last = line_ends(plane, move)
    return _end(plane, first, last, size), _end(plane, last, first, size)


def _end(plane: Plane, end: int, other: int, size: tuple[int, int] | None) -> Point:
    x, y = beyond(plane, end, other, 0.35)
    if size is None or (0 <= x < size[0] and 0 <= y < size[1]):
        return x, y
    return beyond(plane, end, other, -0.2)


def turn(move: Move) -> tuple[int, bool] | None:
    """Wheel number and whether it turns clockwise; None for a move that is no turn of the lock's three wheels."""
    number, _, way = move.name.partition(" ")
    if number in ("1", "2", "3") and way in WAYS:
        return int(number), WAYS[way]
    return None


def button_of(plane: Plane, wheel: int, clockwise: bool) -> Point:  # noqa: FBT001 - what ``turn`` gives
    """The arrow that turns a wheel of the lock, in the plane's pixels."""
    return arrow(plane.matrix.ravel().tolist(), wheel, clockwise=clockwise)


def middle(plane: Plane, move: Move) -> Point:
    """The mean of the centres of a move's cells."""
    around = [plane.centers[cell] for cell in move.cells]
    return sum(x for x, _ in around) / len(around), sum(y for _, y in around) / len(around)


def straight(plane: Plane, move: Move) -> bool:
    """Whether a move's cells, two or more, lie in a line on the board."""
    first, last = line_ends(plane, move)
    (x0, y0), (x1, y1) = plane.spots[first], plane.spots[last]
    spots = (plane.spots[cell] for cell in move.cells)
    return first != last and all(abs((x - x0) * (y1 - y0) - (y - y0) * (x1 - x0)) < 1e-6 for x, y in spots)


def line_ends(plane: Plane, move: Move) -> tuple[int, int]:
    """The two cells of a move that lie farthest apart, the one named first leading."""
    spots = [(index, plane.spots[index]) for index in move.cells]
    first = move.cells[0]
    x, y = plane.spots[first]
    last = max(spots, key=lambda spot: hypot(spot[1][0] - x, spot[1][1] - y))[0]
    return first, last


def beyond(plane: Plane, end: int, other: int, cells: float) -> Point:
    """The pixel ``cells`` outside the edge of cell ``end``, away from cell ``other`` (above it where they are one)."""
    (end_x, end_y), (other_x, other_y) = plane.spots[end], plane.spots[other]
    dx, dy = end_x - other_x, end_y - other_y
    longest = max(abs(dx), abs(dy))
    if longest == 0:
        return plane.near(end, 0.0, -0.5 - cells)
    length = hypot(dx, dy)
    edge = 0.5 / longest  # from the centre to the cell's border, along the line
    return plane.near(end, dx * edge + dx / length * cells, dy * edge + dy / length * cells)
