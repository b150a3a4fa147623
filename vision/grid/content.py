"""Content: what is drawn in the middle of the cells, and whether it is writing.

Digits and letters tell calendars, keyboards and number puzzles from boards: what the cells hold differs from cell to
cell and is drawn with slanted and round strokes. A board's cells are empty, or hold the same picture, or a diagram of
squares.
"""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

import cv2
import numpy as np

from vision.grid import patches, states
from vision.grid.away import away
from vision.grid.unlike import unlike
from vision.middle import median, middle
from vision.share import share

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from vision.grid.cells import Cells
    from vision.grid.states import States
    from vision.scene import Scene

SIDE = 36
"""Pixels along a cell: enough to tell a digit's strokes."""
STROKE, COARSE = 15.0, 3.0
"""Strokes differ this much (Lab) from the ring, and this many times the ring's own deviation."""
HINT = 8.0
"""Strokes seen at the coarse scale differ at least this much; else it is not worth looking closer."""
OWN = 6.0
"""They make some pixel of a cell differ this much from the mean of its state."""
FLAT = 0.5
"""Cells whose rings deviate less than this (Lab) show such strokes plainly."""
DARKEST = 0.95
"""Share of a cell's middle that differs less than its strokes do."""
MUCH = 6.0
"""A cell whose middle differs this much holds something."""
BLANK = 0.3
"""A cell is blank when it holds less than this share of what its fellows hold."""
SPECK, MARK = 3, (4.0, 12.0)
"""Pixels of a mark, at least; it differs (Lab) less than the first from the ring where there is none, more than the
second where there is one."""
LYING = 12
"""One in so many cells may be written on by what lies there."""
SLANT = 0.35
IDENTICAL = 0.75, 3.0
"""Cells of a state are one and the same drawing when they differ this little (Lab) on the whole, and the worst of them;
of the worst, one in 25 is let off."""
GRAINY, LIT = (1.5, 0.06), 0.05
"""On the whole they may differ up to this much, and this share of the states' difference: drawings of few pixels. The
worst may by another share: lit cells shine on them."""
APART = 0.065, 0.15
"""Share of what two drawings differ by up to which the cells of each may differ on the whole, and the worst of them."""
SAME = 0.35, 1.2
SHARED = 0.012, 0.03
"""The same of screens that were neither compressed nor blurred; and as shares of the states' difference."""
ALIKE, PARALLEL = 0.8, 0.99
"""Correlation, or cosine, from which two drawings have their edges in the same places."""
FILLS = 0.5
"""Share of how far (Lab) a cell's middle is from what is around the board from which a pixel is the cell's, too."""
ALMOST, STANDS_OUT, COVERS = 0.6, 0.3, 0.85
"""Correlation that is enough where they have one silhouette; share of what stands out most from which it is of that;
share of two that both have."""
TWO = 2
"""States of lamps."""
LIGHTER, NEARLY = (0.25, 0.85), 0.98
"""Share of what is lit most from which a pixel is lit, too; share of them that are; share whose most is the most."""
EVENLY = 0.6
"""Share of what is lit most that all of a cell is, which is lit evenly."""
INSIDE = 20.0, 1.5, 5.0
"""Ratio (``vision.grid.states``) from which middles tell states plainly; Lab by which those of one differ at most, on
the whole and the worst."""


def patchy(one: Cells) -> int:
    """How many cells break the rule of their state: blank among the filled or filled among the blank."""
    worst = 0
    for state in range(one.states.count):
        content = one.content[one.states.labels == state]
        full = content > max(MUCH, 0.1 * one.states.cut)
        if full.any():
            blank = content < BLANK * median(content[full])
            worst = max(worst, int(min(full.sum(), blank.sum())))
    return worst


def marked(one: Cells) -> int:
    """How many cells of a state hold a mark of any size, or hold none, whichever is less; of the worst state."""
    if one.most.max() <= MARK[1]:
        return 0
    most = np.partition(one.inside, -SPECK, axis=1)[:, -SPECK]
    counts = []
    for state in range(one.states.count):
        own = most[(one.states.labels == state) & ~one.marred]
        counts.append(int(min(np.count_nonzero(own > MARK[1]), np.count_nonzero(own < MARK[0]))))
    return max(counts)


