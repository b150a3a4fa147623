"""Search: the rectangles that straight edges suggest, and their readings, in a coarse view and then in a finer one."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from vision.memento import comb, fits, frames, gate, gridded, rails, ranking, twins
from vision.memento import view as views
from vision.memento.axis import Axis, unlike
from vision.memento.judge import SURE_ABOVE
from vision.memento.weights import EDGES_FROM

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from numpy.typing import NDArray

    from vision.grid.lattice import Lattice
    from vision.memento.comb import Edges
    from vision.memento.fits import Fit
    from vision.memento.ranking import Candidate
    from vision.memento.view import View
    from vision.scene import Scene

    Seen = tuple[View, list[Fit], list[Candidate]]  # a view, and the rectangles and the readings in it

LONGEST = 1000  # pixels: a board is read on the first halving this small
COARSE = 700  # pixels: it is looked for on the first halving this small
HOPE = -1.6  # log odds on the coarse view from which a finer look is worth its time
PLAIN = 24.0  # pixels of the coarse view from which cells are as plain in it as in a finer one
BOX_LATTICES = 2  # lattices of boxes taken
FRAMED_FROM = 1.0  # log odds of a reading of a closed rectangle shared out from which it counts
SHARED_OUT, OUTLINED, FRAMED = 12, 16, 4  # ways to share out closed rectangles, and outlines, too: looked at, read
ROUGHLY = 0.1  # how near to each other tiles are of what nothing else has shown, by the usual distance of its cells
FEWEST, MOST = 2, 9  # rows and columns of boxes that may be tiles
TILES, TILED = 6, 0.4  # least number of them, and least share of their places where there is one
BODY, OBLONG = 0.7, 1.6  # share of a step that such a box is long at least; longer side to the shorter at most
UPRIGHT = 0.03  # shear above this share of a step is no screen's doing


def tiled(scene: Scene) -> bool:
    """Whether like boxes stand close together in rows and columns, as tiles over a drawing of few colours do."""
    level = scene.level_for(COARSE)
    for lattice in scene.lattices(level):
        if (axes := _upright(lattice)) is None:
            continue
        (x, y), many = axes, len(lattice.members)
        counts, pitches = sorted((x.count, y.count)), sorted((x.pitch, y.pitch))
        filled = min(lattice.body[0] / x.pitch, lattice.body[1] / y.pitch)
        square = counts[0] >= FEWEST and counts[1] <= MOST and filled >= BODY and pitches[1] < OBLONG * pitches[0]
        if square and many >= max(TILES, TILED * x.count * y.count) and gate.covering(scene.level(level), x, y):
            return True
    return False


def outset(scene: Scene) -> tuple[View, list[Fit]]:
    """The coarse view, and the rectangles that its edges support."""
    view = views.whole(scene, scene.level_for(COARSE))
    return view, fits.rough(view.edges, propose(view.edges, scene.lattices(view.level)))


def begun(scene: Scene, shares: NDArray[np.float64]) -> Seen:
    """What the edges of a coarse view suggest."""
    view, fitted = outset(scene)
    return view, fitted, [] if gate.shut(shares, view.picture, fitted) else ranking.hopeful(view, fitted)


def look(scene: Scene, shares: NDArray[np.float64], begun: Seen) -> Seen:
    """Search a coarse view, and what may be a board in it again in a finer one; the last view with what was found."""
    view, fitted, ranked = begun
    coarse, fine = view.level, scene.level_for(LONGEST)
    if not ranking.settled(ranked) and ranking.odds(ranked) < SURE_ABOVE:
        readings = ranking.read(view.picture, _framed(view, shares), ranked)
        framed = [one for one in readings if ranking.hope(one) >= FRAMED_FROM and ranking.telling(one.cut)]
        fitted = [one.fit for one in framed] + fitted
        ranked = ranking.ordered(ranked + framed)
        if ranked and (ranked[0] in framed or ranked[0].fit.revised):  # what the others suggest is read already
            ranked = ranking.revised(view, ranked)
    if coarse == fine or ranking.odds(ranked) < HOPE:
        return view, fitted, ranked
    if ranking.settled(ranked) and min(ranked[0].x.pitch, ranked[0].y.pitch) >= PLAIN:
        return view, fitted, ranked
    return _closer(scene, view, fitted, ranked)


def _framed(view: View, shares: NDArray[np.float64]) -> list[Fit]:
    """The likeliest boards that fill a closed rectangle, each once however wide its gaps and rim were taken."""
    shared_out = frames.boards(view.edges)[:SHARED_OUT]
    alike = (axes for axes in shared_out if gate.repeated(view.picture, *axes))
    return ranking.distinct(_likeliest(view, shares, alike))[:FRAMED]


def _likeliest(view: View, shares: NDArray[np.float64], lattices: Iterable[tuple[Axis, Axis]]) -> list[Fit]:
    """The likeliest boards that fill lattices."""
    laid = (fits.filled(view.edges, *axes) for axes in lattices)
    moved = (fits.exact(view.edges, one, *one.axes) for one in laid if one and one.score >= EDGES_FROM)
    return gate.likely(shares, view.picture, (one for one in moved if one))


def _closer(
    scene: Scene, view: View, fitted: list[Fit], ranked: list[Candidate]
) -> tuple[View, list[Fit], list[Candidate]]:
    """Read a board seen in the coarse ``view`` in a finer one: what was clear at the same places, all else anew."""
    best = view.to_frame(ranked[0].x, ranked[0].y)
    finer = views.around(scene, scene.level_for(LONGEST), *best)
    places = [(one, *finer.from_frame(*view.to_frame(*one.axes))) for one in fitted]
    places = [(one, x, y) for one, x, y in places if finer.holds(x, y)]
    if ranking.odds(ranked) >= SURE_ABOVE:
        again = ranking.distinct(better for place in places if (better := fits.exact(finer.edges, *place)) is not None)
        readings = ranking.revised(finer, ranking.read(finer.picture, again))
        if ranking.odds(readings) >= SURE_ABOVE:
            return finer, again, readings
    again = fits.rough(finer.edges, [*comb.lattices(finer.edges), *((x, y) for _, x, y in places)])
    readings = ranking.hopeful(finer, again)
    if ranking.odds(readings) < SURE_ABOVE:
        moved = ranking.distinct(better for place in places if (better := fits.exact(finer.edges, *place)) is not None)
        unread = [one for one in moved if not any(fits.same(one, other.fit) for other in readings)]
        readings = ranking.ordered(readings + ranking.read(finer.picture, unread, readings))
    # What is plain in the coarse view may be lost in the grain of the finer one.
    return (finer, again, readings) if ranking.odds(readings) >= ranking.odds(ranked) else (view, fitted, ranked)


def outlined(scene: Scene, view: View, shares: NDArray[np.float64]) -> Iterator[list[Candidate]]:
    """What is read in a view of the whole scene where outlines are shared out into rows and columns.

    They are those of the boxes, and around copies of a tile; filled first, and then with a pad around the cells.
    """
    lattices = (axes for lines in twins.lattices(view.picture, view.edges) for axes in lines)
    spread = [part for axes in lattices if (part := twins.spread(view.picture, *axes)) is not None]
    shown = frames.outlines(scene.boxes(view.level), view.picture.shape)
    around = (frames.snapped(view.edges, *part) for part in spread)
    closed = frames.distinct([*frames.rectangles(view.edges), *shown, *around])
    for pads in ((0.0,), frames.PADS):
        shared_out = frames.shared_out(view.edges, closed, pads, frames.LATER)[:OUTLINED]
        alike = (axes for axes in shared_out if gate.repeated(view.picture, *axes, same=ROUGHLY))
        fitted = ranking.distinct(_likeliest(view, shares, alike))[:FRAMED]
        if readings := ranking.read(view.picture, fitted):
            yield ranking.revised(view, readings)


def flanked(scene: Scene) -> Iterator[tuple[View, list[Candidate]]]:
    """What is read where buttons beside all rows and columns show where cells are, each in a view of its own."""
    level = scene.level_for(LONGEST)
    scale = float(2**level)
    for one in rails.boards(scene.boxes(level), scene.level(level)):
        lines = one.x.scaled(scale, 0.0), one.y.scaled(scale, 0.0)
        view = views.around(scene, level, *lines)
        fit = fits.railed(view.edges, *view.from_frame(*lines), marked=one.unlike <= rails.PLAINLY)
        if fit is not None and not one.whole:
            fit = replace(fit, railed=False, marked=False)
        if fit is not None and (readings := ranking.read(view.picture, [fit], within=np.inf)):
            yield view, readings


def twinned(view: View) -> list[Candidate]:
    """What is read in a view where the same drawing stands again and again, as on the backs of tiles."""
    fitted = [one for lines in twins.lattices(view.picture, view.edges) for one in fits.rough(view.edges, lines)]
    alike = (one for one in ranking.distinct(fitted) if gate.repeated(view.picture, *one.axes))
    moved = (fits.exact(view.edges, one, *one.axes) for one in alike)
    return ranking.revised(view, ranking.read(view.picture, ranking.distinct(one for one in moved if one)))


def search(scene: Scene) -> list[Candidate]:
    """Propose, fit and read all of a reduced level (the first of at most ``LONGEST`` pixels): every reading."""
    level = scene.level_for(LONGEST)
    view = views.whole(scene, level)
    fitted = fits.rough(view.edges, propose(view.edges, scene.lattices(level)))
    exact = [fits.exact(view.edges, one, *one.axes) or one for one in fitted]
    return ranking.revised(view, ranking.read(view.picture, exact, within=np.inf), within=np.inf)


def propose(edges: Edges, regular: list[Lattice]) -> list[tuple[Axis, Axis]]:
    """The lattices that straight edges suggest, as combs of lines, and the ``regular`` rows of boxes."""
    found = comb.lattices(edges)
    for axes in map(_upright, regular[:BOX_LATTICES]):
        if axes is not None and all(unlike(axes[0], a) or unlike(axes[1], b) for a, b in found):
            found.append(axes)
    return found


def _upright(lattice: Lattice) -> tuple[Axis, Axis] | None:
    """The lines between regular boxes; None where they lean."""
    matrix = lattice.matrix / lattice.matrix[2, 2]
    across, down = float(matrix[0, 0]), float(matrix[1, 1])
    if max(abs(matrix[0, 1]), abs(matrix[1, 0])) > UPRIGHT * min(across, down):
        return None
    cols, rows = (int(v) for v in lattice.places.max(0) - lattice.places.min(0) + 1)
    left, top = (int(v) for v in lattice.places.min(0))
    x = Axis(float(matrix[0, 2]) + (left - 0.5) * across, across, cols)
    return x, Axis(float(matrix[1, 2]) + (top - 0.5) * down, down, rows)


def boxed(scene: Scene, view: View) -> list[Candidate]:
    """What is read in a view of the whole scene where closed outlines make a grid, some of them the same tile."""
    alike = (
        axes for axes in gridded.lattices(scene, view.level) if view.holds(*axes) and gate.repeated(view.picture, *axes)
    )
    laid = [fit for axes in alike if (fit := fits.filled(view.edges, *axes)) is not None]
    moved = [better for one in laid if (better := fits.exact(view.edges, one, *one.axes)) is not None]
    return ranking.revised(view, ranking.read(view.picture, ranking.distinct(laid + moved)))
