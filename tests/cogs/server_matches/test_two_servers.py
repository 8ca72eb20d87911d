"""Two servers play each other, each in its own channel, and come to the same result."""

from __future__ import annotations

import asyncio

import pytest

from cogs.language.challenge_parser import parse_challenge
from cogs.messages.buttons import ControlKind
from cogs.server_matches.commands import ServerCommands
from engine import Refusal
from engine.server_matches.server_match import Phase
from engine.table.record import Status
from tests.cogs.conftest import OWN, RARE_TICKS, SHARED, UNSEEN, labels, private_text
from tests.cogs.events.club import pressed
from tests.cogs.events.hall import as_bot
from tests.cogs.server_matches.two_clubs import Clubs, clubs, own_clubs

__all__ = ["clubs", "own_clubs"]

pytestmark = [SHARED, UNSEEN]


async def test_two_boards_from_the_challenge_to_the_result(clubs: Clubs) -> None:
    home, away = clubs.both
    await clubs.challenge("frysk 3d", boards=2)
    assert "It waits for an answer from there" in home.text(clubs.card(home))
    assert labels(clubs.card(home)) == ["Withdraw"]
    assert "Club challenges this server" in away.text(clubs.card(away))
    assert labels(clubs.card(away)) == ["Accept", "Decline", "Block this server"]
    assert "Accepted" in await clubs.click(away, clubs.chief, "Accept")
    await clubs.click(home, home.bob, "Join")
    assert "in the team already" in await clubs.click(home, home.bob, "Join")
    await clubs.click(home, home.alice, "Join")
    await clubs.click(away, away.alice, "Join")
    assert "Our team, 2 of 2" in home.text(clubs.card(home))
    assert "Their team: 2 of 2" in away.text(clubs.card(away))
    assert "those who may manage" in await clubs.click(away, away.alice, "Start")
    await clubs.click(away, away.bob, "Join")
    assert (await clubs.only()).phase is Phase.PLAYING
    for _ in range(3):
        await clubs.play(1)
        await clubs.play(2)
    for here, there in zip(await clubs.matches(home), await clubs.matches(away), strict=True):
        assert here.position == there.position
        assert len(here.moves) == 3
        assert here.time == there.time
    assert "bob of Club" in home.text()
    assert not {str(m.id) for m in (away.alice, away.bob)} & set(home.text().split())
    first = await clubs.player(home, 1)
    await first.send(home.channel, f"{home.me} resign #{(await clubs.matches(home))[0].id}")
    await first.click(home.last, label=labels(home.last)[0])
    await clubs.settle()
    second = (await clubs.matches(away))[1]
    async with away.store.match(second.id) as table:  # both want a draw
        person = next(user for user in table.match.people if user > 0)
        now = away.bot.clock.now()
        table.match = table.match.offer_agreement(person, "draw", now=now, source=None)
    await clubs.settle()
    (board,) = [m for m in home.messages if "Accept" in labels(m)]
    await (await clubs.player(home, 2)).click(board, label="Accept")
    await clubs.settle()
    assert (await clubs.only()).phase is Phase.OVER
    assert "has lost to Club: **½ – 1½**" in home.text(clubs.card(home))
    assert "has won against Club: **1½ – ½**" in away.text(clubs.card(away))
    assert labels(clubs.card(home)) == []


async def test_names_stay_where_one_server_keeps_them_and_no_name_is_markup(clubs: Clubs) -> None:
    home, away = clubs.both
    await home.bot.preferences.change_server(home.guild.id, abroad_names=False)
    home.env.backend.guilds[home.guild.id].name = "**@everyone** <@1>"
    home.bot.get_guild(home.guild.id).name = "**@everyone** <@1>"  # type: ignore[union-attr] # it is there
    await clubs.begun()
    await clubs.play()
    shown = away.text(clubs.card(away))
    assert "alice" not in shown
    assert "a player of" in shown
    assert "**@everyone**" not in shown
    assert "alice of" not in home.text(clubs.card(home))


