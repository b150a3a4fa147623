"""Any picture file: told by content, exact pixels, and one-line errors for everything that is damaged."""

from __future__ import annotations

import io
import random
import struct
import tracemalloc
import zlib
from typing import TYPE_CHECKING

import cv2
import numpy as np
import pytest
from PIL import Image

from vision.errors import PictureError
from vision.frame import Frame
from vision.picture import load

if TYPE_CHECKING:
    from pathlib import Path

    from numpy.typing import NDArray


def board(height: int = 60, width: int = 90) -> NDArray[np.uint8]:
    """An uneven little board, RGB: no axis, channel or half can be swapped unseen."""
    pixels = np.full((height, width, 3), (30, 40, 60), np.uint8)
    pixels[8:28, 8:40] = (230, 200, 40)
    pixels[32:52, 48:80] = (20, 90, 220)
    pixels[10:14, 70:74] = (255, 255, 255)
    return pixels


def packed(image: Image.Image, fmt: str, **options: object) -> bytes:
    stream = io.BytesIO()
    image.save(stream, fmt, **options)
    return stream.getvalue()


def chunk(name: bytes, body: bytes) -> bytes:
    return struct.pack(">I", len(body)) + name + body + struct.pack(">I", zlib.crc32(name + body))


RGB = board()
LARGE = np.tile(RGB, (9, 8, 1))
BGR = RGB[:, :, ::-1]
IMAGE = Image.fromarray(RGB)


@pytest.mark.parametrize(
    "data",
    [
        packed(IMAGE, "PNG"),
        packed(IMAGE.convert("RGBA"), "PNG"),
        packed(IMAGE.quantize(16), "PNG"),
        packed(IMAGE, "PNG", icc_profile=b"not a profile"),
        packed(IMAGE, "BMP"),
        packed(IMAGE, "TIFF"),
        packed(IMAGE, "WEBP", lossless=True),
        packed(IMAGE.quantize(16), "GIF"),
        cv2.imencode(".png", BGR.astype(np.uint16) * 257)[1].tobytes(),
        cv2.imencode(".tiff", BGR)[1].tobytes(),
    ],
    ids=["png", "rgba", "palette", "icc", "bmp", "tiff", "webp", "gif", "16-bit", "tiff-lzw"],
)
def test_lossless_files_give_their_exact_pixels(data: bytes, tmp_path: Path) -> None:
    path = tmp_path / "picture.wrong"
    path.write_bytes(data)
    for source in (data, bytearray(data), memoryview(data), io.BytesIO(data), path, str(path)):
        assert np.array_equal(load(source).pixels, BGR)
    assert load(path).source == str(path)
    assert load(path).pixels.flags.c_contiguous


@pytest.mark.parametrize(
    "data",
    [
        packed(IMAGE, "JPEG", quality=95, subsampling=0),
        packed(IMAGE.convert("CMYK"), "JPEG", quality=95),
        packed(IMAGE.convert("CMYK"), "TIFF"),
        packed(IMAGE, "WEBP", quality=95),
        packed(IMAGE, "JPEG", quality=95, progressive=True, subsampling=0),
        packed(IMAGE.convert("YCbCr"), "TIFF"),
    ],
    ids=["jpeg", "cmyk", "cmyk-tiff", "webp", "progressive", "ycbcr"],
)
def test_lossy_files_come_close(data: bytes) -> None:
    assert np.abs(load(data).pixels.astype(int) - BGR).mean() < 6


@pytest.mark.parametrize("mode", ["L", "LA", "1", "I;16", "I", "F"])
def test_grayscale_of_any_depth_becomes_bgr(mode: str) -> None:
    luma = np.asarray(IMAGE.convert("L"))
    if mode in ("I;16", "I"):
        image = Image.fromarray(luma.astype(np.uint16) * 257).convert(mode)
    elif mode == "1":
        image = Image.fromarray(luma > 100)
        luma = ((luma > 100) * 255).astype(np.uint8)
    else:
        image = Image.fromarray(luma).convert(mode)
    pixels = load(packed(image, "TIFF" if mode in ("F", "I") else "PNG")).pixels
    if mode == "F":
        luma = ((luma.astype(float) - luma.min()) * 255 / (luma.max() - luma.min())).astype(np.uint8)
    assert np.abs(pixels[:, :, 0].astype(int) - luma).max() <= 1
    assert np.array_equal(pixels[:, :, 0], pixels[:, :, 2])


@pytest.mark.parametrize("mode", ["RGB", "RGBA", "P", "L"])
def test_large_pictures_give_the_same_pixels(mode: str) -> None:
    image = Image.fromarray(LARGE)
    expected = LARGE[:, :, ::-1]
    if mode == "P":
        image = image.quantize(16)
    elif mode != "RGB":
        image = image.convert(mode)
        expected = np.asarray(image.convert("RGB"))[:, :, ::-1]
    assert np.array_equal(load(packed(image, "PNG", icc_profile=b"not a profile")).pixels, expected)
    with pytest.raises(PictureError, match="cut off"):
        load(packed(image, "PNG")[:-9])


