"""Draw what the stages of a grid search saw, for a trace."""

from __future__ import annotations

from typing import TYPE_CHECKING

import cv2
import numpy as np

from vision.homography import project

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from vision.grid.boxes import Boxes
    from vision.grid.cells import Cells
    from vision.grid.extents import Grid
    from vision.trace import Trace

COLOURS = ((80, 200, 255), (255, 160, 60), (120, 230, 120), (220, 120, 255), (80, 80, 255), (255, 255, 120))


def stages(
    trace: Trace,
    picture: NDArray[np.uint8],
    boxes: Boxes,
    grids: list[Grid],
    read: list[Cells],
    *,
    kind: str = "lights-out",
) -> None:
    """Note the boxes, the grids proposed and the cells of the best one; all in pixels of ``picture``."""
    canvas = picture.copy()
    for center, size in zip(boxes.centers, boxes.sizes, strict=True):
        low, high = np.rint(center - size / 2).astype(int), np.rint(center + size / 2).astype(int)
        cv2.rectangle(canvas, low.tolist(), high.tolist(), COLOURS[0], 1)
    trace.note(f"{kind}: propose", canvas, f"{len(boxes)} boxes")
    canvas = picture.copy()
    for number, grid in enumerate(grids):
        for center in grid.centers():
            cv2.circle(canvas, np.rint(center).astype(int).tolist(), 2, COLOURS[number % len(COLOURS)], -1)
    trace.note(f"{kind}: fit", canvas, f"{len(grids)} grids")
    if not read:
        return
    canvas, best = picture.copy(), read[0]
    for label, corners in zip(best.states.labels, _outlines(best.grid), strict=True):
        cv2.polylines(canvas, [corners], True, COLOURS[int(label) % len(COLOURS)], 2)  # noqa: FBT003 - closed
    words = f"{best.grid.rows}x{best.grid.cols}, {best.states.count} states by {best.source}, score {best.score:.2f}"
    trace.note(f"{kind}: read", canvas, words)
    warped = best.patches.lab.transpose(0, 2, 1, 3, 4)
    flat = np.ascontiguousarray(warped).reshape(warped.shape[0] * warped.shape[1], -1, 3)
    cells = np.clip(cv2.cvtColor(flat, cv2.COLOR_LAB2BGR) * 255, 0, 255).astype(np.uint8)
    trace.note(f"{kind}: cells", cells, "the cells and one line around them, warped")


def _outlines(grid: Grid) -> list[NDArray[np.int32]]:
    """The four corners of every cell's body, row by row."""
    across, down = grid.body[0] / 2, grid.body[1] / 2
    around = np.array([[-across, -down], [across, -down], [across, down], [-across, down]])
    row, col = np.divmod(np.arange(grid.rows * grid.cols), grid.cols)
    middles = np.column_stack([col + 0.5, row + 0.5])
    return [np.rint(project(grid.matrix, middle + around)).astype(np.int32) for middle in middles]
