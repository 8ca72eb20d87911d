"""Trouble with Discord: connections, permissions, servers, channels, errors and limits."""

import sqlite3
from contextlib import closing

import pytest

from tests.loopback.table import CAUGHT_UP, SEND, Table, reference
from tests.nightly import NIGHTLY, at_night


def refusals(table: Table) -> int:
    """Return how often Discord has refused a post in the channel."""
    path = f"/channels/{table.channel.id}/messages"
    return sum(r.matches("POST", path) and r.status == 403 for r in table.discord.requests)


def told(table: Table) -> list[int]:
    """Return the numbers of the bot's direct messages to Ann and to Ben."""
    direct = table.discord.world.direct_messages
    return [len(table.discord.posts(direct(who.user))) for who in (table.ann, table.ben)]


@pytest.mark.parametrize("code", [at_night(4000), None], ids=["closed", "pulled cable"])
async def test_what_was_typed_while_cut_off_is_played_once_on_resuming(
    guest: Table, code: int | None
) -> None:
    await guest.begin()
    gateway = guest.discord.gateway
    before = gateway.identified, gateway.resumed
    async with guest.discord.outage(code):
        await guest.say(guest.ann, "32-28")
        await guest.say(guest.ben, "19-23")
    await guest.shown(4)
    await guest.settled()
    assert (gateway.identified, gateway.resumed) == (before[0], before[1] + 1)
    await guest.play("28x19")
    await guest.check("move", "move", "move")


async def test_a_board_is_shown_although_the_gateway_is_cut(guest: Table) -> None:
    await guest.begin()
    resumed = guest.discord.gateway.resumed
    hold = guest.discord.hold(*SEND)
    await guest.say(guest.ann, "32-28")
    await hold.reached()
    async with guest.discord.outage():
        hold.release()
        await guest.shown(3)
        await guest.settled()
    await guest.discord.until(lambda: guest.discord.gateway.resumed > resumed)
    await guest.play("19-23")
    await guest.check("move", "move")


async def test_a_lost_session_is_caught_up_from_the_channel(guest: Table) -> None:
    await guest.begin()
    await guest.play("32-28")
    await guest.bot.arm(CAUGHT_UP)
    async with guest.discord.outage():
        guest.discord.forget_sessions()
        await guest.say(guest.ben, "back in a minute")
        await guest.say(guest.ben, "19-23")
        await guest.say(guest.ann, "1-50")
    await guest.discord.until(lambda: "told: Recovery.catch_up" in guest.log)
    await guest.shown(4)
    await guest.settled()
    # It was Ann's turn again, and there is no such move.
    (reply,) = guest.replies
    assert reply.startswith("I was away when this was sent, and have not done it")
    await guest.play("28x19")
    await guest.check("move", "move", "move")


@pytest.mark.parametrize(
    ("permission", "killed"),
    [
        ("send_messages", True),
        ("view_channel", False),
        *map(at_night, [("send_messages", False), ("view_channel", True)]),
        *map(at_night, [("attach_files", False), ("attach_files", True)]),
    ],
)
async def test_without_permission_a_match_waits_and_its_players_are_told_once(
    table: Table, permission: str, *, killed: bool
) -> None:
    await table.start()
    await table.begin()
    hold = table.discord.hold(*SEND)
    await table.say(table.ann, "32-28")
    await hold.reached()
    await table.discord.deny(table.channel, permission)
    hold.release()
    await table.discord.until(lambda: told(table) == [1, 1])
    await table.discord.slash(table.ben, table.channel, "move", {"move": "19-23"})
    await table.discord.until(lambda: refusals(table) == 2)
    if killed:
        await table.bot.kill()
        await table.restart(forget=True)
    await table.discord.allow(table.channel, permission)
    await table.shown(4)
    await table.settled()
    await table.play("28x19")
    assert told(table) == [1, 1]
    await table.check("move", "hidden", "move", "hidden", "gap", "move")


async def test_permission_given_back_while_the_bot_was_away(table: Table) -> None:
    await table.start()
    await table.begin()
    await table.discord.deny(table.channel, "send_messages")
    await table.discord.until(lambda: told(table) == [1, 1])
    await table.say(table.ann, "32-28")
    await table.discord.until(lambda: refusals(table) == 2)
    await table.leave()
    await table.discord.allow(table.channel, "send_messages")
    await table.restart(forget=True)
    await table.shown(3)
    await table.settled()
    await table.play("19-23")
    assert told(table) == [1, 1]
    await table.check("repost", "hidden", "move", "hidden", "gap", "move")


async def test_thrown_out_and_invited_again(guest: Table) -> None:
    await guest.begin()
    hold = guest.discord.hold(*SEND)
    await guest.say(guest.ann, "32-28")
    await hold.reached()
    await guest.discord.throw_bot_out(guest.guild)
    hold.release()
    await guest.discord.until(lambda: told(guest) == [1, 1])
    await guest.discord.invite_bot(guest.guild)
    await guest.shown(3)
    await guest.settled()
    await guest.play("19-23")
    await guest.check("move", "hidden", "gap", "move")


