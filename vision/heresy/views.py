"""Read, once more: the same nine cells in other views, with both sides of their strokes or only what is near as ground.

What is cut into a wall, or raised from it, has a bright and a dark edge, and each alone is half a glyph. Seen by both,
strokes and edges look alike; seen by one, strokes along the light are missing. No view is clear by itself, but each is
wrong in its own way: what several say together may be believed sooner than what one does.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from vision.heresy.align import VOTERS, Aligned, align
from vision.heresy.classify import probabilities, told
from vision.heresy.flat import ink_of, near_ground_of
from vision.heresy.judge import plain_cells

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from vision.heresy.judge import Evidence
    from vision.heresy.lattice import Lattice


AGREED, DISPUTED = 0.65, 1.2  # share of the margins that is enough where all views tell the same, and where they don't
FARTHEST, NEAREST = 6.0, 0.3  # squared distances beyond which a view is no worse, and no better


def others(flat: NDArray[np.uint8], lattice: Lattice, scale: float) -> list[Aligned]:
    """The nine cells of ``flat`` (SIDE×SIDE gray) in other views than that of the ``lattice``."""

    def view(polarity: int, ground: NDArray[np.float32] | None = None) -> Aligned:
        return align(ink_of(flat, polarity, ground, framed=lattice.framed), scale)

    near = near_ground_of(flat)
    if lattice.polarity:
        return [view(0), view(lattice.polarity, near)]
    return [max(view(1, ground), view(-1, ground), key=lambda one: one.score) for ground in (None, near)]


def compared(seen: Evidence, views: list[Aligned]) -> Evidence:
    """``seen`` with what other views of the same cells show: what is plain as it is, else the mean of all views.

    A view counts the more for a cell the nearer it shows it to a glyph.
    """
    seen_so = [told(view.patches) for view in views]
    both = weighed(seen, [(square, view.match) for (square, _), view in zip(seen_so, views, strict=True)])
    odds = None if seen.odds is None else np.mean([seen.odds, *(each for _, each in seen_so)], axis=0)
    return replace(both, odds=odds, score=max(seen.score, float(np.sort(both.match.max(axis=1))[-VOTERS:].mean())))


def weighed(seen: Evidence, views: list[tuple[NDArray[np.float64], NDArray[np.float32]]]) -> Evidence:
    """The same of views that gave squared distances and correlations, 9×4 each; as a whole the panel is no clearer."""
    squares = np.stack([seen.square, *(square for square, _ in views)])
    matches = np.stack([seen.match, *(match for _, match in views)])
    weight = np.maximum(squares.min(axis=2), NEAREST) ** -2
    mean = np.einsum("vn,vns->ns", weight / weight.sum(axis=0), np.minimum(squares, FARTHEST))
    plain = plain_cells(seen.square, seen.match)
    best = np.where(plain[:, None], seen.square, mean)
    state = best.argmin(axis=1)
    agreed = (squares.argmin(axis=2) == state).all(axis=0)
    # Correlation is the other witness: that of any view will do.
    witness = (matches * (matches.argmax(axis=2) == state)[..., None]).max(axis=0)
    match = np.where((witness.max(axis=1) > 0)[:, None], witness, seen.match)
    need = np.where(plain, 1.0, np.where(agreed, AGREED, DISPUTED))
    return replace(seen, square=best, match=match, probabilities=probabilities(best), need=need)
