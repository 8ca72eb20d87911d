"""What a board proposes: an example of a legal move, and the notice that a capture is due."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

import engine
from cogs.messages.layouts import describe
from cogs.messages.match_posts import compose
from cogs.messages.move_lists import example_of, has_example
from engine.computer import Computer
from tests.cogs.conftest import texts_in
from tests.cogs.delivery.matches import ENGLISH, NOON, live
from tests.engine.setups import Setup, every_setup


def said(game: str, fen: str) -> str:
    match = live(game, fen)
    return "\n".join(texts_in(compose(match, ENGLISH, describe(match))))


@every_setup
def test_the_example_below_a_board_is_a_legal_move_in_its_part_of_the_board(setup: Setup) -> None:
    if setup.seats != 2:
        return
    chance, position = random.Random(1), setup.start()
    for _ in range(40):
        moves = position.legal_moves()
        if not moves or position.outcome() is not None:
            return
        if position.setup is None and chance.random() < 0.3:
            example = live(setup.game.name, position.fen(), **setup.options).example
            move = position.parse(example)
            assert move in moves
            assert {"move", "place"} >= {move.kind}
            shown = position.display.view()
            assert shown is None or shown.issuperset(move.path)
            assert not move.suffix or all(other.suffix for other in moves)
        position = position.play(chance.choice(moves))


@pytest.mark.parametrize(
    ("game", "fen", "sentence"),
    [
        ("frisian", "W:W28,40:B22,12,34", "it is your turn (White). You must capture 2 pieces."),
        ("frisian", "W:W28:B22", "it is your turn (White). You must capture 1 piece."),
        ("russian", "W:Wc3,e3:Bd4,f6", "it is your turn (White). You must capture."),
    ],
)
def test_the_board_says_that_a_capture_is_due(game: str, fen: str, sentence: str) -> None:
    assert sentence in said(game, fen)


def test_the_example_is_the_capture_that_is_due() -> None:
    assert "Type a move such as `28x8`" in said("frisian", "W:W28,40:B22,12,34")
    assert "must capture" not in said("frisian", "W:W28:B12")


@pytest.mark.parametrize("name", engine.games)
def test_the_example_on_the_first_board_is_no_bad_move(name: str) -> None:
    match = live(name, engine.games[name].start().fen())
    if match.position.setup is not None:
        assert not has_example(match)
        return
    assert has_example(match)
    example = example_of(match)
    move = match.position.parse(example)
    after = match.position.play(move)
    assert f"Type a move such as `{example}`, or" in said(name, match.position.fen())
    if move.kind != "place":  # the value of an officer's point shows only later
        assert Computer(8).think([after], nodes=1000).value < 60


@pytest.mark.parametrize(
    ("game", "moves"),
    [
        ("checkers", "9-14"),
        ("halma", "n2-l4 b15-d13"),
        ("assaut", "@d6,e5"),
        ("assaut", "@d5,d6"),
        ("frisian", "31-27"),
    ],
)
def test_a_later_example_loses_nothing_at_once_unless_it_would_be_advice(
    game: str, moves: str
) -> None:
    match = live(game, engine.games[game].start().fen())
    for text in moves.split():
        seat = match.position.turn
        match = match.play(match.players[seat], text, now=NOON, source=None)
    position = match.position
    # In draughts a search may offer an exchange, which loses nothing.
    for example in (match.example, example_of(match) if game == "assaut" else match.example):
        after = position.play(position.parse(example))
        assert not any(reply.captured for reply in after.legal_moves())
    path, goal = position.parse(match.example).path, position.goal
    if goal is not None and len(match.line) > 2:
        away = [goal.away(position.board, position.turn, point) for point in path]
        assert away[-1] <= away[0]
    usual = replace(match, rated=True).example
    assert position.parse(usual) in position.legal_moves()


def test_later_boards_and_those_of_rated_matches_name_no_move() -> None:
    match = replace(live("checkers", engine.games["checkers"].start().fen()), rated=True)
    assert has_example(match)
    second = match.play(match.players[0], "11-15", now=NOON, source=None)
    assert has_example(replace(second, rated=False))
    assert not has_example(second)
    third = replace(second, rated=False).play(match.players[1], "22-18", now=NOON, source=None)
    assert not has_example(third)
    text = "\n".join(texts_in(compose(third, ENGLISH, describe(third))))
    assert "Checkers (English draughts): type a move, or use the buttons" in text


def test_nothing_is_due_where_a_capture_may_be_omitted() -> None:
    position = engine.games["assaut"].start()
    position = position.play(position.parse("c6,e6"))
    assert "must capture" not in said("assaut", position.fen())
