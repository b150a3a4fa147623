"""Marks: what looks the same beside the middle of each row or column of a board, and whether it stands beside one more.

They are its buttons: whatever they look like, they prove that lines of cells are flipped, and how many there are. Seen
edge on, or at a slant, a line that turns is no row of the lattice; but its button stands where it stood. That of the
diagonal may stand there too, but does not look the same.
"""

from __future__ import annotations

from math import ceil
from typing import TYPE_CHECKING, NamedTuple

import cv2
import numpy as np

from vision.memento.axis import Axis

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from vision.reading import Reading

    Levels = NDArray[np.float32]
    Strips = tuple[tuple[float, float], ...]

ALONG = 16
"""Parts of a step that are looked at; as many across have the same length."""
STRIPS = ((0.0, 0.6), (0.0, 1.0), (0.35, 1.2))
"""Steps away from the board between which marks may stand; what reaches up to either end is not all of one."""
BESIDE = 2
"""How many of these hold none that stand beside one more line, which something hides."""
WIDE = (0.0, 1.2)
"""All of them together, in which a mark is whole wherever it stands."""
WIDEST = ceil(ALONG * max(far for _, far in STRIPS))
UPRIGHT = 0.016  # shear of a board, by its pitch, up to which its lines are upright and level
SHIFT = 1  # parts by which a mark may be off the middle of its step
BETWEEN = 2  # parts at each end of a step, where no mark reaches
BLUR = 3  # parts along a rail that are taken together
FINE = 4  # pixels of the picture that are enough for one of them
LEAST = 2.5  # levels: the contrast of a mark
TWO = 2  # marks: a pair
ALIKE, SAME = 0.6, 0.85  # correlation of each mark with all others: of some kind, and plainly the same
SHARE = 0.5  # of the strongest contrast of marks, from which something is a part of one
LONG = 0.5  # steps: how long a part of a cell is at least, by the width of it, that may be a cell
TIMES, LEVELS = 1.4, 3.0  # by how much more than each other's one more mark may differ from them, and levels


class _Seen(NamedTuple):
    """Marks seen beside all rows, or all columns.

    Attributes:
        after: whether they stand right of the board, or below it.
        alike: correlation of each with all others, at least.
        further: whether one more stands below the board or right of it, True, or above or left of it, False.
    """

    after: bool
    alike: float
    further: bool | None


def more(picture: NDArray[np.uint8], x: Axis, y: Axis) -> bool:
    """Whether marks that stand beside all rows or columns of a board stand beside just one more.

    Args:
        picture: H×W×3, with some of what lies around the board.
        x: the upright lines of the board.
        y: its level ones.
    """
    return _further(*_both(picture, x, y))


class Beside(NamedTuple):
    """What marks beside a board prove.

    Attributes:
        told: whether they stand beside all rows and all columns, and no further ones.
        cornered: the same where one more may stand where the diagonal that flips turn ends, lower left or upper right.
    """

    told: bool
    cornered: bool


def beside(picture: NDArray[np.uint8], x: Axis, y: Axis) -> Beside:
    """What marks beside the board with these lines prove.

    One way they are plainly the same; the other way they may come apart in a busy ground.
    """
    ways: list[list[_Seen]] = []
    for along, across, axis in ((y, x, 0), (x, y, 1)):  # headings are above and below, where more is seen
        ways.insert(0, list(_seen(picture, along, across, axis)))
        if max((one.alike for one in ways[0]), default=0.0) < ALIKE:
            return Beside(told=False, cornered=False)
    if max(one.alike for way in ways for one in way) < SAME:
        return Beside(told=False, cornered=False)
    return Beside(not _further(*ways), not _further(*ways, cornered=True))


def told(picture: NDArray[np.uint8], x: Axis, y: Axis) -> bool:
    """Whether marks stand beside all rows and all columns of a board, and no further ones."""
    return beside(picture, x, y).told


