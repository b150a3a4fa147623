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


def typeface(rng: np.random.Generator) -> tuple[Glyph, ...]:
    """Carved glyphs mostly, those of a replica now and then."""
    name = "carved" if rng.random() < 0.85 else "replica"
    return TYPEFACES[name]


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
