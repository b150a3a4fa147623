"""Around a board: whether more of it follows beyond its sides, and whether its end can be seen at all."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import cv2
import numpy as np

from vision.grid.away import away
from vision.grid.dealt import clicked
from vision.grid.patches import AROUND, SIDE, outward, taken
from vision.homography import project_few
from vision.middle import middle
from vision.share import share

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from vision.grid.cells import Cells
    from vision.scene import Scene

MATCHED = 0.12
"""Share of the difference between two states' drawings by which a place beyond the board may differ from one."""
FAR = 0.3
"""A place's colour is of no state from which it is farther than this share of what parts the states."""
SHADE = 6.0
"""Difference (Lab) by which surroundings are no longer like cells: their edge can be seen."""
GROUND, HOLLOW = 3.0, 0.5
"""Difference (Lab) up to which a place beside the board shows only what the board lies on; half that of cells that are
no more than outlines on it."""
JUST, PLAINLY = 3.0, 8.0
"""Lab: a place nearer than the first to a state shows just that look, one farther than the second shows another."""
END, NEARLY, PLAIN, MOST = 2, 0.2, 8.0, 0.7
"""Lines of pixels at the end of a place where it shows when something lies over the rest; how near it is to a state's
look, over what parts the states; deviation within it (Lab); share of the places that show so."""
SAME = 0.5
"""Share of the places of a line that show one tone where a message hides them."""
RULE, RULED, EVEN, MOSTLY = 2, 12.0, 0.25, 90
"""Pixels on either side of a board's end where a line may be drawn along it; how much (Lab) it differs from what is
outside, at least; share of that by which it may differ from itself, and percentage of its pixels that do not more.
"""
LEAST = 12
"""Pixels of a ring that must be seen to tell its look."""


@dataclass(frozen=True, eq=False)
class Side:
    """The line of places just outside one side of a board, as far as they can be seen.

    Attributes:
        pixels: N×P×3, L* a* b* of what of a cell's body is seen there.
        part: P int, which pixels of a cell's body these are.
        alike: the places are all the same.
        whole: what is seen there is so in every place.
    """

    pixels: NDArray[np.float32]
    part: NDArray[np.int64]
    alike: bool
    whole: bool

    @cached_property
    def look(self) -> NDArray[np.float32]:
        """The middle of the pixels of each place, N×3; of the first alone where all are the same."""
        return middle(self.pixels[:1] if self.alike else self.pixels, axis=1)

    @cached_property
    def tone(self) -> NDArray[np.float32]:
        """The middle of these, 3."""
        return middle(self.look)


def sides(one: Cells, shown: NDArray[np.bool_] | None) -> list[Side | None]:
    """The lines above, below, left and right of the board; None where too little of one is seen.

    Args:
        one: the board.
        shown: which pixels of its places are in the picture, as of ``patches.shown``.
    """
    lab, within = one.patches.lab, np.flatnonzero(body(one))
    found: list[Side | None] = []
    for side in AROUND:
        part, whole = np.arange(len(within)), True
        if shown is not None:
            visible = shown[side].reshape(-1, lab.shape[2] * lab.shape[3]).take(within, axis=1)
            part = np.flatnonzero(visible.all(axis=0))
            if len(part) < LEAST:
                part, whole = np.flatnonzero(visible.any(axis=0)), False
        if len(part) < LEAST:
            found.append(None)
            continue
        pixels = taken(lab[side], within[part])
        found.append(Side(pixels, part, bool((pixels == pixels[:1]).all()), whole))
    return found


def body(one: Cells) -> NDArray[np.bool_]:
    """The pixels of a place by which cells are told apart, side×side."""
    return one.patches.ring if one.source == "ring" else one.patches.ring | one.patches.core


def hidden(one: Cells, shown: NDArray[np.bool_] | None) -> float:
    """Share of the cells whose body is not wholly in the picture."""
    if shown is None:
        return 0.0
    inner = shown[1:-1, 1:-1]
    return float(1 - inner[:, :, one.patches.ring | one.patches.core].all(axis=2).mean())


