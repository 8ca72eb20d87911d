"""Recovery: permissions, channels and servers that go and come back, and failures."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import discord
import pytest
from simcord.backend.models import Overwrite
from simcord.enums import OverwriteType

from cogs.operating import recovery
from data import PostState
from engine.table.record import Kind, Status
from tests.cogs.conftest import Club, labels, private_text

POSTING = discord.Permissions(send_messages=True).value


async def test_a_board_that_may_not_be_posted_is_posted_when_permission_is_back(
    club: Club,
) -> None:
    match = await club.start()
    await club.forbid("send_messages")
    await club.alice.slash(club.channel, "move", move="32-28")
    posts = await club.store.outbox.posts(match.id)
    assert posts[-1].state is PostState.REFUSED
    assert club.complaints() == 2
    await club.bob.slash(club.channel, "move", move="19-23")
    assert club.complaints() == 2
    await club.forbid()
    shown = [club.text(message) for message in club.public()]
    assert "played `32-28`" in shown[-2]
    assert "played `19-23`" in shown[-1]
    assert "Legal moves" in labels(club.public()[-1])


async def test_a_match_whose_channel_is_gone_goes_on_where_a_player_asks_for_it(
    club: Club,
) -> None:
    match = await club.start()
    club.env.backend.delete_channel(club.channel.id)
    await club.env.settle()
    other = club.guild.create_text_channel("elsewhere")
    result = await club.alice.slash(other, "match board")
    assert "Here is the board." in private_text(result)
    assert (await club.store.load(match.id)).channel == other.id
    await club.alice.send(other, "32-28")
    assert "played `32-28`" in club.text(other.history()[-1])


async def test_a_member_who_leaves_keeps_their_match(club: Club) -> None:
    match = await club.start()
    club.guild.remove_member(club.bob)
    await club.env.settle()
    await club.play("32-28")
    assert (await club.store.load(match.id)).status is Status.LIVE
    assert "played `32-28`" in club.text()


async def test_the_boards_that_are_played_on_are_drawn_after_the_start(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn = list[tuple[int, int]]()
    monkeypatch.setattr(recovery, "draw", lambda match, seat: drawn.append((match.id, seat)))
    match = await club.start()
    await club.restart()
    assert drawn == [(match.id, 0), (match.id, 1)]


async def test_no_time_runs_while_a_channel_is_closed_and_it_runs_when_that_is_open_again(
    club: Club, caplog: pytest.LogCaptureFixture
) -> None:
    match = await club.under_way("frisian white 1d")
    await club.forbid("view_channel", "send_messages")
    await club.alice.slash(club.channel, "move", move="33-28")
    assert club.complaints() == 2
    assert sum("are refused" in message for message in caplog.messages) == 2
    for _ in range(3):
        await club.wait(days=1)
    assert (await club.reload(match)).status is Status.LIVE
    await club.restart()
    await club.wait(hours=1)
    await club.forbid()
    await club.wait(seconds=1)
    board, notice = (club.text(message) for message in club.public()[-2:])
    assert "played `33-28`" in board
    now = await club.reload(match)
    assert now.deadline is not None
    day = timedelta(days=1)
    assert day - timedelta(minutes=1) < now.deadline - club.env.now() <= day
    assert "that time does not count" in notice
    assert f"Time runs out {discord.utils.format_dt(now.deadline, 'R')}" in notice
    await club.wait(days=1)
    assert (await club.reload(match)).status is Status.OVER


async def test_players_of_a_match_that_has_ended_are_not_told_that_it_waits(club: Club) -> None:
    match = await club.under_way()
    async with club.store.match(match.id) as table:
        table.match = table.match.resign(club.alice.id, now=club.env.now(), source=None)
        overwrite = Overwrite(club.guild.id, OverwriteType.ROLE, allow=0, deny=POSTING)
        club.env.backend.set_overwrite(club.channel.id, overwrite)
    await club.posted()
    sent = [r.json for r in club.env.http_requests if r.method == "POST" and r.json]
    told = [str(json["content"]) for json in sent if "I cannot post" in str(json.get("content"))]
    assert len(told) == 2
    assert all("the result of your match" in text and "waits" not in text for text in told)


async def test_time_stands_still_from_when_a_channel_or_its_thread_is_deleted(club: Club) -> None:
    match = await club.under_way("frisian white 10+10")
    await club.wait(minutes=4)
    await club.delete(club.channel)
    assert club.complaints() == 2
    await club.wait(days=40)
    found = await club.reload(match)
    assert (found.status, found.due) == (Status.LIVE, None)
    other = club.guild.create_text_channel("elsewhere")
    await club.alice.slash(other, "match board")
    found = await club.reload(match)
    assert found.channel == other.id
    assert found.deadline is not None
    minutes = (found.deadline - club.env.now()) / timedelta(minutes=1)
    assert minutes == pytest.approx(6, abs=0.5)


def _deny_all_but_a_role(club: Club) -> int:
    """Let the bot post in the channel by a role alone; return the role's id."""
    backend, me = club.env.backend, club.bot.user
    assert me is not None
    role = club.guild.create_role("Games").id
    roles = list(backend.get_member(club.guild.id, me.id).role_ids)
    backend.edit_member(club.guild.id, me.id, {"role_ids": [*roles, role]})
    for who, allow, deny in ((club.guild.id, 0, POSTING), (role, POSTING, 0)):
        overwrite = Overwrite(who, OverwriteType.ROLE, allow=allow, deny=deny)
        backend.set_overwrite(club.channel.id, overwrite)
    return role


