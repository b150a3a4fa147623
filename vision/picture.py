"""Load a picture file: told by its content, its size checked before it is decoded, every fault one line of text.

Large whole 8-bit PNG files take OpenCV's decoder, the fastest. Everything else goes through Pillow, which keeps quiet
about damaged data where OpenCV's codecs write to standard error, and knows animation, CMYK and EXIF turning.
"""

from __future__ import annotations

import io
import os
import stat
import warnings
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

import cv2
import numpy as np
from PIL import Image, ImageOps

from vision import png
from vision.errors import PictureError
from vision.frame import Frame

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

MAX_PIXELS = 40_000_000
"""A little more than an 8K screen; as BGR they take 120 MB."""
LARGE = 1 << 18
"""From this many pixels on OpenCV's PNG decoder saves time that anybody would notice."""
MAX_BYTES = 256 * 1024 * 1024

FORMATS = {  # Pillow's name of the plugin, and how a file of the format starts
    "Png": (b"\x89PNG",),
    "Jpeg": (b"\xff\xd8",),
    "Gif": (b"GIF8",),
    "WebP": (b"RIFF",),
    "Bmp": (b"BM",),
    "Tiff": (b"II*\0", b"MM\0*", b"II+\0", b"MM\0+"),
}
FAX = ("group3", "group4", "tiff_ccitt", "tiff_raw_16")
"""TIFF codecs that write to standard error when damaged, and hold no screenshot."""
STRANGERS = (
    (b"%PDF", "a PDF document"),
    (b"PK\x03\x04", "a ZIP archive or office document"),
    (b"<svg", "an SVG drawing"),
    (b"<?xml", "an XML file"),
    (b"<!DOCTYPE", "a web page"),
    (b"<html", "a web page"),
    (b"\x1a\x45\xdf\xa3", "a video"),
    (b"\x00\x00\x01\x00", "an icon"),
)
SAVE_AGAIN = "save the picture again as PNG or JPEG"

Source = str | os.PathLike[str] | bytes | bytearray | memoryview | BinaryIO


def load(source: Source, *, frame: int = 0, max_pixels: int = MAX_PIXELS) -> Frame:
    """Load one picture as a frame.

    Args:
        source: a path, the bytes of a file, or a binary stream (read to its end).
        frame: which frame of an animation, from 0.
        max_pixels: refuse pictures with more pixels (width × height). The header is asked, before anything is decoded.

    Returns:
        The frame, BGR. 16-bit samples are cut to 8; transparent places are laid on black, or on white where only dark
        things would remain; a picture that EXIF says is turned comes upright. Colour profiles are ignored.

    Raises:
        PictureError: no such file, not a picture, damaged, too large, or no such frame.
    """
    name, data = _fetch(source)
    if frame < 0:
        raise PictureError(f"{name}: there is no frame {frame}: frames are counted from 0")
    if png.is_png(data):
        try:
            width, height = png.size(data)
            _check_size(name, width, height, max_pixels)
            data, plain = png.tidy(data)
        except png.DamagedPngError as fault:
            raise PictureError(f"{name}: the picture is damaged ({fault}): {SAVE_AGAIN}") from None
        if plain and frame == 0 and width * height >= LARGE:
            return Frame(_decode_whole(name, data), name)
    return Frame(_decode_any(name, data, frame, max_pixels), name)


def _fetch(source: Source) -> tuple[str, bytes]:
    """The name to show and the bytes, never more than ``MAX_BYTES``."""
    if isinstance(source, (bytes, bytearray, memoryview)):
        name, data = "picture", bytes(source)
    elif isinstance(source, (str, os.PathLike)):
        name = _printable(os.fspath(source))
        data = _read_file(name, Path(source))
    else:
        given = getattr(source, "name", None)
        name = _printable(given) if isinstance(given, str) else "stream"
        try:
            data = source.read(MAX_BYTES + 1)
        except OSError as fault:
            raise PictureError(f"{name}: can't be read ({fault.strerror or fault})") from None
    if not data:
        raise PictureError(f"{name}: the file is empty")
    if len(data) > MAX_BYTES:
        raise PictureError(f"{name}: the file is larger than {MAX_BYTES >> 20} MB: {SAVE_AGAIN}")
    return name, data


