from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from calibration.scenes import lights_out as boards
from calibration.scenes import negatives
from calibration.score import Outcome, displacement, exact, outcome
from calibration.truth import Entry, load
from vision.detectors import lights_out
from vision.frame import Frame
from vision.reading import Reading, nothing
from vision.scene import Scene
from vision.trace import Trace

SHARED = Path(__file__).resolve().parents[3] / "shared"
PLAIN: dict[str, object] = {
    "rows": 5,
    "cols": 5,
    "states": 2,
    "cell": 60.0,
    "gap": 0.1,
    "shape": "rounded",
    "fill": "flat",
    "content": "none",
    "border": 0,
    "contrast": 40.0,
    "glow": False,
    "swell": 0.0,
    "line": 0,
    "panel": True,
    "hover": False,
    "pointer": False,
    "turn": 0.0,
    "holes": False,
    "squeeze": 1.0,
    "size": (800, 600),
}


def read(pixels: np.ndarray) -> Reading:
    found = lights_out.detect(Scene(Frame(pixels)))
    return found[0] if found else nothing("nothing")


@pytest.mark.parametrize(
    "look",
    [
        {},
        {"rows": 3, "cols": 3},
        {"rows": 7, "cols": 4, "cell": 40.0},
        {"rows": 20, "cols": 20, "cell": 28.0},
        {"states": 3},
        {"states": 4, "rows": 6, "cols": 6},
        {"shape": "round", "fill": "radial"},
        {"fill": "bevel"},
        {"fill": "vertical", "squeeze": 1.3},
        {"gap": 0.0, "line": 2, "shape": "square"},
        {"content": "same"},
        {"glow": True, "gap": 0.2},
        {"swell": 0.08, "gap": 0.2},
        {"contrast": 14.0, "border": 2},
        {"cell": 12.0, "size": (640, 480)},
        {"size": (2560, 1440), "cell": 200.0},
    ],
)
def test_boards_of_any_look_are_exact(look: dict[str, object]) -> None:
    good = 0
    for seed in (1, 2, 3):
        scene = boards.render(seed, **{**PLAIN, **look})
        seen = read(scene.pixels)
        assert outcome(seen, scene.entry()) not in (Outcome.WRONG_SURE, Outcome.FALSE_SURE)
        if exact(seen, scene.entry()):
            good += 1
            error = displacement(seen, scene.entry())
            assert error is not None
            assert error < 0.1
            matrix = np.array(seen.homography).reshape(3, 3)
            place = matrix @ [seen.cells[-1].col + 0.5, seen.cells[-1].row + 0.5, 1.0]
            assert place[:2] / place[2] == pytest.approx(seen.cells[-1].center, abs=0.01)
            assert all(sum(cell.probabilities) == pytest.approx(1.0) for cell in seen.cells)
    assert good >= 2


def test_boards_nobody_chose_are_nearly_all_exact_and_never_wrong_and_sure() -> None:
    results = [outcome(read(scene.pixels), scene.entry()) for scene in map(boards.render, range(700, 730))]
    assert not any(result.bad for result in results)
    assert sum(result in (Outcome.SURE, Outcome.EXACT) for result in results) >= 22


@pytest.mark.parametrize("sort", negatives.SORTS)
def test_other_grids_are_never_sure_and_mostly_none(sort: str) -> None:
    verdicts = [read(negatives.render(seed, sort=sort, size=(800, 600)).pixels).verdict for seed in (21, 22)]
    assert "sure" not in verdicts


def test_one_doubtful_cell_stays_one_cells_doubt() -> None:
    scene = boards.render(5, **PLAIN)
    first = read(scene.pixels)
    assert first.verdict == "sure"
    dark = next(i for i, cell in enumerate(first.cells) if cell.state == 0)
    lit = next(cell for cell in first.cells if cell.state == 1)
    pixels, (x, y) = scene.pixels.copy(), (int(v) for v in first.cells[dark].center)
    patch = pixels[y - 24 : y + 25, x - 24 : x + 25]
    other = scene.pixels[int(lit.center[1]), int(lit.center[0])]
    patch[:] = (0.55 * patch + 0.45 * other).astype(np.uint8)
    second = read(pixels)
    assert second.verdict == "unsure"
    assert second.suspects == (dark,)
    assert min(cell.confidence for i, cell in enumerate(second.cells) if i != dark) > 0.99


def test_two_boards_are_both_read() -> None:
    left = boards.render(11, **{**PLAIN, "cell": 50.0, "size": (400, 420)}).pixels
    right = boards.render(12, **{**PLAIN, "cell": 64.0, "size": (400, 420)}).pixels
    found = lights_out.detect(Scene(Frame(np.hstack([left, right]))))
    assert [one.verdict for one in found] == ["sure", "sure"]
    assert (found[0].cells[0].center[0] < 400) != (found[1].cells[0].center[0] < 400)


def test_a_board_cut_by_the_frame_is_not_sure() -> None:
    for seed in (1, 2, 3, 4):
        scene = boards.render(seed, **PLAIN)
        assert scene.box is not None
        cut = scene.pixels[:, : int(scene.box[2] - 0.4 * 60)]
        assert read(cut).verdict != "sure"


def test_the_stages_are_traced() -> None:
    trace = Trace()
    lights_out.detect(Scene(Frame(boards.render(1, **PLAIN).pixels)), trace)
    assert [stage.split(": ")[1] for stage, _, _ in trace.notes[:4]] == ["propose", "fit", "read", "cells"]


