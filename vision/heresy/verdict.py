"""Judge, at last: what would be sure of a panel is tested once more, cell against cell."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from vision.heresy.flat import contrast, flatten
from vision.heresy.judge import Judgement, judge
from vision.heresy.midway import midway
from vision.heresy.parted import two
from vision.heresy.together import pairs
from vision.heresy.twins import two_by_colour, two_by_looks

if TYPE_CHECKING:
    from vision.heresy.judge import Evidence
    from vision.scene import Scene

CHANGING = "a row and a column may be changing just now"
TWO = "cells of one glyph are drawn in two ways"
COLOURED = "nine cells of one glyph, but not of one colour"
OVER = "r{} c{} stands out, but is hardly like a glyph"
POOR, PLAIN = 0.55, 1.4  # correlation with a glyph; contrast, times the median's


def confirmed(scene: Scene, seen: Evidence) -> Judgement:
    """``seen`` judged; never sure while a shot is changing it, nor where cells may not be what they seem."""
    judged = judge(seen)
    if judged.verdict != "sure" or seen.flat is None or seen.cut is None:
        return judged
    stands_out = contrast(seen.flat, seen.lattice.polarity)
    alike = pairs(seen.cut.patches) if seen.joint is None else seen.joint.alike
    if changing := midway(seen, scene, seen.cut, stands_out, alike):
        return Judgement("unsure", (CHANGING,), changing)
    unlike = two(alike, seen.states, strictly=seen.joint is not None)
    if odd := two_by_looks(seen.flat, seen.scale, seen.states) or unlike:
        return Judgement("unsure", (TWO,), odd)
    if len(set(seen.states.tolist())) == 1:
        lattice = seen.lattice
        if two_by_colour(flatten(scene, lattice.homography, lattice.cell, color=True)):
            return Judgement("unsure", (COLOURED,), ())
    # What is faint is hardly like a glyph, but what is plain should be, or something lies over it.
    plain = stands_out > np.median(stands_out) + np.log(PLAIN)
    if over := tuple(np.flatnonzero(plain & (seen.match.max(axis=1) < POOR)).tolist()):
        return Judgement("unsure", tuple(OVER.format(i // 3 + 1, i % 3 + 1) for i in over), over)
    return judged
