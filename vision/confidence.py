"""From a detector's own confidence to a probability: a small fitted map for each puzzle and verdict.

Detectors multiply the chances of cells and know little of what else may be wrong: the extent, the puzzle. The map, in
``confidence.json``, says how many of such readings were exact (``calibration.fit_confidence``). It changes no verdict.
"""

from __future__ import annotations

import json
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from vision.reading import Reading

    Knots = tuple[tuple[float, ...], tuple[float, ...]]

FILE = Path(__file__).with_name("confidence.json")


def calibrated(reading: Reading) -> Reading:
    """The reading with its confidence as a probability; unchanged where no map is known."""
    knots = _maps().get((reading.kind or "", reading.verdict))
    if knots is None or not reading.cells:
        return reading
    return replace(reading, confidence=between(reading.confidence, *knots))


def between(value: float, xs: tuple[float, ...], ys: tuple[float, ...]) -> float:
    """The line through the knots (xs ascending) at ``value``; level beyond the ends."""
    if value <= xs[0]:
        return ys[0]
    for (x0, y0), (x1, y1) in zip(zip(xs, ys, strict=True), zip(xs[1:], ys[1:], strict=True), strict=False):
        if value <= x1:
            return y0 + (y1 - y0) * (value - x0) / max(x1 - x0, 1e-12)
    return ys[-1]


@cache
def _maps() -> dict[tuple[str, str], Knots]:
    """(puzzle, verdict) → knots; read once."""
    facts = json.loads(FILE.read_text(encoding="utf-8"))
    return {
        (kind, verdict): (tuple(x for x, _ in knots), tuple(y for _, y in knots))
        for kind, verdicts in facts["maps"].items()
        for verdict, knots in verdicts.items()
    }
