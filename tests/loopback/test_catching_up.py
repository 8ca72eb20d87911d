"""Moves typed while the bot is away are played once, in order, in the match they are meant for."""

import sqlite3
from contextlib import closing
from typing import Any

import pytest

from tests.loopback.killing import COMMIT, KILLED, SENT
from tests.loopback.table import CAUGHT_UP, Table, reference
from tests.loopback.world import Json, Message
from tests.nightly import NIGHTLY, at_night

ENDLESS_POLL: Json = {
    "question": {"text": "Which opening?"},
    "answers": [{"answer_id": 1, "poll_media": {"text": "32-28"}}],
    "expiry": None,
    "allow_multiselect": False,
    "layout_type": 1,
}
"""A poll without an end, which Discord allows and discord.py cannot read."""


async def test_moves_typed_meanwhile_are_played_once_and_in_order(table: Table) -> None:
    carol = table.discord.world.member(table.guild, "Carol")
    await table.start()
    await table.begin()
    await table.settled()
    await table.bot.kill()
    for who, text in [
        (carol, "32-28"),  # no player
        (table.ben, "20-24"),  # not their turn
        (table.ann, "32-27x"),  # no move
        (table.ann, "1-50"),  # not legal
        (table.ann, "see you at 10-20"),
        (table.ann, f"{table.mention} 32 28"),
        (table.ann, "31-27"),  # not their turn any more
        (table.ben, "19-23"),
        (table.ann, "thinking"),
        (table.ann, "28x19"),
        (table.ann, "28x19"),
    ]:
        await table.say(who, text)
    await table.restart()
    await table.shown(5)
    await table.settled()
    await table.play("14x23")
    assert table.replies == []
    await table.check("move", "move", "move", "move")
    assert table.moves == ["32-28", "19-23", "28x19", "14x23"]


@NIGHTLY
async def test_what_is_older_than_the_last_event_is_not_played(table: Table) -> None:
    await table.start()
    await table.begin()
    await table.play("32-28")
    too_early = await table.say(table.ann, "31-27")
    await table.discord.until(lambda: table.replies)
    await table.play("19-23")
    await table.bot.kill()
    await table.restart()
    await table.play("28x19")
    await table.check("move", "move", "move")
    assert len(table.replies) == 1
    assert not too_early.deleted


async def test_a_move_typed_where_an_older_match_waits_long(table: Table) -> None:
    await table.start()
    await table.begin()
    for number in range(250):
        await table.discord.say(table.ben, table.channel, f"I have to think {number}")
    await table.begin()
    await table.bot.kill()
    await table.say(table.ann, "32-28", reply_to=table.last)
    await table.restart()
    await table.shown(5)
    await table.settled()
    assert reference(table.last) == (2, 4)
    await table.leave()
    table.check_shown()


async def test_a_reply_to_a_board_that_is_not_noted_yet_is_for_its_match(table: Table) -> None:
    await table.start()
    await table.begin()
    await table.begin()
    await table.say(table.ann, "32-28", reply_to=table.last)
    await table.shown(5)
    await table.settled()
    sent = table.discord.hold("POST", f"/channels/{table.channel.id}/messages", after_storing=True)
    await table.say(table.ann, "32-28", reply_to=_board_of(table, 1))
    await sent.reached()
    await table.say(table.ben, "19-23", reply_to=_board_of(table, 1))
    await table.discord.until(lambda: len(table.moves) == 3 or table.replies)
    sent.release()
    await table.settled()
    await table.tidy()
    assert table.replies == []
    assert _moves_of(table, 1) == ["32-28", "19-23"]
    await table.leave()
    table.check_shown()


def _board_of(table: Table, match: int) -> Message:
    """Return the newest post of a match."""
    return next(post for post in reversed(table.posts) if reference(post)[0] == match)


def _moves_of(table: Table, match: int) -> list[str]:
    """Return the moves of a match, in order."""
    of_it = f"\"match\" = {match} AND kind = 'move' ORDER BY number"
    return [text for (text,) in table.query(f"SELECT text FROM events WHERE {of_it}")]  # noqa: S608 - a number


@pytest.mark.parametrize("killed", [at_night(True), False], ids=["killed", "session lost"])
async def test_a_move_is_played_in_the_match_that_was_chosen_and_in_no_other(
    table: Table, *, killed: bool
) -> None:
    await table.start()
    await table.begin()
    await table.begin()
    await table.say(table.ann, "32-28")
    await table.discord.until(lambda: table.replies)
    menu = next(p for p in table.discord.posts(table.channel) if p.reply_to)
    await table.discord.choose(table.ann, menu, menu.custom_ids[0], ["1"])
    await table.shown(5)
    await table.settled()
    if killed:
        await table.bot.kill()
        await table.restart()
    else:
        await table.bot.arm(CAUGHT_UP)
        async with table.discord.outage():
            table.discord.forget_sessions()
        await table.discord.until(lambda: "told: Recovery.catch_up" in table.bot.log)
    await table.say(table.ben, "19-23", reply_to=table.last)
    await table.shown(6)
    await table.leave()
    assert table.moves == ["32-28", "19-23"]
    table.check_shown()


