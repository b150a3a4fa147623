"""A profile as a folder: ``profile.toml``, which a person can read and edit, and a small PNG for each look.

Everything read here may come from a stranger. Names of pictures are fixed, so no path is ever taken from a file; sizes
are limited before anything is decoded; every value is checked.
"""

from __future__ import annotations

import json
import math
import struct
import tomllib
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import cv2
import numpy as np

from calibration.profiles.profile import MOST_SITES, MOST_STATES, MOST_THEMES, SIDE, Profile, ProfileError, Site
from solver.errors import BoardsightError
from solver.typed import goal_boards, typed_board

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

    from solver.board import Board

FORMAT = 2
MAIN = "profile.toml"
LARGEST = 64 * 1024
"""Bytes of the largest file a profile may have."""
MOST_SHAPES, MOST_BUTTONS = 100, 100
FARTHEST, LARGEST_ENTRY = 1000.0, 1e5
PNG = b"\x89PNG\r\n\x1a\n"
THEME_KEYS = {"limit", "alike", "pitches", "unseen"}
KEYS = {
    "format",
    "name",
    "kind",
    "states",
    "shapes",
    "goal",
    "rule",
    "buttons",
    "themes",
    "sites",
    "extent",
} | THEME_KEYS


def look_name(state: int, theme: int = 0) -> str:
    """The file of a state's look in the first or a further theme."""
    return f"{_prefix(theme)}state-{state}.png"


def spread_name(state: int, theme: int = 0) -> str:
    """The file of how much cells of a state differ."""
    return f"{_prefix(theme)}spread-{state}.png"


def _prefix(theme: int) -> str:
    return f"theme-{theme}-" if theme else ""


VOID = "void.png"
"""The file of the look of a place that has no cell."""
NAMES = frozenset(
    {
        MAIN,
        VOID,
        *(
            name(state, theme)
            for theme in range(MOST_THEMES)
            for state in range(MOST_STATES)
            for name in (look_name, spread_name)
        ),
    }
)
"""The only files a profile has."""


def dump(profile: Profile) -> dict[str, bytes]:
    """The files of a profile by name."""
    lines = [
        "# A Boardsight profile: what one game's board looks like and wants. The pictures beside it are the look of a",
        "# cell in each state, in click order, and how much each of its pixels differs within the state.",
        f"format = {FORMAT}",
        f"name = {json.dumps(profile.name)}",
        f"kind = {json.dumps(profile.kind)}",
        f"states = {profile.states}",
        f"shapes = {[list(shape) for shape in profile.shapes]}  # rows, columns",
        f"limit = {profile.limit}  # a cell farther than this from every look is no cell of this game",
        f"alike = {list(profile.alike)}  # the least correlation of each state's cells with its look",
        f"pitches = {list(profile.pitches)}  # pixels along a cell in the pictures that were learnt",
        f"unseen = {list(profile.unseen)}  # states that no picture showed",
        f"extent = {profile.extent}  # how much of a cell its pictures show",
        f"goal = {json.dumps(profile.goal)}  # as --goal has it; empty for the puzzle's own",
        f"rule = {json.dumps(profile.rule)}  # as --rule has it; empty for the puzzle's own",
    ]
    if profile.buttons:
        lines += ["", "[buttons]  # where a move is made, in cells from the board's upper left corner"]
        lines += [f"{json.dumps(move)} = [{x}, {y}]" for move, (x, y) in profile.buttons]
    for site in profile.sites:
        lines += ["", "[[sites]]  # where a board lay in a picture of this size: board plane to pixels, row by row"]
        lines += [f"size = {list(site.size)}", f"shape = {list(site.shape)}", f"homography = {list(site.homography)}"]
    pictures: dict[str, bytes] = {} if profile.void is None else {VOID: _png(profile.void)}
    for theme, one in enumerate((profile, *profile.themes)):
        pictures |= {look_name(state, theme): _png(look) for state, look in enumerate(one.looks)}
        pictures |= {spread_name(state, theme): _png(spread) for state, spread in enumerate(one.spreads)}
        if theme:
            lines += [
                "",
                "[[themes]]  # other colours, pictures theme-1-state-0.png, ...",
            ]
            lines += [f"limit = {one.limit}", f"alike = {list(one.alike)}", f"pitches = {list(one.pitches)}"]
            lines += [f"unseen = {list(one.unseen)}"]
    return {MAIN: ("\n".join(lines) + "\n").encode(), **pictures}


