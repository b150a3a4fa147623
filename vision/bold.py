"""Bold: what is outlined more boldly than the bricks, planks or flags that a board lies on.

The edges of such a ground are closed outlines, too, and run into those of the cells; but hardly as strong.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from vision.detectors import detector
from vision.grid.lattice import CONVINCING
from vision.overlap import meets

if TYPE_CHECKING:
    from vision.reading import Reading
    from vision.scene import Scene

THRESHOLDS = 40, 80, 120
"""Of edges, levels."""
LONGEST = 1400
"""Longest side of the view in which a lattice must be seen."""


def view(scene: Scene) -> Scene:
    """The scene, of which only bold outlines are seen."""
    return scene.outlined(THRESHOLDS)


def promising(scene: Scene) -> bool:
    """Whether bold outlines make a lattice as large as a board, and the cheapest search tells a board by them.

    All else that it may be is looked for only then: that is dear.
    """
    level = scene.level_for(LONGEST)
    if not any(len(one.members) >= CONVINCING for one in scene.lattices(level)):
        return False
    return any(_told(one) for one in detector("lights-out").detect(scene))


def offered(seen: list[Reading], located: list[Reading]) -> list[Reading]:
    """Of what is ``seen`` so that which is in a single doubt, at most, and is no board that all edges show in doubt.

    Faint edges tell where a board ends, and where tiles do. ``located`` is what was read by them.
    """
    doubted = [one.outline for one in located if one.kind == "lights-out" and one.verdict == "unsure"]
    told = [one for one in seen if one.kind == "lights-out" and _told(one)]
    return [one for one in told if not any(meets(one.outline, outline) for outline in doubted)]


def _told(reading: Reading) -> bool:
    """Whether a board is read in a single doubt, at most, and is as large as one."""
    single = reading.verdict == "unsure" and len(reading.reasons) == 1 and not reading.suspects
    return reading.verdict == "sure" or (single and len(reading.cells) >= CONVINCING)
