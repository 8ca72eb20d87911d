"""Pictures of a battle on two fronts: the seat's own front, and the last turn on the other."""

from __future__ import annotations

import random

import pytest
from PIL import Image

from engine.capabilities.set_ups import placing_moves
from engine.game import Position
from engine.games.allies.map.squares import BOARD
from engine.values import Move
from render import THEMES
from render.maps.cut import Window, around, box_of, cut, quarter
from render.pictures.diagram import WHOLE_MAP
from render.pictures.fronts import Front, fronts
from render.view.labels import ABOVE_PIECE
from render.view.layout import layout_of
from tests.engine.setups import setting_up
from tests.nightly import at_night
from tests.render.europe import DUEL, EAST, GAME, WEST, placed, turns
from tests.render.places import paint

TRAIL = THEMES["wood"].boards["map"].trail
MARK = THEMES["wood"].boards["map"].mark

Round = tuple[Position, tuple[Move, ...], Position]
"""The position after a seat's last turn, the turns since then, and the position now."""


def rounds() -> list[Round]:
    """Return the round of the seat to move at each of 36 turns in which both fights go on."""
    played = turns(4)
    found = []
    for at in range(4, 40):
        position = played[at][0]
        since = at
        while played[since - 1][0].turn != position.turn:
            since -= 1
        found.append((played[since][0], tuple(move for _, move in played[since:at]), position))
    return found


def count(image: Image.Image, colour: tuple[int, int, int]) -> int:
    colours = image.convert("RGB").getcolors(image.width * image.height) or ()
    return sum(number for number, found in colours if found == colour)