def plain(picture: NDArray[np.uint8], x: Axis, y: Axis) -> tuple[bool, bool]:
    """Whether marks that are plainly the same stand beside all columns of a board, beside all its rows, and no more."""
    ways = _both(picture, x, y, (*STRIPS, WIDE))
    if _further(*ways):
        return False, False
    columns, rows = (any(one.alike >= SAME for one in way) for way in ways)
    return columns, rows


def flanking(picture: NDArray[np.uint8], board: Reading, *, one_way: bool = False) -> bool:
    """Whether marks stand beside all rows and columns of an upright board that was read, and no further ones.

    Beside all rows, or all columns, is enough ``one_way``; those of the other may be covered, or farther off.
    """
    lines = _lines(board)
    return lines is not None and (any(plain(picture, *lines)) if one_way else told(picture, *lines))


def flanked(picture: NDArray[np.uint8], board: Reading) -> frozenset[int]:
    """Sides of an upright board that was read along which marks that are plainly the same stand right beside it.

    They are told as 0 above, 1 below, 2 left and 3 right.
    """
    lines = _lines(board)
    ways = () if lines is None else _both(picture, *lines, STRIPS[:BESIDE])
    return frozenset(2 * way + one.after for way, seen in enumerate(ways) for one in seen if one.alike >= SAME)


def _lines(board: Reading) -> tuple[Axis, Axis] | None:
    """The upright and the level lines of a board that was read; None where it is not upright."""
    a, b, left, c, d, top, *_ = board.homography
    if max(abs(b), abs(c)) > UPRIGHT * min(a, d):
        return None
    rows, cols = board.size
    return Axis(left, a, cols), Axis(top, d, rows)


def closer(picture: NDArray[np.uint8], x: Axis, y: Axis) -> bool:
    """Whether marks that are plainly the same stand beside all halves or thirds of cells far longer than wide."""
    for along, across, axis in ((x, y, 1), (y, x, 0)):
        for parts in (2, 3):
            if along.pitch >= LONG * parts * across.pitch:
                finer = Axis(along.origin, along.pitch / parts, along.count * parts)
                if any(one.alike >= SAME for one in _seen(picture, finer, across, axis)):
                    return True
    return False


def _both(picture: NDArray[np.uint8], x: Axis, y: Axis, strips: Strips = STRIPS) -> tuple[list[_Seen], list[_Seen]]:
    """What is seen beside the columns, and beside the rows."""
    return list(_seen(picture, x, y, 1, strips)), list(_seen(picture, y, x, 0, strips))


def _further(*ways: list[_Seen], cornered: bool = False) -> bool:
    """Whether one more mark is seen either way, and not in the corner that it makes with those of the other way.

    Nor, if it may be ``cornered``, where the diagonal ends.
    """
    corners = [{one.after for one in way} for way in ways[::-1]]
    return any(
        one.further is not None and one.further not in there and not (cornered and one.further != one.after)
        for way, there in zip(ways, corners, strict=True)
        for one in way
    )


def _seen(picture: NDArray[np.uint8], along: Axis, across: Axis, axis: int, strips: Strips = STRIPS) -> Iterator[_Seen]:
    """What is seen in strips above and below the columns of a board; ``axis`` is that of its columns, 0 for rows."""
    width, height = picture.shape[axis], picture.shape[1 - axis]
    room = (int(space / along.pitch + SHIFT / ALONG) for space in (along.origin, width - along.end))
    before, after = (max(0, min(2, one)) for one in room)
    left, right = along.origin - before * along.pitch, along.end + after * along.pitch
    part = across.pitch / ALONG
    fewer = max(1, int(along.pitch / (FINE * ALONG)))
    for outer, inner in ((across.origin - WIDEST * part, across.origin), (across.end + WIDEST * part, across.end)):
        # As many parts of it as lie in the picture, counted from the board outwards.
        parts = min(WIDEST, int((inner if outer < inner else height - inner) / part))
        first, last = sorted((round(inner), round(inner + parts * part * (1 if outer > inner else -1))))
        if parts < 3 or last - first < 3:
            continue
        around, out = slice(max(0, round(left)), round(right), fewer), slice(first, last, fewer)
        strip = np.ascontiguousarray(picture[out, around] if axis else picture[around, out])
        size = ((before + along.count + after) * ALONG, parts)
        small = cv2.resize(strip, size if axis else size[::-1], interpolation=cv2.INTER_AREA)
        # Thin signs fall between parts.
        small = cv2.blur(small, (BLUR, 1) if axis else (1, BLUR)).astype(np.float32)
        small = small.transpose(1, 0, 2) if axis else small
        small = small[:, ::-1] if outer < inner else small
        for near, far in strips:
            one = small[:, round(ALONG * near) : round(ALONG * far)]
            if one.shape[1] >= 3 and (shown := _shown(one, before, along.count, after)) is not None:
                yield _Seen(outer > inner, *shown)


