"""Messages that are edited: a refused one is read again, and nothing is done twice."""

from __future__ import annotations

from datetime import timedelta

import discord
import pytest

from tests.cogs.conftest import OWN, SHARED, Club

pytestmark = SHARED


async def replies(club: Club, message: discord.Message) -> list[str]:
    """Return the texts of the bot's replies to a message."""
    return [
        club.text(one)
        for one in club.messages
        if one.reference is not None and one.reference.message_id == message.id
    ]


@pytest.mark.parametrize("typed", ["32-27x", "31-32", "32-99", "3 2-2 8"])
async def test_a_refused_move_is_read_again_and_its_refusal_removed(club: Club, typed: str) -> None:
    match = await club.start()
    sent = await club.alice.send(club.channel, f"{club.me} {typed}")
    assert len(await replies(club, sent)) == 1
    await club.alice.edit(sent, f"{club.me} 31-33")
    (refusal,) = await replies(club, sent)
    assert "31" in refusal
    await club.alice.edit(sent, f"{club.me} 32-28")
    assert not await replies(club, sent)
    assert [move.text for move in (await club.reload(match)).moves] == ["32-28"]


async def test_a_move_alone_that_nobody_understood_is_read_again(club: Club) -> None:
    match = await club.start()
    sent = await club.alice.send(club.channel, "32-28?")
    await club.alice.edit(sent, "32-28")
    assert [move.text for move in (await club.reload(match)).moves] == ["32-28"]


async def test_what_was_done_is_not_done_again(club: Club) -> None:
    match = await club.start()
    sent = await club.alice.send(club.channel, "32-28")
    answer = await club.bob.send(club.channel, "19-23")
    await club.alice.edit(sent, "28x19")
    await club.bob.edit(answer, "20-24")
    assert [move.text for move in (await club.reload(match)).moves] == ["32-28", "19-23"]
    asked = await club.alice.send(club.channel, f"{club.me} challenge {club.bob.mention} halma")
    await club.alice.edit(asked, f"{club.me} challenge {club.bob.mention} frysk")
    assert [one.game.name for one in await club.matches()] == ["frisian", "halma"]


async def test_a_refused_command_is_read_again_and_its_question_removed(club: Club) -> None:
    sent = await club.alice.send(club.channel, f"{club.me} challenge {club.bob.mention} fryks 2d")
    assert len(await replies(club, sent)) == 1
    await club.alice.edit(sent, f"{club.me} challenge {club.bob.mention} frysk 3d")
    assert not await replies(club, sent)
    (match,) = await club.matches()
    assert (match.game.name, str(match.time)) == ("frysk", "3d")
    sent = await club.alice.send(club.channel, f"{club.me} qwertz")
    await club.alice.edit(sent, f"{club.me} rules frysk")
    (shown,) = await replies(club, sent)
    assert "Frysk!" in shown


@OWN
async def test_a_message_edited_later_than_a_minute_is_left_alone(club: Club) -> None:
    match = await club.start()
    sent = await club.alice.send(club.channel, f"{club.me} 31-32")
    club.env.backend.advance_clock(61)
    await club.alice.edit(sent, f"{club.me} 32-28")
    assert not (await club.reload(match)).moves


@OWN
async def test_an_edited_move_is_played_when_it_is_edited(club: Club) -> None:
    match = await club.start("frisian white 10+0")
    sent = await club.alice.send(club.channel, "31-32")
    club.env.backend.advance_clock(40)
    await club.alice.edit(sent, "32-28")
    (moved,) = (await club.reload(match)).moves
    assert moved.at - sent.created_at >= timedelta(seconds=40)