def overdrawn(one: Cells) -> bool:
    """Whether plain cells of each state hold something that stands out more than the states do from one another."""
    owned = [one.states.labels == state for state in range(one.states.count)]
    return all(median(one.most[own]) >= one.states.cut and median(one.spread[own]) < FLAT for own in owned)


def uneven(one: Cells) -> float:
    """Difference (Lab) between the states' typical content."""
    typical = [median(one.content[one.states.labels == state]) for state in set(one.states.labels.tolist())]
    return max(typical) - min(typical)


def recoloured(one: Cells) -> bool:
    """Whether the cells of a state are all one drawing, and every state is the same drawing in other colours.

    Lamps, gems and shaded buttons are; a tick beside a blank field, or two different icons, are not.
    """
    if not pictures(one):
        return False
    typical, inside = one.drawings, _within(one)
    edges = [_edges(drawing)[inside] for drawing in typical]
    shapes = [_silhouette(drawing, one.patches.ring)[inside] for drawing in typical]
    return all(
        _like(edges[a], edges[b]) or (_like(edges[a], edges[b], ALMOST) and _one_shape(shapes[a], shapes[b]))
        for a, b in combinations(range(len(typical)), 2)
    )


def alight(one: Cells, *, evenly: bool = False) -> bool:
    """Whether the cells of both states are all one drawing, of which one is lit: darker nowhere, and lighter mostly.

    ``evenly`` as those are that leave much of their places free: what is drawn in them may be two things.
    """
    if one.states.count != TWO or not pictures(one):
        return False
    dark, light = sorted(one.drawings[:, _within(one), 0], key=lambda drawn: float(drawn.mean()))
    lighter = light - dark
    most = float(np.quantile(lighter, NEARLY))
    mostly = share(lighter > LIGHTER[0] * most) >= LIGHTER[1]
    return bool(mostly and lighter.min() >= (EVENLY * most if evenly else 0))


def _within(one: Cells) -> NDArray[np.bool_]:
    """Pixels of a cell's body, side×side, but for those at its rim."""
    body = one.patches.ring | one.patches.core
    return np.asarray(cv2.erode(body.astype(np.uint8), np.ones((3, 3), np.uint8)) > 0)


def plain_inside(one: Cells) -> bool:
    """Whether the middles of the cells alone tell the same states, far more plainly: what differs is the ground around.

    Stars and leaves fill but a part of the boxes that they stand in.
    """
    middles = one.patches.under(one.patches.core).mean(axis=1).astype(np.float64)
    found = states.find(middles)
    if found.count != one.states.count or found.ratio < INSIDE[0] or not (found.labels == one.states.labels).all():
        return False
    off = np.sqrt(((middles - found.looks[found.labels]) ** 2).sum(axis=1))
    return bool(off.mean() <= INSIDE[1] and off.max() <= INSIDE[2])


def identical(one: Cells) -> bool:
    """Whether the cells of a state are all one and the same drawing, but for where between its pixels each begins."""
    off = np.zeros(len(one.rings))
    for state, drawing in enumerate(one.drawings):
        own = one.states.labels == state
        off[own] = unlike(one.patches.inner()[own], drawing)[:, one.patches.ring | one.patches.core].mean(axis=1)
    return _few_off(off, same(one))


def same(one: Cells) -> tuple[float, float]:
    """How far (Lab) cells that are one and the same drawing may be off it: on the whole, and the worst of them."""
    return max(SAME[0], SHARED[0] * one.states.cut), max(SAME[1], SHARED[1] * one.states.cut)


def uniform(one: Cells) -> bool:
    """Whether the cells of a state are all one drawing, but for what scaling and compression make of few pixels."""
    return _nearly(one, _off(one))