def _delete_the_role(club: Club, role: int) -> None:
    club.env.backend.delete_role(club.guild.id, role)


def _deny_it_to_the_role(club: Club, role: int) -> None:
    overwrite = Overwrite(role, OverwriteType.ROLE, allow=0, deny=POSTING)
    club.env.backend.set_overwrite(club.channel.id, overwrite)


@pytest.mark.parametrize("close", [_delete_the_role, _deny_it_to_the_role])
async def test_time_stands_still_from_when_a_channel_is_closed_in_the_middle_of_a_turn(
    club: Club, close: Callable[[Club, int], None]
) -> None:
    role = _deny_all_but_a_role(club)
    match = await club.under_way("frisian white 1h")
    await club.wait(minutes=56)  # the reminder, after which nothing is posted
    close(club, role)
    await club.env.settle()
    assert club.complaints() == 2
    await club.wait(hours=2)
    found = await club.reload(match)
    assert (found.status, found.deadline) == (Status.LIVE, None)


async def test_time_stands_still_where_the_permissions_of_the_servers_roles_are_taken(
    club: Club,
) -> None:
    match = await club.under_way("frisian white 1h")
    backend, me = club.env.backend, club.bot.user
    assert me is not None
    roles = (club.guild.id, *backend.get_member(club.guild.id, me.id).role_ids)
    before = {role: backend.get_role(club.guild.id, role).permissions for role in roles}
    for role, given in before.items():
        backend.edit_role(club.guild.id, role, {"permissions": given & ~POSTING})
    await club.env.settle()
    await club.wait(hours=2)
    assert (await club.reload(match)).deadline is None
    for role, given in before.items():
        backend.edit_role(club.guild.id, role, {"permissions": given})
    await club.env.settle()
    assert (await club.reload(match)).deadline is not None


async def test_a_channel_that_is_deleted_while_the_bot_is_away_is_noticed_at_its_start(
    club: Club,
) -> None:
    match = await club.under_way("frisian white 1h")
    club.env.backend.delete_channel(club.channel.id)
    await club.restart()
    await club.wait(hours=2)
    assert (await club.reload(match)).status is Status.LIVE
    assert club.complaints() == 2


async def test_time_runs_for_the_player_to_move_once_they_see_the_board_in_private(
    club: Club,
) -> None:
    match = await club.under_way("frisian white 1d")
    await club.forbid("send_messages")
    await club.alice.slash(club.channel, "move", move="33-28")
    await club.wait(days=2)
    for member in (club.alice, club.carol):
        await member.slash(club.channel, "match moves", match=match.id)
    listed = await club.bob.slash(club.channel, "mygames")
    assert (await club.reload(match)).deadline is None
    assert listed.response is not None
    shown = private_text(await club.bob.click(listed.response, label="Next match"))
    deadline = (await club.reload(match)).deadline
    assert deadline is not None
    assert f"Time runs out {discord.utils.format_dt(deadline, 'R')}" in shown
    await club.wait(hours=20)
    assert (await club.reload(match)).events[-1].kind is Kind.REMIND
    assert club.complaints() == 2
    await club.wait(hours=4)
    assert (await club.reload(match)).status is Status.OVER
