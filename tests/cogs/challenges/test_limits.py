"""How many challenges and matches a server allows for a person and in a channel."""

from __future__ import annotations

import pytest

from engine.table.record import Status
from tests.cogs.challenges.test_lobby import opened
from tests.cogs.conftest import SHARED, Club, private_text

pytestmark = SHARED


async def test_a_person_has_so_many_open_challenges(club: Club) -> None:
    await club.bot.preferences.change_server(club.guild.id, open_challenges=2)
    for words in ("frisian", "frysk", "alliance"):
        await opened(club, words)
    assert "You have 2 open challenges" in club.text()
    assert len(await club.matches()) == 2
    await club.bob.send(club.channel, f"{club.me} open alliance")
    assert len(await club.matches()) == 3


async def test_a_person_plays_so_many_matches(club: Club) -> None:
    await club.bot.preferences.change_server(club.guild.id, person_matches=1)
    second = await opened(club, "frysk")
    card = club.last
    await club.start()
    result = await club.carol.click(card, label="Join")
    assert "plays as many matches as are allowed" in private_text(result)
    await club.carol.send(club.channel, f"{club.me} open alliance")
    result = await club.bob.click(club.last, label="Join")
    assert "You are playing 1 match" in private_text(result)
    assert (await club.store.load(second.id)).status is Status.CHALLENGE


async def test_a_channel_has_so_many_matches(club: Club) -> None:
    await club.bot.preferences.change_server(club.guild.id, channel_matches=1)
    await opened(club, "frysk")
    card = club.last
    await club.start()
    result = await club.carol.click(card, label="Join")
    assert "1 match is being played in this channel" in private_text(result)
    await club.carol.send(club.channel, f"{club.me} open alliance")
    assert "1 match is being played in this channel" in club.text()
    hall = club.guild.create_text_channel("hall")
    await club.carol.send(hall, f"{club.me} open alliance")
    assert len(await club.matches()) == 3


async def test_two_matches_that_begin_at_once_keep_to_the_limit(club: Club) -> None:
    first, second = await opened(club), await opened(club, "frysk")
    await club.bot.preferences.change_server(club.guild.id, person_matches=1)
    for member, match in ((club.bob, first), (club.carol, second)):
        club.env.backend.create_message(club.channel.id, member.id, f"{club.me} join {match.id}")
    await club.env.settle()
    assert len(await club.matches(status=Status.LIVE)) == 1
    refused = "plays as many matches as are allowed"
    assert any(refused in club.text(message) for message in club.messages)


async def test_a_restart_forgets_no_limit(club: Club) -> None:
    await club.bot.preferences.change_server(club.guild.id, open_challenges=1)
    await opened(club)
    await club.restart()
    await opened(club, "frysk")
    assert "You have 1 open challenge" in club.text()


@pytest.mark.parametrize("restricted", [False, True])
async def test_matches_in_threads_count_for_their_channel(club: Club, restricted: bool) -> None:
    await club.bot.preferences.change_server(
        club.guild.id,
        threads=True,
        channel_matches=1,
        channels=(club.channel.id,) if restricted else (),
    )
    await opened(club, "frysk")
    card = club.last
    match = await club.challenge()
    await club.bob.click(club.last, label="Accept")
    (thread,) = club.channel.threads
    assert (await club.store.load(match.id)).channel == thread.id
    assert await club.store.live_in(club.guild.id) == {club.channel.id: 1}
    await club.restart()
    result = await club.carol.click(card, label="Join")
    assert "1 match is being played in this channel" in private_text(result)


async def test_a_rematch_keeps_to_what_holds_for_challenges(club: Club) -> None:
    match = await club.start()
    await club.store.blocks.add(club.bob.id, club.alice.id)
    await _resigned(club)
    board = club.last
    result = await club.alice.click(board, label="Rematch")
    assert "does not take challenges from you" in private_text(result)
    await club.store.blocks.remove(club.bob.id, club.alice.id)
    role = club.guild.create_role("Players")
    await club.bot.preferences.change_server(club.guild.id, opener=role.id)
    result = await club.alice.click(board, label="Rematch")
    assert "with the role Players" in private_text(result)
    games = club.guild.create_text_channel("games")
    await club.bot.preferences.change_server(club.guild.id, opener=None, channels=(games.id,))
    result = await club.alice.click(board, label="Rematch")
    assert f"played in <#{games.id}>" in private_text(result)
    assert [match.id for match in await club.matches()] == [match.id]


async def _resigned(club: Club) -> None:
    asked = await club.alice.click(club.last, label="Resign")
    assert asked.response is not None
    await club.alice.click(asked.response, label="Yes, I resign")
