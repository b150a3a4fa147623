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
    "solve --board --json": ["-m", "boardsight", "solve", "--board", "222/022/222", "--puzzle", "heresy", "--json"],
}  # fmt: skip


def seconds(words: list[str]) -> float:
    start = time.perf_counter()
    subprocess.run([sys.executable, *words], check=True, stdout=subprocess.DEVNULL)
    return time.perf_counter() - start


def main() -> None:
    runs = int(sys.argv[1]) if len(sys.argv) > 1 else 25
    for words in COMMANDS.values():
        seconds(words)  # the first run reads the files from the disk
    # Round by round, so that a busy moment of the machine hits all alike.
    taken: dict[str, list[float]] = {name: [] for name in COMMANDS}
    for _ in range(runs):
        for name, words in COMMANDS.items():
            taken[name].append(seconds(words))
    base = taken["python -c pass"]
    cached = "without" if sys.dont_write_bytecode else "with"
    print(f"{runs} runs each, {cached} cached bytecode of this project")
    print(f"{'command':32} {'median ms':>10} {'ratio':>7} {'ratio of fastest':>17}   wanted ≤ {WANTED}")
    for name, times in taken.items():
        ratio, fastest = median(times) / median(base), min(times) / min(base)
        print(f"{name:32} {1e3 * median(times):10.1f} {ratio:7.2f} {fastest:17.2f}")


if __name__ == "__main__":
    main()
