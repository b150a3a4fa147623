"""A scene: one frame and its reduced copies, each built once and shared by all detectors.

The copies are exact halves. Halving with INTER_AREA takes OpenCV's fast path only for even sizes, so a level is
cropped by at most one row and column first; coordinates of level ``n`` times ``2**n`` are frame coordinates (pixel
edges, not centres: x_frame_edge = x_level_edge * 2**n).
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import cv2

from vision import rest, titlebar
from vision.grid import boxes, closer, lattice
from vision.words.text import Text

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy as np
    from numpy.typing import NDArray

    from vision.frame import Frame
    from vision.grid.boxes import Boxes
    from vision.grid.closer import Window
    from vision.grid.lattice import Lattice

    Box = tuple[float, float, float, float]


class Scene:
    """Lazy pyramid over one frame. Not thread safe: one scene, one thread.

    Attributes:
        frame: the picture.
        over: H×W bool, where something lay over the board that the frame is filled in for; None where nothing did.
        thresholds: of edges that may outline cells, see ``vision.grid.boxes``; they rise.
        rest: whether it is what is left beside boards of a picture: how that leans is known, and it is seen whole.
        named: whether its grids are known to be of Lights Out: what else has such a look does not matter then.
        recalled: whether they are looked at again for that name alone: what was refused may be offered then.
        taken: left, top, right and bottom in frame pixels of what is known to be a board: nothing else is there.
        nines: maps (3×3, row by row) of the board plane to the frame where three by three cells may show anything.
    """

    def __init__(
        self,
        frame: Frame,
        over: NDArray[np.bool_] | None = None,
        *,
        rest: bool = False,
        thresholds: tuple[int, ...] = boxes.THRESHOLDS,
    ) -> None:
        self.frame = frame
        self.over = over
        self.rest = rest
        self.thresholds = thresholds
        self.named = self.recalled = False
        self.taken: list[tuple[float, float, float, float]] = []
        self.nines: list[tuple[float, ...]] = []
        self._levels: list[NDArray[np.uint8]] = [frame.pixels]
        self._grays: dict[int, NDArray[np.uint8]] = {}
        self._edges: dict[int, NDArray[np.uint8]] = {}
        self._boxes: dict[int, Boxes] = {}
        self._lattices: dict[int, list[Lattice]] = {}
        self._blocks: dict[int, list[Window]] = {}
        self._repeating: dict[Window, bool] = {}
        self._bare: dict[tuple[Box, ...], bool] = {}
        self._text: Text | None = None
        self._title: int | None = None

    @property
    def pixels(self) -> int:
        """How many pixels the frame has."""
        return self.frame.width * self.frame.height

    @property
    def text(self) -> Text:
        """What may be written in the frame."""
        if self._text is None:
            self._text = Text(self.frame.pixels)
        return self._text

    @property
    def title(self) -> int:
        """Rows of the frame that the title of a window takes, see ``vision.titlebar``."""
        if self._title is None:
            self._title = titlebar.height(self.frame.pixels)
        return self._title

    def level(self, n: int) -> NDArray[np.uint8]:
        """The frame halved ``n`` times (level 0 is the frame itself), H×W×3 uint8 BGR; at least 1×1."""
        while len(self._levels) <= n:
            last = self._levels[-1]
            height, width = last.shape[0] // 2, last.shape[1] // 2
            if height < 1 or width < 1:
                return last
            even = last[: 2 * height, : 2 * width]
            self._levels.append(cv2.resize(even, (width, height), interpolation=cv2.INTER_AREA))
        return self._levels[n]

    def gray(self, n: int) -> NDArray[np.uint8]:
        """Luma of ``level(n)``, H×W uint8."""
        if n not in self._grays:
            self._grays[n] = cv2.cvtColor(self.level(n), cv2.COLOR_BGR2GRAY)
        return self._grays[n]

    def edges(self, n: int) -> NDArray[np.uint8]:
        """Edge strength of ``level(n)``, H×W uint8, see ``vision.grid.boxes``."""
        if n not in self._edges:
            self._edges[n] = boxes.edges(self.level(n))
        return self._edges[n]

    def boxes(self, n: int) -> Boxes:
        """Closed outlines of ``level(n)``: what might be a cell, see ``vision.grid.boxes``."""
        if n not in self._boxes:
            self._boxes[n] = boxes.find(self.edges(n), self.thresholds)
        return self._boxes[n]

    def lattices(self, n: int) -> list[Lattice]:
        """Lattices among ``boxes(n)``, the most populous first, see ``vision.grid.lattice``."""
        if n not in self._lattices:
            self._lattices[n] = lattice.propose(self.boxes(n))
        return self._lattices[n]

    def blocks(self, n: int) -> list[Window]:
        """Busy blocks of ``level(n)`` in frame pixels, the largest first, see ``vision.grid.closer``."""
        if n not in self._blocks:
            found = closer.blocks(self.edges(n), self.boxes(n))
            self._blocks[n] = [(a << n, b << n, c << n, d << n) for a, b, c, d in found]
        return self._blocks[n]

    def repeats(self, block: Window) -> bool:
        """Whether a block in frame pixels repeats along both axes, see ``vision.grid.closer``."""
        if block not in self._repeating:
            self._repeating[block] = closer.repeats(self.detail(block))
        return self._repeating[block]

    def bare(self, boards: Sequence[Box]) -> bool:
        """Whether nothing like a lock or a panel is left beside boards in frame pixels, see ``vision.rest``."""
        key = tuple(boards)
        if key not in self._bare:
            self._bare[key] = rest.bare(self, key)
        return self._bare[key]

    def outlined(self, thresholds: tuple[int, ...]) -> Scene:
        """The same scene, in which other edges may outline cells; what else was made of the frame is shared."""
        other = Scene(self.frame, self.over, thresholds=thresholds)
        other._levels, other._grays, other._edges = self._levels, self._grays, self._edges
        other._text, other._title = self._text, self._title
        return other

    def detail(self, window: Window, longest: int = closer.DETAILED) -> NDArray[np.uint8]:
        """The part of the frame in ``window``, from the finest level on which it is no longer than ``longest``.

        Twice as long as it is wide, at most: of wider ones the shorter side must be as detailed.
        """
        short, long = sorted((window[2] - window[0], window[3] - window[1]))
        side, level = min(long, 2 * short), 0
        while side > longest:
            side, level = side // 2, level + 1
        left, top, right, bottom = (edge >> level for edge in window)
        return self.level(level)[top:bottom, left:right]

    def altered(self, n: int, pixels: NDArray[np.uint8]) -> Scene:
        """A scene of ``pixels`` in place of those of ``level(n)``, with what lay over the board."""
        height, width = pixels.shape[:2]
        over = None if self.over is None else self.over[:: 2**n, :: 2**n][:height, :width]
        return Scene(replace(self.frame, pixels=pixels), over)

    def level_for(self, longest: int) -> int:
        """The first level whose longest side is at most ``longest`` pixels."""
        side = max(self.frame.width, self.frame.height)
        n = 0
        while side > longest:
            side //= 2
            n += 1
        return n
