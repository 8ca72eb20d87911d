"""Overviews: the pinned post of the matches being played in a channel or on a server."""

from __future__ import annotations

import asyncio

import discord
import pytest
from simcord import ChannelHandle

from cogs.timekeeping.keyed_worker import FIRST_PAUSE
from cogs.timekeeping.paces import Paces
from cogs.watching.overviews import is_overview
from data import StoreError, Where
from tests.cogs.conftest import OWN, SHARED, UNSEEN, Club, labels, private_text, quick_paces

pytestmark = [SHARED, UNSEEN]


@pytest.fixture(scope="module")
def paces() -> Paces:
    """Have overviews edited at once."""
    return quick_paces(edited_every=0.0)


async def wanted(club: Club, where: Where) -> None:
    await club.bot.preferences.change_server(club.guild.id, overview=where)


def shown(club: Club) -> list[discord.Message]:
    """Return the overviews in the channel, oldest first."""
    return [message for message in club.messages if is_overview(message)]


def only(club: Club) -> discord.Message:
    (message,) = shown(club)
    return message


async def started(club: Club, channel: ChannelHandle, game: str) -> None:
    """Begin a match of Alice and Bob; an overview may be posted after the challenge."""
    await club.alice.send(channel, f"{club.me} challenge {club.bob.mention} {game}")
    challenge = next(m for m in reversed(channel.history()) if "Accept" in labels(m))
    await club.bob.click(challenge, label="Accept")


async def calm(club: Club) -> None:
    """Wait until the bot and its database's thread have finished their work on overviews."""
    for _ in range(3):
        await club.carol.send(club.channel, "well well")
        while working := [t for t in asyncio.all_tasks() if t.get_name().startswith("overviews ")]:
            await asyncio.wait(working)


async def test_there_is_none_where_none_is_wanted(club: Club) -> None:
    await club.start()
    assert shown(club) == []


async def test_it_says_what_is_played_whose_turn_it_is_and_since_when(club: Club) -> None:
    await wanted(club, "channel")
    match = await club.start()
    await calm(club)
    overview = only(club)
    board = next(m for m in reversed(club.messages) if "your turn" in club.text(m))
    text = club.text(overview)
    assert "### What is being played here" in text
    assert f"**#{match.id}** [Frisian draughts](" in text
    assert f"/{board.id})" in text
    assert f"{club.alice.mention} to move, last move <t:" in text
    assert labels(overview) == ["Play", "Learn", "Rules", "Watch"]
    assert overview.pinned
    await club.play("32-28")
    await calm(club)
    same = only(club)
    assert same.id == overview.id
    assert f"{club.bob.mention} to move, last move" in club.text(same)
    watched = await club.carol.click(same, label="Watch")
    assert "Frisian draughts" in private_text(watched)


async def test_it_names_who_looks_for_players_and_says_when_nothing_is_played(club: Club) -> None:
    await wanted(club, "channel")
    await club.alice.send(club.channel, f"{club.me} open halma 4")
    await calm(club)
    text = club.text(only(club))
    assert "Nothing is being played here just now" in text
    assert f"{club.alice.mention} looks for players, 3 of 4 seats are free" in text


async def test_a_match_that_ends_is_not_named_any_more(club: Club) -> None:
    await wanted(club, "channel")
    match = await club.start()
    board = next(post for post in club.messages if "Resign" in labels(post))
    asked = await club.bob.click(board, label="Resign")
    assert asked.response is not None
    await club.bob.click(asked.response, label="Yes, I resign")
    await calm(club)
    assert f"#{match.id}" not in club.text(only(club))


async def test_it_pings_nobody(club: Club) -> None:
    await wanted(club, "channel")
    await club.start()
    await calm(club)
    route = "POST", f"/channels/{club.channel.id}/messages"
    sent_there = [r.json for r in club.env.http_requests if (r.method, r.path) == route]
    (sent,) = [json for json in sent_there if json and "What is being played" in str(json)]
    assert not sent["allowed_mentions"].get("users")
    assert sent["allowed_mentions"]["parse"] == []


def settings_changed(club: Club) -> None:
    """Tell the bot that a setting of the server has changed."""
    club.bot.preferences.server_changed(club.guild.id)


async def test_two_events_at_once_make_one(club: Club) -> None:
    await wanted(club, "channel")
    for _ in range(3):
        settings_changed(club)
    await club.start()
    await club.start("halma")
    await calm(club)
    assert len(shown(club)) == 1


async def test_it_is_edited_only_when_it_says_something_else(club: Club) -> None:
    await wanted(club, "channel")
    await club.start()
    await calm(club)
    route = f"/channels/{club.channel.id}/messages/{only(club).id}"
    before = [r for r in club.env.http_requests if (r.method, r.path) == ("PATCH", route)]
    settings_changed(club)
    await calm(club)
    after = [r for r in club.env.http_requests if (r.method, r.path) == ("PATCH", route)]
    assert len(after) == len(before)


