"""The palette of a theme, and painting with indices instead of colours.

A picture is kept as an ``L`` image whose values are indices of the palette, which makes it
small to encode. Smooth edges need mixed colours; a palette of 64 leaves two of a pixel's eight
bits free, so a shape is laid on a picture in two steps over whole regions: add how much the
shape covers each pixel (four levels) in those two bits, then look up, for every pair of colour
and level, which colour of the palette is nearest to the mixture.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from PIL import Image, ImageChops

from render.colour import BLACK, WHITE, Colour, mix
from render.theme import Theme, Themes
from render.themes import themes_of

COLOURS = 64
"""Most colours of a palette."""
LEVELS = 256 // COLOURS
"""Levels of cover that are left in a byte beside the colour; the last one is full."""

NUMBERS = "numbers"
"""The style of a board of squares that bear numbers: pieces stand on the dark ones alone."""

SHADOWS = (0.15, 0.3, 0.45)
"""How much darker the ground is in the tones of a piece's shadow."""
TINT = 0.55
"""How much of the trail's colour is in the squares where it begins and ends."""
GHOST = 0.5
"""How much of a captured piece is still there."""


def tinted(theme: Theme, ground: Colour) -> Colour:
    """The colour of a ground on which the last move began or ended."""
    return mix(ground, theme.tint, TINT)


class Palette:
    """The colours of a theme's pictures, and the ways to paint with their indices."""

    def __init__(self, theme: Theme, colours: tuple[Colour, ...]) -> None:
        self.theme = theme
        self.colours = colours
        """By index."""
        self.bytes = bytes(value for colour in self.colours for value in colour)
        """As Pillow's ``putpalette`` takes them."""
        self._inks: dict[tuple[Colour, float], bytes] = {}
        self._image = Image.new("P", (1, 1))
        self._image.putpalette(self.bytes)

    def index(self, colour: Colour) -> int:
        """The index of the colour nearest to ``colour``."""
        return _nearest(self.colours, colour)

    def indices(self, image: Image.Image) -> Image.Image:
        """An RGB image as indices."""
        nearest = image.quantize(palette=self._image, dither=Image.Dither.NONE)
        return Image.frombytes("L", nearest.size, nearest.tobytes())

    def ink(self, colour: Colour, opacity: float = 1.0) -> bytes:
        """The table with which ``lay`` mixes ``colour`` into a picture."""
        ink = self._inks.get((colour, opacity))
        if ink is None:
            ink = self._inks[colour, opacity] = _ink(self.colours, colour, opacity)
        return ink


def cover(mask: Image.Image) -> Image.Image:
    """A mask (0 to 255) as levels of cover, the way ``lay`` needs it."""
    return mask.point([round(value * (LEVELS - 1) / 255) * COLOURS for value in range(256)])


def lay(picture: Image.Image, shape: Image.Image, corner: tuple[int, int], ink: bytes) -> None:
    """Lay a shape (levels of cover) on a picture (indices), its top left at ``corner``."""
    x, y = corner
    box = (x, y, x + shape.width, y + shape.height)
    picture.paste(ImageChops.add(picture.crop(box), shape).point(ink), (x, y))


@lru_cache(maxsize=64)
def palette_of(
    theme: str,
    seats: tuple[str, ...] = ("White", "Black"),
    style: str = NUMBERS,
    grounds: tuple[Colour, ...] = (),
) -> Palette:
    """The palette of the theme with that name, for the pieces of these seats.

    ``grounds`` are the colours that pieces stand on, where there is more than one. Raises
    ValueError for an unknown name.
    """
    look = _look(themes_of(theme), seats)
    colours = _colours(look) if style == NUMBERS else _more_colours(look, style, grounds)
    return Palette(look, tuple(dict.fromkeys(colours))[:COLOURS])


def _look(themes: Themes, seats: tuple[str, ...]) -> Theme:
    """The theme with the materials of these seats; by their number where it has no such names."""
    for theme in themes.boards:
        if set(seats) <= set(theme.seats):
            chosen = tuple(theme.materials[theme.seats.index(seat)] for seat in seats)
            return theme._replace(materials=chosen, seats=seats)
    theme = themes.colours
    return theme._replace(materials=theme.materials[: len(seats)], seats=seats)