def _printable(name: str) -> str:
    """A file's name fit for one line of text: what can't be printed, or encoded, becomes a question mark."""
    return "".join(sign if sign.isprintable() else "?" for sign in name)


def _read_file(name: str, path: Path) -> bytes:
    try:
        mode = path.stat().st_mode
        if stat.S_ISDIR(mode):
            raise PictureError(f"{name}: is a folder, not a picture: name a file in it")
        if not stat.S_ISREG(mode):  # a device or a pipe may never end
            raise PictureError(f"{name}: is not a plain file: save the picture to a file first")
        with path.open("rb") as stream:
            return stream.read(MAX_BYTES + 1)
    except FileNotFoundError:
        raise PictureError(f"{name}: there is no such file") from None
    except PermissionError:
        raise PictureError(f"{name}: you may not read this file: change its permissions or copy it") from None
    except (OSError, ValueError) as fault:  # ValueError: a NUL byte in the name
        raise PictureError(f"{name}: can't be read ({getattr(fault, 'strerror', None) or fault})") from None


def _check_size(name: str, width: int, height: int, max_pixels: int) -> None:
    if width * height > max_pixels:
        raise PictureError(
            f"{name}: {width}×{height} is {width * height / 1e6:.4g} million pixels, "
            f"more than the limit of {max_pixels / 1e6:.4g} million: crop or shrink the picture"
        )


def _decode_whole(name: str, data: bytes) -> NDArray[np.uint8]:
    try:
        pixels = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_UNCHANGED)
    except cv2.error:
        pixels = None
    if pixels is None:
        raise PictureError(f"{name}: the picture is damaged: {SAVE_AGAIN}")
    if pixels.ndim == 2:
        return np.asarray(cv2.cvtColor(pixels, cv2.COLOR_GRAY2BGR), np.uint8)
    if pixels.shape[2] == 4:
        return _lay_down(pixels)
    return np.asarray(pixels, np.uint8)


def _decode_any(name: str, data: bytes, frame: int, max_pixels: int) -> NDArray[np.uint8]:
    kind = next((kind for kind, heads in FORMATS.items() if data.startswith(heads)), None)
    if kind is None:
        raise PictureError(f"{name}: {_stranger(data)}")
    # Pillow would import forty plugins to try them in turn.
    import_module(f"PIL.{kind}ImagePlugin")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            image: Image.Image = Image.open(io.BytesIO(data), formats=(kind,))
        except Image.DecompressionBombError:
            raise PictureError(
                f"{name}: the picture has more than the limit of {max_pixels / 1e6:.4g} million pixels: "
                "crop or shrink it"
            ) from None
        except Exception:  # noqa: BLE001 - a parser fed damaged bytes may raise anything
            raise PictureError(
                f"{name}: the {kind.upper()} picture is damaged at its start, or of a rare kind: {SAVE_AGAIN}"
            ) from None
        with image:
            _check_size(name, image.width, image.height, max_pixels)
            if image.info.get("compression") in FAX:
                raise PictureError(f"{name}: is a fax, in black and white only: {SAVE_AGAIN}")
            try:
                if kind == "WebP" and not (getattr(image, "is_animated", False) or "exif" in image.info or frame):
                    return _decode_whole(name, data)  # OpenCV keeps quiet about damaged WebP, and is faster
                return _develop(name, image, frame, max_pixels)
            except PictureError:
                raise
            except Exception as fault:  # noqa: BLE001 - as above
                raise PictureError(f"{name}: the picture is damaged ({_brief(fault)}): {SAVE_AGAIN}") from None


