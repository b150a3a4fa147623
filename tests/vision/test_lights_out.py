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


def drawn(unlit: str, lit: str) -> Reading:
    """A board of outlined white cells that hold a small drawing each."""
    pixels = np.full((420, 520, 3), 235, np.uint8)
    for row, line in enumerate(("10010", "01101", "11010", "00110", "10001")):
        for col, mark in enumerate(line):
            x, y = 60 + 64 * col, 50 + 64 * row
            cv2.rectangle(pixels, (x, y), (x + 56, y + 56), (255, 255, 255), -1)
            cv2.rectangle(pixels, (x, y), (x + 56, y + 56), (90, 90, 90), 1)
            middle, what = (x + 28, y + 28), (unlit, lit)[int(mark)]
            if what in ("grey", "red"):
                cv2.circle(pixels, middle, 16, {"grey": (190, 190, 190), "red": (30, 30, 210)}[what], -1, cv2.LINE_AA)
            elif what == "cross":
                cv2.drawMarker(pixels, middle, (30, 30, 30), cv2.MARKER_TILTED_CROSS, 30, 5, cv2.LINE_AA)
            elif what == "nought":
                cv2.circle(pixels, middle, 14, (30, 30, 30), 4, cv2.LINE_AA)
    return read(pixels)


def test_one_drawing_in_two_colours_is_as_good_as_plain_cells() -> None:
    found = drawn("grey", "red")
    assert found.verdict == "sure"
    assert found.board == "10010/01101/11010/00110/10001"


@pytest.mark.parametrize(
    ("unlit", "lit"), [("nothing", "cross"), ("nothing", "red"), ("grey", "cross"), ("nought", "cross")]
)
def test_a_mark_in_some_cells_is_not_sure(unlit: str, lit: str) -> None:
    found = drawn(unlit, lit)
    assert found.verdict == "unsure"
    assert exact(found, Entry(Path(), "read", "lights-out", "10010/01101/11010/00110/10001"))


@pytest.mark.parametrize(("columns", "right", "verdict"), [(5, 4, "unsure"), (6, 4, "sure"), (5, 60, "sure")])
def test_a_picture_that_ends_in_a_gap_may_have_lost_a_column(columns: int, right: int, verdict: str) -> None:
    board = [line[:columns] for line in ("100101", "011010", "110101", "001100", "100010", "010111")]
    pixels = np.full((520, 90 + 64 * columns - 8 + right, 3), 240, np.uint8)
    for row, line in enumerate(board):
        for col, mark in enumerate(line):
            corner = np.array([90 + 64 * col, 70 + 64 * row])
            colour = (60, 190, 250) if mark == "1" else (110, 90, 70)
            cv2.rectangle(pixels, corner.tolist(), (corner + 55).tolist(), colour, -1)
    found = read(pixels)
    assert (found.verdict, found.board) == (verdict, "/".join(board))


def test_boxes_to_be_ticked_under_a_row_of_digits() -> None:
    pixels = np.full((300, 300, 3), 225, np.uint8)
    board = "10010/01101/11000/00011/10100"
    for row, line in enumerate(board.split("/")):
        for col, sign in enumerate(line):
            x, y = 60 + 40 * col, 70 + 40 * row
            cv2.rectangle(pixels, (x, y), (x + 16, y + 16), (120, 120, 120), 1)
            cv2.rectangle(pixels, (x + 1, y + 1), (x + 15, y + 15), (255, 255, 255), -1)
            if sign == "1":
                cv2.line(pixels, (x + 4, y + 8), (x + 7, y + 12), (0, 0, 0), 2, cv2.LINE_AA)
                cv2.line(pixels, (x + 7, y + 12), (x + 12, y + 4), (0, 0, 0), 2, cv2.LINE_AA)
    for col in range(5):
        cv2.putText(pixels, str(col + 1), (64 + 40 * col, 44), cv2.FONT_HERSHEY_SIMPLEX, 0.4, (0, 0, 0), 1, cv2.LINE_AA)
    found = read(pixels)
    assert found.verdict == "unsure"
    assert exact(found, Entry(Path(), "hard", "lights-out", board))


def test_cells_all_alike_are_offered_though_a_drawing_in_one_has_two_colours() -> None:
    pixels = np.full((420, 420, 3), 230, np.uint8)
    for row in range(4):
        for col in range(4):
            x, y = 30 + 90 * col, 30 + 90 * row
            cv2.rectangle(pixels, (x, y), (x + 90, y + 90), (60, 60, 60), 1)
            cv2.rectangle(pixels, (x + 1, y + 1), (x + 89, y + 89), (255, 255, 255), -1)
            for dx, dy in ((0, 0), (-14, 0), (14, 0), (0, -14), (0, 14)):
                at = x + 45 + dx, y + 45 + dy
                cv2.rectangle(
                    pixels, (at[0] - 6, at[1] - 6), (at[0] + 6, at[1] + 6), (150, 150, 150), 1 if dx or dy else -1
                )
    found = read(pixels)
    assert (found.board, found.verdict) == ("0000/0000/0000/0000", "unsure")


