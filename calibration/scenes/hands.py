"""Hands that write the Hive glyphs of drawn panels: what all strokes of a panel have in common."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from vision.heresy.glyphs import TYPEFACES, Glyph, Stroke, draw

if TYPE_CHECKING:
    from numpy.typing import NDArray

Inks = tuple["NDArray[np.float32]", ...]
GLYPH = 160  # pixels of a drawn glyph before it is placed
BESIDE = 0.2  # share of freehand E whose short bars stand side by side
BELOW, THROUGH, UPRIGHT = 0.4, 0.2, 0.3
"""Shares of a loose hand's X whose limbs are all below the bar, or go through it, and of its E with upright bars."""
DOME = 0.26  # half the width of an arch below which it mostly stands on the bar
BENDS = 3, 5, 9, 9, 9  # points of an arch


def typeface(rng: np.random.Generator) -> tuple[Glyph, ...]:
    """Carved glyphs mostly, those of a replica now and then."""
    name = "carved" if rng.random() < 0.85 else "replica"
    return TYPEFACES[name]


def freehand(rng: np.random.Generator, *, loose: bool = False) -> tuple[Glyph, ...]:
    """The four glyphs from their description alone, as somebody else may draw them: all proportions are free.

    A is a caret over a bar with two legs; X two strokes and two arms over it, two legs and a dot below; E two short
    bars above and two below, one over the other or side by side; V an arch above, flat or a dome on the bar, and a V
    below. A ``loose`` hand may have the limbs of X all below the bar, or going through it, and the bars of E upright.
    """
    usual = float(rng.uniform(0.05, 0.1))
    thin = usual * float(rng.uniform(0.7, 1.0))
    bar, half = float(rng.uniform(0.47, 0.53)), float(rng.uniform(0.22, 0.32))
    over, under = bar - float(rng.uniform(0.075, 0.125)), bar + float(rng.uniform(0.075, 0.125))
    top, foot = float(rng.uniform(0.1, 0.18)), float(rng.uniform(0.8, 0.9))
    near = float(rng.uniform(0.09, 0.2))
    far = near + float(rng.uniform(0.1, 0.24))
    bow = float(rng.uniform(-0.03, 0.05))

    def line(*points: tuple[float, float], width: float = usual) -> Stroke:
        return Stroke(points, width, width)

    def both(*points: tuple[float, float], width: float = usual) -> Glyph:
        """A stroke on the right, x from the middle, and its mirror image."""
        return tuple(line(*((0.5 + side * x, y) for x, y in points), width=width) for side in (1, -1))

    def limb(y: float, end: float) -> Glyph:
        return both((near, y), ((near + far) / 2 + bow, (y + end) / 2), (far, end))

    long = line((0.5 - half, bar), (0.5 + half, bar), width=usual * float(rng.uniform(1.0, 1.5)))
    roof, pair, fan = rng.uniform(0.08, 0.14), rng.uniform(0.035, 0.06), rng.uniform(1.0, 2.0)
    short, shorter = float(rng.uniform(0.1, 0.17)), float(rng.uniform(0.6, 1.1))
    near_row, far_row = float(rng.uniform(0.1, 0.14)), float(rng.uniform(0.19, 0.26))
    if rng.random() < BESIDE:
        bars = [
            stroke
            for y in (-near_row, near_row)
            for stroke in both((0.05, bar + y), (0.05 + short, bar + y), width=thin)
        ]
    else:
        rows = (near_row, short), (far_row, short * shorter)
        bars = [
            line((0.5 - reach, bar + side * y), (0.5 + reach, bar + side * y), width=thin)
            for y, reach in rows
            for side in (-1, 1)
        ]
    arch, dome = float(rng.uniform(0.15, 0.38)), float(rng.uniform(0, 1))
    rise = 0.09 + (over - top - 0.09) * (dome if arch > DOME else 1 - dome**2)
    turns = np.linspace(0, np.pi, int(rng.choice(BENDS)))
    bent = tuple((0.5 - arch * float(np.cos(t)), top + rise * (1 - float(np.sin(t)))) for t in turns)
    dot = bar + float(rng.uniform(0.17, 0.25))
    legs = limb(under, foot)
    limbs = (*limb(over, top + 0.03), *legs)
    spot = line((0.495, dot), (0.505, dot), width=usual * float(rng.uniform(0.9, 1.5)))
    wedge = both((float(rng.uniform(0.07, 0.2)), under), (0.0, foot), width=thin)
    if loose:
        form = float(rng.random())
        if form < BELOW:
            inner = float(rng.uniform(0.35, 0.7))
            limbs = (*both((near * inner, under), (far * inner, foot)), *legs)
        elif form < BELOW + THROUGH:
            limbs = (*both((0.03, bar - 0.03), (far, top + 0.03)), *both((0.03, bar + 0.03), (far, foot)))
        if rng.random() < UPRIGHT:
            apart = 0.5 * short
            bars = [
                one for y in (-1, 1) for one in both((apart, bar + y * 0.05), (apart, bar + y * far_row), width=thin)
            ]
    return (
        (long, *both((0.0, top), (float(roof), over), width=thin), *legs),
        (long, *both((float(pair * fan), top - 0.02), (float(pair) * 0.8, over), width=thin), *limbs, spot),
        (long, *bars),
        (long, line(*bent), *wedge),
    )


def worn_weight(rng: np.random.Generator) -> float:
    """A factor on the strokes' widths: from thin to fat."""
    return float(np.exp(rng.uniform(np.log(0.55), np.log(1.7))))


@dataclass(frozen=True, slots=True)
class Hand:
    """Who wrote the glyphs: shares and factors that all strokes of a panel have in common."""

    stretch: NDArray[np.float64]
    shake: float
    gap: float
    even: float
    wedge: float

    def write(self, rng: np.random.Generator, glyph: Glyph) -> Glyph:
        """The glyph as this hand writes it; strokes that touch go on touching."""
        spots = [point for stroke in glyph for point in stroke.points]
        moved = {spot: np.array(spot) + rng.normal(0, self.shake, 2) for spot in dict.fromkeys(spots)}
        strokes = []
        for stroke in glyph:
            points = np.array([moved[spot] for spot in stroke.points])
            alone = all(spots.count(spot) == 1 for spot in stroke.points)
            if alone:
                points = points.mean(axis=0) + (points - points.mean(axis=0)) * (1 - self.gap)
            wedge = self.wedge if alone else 0.0
            points = np.clip(0.5 + (points - 0.5) * self.stretch, 0.02, 0.98)
            usual = 0.07  # engraved runes have a fat bar, written ones have strokes of one width
            start, end = (width + (usual - width) * self.even for width in (stroke.start, stroke.end))
            path = tuple((float(x), float(y)) for x, y in points)
            strokes.append(Stroke(path, start * (1 + wedge), end * (1 - wedge)))
        return tuple(strokes)


def written(rng: np.random.Generator, typeface: tuple[Glyph, ...], weight: float) -> Inks:
    """The four glyphs in one hand."""
    caps = "round" if rng.random() < 0.5 else "butt"
    hand = Hand(
        np.exp(rng.normal(0, 0.07, 2)),
        shake=abs(float(rng.normal(0, 0.010))),
        gap=float(rng.uniform(-0.05, 0.10)),
        even=float(rng.uniform(0, 1)),
        wedge=float(rng.uniform(-0.3, 0.5)),
    )
    return tuple(draw(hand.write(rng, glyph), GLYPH, weight=weight, caps=caps) for glyph in typeface)
