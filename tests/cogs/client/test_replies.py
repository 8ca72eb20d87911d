"""Private answers and replies, in their readers' language."""

from __future__ import annotations

import discord

from cogs.client.replies import reply_to
from cogs.settings.privacy import QUESTION_SHOWN_FOR
from tests.cogs.conftest import SHARED, Club, private_text

pytestmark = SHARED


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


async def test_what_is_shown_for_a_while_goes_away_in_a_channel_and_stays_in_private(
    club: Club,
) -> None:
    question = "Shall I delete everything"
    private = await club.alice.slash(club.channel, "privacy", what="delete")
    assert question in private_text(private)
    await club.alice.send(club.channel, f"{club.me} privacy delete")
    assert question in club.text()
    await club.env.advance_time(QUESTION_SHOWN_FOR + 1)
    assert question not in club.text()
    assert question in private_text(private)


async def test_an_answer_is_in_the_language_of_its_readers(club: Club) -> None:
    await club.bot.preferences.change_server(club.guild.id, language="fr")
    await club.alice.send(club.channel, f"{club.me} holiday")
    in_channel = club.text()
    private = private_text(await club.alice.slash(club.channel, "holiday"))
    assert in_channel != private
    assert "day" in private
    assert "jour" in in_channel
