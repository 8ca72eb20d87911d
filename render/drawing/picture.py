"""A finished picture: the file, and a description for people who do not see it."""

from __future__ import annotations

import struct
from typing import Final, NamedTuple

from isal import isal_zlib
from PIL import Image

from engine.text import Text

LONGEST_ALT_TEXT: Final = 950
"""Most characters of a picture's alt text in English. Discord allows 1,024; the rest is for
languages that need more room.
"""
COMPRESSION: Final = 2
"""ISA-L's level: files are as small as at zlib's third level, in a seventh of the time."""


class Picture(NamedTuple):
    """A picture and its description, ready to be sent."""

    png: bytes
    """The content of the PNG file."""
    alt: Text
    """The description for people who do not see it, of at most ``LONGEST_ALT_TEXT`` characters."""


def encode(image: Image.Image) -> bytes:
    """Return the PNG file of an image in mode ``P``."""
    width, height = image.size
    header = struct.pack(">IIBBBBB", width, height, 8, 3, 0, 0, 0)  # 8 bits, indices of a palette
    rows = image.crop((-1, 0, width, height)).tobytes()  # each begins with 0, for "no filter"
    chunks = (
        (b"IHDR", header),
        (b"PLTE", bytes(image.getpalette() or ())),
        (b"IDAT", isal_zlib.compress(rows, COMPRESSION)),
        (b"IEND", b""),
    )
    return b"\x89PNG\r\n\x1a\n" + b"".join(_chunk(*chunk) for chunk in chunks)


def _chunk(kind: bytes, data: bytes) -> bytes:
    body = kind + data
    return struct.pack(">I", len(data)) + body + struct.pack(">I", isal_zlib.crc32(body))
