"""Before anyone looks for a board: is there anything to see at all? Each trouble has its own message and remedy."""

from __future__ import annotations

from typing import TYPE_CHECKING

import cv2

if TYPE_CHECKING:
    from vision.frame import Frame

SMALLEST = 24
"""Pixels on the longer side; no board with more than one cell can be told in less."""
SAMPLES = 128
"""Samples a side in the first look; a frame that differs in them needs no second one."""
NEARLY_BLACK = 12
FLAT = 3
"""Grey levels between the darkest and the brightest sample of a channel that a codec may add to one plain colour."""


def trouble(frame: Frame) -> str | None:
    """What makes a frame useless, with what to do about it; None where there is something to see.

    One line in words: the frame is tiny, all black, or all of one colour. A sparse look settles nearly every frame;
    only one that seems plain is read in full.
    """
    if max(frame.width, frame.height) < SMALLEST:
        return (
            f"the picture is only {frame.width}×{frame.height} pixels, too small to show a board: "
            "take it larger, or take the whole window"
        )
    rows, cols = max(1, frame.height // SAMPLES), max(1, frame.width // SAMPLES)
    for pixels in (frame.pixels[::rows, ::cols], frame.pixels):
        low, high, _, _ = cv2.minMaxLoc(pixels.reshape(-1))
        if high <= NEARLY_BLACK:
            continue
        spans = (cv2.minMaxLoc(channel) for channel in cv2.split(pixels))
        if high - low <= FLAT or max(top - bottom for bottom, top, _, _ in spans) <= FLAT:
            continue
        return None
    if high <= NEARLY_BLACK:
        return (
            "the picture is all black: run the game in a borderless window instead of exclusive full screen, "
            "switch HDR off, or save a screenshot with the game's own key and give that file"
        )
    return (
        "the picture is all of one colour: bring the game to the front, wait until it is drawn, "
        "and check that this is the right screen or region"
    )
