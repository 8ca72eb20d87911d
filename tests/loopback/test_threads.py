"""A match gets exactly one thread, whatever happens between its creation and its record."""

import pytest

from tests.loopback.killing import COMMIT, KILLED, ON_THE_WAY, SENT, during_outages, killed
from tests.loopback.table import SEND, Table
from tests.nightly import at_night

MAKE = "POST", "/channels/*/messages/*/threads"
MADE = "discord.http:HTTPClient.start_thread_with_message"

FAULTS = [
    f"after:{COMMIT}",
    "before:cogs.delivery.threads:Threads.open",
    f"before:{MADE}",
    f"after:{MADE}",
    "after:cogs.delivery.threads:Threads._make",
    "before:data.matches.match_rows:append#2",
    f"before:{COMMIT}#2",
    f"after:{COMMIT}#2",
    "before:discord.http:HTTPClient.add_user_to_thread",
    "after:cogs.delivery.threads:Threads.open",
    f"before:{SENT}",
    f"after:{SENT}",
    "before:data.matches.outbox:Outbox.mark_shown",
    "after:cogs.delivery.poster:Poster._show#2",
]
"""Points from the saved start of a match until its board stands in its thread."""

KINDS = ["challenge", "accept", "start", "relocate"]


async def with_threads(table: Table) -> None:
    """Start the bot, and set the server so that each match gets a thread."""
    await table.start()
    await table.say(table.ann, f"{table.mention} settings server threads on")
    await table.discord.until(lambda: table.replies)
    assert table.query("SELECT settings FROM servers")


async def plays_on(table: Table) -> None:
    """Check that there is one thread, with the board, and that the match goes on in it."""
    await table.shown(2)
    await table.settled()
    (thread,) = table.threads
    await table.play("32-28", "19-23")
    assert [post.channel for post in table.posts] == [table.channel, *[thread] * 3]
    await table.leave()
    assert table.kinds == [*KINDS, "move", "move"]
    table.check_shown()


@during_outages(*FAULTS)
async def test_killed_while_the_match_gets_its_thread(
    table: Table, faults: list[str], *, forget: bool
) -> None:
    await with_threads(table)
    for number, fault in enumerate(faults, start=1):
        with killed(fault):
            await table.settled()
            asked = f"{table.mention} challenge {table.ben.mention} frisian white"
            await table.discord.say(table.ann, table.channel, asked)
            card = await table.shown(2 * number - 1)
            await table.settled()
            await table.bot.arm(fault)
            await table.press(table.ben, "Accept", on=card, patience=None)
            assert await table.bot.exit() == KILLED
            await table.restart(forget=forget)
            await table.shown(2 * number)
            await table.settled()
            assert len(table.threads) == number
            places = [place for thread in table.threads for place in (table.channel, thread)]
            assert [post.channel for post in table.posts] == places
    await table.play("32-28", "19-23")  # in the newest one
    await table.leave()
    assert table.kinds == [*KINDS * len(faults), "move", "move"]
    table.check_shown()


@ON_THE_WAY
@pytest.mark.parametrize("request_", [MAKE, at_night((SEND,))], ids=["thread", "board"])
async def test_killed_while_the_request_is_on_its_way(
    table: Table, request_: tuple[str, str], *, after_storing: bool
) -> None:
    await with_threads(table)
    card = await table.challenge()
    await table.settled()
    hold = table.discord.hold(*request_, after_storing=after_storing)
    await table.press(table.ben, "Accept", on=card)
    await hold.reached()
    assert await table.bot.kill() == KILLED
    hold.drop()
    await table.restart(forget=True)
    await plays_on(table)


@pytest.mark.parametrize("starts", [True, False], ids=["at the start", "in an outage"])
async def test_a_match_waits_until_its_server_is_known(table: Table, *, starts: bool) -> None:
    await with_threads(table)
    card = await table.challenge()
    await table.settled()
    if starts:
        await table.bot.arm(f"after:{COMMIT}")
        await table.press(table.ben, "Accept", on=card, patience=None)
        assert await table.bot.exit() == KILLED
        table.discord.gateway.unavailable.add(table.guild.id)
        table.discord.forget_nonces()
        await table.new_bot().start()
    else:
        await table.discord.guild_outage(table.guild)
        await table.press(table.ben, "Accept", on=card)
    decided = f"waits for server {table.guild.id}"
    await table.discord.until(lambda: decided in table.bot.log or len(table.posts) > 1)
    assert len(table.posts) == 1
    await table.discord.guild_back(table.guild)
    await plays_on(table)


async def test_what_was_typed_is_read_when_the_server_is_back(table: Table) -> None:
    await with_threads(table)
    await table.begin()
    await table.leave()
    await table.say(table.ann, "32-28")
    table.discord.gateway.unavailable.add(table.guild.id)
    await table.new_bot("tell:cogs.operating.recovery:Recovery.catch_up").start()
    await table.discord.until(lambda: "told: Recovery.catch_up" in table.bot.log)
    assert table.moves == []
    await table.discord.guild_back(table.guild)
    await table.shown(3)
    await table.play("19-23")
    await table.leave()
    assert table.kinds == [*KINDS, "move", "move"]
    table.check_shown()


@ON_THE_WAY
async def test_a_failing_discord_is_asked_again(table: Table, *, after_storing: bool) -> None:
    await with_threads(table)
    table.discord.fail_next(*MAKE, drop=True, after_storing=after_storing)
    await table.begin()
    await plays_on(table)
