"""Refused: where an unsure reading is more likely no board at all.

The look of a grid or of tiles that is commoner elsewhere than in the puzzle, with doubts beside it, is another thing of
the world: a plan, a chart, a table of cards. Grids are weighed (``vision.plausible``). Naming the puzzle settles it.
"""

from __future__ import annotations

from math import log, prod
from typing import TYPE_CHECKING

from vision import plausible
from vision.algebra import checks, misread, solvable
from vision.grid import pattern
from vision.grid.doubts import CLICKED, HOVERED
from vision.memento.doubts import (
    BANDED,
    CHEQUERS,
    GOES_ON,
    HEADING,
    LITTLE,
    RIMMED,
    STRIPES,
    UNALIKE,
    UNDRAWN,
    UNSOLVABLE,
)
from vision.reading import nothing
from vision.showing import THREE, aspect_ratio, table

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from vision.reading import Reading

SIZES, SQUAT, SQUARE = (9, 49), 1.7, 0.22
"""Cells of which a grid all alike may be a board all dark or all lit; its sides, the longer to the shorter, up to which
it may; logarithm of a cell's sides, one over the other, up to which it counts as square."""
CREDIBLE = (0.4, 0.7)
"""Confidence, the cells' own doubts aside, from which tiles that pass no check are still offered: with one
doubt or stripes with few, and stripes with many. Of 103 worn boards in doubt no flips make two as they were read, which
was wrong."""
UNCLEAR = 0.34
"""Share of the tiles that may be neither plainly covered nor plainly not: of those boards none had as many."""
COMMON = 0.95
"""Confidence from which patterns that are commoner as something else are still offered as tiles."""
SQUARES = 4
"""Tiles up to which every doubt but one tells that they are just some squares."""
CHEQUERED = 25
"""Cells from which chequers, and blocks all alike, are those of another game: hardly one memento board in 500 is so."""
SELDOM = {UNALIKE, RIMMED}
"""Doubts that tiles in stripes, of which most boards leave some, do not."""
PLAIN = ({UNSOLVABLE}, {LITTLE})
"""Doubts of tiles that are read plainly: none is about their cells, their lines or where the board ends."""
HARDLY = "hardly plainly tiles; name the puzzle if it is memento"
WINDOW = {HEADING, UNDRAWN}
"""Doubts of a plain window under its title, whose cells nothing parts."""
MORE = {LITTLE, GOES_ON}
"""Doubts that refuse tiles in two lines, or one: these are hardly boards, but often a part of something."""
STRANGE = "hardly like a Hive glyph"
"""End of doubts about cells of a panel; of worn panels in doubt for every cell, most of them so, none was right."""
STRIPED = 3
"""Doubts up to which stripes are, which flips can make but much else is like."""


def settle(reading: Reading, pixels: int) -> Reading:
    """A reading in a picture of so many pixels, or none where it is unsure and more likely something else."""
    refused = _refusal(reading, pixels) if reading.verdict == "unsure" else None
    return reading if refused is None else nothing(refused, *reading.reasons)


def _refusal(reading: Reading, pixels: int) -> str | None:
    """Why an unsure reading is more likely no board at all; None where it may be one."""
    if reading.kind == "wheels" and len(reading.reasons) > 1:
        return "twelve dots, but not much of a lock; name the puzzle if it is wheels"
    if reading.kind == "heresy":
        return "hardly a sign is plainly a Hive glyph; name the puzzle if it is heresy" if _strange(reading) else None
    if reading.kind == "memento":
        return _tiles(reading, table(reading))
    if reading.kind != "lights-out":
        return None
    if uniform(reading):
        return None if _blank(reading) else "a plain table of cells all alike; name the puzzle if it is lights-out"
    if reading.states > 2 and CLICKED in reading.reasons and len(reading.reasons) > 1:
        return "cells that just change, or another game's colours; name the puzzle if it is lights-out"
    if plausible.score(reading, pixels) < 0:
        return "more like a plan, a table or a picture than a board; name the puzzle if it is lights-out"
    return None


def _strange(panel: Reading) -> bool:
    """Whether every sign of a panel is in doubt, most of them as they are hardly like any glyph."""
    strange = sum(words.endswith(STRANGE) for words in panel.reasons)
    return len(panel.suspects) == len(panel.cells) and 2 * strange >= len(panel.cells) - 1


def uniform(reading: Reading) -> bool:
    """Whether all cells of a grid are alike, but for one that the pointer may be on: then no pattern tells anything."""
    return HOVERED in reading.reasons or len({cell.state for cell in reading.cells} - {None}) <= 1


def _blank(reading: Reading) -> bool:
    """Whether a grid of cells all alike may be a board all dark or all lit; larger ones are mostly other games."""
    states = table(reading)
    squat = max(states.shape) < SQUAT * min(states.shape)
    square = abs(log(aspect_ratio(reading, states))) <= SQUARE
    return len(reading.reasons) == 1 and SIZES[0] <= states.size <= SIZES[1] and squat and square


def _tiles(reading: Reading, states: NDArray[np.int64]) -> str | None:
    """Why doubtful tiles are more likely none."""
    several = len(reading.reasons) > 1
    told = prod(max(cell.probabilities) for cell in reading.cells)
    if len(reading.suspects) > UNCLEAR * len(reading.cells):
        return HARDLY
    if set(reading.reasons) not in PLAIN and not misread(states == 0, reading.suspects):
        return "flips of whole lines make nothing like this pattern of tiles; name the puzzle if it is memento"
    made = solvable(states == 0)
    striped = made and len(reading.reasons) <= STRIPED
    least = CREDIBLE[several and not striped] * told
    incredible = reading.confidence < least and not checks(states == 0)
    if incredible or (several and not made):
        return (
            HARDLY
            if made
            else "flipping whole lines can't make this pattern of tiles; name the puzzle if it is memento"
        )
    if several and not checks(states == 0) and (reading.suspects or SELDOM & set(reading.reasons)):
        return "stripes, and not plainly of tiles; name the puzzle if it is memento"
    if set(reading.reasons) >= WINDOW:
        return "a plain window under its title; name the puzzle if it is memento"
    if min(states.shape) < THREE and (MORE & set(reading.reasons) or (several and states.size <= SQUARES)):
        return "a few squares, and little that speaks for tiles; name the puzzle if it is memento"
    blocks = pattern.blocky(states) and not pattern.striped(states)
    if (CHEQUERS in reading.reasons or blocks) and states.size >= CHEQUERED:
        return "the squares of a board for other games; name the puzzle if it is memento"
    common = {STRIPES, BANDED} <= set(reading.reasons) or (CHEQUERS in reading.reasons and several)
    if common and reading.confidence < COMMON * told:
        return "more like another game or a plain picture than tiles; name the puzzle if it is memento"
    return None
