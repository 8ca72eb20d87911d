"""The boards of all games from every seat's side, checked pixel by pixel."""

from collections.abc import Iterable, Iterator
from itertools import combinations
from typing import Any

import pytest
from PIL import Image, ImageDraw

import engine
from engine.board import NOWHERE
from render import THEMES
from render.boards import holes
from render.boards.empty import empty_board
from render.drawing.canvas import Canvas
from render.drawing.colour import Colour, mix
from render.drawing.indexed import COLOURS
from render.drawing.picture import encode
from render.pieces import tiles
from render.pieces.symbols import draw_pattern
from render.themes.palettes import hole, palette_of
from render.view.board_view import CAMP, view_of
from render.view.labels import hole_label_shape
from tests.nightly import mostly_at_night, one_of_each_family
from tests.render.places import (
    SIZE,
    TABLES,
    around,
    cell_of,
    centre,
    colours_of,
    count,
    drawn,
    paint,
    played,
    views,
)

View = tuple[str, int, int]

VIEWS = list(views())


def of_each_turn(cases: Iterable[View]) -> list[Any]:
    """Return views for a parametrised test: by day, one for each table and turn of its board."""
    first: dict[tuple[str, int], View] = {}
    for case in cases:
        first.setdefault((case[0], case[2]), case)
    return mostly_at_night(cases, lambda case: case in first.values())


CAMPS, FORTRESS = THEMES["wood"].boards["camps"], THEMES["wood"].boards["fortress"]


@pytest.mark.parametrize("name", one_of_each_family())
def test_every_game_can_be_painted_from_every_side(name: str) -> None:
    game = engine.games[name]
    for seats in game.seats:
        for turn, (before, move) in enumerate([*played(game.start(seats), 24)][::8]):
            position = before.play(move)
            image = paint(
                position, [move], before=before, viewer=turn % seats, size=200,
                marks=position.legal_moves(),
            )  # fmt: skip
            assert len(image.getpalette() or ()) <= 3 * COLOURS


@pytest.mark.parametrize(("name", "viewer", "turn"), of_each_turn(VIEWS))
def test_every_piece_stands_on_its_point_in_its_owner_s_colour(
    name: str, viewer: int, turn: int
) -> None:
    position, theme = TABLES[name], colours_of(TABLES[name])
    image, board = drawn(position, viewer=viewer), position.board
    standing = dict(position.pieces())
    cell = cell_of(board)
    for point, names in enumerate(board.names):
        shown = around(image, centre(board, point, turn), 0.3 * cell)
        area = shown.width * shown.height
        shares = [count(shown, material.face) / area for material in theme.materials]
        for seat, share in enumerate(shares):
            if point in standing and standing[point].seat == seat:
                assert share > 0.25, names
            else:
                assert share < 0.1, names


@pytest.mark.parametrize(("name", "viewer", "turn"), VIEWS)
def test_viewers_have_their_own_side_below(name: str, viewer: int, turn: int) -> None:
    position = TABLES[name]
    own = [point for point, piece in position.pieces() if piece.seat == viewer]
    if not own:
        own = [point for point, seat in position.display.zones() if seat == viewer]
    places = [centre(position.board, point, turn) for point in own]
    assert sum(y for _, y in places) / len(places) > SIZE / 2
    if name == "halma for four":
        assert sum(x for x, _ in places) / len(places) < SIZE / 2


@pytest.fixture
def texts(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[tuple[float, float, str]]]:
    """Yield a list that collects the texts drawn on pictures in this test, with their places."""
    written: list[tuple[float, float, str]] = []
    original = ImageDraw.ImageDraw.text

    def text(
        self: ImageDraw.ImageDraw,
        xy: tuple[float, float],
        name: str,
        *rest: object,
        **options: object,
    ) -> None:
        written.append((*xy, name))
        original(self, xy, name, *rest, **options)  # type: ignore[arg-type]

    monkeypatch.setattr(ImageDraw.ImageDraw, "text", text)
    for cache in (empty_board, hole_label_shape):
        cache.cache_clear()
    yield written
    for cache in (empty_board, hole_label_shape):
        cache.cache_clear()


EDGED = [view for view in VIEWS if TABLES[view[0]].board.labels == "edges"]
STARS = [view for view in VIEWS if TABLES[view[0]].board.style == "holes"]


