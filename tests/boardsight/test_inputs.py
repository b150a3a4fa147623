from __future__ import annotations

import os
from pathlib import Path

import pytest

from boardsight.inputs import Source, expand

PNG = b"\x89PNG\r\n\x1a\n"


def touch(folder: Path, *names: str, data: bytes = PNG) -> None:
    for name in names:
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)


def names(sources: list[Source]) -> list[str]:
    return [source.name for source in sources]


def test_words_keep_their_order_and_a_missing_file_says_so(tmp_path: Path) -> None:
    touch(tmp_path, "b.png", "a.png")
    found = expand([str(tmp_path / "b.png"), str(tmp_path / "none.png"), "-", str(tmp_path / "a.png")])
    assert [Path(source.name).name for source in found] == ["b.png", "none.png", "-", "a.png"]
    assert found[1].problem is not None
    assert found[1].problem.endswith("there is no such file")
    assert found[2].path is None
    assert found[0].problem is None


def test_a_folder_gives_its_pictures_in_natural_order(tmp_path: Path) -> None:
    touch(tmp_path, "shot10.png", "shot2.PNG", "sub/x.jpg", "shot2.solved.png", ".hidden.png", ".git/y.png")
    touch(tmp_path, "notes.txt", "truth.json", data=b"text")
    touch(tmp_path, "really-a-png.dat")
    assert names(expand([str(tmp_path)])) == [
        str(tmp_path / name) for name in ("really-a-png.dat", "shot2.PNG", "shot10.png", "sub/x.jpg")
    ]


def test_a_folder_without_pictures_says_so(tmp_path: Path) -> None:
    touch(tmp_path, "notes.txt", data=b"text")
    (source,) = expand([str(tmp_path)])
    assert source.problem is not None
    assert "no picture in this folder" in source.problem


def test_a_glob_is_expanded_here_when_the_shell_did_not(tmp_path: Path) -> None:
    touch(tmp_path, "a1.png", "a2.png", "deep/a3.png", "b.png")
    assert names(expand([str(tmp_path / "a*.png")])) == [str(tmp_path / "a1.png"), str(tmp_path / "a2.png")]
    assert len(expand([str(tmp_path / "**" / "*.png")])) == 4
    (nothing,) = expand([str(tmp_path / "z*.png")])
    assert nothing.problem is not None
    assert "no file matches" in nothing.problem


def test_a_name_with_brackets_that_exists_is_no_glob(tmp_path: Path) -> None:
    touch(tmp_path, "shot[1].png")
    (source,) = expand([str(tmp_path / "shot[1].png")])
    assert source.problem is None


def test_a_device_and_a_name_no_system_takes(tmp_path: Path) -> None:
    odd, device = expand(["a\0b.png", os.devnull])
    assert odd.problem is not None
    assert device.problem is not None
    assert "device" in device.problem


@pytest.mark.parametrize("name", ["a.gif", "a.webp", "a.bmp", "a.tiff", "a.jpeg"])
def test_every_format_is_found_in_a_folder(tmp_path: Path, name: str) -> None:
    touch(tmp_path, name, data=b"whatever")
    assert names(expand([str(tmp_path)])) == [str(tmp_path / name)]