def pictures(one: Cells) -> bool:
    """Whether the cells of a state are all one drawing, by how much the drawings of states differ: or nearly, on grain.

    Grain of wood, or of soil, lies under each picture then.
    """
    off, body = _off(one), one.patches.ring | one.patches.core
    if _nearly(one, off):
        return True
    apart = min((float(away(a[body], b[body]).mean()) for a, b in combinations(one.drawings, 2)), default=0.0)
    owned = (off[one.states.labels == state] for state in np.unique(one.states.labels))
    return all(bool(own.mean() <= APART[0] * apart and own.max() <= APART[1] * apart) for own in owned)


def _off(one: Cells) -> NDArray[np.float32]:
    """How far (Lab) each cell is off the drawing of its state on the whole, N."""
    body = one.patches.ring | one.patches.core
    drawn = one.drawings[one.states.labels]
    return np.asarray(away(one.patches.own[:, body], drawn[:, body]).mean(axis=1))


def _nearly(one: Cells, off: NDArray[np.float32]) -> bool:
    """Whether cells that are so far ``off`` are all one drawing, as in ``uniform``."""
    cut = one.states.cut
    return _few_off(off, (max(IDENTICAL[0], min(GRAINY[0], GRAINY[1] * cut)), max(IDENTICAL[1], LIT * cut)))


