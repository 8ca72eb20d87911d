"""Each match in a thread of its own."""

from __future__ import annotations

import logging
from collections.abc import Iterator

import discord
import pytest
from discord.ext import commands
from simcord import ChannelHandle

from data import PostState
from engine.table.match import Match
from engine.table.record import Kind, Status
from tests.cogs.conftest import SHARED, Club, labels, private_text
from tests.simulator import hang_up

pytestmark = SHARED

ARCHIVED = 50083
"""Discord's error code for requests about an archived thread."""


@pytest.fixture
async def threaded(club: Club) -> Club:
    await club.bot.preferences.change_server(club.guild.id, threads=True)
    return club


def posts(channel: ChannelHandle) -> Iterator[discord.Message]:
    """Return the messages in a channel that are not ephemeral."""
    return (message for message in channel.history() if not message.flags.ephemeral)


async def begin(club: Club, words: str = "frisian white") -> tuple[Match, ChannelHandle]:
    """Begin a match of Alice and Bob; return it with its thread, or else the channel."""
    await club.challenge(words)
    await club.bob.click(club.public()[-1], label="Accept")
    match = (await club.matches(Status.LIVE))[-1]
    return match, next((t for t in club.channel.threads if t.id == match.channel), club.channel)


async def test_a_match_goes_on_in_a_thread_made_from_its_card(threaded: Club) -> None:
    club = threaded
    match, thread = await begin(club)
    card = club.public()[1]
    assert match.channel == card.id != club.channel.id
    assert labels(card) == []
    made = club.bot.get_channel(match.channel)
    assert isinstance(made, discord.Thread)
    assert made.name == "Frisian draughts: alice – bob"
    (board,) = posts(thread)
    assert "Legal moves" in labels(board)
    assert [event.kind for event in match.events][-2:] == [Kind.START, Kind.RELOCATE]
    await club.alice.send(thread, "32-28")
    await club.bob.send(thread, "19-23")
    assert [e.text for e in (await club.store.load(match.id)).moves] == ["32-28", "19-23"]
    assert len(list(posts(thread))) == 1 + 2 * 2
    said = [message for message in club.public() if message.type is discord.MessageType.default]
    assert len(said) == 2


async def test_moves_typed_in_the_channel_above_are_none(threaded: Club) -> None:
    club = threaded
    match, _ = await begin(club)
    await club.alice.send(club.channel, "32-28")
    assert not (await club.store.load(match.id)).moves


async def test_two_matches_have_two_threads(threaded: Club) -> None:
    club = threaded
    first, _ = await begin(club)
    second, thread = await begin(club, "frysk white")
    assert first.channel != second.channel
    await club.alice.send(thread, second.position.write(second.position.legal_moves()[0]))
    assert len((await club.store.load(second.id)).moves) == 1
    text = private_text(await club.carol.slash(club.channel, "games"))
    assert f"/{first.channel}/" in text
    assert f"/{second.channel}/" in text
    listed = await club.carol.slash(thread, "match moves")
    assert "Frysk!" in private_text(listed)


async def test_without_the_permission_it_stays_in_the_channel_and_the_log_says_so_once(
    threaded: Club, caplog: pytest.LogCaptureFixture
) -> None:
    club = threaded
    await club.forbid("create_public_threads")
    with caplog.at_level(logging.WARNING):
        for words in ("frisian white", "frysk white"):
            match, _ = await begin(club, words)
            assert match.channel == club.channel.id
            assert Kind.RELOCATE not in {event.kind for event in match.events}
    assert sum("Create Public Threads" in message for message in caplog.messages) == 1
    await club.forbid()
    match, _ = await begin(club, "halma red")
    assert match.channel != club.channel.id


async def test_a_match_of_a_thread_stays_where_it_is(threaded: Club) -> None:
    club = threaded
    _, thread = await begin(club)
    await club.alice.send(thread, f"{club.me} challenge {club.bob.mention} frysk white")
    await club.bob.click(list(posts(thread))[-1], label="Accept")
    second = (await club.matches(Status.LIVE))[-1]
    assert second.channel == thread.id


async def test_moves_typed_in_a_thread_while_the_bot_was_away_are_played(threaded: Club) -> None:
    club = threaded
    match, thread = await begin(club)
    await hang_up(club.env, club.store)
    await club.env.restart_bot(
        commands.AutoShardedBot("!", intents=discord.Intents.none(), shard_count=1)
    )
    club.env.backend.advance_clock(1)
    await club.alice.send(thread, "32-28")
    await club.restart()
    assert [e.text for e in (await club.store.load(match.id)).moves] == ["32-28"]
    assert "played `32-28`" in club.text(list(posts(thread))[-1])


async def test_an_archived_thread_is_no_lost_one(threaded: Club) -> None:
    club = threaded
    match, thread = await begin(club)
    await club.archive(thread)
    assert club.bot.get_channel(thread.id) is None
    assert f"/{match.channel}/" in private_text(await club.carol.slash(club.channel, "games"))
    result = await club.bob.slash(club.channel, "match board", match=match.id)
    assert "Frisian" in private_text(result)
    assert (await club.store.load(match.id)).channel == thread.id
    shown = await club.carol.slash(club.channel, "match moves", match=match.id)
    assert "**start**" in private_text(shown)
    await club.hide(club.channel, club.carol)
    lobby = club.guild.create_text_channel("lobby")
    hidden = await club.carol.slash(lobby, "match moves", match=match.id)
    assert "I do not know that match." in private_text(hidden)
    await club.alice.send(thread, "32-28")
    assert "played `32-28`" in club.text(list(posts(thread))[-1])


