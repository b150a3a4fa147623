"""Bold: what is outlined more boldly than the bricks, planks or flags that a board lies on.

The edges of such a ground are closed outlines, too, and run into those of the cells; but hardly as strong.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from vision.overlap import meets
from vision.scene import Scene

if TYPE_CHECKING:
    from vision.reading import Reading

THRESHOLDS = 40, 80, 120
"""Of edges, levels."""


def view(scene: Scene) -> Scene:
    """The scene, of which only bold outlines are seen."""
    return Scene(scene.frame, scene.over, thresholds=THRESHOLDS)


def offered(seen: list[Reading], located: list[Reading]) -> list[Reading]:
    """Of what is ``seen`` so that which is sure, and is no board that all edges show, but in doubt.

    Faint edges tell where a board ends, and where tiles do. ``located`` is what was read by them.
    """
    doubted = [one.outline for one in located if one.kind == "lights-out" and one.verdict == "unsure"]
    sure = [one for one in seen if one.kind == "lights-out" and one.verdict == "sure"]
    return [one for one in sure if not any(meets(one.outline, outline) for outline in doubted)]
