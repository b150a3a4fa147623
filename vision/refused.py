"""Refused: where an unsure reading is more likely no board at all.

The look of a grid or of tiles that is commoner elsewhere than in the puzzle, with doubts beside it, is another thing of
the world: a plan, a chart, a table of cards. Naming the puzzle settles them all.
"""

from __future__ import annotations

from math import log, prod
from typing import TYPE_CHECKING

from vision.algebra import checks, misread, solvable
from vision.grid import cycled, dealt, undealt
from vision.grid.doubts import (
    ASIDE,
    CLICKED,
    DRAWN,
    FOREIGN,
    HOVERED,
    LABELLED,
    LEGEND,
    LETTERED,
    LONGEST_SIDE,
    MARKED,
    ONCE,
    OUTLINE,
    OUTSIDE,
    RULED,
    SHADES,
    SHEETED,
    STRAYS,
    TABLED,
    TERMINAL,
    UNEVEN,
    UPRIGHT,
)
from vision.grid.likely import likely
from vision.grid.pattern import blocky, chosen
from vision.memento.doubts import BANDED, CHEQUERS, LITTLE, RIMMED, STRIPES, UNALIKE, UNSOLVABLE
from vision.showing import THREE, aspect_ratio, passed, share, striped, table

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from vision.reading import Reading

LARGEST_UNIFORM = 49
"""Cells up to which a grid all alike may be a board all dark or all lit; larger ones are mostly other games."""
SMALLEST_UNIFORM = 9
SQUARE = 0.22
"""Logarithm of a cell's sides, one over the other, up to which it counts as square."""
SQUAT = 1.7
"""Sides of a board, the longer to the shorter, up to which cells all alike may be a board."""
BROAD = 2.5
"""A step across over one down from which only a pattern that clicks make tells any board from a plan or a list."""
STRIP = 4.0
"""Sides of a board, the longer to the shorter, from which it is no board."""
FRAME_FROM = 6
"""Cells along a board from which a rim of one colour around another is more likely a frame than a board."""
FACE = 49
"""Cells from which hardly any board has its right like its left, but not upside down."""
PIECES_FROM = 36
"""Cells from which those of two shapes are more likely pieces on squares, as in Othello, than a board's."""
COLOURS, COLOURFUL, MOST_COLOURED = 5, 49, 100
"""Colours that boards seldom have; cells up to which one with so many, and one with three or more, may be a board."""
UNLIKELY, PLAINLY = -1.9, 1.5
"""How little speaks for a board (``vision.grid.likely``) where one more doubt is enough; where writing in its cells or
beside all its lines is. With more doubts it must be more likely than not."""
SMALLEST = 0.017
"""Share of a picture that a doubtful board covers, at least: boards are a fiftieth, icons and sketches are less."""
SHAPE = "grids of this shape are commoner as plans, calendars or charts"
GAMES = "colours: many other games look like that"
STANDING = SHAPE, GAMES, ONCE
"""Doubts about every board of such a size, or of so many colours, whatever else is seen of it; of many colours one is
easily shown once."""
CREDIBLE = (0.4, 0.7)
"""Confidence, the cells' own doubts aside, from which tiles that pass no check are still offered: with one
doubt or stripes with few, and stripes with many. Of 103 worn boards in doubt no flips make two as they were read, which
was wrong."""
UNCLEAR = 0.34
"""Share of the tiles that may be neither plainly covered nor plainly not: of those boards none had as many."""
COMMON = 0.95
"""Confidence from which patterns that are commoner as something else are still offered as tiles."""
KEYS = 16
"""Cells below which writing in each is that of keys."""
SQUARES = 4
"""Tiles up to which every doubt but one tells that they are just some squares."""
NAMED = 25
"""Cells up to which a square with a legend may be a board: plans of seats and charts are larger, or oblong."""
STROKES, LAMPS = -4, -5
"""Checks of which a pattern fails some, from which cells that are told by strokes in them are another game's, and from
which those that hold something large, as lamps are, may be."""
CHEQUERED = 25
"""Cells from which chequers, and blocks all alike, are those of another game: hardly one memento board in 500 is so."""
SELDOM = {UNALIKE, RIMMED}
"""Doubts that tiles in stripes, of which most boards leave some, do not."""
PLAIN = ({UNSOLVABLE}, {LITTLE})
"""Doubts of tiles that are read plainly: none is about their cells, their lines or where the board ends."""
STRIPED = 3
"""Doubts up to which stripes are, which flips can make but much else is like."""


