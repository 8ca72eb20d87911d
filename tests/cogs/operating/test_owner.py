"""The commands of the application's owner, in direct messages."""

from __future__ import annotations

import logging
from datetime import timedelta

import discord
import pytest
from simcord import MemberActor

from cogs.operating.recovery import Recovery
from engine.table.match import Match
from engine.table.record import Kind, Status
from tests.cogs.conftest import Club, labels, private_text
from tests.nightly import at_night


@pytest.fixture
async def owner(club: Club) -> MemberActor:
    """Carol, who owns the application."""
    club.bot.owner_id = club.carol.id
    return club.carol


def last(member: MemberActor) -> discord.Message:
    return member.user.dm_channel.history()[-1]


async def tell(club: Club, member: MemberActor, words: str) -> str:
    """Let a member write to the bot in private; return the text of the last message then."""
    await member.send_dm(words)
    return club.text(last(member))


async def confirm(club: Club, member: MemberActor, words: str) -> str:
    """Let a member write to the bot in private and confirm its question; return the answer."""
    await tell(club, member, words)
    (yes,) = labels(last(member))
    await member.user.click(last(member), label=yes)
    assert labels(last(member)) == []
    return club.text(last(member))


def is_member(club: Club) -> bool:
    return club.bot.get_guild(club.guild.id) is not None


async def reasons(club: Club, match: Match) -> list[str]:
    events = (await club.reload(match)).events
    return [event.text for event in events if event.kind is Kind.ADJUDICATE]


# Who


async def test_a_stranger_gets_what_any_unknown_text_gets(club: Club, owner: MemberActor) -> None:
    unknown = await tell(club, club.alice, "wibble wobble")
    assert await tell(club, club.bob, "owner blocks") == unknown
    assert "No server and no person is blocked" in await tell(club, owner, "owner blocks")


async def test_nobody_is_offered_them(club: Club, owner: MemberActor) -> None:
    assert "owner" not in club.bot.all_commands
    assert club.bot.tree.get_command("owner") is None
    await owner.send(club.channel, f"{club.me} owner blocks")
    assert "blocked" not in club.text()


async def test_who_is_no_owner_any_more_confirms_nothing(club: Club, owner: MemberActor) -> None:
    await tell(club, owner, f"owner block person {club.bob.id}")
    club.bot.owner_id = club.alice.id
    await owner.user.click(last(owner), label="Yes, block them")
    assert club.bot.preferences.orders.persons == frozenset()


# Servers


async def test_a_server_is_left_and_its_matches_stay(club: Club, owner: MemberActor) -> None:
    match = await club.under_way()
    await tell(club, owner, f"owner leave {club.guild.id}")
    assert is_member(club)
    assert "Do you want me to leave Club" in club.text(last(owner))
    await owner.user.click(last(owner), label="Yes, leave")
    assert "I have left" in club.text(last(owner))
    assert not is_member(club)
    assert (await club.reload(match)).status is Status.LIVE


async def test_a_server_is_left_by_its_name(club: Club, owner: MemberActor) -> None:
    assert "I have left" in await confirm(club, owner, "owner leave club")
    assert not is_member(club)
    assert "no server called Club" in await tell(club, owner, "owner leave Club")
    assert "no server with that id" in await tell(club, owner, f"owner leave {club.guild.id}")


async def test_a_blocked_server_is_told_and_left(club: Club, owner: MemberActor) -> None:
    await club.challenge("halma")
    match = await club.under_way()
    assert "1 match that is played there" in await tell(club, owner, "owner block server Club")
    answer = await confirm(club, owner, f"owner block server {club.guild.id}")
    assert "is blocked" in answer
    assert not is_member(club)
    assert (await club.reload(match)).status is Status.OVER
    assert (await reasons(club, match)) == ["\nThe operator of this bot takes it off the server."]
    assert await club.store.matches(status=Status.CHALLENGE) == []
    posted = [
        str(request.json)
        for request in club.env.http_requests
        if (request.method, request.path) == ("POST", f"/channels/{club.channel.id}/messages")
    ]
    assert "takes it off the server" in posted[-1]  # before the bot left
    assert f"Servers blocked: `{club.guild.id}`" in await tell(club, owner, "owner blocks")


