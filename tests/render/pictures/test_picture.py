"""Pictures of real positions, checked pixel by pixel.

The places of squares on a picture are computed here from the board alone, without the painter.
"""

from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from io import BytesIO
from itertools import product
from math import hypot

import pytest
from PIL import Image, ImageChops, ImageDraw, ImageFont

import engine
from engine.game import Position
from engine.values import Move
from render import THEMES, picture
from render.boards.empty import empty_board
from render.drawing.colour import Colour, mix
from render.drawing.fonts import FONT, font
from render.pictures import trail
from render.pictures.pieces import named_square
from render.pieces.discs import RADIUS
from render.pieces.tiles import tile
from render.themes.palettes import GHOST, tinted
from render.view import labels
from render.view.board_view import view_of
from render.view.layout import Layout
from tests.nightly import mostly_at_night
from tests.render.places import paint

GAME = engine.games["frisian"]
SIZE = 400
WOOD = THEMES["wood"].boards["draughts"]
Box = tuple[int, int, int, int]


def read(fen: str) -> Position:
    return GAME.read(fen)


def drawn(position: Position, size: int = SIZE, viewer: int = 0) -> Image.Image:
    return opened(picture(position, size=size, viewer=viewer).png).convert("RGB")


def opened(png: bytes) -> Image.Image:
    return Image.open(BytesIO(png))


def after(fen: str, text: str, size: int = SIZE) -> Image.Image:
    before = read(fen)
    move = before.parse(text)
    shown = picture(before.play(move), [move], before=before, size=size)
    return opened(shown.png).convert("RGB")


def square(name: str, size: int = SIZE, viewer: int = 0) -> Box:
    """Return the pixels of a square; ten squares and a narrow frame make a picture's side."""
    board = GAME.start().board
    x, y = board.xy[board.point[name]]
    if viewer == 1:
        x, y = 10 - x, 10 - y
    side = int(size / 10.48)
    left, top = (round(size / 2 + (at - 5 - 0.5) * side) for at in (x, y))
    return (left, top, left + side, top + side)


def changed(first: Image.Image, second: Image.Image, size: int = SIZE, viewer: int = 0) -> set[str]:
    """Return the names of the squares on which two pictures differ; no other part may differ."""
    difference = ImageChops.difference(first, second)
    names = set()
    for name in GAME.start().board.names:
        box = square(name, size, viewer)
        if difference.crop(box).getbbox():
            names.add(name)
            difference.paste((0, 0, 0), box)
    assert difference.getbbox() is None, "the pictures differ beside the squares"
    return names


def count(image: Image.Image, colour: Colour) -> int:
    """Return the number of pixels that have exactly ``colour``."""
    return sum(
        number
        for number, found in image.getcolors(image.width * image.height) or ()
        if found == colour
    )


def having(image: Image.Image, colour: Colour, least: int = 4) -> set[str]:
    """Return the names of the squares with at least ``least`` pixels of ``colour``."""
    names = GAME.start().board.names
    return {name for name in names if count(image.crop(square(name)), colour) >= least}


