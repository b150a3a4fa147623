"""Clipped: whether the picture may end in the middle of a board, just before or in another line of its cells."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from vision.grid import framed
from vision.grid.around import last_line
from vision.grid.away import away
from vision.grid.dealt import briefly, checks
from vision.grid.patches import AROUND, SIDE, outward
from vision.homography import project
from vision.middle import medians

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from vision.grid.cells import Cells
    from vision.scene import Scene

WIDER = 0.15
"""Cells by which the margin of the other side is wider where one side may be cut."""
WIDE = 0.1
"""Cells by which it is where the picture ends well within the gap, and one more line would make more of a square."""
ASKEW = 0.05
"""Cells by which margins differ of windows that are only as wide as a board."""
UNLIKE = 0.3
"""Share of a gap by which they do where the gap is narrower than that."""
FRAME = 0.35
"""Cells up to which what is around a board on three sides, as wide on each, is a frame that the fourth lacks."""
SLACK = 0.05
"""Cells by which a margin is measured too wide: the last line of pixels may be of both."""
TURNED, SLIT = 0.1, 0.25
"""Cells by which the far end of a side lies off from the near one where a picture is turned; cells between a board and
the edge of such a picture that may be all that is seen of one more line."""
CUT = 0.06
"""Cells by which the picture cuts those of an outer line."""
SLIVER = 0.5
"""Cells up to which a margin may be a part of one more line."""
DRAWN, PART, EVEN = 4.0, 0.3, 0.3
"""Difference (Lab) of cells from what is between or beside them, and its share of what parts the states, from which a
margin shows parts of cells; share of the difference by which these are uneven: writing and glow are more."""
LIKE = 0.5
"""Share of the first of these by which parts of cells differ from what some cell shows there."""
FAINT = 2.0
"""Difference (Lab) from what parts them, from which a whole line of dark lamps on dark ground is seen."""
HALVED, HALF, MOST = 0.25, 0.6, 0.75
"""Shares of a gap where the picture ends in the middle of it: of which it shows more on both sides; no more at the top
or on the left; and no more where only one side is narrow."""
FAR, OTHER, LIGHT = 75, 3.0, 0.1
"""Percentage of a picture's edge past a board's end up to which it may still show what is beside the board; difference
(Lab) of other things, and its share of what parts the states: lossy pictures carry colours of cells over."""
FILLED = 0.4
"""Share of the picture that a board covers which is all that the picture is of."""
SAME, ROOM = 0.02, 0.4
"""Cells by which margins of a square where a page begins differ at most; those of the other two sides, at least."""
LEFT = 9
"""Cells that are as soon left of a larger board in such a corner."""
LAID = 0.02
"""Cells by which a gap and both margins differ of a picture that is just so many steps wide."""
EVENLY = 4
"""Levels by which an empty page varies."""
FAR_OFF = 1.0
"""Cells from which a margin is wide: of hundreds of boards hardly one has three such and no fourth."""
ROOMY = 1.0
"""Cells by which the margin of the opposite side is wider in a picture that is not only of the board."""
THIN = 2
"""Pixels of what parts cells, below which it may not be seen."""
END = 6
"""Pixels at both ends of a place that are left out: round cells are narrower at their rim."""


def clipped(scene: Scene, one: Cells, shown: NDArray[np.bool_] | None) -> bool:
    """Whether the picture may end in the gap before another line of cells, or cuts such a line.

    Parts of cells are seen, or it ends no farther from the cells of one side than the next cells would be, and farther
    from those of the opposite side: windows are as narrow on both. A photograph is not framed so on purpose. In others
    the board is no square, and what it lies on goes on past that edge; or one more line makes it more of a square, on
    the left or at the top, where pages begin, just a square; or the picture ends in the middle of the gap, and the
    board does not fill it, or no other side is as narrow. No board lies in another corner than where pages begin, nor,
    unless it is a square that few clicks make, there only half a gap from both edges. No longish one lies along both of
    its longer sides between unlike margins, or between halves of gaps, or in a wide page right between two edges; none
    is framed evenly but on one of these sides. None lies against one side alone, where no page begins, of a picture
    that goes on far beyond the other three; nor nearer to the right end than to the left one, within the gap, but a
    square as high as the picture. No square is cut where the picture is just one step long for each of its cells, with
    a gap before the first. All of it must hold of what is below a window's title, too.

    Args:
        scene: the picture.
        one: a board in it.
        shown: which pixels of its places are in the picture (``patches.shown``), None where all are.
    """
    if shown is None or (measured := _margins(scene, one)) is None:
        return False
    margins, turned, step = measured
    every = range(4)
    if not _cut(scene, one, shown, margins, every, turned=turned):
        return False
    title = 0 if turned else scene.title
    below = [margins[0] - title / step, *margins[1:]]
    return not title or below[0] < -SLACK or _cut(scene, one, shown, below, every[1:], turned=turned)


def _cut(
    scene: Scene, one: Cells, shown: NDArray[np.bool_], margins: list[float], ends: range, *, turned: bool
) -> bool:
    """Whether the picture may cut a board, by the ``margins`` around this; ``ends`` are sides where it may do so."""
    wide, tall = one.grid.body
    gaps = 1 - tall, 1 - tall, 1 - wide, 1 - wide
    if min(margins) < -CUT or any(margins[side] < SLIVER and _parts(one, side, shown, gaps[side]) for side in ends):
        return True
    if not turned and any(MOST * gaps[side] < margins[side] < SLIVER and _slivers(scene, one, side) for side in ends):
        return True
    rows, cols = one.grid.rows, one.grid.cols
    snug = [side in ends and margin < gaps[side] + SLACK for side, margin in enumerate(margins)]
    apart = [margins[side ^ 1] - margin for side, margin in enumerate(margins)]
    if turned:
        return any(by > WIDER and margins[side] < max(gaps[side], SLIT) + SLACK for side, by in enumerate(apart))
    if rows == cols and _laid(margins, gaps):
        return False
    if framed.cut(scene, one, _body(one), margins, ends):
        return True
    first = 2 if rows > cols else 0
    tight = [side in ends and margin < max(MOST * gaps[side], SLACK) for side, margin in enumerate(margins)]
    askew = rows != cols and abs(apart[first]) > min(ASKEW, UNLIKE * gaps[first])
    if tight[1] and min(margins[0], *margins[2:]) > FAR_OFF:
        return True
    if tight[3] and apart[3] > ASKEW and not (rows == cols and all(tight[:2])):
        return True
    near = {side for side in range(4) if snug[side] and apart[side] >= WIDER}
    near |= {side for side in range(4) if tight[side] and apart[side] >= ASKEW}
    if _cornered(scene, one, margins, near, tight) or (askew and all(snug[first : first + 2])):
        return True
    short = 0 if rows < cols else 2
    if rows != cols and all(tight[short : short + 2]) and max(margins[2 - short : 4 - short]) > ROOMY:
        return True
    halved = [HALVED * gap < margin < MOST * gap for margin, gap in zip(margins, gaps, strict=True)]
    if rows != cols and all(halved[first : first + 2]) and not any(snug[2 - first : 4 - first]):
        return True
    filled = rows * cols >= FILLED * (rows + margins[0] + margins[1]) * (cols + margins[2] + margins[3])
    for side, margin in enumerate(margins):
        lacking = cols - rows if side < 2 else rows - cols
        begins = side % 2 == 0
        others = [*margins[:side], *margins[side + 1 :]]
        framed_by_others = max(others) < min(others) + ASKEW < FRAME
        if lacking > 0 and tight[side] and (framed_by_others or (not begins and apart[side] > WIDE)):
            return True
        if not lacking or not snug[side] or apart[side] < WIDER:
            continue
        roomy = apart[side] >= ROOMY  # nothing else is cut to size, then
        if (lacking > 0 and not begins) or (lacking == 1 and (roomy or not filled)) or _panelled(scene, one, side):
            return True
        if lacking > 1 and not filled and margin < HALF * gaps[side]:
            return True
        if side >= 2 and margin + WIDER < min(margins[:2]) and margin < max(MOST * gaps[side], SLACK):
            return True
    return False


def _laid(margins: list[float], gaps: tuple[float, ...]) -> bool:
    """Whether a picture that ends right at a board is one step long for each of its cells, with a gap before the first.

    So is a window for cells that each bring their gap along.
    """
    both = (margins[:2], gaps[0]), (margins[2:], gaps[2])
    tight = [(pair, gap) for pair, gap in both if min(pair) < SLACK]
    return bool(tight) and all(abs(sum(pair) - gap) <= LAID and pair[0] > pair[1] for pair, gap in tight)


def _cornered(scene: Scene, one: Cells, margins: list[float], near: set[int], tight: list[bool]) -> bool:
    """Whether a board lies in a corner where none begins, so that what is next to it may lack on both sides.

    Where pages begin it does, too, if the picture ends on both sides within the gap before the next cells. But a square
    that few clicks make hardly lacks as many lines above as on the left; nor does one as far from both edges, if its
    size has checks that it passes, or none, it is larger than what is as soon left of a board, and nothing else is on
    the page: one that is cut was seldom alone on it.

    Args:
        scene: the picture.
        one: the board.
        margins: how far above, below, left and right of it the picture goes, in cells.
        near: sides on which it is so near to the picture's edge as the next cells would be, and nearer than opposite.
        tight: whether the picture ends well within the gap on a side.
    """
    if near != {0, 2}:
        return len(near) == 2
    if not all(tight[side] for side in near):
        return False
    if one.grid.rows != one.grid.cols:
        return True
    laid = abs(margins[0] - margins[2]) <= SAME and min(margins[1], margins[3]) >= ROOM
    if briefly(one):
        return False
    passed = checks(one.board) if one.states.count == 2 else 0
    return not (laid and (passed > 0 or (not passed and one.count > LEFT and _alone(scene, one))))


def _alone(scene: Scene, one: Cells) -> bool:
    """Whether there is one plain colour to the right of a board and below it, and nothing else."""
    right, below = project(one.homography, np.array([[one.grid.cols + ROOM, one.grid.rows + ROOM]]))[0].astype(int)
    pixels = scene.frame.pixels
    page = np.vstack([pixels[scene.title :, right:].reshape(-1, 3), pixels[below:, :right].reshape(-1, 3)])
    return bool(page.size and np.ptp(page, axis=0).max() <= EVENLY)


def _margins(scene: Scene, one: Cells) -> tuple[list[float], bool, float] | None:
    """How far above, below, left and right of the board's cells the picture goes, in cells; whether it is turned.

    And the pixels of a step down. None where it is turned by more than a right angle.
    """
    left, top, right, bottom = _body(one)
    corners = project(one.homography, np.array([[left, top], [right, top], [left, bottom], [right, bottom]]))
    across = (corners[1, 0] - corners[0, 0]) / (right - left)
    down = (corners[2, 1] - corners[0, 1]) / (bottom - top)
    if min(across, down) <= 0:
        return None
    least, most = corners.min(axis=0), corners.max(axis=0)
    before = least[1] / down, least[0] / across
    after = (scene.frame.height - most[1]) / down, (scene.frame.width - most[0]) / across
    aslant = max(abs(corners[1, 1] - corners[0, 1]) / down, abs(corners[2, 0] - corners[0, 0]) / across)
    margins = [float(margin) for pair in zip(before, after, strict=True) for margin in pair]
    return margins, bool(aslant > TURNED), float(down)


def _body(one: Cells) -> tuple[float, float, float, float]:
    """Left, top, right and bottom of the outer cells' bodies on the board plane, in steps."""
    (wide, tall), rows, cols = one.grid.body, one.grid.rows, one.grid.cols
    return (1 - wide) / 2, (1 - tall) / 2, cols - (1 - wide) / 2, rows - (1 - tall) / 2


