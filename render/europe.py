"""The map of Europe of 1914: sea and lands, the squares over them, fortresses and names."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from PIL import Image, ImageChops, ImageDraw, ImageFilter, ImageFont

from render.canvas import Canvas, around
from render.colour import BLACK, WHITE, Colour, mix
from render.europe_key import key
from render.europe_map import (
    COUNTRIES,
    EAST,
    HOLLAND,
    Cell,
    labels,
    map_of_1914,
    zone_border,
)
from render.layout import Layout
from render.numbers import FONT, TINY, Label, number, on_map
from render.palette import lay
from render.scene import Scene
from render.theme import Atlas
from render.themes import themes_of

OVERSAMPLING = 3
"""How many times larger lands are drawn than they are shown."""
SHORE = 0.3
"""How far from land the sea is lighter, in squares."""
GAP = 0.15
"""Most of what neighbouring outlines leave between them, in squares: it is land, too."""
BORDER = (0.1, 0.2)
"""Width of the border of the zones, and with its light edge."""
BASTION = (0.48, 0.61)
"""How far the points of a fortress reach: to the sides, and to the corners of its square."""
COURT = 0.37
"""Where they part."""

FORTRESS_TYPE, COUNTRY_TYPE = 0.26, 0.235
"""Largest type of a fortress's and of a country's name, in squares."""
WIDEST = 0.94
"""Most of a cell's width that a name takes."""


class Chart(NamedTuple):
    """The empty map as indices, without names of squares, with all, and with small ones."""

    bare: Image.Image
    free: Image.Image
    occupied: Image.Image


def europe(scene: Scene) -> Chart:
    """The empty map of that scene."""
    layout = scene.layout
    image = land(layout, scene.look).copy()
    pen = ImageDraw.Draw(image)
    _squares(pen, scene)
    _over(image, layout, scene)
    bare = scene.palette.indices(image)
    if not layout.named:
        return Chart(bare, bare, bare)
    free, occupied = bare.copy(), bare.copy()
    for names, is_free in ((free, True), (occupied, False)):
        label = on_map(layout.cell, free=is_free)
        for point in layout.shown:
            _name(names, scene, point, label)
    return Chart(bare, free, occupied)


def _name(indices: Image.Image, scene: Scene, point: int, label: Label) -> None:
    layout, palette = scene.layout, scene.palette
    name, corner = layout.board.names[point], layout.squares[point]
    if label.outline and name in map_of_1914().fortresses:
        halo = number(layout.cell, name, label, label.outline)
        lay(indices, halo, corner, palette.ink(scene.grounds[point]))
    lay(indices, number(layout.cell, name, label), corner, palette.ink(scene.theme.label))