def _shown(strip: Levels, before: int, count: int, after: int) -> tuple[float, bool | None] | None:
    """How alike marks are beside ``count`` steps of a board, and where just one more is; None where there are none."""
    steps = strip.reshape(before + count + after, ALONG, *strip.shape[1:])
    ends = np.stack((steps[:, :BETWEEN].mean(1), steps[:, -BETWEEN:].mean(1)), axis=1)
    relief = steps - ends.mean(1)[:, None]
    own = relief[before : before + count]
    total = own.sum(0)
    if float(np.sqrt(np.mean(total**2))) < LEAST * count:
        return None
    strength = np.sqrt((total**2).sum(2))
    strong = strength >= SHARE * strength.max()
    rows, columns = np.flatnonzero(strong.any(1)), np.flatnonzero(strong.any(0))
    if columns[0] == 0 or columns[-1] == strip.shape[1] - 1:
        return None  # only a part of them is seen
    mark = np.s_[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]
    # Around it the ground may be of any look; but of two that are alike somewhere, all must be.
    part = mark if count > TWO else np.s_[:]
    alike = min(_like((total - one)[part], one[part]) for one in own)
    if alike < ALIKE:
        return None
    # Beside the lines between stands nothing: what is seen there would be half a mark of larger steps.
    there = ends[before : before + count].reshape(2 * count, *strip.shape[1:])
    off = np.sqrt(((there - np.median(there, axis=0)) ** 2).sum(2)).max(1)
    if np.sort(off)[(3 * count) // 2] > SHARE * strength.max() / count:
        return None
    usual = np.median(steps[before : before + count], axis=0)[mark]
    padded = np.pad(strip, ((SHIFT, SHIFT), (0, 0), (0, 0)), mode="edge")

    def unlike(step: int) -> float:
        """By how much a step differs from the usual one in the place of the mark, levels."""
        start = step * ALONG
        moved = (padded[start + by : start + by + ALONG][mark] for by in range(2 * SHIFT + 1))
        return float(min(np.abs(one - usual).mean() for one in moved))

    # Where steps are a little off, marks drift with their distance from the middle: one more is farther from it.
    times = max(TIMES, (count + 1) / (count - 1)) if count > 2 else TIMES  # two show no drift
    most = times * max(unlike(before + step) for step in range(count)) + LEVELS
    level = steps[:, mark[0]]
    outside = np.delete(level, mark[1], axis=2).mean(2)
    # A rule or a line of text that runs on away from the board is no mark, however near to one it looks.
    stands = np.abs(level[:, :, mark[1]].mean(2) - outside).mean((1, 2))
    least = SHARE * float(np.median(stands[before : before + count]))

    def shows(step: int) -> bool:
        return bool(unlike(step) <= most and stands[step] >= least)

    ahead = [shows(before - 1 - step) for step in range(before)]
    behind = [shows(before + count + step) for step in range(after)]
    if not any(ahead + behind):
        return alike, None
    for further, side, others in ((False, ahead, behind), (True, behind, ahead)):
        if side in ([True], [True, False]) and not any(others):
            return alike, further
    return None  # what goes on and on is the ground's


def _like(usual: Levels, one: Levels) -> float:
    """Correlation of two reliefs."""
    sizes = float((usual**2).sum()), float((one**2).sum())
    return float((usual * one).sum()) / (sizes[0] * sizes[1]) ** 0.5 if min(sizes) > 0 else 0.0
