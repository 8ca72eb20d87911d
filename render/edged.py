"""Boards with coordinates along their edges, all of whose squares are played on."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from PIL import Image, ImageDraw, ImageFont

from engine.board import NOWHERE
from render.canvas import Canvas
from render.colour import BLACK, Colour, mix
from render.layout import Layout
from render.numbers import FONT
from render.palette import cover, lay
from render.scene import Scene
from render.signs import SIGNS
from render.theme import Theme
from render.veneer import veneer

TYPE = 0.74
"""Size of the type of coordinates, as a share of the frame."""
BORDER = 0.07
"""Width of the border around a camp, in squares."""
SIGN = 0.2
"""Size of the owner's sign on the squares of a camp."""


def squares(image: Image.Image, scene: Scene) -> Image.Image:
    """The board as indices: all squares, camps in their owners' colours."""
    layout, theme = scene.layout, scene.theme
    draw = ImageDraw.Draw(image)
    for point, corner in enumerate(layout.squares):
        ground = scene.grounds[point]
        grain = theme.grain if ground in (theme.light, theme.dark) else 0.0
        number = 5 * (corner[1] // layout.cell) + corner[0] // layout.cell % 5
        veneer(draw, corner, layout.cell, colour=ground, grain=grain, number=number)
    _borders(draw, scene)
    coordinates(draw, layout, theme)
    indices = scene.palette.indices(image)
    _signs(indices, scene)
    return indices


def coordinates(draw: ImageDraw.ImageDraw, layout: Layout, theme: Theme) -> None:
    """Write files and ranks along all four edges, upright."""
    if not layout.coordinates:
        return
    frame = layout.corner[1]
    font = ImageFont.truetype(str(FONT), frame * TYPE)
    width, height = layout.picture_size
    for axis in (0, 1):
        for at, name in _lanes(layout, axis):
            for across in (frame / 2, (height, width)[axis] - frame / 2):
                x, y = (at, across) if axis == 0 else (across, at)
                # Digits and small letters at the same height, whatever their own.
                draw.text((x, y + 0.26 * frame), name, theme.label, font, anchor="ms")


def _lanes(layout: Layout, axis: int) -> Iterator[tuple[int, str]]:
    """The columns (``axis`` 0) or rows of the picture: their middle, and what they are called."""
    lanes: dict[int, list[str]] = {}
    for centre, name in zip(layout.centres, layout.board.names, strict=True):
        lanes.setdefault(centre[axis], []).append(name)
    for at, names in lanes.items():
        files, ranks = {name[0] for name in names}, {name[1:] for name in names}
        yield at, files.pop() if len(files) == 1 else ranks.pop()


def edges(scene: Scene) -> Iterator[tuple[int, int, int]]:
    """The edges of zones: owner's seat, point, and quarter turns from its right side."""
    layout = scene.layout
    at = {place: point for point, place in enumerate(layout.xy)}
    for point, owner in scene.zones.items():
        x, y = layout.xy[point]
        for quarter, (dx, dy) in enumerate(((1, 0), (0, 1), (-1, 0), (0, -1))):
            other = at.get((x + dx, y + dy), NOWHERE)
            if scene.zones.get(other) != owner:
                yield owner, point, quarter


def _borders(draw: ImageDraw.ImageDraw, scene: Scene) -> None:
    """Draw a line around every camp, inside it, in its owner's colour."""
    cell = scene.layout.cell
    wide = max(2, round(cell * BORDER))
    for owner, point, quarter in edges(scene):
        left, top, right, bottom = scene.layout.box(point)
        box = (
            (right - wide, top, right - 1, bottom - 1),
            (left, bottom - wide, right - 1, bottom - 1),
            (left, top, left + wide - 1, bottom - 1),
            (left, top, right - 1, top + wide - 1),
        )[quarter]
        draw.rectangle(box, fill=scene.theme.materials[owner].face)


def _signs(indices: Image.Image, scene: Scene) -> None:
    """Engrave the owner's sign on every square of a camp."""
    layout, theme = scene.layout, scene.theme
    shapes: Mapping[int, Image.Image] = {
        seat: _sign(layout.cell, theme, seat) for seat in set(scene.zones.values())
    }
    for point, owner in scene.zones.items():
        ink = scene.palette.ink(_deep(theme.materials[owner].face))
        lay(indices, shapes[owner], layout.squares[point], ink)


def _deep(face: Colour) -> Colour:
    """A colour that is seen on ground stained with ``face``."""
    return mix(face, BLACK, 0.25 if sum(face) > 384 else 0.05)


def _sign(cell: int, theme: Theme, seat: int) -> Image.Image:
    canvas = Canvas("L", (cell, cell), cell)
    SIGNS[theme.materials[seat].sign](canvas, (0.5, 0.5), SIGN, 255)
    return cover(canvas.image())