def parse(files: Mapping[str, bytes]) -> Profile:
    """A profile from its files.

    Raises:
        ProfileError: something is missing, too large, of the wrong type or makes no sense.
    """
    if MAIN not in files:
        raise ProfileError(f"this is no profile: it has no {MAIN}")
    for name, data in files.items():
        if name not in NAMES:
            raise ProfileError(f"a profile has no file {name!r}")
        if len(data) > LARGEST:
            raise ProfileError(f"{name}: larger than a profile's files may be ({LARGEST // 1024} KiB)")
    try:
        facts = tomllib.loads(files[MAIN].decode("utf-8"))
    except (UnicodeDecodeError, tomllib.TOMLDecodeError, RecursionError) as error:
        raise ProfileError(f"{MAIN}: is not valid TOML: {error}") from error
    unknown = sorted(facts.keys() - KEYS)
    if unknown:
        raise ProfileError(f"{MAIN}: unknown key {unknown[0]!r}")
    if facts.get("format") != FORMAT:
        raise ProfileError(f"{MAIN}: format must be {FORMAT}: another version of Boardsight made this, learn it again")
    others = facts.get("themes", [])
    if not isinstance(others, list) or len(others) >= MOST_THEMES or not all(isinstance(one, dict) for one in others):
        raise ProfileError(f"{MAIN}: [[themes]] must be at most {MOST_THEMES - 1} tables")
    first, *themes = (_theme(facts, files, number, theme) for number, theme in enumerate((facts, *others)))
    profile = replace(
        first,
        shapes=_shapes(facts.get("shapes", [])),
        goal=_text(facts, "goal", 2000),
        rule=_text(facts, "rule", 64),
        buttons=_buttons(facts.get("buttons", {})),
        themes=tuple(themes),
        extent=_number(facts.get("extent", 1.0), "extent"),
        sites=_sites(facts.get("sites", [])),
        void=_picture(files, VOID) if VOID in files else None,
    )
    _sensible(profile)
    return profile


def _theme(facts: Mapping[str, Any], files: Mapping[str, bytes], number: int, own: Mapping[str, Any]) -> Profile:
    """One theme of a profile: ``facts`` holds for all, ``own`` for this one."""
    if number and (unknown := sorted(own.keys() - THEME_KEYS)):
        raise ProfileError(f"{MAIN}: unknown key {unknown[0]!r} in [[themes]]")
    states = range(_whole(facts, "states", 1, MOST_STATES))
    return Profile(
        _text(facts, "name", 64),
        _text(facts, "kind", 32),
        np.stack([_picture(files, look_name(state, number)) for state in states]),
        np.stack([_picture(files, spread_name(state, number)) for state in states]),
        _number(own.get("limit"), "limit"),
        _numbers(own.get("alike"), "alike"),
        pitches=_numbers(own.get("pitches", []), "pitches"),
        unseen=_states(own.get("unseen", [])),
    )


def _sensible(profile: Profile) -> None:
    """Goal and rule must mean something for a board of the profile."""
    if any(sign in profile.rule for sign in "/\\") or "." in profile.rule:
        raise ProfileError(f"{MAIN}: 'rule' must be the name of a rule, not a file")
    if not (profile.goal or profile.rule) or not profile.shapes:
        return
    rows, cols = profile.shapes[0]
    text = "/".join(["0" * cols] * rows) if profile.kind != "wheels" else "010/0110/111/00"
    try:
        board: Board = typed_board(profile.kind, text, states=max(2, profile.states), rule=profile.rule or None)
        goal_boards(board, profile.goal or None)
    except BoardsightError as error:
        raise ProfileError(f"{MAIN}: {error}") from error