async def test_started_while_thrown_out(table: Table) -> None:
    await table.start()
    await table.begin()
    await table.leave()
    await table.discord.throw_bot_out(table.guild)
    await table.new_bot().ready()
    await table.discord.until(lambda: "Logged in" in table.bot.log)
    await table.discord.invite_bot(table.guild)
    await table.started()
    await table.play("32-28")
    await table.check("move")


async def test_a_server_that_discord_lost_for_a_while(guest: Table) -> None:
    await guest.begin()
    await guest.discord.guild_outage(guest.guild)
    await guest.discord.guild_back(guest.guild)
    await guest.play("32-28")
    await guest.check("move")


@NIGHTLY
async def test_a_deleted_channel_and_the_match_goes_on_elsewhere(table: Table) -> None:
    await table.start()
    await table.begin()
    await table.play("32-28")
    hold = table.discord.hold(*SEND)
    await table.say(table.ben, "19-23")
    await hold.reached()
    await table.discord.delete_channel(table.channel)
    hold.release()
    await table.discord.until(lambda: told(table) == [1, 1])
    table.channel = await table.discord.create_channel(table.guild, "halma")
    shown = await table.discord.slash(table.ann, table.channel, "match board")
    assert shown.text == "Here is the board."
    await table.discord.until(lambda: table.posts and table.kinds[-1] == "repost")
    await table.discord.until(lambda: reference(table.last) == (1, len(table.kinds)))
    await table.settled()
    await table.say(table.ann, "28x19")
    await table.discord.until(lambda: table.kinds[-1] == "move")
    await table.discord.until(lambda: reference(table.last) == (1, len(table.kinds)))
    await table.settled()
    await table.leave()
    assert table.kinds[-4:] == ["gap", "relocate", "repost", "move"]
    assert table.kinds.count("hidden") == 1
    assert "Traceback" not in table.bot.log


@pytest.mark.parametrize("after_storing", [at_night(False), True], ids=["before", "after"])
async def test_an_error_of_discords_posts_once(guest: Table, *, after_storing: bool) -> None:
    await guest.begin()
    guest.discord.fail_next(*SEND, status=502, after_storing=after_storing)
    await guest.play("32-28", "19-23")
    await guest.check("move", "move")


@pytest.mark.parametrize("after_storing", [at_night(False), True], ids=["before", "after"])
async def test_a_lost_answer_posts_once(guest: Table, *, after_storing: bool) -> None:
    await guest.begin()
    guest.discord.fail_next(*SEND, drop=True, after_storing=after_storing)
    await guest.say(guest.ann, "32-28")
    await guest.discord.until(lambda: "it is tried again" in guest.log)
    guest.discord.forget_nonces()
    await guest.say(guest.ben, "19-23")
    await guest.shown(4)
    await guest.settled()
    await guest.check("move", "move")


async def test_a_rate_limit_is_obeyed(guest: Table) -> None:
    await guest.begin()
    guest.discord.rate_limit_next(*SEND, retry_after=0.3)
    await guest.play("32-28")
    refused, sent = [r for r in guest.discord.requests if r.matches(*SEND)][-2:]
    assert (refused.status, sent.status) == (429, 200)
    assert sent.at - refused.at >= 0.3
    await guest.check("move")


async def test_buttons_that_cannot_be_taken_off_stay_and_are_answered(guest: Table) -> None:
    board = await guest.begin()
    edits = f"/channels/{guest.channel.id}/messages/{board.id}"
    guest.discord.fail_next("PATCH", edits, status=403, code=30046)
    await guest.say(guest.ann, "32-28")
    await guest.shown(3)
    await guest.discord.until(lambda: not guest.discord.faults.failures)
    pressed = await guest.press(guest.ben, "Legal moves", on=board)
    assert "out of date" in pressed.text
    await guest.settled()
    assert "Traceback" not in guest.log


async def test_a_database_that_is_busy_is_waited_for(guest: Table) -> None:
    await guest.begin()
    await guest.bot.arm("tell:data.store:Store._load")
    with closing(sqlite3.connect(guest.database, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        await guest.say(guest.ann, "32-28")
        await guest.discord.until(lambda: "told: Store._load" in guest.log)
        other.execute("ROLLBACK")
    await guest.shown(3)
    await guest.settled()
    await guest.play("19-23")
    await guest.check("move", "move")


async def test_what_cannot_be_saved_is_answered_and_can_be_done_again(guest: Table) -> None:
    await guest.challenge()
    await guest.bot.arm("raise:data.store:Store._save")
    pressed = await guest.press(guest.ben, "Accept")
    await guest.discord.until(lambda: pressed.text)
    assert pressed.text.startswith("Something went wrong")
    await guest.press(guest.ben, "Accept")
    await guest.shown(2)
    await guest.settled()
    await guest.leave()
    assert guest.kinds == ["challenge", "accept", "start"]