@pytest.mark.parametrize(("name", "viewer", "turn"), EDGED)
def test_coordinates_stand_on_all_edges_at_their_files_and_ranks(
    name: str, viewer: int, turn: int, texts: list[tuple[float, float, str]]
) -> None:
    position = TABLES[name]
    board, cell = position.board, cell_of(position.board)
    drawn(position, viewer=viewer)
    lanes = (SIZE - cell * round(max(board.size))) / 2
    for point, square in enumerate(board.names):
        x, y = centre(board, point, turn)
        above = {text for tx, ty, text in texts if abs(tx - x) < 2 and ty < lanes}
        below = {text for tx, ty, text in texts if abs(tx - x) < 2 and ty > SIZE - lanes}
        left = {text for tx, ty, text in texts if abs(ty - y) < cell / 3 and tx < lanes}
        right = {text for tx, ty, text in texts if abs(ty - y) < cell / 3 and tx > SIZE - lanes}
        assert above == below
        assert left == right
        file, rank = (above, left) if turn % 2 == 0 else (left, above)
        assert (file, rank) == ({square[0]}, {square[1:]})


@pytest.mark.parametrize(
    ("name", "viewer", "turn"),
    mostly_at_night(STARS, lambda case: case[:2] in {("star for 2", 0), ("star for 2", 1)}),
)
def test_letters_stand_beside_the_rows_of_a_star(
    name: str, viewer: int, turn: int, texts: list[tuple[float, float, str]]
) -> None:
    position = TABLES[name]
    board, cell = position.board, cell_of(position.board)
    drawn(position, viewer=viewer)
    for row in "abcdefghijklmnopq":
        points = [point for point, hole_name in enumerate(board.names) if hole_name[0] == row]
        places = [centre(board, point, turn) for point in points]
        y = places[0][1]
        letters = [(tx, text) for tx, ty, text in texts if abs(ty - y) < cell / 3 and len(text) < 2]
        assert [text for _, text in letters] == [row, row]
        ends = sorted(tx for tx, _ in letters)
        xs = sorted(x for x, _ in places)
        assert 0 < ends[0] < xs[0] - 0.8 * cell
        assert SIZE > ends[1] > xs[-1] + 0.8 * cell


@pytest.mark.parametrize(
    ("name", "viewer", "turn"),
    mostly_at_night(STARS, lambda case: case in {("star for 2", 1, 2), ("star for 6", 0, 0)}),
)
def test_every_free_hole_bears_its_own_name(name: str, viewer: int, turn: int) -> None:
    position = TABLES[name]
    board, cell = position.board, cell_of(position.board, 900)
    image = drawn(position, viewer=viewer, size=900)
    standing = dict(position.pieces())
    camps = dict(position.display.zones())
    theme = colours_of(position)
    for point, hole_name in enumerate(board.names):
        if point in standing:
            continue
        shown = around(image, centre(board, point, turn, 900), 0.36 * cell)
        label = hole_label_shape(cell, hole_name).point([255 * (v >= 192) for v in range(256)])
        ink = sum(1 for value in label.tobytes() if value)
        assert count(shown, CAMPS.label) == pytest.approx(ink, rel=0.1)
        owner = camps.get(point)
        ground = CAMPS.dark
        if owner is not None:
            ground = mix(ground, theme.materials[owner].face, CAMP[True])
        assert count(shown, hole(CAMPS, ground)) > 0.1 * cell**2


