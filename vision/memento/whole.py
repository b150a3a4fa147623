"""Whole cells: a reading put together from parts of its cells that nothing parts."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from vision.memento import covers, fits, revise, sizes
from vision.memento.doubts import PARTED
from vision.memento.ranking import NEAR, read
from vision.showing import table

if TYPE_CHECKING:
    from vision.memento.ranking import Candidate
    from vision.memento.view import View
    from vision.reading import Reading

CLOSELY = 32  # pixels a side of cells of which it is told whether they show something twice


def undivided(view: View, ranked: list[Candidate]) -> list[Candidate]:
    """The same, in larger cells first where hardly anything is seen of what parts those of the first reading."""
    best = ranked[0]
    covered = best.cut.covered.reshape(best.y.count, best.x.count)
    if (whole := revise.undivided(view.edges, best.fit, covered)) is None:
        return ranked
    whole_cells = [one for one in read(view.picture, [whole]) if one.cut.covered.mean() == best.cut.covered.mean()]
    if not whole_cells or _shows_two(view, whole_cells[0]):
        return ranked
    others = [one for one in ranked if not fits.same(one.fit, whole) and not _cut_up(one, whole_cells[0])]
    return [whole_cells[0], *others]


def mended(seen: Reading, again: Reading) -> bool:
    """Whether all that is doubted of what was ``seen`` is that its cells may be parts, and ``again`` has them whole."""
    if seen.reasons != (PARTED,):
        return False
    parts, cells = table(seen), table(again)
    many = parts.shape[0] // cells.shape[0], parts.shape[1] // cells.shape[1]
    return min(many) > 1 and np.array_equal(parts, np.kron(cells, np.ones(many, np.int64)))


def _shows_two(view: View, one: Candidate) -> bool:
    """Whether each tile of a reading plainly shows the same twice."""
    cells = covers.canonical(view.picture, one.x, one.y, CLOSELY)
    shown = sizes.tile(cells.reshape(-1, *cells.shape[2:])[one.cut.clear])
    return 2 in (shown.across, shown.down)


def _cut_up(one: Candidate, whole: Candidate) -> bool:
    """Whether a reading says the same as that of the ``whole``, but in parts of its cells."""
    covered = whole.cut.covered.reshape(whole.y.count, whole.x.count)
    for axis, (fine, coarse) in enumerate(((one.y, whole.y), (one.x, whole.x))):
        apart = max(abs(fine.origin - coarse.origin), abs(fine.end - coarse.end))
        if fine.count % coarse.count or apart > NEAR * coarse.pitch:
            return False
        covered = covered.repeat(fine.count // coarse.count, axis)
    return bool((covered.ravel() == one.cut.covered).all())
