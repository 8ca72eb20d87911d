"""The states of the five draughts games agree with a plain, slow oracle."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

import engine
from engine import Position
from engine.board import members
from engine.capabilities.thinking import DECIDED
from engine.draughts import (
    DIAGONAL,
    DIAGONALLY_FORWARD,
    ORTHOGONAL,
    Draughts,
    DraughtsPosition,
    DraughtsState,
    all_squares,
    numbered,
)
from engine.draughts.boards import Layout
from engine.draughts.tables import END, PLACE
from engine.errors import IllegalMove, InvalidPosition
from engine.games.checkers import CheckersPosition
from engine.study.endings import known_ending
from tests.each import check_each
from tests.nightly import is_night, thinned
from tests.oracles.draughts_rules import DraughtsRules, Standing, standing

GAMES = ("brazilian", "checkers", "international", "russian", "turkish")

ENDINGS = {
    "international": ["W:WK1,K2,K3:BK50", "W:WK1,36,38:BK50", "B:WK1,K7:BK50", "W:WK6:BK50,K45,44"],
    "checkers": ["B:BK1,K2:WK32", "B:BK1,12:WK32,K31"],
    "russian": [
        "W:WKa1,Kc1,Ke1:BKh8", "W:WKc1,e3,g3:BKa1", "W:WKc1,Ke1,Kg1,Ka3:BKh8", "W:WKc1,Ke1:BKa5",
        "W:WKc1,Ka3:BKa5,Kb8", "W:WKc1,Ka3,g3,h4:BKa5,Kb8,b6",
        "W:WKa1,Kc1,Ke1,Kg1,Kb2,Kd2,Kf2,Kh2:BKb8",
    ],
    "brazilian": ["W:WKa1,Kc1:BKh8,Kf8", "W:WKa1,c1:BKh8", "W:WKa1,Kc1,Ke1:BKh8"],
    "turkish": ["W:WKa1,Kb1:BKh8", "W:WKa1,b2:BKh8,Kg8", "W:WKa1:BKh8,h6"],
}  # fmt: skip
"""Endings for which turns are counted towards a draw."""

every_game = pytest.mark.parametrize("name", GAMES)


def draughts(position: Position) -> DraughtsPosition:
    assert isinstance(position, DraughtsPosition)
    return position


def check(position: DraughtsPosition, at: Standing) -> None:
    """Check a position against the oracle's ``at`` after the same moves."""
    rules, state = DraughtsRules(type(position)), position.state
    assert standing(position) == at
    assert position.thinking.state() is state
    assert type(position).read(position.game, position.fen()) == position
    codes = state.moves()
    assert set(state.captures(None, {})) == set(state.tactical())  # without the fast search
    moves = [position.thinking.move(code) for code in codes]
    legal = position.legal_moves()
    assert len(set(codes)) == len(codes) == len(legal), position
    assert set(moves) == set(legal)
    assert [position.code(move) for move in moves] == codes
    assert {(m.path[0], m.path[-1], frozenset(m.captured)) for m in legal} == rules.moves(at)
    assert set(state.candidates()) == set(codes)
    assert state.tactical() == ([] if not legal or not legal[0].captured else codes)
    assert all(
        state.quiet(code) != bool(move.captured) for code, move in zip(codes, moves, strict=True)
    )
    outcome = position.outcome()
    assert (outcome is not None) == (rules.over(at) or not codes), position
    assert state.over() == rules.over(at)
    if outcome is not None:
        for seat in (0, 1):
            rank, other = outcome.ranks[seat], outcome.ranks[1 - seat]
            assert state.final(seat) == (other > rank) * DECIDED - (other < rank) * DECIDED
    else:
        assert state.evaluate(0) == -state.evaluate(1)
        assert abs(state.evaluate(0)) < DECIDED // 2


def check_restless(position: DraughtsPosition, at: Standing) -> None:
    """Check that a state is restless if the enemy could capture, were it their turn."""
    moves = DraughtsRules(type(position)).moves(at._replace(turn=1 - at.turn))
    assert position.state.restless() == any(captured for _, _, captured in moves), position


