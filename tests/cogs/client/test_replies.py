"""Replies to messages that may be gone by then."""

from __future__ import annotations

import discord

from cogs.client.replies import reply_to
from tests.cogs.conftest import Club


async def test_a_reply_to_a_message_that_is_deleted_is_sent_all_the_same(club: Club) -> None:
    place = club.bot.get_channel(club.channel.id)
    assert isinstance(place, discord.TextChannel)
    typed = await place.fetch_message((await club.alice.send(club.channel, "hello")).id)
    await club.alice.delete(typed)
    await reply_to(typed, "answer")
    assert club.last.content == "answer"
    sent = club.env.http_requests[-1].json
    assert sent is not None
    assert sent["message_reference"]["fail_if_not_exists"] is False