def test_whoever_is_called_sees_their_own_front() -> None:
    seen = set()
    for _, moves, position in rounds():
        main, aside = fronts(position, moves, position.legal_moves(), position.turn)
        assert main.points == (WEST, EAST)[position.turn // 2]
        assert all(main.points.issuperset(move.path) for move in position.legal_moves())
        assert len(main.moves) == 1
        # The opponent's last turn is on this front; the last turn on the other one is beside it.
        assert aside == Front((EAST, WEST)[position.turn // 2], moves[-1:])
        seen.add(position.turn)
    assert seen == {0, 1, 2, 3}


def test_both_turns_are_on_the_picture_one_below_the_other() -> None:
    of_each_front = {position.turn // 2: (b, m, position) for b, m, position in rounds()[:4]}
    assert of_each_front.keys() == {0, 1}
    for before, moves, position in of_each_front.values():
        both = paint(position, moves, before=before, size=450)
        own_moves = [m for m in moves if position_of(m, position)]
        own = paint(position, own_moves, before=None, size=450)
        assert both.height > own.height + 75
        assert count(both.crop((0, 0, both.width, own.height)), TRAIL) > 25
        assert count(both.crop((0, own.height, both.width, both.height)), TRAIL) > 25


def position_of(move: Move, position: Position) -> bool:
    return (WEST, EAST)[position.turn // 2].issuperset(move.path)


def test_a_seat_that_is_not_called_can_be_shown_its_front() -> None:
    position = placed()
    west, east = (paint(position, front=seat, size=400) for seat in (0, 2))
    assert west.size != east.size
    assert paint(position, front=1, size=400).tobytes() == west.tobytes()
    own = paint(position, front=position.turn, size=400)
    assert paint(position, size=400).tobytes() == own.tobytes()


def test_legal_moves_are_marked_on_the_front() -> None:
    _, _, position = rounds()[0]
    assert count(paint(position, marks=position.legal_moves(), size=450), MARK) > 120


def test_after_a_front_has_surrendered_the_other_is_shown() -> None:
    position = placed().resign(1)
    for _ in range(4):  # the surrender takes effect with the next half-round
        position = position.play(position.legal_moves()[0])
    for seat in range(4):
        assert position.display.view(seat) == EAST
    survivor = Move("move", (BOARD.point["k7"], BOARD.point["j8"]))
    main, aside = fronts(position, [survivor], [], position.turn)
    assert main == Front(EAST, ())
    assert aside == Front(None, (survivor,))
    crossing = Move("move", (BOARD.point["g15"], BOARD.point["f16"]))
    assert fronts(position, [crossing], [], 2) == (Front(None, (crossing,)), None)
    assert fronts(position, [], [survivor], 2) == (Front(None, ()), None)
    paint(position, [survivor], size=400)


def test_a_battle_that_is_over_is_shown_as_a_whole() -> None:
    position = placed().resign(1).resign(3)
    assert position.outcome() is not None
    assert position.display.view() is None
    paint(position, size=450)


def test_cutting_out_all_of_a_picture_leaves_it_as_it_is() -> None:
    image = paint(placed(), size=600, region=WEST)
    layout = layout_of(BOARD, 600, 0, WEST)
    same = cut(image, layout, Window(*layout.window))
    assert same.tobytes() == image.tobytes()


@pytest.mark.parametrize("points", [{0}, {277}, {60, 61}, set(DUEL), set(range(278))])
@pytest.mark.parametrize("region", [None, WEST, EAST])
def test_a_part_holds_its_points_and_lies_on_the_picture(
    points: set[int], region: frozenset[int] | None
) -> None:
    layout = layout_of(BOARD, 900, 0, region)
    points &= set(layout.shown)
    if not points:
        return
    window = around(layout, points)
    left, top, right, bottom = box_of(layout, window)
    for point in points:
        x, y, x2, y2 = layout.box(point)
        assert left <= x < x2 <= right
        assert top <= y < y2 <= bottom
    low_x, low_y, high_x, high_y = layout.window
    assert low_x <= window.left < window.right <= high_x
    assert low_y <= window.top < window.bottom <= high_y


@pytest.mark.parametrize("seats", [at_night(2), 4])
def test_the_quarters_show_every_square_with_names_that_a_telephone_shows(seats: int) -> None:
    position = placed(seats)
    points = DUEL if seats == 2 else WEST | EAST
    layout = layout_of(BOARD, 1500, 0)
    found = set()
    for number in range(4):
        window = quarter(layout, points, number)
        image = paint(position, quarter=number)
        assert ABOVE_PIECE.size * layout.cell * 400 / image.width >= 10
        box = box_of(layout, window)
        found |= {
            point
            for point in points
            if box[0] <= layout.box(point)[0] and layout.box(point)[2] <= box[2]
            if box[1] <= layout.box(point)[1] and layout.box(point)[3] <= box[3]
        }
    assert found == points


def test_few_pieces_are_shown_larger() -> None:
    duel = turns(2)
    crowded, late = (paint(duel[at][0], size=450) for at in (0, len(duel) - 1))
    assert late.width <= crowded.width
    assert late.height < crowded.height


def test_the_legend_is_shown_as_a_whole_or_not_at_all() -> None:
    rampart = THEMES["wood"].map.rampart
    whole = count(paint(placed(), region=WHOLE_MAP), rampart)
    quarters = [count(paint(placed(), quarter=number), rampart) for number in range(4)]
    assert whole > 0
    assert quarters[1] > quarters[0]
    assert quarters[2] > quarters[0]


def test_all_see_both_fronts_whole_while_they_set_up() -> None:
    position = GAME.start()
    west, east = (layout_of(BOARD, 900, 0, part) for part in (WEST, EAST))
    image = paint(position)
    assert image.height == west.picture_size[1] + east.picture_size[1]
    for layout in (west, east):
        assert ABOVE_PIECE.size * layout.cell * 390 / image.width >= 11
    own = [paint(position, front=seat, size=400).size for seat in range(4)]
    assert own == [layout_of(BOARD, 400, 0, part).picture_size for part in (WEST, WEST, EAST, EAST)]
    duel = GAME.start(2)
    assert paint(duel, size=400).size == layout_of(BOARD, 400, 0, DUEL).picture_size


def test_what_is_seen_of_a_set_up_does_not_tell_how_far_it_is() -> None:
    """The first two seats place their armies, which only their owners may see."""
    position = GAME.start()
    empty = paint(position, size=400).tobytes()
    chance = random.Random(1)
    for _ in range(2):
        arranging = setting_up(position)
        seat = arranging.seats()[0]
        for move in placing_moves(arranging.arrange(seat, "auto front", {}, chance)):
            position = position.play(move)
        assert paint(position.seen_by(None), size=400).tobytes() == empty


def test_a_blindfold_battle_is_shown_on_whole_fronts() -> None:
    before, moves, position = rounds()[0]
    blind = paint(position, moves, before=before, size=400, blind=True)
    assert blind.size == paint(GAME.start(), size=400).size
    whole = paint(position, size=400, region=WHOLE_MAP, blind=True)
    assert whole.size == paint(position, size=400, region=WHOLE_MAP).size