def test_strange_pictures_are_nothing() -> None:
    for shape in ((1, 1, 3), (3, 400, 3), (64, 64, 3)):
        assert lights_out.detect(Scene(Frame(np.zeros(shape, np.uint8)))) == []
    noise = np.random.default_rng(0).integers(0, 256, (200, 300, 3)).astype(np.uint8)
    assert read(noise).verdict == "none"


class TestReread:
    def known(self) -> tuple[np.ndarray, Reading]:
        scene = boards.render(5, **PLAIN)
        seen = read(scene.pixels)
        assert seen.verdict == "sure"
        return scene.pixels, seen

    def shown(self, pixels: np.ndarray, known: Reading, states: list[int]) -> np.ndarray:
        """The picture with its cells swapped about so that they show ``states``."""
        shown = pixels.copy()
        for cell, state in zip(known.cells, states, strict=True):
            like = next(other for other in known.cells if other.state == state)
            (x, y), (u, v) = (tuple(round(t) for t in c.center) for c in (cell, like))
            shown[y - 29 : y + 30, x - 29 : x + 30] = pixels[v - 29 : v + 30, u - 29 : u + 30]
        return shown

    def test_the_same_frame_reads_the_same(self) -> None:
        pixels, known = self.known()
        again = lights_out.reread(Frame(pixels), known)
        assert again == known

    def test_another_board_at_the_same_place(self) -> None:
        pixels, known = self.known()
        states = [(i * 7 // 3) % 2 for i in range(25)]
        again = lights_out.reread(Frame(self.shown(pixels, known, states)), known)
        assert again is not None
        assert (again.verdict, [cell.state for cell in again.cells]) == ("sure", states)

    def test_what_has_not_changed_is_the_same_reading_and_what_follows_is_told_from_the_last(self) -> None:
        pixels, known = self.known()
        assert lights_out.reread(Frame(pixels.copy()), known) is known
        states = [1 - (cell.state or 0) for cell in known.cells]
        later = lights_out.reread(Frame(self.shown(pixels, known, states)), known)
        assert later is not None
        assert lights_out.reread(Frame(self.shown(pixels, known, states)), later) is later
        back = lights_out.reread(Frame(pixels), later)
        assert back is not None
        assert (back.verdict, back.board) == (known.verdict, known.board)

    def test_a_board_all_dark_is_read_from_memory(self) -> None:
        pixels, known = self.known()
        again = lights_out.reread(Frame(self.shown(pixels, known, [0] * 25)), known)
        assert again is not None
        assert (again.verdict, {cell.state for cell in again.cells}) == ("sure", {0})

    def test_mid_fade_is_unsure(self) -> None:
        pixels, known = self.known()
        states = [cell.state for cell in known.cells]
        other = self.shown(pixels, known, [1 - s if i in (6, 7, 8, 2, 12) else s for i, s in enumerate(states)])
        half = cv2.addWeighted(pixels, 0.5, other, 0.5, 0)
        again = lights_out.reread(Frame(half), known)
        assert again is not None
        assert (again.verdict, again.suspects) == ("unsure", (2, 6, 7, 8, 12))

    def test_a_changed_place_is_nothing(self) -> None:
        pixels, known = self.known()
        for other in (
            np.zeros_like(pixels),
            np.full_like(pixels, 200),
            pixels[::-1].copy(),
            pixels[:300],
            np.roll(pixels, 30, 1),
        ):
            assert lights_out.reread(Frame(np.ascontiguousarray(other)), known) is None

    def test_a_reading_without_memory_is_nothing(self) -> None:
        pixels, known = self.known()
        assert lights_out.reread(Frame(pixels), replace(known, memory=None)) is None


def sample(most: int) -> list[Entry]:
    """At most ``most`` pictures of a game and class, evenly from the truth files."""
    if not SHARED.is_dir():
        pytest.skip(f"the folder of real pictures is absent: {SHARED}")
    groups: dict[tuple[str, ...], list[Entry]] = {}
    for folder in ("screenshots", "clients"):
        for entry in load(SHARED / folder):
            if entry.path.suffix == ".png" and entry.path.exists() and entry.kind != "memento":
                groups.setdefault((entry.game, entry.expect, str(entry.kind)), []).append(entry)
    return [entry for group in groups.values() for entry in group[:: max(1, -(-len(group) // most))][:most]]


@pytest.mark.shared
def test_real_pictures_of_every_game() -> None:
    results: dict[str, list[Outcome]] = {}
    for entry in sample(2):
        pixels = cv2.imread(str(entry.path))
        truth = entry if entry.kind in (None, "lights-out") else replace(entry, expect="none")
        results.setdefault(truth.expect, []).append(outcome(read(pixels), truth))
    assert not [result for group in results.values() for result in group if result.bad]
    exacts = {
        key: sum(one in (Outcome.SURE, Outcome.EXACT) for one in group) / len(group) for key, group in results.items()
    }
    sure = results["read"].count(Outcome.SURE) / len(results["read"])
    none = results["none"].count(Outcome.REFUSED) / len(results["none"])
    assert (exacts["read"] > 0.9, exacts["hard"] > 0.6, sure > 0.8, none > 0.8) == (True,) * 4, (exacts, sure, none)
