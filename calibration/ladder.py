"""The ladder: twenty kinds of wear in five strengths, each climbed by the same pictures.

One seed gives the same pictures again. Strengths are in units of the cell wherever that makes sense: a blur of two
pixels is nothing on a 4K board and fatal on a small one.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING
from zlib import crc32

import numpy as np

from calibration.corruptions import cover, shape, sharpness, tone
from calibration.corruptions.subject import Subject, subject
from calibration.evaluate import Task

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from calibration.evaluate import Make
    from calibration.truth import Entry
    from vision.frame import Frame

    Corruption = Callable[[Subject, int, np.random.Generator], Subject]

STRENGTHS = (1, 2, 3, 4, 5)
MILD = 3
"""Up to this strength a picture that must be read must still be read."""

CORRUPTIONS: dict[str, Corruption] = {
    "jpeg": sharpness.jpeg,
    "blur": sharpness.blur,
    "noise": sharpness.noise,
    "gamma": tone.gamma,
    "hdr washout": tone.hdr,
    "night light": tone.night,
    "brightness": tone.brightness,
    "contrast": tone.contrast,
    "saturation": tone.saturation,
    "rescaling": sharpness.rescaling,
    "chroma": sharpness.chroma,
    "palette": tone.palette,
    "crop": shape.crop,
    "letterbox": shape.letterbox,
    "dimming": tone.dimming,
    "pointer": cover.pointer,
    "toast": cover.toast,
    "roll": shape.roll,
    "perspective": shape.perspective,
    "moire": sharpness.moire,
    "own marks": cover.own_marks,
}


def rungs(strengths: Iterable[int] = STRENGTHS) -> Iterator[tuple[str, int]]:
    """Every (corruption, strength)."""
    return ((name, strength) for name in CORRUPTIONS for strength in strengths)


def group(name: str, strength: int) -> str:
    """How a rung is called in rows: ``blur 3``."""
    return f"{name} {strength}"


def worn(make: Make, name: str, strength: int, seed: int) -> tuple[Frame, Entry]:
    """A picture after one corruption; the same for the same arguments.

    Args:
        make: gives picture and truth.
        name: one of ``CORRUPTIONS``.
        strength: 1 to 5; beyond ``MILD`` no picture must be read any more.
        seed: of all chance.
    """
    frame, entry = make()
    rng = np.random.default_rng([seed, strength, crc32(f"{name}|{entry.path.name}".encode())])
    done = CORRUPTIONS[name](subject(frame.pixels, entry), strength, rng)
    if strength > MILD:
        done = done.doubtful()
    return replace(frame, pixels=done.pixels), done.entry


def tasks(plain: Sequence[Task], seed: int, strengths: Sequence[int] = STRENGTHS) -> list[Task]:
    """Every task on every rung, and first of all unworn (group ``clean``)."""
    clean = [replace(task, group="clean") for task in plain]
    return clean + [
        Task(task.name, partial(worn, task.make, name, strength, seed), group(name, strength))
        for name, strength in rungs(strengths)
        for task in plain
    ]
