"""Challenges: every way to make one, their cards, and who may answer."""

from __future__ import annotations

import pytest

from engine.table.record import Kind, Status
from tests.cogs.conftest import SHARED, Club, labels, private_text

pytestmark = SHARED


async def test_a_mention_challenges_and_the_card_says_what_is_proposed(club: Club) -> None:
    match = await club.challenge("frysk black")
    card = club.text()
    assert "Frysk!" in card
    assert f"{club.alice.mention} challenges {club.bob.mention}" in card
    assert f"White {club.bob.mention} · Black {club.alice.mention}" in card
    assert "First to move: White.\nNo time limit · Not rated" in card
    assert labels(club.last) == ["Accept", "Decline", "Withdraw"]
    assert match.status is Status.CHALLENGE


async def test_the_card_pings_the_challenged_and_nobody_else(club: Club) -> None:
    await club.challenge()
    assert club.pinged() == {club.bob.id}


async def test_a_plain_at_name_is_a_mention_too(club: Club) -> None:
    await club.alice.send(club.channel, "@TestBot challenge @bob frisian")
    assert f"challenges {club.bob.mention}" in club.text()


@pytest.mark.parametrize("words", ["challenge @nobody", "challenge @bobby frisian"])
async def test_a_name_that_nobody_has_is_said_so(club: Club, words: str) -> None:
    await club.alice.send(club.channel, f"{club.me} {words}")
    assert "There is no member called" in club.text()


async def test_a_slash_command_challenges(club: Club) -> None:
    result = await club.alice.slash(
        club.channel, "challenge", opponent=club.bob, game="frisian-official", seat="Black"
    )
    assert "You challenged" in private_text(result)
    assert f"White {club.bob.mention} · Black {club.alice.mention}" in club.text()


async def test_without_a_side_the_card_says_that_lots_are_drawn(club: Club) -> None:
    await club.alice.slash(club.channel, "challenge", opponent=club.bob, game="frisian")
    assert "Sides are drawn by lot; first to move: White." in club.text()


async def test_games_and_sides_are_completed(club: Club) -> None:
    games = await club.alice.autocomplete(club.channel, "challenge", "game", "fry")
    assert [choice["value"] for choice in games] == ["frysk"]
    seats = await club.alice.autocomplete(club.channel, "challenge", "seat", "", game="frisian")
    assert [choice["name"] for choice in seats] == ["White", "Black"]


async def test_the_menu_on_a_members_name_asks_for_the_game(club: Club) -> None:
    asked = await club.alice.context_menu(club.channel, "Challenge to a game", club.bob)
    assert asked.ephemeral
    assert asked.response is not None
    await club.alice.select(asked.response, values=["frysk"])
    assert "Frysk!" in club.text()
    assert f"challenges {club.bob.mention}" in club.text()


async def test_only_the_challenged_can_accept(club: Club) -> None:
    match = await club.challenge()
    card = club.last
    stranger = await club.carol.click(card, label="Accept")
    assert "for somebody else" in private_text(stranger)
    host = await club.alice.click(card, label="Accept")
    assert "your own challenge" in private_text(host)
    assert (await club.store.load(match.id)).status is Status.CHALLENGE
    await club.bob.click(card, label="Accept")
    assert (await club.store.load(match.id)).status is Status.LIVE


async def test_the_challenged_declines_and_the_challenger_is_told(club: Club) -> None:
    match = await club.challenge()
    await club.bob.click(club.last, label="Decline")
    assert f"{club.bob.mention} declines the challenge of {club.alice.mention}" in club.text()
    assert club.pinged() == {club.alice.id}
    assert labels(club.messages[-2]) == []
    assert (await club.store.load(match.id)).status is Status.OVER


async def test_the_challenger_withdraws_and_nobody_else(club: Club) -> None:
    match = await club.challenge()
    other = await club.bob.click(club.last, label="Withdraw")
    assert "Only the challenger" in private_text(other)
    await club.alice.click(club.last, label="Withdraw")
    assert "withdraws the challenge" in club.text()
    assert (await club.store.load(match.id)).status is Status.OVER


async def test_a_card_works_after_a_restart(club: Club) -> None:
    match = await club.challenge()
    await club.restart()
    await club.bob.click(club.last, label="Accept")
    assert (await club.store.load(match.id)).status is Status.LIVE


async def test_an_unanswered_challenge_expires(club: Club) -> None:
    match = await club.challenge()
    await club.later(hours=23, minutes=58)
    assert (await club.store.load(match.id)).status is Status.CHALLENGE
    await club.env.advance_time(180)
    match = await club.store.load(match.id)
    assert match.events[-1].kind is Kind.EXPIRE
    assert "has expired" in club.text()
    assert club.pinged() == set()