@lru_cache(maxsize=4)
def land(layout: Layout, theme: str) -> Image.Image:
    """Sea, coasts and countries inside the frame."""
    look = themes_of(theme).europe
    cell = layout.cell
    left, top, right, bottom = layout.window
    size = (round(cell * (right - left)), round(cell * (bottom - top)))
    large = (size[0] * OVERSAMPLING, size[1] * OVERSAMPLING)
    unit = cell * OVERSAMPLING
    coasts, ground = Image.new("L", large, 0), Image.new("RGB", large, look.neutral)
    west, hatched = ImageChops.invert(_east(layout, large)), Image.new("L", large, 0)
    pen = ImageDraw.Draw(ground)
    for country, places in map_of_1914().rings:
        corners = [((x - left) * unit, (y - top) * unit) for x, y in places]
        ImageDraw.Draw(coasts).polygon(corners, 255)
        letters = COUNTRIES.get(country, "")
        if country == HOLLAND:
            ImageDraw.Draw(hatched).polygon(corners, 255)
        if letters:
            pen.line([*corners, corners[0]], look.lands[letters[-1]].land, round(unit * GAP))
            pen.polygon(corners, look.lands[letters[-1]].land)
        if len(letters) > 1:
            shape = Image.new("L", large, 0)
            ImageDraw.Draw(shape).polygon(corners, 255)
            shape = ImageChops.multiply(shape, west)
            ground.paste(look.lands[letters[0]].land, (0, 0), shape)
    ground.paste(look.hatching, (0, 0), ImageChops.multiply(hatched, _hatching(large, unit)))
    for _, places in map_of_1914().rings:
        corners = [((x - left) * unit, (y - top) * unit) for x, y in (*places, places[0])]
        pen.line(corners, mix(look.coast, look.neutral, 0.35), max(2, unit // 40))
    small = coasts.reduce(OVERSAMPLING)
    blurred = small.filter(ImageFilter.GaussianBlur(cell * SHORE))
    sea = Image.new("RGB", size, look.sea)
    sea.paste(look.shore, (0, 0), blurred.point([255 * (value > 30) for value in range(256)]))
    crisp = small.point([255 * (value > 127) for value in range(256)])
    near = 2 * round(cell * GAP / 2) + 1
    crisp = crisp.filter(ImageFilter.MaxFilter(near)).filter(ImageFilter.MinFilter(near))
    edge = ImageChops.subtract(crisp, crisp.filter(ImageFilter.MinFilter(3)))
    sea.paste(ground.reduce(OVERSAMPLING), (0, 0), crisp)
    sea.paste(look.coast, (0, 0), edge)
    image = Image.new("RGB", layout.picture_size, look.theme.frame)
    _frame(image, layout, look)
    image.paste(sea, layout.corner)
    return image


def _east(layout: Layout, size: tuple[int, int]) -> Image.Image:
    """Where the eastern zone is: the cells nearer to its countries than to those of the west."""
    rows, columns = len(map_of_1914().cells), len(map_of_1914().cells[0])
    cells = Image.new("L", (columns, rows), 0)
    for y, row in enumerate(map_of_1914().cells):
        first = next((x for x, letter in enumerate(row) if letter in EAST), columns)
        for x in range(first, columns):
            cells.putpixel((x, y), 255)
    return cells.resize(size, Image.Resampling.NEAREST, box=layout.window)


def _hatching(size: tuple[int, int], unit: int) -> Image.Image:
    lines = Image.new("L", size, 0)
    pen = ImageDraw.Draw(lines)
    for at in range(-size[1], size[0], max(6, unit // 5)):
        pen.line((at, size[1], at + size[1], 0), 255, max(2, unit // 26))
    return lines


def _frame(image: Image.Image, layout: Layout, look: Atlas) -> None:
    """The frame, with a letter for every row and a figure for every column."""
    pen = ImageDraw.Draw(image)
    width, height = image.size
    line = max(1, layout.size // 500)
    edge = layout.corner[0]
    pen.rectangle(
        (0, 0, width - 1, height - 1), outline=mix(look.theme.frame, BLACK, 0.4), width=line
    )
    pen.rectangle(
        (
            edge - 2 * line,
            edge - 2 * line,
            width - edge - 1 + 2 * line,
            height - edge - 1 + 2 * line,
        ),
        fill=mix(look.theme.frame, WHITE, 0.2),
    )
    size = min(0.62 * edge, 0.5 * layout.cell)
    if not layout.coordinates or size < TINY:
        return
    font = ImageFont.truetype(str(FONT), size)
    left, top, right, bottom = layout.window
    cells = map_of_1914().cells
    ascent = -font.getbbox("0", anchor="ls")[1]
    for axis, count in ((0, len(cells[0])), (1, len(cells))):
        first, last = ((left, right), (top, bottom))[axis]
        for place in range(count):
            if not first <= place + 0.25 or not place + 0.75 <= last:
                continue
            at = edge + (place + 0.5 - first) * layout.cell
            text = str(place + 1) if axis == 0 else chr(ord("A") + place)
            middle = edge / 2 - line / 2
            for across in (middle, (height, width)[axis] - middle):
                x, y = (at, across) if axis == 0 else (across, at)
                pen.text((x, y + ascent / 2), text, look.coordinate, font, anchor="ms")


def _squares(pen: ImageDraw.ImageDraw, scene: Scene) -> None:
    layout = scene.layout
    cell = layout.cell
    line = max(1, cell // 36)
    ink, share = scene.theme.label, scene.atlas.outline
    for point in layout.shown:
        left, top, right, bottom = layout.box(point)
        ground = scene.grounds[point]
        box = (left, top, right - 1, bottom - 1)
        pen.rectangle(box, fill=ground, outline=mix(ground, ink, share), width=line)


def _over(image: Image.Image, layout: Layout, scene: Scene) -> None:
    """Draw the border of the zones, the fortresses and the names of lands."""
    cell, look = layout.cell, scene.atlas
    left, top = layout.window[:2]
    dx, dy = layout.corner[0] - left * cell, layout.corner[1] - top * cell
    pen = ImageDraw.Draw(image)
    edges = [edge for edge in zone_border() if _inside(layout, *edge)]
    for width, colour in zip(reversed(BORDER), (look.fortress, look.border), strict=True):
        half = max(1, round(width * cell / 2))
        for (x, y), (x2, y2) in edges:
            start = (round(x * cell + dx) - half, round(y * cell + dy) - half)
            end = (round(x2 * cell + dx) + half - 1, round(y2 * cell + dy) + half - 1)
            pen.rectangle((start, end), fill=colour)
    forts = {stands: _fortress(look, cell, stands=stands) for stands in (False, True)}
    for point in layout.shown:
        if layout.board.names[point] in map_of_1914().fortresses:
            x, y = layout.squares[point]
            fort, shape = forts[point in scene.zones]
            image.paste(fort, (x - cell // 4, y - cell // 4), shape)
    for (x, y), (text, square) in names_on(layout).items():
        corner = (round(x * cell + dx), round(y * cell + dy))
        text_in(image, look, corner, cell, text, fortress=bool(square))
    key(image, scene)


def names_on(layout: Layout) -> dict[Cell, tuple[str, str]]:
    """The names of lands and of fortresses on the picture, by the light cell they stand in.

    Those are left out that would be too small to read, and of fortresses that are not shown.
    """
    shown = {layout.board.names[point] for point in layout.shown}
    return {
        (x, y): (text, square)
        for (x, y), (text, square) in labels().items()
        if _inside(layout, (x, y), (x + 1, y + 1))
        and (not square or square in shown)
        and layout.cell * type_size(text, fortress=bool(square)) >= TINY
    }


def _inside(layout: Layout, *corners: Cell) -> bool:
    left, top, right, bottom = layout.window
    return all(left <= x <= right and top <= y <= bottom for x, y in corners)


def _fortress(look: Atlas, cell: int, *, stands: bool) -> tuple[Image.Image, Image.Image]:
    """A star fort, eight bastions around a court, and what it covers.

    The picture is larger than its square by a quarter on every side.
    """
    size = (cell + 2 * (cell // 4),) * 2
    middle = (size[0] / 2 / cell, size[1] / 2 / cell)
    wall = look.rampart if stands else look.hatching
    picture, shape = Canvas("RGB", size, cell, wall), Canvas("L", size, cell)
    court = look.fortress if stands else look.ruin
    for canvas, inset, fill in ((shape, 0.0, 255), (picture, 0.05, court)):
        corners = []
        for bastion in range(16):
            reach = COURT - inset if bastion % 2 else BASTION[bastion // 2 % 2] - 1.9 * inset
            corners.append(around(middle, reach, 22.5 * bastion))
        canvas.polygon(corners, fill)
    return picture.image(), shape.image()


def text_in(
    image: Image.Image,
    look: Atlas,
    corner: tuple[int, int],
    cell: int,
    text: str,
    *,
    fortress: bool,
) -> None:
    """Write a name in one or two lines in the middle of a light cell."""
    pen = ImageDraw.Draw(image)
    lines = text.split("|")
    size = type_size(text, fortress=fortress) * cell
    font = ImageFont.truetype(str(FONT), size)
    ascent = -font.getbbox("M", anchor="ls")[1]
    step = size
    base = corner[1] + cell / 2 + ascent / 2 - step * (len(lines) - 1) / 2
    colour: Colour = look.rampart if fortress else look.theme.frame
    places = [(corner[0] + cell / 2, base + row * step) for row in range(len(lines))]
    for place, line in zip(places, lines, strict=True):
        pen.text(place, line, look.fortress, font, anchor="ms", stroke_width=cell * 0.035)
    for place, line in zip(places, lines, strict=True):
        pen.text(place, line, colour, font, anchor="ms")


@lru_cache(maxsize=256)
def type_size(text: str, *, fortress: bool) -> float:
    """The size of the type of a name, in squares, with which it fits in its cell."""
    font = ImageFont.truetype(str(FONT), 100)
    longest = max(font.getlength(line) for line in text.split("|")) / 100
    return min(FORTRESS_TYPE if fortress else COUNTRY_TYPE, WIDEST / longest)
