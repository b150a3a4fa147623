"""Names: which game a picture says that it shows.

Many games write their name above the board or in the window's title. Who sees "Lights Out" there needs no other reason
to take a grid beneath it for its board, and who sees "Minesweeper" does not.
"""

from __future__ import annotations

import re
from itertools import chain, product
from typing import TYPE_CHECKING

import cv2

if TYPE_CHECKING:
    from vision.scene import Scene
    from vision.trace import Trace
    from vision.words.spelling import Word
    from vision.words.text import Text

    Box = tuple[float, float, float, float]

FOUND, THICK, PAD = (80, 80, 255), 3, 6
"""Colour (BGR) and width of the box that is drawn around a name, and how far it is from that, in pixels."""
CALLED = re.compile(
    r"light(s?[^a-z]*outs?|s[^a-z]*off)(?![a-z])"
    r"|apaga (las luces|els llums)|apague as luzes|spegni le luci|lichter aus",
    re.IGNORECASE,
)
"""The names of Lights Out in what a window is called."""
NAMES = (
    *(("lights", "out"), ("light", "out"), ("lights", "off")),
    *(("apaga", "luces"), ("apaga", "llums"), ("apague", "luzes"), ("spegni", "luci"), ("lichter", "aus")),
)
"""The name in English, and in Spanish, Catalan, Portuguese, Italian and German: its first and last word, an article
between."""
GAMES = "minesweeper", "sudoku", "nonogram", "picross", "kakuro", "tetris", "2048", "battleship", "othello", "reversi"
OTHERS = (
    "generation",
    "glider",
    "blinker",
    "mines",
    "blast",
    "woodoku",
    "hitori",
    "takuzu",
    "binairo",
    "nurikabe",
    "gomoku",
    "checkers",
)
MEMORIES = "memory", "memori", "concentration"
PLANS = "occupied", "parking", "seat", "calendar", "heatmap", "sequencer", "crossword", "bingo", "hangman", "wordle"
LISTS = "permission", "attendance", "lockers", "cinema", "captcha"
PANELS = "clock", "relay", "monome", "rooms", "slots", "balance"
DRAWINGS = "pixel", "matrix", "conway", "drum", "habit", "bubbles", "bitmap", "launchpad", "braille"
"""Words, or their beginnings, beside grids of other things, which a page of Lights Out hardly has but in passing."""
SPACE, EVEN = 0.15, 1.25
"""Heights of a line by which words are apart, at least, where letters of theirs touch; the one's over the other's."""
PARTED = 0.2
"""Heights of a line by which words are apart where their letters do not touch."""
APART, BENEATH, SAME, TALLER = (-0.1, 3.5), (0.8, 3.0), 0.2, 1.7
"""Heights of a line by which the second word may be right of the first, or begin a line below it; by which its foot may
be off in the same line; how much taller the one may be than the other."""


def titled(scene: Scene, trace: Trace | None = None) -> bool:
    """Whether a picture, or the window it shows, has the name of Lights Out."""
    if CALLED.search(scene.frame.called):
        return True
    place = lights_out(scene.text)
    if place is not None and trace is not None:
        left, top, right, bottom = map(round, place)
        picture = scene.frame.pixels.copy()
        cv2.rectangle(picture, (left - PAD, top - PAD), (right + PAD, bottom + PAD), FOUND, THICK)
        trace.note("lights-out: named", picture, "the game's name is written there")
    return place is not None


def other(text: Text, called: str = "") -> str | None:
    """A word that tells that a grid is something else than a board of Lights Out, where one is written; else None.

    It is looked for in what the window is ``called``, too, but not in the smallest writing: that costs three times as
    much.
    """
    words = *GAMES, *OTHERS, *MEMORIES, *PLANS, *LISTS, *PANELS, *DRAWINGS
    said = next((word for word in words if word in called.casefold()), None)
    return said or next((word for found in text.words(*words, small=False) for word in found), None)


def lights_out(text: Text) -> Box | None:
    """Where the name of Lights Out is written: left, top, right, bottom in frame pixels; None where it is not."""
    for found in text.words(*dict.fromkeys(chain(*NAMES))):
        for begin, end in NAMES:
            for first, second in product(found.get(begin, []), found.get(end, [])):
                if _together(first, second):
                    return _around(first, second)
    # In small writing, as in the titles of windows, two letters of a word may touch.
    for found in text.joined("lights", "out", "off"):
        for first, second in product(found["lights"], (*found["out"], *found["off"])):
            apart = not -first.height <= second.left - first.right < SPACE * first.height
            if apart and _together(first, second, taller=EVEN):
                return _around(first, second)
    return None


def _together(first: Word, second: Word, taller: float = TALLER) -> bool:
    """Whether the second word follows the first in its line, or stands in the next one."""
    down = (second.foot - first.foot) / first.height
    right = (second.left - first.right) / first.height
    alike = 1 / taller <= second.height / first.height <= taller
    beside = abs(down) <= SAME and APART[0] <= right <= APART[1]
    below = BENEATH[0] <= down <= BENEATH[1] and second.left < first.right and second.right > first.left
    return alike and (beside or below) and not _inside(first, second)


def _inside(first: Word, second: Word) -> bool:
    """Whether the second word is the end of a longer one, as of "about"; but both may be written as one."""
    return second.before != first.right and second.left - second.before < PARTED * second.height


def _around(first: Word, second: Word) -> Box:
    left, right = min(first.left, second.left), max(first.right, second.right)
    return left, first.foot - first.height, right, max(first.foot, second.foot)