def test_the_lines_of_assaut_are_those_that_can_be_travelled() -> None:
    position = TABLES["assaut"]
    board = position.board
    for turn in (0, 2):
        image = drawn(position, viewer=turn // 2)
        seen = 0
        for point, end in combinations(range(len(board)), 2):
            (x, y), (x2, y2) = (board.xy[at] for at in (point, end))
            if max(abs(x - x2), abs(y - y2)) > 1:
                continue
            # The two diagonals of a square share their middle, so another place is checked.
            share = 0.5 if x == x2 or y == y2 else 0.37
            (px, py), (px2, py2) = (centre(board, at, turn) for at in (point, end))
            at = (round(px + (px2 - px) * share), round(py + (py2 - py) * share))
            steps = end in {steps[point] for steps in board.steps} - {NOWHERE}
            assert (image.getpixel(at) == FORTRESS.frame) == steps, (point, end)
            seen += steps
        assert seen == sum(at != NOWHERE for steps in board.steps for at in steps) / 2


def test_the_fortress_is_of_stone_and_has_walls() -> None:
    position = TABLES["assaut"]
    board, cell = position.board, cell_of(position.board)
    image = drawn(position)
    fortress = {point for point, _ in position.display.zones()}
    wall = mix(FORTRESS.stone, (0, 0, 0), 0.5)
    for point, name in enumerate(board.names):
        square = around(image, centre(board, point), cell / 2)
        assert (count(square, FORTRESS.stone) > 0.3 * cell**2) == (point in fortress)
        walled = name in {"c5", "c6", "c7", "d5", "d7", "e5", "e6", "e7"}
        assert (count(square, wall) > 0.03 * cell**2) == walled, name


CAMPED = [name for name in TABLES if name.startswith(("halma", "star"))]


@pytest.mark.parametrize("name", CAMPED)
def test_camps_are_marked_in_their_owners_colours(name: str) -> None:
    position = TABLES[name]
    board, cell = position.board, cell_of(position.board)
    image = drawn(position)
    camps = dict(position.display.zones())
    star = board.style == "holes"
    for point in range(len(board)):
        shown = around(image, centre(board, point), cell / 2)
        for seat, _ in enumerate(position.seats):
            face = CAMPS.materials[seat].face
            grounds: list[Colour] = [mix(CAMPS.dark, face, CAMP[star])]
            if not star:
                grounds.append(mix(CAMPS.light, face, CAMP[star]))
            share = max(count(shown, ground) for ground in grounds) / cell**2
            if camps.get(point) == seat:
                assert share > 0.12
            elif not star:
                assert share < 0.01


@pytest.mark.parametrize("name", CAMPED)
def test_free_squares_of_a_camp_bear_its_owner_s_symbol(name: str) -> None:
    position = TABLES[name]
    if position.board.style == "holes":
        return
    view = view_of(position, SIZE, 0, "wood")
    image = empty_board(view).bare.copy()
    image.putpalette(view.palette.bytes)
    shown = image.convert("RGB")
    for point, seat in position.display.zones():
        face = view.colours.materials[seat].face
        ink = mix(face, (0, 0, 0), 0.25 if sum(face) > 384 else 0.05)
        nearest = view.palette.colours[view.palette.index(ink)]
        cell = cell_of(position.board)
        sign = around(shown, centre(position.board, point), 0.3 * cell)
        assert count(sign, nearest) > 0.03 * cell**2


def symbol_of(seat: int) -> Image.Image:
    canvas = Canvas("L", (40, 40), 40)
    draw_pattern(canvas, (0.5, 0.5), 0.4, CAMPS.materials[seat].pattern, 255)
    return canvas.image().point([255 * (value > 127) for value in range(256)])


def test_six_seats_have_six_symbols_that_are_told_apart_without_colour() -> None:
    for first, second in combinations(range(6), 2):
        one, other = (symbol_of(seat).tobytes() for seat in (first, second))
        both = sum(a and b for a, b in zip(map(bool, one), map(bool, other), strict=True))
        either = sum(a or b for a, b in zip(map(bool, one), map(bool, other), strict=True))
        assert both / either < 0.75, (first, second)


@pytest.mark.parametrize("seat", range(6))
def test_the_symbol_is_on_every_piece(seat: int) -> None:
    palette = palette_of("wood", "camps", 6, "holes", (CAMPS.dark,))
    kind = engine.games["halma"].kind("piece")
    indices = tiles.tile(palette, 60, 70, seat, kind, ground=CAMPS.dark).indices
    ink = palette.index(CAMPS.materials[seat].groove)
    assert indices.tobytes().count(ink) > 0.04 * 60**2


def test_pictures_of_every_board_are_small() -> None:
    for name, position in TABLES.items():
        for before, move in list(played(position, 40))[-1:]:
            image = paint(before.play(move), [move], before=before)
            assert len(encode(image)) <= 80_000, name


def test_rows_of_letters_do_not_touch_the_star() -> None:
    assert holes.LETTER[1] > holes.PLATE / 2 / (3**0.5 / 2) + 0.15
