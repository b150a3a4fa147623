from __future__ import annotations

import json
import random

import pytest

from calibration import fit_confidence
from calibration.reliability import Said, expected_error
from vision.confidence import FILE


def drawn(count: int, seed: int) -> list[Said]:
    """Readings that claim the square root of the truth."""
    dice = random.Random(seed)
    values = [dice.random() for _ in range(count)]
    return [Said("memento", "unsure", value, dice.random() < value**2) for value in values]


def test_the_fit_is_monotone_and_calibrates_other_readings():
    maps = fit_confidence.fit(drawn(3000, 1))
    ys = [y for _, y in maps["memento"]["unsure"]]
    assert ys == sorted(ys)
    held_out = drawn(3000, 2)
    assert expected_error(held_out) > 0.1
    assert expected_error(fit_confidence.mapped(held_out, maps)) < 0.04


def test_too_few_readings_make_no_map():
    assert fit_confidence.fit(drawn(10, 1)) == {}


def test_the_fewer_readings_count_as_much_as_the_others():
    few, many = drawn(50, 1), drawn(400, 2)
    both = fit_confidence.alike(few, many)
    assert both == fit_confidence.alike(many, few)
    assert [both.count(few[0]), both.count(many[0])] == [8, 1]


def test_each_part_is_mapped_by_what_the_others_and_those_beside_them_show():
    wrong = [Said("memento", "unsure", 0.9, right=False)] * 60
    right = [Said("memento", "unsure", 0.9, right=True)] * 60
    first, second = fit_confidence.crossed([wrong[:30], wrong[:30]], [right, wrong])[::30]
    assert first.confidence < 0.1
    assert second.confidence == pytest.approx(0.5, abs=0.05)


def test_all_pictures_of_a_game_are_in_one_part(tmp_path):
    entries = [{"file": f"{n}.png", "expect": "none", "source": f"owner{n // 2}/game a file"} for n in range(10)]
    for entry in entries:
        (tmp_path / entry["file"]).write_bytes(b"")
    (tmp_path / "truth.json").write_text(json.dumps(entries))
    parts = fit_confidence.by_game([str(tmp_path)])
    assert sorted(len(part) for part in parts) == [2, 2, 2, 4]


def test_without_folders_nothing_is_fitted():
    with pytest.raises(SystemExit, match="folders"):
        fit_confidence.main([])


def test_written_maps_are_read_back(tmp_path):
    maps = fit_confidence.fit(drawn(400, 1))
    path = tmp_path / "maps.json"
    fit_confidence.write(maps, path)
    assert json.loads(path.read_text())["maps"] == maps


def test_the_same_seed_makes_the_same_tasks():
    one, other = (fit_confidence.scenes(5, 4) for _ in range(2))
    assert [(task.name, task.group) for task in one] == [(task.name, task.group) for task in other]
    frame, entry = one[0].make()
    assert frame.pixels.size
    assert entry.expect in ("read", "hard", "not-sure", "none")


def test_the_maps_kept_here_are_monotone_probabilities():
    for verdicts in json.loads(FILE.read_text())["maps"].values():
        for knots in verdicts.values():
            xs, ys = zip(*knots, strict=True)
            assert list(xs) == sorted(xs)
            assert list(ys) == sorted(ys)
            assert 0 < min(ys) <= max(ys) < 1


@pytest.mark.parametrize("words", ["ECE 0.0", "| confidence |"])
def test_the_page_tells_the_error_and_the_table(words):
    perfect = [Said("memento", "sure", 1.0, right=True)] * 30
    assert words in fit_confidence.page({"A set": (perfect, perfect)})


def test_every_part_is_measured_by_maps_of_the_others():
    wrong = [Said("memento", "sure", 0.9, right=False)] * 40
    right = [Said("memento", "sure", 0.9, right=True)] * 40
    first, second = fit_confidence.crossed([wrong, right], [[], []])[::40]
    assert first.confidence > 0.95
    assert second.confidence < 0.05
