"""What following a game costs: processor time while nothing happens, the wait for new marks, memory over time.

``uv run python benchmarks/live.py [MINUTES]`` plays GNOME's Lights Off in a window of 1920×1080 on a virtual screen
(Linux; the packages that ``.ci/run`` installs). Wanted: at most 5 % of a core at 10 looks a second on a still window,
new marks at most 150 ms after the picture has settled, less than 10 MB more memory after 10 minutes of play.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from pathlib import Path
from statistics import median

ROOT = Path(__file__).resolve().parent.parent
sys.path[0] = str(ROOT)  # solver.py in this folder would hide the package
from boardsight.live.follow import STANDING, Follower
from boardsight.live.overlay import picture
from boardsight.live.sources import WindowSource
from boardsight.plan import Wish
from calibration.desktop import Desktop
from vision.frame import Frame
from vision.windows.x11 import X11Windows

EVERY = 0.1
STILL = 20.0
TICKS = os.sysconf("SC_CLK_TCK")


def main() -> None:
    minutes = float(sys.argv[1]) if len(sys.argv) > 1 else 2.0
    with Desktop(1920, 1080) as desktop:
        desktop.run("gsettings", "set", "org.gnome.LightsOff", "level", "6")
        desktop.start("lightsoff")
        window = desktop.window(("--class", "lightsoff"))
        desktop.run("xdotool", "windowsize", "--sync", window, "1920", "1060")
        time.sleep(1.5)
        waits(desktop)
        still(desktop, "--window", "lightsoff")
        still(desktop, "--monitor", "1")
        still(desktop, "--window", "lightsoff", "--overlay")
        if minutes:
            memory(desktop, minutes)


def waits(desktop: Desktop) -> None:
    """Seconds from the last changed frame to the new marks, beyond what was waited for on purpose."""
    system = X11Windows.connect(desktop.display)
    source, follower = WindowSource(system, "lightsoff"), Follower(Wish())
    beyond: dict[str, list[float]] = {}
    start = time.monotonic()
    changed, last, cell, due = 0.0, None, 0, 3.0
    while time.monotonic() - start < 30:
        begun = time.monotonic()
        glance = source.look(follower.area)
        if isinstance(glance, Frame):
            if last is None or glance.pixels is not last.pixels:
                changed = glance.time
            last = glance
        events = follower.look(glance)
        if events and events[-1].result is not None and events[-1].result.solution is not None:
            picture(events[-1].result)
            settle = 2 * EVERY + (STANDING if events[-1].kind == "board" else 0.0)
            beyond.setdefault(events[-1].kind, []).append(time.monotonic() - start - changed - settle)
        if time.monotonic() - start > due and follower.result is not None and follower.result.reading is not None:
            due, cell = due + 1.5, (cell + 7) % 25
            click(desktop, follower.result.reading.cells[cell].center, source)
        time.sleep(max(0.0, EVERY - (time.monotonic() - begun)))
    system.close()
    for kind, values in sorted(beyond.items()):
        print(
            f"new marks after {kind:10}: {1e3 * median(values):4.0f} ms (median of {len(values)}), "
            f"at most {1e3 * max(values):4.0f} ms beyond the settle time; wanted 150"
        )


def click(desktop: Desktop, at: tuple[float, float], source: WindowSource) -> None:
    place = source.place
    assert place is not None
    desktop.start("xdotool", "mousemove", str(round(place.left + at[0])), str(round(place.top + at[1])), "click", "1")


def still(desktop: Desktop, *options: str) -> None:
    """Processor time of the whole command on a window in which nothing happens."""
    command = [sys.executable, "-m", "boardsight", "watch", "--json", *options]
    with subprocess.Popen(command, env=desktop.environment, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as watch:
        assert watch.stdout is not None
        watch.stdout.readline()
        time.sleep(1)
        before = spent(watch.pid)
        time.sleep(STILL)
        share = (spent(watch.pid) - before) / STILL
        watch.terminate()
    print(f"still window, {' '.join(options)}: {share:.1%} of a core at {1 / EVERY:.0f} looks a second; wanted 5 %")


def memory(desktop: Desktop, minutes: float) -> None:
    """Resident memory while a player clicks once a second."""
    command = [sys.executable, "-m", "boardsight", "watch", "--json", "--window", "lightsoff"]
    with subprocess.Popen(command, env=desktop.environment, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as watch:
        assert watch.stdout is not None
        cells = json.loads(watch.stdout.readline())["cells"]
        os.set_blocking(watch.stdout.fileno(), False)
        first, events = 0.0, 0
        begun = time.monotonic()
        for number in range(int(60 * minutes)):
            x, y = cells[(7 * number + number // 25) % len(cells)]["screen"]
            desktop.run("xdotool", "mousemove", str(round(x)), str(round(y)), "click", "1")
            time.sleep(max(0.0, begun + number + 1 - time.monotonic()))
            events += (watch.stdout.read() or b"").count(b"\n")
            if number == 20:  # every engine that is needed is loaded by now
                first = resident(watch.pid)
        grown = resident(watch.pid) - first
        watch.terminate()
    print(f"memory: {first:.0f} MB, {grown:+.1f} MB in {minutes:.1f} minutes with {events} events; wanted +10 in 10")


def spent(pid: int) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICKS


def resident(pid: int) -> float:
    lines = Path(f"/proc/{pid}/status").read_text(encoding="utf-8").splitlines()
    return int(next(line for line in lines if line.startswith("VmRSS")).split()[1]) / 1024


if __name__ == "__main__":
    main()
