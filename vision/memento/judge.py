"""The verdict on a memento reading: how likely it is right, and every plain test it fails, in words.

The likelihood is a sum over the evidence, each number with a slope that changes at three knots, fitted on rendered
boards and on look-alikes. The plain tests hold where nothing like it was rendered.
"""

from __future__ import annotations

from functools import cache
from math import exp, log
from typing import TYPE_CHECKING

import numpy as np

from vision.algebra import ALGEBRA_PLAIN, banded, chequered, shorter
from vision.algebra import odds as algebra_odds
from vision.memento.doubts import (
    ALIKE,
    BANDED,
    BLANK,
    CARDS,
    CHEQUERS,
    HALVES,
    HEADING,
    LITTLE,
    LONE,
    LOOSE,
    ONE_LOOK,
    OPEN,
    PARTED,
    RIMMED,
    RIVALLED,
    RUN_ON,
    SPILLED,
    SQUAT,
    STRIPED,
    STRIPES,
    THINGS,
    TOLD_BUT_CORNERED,
    TOLD_BY_MARKS,
    TOLD_BY_RAILS,
    TOLD_ONE_WAY,
    TWICE,
    TWO_EACH,
    UNALIKE,
    UNDRAWN,
    UNSOLVABLE,
)
from vision.memento.evidence import NAMES
from vision.memento.onward import hangs
from vision.memento.sizes import LINE, UNTOLD, Tile, paired, parts, stepped, two_each
from vision.memento.stripes import told as stripes_told
from vision.memento.weights import BELIEF, BELIEF_BASE

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

    from vision.memento.covers import Cut
    from vision.memento.panes import Panes
    from vision.reading import Verdict

NONE_BELOW = -1.2
SURE_ABOVE = 2.2
SURE_FLOWING = (1.4, 2.0)  # the likelihood asked where the picture plainly goes on over many borders, and how plainly
LEADING = 0.8  # the margin below which another board fits as well
HALVED, CLEARLY = 0.8, 3.0  # support of a line through the middle of cells; the margin that makes up for it
CHEQUERED_FROM = 1.4  # log odds without the algebra asked for chequers
STRIPED_FROM = (1.4, 1.4)  # for stripes, and how plainly the picture goes on from cell to cell
OWN_CELLS = 3  # face-up cells that show each something of its own: of two a pointer may lie on the one
OWN_FROM = 2.1  # for cells that do not show that they are parts of one picture, where a few checks are passed
OWN_SPREAD = 0.2  # the same, over theirs from a tile: lights with a sheen show something of their own, but are alike
LAID_FROM = (3.0, 0.9, 2.0)  # for tiles along one side alone, support of lines between them, how the picture goes on
SHUT_BELOW, OPEN_BELOW = 0.6, 0.35  # support of a side that has no clear edge; where plain algebra speaks for a board
FEWEST_MARKED = 2  # lines of a board beside which signs do not tell where it ends
OWN = (0.1, 2.3)  # most twins among cells that show something of their own each, least difference of their rims
TWINNED = 0.5  # twins from which no picture goes on over their borders, where these hardly show: it is one colour
REDRAWN = 0.4  # share of what is drawn on tiles by which they differ where a small view shows their lines otherwise
COLOURED = 0.7  # twins of lights of three or more colours, which differ as tiles hardly do
SHUT, DRAWN = 0.99, 0.95  # support of an outline that is closed all along; of lines inside from which they are drawn
UNRELATED = (0.95, 0.6)  # how far facing rims are apart, by the usual, close by and farther in, where nothing goes on
STRANGERS = 0.95  # the same farther in, from which not even checks that nothing passes by chance speak for one picture
PROVEN = 8  # so many checks
RELATED = 0.5  # and close by where something does, for cells that a closed rectangle was shared out to
PARTS = 0.8  # support of lines through a picture that cut it to cells
LEADS, PASSED = 2.0, 3  # margin and checks that prove a closed outline the board's
NONE_FAILED = 6
HARDLY_STRIPES = frozenset((LITTLE, RUN_ON))  # doubts with which stripes are no board's
ALONE = 5.0  # margin from which nothing else fits where buttons told the lines, if they are stripes
RAILED = 2.0  # log odds that buttons beside all lines add which told where these are
BUTTONS = 0.8  # log odds that each way adds in which buttons stand beside all lines
WIDEST_MARGIN = 6.0
ALGEBRA_MOST = 3.0  # log odds the algebra may add: it says "lines were flipped here", not where the board ends