def test_faxes_are_refused() -> None:
    with pytest.raises(PictureError, match="fax"):
        load(packed(IMAGE.convert("1"), "TIFF", compression="group4"))


def test_transparent_ground_is_black_and_white_under_dark_things() -> None:
    rgba = np.dstack([RGB, np.full(RGB.shape[:2], 255, np.uint8)])
    rgba[:, :5] = (200, 200, 200, 0)
    assert not load(packed(Image.fromarray(rgba), "PNG")).pixels[:, :5].any()
    dark = np.zeros((20, 20, 4), np.uint8)
    dark[5:10, 5:10, 3] = 255
    for fmt in ("PNG", "WEBP", "TIFF"):
        pixels = load(packed(Image.fromarray(dark), fmt, **({"lossless": True} if fmt == "WEBP" else {}))).pixels
        assert (pixels[0, 0] == 255).all()
        assert not pixels[6, 6].any()


def test_transparent_palette_entry_is_laid_on_black() -> None:
    palette = IMAGE.quantize(8)
    corner = palette.getpixel((0, 0))
    pixels = load(packed(palette, "PNG", transparency=corner)).pixels
    assert not pixels[0, 0].any()
    assert tuple(pixels[15, 15][::-1]) == (230, 200, 40)


def test_exif_turn_is_undone() -> None:
    exif = Image.Exif()
    exif[0x0112] = 6
    for fmt, options in (("PNG", {}), ("WEBP", {"lossless": True})):
        data = packed(IMAGE.rotate(90, expand=True), fmt, exif=exif, **options)
        assert np.array_equal(load(data).pixels, BGR)
    assert load(packed(IMAGE.rotate(90, expand=True), "JPEG", exif=exif)).pixels.shape == BGR.shape
    assert load(packed(IMAGE, "JPEG", exif=b"Exif\0\0rubbish")).pixels.shape == BGR.shape


@pytest.mark.parametrize("fmt", ["GIF", "WEBP", "PNG", "TIFF"])
def test_frames_of_an_animation(fmt: str) -> None:
    images = [Image.fromarray(np.full((20, 30, 3), (80 * n, 0, 255 - 80 * n), np.uint8)) for n in range(3)]
    options = {"lossless": True} if fmt == "WEBP" else {}
    data = packed(images[0], fmt, save_all=True, append_images=images[1:], **options)
    for number, image in enumerate(images):
        got = load(data, frame=number).pixels[:, :, ::-1].astype(int)
        assert np.abs(got - np.asarray(image)).max() <= 8
    with pytest.raises(PictureError, match="no frame 3: the picture has 3 frames, 0 to 2"):
        load(data, frame=3)
    with pytest.raises(PictureError, match="counted from 0"):
        load(data, frame=-1)


def test_a_still_picture_has_only_frame_0() -> None:
    with pytest.raises(PictureError, match="only one frame"):
        load(packed(IMAGE, "PNG"), frame=1)


def test_the_header_is_asked_before_anything_is_decoded() -> None:
    side = 30000
    head = chunk(b"IHDR", struct.pack(">IIBBBBB", side, side, 8, 2, 0, 0, 0))
    png = b"\x89PNG\r\n\x1a\n" + head + chunk(b"IDAT", zlib.compress(b"\0" * 1000)) + chunk(b"IEND", b"")
    bmp = bytearray(packed(IMAGE, "BMP"))
    bmp[18:26] = struct.pack("<ii", side, side)
    gif = bytearray(packed(IMAGE.quantize(4), "GIF"))
    gif[6:10] = struct.pack("<HH", side, side)
    jpeg = bytearray(packed(IMAGE, "JPEG"))
    at = jpeg.index(b"\xff\xc0")
    jpeg[at + 5 : at + 9] = struct.pack(">HH", side, side)
    tracemalloc.start()
    for data in (png, png[:40], bytes(bmp), bytes(gif), bytes(jpeg)):
        with pytest.raises(PictureError, match="limit of 40 million"):
            load(data)
    assert tracemalloc.get_traced_memory()[1] < 20_000_000
    tracemalloc.stop()
    with pytest.raises(PictureError, match=r"90×60 is 0\.0054 million pixels"):
        load(packed(IMAGE, "PNG"), max_pixels=5000)
    assert load(packed(IMAGE, "PNG"), max_pixels=5400).width == 90


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"", "is empty"),
        (b"hello\nworld\n", "is text"),
        (b"\0" * 600, "is not a picture that can be read"),
        (b"%PDF-1.7 ...", "PDF"),
        (b"\n<svg xmlns='x'/>", "SVG"),
        (b"<!DOCTYPE html><html>", "web page"),
        (b"\0\0\0\x20ftypavif", "AVIF"),
        (bytes(range(256)) * 8, "not a picture"),
        (b"\x89PNG\r\n\x1a\n", "damaged"),
        (b"GIF89a", "damaged"),
        (b"\xff\xd8\xff\xe0", "damaged"),
        (packed(IMAGE, "PNG")[:-40], "cut off"),
        (packed(IMAGE, "JPEG")[:-200], "damaged"),
        (packed(IMAGE, "BMP")[:-200], "damaged"),
        (packed(IMAGE, "WEBP")[:-50], "damaged"),
        (packed(IMAGE, "PNG").replace(b"IDAT", b"IDAU"), "damaged"),
    ],
)
def test_what_is_no_picture_is_told_in_one_line(data: bytes, words: str) -> None:
    with pytest.raises(PictureError, match=words) as caught:
        load(data)
    assert "\n" not in str(caught.value)