def _few_off(off: NDArray[np.floating], most: tuple[float, float]) -> bool:
    """Whether cells are off (Lab, N) by no more than this on the whole, and the worst of them, but for one in 25."""
    return bool(off.mean() <= most[0] and np.sort(off)[-1 - max(1, len(off) // 25)] <= most[1])


def _edges(drawing: NDArray[np.float32]) -> NDArray[np.float32]:
    """Edge strength of one cell (side×side×3)."""
    x, y = cv2.Sobel(drawing, cv2.CV_32F, 1, 0), cv2.Sobel(drawing, cv2.CV_32F, 0, 1)
    return np.asarray(np.sqrt((x**2 + y**2).sum(axis=2)), np.float32)


def _like(a: NDArray[np.float32], b: NDArray[np.float32], least: float = ALIKE) -> bool:
    even = a - a.mean(), b - b.mean()
    correlation, cosine = (
        float(one @ other / (np.linalg.norm(one) * np.linalg.norm(other) + 1e-6)) for one, other in (even, (a, b))
    )
    return correlation >= least or cosine >= PARALLEL


def one_outline(one: Cells) -> bool:
    """Whether the cells of all states have one outline, by where they differ from what is around the board.

    Where a state is hardly another colour than that, edges tell its outline less well. It must be seen around each
    cell: pieces on the squares of a board have an outline of their own.
    """
    off = [away(drawing, one.patches.page) for drawing in one.drawings]
    bodies = [apart > FILLS * median(apart[one.patches.core]) for apart in off]
    parted = not any(body[[0, -1]].any() or body[:, [0, -1]].any() for body in bodies)
    return parted and all(_one_shape(a, b) for a, b in combinations(bodies, 2))


def _silhouette(drawing: NDArray[np.float32], ring: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Where a cell (side×side×3, Lab) is plainly not as its ``ring`` is."""
    off = away(drawing, middle(drawing[ring]))
    return np.asarray(off > STANDS_OUT * off.max())


def _one_shape(a: NDArray[np.bool_], b: NDArray[np.bool_]) -> bool:
    """Whether two silhouettes are one, as those of a lamp are that is lit and one that is not."""
    return int((a & b).sum()) >= COVERS * max(1, int((a | b).sum()))


def writing(scene: Scene, one: Cells) -> float:
    """How much the cells look written on, 0 (nothing, or the same everywhere) to about 0.4 (all different letters).

    Mean over the cells that hold something of (1 - correlation with the other cells of the state) × (share of the
    stroke energy that runs neither level nor upright).
    """
    hint = np.maximum(HINT, one.spread)
    if np.count_nonzero(one.most > hint) < 2:
        return 0.0
    if np.count_nonzero(differing(one.inside, one.states) > np.maximum(OWN, one.spread)) < 2:
        return 0.0
    if np.count_nonzero(np.partition(one.inside, -3, axis=1)[:, -3] > hint) < 2:
        return 0.0
    size = one.grid.rows, one.grid.cols
    fine, core = patches.cores(scene, one.homography, size, one.grid.body, SIDE)
    drawn = away(fine, one.rings[:, None, None].astype(np.float32))
    strengths = drawn[:, core]
    rank = int(DARKEST * strengths.shape[1])
    least = np.where(one.spread < FLAT, HINT, np.maximum(STROKE, COARSE * one.spread))
    holds = np.partition(strengths, rank, axis=1)[:, rank] > least
    holds &= ~(one.marred | one.bare)
    if _bunch(np.flatnonzero(holds), one):
        return 0.0  # a message may lie there
    total, count = 0.0, 0
    for state in range(one.states.count):
        own = np.flatnonzero((one.states.labels == state) & holds)
        if len(own) < 2:
            continue
        total += len(own) * (1 - alike(_placed(drawn[own], core))) * slanted(fine[own, ..., 0], core)
        count += len(own)
    return total / count if count else 0.0


def _placed(drawn: NDArray[np.float32], core: NDArray[np.bool_]) -> NDArray[np.float32]:
    """What N cells (N×c×c) show in their ``core``, each moved by a pixel to where it is most like all: N×P.

    Cells are not laid out as evenly as their places are, and strokes are no wider than that.
    """
    moves = [np.roll(drawn, (down, right), axis=(1, 2))[:, core] for down in (0, -1, 1) for right in (0, -1, 1)]
    common = moves[0].mean(axis=0)
    common -= common.mean()
    fits = [(move @ common) / (move.std(axis=1) + 1e-6) for move in moves]
    return np.asarray(np.stack(moves)[np.argmax(fits, axis=0), np.arange(len(drawn))])


def differing(drawn: NDArray[np.float32], found: States) -> NDArray[np.float32]:
    """How much each cell (N×P, Lab) differs at some pixel from the mean of its state, at most; N.

    Writing does from cell to cell; what is only drawn in all of them does not, and need not be looked at closer.
    """
    most = np.zeros(len(drawn), np.float32)
    for state in range(found.count):
        own = found.labels == state
        cells = drawn[own]
        if len(cells):
            most[own] = np.abs(cells - cells.mean(axis=0)).max(axis=1)
    return most


def _bunch(places: NDArray[np.int64], one: Cells) -> bool:
    """Whether these cells are few and lie together."""
    if not 0 < len(places) <= one.count // LYING:
        return False
    row, col = np.divmod(places, one.grid.cols)
    return bool((np.ptp(row) + 1) * (np.ptp(col) + 1) <= len(places) + 1)


def alike(strength: NDArray[np.float32]) -> float:
    """Median correlation between any two cells (rows)."""
    even = strength - strength.mean(axis=1, keepdims=True)
    even /= np.linalg.norm(even, axis=1, keepdims=True) + 1e-6
    return float(np.median((even @ even.T)[np.tri(len(even), k=-1, dtype=bool)]))


def slanted(light: NDArray[np.float32], core: NDArray[np.bool_]) -> float:
    """Share of the gradient energy of the cells (N×side×side) that is neither level nor upright.

    ``core`` is none of the outermost pixels, so all cells can be filtered as one column.
    """
    column, inside = np.ascontiguousarray(light).reshape(-1, light.shape[2]), np.flatnonzero(core)
    energy, aslant = (part.reshape(len(light), -1).take(inside, axis=1) for part in gradients(column))
    return float(aslant.sum()) / max(float(energy.sum()), 1e-6)


def gradients(light: NDArray[np.float32]) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Gradient energy at each pixel (H×W), and the same where the gradient is neither level nor upright, else 0."""
    x, y = (np.abs(cv2.Sobel(light, cv2.CV_32F, *axes)) for axes in ((1, 0), (0, 1)))
    low, high = np.minimum(x, y), np.maximum(x, y)
    energy = low**2 + high**2
    return energy, np.where(low > SLANT * high, energy, np.float32(0))
