"""Fit the maps from raw confidence to probability, and measure them.

Run ``python -m calibration.fit_confidence FOLDER…`` on folders with truth files of screenshots: of many games, and of
other programs. These, drawn scenes of all puzzles and drawn pictures without a board, three in four of them worn by a
rung of the ladder, are read without the maps. What is drawn and what is not count alike: doubtful scenes that are worn
are wrong more often than doubtful screenshots. For each puzzle and verdict the shares of exact readings are fitted by
isotonic regression (pool adjacent violators, Ayer et al. 1955) over bins of like size. Every part of the seeds, and of
the games, is measured by maps that were fitted on the others (cross-validation): so each reading tells what the maps do
to pictures that they were not made of, and there are enough readings for the error to be more than chance. The maps
that are kept are fitted on all parts.
"""

from __future__ import annotations

import json
import sys
from dataclasses import replace
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from calibration.evaluate import Task, run, tasks
from calibration.ladder import STRENGTHS, group, rungs, worn
from calibration.reliability import Said, expected_error, said, table
from calibration.truth import load
from vision.confidence import FILE, between
from vision.frame import Frame
from vision.look import search

if TYPE_CHECKING:
    from collections.abc import Sequence

    from calibration.truth import Entry

    Knots = list[list[float]]

SCENES = ("lights_out", "memento", "heresy", "wheels")
EMPTY = ("negatives", "not_heresy")  # what memento_negatives draws may be a board of another puzzle
SEED, WEAR_SEED = 700_000, 800_000
PARTS, COUNT = 4, 100
EMPTY_SHARE = 3  # one empty picture of each sort for so many scenes of each puzzle
BIN = 30
PRIOR = 0.5  # so many readings, half of them right, are thought into each bin
FIXTURES = Path(__file__).parents[1] / "fixtures"
PAGE = Path(__file__).parents[1] / "docs" / "confidence.md"


def drawn(module: str, seed: int) -> tuple[Frame, Entry]:
    """One scene of a module of ``calibration.scenes``."""
    scene = import_module(f"calibration.scenes.{module}").render(seed)
    return Frame(scene.pixels), scene.entry(f"{module}-{seed}")