def _text(facts: Mapping[str, Any], key: str, longest: int) -> str:
    value = facts.get(key, "")
    if not isinstance(value, str) or len(value) > longest or not value.isprintable():
        raise ProfileError(f"{MAIN}: '{key}' must be a text of at most {longest} signs")
    return value


def _whole(facts: Mapping[str, Any], key: str, low: int, high: int) -> int:
    value = facts.get(key)
    if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
        raise ProfileError(f"{MAIN}: '{key}' must be a whole number from {low} to {high}")
    return value


def _number(value: object, key: str, *, largest: float = FARTHEST) -> float:
    if not isinstance(value, int | float) or isinstance(value, bool) or not math.isfinite(value):
        raise ProfileError(f"{MAIN}: '{key}' must be a number")
    if abs(value) > largest:
        raise ProfileError(f"{MAIN}: '{key}' is too large")
    return float(value)


def _numbers(value: object, key: str, *, largest: float = FARTHEST) -> tuple[float, ...]:
    if not isinstance(value, list) or len(value) > MOST_STATES:
        raise ProfileError(f"{MAIN}: '{key}' must be a list of at most {MOST_STATES} numbers")
    return tuple(_number(one, key, largest=largest) for one in value)


def _states(value: object) -> tuple[int, ...]:
    if not isinstance(value, list) or len(value) > MOST_STATES or not all(type(one) is int for one in value):
        raise ProfileError(f"{MAIN}: 'unseen' must be a list of states")
    return tuple(value)


def _shapes(value: object) -> tuple[tuple[int, int], ...]:
    if not isinstance(value, list) or len(value) > MOST_SHAPES:
        raise ProfileError(f"{MAIN}: 'shapes' must be a list such as [[5, 5]]")
    shapes = []
    for one in value:
        if not isinstance(one, list) or len(one) != 2 or not all(type(side) is int for side in one):
            raise ProfileError(f"{MAIN}: 'shapes' must be a list such as [[5, 5]]")
        shapes.append((one[0], one[1]))
    return tuple(shapes)


def _sites(value: object) -> tuple[Site, ...]:
    if not isinstance(value, list) or len(value) > MOST_SITES or not all(isinstance(one, dict) for one in value):
        raise ProfileError(f"{MAIN}: [[sites]] must be at most {MOST_SITES} tables")
    sites = []
    for one in value:
        if one.keys() != {"size", "shape", "homography"}:
            raise ProfileError(f"{MAIN}: a site has 'size', 'shape' and 'homography'")
        (size,), (shape,) = (_shapes([one[key]]) for key in ("size", "shape"))
        sites.append(Site(size, shape, _numbers(one["homography"], "homography", largest=LARGEST_ENTRY)))
    return tuple(sites)


def _buttons(value: object) -> tuple[tuple[str, tuple[float, float]], ...]:
    if not isinstance(value, dict) or len(value) > MOST_BUTTONS:
        raise ProfileError(f"{MAIN}: [buttons] must be a table")
    buttons = []
    for move, place in value.items():
        if len(move) > 64 or not isinstance(place, list) or len(place) != 2:
            raise ProfileError(f'{MAIN}: a button is written as "row 1" = [x, y]')
        buttons.append((move, (_number(place[0], move), _number(place[1], move))))
    return tuple(buttons)


def _png(pixels: NDArray[np.uint8]) -> bytes:
    done, data = cv2.imencode(".png", pixels)
    if not done:
        raise ProfileError("a look can't be written as PNG")
    return bytes(data.tobytes())


def _picture(files: Mapping[str, bytes], name: str) -> NDArray[np.uint8]:
    """Decode a look; its header is checked first, so that no large picture is ever unpacked."""
    data = files.get(name)
    if data is None:
        raise ProfileError(f"the profile lacks {name}")
    if data[:8] != PNG or data[12:16] != b"IHDR" or struct.unpack(">II", data[16:24]) != (SIDE, SIDE):
        raise ProfileError(f"{name}: must be a PNG of {SIDE}×{SIDE} pixels")
    pixels = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)
    if pixels is None or pixels.shape != (SIDE, SIDE, 3):
        raise ProfileError(f"{name}: is damaged")
    return np.asarray(pixels, np.uint8)