async def test_what_managers_alone_may_and_whom_they_cannot_challenge(clubs: Clubs) -> None:
    home, away = clubs.both
    number = away.guild.id
    await home.alice.send(home.channel, f"{home.me} servers challenge {number} frysk")
    assert "those who may manage this server" in home.text()
    await clubs.boss.send(home.channel, f"{home.me} servers block {number}")
    assert "`/servers block`" in home.text()
    said = {}
    for what in ("unknown", "off", "blocked"):
        if what == "off":
            await away.bot.preferences.change_server(number, abroad_channel=None)
        if what == "blocked":
            await away.bot.preferences.change_server(number, abroad_channel=away.channel.id)
            await clubs.chief.slash(away.channel, "servers block", server=str(home.guild.id))
        target = 123456789012345678 if what == "unknown" else number
        await clubs.boss.send(home.channel, f"{home.me} servers challenge {target} frysk")
        said[what] = home.text()
    assert len(set(said.values())) == 1
    assert "No server of that number takes challenges" in said["off"]
    lifted = await clubs.chief.slash(away.channel, "servers unblock", server=str(home.guild.id))
    assert "may challenge this server again" in private_text(lifted)
    link = f"https://discord.com/channels/{number}/{away.channel.id}"
    await clubs.boss.send(home.channel, f"{home.me} servers challenge {link} frysk")
    await clubs.settle()
    assert "challenges this server" in away.text(clubs.card(away))
    await clubs.chief.send(away.channel, f"{away.me} servers challenge {home.guild.id} frysk")
    assert "has challenged yours: answer it" in away.text()
    match = await clubs.only()
    forged = await pressed(home, clubs.boss, ControlKind.SERVERS, f"accept:{match.id}")
    assert "do not know that match" in private_text(forged)
    for about in (f"mine:{match.id}", "accept:x", "accept:999999"):
        assert "do not know that match" in private_text(
            await pressed(away, clubs.chief, ControlKind.SERVERS, about)
        )
    assert "Declined" in await clubs.click(away, clubs.chief, "Decline")
    late = await pressed(away, clubs.chief, ControlKind.SERVERS, f"accept:{match.id}")
    assert "is over" in private_text(late)
    assert "was declined" in home.text(clubs.card(home))


async def test_a_late_withdrawal_calls_nothing_off_and_challenges_flood_nobody(
    clubs: Clubs,
) -> None:
    home, away = clubs.both
    for _ in range(3):
        match = await clubs.challenge()
        assert "is withdrawn" in await clubs.click(home, clubs.boss, "Withdraw")
    await clubs.challenge()
    assert "3 recent challenges to that server failed" in home.text()
    assert (await clubs.only()).id == match.id
    await clubs.chief.send(away.channel, f"{away.me} servers challenge {home.guild.id} frysk")
    await clubs.settle()
    match = await clubs.only()
    assert "Accepted" in await clubs.click(home, clubs.boss, "Accept")
    late = await pressed(away, clubs.chief, ControlKind.SERVERS, f"withdraw:{match.id}")
    assert "has been accepted already" in private_text(late)
    assert (await clubs.only()).phase is Phase.GATHERING


@pytest.mark.parametrize("reserves", [1, 0])
async def test_a_board_of_a_player_who_has_left_goes_to_the_next(
    clubs: Clubs, reserves: int
) -> None:
    home, away = clubs.both
    await clubs.challenge(boards=1 + reserves)
    await clubs.click(away, clubs.chief, "Accept")
    for member in (away.alice, away.bob)[: 1 + reserves]:
        await clubs.click(away, member, "Join")
    away.guild.remove_member(away.alice)
    await clubs.click(home, home.alice, "Join")
    if reserves:
        await clubs.click(home, clubs.boss, "Start")
    (here,), (there,) = await clubs.matches(home), await clubs.matches(away)
    if reserves:
        assert (here.status, there.status) == (Status.LIVE, Status.LIVE)
        assert away.bob.id in there.people
        assert "bob of Club" in home.text(clubs.card(home))
        return
    assert (here.outcome, there.outcome) == (None, None)
    assert (await clubs.only()).phase is Phase.OVER
    for club in clubs.both:
        said = "A player had left their server, and nobody took over the board."
        assert any(said in club.text(message) for message in club.messages)