@pytest.mark.parametrize("viewer", [0, 1])
@pytest.mark.parametrize(("seat", "side"), [(0, "W"), (1, "B")])
def test_every_piece_stands_on_its_square_in_its_colour(seat: int, side: str, viewer: int) -> None:
    anchor, watcher = "25", "26"
    base = drawn(read("W:" + sides(side, anchor, watcher)), viewer=viewer)
    for name in GAME.start().board.names:
        if name in (anchor, watcher):
            continue
        king = int(name) <= 5 if side == "W" else int(name) >= 46
        fen = "W:" + sides(side, f"K{name}" if king else name, watcher)
        image = drawn(read(fen), viewer=viewer)
        assert changed(base, image, viewer=viewer) == {anchor, name}
        left, top, right, bottom = square(name, viewer=viewer)
        middle = image.getpixel(((left + right) // 2, (top + bottom) // 2 + 3))
        material = WOOD.materials[seat]
        man = material.face if seat == 0 else material.groove
        assert middle == (material.symbol if king else man), name


def sides(side: str, own: str, other: str) -> str:
    return f"W{own}:B{other}" if side == "W" else f"W{other}:B{own}"


def test_the_second_seat_sees_the_board_from_its_side() -> None:
    position = read("W:W48:B3")
    first, second = drawn(position), drawn(position, viewer=1)
    for name in ("48", "3", "1"):
        own, turned = first.crop(square(name)), second.crop(square(name, viewer=1))
        grain = ImageChops.difference(own, turned).convert("L")
        assert max(grain.tobytes()) < 40, name
    assert square("48")[1] > SIZE / 2 > square("48", viewer=1)[1]


def test_squares_are_drawn_in_the_theme_s_colours() -> None:
    image = drawn(GAME.start(), 900)
    shares = {colour: count(image, colour) / 900**2 for colour in (WOOD.light, WOOD.dark)}
    assert shares[WOOD.light] > 0.3
    assert shares[WOOD.dark] > 0.15


def test_a_number_is_on_every_square_and_a_piece_hides_none() -> None:
    position = GAME.start()
    shown = paint(position, size=900)
    layout = Layout(position.board, 900)
    bare = empty_board(view_of(position, 900, 0, "wood")).occupied
    label = list(WOOD.label)
    palette = shown.getpalette() or []
    index = next(i for i in range(64) if palette[3 * i : 3 * i + 3] == label)
    for point, _ in position.pieces():
        left, top, *_ = layout.box(point)
        corner = (left, top, left + 30, top + 24)
        visible, whole = (image.crop(corner).tobytes().count(index) for image in (shown, bare))
        assert whole > 30
        assert visible >= 0.9 * whole, position.board.names[point]


@pytest.mark.parametrize("side", ["W", "B"])
def test_a_king_is_unmistakable(side: str) -> None:
    man, king = (drawn(read("W:" + sides(side, own, "27"))) for own in ("28", "K28"))
    assert changed(man, king) == {"28"}
    difference = ImageChops.difference(man, king).crop(square("28")).convert("L")
    differing = sum(value > 40 for value in difference.tobytes())
    assert differing >= 0.15 * difference.width * difference.height
    emblem = WOOD.materials["WB".index(side)].symbol
    assert count(king.crop(square("28")), emblem) >= 40
    assert count(man.crop(square("28")), emblem) == 0


def test_black_is_told_from_white_without_colour_by_its_milled_rim() -> None:
    shares = []
    for seat, material in enumerate(WOOD.materials):
        image = drawn(read("W:" + sides("WB"[seat], "28", "27")), 900).crop(square("28", 900))
        ring = Image.new("L", image.size, 0)
        middle = (image.width * 0.5, image.height * 0.595)
        for y in range(image.height):
            for x in range(image.width):
                far = ((x - middle[0]) ** 2 + (y - middle[1]) ** 2) ** 0.5 / image.width
                if 0.28 < far < 0.308:
                    ring.putpixel((x, y), 255)
        rim = [pixel for pixel, inside in zip(pixels(image), ring.tobytes(), strict=True) if inside]
        shares.append(sum(pixel == material.groove for pixel in rim) / len(rim))
    assert shares[0] < 0.02
    assert shares[1] > 0.15


def pixels(image: Image.Image) -> list[Colour]:
    data = image.tobytes()
    return [(data[i], data[i + 1], data[i + 2]) for i in range(0, len(data), 3)]


def test_the_last_move_is_shown_from_origin_to_landing() -> None:
    image = after("W:W31-50:B1-20", "32-28")
    ends = {"32", "28"}
    assert having(image, tinted(WOOD, WOOD.dark), 100) == ends
    assert having(image, WOOD.trail) >= ends
    assert having(image, WOOD.outline) >= ends
    assert count(drawn(GAME.start()), WOOD.trail) == 0


def test_a_capture_leaves_crossed_ghosts_and_a_trail_over_every_landing() -> None:
    fen = "W:W35,46:B26,10,20,30"
    image = after(fen, "35x4")
    assert having(image, WOOD.cross) == {"30", "20", "10"}
    assert having(image, WOOD.trail) >= {"35", "24", "15", "4"}
    ghost = mix(WOOD.dark, WOOD.materials[1].face, GHOST)
    assert having(image, ghost) >= {"30", "20", "10"}
    assert having(image, WOOD.materials[1].face, 100) == {"26"}


def test_without_the_position_before_the_trail_is_drawn_alone() -> None:
    before = read("W:W35,46:B26,10,20,30")
    move = before.parse("35x4")
    shown = picture(before.play(move), [move], size=SIZE)
    image = opened(shown.png).convert("RGB")
    assert having(image, WOOD.cross) == set()
    assert having(image, WOOD.trail) >= {"35", "24", "15", "4"}


def test_legal_moves_are_marked_where_they_begin_and_end() -> None:
    position = GAME.start()
    moves = position.legal_moves()
    image = opened(picture(position, marks=moves, size=SIZE).png).convert("RGB")
    ends = {
        position.board.names[point] for move in moves for point in (move.path[0], move.path[-1])
    }
    assert having(image, WOOD.mark, 20) == ends
    assert count(drawn(position), WOOD.mark) == 0


@pytest.mark.parametrize("size", [200, 400, 611, 900, 1200])
def test_a_picture_is_a_png_of_the_asked_size_with_a_small_palette(size: int) -> None:
    image = opened(picture(GAME.start(), size=size).png)
    assert image.format == "PNG"
    assert image.mode == "P"
    assert image.size == (size, size)
    assert len(image.getpalette() or ()) <= 3 * 64
    assert "transparency" not in image.info


@pytest.mark.parametrize("size", [-1, 0, 199, 2401])
def test_a_size_out_of_range_is_refused(size: int) -> None:
    with pytest.raises(ValueError, match=f"200 to 2400 pixels wide, not {size}"):
        picture(GAME.start(), size=size)


def test_an_unknown_theme_is_refused() -> None:
    with pytest.raises(ValueError, match="no theme 'mud'"):
        picture(GAME.start(), theme="mud")


def forget() -> None:
    for cache in (empty_board, labels.label_shape, tile, named_square, font):
        cache.cache_clear()


def turns() -> Iterable[tuple[Position, list[Move], Position | None, int, list[Move]]]:
    start = GAME.start()
    capture = read("W:W35,46:B26,10,20,30")
    jump = capture.parse("35x4")
    for viewer in (0, 1):
        yield (start, [], None, viewer, [])
        yield (start, [], None, viewer, list(start.legal_moves()))
        yield (capture.play(jump), [jump], capture, viewer, [])
        yield (read("W:WK28,K33,35:BK3,14"), [], None, viewer, [])


def files(_: int = 0) -> list[bytes]:
    return [
        picture(position, moves, before=before, viewer=viewer, size=SIZE, marks=shown).png
        for position, moves, before, viewer, shown in turns()
    ]


def test_the_same_turn_gives_the_same_bytes_whatever_was_drawn_before() -> None:
    forget()
    first = files()
    assert files() == first
    forget()
    assert files() == first
    assert len(set(first)) == len(first)


def test_many_threads_draw_the_same_bytes_with_cold_caches() -> None:
    expected = files()
    forget()
    with ThreadPoolExecutor(THREADS) as pool:
        assert all(found == expected for found in pool.map(files, range(THREADS)))


def test_a_painted_picture_is_the_caller_s_own() -> None:
    expected = picture(GAME.start(), size=SIZE).png
    image = paint(GAME.start(), size=SIZE)
    image.paste(0, (0, 0, SIZE, SIZE))
    image.putpalette([255, 0, 0])
    assert picture(GAME.start(), size=SIZE).png == expected


def test_trails_do_not_run_over_the_pieces_that_stand() -> None:
    before = read("W:W31,36,46:B27,9")
    move = before.parse("31x22")
    with_trail = paint(before.play(move), [move], before=before, size=SIZE)
    assert trail.TRAIL < RADIUS
    piece = with_trail.convert("RGB").crop(square("22"))
    alone = drawn(read("B:W22,36,46:B9")).crop(square("22"))
    side = piece.width
    middle = (side * 2 // 5, side * 2 // 5, side * 2 // 3, side * 2 // 3)
    assert piece.crop(middle).tobytes() == alone.crop(middle).tobytes()


MOVES = {
    "north-west": ("W:W28:B22,5", "28x17"),
    "north": ("W:W28:B18,5", "28x8"),
    "north-east": ("W:W28:B23,5", "28x19"),
    "east": ("W:W28:B29,5", "28x30"),
    "south-east": ("W:W28:B33,5", "28x39"),
    "south": ("W:W28:B38,5", "28x48"),
    "south-west": ("W:W28:B32,5", "28x37"),
    "west": ("W:W28:B27,5", "28x26"),
    "a man's step by Black": ("B:W43,44:B19,13,14", "19-24"),
    "along the long diagonal": ("W:WK5:B16", "5-46"),
    "across it": ("W:WK6,31:B3", "6-50"),
    "back to where it began": ("W:W39:B33,23,24,34,5", "39x39"),
    "twice over a square": (
        "W:WK15,K25,K28:B6,7,11,12,16,21,29,31,34,37,38,39,43",
        "28x44x24x33x47x17x26",
    ),
    "over the square where it ends": (
        "W:WK20,K35:B10,15,16,22,23,24,26,28,39,41,42,45",
        "35x13x33x47x36x18x48x25x5x19",
    ),
}


THREADS = 8

LOOKS = [(400, 0), (400, 1), (600, 1), (900, 0)]
"""Sizes of pictures, each with the seat from whose side the board is drawn."""


LARGE = "over the square where it ends"
"""The way drawn in all sizes even by day, as its trail leaves numbers the least space."""


@pytest.fixture
def fresh() -> Iterator[None]:
    """Clear the caches of drawings before and after a test."""
    forget()
    yield
    forget()


def numbered(
    monkeypatch: pytest.MonkeyPatch, draw: Callable[[], Image.Image]
) -> tuple[Image.Image, Image.Image]:
    """Return a picture without its numbers, and a mask of the numbers, 0 or 255."""
    whole = draw().convert("RGB")
    forget()
    with monkeypatch.context() as patch:
        patch.setattr(ImageDraw.ImageDraw, "text", lambda *_, **__: None)
        bare = draw().convert("RGB")
    forget()
    difference = ImageChops.difference(whole, bare).convert("L")
    return bare, difference.point(lambda value: 255 * (value > 0))


def covered(bare: Image.Image, ink: Image.Image) -> set[Colour]:
    """Return the colours of trails, marks, light squares and pieces that lie under labels."""
    under = Image.composite(bare, Image.new("RGB", bare.size), ink)
    things = {WOOD.trail, WOOD.outline, WOOD.mark, WOOD.cross, WOOD.light}
    for material in WOOD.materials:
        things |= {material.face, material.groove, material.highlight, material.side}
    return {colour for colour in things if count(under, colour)}


@pytest.mark.usefixtures("fresh")
@pytest.mark.parametrize(
    ("way", "size", "viewer"),
    mostly_at_night(
        [(way, *LOOKS[(first + i) % 4]) for i in range(4) for first, way in enumerate(MOVES)],
        lambda case: case[0] == LARGE or case[1:] == LOOKS[[*MOVES].index(case[0]) % 2],
    ),
)
def test_numbers_and_the_trail_keep_clear_of_each_other(
    monkeypatch: pytest.MonkeyPatch, way: str, size: int, viewer: int
) -> None:
    before = read(MOVES[way][0])
    move = before.parse(MOVES[way][1])
    draw = partial(paint, before.play(move), [move], before=before, size=size, viewer=viewer)
    bare, ink = numbered(monkeypatch, draw)
    assert covered(bare, ink) == set()
    cell = int(size / 10.48)
    font = ImageFont.truetype(FONT, cell * 0.26)
    for name in before.board.names:
        digits = Image.new("L", (cell, cell))
        ImageDraw.Draw(digits).text((0, 0), name, 255, font)
        least = sum(value > 128 for value in digits.tobytes())
        written = ink.crop(square(name, size, viewer)).tobytes().count(255)
        assert written >= least, f"{name} is not all there"


FEW, MANY, KINGS = "B:W31,37:BK3,14,19", "W:W31-50:B1-20", "W:WK28,36:BK3,14"


@pytest.mark.usefixtures("fresh")
@pytest.mark.parametrize(
    ("fen", "size"),
    mostly_at_night(
        product((FEW, MANY, KINGS), (400, 600, 900)),
        lambda case: case in {(FEW, 400), (MANY, 600), (KINGS, 400), (MANY, 900)},
    ),
)
def test_pieces_and_marks_keep_clear_of_the_numbers(
    monkeypatch: pytest.MonkeyPatch, fen: str, size: int
) -> None:
    position = read(fen)
    marked = position.legal_moves()
    for shown in ((), marked):
        draw = partial(paint, position, marks=shown, size=size)
        bare, ink = numbered(monkeypatch, draw)
        assert covered(bare, ink) == set()


@pytest.mark.parametrize("size", [400, 900])
def test_the_trail_runs_unbroken_over_the_pieces_it_captured(size: int) -> None:
    image = after("W:W35,46:B26,10,20,30", "35x4", size)
    for name in ("30", "20", "10"):
        left, top, right, bottom = square(name, size)
        found = image.crop((left, top, right, bottom))
        assert count(found, WOOD.trail) >= 0.04 * (right - left) ** 2, name


def test_a_number_that_trails_leave_no_place_stands_on_them_with_an_outline() -> None:
    everywhere = [(x, y) for x in (-1.0, 0.0, 1.0) for y in (-1.0, 0.0, 1.0) if x or y]
    directions = [(x / hypot(x, y), y / hypot(x, y)) for x, y in everywhere]
    for occupied in (False, True):
        label = labels.label_beside(directions, occupied=occupied)
        assert label.spot == labels.TOP_LEFT
        assert label.outline
    assert labels.label_beside((), occupied=False) == labels.ON_FREE
    assert labels.label_beside((), occupied=True) == labels.BESIDE_PIECE