async def test_the_match_of_a_deleted_thread_goes_on_where_a_player_types_board(
    threaded: Club,
) -> None:
    club = threaded
    match, thread = await begin(club)
    await club.delete(thread)
    await club.carol.send(club.channel, f"{club.me} board {match.id}")
    assert (await club.store.load(match.id)).channel == thread.id
    await club.bob.send(club.channel, f"{club.me} board")
    assert (await club.store.load(match.id)).channel == club.channel.id
    await club.alice.send(club.channel, "32-28")
    assert "played `32-28`" in club.text()


async def test_players_and_followers_are_in_the_thread(threaded: Club) -> None:
    club = threaded
    match, thread = await begin(club)
    await club.carol.slash(thread, "match follow", told="turns")
    inside = set(club.env.backend.get_thread(thread.id).thread_members)
    assert {club.alice.id, club.bob.id, club.carol.id} <= inside
    await club.alice.send(thread, "32-28")
    assert f"Followers: {club.carol.mention}" in club.text(list(posts(thread))[-1])
    assert await club.store.followers.of(match.id) == {club.carol.id: True}


async def test_a_card_that_somebody_deleted_leaves_the_match_in_its_channel(threaded: Club) -> None:
    club = threaded
    card = await club.challenge()
    club.env.inject_error("POST", "/channels/*/messages/*/threads", status=404, code=10008)
    await club.bob.click(club.public()[-1], label="Accept")
    match = await club.store.load(card.id)
    assert match.status is Status.LIVE
    assert match.channel == club.channel.id


async def test_a_rule_of_permissions_that_changes_above_is_heard_in_the_thread(
    threaded: Club,
) -> None:
    club = threaded
    match, thread = await begin(club)
    await club.forbid("send_messages_in_threads", "send_messages")
    await club.alice.send(thread, "32-28")
    before = len(list(posts(thread)))
    assert "played" not in club.text(list(posts(thread))[-1])
    await club.forbid()
    assert len(list(posts(thread))) == before + 1
    assert "played `32-28`" in club.text(list(posts(thread))[-1])
    assert (await club.store.load(match.id)).channel == thread.id


async def test_the_board_is_posted_once_an_archived_and_locked_thread_is_opened_again(
    threaded: Club,
) -> None:
    club = threaded
    match, thread = await begin(club)
    club.env.backend.edit_channel(thread.id, {}, thread_metadata={"archived": True, "locked": True})
    await club.env.settle()
    assert club.bot.get_channel(thread.id) is None
    route = f"/channels/{thread.id}/messages"
    club.env.inject_error("POST", route, status=400, code=ARCHIVED, times=1)
    club.bot.poster.answers.readable = False  # Discord takes boards that answer a command
    await club.alice.slash(thread, "move", move="32-28")
    assert (await club.store.outbox.posts(match.id))[-1].state is PostState.REFUSED
    before = len(list(posts(thread)))
    club.env.backend.edit_channel(
        thread.id, {}, thread_metadata={"archived": False, "locked": False}
    )
    await club.env.settle()
    assert len(list(posts(thread))) == before + 1
    assert "played `32-28`" in club.text(list(posts(thread))[-1])


async def test_what_is_said_in_the_channel_names_the_matches_in_its_threads(
    threaded: Club,
) -> None:
    club = threaded
    first, thread = await begin(club)
    second, _ = await begin(club, "halma")
    board = next(posts(thread))
    for words in ("resign", "draw", "takeback", "32-28"):
        await club.alice.send(club.channel, f"{club.me} {words}")
        told = club.text()
        assert f"[#{first.id}]({board.jump_url}) (Frisian draughts)" in told, words
        assert f"[#{second.id}](" in told, words
    assert told.endswith("Type the move there.")
    await club.alice.send(club.channel, f"{club.me} #{first.id} 32-28")
    assert f"You play match [#{first.id}]({board.jump_url}) elsewhere" in club.text()
    await club.carol.send(club.channel, f"{club.me} #{first.id} 32-28")
    assert f"You are not playing match #{first.id} in this channel." in club.text()
    assert not (await club.reload(first)).moves
    await club.alice.send(club.channel, f"{club.me} resign {first.id}")
    assert f"Do you want to resign match #{first.id}" in club.text()
    await club.carol.send(club.channel, f"{club.me} resign")
    assert "You have no match in this channel" in club.text()


async def test_no_time_runs_while_a_thread_is_closed_to_the_bot(threaded: Club) -> None:
    club = threaded
    match, thread = await begin(club, "frisian white 1h")
    await club.alice.send(thread, "32-28")
    await club.bob.send(thread, "19-23")
    await club.forbid("send_messages_in_threads")
    await club.wait(hours=2)
    found = await club.reload(match)
    assert (found.status, found.deadline) == (Status.LIVE, None)


async def test_a_thread_that_is_locked_is_asked_whether_it_takes_posts(threaded: Club) -> None:
    club = threaded
    _, thread = await begin(club, "frisian white 1h")
    await club.forbid("manage_threads")
    before = len(list(posts(thread)))
    club.env.backend.edit_channel(thread.id, {}, thread_metadata={"locked": True})
    await club.env.settle()
    assert len(list(posts(thread))) == before + 1  # the simulator takes posts there, unlike Discord
