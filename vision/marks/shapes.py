"""The marks as plain values, in pixels of the picture: x to the right, y down, pixel edges at whole numbers.

Colours are Okabe and Ito's, told apart by colour-blind eyes ("Color Universal Design", 2008). Every shape is drawn
with a light and a dark outline, so that it stands out on any ground.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Point = tuple[float, float]
Color = tuple[int, int, int]
"""Red, green, blue."""

BLACK: Color = (0, 0, 0)
WHITE: Color = (255, 255, 255)
ORANGE: Color = (230, 159, 0)
SKY: Color = (86, 180, 233)
GREEN: Color = (0, 158, 115)
YELLOW: Color = (240, 228, 66)
BLUE: Color = (0, 114, 178)
VERMILLION: Color = (213, 94, 0)
PURPLE: Color = (204, 121, 167)

STATE_COLORS = (BLACK, WHITE, SKY, ORANGE, GREEN, YELLOW, PURPLE, VERMILLION, BLUE)
"""Ground of the tick for each state; round again above, where the digit tells."""


@dataclass(frozen=True, slots=True)
class Disc:
    """A number to click; a plain dot where ``text`` is empty because a number would not be readable."""

    center: Point
    radius: float
    text: str
    color: Color = BLUE


@dataclass(frozen=True, slots=True)
class Badge:
    """A pill of text, such as ``×3``."""

    center: Point
    height: float
    width: float
    text: str
    color: Color = ORANGE


@dataclass(frozen=True, slots=True)
class LineArrow:
    """An arrow through a whole line of cells. The numbers at its ends are discs of their own."""

    start: Point
    end: Point
    width: float
    color: Color


@dataclass(frozen=True, slots=True)
class TurnArrow:
    """A circle arrow that goes most of the way round ``center``, with its head at the end."""

    center: Point
    radius: float
    width: float
    clockwise: bool
    color: Color


@dataclass(frozen=True, slots=True)
class Tick:
    """What was read in a cell: a small tag, its ground and sign telling the state; no ``text`` where too small."""

    center: Point
    size: float
    state: int | None
    text: str


@dataclass(frozen=True, slots=True)
class Ring:
    """Round a cell to look at."""

    center: Point
    radius: float
    width: float
    color: Color = VERMILLION


Shape = Disc | Badge | LineArrow | TurnArrow | Tick | Ring
Tone = Literal["sure", "unsure", "none", "plain", "faint"]


@dataclass(frozen=True, slots=True)
class Line:
    """One paragraph of the strip; ``chunks`` are wrapped between, never inside."""

    chunks: tuple[str, ...]
    tone: Tone = "plain"

    @property
    def text(self) -> str:
        """The whole paragraph."""
        return "  ".join(self.chunks)


@dataclass(frozen=True, slots=True)
class CloseUp:
    """An enlarged part of the picture, shown beside the words where cells are too small for numbers.

    Attributes:
        box: left, top, right, bottom of the part in whole pixels of the picture.
        factor: how many times larger.
        shapes: marks in pixels of the enlarged part.
    """

    box: tuple[int, int, int, int]
    factor: int
    shapes: tuple[Shape, ...]


@dataclass(frozen=True, slots=True)
class Marks:
    """Everything to draw on one picture.

    Attributes:
        size: (width, height) of the picture.
        shapes: in drawing order.
        strip: the words below the picture.
        at: for each step the points to click, in pixels of the picture.
        closeup: the board enlarged, where its cells are small.
    """

    size: tuple[int, int]
    shapes: tuple[Shape, ...] = ()
    strip: tuple[Line, ...] = ()
    at: tuple[tuple[Point, ...], ...] = ()
    closeup: CloseUp | None = None
