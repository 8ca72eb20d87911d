"""Every kind of game through the bot: a game added to ``engine.games`` is tested here."""

from __future__ import annotations

import random

import discord
import pytest
from simcord import MemberActor

import engine
from cogs.help.rules import page, short_rules
from cogs.language.catalogues import translate_into
from engine.table.match import Match
from engine.table.record import Status
from tests.cogs.conftest import SHARED, UNSEEN, Club, labels, picture_of, private_text
from tests.nightly import few, is_night, one_of_each_board, one_of_each_family

GAMES = sorted(engine.games)
ENGLISH = discord.Locale.american_english

NONSENSE = ["a1", "huff", "force", "@a1", "1-1-1", "=", "a1-a1", "98-97", "z9-z9", "ready"]
"""Each game is sent a few of these, the next game others; at night each is sent all."""

pytestmark = SHARED


@pytest.mark.parametrize("name", one_of_each_family())
async def test_a_game_is_played_by_typing_and_helps(club: Club, name: str) -> None:
    chance = random.Random(name)
    match = await club.accepted(name)
    await half_a_move_is_helped(club, match)
    await completion_completes_half_a_move(club, match)
    await nonsense_gets_one_clear_sentence(club, match)
    for _ in range(4):
        match = await club.reload(match)
        position = match.position
        moves = [move for move in position.legal_moves() if position.claiming.warning(move) is None]
        move = position.write(chance.choice(moves))
        await mover(club, match).send(club.channel, move)
        said = club.text()
        assert f"played `{move}`" in said or "placed their pieces" in said
        await picture_of(club.last)
    shown = await club.carol.click(club.last, label="Legal moves")
    assert "can play" in private_text(shown)
    if match.position.board.style != "map":
        shown = await club.carol.click(club.last, label="Flip")
        assert "From the side of" in private_text(shown)
    await it_ends_by_resignation(club, match)


def mover(club: Club, match: Match) -> MemberActor:
    """Return the member whose turn it is."""
    return club.alice if match.people[match.position.turn] == club.alice.id else club.bob


async def half_a_move_is_helped(club: Club, match: Match) -> None:
    position, player = match.position, mover(club, match)
    move = next(m for m in position.legal_moves() if m.path)
    point = position.board.names[move.path[0]]
    await player.send(club.channel, f"{club.me} {point}")
    assert f"From {point}" in club.text()
    shown = await player.click(club.last, label="Show me")
    assert f"From {point}" in private_text(shown)
    assert shown.response is not None
    await picture_of(shown.response.message)


async def completion_completes_half_a_move(club: Club, match: Match) -> None:
    position = match.position
    text = position.write(position.legal_moves()[-1])
    choices = await mover(club, match).autocomplete(club.channel, "move", "move", text)
    assert text in [choice["value"] for choice in choices]


async def nonsense_gets_one_clear_sentence(club: Club, match: Match) -> None:
    for text in NONSENSE if is_night() else random.Random(match.game.name).sample(NONSENSE, 3):
        await mover(club, match).send(club.channel, f"{club.me} {text}")
    assert (await club.reload(match)).moves == match.moves
    assert any("Resign" in labels(message) for message in club.public())


async def it_ends_by_resignation(club: Club, match: Match) -> None:
    asked = await club.bob.click(club.last, label="Resign")
    assert asked.response is not None
    await club.bob.click(asked.response, label="Yes, I resign")
    assert f"{club.alice.mention} won" in club.text()
    assert (await club.reload(match)).status is Status.OVER


@UNSEEN
@pytest.mark.parametrize("name", one_of_each_board())
async def test_help_and_rules_explain_it_in_short_and_in_pages(club: Club, name: str) -> None:
    result = await club.carol.slash(club.channel, "help", game=name)
    assert len(private_text(result)) < 2000
    result = await club.carol.slash(club.channel, "rules", game=name)
    shown = result.response
    assert shown is not None
    for following in engine.games[name].pages[1:]:
        await club.carol.click(shown, label="Next")
        assert str(following.title) in club.text(shown.message)


@pytest.mark.parametrize("name", GAMES)
def test_each_page_of_the_rules_is_short_and_its_picture_can_be_drawn(name: str) -> None:
    game = engine.games[name]
    assert len(short_rules(game, translate_into(ENGLISH))) < 2000
    assert 4 <= len(game.pages) <= 12
    for shown in game.pages:
        assert 40 < len(str(shown.text)) < 1000
        if shown.position:
            position = game.read(shown.position, shown.seats, **shown.options)
            assert not shown.move or position.parse_all(shown.move)
    for number in few(range(len(game.pages)), 3):
        page(game, number, ENGLISH)
    assert any(shown.position for shown in game.pages)
