"""Boards of lines: pieces move along the marked lines, and a zone is a fortress."""

from __future__ import annotations

from PIL import Image, ImageDraw

from engine.board import NOWHERE
from render.boards.frame import edges, write_coordinates
from render.drawing.canvas import WHOLE_PICTURE, Canvas, Place
from render.drawing.grain import grained_square
from render.drawing.indexed import blend_shape, coverage
from render.themes.palettes import masonry
from render.view.board_view import BoardView

LINE = 0.045
"""Width of a line, in squares."""
POINT = 0.09
"""Radius of a point."""
WALL = 0.14
"""Thickness of a fortress's merlons, the blocks on its walls."""
WALK = 0.06
"""Thickness of a wall between merlons."""
MERLON = 0.3
"""Length of a merlon."""
COURSES = 4
"""Number of courses of stones in a square of the fortress."""
TOWER = 0.25
"""Radius of a tower."""


def lines(image: Image.Image, view: BoardView) -> Image.Image:
    """Return the board as indices, drawn on ``image``: its ground, the fortress, and the lines."""
    layout, colours = view.layout, view.colours
    draw = ImageDraw.Draw(image)
    left, top = layout.corner
    width, height = image.size
    draw.rectangle((left, top, width - left - 1, height - top - 1), fill=colours.dark)
    for point, ground in enumerate(view.grounds):
        corner = layout.squares[point]
        if point in view.zones:
            _masonry(draw, view, point)
        else:
            seed = 5 * (corner[1] // layout.cell)
            grained_square(draw, corner, layout.cell, colour=ground, grain=colours.grain, seed=seed)
    _walls(draw, view)
    write_coordinates(draw, view)
    indices = view.palette.indices(image)
    _connections(indices, view)
    _towers(indices, view)
    return indices


def _masonry(draw: ImageDraw.ImageDraw, view: BoardView, point: int) -> None:
    """Pave a square with stones, in staggered courses."""
    cell, colours = view.layout.cell, view.colours
    left, top, right, bottom = view.layout.box(point)
    draw.rectangle((left, top, right - 1, bottom - 1), fill=colours.stone)
    joint, width = masonry(colours)[0], max(1, cell // 70)
    for course in range(COURSES):
        y = top + course * cell // COURSES
        draw.line((left, y, right - 1, y), joint, width)
        for stone in range(2):
            x = left + round(cell * (stone + course % 2 / 2 + 0.25) / 2)
            draw.line((x, y, x, top + (course + 1) * cell // COURSES), joint, width)


def _walls(draw: ImageDraw.ImageDraw, view: BoardView) -> None:
    """Draw walls with merlons along the edges of zones, open where lines pass."""
    layout = view.layout
    cell = layout.cell
    _, dark, _, bright = masonry(view.colours)
    gates = _gates(view)
    for _, point, quarter in edges(view):
        x, y = layout.xy[point]
        for begin, end, gate in ((0.0, 0.25, -0.5), (0.25, 0.75, 0.0), (0.75, 1.0, 0.5)):
            dx, dy = ((0.5, gate), (gate, 0.5), (-0.5, gate), (gate, -0.5))[quarter]
            if (x + dx, y + dy) not in gates:
                draw.rectangle(_along(view, point, quarter, (begin, end), WALK), fill=dark)
        for middle in (0.25, 0.75):
            span = (middle - MERLON / 2, middle + MERLON / 2)
            box = _along(view, point, quarter, span, WALL)
            draw.rectangle(box, fill=dark, outline=bright, width=max(1, cell // 60))


def _along(
    view: BoardView, point: int, quarter: int, span: tuple[float, float], thick: float
) -> tuple[int, int, int, int]:
    """Return a box along one side of a square, between the shares of ``span``."""
    left, top, right, bottom = view.layout.box(point)
    cell = view.layout.cell
    deep = round(cell * thick)
    begin, end = (round(cell * share) for share in span)
    return (
        (right - deep, top + begin, right - 1, top + end - 1),
        (left + begin, bottom - deep, left + end - 1, bottom - 1),
        (left, top + begin, left + deep - 1, top + end - 1),
        (left + begin, top, left + end - 1, top + deep - 1),
    )[quarter]


def _gates(view: BoardView) -> set[Place]:
    """Return the gates of zones: the middles, in squares, of the steps into or out of a zone."""
    layout, zones = view.layout, view.zones
    return {
        ((x + layout.xy[end][0]) / 2, (y + layout.xy[end][1]) / 2)
        for point, (x, y) in enumerate(layout.xy)
        for end in (steps[point] for steps in layout.board.steps)
        if end != NOWHERE and zones.get(end) != zones.get(point)
    }


def _towers(indices: Image.Image, view: BoardView) -> None:
    """Draw round towers at the corners of a zone that lines leave free."""
    layout = view.layout
    _, dark, deep, bright = masonry(view.colours)
    sides: dict[Place, set[int]] = {}
    for _, point, quarter in edges(view):
        x, y = layout.xy[point]
        for along in (-0.5, 0.5):
            dx, dy = ((0.5, along), (along, 0.5), (-0.5, along), (along, -0.5))[quarter]
            sides.setdefault((x + dx, y + dy), set()).add(quarter % 2)
    left, top = layout.corner
    for (x, y), directions in sides.items():
        if len(directions) < 2 or (x, y) in _gates(view):
            continue
        middle = (left + round(x * layout.cell), top + round(y * layout.cell))
        for radius, colour in (
            (TOWER, deep),
            (TOWER - 0.03, bright),
            (TOWER - 0.055, dark),
            (TOWER * 0.5, bright),
            (TOWER * 0.5 - 0.03, view.colours.stone),
        ):
            side = 2 * round(layout.cell * radius) + 4
            canvas = Canvas("L", (side, side), layout.cell)
            canvas.disc((side / 2 / layout.cell, side / 2 / layout.cell), radius, 255)
            corner = (middle[0] - side // 2, middle[1] - side // 2)
            shape = coverage(canvas.image())
            blend_shape(indices, shape, corner, view.palette.blend(colour))


def _connections(indices: Image.Image, view: BoardView) -> None:
    """Draw the points and the lines between them."""
    layout = view.layout
    canvas, dots = (
        Canvas("L", layout.picture_size, layout.cell, oversampling=WHOLE_PICTURE) for _ in range(2)
    )
    cell = layout.cell
    for point, (x, y) in enumerate(layout.centres):
        dots.disc((x / cell, y / cell), POINT, 255)
        for steps in layout.board.steps:
            if (end := steps[point]) != NOWHERE and end > point:
                x2, y2 = layout.centres[end]
                canvas.line((x / cell, y / cell), (x2 / cell, y2 / cell), LINE, 255)
    blend = view.palette.blend(view.colours.frame)
    for shape in (canvas, dots):
        blend_shape(indices, coverage(shape.image()), (0, 0), blend)
