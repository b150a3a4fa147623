"""A virtual screen with real programs on it (Xvfb, openbox, a D-Bus session): for fixtures and for live tests.

Linux only. Every process is a child of ours and is ended with the desktop; the programs' settings live in a
temporary folder.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
import time
from typing import TYPE_CHECKING, Self, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

NEEDED = ("Xvfb", "openbox", "dbus-daemon", "xdotool", "gsettings")
T = TypeVar("T")
GAMES = "/usr/games"  # where Debian keeps them; not in root's PATH


def missing(*programs: str) -> list[str]:
    """Which of the programs a desktop needs, and of ``programs``, are not installed."""
    path = f"{os.environ.get('PATH', '')}:{GAMES}"
    return [program for program in (*NEEDED, *programs) if shutil.which(program, path=path) is None]


class Desktop:
    """A screen of its own; use it in a ``with`` statement.

    Args:
        width: of the screen in pixels.
        height: of the screen in pixels.
    """

    def __init__(self, width: int = 1280, height: int = 800) -> None:
        self._size = f"{width}x{height}x24"
        self._children: list[subprocess.Popen[bytes]] = []
        # A portal of the desktop may have left a file system mounted there.
        self._home = tempfile.TemporaryDirectory(prefix="boardsight-desktop-", ignore_cleanup_errors=True)
        self.environment = {**os.environ, "PATH": f"{os.environ.get('PATH', '')}:{GAMES}"}

    def __enter__(self) -> Self:
        try:
            self._start()
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        for child in reversed(self._children):
            child.terminate()
            try:
                child.wait(5)
            except subprocess.TimeoutExpired:
                child.kill()
                child.wait()
            for pipe in (child.stdout, child.stdin):
                if pipe is not None:
                    pipe.close()
        self._home.cleanup()

    @property
    def display(self) -> str:
        """The X display, such as ``:7``."""
        return self.environment["DISPLAY"]

    def start(self, *words: str, **variables: str) -> subprocess.Popen[bytes]:
        """Start a program on this screen; it is ended with the desktop."""
        child = subprocess.Popen(
            words,
            env={**self.environment, **variables},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        self._children.append(child)
        return child

    def stop(self, child: subprocess.Popen[bytes]) -> None:
        """End a program that ``start`` started."""
        child.terminate()
        child.wait(5)
        self._children.remove(child)

    def run(self, *words: str) -> str:
        """Run a program to its end; gives what it printed.

        Raises:
            subprocess.CalledProcessError: it failed.
        """
        done = subprocess.run(
            words, env=self.environment, check=True, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
        )
        return done.stdout

    def window(self, condition: Sequence[str], *, within: float = 10.0) -> str:
        """Wait for a visible window, found by words of ``xdotool search`` such as ``("--class", "lightsoff")``."""

        def search() -> str:
            found = subprocess.run(
                ["xdotool", "search", "--onlyvisible", *condition],
                env=self.environment,
                check=False,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                text=True,
            )
            return found.stdout.split("\n")[0]

        return wait_for(search, within=within)

    def _start(self) -> None:
        reading, writing = os.pipe()
        with os.fdopen(reading) as number:
            server = subprocess.Popen(
                ["Xvfb", "-displayfd", str(writing), "-screen", "0", self._size, "-nolisten", "tcp", "-noreset",
                 "+extension", "GLX", "+extension", "Composite"],
                env=self.environment,
                pass_fds=[writing],
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
            )  # fmt: skip
            self._children.append(server)
            os.close(writing)
            self.environment["DISPLAY"] = f":{number.readline().strip()}"
        home = self._home.name
        self.environment |= {"GSETTINGS_BACKEND": "keyfile", "XDG_CONFIG_HOME": home, "XDG_CACHE_HOME": home}
        bus = subprocess.Popen(
            ["dbus-daemon", "--session", "--print-address", "--nofork"],
            env=self.environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        )
        self._children.append(bus)
        if bus.stdout is None:
            raise AssertionError
        self.environment["DBUS_SESSION_BUS_ADDRESS"] = bus.stdout.readline().decode().strip()
        self.start("openbox", "--sm-disable")
        wait_for(self._managed)

    def _managed(self) -> bool:
        """Whether the window manager is up: it keeps the list of windows on the root window."""
        done = subprocess.run(
            ["xdotool", "get_num_desktops"],
            env=self.environment,
            check=False,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        return done.returncode == 0


def wait_for(ask: Callable[[], T], *, within: float = 10.0) -> T:
    """Ask again and again until the answer is not empty.

    Raises:
        TimeoutError: not within that many seconds.
    """
    end = time.monotonic() + within
    while True:
        answer = ask()
        if answer:
            return answer
        if time.monotonic() > end:
            raise TimeoutError("it did not happen in time")
        time.sleep(0.02)