def beyond(one: Cells, lines: list[Side | None]) -> float:
    """Share of places just outside one side that look like a cell of the board, the worst side.

    Like a plain cell's colour, or like what the cells of a state show pixel by pixel. What is seen of a place cut by
    the picture's edge counts too. A side whose places all look alike is plain surroundings in a state's colour, not
    more board.
    """
    found = one.states
    uneven = [(line, boxed) for line, boxed in zip(lines, one.grid.outside, strict=True) if line and not line.alike]
    if found.count >= 2 and one.source == "ring":
        uneven = _near(uneven, one)
    if found.count < 2 or not uneven:
        return 0.0
    typical = one.typical
    if one.source != "ring":
        bodies = one.patches.under(body(one))
        typical = np.stack([middle(bodies[found.labels == state], axis=0) for state in range(found.count)])
    worst, ground = 0.0, _ground(one)
    for line, boxed in uneven:
        pixels, drawn = line.pixels, typical.take(line.part, axis=1)
        if one.source == "ring":
            tolerance = _tolerance(one, [other for other in lines if other is not line], ground)
            if _showing(one, line, drawn, tolerance, ground):
                return 1.0
        off = away(pixels[:, None], drawn[None]).mean(axis=2)
        apart = away(drawn[:, None], drawn[None]).mean(axis=2)
        near = off.min(axis=1) < MATCHED * float(apart[~np.eye(found.count, dtype=bool)].min())
        differ = _differ(off)
        if one.source == "ring":
            looks = line.look
            colour = away(looks[:, None].astype(np.float64), found.looks[None])
            same = colour.min(axis=1) < FAR * found.cut
            if ground is not None:  # dark cells may be nearer to that than to lit ones
                same &= colour.min(axis=1) < away(looks, ground)
            if same.any():
                same &= _plain(pixels, looks)
                off, near = np.where((same & ~near)[:, None], colour, off), near | same
        if not near.any():
            continue
        if len(set(off.argmin(axis=1)[near].tolist())) >= 2:
            worst = max(worst, share(near))
        if boxed.any() and (not near.all() or differ) and (near & boxed & _raised(line, ground, one)).any():
            # Even one outlined place in a state's look, beside others that are not, may be a cell of a ragged board, or
            # of one of which a message hides the rest.
            worst = 1.0
    return worst


def _near(lines: list[tuple[Side, NDArray[np.bool_]]], one: Cells) -> list[tuple[Side, NDArray[np.bool_]]]:
    """Those lines of which some colour between the darkest and the brightest, channel by channel, is near a state's."""
    looks = one.states.looks
    within = away(one.typical, looks[:, None].astype(np.float32)).mean(axis=1).max()
    apart = away(looks[:, None], looks).max()
    most = max(FAR * one.states.cut, MATCHED * (apart + 2 * within) + within)
    found = []
    for line, boxed in lines:
        pixels = line.pixels.reshape(-1, 3).T.copy()
        off = np.maximum(pixels.min(axis=1) - looks, looks - pixels.max(axis=1))
        if np.square(np.maximum(off, 0)).sum(axis=1).min() <= most**2:
            found.append((line, boxed))
    return found


def _tolerance(one: Cells, others: list[Side | None], ground: NDArray[np.float32] | None) -> NDArray[np.float64]:
    """How far (Lab) what shows a state may be from its look, for each: less than half as far as what is elsewhere.

    Where all is dim, what lies around the board is near the look of its dark cells.
    """
    around = [line.tone for line in others if line is not None] + ([] if ground is None else [ground])
    most = np.full(one.states.count, min(SHADE, NEARLY * one.states.cut))
    if around:
        most = np.minimum(most, away(np.array(around, np.float64)[:, None], one.states.looks).min(axis=0) / 2)
    return np.asarray(most)


def _showing(
    one: Cells,
    line: Side,
    drawn: NDArray[np.float32],
    tolerance: NDArray[np.float64],
    ground: NDArray[np.float32] | None,
) -> bool:
    """Whether places at one of their ends show the board's states, and something lies over the rest of the line.

    Most of them do, or any does whose other end has the one tone of most others, which is no state's.
    """
    places = np.flatnonzero(body(one))[line.part]
    tone = None if ground is None else _tone(one, line, ground)
    for along in np.divmod(places, SIDE):
        ends = along <= along.min() + END, along >= along.max() - END
        for end, other in (ends, ends[::-1]):
            pixels = line.pixels[:, end]
            looks = middle(pixels, axis=1)
            raised = np.ones(len(looks), bool) if ground is None else away(looks, ground) > GROUND
            if not raised.any():
                continue  # asked first, as most of a page shows just that
            off = np.minimum(
                away(looks[:, None].astype(np.float64), one.states.looks[None]),
                away(pixels[:, None], drawn[None, :, end]).mean(axis=2),
            )
            near = (off < tolerance).any(axis=1) & raised
            if not near.any():
                continue
            near &= _plain(pixels, looks)
            if tone is not None and (near & (away(middle(line.pixels[:, other], axis=1), tone) < SHADE)).any():
                return True
            if share(near) > MOST and len(set(off.argmin(axis=1)[near].tolist())) >= 2:
                return True
    return False


def _tone(one: Cells, line: Side, ground: NDArray[np.float32]) -> NDArray[np.float32] | None:
    """The one tone (Lab) of most places of a line, which are even; None where it is the ``ground``'s or a state's."""
    looks, tone = line.look, line.tone
    from_states = away(tone[None].astype(np.float64), one.states.looks).min()
    if away(tone, ground) <= SHADE or from_states < NEARLY * one.states.cut:
        return None
    return tone if share(_plain(line.pixels, looks) & (away(looks, tone) < SHADE)) >= SAME else None