def named(values: NDArray[np.float64], margin: float) -> dict[str, float]:
    """Evidence by name, with the ``margin`` by which the reading leads the best reading of another board."""
    return {**dict(zip(NAMES, values.tolist(), strict=True)), "margin": min(margin, WIDEST_MARGIN)}


def belief(evidence: Mapping[str, float]) -> float:
    """Log odds that a reading is a memento board read right."""
    knots, slopes = _bends()
    values = np.array([evidence[name] for name in BELIEF])
    return float(BELIEF_BASE + slopes[0] @ values + (slopes[1:] * np.maximum(values - knots, 0.0)).sum())


@cache
def _bends() -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Knots, 3×N, and slopes, 4×N, of the numbers in ``BELIEF``."""
    knots, slopes = zip(*BELIEF.values(), strict=True)
    return np.array(knots).T, np.array(slopes).T


def likelihood(odds: float) -> float:
    """Probability of log odds."""
    return 1 / (1 + exp(-max(min(odds, 30.0), -30.0)))


def verdict(
    evidence: Mapping[str, float],
    cut: Cut,
    shape: tuple[int, int],
    spread: float,
    *,
    one_look: bool = False,
    doubtful: int,
    checks: int,
    solvable: bool,
    board: Panes | None = None,
    looks: NDArray[np.float32] | None = None,
    connected: bool = False,
    tile: Tile = UNTOLD,
    buttons: int = 0,
    railed: bool = False,
    marked: tuple[bool, bool] = (False, False),
    cornered: bool = False,
) -> tuple[Verdict, tuple[str, ...], float]:
    """Sure, unsure or none, why, and the probability that the reading is right.

    Args:
        evidence: of the reading, by name.
        cut: covered and uncovered cells.
        shape: rows and columns.
        spread: median distance between face-up cells, as a share of theirs from a tile.
        one_look: whether all face-up cells look the same, as tiles do.
        doubtful: how many cells lie between covered and uncovered.
        checks: how many parity checks of the puzzle the pattern passes.
        solvable: whether flips can make the pattern: the game deals no other, so a cell or the outline may be misread.
        board: its lattice laid over the edges, nothing around it; None before that, or where it leaves the picture.
        looks: n×d, the looks of the cells at full size; None before that.
        connected: whether one picture plainly goes on over borders of face-up cells, looked at closely.
        tile: what the tiles show up to their rims.
        buttons: in how many of its two ways something stands beside all its lines to be clicked.
        railed: whether buttons told where its lines are.
        marked: whether the same sign is seen beside all columns, beside all rows, and none further.
        cornered: whether one more stands where that of the diagonal does.
    """
    settled = _settled(evidence, cut.covered.reshape(shape), marked, railed=railed)
    settled = settled & TOLD_BUT_CORNERED if cornered else settled
    # Tiles that just turn may be taken for the only ones, and the others for a part of the picture.
    only = not checks and evidence["margin"] < LEADS
    settled = settled - {LITTLE} if only else settled
    seen = belief(evidence) + (RAILED if railed else BUTTONS * buttons)
    odds = seen + min(algebra_odds(checks), ALGEBRA_MOST)
    cut_up = connected and evidence["up_up"] >= PARTS
    flipped = buttons == 2
    tests = _tests(evidence, cut, shape, doubtful, cut_up=cut_up or flipped, dealt=checks > 0 or flipped)
    open_below = OPEN_BELOW if checks >= ALGEBRA_PLAIN and evidence["margin"] >= LEADS else SHUT_BELOW
    # Signs beside all lines tell where a board ends; but beside stripes they may be the ornaments of a wall, and those
    # beside two lines chance.
    ended = all(marked) and checks > 0 and min(shape) > FEWEST_MARKED
    tests.append((evidence["side_min"] < open_below and not ended, OPEN))
    if board is None or not stepped(board):
        tests.append((evidence["line_max"] < LINE, UNDRAWN))
    if board is not None and two_each(board, cut.covered.reshape(shape), tile):
        tests.append((True, TWO_EACH))
    if paired(cut.covered.reshape(shape), tile):
        tests.append((True, TWICE))
    tests += [(not tile.alike, UNALIKE), (one_look, ONE_LOOK)]
    if board is not None and hangs(board, cut.covered.reshape(shape)):
        tests.append((True, BLANK))
    if board is not None and parts(board, cut.covered.reshape(shape), marked):
        tests.append((True, PARTED))
    if checks < ALGEBRA_PLAIN:
        tests += _other_things(evidence, connected=connected, whole=(tile.across, tile.down) == (1, 1))
        told = np.count_nonzero(~cut.covered) >= OWN_CELLS and seen >= OWN_FROM and spread >= OWN_SPREAD
        goes_on = connected and evidence["twins"] < TWINNED
        if not goes_on and not (checks and told and _own(evidence)):
            tests += _alike_or_apart(evidence, spread, flipped=flipped)
    failed = list(dict.fromkeys(words for fails, words in tests if fails and words not in settled))
    # A few checks are passed by chance too often to make a board of what looks like none.
    board_like = odds if checks >= ALGEBRA_PLAIN else seen
    if board_like < NONE_BELOW or len(failed) >= NONE_FAILED or cut.covered.all():
        return "none", tuple(failed) or ("nothing looks like tiles over a picture",), likelihood(odds)
    flowing = odds >= SURE_FLOWING[0] and evidence["flow_sum"] >= SURE_FLOWING[1] and not only
    if odds < SURE_ABOVE and not flowing:
        failed.append(LITTLE)
        if not (solvable or _own(evidence)):
            failed.append(CARDS)
    if seen < CHEQUERED_FROM and chequered(cut.covered.reshape(shape)):
        failed.append(CHEQUERS)
    striped = solvable and not checks
    flows = evidence["flow_sum"] >= STRIPED_FROM[1] or connected
    if (
        striped
        and not flipped
        and (
            seen < STRIPED_FROM[0]
            or not flows
            or board is None
            or looks is None
            or not stripes_told(
                board, cut.covered.reshape(shape), looks, flows=connected or evidence["flow_sum"] >= SURE_FLOWING[1]
            )
        )
    ):
        failed.append(STRIPES)
    if banded(cut.covered.reshape(shape)) and not (cut_up or flipped) and not _laid(evidence, seen):
        failed.append(BANDED)
    failed = [words for words in failed if words not in settled]
    if STRIPES in failed and not HARDLY_STRIPES.isdisjoint(failed):
        return "none", tuple(failed), likelihood(odds)
    if not failed and not solvable:
        failed.append(UNSOLVABLE)
    return ("unsure" if failed else "sure"), tuple(failed), likelihood(odds)


def _settled(
    e: Mapping[str, float], covered: NDArray[np.bool_], marked: tuple[bool, bool], *, railed: bool
) -> frozenset[str]:
    """Doubts that buttons settle; arguments as for ``verdict``, ``covered`` as rows × columns."""
    if all(marked):
        return TOLD_BY_MARKS
    settled = TOLD_BY_RAILS if railed else TOLD_ONE_WAY if any(marked) else frozenset()
    if railed and e["side_min"] >= SHUT and e["margin"] >= ALONE:
        settled |= {STRIPES}
    if (marked[0] and (covered == covered[0]).all()) or (marked[1] and (covered == covered[:, :1]).all()):
        settled |= STRIPED
    return settled


def loose(evidence: Mapping[str, float], near: float, checks: int, *, shared: bool) -> bool:
    """Whether cells that may be parts of one picture, as far as their rims tell, are none looked at closely.

    Args:
        evidence: of the reading, by name.
        near: how well a picture goes on over borders of face-up cells, as ``seams.closely`` tells.
        checks: how many parity checks of the puzzle the pattern passes.
        shared: whether nothing but a closed rectangle told the cells.
    """
    if shared and checks < ALGEBRA_PLAIN:
        return near > RELATED
    apart = UNRELATED[1] if checks < PROVEN else STRANGERS
    return near >= UNRELATED[0] and evidence["inside_flow"] >= apart


def stands_out(evidence: Mapping[str, float], checks: int) -> bool:
    """Whether an outline that only the tiles speak for is a board's: closed all along, as the lines inside are not.

    Args:
        evidence: of the reading, by name.
        checks: how many parity checks of the puzzle the pattern passes.
    """
    lines_drawn = evidence["inside"] >= DRAWN
    return evidence["side_min"] >= SHUT and not lines_drawn and evidence["margin"] >= LEADS and checks >= PASSED


def _tests(
    e: Mapping[str, float], cut: Cut, shape: tuple[int, int], doubtful: int, *, cut_up: bool, dealt: bool
) -> list[tuple[bool, str]]:
    """Whether the reading is right, be it of a memento board.

    It is ``cut_up`` where a picture plainly goes on over lines, ``dealt`` where flips make it, but no stripes.
    """
    covered, rest = int(cut.covered.sum()), int((~cut.covered).sum())
    up = ~cut.covered.reshape(shape)
    edge_line = any(rest == line.sum() == line.size for line in (up[0], up[-1], up[:, 0], up[:, -1]))
    return [
        (covered < 3, "fewer than three face-down tiles: nothing proves that they are tiles"),
        (rest < 2, "fewer than two face-up cells: a plain grid looks the same"),
        (cut.ratio < 2.0, "face-down and face-up cells are not far apart"),
        (e["spill"] > 0, SPILLED),
        (edge_line and not cut_up, HEADING),
        (e["flat_line"] > 0 and shorter(~up) and not cut_up, BLANK),
        (e["squat"] > 0 and not (dealt and e["margin"] >= LEADS), SQUAT),
        (e["margin"] < LEADING, RIVALLED),
        (doubtful > 0, "some cells are neither plainly a tile nor plainly picture"),
    ]


def _own(e: Mapping[str, float]) -> bool:
    """Whether each face-up cell shows something of its own up to its rim, as the parts of a picture do."""
    return e["twins"] <= OWN[0] and e["rim_own"] >= OWN[1]


def _laid(e: Mapping[str, float], seen: float) -> bool:
    """Whether gaps part the tiles of a row, as no plain part of a picture has them, and the others are plainly one."""
    return seen >= LAID_FROM[0] and e["cov_cov"] >= LAID_FROM[1] and e["flow_sum"] >= LAID_FROM[2]


def _alike_or_apart(e: Mapping[str, float], spread: float, *, flipped: bool) -> list[tuple[bool, str]]:
    """Whether the face-up cells may be lights or slots, all of one look, or cards that lie apart."""
    return [
        (e["pairs"] < 0.6 and not flipped, LONE),
        (spread < 0.3 and e["flow_sum"] < 1.6, ALIKE),
    ]


def _other_things(e: Mapping[str, float], *, connected: bool, whole: bool) -> list[tuple[bool, str]]:
    """Whether the cells are tiles over one picture, or things of another kind."""
    lights = e["inner"] > log(3.0) and e["twins"] >= COLOURED
    return [
        (e["inner"] > max(log(6.0), e["cov_texture"] + log(REDRAWN)) or lights, UNALIKE),
        (e["unlike"] < 0.8, RUN_ON),
        (e["inside_flow"] > 0.85 and not connected, LOOSE),
        (e["mid_max"] > HALVED and e["margin"] < CLEARLY and not whole, HALVES),
        (e["rim_cover"] < 1.2, THINGS),
        (e["rim_own"] < 0.4, RIMMED),
    ]
