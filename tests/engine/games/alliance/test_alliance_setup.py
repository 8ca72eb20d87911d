"""Setting the crosses of Dames-Alliance, which each side hides from the other."""

from __future__ import annotations

import random

import pytest

from engine import IllegalMove, InvalidMove, InvalidPosition, Position
from engine.capabilities.set_ups import placing_moves
from tests.engine.games.alliance.positions import BLACK, GAME, WHITE, after, placed, reason
from tests.engine.setups import setting_up, to_set_up

CHANCE = random.Random(0)
START = "1m1m1m1m/m1m1m1m1/1m1m1m1m/8/8/M1M1M1M1/1M1M1M1M/M1M1M1M1 w"
WHITE_MEN = ["a1", "c1", "e1", "g1", "b2", "d2", "f2", "h2", "a3", "c3", "e3", "g3"]
BLACK_MEN = ["b8", "d8", "f8", "h8", "a7", "c7", "e7", "g7", "b6", "d6", "f6", "h6"]


def start() -> Position:
    return GAME.start(setup="free")


def read(fen: str) -> Position:
    return GAME.read(fen, setup="free")


def messages(seat: int, *typed: str) -> dict[int, str]:
    draft: dict[int, str] = {}
    for message in typed:
        draft = dict(setting_up(start()).arrange(seat, message, draft, CHANCE))
    return draft


def handed_in(position: Position, seat: int, *typed: str) -> Position:
    for move in placing_moves(messages(seat, *typed)):
        assert move in position.legal_moves()
        position = position.play(move)
    return position


def test_before_the_first_move_no_man_has_a_cross() -> None:
    assert start().fen() == START
    assert {piece.kind for _, piece in start().pieces()} == {"unset"}
    assert read(START) == start()
    assert start().outcome() is None


def test_a_move_sets_one_cross_white_first_and_then_black() -> None:
    position = start()
    white = {f"@{man}={cross}" for man in WHITE_MEN for cross in "x+"}
    assert {position.write(move) for move in position.legal_moves()} == white
    position = after(position, " ".join(f"@{man}=x" for man in WHITE_MEN[:-1]))
    assert position.turn == WHITE
    position = after(position, "@g3=o")
    assert position.turn == BLACK
    position = after(position, " ".join(f"@{man}=+" for man in BLACK_MEN))
    assert position.turn == WHITE
    assert placed(position) == {
        "Tg3",
        *(f"X{man}" for man in WHITE_MEN[:-1]),
        *(f"t{man}" for man in BLACK_MEN),
    }
    assert position.write(position.legal_moves()[0]) == "a3-a4"


def test_drafts_become_moves_once_both_are_in() -> None:
    position = handed_in(start(), WHITE, "@a1=+ c3=+", "@x")
    position = handed_in(position, BLACK, "@b6=x", "@+")
    free = placed(position)
    assert {piece[1:] for piece in free if piece[0] == "T"} == {"a1", "c3"}
    assert {piece[1:] for piece in free if piece[0] == "x"} == {"b6"}
    assert len(free) == 24
    assert to_set_up(position) == ()


def test_both_seats_draft_until_their_crosses_are_placed() -> None:
    assert to_set_up(start()) == (WHITE, BLACK)
    assert to_set_up(handed_in(start(), WHITE, "@x")) == (BLACK,)
    assert to_set_up(GAME.start()) == ()
    assert to_set_up(start().resign(WHITE)) == ()


@pytest.mark.parametrize(("seat", "men"), [(WHITE, WHITE_MEN), (BLACK, BLACK_MEN)])
def test_each_may_set_his_own_twelve_men(seat: int, men: list[str]) -> None:
    places = setting_up(start()).choices(seat)
    assert sorted(start().board.names[point] for point in places) == sorted(men)
    assert set(places.values()) == {("x", "+")}


def test_a_draft_says_what_it_lacks() -> None:
    draft = messages(BLACK, "@b8=x d8=x f8=x h8=x a7=x c7=x e7=x g7=x b6=x d6=x")
    assert str(setting_up(start()).missing(BLACK, draft)) == (
        "2 men have no cross yet (f6 h6): `x` or `+` sets them all."
    )
    draft = dict(setting_up(start()).arrange(BLACK, "@f6=+", draft, CHANCE))
    assert str(setting_up(start()).missing(BLACK, draft)) == (
        "1 man has no cross yet (h6): `x` or `+` sets it."
    )
    assert setting_up(start()).missing(BLACK, messages(BLACK, "@x")) is None


