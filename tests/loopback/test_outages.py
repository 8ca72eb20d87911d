"""Trouble with Discord: connections, permissions, servers and channels, errors and limits."""

import sqlite3
from contextlib import closing

import pytest

from tests.loopback.table import CAUGHT_UP, SEND, Table, reference
from tests.nightly import NIGHTLY, at_night


def refusals(table: Table) -> int:
    """How often the bot was refused to post in the channel."""
    path = f"/channels/{table.channel.id}/messages"
    return sum(r.matches("POST", path) and r.status == 403 for r in table.discord.requests)


def told(table: Table) -> list[int]:
    """How many direct messages Ann and Ben got."""
    direct = table.discord.world.direct_messages
    return [len(table.discord.posts(direct(who.user))) for who in (table.ann, table.ben)]


@pytest.mark.parametrize("code", [at_night(4000), None], ids=["closed", "pulled cable"])
async def test_what_was_typed_while_cut_off_is_played_once_on_resuming(
    table: Table, code: int | None
) -> None:
    await table.start()
    await table.begin()
    async with table.discord.outage(code):
        await table.say(table.ann, "32-28")
        await table.say(table.ben, "19-23")
    await table.shown(4)
    await table.settled()
    assert (table.discord.gateway.identified, table.discord.gateway.resumed) == (1, 1)
    await table.play("28x19")
    await table.check("move", "move", "move")


async def test_a_board_is_shown_although_the_gateway_is_cut(table: Table) -> None:
    await table.start()
    await table.begin()
    hold = table.discord.hold(*SEND)
    await table.say(table.ann, "32-28")
    await hold.reached()
    async with table.discord.outage():
        hold.release()
        await table.shown(3)
        await table.settled()
    await table.discord.until(lambda: table.discord.gateway.resumed)
    await table.play("19-23")
    await table.check("move", "move")


async def test_a_lost_session_is_caught_up_from_the_channel(table: Table) -> None:
    await table.start()
    await table.begin()
    await table.play("32-28")
    await table.bot.arm(CAUGHT_UP)
    async with table.discord.outage():
        table.discord.forget_sessions()
        await table.say(table.ben, "back in a minute")
        await table.say(table.ben, "19-23")
        await table.say(table.ann, "1-50")
    await table.discord.until(lambda: "told: Recovery.catch_up" in table.bot.log)
    await table.shown(4)
    await table.settled()
    assert table.replies == []
    await table.play("28x19")
    await table.check("move", "move", "move")


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
    await table.check("move", "move", "move")


async def test_thrown_out_and_invited_again(table: Table) -> None:
    await table.start()
    await table.begin()
    hold = table.discord.hold(*SEND)
    await table.say(table.ann, "32-28")
    await hold.reached()
    await table.discord.throw_bot_out(table.guild)
    hold.release()
    await table.discord.until(lambda: told(table) == [1, 1])
    await table.discord.invite_bot(table.guild)
    await table.shown(3)
    await table.settled()
    await table.play("19-23")
    await table.check("move", "move")


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


async def test_a_server_that_discord_lost_for_a_while(table: Table) -> None:
    await table.start()
    await table.begin()
    await table.discord.guild_outage(table.guild)
    await table.discord.guild_back(table.guild)
    await table.play("32-28")
    await table.check("move")


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
    shown = await table.discord.slash(table.ann, table.channel, "board")
    assert shown.text == "Here is the board."
    await table.discord.until(lambda: table.posts and reference(table.last) == (1, 7))
    await table.settled()
    await table.say(table.ann, "28x19")
    await table.discord.until(lambda: table.posts and reference(table.last) == (1, 8))
    await table.settled()
    await table.leave()
    assert table.kinds[3:] == ["move", "move", "relocate", "repost", "move"]
    assert "Traceback" not in table.bot.log


@pytest.mark.parametrize("after_storing", [at_night(False), True], ids=["before", "after"])
async def test_an_error_of_discords_posts_once(table: Table, *, after_storing: bool) -> None:
    await table.start()
    await table.begin()
    table.discord.fail_next(*SEND, status=502, after_storing=after_storing)
    await table.play("32-28", "19-23")
    await table.check("move", "move")


@pytest.mark.parametrize("after_storing", [at_night(False), True], ids=["before", "after"])
async def test_a_lost_answer_posts_once(table: Table, *, after_storing: bool) -> None:
    await table.start()
    await table.begin()
    table.discord.fail_next(*SEND, drop=True, after_storing=after_storing)
    await table.say(table.ann, "32-28")
    await table.discord.until(lambda: "it is tried again" in table.bot.log)
    table.discord.forget_nonces()
    await table.say(table.ben, "19-23")
    await table.shown(4)
    await table.settled()
    await table.check("move", "move")


async def test_a_rate_limit_is_obeyed(table: Table) -> None:
    await table.start()
    await table.begin()
    table.discord.rate_limit_next(*SEND, retry_after=0.3)
    await table.play("32-28")
    refused, sent = [r for r in table.discord.requests if r.matches(*SEND)][-2:]
    assert (refused.status, sent.status) == (429, 200)
    assert sent.at - refused.at >= 0.3
    await table.check("move")


async def test_buttons_that_cannot_be_taken_off_stay_and_are_answered(table: Table) -> None:
    await table.start()
    board = await table.begin()
    edits = f"/channels/{table.channel.id}/messages/{board.id}"
    table.discord.fail_next("PATCH", edits, status=403, code=30046)
    await table.say(table.ann, "32-28")
    await table.shown(3)
    await table.settled()
    pressed = await table.press(table.ben, "Move", on=board)
    assert "out of date" in pressed.text
    await table.leave()
    assert "Traceback" not in table.bot.log


async def test_a_database_that_is_busy_is_waited_for(table: Table) -> None:
    await table.start()
    await table.begin()
    await table.bot.arm("tell:data.store:Store._load")
    with closing(sqlite3.connect(table.database, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        await table.say(table.ann, "32-28")
        await table.discord.until(lambda: "told: Store._load" in table.bot.log)
        other.execute("ROLLBACK")
    await table.shown(3)
    await table.settled()
    await table.play("19-23")
    await table.check("move", "move")


async def test_what_cannot_be_saved_is_answered_and_can_be_done_again(table: Table) -> None:
    await table.start()
    await table.challenge()
    await table.bot.arm("raise:data.store:Store._save")
    pressed = await table.press(table.ben, "Accept")
    await table.discord.until(lambda: pressed.text)
    assert pressed.text.startswith("Something went wrong")
    await table.press(table.ben, "Accept")
    await table.shown(2)
    await table.settled()
    await table.leave()
    assert table.kinds == ["challenge", "accept", "start"]