def _develop(name: str, image: Image.Image, frame: int, max_pixels: int) -> NDArray[np.uint8]:
    if frame:
        count = getattr(image, "n_frames", 1)
        if frame >= count:
            have = "only one frame, 0" if count == 1 else f"{count} frames, 0 to {count - 1}"
            raise PictureError(f"{name}: there is no frame {frame}: the picture has {have}")
        image.seek(frame)
        _check_size(name, image.width, image.height, max_pixels)  # pages of a TIFF have sizes of their own
    image.load()
    with suppress(Exception):  # damaged EXIF says nothing about the pixels
        ImageOps.exif_transpose(image, in_place=True)
    if image.mode in ("I", "F") or image.mode.startswith("I;16"):
        return np.asarray(cv2.cvtColor(_to_8_bit(image), cv2.COLOR_GRAY2BGR), np.uint8)
    if image.has_transparency_data:
        return _lay_down(cv2.cvtColor(np.asarray(image.convert("RGBA")), cv2.COLOR_RGBA2BGRA))
    whole = image if image.mode == "RGB" else image.convert("RGB")
    return np.asarray(cv2.cvtColor(np.asarray(whole), cv2.COLOR_RGB2BGR), np.uint8)


def _to_8_bit(image: Image.Image) -> NDArray[np.uint8]:
    """Deep grayscale: 16-bit keeps its high byte; wider samples have no known white, so their range is stretched."""
    deep = np.asarray(image)
    if image.mode.startswith("I;16"):
        return (deep >> 8).astype(np.uint8)
    low, high = float(np.nanmin(deep)), float(np.nanmax(deep))
    if image.mode == "I" and low >= 0 and high <= 65535:
        return (deep >> 8).astype(np.uint8) if high > 255 else deep.astype(np.uint8)
    if not np.isfinite(high - low):
        raise ValueError("the samples are not finite numbers")
    return np.nan_to_num((deep - low) * (255 / max(high - low, 1e-12))).astype(np.uint8)


def _lay_down(pixels: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """BGRA on a plain ground: black, or white where everything that shows is nearly black itself."""
    laid = np.asarray(cv2.cvtColor(pixels, cv2.COLOR_BGRA2BGR), np.uint8)
    if pixels[:, :, 3].min() == 255:
        return laid
    for rows in _bands(laid):
        cv2.multiply(laid[rows], _weight(pixels[rows]), dst=laid[rows], scale=1 / 255)
    if laid.max() < 48 and pixels[:, :, 3].any():
        for rows in _bands(laid):
            cv2.add(laid[rows], cv2.bitwise_not(_weight(pixels[rows])), dst=laid[rows])
    return laid


def _bands(pixels: NDArray[np.uint8]) -> Iterator[slice]:
    """Slices of a few rows each, so that what is worked on stays small."""
    return (slice(row, row + 256) for row in range(0, pixels.shape[0], 256))


def _weight(pixels: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """The alpha of BGRA, three times over."""
    return np.asarray(cv2.cvtColor(np.ascontiguousarray(pixels[:, :, 3]), cv2.COLOR_GRAY2BGR), np.uint8)


def _stranger(data: bytes) -> str:
    start = data[:256].lstrip().lower()
    for signature, what in STRANGERS:
        if start.startswith(signature.lower()):
            return f"is {what}, not a picture: save a screenshot as PNG or JPEG"
    if data[4:8] == b"ftyp":
        return "is HEIC, AVIF or a video: save it as PNG or JPEG"
    if not data[:512].translate(None, bytes(range(32, 127)) + b"\t\n\r"):
        return "is text, not a picture: name a PNG, JPEG, GIF, WebP, BMP or TIFF file"
    return "is not a picture that can be read: name a PNG, JPEG, GIF, WebP, BMP or TIFF file"


def _brief(fault: Exception) -> str:
    words = str(fault).split("\n", 1)[0].strip().rstrip(".")
    return words[:80] or type(fault).__name__