def _panelled(scene: Scene, one: Cells, side: int) -> bool:
    """Whether the edge of the picture on a side shows one ground beside the board and others past both of its ends."""
    line, cells = last_line(scene, side), _along(one, side)
    first, last = int(cells[0, 0]), int(cells[-1, 1])
    if min(first, len(line) - last) <= 0:
        return False
    apart = away(line, medians(line[first:last]))
    past = min(np.percentile(part, FAR) for part in (apart[:first], apart[last:]))
    return bool(past >= max(OTHER, LIGHT * one.states.cut))


def _slivers(scene: Scene, one: Cells, side: int) -> bool:
    """Whether the last line of the picture on a side shows cells and what parts them.

    Of these only a pixel or two may be left, as unlike what is on both sides as what parts most cells; a picture that
    ends in the gap before them shows the same all along. Faint ones are where all cells of the line are seen, each as
    some of the board's are.
    """
    cells = _along(one, side)
    if (cells[1:, 0] - cells[:-1, 1]).min(initial=THIN) < THIN:
        return False
    line, half = last_line(scene, side), (cells[:, 1] - cells[:, 0]) // 4
    middles = np.array([medians(line[first + by : last - by]) for (first, last), by in zip(cells, half, strict=True)])
    between = line[(cells[:-1, 1] + cells[1:, 0]) // 2]
    before, after = np.vstack([between[:1], between]), np.vstack([between, between[-1:]])
    apart = np.min([away(middles, gaps) for gaps in (before, after, medians(between))], axis=0)
    if apart.max() > max(DRAWN, PART * one.states.cut):
        return True
    return bool((apart > np.maximum(FAINT, 2 * away(middles[:, None], one.rings[None]).min(axis=1))).all())


def _along(one: Cells, side: int) -> NDArray[np.int64]:
    """Where the bodies of the cells along a side begin and end on it, N×2 frame pixels."""
    (wide, tall), rows, cols = one.grid.body, one.grid.rows, one.grid.cols
    count, body = (cols, wide) if side < 2 else (rows, tall)
    ends = np.arange(count)[:, None] + 0.5 + np.array([-body, body]) / 2
    on = np.repeat(ends.reshape(-1, 1), 2, axis=1)
    return np.rint(project(one.homography, on)[:, 0 if side < 2 else 1]).astype(np.int64).reshape(-1, 2)


def _parts(one: Cells, side: int, shown: NDArray[np.bool_], gap: float) -> bool:
    """Whether what is seen beyond the gap on a side (of ``AROUND``) is not plain, as where it is parts of cells.

    These show what the same parts of some of the board's cells do; the frame or title of a window does not.
    """
    line, seen = outward(one.patches.lab[AROUND[side]], side), outward(shown[AROUND[side]], side)
    first, last = round(gap / 2 * SIDE), int(seen.all(axis=(0, 2)).sum())
    part = slice(first + 1, last)  # the first pixels are of both
    if part.start >= last:
        return False
    strip = line[:, part]
    middles = strip[:, :, END:-END]
    means = middles.mean(axis=(1, 2))
    ends = strip[:, :, [0, -1]].mean(axis=1)  # of the neighbours, as cells may touch
    before, after = np.vstack([ends[:1, 0], ends[:-1, 1]]), np.vstack([ends[1:, 0], ends[-1:, 1]])
    apart = away(means, (before + after) / 2)
    told = apart > max(DRAWN, PART * one.states.cut)
    if not told.any() or away(middles, means[:, None, None]).max() >= EVEN * apart.max():
        return False
    own = outward(one.patches.inner(), side)[:, part, END:-END].mean(axis=(1, 2))
    unlike = away(means[told, None], own[None]).min(axis=1)
    return bool((unlike <= np.maximum(DRAWN, LIKE * apart[told])).any())
