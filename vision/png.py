"""Look through a PNG file before it is decoded: its size, whether it is whole, and the chunks that matter.

libpng writes to standard error about broken checksums and unloved colour profiles; a file that was looked through and
stripped of what does not change the pixels gives it no reason to.
Source: PNG specification, third edition, sections 5 (chunks) and 11.2 (IHDR).
"""

from __future__ import annotations

from zlib import crc32

SIGNATURE = b"\x89PNG\r\n\x1a\n"
KEPT = frozenset({b"IHDR", b"PLTE", b"IDAT", b"IEND", b"tRNS", b"eXIf", b"acTL", b"fcTL", b"fdAT"})
LONGEST = 1 << 20
"""OpenCV's own limit on a side."""
NOT_PLAIN = frozenset({b"tRNS", b"eXIf", b"acTL"})


class DamagedPngError(ValueError):
    """The file is cut off, or a checksum of it is wrong."""


def is_png(data: bytes) -> bool:
    """True where ``data`` starts like a PNG file."""
    return data.startswith(SIGNATURE)


def size(data: bytes) -> tuple[int, int]:
    """Width and height in pixels, from the first 33 bytes.

    Raises:
        DamagedPngError: there is no whole header, or it speaks of no pixels.
    """
    if data[8:16] != b"\0\0\0\rIHDR" or crc32(data[12:29]) != int.from_bytes(data[29:33], "big"):
        raise DamagedPngError("it has no sound header")
    width, height = int.from_bytes(data[16:20], "big"), int.from_bytes(data[20:24], "big")
    if not (width and height):
        raise DamagedPngError("it has no pixels")
    return width, height


def tidy(data: bytes) -> tuple[bytes, bool]:
    """The file again with only the chunks that decide its pixels, and whether it is plain.

    Plain means that any decoder gives the same pixels: 8 bits, no transparent palette, no turning, no animation.

    Raises:
        DamagedPngError: the file ends early, a needed chunk is missing, or its checksum is wrong.
    """
    width, height = size(data)
    view = memoryview(data)
    parts: list[bytes | memoryview] = [SIGNATURE]
    seen: set[bytes] = set()
    at = len(SIGNATURE)
    while b"IEND" not in seen:
        end = at + 12 + int.from_bytes(view[at : at + 4], "big")
        if end > len(data):
            raise DamagedPngError("it is cut off")
        name = bytes(view[at + 4 : at + 8])
        if name in KEPT:
            if crc32(view[at + 4 : end - 4]) == int.from_bytes(view[end - 4 : end], "big"):
                parts.append(view[at:end])
                seen.add(name)
            elif name != b"eXIf":
                raise DamagedPngError("a checksum is wrong")
        at = end
    if b"IDAT" not in seen:
        raise DamagedPngError("it has no pixels")
    depth, color = data[24], data[25]
    plain = depth == 8 and color in (0, 2, 3, 6) and max(width, height) < LONGEST and not seen & NOT_PLAIN
    return b"".join(parts), plain
