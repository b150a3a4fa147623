"""Plausible: how much speaks for a doubtful grid of some pattern being a board, by a small fitted model.

A logistic model weighs the doubts that were said, the grid's shape and size and the pattern of its states. What is
commoner as a plan, a table or a picture comes out below zero. The weights are in ``plausible.json``; they are fitted by
``calibration.fit_plausible``, on screenshots of games and other programs and on drawn ones.
"""

from __future__ import annotations

import json
import re
from functools import cache
from math import log
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from vision.grid import cycled, dealt
from vision.grid.doubts import LABELLED, LETTERED
from vision.grid.likely import likely
from vision.showing import aspect_ratio, passed, share, table

if TYPE_CHECKING:
    from vision.reading import Reading

FILE = Path(__file__).with_name("plausible.json")
MANY, MOST, MOST_DOUBTS = 25, 5, 4
"""Cells from which a board is large; checks, and doubts, beyond these say no more."""
WRITING = {LETTERED, LABELLED}
LEAST, SPECK = 1e-4, 0.017
"""Share of the picture below which a grid is no smaller; below which it may be an icon or a sketch."""


def score(reading: Reading, pixels: int) -> float:
    """How much more speaks for a board than for another thing, in a picture of so many pixels; in logits."""
    constant, weights, doubts = _model()
    seen = figures(reading, pixels)
    weighed = sum(weight * seen[name] for name, weight in weights.items())
    return constant + weighed + sum(doubts.get(doubt, 0.0) for doubt in said(reading))


def said(reading: Reading) -> set[str]:
    """The doubts about a reading, without numbers and without advice."""
    return {re.sub(r"\d+", "#", reason.split(";")[0]) for reason in reading.reasons}


def figures(reading: Reading, pixels: int) -> dict[str, float]:
    """What the model sees beside the doubts.

    ``wide`` and ``tall`` are logarithms of columns over rows and the other way round, ``many`` of the cells over 25,
    ``share`` of the share of the picture. ``passed`` counts the checks that boards made by clicks pass, ``few`` tells
    that few clicks make the pattern, ``rare`` is the share of the rarest state, ``unlikely`` what
    ``vision.grid.likely`` says against it; ``further`` counts the doubts after the first, ``speck`` tells that there
    are some and the grid is as small as an icon, ``written`` that writing is in the cells of a pattern by which no
    clicks are known.
    """
    states = table(reading)
    rows, cols = states.shape
    checked, wide = passed(reading), log(cols / rows)
    counts = np.bincount(states[states >= 0])
    few = dealt.few_clicks(states) if reading.states <= 2 else cycled.made(states)
    covered, further = share(reading, pixels), min(len(said(reading)), MOST_DOUBTS) - 1
    return {
        "square": float(rows == cols),
        "wide": max(0.0, wide),
        "tall": max(0.0, -wide),
        "many": max(0.0, log(rows * cols / MANY)),
        "three": float(reading.states > 2),
        "share": log(max(covered, LEAST)),
        "passed": float(min(max(0, checked), MOST)),
        "few": float(few),
        "rare": float(counts[counts > 0].min() / states.size),
        "unlikely": max(0.0, -likely(states.shape, aspect_ratio(reading, states), checked)),
        "further": float(further),
        "speck": float(further > 0 and covered < SPECK),
        "written": float(not WRITING.isdisjoint(reading.reasons) and not few and checked < dealt.TELLING),
    }


@cache
def _model() -> tuple[float, dict[str, float], dict[str, float]]:
    """The constant, the weights of the figures and those of the doubts; read once."""
    facts = json.loads(FILE.read_text(encoding="utf-8"))
    return facts["constant"], facts["figures"], facts["doubts"]
