"""Look at a frame: read it, what is beside its boards, or else what lies beneath covers or grain, best first."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vision import apart, backdrop, beneath, bold, grainy, marked, once, pictured, rivals, sample, solution, toned
from vision.confidence import calibrated
from vision.detectors import MODULES, again
from vision.grid.doubts import AGAINST
from vision.overlap import meets
from vision.reading import LOOSE, Reading, leading
from vision.scene import Scene
from vision.share import share

if TYPE_CHECKING:
    from collections.abc import Iterable

    from vision.frame import Frame
    from vision.trace import Trace

FURTHER = 8
"""Boards looked for beside those that were read first."""


def look(frame: Frame, kinds: Iterable[str] | None = None, trace: Trace | None = None) -> list[Reading]:
    """Read every board in ``frame``; as ``search``, its confidences carried over to probabilities."""
    return sorted((calibrated(reading) for reading in search(frame, kinds, trace)), key=leading)


def search(frame: Frame, kinds: Iterable[str] | None = None, trace: Trace | None = None) -> list[Reading]:
    """Read every board in ``frame``; never empty, and only a single ``none`` reading where there is no board.

    Args:
        frame: the picture.
        kinds: the puzzles to try; all when None. A single one is the user's word for which puzzle it is: the doubts
            about what a grid is (not those about what it shows) are settled by it.
        trace: keeps what the stages saw.

    Returns:
        Readings, the leading one first: surer before less sure, then puzzles with a look of their own, then the larger
        board of sure ones and the likelier of unsure ones.
    """
    wanted = tuple(MODULES) if kinds is None else tuple(kinds)
    bare = marked.clear(frame)
    scene = Scene(frame) if bare is None else Scene(bare.frame, bare.over)
    readings, located = once.look(scene, wanted, trace)
    readings = _named(_checked(scene, readings, located, wanted, trace), wanted)
    if readings[0].verdict == "sure":
        return readings
    plain = readings
    readings = _past_covers(scene, readings, located, wanted, trace)
    loose = tuple(kind for kind in wanted if kind in LOOSE)  # the others have a look of their own, even under grain
    if "memento" in loose and readings[0].verdict != "sure" and (found := backdrop.without(scene)):
        view, shows = found
        if trace is not None:
            trace.note("backdrop", view.frame.pixels, f"{share(shows):.0%} of it repeats and is painted over")
        seen, _ = once.look(view, loose, trace)
        if within := backdrop.amid(scene, shows, seen, none=readings[0].verdict == "none"):
            return _named([_as_doubted(plain, one) for one in within], loose)
    if readings[0].verdict == "none" and "lights-out" in loose and bold.promising(view := bold.view(scene)):
        seen, there = once.look(view, loose, trace)
        if seen := bold.offered(seen, located):
            return _named(_checked(view, seen, there, loose, trace), loose)
    if "lights-out" in loose and (board := _toned(scene, readings[0], trace)):
        return [board]
    if readings[0].verdict == "none" and loose and grainy.grainy(frame):
        seen, _ = once.look(grainy.smooth(scene), loose, trace)
        readings = _named(grainy.offered(scene, seen), loose) or readings
    return readings


def _checked(
    scene: Scene, readings: list[Reading], located: list[Reading], wanted: tuple[str, ...], trace: Trace | None
) -> list[Reading]:
    """The ``readings`` of a scene, with further boards beside sure ones, and what all around speaks against them."""
    readings = [beneath.unless_veiled(scene, reading) for reading in readings]
    if readings[0].verdict == "sure":
        readings = sample.doubted([*readings, *_beside(scene, readings, wanted, trace)], located)
        readings = solution.doubted(scene, readings)
    return readings


def _past_covers(
    scene: Scene, readings: list[Reading], located: list[Reading], wanted: tuple[str, ...], trace: Trace | None
) -> list[Reading]:
    """The ``readings`` of a scene, or what is seen in it without what lies over the boards that were ``located``.

    A lock or a panel is looked for where it was located only: it has a look of its own, and would have left a trace.
    """
    if beneath.told(readings[0]) or not beneath.hinted(readings[0], located):
        return readings  # where all cells are told past what lies over them, too
    loose = LOOSE if set(LOOSE) <= set(wanted) else ()
    # Without the looser boards to look for, all that is wanted is searched anew, unless such a one leads.
    owned = [readings[0], *located] if loose else readings[:1]
    known = next((one for one in owned if one.kind in beneath.OWN_LOOK), None)
    for lifted in beneath.views(scene, located, doubted=readings[0].verdict == "none"):
        view = Scene(lifted.frame, lifted.over)
        seen = [] if known is None else again(view, known, trace)
        if known is not readings[0]:
            seen += once.look(view, loose or wanted, trace)[0]
        below = sorted((_as_doubted(readings, beneath.named(reading, lifted.over)) for reading in seen), key=leading)
        if below and beneath.better(below, readings):
            readings = _named(below, wanted)
        if beneath.told(readings[0]):
            break
    return readings


def _toned(scene: Scene, first: Reading, trace: Trace | None) -> Reading | None:
    """A board of pictures in two tones, where nothing else leads but a few cells that seem to be tiles."""
    if first.verdict != "none" and (first.verdict == "sure" or first.kind != "memento"):
        return None
    if first.verdict == "none" and (board := toned.read(scene, trace, unchecked=True)):
        return board
    board = toned.several(scene, trace)
    return board if board is not None and len(board.cells) > 2 * len(first.cells) else None


def _as_doubted(before: list[Reading], again: Reading) -> Reading:
    """A grid read ``again`` past what lies over or behind it, unsure where that may hide lines, as was seen before.

    Walls behind tiles have edges of their own.
    """
    doubted = (one for one in before if AGAINST in one.reasons and one.cells)
    grid = again.verdict == "sure" and again.kind == "lights-out"
    return again.unsure(AGAINST) if grid and any(meets(one.outline, again.outline) for one in doubted) else again


def _named(readings: list[Reading], wanted: tuple[str, ...]) -> list[Reading]:
    """The readings, the leading one first, with a grid for tiles whose pattern is nothing like any of memento."""
    if set(LOOSE) <= set(wanted):
        readings = [pictured.unlike_memento(reading) for reading in readings]
    return sorted(readings, key=leading)


def _beside(scene: Scene, readings: list[Reading], wanted: tuple[str, ...], trace: Trace | None) -> list[Reading]:
    """Further boards that stand apart from those that were read."""
    found: list[Reading] = []
    owned = any(reading.kind not in LOOSE for reading in readings)
    if not owned and set(LOOSE) < set(wanted):  # a lock or a panel anywhere would have been read before a looser board
        wanted = LOOSE
    while len(found) < FURTHER:
        frame = apart.left(scene, [reading.outline for reading in readings])
        if frame is None:
            break
        scene = Scene(frame, scene.over, rest=True)
        seen, _ = once.look(scene, wanted, trace)
        found += [rivals.second(reading) if owned else reading for reading in seen if reading.cells]
        readings = [reading for reading in seen if reading.verdict == "sure"]
        if not readings:
            break
    return found