async def test_who_deletes_it_sees_it_anew(club: Club) -> None:
    await wanted(club, "channel")
    match = await club.start()
    await calm(club)
    first = only(club)
    await first.delete()
    await calm(club)
    assert only(club).id != first.id
    assert f"#{match.id}" in club.text(only(club))


async def test_deleted_while_the_bot_was_away_it_is_posted_anew(club: Club) -> None:
    await wanted(club, "channel")
    await club.start()
    await calm(club)
    first = only(club)
    club.env.backend.delete_message(club.channel.id, first.id)
    await club.restart()
    await calm(club)
    assert only(club).id != first.id


async def test_no_line_says_that_it_was_pinned(club: Club) -> None:
    await wanted(club, "channel")
    await club.start()
    await calm(club)
    assert only(club).pinned
    assert [m for m in club.messages if m.type is discord.MessageType.pins_add] == []


@pytest.mark.parametrize("kind", ["voice", "stage", "forum"])
async def test_channels_of_other_kinds_have_one_too(club: Club, kind: str) -> None:
    await wanted(club, "channel")
    if kind == "forum":
        forum = club.bot.get_channel(club.guild.create_forum_channel("games").id)
        assert isinstance(forum, discord.ForumChannel)
        made = await forum.create_thread(name="Frisian?", content="Who plays?")
        thread = club.env.backend.get_channel(made.thread.id)
        place = ChannelHandle(club.env, club.guild, thread)
    else:
        place = getattr(club.guild, f"create_{kind}_channel")("games")
    await started(club, place, "frisian")
    await calm(club)
    (there,) = [m for m in place.history() if is_overview(m)]
    assert "Frisian" in club.text(there)


async def test_it_survives_a_restart(club: Club) -> None:
    await wanted(club, "channel")
    await club.start()
    await calm(club)
    first = only(club)
    await club.restart()
    await club.play("32-28")
    await calm(club)
    assert only(club).id == first.id
    assert f"{club.bob.mention} to move, last move" in club.text(only(club))


@OWN
async def test_one_that_was_sent_and_not_noted_is_found(club: Club) -> None:
    await wanted(club, "channel")
    await club.start()
    await calm(club)
    first = only(club)
    (noted,) = await club.store.overviews.all()
    await club.store.overviews.put(noted._replace(message=None))
    await club.restart()
    await calm(club)
    assert only(club).id == first.id
    assert (await club.store.overviews.all()) == [noted]


async def test_without_the_permission_it_stands_unpinned_and_says_so_once(club: Club) -> None:
    await club.forbid("pin_messages", "manage_messages")
    await wanted(club, "channel")
    await club.start()
    await club.play("32-28")
    await calm(club)
    overview = only(club)
    assert not overview.pinned
    assert club.text(overview).count("I may not pin this post") == 1
    club.env.backend.set_pinned(club.channel.id, overview.id, True)
    await club.play("19-23")
    await club.play("28x19")
    await calm(club)
    assert "I may not pin" not in club.text(only(club))


@OWN
async def test_that_is_wanted_no_more_goes_away(club: Club) -> None:
    await wanted(club, "channel")
    await club.start()
    await calm(club)
    assert shown(club)
    await wanted(club, "none")
    await calm(club)
    assert shown(club) == []
    assert await club.store.overviews.all() == []


async def test_that_of_a_server_names_what_everybody_sees(club: Club) -> None:
    elsewhere = club.guild.create_text_channel("secret")
    other = club.guild.create_text_channel("open")
    await club.hide_from_everybody(elsewhere)
    await club.bot.preferences.change_server(club.guild.id, channels=(club.channel.id,))
    await wanted(club, "server")
    await club.bot.preferences.change_server(
        club.guild.id, channels=(club.channel.id, elsewhere.id, other.id)
    )
    for channel, game in ((club.channel, "frisian"), (elsewhere, "halma"), (other, "checkers")):
        await started(club, channel, game)
    await calm(club)
    text = club.text(only(club))
    assert "Frisian draughts" in text
    assert "Checkers" in text
    assert "Halma" not in text
    assert [m for m in [*elsewhere.history(), *other.history()] if is_overview(m)] == []


async def test_each_channel_has_its_own(club: Club) -> None:
    other = club.guild.create_text_channel("other")
    await wanted(club, "channel")
    await club.start()
    await started(club, other, "halma")
    await calm(club)
    (there,) = [m for m in other.history() if is_overview(m)]
    assert "Halma" in club.text(there)
    assert "Frisian" not in club.text(there)
    assert "Halma" not in club.text(only(club))


async def test_it_is_true_in_the_end_though_the_database_fails(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    await wanted(club, "channel")
    await club.start()
    await calm(club)
    with monkeypatch.context() as patch:

        async def failing(*_: object) -> None:
            raise StoreError("It fails.")

        patch.setattr(type(club.store.lists), "of_server", failing)
        await club.play("32-28")
        await calm(club)
    assert f"{club.bob.mention} to move, last move" not in club.text(only(club))
    await club.env.advance_time(2 * FIRST_PAUSE)
    await calm(club)
    assert f"{club.bob.mention} to move, last move" in club.text(only(club))
