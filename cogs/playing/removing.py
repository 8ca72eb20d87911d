"""Removing the posts of a match from its channel, at a moderator's wish; the match itself stays."""

from __future__ import annotations

import itertools
import logging
from collections.abc import AsyncIterator, Iterable
from datetime import datetime, timedelta
from typing import Final, NamedTuple

import discord
from discord.ext import commands

from cogs.bot.client import Context, Damier, Interaction
from cogs.bot.replies import locale_for, private, reply_with_button
from cogs.language.catalogues import translate
from cogs.members.match_lookup import UNKNOWN_MATCH, visible_match
from cogs.messages.buttons import TextButton, Use
from cogs.messages.layouts import view_of
from data import Post, PostState
from engine import Refusal, Text
from engine.table.match import Match
from engine.table.record import Status
from engine.text import counted, joined

log = logging.getLogger(__name__)

AT_ONCE: Final = 100
"""Messages that Discord deletes in one request."""

BULK_AGE: Final = timedelta(days=13, hours=23)
"""Older messages are not deleted in bulk: Discord refuses those of two weeks."""

NAMED: Final = 5
"""Messages that could not be deleted of which the answer has a link."""

FOR_MODERATORS = Text("That is for those who may manage messages on this server.")


class Standing(NamedTuple):
    """A message of a match, and the post that it belongs to."""

    post: Post
    message: int

    @property
    def link(self) -> str:
        """Return the words for a link to it, without the server."""
        return f"{self.post.channel}/{self.message}"


class Removing(commands.Cog):
    """The question whether the posts of a match are to be removed, and its answer."""

    def __init__(self, bot: Damier) -> None:
        self.bot = bot

    async def cog_load(self) -> None:
        """Register the buttons."""
        self.bot.text_buttons[Use.REMOVE] = self.ask
        self.bot.text_buttons[Use.REMOVAL] = self.remove

    async def ask(self, interaction: Interaction, about: str) -> None:
        """Ask whether the posts of the match of that number are to be removed."""
        match = await self._match(interaction, about)
        found = standing(await self.bot.store.outbox.posts(match.id))
        if not found:
            raise Refusal(Text("Match {match} has no posts.", match=f"#{match.id}"))
        locale, number = interaction.locale, f"#{match.id}"
        lines = [
            counted(
                "Do you want to remove {count} message of match {match} ({game})?",
                "Do you want to remove {count} messages of match {match} ({game})?",
                len(found),
                match=number,
                game=match.game.title,
            ),
            Text("The match stays in the history."),
        ]
        if match.status is Status.LIVE:
            lines[1] = Text(
                "The match goes on: its next turn is posted as ever. `/admin end` ends it."
            )
        label = translate(Text("Yes, remove them"), locale)
        yes = TextButton(Use.REMOVAL, str(match.id), label, discord.ButtonStyle.danger)
        await private(interaction, translate(joined(lines), locale), view=view_of(yes))

    async def offer(self, context: Context, number: int) -> None:
        """Reply to a typed command with a button that asks in private."""
        label = Text("Remove the posts of match {match}", match=f"#{number}")
        button = TextButton(Use.REMOVE, str(number), translate(label, locale_for(context)))
        await reply_with_button(context, Text("I ask first, and only you:"), button)

    async def remove(self, interaction: Interaction, about: str) -> None:
        """Remove the posts, and say which could not be."""
        match = await self._match(interaction, about)
        found = standing(await self.bot.store.outbox.posts(match.id))
        failed = await self._delete(interaction.guild, found)
        left = {one.post.event for one in failed}
        removed = {one.post.event: one.post for one in found if one.post.event not in left}
        await self.bot.store.outbox.mark_removed(list(removed.values()))
        log.info("Person %s removed the posts of match %s", interaction.user.id, match.id)
        lines = [
            counted(
                "{count} message of match {match} is removed.",
                "{count} messages of match {match} are removed.",
                len(found) - len(failed),
                match=f"#{match.id}",
            )
        ]
        if failed:
            where = f"https://discord.com/channels/{match.guild}/"
            lines.append(
                counted(
                    "{count} could not be deleted: {links}",
                    "{count} could not be deleted: {links}",
                    len(failed),
                    links=" ".join(where + one.link for one in failed[:NAMED]),
                )
            )
        await private(interaction, translate(joined(lines), interaction.locale))

    async def _match(self, interaction: Interaction, about: str) -> Match:
        """Return the match of that number. Raises Refusal for whoever may not remove its posts."""
        match = await visible_match(self.bot.store, interaction, int(about))
        if match.guild != interaction.guild_id:
            raise Refusal(UNKNOWN_MATCH)
        if not interaction.permissions.manage_messages:
            raise Refusal(FOR_MODERATORS)
        return match

    async def _delete(
        self, guild: discord.Guild | None, found: Iterable[Standing]
    ) -> list[Standing]:
        """Delete messages, many at once where that is allowed; return those that stay."""
        failed: list[Standing] = []
        for channel_id, group in itertools.groupby(found, lambda one: one.post.channel):
            channel = self.bot.get_partial_messageable(
                channel_id, guild_id=guild.id if guild else None
            )
            known = guild.get_channel_or_thread(channel_id) if guild else None
            rest = list(group)
            if guild is not None and isinstance(known, discord.TextChannel | discord.Thread):
                may = known.permissions_for(guild.me)
                if may.manage_messages and may.read_message_history:
                    oldest = self.bot.clock.now() - BULK_AGE
                    rest = [one async for one in _not_in_bulk(known, rest, oldest)]
            for one in rest:
                try:
                    await channel.get_partial_message(one.message).delete()
                except discord.NotFound:
                    continue
                except (discord.HTTPException, discord.RateLimited) as error:
                    log.info("Message %s is not deleted: %s", one.message, error)
                    failed.append(one)
        return failed


def standing(posts: Iterable[Post]) -> list[Standing]:
    """Return the messages of a match that are in its channels, those of each channel together."""
    found = [
        Standing(post, message)
        for post in posts
        if post.state is not PostState.REMOVED
        for message in (post.message, post.call)
        if message is not None
    ]
    return sorted(found, key=lambda one: (one.post.channel, one.message))


async def _not_in_bulk(
    channel: discord.TextChannel | discord.Thread, found: list[Standing], oldest: datetime
) -> AsyncIterator[Standing]:
    """Delete what can be deleted in bulk, where it is not too old; yield the rest."""
    young = [one for one in found if discord.utils.snowflake_time(one.message) > oldest]
    for one in found:
        if one not in young:
            yield one
    for some in discord.utils.as_chunks(young, AT_ONCE):
        try:
            await channel.delete_messages([discord.Object(one.message) for one in some])
        except (discord.HTTPException, discord.RateLimited) as error:
            log.info("Messages of channel %s are not deleted at once: %s", channel.id, error)
            for one in some:
                yield one
