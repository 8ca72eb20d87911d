"""What the pieces on the map mean: a panel for each zone, where no squares are."""

from __future__ import annotations

from typing import Final, NamedTuple

from PIL import Image, ImageDraw, ImageFont

from render.canvas import Canvas
from render.europe_pieces import ARMIES, draw
from render.numbers import FONT, TINY
from render.scene import Scene

TITLE: Final = "LES ALLIÉS · 1914"
GENERAL: Final = "General"
TYPE, TITLE_TYPE = 0.43, 0.62
"""Size of the type, in squares."""
ROW: Final = 1.06
"""Height of a row."""


class Panel(NamedTuple):
    """A panel: its place in squares, its title, and its columns of armies by code."""

    left: float
    top: float
    right: float
    bottom: float
    title: str
    columns: tuple[tuple[str, ...], ...]


PANELS: Final = (
    Panel(0.4, 21.3, 9.4, 24.6, TITLE, (("FR", "IT"), ("DW", "AW"))),
    Panel(28.06, 0.3, 31.8, 4.7, "", (("RU", "DE", "AE", GENERAL),)),
)


def key(image: Image.Image, scene: Scene) -> None:
    """Draw the panels that lie on the picture as a whole."""
    layout = scene.layout
    left, top, right, bottom = layout.window
    for panel in PANELS:
        across = left <= panel.left and panel.right <= right
        if across and top <= panel.top and panel.bottom <= bottom and layout.cell * TYPE >= TINY:
            _panel(image, scene, panel)


def _panel(image: Image.Image, scene: Scene, panel: Panel) -> None:
    layout, look = scene.layout, scene.atlas
    cell = layout.cell
    left, top = (
        round(edge + (at - begin) * cell)
        for edge, at, begin in zip(
            layout.corner, (panel.left, panel.top), layout.window[:2], strict=True
        )
    )
    right, bottom = (
        left + round((panel.right - panel.left) * cell),
        top + round((panel.bottom - panel.top) * cell),
    )
    pen = ImageDraw.Draw(image)
    line = max(1, cell // 24)
    pen.rectangle((left, top, right, bottom), look.fortress, look.rampart, line)
    inset = 2 * line + 1
    inner = (left + inset, top + inset, right - inset, bottom - inset)
    pen.rectangle(inner, None, look.hatching, 1)
    y = top + 0.09 * cell
    if panel.title:
        font = ImageFont.truetype(str(FONT), TITLE_TYPE * cell)
        middle = ((left + right) / 2, y + 0.78 * cell)
        pen.text(middle, panel.title, look.rampart, font, anchor="ms")
        y += 0.95 * cell
    wide = (right - left) / len(panel.columns)
    for number, column in enumerate(panel.columns):
        for row, code in enumerate(column):
            corner = (round(left + number * wide + 0.16 * cell), round(y + row * ROW * cell))
            _entry(image, scene, code, corner)


def _entry(image: Image.Image, scene: Scene, code: str, corner: tuple[int, int]) -> None:
    cell = scene.layout.cell
    canvas = Canvas("RGB", (cell, cell), cell, scene.atlas.fortress)
    general = code == GENERAL
    draw(canvas, scene.palette, "FR" if general else code, (0.5, 0.58), general=general)
    image.paste(canvas.image(), corner)
    font = ImageFont.truetype(str(FONT), TYPE * cell)
    place = (corner[0] + 1.05 * cell, corner[1] + 0.74 * cell)
    text = GENERAL if general else f"{code}  {ARMIES[code].name}"
    ImageDraw.Draw(image).text(place, text, scene.theme.label, font, anchor="ls")
