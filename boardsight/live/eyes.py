"""Reading a frame with what is known of the game already: its place first, then its colours, then a search."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from calibration.profiles.match import apply
from vision.detectors import detector
from vision.known import Looks, learn, name
from vision.look import look

if TYPE_CHECKING:
    from collections.abc import Sequence

    from calibration.profiles.profile import Profile
    from vision.frame import Frame
    from vision.reading import Reading


class Eyes:
    """Remembers one game's looks from frame to frame.

    Args:
        puzzle: the kind of puzzle where it is known; all kinds are tried when None.
        profiles: learnt games; the one that fits names the states.
        insist: a person named the profile, so where it doesn't fit nothing is sure.
    """

    def __init__(self, puzzle: str | None = None, profiles: Sequence[Profile] = (), *, insist: bool = False) -> None:
        self._kinds = None if puzzle is None else (puzzle,)
        self._profiles, self._insist = profiles, insist
        self._looks: Looks | None = None

    def read(self, frame: Frame, known: Reading | None) -> Reading:
        """The board in a frame.

        Args:
            frame: the picture.
            known: the board as it was read before; looked for at its place first.
        """
        here = None if known is None or known.kind is None else detector(known.kind).reread(frame, known)
        if here is None or not clear(here):
            return self._found(frame, here)
        return here if here is known else self._again(frame, here)

    def _again(self, frame: Frame, here: Reading) -> Reading:
        """The board at its known place, its states named by the profile that named them before.

        The detector remembers its own names of the states. Where that profile fits no more, they mean nothing.
        """
        bare = replace(here, profile=None, buttons=())
        if here.profile is None:
            return self._by_profile(frame, [bare])[0]
        own = [one for one in self._profiles if one.name == here.profile]
        named = apply(frame, [bare], own, named=self._insist)[0] if own else bare
        return named if named.profile == here.profile else self._found(frame, None)

    def _found(self, frame: Frame, here: Reading | None) -> Reading:
        """The board in a frame by a search; ``here`` is what the known place shows, not all of it plainly."""
        found = self._by_profile(frame, look(frame, self._kinds))
        lead = found[0]
        if lead.verdict == "sure":
            return lead
        if self._looks is not None:
            for reading in found:
                if (named := name(frame, reading, self._looks)) is not None:
                    return named
        # Why cells of a known board can't be read says more than why nothing else was found.
        return here if here is not None and here.verdict != "none" else lead

    def _by_profile(self, frame: Frame, found: list[Reading]) -> list[Reading]:
        return apply(frame, found, self._profiles, named=self._insist) if self._profiles else found

    def remember(self, frame: Frame, reading: Reading) -> None:
        """Keep the colours of a board that was read for sure and shows all of its states."""
        self._looks = learn(frame, reading) or self._looks


def clear(reading: Reading) -> bool:
    """Whether every cell was read, and none is doubted."""
    return reading.verdict != "none" and not reading.suspects and all(cell.state is not None for cell in reading.cells)