def refusal(reading: Reading, pixels: int) -> str | None:
    """Why an unsure reading in so many pixels is more likely no board at all; None where it may be one."""
    several = len(reading.reasons) > 1
    if reading.kind == "wheels" and several:
        return "twelve dots, but not much of a lock; name the puzzle if it is wheels"
    if reading.kind not in ("lights-out", "memento"):
        return None
    if TERMINAL in reading.reasons:
        return None  # what is written has the shape of its signs, and is as small
    states = table(reading)
    part = {OUTSIDE, ASIDE} & set(reading.reasons) and set(reading.reasons) <= {OUTSIDE, ASIDE, OUTLINE}
    if part and (ASIDE in reading.reasons or not (dealt.few_clicks(states) or passed(reading) >= dealt.TELLING)):
        return "a part of something larger; name the puzzle if it is a board cut short"
    return _tiles(reading, states) if reading.kind == "memento" else _lights(reading, states, pixels)


def _tiles(reading: Reading, states: NDArray[np.int64]) -> str | None:
    """Why doubtful tiles are more likely none."""
    several = len(reading.reasons) > 1
    told = prod(max(cell.probabilities) for cell in reading.cells)
    if len(reading.suspects) > UNCLEAR * len(reading.cells):
        return "hardly plainly tiles; name the puzzle if it is memento"
    if set(reading.reasons) not in PLAIN and not misread(states == 0, reading.suspects):
        return "flips of whole lines make nothing like this pattern of tiles; name the puzzle if it is memento"
    made = solvable(states == 0)
    striped = made and len(reading.reasons) <= STRIPED
    least = CREDIBLE[several and not striped] * told
    incredible = reading.confidence < least and not checks(states == 0)
    if incredible or (several and not made):
        return "flipping whole lines can't make this pattern of tiles; name the puzzle if it is memento"
    if several and not checks(states == 0) and (reading.suspects or SELDOM & set(reading.reasons)):
        return "stripes, and not plainly of tiles; name the puzzle if it is memento"
    if min(states.shape) < THREE and (LITTLE in reading.reasons or (several and states.size <= SQUARES)):
        return "a few squares, and little that speaks for tiles; name the puzzle if it is memento"
    blocks = blocky(states) and not (states == states[0]).all() and not (states == states[:, :1]).all()
    if (CHEQUERS in reading.reasons or blocks) and states.size >= CHEQUERED:
        return "the squares of a board for other games; name the puzzle if it is memento"
    common = {STRIPES, BANDED} <= set(reading.reasons) or (CHEQUERS in reading.reasons and several)
    if common and reading.confidence < COMMON * told:
        return "more like another game or a plain picture than tiles; name the puzzle if it is memento"
    return None


