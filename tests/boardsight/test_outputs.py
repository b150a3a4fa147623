from __future__ import annotations

import os
from pathlib import Path

import numpy as np
import pytest

from boardsight.inputs import Source
from boardsight.outputs import OutputError, Outputs, write

PIXELS = np.zeros((4, 6, 3), np.uint8)


def source(path: Path) -> Source:
    return Source(str(path), path)


def test_beside_the_picture(tmp_path: Path) -> None:
    shot = source(tmp_path / "shot.png")
    assert Outputs(None, [shot]).path(shot) == tmp_path / "shot.solved.png"


def test_two_pictures_of_one_name_get_two_files(tmp_path: Path) -> None:
    one, two, three = (source(tmp_path / name) for name in ("a/x.png", "b/x.png", "b/x.jpg"))
    outputs = Outputs(tmp_path / "out", [one, two, three])
    found = [outputs.path(each) for each in (one, two, three)]
    assert [path.name for path in found] == ["x.solved.png", "x-2.solved.png", "x-3.solved.png"]
    assert outputs.path(two) == found[1]


def test_a_picture_of_the_run_is_never_written_over(tmp_path: Path) -> None:
    plain, marked = source(tmp_path / "x.png"), source(tmp_path / "x.solved.png")
    outputs = Outputs(None, [plain, marked])
    assert outputs.path(plain).name == "x-2.solved.png"
    assert outputs.path(marked).name == "x.solved.solved.png"


def test_a_link_to_the_picture_is_the_picture(tmp_path: Path) -> None:
    shot = tmp_path / "x.png"
    shot.write_bytes(b"")
    (tmp_path / "x.solved.png").symlink_to(shot)
    assert Outputs(None, [source(shot)]).path(source(shot)).name == "x-2.solved.png"


def test_what_comes_from_the_screen_is_never_written_over(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    screen = Source("screen")
    assert Outputs(None, [screen]).path(screen) == Path("screen.solved.png")
    Path("screen.solved.png").touch()
    assert Outputs(None, [screen]).path(screen) == Path("screen-2.solved.png")
    assert Outputs(None, [Source("-")]).path(Source("-")) == Path("stdin.solved.png")


def test_out_as_a_file(tmp_path: Path) -> None:
    shot = source(tmp_path / "x.png")
    assert Outputs(tmp_path / "deep" / "y.jpg", [shot]).path(shot) == tmp_path / "deep" / "y.jpg"
    with pytest.raises(OutputError, match="is one file, but there are 2 pictures"):
        Outputs(tmp_path / "y.png", [shot, source(tmp_path / "z.png")])
    with pytest.raises(OutputError, match="is the picture itself"):
        Outputs(tmp_path / "x.png", [shot])
    with pytest.raises(OutputError, match=r"can be written as \.bmp"):
        Outputs(tmp_path / "x.gif", [shot])


def test_out_below_a_file_can_not_be_made(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(OutputError, match="name a folder that can be written"):
        Outputs(tmp_path / "file" / "folder", [source(tmp_path / "x.png")])


@pytest.mark.parametrize("suffix", [".png", ".jpg", ".webp", ".bmp"])
def test_write_is_whole_or_not_at_all(tmp_path: Path, suffix: str) -> None:
    write(tmp_path / f"y{suffix}", PIXELS)
    assert [path.name for path in tmp_path.iterdir()] == [f"y{suffix}"]


def test_a_name_that_is_no_picture_s(tmp_path: Path) -> None:
    with pytest.raises(OutputError, match="name a picture file"):
        write(tmp_path / "y.doc", PIXELS)


def test_a_folder_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(OutputError, match="name a folder with --out"):
        write(tmp_path / "gone" / "y.png", PIXELS)


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may write everywhere")
def test_a_folder_that_may_not_be_written(tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    with pytest.raises(OutputError, match="can't be written"):
        write(tmp_path / "y.png", PIXELS)
