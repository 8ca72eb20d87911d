"""A finished picture: the file, and the words for people who do not see it."""

from __future__ import annotations

from io import BytesIO
from typing import Final, NamedTuple

from PIL import Image

from engine.text import Text

LONGEST_ALT_TEXT: Final = 950
"""Characters of a picture's alt text in English. Discord takes 1,024; the rest is for languages
that need more room."""
COMPRESSION: Final = 3
"""zlib's level: higher ones cost more time than they save bytes."""


class Picture(NamedTuple):
    """A picture as people get it."""

    png: bytes
    """The file."""
    alt: Text
    """What is on it, for people who do not see it; ``LONGEST_ALT_TEXT`` limits it."""


def encode(image: Image.Image) -> bytes:
    """Return the PNG file of an image."""
    file = BytesIO()
    image.save(file, "PNG", compress_level=COMPRESSION)
    return file.getvalue()