def _colours(theme: Theme) -> Iterator[Colour]:
    """The theme's own colours, and the mixtures that occur at the edges between them."""
    yield from (theme.light, theme.dark, theme.frame, theme.label)
    yield from (theme.trail, theme.casing, theme.mark, theme.cross)
    for material in theme.materials:
        yield from material.colours[:5]
    tint = tinted(theme, theme.dark)
    yield tint
    for ground in (theme.light, theme.dark):
        if theme.grain:
            yield mix(ground, BLACK, theme.grain)
            yield mix(ground, WHITE, theme.grain)
    yield mix(theme.frame, BLACK, 0.4)
    yield mix(theme.frame, WHITE, 0.2)
    for share in (0.3, 0.55, 0.8):
        yield mix(theme.dark, theme.label, share)
    for share in SHADOWS:
        yield mix(theme.dark, BLACK, share)
    yield mix(tint, BLACK, SHADOWS[1])
    for material in theme.materials:
        yield mix(material.face, material.groove, 0.5)
        yield mix(material.face, material.emblem, 0.35)
        yield mix(material.face, material.emblem, 0.7)
        yield mix(material.side, theme.dark, 0.5)
        yield mix(material.face, material.side, 0.5)
        yield mix(theme.dark, material.face, GHOST)
        yield mix(theme.dark, material.side, GHOST)
        yield mix(tint, material.face, 0.5)
        yield mix(theme.mark, material.face, 0.5)
    for ground in (theme.light, theme.dark):
        yield mix(ground, theme.casing, 0.5)
    yield mix(theme.trail, theme.casing, 0.35)
    yield mix(theme.trail, theme.casing, 0.65)
    yield mix(theme.cross, theme.casing, 0.5)
    yield mix(theme.dark, theme.mark, 0.35)
    yield mix(theme.dark, theme.mark, 0.7)


def _more_colours(theme: Theme, style: str, grounds: tuple[Colour, ...]) -> Iterator[Colour]:
    """Those of a board on which pieces stand on several grounds, the most important first."""
    plain = tuple(at for at in grounds if at in (theme.light, theme.dark, theme.stone))
    camps = tuple(at for at in grounds if at not in plain)
    yield from (theme.light, theme.dark, theme.frame, theme.label)
    yield from (theme.trail, theme.casing, theme.mark, theme.cross)
    yield from grounds
    for material in theme.materials:
        yield from dict.fromkeys(material.colours)
    yield from (tinted(theme, ground) for ground in plain)
    yield mix(theme.frame, BLACK, 0.4)
    yield mix(theme.frame, WHITE, 0.2)
    if style == "lines":
        yield from masonry(theme)
    if style == "holes":
        yield from (hole(theme, ground) for ground in grounds)
    else:
        yield from (tinted(theme, ground) for ground in camps)
    for material in theme.materials:
        yield mix(material.face, material.groove, 0.5)
        yield mix(material.face, material.side, 0.5)
    yield mix(theme.frame, theme.label, 0.5)
    yield mix(theme.trail, theme.casing, 0.5)
    for ground in plain:
        yield mix(ground, BLACK, SHADOWS[1])
        yield mix(ground, BLACK, theme.grain)
        yield mix(ground, WHITE, theme.grain)
    yield mix(theme.mark, theme.trail, 0.5)
    yield from _edges(theme, plain)


def _edges(theme: Theme, grounds: tuple[Colour, ...]) -> Iterator[Colour]:
    """Mixtures at edges, for which there is room only with few materials."""
    for ground in grounds:
        yield mix(ground, BLACK, SHADOWS[0])
        yield mix(ground, BLACK, SHADOWS[2])
        yield mix(ground, theme.casing, 0.5)
        for material in theme.materials:
            yield mix(ground, material.face, GHOST)
    for material in theme.materials:
        yield mix(material.face, material.emblem, 0.35)
        yield mix(material.face, material.emblem, 0.7)
        yield mix(material.face, material.second, 0.5)


def hole(theme: Theme, ground: Colour) -> Colour:
    """The bottom of a hole in that ground."""
    return mix(ground, theme.well, 0.62)


def masonry(theme: Theme) -> tuple[Colour, ...]:
    """The colours of a fortress beside its stone: joints, walls, deep shadow, light."""
    stone = theme.stone
    return (
        mix(stone, BLACK, 0.1),
        mix(stone, BLACK, 0.5),
        mix(stone, BLACK, 0.7),
        mix(stone, WHITE, 0.45),
    )


def _ink(colours: tuple[Colour, ...], colour: Colour, opacity: float) -> bytes:
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