def play_along(position: DraughtsPosition, chance: Random, plies: int) -> None:
    """Play up to ``plies`` random moves with a position and the oracle, and compare them."""
    rules, at = DraughtsRules(type(position)), standing(position)
    keys: dict[object, object] = {}
    for _ in range(plies):
        check(position, at)
        check_restless(position, at)
        assert keys.setdefault(position.key, at[:3]) == at[:3]
        if position.outcome() is not None:
            break
        move = chance.choice(position.legal_moves())
        position, at = position.play(move), rules.play(at, move)
    assert len(set(keys.values())) == len(keys)


@every_game
@pytest.mark.parametrize("seed", thinned(range(4), 4))
def test_it_knows_the_same_moves_and_ends_along_random_games(name: str, seed: int) -> None:
    play_along(draughts(engine.games[name].start()), Random(seed), 200)


@every_game
def test_the_way_for_speed_finds_the_captures_of_a_list(name: str) -> None:
    chance, tables = Random(1), draughts(engine.games[name].start()).state.tables
    places = list(members(tables.squares))
    for _ in range(200):
        drawn = [1 << place for place in chance.sample(places, 12)]
        state = DraughtsState(
            tables, 0, sum(drawn[:2]), sum(drawn[2:4]), sum(drawn[4:10]), sum(drawn[10:]), 0
        )
        assert set(state.tactical()) == set(state.captures(None, {}))


class MiniPosition(DraughtsPosition):
    """A variant that adds no evaluation of its own."""

    board = numbered(6)
    men = 6


class MirroredPosition(MiniPosition):
    """``MiniPosition`` on a board whose bottom left square is light."""

    board = numbered(6, mirrored=True)


@pytest.mark.parametrize("variant", [MiniPosition, MirroredPosition])
def test_a_variant_on_another_board_is_thought_about_without_more(
    variant: type[DraughtsPosition],
) -> None:
    for seed in range(2):
        play_along(variant.first(engine.games["international"]), Random(seed), 80)


class MostPosition(CheckersPosition):
    """Checkers in which the most is taken."""

    takes_most = True


def test_endgame_tables_are_not_those_of_a_variant_with_other_rules() -> None:
    owners = {game.position for game in engine.games.values() if isinstance(game, Draughts)}
    named = [position.endings for position in owners if position.endings[1]]
    assert len({name for name, _ in named}) == len(named)
    few = MostPosition.read(engine.games["checkers"], "B:WK32:BK1")
    assert known_ending(engine.games["checkers"].read("B:WK32:BK1"))
    assert not known_ending(few)
    assert not few.state.near_endings()


@pytest.mark.parametrize("directions", [DIAGONAL, ORTHOGONAL])
def test_a_board_on_which_a_step_is_no_shift_is_refused(directions: tuple[int, ...]) -> None:
    board = all_squares(8, 8) if directions is ORTHOGONAL else numbered(8)
    bent = replace(board, xy=(board.xy[1], board.xy[0], *board.xy[2:]))
    with pytest.raises(ValueError, match="not the same shift everywhere"):
        Layout(bent, diagonal=directions is DIAGONAL)


class Forward(DraughtsState):
    """Rules by which pieces never jump backward, and one piece alone may capture."""

    def jumps(self, way: int, enemy: int, free: int) -> list[int]:
        """Return the jumps to lower places for side 0, to higher places for side 1."""
        ways = super().jumps(way, enemy, free)
        return [w for w in ways if (w >> END & PLACE > way >> END & PLACE) == bool(self.side)]

    def preferred(self, captures: list[int]) -> list[int]:
        """Return the captures of the piece on the lowest place."""
        return [capture for capture in captures if capture & PLACE == captures[0] & PLACE]


class ForwardPosition(MiniPosition):
    """A variant with rules of its own."""

    man_jumps = DIAGONALLY_FORWARD
    rules = Forward


