from __future__ import annotations

import re
import shutil
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
FLOORS = ("boardsight", "calibration", "solver", "vision")


def expected() -> set[str]:
    """Every module and data file of the four floors that git knows or would add."""
    listed = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard", "--", *FLOORS],
        cwd=ROOT, check=True, capture_output=True, text=True,
    )  # fmt: skip
    return {name for name in listed.stdout.split("\n") if name and (ROOT / name).exists()}


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> zipfile.ZipFile:
    if shutil.which("uv") is None:
        pytest.skip("uv, which builds the wheel, is not installed")
    if not (ROOT / ".git").exists():
        pytest.skip("not a checkout: which files belong to the project is not known")
    folder = tmp_path_factory.mktemp("wheel")
    command = ["uv", "build", "--quiet", "--wheel", "--out-dir", str(folder), str(ROOT)]
    done = subprocess.run(command, check=False, capture_output=True, text=True)
    if done.returncode != 0 and re.search(r"[Ff]ailed to (fetch|download)|No solution found|connect", done.stderr):
        pytest.skip(f"the build system can't be fetched here: {done.stderr.splitlines()[-1]}")
    assert done.returncode == 0, done.stderr
    (path,) = folder.glob("*.whl")
    return zipfile.ZipFile(path)


def test_the_wheel_holds_exactly_the_four_floors(wheel: zipfile.ZipFile) -> None:
    names = {name for name in wheel.namelist() if ".dist-info/" not in name}
    assert names == expected()


def test_what_kinds_of_files_the_wheel_holds(wheel: zipfile.ZipFile) -> None:
    """Anything that is neither code nor a listed kind of data has got in by mistake."""
    kinds = {Path(name).suffix or Path(name).name for name in wheel.namelist() if ".dist-info/" not in name}
    assert kinds <= {".py", ".typed", ".json", ".toml", ".html", ".css", ".js", ".svg", ".txt", ".png"}
    for floor in FLOORS:
        assert f"{floor}/py.typed" in wheel.namelist()


def test_the_wheel_says_what_it_is(wheel: zipfile.ZipFile) -> None:
    names = wheel.namelist()
    (metadata,) = (wheel.read(name).decode() for name in names if name.endswith("METADATA"))
    assert "Name: boardsight" in metadata
    assert "Requires-Python: >=3.11" in metadata
    assert any(name.endswith("licenses/LICENSE") for name in names)
    (scripts,) = (wheel.read(name).decode() for name in names if name.endswith("entry_points.txt"))
    assert "boardsight = boardsight.__main__:main" in scripts
    needed = set(re.findall(r"^Requires-Dist: ([\w-]+)[^;\n]*$", metadata, re.MULTILINE))
    assert needed == {"mss", "numpy", "opencv-python-headless", "pillow", "platformdirs"}


def test_the_installed_wheel_works_away_from_the_checkout(wheel: zipfile.ZipFile, tmp_path: Path) -> None:
    wheel.extractall(tmp_path / "site")
    code = (
        f"import sys; sys.path.insert(0, {str(tmp_path / 'site')!r})\n"
        "import boardsight, solver, vision, calibration\n"
        f"assert all(m.__file__.startswith({str(tmp_path)!r}) for m in (boardsight, solver, vision, calibration))\n"
        "from boardsight.cli import main\n"
        "sys.exit(main(['demo', '--out', 'demo']))\n"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=tmp_path, check=False, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    assert len(list((tmp_path / "demo").glob("*.solved.png"))) == 4


def test_the_version_is_in_the_changelog() -> None:
    version = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["version"]
    assert f"## [{version}]" in (ROOT / "CHANGELOG.md").read_text()


def test_ci_runs_the_readme_s_own_test_command() -> None:
    readme = (ROOT / "README.md").read_text()
    commands = re.findall(r"^(uv run pytest.*)$", readme, re.MULTILINE)
    assert len(set(commands)) == 1
    assert commands[0] in (ROOT / ".ci" / "run").read_text().splitlines()


def test_pictures_of_the_project_are_small() -> None:
    command = ["git", "ls-files", "--cached", "--others", "--exclude-standard"]
    listed = subprocess.run(command, cwd=ROOT, check=False, capture_output=True, text=True)
    pictures = [ROOT / name for name in listed.stdout.split("\n") if name.endswith((".png", ".jpg", ".gif", ".webp"))]
    sizes = {path: path.stat().st_size for path in pictures if path.exists()}
    assert max(sizes.values(), default=0) < 300_000
    assert sum(size for path, size in sizes.items() if "fixtures" in path.parts) < 6_000_000
