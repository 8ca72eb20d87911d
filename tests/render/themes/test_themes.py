"""Every theme on every board: its name, real pictures, and measured contrast."""

from __future__ import annotations

from itertools import product

import pytest

import engine
from engine.text import Text
from render import THEMES
from render.drawing.colour import mix
from render.themes.catalogue import board_colours
from render.themes.palettes import hole, palette_of, tinted
from render.themes.theme import BoardColours
from render.view.board_view import CAMP, view_of
from tests.each import for_each
from tests.nightly import is_night
from tests.render.colour_measures import VISION, distance, lightness, ratio
from tests.render.places import TABLES, around, cell_of, centre, colours_of, count, paint, played

ENHANCED = 7.0
"""The least contrast of text for people with weak sight, by WCAG 2.2, 1.4.6."""
READABLE = 4.5
"""The least contrast of text for most people, by WCAG 2.2, 1.4.3."""
LEAST = {"wood": READABLE, "slate": READABLE, "contrast": ENHANCED}


def squares_and_lines(theme: str) -> list[BoardColours]:
    """Return the colours of all boards but maps."""
    return [board for name, board in THEMES[theme].boards.items() if name != "map"]


def test_the_measure_of_contrast_is_that_of_wcag() -> None:
    assert ratio((0, 0, 0), (255, 255, 255)) == pytest.approx(21)
    assert ratio((119, 119, 119), (255, 255, 255)) == pytest.approx(4.48, abs=0.01)


def test_settings_can_list_themes_by_names_for_people() -> None:
    assert list(THEMES) == ["wood", "slate", "contrast"] == list(LEAST)
    titles = [theme.title for theme in THEMES.values()]
    assert all(isinstance(title, Text) for title in titles)
    assert [str(title) for title in titles] == ["Wood", "Slate", "High contrast"]


@for_each(THEMES)
def test_numbers_and_coordinates_are_readable(theme: str) -> None:
    least = LEAST[theme]
    for board in squares_and_lines(theme):
        assert ratio(board.label, board.frame) >= least
    board = THEMES[theme].boards["draughts"]
    assert ratio(board.label, board.dark) >= least
    assert ratio(board.label, tinted(board, board.dark)) >= least


@for_each(THEMES)
def test_names_of_holes_are_readable(theme: str) -> None:
    star = THEMES[theme].boards["camps"]
    for ground in [star.dark, *(mix(star.dark, m.face, CAMP[True]) for m in star.materials)]:
        assert ratio(star.label, hole(star, ground)) >= LEAST[theme]
    assert ratio(star.trail, star.outline) >= LEAST[theme], "names stand on the trail's dots"


@for_each(THEMES)
def test_names_on_the_map_are_readable(theme: str) -> None:
    atlas, board = THEMES[theme].map, THEMES[theme].boards["map"]
    assert ratio(atlas.coordinate, board.frame) >= LEAST[theme]
    assert ratio(atlas.fortress, board.label) >= LEAST[theme]
    assert ratio(atlas.fortress, atlas.rampart) >= LEAST[theme]
    for letter, land in atlas.lands.items():
        assert ratio(land.square, board.label) >= LEAST[theme], letter
        on_tint = ratio(tinted(board, land.square), board.outline)
        assert on_tint >= (ENHANCED if theme == "contrast" else 3.5), letter


@for_each(THEMES, VISION)
def test_armies_trail_and_crosses_are_seen_on_every_land(theme: str, vision: str) -> None:
    atlas, board = THEMES[theme].map, THEMES[theme].boards["map"]
    entente, central = board.materials[:2]
    assert lightness(entente.face) - lightness(central.face) > 60
    for letter, land in atlas.lands.items():
        assert lightness(land.square) - lightness(central.face) >= 30, letter
        assert lightness(land.square) - lightness(entente.side) >= 12, letter
        for colour in (board.trail, board.mark, board.cross):
            outlines = (colour, board.outline, min(board.trail, board.outline))
            assert max(distance(each, land.square, vision) for each in outlines) >= 24, letter


