"""Which levels of a frame's pyramid are searched for panels, and what of each."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vision.heresy.blobs import lively

if TYPE_CHECKING:
    from vision.heresy.blobs import Box
    from vision.scene import Scene

SEARCH_AREA = 310_000  # pixels of the first level searched
OCTAVES = 3  # levels searched, each for cells of twice the size
SMALLEST_SIDE = 60


def levels(scene: Scene) -> list[int]:
    """The levels of the pyramid to search, the cheapest first."""
    finest = 0
    while scene.pixels >> (2 * finest) > SEARCH_AREA:
        finest += 1
    short = min(scene.frame.width, scene.frame.height)
    return [level for level in range(finest + OCTAVES - 1, finest - 1, -1) if short >> level >= SMALLEST_SIDE]


def places(scene: Scene, searched: list[int]) -> list[tuple[int, Box]]:
    """What to search of each of some levels, the finest of them last; nothing where nothing stands out."""
    if not searched:
        return []
    half = searched[-2:][0]
    box = lively(scene.gray(half))
    if box is None:
        return []
    left, top, right, bottom = box
    found = []
    for level in searched:
        # An odd row or column is lost in halving.
        scale, odd = 2.0 ** (half - level), int(half > level)
        sides = int(left * scale), int(top * scale), int(right * scale) + 1 + odd, int(bottom * scale) + 1 + odd
        found.append((level, sides))
    return found