def test_a_draft_refuses_the_others_men_and_what_is_no_cross() -> None:
    with pytest.raises(IllegalMove, match=r"a7 is not yours to set: `"):
        messages(WHITE, "@a7=x")
    with pytest.raises(IllegalMove, match=r"b1 is not yours to set"):
        messages(WHITE, "@b1=x")
    with pytest.raises(InvalidMove, match=r"On a1 you can set `a1=x` or `a1=\+`\."):
        messages(WHITE, "@a1")


@pytest.mark.parametrize("seat", [WHITE, BLACK])
def test_a_player_sees_his_own_draft_and_not_the_others(seat: int) -> None:
    white_in = handed_in(start(), WHITE, "@+")
    for position in (start(), white_in):
        if seat in to_set_up(position):
            view = setting_up(position).shown(seat, messages(seat, "@+"))
            letters = {piece[0] for piece in placed(view)}
            assert letters == ({"T", "m"} if seat == WHITE else {"M", "t"})
            assert view.outcome() is None


def test_nobody_sees_the_others_crosses_until_both_are_set() -> None:
    position = handed_in(start(), WHITE, "@+")
    assert {piece[0] for piece in placed(position.seen_by(BLACK))} == {"M", "m"}
    assert {piece[0] for piece in placed(position.seen_by(None))} == {"M", "m"}
    assert position.seen_by(WHITE) == position
    position = after(position, "@b8=x")
    assert {piece[0] for piece in placed(position.seen_by(WHITE))} == {"T", "m"}
    assert {piece[0] for piece in placed(position.seen_by(BLACK))} == {"M", "m", "x"}
    assert {piece[0] for piece in placed(position.seen_by(None))} == {"M", "m"}
    done = after(position, " ".join(f"@{man}=x" for man in BLACK_MEN[1:]))
    for viewer in (WHITE, BLACK, None):
        assert done.seen_by(viewer) == done


def test_what_is_seen_is_read_back_from_its_text() -> None:
    position = handed_in(start(), WHITE, "@+")
    for viewer in (WHITE, BLACK, None):
        seen = position.seen_by(viewer)
        assert read(seen.fen()) == seen
        assert seen.turn == BLACK
        assert all(seen.play(move).outcome() is None for move in seen.legal_moves())


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ("c3-c4", "The crosses are set before the first move: `@b2=x`."),
        ("a1-a1=x", "The crosses are set before the first move: `@b2=x`."),
        ("@a3=x", "a3 is not yours to set: `b2=x` is."),
        ("@b8=x", "b8 is not yours to set: `b2=x` is."),
        ("@b2=x d2=x", "Crosses are set one by one here: `@a1=x`."),
        ("@x", "Crosses are set one by one here: `@a1=x`."),
        ("@b2", "On b2 you can set `b2=x` or `b2=+`."),
    ],
)
def test_a_refusal_says_why_and_what_would_be_right(typed: str, sentence: str) -> None:
    position = after(start(), "@a3=x @c3=x @e3=x @g3=x")
    with pytest.raises((IllegalMove, InvalidMove)) as caught:
        position.parse(typed)
    assert str(caught.value) == sentence


def test_after_the_first_move_nothing_is_set() -> None:
    with pytest.raises(IllegalMove, match=r"There is nothing left for you to set\."):
        GAME.start().parse("@a1=x")
    assert GAME.start().setup is None


def test_who_gives_up_while_crosses_are_set_has_lost() -> None:
    position = after(start(), "@a3=x").resign(BLACK)
    assert reason(position) == "(1, 2) Black resigned."
    assert read(position.fen()) == position


NOT_SET = (
    "Men without a cross (`M`, `m`) exist only with the option `setup=free`, before the first move."
)


@pytest.mark.parametrize(
    ("fen", "sentence"),
    [
        (START.replace("/8/8/", "/8/M7/").replace("M1M1M1M1 w", "2M1M1M1 w"), NOT_SET),
        (START.replace("1m1m1m1m/m", "1k1m1m1m/m"), NOT_SET),
        (f"{START} idle=1", NOT_SET),
        (
            START.replace("M", "X"),
            "The side to move has set all its crosses, and the other has not.",
        ),
    ],
)
def test_men_without_a_cross_stand_where_they_begin(fen: str, sentence: str) -> None:
    with pytest.raises(InvalidPosition) as caught:
        read(fen)
    assert str(caught.value) == sentence


def test_only_the_free_set_up_has_men_without_a_cross() -> None:
    with pytest.raises(InvalidPosition, match="setup=free"):
        GAME.read(START)
