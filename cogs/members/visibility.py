"""Who may see which match: a member sees the matches of the channels that they see.

A thread that was made from a message has the message's id, so that the channel of a match in an
archived thread, which Discord does not tell the bot about, is found by the match's own posts.
"""

from __future__ import annotations

from collections.abc import Iterable

import discord

from data import Store
from engine.table.match import Match
from engine.table.record import NOWHERE


def is_private(match: Match) -> bool:
    """Return whether a match is played in no server: in private messages, or elsewhere."""
    return match.guild == NOWHERE


async def may_see(store: Store, member: discord.abc.User, match: Match) -> bool:
    """Return whether somebody may see a match: its channel, or as its player or importer."""
    if is_private(match):
        return member.id in {match.host, *match.people}
    if not isinstance(member, discord.Member) or match.guild != member.guild.id:
        return False
    channel = await channel_of(store, member.guild, match)
    if channel is None:
        return member.id in match.people
    return await _sees(channel, member)


async def channels_seen(
    guild: discord.Guild, member: discord.Member | None, channels: Iterable[int]
) -> frozenset[int]:
    """Return those of these channels that a member may see; None stands for everybody."""
    known = [found for one in channels if (found := guild.get_channel_or_thread(one)) is not None]
    return frozenset([channel.id for channel in known if await _sees(channel, member)])


async def channel_of(
    store: Store, guild: discord.Guild, match: Match
) -> discord.abc.GuildChannel | discord.Thread | None:
    """Return the channel of a match, or the one above its thread if the thread is not known."""
    found = guild.get_channel_or_thread(match.channel)
    if found is None:
        card = await store.outbox.post_of_message(match.channel)
        found = guild.get_channel_or_thread(card.channel) if card else None
    return found


async def _sees(
    channel: discord.abc.GuildChannel | discord.Thread, member: discord.Member | None
) -> bool:
    """Return whether a member may see a channel; None stands for everybody."""
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
