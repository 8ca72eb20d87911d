"""The defaults of games: tic-tac-toe supplies its own rules alone and inherits the rest."""

from __future__ import annotations

import pytest

from engine import AmbiguousMove, IllegalMove, InvalidMove, Text
from engine.values import DRAW, Move, Outcome
from tests.tic_tac_toe import GAME, Grid, TicTacToe


def after(*texts: str) -> Grid:
    position = GAME.start()
    for text in texts:
        position = position.play(position.parse(text))
    return position


def test_every_move_can_be_typed_as_it_is_written() -> None:
    position = GAME.start()
    texts = [position.write(move) for move in position.legal_moves()]
    assert texts == ["a3", "b3", "c3", "a2", "b2", "c2", "a1", "b1", "c1"]
    for text, move in zip(texts, position.legal_moves(), strict=True):
        assert position.parse(text) == position.parse(f" {text.upper()} ") == move
        assert position.parse_all(text) == (move,)


def test_what_is_no_move_is_told_by_the_example() -> None:
    for text in ("", "hello", "c2?", "5"):
        with pytest.raises(InvalidMove, match=r"a move looks like `b2`\."):
            GAME.start().parse(text)
    with pytest.raises(InvalidMove, match="only if it stands alone"):
        GAME.start().parse("b2?")
    with pytest.raises(InvalidMove, match=r"no d4 on this board; a move looks like `b2`\."):
        GAME.start().parse("d4")


def test_what_is_not_legal_is_told_by_what_is() -> None:
    with pytest.raises(IllegalMove) as refused:
        after("b2").parse("b2")
    assert str(refused.value) == ("`b2` is not legal: you can play `a3`, `b3`, `c3` or another.")
    full = GAME.read("xoxxoxoxo")
    with pytest.raises(IllegalMove, match=r"You have no legal move\."):
        full.parse("b2")


def test_what_may_be_chat_is_no_notation() -> None:
    notation = GAME.start().notation
    assert notation.is_notation("B2")
    assert notation.is_notation("b2-c3")
    assert not notation.is_notation("b2 or not b2")
    assert not notation.is_notation("")


class Slides(Grid):
    """A grid of moves that differ in the points between or in the suffix alone."""

    moves: tuple[Move, ...] = (
        Move("move", (0, 1, 2)),
        Move("move", (0, 4, 2)),
        Move("move", (0, 8)),
        Move("move", (0, 4, 8), captured=(4,)),
        Move("move", (6, 7), suffix="K"),
        Move("move", (6, 7), suffix="Q"),
        Move("move", (3, 4)),
        Move("move", (3, 4), suffix="K"),
    )

    def legal_moves(self) -> tuple[Move, ...]:
        return self.moves


def test_points_between_are_written_and_needed_where_several_moves_fit() -> None:
    position = Slides(GAME, "." * 9)
    texts = [position.write(move) for move in position.legal_moves()]
    assert texts == ["a3-b3-c3", "a3-b2-c3", "a3-c1", "a3xb2xc1", *texts[4:]]
    assert texts[4:] == ["a1-b1=K", "a1-b1=Q", "a2-b2", "a2-b2=K"]
    for text, move in zip(texts, position.legal_moves(), strict=True):
        assert position.parse(text) == move
    with pytest.raises(AmbiguousMove) as several:
        position.parse("a3-c3")
    assert str(several.value) == "`a3-c3` could be `a3-b3-c3` or `a3-b2-c3`."
    with pytest.raises(AmbiguousMove, match=r"`a1-b1` could be `a1-b1=K` or `a1-b1=Q`\."):
        position.parse("a1-b1")
    with pytest.raises(IllegalMove, match="`a1-b1=n`` is not legal: you can play `a1-b1=K` or"):
        position.parse("a1-b1=n`")


def test_the_seats_may_agree_on_a_draw_until_the_game_is_over() -> None:
    position = after("b2", "a1")
    assert position.agreements() == (DRAW,)
    drawn = position.agree(DRAW)
    outcome = drawn.outcome()
    assert outcome is not None
    assert outcome.ranks == (1, 1)
    assert str(outcome.reason) == "The players agreed on it."
    assert drawn.agreements() == ()
    assert drawn.resign(0) is drawn.repeated() is drawn.agree(DRAW) is drawn
    assert GAME.read(drawn.fen()) == drawn != position


def test_who_resigns_loses_and_the_third_time_is_a_draw() -> None:
    position = after("b2")
    assert position.resign(0).outcome() == Outcome(
        (2, 1), Text("{seat} resigned.", seat=Text("Crosses"))
    )
    assert position.resign(1).fen().endswith(" noughts-resigned")
    repeated = position.repeated().outcome()
    assert repeated is not None
    assert repeated.ranks == (1, 1)


def test_a_game_that_was_won_stays_won() -> None:
    won = after("a1", "a2", "b1", "b2", "c1")
    outcome = won.outcome()
    assert outcome is not None
    assert outcome.ranks == (1, 2)
    assert won.agreements() == ()
    assert won.resign(0) is won


def test_positions_are_values() -> None:
    position = after("b2", "a1")
    assert position == GAME.read(position.fen()) != after("b2")
    assert hash(position) == hash(GAME.read(position.fen()))
    assert position != TicTacToe().read(position.fen())
    assert position != position.fen()
    assert repr(position) == "<tic-tac-toe ....x.o..>"
    assert position.key == position.state


def test_what_only_some_games_have_is_not_there() -> None:
    position = GAME.start()
    assert position.setup is None
    assert position.secrets is None
    assert position.seen_by(None) is position.seen_by(1) is position
    assert position.options == {}
    assert position.claiming.claims() == ()
    assert position.claiming.warning(position.legal_moves()[0]) is None
    assert tuple(position.display.zones()) == position.display.news() == ()
    assert position.display.view() is None
    assert GAME.seats == (2,)
    assert GAME.remark(position) is None
    assert not GAME.solo_teams