def test_paths_that_lead_nowhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(PictureError, match="no such file"):
        load(tmp_path / "absent.png")
    with pytest.raises(PictureError, match="is a folder"):
        load(tmp_path)
    with pytest.raises(PictureError, match="not a plain file"):
        load("/dev/zero")
    with pytest.raises(PictureError, match="can't be read"):
        load("a\0b")
    with pytest.raises(PictureError, match="can't be read"):
        load("x" * 5000)
    with pytest.raises(PictureError, match=r"a\?b\?c: there is no such file"):
        load("a\nb\udc80c")
    path = tmp_path / "locked.png"
    path.write_bytes(packed(IMAGE, "PNG"))

    def refuse(*_: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(type(path), "open", refuse)
    with pytest.raises(PictureError, match="may not read"):
        load(path)


def test_a_stream_that_breaks_is_told() -> None:
    class Broken(io.BytesIO):
        def read(self, *_: object) -> bytes:
            raise OSError(5, "Input/output error")

    with pytest.raises(PictureError, match="Input/output"):
        load(Broken())


def test_one_pixel_is_a_picture() -> None:
    for fmt in ("PNG", "GIF", "JPEG", "BMP", "WEBP"):
        assert load(packed(Image.new("RGB", (1, 1)), fmt)).pixels.shape == (1, 1, 3)


def damaged(seed: int) -> bytes:
    """A whole picture file with one kind of damage, the same for the same seed."""
    rng = random.Random(seed)
    images = [IMAGE, IMAGE.convert("RGBA"), IMAGE.quantize(16), IMAGE.convert("L")]
    fmt = rng.choice(["PNG", "JPEG", "GIF", "WEBP", "BMP", "TIFF"])
    image = images[rng.randrange(4)].convert("RGB") if fmt in ("JPEG", "WEBP") else images[rng.randrange(4)]
    options: dict[str, object] = {}
    if fmt in ("GIF", "WEBP", "PNG") and rng.random() < 0.3:
        options = {"save_all": True, "append_images": [image.rotate(90), image.rotate(180)]}
    data = bytearray(packed(image, fmt, **options))
    kind = rng.randrange(6)
    if kind == 0:
        return bytes(data[: rng.randrange(len(data))])
    if kind == 1:
        for _ in range(rng.choice([1, 3, 10])):
            data[rng.randrange(len(data))] ^= 1 << rng.randrange(8)
    elif kind == 2:  # the header, where sizes and counts live
        for _ in range(rng.choice([1, 2, 6])):
            data[rng.randrange(min(len(data), 64))] = rng.randrange(256)
    elif kind == 3:
        at = rng.randrange(len(data))
        data[at : at + rng.randrange(1, 200)] = bytes(rng.randrange(1, 200))
    elif kind == 4:
        at = rng.randrange(len(data))
        data[at:at] = rng.randbytes(rng.randrange(1, 300))
    else:
        return rng.randbytes(rng.randrange(0, 16)) + bytes(data[rng.randrange(32) :])
    return bytes(data)


def test_500_damaged_files_give_a_frame_or_one_line(capfd: pytest.CaptureFixture[str]) -> None:
    frames = 0
    told: list[str] = []
    for seed in range(500):
        try:
            frame = load(damaged(seed), frame=seed % 7 == 0, max_pixels=4_000_000)
        except PictureError as fault:
            told.append(str(fault))
        else:
            assert isinstance(frame, Frame)
            frames += 1
    assert 20 < frames < 400
    assert all(10 < len(words) < 250 and "\n" not in words for words in told)
    out, err = capfd.readouterr()
    assert (out, err) == ("", "")
