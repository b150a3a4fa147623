"""An axis: the lines of a lattice one way."""

from __future__ import annotations

from dataclasses import dataclass

LIKE = 0.03
"""Share by which pitches may differ that count as equal."""


@dataclass(frozen=True, slots=True)
class Axis:
    """Lines of a lattice along one axis: line ``i`` lies at ``origin + i * pitch``, for i in 0..count.

    Where tiles lie apart, a line is in the middle of each ``gap``, and edges are half of that to both sides of it.
    """

    origin: float
    pitch: float
    count: int
    gap: float = 0.0

    @property
    def end(self) -> float:
        """Where the last line lies."""
        return self.origin + self.count * self.pitch

    def cells(self, first: int, count: int) -> Axis:
        """The lines of so many cells, from the one numbered ``first``."""
        return Axis(self.origin + first * self.pitch, self.pitch, count, self.gap)

    def scaled(self, by: float, moved: float) -> Axis:
        """The same ``moved`` and then scaled."""
        return Axis((self.origin + moved) * by, self.pitch * by, self.count, self.gap * by)


def unlike(one: Axis, other: Axis) -> bool:
    """Whether two combs differ in pitch, phase or place."""
    if abs(one.pitch - other.pitch) > LIKE * other.pitch:
        return True
    shift = (one.origin - other.origin) / other.pitch
    return abs(shift - round(shift)) > 0.12 or abs(shift) > 3
