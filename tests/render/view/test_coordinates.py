"""Pictures drawn without coordinates: no numbers or names of squares."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PIL import Image, ImageChops, ImageDraw, ImageFont

import engine
from engine.game import Position
from render import picture
from render.boards.empty import empty_board
from render.drawing.fonts import SMALLEST
from render.maps.land import land
from render.pictures.diagram import WHOLE_MAP
from render.themes.theme import Material
from render.view.board_view import view_of
from render.view.labels import hole_label_shape, label_shape
from render.view.layout import layout_of
from tests.nightly import at_night
from tests.render.europe import placed, turns
from tests.render.places import TABLES, around, count, paint, played

SIZE = 600
DRAUGHTS = engine.games["frisian"]
EVERY: dict[str, Position] = {"frisian": DRAUGHTS.start(), **TABLES}


@pytest.fixture
def texts(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """Yield a list that collects the texts drawn on pictures in this test."""
    written: list[str] = []
    original = ImageDraw.ImageDraw.text

    def text(
        self: ImageDraw.ImageDraw,
        xy: tuple[float, float],
        name: str,
        *rest: object,
        **options: object,
    ) -> None:
        written.append(name)
        original(self, xy, name, *rest, **options)  # type: ignore[arg-type]

    monkeypatch.setattr(ImageDraw.ImageDraw, "text", text)
    for cache in (empty_board, hole_label_shape, label_shape):
        cache.cache_clear()
    yield written
    for cache in (empty_board, hole_label_shape, label_shape):
        cache.cache_clear()


def bare(position: Position, size: int = SIZE, viewer: int = 0) -> Image.Image:
    return paint(position, size=size, viewer=viewer, coordinates=False).convert("RGB")


@pytest.mark.parametrize("name", EVERY)
def test_nothing_is_written_without_coordinates(name: str, texts: list[str]) -> None:
    for before, move in [*played(EVERY[name], 20)][::10]:
        after = before.play(move)
        paint(after, [move], before=before, marks=after.legal_moves(), size=300, coordinates=False)
    assert texts == []
    paint(EVERY[name], size=300)
    assert texts != []


def test_the_map_keeps_the_names_of_lands_and_fortresses_alone(texts: list[str]) -> None:
    before, move = turns(4)[-1]
    after = before.play(move)
    paint(after, [move], before=before, marks=after.legal_moves(), size=600, coordinates=False)
    paint(placed(), size=1160, region=WHOLE_MAP, coordinates=False)
    squares = {name.upper() for name in after.board.names}
    columns = {str(number) for number in range(1, 33)} | set("ABCDEFGHIJKLMNOPQRSTUVWX")
    assert "FRANCE" in texts
    assert not {text.upper() for text in texts} & (squares | columns)


def middle_of(image: Image.Image, material: Material) -> tuple[float, float, int]:
    """Return the middle, column and row, of the pixels of a material's face, and their number."""
    face = Image.new("RGB", image.size, material.face)
    apart = ImageChops.difference(image, face).get_flattened_data()
    there = [divmod(at, image.width) for at, pixel in enumerate(apart) if pixel == (0, 0, 0)]
    x, y = sum(x for _, x in there) / len(there), sum(y for y, _ in there) / len(there)
    return (x, y, len(there))


@pytest.mark.parametrize("viewer", [0, 1])
def test_men_stand_in_the_middle_of_their_squares_and_are_larger(viewer: int) -> None:
    position = DRAUGHTS.start()
    views = [view_of(position, SIZE, viewer, "wood", coordinates=shown) for shown in (True, False)]
    sizes = []
    for view, image in zip(
        views,
        (paint(position, size=SIZE, viewer=viewer), bare(position, viewer=viewer)),
        strict=True,
    ):
        for point in (0, 19, 30, 49):
            box = view.layout.box(point)
            seat = dict(position.pieces())[point].seat
            x, y, pixels = middle_of(image.convert("RGB").crop(box), view.colours.materials[seat])
            cell = view.layout.cell
            assert abs(x - cell / 2) <= 2.5
            if view is views[1]:
                assert abs(y + 0.02 * cell - cell / 2) <= 2.5
            else:
                assert y > 0.55 * cell
            sizes.append(pixels)
    assert all(large > 1.2 * small for small, large in zip(sizes[:4], sizes[4:], strict=True))


