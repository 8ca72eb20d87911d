"""Posts of positions that take long to reach by playing."""

from __future__ import annotations

import random
from dataclasses import replace

from discord import ui

import engine
from cogs.language.catalogues import translate_into
from cogs.members.mentions import FIRST_ID
from cogs.messages.layouts import describe
from cogs.messages.match_posts import (
    LONGEST_RECORD,
    compose,
    files,
    rare_buttons,
    reference,
)
from cogs.moves.private_boards import LONGEST_LIST, list_moves
from engine.table.clock import TimeControl
from tests.cogs.conftest import labels_in, texts_in
from tests.cogs.delivery.matches import ENGLISH, NOON, live


def test_counting_the_kings_is_proposed_under_more_once_only_kings_are_left() -> None:
    men = live("alliance", "8/8/8/3K4/8/8/x7/6X1 w")
    (move,) = rare_buttons(men, translate_into(ENGLISH))
    assert "move" in (move.item.custom_id or "")
    assert "Propose" not in " ".join(labels_in(compose(men, ENGLISH, describe(men))))
    kings = live("alliance", "8/8/8/3K4/8/8/k7/6K1 w")
    assert "Propose" not in " ".join(labels_in(compose(kings, ENGLISH, describe(kings))))
    _, rare = rare_buttons(kings, translate_into(ENGLISH))
    assert rare.item.label == "Propose a count of the kings"
    counted = kings.offer_agreement(1, kings.position.agreements()[-1].name, now=NOON, source=None)
    assert counted.offer is not None
    counted = counted.agree(2, counted.offer.number, now=NOON, source=None)
    outcome = counted.position.outcome()
    assert outcome is not None
    assert outcome.ranks == (1, 2)


def test_a_long_game_is_a_file() -> None:
    chance = random.Random(3)
    match = live("frisian", "W:W31-50:B1-20")
    while match.outcome is None:
        position = match.position
        move = position.write(chance.choice(position.legal_moves()))
        match = match.play(match.people[position.turn], move, now=NOON, source=None)
    shown = compose(match, ENGLISH, describe(match))
    short = len(match.record()) <= LONGEST_RECORD
    assert any(match.record() in text for text in texts_in(shown)) == short
    assert len(files(match, None)) == (0 if short else 1)
    assert sum(map(len, texts_in(shown))) < 4000


def test_every_post_names_itself_in_its_last_words() -> None:
    match = live("frisian", "W:W31-50:B1-20")
    match = match.play(1, "32-28", now=NOON, source=None)
    shown = compose(match, ENGLISH, describe(match))
    last = [item for item in shown.walk_children() if isinstance(item, ui.TextDisplay)][-1]
    assert reference(match) == ("#0", FIRST_ID + 4)
    assert last.content.endswith(" · match #0")
    assert last.id == FIRST_ID + 4


def test_a_post_that_another_has_replaced_does_not_say_what_to_do() -> None:
    match = replace(live("frisian", "W:W31-50:B1-20"), time=TimeControl.read("1d"))
    now = " ".join(texts_in(compose(match, ENGLISH, describe(match))))
    assert "Time runs out" in now
    assert "Type a move such as `" in now
    later = " ".join(texts_in(compose(match, ENGLISH, describe(match), current=False)))
    assert "it is your turn" in later
    assert "Time runs out" not in later
    assert "ype a move" not in later


def test_the_first_example_of_a_move_can_be_played() -> None:
    for name, game in engine.games.items():
        match = live(name, game.start().fen())
        if match.position.setup is None:
            assert match.position.parse(match.example) in match.position.legal_moves()
    assert live("assaut", engine.games["assaut"].start().fen()).example == "c5,c6"


def test_many_moves_are_listed_by_piece_and_those_of_one_piece_by_target() -> None:
    position = engine.games["halma"].start()
    moves = position.legal_moves()
    listed = list_moves(position, moves)
    pieces = {position.board.names[move.path[0]] for move in moves}
    assert all(f"**{piece}** " in listed for piece in pieces)
    king = engine.games["frisian"].read("W:WK28:BK1")
    many = tuple(move for move in king.legal_moves()) * 3
    by_target = list_moves(king, many)
    assert "**32** `28-32`" in by_target
    assert by_target.count("`28-32`") == 1


def test_a_list_that_is_too_long_says_so() -> None:
    position = engine.games["halma"].start()
    moves = position.legal_moves()
    assert len(list_moves(position, moves * 30)) < 2 * LONGEST_LIST
    short = list_moves(position, moves[:3])
    assert short.count("`") == 6