def _plain(pixels: NDArray[np.float32], looks: NDArray[np.float32]) -> NDArray[np.bool_]:
    """Which places (N×P×3) hardly deviate from their looks (N×3), N."""
    return np.asarray(middle(np.abs(pixels - looks[:, None]), axis=1).sum(axis=1) <= PLAIN)


def _differ(off: NDArray[np.float64]) -> bool:
    """Whether of places near a state's look (N×states, Lab) some show just that and others plainly something else."""
    best = off.min(axis=1)
    return bool(best.min() < JUST and best.max() > PLAINLY)


def _raised(line: Side, ground: NDArray[np.float32] | None, one: Cells) -> NDArray[np.bool_]:
    """Which places do not just show what the board lies on; all where that can't be told.

    Where all is dim, the ground is near the look of dark cells; where these are outlines on it, it is the same.
    """
    if ground is None:
        return np.ones(len(line.pixels), bool)
    least = GROUND
    if one.source == "ring":
        least = min(least, float(away(one.states.looks, ground.astype(np.float64)).min()) / 2)
        if least < HOLLOW:
            return np.ones(len(line.pixels), bool)
    return away(line.look, ground) > least


def _ground(one: Cells) -> NDArray[np.float32] | None:
    """What the board lies on (Lab), where all four places off its corners show the same; None elsewhere."""
    corners = one.patches.lab[[0, 0, -1, -1], [0, -1, 0, -1]].reshape(4, -1, 3)
    looks = middle(corners, axis=1)
    ground = middle(looks)
    return ground if away(looks, ground).max() < GROUND else None


def blended(scene: Scene, one: Cells, lines: list[Side | None], looks: NDArray[np.float64]) -> bool:
    """Whether half the places beside some side of the board have one of these ``looks`` (K×3), or can't be seen.

    Of a narrow margin the picture's last line is seen. A line drawn all along that side parts them from the cells none
    the less, if clicks make the pattern; where only cells that are unlike them are along it, a line along another side
    tells as much.
    """
    if one.source != "ring":
        return False
    ruled: list[bool | None] = []
    for turn, line in enumerate(lines):
        if line is not None and line.whole:
            seen = line.look
        else:
            seen = _along(scene, one, turn)
            if not len(seen) or away(seen, middle(seen)).max() > GROUND:
                return True
        near = away(seen[:, None].astype(np.float64), looks).min(axis=1, initial=np.inf)
        if share(near < min(SHADE, FAR * one.states.cut)) >= 0.5:
            ruled.append(_ruled(one, turn))
    if not ruled:
        return False
    # Plots and matrices are drawn so, too.
    return False in ruled or True not in ruled or not clicked(one)


def last_line(scene: Scene, side: int) -> NDArray[np.float32]:
    """The last line of the picture above, below, left or right (``side``), L×3 (Lab)."""
    pixels = scene.frame.pixels
    line = (pixels[0], pixels[-1], pixels[:, 0], pixels[:, -1])[side]
    return np.asarray(cv2.cvtColor(np.float32(line[None]) / 255, cv2.COLOR_BGR2LAB)[0], np.float32)


def _along(scene: Scene, one: Cells, side: int) -> NDArray[np.float32]:
    """As much of that line as lies along the board."""
    rows, cols = one.grid.rows, one.grid.cols
    corners = project_few(one.homography, [(0, 0), (cols, 0), (0, rows), (cols, rows)])
    places = [corner[0 if side < 2 else 1] for corner in corners]
    return last_line(scene, side)[max(0, round(min(places))) : round(max(places))]


def _ruled(one: Cells, turn: int) -> bool | None:
    """Whether a line of one colour, unlike what is outside, runs without a gap along a side of the board.

    None where all its cells there are as unlike what is outside, and no line is seen.
    """
    lab = one.patches.lab
    inner = (lab[1, 1:-1], lab[-2, 1:-1], lab[1:-1, 1], lab[1:-1, -2])[turn]
    beyond = outward(lab[AROUND[turn]], turn)
    strip = np.concatenate([outward(inner, turn)[:, -RULE:], beyond[:, :RULE]], axis=1)  # N×2·RULE×side×3
    strip = strip.transpose(0, 2, 1, 3).reshape(-1, 2 * RULE, 3)
    page = middle(beyond.reshape(-1, 3))
    off = away(strip, page)
    drawn = off.max(axis=1)
    if drawn.min() < RULED:
        return False
    # Beside cells of another state the line's own colour can't be told from theirs: it is told beside those like it.
    bare = off[:, 0] < SHADE
    ink = strip[np.arange(len(strip)), off.argmax(axis=1)][bare]
    if not len(ink):
        return None
    uneven = np.percentile(away(ink, middle(ink)), MOSTLY)  # next to other cells both run into each other
    return bool(uneven < max(SHADE, EVEN * float(drawn[bare].min())))