async def test_an_expired_card_loses_its_buttons(club: Club) -> None:
    await club.challenge()
    card = club.last
    await club.later(hours=25)
    assert labels(await club.fetch(card)) == []


async def test_nobody_challenges_themselves(club: Club) -> None:
    await club.alice.send(club.channel, f"{club.me} challenge {club.alice.mention} frisian")
    assert "cannot challenge yourself" in club.text()
    assert await club.matches() == []


async def test_another_bot_does_not_play(club: Club) -> None:
    robot = club.guild.add_member(club.env.create_user("robot", bot=True))
    result = await club.alice.slash(club.channel, "challenge", opponent=robot, game="frisian")
    assert "Bots do not play" in private_text(result)


async def test_the_same_challenge_twice_is_refused_and_another_game_is_not(club: Club) -> None:
    await club.challenge()
    result = await club.alice.slash(club.channel, "challenge", opponent=club.bob, game="frisian")
    assert "already" in private_text(result)
    await club.alice.slash(club.channel, "challenge", opponent=club.bob, game="frysk")
    assert len(await club.matches(status=Status.CHALLENGE)) == 2


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ("{bob} chess", "I have no game `chess`. Did you mean Checkers (English draughts)"),
        ("frisian", "Whom do you challenge?"),
        ("{bob} {carol} frisian", "Too many names: here you can name 1 person."),
        ("{bob} frisian white black", "you can take only one"),
    ],
)
async def test_words_that_make_no_challenge(club: Club, words: str, sentence: str) -> None:
    said = words.format(bob=club.bob.mention, carol=club.carol.mention)
    await club.alice.send(club.channel, f"{club.me} challenge {said}")
    assert sentence in club.text()
    assert await club.matches() == []


async def test_missing_permissions_are_named(club: Club) -> None:
    await club.forbid("attach_files")
    result = await club.alice.slash(club.channel, "challenge", opponent=club.bob, game="frisian")
    assert "missing the permission Attach Files" in private_text(result)


async def test_a_challenge_sent_twice_at_the_same_instant_is_one(club: Club) -> None:
    for _ in range(2):
        club.env.backend.create_message(
            club.channel.id, club.alice.id, f"{club.me} challenge {club.bob.mention} frisian"
        )
    await club.env.settle()
    assert len(await club.matches()) == 1


async def test_a_role_is_told_from_a_member_with_what_a_role_can_play(club: Club) -> None:
    red, blue = club.guild.create_role("Red Foxes"), club.guild.create_role("Blues")
    for words in (
        f"challenge <@&{red.id}> halma",
        "challenge @Red Foxes halma",
        f"play halma <@&{red.id}>",
        f"challenge halma <@&{red.id}> <@&{blue.id}>",
    ):
        await club.alice.send(club.channel, f"{club.me} {words}")
        told = club.text()
        assert "@Red Foxes is a role" in told, words
        for command in ("vote", "relay", "teams"):
            assert f"`@TestBot {command} Halma @Red Foxes" in told, words
        assert str(red.id) not in told
    assert "teams Halma @Red Foxes @Blues`" in club.text()
    await club.alice.send(club.channel, f"{club.me} challenge @everyone")
    assert "@everyone is a role" in club.text()
    await club.alice.send(club.channel, f"{club.me} history <@&{red.id}>")
    assert "is a role" in club.text()
    assert str(red.id) not in club.text()
    assert not await club.matches()


async def test_what_is_offered_for_a_role_can_be_typed(club: Club) -> None:
    club.guild.create_role("Reds")
    await club.alice.send(club.channel, f"{club.me} challenge @Reds frisian")
    assert "vote Frisian draughts @Reds`" in club.text()
    await club.alice.send(club.channel, "@TestBot vote Frisian draughts @Reds")
    (match,) = await club.matches()
    assert match.crowds


async def test_what_a_role_can_play_is_said_in_words_of_the_language(club: Club) -> None:
    await club.bot.preferences.change_server(club.guild.id, language="fr")
    club.guild.create_role("Renards")
    await club.alice.send(club.channel, f"{club.me} défier @Renards frisonnes")
    assert "`@TestBot relais Dames frisonnes @Renards`" in club.text()
    await club.alice.send(club.channel, f"{club.me} relais Dames frisonnes @Renards ordinateur 1")
    (match,) = await club.matches()
    assert match.game.name == "frisian"


async def test_what_has_just_begun_waits_for_what_it_waits_for(club: Club) -> None:
    for game, waits in (("checkers", "It waits for a move"), ("allies", "The pieces are set up")):
        for _ in range(2):
            await club.alice.send(club.channel, f"{club.me} {game}")
        assert f"no second one was opened. {waits}" in club.text()
