from __future__ import annotations

import json
import subprocess
import sys
import time
from typing import TYPE_CHECKING, Any

import pytest

from calibration.desktop import Desktop, missing, wait_for

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

pytestmark = pytest.mark.live

LEVEL_9 = "10011/01111/00001/00110/01001"


@pytest.fixture(scope="module")
def desktop() -> Iterator[Desktop]:
    if gone := missing("lightsoff", "sgt-flip"):
        pytest.skip(f"not installed: {', '.join(gone)}")
    with Desktop(900, 640) as screen:
        yield screen


def solve(desktop: Desktop, folder: Path, *words: str) -> tuple[int, dict[str, Any]]:
    done = subprocess.run(
        [sys.executable, "-m", "boardsight", "solve", *words, "--json"],
        env=desktop.environment, cwd=folder, check=False, capture_output=True, text=True,
    )  # fmt: skip
    assert done.stderr == ""
    return done.returncode, json.loads(done.stdout)


def test_lightsoff_is_read_from_the_screen_and_won_by_its_clicks(desktop: Desktop, tmp_path: Path) -> None:
    desktop.run("gsettings", "set", "org.gnome.LightsOff", "level", "9")
    desktop.start("lightsoff")
    window = desktop.window(("--class", "lightsoff"))
    desktop.run("xdotool", "windowsize", "--sync", window, "520", "470", "windowmove", window, "60", "50")
    desktop.run("xdotool", "mousemove", "2", "2")
    time.sleep(1)  # the board slides in
    code, line = solve(desktop, tmp_path, "--screen")
    assert (code, line["verdict"], line["board"], line["file"]) == (0, "sure", LEVEL_9, "screen")
    assert (tmp_path / line["marked"]).exists()
    code, part = solve(desktop, tmp_path, "--region", "40,40,600,560", "--no-mark")
    assert (code, part["board"], part["size"]) == (0, LEVEL_9, [600, 560])
    code, bar = solve(desktop, tmp_path, "--region", "65,52,400,44", "--delay", "0.1")
    assert (code, bar["verdict"], bar["marked"]) == (3, "none", None)
    for step in line["steps"]:
        x, y = step["at"]
        desktop.run("xdotool", "mousemove", str(round(x)), str(round(y)), "click", "1")
    wait_for(lambda: desktop.run("gsettings", "get", "org.gnome.LightsOff", "level").strip() == "10")


def test_a_region_outside_the_screen_is_one_clear_line(desktop: Desktop, tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "boardsight", "solve", "--region", "5000,5000,100,100"],
        env=desktop.environment, cwd=tmp_path, check=False, capture_output=True, text=True,
    )  # fmt: skip
    assert done.returncode == 1
    assert done.stderr.startswith("boardsight: ")
    assert done.stderr.count("\n") == 1
