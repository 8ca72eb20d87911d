"""Turns and legal moves on the boards of all games: trails, ghosts, marks, kinds of pieces."""

from itertools import pairwise
from math import hypot

import pytest
from PIL import Image

from engine.game import Position
from engine.values import Move
from render import THEMES, picture
from render.boards.empty import empty_board
from render.drawing.colour import Colour
from render.pictures import arrows
from render.pictures.surface import Surface
from render.pictures.trail import trails_of
from render.pieces.tiles import tile
from render.themes.palettes import palette_of, tinted
from render.view.board_view import view_of
from render.view.layout import Pixel
from tests.nightly import at_night
from tests.render.places import (
    TABLES,
    around,
    cell_of,
    centre,
    colours_of,
    count,
    drawn,
    played,
    start,
)

BOARDS = THEMES["wood"].boards
DRAUGHTS, FORTRESS, CAMPS = BOARDS["draughts"], BOARDS["fortress"], BOARDS["camps"]


def long_turn(position: Position, least: int) -> tuple[Position, Move]:
    """Return the first turn of more than ``least`` points in random games, and its position."""
    for seed in range(40):
        for before, _ in played(position, 60, seed):
            for move in before.legal_moves():
                if len(move.path) > least:
                    return before, move
    raise AssertionError("no such turn")


JUMPING = ["halma", "halma 8x8", "halma for four", "star for 2", "star for 6"]


