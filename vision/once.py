"""Once: what all detectors together see in one scene, the cheap searches first, and what of it is believed."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

from vision import abutting, beneath, pictured, refused, rest, rivals, showing, unnamed, worded
from vision.detectors import MODULES, detector, stages
from vision.evenness import Evenness
from vision.grid.doubts import UNIFORM
from vision.reading import LOOSE, Reading, leading, nothing

if TYPE_CHECKING:
    from collections.abc import Iterator

    from vision.scene import Scene
    from vision.trace import Trace

PLAIN_FROM = 0.85
"""Confidence of a memento reading from which a Lights Out reading of the same place is not sure, where only specks in
the cells speak for a picture."""
MOST_DOUBTS, LARGE = 4, 16
"""Doubts about a grid that is none, at most, for the game's name to be looked for: that is dear. Cells of a large one,
of which the same holds."""
NINE = 9
"""Cells that a panel has, whose signs may be too faint to be looked for all over the picture."""


def look(scene: Scene, wanted: tuple[str, ...], trace: Trace | None) -> tuple[list[Reading], list[Reading]]:
    """What the detectors see in a scene: the readings, as ``vision.look.search`` gives them, and all that was located.

    Args:
        scene: the picture.
        wanted: the puzzles that it may show; a single one is the user's word for it.
        trace: keeps what the stages saw.
    """
    scene.named = wanted == ("lights-out",)
    whole = len(wanted) > 1 and not scene.rest
    search = _Search(scene, trace)
    search.run([kind for kind in MODULES if kind in wanted])
    found, drawn = search.readings, search.drawn
    refusals = [reason for reading in found if not reading.cells for reason in reading.reasons]
    found = [reading for reading in found if reading.cells]
    if scene.recalled:  # a page may just speak of the game: signs of its writing are no board for that
        found = [one for one in found if len(one.reasons) == 1 or not unnamed.tiny(one, scene.pixels)]
    located = list(found)
    # What looks like tiles speaks against a plain grid, even where it is none that the game would deal.
    tiles = [reading for reading in found if reading.kind == "memento"]
    if search.hesitant:
        tiles = [reading for reading in tiles if reading.confidence >= PLAIN_FROM]
        found = [rivals.doubted(reading) if reading.kind == "memento" else reading for reading in found]
    if len(wanted) > 1:
        pixels = scene.pixels
        found = [unnamed.doubted(reading, pixels, search.doubts(reading)) for reading in found]
        if trace is not None:
            trace.doubted.extend((reading, pixels) for reading in found)
        found = [refused.settle(pictured.two_colours(reading), pixels) for reading in found]
        found = [rivals.unless_undealt(rivals.unless_pictured(reading, drawn), drawn) for reading in found]
        found = [rivals.unless_signs(rivals.unless_beside(reading, located), located) for reading in found]
        found = [rivals.unless_amid(reading, located) for reading in found]
    found = [abutting.doubted(scene.frame.pixels, rivals.unless_again(reading, located)) for reading in found]
    if any(one.kind == "memento" and one.verdict == "sure" for one in found):
        told = [one for one in found if one.verdict == "sure" or one.states > rivals.TWO]
        drawn = drawn | {one.homography: Evenness(scene, one) for one in told}
    found = rivals.settled(found, tiles, drawn)
    if whole:
        found = worded.settled(scene, located, found, trace)
    refusals.extend(reason for reading in found if reading.verdict == "none" for reason in reading.reasons)
    found = [reading for reading in found if reading.verdict != "none"]
    if wanted == ("lights-out",) and not found:
        found = [pictured.lights(reading) for reading in detector("memento").detect(scene, trace) if reading.cells]
    if not found and whole and worded.recalled(scene, refusals, trace, grids=search.refused):
        scene.recalled = True
        return look(scene, ("lights-out",), trace)
    if not found:
        return [nothing("no board was found in the picture", *dict.fromkeys(refusals))], located
    return sorted(found, key=leading), located


class _Search:
    """All searches of one scene.

    Attributes:
        hesitant: whether tiles were looked for only because a plain grid, read for sure, has specks in its cells.
    """

    def __init__(self, scene: Scene, trace: Trace | None) -> None:
        self.hesitant = False
        self._scene, self._trace = scene, trace
        self._found: dict[str, list[Reading]] = {}
        self._drawn: rivals.Drawn = {}
        self._doubts: dict[tuple[str | None, tuple[float, ...]], tuple[str, ...]] = {}

    @property
    def readings(self) -> list[Reading]:
        """What they found."""
        return [reading for found in self._found.values() for reading in found]

    @property
    def refused(self) -> bool:
        """Whether they found grids, but none that may be a board, and one in so few doubts that its name may help.

        Of one that may be a board and was refused afterwards there is a single doubt, unless it is large.
        """
        grids = self._found.get("lights-out", [])
        none = all(one.verdict == "none" for one in grids)
        most = [MOST_DOUBTS if none or len(one.cells) >= LARGE else 1 for one in grids]
        return any(len(one.reasons) <= few and UNIFORM not in one.reasons for one, few in zip(grids, most, strict=True))

    @property
    def drawn(self) -> rivals.Drawn:
        """What the cells show of sure grids, by their homographies."""
        for reading in self.readings:
            grid = reading.verdict == "sure" and reading.kind == "lights-out"
            if grid and reading.homography not in self._drawn:
                self._drawn[reading.homography] = Evenness(self._scene, reading)
        return self._drawn

    def doubts(self, reading: Reading) -> tuple[str, ...]:
        """Why a reading, if it is sure, is not when nobody said which puzzle it is; asked once of each."""
        if reading.verdict != "sure":
            return ()
        place = reading.kind, reading.homography
        if place not in self._doubts:
            cells = self.drawn.get(reading.homography)
            two = rivals.two(reading)
            even = cells is not None and two and cells.alike
            made = cells is not None and not two and cells.cycled
            self._doubts[place] = unnamed.doubts(reading, even=even, made=made)
        return self._doubts[place]

    def run(self, kinds: list[str]) -> None:
        """Search in stages.

        A lock or a panel read for sure is what the picture is about: nothing else is looked for, unless the panel may
        be one sign in cells of a grid. The first stages of all searches come first. The others cost more and show less;
        they pass over the place of a board that is certain. A table comes before all, and is all where nothing is left
        beside it, unless its cells may be tiles. Tiles that hardly anything else can be are all, too; a closer look for
        grids would only find parts of them.
        """
        scene = self._scene
        searches = {kind: stages(kind, scene, self._trace) for kind in kinds}
        self._found = {kind: [] for kind in searches}
        begun = ""
        if "lights-out" in searches and len(searches) > 1 and ((table := rest.tabled(scene)) or rest.dotted(scene)):
            begun = "lights-out"
            *_, found = islice(searches[begun], 1 if table else None)
            self._grids(found)
            if scene.taken and scene.bare(scene.taken):
                searches = {kind: search for kind, search in searches.items() if kind == "memento"}
        dearest: Iterator[list[Reading]] = iter(())
        while searches:
            for kind in [one for one in searches if one != begun]:
                if kind == "memento" and not self._may_show_tiles():
                    self._found.pop(kind)
                    del searches[kind]
                    continue
                here = next(searches[kind], None)
                if here is None:
                    del searches[kind]
                    continue
                self._found[kind] = here
                if kind == "lights-out":
                    self._grids(here)
                elif kind == "memento":
                    if any(reading.verdict == "sure" and showing.proven(reading) for reading in here):
                        searches.pop("lights-out", None)
                        scene.taken = [reading.outline for reading in here]
                        if scene.bare(scene.taken):
                            return
                elif any(reading.verdict == "sure" for reading in here):
                    if "lights-out" not in self._found or not all(rivals.uniform(reading) for reading in here):
                        self._alone()
                        return
                    del searches[kind]
                elif kind == "heresy":
                    dearest = searches.pop(kind)
            begun = ""
        panels = [reading for reading in self._found.get("heresy", []) if reading.verdict == "sure"]
        if any(not any(rivals.amid(grid, panel) for grid in self._found["lights-out"]) for panel in panels):
            self._alone()
        self._faint(dearest)

    def _alone(self) -> None:
        """Forget grids and tiles beside a lock or a panel: that is what the picture is about."""
        self._found = {kind: found for kind, found in self._found.items() if kind not in LOOSE}

    def _grids(self, found: list[Reading]) -> None:
        """Note grids that were found; the places of those that are certain are taken, whoever named them."""
        self._found["lights-out"] = found
        certain = [one for one in found if self._certain(one) and not self.doubts(one)]
        self._scene.taken = [reading.outline for reading in certain if not self._may_hold_signs(reading)]

    def _certain(self, reading: Reading) -> bool:
        """Whether a reading is sure; windows of a house in a picture are a grid as well, but tiny."""
        return reading.verdict == "sure" and not unnamed.tiny(reading, self._scene.pixels)

    def _may_show_tiles(self) -> bool:
        """Whether tiles are worth looking for.

        Picture tiles are the loosest look: only where nothing plainer was read for sure, or where the cells of what was
        taken for a plain grid are not all that plain.
        """
        certain = [one for one in self.readings if self._certain(one) and one.kind != "memento"]
        self.hesitant = False
        if not certain or any(rivals.may_be_tiles(reading, self.drawn) for reading in certain):
            return True
        self.hesitant = any(one.speckled() for one in self.drawn.values())
        return self.hesitant

    def _faint(self, dearest: Iterator[list[Reading]]) -> None:
        """Look for what hardly stands out where nothing plain was read, but a grid whose nine cells may hold signs."""
        if any(_told(reading) and not self._may_hold_signs(reading) for reading in self.readings):
            return
        self._scene.nines = [reading.homography for reading in self.readings if len(reading.cells) == NINE]
        faint = next(dearest, [])
        if any(reading.verdict == "sure" for reading in faint):
            self._alone()
        self._found["faint"] = faint

    def _may_hold_signs(self, reading: Reading) -> bool:
        """Whether a grid may be the plates of a panel: three rows of three, with something drawn in the cells.

        Plates may be of a colour for each sign.
        """
        square = len(reading.cells) == NINE and reading.cells[-1].row == reading.cells[-1].col
        if reading.kind != "lights-out" or not square:
            return False
        cells = self.drawn.get(reading.homography) or Evenness(self._scene, reading)
        return not cells.bare()


def _told(reading: Reading) -> bool:
    """Whether it is plain what a reading shows: nothing fainter is looked for then."""
    plain = reading.kind == "memento" and reading.verdict == "unsure" and not reading.suspects
    return reading.verdict == "sure" or (plain and not beneath.hinted(reading, ()))
