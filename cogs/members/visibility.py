"""Who may see which match: members see those of the channels that they see.

A thread that was made from a message has the message's id, so that the channel of a match in an
archived thread, which Discord does not tell the bot about, is found by the match's own posts.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

import discord

from cogs.language.catalogues import COMMAND
from engine import Refusal, Text
from engine.table.match import Match
from engine.table.record import Status
from engine.text import term

if TYPE_CHECKING:
    from cogs.bot.client import Context, Damier

UNKNOWN_MATCH = Text("I do not know that match.")

NOT_BEGUN = Text("This match has not begun.")


async def may_see(bot: Damier, member: discord.Member, match: Match) -> bool:
    """Whether that member may see the channel of a match, plays in it, or has imported it."""
    if match.imported:
        return member.id == match.host
    if match.guild != member.guild.id:
        return False
    channel = await _channel_seen(bot, member.guild, match)
    if channel is None:
        return member.id in match.people
    return await _sees(channel, member)


async def channels_seen(
    guild: discord.Guild, member: discord.Member | None, channels: Iterable[int]
) -> frozenset[int]:
    """Those of these channels that a member may see; None stands for everybody."""
    known = [found for one in channels if (found := guild.get_channel_or_thread(one)) is not None]
    return frozenset([channel.id for channel in known if await _sees(channel, member)])


async def visible(bot: Damier, person: discord.abc.User, number: int) -> Match:
    """The match of that number, begun or not.

    Raises Refusal, the same for one that does not exist, is of another server, or is played
    where that person may not look.
    """
    match = await bot.load(number)
    if not isinstance(person, discord.Member) or not await may_see(bot, person, match):
        raise Refusal(UNKNOWN_MATCH)
    return match


async def is_gone(bot: Damier, match: Match) -> bool:
    """Whether the channel of a match is deleted, or nothing that the bot may see."""
    guild = bot.get_guild(match.guild)
    if guild is None or guild.get_channel_or_thread(match.channel) is not None:
        return False
    try:
        await guild.fetch_channel(match.channel)
    except (discord.NotFound, discord.Forbidden):
        return True
    except (discord.HTTPException, discord.InvalidData):
        return False
    return False


async def match_here(bot: Damier, context: Context, number: int | None, command: str) -> Match:
    """The match that a command is about, begun and visible to who gives it.

    That is the one of the number, else that of the board replied to, else his own or only live
    one in this channel, else the only one of this thread, else his own whose channel is gone.
    Raises Refusal; ``command`` is named where the number has to be said.
    """
    guild, who, here = context.guild, context.author, context.channel.id
    if guild is None:
        raise Refusal(Text("Matches are played in the channels of a server."))
    reply = context.message.reference
    if number is None and reply is not None and reply.message_id is not None:
        post = await bot.store.outbox.post_of_message(reply.message_id)
        number = post.match if post else None
    if number is not None:
        match = await visible(bot, who, number)
        if not match.line:
            raise Refusal(NOT_BEGUN)
        return match
    candidates = await _live_here(bot, guild, who.id, here)
    if not candidates and isinstance(context.channel, discord.Thread):
        candidates = [match for match in await bot.store.matches(channel=here) if match.line]
    if not candidates:
        raise Refusal(Text("No match is being played in this channel."))
    if len(candidates) > 1:
        raise Refusal(
            Text(
                "Several matches are being played here: say which, such as "
                "`/{command} match:{id}`. `/games` lists them.",
                command=term(COMMAND, command),
                id=candidates[0].id,
            )
        )
    return candidates[0]


async def _live_here(bot: Damier, guild: discord.Guild, who: int, here: int) -> list[Match]:
    matches = await bot.store.matches(status=Status.LIVE, channel=here)
    own = [match for match in matches if who in match.people]
    if matches:
        return own or matches
    elsewhere = await bot.store.matches(status=Status.LIVE, guild=guild.id, person=who)
    return [match for match in elsewhere if await is_gone(bot, match)]


async def _channel_seen(
    bot: Damier, guild: discord.Guild, match: Match
) -> discord.abc.GuildChannel | discord.Thread | None:
    """The channel of a match, or the one above its thread where that is not known."""
    found = guild.get_channel_or_thread(match.channel)
    if found is None:
        card = await bot.store.outbox.post_of_message(match.channel)
        found = guild.get_channel_or_thread(card.channel) if card else None
    return found


async def _sees(
    channel: discord.abc.GuildChannel | discord.Thread, member: discord.Member | None
) -> bool:
    """Whether a member may see a channel; None stands for everybody."""
    if isinstance(channel, discord.Thread) and channel.is_private():
        return member is not None and await _in_private_thread(channel, member)
    return channel.permissions_for(member or channel.guild.default_role).view_channel


async def _in_private_thread(thread: discord.Thread, member: discord.Member) -> bool:
    if thread.permissions_for(member).manage_threads:
        return True
    try:
        await thread.fetch_member(member.id)
    except discord.HTTPException:
        return False
    return True
