from __future__ import annotations

import doctest
import re
from pathlib import Path

import pytest

from boardsight.cli import main

ROOT = Path(__file__).resolve().parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")


def test_the_library_example_gives_what_it_says(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    example = doctest.DocTestParser().get_doctest(README, {}, "README.md", "README.md", 0)
    assert len(example.examples) >= 4
    assert doctest.DocTestRunner().run(example).failed == 0


def test_the_first_command_prints_what_it_says(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    monkeypatch.chdir(ROOT)
    (command,) = re.findall(r"^uv run boardsight (solve \S+)$", README, re.MULTILINE)
    assert main([*command.split(), "--out", str(tmp_path)]) == 0
    printed = capsys.readouterr().out.splitlines()
    block = README.split("prints\n\n```\n")[1].split("```")[0].splitlines()
    assert printed[:-1] == block[:-1]
    assert printed[-1].startswith("  marked picture: ")


@pytest.mark.parametrize("page", ["README.md", "docs/json.md", "docs/architecture.md"])
def test_files_that_the_pages_name_are_there(page: str) -> None:
    text = (ROOT / page).read_text(encoding="utf-8")
    for name in re.findall(r"\]\(([\w./-]+)\)", text):
        assert ((ROOT / page).parent / name).exists() or (ROOT / name).exists(), name
    for name in re.findall(r"`((?:boardsight|solver|vision|calibration)/[\w./]+\.py)`", text):
        assert (ROOT / name).exists(), name
