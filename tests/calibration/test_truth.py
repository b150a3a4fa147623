import json
from pathlib import Path

import pytest

from calibration.truth import TruthError, load

SHARED = Path(__file__).resolve().parents[3] / "shared"


def write(folder: Path, *items: object) -> Path:
    (folder / "truth.json").write_text(json.dumps(list(items)), encoding="utf-8")
    return folder


def test_missing_keys_are_tolerated(tmp_path: Path) -> None:
    one, two = load(
        write(
            tmp_path,
            {"file": "a.png", "expect": "read", "puzzle": "lights-out", "board": "01/1x", "box": None, "other": 1},
            {"file": "b.png", "expect": "none", "board": None},
        )
    )
    assert (one.path, one.kind, one.states, one.centers, one.box) == (tmp_path / "a.png", "lights-out", 2, (), None)
    assert (two.kind, two.board, two.states) == (None, None, 0)


def test_hive_is_heresy_and_the_game_is_the_first_word(tmp_path: Path) -> None:
    item = {"file": "a.png", "expect": "read", "puzzle": "hive", "board": "213/131/001", "source": "A/b shot.png#2"}
    (entry,) = load(write(tmp_path, item))
    assert (entry.kind, entry.states, entry.game) == ("heresy", 4, "A/b")


@pytest.mark.parametrize(
    ("item", "words"),
    [
        ({"expect": "none"}, "must be an object with a 'file'"),
        ({"file": "a", "expect": "maybe"}, "'expect' must be one of"),
        ({"file": "a", "expect": "read", "puzzle": "chess", "board": "0"}, "'puzzle' must be one of"),
        ({"file": "a", "expect": "read", "puzzle": "memento"}, "needs a 'puzzle' and a 'board'"),
        ({"file": "a", "expect": "read", "puzzle": "memento", "board": "0!"}, "row 1, column 2"),
        ({"file": "a", "expect": "read", "puzzle": "memento", "board": "03", "states": 2}, "shows state 3"),
        ({"file": "a", "expect": "read", "puzzle": "memento", "board": "01", "centers": [[1, 2]]}, "1 centres"),
        ({"file": "a", "expect": "none", "box": [5, 5, 5, 9]}, "'box' must be"),
    ],
)
def test_wrong_entries_are_named(tmp_path: Path, item: dict[str, object], words: str) -> None:
    with pytest.raises(TruthError, match=words):
        load(write(tmp_path, item))


def test_a_missing_or_broken_file_is_said(tmp_path: Path) -> None:
    with pytest.raises(TruthError, match="no truth file"):
        load(tmp_path)
    (tmp_path / "truth.json").write_text("[", encoding="utf-8")
    with pytest.raises(TruthError, match="not valid JSON"):
        load(tmp_path)


@pytest.mark.shared
@pytest.mark.parametrize("name", ["screenshots", "clients"])
def test_the_shared_truth_loads(name: str) -> None:
    if not (SHARED / name).is_dir():
        pytest.skip(f"the folder of real pictures is absent: {SHARED / name}")
    assert len(load(SHARED / name)) > 100