def scenes(first: int, count: int) -> list[Task]:
    """Drawn pictures, one in four of them clean."""
    steps = list(rungs(STRENGTHS))
    found = []
    for module, number in [(name, count) for name in SCENES] + [(name, count // EMPTY_SHARE) for name in EMPTY]:
        for seed in range(first, first + number):
            rng = np.random.default_rng([seed, len(module)])
            make = partial(drawn, module, seed)
            if rng.random() < 0.25:
                found.append(Task(f"{module}-{seed}", make, "clean"))
                continue
            name, strength = steps[rng.integers(len(steps))]
            found.append(Task(f"{module}-{seed}", partial(worn, make, name, strength, seed), group(name, strength)))
    return found


def fixtures() -> list[Task]:
    """The fixtures, each clean and on two rungs of its own."""
    steps = list(rungs(STRENGTHS))
    found = []
    for number, task in enumerate(tasks(load(FIXTURES))):
        rng = np.random.default_rng([WEAR_SEED, number])
        found.append(replace(task, group="clean"))
        for pick in rng.choice(len(steps), 2, replace=False):
            name, strength = steps[pick]
            make = partial(worn, task.make, name, strength, WEAR_SEED)
            found.append(Task(task.name, make, group(name, strength)))
    return found


def by_game(folders: Sequence[str]) -> list[list[Task]]:
    """Pictures of folders with truth files in ``PARTS`` parts, all of one game in the same."""
    entries = [entry for folder in folders for entry in load(folder)]
    games = sorted({entry.game for entry in entries})
    return [
        tasks(entry for entry in entries if games.index(entry.game) % PARTS == part and entry.path.exists())
        for part in range(PARTS)
    ]


def alike(some: list[Said], others: list[Said]) -> list[Said]:
    """Both together, the fewer ones so many times over that they count as much as the others."""
    fewer, more = sorted((some, others), key=len)
    return more + fewer * round(len(more) / max(1, len(fewer)))


def fit(readings: Sequence[Said]) -> dict[str, dict[str, Knots]]:
    """Knots (raw confidence, probability) for each puzzle and verdict that was seen often enough."""
    maps: dict[str, dict[str, Knots]] = {}
    for kind in sorted({one.kind for one in readings}):
        for verdict in ("sure", "unsure"):
            members = [one for one in readings if one.kind == kind and one.verdict == verdict]
            if len(members) >= BIN:
                maps.setdefault(kind, {})[verdict] = knots(members)
    return maps


def knots(members: Sequence[Said]) -> Knots:
    """Isotonic shares over bins of like size; a bin's knot lies at its median."""
    ordered = sorted(members, key=lambda one: one.confidence)
    parts = np.array_split(np.arange(len(ordered)), max(1, len(ordered) // BIN))
    blocks: list[tuple[float, float, list[float]]] = []  # right, count, confidences
    for part in parts:
        chosen = [ordered[i] for i in part]
        blocks.append((float(sum(one.right for one in chosen)), float(len(chosen)), [one.confidence for one in chosen]))
        while len(blocks) > 1 and blocks[-2][0] * blocks[-1][1] >= blocks[-1][0] * blocks[-2][1]:
            right, count, values = blocks.pop()
            blocks[-1] = (blocks[-1][0] + right, blocks[-1][1] + count, blocks[-1][2] + values)
    return [
        [round(float(np.median(values)), 6), round((right + PRIOR / 2) / (count + PRIOR), 4)]
        for right, count, values in blocks
    ]


def mapped(readings: Sequence[Said], maps: dict[str, dict[str, Knots]]) -> list[Said]:
    """The readings with their confidence as the maps say."""
    out = []
    for one in readings:
        line = maps.get(one.kind, {}).get(one.verdict)
        if line is None:
            out.append(one)
            continue
        value = between(one.confidence, tuple(x for x, _ in line), tuple(y for _, y in line))
        out.append(replace(one, confidence=value))
    return out


def crossed(parts: Sequence[Sequence[Said]], beside: Sequence[Sequence[Said]]) -> list[Said]:
    """The readings of all parts, each with its confidence as maps say that were fitted on the others.

    What is ``beside`` them, in as many parts, is fitted on, too.
    """
    out = []
    for number, part in enumerate(parts):
        others, too = (
            [one for other, members in enumerate(some) if other != number for one in members]
            for some in (parts, beside)
        )
        out += mapped(part, fit(alike(others, too)))
    return out


def page(parts: dict[str, tuple[list[Said], list[Said]]]) -> str:
    """The Markdown page: for each set, error before and after, and the table after."""
    out = [
        "# Confidence",
        "",
        "`Reading.confidence` is the probability that the whole board is read exactly: shape, place and every state.",
        "A detector's own figure is carried over by a small monotone map for each puzzle and verdict",
        "(`vision/confidence.json`), fitted on drawn scenes, most of them worn by a rung of the ladder, and as much on",
        "screenshots of other games and programs, which are no part of this repository. The verdict does not depend on",
        "it. `python -m calibration.fit_confidence FOLDER...` fits the maps and writes this page. The expected",
        "calibration error (ECE) is the mean gap between what was claimed and the share that was exact.",
    ]
    for name, (before, after) in parts.items():
        out += [
            "",
            f"## {name}",
            "",
            f"{len(after)} readings. ECE {expected_error(after):.3f}; without the maps {expected_error(before):.3f}.",
            "",
            table(after),
        ]
    return "\n".join(out) + "\n"


def write(maps: dict[str, dict[str, Knots]], path: Path) -> None:
    """Write the maps as JSON, one line each."""
    lines = [
        f"  {json.dumps(kind)}: {{\n"
        + ",\n".join(f"   {json.dumps(verdict)}: {json.dumps(line)}" for verdict, line in verdicts.items())
        + "\n  }"
        for kind, verdicts in maps.items()
    ]
    head = f' "fitted_by": "calibration/fit_confidence.py",\n "seeds": [{SEED}, {SEED + PARTS * COUNT}],\n'
    path.write_text("{\n" + head + ' "maps": {\n' + ",\n".join(lines) + "\n }\n}\n", encoding="utf-8")


def main(folders: Sequence[str], jobs: int | None = None) -> None:
    """Draw, read, fit, measure, write."""
    if not folders:
        sys.exit("name folders with truth files of screenshots, of boards and of other programs")
    shots = [said(run(part, jobs=jobs, eye=search)) for part in by_game(folders)]
    parts = [said(run(scenes(SEED + part * COUNT, COUNT), jobs=jobs, eye=search)) for part in range(PARTS)]
    drawn_ones, shot_ones = ([one for part in some for one in part] for some in (parts, shots))
    maps = fit(alike(drawn_ones, shot_ones))
    write(maps, FILE)
    filed = said(run(fixtures(), jobs=jobs, eye=search))
    sets = {
        "Drawn scenes and ladder, by maps fitted on other seeds": (drawn_ones, crossed(parts, shots)),
        "Screenshots, by maps fitted on other games": (shot_ones, crossed(shots, parts)),
        "Fixtures and ladder": (filed, mapped(filed, maps)),
    }
    for name, (raw, after) in sets.items():
        sys.stdout.write(f"{name}: {expected_error(raw):.3f} -> {expected_error(after):.3f}\n")
    PAGE.write_text(page(sets), encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