async def test_channels_are_read_at_once_and_what_waits_is_posted_meanwhile(table: Table) -> None:
    await table.start()
    channels = [table.channel]
    await table.begin()
    for name in ("halma", "frisian"):
        table.channel = await table.discord.create_channel(table.guild, name)
        channels.append(table.channel)
        await table.begin()
    table.channel = channels[0]
    await table.bot.arm(f"before:{SENT}")
    await table.say(table.ann, "32-28")
    assert await table.bot.exit() == KILLED
    for channel in channels[1:]:
        await table.discord.say(table.ann, channel, "31-27")
    read = [table.discord.hold("GET", f"/channels/{c.id}/messages") for c in channels[1:]]
    await table.new_bot().start()
    for hold in read:
        await hold.reached()
    await table.shown(3)
    for hold in read:
        hold.release()
    await table.started()
    await table.settled()
    await table.leave()
    assert table.moves == ["32-28", "31-27", "31-27"]


@pytest.mark.parametrize("killed", [True, at_night(False)], ids=["killed", "session lost"])
async def test_a_command_typed_meanwhile_is_done_once_and_what_was_done_before_is_not_again(
    table: Table, *, killed: bool
) -> None:
    await table.start()
    await table.begin()
    await table.say(table.ann, f"{table.mention} resign")
    await table.say(table.ann, f"{table.mention} rules frisian")
    await table.discord.until(lambda: len(table.replies) == 2)
    again = f"{table.mention} challenge {table.ann.mention} halma"
    if killed:
        await table.leave()
        await table.say(table.ben, again)
        await table.restart()
    else:
        async with table.discord.outage():
            await table.say(table.ben, again)
            table.discord.forget_sessions()
    await table.shown(3)
    await table.settled()
    await table.leave()
    assert table.kinds == ["challenge", "accept", "start", "challenge"]
    assert not any("send it again" in reply for reply in table.replies)


@pytest.mark.parametrize(
    "fault", [at_night(f"before:{COMMIT}"), at_night(f"before:{SENT}"), f"after:{SENT}"]
)
async def test_a_message_that_cannot_be_read_holds_up_nothing(table: Table, fault: str) -> None:
    await table.start()
    await table.begin()
    await table.bot.arm(fault)
    await table.say(table.ann, "32-28")
    assert await table.bot.exit() == KILLED
    odd = await table.say(table.ben, "which opening?")
    odd.more = {"poll": ENDLESS_POLL}
    await table.say(table.ben, "19-23")
    await table.restart(forget=True)
    await table.shown(4)
    await table.settled()
    assert f"Message {odd.id} of channel {table.channel.id} cannot be read" in table.bot.log
    await table.play("28x19")
    await table.check("move", "move", "move")


async def test_a_set_up_that_was_in_hand_is_not_lost(table: Table) -> None:
    await table.start()
    card = await table.challenge("alliance setup=free")
    await table.press(table.ben, "Accept", on=card)
    await table.shown(2)
    await table.settled()
    await table.bot.arm("before:cogs.match_actions.setups:SetUps._arrange")
    direct = table.discord.world.direct_messages(table.ann.user)
    await table.discord.say(table.ann.user, direct, "@x")
    assert await table.bot.exit() == KILLED
    with closing(sqlite3.connect(table.database)) as connection, connection:
        alive = (table.now.isoformat(),)  # it was noted while the message was in hand
        connection.execute("UPDATE facts SET value = ? WHERE name = 'alive'", alive)
    await table.restart(forget=True)
    await table.discord.until(lambda: "placed" in str(table.query("SELECT drafts FROM matches")))
    await table.leave()


async def test_what_cannot_be_read_as_it_comes_ends_nothing(guest: Table) -> None:
    await guest.begin()
    compose = guest.discord._composer.compose

    def odd(*args: Any, **more: Any) -> Message:  # noqa: ANN401 - passed on
        message = compose(*args, **more)
        message.more = {"poll": ENDLESS_POLL}
        return message

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(guest.discord._composer, "compose", odd)
        message = await guest.say(guest.ben, "which opening?")
    await guest.discord.until(lambda: "Event MESSAGE_CREATE" in guest.log)
    assert str(message.id) in guest.log
    await guest.play("32-28", "19-23")
    await guest.leave()
    assert guest.moves == ["32-28", "19-23"]


@NIGHTLY
async def test_a_challenge_that_was_made_right_before_the_end_is_no_news(table: Table) -> None:
    await table.start()
    await table.challenge()
    await table.settled()
    await table.bot.kill()
    await table.restart()
    await table.leave()
    assert table.kinds == ["challenge"]
    assert table.replies == []
