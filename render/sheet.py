"""The picture in the making."""

from __future__ import annotations

from collections.abc import Collection
from functools import lru_cache
from typing import NamedTuple

from PIL import Image

from render.layout import Layout, Pixel
from render.palette import Palette, lay, palette_of
from render.theme import Colour


class Sheet(NamedTuple):
    """A picture in the making: indices of the theme's palette, and where things lie."""

    image: Image.Image
    layout: Layout
    theme: str
    raised: Collection[int] = ()
    """The points whose pieces stand higher than usual."""

    @property
    def palette(self) -> Palette:
        """The theme's palette."""
        return palette_of(self.theme)

    @property
    def ground(self) -> Colour:
        """The colour of the points that pieces stand on."""
        return self.palette.theme.dark

    def centre(self, point: int) -> Pixel:
        """The centre of a piece that stands there."""
        layout = self.layout
        return (layout.raised if point in self.raised else layout.centres)[point]

    def lay(self, shape: Image.Image, corner: Pixel, colour: Colour, opacity: float = 1.0) -> None:
        """Lay a shape (levels of cover) on the picture, its top left at ``corner``."""
        lay(self.image, shape, corner, _ink(self.theme, colour, opacity))

    def lay_around(self, shape: Image.Image, centre: Pixel, colour: Colour) -> None:
        """Lay a shape (levels of cover) with its middle at ``centre``."""
        corner = (centre[0] - shape.width // 2, centre[1] - shape.height // 2)
        self.lay(shape, corner, colour)


@lru_cache(maxsize=64)
def _ink(theme: str, colour: Colour, opacity: float) -> bytes:
    return palette_of(theme).ink(colour, opacity)
