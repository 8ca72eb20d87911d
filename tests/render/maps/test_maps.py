"""The map of Europe in 1914 with real positions, checked pixel by pixel."""

from __future__ import annotations

from collections.abc import Iterator
from io import BytesIO

import discord
import pytest
from PIL import Image, ImageChops

import engine
from cogs.language.catalogues import translator
from engine.game import Position
from engine.games.allies.map.squares import BOARD
from engine.map import Map
from engine.text import ENGLISH, Translator
from engine.values import Move
from render import THEMES, describe, picture
from render.boards.empty import empty_board
from render.drawing.colour import Colour
from render.drawing.indexed import COLOURS
from render.drawing.picture import encode
from render.maps.cut import around
from render.maps.names import names_on, write_name
from render.pictures.diagram import WHOLE_MAP, Region
from render.pieces.tiles import tile
from render.themes.palettes import palette_of
from render.view.board_view import BoardView, view_of, words_of
from render.view.labels import ABOVE_PIECE, FREE_ON_MAP, label_box, label_shape
from render.view.layout import ABOVE, Layout, layout_of
from tests.nightly import at_night, mostly_at_night
from tests.render.europe import DUEL, EAST, GAME, WEST, longest, placed
from tests.render.places import paint

THEME = THEMES["wood"]
LOOK, BOARD_LOOK = THEME.map, THEME.boards["map"]
MAP = BOARD.map or Map((), (), (), (), frozenset(), (), ())
PALETTE = palette_of("wood", "map", 4, "map")
VIEWS: tuple[tuple[int, Region], ...] = ((1200, WHOLE_MAP), (900, WEST), (900, EAST), (900, DUEL))


def rgb(position: Position, size: int = 1200, region: Region = WHOLE_MAP) -> Image.Image:
    return paint(position, size=size, region=region).convert("RGB")


def shown(size: int, region: Region) -> Layout:
    return layout_of(BOARD, size, 0, region if isinstance(region, frozenset) else None)


def count(image: Image.Image, colour: Colour) -> int:
    colours = image.getcolors(image.width * image.height) or ()
    return sum(number for number, found in colours if found == colour)


def square(image: Image.Image, layout: Layout, name: str) -> Image.Image:
    return image.crop(layout.box(BOARD.point[name.lower()]))


@pytest.mark.parametrize("language", [ENGLISH, translator(discord.Locale.french)])
@pytest.mark.parametrize(("size", "region"), VIEWS)
def test_every_name_of_a_land_or_fortress_stays_within_its_cell(
    size: int, region: Region, language: Translator
) -> None:
    layout = shown(size, region)
    view = BoardView(layout, "wood", PALETTE, (), (), words=words_of(MAP, language))
    named = list(names_on(view, MAP))
    assert {name.fortress for name in named} - {None} == MAP.fortresses.intersection(layout.shown)
    for name in named:
        text = str(name.text)
        image = Image.new("RGB", layout.picture_size)
        corner = corner_of(layout, *name.cell)
        write_name(image, view, name)
        box = image.getbbox()
        assert box is not None
        assert corner[0] <= box[0] < box[2] <= corner[0] + layout.cell + 1, text
        assert corner[1] <= box[1] < box[3] <= corner[1] + layout.cell + 1, text


def inked(layout: Layout, point: int, *, free: bool) -> Image.Image:
    """Return a mask, 0 or 255, of the full ink of a square's name, in the square or above it."""
    label = FREE_ON_MAP if free else ABOVE_PIECE
    shape = label_shape(layout.cell, BOARD.names[point], label)
    return shape.point([255 * (value >= 3 * COLOURS) for value in range(256)])


def written(image: Image.Image, layout: Layout, point: int, *, free: bool) -> float:
    """Return the share of a square's name that is visible on a picture, 0 to 1."""
    part = image.crop(layout.box(point) if free else label_box(layout, point))
    ink = inked(layout, point, free=free).tobytes()
    data = part.tobytes()
    pixels = [tuple(data[3 * i : 3 * i + 3]) for i, value in enumerate(ink) if value]
    return sum(pixel in (BOARD_LOOK.label, BOARD_LOOK.outline) for pixel in pixels) / len(pixels)


