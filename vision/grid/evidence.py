"""Evidence: figures about one reading of a grid that tell a board from everything else that stands in rows."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from vision.grid.cells import Cells

CONTENT = 6.0
"""A cell has something drawn in its middle when that differs this much (Lab) from its ring."""


@dataclass(frozen=True, slots=True)
class Evidence:
    """Figures about one reading. All are relative to the picture: no colour, size or place is assumed.

    Attributes:
        cells, states: how many.
        fewest: cells of the rarest state.
        occupancy: share of cells where a box stands.
        ratio, cut: of the states (``vision.grid.states``).
        strain, worst_strain: mean and largest distance of a ring from its state's typical ring.
        spread: median over the cells of the deviation inside a ring.
        residual: of the lattice, in steps.
        aspect: column step over row step.
        pitch: the smaller step, frame pixels.
        outside: largest share of taken places just outside one side.
        beyond: largest share of places just outside one side that look like a cell, where several looks occur there.
        hidden: share of cells not wholly in the picture.
        patchy: within a state, some middles hold something and others don't: how many of the fewer.
        uneven: difference between the states' typical content.
        scattered: how unlike each other the middles of cells of one state are, where they hold something.
        midway: how exactly a state's colour lies between two others', 0..1.
        checkered, lined, blocky: exact checkerboard; one state is just one outer line; labels constant on blocks.
        rival: best score of an overlapping other grid over this one's.
        strays: cells that fit no state.
        source: what told the states apart.
    """

    cells: int
    states: int
    fewest: int
    occupancy: float
    ratio: float
    cut: float
    strain: float
    worst_strain: float
    spread: float
    residual: float
    aspect: float
    pitch: float
    outside: float
    beyond: float
    hidden: float
    patchy: float
    uneven: float
    scattered: float
    midway: float
    checkered: bool
    lined: bool
    blocky: bool
    rival: float
    strays: int
    source: str


def gather(one: Cells, rival: float = 0.0) -> Evidence:
    """Measure everything about one reading; ``rival`` is the best overlapping other grid's score over this one's."""
    grid, found = one.grid, one.states
    labels = found.labels.reshape(grid.rows, grid.cols)
    across, down = _steps(one)
    patchy, uneven, scattered = _contents(one)
    return Evidence(
        cells=one.count,
        states=found.count,
        fewest=int(np.bincount(found.labels, minlength=found.count).min()),
        occupancy=grid.occupancy,
        ratio=found.ratio,
        cut=found.cut,
        strain=float(one.strain.mean()),
        worst_strain=float(one.strain.max()),
        spread=float(np.median(one.spread)),
        residual=grid.residual,
        aspect=across / down,
        pitch=min(across, down),
        outside=max(grid.outside),
        beyond=_beyond(one),
        hidden=float(1 - one.patches.visible[1:-1, 1:-1].mean()),
        patchy=patchy,
        uneven=uneven,
        scattered=scattered,
        midway=_midway(found.looks),
        checkered=_checkered(labels),
        lined=_lined(labels),
        blocky=_blocky(labels),
        rival=rival,
        strays=len(found.strays),
        source=one.source,
    )


def _steps(one: Cells) -> tuple[float, float]:
    centers = one.homography @ np.array(
        [[0.5, one.grid.cols - 0.5, 0.5], [0.5, 0.5, one.grid.rows - 0.5], [1.0, 1.0, 1.0]]
    )
    points = centers[:2] / centers[2]
    across = float(np.hypot(*(points[:, 1] - points[:, 0]))) / (one.grid.cols - 1)
    down = float(np.hypot(*(points[:, 2] - points[:, 0]))) / (one.grid.rows - 1)
    return across, down


def _beyond(one: Cells) -> float:
    """Share of places just outside one side that look like a cell of the board, the worst side.

    A side whose places all look alike is plain surroundings in a state's colour, not more board.
    """
    if one.states.count < 2 or one.source != "ring":
        return 0.0
    lab, visible = one.patches.lab, one.patches.visible
    worst = 0.0
    for line, seen in (
        (lab[0, 1:-1], visible[0, 1:-1]),
        (lab[-1, 1:-1], visible[-1, 1:-1]),
        (lab[1:-1, 0], visible[1:-1, 0]),
        (lab[1:-1, -1], visible[1:-1, -1]),
    ):
        if seen.sum() < 2:
            continue
        ring = line[seen][:, one.patches.ring]
        look = np.median(ring, axis=1)
        plain = np.median(np.abs(ring - look[:, None]), axis=1).sum(axis=1) <= 8
        away = np.sqrt(((look[:, None] - one.states.looks[None]) ** 2).sum(axis=2))
        near = (away.min(axis=1) < 0.3 * one.states.cut) & plain
        if len(set(away.argmin(axis=1)[near].tolist())) >= 2:
            worst = max(worst, float(near.mean()))
    return worst


def _contents(one: Cells) -> tuple[float, float, float]:
    patchy = scattered = 0.0
    typical = []
    inner = one.patches.inner()
    core = (inner - one.rings[:, None, None].astype(np.float32))[:, one.patches.core]
    for state in range(one.states.count):
        own = one.states.labels == state
        if not own.any():
            continue
        content = one.content[own]
        typical.append(float(np.median(content)))
        full = content > max(CONTENT, 0.0)
        if own.sum() >= 2:
            # A clear step in content is needed: one gradient over the cells is not "some have, some have not".
            clear = full.any() and (~full).any() and content[full].min() > 1.5 * content[~full].max()
            patchy = max(patchy, float(min(full.sum(), (~full).sum())) if clear else 0.0)
        if full.sum() >= 2:
            drawn = core[own][full]
            middle = np.median(drawn, axis=0)
            unlike = np.sqrt(((drawn - middle) ** 2).sum(axis=2)).mean(axis=1)
            scattered = max(scattered, float(np.median(unlike) / max(CONTENT, float(np.median(content[full])))))
    return patchy, max(typical) - min(typical), scattered


def _midway(looks: NDArray[np.float64]) -> float:
    """How exactly some look lies on the way between two others, as in a fade: 1 on the line, 0 far off it."""
    best = 0.0
    for i in range(len(looks)):
        for a in range(len(looks)):
            for b in range(a + 1, len(looks)):
                if i in (a, b):
                    continue
                line = looks[b] - looks[a]
                length = float(line @ line)
                t = float((looks[i] - looks[a]) @ line) / max(length, 1e-9)
                if 0.1 < t < 0.9:
                    off = float(np.linalg.norm(looks[i] - looks[a] - t * line)) / max(np.sqrt(length), 1e-9)
                    best = max(best, 1 - off / 0.5)
    return best


def _checkered(labels: NDArray[np.int64]) -> bool:
    if labels.max() != 1 or labels.size < 9:
        return False
    row, col = np.indices(labels.shape)
    return bool(len(np.unique(labels ^ ((row + col) & 1))) == 1)


def _lined(labels: NDArray[np.int64]) -> bool:
    """Some state is exactly one outer row or column: a header or a panel taken in."""
    for side in (labels[0], labels[-1], labels[:, 0], labels[:, -1]):
        if len(np.unique(side)) == 1 and (labels == side[0]).sum() == len(side) and labels.max() > 0:
            return True
    return False


def _blocky(labels: NDArray[np.int64]) -> bool:
    """The labels are constant on a×b blocks that tile the board: the lattice is too fine."""
    rows, cols = labels.shape
    for a in range(1, rows + 1):
        for b in range(1, cols + 1):
            if a * b == 1 or rows % a or cols % b or (rows // a) * (cols // b) < 2:
                continue
            tiles = labels.reshape(rows // a, a, cols // b, b)
            if (tiles == tiles[:, :1, :, :1]).all() and labels.max() > 0:
                return True
    return False
