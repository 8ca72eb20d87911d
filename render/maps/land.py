"""The ground of a map: sea, coasts and countries, and the frame around them."""

from __future__ import annotations

from PIL import Image, ImageChops, ImageDraw, ImageFilter

from engine.map import Map
from render.drawing.colour import Colour, edges_of, mix
from render.drawing.fonts import SMALLEST, digit_height, font
from render.drawing.kept import kept
from render.themes.catalogue import theme_named
from render.themes.theme import MapColours
from render.view.layout import Layout

OVERSAMPLING = 3
"""Factor by which lands are drawn larger than shown."""
SHORE = 0.3
"""Distance from land, in squares, within which the sea is lighter."""
NORTH = 0.01
"""Corners this near to the northern edge, in squares, are extended to the top of the picture."""
GAP = 0.15
"""Widest gap between neighbouring outlines, in squares, that counts as land."""


@kept(24)
def land(layout: Layout, chart: Map, theme: str, frame: Colour) -> Image.Image:
    """Return a map without squares and names, in a frame of the colour ``frame``."""
    colours = theme_named(theme).map
    cell = layout.cell
    size = _size(layout)
    large = (size[0] * OVERSAMPLING, size[1] * OVERSAMPLING)
    small, ground = _countries(layout, chart, colours, large)
    blurred = small.filter(ImageFilter.GaussianBlur(cell * SHORE))
    sea = Image.new("RGB", size, colours.sea)
    sea.paste(colours.shore, (0, 0), blurred.point([255 * (value > 30) for value in range(256)]))
    crisp = small.point([255 * (value > 127) for value in range(256)])
    near = round(cell * GAP / 2)
    crisp = _shrunk(_grown(crisp, near), near)
    edge = ImageChops.subtract(crisp, _shrunk(crisp, 1))
    sea.paste(ground, (0, 0), crisp)
    sea.paste(colours.coast, (0, 0), edge)
    image = Image.new("RGB", layout.picture_size, frame)
    _frame(image, layout, frame, colours.coordinate)
    image.paste(sea, layout.corner)
    return image


def _grown(mask: Image.Image, reach: int) -> Image.Image:
    """Return a mask (0 or 255) extended by ``reach`` pixels along rows and columns.

    The result is that of Pillow's MaxFilter, fifty times as fast: a mean is above 0 if any pixel
    is.
    """
    any_of = [255 * (value > 0) for value in range(256)]
    for along in ((reach, 0), (0, reach)):
        mask = mask.filter(ImageFilter.BoxBlur(along)).point(any_of)
    return mask


def _shrunk(mask: Image.Image, reach: int) -> Image.Image:
    """Return a mask (0 or 255) reduced by ``reach`` pixels, as by Pillow's MinFilter."""
    all_of = [255 * (value == 255) for value in range(256)]
    for along in ((reach, 0), (0, reach)):
        mask = mask.filter(ImageFilter.BoxBlur(along)).point(all_of)
    return mask


def _size(layout: Layout) -> tuple[int, int]:
    """Return the width and height inside the frame, in pixels."""
    width, height = layout.extent
    return (round(layout.cell * width), round(layout.cell * height))


def _countries(
    layout: Layout, chart: Map, colours: MapColours, size: tuple[int, int]
) -> tuple[Image.Image, Image.Image]:
    """Return the mask of land (0 or 255), and the colours of the land."""
    unit = layout.cell * OVERSAMPLING
    left, top = layout.window[:2]
    coasts, ground = Image.new("L", size, 0), Image.new("RGB", size, colours.neutral)
    west, hatched = ImageChops.invert(_east(layout, chart, size)), Image.new("L", size, 0)
    pen = ImageDraw.Draw(ground)
    outlines = [
        (
            [
                ((x - left) * unit, ((y if y > NORTH else min(y, top)) - top) * unit)
                for x, y in outline.corners
            ],
            outline,
        )
        for outline in chart.outlines
    ]
    for corners, outline in outlines:
        ImageDraw.Draw(coasts).polygon(corners, 255)
        lands = [colours.lands[colour].land for colour in outline.colours]
        if outline.hatched:
            ImageDraw.Draw(hatched).polygon(corners, 255)
        if lands:
            pen.line([*corners, corners[0]], lands[-1], round(unit * GAP))
            pen.polygon(corners, lands[-1])
        if len(lands) > 1:
            shape = Image.new("L", size, 0)
            ImageDraw.Draw(shape).polygon(corners, 255)
            _paste_common(ground, lands[0], shape, west)
    if hatched.getbbox():
        _paste_common(ground, colours.hatching, hatched, _hatching(size, unit))
    ground = ground.reduce(OVERSAMPLING)
    pen = ImageDraw.Draw(ground)
    line = mix(colours.coast, colours.neutral, 0.35)
    for corners, _ in outlines:
        pen.line([(x / OVERSAMPLING, y / OVERSAMPLING) for x, y in (*corners, corners[0])], line)
    return coasts.reduce(OVERSAMPLING), ground


def _paste_common(
    ground: Image.Image, colour: Colour, shape: Image.Image, mask: Image.Image
) -> None:
    """Paste a colour where two masks (0 or 255) overlap, the first of which may be small."""
    box = shape.getbbox()
    if box is not None:
        ground.paste(colour, box, ImageChops.multiply(shape.crop(box), mask.crop(box)))


def _east(layout: Layout, chart: Map, size: tuple[int, int]) -> Image.Image:
    """Return the mask of the eastern zone: in every row, the cells from some column on."""
    columns, rows = (round(side) for side in layout.board.size)
    cells = Image.new("L", (columns, rows + 1), 0)
    for y, first in enumerate((chart.east[0], *chart.east)):
        for x in range(first, columns):
            cells.putpixel((x, y), 255)
    left, top, right, bottom = layout.window
    return cells.resize(size, Image.Resampling.NEAREST, box=(left, top + 1, right, bottom + 1))


def _hatching(size: tuple[int, int], unit: int) -> Image.Image:
    lines = Image.new("L", size, 0)
    pen = ImageDraw.Draw(lines)
    for at in range(-size[1], size[0], max(6, unit // 5)):
        pen.line((at, size[1], at + size[1], 0), 255, max(2, unit // 26))
    return lines


def _frame(image: Image.Image, layout: Layout, colour: Colour, ink: Colour) -> None:
    """Draw the frame, with a letter for every row and a figure for every column."""
    pen = ImageDraw.Draw(image)
    width, height = image.size
    line = max(1, layout.size // 500)
    edge = layout.corner[0]
    deep, bright = edges_of(colour)
    pen.rectangle((0, 0, width - 1, height - 1), outline=deep, width=line)
    inner = edge - 2 * line
    pen.rectangle((inner, inner, width - inner - 1, height - inner - 1), fill=bright)
    size = min(0.62 * edge, 0.5 * layout.cell)
    if not layout.coordinates or size < SMALLEST:
        return
    type_ = font(size)
    left, top, right, bottom = layout.window
    capital = digit_height(type_)
    for axis, count in enumerate(layout.board.size):
        first, last = ((left, right), (top, bottom))[axis]
        for place in range(round(count)):
            if not first <= place + 0.25 or not place + 0.75 <= last:
                continue
            at = edge + (place + 0.5 - first) * layout.cell
            text = str(place + 1) if axis == 0 else chr(ord("A") + place)
            middle = edge / 2 - line / 2
            for across in (middle, (height, width)[axis] - middle):
                x, y = (at, across) if axis == 0 else (across, at)
                pen.text((x, y + capital / 2), text, ink, type_, anchor="ms")
