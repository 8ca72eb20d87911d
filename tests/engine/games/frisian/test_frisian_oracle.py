"""Frisian games, moves and typed squares, compared with slow rules that follow every path."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

import engine
from engine import Move, Position
from engine.games.frisian import capture_search
from engine.games.frisian.board import BITS, SQUARES
from engine.games.frisian.capture_search import PieceCaptures, king_captures, man_captures
from engine.games.frisian.position import FrisianPosition
from tests.engine.games.frisian.positions import (
    PRESETS,
    effects,
    late_positions,
    oracle_captures,
    oracle_pieces,
    read,
)
from tests.nightly import is_night
from tests.oracles import frisian_rules

GAMES = 4 if is_night() else 2
PLIES = 120


def follow(position: Position, chance: Random, plies: int) -> None:
    """Play up to ``plies`` random moves by the engine and the slow rules, and compare them."""
    official = position.game.name != "frisian"
    standing = frisian_rules.read(position.fen(), official=official)
    for _ in range(plies):
        placement, *fields = position.fen().split()
        assert standing.counts() == dict(field.split("=") for field in fields)
        assert standing.pieces == frisian_rules.read(placement, official=official).pieces
        moves = {
            (m.path[0] + 1, m.path[-1] + 1, frozenset(p + 1 for p in m.captured)): m
            for m in position.legal_moves()
        }
        assert len(moves) == len(position.legal_moves())
        assert set(moves) == frisian_rules.legal(standing)
        outcome = position.outcome()
        own = 1 if outcome is None else outcome.ranks[position.turn]
        ended = "" if outcome is None else "lost" if own == 2 else "drawn"
        assert ended == frisian_rules.ended(standing)
        if ended:
            break
        effect = chance.choice(sorted(moves, key=str))
        position = position.play(moves[effect])
        standing = frisian_rules.after(standing, effect)


@pytest.mark.parametrize("game", PRESETS)
def test_random_games_go_as_by_the_slow_rules(game: str) -> None:
    for seed in range(GAMES):
        follow(engine.games[game].start(), Random(seed), PLIES)


@pytest.mark.parametrize("game", PRESETS)
@given(data=st.data())
def test_late_positions_near_every_limit_go_as_by_the_slow_rules(
    game: str, data: st.DataObject
) -> None:
    fen = data.draw(late_positions(game))
    follow(read(fen, game), Random(data.draw(st.integers(0, 99))), 10)


@st.composite
def positions(draw: st.DrawFn) -> str:
    """Return the text of a random position, with so few pieces that every path can be followed."""
    squares = draw(st.lists(st.integers(1, 50), min_size=2, max_size=16, unique=True))
    kings = draw(st.integers(0, 5))
    sides: dict[str, list[str]] = {"W": [], "B": []}
    for index, square in enumerate(squares):
        side = draw(st.sampled_from("WB"))
        promoted = square <= 5 if side == "W" else square > 45
        sides[side].append(f"K{square}" if promoted or index < kings else str(square))
    return f"{draw(st.sampled_from('WB'))}:W{','.join(sides['W'])}:B{','.join(sides['B'])}"


@pytest.mark.parametrize("game", PRESETS)
@given(fen=positions())
def test_legal_moves_are_those_of_an_oracle_that_follows_every_path(game: str, fen: str) -> None:
    position = read(fen, game)
    try:
        expected = oracle_captures(position, game)
    except frisian_rules.TooManyPaths:
        assume(False)
    assert effects(position) == expected
    if not expected:
        quiet = {(m.path[0] + 1, m.path[-1] + 1) for m in position.legal_moves()}
        assert quiet == frisian_rules.quiet_moves(oracle_pieces(position), "WB"[position.turn])


@st.composite
def kings_among_many(draw: st.DrawFn) -> str:
    """Return the text of a random position of one or two white pieces among loose enemies."""
    squares = draw(st.lists(st.integers(1, 50), min_size=8, max_size=15, unique=True))
    own = draw(st.integers(1, 2))
    men = draw(st.booleans())
    ours = [f"{'' if men and square > 5 else 'K'}{square}" for square in squares[:own]]
    kings = draw(st.integers(0, 4))
    theirs = [
        f"{'K' if index < kings or square > 45 else ''}{square}"
        for index, square in enumerate(squares[own:])
    ]
    return f"W:W{','.join(ours)}:B{','.join(theirs)}"


@pytest.mark.parametrize("game", PRESETS)
@given(fen=kings_among_many())
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_very_many_captures_are_searched_for_the_best_as_few_are(
    game: str, fen: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    try:
        expected = oracle_captures(read(fen, game), game)
    except frisian_rules.TooManyPaths:
        assume(False)
    assume(expected)
    plain = read(fen, game).legal_moves()
    with monkeypatch.context() as patched:
        patched.setattr(capture_search, "BROAD", 0)
        assert effects(read(fen, game)) == expected
        assert read(fen, game).legal_moves() == plain


@given(fen=positions())
def test_the_searches_for_speed_find_what_the_search_of_all_games_finds(fen: str) -> None:
    position = read(fen)
    assert isinstance(position, FrisianPosition)
    state = position.state
    for start in (bit for bit in BITS if bit & state.own):
        king, free = start & state.kings != 0, SQUARES ^ state.own ^ state.enemy | start
        if king:
            quick = king_captures(start, state.enemy, free)
        else:
            quick = man_captures(start, state.enemy, free, SQUARES)
        plain = PieceCaptures(king, state.enemy, free)
        plain.search({start: 0}, 100_000)
        levels = plain.levels[1:]
        assume(all(len(level) <= capture_search.BROAD for level in levels))
        assert [set(level) for level in quick if level] == [set(level) for level in levels]


@pytest.mark.parametrize("game", PRESETS)
@given(fen=positions())
def test_every_path_of_a_capture_is_understood(game: str, fen: str) -> None:
    position = read(fen, game)
    assume(any(move.captured for move in position.legal_moves()))
    legal = {
        (m.path[0] + 1, m.path[-1] + 1, frozenset(p + 1 for p in m.captured)): m
        for m in position.legal_moves()
    }
    pieces = oracle_pieces(position)
    try:
        for start in {m.path[0] + 1 for m in position.legal_moves()}:
            for squares, taken in frisian_rules.capture_paths(
                pieces, frisian_rules.place(start), 2_000
            ):
                move = legal.get((squares[0], squares[-1], taken))
                if move is not None:
                    assert position.parse("x".join(map(str, squares))) == move
    except frisian_rules.TooManyPaths:
        assume(False)


@given(
    fen=positions(),
    game=st.sampled_from(PRESETS),
    typed=st.lists(st.integers(0, 49), min_size=2, max_size=4),
)
def test_typed_squares_fit_whole_paths_first_then_squares_passed_in_order(
    fen: str, game: str, typed: list[int]
) -> None:
    position = read(fen, game)
    moves = position.legal_moves()
    if moves:
        chosen = moves[typed[0] % len(moves)]
        typed = [chosen.path[0], *typed[2:], chosen.path[-1]]
    fitting = list(position.notation.fitting(typed, ""))
    expected = [move for move in moves if _passes(move, typed)]
    whole = [move for move in expected if list(move.path) == typed]
    if whole:
        assert fitting == whole
    elif fitting != expected:
        # The typed squares are another path with the effect of one move.
        assert len(fitting) == 1
        assert len(fitting[0].path) == len(typed)


def _passes(move: Move, typed: list[int]) -> bool:
    path = iter(move.path)
    return (move.path[0], move.path[-1]) == (typed[0], typed[-1]) and all(p in path for p in typed)