def test_armies_are_larger_and_stay_in_their_squares() -> None:
    position = placed()
    named = layout_of(position.board, 1160, 0)
    plain = layout_of(position.board, 1160, 0, None, coordinates=False)
    assert plain.unit > 1.1 * named.unit
    with_pieces = bare_map(position)
    without = bare_map(engine.games["allies"].start(4))
    occupied = dict(position.pieces())
    for point in plain.shown:
        box = plain.box(point)
        same = ImageChops.difference(with_pieces.crop(box), without.crop(box)).getbbox() is None
        assert same == (point not in occupied)
        without.paste(with_pieces.crop(box), box)
    assert ImageChops.difference(with_pieces, without).getbbox() is None


def bare_map(position: Position) -> Image.Image:
    return paint(position, size=1160, region=WHOLE_MAP, coordinates=False).convert("RGB")


@pytest.mark.parametrize("name", EVERY)
def test_squares_are_at_least_as_large_and_on_the_same_side(name: str) -> None:
    position = EVERY[name]
    for viewer in range(len(position.seats)):
        named, plain = (
            view_of(position, SIZE, viewer, "wood", coordinates=shown).layout
            for shown in (True, False)
        )
        assert plain.cell >= named.cell
        assert plain.turn == named.turn
        assert plain.picture_size == named.picture_size
        left, top = plain.corner
        for point in plain.shown:
            box = plain.box(point)
            assert min(box) >= min(left, top, 0)
            assert box[2] <= SIZE - left
            assert box[3] <= SIZE - top


@pytest.mark.parametrize("name", EVERY)
def test_marks_and_trail_lie_in_the_middle_of_their_points(name: str) -> None:
    before, move = list(played(EVERY[name], 14))[-1]
    after = before.play(move)
    legal = after.legal_moves()
    image = paint(after, [move], before=before, marks=legal, size=SIZE, coordinates=False).convert(
        "RGB"
    )
    view = view_of(after, SIZE, 0, "wood", coordinates=False)
    occupied = dict(after.pieces())
    for point in {each.path[-1] for each in legal} - occupied.keys():
        x, y = view.layout.middles[point]
        dot = around(image, (x, y), 0.06 * view.layout.cell)
        assert count(dot, view.colours.mark) == dot.width * dot.height


def test_the_words_for_who_does_not_see_it_name_squares_all_the_same() -> None:
    position = DRAUGHTS.start()
    assert picture(position, size=200, coordinates=False).alt == picture(position, size=200).alt


@pytest.fixture
def sizes(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[float]]:
    """Yield a list that collects the sizes of type used in this test, in pixels."""
    used: list[float] = []
    original = ImageDraw.ImageDraw.text

    def text(
        self: ImageDraw.ImageDraw,
        xy: tuple[float, float],
        name: str,
        fill: object,
        font: ImageFont.FreeTypeFont,
        **options: object,
    ) -> None:
        used.append(font.size)
        original(self, xy, name, fill, font, **options)  # type: ignore[arg-type]

    monkeypatch.setattr(ImageDraw.ImageDraw, "text", text)
    for cache in (empty_board, land, hole_label_shape, label_shape):
        cache.cache_clear()
    yield used
    for cache in (empty_board, land, hole_label_shape, label_shape):
        cache.cache_clear()


@pytest.mark.parametrize("size", [at_night(200), 300, at_night(400), at_night(600)])
def test_what_is_written_on_small_pictures_can_be_read(size: int, sizes: list[float]) -> None:
    for position in (*EVERY.values(), placed(), placed(2)):
        paint(position, size=size, marks=position.legal_moves())
    for before, move in (turns(2)[-1], turns(4)[-1], *played(DRAUGHTS.start(), 8)):
        paint(before.play(move), [move], before=before, size=size)
    assert len(sizes) > 100
    assert min(sizes) >= (SMALLEST if size >= 300 else 5)


def test_names_give_way_on_small_pictures_and_pieces_take_their_room() -> None:
    star = TABLES["star for 6"]
    assert [layout_of(star.board, size, 0).named for size in (300, 400)] == [False, True]
    europe_board = placed().board
    assert [layout_of(europe_board, size, 0).named for size in (400, 600)] == [False, True]
    small = layout_of(europe_board, 300, 0)
    assert small.unit > small.cell
    assert small.cell * 32 > 0.9 * 300
    for size in range(200, 1200, 7):
        one = layout_of(europe_board, size, 0)
        assert size - max(one.extent) <= max(one.picture_size) <= size
        assert min(one.corner) >= 0