def _lights(reading: Reading, states: NDArray[np.int64], pixels: int) -> str | None:
    """Why a doubtful grid in so many pixels is more likely no board."""
    several, checked = len(reading.reasons) > 1, passed(reading)
    oblong = states.shape[0] != states.shape[1]
    upright = UPRIGHT in reading.reasons and (reading.states > 2 or states.size >= FACE or checked < 0 or oblong)
    pieces = set(reading.reasons) == {OUTLINE} and states.size >= PIECES_FROM
    foreign = FOREIGN & set(reading.reasons)
    if foreign == {LEGEND} and (checked >= dealt.TELLING or (not oblong and states.size <= NAMED)):
        foreign = set()  # some games name their colours, too
    if foreign or max(states.shape) > LONGEST_SIDE or pieces or upright or undealt.pictured(states):
        return "more like a plan, a puzzle of another sort or a picture; name the puzzle if it is a lights-out board"
    aspect = aspect_ratio(reading, states)
    button = not oblong and not several and reading.reasons[0].startswith(SHAPE)
    if aspect > BROAD and not button and checked < dealt.TELLING and not dealt.few_clicks(states):
        return "cells as wide as a plan's or a list's; name the puzzle if it is lights-out"
    chance = likely(states.shape, aspect, checked)
    written = bool({LETTERED, LABELLED, RULED, TABLED} & set(reading.reasons))
    made = cycled.made(states) if reading.states > 2 else checked >= dealt.TELLING
    # Large boards of some games have a number on each button; small or oblong ones are rooms, prices, keys of phones.
    keys = LETTERED in reading.reasons and (several or checked < 0 or states.size < KEYS or reading.states > 2)
    worded = bool({LETTERED, LABELLED} & set(reading.reasons)) and reading.states == 2
    keys |= worded and (checked <= STROKES or oblong)
    if keys and not (made or dealt.few_clicks(states)):
        return "writing in the cells, and no pattern that clicks are known by; name the puzzle if it is lights-out"
    drawn = {DRAWN, UNEVEN} & set(reading.reasons)
    if drawn and checked <= (LAMPS if UNEVEN in drawn else STROKES):
        return "things in the cells, in a pattern that no clicks make; name the puzzle if it is lights-out"
    # A cell between two colours may be misread, and drawings in the cells are one doubt in two words.
    if len(set(reading.reasons) - {STRAYS, DRAWN}) > 1 and checked <= STROKES:
        return "more than one doubt, and a pattern that no clicks make; name the puzzle if it is lights-out"
    if reading.states == 2 and (oblong or several) and chosen(states) and not dealt.few_clicks(states):
        return "one cell in every line differs, as in answers; name the puzzle if it is lights-out"
    marked = MARKED in reading.reasons or (written and (several or reading.states > 2))
    unmade = marked and (reading.states > 2 or checked < 0) and not made
    shown = [reason for reason in reading.reasons if not reason.startswith((SHAPE, SHEETED))]
    least = PLAINLY if written else 0.0 if len(shown) > 1 else UNLIKELY
    few = states.size >= undealt.PICTURE and HOVERED not in reading.reasons and undealt.few(states)
    if few or (several and undealt.sparse(states)):
        return "few cells differ, and no few clicks make them do so; name the puzzle if it is lights-out"
    if unmade or (chance < least and shown):
        return "more like a plan, a calendar or a chart than a board; name the puzzle if it is lights-out"
    if (several or states.size < SMALLEST_UNIFORM) and share(reading, pixels) < SMALLEST:
        return "too small a part of the picture for one with doubts; cut it out if it is a lights-out board"
    shape = max(states.shape) / min(states.shape)
    uniform = len(set(states[states >= 0].tolist())) == 1 or HOVERED in reading.reasons
    sized = SMALLEST_UNIFORM <= states.size <= LARGEST_UNIFORM and shape < SQUAT
    if uniform and (several or not sized or abs(log(aspect)) > SQUARE):
        return "a plain table of cells all alike; name the puzzle if it is a lights-out board"
    seen = {reason for reason in reading.reasons if not any(words in reason for words in STANDING)}
    odd = seen - SHADES
    chart = reading.states > 2 and (len(odd) > 1 or (CLICKED in odd and len(seen) > 1))
    chart |= (reading.states >= COLOURS or (reading.states > 2 and bool(odd))) and states.size > COLOURFUL
    chart |= (reading.states >= COLOURS and several) or (reading.states > 2 and states.size > MOST_COLOURED)
    chart |= (written or bool(drawn)) and striped(states)
    if shape >= STRIP or (undealt.framed(states) and min(states.shape) >= FRAME_FROM) or chart:
        return "more like a strip, a frame or a chart than a board; name the puzzle if it is lights-out"
    return None