def test_what_is_shown_in_high_contrast_has_it() -> None:
    boards = THEMES["contrast"].boards
    for board in squares_and_lines("contrast"):
        assert board.grain == 0
        grounds = {board.light, board.dark}
        if board is boards["fortress"]:
            grounds = {board.light, board.stone}
        for material, ground in product(board.materials, grounds):
            assert max(ratio(c, ground) for c in (material.face, material.side)) >= ENHANCED
        for material in board.materials:
            assert ratio(material.symbol, material.face) >= ENHANCED
            if board is not boards["fortress"]:
                assert ratio(material.second, material.face) >= ENHANCED
        assert max(ratio(c, board.outline) for c in (board.trail, board.mark)) >= ENHANCED
    for material in boards["map"].materials:
        assert ratio(material.symbol, material.face) >= ENHANCED


@for_each(TABLES, THEMES, [300, 600] if is_night() else [300])
def test_pieces_of_every_theme_stand_where_they_stand(name: str, theme: str, size: int) -> None:
    position = TABLES[name]
    materials = colours_of(position, theme).materials
    image = paint(position, size=size, theme=theme).convert("RGB")
    standing, cell = dict(position.pieces()), cell_of(position.board, size)
    for point, square in enumerate(position.board.names):
        shown = around(image, centre(position.board, point, 0, size), 0.3 * cell)
        area = shown.width * shown.height
        shares = [count(shown, material.face) / area for material in materials]
        if point in standing:
            own = shares[standing[point].seat]
            assert own == max(shares) > 0.2, square
        else:
            assert max(shares) < 0.2, square


MOVED = [name for name in TABLES if name != "alliance unset"]
"""Tables whose game begins with moves."""

OF_EACH_BOARD = ["alliance", "assaut", "halma", "star for 6"]


@for_each(MOVED if is_night() else OF_EACH_BOARD, THEMES)
def test_the_last_move_and_marks_are_seen_in_every_theme(name: str, theme: str) -> None:
    before, move = list(played(TABLES[name], 12))[-1]
    after = before.play(move)
    legal = after.legal_moves()
    image = paint(after, [move], before=before, marks=legal, size=600, theme=theme).convert("RGB")
    colours, cell = colours_of(TABLES[name], theme), cell_of(after.board)
    assert count(image, colours.trail) > 0.07 * cell**2
    assert count(image, colours.outline) > 0.03 * cell**2
    for point in {point for each in legal for point in (each.path[0], each.path[-1])}:
        shown = around(image, centre(after.board, point), 0.45 * cell)
        assert count(shown, colours.mark) >= 12, after.board.names[point]


@for_each(TABLES, THEMES)
def test_a_palette_holds_the_colours_that_matter_exactly(name: str, theme: str) -> None:
    palette = view_of(TABLES[name], 600, 0, theme).palette
    board = palette.board
    wanted = {board.light, board.dark, board.frame, board.label, board.trail, board.outline}
    wanted |= {board.mark, board.cross, *(material.face for material in board.materials)}
    assert wanted <= set(palette.colours)
    assert len(set(palette.colours)) == len(palette.colours) <= 64


@for_each(THEMES)
def test_the_palette_of_the_map_holds_its_colours_exactly(theme: str) -> None:
    atlas, board = THEMES[theme].map, THEMES[theme].boards["map"]
    palette = palette_of(theme, "map", 4, "map")
    wanted = {land.square for land in atlas.lands.values()} | {atlas.sea, atlas.border}
    wanted |= {board.label, board.trail, board.outline, board.mark}
    assert wanted <= set(palette.colours)


def test_pictures_of_themes_differ() -> None:
    of_each_board = {position.game.colours: position for position in TABLES.values()}
    for position in of_each_board.values():
        pictures = {
            paint(position, size=200, theme=name).convert("RGB").tobytes() for name in THEMES
        }
        assert len(pictures) == len(THEMES)


@for_each(THEMES, engine.games)
def test_white_is_light_and_black_is_dark_whoever_begins(theme: str, name: str) -> None:
    game = engine.games[name]
    position = game.start()
    seats = {str(seat.name): number for number, seat in enumerate(position.seats)}
    if not {"White", "Black"} <= seats.keys():
        return
    materials = board_colours(theme, game.colours, len(seats)).materials
    assert sum(materials[seats["White"]].face) > 600
    assert sum(materials[seats["Black"]].face) < 200