@pytest.mark.parametrize("viewer", [0, 1])
@pytest.mark.parametrize("name", JUMPING)
def test_the_whole_trail_of_jumps_is_shown(name: str, viewer: int) -> None:
    before, move = long_turn(TABLES[name], 3)
    board, cell = before.board, cell_of(before.board)
    turn = 0 if viewer == 0 else {"halma for four": 3, "star for 6": 0}.get(name, 2)
    image = drawn(before.play(move), [move], before, viewer=viewer)
    places = [centre(board, point, turn) for point in move.path]
    for place in places[:-1]:
        assert count(around(image, place, 0.14 * cell), CAMPS.trail) > 0.02 * cell**2
    for (x, y), (x2, y2) in pairwise(places):
        middle = around(image, ((x + x2) // 2, (y + y2) // 2), 0.12 * cell)
        assert count(middle, CAMPS.trail) >= 3, "the jumped piece hides the trail"


@pytest.mark.parametrize("name", JUMPING)
def test_jumped_pieces_stay_as_they_are_beside_the_thread(name: str) -> None:
    before, move = long_turn(TABLES[name], 3)
    board, cell = before.board, cell_of(before.board)
    after = before.play(move)
    standing = dict(after.pieces())
    image = drawn(after, [move], before)
    jumped = 0
    for start_, end in pairwise(move.path):
        between = [
            ray[0]
            for ray in (board.ray(start_, d) for d in range(len(board.steps)))
            if ray[1:2] == (end,)
        ]
        for point in between:
            jumped += 1
            face = CAMPS.materials[standing[point].seat].face
            assert count(around(image, centre(board, point), cell / 2), face) > 0.1 * cell**2
            cross = count(around(image, centre(board, point), cell / 2), CAMPS.cross)
            assert cross < 0.03 * cell**2
    assert jumped >= 3


@pytest.mark.parametrize("size", [400, 900])
@pytest.mark.parametrize("name", ["alliance", "assaut", "halma", "halma 8x8", "star for 6"])
def test_the_tip_of_an_arrow_lies_on_the_piece_that_arrived(name: str, size: int) -> None:
    before = TABLES[name]
    if name == "assaut":
        before = before.play(before.parse("@c6,e6"))
    move = before.legal_moves()[0]
    image = drawn(before.play(move), [move], before, size=size)
    layout = view_of(before, size, 0, "wood").layout
    (x, y), (x2, y2) = (layout.centres[point] for point in move.path[-2:])
    share = 0.36 * layout.unit / hypot(x2 - x, y2 - y)
    edge = (round(x2 + (x - x2) * share), round(y2 + (y - y2) * share))
    tip = around(image, edge, 0.05 * layout.unit)
    assert count(tip, colours_of(before).trail) >= 0.2 * tip.width * tip.height


def test_where_the_last_move_began_and_ended_is_tinted() -> None:
    position = TABLES["halma"]
    move = position.legal_moves()[0]
    theme = colours_of(position)
    image = drawn(position.play(move), [move], position)
    cell = cell_of(position.board)
    grounds = {theme.light, theme.dark}
    tints = {tinted(theme, ground) for ground in grounds}
    shown = around(image, centre(position.board, move.path[-1]), cell / 2)
    assert sum(count(shown, tint) for tint in tints) > 0.3 * cell**2
    shown = around(drawn(position), centre(position.board, move.path[-1]), cell / 2)
    assert sum(count(shown, tint) for tint in tints) == 0


def test_names_of_holes_stand_on_the_trail() -> None:
    before, move = long_turn(TABLES["star for 2"], 3)
    image = drawn(before.play(move), [move], before, size=900)
    cell = cell_of(before.board, 900)
    for point in move.path[:-1]:
        name = around(image, centre(before.board, point, 0, 900), 0.25 * cell)
        assert count(name, CAMPS.trail) > 0.13 * cell**2
        assert count(name, CAMPS.outline) > 0.015 * cell**2


def test_a_placement_is_no_way() -> None:
    before = TABLES["assaut"]
    move = before.parse("@c6,e6")
    image = drawn(before.play(move), [move], before)
    board, cell = before.board, cell_of(before.board)
    between = around(image, centre(board, board.point["d6"]), 0.4 * cell)
    assert count(between, FORTRESS.trail) == 0
    halo = tinted(FORTRESS, FORTRESS.stone)
    for name in board.names:
        shown = around(image, centre(board, board.point[name]), cell / 2)
        assert (count(shown, halo) > 0.02 * cell**2) == (name in {"c6", "e6"}), name


def offence(**options: str) -> tuple[Position, Move]:
    """Return a position of a random game and a move in it by which an officer omits a capture."""
    position = start("assaut", 2, **options)
    position = position.play(position.parse("@c6,e6"))
    for seed in range(50):
        for before, _ in played(position, 30, seed):
            for move in before.legal_moves():
                wanted = move.removed == move.path[-1:] or (
                    options["capture"] == "huff"
                    and any(after.kind == "huff" for after in before.play(move).legal_moves())
                )
                if before.turn == 1 and wanted:
                    return before, move
    raise AssertionError("no offence")


def test_a_huffed_officer_is_crossed_out_where_it_stood() -> None:
    before, move = offence(capture="huff")
    position = before.play(move)
    huff = next(each for each in position.legal_moves() if each.kind == "huff")
    reply = next(each for each in position.play(huff).legal_moves() if each.kind == "move")
    after = position.play(huff).play(reply)
    image = drawn(after, [huff, reply], position)
    cell = cell_of(position.board)
    for point in range(len(position.board)):
        shown = around(image, centre(position.board, point), cell / 2)
        crossed = count(shown, FORTRESS.cross) > 0.02 * cell**2
        assert crossed == (point in huff.removed + reply.captured)
    alt = str(picture(after, [huff, reply], before=position, size=200).alt)
    assert f"The officer on {position.board.names[huff.removed[0]]} did" in alt
    assert "It takes" not in alt


def test_an_officer_huffed_at_once_is_crossed_out_where_its_move_ended() -> None:
    before, move = offence(capture="auto")
    image = drawn(before.play(move), [move], before)
    cell = cell_of(before.board)
    for point in move.removed:
        shown = around(image, centre(before.board, point), cell / 2)
        assert count(shown, FORTRESS.cross) > 0.02 * cell**2


def ends(moves: tuple[Move, ...]) -> set[int]:
    return {point for move in moves for point in (move.path[0], move.path[-1])}


@pytest.mark.parametrize("plies", [0, 40, at_night(90)])
@pytest.mark.parametrize("name", TABLES)
def test_all_legal_moves_are_marked_and_nothing_else(name: str, plies: int) -> None:
    position = TABLES[name]
    for before, move in played(position, plies, 3):
        position = before.play(move)
    moves = () if position.outcome() else position.legal_moves()
    image = drawn(position, marks=moves)
    cell = cell_of(position.board)
    mark = colours_of(position).mark
    for point, square in enumerate(position.board.names):
        shown = around(image, centre(position.board, point), 0.42 * cell)
        found = count(shown, mark)
        assert found >= 12 if point in ends(moves) else found < 6, (square, found)


@pytest.mark.parametrize("name", ["star for 2", "star for 6"])
def test_marks_leave_the_names_of_holes_readable(name: str) -> None:
    position = TABLES[name]
    cell = cell_of(position.board)
    plain, marked = drawn(position), drawn(position, marks=position.legal_moves())
    for move in position.legal_moves():
        place = centre(position.board, move.path[-1])
        names = [around(image, place, 0.22 * cell).tobytes() for image in (plain, marked)]
        assert names[0] == names[1]


def piece(name: str, seat: int, kind: str, ground: Colour) -> Image.Image:
    """Return a picture of a single piece, on a tile of 100 by 100 pixels."""
    game = TABLES[name].game
    palette = palette_of("wood", game.colours, 2, "squares", (ground,))
    indices = tile(palette, 100, 100, seat, game.kind(kind), ground=ground).indices.copy()
    indices.putpalette(palette.bytes)
    return indices.convert("RGB")


@pytest.mark.parametrize("ground", [DRAUGHTS.light, DRAUGHTS.dark])
@pytest.mark.parametrize("seat", [0, 1])
def test_a_cross_points_where_its_man_captures(seat: int, ground: Colour) -> None:
    material = DRAUGHTS.materials[seat]
    for kind, ink, straight in (("x", material.symbol, False), ("+", material.second, True)):
        image = piece("alliance", seat, kind, ground)
        for distance in (8, 13, 18):
            slant = round(distance * 0.7)
            arms = [(distance, 0), (-distance, 0), (0, distance), (0, -distance)]
            diagonals = [(slant, slant), (-slant, slant), (slant, -slant), (-slant, -slant)]
            for places, crossed in ((arms, straight), (diagonals, not straight)):
                for x, y in places:
                    assert (image.getpixel((50 + x, 48 + y)) == ink) == crossed, (kind, x, y)


@pytest.mark.parametrize("seat", [0, 1])
def test_a_man_whose_cross_is_not_set_is_plain(seat: int) -> None:
    material = DRAUGHTS.materials[seat]
    image = piece("alliance", seat, "unset", DRAUGHTS.dark)
    assert count(image, material.symbol) + count(image, material.second) == 0


def test_officers_are_larger_than_soldiers_and_bear_a_star() -> None:
    soldier, officer = (
        piece("assaut", seat, kind, FORTRESS.light)
        for seat, kind in enumerate(("soldier", "officer"))
    )
    sizes = []
    for image, material in zip((soldier, officer), FORTRESS.materials, strict=True):
        sizes.append(sum(count(image, each) for each in {*material[:5]}))
    assert sizes[1] > 1.2 * sizes[0]
    gold = FORTRESS.materials[1].symbol
    assert count(officer, gold) > 600
    assert count(soldier, gold) == 0


KINDS = {
    "alliance": "White: 8 men with diagonal crosses on ",
    "alliance unset": "White: 12 men without crosses on ",
    "assaut": "Soldiers: 24 soldiers on ",
    "halma 8x8": "Red: 10 pieces on ",
    "star for 6": "White: 10 pieces on ",
}


@pytest.mark.parametrize("name", KINDS)
def test_descriptions_name_every_kind(name: str) -> None:
    alt = str(picture(TABLES[name], size=200).alt)
    assert KINDS[name] in alt
    assert len(alt) <= 1000


def test_descriptions_name_crosses_and_officers() -> None:
    assert "4 men with upright crosses on " in str(picture(TABLES["alliance"], size=200).alt)
    position = TABLES["assaut"].play(TABLES["assaut"].parse("@c6,e6"))
    assert "Officers: 2 officers on c6, e6." in str(picture(position, size=200).alt)


def test_a_ring_on_a_star_shows_which_piece_has_moved() -> None:
    position = TABLES["star for 6"]
    move = position.legal_moves()[0]
    image = drawn(position.play(move), [move], position)
    cell = cell_of(position.board)
    for point, piece in position.play(move).pieces():
        shown = around(image, centre(position.board, point), cell / 2)
        ringed = count(shown, CAMPS.trail) > 0.08 * cell**2
        assert ringed == (point == move.path[-1]), (point, piece)


@pytest.mark.parametrize("theme", THEMES)
def test_a_trail_of_every_colour_is_set_off_by_its_outline(theme: str) -> None:
    view = view_of(TABLES["star for 6"], 900, 0, theme)
    surface = Surface(empty_board(view).free.copy(), view)
    for material in view.colours.materials:
        outline = surface.outline_of(material.face)
        assert sum(abs(a - b) for a, b in zip(outline, material.face, strict=True)) > 150


def test_numbers_of_turns_hide_no_name_of_a_hole(monkeypatch: pytest.MonkeyPatch) -> None:
    """Long ways cross on the star, where badges have little space between holes."""
    position = TABLES["star for 6"]
    view = view_of(position, 900, 0, "wood")
    point = view.layout.board.point
    ways = [("m5", "m7", "k7"), ("k3", "k5", "m7"), ("i9", "i7", "k7"), ("g5", "i5", "k7", "m7")]
    paths = [tuple(point[name] for name in way) for way in ways]
    badges: list[tuple[float, float]] = []

    def letter(*_: object) -> Image.Image:
        return Image.new("L", (1, 1), 0)

    def blend(_: Surface, shape: Image.Image, centre: Pixel, *_more: object) -> None:
        if shape.size == (1, 1):
            badges.append(centre)

    monkeypatch.setattr(arrows, "_letter", letter)
    monkeypatch.setattr(Surface, "blend_centred", blend)
    surface = Surface(empty_board(view).free.copy(), view)
    places = [[surface.centre(at) for at in path] for path in paths]
    standing = dict(position.pieces())
    colours = [material.face for material in view.colours.materials]
    arrows.number_ways(surface, places, [(str(n), colours[n]) for n in range(4)], standing)
    assert len(badges) == len(ways)
    near = (arrows.BADGE + arrows.NAME / 2) * view.layout.unit
    for at in set(view.layout.shown).difference(standing):
        x, y = surface.middle(at)
        hidden = [badge for badge in badges if hypot(badge[0] - x, badge[1] - y) < near]
        assert not hidden, position.board.names[at]


def test_several_turns_have_the_colours_of_their_players_and_numbers_where_they_meet() -> None:
    before = TABLES["halma for four"]
    moves, position = [], before
    for text in ("a4-a5", "a13-a12", "p13-p12"):
        moves.append(position.parse(text))
        position = position.play(moves[-1])
    view = view_of(position, 900, 0, "wood")
    surface = Surface(empty_board(view).free.copy(), view)
    paths = [move.path for move in moves]
    apart = trails_of(surface, paths, (0, 1, 2))
    faces = [material.face for material in view.colours.materials]
    assert [trail.colour for trail in apart] == faces[:3]
    assert [trail.number for trail in apart] == ["", "", ""]
    point = view.layout.board.point
    meeting = [(point["a1"], point["c3"]), (point["a3"], point["c1"]), (point["p1"], point["p2"])]
    assert [trail.number for trail in trails_of(surface, meeting, (0, 1, 2))] == ["1", "2", "3"]
    assert {trail.colour for trail in trails_of(surface, meeting, (1, 1, 1))} == {CAMPS.trail}
    together = drawn(position, moves, before)
    place = view_of(position, together.width, 0, "wood").layout.centres
    for path, face in zip(paths, faces, strict=False):
        (x, y), (x2, y2) = (place[at] for at in path)
        assert count(around(together, ((x + x2) // 2, (y + y2) // 2), 8), face) > 3
