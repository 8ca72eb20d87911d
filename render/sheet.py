"""The picture in the making."""

from __future__ import annotations

from collections.abc import Collection
from typing import NamedTuple

from PIL import Image

from render.colour import Colour
from render.layout import Layout, Pixel
from render.palette import lay, tinted
from render.scene import Scene
from render.theme import Theme


class Sheet(NamedTuple):
    """A picture in the making: indices of the scene's palette, and where things lie."""

    image: Image.Image
    scene: Scene
    tints: Collection[int] = ()
    """The points where the last move began and ended."""
    raised: Collection[int] = ()
    """The points whose pieces stand higher than usual."""

    @property
    def layout(self) -> Layout:
        """Where points lie."""
        return self.scene.layout

    @property
    def theme(self) -> Theme:
        """The scene's colours."""
        return self.scene.theme

    def ground(self, point: int) -> Colour:
        """The colour that a piece stands on there."""
        ground = self.scene.grounds[point]
        return tinted(self.theme, ground) if point in self.tints else ground

    def centre(self, point: int) -> Pixel:
        """The centre of a piece that stands there."""
        layout = self.layout
        return (layout.raised if point in self.raised else layout.centres)[point]

    def middle(self, point: int) -> Pixel:
        """Where a mark stands on a free point: in the middle of a map's square."""
        layout = self.layout
        return layout.middles[point] if layout.on_map else self.centre(point)

    def lay(self, shape: Image.Image, corner: Pixel, colour: Colour, opacity: float = 1.0) -> None:
        """Lay a shape (levels of cover) on the picture, its top left at ``corner``."""
        lay(self.image, shape, corner, self.scene.palette.ink(colour, opacity))

    def lay_around(
        self, shape: Image.Image, centre: Pixel, colour: Colour, opacity: float = 1.0
    ) -> None:
        """Lay a shape (levels of cover) with its middle at ``centre``."""
        corner = (centre[0] - shape.width // 2, centre[1] - shape.height // 2)
        self.lay(shape, corner, colour, opacity)