def test_what_a_variant_overrides_is_true_for_its_moves_its_refusals_and_the_computer() -> None:
    position = ForwardPosition.read(engine.games["international"], "W:WK14,12,18:B11,8,1")
    assert [position.write(move) for move in position.legal_moves()] == ["12x5"]
    assert [position.move(code) for code in position.state.moves()] == [*position.legal_moves()]
    with pytest.raises(IllegalMove, match="You must capture: `12x5`"):
        position.parse("14x7")
    after = position.play(position.legal_moves()[0])
    assert type(after.state) is Forward
    quiet = ForwardPosition.read(position.game, "W:W8,18:B11,1")
    assert not quiet.legal_moves()[0].captured
    assert not quiet.state.restless()
    with pytest.raises(IllegalMove, match="A man captures forward only: the man on 8"):
        quiet.parse("8x13")


@every_game
@given(data=st.data())
def test_it_knows_the_same_among_a_few_kings_and_men(name: str, data: st.DataObject) -> None:
    game = engine.games[name]
    names = data.draw(st.permutations(game.start().board.names))
    many = data.draw(st.integers(2, 14))
    cut = data.draw(st.integers(1, min(many - 1, 5)))
    kings = data.draw(st.lists(st.booleans(), min_size=many, max_size=many))
    pieces = ["K" * king + square for king, square in zip(kings, names[:many], strict=True)]
    turn = data.draw(st.sampled_from("WB"))
    try:
        text = f"{turn}:W{','.join(pieces[:cut])}:B{','.join(pieces[cut:many])}"
        position = draughts(game.read(text))
    except InvalidPosition:
        return  # a man on its last row, or too many pieces
    play_along(position, Random(many), 6)


@pytest.mark.parametrize("left", [0, 1, 2, 40])
@every_game
def test_it_counts_the_same_turns(name: str, left: int) -> None:
    """All counts begin ``left`` turns before their limits."""
    check_each(partial(count_turns, name, left), {text: text for text in ENDINGS[name]})


def count_turns(name: str, left: int, text: str) -> None:
    position = draughts(engine.games[name].read(text))
    at = standing(position)
    counts = {
        limit.key: max(limit.turns - left, 0)
        for limit in position.limits
        if DraughtsRules.holds(limit, at, at)
    }
    assert any(counts.values()) or left == 40
    fields = " ".join(f"{key}={turns}" for key, turns in counts.items() if turns)
    position = draughts(engine.games[name].read(f"{text} {fields}"))
    for seed in range(4 if is_night() else 1):
        play_along(position, Random(seed), 60)


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("international", "W:W12:B8,9,45"),  # passes the last row and stays a man
        ("brazilian", "W:Wf6,c1:Be7,c7,h8"),
        ("russian", "W:Wf6,c1:Be7,b6,h8"),  # becomes a king there and goes on
        ("russian", "W:Wf6,c1:Be7,c7,h8"),
        ("checkers", "B:W26,27,12:B22,1"),  # becomes a king and stops
        ("turkish", "W:Wc6:Bc7,d8,h3"),
        ("turkish", "W:WKa1,h2:Ba4,d6,h8"),  # jumps over squares that captured pieces have left
    ],
)
def test_what_captures_make_of_a_piece_is_the_same(name: str, text: str) -> None:
    position = draughts(engine.games[name].read(text))
    rules, at = DraughtsRules(type(position)), standing(position)
    check(position, at)
    for move in position.legal_moves():
        check(position.play(move), rules.play(at, move))


@every_game
def test_what_a_position_is_worth_is_the_same_for_both_sides(name: str) -> None:
    """Half a turn of the board with the colours exchanged keeps the value."""
    for seed in range(3):
        state, chance = draughts(engine.games[name].start()).state, Random(seed)
        while state.moves() and not state.over():
            state = state.play(chance.choice(state.moves()))
            top = state.tables.squares.bit_length()
            men, kings, enemy_men, enemy_kings = (
                int(f"{pieces:0{top}b}"[::-1], 2)
                for pieces in (state.men, state.kings, state.enemy_men, state.enemy_kings)
            )
            turned = DraughtsState(
                state.tables, 1 - state.side, men, kings, enemy_men, enemy_kings, state.counts
            )
            assert turned.evaluate(1) == state.evaluate(0), state.key()