@pytest.mark.parametrize(("size", "region"), mostly_at_night(VIEWS, lambda view: view in VIEWS[:2]))
def test_every_square_bears_its_whole_name(size: int, region: Region) -> None:
    layout = shown(size, region)
    image = rgb(GAME.start(), size, region)
    for point in layout.shown:
        assert written(image, layout, point, free=True) == 1.0, BOARD.names[point]
        box = inked(layout, point, free=True).getbbox()
        assert box is not None
        assert min(box[:2]) >= 1, "a name that is cut off, or touches its neighbour"
        assert max(box[2:]) <= layout.cell - 1


@pytest.mark.parametrize("region", [WEST, EAST, DUEL])
def test_names_can_be_read_on_a_telephone(region: frozenset[int]) -> None:
    layout = shown(900, region)
    on_telephone = 390 / layout.picture_size[0] * layout.cell
    assert ABOVE_PIECE.size * on_telephone >= 11
    assert FREE_ON_MAP.size * on_telephone >= 11


@pytest.mark.parametrize("region", [WHOLE_MAP, WEST, EAST])
def test_names_of_pieces_in_the_first_row_do_not_reach_into_the_frame(region: Region) -> None:
    layout = shown(900, region)
    highest = min(layout.shown, key=lambda point: BOARD.xy[point][1])
    frame = layout.origin[1] + around(layout, [highest]).top * layout.cell
    assert label_box(layout, highest)[1] >= round(frame)


@pytest.mark.parametrize(("size", "region"), [(1200, WHOLE_MAP), (900, WEST), (900, EAST)])
def test_a_piece_never_covers_a_part_of_a_name(size: int, region: Region) -> None:
    layout = shown(size, region)
    position = placed()
    image = rgb(position, size, region)
    occupied = dict(position.pieces())
    assert len(occupied) == 120
    for point in layout.shown:
        free = point not in occupied
        assert written(image, layout, point, free=free) == 1.0, BOARD.names[point]


@pytest.mark.parametrize("seats", [2, 4])
def test_a_trail_never_covers_a_part_of_a_name(seats: int) -> None:
    before, move = longest(seats)
    size, region = (1200, WHOLE_MAP) if seats == 4 else (900, DUEL)
    layout = shown(size, region)
    after = before.play(move)
    image = paint(after, [move], before=before, size=size, region=region).convert("RGB")
    plain = rgb(after, size, region)
    touched = {*move.path, *move.captured}
    assert len(move.captured) >= 3
    for point in layout.shown:
        small = point in touched or point in dict(after.pieces())
        same = ImageChops.difference(*(i.crop(layout.box(point)) for i in (image, plain)))
        if small or same.getbbox() is None:
            assert written(image, layout, point, free=not small) == 1.0, BOARD.names[point]
    inks = (LOOK.rampart, BOARD_LOOK.frame)
    for name in names_on(BoardView(layout, "wood", PALETTE, (), ()), MAP):
        left, top = corner_of(layout, *name.cell)
        box = (left, top, left + layout.cell, top + layout.cell)
        one, other = (list(image_.crop(box).get_flattened_data()) for image_ in (plain, image))
        hidden = [a for a, b in zip(one, other, strict=True) if a in inks and b != a]
        assert not hidden, str(name.text)


def corner_of(layout: Layout, x: float, y: float) -> tuple[int, int]:
    """Return the pixel of a place of the board, which is given in squares."""
    left, top = layout.window[:2]
    return (
        round(layout.corner[0] + (x - left) * layout.cell),
        round(layout.corner[1] + (y - top) * layout.cell),
    )


def test_small_names_give_way_where_nobody_could_read_them() -> None:
    layout = shown(400, WHOLE_MAP)
    assert not layout.named
    assert list(names_on(BoardView(layout, "wood", PALETTE, (), ()), MAP)) == []
    placed_image = rgb(placed(), 400)
    for point, _ in placed().pieces():
        box = layout.box(point)
        corner = placed_image.crop((box[0] + 1, box[1] + 1, box[2] - 1, box[1] + 3))
        assert count(corner, BOARD_LOOK.label) == 0, BOARD.names[point]


