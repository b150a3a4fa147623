"""Work out the marks of a picture from what was read and the solution."""

from __future__ import annotations

from collections import Counter
from math import ceil, hypot
from typing import TYPE_CHECKING

from vision.marks.geometry import Plane
from vision.marks.places import beyond, button_of, line_ends, middle, places, straight, turn
from vision.marks.shapes import (
    BLUE,
    GREEN,
    VERMILLION,
    Badge,
    CloseUp,
    Disc,
    LineArrow,
    Marks,
    Ring,
    Tick,
    TurnArrow,
)
from vision.marks.words import sign, strip

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from solver.board import Solution, Step
    from vision.marks.shapes import Color, Point, Shape
    from vision.reading import Reading

DISC = 0.2
"""Radius of a number, as a part of the pitch: two fifths of a cell across, in its lower right quarter, so that the
middle of the cell, which says its state, stays free."""
WIDEST = 0.23
"""The same of a small cell whose number would be too small to read: its middle is still free."""
CORNER = 0.26
TICK = 0.22
TICK_CORNER = 0.335
LARGEST = 44.0
READABLE = 6.5
"""Radius in pixels below which a number in a disc can't be read; with three digits it takes half as much again."""
CLOSE_PITCH = 48
CLOSE_SIDE = 2600


def compute(
    reading: Reading,
    solution: Solution | None,
    size: tuple[int, int],
    *,
    verdict: str | None = None,
    reasons: Sequence[str] | None = None,
    goal: str | None = None,
    suspects: Sequence[int] | None = None,
    states: Sequence[int | None] | None = None,
) -> Marks:
    """The marks for one board on one picture.

    Args:
        reading: what was seen; without cells only words come out.
        solution: what to do; None draws what was read alone.
        size: (width, height) of the picture in pixels.
        verdict: ``sure``, ``unsure`` or ``none``; the reading's where None.
        reasons: why not sure, or why there is no solution; the reading's where None.
        goal: the goal in words; told from the solution where None.
        suspects: cells to ring; the reading's where None.
        states: what the ticks say; what was read where None.

    Returns:
        The marks, the same for the same arguments. No mark covers the middle of a cell but the thin arrows through
        lines of cells.
    """
    words = strip(
        reading,
        solution,
        verdict=verdict or reading.verdict,
        reasons=reading.reasons if reasons is None else reasons,
        goal=goal,
    )
    if not reading.cells:
        return Marks(size, strip=words)
    shown = [cell.state for cell in reading.cells] if states is None else list(states)
    doubtful = reading.suspects if suspects is None else tuple(suspects)
    painter = _Painter(reading, solution, shown, doubtful)
    plane = Plane(reading)
    steps = () if solution is None else solution.steps
    return Marks(
        size,
        painter.shapes(plane, size),
        words,
        tuple(places(reading, step.move, size) for step in steps),
        painter.closeup(plane, size),
    )


