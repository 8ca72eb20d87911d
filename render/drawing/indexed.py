"""Pictures of a few colours: painting with the indices of a palette.

A picture is an ``L`` image whose values are indices of the palette, which makes it small to encode.
Smooth edges need mixed colours. A palette of 64 leaves two of a pixel's eight bits free, so a shape
is blended into a picture in two steps over whole regions: add the shape's coverage of each pixel
(four levels) in those two bits; then look up, for each pair of colour and level, the palette's
nearest colour to the mixture.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from PIL import Image, ImageChops

from render.drawing.colour import Colour, mix

COLOURS = 64
"""Most colours of a palette."""
LEVELS = 256 // COLOURS
"""Number of levels of coverage that fit in a byte beside the colour; the last is full coverage."""


class Palette:
    """Up to ``COLOURS`` colours, and the tables for painting with their indices."""

    def __init__(self, colours: tuple[Colour, ...]) -> None:
        self.colours = colours
        """The colours, by index."""
        self.bytes = bytes(value for colour in self.colours for value in colour)
        """The colours in the form that Pillow's ``putpalette`` takes."""
        self._blends: dict[tuple[Colour, float], bytes] = {}
        self._image = Image.new("P", (1, 1))
        self._image.putpalette(self.bytes)

    def index(self, colour: Colour) -> int:
        """Return the index of the colour nearest to ``colour``."""
        return _nearest(self.colours, colour)

    def indices(self, image: Image.Image) -> Image.Image:
        """Return an RGB image as indices."""
        nearest = image.quantize(palette=self._image, dither=Image.Dither.NONE)
        return Image.frombytes("L", nearest.size, nearest.tobytes())

    def blend(self, colour: Colour, opacity: float = 1.0) -> bytes:
        """Return the table for ``blend_shape`` that mixes ``colour`` into a picture."""
        table = self._blends.get((colour, opacity))
        if table is None:
            table = self._blends[colour, opacity] = _blend_table(self.colours, colour, opacity)
        return table


_COVERAGE: Final = bytes(round(value * (LEVELS - 1) / 255) * COLOURS for value in range(256))
"""The level of coverage of each value of a mask, times the number of colours."""


def coverage(mask: Image.Image) -> Image.Image:
    """Return a mask (0 to 255) as levels of coverage, for ``blend_shape``."""
    return Image.frombytes("L", mask.size, mask.tobytes().translate(_COVERAGE))


def blend_shape(
    picture: Image.Image, shape: Image.Image, corner: tuple[int, int], blend: bytes
) -> None:
    """Blend a shape (levels of coverage) into a picture (indices), with its corner at ``corner``.

    ``blend`` is a table that ``Palette.blend`` returned.
    """
    x, y = corner
    box = (x, y, x + shape.width, y + shape.height)
    levels = ImageChops.add(picture.crop(box), shape)
    # The same as Pillow's ``point``, which is slower: it rounds every entry of the table first.
    picture.paste(Image.frombytes("L", levels.size, levels.tobytes().translate(blend)), (x, y))


def _blend_table(colours: tuple[Colour, ...], colour: Colour, opacity: float) -> bytes:
    return bytes(
        _nearest(colours, mix(ground, colour, opacity * level / (LEVELS - 1)))
        for level in range(LEVELS)
        for ground in colours + colours[:1] * (COLOURS - len(colours))
    )


@lru_cache(maxsize=16384)
def _nearest(colours: tuple[Colour, ...], colour: Colour) -> int:
    red, green, blue = colour
    distances = [
        3 * (r - red) ** 2 + 6 * (g - green) ** 2 + 2 * (b - blue) ** 2 for r, g, b in colours
    ]
    return distances.index(min(distances))