@pytest.mark.parametrize("how", ["block", "channel", "kick"])
async def test_a_server_that_stops_in_the_middle_ends_both_twins(clubs: Clubs, how: str) -> None:
    home, away = clubs.both
    await clubs.begun()
    await clubs.play()
    await clubs.play()
    if how == "block":
        await clubs.chief.slash(away.channel, "servers block", server=str(home.guild.id))
    elif how == "channel":
        await away.delete(away.channel)
    else:
        left = away.bot._connection.parsers["GUILD_DELETE"]  # the simulator has no such event
        left({"id": str(away.guild.id)})
        await clubs.until(Phase.GONE)
    await clubs.settle()
    for club in clubs.both:
        (match,) = await clubs.matches(club)
        assert match.status is Status.OVER
        assert match.outcome is None
    said = "was called off" if how == "block" else "cannot be reached any more"
    by = "has called off the match" if how == "block" else said
    assert by in home.text(clubs.card(home))
    assert "being played ended without a result" in home.text(clubs.card(home))
    if how == "block":
        assert "This server has called off" in away.text(clubs.card(away))
    assert any(said in home.text(m) and "no result" in home.text(m) for m in home.messages)


async def test_of_challenges_that_come_at_once_one_is_sent(clubs: Clubs) -> None:
    home, commands = clubs.home, clubs.home.bot.cog(ServerCommands)
    for _ in range(5):
        await clubs.boss.send(home.channel, "Shall we challenge them?")
    said = [message for message in home.messages if "Shall we" in message.content]
    member = await said[0].guild.fetch_member(clubs.boss.id)  # type: ignore[union-attr] # on a server
    for message in said:
        message.author = member
    terms, number = parse_challenge("frysk 1d"), str(clubs.away.guild.id)
    with as_bot(home.env):
        answers = await asyncio.gather(
            *(commands._challenge(one, number, terms, 1) for one in said),  # type: ignore[arg-type] # messages, not contexts
            return_exceptions=True,
        )
    assert [type(one) for one in answers].count(Refusal) == 4
    assert len(await home.store.servers.going_on(home.guild.id)) == 1


@OWN
@RARE_TICKS
async def test_a_post_that_is_refused_is_tried_again_seldom_and_at_once_if_permissions_change(
    own_clubs: Clubs,
) -> None:
    clubs, (home, away) = own_clubs, own_clubs.both
    env = home.env
    await clubs.challenge("frysk", boards=2)
    await clubs.click(away, clubs.chief, "Accept")
    card = clubs.card(home)
    edit = f"/channels/{home.channel.id}/messages/{card.id}"

    def edits() -> int:
        return sum((one.method, one.path) == ("PATCH", edit) for one in env.http_requests)

    env.inject_error("PATCH", edit, status=403, code=50001, times=3)
    before = edits()
    await away.alice.click(clubs.card(away), label="Join")
    for _ in range(30):
        await env.advance_time(60)
    assert edits() - before == 3
    await env.advance_time(1200)
    assert "Their team: 1 of 2" in home.text(clubs.card(home))
    env.inject_error("PATCH", edit, status=403, code=50001, times=1)
    await away.bob.click(clubs.card(away), label="Join")
    await env.settle()
    assert "Their team: 1 of 2" in home.text(clubs.card(home))
    await home.forbid("add_reactions")
    await env.settle()
    assert "Their team: 2 of 2" in home.text(clubs.card(home))