class _Painter:
    """Turns a reading and a solution into shapes, at the picture's own scale or enlarged."""

    def __init__(
        self, reading: Reading, solution: Solution | None, states: Sequence[int | None], suspects: Sequence[int]
    ) -> None:
        self.reading = reading
        self.steps: tuple[Step, ...] = () if solution is None else solution.steps
        self.ordered = solution is not None and solution.order_matters
        self.states = states
        self.suspects = suspects
        self.readable = READABLE * (1.5 if len(self.steps) > 99 else 1.0)

    def shapes(self, plane: Plane, size: tuple[int, int]) -> tuple[Shape, ...]:
        """Rings lowest, then arrows, ticks, and the numbers on top."""
        lines: list[Shape] = []
        numbers: list[Shape] = []
        used: Counter[Point] = Counter()
        for number, step in enumerate(self.steps, 1):
            if step.move.at is not None:
                numbers += self._click(plane, step, number)
            elif self.reading.kind == "wheels" and turn(step.move) is not None:
                continue  # those that share an arrow are drawn together, below
            elif not straight(plane, step.move):
                numbers += self._group(plane, step, number, used[middle(plane, step.move)])
                used[middle(plane, step.move)] += 1
            else:
                for shape in self._line(plane, step, number, size):
                    (lines if isinstance(shape, LineArrow) else numbers).append(shape)
        if self.reading.kind == "wheels":
            numbers += self._turns(plane, size)
        return (*self._rings(plane), *lines, *self._ticks(plane), *numbers)

    def closeup(self, plane: Plane, size: tuple[int, int]) -> CloseUp | None:
        """The board enlarged where its cells are too small for readable numbers or ticks."""
        pitch = plane.smallest()
        repeated = any(step.times > 1 for step in self.steps)
        if self._radius(pitch) >= self.readable * (1.35 if repeated else 1.0):
            return None
        left, top, right, bottom = plane.bounds(1.6 if self.reading.kind == "wheels" else 0.75)
        box = (
            max(0, int(left)),
            max(0, int(top)),
            min(size[0], ceil(right)),
            min(size[1], ceil(bottom)),
        )
        width, height = box[2] - box[0], box[3] - box[1]
        wanted = ceil(CLOSE_PITCH * (1.5 if len(self.steps) > 99 else 1.0) / max(pitch, 1.0))
        factor = min(wanted, CLOSE_SIDE // max(width, height, 1))
        if factor < 2 or min(width, height) < 1:
            return None
        near = Plane(self.reading, origin=(box[0], box[1]), factor=factor)
        return CloseUp(box, factor, self.shapes(near, (width * factor, height * factor)))

    def _rings(self, plane: Plane) -> Iterator[Shape]:
        for cell in self.suspects:
            pitch = plane.pitch(cell)
            yield Ring(plane.centers[cell], 0.45 * pitch, _clamp(0.05 * pitch, 1.2, 8))

    def _ticks(self, plane: Plane) -> Iterator[Shape]:
        for cell, state in enumerate(self.states):
            pitch = plane.pitch(cell)
            size = _clamp(TICK * pitch, 2.5, 40)
            text = sign(self.reading.kind, state) if size >= 8 else ""
            # A lock's dot has its wheel's arrows above and below it, and the next dot a whole pitch to the right.
            across, down = (0.38, 0.0) if self.reading.kind == "wheels" else (-TICK_CORNER, -TICK_CORNER)
            yield Tick(plane.near(cell, across, down), size, state, text)

    def _click(self, plane: Plane, step: Step, number: int) -> Iterator[Shape]:
        cell = step.move.at or 0
        pitch = plane.pitch(cell)
        radius = self._radius(pitch)
        text = str(number) if radius >= self.readable else ""
        yield Disc(plane.near(cell, CORNER, CORNER), radius, text)
        if step.times > 1 and text:
            badge = _pill((0.0, 0.0), 0.9 * radius, f"×{step.times}")
            x, y = plane.near(cell, CORNER, CORNER)
            # Low, by the cell's border, where it leaves a glyph in the middle alone.
            at = x - 0.72 * radius - badge.width / 2, y + 0.72 * radius
            yield Badge(at, badge.height, badge.width, badge.text, badge.color)

    def _radius(self, pitch: float) -> float:
        """Of the number in a cell of that pitch: as large as it must be to be read, where there is room."""
        least = self.readable if self.readable <= WIDEST * pitch else 0.0
        return _clamp(max(DISC * pitch, least), 1.5, LARGEST)

    def _group(self, plane: Plane, step: Step, number: int, before: int) -> Iterator[Shape]:
        """A number in the middle of cells that lie in no line, with the way they go round where they do."""
        pitch = plane.pitch(step.move.cells[0])
        radius = _clamp(DISC * pitch, 1.5, LARGEST)
        x, y = middle(plane, step.move)
        # Beside the very middle, where a cell may be; further right where a number is there already.
        center = x + CORNER * pitch + before * 3.4 * radius, y + CORNER * pitch
        if self.ordered:
            around = [plane.spots[cell] for cell in step.move.cells]
            area = sum(a[0] * b[1] - b[0] * a[1] for a, b in zip(around, (*around[1:], around[0]), strict=True))
            color = BLUE if area > 0 else VERMILLION
            yield TurnArrow(center, 1.5 * radius, _clamp(0.28 * radius, 1.2, 14), area > 0, color)
        else:
            color = BLUE
        text = str(number) if radius >= self.readable else ""
        yield Disc(center, radius, text, color)
        if step.times > 1 and text:
            yield _pill((center[0], center[1] + 2.2 * radius), 0.8 * radius, f"×{step.times}")

    def _line(self, plane: Plane, step: Step, number: int, size: tuple[int, int]) -> Iterator[Shape]:
        first, last = line_ends(plane, step.move)
        color = _color(plane, first, last)
        ends: list[Point] = []
        for end, other in ((first, last), (last, first)):
            pitch = plane.pitch(end)
            radius = _clamp(0.22 * pitch, 2, LARGEST)
            center = beyond(plane, end, other, radius / pitch + 0.1)
            if not _inside(center, radius, size):
                radius = _clamp(0.16 * pitch, 2, LARGEST)
                center = beyond(plane, end, other, -radius / pitch - 0.02)
            text = str(number) if radius >= self.readable * 0.9 else ""
            yield Disc(center, radius, text, color)
            if step.times > 1 and text:
                yield _pill((center[0], center[1] + 1.5 * radius), radius, f"×{step.times}")
            ends.append(_toward(center, plane.centers[other], radius))
        width = _clamp(0.055 * min(plane.pitch(first), plane.pitch(last)), 1.2, 14)
        yield LineArrow(ends[0], ends[1], width, color)

    def _turns(self, plane: Plane, size: tuple[int, int]) -> Iterator[Shape]:
        """One turning arrow beside each arrow of the lock that is used, with a pill for every step that uses it."""
        used: dict[str, list[tuple[int, Step]]] = {}
        for number, step in enumerate(self.steps, 1):
            used.setdefault(step.move.name, []).append((number, step))
        for name, uses in used.items():
            turned = turn(uses[0][1].move)
            if turned is not None:
                yield from self._turn(plane, turned, name.partition(" ")[2], uses, size)

    def _turn(
        self,
        plane: Plane,
        turned: tuple[int, bool],
        way: str,
        uses: Sequence[tuple[int, Step]],
        size: tuple[int, int],
    ) -> Iterator[Shape]:
        button = button_of(plane, *turned)
        axis = middle(plane, uses[0][1].move)
        radius = _clamp(0.42 * plane.pitch(uses[0][1].move.cells[0]), 5, 2 * LARGEST)
        beside = _toward(button, axis, -1.05 * radius)
        center = _into(beside, (radius + 2, radius + 2), size)
        color = BLUE if turned[1] else VERMILLION
        yield TurnArrow(center, 0.8 * radius, _clamp(0.17 * radius, 1.5, 14), turned[1], color)
        text = str(uses[0][0]) if 0.52 * radius >= 0.8 * self.readable else ""
        yield Disc(center, 0.52 * radius, text, color)
        if not text:
            return
        words = [
            (f"{number} " if len(uses) > 1 else "") + way + (f" ×{step.times}" if step.times > 1 else "")
            for number, step in uses
        ]
        pills = [_pill((0.0, 0.0), 0.48 * radius, line) for line in words]
        row = 1.12 * pills[0].height
        half = max(pill.width for pill in pills) / 2, row * len(pills) / 2
        dx, dy = center[0] - axis[0], center[1] - axis[1]
        length = max(hypot(dx, dy), 1.0)
        reach = radius + 2 + abs(dx) / length * half[0] + abs(dy) / length * half[1]
        x, y = _into(_toward(center, axis, -reach), half, size)
        for place, pill in enumerate(pills):
            at = (x, y - half[1] + (place + 0.5) * row)
            yield Badge(at, pill.height, pill.width, pill.text, pill.color)


def _pill(center: Point, radius: float, words: str) -> Badge:
    height = 1.3 * radius
    return Badge(center, height, height * (0.55 + 0.5 * len(words)), words)


def _color(plane: Plane, first: int, last: int) -> Color:
    (first_x, first_y), (last_x, last_y) = plane.spots[first], plane.spots[last]
    if first_y == last_y:
        return BLUE
    return VERMILLION if first_x == last_x else GREEN


def _toward(start: Point, goal: Point, distance: float) -> Point:
    length = max(hypot(goal[0] - start[0], goal[1] - start[1]), 1e-6)
    part = distance / length
    return start[0] + (goal[0] - start[0]) * part, start[1] + (goal[1] - start[1]) * part


def _into(center: Point, half: tuple[float, float], size: tuple[int, int]) -> Point:
    """The nearest place that keeps something of the given half size inside the picture."""
    x, y = (_clamp(at, room, max(room, side - room)) for at, room, side in zip(center, half, size, strict=True))
    return x, y


def _inside(center: Point, radius: float, size: tuple[int, int]) -> bool:
    room = radius + 2
    return room <= center[0] <= size[0] - room and room <= center[1] <= size[1] - room


def _clamp(value: float, low: float, high: float) -> float:
    return min(max(value, low), high)
