"""How long commands take to start, as ratios to ``python -c pass``: ``uv run python benchmarks/startup.py [RUNS]``."""

from __future__ import annotations

import subprocess
import sys
import time
from statistics import median

WANTED = 6.0
COMMANDS = {
    "python -c pass": ["-c", "pass"],
    "boardsight --help": ["-m", "boardsight", "--help"],
    "boardsight solve --help": ["-m", "boardsight", "solve", "--help"],
    "solve --board, lights-out 5×5": ["-m", "boardsight", "solve", "--board", "01110/11011/10101/00000/11111",
                                      "--puzzle", "lights-out"],
    "solve --board, memento 3×3": ["-m", "boardsight", "solve", "--board", "100/000/001", "--puzzle", "memento"],
    "solve --board, wheels": ["-m", "boardsight", "solve", "--board", "101/0101/010/10", "--puzzle", "wheels"],
    "solve --board, heresy": ["-m", "boardsight", "solve", "--board", "222/022/222", "--puzzle", "heresy"],
    "--json, memento": ["-m", "boardsight", "solve", "--board", "100/000/001", "--puzzle", "memento", "--json"],
    "--json, heresy": ["-m", "boardsight", "solve", "--board", "222/022/222", "--puzzle", "heresy", "--json"],
}  # fmt: skip


def seconds(words: list[str]) -> float:
    """Processor time of one run where the system tells it (other work on the machine disturbs it little), else time."""
    before, start = used(), time.perf_counter()
    subprocess.run([sys.executable, *words], check=True, stdout=subprocess.DEVNULL)
    return used() - before or time.perf_counter() - start


def used() -> float:
    """Seconds of the processor that the processes started here have used; 0.0 on Windows."""
    try:
        import resource  # noqa: PLC0415  # Windows has none
    except ImportError:
        return 0.0
    spent = resource.getrusage(resource.RUSAGE_CHILDREN)
    return spent.ru_utime + spent.ru_stime


def main() -> None:
    runs = int(sys.argv[1]) if len(sys.argv) > 1 else 25
    for words in COMMANDS.values():
        seconds(words)  # the first run reads the files from the disk
    # Round by round, so that a busy moment of the machine hits all alike.
    taken: dict[str, list[float]] = {name: [] for name in COMMANDS}
    for _ in range(runs):
        for name, words in COMMANDS.items():
            taken[name].append(seconds(words))
    base = median(taken["python -c pass"])
    cached = "without" if sys.dont_write_bytecode else "with"
    print(f"{runs} runs each, {cached} cached bytecode of this project; wanted: a ratio of at most {WANTED}")
    for name, times in taken.items():
        print(f"{name:32} {1e3 * median(times):7.1f} ms {median(times) / base:7.2f}")


if __name__ == "__main__":
    main()
