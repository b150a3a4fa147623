"""Glass: the states of cells that the page behind them shows through, as through panes over a gradient or a picture.

Every pane of one state mixes the page with the same colour in the same share, on screens so in sRGB. The gaps show the
page itself. So from what is around a cell follows what it shows, if its state is right; and all can be told as they
would be over one and the same page.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import cv2
import numpy as np

from vision.grid import states
from vision.grid.away import away
from vision.middle import middle

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from vision.grid.patches import Patches
    from vision.grid.states import States

GAP = 0.92
"""Share of its step that a body fills, at most, for the page to be seen between cells."""
FEWEST, RARE = 9, 3
"""Cells in all, and of either state, from which panes can be told."""
PAGE = 4.0
"""Difference (Lab) from what the page mostly shows that some part of it has, else there is nothing to be taken off."""
MIXED, WORST = 1.5, 5.0
"""Difference (Lab) of cells from what they would show as panes, on average and at most."""
LEFT = 0.35
"""Share of how much cells of a state differ that may be left once the page is taken off."""
ROUNDS = 6
"""Times that the states of panes are told anew by what the last ones show."""
CLEAREST = 0.98
"""Share of the page that a pane lets through, at most: what lets through more is none."""


@dataclass(frozen=True, slots=True, eq=False)
class Glass:
    """Cells of two states as panes.

    Attributes:
        states: as they are over one and the same page.
        pane, page: N×3, what the page adds (Lab) to each cell's body, and to what is around it.
    """

    states: States
    pane: NDArray[np.float32]
    page: NDArray[np.float32]

    def taken_off(self, seen: Patches, body: tuple[float, float]) -> Patches:
        """The cells as they are over one and the same page; ``body`` is the width and height of one in steps."""
        side = seen.own.shape[1]
        off = np.abs((np.arange(side) + 0.5) / side * 2 - 1)
        inside = (off[:, None] < body[1]) & (off[None] < body[0])
        own = seen.own - np.where(inside[..., None], self.pane[:, None, None], self.page[:, None, None])
        rows, cols = seen.lab.shape[0] - 2, seen.lab.shape[1] - 2
        lab = seen.lab.copy()
        lab[1:-1, 1:-1] = own.reshape(rows, cols, side, side, 3)
        page = np.pad(self.page.reshape(rows, cols, 3), ((1, 1), (1, 1), (0, 0)), mode="edge")
        for line in np.s_[[0, -1], :], np.s_[1:-1, [0, -1]]:
            lab[line] -= page[line][..., None, None, :]
        return replace(seen, lab=lab, own=np.ascontiguousarray(own))


def find(seen: Patches, rings: NDArray[np.float64], found: States, body: tuple[float, float]) -> Glass | None:
    """The two states of panes; None where the cells are none, or nothing shows through them.

    Args:
        seen: the cells.
        rings: N×3, the look of each (Lab).
        found: the states that these fall into, which may be wrong.
        body: width and height of a cell in steps.
    """
    if len(rings) < FEWEST or max(body) > GAP:
        return None
    page = seen.own[:, [0, 0, -1, -1], [0, -1, 0, -1]].mean(axis=1).astype(np.float64)
    if away(page, middle(page)).max() < PAGE:
        return None
    tones, behind = _srgb(rings), _srgb(page)
    told = [found.labels] if found.count == 2 and not found.strays else []
    for labels in (*told, _mixed(rings, page, tones, behind)):
        if np.bincount(labels, minlength=2).min() < RARE:
            continue
        shown, even = np.empty_like(tones), np.empty_like(tones)
        for state in (0, 1):
            own = labels == state
            share, color = _pane(tones[own], behind[own])
            shown[own], even[own] = color + share * behind[own], color + share * middle(behind)
        glass = _panes(rings, page, labels, _lab(shown), _lab(even))
        if glass is not None:
            return glass
    return None


def _mixed(
    rings: NDArray[np.float64], page: NDArray[np.float64], tones: NDArray[np.float64], behind: NDArray[np.float64]
) -> NDArray[np.int64]:
    """States of panes: at first by how far they are from their ``page`` (Lab), then by the pane that explains each.

    ``tones`` are their colours in sRGB, ``behind`` those of the page; all are N×3.
    """
    off_page = away(rings, page)
    labels = np.asarray(off_page > (off_page.min() + off_page.max()) / 2, np.int64)
    for _ in range(ROUNDS):
        if np.bincount(labels, minlength=2).min() < RARE:
            break
        panes = [_pane(tones[labels == state], behind[labels == state]) for state in (0, 1)]
        off = [away(rings, _lab(color + share * behind)) for share, color in panes]
        before, labels = labels, np.asarray(off[1] < off[0], np.int64)
        if (before == labels).all():
            break
    return labels


def _pane(tones: NDArray[np.float64], behind: NDArray[np.float64]) -> tuple[float, NDArray[np.float64]]:
    """Which share of what is ``behind`` panes of these ``tones`` (N×3 sRGB) let through, and what they add to it."""
    across = behind - behind.mean(axis=0)
    share = float((across * tones).sum() / max(float((across**2).sum()), 1e-9))
    share = min(max(share, 0.0), CLEAREST)
    return share, (tones - share * behind).mean(axis=0)


def _panes(
    rings: NDArray[np.float64],
    page: NDArray[np.float64],
    labels: NDArray[np.int64],
    shown: NDArray[np.float64],
    even: NDArray[np.float64],
) -> Glass | None:
    """Cells as panes of these states over a ``page`` that shows so around each, if they are near what would be shown.

    ``even`` is what they would show over one and the same page; all colours are N×3 Lab.
    """
    off = away(rings, shown)
    before = np.concatenate([away(rings[own], middle(rings[own])) for own in (labels == 0, labels == 1)])
    if off.mean() > min(MIXED, LEFT * float(before.mean())) or off.max() > WORST:
        return None
    looks = rings - (shown - even)
    apart = states.find(looks)
    if apart.count != 2 or ((apart.labels == apart.labels[0]) != (labels == labels[0])).any():
        return None
    return Glass(apart, (shown - even).astype(np.float32), (page - middle(page)).astype(np.float32))


def _srgb(lab: NDArray[np.float64]) -> NDArray[np.float64]:
    """Colours (N×3) that are given as L* a* b*, in sRGB from 0 to 1."""
    return np.asarray(cv2.cvtColor(lab[None].astype(np.float32), cv2.COLOR_LAB2BGR)[0], np.float64)


def _lab(tones: NDArray[np.float64]) -> NDArray[np.float64]:
    """Colours (N×3) in sRGB from 0 to 1 as L* a* b*."""
    return np.asarray(cv2.cvtColor(tones[None].astype(np.float32), cv2.COLOR_BGR2LAB)[0], np.float64)