async def test_a_blocked_server_is_left_whenever_it_invites(
    club: Club, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    guild = club.bot.get_guild(club.guild.id)
    assert guild is not None
    await club.store.operator.block_server(guild.id, club.env.now())
    await club.bot.preferences.load_orders()
    recovery = club.bot.cog(Recovery)
    await recovery.on_guild_join(guild)
    assert club.messages == []  # nobody is greeted
    club.bot.dispatch("guild_join", guild)
    await club.env.settle()
    assert not is_member(club)
    assert f"has left server {guild.id}, which is blocked" in caplog.text


async def test_it_is_left_at_the_start_if_it_has_invited_meanwhile(club: Club) -> None:
    await club.store.operator.block_server(club.guild.id, club.env.now())
    await club.restart()
    assert not is_member(club)


async def test_a_server_is_unblocked(club: Club, owner: MemberActor) -> None:
    number = 123456789012345678
    await confirm(club, owner, f"owner block server {number}")
    assert "not blocked any more" in await tell(club, owner, f"owner unblock server {number}")
    assert "is not blocked" in await tell(club, owner, f"owner unblock server {number}")


# Persons


@pytest.mark.parametrize("named", [at_night("{id}"), at_night("<@{id}>"), "@alice"])
async def test_a_blocked_person_resigns_and_can_do_nothing(
    club: Club, owner: MemberActor, named: str
) -> None:
    match = await club.under_way()
    await club.bob.send(club.channel, f"{club.me} help")
    card = club.last
    question = await tell(club, owner, f"owner block person {named.format(id=club.alice.id)}")
    assert "resign 1 match" in question
    await owner.user.click(last(owner), label="Yes, block them")
    assert "is blocked on all servers" in club.text(last(owner))
    assert (await club.reload(match)).outcome is not None
    pressed = await club.alice.click(card, label="Play")
    assert "My operator has blocked you" in private_text(pressed)
    given = await club.alice.slash(club.channel, "play", game="frisian")
    assert "My operator has blocked you" in private_text(given)
    await club.alice.send(club.channel, f"{club.me} play frisian")
    assert "My operator has blocked you" in club.text()
    assert "My operator has blocked you" in await tell(club, club.alice, "play frisian")
    said = len(club.messages)
    await club.alice.send(club.channel, "32-28")
    assert len(club.messages) == said + 1
    assert await club.store.matches(status=Status.LIVE) == []


async def test_a_blocked_person_is_not_challenged(club: Club, owner: MemberActor) -> None:
    await confirm(club, owner, f"owner block person {club.bob.id}")
    await club.alice.send(club.channel, f"{club.me} challenge {club.bob.mention} frisian")
    assert "cannot play: my operator has blocked them" in club.text()
    assert await club.store.matches() == []


async def test_a_restart_and_what_was_typed_meanwhile_change_nothing(
    club: Club, owner: MemberActor
) -> None:
    match = await club.under_way()
    await confirm(club, owner, f"owner block person {club.alice.id}")
    await club.away((club.alice, f"{club.me} open frisian"))
    assert [one.id for one in await club.store.matches()] == [match.id]
    pressed = await club.alice.slash(club.channel, "open", game="frisian")
    assert "My operator has blocked you" in private_text(pressed)


async def test_privacy_is_open_to_who_is_blocked_and_deleting_lifts_nothing(
    club: Club, owner: MemberActor
) -> None:
    await confirm(club, owner, f"owner block person {club.alice.id}")
    kept = await club.store.kept_about(club.alice.id)
    assert kept["blocked by the operator since"]
    asked = await club.alice.slash(club.channel, "privacy", what="delete")
    assert "If my operator has blocked you, that stays." in private_text(asked)
    assert asked.response is not None
    done = await club.alice.click(asked.response, label="Yes, delete everything")
    assert "is deleted" in private_text(done)
    again = await club.alice.slash(club.channel, "play", game="frisian")
    assert "My operator has blocked you" in private_text(again)
    await club.alice.send(club.channel, f"{club.me} privacy")
    assert "What I keep about you" in club.text()


async def test_a_person_is_unblocked(club: Club, owner: MemberActor) -> None:
    await confirm(club, owner, f"owner block person {club.alice.id}")
    assert f"<@{club.alice.id}>" in await tell(club, owner, "owner blocks")
    assert "not blocked any more" in await tell(club, owner, "owner unblock person @alice")
    match = await club.start()
    assert match.status is Status.LIVE


async def test_who_cannot_be_blocked(club: Club, owner: MemberActor) -> None:
    assert "You cannot block me" in await tell(club, owner, f"owner block person {owner.id}")
    assert "You cannot block me" in await tell(club, owner, f"owner block person {club.me}")
    number = 123456789012345678
    assert "knows nobody" in await tell(club, owner, f"owner block person {number}")
    assert "find nobody" in await tell(club, owner, "owner block person @nobody")
    assert club.bot.preferences.orders.persons == frozenset()


# The notice


async def test_boards_show_a_notice_until_it_is_cleared(club: Club, owner: MemberActor) -> None:
    await club.start()
    await tell(club, owner, "owner notice New **version**: back in a minute")
    assert "Maintenance" not in club.text()
    await club.play("32-28")
    assert "Maintenance: New **version**: back in a minute" in club.text()
    shown = await club.alice.slash(club.channel, "help")
    assert "back in a minute" in private_text(shown)
    await club.restart()
    club.bot.owner_id = owner.id
    await club.play("19-23")
    assert "back in a minute" in club.text()
    assert "no notice any more" in await tell(club, owner, "owner notice clear")
    await club.play("28x19")
    assert "Maintenance" not in club.text()


async def test_a_notice_ends_by_itself(club: Club, owner: MemberActor) -> None:
    await club.start()
    until = club.env.now() + timedelta(hours=2)
    said = await tell(club, owner, f"owner notice until {until:%Y-%m-%d %H:%M} New version")
    assert "Maintenance until <t:" in said
    await club.play("32-28")
    assert "New version" in club.text()
    await club.wait(hours=3)
    await club.play("19-23")
    assert "New version" not in club.text()
    assert "There is no notice" in await tell(club, owner, "owner notice")


WRONG_NOTICES = {
    "until tomorrow New version": "Say until when in UTC",
    "until 25:00 New version": "Say until when in UTC",
    "until 2020-01-01 18:00 New version": "That time is past",
    "x" * 301: "300 characters at most",
}


async def test_a_notice_that_cannot_be_is_refused(club: Club, owner: MemberActor) -> None:
    for words, answer in WRONG_NOTICES.items():
        assert answer in await tell(club, owner, f"owner notice {words}")
    assert club.bot.preferences.orders.notice is None
    assert "Say until when" not in await tell(club, owner, "owner notice until 18:00 Back soon")
    assert club.bot.preferences.orders.notice is not None


async def test_what_is_ordered_is_logged(
    club: Club, owner: MemberActor, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    await confirm(club, owner, f"owner block person {club.bob.id}")
    await tell(club, owner, "owner notice Back soon")
    assert f"Owner {owner.id} blocked person {club.bob.id}" in caplog.text
    assert f"Owner {owner.id} set a notice until None: Back soon" in caplog.text