def plain(board: str, page: int, colours: tuple[tuple[int, int, int], ...], smaller: int = 0) -> np.ndarray:
    """Cells without a border; those of the last colour are ``smaller`` on all sides, there is none at an ``x``."""
    pixels = np.full((460, 560, 3), page, np.uint8)
    for row, line in enumerate(board.split("/")):
        for col, sign in enumerate(line):
            if sign != "x":
                x, y, less = 90 + 62 * col, 60 + 62 * row, smaller if int(sign) == len(colours) - 1 else 0
                cv2.rectangle(pixels, (x + less, y + less), (x + 55 - less, y + 55 - less), colours[int(sign)], -1)
    return pixels


def test_places_left_out_at_all_corners_are_of_the_board() -> None:
    board = "x110x/11000/11101/01000/x111x"
    found = read(plain(board, 245, ((170, 184, 153), (11, 158, 245))))
    assert found.verdict == "unsure"
    assert exact(found, Entry(Path(), "hard", "lights-out", board))


def test_the_page_around_smaller_cells_is_no_empty_place() -> None:
    board = "10010/01101/11010/00110/10001"
    found = read(plain(board, 40, ((74, 63, 59), (102, 209, 255)), smaller=8))
    assert (found.verdict, found.board) == ("sure", board)


def test_words_over_two_cells_are_not_written_in_all() -> None:
    board = "10010/01101/11010/00110/10001"
    pixels = plain(board, 245, ((170, 170, 170), (200, 40, 110)))
    cv2.rectangle(pixels, (168, 196), (262, 222), (34, 34, 34), -1)
    cv2.putText(pixels, "Flip this", (174, 215), cv2.FONT_HERSHEY_SIMPLEX, 0.55, (255, 255, 255), 1, cv2.LINE_AA)
    found = read(pixels)
    assert found.verdict == "unsure"
    assert exact(found, Entry(Path(), "hard", "lights-out", board))


def test_a_click_shown_beforehand_leaves_its_cells_their_states() -> None:
    board = "10010/01101/11010/00110/10001"
    shown = "10010/03101/33210/02110/10001"  # 2 is 0 under the preview, 3 is 1
    pixels = plain(shown, 245, ((120, 120, 120), (60, 190, 240), (150, 130, 130), (90, 200, 215)))
    found = read(pixels)
    assert found.verdict == "unsure"
    assert exact(found, Entry(Path(), "hard", "lights-out", board))


def grid(
    board: str, pitch: int, colours: list[tuple[int, int, int]], size: tuple[int, int], gap: int = 0
) -> np.ndarray:
    """A page with plain cells a little off its middle."""
    pixels = np.full((size[1], size[0], 3), (44, 40, 38), np.uint8)
    lines = board.split("/")
    left, top = size[0] * 2 // 5, size[1] // 5
    for row, line in enumerate(lines):
        for col, state in enumerate(line):
            x, y = left + col * pitch, top + row * pitch
            cv2.rectangle(pixels, (x, y), (x + pitch - gap - 1, y + pitch - gap - 1), colours[int(state)], -1)
    return pixels


def test_small_cells_are_seen_in_a_large_picture() -> None:
    board = "010110/110100/001011/101101/010010/100110"
    pixels = grid(board, 11, [(120, 110, 105), (40, 200, 250)], (3840, 2160), gap=2)
    assert read(pixels).board == board


def test_a_colour_between_two_others_is_one_of_five() -> None:
    colours = [(30, 30, 200), (20, 120, 220), (20, 220, 230), (200, 100, 40), (60, 160, 60)]
    board = "01234/12340/23401/34012/43210/01342"
    seen = read(grid(board, 40, colours, (640, 480), gap=6))
    assert seen.verdict == "unsure"
    assert seen.states == 5


def test_small_boxes_with_ticks_are_found_on_a_finer_view() -> None:
    truth = "00000000/00010010/00101111/01101010/11110000/01000000/00000001/00000011"
    picture = np.full((1200, 1600, 3), 240, np.uint8)
    for row, line in enumerate(truth.split("/")):
        for col, sign in enumerate(line):
            left, top = 558 + 28 * col, 525 + 30 * row
            cv2.rectangle(picture, (left, top), (left + 22, top + 22), (190, 190, 190), 2)
            picture[top + 2 : top + 22, left + 2 : left + 22] = 255
            if sign == "1":
                tick = np.array([(left + 5, top + 10), (left + 9, top + 15), (left + 16, top + 5)])
                cv2.polylines(picture, [tick], False, (20, 20, 20), 3, cv2.LINE_AA)
    found = read(picture)
    assert found.verdict == "sure"  # few clicks make its pattern
    assert found.board in (truth, truth.translate(str.maketrans("01", "10")))


def test_one_odd_cell_among_cells_far_apart_may_be_a_window() -> None:
    colours = [(120, 110, 105), (40, 200, 250)]
    assert read(grid("000/000/001", 60, colours, (640, 480), gap=24)).verdict == "unsure"
    assert read(grid("000/000/001", 60, colours, (640, 480), gap=9)).verdict == "sure"