def test_the_border_of_the_zones_parts_west_from_east() -> None:
    image = rgb(GAME.start())
    layout = shown(1200, WHOLE_MAP)
    for (x, y), (x2, y2) in MAP.border:
        middle = corner_of(layout, (x + x2) / 2, (y + y2) / 2)
        assert image.getpixel(middle) == LOOK.border
    assert len(MAP.border) > 25
    west_alone = rgb(GAME.start(), 900, DUEL)
    assert count(west_alone, LOOK.border) < count(image, LOOK.border)


def test_holland_is_hatched_and_closed() -> None:
    image = rgb(GAME.start())
    layout = shown(1200, WHOLE_MAP)
    x, y = (layout.corner[0] + 8 * layout.cell, layout.corner[1] + 6 * layout.cell)
    part = image.crop((x, y, x + layout.cell, y + layout.cell))
    assert count(part, LOOK.hatching) > 40
    assert count(part, LOOK.neutral) > 100


@pytest.mark.parametrize("stands", [True, False])
def test_a_fortress_is_a_star_and_in_ruins_once_it_promotes_nobody(stands: bool) -> None:
    position = GAME.start(2, field="france-germany")
    at = "M7" if stands else "I7"
    image = rgb(position, 900, DUEL)
    part = square(image, shown(900, DUEL), at)
    assert (count(part, LOOK.fortress) > 200) == stands
    assert (count(part, LOOK.ruin) > 200) != stands
    assert (count(part, LOOK.rampart) > 30) == stands


def test_the_last_stroke_is_shown_with_its_way_and_what_it_took() -> None:
    before, move = longest()
    layout = shown(900, DUEL)
    image = paint(before.play(move), [move], before=before, size=900).convert("RGB")
    image = paint(before.play(move), [move], before=before, size=900, region=DUEL).convert("RGB")
    for point in range(len(BOARD)):
        if point not in DUEL:
            continue
        part = image.crop(layout.box(point))
        assert (count(part, BOARD_LOOK.cross) >= 20) == (point in move.captured), BOARD.names[point]
        if point in move.path or point in move.captured:
            assert count(part, BOARD_LOOK.trail) >= 10, BOARD.names[point]


def test_a_ghost_is_seen_beside_its_cross() -> None:
    before, move = longest()
    after = before.play(move)
    layout = shown(900, DUEL)
    with_ghosts, without = (
        paint(after, [move], before=b, size=900, region=DUEL).convert("RGB") for b in (before, None)
    )
    for point in move.captured:
        box = layout.box(point)
        difference = ImageChops.difference(with_ghosts.crop(box), without.crop(box)).convert("L")
        assert sum(value > 25 for value in difference.tobytes()) > 0.2 * layout.cell**2


def test_marks_lie_on_the_squares_where_moves_begin_and_end() -> None:
    position = placed(2, "front")
    legal = position.legal_moves()
    layout = shown(900, DUEL)
    image = paint(position, size=900, region=DUEL, marks=legal).convert("RGB")
    ends = {point for move in legal for point in (move.path[0], move.path[-1])}
    occupied = dict(position.pieces())
    for point in layout.shown:
        part = image.crop(layout.box(point))
        assert (count(part, BOARD_LOOK.mark) >= 20) == (point in ends), BOARD.names[point]
        free = point not in occupied
        assert written(image, layout, point, free=free) == 1.0, BOARD.names[point]


@pytest.mark.parametrize("size", [400, at_night(900), at_night(1200)])
@pytest.mark.parametrize("region", [WEST, EAST, DUEL, frozenset({0}), frozenset({277, 276})])
def test_a_region_is_cut_out_larger_and_holds_its_points(size: int, region: frozenset[int]) -> None:
    layout = shown(size, region)
    image = paint(GAME.start(), size=size, region=region)
    assert size - layout.cell < max(image.size) <= size
    assert image.size == layout.picture_size
    assert layout.cell > shown(size, WHOLE_MAP).cell
    left, top = layout.corner
    for point in region:
        box = layout.box(point)
        assert left <= box[0]
        assert top <= box[1]
        assert box[2] <= image.width - left + 1  # rows begin at whole pixels
        assert box[3] <= image.height - top + 1
    x, y, x2, y2 = layout.window
    assert 0 <= x < x2 <= BOARD.size[0]
    assert -ABOVE <= y < y2 <= BOARD.size[1]


