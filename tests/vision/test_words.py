"""Words that are looked for in pictures, and what a game's name settles."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace

import cv2
import numpy as np
import pytest
from PIL import Image, ImageDraw, ImageFont

from vision.frame import Frame
from vision.look import look
from vision.scene import Scene
from vision.trace import Trace
from vision.worded import settled
from vision.words.letters import ALPHABET, likeness, shape
from vision.words.names import lights_out, other, titled
from vision.words.spelling import Word
from vision.words.text import Text

OBLONG = "0110100/1001011/1100101/0010110"
"""Four rows of seven, as a plan has: clicks make any pattern of them."""

ANY, MADE = "011/101/001", "01000/11100/01010/00111/00010"
"""Clicks make any pattern of three by three; few make this one of five by five."""


def page(
    *lines: str,
    size: int = 28,
    light: bool = True,
    where: tuple[int, int] = (60, 14),
    board: str = "",
    holding: tuple[str, ...] = (),
) -> np.ndarray:
    """Lines of text, and a board of two colours beneath them, in whose cells something may be written in turn."""
    ink, ground = ((240, 240, 240), (40, 34, 30)) if light else ((30, 30, 30), (225, 235, 240))
    picture = Image.new("RGB", (520, 420), ground)
    pen, font = ImageDraw.Draw(picture), ImageFont.load_default(size)
    for place, line in enumerate(lines):
        pen.text((where[0], where[1] + 1.3 * size * place), line, font=font, fill=ink)
    for row, states in enumerate(board.split("/") if board else []):
        for col, state in enumerate(states):
            left, top = 90 + 56 * col, 130 + 56 * row
            pen.rectangle((left, top, left + 49, top + 49), (250, 210, 70) if state == "1" else (110, 105, 100))
            if holding:
                held = holding[(row * len(states) + col) % len(holding)]
                pen.text((left + 25, top + 25), held, font=ImageFont.load_default(26), fill=(20, 20, 60), anchor="mm")
    return np.ascontiguousarray(np.asarray(picture)[:, :, ::-1])


def sharp(words: str) -> np.ndarray:
    """Words in strokes of one width."""
    picture = np.full((200, 500, 3), 230, np.uint8)
    cv2.putText(picture, words, (30, 100), cv2.FONT_HERSHEY_SIMPLEX, 1.4, (60, 20, 20), 3, cv2.LINE_AA)
    return picture


def test_letters_of_a_font_are_most_like_themselves() -> None:
    font = ImageFont.load_default(40)
    shapes = []
    for letter in "LightsOuf":
        picture = Image.new("L", (80, 80))
        ImageDraw.Draw(picture).text((20, 10), letter, font=font, fill=255)
        left, top, right, bottom = picture.getbbox() or (0, 0, 1, 1)
        shapes.append(shape(np.asarray(picture, np.float32)[top:bottom, left:right] / np.float32(255)))
    like = likeness(shapes)
    for own, letter in zip(like, "LightsOuf", strict=True):
        assert own[ALPHABET.index(letter)] > own.max() - 0.05
    assert likeness([]).shape == (0, 62)


@pytest.mark.parametrize(
    ("name", "size", "light"),
    [
        ("Lights Out", 13, True),
        ("Lights Out", 64, False),
        ("LIGHTS OUT!", 28, True),
        ("LIGHTS OUT!", 13, False),
        ("Light's out", 28, False),
        ("LightsOut", 64, True),
        ("Lights-Off", 13, False),
        ("lights off", 28, True),
    ],
)
def test_the_name_is_found_in_any_size_and_ink(name: str, size: int, *, light: bool) -> None:
    assert lights_out(Text(page(name, size=size, light=light))) is not None


@pytest.mark.parametrize(
    "name", ["Apaga las luces", "Apaga els llums", "Apague as luzes", "SPEGNI LE LUCI", "Lichter aus!"]
)
@pytest.mark.parametrize("size", [14, 32])
def test_it_is_found_in_other_languages(name: str, size: int) -> None:
    assert lights_out(Text(page(name, size=size))) is not None
    assert titled(Scene(Frame(np.zeros((40, 40, 3), np.uint8), called=f"{name} - Firefox")))


def test_it_is_found_in_two_lines_other_letters_and_on_a_large_page() -> None:
    assert lights_out(Text(page("Lights", "Out", size=40))) is not None
    assert lights_out(Text(sharp("Lights Out"))) is not None
    assert lights_out(Text(cv2.resize(page("Lights Out", size=40), None, fx=5, fy=5))) is not None


@pytest.mark.parametrize(
    "words",
    [
        "Lights on: 3",
        "Turn every light off in few moves",
        "Lighthouse out there",
        "Nights Out",
        "Lots of it",
        "Lights are not out",
        "Luces apagadas",
        "Apaga el sonido",
    ],
)
def test_other_words_are_none(words: str) -> None:
    assert lights_out(Text(page(words))) is None


def test_where_it_is_written_is_told_in_frame_pixels() -> None:
    for scale in (1, 3):
        pixels = cv2.resize(page("Lights Out", size=30, where=(100, 200)), None, fx=scale, fy=scale)
        place = lights_out(Text(pixels))
        assert place is not None
        font = ImageFont.load_default(30)
        expected = np.array(font.getbbox("Lights Out")) + np.array([100, 200, 100, 200])
        assert np.abs(np.array(place)[[0, 2]] / scale - expected[[0, 2]]).max() < 4
        assert expected[1] - 4 < place[1] / scale < place[3] / scale < expected[3] + 4


def touching(words: str, pair: str, size: int = 30) -> np.ndarray:
    """Words, of which two letters are so near that they touch."""
    picture = Image.new("RGB", (420, 120), (245, 245, 245))
    pen, font = ImageDraw.Draw(picture), ImageFont.load_default(size)
    before, after = words.split(pair, 1)
    left = 40.0
    for part, back in ((before, 0), (pair[0], 0), (pair[1], 5), (after, 0)):
        left -= back
        pen.text((left, 40), part, font=font, fill=(20, 20, 20))
        left += font.getlength(part)
    return np.ascontiguousarray(np.asarray(picture)[:, :, ::-1])


@pytest.mark.parametrize(
    ("words", "pair", "named"),
    [
        ("Lights Out", "gh", True),
        ("Lights Out", "ut", True),
        ("Lights Out", "ht", True),
        ("Lights On", "gh", False),
        ("Lighthouse", "gh", False),
        ("Lists Out", "st", False),
    ],
)
def test_two_letters_of_the_name_may_touch(words: str, pair: str, *, named: bool) -> None:
    assert (lights_out(Text(touching(words, pair))) is not None) is named


def test_words_of_other_games() -> None:
    assert other(Text(page("Minesweeper"))) == "minesweeper"
    assert other(Text(page("NONOGRAMS"))) == "nonogram"
    assert other(Text(page("Block Blast"))) == "blast"
    assert other(Text(page("Free   Occupied", size=16, light=False))) == "occupied"
    assert other(Text(page("Moves: 12  Time: 0:43", "Lights Out"))) is None


def test_words_are_found_in_a_strip_not_much_higher_than_they() -> None:
    assert other(Text(page("Minesweeper")[:48])) == "minesweeper"
    assert other(Text(page("Relay panel", light=False)[:48])) == "relay"


@pytest.mark.parametrize("wider", [1.0, 1.25])
def test_letters_may_be_wide(wider: float) -> None:
    picture = cv2.resize(page("memory", size=40), None, fx=wider, fy=1, interpolation=cv2.INTER_CUBIC)
    assert other(Text(np.asarray(picture, np.uint8))) == "memory"


@pytest.mark.parametrize(
    ("heading", "board", "verdict"),
    [
        ("Level 3", ANY, "sure"),
        ("Memory", ANY, "none"),
        ("Memory", MADE, "sure"),
        ("Lights Out memory", ANY, "sure"),
    ],
)
def test_a_sure_grid_is_none_beneath_a_word_of_another_game_but_if_clicks_tell_it(
    heading: str, board: str, verdict: str
) -> None:
    found = look(Frame(page(heading, board=board)))[0]
    assert found.verdict == verdict
    assert verdict != "none" or any("memory" in reason for reason in found.reasons)


@pytest.mark.parametrize(("large", "verdict"), [(True, "none"), (False, "sure")])
def test_a_large_one_is_none_beside_such_a_word_anywhere(*, large: bool, verdict: str) -> None:
    board = "0110100/1001011/1100101/0010110/1011001/0100111/1010010" if large else ANY
    picture = cv2.copyMakeBorder(page(board=board), 0, 160, 0, 400, cv2.BORDER_CONSTANT, value=(30, 34, 40))
    picture[130:160, 520:] = page("Generation 7", size=20)[10:40, 40:440]
    picture[420:] = (30, 34, 40)
    for row, states in enumerate(board.split("/")[5:], 5):
        for col, state in enumerate(states):
            left, top = 90 + 56 * col, 130 + 56 * row
            picture[top : top + 50, left : left + 50] = (70, 210, 250) if state == "1" else (100, 105, 110)
    assert look(Frame(picture))[0].verdict == verdict


def test_textures_and_tiny_pictures_hold_no_words() -> None:
    noise = np.random.default_rng(1).integers(0, 256, (900, 900, 3), np.uint8)
    for pixels in (noise, noise[:3, :3], noise[:1, :1]):
        assert lights_out(Text(np.ascontiguousarray(pixels))) is None


def test_a_grid_of_an_uncommon_shape_is_sure_where_the_picture_names_the_game() -> None:
    assert look(Frame(page(board=OBLONG)))[0].verdict == "unsure"
    found = look(Frame(page("Lights Out", board=OBLONG)))
    assert found[0].verdict == "sure"
    assert len(found) == 1
    assert look(Frame(page("Opening hours", board=OBLONG)))[0].verdict == "unsure"


def test_it_is_none_where_the_picture_names_another_game() -> None:
    assert look(Frame(page("Minesweeper", board=OBLONG)))[0].verdict == "none"
    assert look(replace(Frame(page(board=OBLONG)), called="Minesweeper\njava"))[0].verdict == "none"
    assert look(Frame(page("Minesweeper, Lights Out", size=24, board=OBLONG)))[0].verdict == "sure"
    assert look(Frame(page("Minesweeper", board=OBLONG)), ["lights-out"])[0].verdict == "sure"


NUMBERED, HINTED = tuple("123456789"), ("@", "", "")


@pytest.mark.parametrize(("holding", "named"), [(NUMBERED, "sure"), (HINTED, "unsure")])
def test_cells_may_hold_anything_where_the_game_is_named(holding: tuple[str, ...], named: str) -> None:
    assert look(Frame(page("Level 3", board=ANY, holding=holding)))[0].verdict != "sure"
    found = look(Frame(page("Lights Out", board=ANY, holding=holding)))[0]
    assert (found.verdict, len(found.cells)) == (named, 9)
    assert look(Frame(page("Level 3", board=ANY, holding=holding)), ["lights-out"])[0].verdict == named


@pytest.mark.parametrize(("board", "doubts", "held"), [(ANY, 1, True), (ANY, 2, False), (OBLONG, 2, True)])
def test_a_small_grid_in_several_doubts_may_be_the_games_icon(board: str, doubts: int, *, held: bool) -> None:
    frame = Frame(page("Lights Out", board=board))
    doubtful = look(frame)[0].unsure(*("one", "two")[:doubts])
    assert settled(Scene(frame), [doubtful], []) == ([doubtful] if held else [])


@pytest.mark.parametrize(("heading", "kept"), [("Lights Out", 1), ("Level 3", 2)])
def test_tiles_in_doubt_give_way_to_a_grid_where_the_game_is_named(heading: str, kept: int) -> None:
    frame = Frame(page(heading, board=MADE))
    grid = look(frame)[0].unsure("one")
    both = [grid, replace(grid, kind="memento")]
    assert settled(Scene(frame), both, both) == both[:kept]


@pytest.mark.parametrize(("gap", "named"), [(1.0, True), (3.0, True), (5.0, False)])
def test_the_words_of_the_name_may_stand_wide_apart_but_not_in_two_columns(gap: float, *, named: bool) -> None:
    height = 40.0
    first = Word(100, 250, 80, height, 0.95)
    second = Word(250 + gap * height, 350 + gap * height, 80, height, 0.95)
    written = {"lights": [first], "light": [], "out": [], "off": [second]}
    text = SimpleNamespace(words=lambda *_: iter([written]), joined=lambda *_: iter([written]))
    assert (lights_out(text) is not None) is named


@pytest.mark.parametrize(
    ("heading", "named"),
    [
        ("Lights Out", True),
        ("LightsOut", True),
        ("The Lights Out!", True),
        ("Best lights about best", False),
        ("Dark Light About", False),
    ],
)
def test_the_end_of_a_longer_word_is_none_of_the_name(heading: str, *, named: bool) -> None:
    assert titled(Scene(Frame(page(heading)))) is named


@pytest.mark.parametrize(("heading", "verdict"), [("Lights Out", "unsure"), ("Level 3", "none")])
def test_a_grid_that_may_be_a_plan_for_some_reasons_is_offered_where_the_game_is_named(
    heading: str, verdict: str
) -> None:
    board = "00101100/00110111/01011011/01010111/11010011/10111110/00110001/10011110"
    pixels = page(heading, light=False)[:, :402]
    pixels[50:] = 0
    for row, states in enumerate(board.split("/")):
        for col, state in enumerate(states):
            if state == "1":
                pixels[51 + 46 * row : 96 + 46 * row, 1 + 50 * col : 50 + 50 * col] = (0, 255, 255)
    found = look(Frame(np.ascontiguousarray(pixels)))[0]
    assert found.verdict == verdict
    assert verdict == "none" or found.board == board


@pytest.mark.parametrize(("heading", "verdict"), [("Lights Out", "unsure"), ("Level 3", "none")])
def test_a_grid_that_is_refused_for_its_look_is_offered_where_the_game_is_named(heading: str, verdict: str) -> None:
    pixels = page(heading)
    for place, state in enumerate("10011111"):
        left, top = 140 + 56 * (place % 4), 180 + 56 * (place // 4)
        pixels[top : top + 56, left : left + 56] = (70, 210, 250) if state == "1" else (100, 105, 110)
    found = look(Frame(pixels))[0]
    assert found.verdict == verdict
    assert verdict == "none" or found.size == (2, 4)


@pytest.mark.parametrize(("heading", "verdict"), [("Lights Out", "unsure"), ("Level 3", "none")])
def test_a_grid_of_one_doubt_that_is_refused_for_its_pattern_is_offered_where_the_game_is_named(
    heading: str, verdict: str
) -> None:
    """Of three grays one lies between the others, as in mid-fade."""
    top, ground = page(heading), (30, 34, 40)
    pixels = cv2.copyMakeBorder(top, 0, 280, 0, 380, cv2.BORDER_CONSTANT, value=ground)
    for place, state in enumerate("201220012222001020112222"):
        level = (255, 192, 128)[int(state)]
        left, upper = 140 + 56 * (place % 6), 180 + 56 * (place // 6)
        cv2.rectangle(pixels, (left, upper), (left + 56, upper + 56), (level, level, level), -1)
        cv2.rectangle(pixels, (left, upper), (left + 56, upper + 56), (20, 20, 20), 1)
    assert look(Frame(pixels))[0].verdict == verdict


def test_a_row_of_buttons_is_left_out_but_not_for_sure() -> None:
    pixels = page("Lights Out", board="11010/01100/10111/11001/01101")
    for col, words in enumerate(("Save", "Load", "New", "Undo", "Quit")):
        cv2.putText(pixels, words, (94 + 56 * col, 384), cv2.FONT_HERSHEY_SIMPLEX, 0.5, (20, 20, 20), 1, cv2.LINE_AA)
    found = look(Frame(pixels))[0]
    assert (found.verdict, found.size) == ("unsure", (4, 5))


@pytest.mark.parametrize("focused", [False, True])
def test_two_rows_of_buttons_are_left_out_but_not_for_sure(*, focused: bool) -> None:
    pixels = np.full((620, 520, 3), 40, np.uint8)
    pixels[:420] = page("Lights Out", board="11010/01100/10111/11001/01101")
    for col, words in enumerate(("Save", "Load", "New", "Undo", "Quit", "Hint", "Help", "Size", "Best", "Info")):
        left, top = 90 + 56 * (col % 5), 410 + 56 * (col // 5)
        cv2.rectangle(pixels, (left, top, 50, 50), (100, 105, 110), -1)
        place = left + 4, top + 30
        cv2.putText(pixels, words, place, cv2.FONT_HERSHEY_SIMPLEX, 0.5, (20, 20, 20), 1, cv2.LINE_AA)
    if focused:
        cv2.rectangle(pixels, (108, 148, 14, 14), (60, 60, 60), 1)
    found = look(Frame(pixels))[0]
    assert (found.verdict, found.size) == ("unsure", (5, 5))


@pytest.mark.parametrize(("rare", "verdict"), [(3, "unsure"), (5, "unsure"), (6, "sure")])
def test_few_cells_of_a_third_colour_may_be_walls_where_the_game_is_named(rare: int, verdict: str) -> None:
    board = "01101/10010/11001/00110/01011"
    pixels = page("Lights Out", board=board)
    for place in (1, 4, 10, 13, 17, 24)[:rare]:
        left, top = 90 + 56 * (place % 5), 130 + 56 * (place // 5)
        cv2.rectangle(pixels, (left, top, 50, 50), (200, 60, 60), -1)
    found = look(Frame(pixels))[0]
    assert (found.verdict, found.states) == (verdict, 3)


@pytest.mark.parametrize(
    ("called", "verdict"),
    [("Puzzle 7\nlightsoff", "sure"), ("Lights Out!\njava", "sure"), ("Traffic lights\n", "unsure")],
)
def test_what_the_window_is_called_tells_as_well(called: str, verdict: str) -> None:
    frame = replace(Frame(page(board=OBLONG)), called=called)
    assert look(frame)[0].verdict == verdict


def test_a_trace_shows_where_the_name_is() -> None:
    trace = Trace()
    assert titled(Scene(Frame(page("Lights Out"))), trace)
    assert [stage for stage, *_ in trace.notes] == ["lights-out: named"]
    assert not titled(Scene(Frame(page("Nothing"))), trace)
    assert len(trace.notes) == 1


def test_the_smallest_writing_may_be_left_out() -> None:
    text = Text(page("Sudoku"))
    assert any(text.words("sudoku", small=False))
    assert len(list(text.words("sudoku", small=False))) < len(list(text.words("sudoku")))