def test_nothing_stands_outside_its_region() -> None:
    west, east = (rgb(placed(), 900, region) for region in (WEST, EAST))
    pieces = dict(placed().pieces())
    bare = rgb(GAME.start(), 900, WEST)
    layout = shown(900, WEST)
    for point in WEST:
        box = layout.box(point)
        same = ImageChops.difference(west.crop(box), bare.crop(box)).getbbox() is None
        assert same == (point not in pieces), BOARD.names[point]
    for point in WEST & pieces.keys():
        box = label_box(layout, point)
        bare.paste(west.crop(box), box)
    assert ImageChops.difference(west, bare).getbbox() is None
    assert east.size != west.size


def test_a_turn_that_leaves_the_region_is_shown_on_the_whole_map() -> None:
    position = placed()
    over, east = (Move("move", BOARD_PATHS[way]) for way in ("over", "east"))

    def shown(region: Region, *moves: Move) -> bytes:
        return paint(position, moves, region=region, size=400).tobytes()

    assert shown(WEST, over) == shown(WHOLE_MAP, over)
    assert shown(WHOLE_MAP) == shown(range(278))
    # A picture of the west leaves out moves in the east.
    assert shown(WEST, east) == shown(WEST)


BOARD_PATHS = {
    way: tuple(BOARD.point[name.lower()] for name in names.split())
    for way, names in (("over", "G15 F16"), ("east", "H24 G25"))
}


def test_north_is_at_the_top_for_every_viewer() -> None:
    position = placed(2, "front")
    pictures = {encode(paint(position, viewer=viewer, size=400)) for viewer in (0, 1)}
    assert len(pictures) == 1


def test_other_boards_are_always_shown_whole() -> None:
    position = engine.games["frisian"].start()
    assert encode(paint(position, size=400, region=(1, 2))) == encode(paint(position, size=400))


def pictures() -> Iterator[bytes]:
    before, move = longest()
    yield picture(placed(), size=400).png
    yield picture(before.play(move), [move], before=before, size=600, region=DUEL).png


def test_the_same_position_gives_the_same_bytes_with_a_small_palette() -> None:
    first = list(pictures())
    empty_board.cache_clear()
    tile.cache_clear()
    assert list(pictures()) == first
    for png in first:
        image = Image.open(BytesIO(png))
        assert image.mode == "P"
        assert len(image.getpalette() or ()) <= 3 * COLOURS
        assert len(png) < 120_000


def test_colours_of_the_map_are_exact_and_their_scene_is_shared() -> None:
    palette = PALETTE
    for land in LOOK.lands.values():
        assert {land.square, land.land} <= set(palette.colours)
    for colour in (BOARD_LOOK.label, LOOK.border, LOOK.fortress, BOARD_LOOK.trail, BOARD_LOOK.mark):
        assert palette.colours[palette.index(colour)] == colour
    one, two = (view_of(p, 900, 0, "wood", WEST) for p in (GAME.start(), placed()))
    assert one is two
    with pytest.raises(ValueError, match="no theme 'mud'; there are wood"):
        paint(GAME.start(), theme="mud")


def test_armies_are_named_to_who_does_not_see_them() -> None:
    text = str(describe(placed()))
    for words in ("24 French soldiers", "12 Italian soldiers", "24 Russian soldiers"):
        assert words in text
    assert len(text) <= 1000
    duel = str(describe(placed(2, "front")))
    assert "12 French soldiers on " in duel
    assert "12 German soldiers of the West on " in duel


@pytest.mark.parametrize("field", ["battle", "france-germany"])
def test_names_in_a_set_up_can_be_read_on_a_telephone(field: str) -> None:
    position = GAME.start(None, field=field)
    setup = position.setup
    assert setup is not None
    for seat in setup.seats():
        layout = shown(900, frozenset(setup.choices(seat)))
        on_telephone = 390 / layout.picture_size[0] * layout.cell
        assert FREE_ON_MAP.size * on_telephone >= 11, seat
